// Array: the parts that run no callback. A native function serves the plain array (dense elements,
// Array.prototype, no property of its own, so nothing can be observed but the elements); for
// array-likes, subclasses, sparse and frozen arrays it hands over to its twin of the same meaning
// in lib/std/prelude/array.ts, which goes by the letter of the specification.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../builtin.h"
#include "../table.h"

// Elements looked at between two looks at the budget: some 10 us of work.
#define BLOCK 4096u

#define UNUSED_SHARD (void)shard

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// The array when nothing but its elements can be observed: of the shape arrays start with. NULL
// otherwise.
WO_INLINE wo_array *plain_array(wo_fiber *fiber, wo_value v) {
  if (!wo_is_array(v)) return NULL;
  wo_array *array = wo_pointer(v);
  struct wo_shapes *shapes = heap_of(fiber)->runtime->shapes;
  const wo_shape *root =
      atomic_load_explicit(&shapes->roots[WO_ROOT_OF_ARRAY], memory_order_acquire);
  return array->object.cell.shape == root->id && wo_array_is_dense(array) ? array : NULL;
}

// The same, and every element may be written and the length changed.
WO_INLINE wo_array *writable_array(wo_fiber *fiber, wo_value v) {
  wo_array *array = plain_array(fiber, v);
  if (array && (array->object.cell.flags & (WO_CELL_FROZEN | WO_CELL_SEALED))) return NULL;
  return array;
}

// Lets the twin in the prelude do the call.
static wo_status hand_over(wo_fiber *fiber, wo_builtin_id twin, wo_value *args, uint32_t argc,
                           wo_value *result) {
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  return wo_call_array(fiber, 1, wo_builtin_value(heap_of(fiber)->runtime, twin), args[-1], argc,
                       args);
}

// Whether the twin is due, or was: an argument from `first` on whose conversion runs code may make
// of the plain array another one, and what its length was before is the twin's to remember.
static bool twin_due(const wo_fiber *fiber, const wo_value *args, uint32_t argc, uint32_t first) {
  if (fiber->step == 1) return true;
  for (uint32_t i = first; i < argc && i < 3; i++) {
    if (wo_is_object(args[i])) return true;
  }
  return false;
}

// Elements physically there: at or past this index everything is a hole.
static uint32_t stored(const wo_array *array) {
  uint32_t room = wo_array_room(array);
  return array->length < room ? array->length : room;
}

static wo_value *items_of(wo_array *array) {
  return array->elements ? wo_array_items(array) : NULL;
}

// An index argument counted from the end when negative, clamped to 0..length.
static uint32_t relative(wo_value v, uint32_t length, uint32_t absent) {
  if (wo_is_undefined(v)) return absent;
  double d = wo_number(v);
  if (d < 0) return d + length > 0 ? (uint32_t)(d + length) : 0;
  return d < length ? (uint32_t)d : length;
}

// Work of moving `count` values about.
static void charge_copy(wo_shard *shard, uint32_t count) { wo_charge(shard, count >> 6); }

// Asks for room for `count` elements where that is more than the overdraft allows to take unasked.
static wo_status reserve(wo_fiber *fiber, uint64_t count) {
  uint64_t bytes = count * sizeof(wo_value) + sizeof(wo_vector);
  if (bytes < WO_OVERDRAFT_BYTES / 4) return WO_DONE;
  return wo_heap_reserve(heap_of(fiber), fiber, bytes);
}

// A new plain array of `length` elements copied from `items`; `items` may be NULL for holes.
static wo_value array_from(wo_heap *heap, const wo_value *items, uint32_t count, uint32_t length) {
  wo_value v = wo_array_new(heap, count);
  wo_array *array = wo_pointer(v);
  if (count) memcpy(wo_array_items(array), items, count * sizeof(wo_value));
  array->length = length;
  return v;
}

// Makes room for `count` elements in an array the caller may write; `length` is untouched.
static void ensure(wo_heap *heap, wo_array *array, uint32_t count) {
  uint32_t room = wo_array_room(array);
  if (count <= room) return;
  uint64_t grown = (uint64_t)room + room / 2 + 4;
  if (grown < count) grown = count;
  wo_vector *wider = wo_vector_from(heap, items_of(array), stored(array), (uint32_t)grown);
  wo_write_cell(heap, array, &array->elements, wider);
  array->start = 0;
}

static void move_items(wo_heap *heap, wo_array *array, uint32_t to, uint32_t from, uint32_t count) {
  if (!count) return;
  memmove(items_of(array) + to, items_of(array) + from, count * sizeof(wo_value));
  wo_write_many(heap, array->elements);
}

static void put_holes(wo_array *array, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) wo_array_items(array)[i] = WO_HOLE;
}

static wo_status set_prototype(wo_fiber *fiber, wo_value array) {
  wo_value proto = wo_new_prototype(fiber, WO_B_Array_prototype);
  wo_heap *heap = heap_of(fiber);
  if (proto != wo_builtin_value(heap->runtime, WO_B_Array_prototype)) {
    wo_set_prototype(heap, array, proto);
  }
  return WO_DONE;
}

wo_status wo_b_array(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  UNUSED_SHARD;
  wo_heap *heap = heap_of(fiber);
  if (argc == 1 && wo_is_number(args[0])) {
    double d = wo_number(args[0]);
    if (!(d >= 0 && d <= 4294967295.0 && d == floor(d))) {
      return wo_throw_range(fiber, "Invalid array length");
    }
    // Room at once for what is likely to be filled; a larger array grows as it is.
    uint32_t room = d <= WO_LARGE_BYTES / sizeof(wo_value) ? (uint32_t)d : 0;
    *result = wo_array_new(heap, room);
    ((wo_array *)wo_pointer(*result))->length = (uint32_t)d;
    return set_prototype(fiber, *result);
  }
  wo_status status = reserve(fiber, argc);
  if (status != WO_DONE) return status;
  *result = wo_array_of(heap, args, argc);
  return set_prototype(fiber, *result);
}

// Constructor[Symbol.species] of the library: the class it is read on.
wo_status wo_b_species(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  UNUSED_SHARD, (void)fiber, (void)argc;
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_array_is_array(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  UNUSED_SHARD, (void)fiber;
  *result = wo_from_bool(wo_is_array(wo_arg(args, argc, 0)));
  return WO_DONE;
}

wo_status wo_b_array_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  UNUSED_SHARD;
  wo_value array_class = wo_builtin_value(heap_of(fiber)->runtime, WO_B_Array);
  if (args[-1] != array_class && wo_is_callable(args[-1])) {
    return hand_over(fiber, WO_B_array_of_any, args, argc, result);
  }
  wo_status status = reserve(fiber, argc);
  if (status != WO_DONE) return status;
  *result = wo_array_of(heap_of(fiber), args, argc);
  return WO_DONE;
}

wo_status wo_b_array_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  UNUSED_SHARD;
  if (twin_due(fiber, args, argc, 0)) {
    return hand_over(fiber, WO_B_array_at_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "i");
  if (status != WO_DONE) return status;
  wo_array *array = plain_array(fiber, args[-1]);
  if (!array || fiber->step) return hand_over(fiber, WO_B_array_at_any, args, argc, result);
  wo_value at = wo_arg(args, argc, 0);
  double index = wo_is_undefined(at) ? 0 : wo_number(at);
  if (index < 0) index += array->length;
  *result = WO_UNDEFINED;
  if (index >= 0 && index < stored(array)) {
    wo_value v = wo_array_items(array)[(uint32_t)index];
    if (v != WO_HOLE) *result = v;
  }
  return WO_DONE;
}

// Whether concat appends `v` as one value; an array that is not plain, or an object that says
// otherwise by Symbol.isConcatSpreadable, is for the twin.
static bool concat_single(wo_fiber *fiber, wo_value v) {
  if (!wo_is_object(v)) return true;
  wo_property found;
  wo_heap *heap = heap_of(fiber);
  wo_value spreadable = wo_builtin_value(heap->runtime, WO_B_Symbol_isConcatSpreadable);
  return !wo_is_array(v) && !wo_lookup(heap, v, spreadable, &found);
}

wo_status wo_b_array_concat(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  wo_array *self = plain_array(fiber, args[-1]);
  bool twin = !self || fiber->step;
  uint64_t length = self ? self->length : 0;
  uint64_t count = self ? stored(self) : 0;
  for (uint32_t i = 0; i < argc && !twin; i++) {
    wo_array *array = plain_array(fiber, args[i]);
    if (array) count = length + stored(array);
    if (!array) count = length + 1;
    length += array ? array->length : 1;
    twin = !array && !concat_single(fiber, args[i]);
  }
  if (twin || length > 4294967295u) {
    return hand_over(fiber, WO_B_array_concat_any, args, argc, result);
  }
  wo_status status = reserve(fiber, count);
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_array_new(heap, (uint32_t)count);
  wo_array *out = wo_pointer(v);
  uint32_t at = 0;
  for (int64_t i = -1; i < (int64_t)argc; i++) {
    wo_array *array = plain_array(fiber, args[i]);
    if (array) {
      uint32_t n = stored(array);
      if (n) memcpy(items_of(out) + at, items_of(array), n * sizeof(wo_value));
      at += array->length;
    } else {
      items_of(out)[at++] = args[i];
    }
  }
  out->length = (uint32_t)length;
  charge_copy(shard, (uint32_t)count);
  *result = v;
  return WO_DONE;
}

wo_status wo_b_array_copy_within(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  if (twin_due(fiber, args, argc, 0)) {
    return hand_over(fiber, WO_B_array_copyWithin_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "iii");
  if (status != WO_DONE) return status;
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step || stored(array) != array->length) {
    return hand_over(fiber, WO_B_array_copyWithin_any, args, argc, result);
  }
  uint32_t length = array->length;
  uint32_t to = relative(wo_arg(args, argc, 0), length, 0);
  uint32_t from = relative(wo_arg(args, argc, 1), length, 0);
  uint32_t end = relative(wo_arg(args, argc, 2), length, length);
  if (end > from) {
    uint32_t count = end - from < length - to ? end - from : length - to;
    move_items(heap_of(fiber), array, to, from, count);
    charge_copy(shard, count);
  }
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_array_fill(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (twin_due(fiber, args, argc, 1)) {
    return hand_over(fiber, WO_B_array_fill_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "-ii");
  if (status != WO_DONE) return status;
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step) return hand_over(fiber, WO_B_array_fill_any, args, argc, result);
  uint32_t start = relative(wo_arg(args, argc, 1), array->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 2), array->length, array->length);
  *result = args[-1];
  if (end <= start) return WO_DONE;
  if (start > stored(array) + (uint64_t)WO_ARRAY_GAP_MAX) {
    return hand_over(fiber, WO_B_array_fill_any, args, argc, result);
  }
  if (end > stored(array)) {
    status = reserve(fiber, end);
    if (status != WO_DONE) return status;
    uint32_t before = stored(array);
    ensure(heap_of(fiber), array, end);
    if (before < start) put_holes(array, before, start);
  }
  wo_value value = wo_arg(args, argc, 0);
  for (uint32_t i = start; i < end; i++) {
    wo_write_slot(heap_of(fiber), array->elements, &wo_array_items(array)[i], value);
  }
  charge_copy(shard, end - start);
  return WO_DONE;
}

// --- searching: in blocks, saving the position where the slice ends ---

typedef enum search_mode { SEARCH_INCLUDES, SEARCH_FORWARD, SEARCH_BACKWARD } search_mode;

static bool same(wo_heap *heap, wo_value item, wo_value what, search_mode mode) {
  if (item == WO_HOLE) return mode == SEARCH_INCLUDES && wo_is_undefined(what);
  return mode == SEARCH_INCLUDES ? wo_same_value_zero(heap, item, what)
                                 : wo_strict_equals(heap, item, what);
}

// Forward, for what only the values `what` and `twin` are equal to.
static int64_t search_identical(const wo_value *items, uint32_t from, uint32_t count, wo_value what,
                                wo_value twin) {
  const wo_value *at = items + from, *end = at + count;
  for (; end - at >= 4; at += 4) {
    if (at[0] == what || at[0] == twin || at[1] == what || at[1] == twin) break;
    if (at[2] == what || at[2] == twin || at[3] == what || at[3] == twin) break;
  }
  for (; at < end; at++) {
    if (*at == what || *at == twin) return at - items;
  }
  return -1;
}

static int64_t search_string(wo_heap *heap, const wo_value *items, uint32_t from, uint32_t count,
                             wo_value what) {
  uint32_t length = wo_string_length(what);
  for (uint32_t i = from; i < from + count; i++) {
    if (items[i] == what) return i;
    if (!wo_is_string(items[i]) || wo_string_length(items[i]) != length) continue;
    if (wo_string_equals(heap, items[i], what)) return i;
  }
  return -1;
}

// Index of `what` among the `count` items from `from` on in the mode's direction; -1: none.
static int64_t search_block(wo_heap *heap, const wo_value *items, uint32_t from, uint32_t count,
                            wo_value what, search_mode mode) {
  bool simple = !wo_is_double(what) && !wo_is_undefined(what) && what != wo_from_int(0);
  if (mode != SEARCH_BACKWARD && simple) {
    if (wo_is_string(what)) return search_string(heap, items, from, count, what);
    // An int has one form as a double; 0 has two.
    wo_value twin = wo_is_int(what) ? wo_from_double(wo_as_int(what)) : what;
    return search_identical(items, from, count, what, twin);
  }
  for (uint32_t n = 0; n < count; n++) {
    uint32_t i = mode == SEARCH_BACKWARD ? from - n : from + n;
    if (same(heap, items[i], what, mode)) return i;
  }
  return -1;
}

// Searches on from *at; answers WO_YIELD with *at where to go on when the budget is spent.
static wo_status search(wo_shard *shard, wo_heap *heap, wo_array *array, wo_value what,
                        search_mode mode, int64_t *at) {
  for (;;) {
    uint32_t limit = stored(array);
    if (mode == SEARCH_BACKWARD && *at >= (int64_t)limit) *at = (int64_t)limit - 1;
    int64_t left = mode == SEARCH_BACKWARD ? *at + 1 : (int64_t)limit - *at;
    if (left <= 0) {
      // The holes past the stored elements.
      bool tail = mode == SEARCH_INCLUDES && wo_is_undefined(what) && *at < array->length;
      *at = tail ? *at : -1;
      return WO_DONE;
    }
    uint32_t count = left < BLOCK ? (uint32_t)left : BLOCK;
    int64_t found = search_block(heap, wo_array_items(array), (uint32_t)*at, count, what, mode);
    wo_charge(shard, count >> 2);
    if (found >= 0) {
      *at = found;
      return WO_DONE;
    }
    *at += mode == SEARCH_BACKWARD ? -(int64_t)count : (int64_t)count;
    if (shard->budget <= 0 && left > count) return WO_YIELD;
  }
}

enum { STEP_TWIN = 1, STEP_GO_ON = 2 };

// The three searching methods. `at`: where a fresh search starts.
static wo_status search_from(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             search_mode mode, int64_t at) {
  wo_array *array = wo_pointer(args[-1]);
  if (fiber->step == STEP_GO_ON) at = (int64_t)wo_number(wo_scratch(fiber)[0]);
  wo_status status = search(shard, heap_of(fiber), array, wo_arg(args, argc, 0), mode, &at);
  if (status == WO_YIELD) {
    wo_need_frame(fiber, args, argc);
    wo_scratch(fiber)[0] = wo_from_number((double)at);
    fiber->step = STEP_GO_ON;
    return WO_YIELD;
  }
  fiber->call.result = wo_from_number((double)at);
  return WO_DONE;
}

static wo_status array_search(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result, wo_builtin_id twin, search_mode mode) {
  if (twin_due(fiber, args, argc, 1)) return hand_over(fiber, twin, args, argc, result);
  wo_array *array = plain_array(fiber, args[-1]);
  if (!array) return hand_over(fiber, twin, args, argc, result);
  if (array->length == 0) {
    // Nothing is found in it, whatever the start would convert to.
    *result = mode == SEARCH_INCLUDES ? WO_FALSE : wo_from_int(-1);
    return WO_DONE;
  }
  wo_status status = wo_convert_any(fiber, args, argc, mode == SEARCH_BACKWARD ? "-I" : "-i");
  if (status != WO_DONE) return status;
  uint32_t length = array->length;
  int64_t at = relative(wo_arg(args, argc, 1), length, 0);
  if (mode == SEARCH_BACKWARD) {
    double from = argc > 1 ? wo_number(args[1]) : (double)length - 1;
    if (from < 0) from += length;
    at = from < 0 ? -1 : from < length ? (int64_t)from : (int64_t)length - 1;
  }
  status = search_from(shard, fiber, args, argc, mode, at);
  if (status != WO_DONE) return status;
  *result = mode == SEARCH_INCLUDES ? wo_from_bool(wo_number(fiber->call.result) >= 0)
                                    : fiber->call.result;
  return WO_DONE;
}

wo_status wo_b_array_includes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  return array_search(shard, fiber, args, argc, result, WO_B_array_includes_any, SEARCH_INCLUDES);
}

wo_status wo_b_array_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  return array_search(shard, fiber, args, argc, result, WO_B_array_indexOf_any, SEARCH_FORWARD);
}

wo_status wo_b_array_last_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  return array_search(shard, fiber, args, argc, result, WO_B_array_lastIndexOf_any,
                      SEARCH_BACKWARD);
}

// --- join ---

// Whether every element has a text without running code.
static bool all_plain_text(wo_array *array) {
  uint32_t count = stored(array);
  for (uint32_t i = 0; i < count; i++) {
    wo_value v = wo_array_items(array)[i];
    if (wo_is_object(v) || wo_is_handle(v) || wo_is_cell(v)) return false;
  }
  return true;
}

// The text of an element; of a number, in `number`.
typedef struct element_text {
  const void *data;
  uint32_t length;
  bool wide;
} element_text;

static element_text text_of(wo_heap *heap, wo_value v, char number[WO_NUMBER_TEXT_MAX]) {
  if (wo_is_string(v)) {
    const wo_string *s = wo_string_flat(heap, v);
    return (element_text){s->data, s->length, wo_string_is_wide(s)};
  }
  if (wo_is_int(v)) {
    return (element_text){number, wo_int_to_text(wo_as_int(v), (uint8_t *)number), false};
  }
  if (wo_is_double(v)) {
    return (element_text){number, wo_number_to_text(wo_as_double(v), number), false};
  }
  if (wo_is_bool(v)) {
    return v == WO_TRUE ? (element_text){"true", 4, false} : (element_text){"false", 5, false};
  }
  return (element_text){NULL, 0, false};
}

// A join measures all texts first, then writes them into one string of that length; a number is
// printed both times. Both passes go block by block, keeping in scratch where they are: the next
// element, the units measured or written so far, whether one is wide, and the string once it is
// made. Nothing else of this isolate runs in between, so the array stays as it was measured.
enum { JOIN_AT, JOIN_UNITS, JOIN_WIDE, JOIN_TEXT };
typedef struct joiner {
  wo_heap *heap;
  wo_array *array;
  const wo_string *separator;
  wo_string *text;  // NULL while measuring
  uint32_t at, stored;
  uint64_t units;
  bool wide;
} joiner;

static void join_measure(joiner *j, uint32_t end) {
  char number[WO_NUMBER_TEXT_MAX];
  uint32_t separators = end - j->at - (j->at == 0 && end > 0);
  j->units += (uint64_t)separators * j->separator->length;
  for (uint32_t i = j->at; i < end && i < j->stored; i++) {
    element_text text = text_of(j->heap, wo_array_items(j->array)[i], number);
    j->units += text.length;
    j->wide |= text.wide;
  }
}

static void join_write(joiner *j, uint32_t end) {
  char number[WO_NUMBER_TEXT_MAX];
  uint32_t at = (uint32_t)j->units;
  for (uint32_t i = j->at; i < end; i++) {
    if (i && j->separator->length) {
      wo_string_put(j->text, at, j->separator, 0, j->separator->length);
      at += j->separator->length;
    }
    if (i >= j->stored) continue;
    element_text text = text_of(j->heap, wo_array_items(j->array)[i], number);
    wo_string_put_raw(j->text, at, text.data, text.length, text.wide);
    at += text.length;
  }
  j->units = at;
}

// One pass over the elements from j->at on. False: the slice is over before its end.
static bool join_pass(wo_shard *shard, joiner *j) {
  uint32_t length = j->array->length;
  while (j->at < length) {
    // Past the stored elements there is nothing but separators.
    bool rest = j->at >= j->stored && j->separator->length == 0;
    uint32_t end = rest || length - j->at < BLOCK ? length : j->at + BLOCK;
    if (j->text) join_write(j, end);
    else join_measure(j, end);
    wo_charge(shard, rest ? 1 : (end - j->at) >> 3);
    j->at = end;
    if (shard->budget <= 0 && end < length) return false;
  }
  return true;
}

static void join_load(joiner *j, const wo_value *scratch) {
  j->at = (uint32_t)wo_number(scratch[JOIN_AT]);
  j->units = (uint64_t)wo_number(scratch[JOIN_UNITS]);
  j->wide = scratch[JOIN_WIDE] == WO_TRUE;
  j->text = wo_is_string(scratch[JOIN_TEXT]) ? wo_pointer(scratch[JOIN_TEXT]) : NULL;
}

static wo_status join_yield(wo_fiber *fiber, wo_value *args, uint32_t argc, const joiner *j) {
  wo_need_frame(fiber, args, argc);
  wo_value *scratch = wo_scratch(fiber);
  scratch[JOIN_AT] = wo_from_number(j->at);
  scratch[JOIN_UNITS] = wo_from_number((double)j->units);
  scratch[JOIN_WIDE] = wo_from_bool(j->wide);
  scratch[JOIN_TEXT] = j->text ? wo_from_string(j->text) : WO_UNDEFINED;
  fiber->step = STEP_GO_ON;
  return WO_YIELD;
}

// Everything is measured: makes the string, or throws, or has a collection made first.
static wo_status join_begin_text(wo_fiber *fiber, joiner *j) {
  if (j->units > WO_STRING_LENGTH_MAX) return wo_throw_length(fiber);
  uint64_t bytes = j->units << j->wide;
  if (bytes >= WO_OVERDRAFT_BYTES / 4) {
    wo_status status = wo_heap_reserve(j->heap, fiber, bytes);
    if (status != WO_DONE) return status;
  }
  j->text = wo_string_new(j->heap, (uint32_t)j->units, j->wide);
  j->at = 0;
  j->units = 0;
  return WO_DONE;
}

static wo_status join(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, joiner *j,
                      wo_value *result) {
  if (fiber->step == STEP_GO_ON) join_load(j, wo_scratch(fiber));
  if (!j->text) {
    if (!join_pass(shard, j)) return join_yield(fiber, args, argc, j);
    wo_status status = join_begin_text(fiber, j);
    // What was measured is in scratch, or is measured again.
    if (status != WO_DONE) return status;
  }
  if (!join_pass(shard, j)) return join_yield(fiber, args, argc, j);
  *result = j->text->length > 1 ? wo_from_string(j->text)
          : j->text->length     ? wo_string_from_unit(j->heap, wo_string_unit(j->text, 0))
                                : wo_name(j->heap->runtime, WO_NAME_empty);
  return WO_DONE;
}

wo_status wo_b_array_join(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (twin_due(fiber, args, argc, 0)) {
    return hand_over(fiber, WO_B_array_join_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "s");
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_array *array = plain_array(fiber, args[-1]);
  if (fiber->step == STEP_TWIN || !array || (fiber->step == 0 && !all_plain_text(array))) {
    return hand_over(fiber, WO_B_array_join_any, args, argc, result);
  }
  wo_value separator = wo_arg(args, argc, 0);
  if (wo_is_undefined(separator)) separator = wo_string_from_unit(heap, ',');
  joiner j = {.heap = heap,
              .array = array,
              .separator = wo_string_flat(heap, separator),
              .stored = stored(array),
              .wide = array->length > 1 && wo_string_is_wide(wo_string_flat(heap, separator))};
  return join(shard, fiber, args, argc, &j, result);
}

// Without own properties and with the frozen Array.prototype, this.join is the join above.
wo_status wo_b_array_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  if (fiber->step == STEP_GO_ON ||
      (fiber->step == 0 && plain_array(fiber, args[-1]) && all_plain_text(wo_pointer(args[-1])))) {
    return wo_b_array_join(shard, fiber, args, 0, result);
  }
  return hand_over(fiber, WO_B_array_toString_any, args, argc, result);
}

// Whether the function that asks already runs on this very object further out in the fiber: a join
// then prints nothing for it, as JavaScript does for cycles. The frames themselves are the record,
// so there is nothing to clean up when a join ends by an error.
wo_status wo_b_array_is_joining(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  const wo_proto *caller = NULL;
  *result = WO_FALSE;
  for (uint32_t i = fiber->frame_count; i-- > 0;) {
    const wo_frame *frame = &fiber->frames[i];
    if (frame->flags & WO_FRAME_BUILTIN) continue;
    if (!caller) {
      caller = frame->proto;
    } else if (frame->proto == caller && fiber->regs[frame->base] == wo_arg(args, argc, 0)) {
      *result = WO_TRUE;
      break;
    }
  }
  wo_charge(shard, fiber->frame_count >> 4);
  return WO_DONE;
}

// --- ends: push, pop, shift, unshift ---

static wo_value length_value(uint32_t length) {
  return length <= INT32_MAX ? wo_from_int((int32_t)length) : wo_from_double(length);
}

wo_status wo_b_array_push(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  UNUSED_SHARD;
  wo_array *array = writable_array(fiber, args[-1]);
  if (WO_UNLIKELY(!array || fiber->step || (uint64_t)array->length + argc > 4294967295u)) {
    return hand_over(fiber, WO_B_array_push_any, args, argc, result);
  }
  for (uint32_t i = 0; i < argc; i++) wo_array_push(heap_of(fiber), array, args[i]);
  *result = length_value(array->length);
  return WO_DONE;
}

wo_status wo_b_array_pop(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  UNUSED_SHARD;
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step) return hand_over(fiber, WO_B_array_pop_any, args, argc, result);
  *result = WO_UNDEFINED;
  if (array->length == 0) return WO_DONE;
  uint32_t last = array->length - 1;
  if (last < stored(array)) {
    wo_value v = wo_array_items(array)[last];
    if (v != WO_HOLE) *result = v;
    wo_array_items(array)[last] = WO_HOLE;
  }
  array->length = last;
  return WO_DONE;
}

// The start moves; the elements stay until a push finds no room behind them.
wo_status wo_b_array_shift(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  UNUSED_SHARD;
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step) return hand_over(fiber, WO_B_array_shift_any, args, argc, result);
  *result = WO_UNDEFINED;
  if (array->length == 0) return WO_DONE;
  if (wo_array_room(array) > 0) {
    wo_value *first = wo_array_items(array);
    if (*first != WO_HOLE) *result = *first;
    *first = WO_HOLE;
    array->start++;
  }
  if (--array->length == 0) array->start = 0;
  return WO_DONE;
}

wo_status wo_b_array_unshift(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step || (uint64_t)array->length + argc > 4294967295u) {
    return hand_over(fiber, WO_B_array_unshift_any, args, argc, result);
  }
  uint32_t count = stored(array);
  wo_status status = reserve(fiber, (uint64_t)count + argc);
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  if (argc) {
    if (array->start >= argc && count == array->length) {
      array->start -= argc;
    } else {
      ensure(heap, array, count + argc);
      move_items(heap, array, argc, 0, count);
      charge_copy(shard, count);
    }
    for (uint32_t i = 0; i < argc; i++) {
      wo_write_slot(heap, array->elements, &wo_array_items(array)[i], args[i]);
    }
    array->length += argc;
    charge_copy(shard, argc);
  }
  *result = wo_from_number(array->length);
  return WO_DONE;
}

// --- pieces: slice, splice, reverse ---

wo_status wo_b_array_slice(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  if (twin_due(fiber, args, argc, 0)) {
    return hand_over(fiber, WO_B_array_slice_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "ii");
  if (status != WO_DONE) return status;
  wo_array *array = plain_array(fiber, args[-1]);
  if (!array || fiber->step) return hand_over(fiber, WO_B_array_slice_any, args, argc, result);
  uint32_t start = relative(wo_arg(args, argc, 0), array->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 1), array->length, array->length);
  if (end < start) end = start;
  uint32_t limit = stored(array);
  uint32_t count = start >= limit ? 0 : (end < limit ? end : limit) - start;
  status = reserve(fiber, count);
  if (status != WO_DONE) return status;
  *result = array_from(heap_of(fiber), count ? items_of(array) + start : NULL, count, end - start);
  charge_copy(shard, count);
  return WO_DONE;
}

wo_status wo_b_array_splice(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  if (twin_due(fiber, args, argc, 0)) {
    return hand_over(fiber, WO_B_array_splice_any, args, argc, result);
  }
  wo_status status = wo_convert(fiber, args, argc, "II");
  if (status != WO_DONE) return status;
  wo_array *array = writable_array(fiber, args[-1]);
  uint32_t adds = argc > 2 ? argc - 2 : 0;
  if (!array || fiber->step || stored(array) != array->length ||
      (uint64_t)array->length + adds > 4294967295u) {
    return hand_over(fiber, WO_B_array_splice_any, args, argc, result);
  }
  uint32_t length = array->length;
  uint32_t start = argc ? relative(args[0], length, 0) : 0;
  uint32_t removes = argc == 0 ? 0 : length - start;
  if (argc > 1) {
    double wanted = wo_number(args[1]);
    if (!(wanted > 0)) removes = 0;
    else if (wanted < removes) removes = (uint32_t)wanted;
  }
  status = reserve(fiber, (uint64_t)length + adds);
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_value removed = array_from(heap, removes ? items_of(array) + start : NULL, removes, removes);
  ensure(heap, array, length - removes + adds);
  uint32_t rest = length - start - removes;
  if (removes != adds) move_items(heap, array, start + adds, start + removes, rest);
  for (uint32_t i = 0; i < adds; i++) {
    wo_write_slot(heap, array->elements, &wo_array_items(array)[start + i], args[i + 2]);
  }
  array->length = length - removes + adds;
  if (array->length < length) put_holes(array, array->length, length);
  charge_copy(shard, rest + removes + adds);
  *result = removed;
  return WO_DONE;
}

static void reverse_items(wo_value *items, uint32_t count) {
  for (uint32_t i = 0, j = count; i + 1 < j; i++) {
    j--;
    wo_value v = items[i];
    items[i] = items[j];
    items[j] = v;
  }
}

wo_status wo_b_array_reverse(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_array *array = writable_array(fiber, args[-1]);
  if (!array || fiber->step || stored(array) != array->length) {
    return hand_over(fiber, WO_B_array_reverse_any, args, argc, result);
  }
  reverse_items(items_of(array), array->length);
  if (array->elements) wo_write_many(heap_of(fiber), array->elements);
  charge_copy(shard, array->length);
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_array_to_reversed(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  wo_array *array = plain_array(fiber, args[-1]);
  if (!array || fiber->step || stored(array) != array->length) {
    return hand_over(fiber, WO_B_array_toReversed_any, args, argc, result);
  }
  wo_status status = reserve(fiber, array->length);
  if (status != WO_DONE) return status;
  *result = array_from(heap_of(fiber), items_of(array), array->length, array->length);
  wo_value *items = items_of(wo_pointer(*result));
  reverse_items(items, array->length);
  for (uint32_t i = 0; i < array->length; i++) {
    if (items[i] == WO_HOLE) items[i] = WO_UNDEFINED;
  }
  charge_copy(shard, array->length);
  return WO_DONE;
}

wo_status wo_b_describe(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  UNUSED_SHARD;
  *result = wo_describe(heap_of(fiber), wo_arg(args, argc, 0));
  return WO_DONE;
}

// What the prelude's callbacks are refused with.
wo_status wo_b_fail_not_callable(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  UNUSED_SHARD, (void)result;
  return wo_throw_about(fiber, WO_B_TypeError, "% is not a function", wo_arg(args, argc, 0));
}

// --- iterators ---

static wo_status array_iterator(wo_fiber *fiber, wo_value *args, wo_value *result,
                                wo_iter_mode mode) {
  wo_heap *heap = heap_of(fiber);
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (wo_is_array(args[-1]) || wo_has_kind(args[-1], WO_KIND_BYTES)) {
    *result = wo_iterator_new(heap, args[-1], mode);
    return WO_DONE;
  }
  return wo_call(fiber, 1, wo_builtin_value(heap->runtime, WO_B_array_iterate), args[-1], 1,
                 wo_from_int(mode));
}

wo_status wo_b_array_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  UNUSED_SHARD, (void)argc;
  return array_iterator(fiber, args, result, WO_ITER_KEYS);
}

wo_status wo_b_array_values(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  UNUSED_SHARD, (void)argc;
  return array_iterator(fiber, args, result, WO_ITER_VALUES);
}

wo_status wo_b_array_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  UNUSED_SHARD, (void)argc;
  return array_iterator(fiber, args, result, WO_ITER_ENTRIES);
}

// --- sorting without a comparator ---

// The strings the elements sort by; undefined when one of them needs code to run for its string.
wo_status wo_b_array_sort_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  wo_array *array = wo_pointer(wo_arg(args, argc, 0));
  wo_heap *heap = heap_of(fiber);
  *result = WO_UNDEFINED;
  if (!all_plain_text(array)) return WO_DONE;
  bool strings = true;
  for (uint32_t i = 0; i < array->length; i++) strings &= wo_is_string(wo_array_items(array)[i]);
  wo_charge(shard, array->length >> 4);
  if (strings) {
    *result = args[0];
    return WO_DONE;
  }
  // A number's text is at most 48 bytes of cell.
  wo_status status = reserve(fiber, (uint64_t)array->length * 8);
  if (status != WO_DONE) return status;
  *result = wo_array_new(heap, array->length);
  for (uint32_t i = 0; i < array->length; i++) {
    wo_value text = wo_primitive_to_string(heap, wo_array_items(array)[i]);
    wo_array_push(heap, wo_pointer(*result), text);
  }
  wo_charge(shard, array->length >> 1);
  return WO_DONE;
}

// State of the merge sort, kept in scratch between slices: the permutation being merged from and
// to, the width of sorted runs, and where the current merge stands.
enum { SORT_FROM, SORT_TO, SORT_WIDTH, SORT_LOW, SORT_LEFT, SORT_RIGHT, SORT_OUT, SORT_SLOTS };
// Where keys first differ decides nearly every comparison: eight bytes from there on, as one number
// that orders as they do. 0 for all where a key is wide.
typedef struct sort_item {
  uint64_t prefix;
  uint32_t index, pad;
} sort_item;
enum { SORT_COMMON_MAX = 256, SORT_COUNT_MAX = 1 << 27 };
typedef struct sorter {
  wo_heap *heap;
  const wo_value *keys;
  sort_item *from, *to;
  uint32_t count, width, low, left, right, out;
} sorter;

static uint32_t sort_bound(const sorter *s, uint64_t at) {
  return at < s->count ? (uint32_t)at : s->count;
}

static void sort_begin_merge(sorter *s, uint32_t low) {
  s->low = low;
  s->left = low;
  s->out = low;
  s->right = sort_bound(s, (uint64_t)low + s->width);
}

static bool sort_in_order(const sorter *s, uint32_t a, uint32_t b) {
  const sort_item *x = &s->from[a], *y = &s->from[b];
  if (x->prefix != y->prefix) return x->prefix < y->prefix;
  return wo_string_compare(s->heap, s->keys[x->index], s->keys[y->index]) <= 0;
}

// Two runs that follow each other already cost one comparison, so a sorted input takes n of them.
// Takes up to BLOCK elements of the merge under way; true when that merge is complete.
static bool sort_merge_block(sorter *s) {
  uint32_t middle = sort_bound(s, (uint64_t)s->low + s->width);
  uint32_t high = sort_bound(s, (uint64_t)s->low + 2ull * s->width);
  if (s->out == s->low && (middle == high || sort_in_order(s, middle - 1, middle))) {
    memcpy(s->to + s->low, s->from + s->low, (high - s->low) * sizeof *s->to);
    return true;
  }
  for (uint32_t n = 0; n < BLOCK; n++) {
    if (s->out == high) return true;
    bool take_left = s->right == high || (s->left < middle && sort_in_order(s, s->left, s->right));
    s->to[s->out++] = take_left ? s->from[s->left++] : s->from[s->right++];
  }
  return s->out == high;
}

// True when everything is sorted (in `from`); false when the budget is spent first.
static bool sort_run(wo_shard *shard, sorter *s) {
  while (s->width < s->count) {
    while (!sort_merge_block(s)) {
      wo_charge(shard, BLOCK * 2);
      if (shard->budget <= 0) return false;
    }
    uint32_t high = sort_bound(s, (uint64_t)s->low + 2ull * s->width);
    wo_charge(shard, high - s->low < BLOCK ? (high - s->low) * 2 : BLOCK);
    if (high == s->count) {
      sort_item *merged = s->to;
      s->to = s->from;
      s->from = merged;
      s->width = s->width > UINT32_MAX / 2 ? UINT32_MAX : s->width * 2;
      sort_begin_merge(s, 0);
    } else {
      sort_begin_merge(s, high);
    }
    if (shard->budget <= 0 && s->width < s->count) return false;
  }
  return true;
}

static void sort_load(sorter *s, wo_value *scratch) {
  s->from = (sort_item *)((wo_buffer *)wo_pointer(scratch[SORT_FROM]))->data;
  s->to = (sort_item *)((wo_buffer *)wo_pointer(scratch[SORT_TO]))->data;
  s->width = (uint32_t)wo_number(scratch[SORT_WIDTH]);
  s->low = (uint32_t)wo_number(scratch[SORT_LOW]);
  s->left = (uint32_t)wo_number(scratch[SORT_LEFT]);
  s->right = (uint32_t)wo_number(scratch[SORT_RIGHT]);
  s->out = (uint32_t)wo_number(scratch[SORT_OUT]);
}

static void sort_save(const sorter *s, wo_value *scratch) {
  scratch[SORT_FROM] =
      wo_from_pointer(WO_TAG_CELL, (const char *)s->from - offsetof(wo_buffer, data));
  scratch[SORT_TO] = wo_from_pointer(WO_TAG_CELL, (const char *)s->to - offsetof(wo_buffer, data));
  scratch[SORT_WIDTH] = wo_from_number(s->width);
  scratch[SORT_LOW] = wo_from_number(s->low);
  scratch[SORT_LEFT] = wo_from_number(s->left);
  scratch[SORT_RIGHT] = wo_from_number(s->right);
  scratch[SORT_OUT] = wo_from_number(s->out);
}

// How many bytes all keys begin with; UINT32_MAX when one of them is wide.
static uint32_t common_prefix(const sorter *s) {
  const wo_string *first = wo_string_flat(s->heap, s->keys[0]);
  uint32_t common = first->length < SORT_COMMON_MAX ? first->length : SORT_COMMON_MAX;
  for (uint32_t i = 0; i < s->count; i++) {
    const wo_string *key = wo_string_flat(s->heap, s->keys[i]);
    if (wo_string_is_wide(key)) return UINT32_MAX;
    if (key->length < common) common = key->length;
    while (memcmp(key->data, first->data, common) != 0) common--;
  }
  return common;
}

static uint64_t sort_prefix(const wo_string *key, uint32_t from) {
  uint8_t bytes[8] = {0};
  uint32_t rest = key->length - from;
  memcpy(bytes, key->data + from, rest < 8 ? rest : 8);
  uint64_t prefix = 0;
  for (int i = 0; i < 8; i++) prefix = prefix << 8 | bytes[i];
  return prefix;
}

static void sort_begin(sorter *s) {
  uint32_t size = s->count * (uint32_t)sizeof(sort_item), common = common_prefix(s);
  s->from = (sort_item *)wo_buffer_new(s->heap, size)->data;
  s->to = (sort_item *)wo_buffer_new(s->heap, size)->data;
  s->width = 1;
  sort_begin_merge(s, 0);
  for (uint32_t i = 0; i < s->count; i++) {
    s->from[i].index = i;
    if (common == UINT32_MAX) continue;
    s->from[i].prefix = sort_prefix(wo_string_flat(s->heap, s->keys[i]), common);
  }
}

static void sort_apply(sorter *s, wo_array *values) {
  wo_vector *sorted = wo_vector_new(s->heap, s->count);
  for (uint32_t i = 0; i < s->count; i++)
    sorted->items[i] = wo_array_items(values)[s->from[i].index];
  wo_write_cell(s->heap, values, &values->elements, sorted);
  values->start = 0;
}

wo_status wo_b_array_sort_by_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                  wo_value *result) {
  wo_array *values = wo_pointer(wo_arg(args, argc, 0));
  wo_array *keys = wo_pointer(wo_arg(args, argc, 1));
  *result = WO_UNDEFINED;
  sorter s = {.heap = heap_of(fiber), .count = values->length};
  if (s.count < 2) return WO_DONE;
  s.keys = wo_array_items(keys);
  if (fiber->step == STEP_GO_ON) {
    sort_load(&s, wo_scratch(fiber));
  } else {
    if (s.count > SORT_COUNT_MAX) {
      return wo_throw(fiber, WO_B_OutOfMemoryError, "more than %d elements to sort",
                      SORT_COUNT_MAX);
    }
    wo_status status = reserve(fiber, (uint64_t)s.count * 2 * sizeof(sort_item) / sizeof(wo_value));
    if (status != WO_DONE) return status;
    sort_begin(&s);
    wo_charge(shard, s.count >> 2);
  }
  if (!sort_run(shard, &s)) {
    wo_need_frame(fiber, args, argc);
    sort_save(&s, wo_scratch(fiber));
    fiber->step = STEP_GO_ON;
    return WO_YIELD;
  }
  sort_apply(&s, values);
  return WO_DONE;
}
