#include <math.h>

#include "small_runtime.h"
#include "test.h"

static wo_value value_of(small_runtime *s, wo_table *t, wo_value key) {
  int64_t at = wo_table_find(s->heap, t, key);
  return at < 0 ? WO_HOLE : wo_table_entries(t)[at].value;
}

TEST("keys are the same when SameValueZero says so") {
  small_runtime *s = small_new();
  wo_table *t = wo_table_new(s->heap, 0);
  t = wo_table_put(s->heap, t, wo_from_double(-0.0), wo_from_int(1), 0);
  CHECK(value_of(s, t, wo_from_int(0)) == wo_from_int(1));
  CHECK(wo_table_entries(t)[0].key == wo_from_int(0));
  t = wo_table_put(s->heap, t, wo_from_double(NAN), wo_from_int(2), 0);
  CHECK(value_of(s, t, wo_from_double(-NAN)) == wo_from_int(2));
  t = wo_table_put(s->heap, t, wo_from_double(5), wo_from_int(3), 0);
  CHECK(value_of(s, t, wo_from_int(5)) == wo_from_int(3));
  wo_value rope =
      wo_string_concat(s->heap, small_text(s, "abcdefghijklmno"), small_text(s, "pqrstuvwxyz"));
  t = wo_table_put(s->heap, t, rope, wo_from_int(4), 0);
  CHECK(value_of(s, t, small_text(s, "abcdefghijklmnopqrstuvwxyz")) == wo_from_int(4));
  CHECK(value_of(s, t, small_text(s, "5")) == WO_HOLE);
  CHECK(value_of(s, t, WO_UNDEFINED) == WO_HOLE);
  CHECK_EQ(t->live, 4);
  small_free(s);
}

TEST("a table agrees with a plain list over random puts, deletes and clears") {
  small_runtime *s = small_new();
  enum { KEYS = 300 };
  uint64_t state = test_seed(3);
  int64_t model[KEYS], order[KEYS], next_order = 0;
  for (int i = 0; i < KEYS; i++) model[i] = -1;
  wo_table *t = wo_table_new(s->heap, 0);
  for (int step = 0; step < 60000; step++) {
    uint32_t k = (uint32_t)(test_random(&state) % KEYS);
    wo_value key = k % 3 == 0 ? wo_from_int((int32_t)k)
                 : k % 3 == 1 ? wo_string_format(s->heap, "key%u", k)
                              : wo_from_double(k + 0.5);
    uint64_t what = test_random(&state) % 1000;
    if (what == 0) {
      wo_table_clear(s->heap, t);
      for (int i = 0; i < KEYS; i++) model[i] = -1;
    } else if (what < 450) {
      bool deleted = wo_table_delete(s->heap, t, key);
      CHECK(deleted == (model[k] >= 0));
      model[k] = -1;
    } else {
      t = wo_table_put(s->heap, t, key, wo_from_int(step), 0);
      if (model[k] < 0) order[k] = next_order++;
      model[k] = step;
    }
    if (step % 1000) continue;
    // The live entries, in insertion order.
    uint32_t live = 0;
    for (int i = 0; i < KEYS; i++) live += model[i] >= 0;
    CHECK_EQ(t->live, live);
    wo_table *walked = t;
    uint32_t position = 0, seen = 0;
    int64_t last = -1;
    for (wo_table_entry *e; (e = wo_table_next(&walked, &position)); seen++) {
      for (int i = 0; i < KEYS; i++) {
        if (model[i] != wo_as_int(e->value)) continue;
        CHECK(order[i] > last);
        last = order[i];
      }
    }
    CHECK_EQ(seen, live);
  }
  small_free(s);
}

TEST(
    "an iterator over a growing, shrinking and cleared table sees each entry once, and later "
    "ones") {
  small_runtime *s = small_new();
  wo_table *t = wo_table_new(s->heap, 0);
  for (int i = 0; i < 10; i++) t = wo_table_put(s->heap, t, wo_from_int(i), wo_from_int(i), 0);
  wo_table *walked = t;
  uint32_t position = 0;
  for (int i = 0; i < 5; i++) CHECK(wo_table_next(&walked, &position)->key == wo_from_int(i));
  for (int i = 0; i < 7; i++) wo_table_delete(s->heap, t, wo_from_int(i));
  for (int i = 10; i < 100; i++) t = wo_table_put(s->heap, t, wo_from_int(i), wo_from_int(i), 0);
  CHECK(walked != t);
  for (int i = 7; i < 50; i++) CHECK(wo_table_next(&walked, &position)->key == wo_from_int(i));
  CHECK(walked == t);
  wo_table_clear(s->heap, t);
  CHECK(!wo_table_next(&walked, &position));
  t = wo_table_put(s->heap, t, wo_from_int(1000), WO_NULL, 0);
  wo_table_entry *e = wo_table_next(&walked, &position);
  CHECK(e && e->key == wo_from_int(1000));
  CHECK(!wo_table_next(&walked, &position));
  small_free(s);
}

TEST("a table used as a queue stays small, and its first entry is found at once") {
  small_runtime *s = small_new();
  wo_table *t = wo_table_new(s->heap, 0);
  for (int i = 0; i < 100000; i++) {
    t = wo_table_put(s->heap, t, wo_from_int(i), WO_TRUE, 0);
    if (i < 3) continue;
    wo_table *walked = t;
    uint32_t position = 0;
    wo_table_entry *e = wo_table_next(&walked, &position);
    CHECK(e->key == wo_from_int(i - 3));
    wo_table_delete(s->heap, t, e->key);
  }
  CHECK(t->capacity <= 8);
  small_free(s);
}

TEST("objects as keys are found after every collection") {
  small_runtime *s = small_new();
  wo_value map = s->regs[0] = wo_map_new(s->heap, WO_KIND_MAP);
  s->regs[1] = wo_array_new(s->heap, 0);
  for (int i = 0; i < 500; i++) {
    wo_value key = wo_object_new(s->heap, 0);
    wo_array_push(s->heap, wo_pointer(s->regs[1]), key);
    wo_map *m = wo_pointer(map);
    m->table = wo_table_put(s->heap, m->table, key, wo_from_int(i), 0);
  }
  for (int round = 0; round < 3; round++) {
    wo_collect(s->isolate);
    wo_array *keys = wo_pointer(s->regs[1]);
    wo_map *m = wo_pointer(s->regs[0]);
    for (uint32_t i = 0; i < keys->length; i++) {
      CHECK(value_of(s, m->table, wo_array_get(keys, i)) == wo_from_int((int32_t)i));
    }
  }
  small_free(s);
}
