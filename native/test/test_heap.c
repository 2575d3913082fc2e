#include "../src/channel.h"
#include "../src/limits.h"
#include "small_runtime.h"
#include "test.h"

static wo_value list_of(small_runtime *s, int count) {
  wo_value list = WO_NULL;
  for (int i = count; i-- > 0;) {
    wo_value node = wo_object_new(s->heap, 2);
    small_set(s, node, "value", wo_from_int(i));
    small_set(s, node, "next", list);
    list = node;
  }
  return list;
}

static int list_length(small_runtime *s, wo_value list) {
  int n = 0;
  for (; wo_is_object(list); list = small_get(s, list, "next")) {
    CHECK(small_get(s, list, "value") == wo_from_int(n));
    n++;
  }
  return n;
}

TEST("[W21] what a register names survives a collection with all it reaches, the rest is gone") {
  small_runtime *s = small_new();
  s->regs[3] = list_of(s, 1000);
  uint64_t kept = wo_heap_bytes(s->heap);
  list_of(s, 20000);
  CHECK(wo_heap_bytes(s->heap) > 10 * kept);
  wo_collect(s->isolate);
  CHECK(wo_heap_bytes(s->heap) <= 2 * kept);
  CHECK_EQ(list_length(s, s->regs[3]), 1000);
  s->regs[3] = WO_UNDEFINED;
  wo_collect(s->isolate);
  CHECK_EQ(wo_heap_bytes(s->heap), 0);
  CHECK_EQ(s->isolate->shard->stats.collections, 2);
  CHECK(s->isolate->shard->stats.collected_bytes > kept);
  small_free(s);
}

TEST("cycles and sharing survive") {
  small_runtime *s = small_new();
  wo_value a = wo_object_new(s->heap, 1), array = wo_array_new(s->heap, 0);
  small_set(s, a, "self", a);
  small_set(s, a, "array", array);
  wo_array_push(s->heap, wo_pointer(array), a);
  s->regs[0] = a;
  s->regs[1] = array;
  wo_collect(s->isolate);
  CHECK(s->regs[0] != a);
  CHECK(small_get(s, s->regs[0], "self") == s->regs[0]);
  CHECK(small_get(s, s->regs[0], "array") == s->regs[1]);
  CHECK(wo_array_get(wo_pointer(s->regs[1]), 0) == s->regs[0]);
  small_free(s);
}

TEST("a chain of a million cells is collected without recursion") {
  small_runtime *s = small_new();
  wo_value box = WO_NULL;
  for (int i = 0; i < 1000000; i++) box = wo_box_new(s->heap, box);
  s->regs[0] = box;
  wo_collect(s->isolate);
  int n = 0;
  for (wo_value v = s->regs[0]; v != WO_NULL; v = ((wo_box *)wo_pointer(v))->value) n++;
  CHECK_EQ(n, 1000000);
  small_free(s);
}

TEST("large cells stay where they are, are scanned, and go when nothing names them") {
  small_runtime *s = small_new();
  wo_value array = s->regs[0] = wo_array_new(s->heap, 10000);
  wo_vector *elements = ((wo_array *)wo_pointer(array))->elements;
  CHECK(elements->cell.flags & WO_CELL_LARGE);
  for (int i = 0; i < 10000; i++)
    wo_array_push(s->heap, wo_pointer(array), wo_string_format(s->heap, "item %d", i));
  wo_bytes_new(s->heap, 1 << 20);
  uint64_t before = wo_heap_bytes(s->heap);
  wo_collect(s->isolate);
  CHECK(wo_heap_bytes(s->heap) < before - (1 << 19));
  wo_array *moved = wo_pointer(s->regs[0]);
  CHECK(moved->elements == elements);
  CHECK(!(elements->cell.flags & WO_CELL_MARKED));
  bool all = true;
  for (int i = 0; i < 10000; i++) {
    char text[20];
    snprintf(text, sizeof text, "item %d", i);
    all &= small_is(s, wo_array_get(moved, (uint32_t)i), text);
  }
  CHECK(all);
  wo_collect(s->isolate);
  s->regs[0] = WO_UNDEFINED;
  wo_collect(s->isolate);
  CHECK(!s->heap->chunks);
  CHECK_EQ(wo_heap_bytes(s->heap), 0);
  small_free(s);
}

TEST("large cells that name each other in a circle are scanned once") {
  small_runtime *s = small_new();
  wo_value a = wo_array_new(s->heap, 8000), b = wo_array_new(s->heap, 8000);
  wo_array_push(s->heap, wo_pointer(a), b);
  wo_array_push(s->heap, wo_pointer(b), a);
  s->regs[0] = a;
  wo_collect(s->isolate);
  wo_value b2 = wo_array_get(wo_pointer(s->regs[0]), 0);
  CHECK(wo_array_get(wo_pointer(b2), 0) == s->regs[0]);
  s->regs[0] = WO_UNDEFINED;
  wo_collect(s->isolate);
  CHECK(!s->heap->chunks);
  small_free(s);
}

TEST("a flattened rope is replaced by its string, one not yet flattened keeps its parts") {
  small_runtime *s = small_new();
  wo_value rope = wo_string_concat(s->heap, small_text(s, "a string of some length, "),
                                   small_text(s, "and another one behind it"));
  wo_value open = wo_string_concat(s->heap, rope, small_text(s, ", and a third"));
  s->regs[0] = s->regs[1] = rope;
  s->regs[2] = open;
  wo_string_flat(s->heap, rope);
  wo_collect(s->isolate);
  CHECK(wo_cell_of(s->regs[0])->kind == WO_KIND_STRING);
  CHECK(s->regs[0] == s->regs[1]);
  CHECK(wo_cell_of(s->regs[2])->kind == WO_KIND_ROPE);
  CHECK(((wo_rope *)wo_pointer(s->regs[2]))->left == s->regs[0]);
  CHECK(small_is(s, s->regs[2], "a string of some length, and another one behind it, and a third"));
  small_free(s);
}

TEST("holds that a live value names stay, others are released") {
  small_runtime *s = small_new();
  wo_channel *channel = wo_channel_new(s->rt, 1);
  wo_value holds[3];
  for (int i = 0; i < 3; i++) holds[i] = wo_hold_add(s->isolate, &channel->handle, WO_DIR_SEND);
  wo_value o = wo_object_new(s->heap, 1);
  small_set(s, o, "end", holds[1]);
  s->regs[0] = o;
  s->regs[1] = holds[2];
  CHECK_EQ(channel->senders, 3);
  wo_collect(s->isolate);
  CHECK(small_get(s, s->regs[0], "end") == holds[1]);
  CHECK(s->regs[1] == holds[2]);
  CHECK_EQ(channel->senders, 2);
  CHECK(wo_hold_of(s->isolate, holds[1])->live && wo_hold_of(s->isolate, holds[2])->live);
  small_free(s);
}

TEST("every kind of cell survives with its references") {
  small_runtime *s = small_new();
  wo_proto proto = {.name = wo_intern_ascii(s->rt, "f"), .capture_count = 2};
  wo_heap *h = s->heap;
  wo_value inner = small_text(s, "the value all of them reach");
  wo_value f = wo_function_new(h, &proto);
  ((wo_function *)wo_pointer(f))->captures[1] = wo_box_new(h, inner);
  wo_value map = wo_map_new(h, WO_KIND_MAP),
           dictionary = wo_object_with_proto(h, wo_object_new(h, 0), 0);
  wo_map *m = wo_pointer(map);
  m->table = wo_table_put(h, m->table, inner, inner, 0);
  wo_object_to_dictionary(h, wo_pointer(dictionary));
  small_set(s, dictionary, "k", inner);
  small_set(s, wo_prototype_of(h, dictionary), "inherited", inner);
  wo_value accessor_owner = wo_object_new(h, 0);
  wo_define_accessor(h, accessor_owner, small_key(s, "pair"), f, WO_UNDEFINED,
                     WO_ATTR_CONFIGURABLE);
  s->regs[0] = f;
  s->regs[1] = map;
  s->regs[2] = dictionary;
  s->regs[3] = accessor_owner;
  s->regs[4] = wo_iterator_new(h, map, WO_ITER_VALUES);
  s->regs[5] = wo_error_new(h, NULL, WO_B_Error, inner);
  s->regs[6] = wo_symbol_new(h, inner);
  s->regs[7] = wo_bytes_new(h, 100);
  ((wo_bytes *)wo_pointer(s->regs[7]))->buffer->data[99] = 7;
  for (int round = 0; round < 2; round++) wo_collect(s->isolate);
  const char *text = "the value all of them reach";
  wo_value box = ((wo_function *)wo_pointer(s->regs[0]))->captures[1];
  CHECK(small_is(s, ((wo_box *)wo_pointer(box))->value, text));
  wo_table *t = ((wo_map *)wo_pointer(s->regs[1]))->table;
  CHECK(wo_table_find(h, t, small_text(s, text)) == 0);
  CHECK(small_is(s, wo_table_entries(t)[0].value, text));
  CHECK(small_is(s, small_get(s, s->regs[2], "k"), text));
  CHECK(small_is(s, small_get(s, s->regs[2], "inherited"), text));
  wo_accessor *pair = wo_pointer(small_get(s, s->regs[3], "pair"));
  CHECK(pair->get == s->regs[0]);
  CHECK(((wo_iterator *)wo_pointer(s->regs[4]))->target == wo_from_cell(t));
  CHECK(small_is(s, small_get(s, s->regs[5], "message"), text));
  CHECK(small_is(s, ((wo_symbol *)wo_pointer(s->regs[6]))->description, text));
  CHECK_EQ(((wo_bytes *)wo_pointer(s->regs[7]))->buffer->data[99], 7);
  small_free(s);
}

TEST(
    "[W24] the heap of a fiber not yet begun, which any thread may fill, is no business of its "
    "shard") {
  small_runtime *s = small_new();
  wo_shard *shard = s->isolate->shard;
  wo_chunk kept = {.size = WO_CHUNK_FIRST};
  shard->chunk_cache = &kept;
  shard->chunk_cached = 1;
  s->isolate->started = 0;
  while (!s->heap->collect_due) wo_box_new(s->heap, WO_NULL);
  wo_heap_free(s->heap);
  CHECK(shard->chunk_cache == &kept && shard->chunk_cached == 1 && !kept.next);
  CHECK_EQ(shard->budget, 1000);
  shard->chunk_cache = NULL;
  shard->chunk_cached = 0;
  small_free(s);
}

TEST("passing the threshold asks for a collection at the next safepoint, once") {
  small_runtime *s = small_new();
  s->isolate->shard->budget = 500;
  while (!s->heap->collect_due) wo_box_new(s->heap, WO_NULL);
  CHECK(wo_heap_bytes(s->heap) >= WO_COLLECT_FIRST);
  CHECK_EQ(s->isolate->shard->budget, 0);
  CHECK_EQ(s->isolate->shard->budget_held, 500);
  wo_collect(s->isolate);
  CHECK(!s->heap->collect_due);
  CHECK(s->heap->grown->collect_at >= WO_COLLECT_FIRST);
  small_free(s);
}

TEST("the next collection comes when the live data has doubled") {
  small_runtime *s = small_new();
  s->regs[0] = list_of(s, 60000);
  wo_collect(s->isolate);
  CHECK(wo_heap_bytes(s->heap) > WO_COLLECT_FIRST);
  uint64_t twice = 2 * wo_heap_bytes(s->heap);
  CHECK_EQ(s->heap->grown->major_at, twice > WO_MAJOR_FIRST ? twice : WO_MAJOR_FIRST);
  CHECK_EQ(s->heap->grown->collect_at, wo_heap_bytes(s->heap) + s->heap->grown->nursery);
  small_free(s);
}

TEST("live data beyond the quota is told after the collection") {
  small_runtime *s = small_new();
  wo_heap_set_quota(s->heap, 100000);
  list_of(s, 5000);
  CHECK(s->heap->collect_due);
  wo_collect(s->isolate);
  CHECK(!s->heap->over_quota);
  s->regs[0] = list_of(s, 5000);
  wo_collect(s->isolate);
  CHECK(s->heap->over_quota);
  small_free(s);
}

TEST("a heap whose live data come near its quota collects by the chunk, not by the cell") {
  static const uint64_t quotas[] = {400000, 600000, 1500000, 2000000, 4000000};
  for (size_t i = 0; i < WO_COUNT(quotas); i++) {
    small_runtime *s = small_new();
    wo_heap_set_quota(s->heap, quotas[i]);
    s->regs[0] = list_of(s, (int)(quotas[i] * 3 / 4 / 40));
    for (int near = 0; near < 20; near++) {
      uint64_t before = s->isolate->shard->stats.collections, bytes = 4u << 20;
      for (uint64_t n = 0; n < bytes; n += sizeof(wo_box)) {
        wo_box_new(s->heap, WO_NULL);
        if (s->heap->collect_due) wo_collect_due(s->isolate);
      }
      CHECK(s->isolate->shard->stats.collections - before <= bytes / (16 << 10));
      // A little nearer to it.
      wo_value longer = list_of(s, (int)(quotas[i] / 80 / 40));
      small_set(s, longer, "kept", s->regs[0]);
      s->regs[0] = longer;
    }
    small_free(s);
  }
}

TEST("a reservation is granted, asks for one collection, or is refused") {
  small_runtime *s = small_new();
  wo_fiber *fiber = &s->isolate->fiber;
  CHECK(wo_heap_reserve(s->heap, fiber, 64u << 20) == WO_DONE);  // no quota
  wo_heap_set_quota(s->heap, 2000000);
  wo_bytes_new(s->heap, 1500000);
  CHECK(wo_heap_reserve(s->heap, fiber, 400000) == WO_DONE);
  CHECK(wo_heap_reserve(s->heap, fiber, 1000000) == WO_RETRY);
  wo_collect(s->isolate);
  CHECK(wo_heap_reserve(s->heap, fiber, 1000000) == WO_DONE);
  s->regs[0] = wo_bytes_new(s->heap, 1500000);
  CHECK(wo_heap_reserve(s->heap, fiber, 1000000) == WO_RETRY);
  wo_collect(s->isolate);
  CHECK(wo_heap_reserve(s->heap, fiber, 1000000) == WO_THREW);
  CHECK(wo_heap_reserve(s->heap, fiber, 3000000) == WO_THREW);
  fiber->thrown = WO_UNDEFINED;
  small_free(s);
}

TEST("adopted chunks belong to the heap and are collected like its own") {
  small_runtime *s = small_new();
  wo_heap other;
  wo_heap_init(&other, s->rt, NULL);
  other.new_flags = 0;
  wo_value array = wo_array_new(&other, 10000);
  for (int i = 0; i < 1000; i++) {
    wo_array_push(&other, wo_pointer(array), wo_string_format(&other, "%d", i + 100));
  }
  uint64_t bytes = wo_heap_bytes(&other);
  wo_heap_adopt(s->heap, wo_heap_give(&other));
  wo_heap_free(&other);
  CHECK_EQ(wo_heap_bytes(s->heap), bytes);
  s->regs[0] = array;
  small_text(s, "something of its own");
  wo_collect(s->isolate);
  CHECK(small_is(s, wo_array_get(wo_pointer(s->regs[0]), 999), "1099"));
  CHECK(wo_heap_bytes(s->heap) <= bytes * 2);
  small_free(s);
}

TEST("an inline chunk is used first, and never freed") {
  small_runtime *s = small_new();
  static union {
    wo_chunk chunk;
    uint64_t words[64];
  } block;
  block.chunk =
      (wo_chunk){.flags = WO_CHUNK_INLINE, .size = sizeof block, .used = sizeof(wo_chunk)};
  wo_heap_adopt(s->heap, &block.chunk);
  wo_value first = wo_box_new(s->heap, wo_from_int(5));
  CHECK((uint8_t *)wo_pointer(first) == (uint8_t *)(&block.chunk + 1));
  s->regs[0] = first;
  wo_collect(s->isolate);
  CHECK(((wo_box *)wo_pointer(s->regs[0]))->value == wo_from_int(5));
  CHECK(s->regs[0] != first);
  small_free(s);
}

TEST(
    "cells of shared heaps do not move, and an image still loading may point into its loader's "
    "heap") {
  small_runtime *s = small_new();
  wo_heap *shared = &s->rt->shared;
  wo_value cls = wo_object_new(shared, 2), parent = wo_object_new(shared, 0);
  small_set(s, cls, "method", small_text(s, "a cell of the loader's heap"));
  small_set(s, cls, "parent", parent);
  small_set(s, parent, "deep", small_text(s, "another, one object further"));
  static wo_image image;
  image.heap = shared;
  wo_fiber_rare(&s->isolate->fiber)->loads = &image;
  wo_value classes[] = {cls};
  image.classes = classes;
  image.class_count = 1;
  s->regs[0] = cls;
  for (int i = 0; i < 3; i++) {
    wo_collect(s->isolate);
    CHECK(s->regs[0] == cls);
    CHECK(small_is(s, small_get(s, cls, "method"), "a cell of the loader's heap"));
    CHECK(small_is(s, small_get(s, parent, "deep"), "another, one object further"));
    CHECK(!(wo_cell_of(cls)->flags & WO_CELL_MARKED));
  }
  s->isolate->fiber.rare->loads = NULL;
  small_free(s);
}

TEST("a random graph has the same form after every collection") {
  small_runtime *s = small_new();
  uint64_t state = test_seed(7);
  enum { NODES = 400 };
  // Node i is an array: its number, then the nodes it names. An edge list beside it is the model.
  int edges[NODES][4];
  s->regs[0] = wo_array_new(s->heap, 0);
  for (int i = 0; i < NODES; i++) {
    wo_value node = wo_array_new(s->heap, i % 50 == 0 ? 5000 : 0);
    wo_array_push(s->heap, wo_pointer(node), wo_from_int(i));
    for (int k = 0; k < 4; k++) wo_array_push(s->heap, wo_pointer(node), WO_NULL);
    wo_array_push(s->heap, wo_pointer(s->regs[0]), node);
    memset(edges[i], -1, sizeof edges[i]);
  }
  for (int round = 0; round < 30; round++) {
    wo_array *nodes = wo_pointer(s->regs[0]);
    for (int n = 0; n < 100; n++) {
      int from = (int)(test_random(&state) % NODES), k = (int)(test_random(&state) % 4);
      int to = (int)(test_random(&state) % NODES);
      wo_array_set(s->heap, wo_pointer(wo_array_get(nodes, (uint32_t)from)), (uint32_t)k + 1,
                   wo_array_get(nodes, (uint32_t)to));
      edges[from][k] = to;
      list_of(s, 5);
    }
    wo_collect(s->isolate);
    nodes = wo_pointer(s->regs[0]);
    for (int i = 0; i < NODES; i++) {
      wo_array *node = wo_pointer(wo_array_get(nodes, (uint32_t)i));
      CHECK(wo_array_get(node, 0) == wo_from_int(i));
      for (uint32_t k = 0; k < 4; k++) {
        wo_value wanted = edges[i][k] < 0 ? WO_NULL : wo_array_get(nodes, (uint32_t)edges[i][k]);
        CHECK(wo_array_get(node, k + 1) == wanted);
      }
    }
  }
  small_free(s);
}

// --- generations ---

// A runtime whose heap is generational; what `regs` name is old.
static small_runtime *grown_new(void) {
  small_runtime *s = small_new();
  s->regs[60] = list_of(s, 20000);
  wo_heap_grow(s->heap);
  wo_collect_as(s->isolate, WO_MAJOR);
  CHECK(s->heap->grown->generational);
  CHECK(wo_cell_of(s->regs[60])->flags & WO_CELL_OLD);
  return s;
}

// What is in the registers now becomes old.
static void make_old(small_runtime *s) { wo_collect_as(s->isolate, WO_MINOR); }

static wo_value young_text(small_runtime *s, int number) {
  return wo_string_format(s->heap, "a young text, number %d", number);
}
static bool is_young_text(small_runtime *s, wo_value v, int number) {
  char text[40];
  snprintf(text, sizeof text, "a young text, number %d", number);
  return small_is(s, v, text);
}

TEST(
    "a minor collection copies what is young and alive, once, and leaves old cells where they "
    "are") {
  small_runtime *s = grown_new();
  wo_value old = s->regs[60];
  uint64_t before = wo_heap_bytes(s->heap);
  s->regs[0] = list_of(s, 100);
  list_of(s, 5000);
  wo_value young = s->regs[0];
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK(s->regs[60] == old);
  CHECK(s->regs[0] != young);
  CHECK(wo_cell_of(s->regs[0])->flags & WO_CELL_OLD);
  CHECK(!s->heap->chunks);
  CHECK(wo_heap_bytes(s->heap) <= before + WO_CHUNK_LAST);
  young = s->regs[0];
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK(s->regs[0] == young);
  CHECK_EQ(list_length(s, young), 100);
  CHECK_EQ(list_length(s, old), 20000);
  small_free(s);
}

TEST("[W21] what only an old cell names survives a minor collection, whatever kind of cell it is") {
  small_runtime *s = grown_new();
  wo_heap *h = s->heap;
  wo_value *R = s->regs;
  R[0] = wo_object_new(h, 2);
  R[1] = wo_object_new(h, 0);  // properties in a vector
  R[2] = wo_object_new(h, 0);  // in a dictionary
  wo_object_to_dictionary(h, wo_pointer(R[2]));
  R[3] = wo_array_new(h, 4);
  R[4] = wo_map_new(h, WO_KIND_MAP);
  R[5] = wo_box_new(h, WO_HOLE);
  R[6] = wo_array_new(h, 0);   // elements made when it is old
  R[7] = wo_object_new(h, 1);  // gets a prototype of its own
  small_set(s, R[1], "first", WO_NULL);
  wo_array_push(h, wo_pointer(R[3]), WO_NULL);
  make_old(s);

  small_set(s, R[0], "value", young_text(s, 0));
  small_set(s, R[1], "first", young_text(s, 1));
  for (int i = 0; i < 9; i++) {
    char key[16];
    snprintf(key, sizeof key, "key%d", i);
    small_set(s, R[1], key, young_text(s, 10 + i));
  }
  small_set(s, R[2], "value", young_text(s, 2));
  wo_array_set(h, wo_pointer(R[3]), 0, young_text(s, 3));
  wo_map *map = wo_pointer(R[4]);
  for (int i = 0; i < 20; i++) {
    wo_table *t = wo_table_put(h, map->table, wo_from_int(i), young_text(s, 20 + i), WO_ATTR_PLAIN);
    if (t != map->table) wo_write_cell(h, map, &map->table, t);
  }
  wo_box *box = wo_pointer(R[5]);
  wo_write_slot(h, box, &box->value, young_text(s, 5));
  for (int i = 0; i < 40; i++) wo_array_push(h, wo_pointer(R[6]), young_text(s, 50 + i));
  wo_value proto = wo_object_new(h, 1);
  small_set(s, proto, "inherited", young_text(s, 7));
  CHECK(wo_set_prototype(h, R[7], proto));

  for (int round = 0; round < 3; round++) {
    wo_collect_as(s->isolate, round == 2 ? WO_MAJOR : WO_MINOR);
    list_of(s, 100);
    CHECK(is_young_text(s, small_get(s, R[0], "value"), 0));
    CHECK(is_young_text(s, small_get(s, R[1], "first"), 1));
    CHECK(is_young_text(s, small_get(s, R[1], "key8"), 18));
    CHECK(is_young_text(s, small_get(s, R[2], "value"), 2));
    CHECK(is_young_text(s, wo_array_get(wo_pointer(R[3]), 0), 3));
    map = wo_pointer(R[4]);
    for (int i = 0; i < 20; i++) {
      int64_t at = wo_table_find(h, map->table, wo_from_int(i));
      CHECK(at >= 0 && is_young_text(s, wo_table_entries(map->table)[at].value, 20 + i));
    }
    CHECK(is_young_text(s, ((wo_box *)wo_pointer(R[5]))->value, 5));
    CHECK(is_young_text(s, wo_array_get(wo_pointer(R[6]), 39), 89));
    CHECK(is_young_text(s, small_get(s, R[7], "inherited"), 7));
  }
  small_free(s);
}

TEST("an old cell written to many times is remembered once, and forgotten by the collection") {
  small_runtime *s = grown_new();
  s->regs[0] = wo_box_new(s->heap, WO_NULL);
  make_old(s);
  wo_box *box = wo_pointer(s->regs[0]);
  wo_grown *grown = s->heap->grown;
  wo_write_slot(s->heap, box, &box->value, wo_from_int(1));
  CHECK_EQ(grown->remembered_count, 0);  // no pointer
  for (int i = 0; i < 5; i++) wo_write_slot(s->heap, box, &box->value, young_text(s, i));
  CHECK_EQ(grown->remembered_count, 1);
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK_EQ(grown->remembered_count, 0);
  CHECK(box->cell.flags & WO_CELL_OLD);
  CHECK(is_young_text(s, box->value, 4));
  small_free(s);
}

TEST("of an old large cell the cards written to are visited, and no others") {
  small_runtime *s = grown_new();
  s->regs[0] = wo_array_new(s->heap, 50000);
  wo_array *array = wo_pointer(s->regs[0]);
  for (int i = 0; i < 50000; i++) wo_array_push(s->heap, array, WO_NULL);
  make_old(s);
  array = wo_pointer(s->regs[0]);
  wo_vector *elements = array->elements;
  wo_chunk *chunk = (wo_chunk *)elements - 1;
  size_t count, marked = 0;
  const uint8_t *cards = wo_chunk_cards(chunk, &count);
  static const uint32_t at[] = {0, 61, 62, 63, 30000, 49999};
  for (size_t i = 0; i < WO_COUNT(at); i++) {
    wo_array_set(s->heap, array, at[i], young_text(s, (int)at[i]));
  }
  for (size_t i = 0; i < count; i++) marked += cards[i];
  CHECK_EQ(marked, 4);  // a card of 512 bytes: 62 items behind the header, then 64
  CHECK(chunk->flags & WO_CHUNK_DIRTY);
  CHECK(s->heap->grown->dirty == chunk);
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK(!(chunk->flags & WO_CHUNK_DIRTY) && !s->heap->grown->dirty);
  for (size_t i = 0; i < count; i++) CHECK(!cards[i]);
  for (size_t i = 0; i < WO_COUNT(at); i++) {
    CHECK(is_young_text(s, wo_array_get(array, at[i]), (int)at[i]));
  }
  // Moved about: every card.
  elements->items[7] = young_text(s, 7);
  wo_write_many(s->heap, elements);
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK(is_young_text(s, wo_array_get(array, 7), 7));
  small_free(s);
}

TEST("a large vector that grows out of an old one is old at once and keeps its marked cards") {
  small_runtime *s = grown_new();
  s->regs[0] = wo_array_new(s->heap, 20000);
  for (int i = 0; i < 20000; i++) wo_array_push(s->heap, wo_pointer(s->regs[0]), WO_NULL);
  make_old(s);
  wo_array *array = wo_pointer(s->regs[0]);
  wo_array_set(s->heap, array, 100, young_text(s, 100));
  wo_array_push(s->heap, array, young_text(s, 20000));
  CHECK(array->elements->capacity > 20000);
  CHECK(array->elements->cell.flags & WO_CELL_OLD);
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK(is_young_text(s, wo_array_get(array, 100), 100));
  CHECK(is_young_text(s, wo_array_get(array, 20000), 20000));
  CHECK(wo_array_get(array, 19999) == WO_NULL);
  small_free(s);
}

TEST("a large old table finds its object keys after minor and major collections have moved them") {
  small_runtime *s = grown_new();
  enum { KEYS = 6000 };
  s->regs[0] = wo_array_new(s->heap, KEYS);
  s->regs[1] = wo_map_new(s->heap, WO_KIND_MAP);
  for (int i = 0; i < KEYS; i++) {
    wo_value key = wo_box_new(s->heap, wo_from_int(i));
    wo_array_push(s->heap, wo_pointer(s->regs[0]), key);
    wo_map *map = wo_pointer(s->regs[1]);
    wo_table *t = wo_table_put(s->heap, map->table, key, young_text(s, i), WO_ATTR_PLAIN);
    if (t != map->table) wo_write_cell(s->heap, map, &map->table, t);
    if (i % 500 == 499) wo_collect_as(s->isolate, i % 2000 == 1999 ? WO_MAJOR : WO_MINOR);
  }
  wo_table *t = ((wo_map *)wo_pointer(s->regs[1]))->table;
  CHECK(t->cell.flags & WO_CELL_LARGE);
  for (int i = 0; i < KEYS; i += 7) {
    int64_t at = wo_table_find(s->heap, t, wo_array_get(wo_pointer(s->regs[0]), (uint32_t)i));
    CHECK(at == i && is_young_text(s, wo_table_entries(t)[at].value, i));
  }
  small_free(s);
}

TEST("holds that old cells name are left alone by minor collections, and swept by full ones") {
  small_runtime *s = grown_new();
  wo_channel *channel = wo_channel_new(s->rt, 1);
  s->regs[0] = wo_box_new(s->heap, wo_hold_add(s->isolate, &channel->handle, WO_DIR_SEND));
  wo_hold_add(s->isolate, &channel->handle, WO_DIR_SEND);  // nobody names it
  make_old(s);
  CHECK_EQ(channel->senders, 2);
  wo_collect_as(s->isolate, WO_MINOR);
  CHECK_EQ(channel->senders, 2);
  wo_collect_as(s->isolate, WO_MAJOR);
  CHECK_EQ(channel->senders, 1);
  small_free(s);
}

// Makes and drops `count` ends. The most entries their table has had.
static uint32_t drop_ends(small_runtime *s, int count, uint32_t *collections) {
  wo_channel *channel = wo_channel_new(s->rt, 1);
  wo_handle_ref(&channel->handle);
  uint32_t before = s->heap->grown->collections;
  for (int i = 0; i < count; i++) {
    wo_hold_add(s->isolate, &channel->handle, WO_DIR_SEND);
    if (s->heap->collect_due) wo_collect_due(s->isolate);
  }
  *collections = s->heap->grown->collections - before;
  wo_handle_unref(&channel->handle);
  return s->isolate->hold_capacity;
}

TEST("a program that makes and drops many ends has a table as large as its heap, and no larger") {
  small_runtime *s = grown_new();
  make_old(s);
  uint32_t collections, more;
  uint32_t entries = drop_ends(s, 1000000, &collections);
  CHECK(entries * sizeof(wo_hold) <= wo_heap_bytes(s->heap));
  CHECK_EQ(drop_ends(s, 1000000, &more), entries);
  CHECK(collections <= 200 && more <= 200);
  small_free(s);
}

TEST("a full collection makes a heap that has become small a small one again") {
  small_runtime *s = grown_new();
  s->regs[0] = wo_box_new(s->heap, small_text(s, "what stays"));
  make_old(s);
  s->regs[60] = WO_UNDEFINED;
  wo_collect_as(s->isolate, WO_MAJOR);
  wo_collect_as(s->isolate, WO_PLAIN);
  wo_value v = ((wo_box *)wo_pointer(s->regs[0]))->value;
  CHECK(!s->heap->grown->generational && !s->heap->grown->old);
  CHECK(!(wo_cell_of(s->regs[0])->flags & WO_CELL_OLD));
  CHECK(small_is(s, v, "what stays"));
  CHECK(wo_heap_bytes(s->heap) <= 2 * WO_CHUNK_FIRST);
  CHECK(!wo_heap_untidy(s->heap));
  while (wo_heap_bytes(s->heap) < WO_UNTIDY_BYTES) wo_box_new(s->heap, WO_NULL);
  CHECK(wo_heap_untidy(s->heap));
  small_free(s);
}

TEST("a random graph keeps its form over minor and major collections in any order") {
  small_runtime *s = grown_new();
  uint64_t state = test_seed(11);
  enum { NODES = 300, FIELDS = 5 };
  int edges[NODES][FIELDS];
  memset(edges, -1, sizeof edges);
  s->regs[0] = wo_array_new(s->heap, 0);
  for (int i = 0; i < NODES; i++) {
    // Some large, some that grow with every push.
    wo_value node = wo_array_new(s->heap, i % 30 == 0 ? 6000 : i % 3);
    for (int k = 0; k <= FIELDS; k++) wo_array_push(s->heap, wo_pointer(node), WO_NULL);
    wo_array_set(s->heap, wo_pointer(node), 0, wo_from_int(i));
    wo_array_push(s->heap, wo_pointer(s->regs[0]), node);
  }
  for (int round = 0; round < 60; round++) {
    wo_array *nodes = wo_pointer(s->regs[0]);
    for (int n = 0; n < 60; n++) {
      uint32_t from = (uint32_t)(test_random(&state) % NODES), to = test_random(&state) % NODES;
      int k = (int)(test_random(&state) % FIELDS);
      // A node is replaced by a young copy now and then.
      if (n % 4 == 0) {
        wo_array *old = wo_pointer(wo_array_get(nodes, to));
        wo_value copy = wo_array_of(s->heap, wo_array_items(old), FIELDS + 1);
        wo_array_set(s->heap, nodes, to, copy);
        for (int f = 0; f < NODES; f++) {
          for (int e = 0; e < FIELDS; e++) {
            if (edges[f][e] != (int)to) continue;
            wo_array_set(s->heap, wo_pointer(wo_array_get(nodes, (uint32_t)f)), (uint32_t)e + 1,
                         copy);
          }
        }
      }
      wo_array_set(s->heap, wo_pointer(wo_array_get(nodes, from)), (uint32_t)k + 1,
                   wo_array_get(nodes, to));
      edges[from][k] = (int)to;
    }
    wo_extent extent = test_random(&state) % 5 ? WO_MINOR : WO_MAJOR;
    wo_collect_as(s->isolate, extent);
    nodes = wo_pointer(s->regs[0]);
    for (int i = 0; i < NODES; i++) {
      wo_array *node = wo_pointer(wo_array_get(nodes, (uint32_t)i));
      CHECK(wo_array_get(node, 0) == wo_from_int(i));
      for (uint32_t k = 0; k < FIELDS; k++) {
        wo_value wanted = edges[i][k] < 0 ? WO_NULL : wo_array_get(nodes, (uint32_t)edges[i][k]);
        CHECK(wo_array_get(node, k + 1) == wanted);
      }
    }
  }
  small_free(s);
}

TEST("pauses are counted by size") {
  small_runtime *s = small_new();
  for (int i = 0; i < 3; i++) wo_collect(s->isolate);
  uint64_t count = 0;
  for (int i = 0; i < WO_PAUSE_CLASSES; i++) count += s->isolate->shard->pauses[i];
  CHECK_EQ(count, 3);
  CHECK(s->isolate->shard->pause_max_ns > 0);
  CHECK_EQ(wo_pause_class(3), 3);
  CHECK(wo_pause_class(1000) < wo_pause_class(1300));
  CHECK_EQ(wo_pause_class(UINT64_MAX), WO_PAUSE_CLASSES - 1);
  small_free(s);
}

#ifdef WO_STRESS
TEST(
    "[Z28] memory that the system refuses comes out of the reserve, and the next safepoint is "
    "told") {
  small_runtime *s = small_new();
  wo_reserve_fill(s->rt);
  void *reserve = s->rt->reserve;
  CHECK(reserve != NULL);
  s->regs[0] = wo_box_new(s->heap, wo_from_int(1));
  s->heap->collect_due = 0;
  for (int large = 0; large < 2; large++) {
    wo_reserve_fill(s->rt);
    s->isolate->shard->budget = 500;
    wo_stress_fail_in = 0;
    if (large) wo_bytes_new(s->heap, 100000);
    while (wo_stress_fail_in >= 0) wo_box_new(s->heap, WO_NULL);
    CHECK(s->rt->reserve == NULL);
    CHECK_EQ(s->heap->over_quota, WO_MEMORY_REFUSED);
    CHECK(s->heap->collect_due);
    CHECK_EQ(s->isolate->shard->budget, 0);
    // No collection now: it would need memory.
    wo_value before = s->regs[0];
    wo_collect_due(s->isolate);
    CHECK(s->regs[0] == before);
    CHECK(!s->heap->collect_due);
    s->heap->over_quota = WO_MEMORY_FINE;
  }
  wo_reserve_fill(s->rt);
  wo_stress_fail_in = 0;
  CHECK(wo_heap_reserve(s->heap, &s->isolate->fiber, 100u << 20) == WO_RETRY);
  CHECK(wo_heap_reserve(s->heap, &s->isolate->fiber, 100u << 20) == WO_DONE);
  wo_reserve_free(s->rt);
  small_free(s);
}
#endif
