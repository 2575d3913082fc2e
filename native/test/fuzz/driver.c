// Drives a fuzzer where libFuzzer is not at hand: mutates the inputs it is given (files, folders,
// and the built-in sample) blindly, from a printed seed. Takes libFuzzer's -max_total_time=,
// -runs=, -seed= and -timeout=, and passes over its other options. A file alone is run once as it
// is. The input under test is always in ./fuzz-input, so that it survives a crash.
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define INPUT_MAX ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

typedef struct input {
  uint8_t *data;
  size_t size;
} input;

static input inputs[4096];
static uint32_t input_count;
static uint64_t random_state;
static struct {
  uint64_t runs, seconds, timeout;  // 0: no bound
} limits = {0, 0, 60};

static uint64_t next_random(void) {
  random_state += 0x9E3779B97F4A7C15ull;
  uint64_t z = random_state;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

static void add_path(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) {
    perror(path);
    exit(2);
  }
  if (S_ISDIR(info.st_mode)) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
      char inner[4096];
      if (entry->d_name[0] == '.') continue;
      snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
      add_path(inner);
    }
    if (folder != NULL) closedir(folder);
    return;
  }
  FILE *file = fopen(path, "rb");
  if (file == NULL || (size_t)info.st_size > INPUT_MAX ||
      input_count == sizeof inputs / sizeof *inputs) {
    if (file != NULL) fclose(file);
    return;
  }
  input *in = &inputs[input_count++];
  in->data = malloc((size_t)info.st_size + 1);
  in->size = fread(in->data, 1, (size_t)info.st_size, file);
  fclose(file);
}

// Written before each run, so no handler has to work in a crashed process.
static void keep_current(int fd, const uint8_t *data, size_t size) {
  if (ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size) return;
  perror("fuzz-input");
  exit(2);
}

static void fuzz(void) {
  static uint8_t current[INPUT_MAX];
  int fd = open("fuzz-input", O_RDWR | O_CREAT | O_TRUNC, 0644);
  time_t start = time(NULL);
  uint64_t runs = 0;
  for (; limits.runs == 0 || runs < limits.runs; runs++) {
    if (limits.seconds != 0 && (uint64_t)(time(NULL) - start) >= limits.seconds) break;
    const input *from = &inputs[next_random() % input_count];
    memcpy(current, from->data, from->size);
    size_t size = LLVMFuzzerCustomMutator(current, from->size, INPUT_MAX, (unsigned)next_random());
    keep_current(fd, current, size);
    alarm((unsigned)limits.timeout);
    // A copy of its own, so that a read past the end is seen.
    uint8_t *copy = malloc(size + (size == 0));
    memcpy(copy, current, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
  }
  alarm(0);
  close(fd);
  unlink("fuzz-input");
  printf("%llu runs, no failure\n", (unsigned long long)runs);
}

static void read_option(const char *text, const char *name, uint64_t *value) {
  size_t length = strlen(name);
  if (strncmp(text, name, length) == 0) *value = strtoull(text + length, NULL, 10);
}

int main(int argc, char **argv) {
  random_state = (uint64_t)time(NULL) << 16 ^ (uint64_t)getpid();
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-') add_path(argv[i]);
    read_option(argv[i], "-max_total_time=", &limits.seconds);
    read_option(argv[i], "-runs=", &limits.runs);
    read_option(argv[i], "-seed=", &random_state);
    read_option(argv[i], "-timeout=", &limits.timeout);
  }
  if (input_count == 1 && limits.runs == 0 && limits.seconds == 0) {
    LLVMFuzzerTestOneInput(inputs[0].data, inputs[0].size);
  } else {
    if (input_count < sizeof inputs / sizeof *inputs) inputs[input_count++].data = malloc(1);
    printf("seed %llu, %u inputs\n", (unsigned long long)random_state, input_count);
    fflush(stdout);
    fuzz();
  }
  for (uint32_t i = 0; i < input_count; i++) free(inputs[i].data);
  return 0;
}
