#define _GNU_SOURCE  // mremap's friends, MADV_HUGEPAGE
#include "alloc.h"

#include <stdlib.h>
#include <sys/mman.h>

// Live bytes are counted in stripes, one of which a thread picks once: counting in one place would
// pass its cache line around at every allocation.
#define STRIPES 16
static struct {
  _Alignas(64) _Atomic size_t live;
} stripes[STRIPES];
static _Atomic unsigned next_stripe;
static _Thread_local unsigned stripe;  // 1 + the index

static void add(size_t bytes) {
  if (WO_UNLIKELY(!stripe)) {
    stripe = 1 + atomic_fetch_add_explicit(&next_stripe, 1, memory_order_relaxed) % STRIPES;
  }
  atomic_fetch_add_explicit(&stripes[stripe - 1].live, bytes, memory_order_relaxed);
}

#ifdef WO_STRESS
#include "stress.h"
// Counts down to the allocation that fails; negative: none does. Set by tests.
_Atomic int64_t wo_stress_fail_in = -1;

static bool fails_now(void) {
  if (atomic_load_explicit(&wo_stress_fail_in, memory_order_relaxed) < 0) return false;
  return atomic_fetch_sub_explicit(&wo_stress_fail_in, 1, memory_order_relaxed) == 0;
}
#else
static bool fails_now(void) { return false; }
#endif

static void *count(void *p, size_t size) {
  if (p) add(size);
  return p;
}

// From here on memory is worth large pages: fewer faults, and fewer misses of the processor's tables
// when it is met in no order.
#define LARGE_BYTES (4u << 20)
#define LARGE_PAGE (2u << 20)

static void ask_for_large_pages(void *p, size_t size) {
  uintptr_t start = ((uintptr_t)p + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
  uintptr_t end = ((uintptr_t)p + size) & ~(uintptr_t)(LARGE_PAGE - 1);
  madvise((void *)start, end - start, MADV_HUGEPAGE);  // a wish: what it answers changes nothing
}

void *wo_alloc(size_t size) {
  if (fails_now()) return NULL;
  void *p = malloc(size);
  if (WO_UNLIKELY(size >= LARGE_BYTES) && p) ask_for_large_pages(p, size);
  return count(p, size);
}

void *wo_alloc_zero(size_t size) { return fails_now() ? NULL : count(calloc(1, size), size); }

void *wo_realloc(void *p, size_t old_size, size_t new_size) {
  if (fails_now()) return NULL;
  void *moved = realloc(p, new_size);
  if (moved) add(new_size - old_size);
  if (WO_UNLIKELY(new_size >= LARGE_BYTES) && moved) ask_for_large_pages(moved, new_size);
  return moved;
}

void wo_free(void *p, size_t size) {
  if (!p) return;
  add(-size);
  free(p);
}

void *wo_alloc_region(size_t size, bool huge) {
  if (fails_now()) return NULL;
  // Twice the size always has an aligned part; the rest goes back at once.
  uint8_t *p = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return NULL;
  uint8_t *start = (uint8_t *)(((uintptr_t)p + size - 1) & ~(uintptr_t)(size - 1));
  size_t before = (size_t)(start - p), after = size - before;
  if (before) munmap(p, before);
  if (after) munmap(start + size, after);
  if (huge) ask_for_large_pages(start, size);
  return count(start, size);
}

void wo_free_region(void *p, size_t size) {
  add(-size);
  munmap(p, size);
}

size_t wo_alloc_bytes(void) {
  size_t sum = 0;
  for (int i = 0; i < STRIPES; i++) {
    sum += atomic_load_explicit(&stripes[i].live, memory_order_relaxed);
  }
  return sum;
}
