// A test program in one header: TEST("what holds") { ... CHECK(x); ... }. Tests register themselves
// and run in the order of the file; a word on the command line runs only those whose text has it.
#ifndef WO_TEST_H
#define WO_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_case {
  const char *text;
  void (*run)(void);
  struct test_case *next;
} test_case;

static test_case *test_first, **test_last = &test_first;
static int test_failures;  // of the test under way

#define TEST_JOIN_(a, b) a##b
#define TEST_JOIN(a, b) TEST_JOIN_(a, b)
#define TEST(what) \
  static void TEST_JOIN(test_run_, __LINE__)(void); \
  __attribute__((constructor)) static void TEST_JOIN(test_add_, __LINE__)(void) { \
    static test_case self = {what, TEST_JOIN(test_run_, __LINE__), NULL}; \
    *test_last = &self; \
    test_last = &self.next; \
  } \
  static void TEST_JOIN(test_run_, __LINE__)(void)

#define CHECK(x) \
  do { \
    if (!(x)) test_failures++, printf("  %s:%d: %s\n", __FILE__, __LINE__, #x); \
  } while (0)

#define CHECK_EQ(got, wanted) \
  do { \
    long long got_ = (long long)(got), wanted_ = (long long)(wanted); \
    if (got_ != wanted_) { \
      test_failures++; \
      printf("  %s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, got_, wanted_); \
    } \
  } while (0)

// xorshift64*: the same sequence for the same seed everywhere.
__attribute__((unused)) static uint64_t test_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545F4914F6CDD1Dull;
}

// The seed of a random test: WO_SEED or `usual`; printed first, so that a failure can be repeated.
__attribute__((unused)) static uint64_t test_seed(uint64_t usual) {
  const char *text = getenv("WO_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 0) : usual;
  printf("# seed %llu\n", (unsigned long long)seed);
  return seed ? seed : 1;
}

int main(int argc, char **argv) {
  int passed = 0, failed = 0;
  for (test_case *t = test_first; t; t = t->next) {
    if (argc > 1 && !strstr(t->text, argv[1])) continue;
    test_failures = 0;
    t->run();
    printf("%s - %s\n", test_failures ? "not ok" : "ok", t->text);
    if (test_failures) failed++;
    else passed++;
  }
  printf("# %d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}

#endif
