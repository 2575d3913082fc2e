#include "test.h"

#include "../src/table.h"
#include "hand_fibers.h"

static wo_runtime *rt;
static hand *from, *to;

static void begin(void) {
  rt = hand_runtime();
  from = hand_new(rt);
  to = hand_new(rt);
}

static void end(void) {
  hand_free(from, WO_FINAL_RETURNED);
  hand_free(to, WO_FINAL_RETURNED);
  hand_runtime_free(rt);
}

// Copies and adopts; WO_HOLE when refused.
static wo_value cross(wo_value value) {
  wo_value root;
  wo_message *message;
  if (wo_message_copy(&from->isolate.fiber, &value, 1, &root, &message) != WO_DONE) return WO_HOLE;
  return wo_message_adopt(&to->isolate, root, message);
}

static wo_heap *heap(void) { return &from->isolate.heap; }

TEST("what needs no memory makes no message") {
  begin();
  wo_value values[] = {
      wo_from_int(5), wo_from_double(0.5),         WO_NULL,
      WO_TRUE,        wo_intern_ascii(rt, "name"), wo_builtin_value(rt, WO_B_Object)};
  for (size_t i = 0; i < WO_COUNT(values); i++) {
    wo_value root;
    wo_message *message;
    CHECK(wo_message_copy(&from->isolate.fiber, &values[i], 1, &root, &message) == WO_DONE);
    CHECK(root == values[i] && !message);
  }
  end();
}

TEST("[W28] a message shares nothing with the sender, keeps sharing and cycles inside") {
  begin();
  wo_value inner = wo_object_new(heap(), 2);
  hand_set(from, inner, "text", hand_text(from, "a text of its own"));
  wo_value pair[] = {inner, inner, wo_from_int(3)};
  wo_value list = wo_array_of(heap(), pair, 3);
  wo_value outer = wo_object_new(heap(), 4);
  hand_set(from, outer, "list", list);
  hand_set(from, outer, "self", outer);
  hand_set(from, inner, "up", outer);

  wo_value got = cross(outer);
  CHECK(wo_is_object(got) && got != outer);
  CHECK(hand_get(to, got, "self") == got);
  wo_value copied = hand_get(to, got, "list");
  CHECK(wo_is_array(copied) && copied != list);
  wo_value first = wo_array_get(wo_pointer(copied), 0);
  CHECK(first == wo_array_get(wo_pointer(copied), 1) && first != inner);
  CHECK(wo_array_get(wo_pointer(copied), 2) == wo_from_int(3));
  CHECK(hand_get(to, first, "up") == got);
  wo_value text = hand_get(to, first, "text");
  CHECK(wo_pointer(text) != wo_pointer(hand_get(from, inner, "text")));
  CHECK(wo_string_equals(&to->isolate.heap, text, hand_text(to, "a text of its own")));

  // The source is as it was: it can be changed and sent again.
  hand_set(from, inner, "more", WO_TRUE);
  CHECK(hand_get(to, first, "more") == WO_HOLE);
  CHECK(hand_get(from, outer, "self") == outer);
  wo_value again = cross(outer);
  CHECK(hand_get(to, wo_array_get(wo_pointer(hand_get(to, again, "list")), 0), "more") == WO_TRUE);
  end();
}

TEST("[W28] depth costs no C stack: a list of a million cells crosses") {
  begin();
  enum { DEPTH = 1000000 };
  wo_value list = WO_NULL;
  for (int i = 0; i < DEPTH; i++) {
    wo_value items[] = {wo_from_int(i), list};
    list = wo_array_of(heap(), items, 2);
  }
  wo_value got = cross(list);
  CHECK(wo_is_array(got));
  int n = DEPTH;
  while (wo_is_array(got)) {
    CHECK(wo_array_get(wo_pointer(got), 0) == wo_from_int(--n));
    got = wo_array_get(wo_pointer(got), 1);
  }
  CHECK_EQ(n, 0);
  end();
}

TEST("ropes cross flat, also over strings that are in the message already") {
  begin();
  wo_value part = hand_text(from, "0123456789012345678901234567890123456789");
  wo_value rope = part;
  for (int i = 0; i < 100; i++) rope = wo_string_concat(heap(), rope, part);
  wo_value items[] = {part, rope, wo_string_concat(heap(), rope, part)};
  wo_value got = cross(wo_array_of(heap(), items, 3));
  CHECK(wo_is_array(got));
  wo_array *array = wo_pointer(got);
  for (uint32_t i = 0; i < 3; i++) {
    CHECK(wo_cell_of(wo_array_get(array, i))->kind == WO_KIND_STRING);
    CHECK(wo_string_length(wo_array_get(array, i)) == wo_string_length(items[i]));
    CHECK(wo_string_compare(&to->isolate.heap, wo_array_get(array, i), items[i]) == 0);
  }
  end();
}

TEST("large cells come in chunks of their own and are not copied by the receiver's collector") {
  begin();
  wo_value items[40];
  for (uint32_t i = 0; i < WO_COUNT(items); i++) {
    items[i] = wo_bytes_new(heap(), i % 2 ? 100 : WO_LARGE_BYTES * 2 + i);
    ((wo_bytes *)wo_pointer(items[i]))->buffer->data[7] = (uint8_t)i;
  }
  wo_value got = cross(wo_array_of(heap(), items, WO_COUNT(items)));
  to->file[1] = got;
  wo_buffer *before = ((wo_bytes *)wo_pointer(wo_array_get(wo_pointer(got), 0)))->buffer;
  wo_collect(&to->isolate);
  got = to->file[1];
  for (uint32_t i = 0; i < WO_COUNT(items); i++) {
    wo_bytes *bytes = wo_pointer(wo_array_get(wo_pointer(got), i));
    CHECK_EQ(bytes->buffer->data[7], i);
    CHECK_EQ(bytes->length, i % 2 ? 100 : WO_LARGE_BYTES * 2 + i);
  }
  CHECK(((wo_bytes *)wo_pointer(wo_array_get(wo_pointer(got), 0)))->buffer == before);
  end();
}

static wo_value map_with(wo_value key, wo_value value) {
  wo_value map = wo_map_new(heap(), WO_KIND_MAP);
  wo_map *m = wo_pointer(map);
  m->table = wo_table_put(heap(), m->table ? m->table : wo_table_new(heap(), 4), key, value, 0);
  return map;
}

TEST("a Map with objects for keys finds them on the other side, and in clones") {
  begin();
  wo_value key = wo_object_new(heap(), 0);
  wo_value map = map_with(key, wo_from_int(11));
  wo_value items[] = {map, key};
  wo_value root, value = wo_array_of(heap(), items, 2);
  wo_message *message;
  CHECK(wo_message_copy(&from->isolate.fiber, &value, 1, &root, &message) == WO_DONE);
  wo_message *clone = wo_message_clone(message);
  wo_value lists[] = {wo_message_adopt(&to->isolate, root, message),
                      wo_message_adopt(&to->isolate, WO_UNDEFINED, clone)};
  for (int i = 0; i < 2; i++) {
    wo_value copied = wo_array_get(wo_pointer(lists[i]), 1);
    wo_table *table = ((wo_map *)wo_pointer(wo_array_get(wo_pointer(lists[i]), 0)))->table;
    CHECK_EQ(wo_table_find(&to->isolate.heap, table, copied), 0);
  }
  CHECK(lists[0] != lists[1]);
  end();
}

TEST("random graphs cross: the copy has the shape of the source, cell for cell") {
  begin();
  uint64_t state = test_seed(5);
  for (int round = 0; round < 200; round++) {
    enum { CELLS = 60 };
    wo_value cells[CELLS];
    for (int i = 0; i < CELLS; i++) {
      cells[i] = wo_array_new(heap(), 0);
      wo_array_push(heap(), wo_pointer(cells[i]), wo_from_int(i));
    }
    for (int i = 0; i < CELLS * 2; i++) {
      wo_array_push(heap(), wo_pointer(cells[test_random(&state) % CELLS]),
                    cells[test_random(&state) % CELLS]);
    }
    // Walked side by side; `twin` maps a source cell to its copy.
    wo_value twin[CELLS];
    for (int i = 0; i < CELLS; i++) twin[i] = WO_HOLE;
    wo_value queue[CELLS];
    int count = 0;
    twin[0] = cross(cells[0]);
    queue[count++] = cells[0];
    for (int at = 0; at < count; at++) {
      wo_array *a = wo_pointer(queue[at]);
      int index = wo_as_int(wo_array_get(a, 0));
      wo_array *b = wo_pointer(twin[index]);
      CHECK(a != b && a->length == b->length && wo_array_get(b, 0) == wo_from_int(index));
      for (uint32_t i = 1; i < a->length; i++) {
        wo_value x = wo_array_get(a, i), y = wo_array_get(b, i);
        int child = wo_as_int(wo_array_get(wo_pointer(x), 0));
        if (twin[child] == WO_HOLE) {
          twin[child] = y;
          queue[count++] = x;
        }
        CHECK(twin[child] == y);
      }
    }
  }
  end();
}

// A closure over one variable called `name`.
static wo_value closure(wo_proto *proto, wo_capture *capture, const char *name, wo_value captured) {
  *capture = (wo_capture){.name = wo_intern_ascii(rt, name), .boxed = 1};
  *proto = (wo_proto){.capture_count = 1,
                      .captures = capture,
                      .name = wo_intern_ascii(rt, "f"),
                      .static_function = WO_UNDEFINED};
  wo_value fn = wo_function_new(heap(), proto);
  ((wo_function *)wo_pointer(fn))->captures[0] = captured;
  return fn;
}

TEST("[W28] what cannot cross is named with its path, and nothing is left behind") {
  begin();
  wo_image image = {.runtime = rt, .heap = &rt->shared};
  wo_proto proto;
  wo_capture capture;
  wo_value fn = closure(&proto, &capture, "count", wo_box_new(heap(), wo_from_int(1)));
  proto.image = &image;
  wo_value holder = wo_object_new(heap(), 1);
  hand_set(from, holder, "fn", fn);
  wo_value items[] = {WO_NULL, WO_NULL, WO_NULL, holder};
  wo_value root = wo_object_new(heap(), 1);
  hand_set(from, root, "items", wo_array_of(heap(), items, 4));
  CHECK(cross(root) == WO_HOLE);
  CHECK(hand_threw(from,
                   "cannot send value.items[3].fn: it captures \"count\", which is reassigned"));
  // A never-reassigned capture is copied along.
  ((wo_function *)wo_pointer(fn))->captures[0] = wo_array_of(heap(), items, 1);
  wo_value got = cross(fn);
  CHECK(wo_is_callable(got) && wo_is_array(((wo_function *)wo_pointer(got))->captures[0]));

  wo_value symbol = wo_symbol_new(heap(), WO_UNDEFINED);
  wo_value deep = wo_object_new(heap(), 1);
  hand_set(from, deep, "a key", symbol);
  CHECK(cross(map_with(hand_text(from, "k"), deep)) == WO_HOLE);
  CHECK(hand_threw(from,
                   "cannot send value.get(k)[\"a key\"]: a symbol made in this isolate has no "
                   "identity in another"));
  CHECK(cross(symbol) == WO_HOLE);
  CHECK(hand_threw(from,
                   "cannot send value: a symbol made in this isolate has no identity in another"));

  CHECK(cross(wo_iterator_new(heap(), root, WO_ITER_VALUES)) == WO_HOLE);
  CHECK(hand_threw(from, "cannot send value: an iterator stays in its isolate"));

  wo_value guarded = wo_object_new(heap(), 1);
  wo_define_accessor(heap(), guarded, wo_intern_ascii(rt, "size"), fn, WO_UNDEFINED, WO_ATTR_PLAIN);
  CHECK(cross(guarded) == WO_HOLE);
  CHECK(hand_threw(from, "cannot send value.size: it is a getter or setter"));
  end();
}

TEST("a long path shows its innermost steps") {
  begin();
  wo_value inner = wo_symbol_new(heap(), WO_UNDEFINED);
  for (int i = 0; i < 1000; i++) inner = wo_array_of(heap(), &inner, 1);
  CHECK(cross(inner) == WO_HOLE);
  CHECK(hand_threw(from,
                   "cannot send value...[0][0][0][0][0][0][0][0][0][0][0][0]: a symbol made in "
                   "this isolate has no identity in another"));
  end();
}

static wo_value channel_in(hand *h, wo_channel **out) {
  *out = wo_channel_new(rt, 1);
  return wo_hold_add(&h->isolate, &(*out)->handle, WO_DIR_BOTH);
}

TEST(
    "[Z06] channel ends travel as holds: counted in flight, one entry for one end, dropped "
    "unreceived") {
  begin();
  wo_channel *a, *b, *other;
  wo_value end_a = channel_in(from, &a), end_b = channel_in(from, &b);
  channel_in(to, &other);  // the receiver's table is not empty, so indices differ
  wo_value items[] = {end_b, end_a, end_b};
  wo_value root, value = wo_array_of(heap(), items, 3);
  wo_message *message, *unread;
  CHECK(wo_message_copy(&from->isolate.fiber, &value, 1, &root, &message) == WO_DONE);
  CHECK_EQ(a->senders, 2);
  CHECK_EQ(b->receivers, 2);
  CHECK(wo_message_copy(&from->isolate.fiber, &value, 1, &root, &unread) == WO_DONE);
  CHECK_EQ(a->senders, 3);
  wo_message_free(unread);
  CHECK_EQ(a->senders, 2);
  wo_array *got = wo_pointer(wo_message_adopt(&to->isolate, root, message));
  CHECK(wo_array_get(got, 0) == wo_array_get(got, 2));
  CHECK(wo_hold_handle(wo_hold_of(&to->isolate, wo_array_get(got, 0))) == &b->handle);
  CHECK(wo_hold_handle(wo_hold_of(&to->isolate, wo_array_get(got, 1))) == &a->handle);
  CHECK_EQ(a->senders, 2);
  wo_hold_release(&from->isolate, end_a, NULL);
  CHECK_EQ(a->senders, 1);
  CHECK(cross(value) == WO_HOLE);
  CHECK(hand_threw(from, "cannot send value: this end was released"));
  end();
}

TEST("an error that cannot cross arrives as a WoError with its name, message and stack") {
  begin();
  wo_value error =
      wo_error_new(heap(), &from->isolate.fiber, WO_B_RangeError, hand_text(from, "too far"));
  wo_value plain = cross(error);
  CHECK(wo_string_equals(&to->isolate.heap, hand_get(to, plain, "message"),
                         hand_text(to, "too far")));
  CHECK(wo_prototype_of(&to->isolate.heap, plain) ==
        wo_builtin_value(rt, WO_B_RangeError_prototype));

  hand_set(from, error, "tag", wo_symbol_new(heap(), WO_UNDEFINED));
  from->isolate.fiber.thrown = error;
  wo_message *message = wo_message_error(&from->isolate.fiber, error);
  CHECK(from->isolate.fiber.thrown == error);
  wo_value got = wo_message_adopt(&to->isolate, WO_UNDEFINED, message);
  CHECK(wo_prototype_of(&to->isolate.heap, got) == wo_builtin_value(rt, WO_B_WoError_prototype));
  CHECK(
      wo_string_equals(&to->isolate.heap, hand_get(to, got, "message"), hand_text(to, "too far")));
  CHECK(
      wo_string_equals(&to->isolate.heap, hand_get(to, got, "name"), hand_text(to, "RangeError")));
  CHECK(wo_string_equals(&to->isolate.heap, hand_get(to, got, "stack"),
                         hand_get(from, error, "stack")));
  end();
}

TEST("what a receiver adopts survives its collections and dies with it") {
  begin();
  size_t before = wo_alloc_bytes();
  wo_value items[200];
  for (uint32_t i = 0; i < WO_COUNT(items); i++) items[i] = wo_string_format(heap(), "item %u", i);
  to->file[2] = cross(wo_array_of(heap(), items, WO_COUNT(items)));
  for (int round = 0; round < 3; round++) {
    wo_collect(&to->isolate);
    for (uint32_t i = 0; i < WO_COUNT(items); i++) {
      wo_value item = wo_array_get(wo_pointer(to->file[2]), i);
      CHECK(wo_string_compare(&to->isolate.heap, item, items[i]) == 0);
    }
  }
  to->file[2] = WO_UNDEFINED;
  wo_collect(&to->isolate);
  CHECK(wo_heap_bytes(&to->isolate.heap) <= WO_CHUNK_FIRST);
  (void)before;
  end();
}
