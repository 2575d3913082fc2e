#include "alloc.h"

#include <stdlib.h>

static _Atomic size_t live_bytes;

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
  if (p) atomic_fetch_add_explicit(&live_bytes, size, memory_order_relaxed);
  return p;
}

void *wo_alloc(size_t size) { return fails_now() ? NULL : count(malloc(size), size); }

void *wo_alloc_zero(size_t size) { return fails_now() ? NULL : count(calloc(1, size), size); }

void *wo_realloc(void *p, size_t old_size, size_t new_size) {
  if (fails_now()) return NULL;
  void *moved = realloc(p, new_size);
  if (moved) atomic_fetch_add_explicit(&live_bytes, new_size - old_size, memory_order_relaxed);
  return moved;
}

void wo_free(void *p, size_t size) {
  if (!p) return;
  atomic_fetch_sub_explicit(&live_bytes, size, memory_order_relaxed);
  free(p);
}

size_t wo_alloc_bytes(void) { return atomic_load_explicit(&live_bytes, memory_order_relaxed); }
