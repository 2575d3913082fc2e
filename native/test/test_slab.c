#include "test.h"

#include <pthread.h>
#include <string.h>

#include "../src/alloc.h"
#include "../src/slab.h"

enum { MANY = 20000, SIZE = 376 };

static wo_slabs slabs;
static uint8_t *pieces[MANY];

static void take_all(size_t size) {
  for (int i = 0; i < MANY; i++) {
    pieces[i] = wo_slab_take(&slabs, size);
    memset(pieces[i], i & 255, size);
  }
}

static void give_all(wo_slabs *own, size_t size) {
  for (int i = 0; i < MANY; i++) wo_slab_give(own, pieces[i], size);
}

static bool all_intact(size_t size) {
  for (int i = 0; i < MANY; i++) {
    for (size_t at = 0; at < size; at++) {
      if (pieces[i][at] != (i & 255)) return false;
    }
  }
  return true;
}

TEST("pieces do not overlap, are aligned, and come in address order") {
  take_all(SIZE);
  CHECK(all_intact(SIZE));
  int backward = 0;
  for (int i = 0; i < MANY; i++) {
    if ((uintptr_t)pieces[i] % WO_SLAB_STEP) CHECK(!"aligned");
    if (i > 0 && pieces[i] < pieces[i - 1]) backward++;
  }
  CHECK(backward < 32);  // between segments, perhaps
  give_all(&slabs, SIZE);
  wo_slabs_free(&slabs);
}

TEST("memory goes back to the system when nothing uses it, but for two segments") {
  size_t before = wo_alloc_bytes();
  take_all(SIZE);
  CHECK(wo_alloc_bytes() - before >= (size_t)MANY * SIZE);
  give_all(&slabs, SIZE);
  CHECK(wo_alloc_bytes() - before <= 4u << 20);
  // The rest of a few survivors stays, and is used again.
  take_all(SIZE);
  size_t full = wo_alloc_bytes();
  for (int i = 0; i < MANY; i++) {
    if (i % 100) wo_slab_give(&slabs, pieces[i], SIZE);
  }
  for (int i = 0; i < MANY; i++) {
    if (i % 100) pieces[i] = wo_slab_take(&slabs, SIZE);
    memset(pieces[i], i & 255, SIZE);
  }
  CHECK(wo_alloc_bytes() == full);
  CHECK(all_intact(SIZE));
  give_all(&slabs, SIZE);
  wo_slabs_free(&slabs);
  CHECK(wo_alloc_bytes() == before);
}

TEST("every size class works; what is larger is refused") {
  for (size_t size = 16; size <= WO_SLAB_BYTES_MAX; size += 8) {
    uint8_t *p = wo_slab_take(&slabs, size), *q = wo_slab_take(&slabs, size);
    CHECK(p && q && (p + size <= q || q + size <= p));
    memset(p, 1, size);
    memset(q, 2, size);
    wo_slab_give(&slabs, p, size);
    CHECK(wo_slab_take(&slabs, size) == p);  // the last one given is the next one taken
    wo_slab_give(&slabs, p, size);
    wo_slab_give(&slabs, q, size);
  }
  CHECK(wo_slab_take(&slabs, WO_SLAB_BYTES_MAX + 1) == NULL);
  wo_slabs_free(&slabs);
}

static void *give_elsewhere(void *half) {
  for (int i = half ? MANY / 2 : 0; i < (half ? MANY : MANY / 2); i++) {
    wo_slab_give(NULL, pieces[i], SIZE);
  }
  return NULL;
}

TEST("pieces given back on other threads come home") {
  size_t before = wo_alloc_bytes();
  for (int round = 0; round < 3; round++) {
    take_all(SIZE);
    CHECK(all_intact(SIZE));
    pthread_t other;
    pthread_create(&other, NULL, give_elsewhere, pieces);
    give_elsewhere(NULL);
    pthread_join(other, NULL);
  }
  wo_slabs_settle(&slabs);
  CHECK(wo_alloc_bytes() - before <= 4u << 20);
  wo_slabs_free(&slabs);
}

TEST("what is taken and given at random is where it was") {
  uint64_t seed = test_seed(7);
  memset(pieces, 0, sizeof pieces);
  static size_t sizes[MANY];
  for (int n = 0; n < 300000; n++) {
    int i = (int)(test_random(&seed) % MANY);
    if (pieces[i]) {
      CHECK(pieces[i][0] == (i & 255) && pieces[i][sizes[i] - 1] == (i & 255));
      wo_slab_give(&slabs, pieces[i], sizes[i]);
      pieces[i] = NULL;
    } else {
      sizes[i] = 16 + (size_t)(test_random(&seed) % 6) * 100;
      pieces[i] = wo_slab_take(&slabs, sizes[i]);
      memset(pieces[i], i & 255, sizes[i]);
    }
  }
  wo_slabs_free(&slabs);
}
