// Uint8Array: what needs no callback. Sources that are neither bytes nor arrays of plain numbers
// are read by the prelude (lib/std/prelude/bytes.ts) into an array of numbers first.
#include <math.h>
#include <string.h>

#include "property.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

static uint8_t *data_of(const wo_bytes *b) { return b->buffer->data + b->offset; }

static uint8_t to_byte(wo_value number) {
  return wo_is_int(number) ? (uint8_t)wo_as_int(number)
                           : (uint8_t)wo_to_int32(wo_as_double(number));
}

// The receiver; NULL after throwing.
static wo_bytes *receiver(wo_fiber *fiber, const wo_value *args) {
  if (WO_LIKELY(wo_has_kind(args[-1], WO_KIND_BYTES))) return wo_pointer(args[-1]);
  wo_throw_type(fiber, "this is not a typed array.");
  return NULL;
}

// The receiver where bytes may be written: not when isolates share them.
static wo_bytes *writable(wo_fiber *fiber, const wo_value *args) {
  wo_bytes *b = receiver(fiber, args);
  if (!b || !((b->object.cell.flags | b->buffer->cell.flags) & WO_CELL_SHARED)) return b;
  wo_throw_about(fiber, WO_B_TypeError, "% is shared between isolates and cannot be changed",
                 args[-1]);
  return NULL;
}

// An integer argument as an index counted from the end when negative, clamped to 0..length.
static uint32_t relative(wo_value v, uint32_t length, uint32_t absent) {
  if (wo_is_undefined(v)) return absent;
  double d = wo_number(v);
  if (d < 0) return d + length > 0 ? (uint32_t)(d + length) : 0;
  return d < length ? (uint32_t)d : length;
}

// Work of touching `count` bytes.
static void charge(wo_shard *shard, uint32_t count) { wo_charge(shard, count >> 10); }

static wo_status reserve(wo_fiber *fiber, uint32_t length) {
  if (length < WO_OVERDRAFT_BYTES / 4) return WO_DONE;
  return wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)length + sizeof(wo_buffer));
}

static wo_value bytes_from(wo_heap *heap, const uint8_t *from, uint32_t length) {
  wo_value v = wo_bytes_new(heap, length);
  if (length) memcpy(data_of(wo_pointer(v)), from, length);
  return v;
}

// --- construction ---

// Whether an array can be read without running code: dense, its elements no objects or symbols.
static wo_array *plain_numbers(wo_fiber *fiber, wo_value v) {
  if (!wo_is_array(v) || !wo_array_is_dense(wo_pointer(v))) return NULL;
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  if (!wo_lookup(heap, v, wo_builtin_value(heap->runtime, WO_B_Symbol_iterator), &p) ||
      p.value != wo_builtin_value(heap->runtime, WO_B_Array_values)) {
    return NULL;
  }
  wo_array *array = wo_pointer(v);
  for (uint32_t i = 0; i < array->length; i++) {
    wo_value item = wo_array_get(array, i);
    if (!wo_is_number(item) && !wo_is_nullish(item) && !wo_is_bool(item) && item != WO_HOLE)
      return NULL;
  }
  return array;
}

static void store_numbers(wo_heap *heap, wo_array *from, uint8_t *to) {
  for (uint32_t i = 0; i < from->length; i++) {
    wo_value item = wo_array_get(from, i);
    if (item == WO_HOLE) item = WO_UNDEFINED;
    to[i] = wo_is_number(item) ? to_byte(item)
                               : (uint8_t)wo_to_int32(wo_primitive_to_number(heap, item));
  }
}

static wo_status bytes_of_numbers(wo_fiber *fiber, wo_array *numbers, wo_value *result) {
  wo_status status = reserve(fiber, numbers->length);
  if (status != WO_DONE) return status;
  wo_charge(fiber->isolate->shard, numbers->length >> 6);
  *result = wo_bytes_new(heap_of(fiber), numbers->length);
  store_numbers(heap_of(fiber), numbers, data_of(wo_pointer(*result)));
  return WO_DONE;
}

static wo_status bytes_of_length(wo_fiber *fiber, wo_value length, wo_value *result) {
  double d = wo_is_undefined(length) ? 0 : wo_number(length);
  if (!(d >= 0 && d <= UINT32_MAX - 64)) {
    return wo_throw_about(fiber, WO_B_RangeError, "Invalid typed array length: %", length);
  }
  wo_status status = reserve(fiber, (uint32_t)d);
  if (status == WO_DONE) *result = wo_bytes_new(heap_of(fiber), (uint32_t)d);
  return status;
}

// new Uint8Array(length | bytes | array | iterable | array-like). Step 1: the prelude has read the
// source.
static wo_status construct(wo_fiber *fiber, wo_value *args, uint32_t argc, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_value source = wo_arg(args, argc, 0);
  if (fiber->step == 1) return bytes_of_numbers(fiber, wo_pointer(fiber->call.result), result);
  if (!wo_is_object(source)) {
    wo_status status = wo_convert(fiber, args, argc, "i");
    return status == WO_DONE ? bytes_of_length(fiber, wo_arg(args, argc, 0), result) : status;
  }
  if (wo_has_kind(source, WO_KIND_BYTES)) {
    wo_bytes *from = wo_pointer(source);
    wo_status status = reserve(fiber, from->length);
    if (status != WO_DONE) return status;
    charge(fiber->isolate->shard, from->length);
    *result = bytes_from(heap, data_of(from), from->length);
    return WO_DONE;
  }
  wo_array *numbers = plain_numbers(fiber, source);
  if (numbers) return bytes_of_numbers(fiber, numbers, result);
  wo_value read = wo_builtin_value(heap->runtime, WO_B_bytes_numbers);
  return wo_call(fiber, 1, read, WO_UNDEFINED, 1, source);
}

wo_status wo_b_bytes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  (void)shard;
  wo_status status = construct(fiber, args, argc, result);
  if (status != WO_DONE) return status;
  wo_value proto = wo_new_prototype(fiber, WO_B_Uint8Array_prototype);
  if (proto != wo_prototype_of(heap_of(fiber), *result)) {
    wo_set_prototype(heap_of(fiber), *result, proto);
  }
  return WO_DONE;
}

wo_status wo_b_bytes_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  if (fiber->step == 0) {
    bool plain = true;
    for (uint32_t i = 0; i < argc; i++) plain &= wo_is_number(args[i]);
    if (plain) {
      *result = wo_bytes_new(heap, argc);
      uint8_t *data = data_of(wo_pointer(*result));
      for (uint32_t i = 0; i < argc; i++) data[i] = to_byte(args[i]);
      charge(shard, argc);
      return WO_DONE;
    }
    wo_value list = wo_array_of(heap, args, argc);
    return wo_call(fiber, 1, wo_builtin_value(heap->runtime, WO_B_bytes_numbers), WO_UNDEFINED, 1,
                   list);
  }
  return bytes_of_numbers(fiber, wo_pointer(fiber->call.result), result);
}

// --- writing ---

static wo_status set_range(wo_fiber *fiber, uint32_t length, double offset, uint32_t count) {
  if (offset >= 0 && offset + count <= length) return WO_DONE;
  return wo_throw_range(fiber, "offset is out of bounds");
}

wo_status wo_b_bytes_set(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  *result = WO_UNDEFINED;
  if (!writable(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "-i");
  if (status != WO_DONE) return status;
  wo_bytes *to = wo_pointer(args[-1]);
  wo_value source = wo_arg(args, argc, 0);
  double offset = wo_is_undefined(wo_arg(args, argc, 1)) ? 0 : wo_number(args[1]);
  if (offset < 0) return wo_throw_range(fiber, "offset is out of bounds");
  if (fiber->step == 0 && wo_has_kind(source, WO_KIND_BYTES)) {
    wo_bytes *from = wo_pointer(source);
    status = set_range(fiber, to->length, offset, from->length);
    if (status != WO_DONE) return status;
    charge(shard, from->length);
    memmove(data_of(to) + (uint32_t)offset, data_of(from), from->length);
    return WO_DONE;
  }
  if (fiber->step == 0 && wo_is_nullish(source)) {
    return wo_throw_type(fiber, "Cannot convert undefined or null to object");
  }
  wo_array *numbers =
      fiber->step == 1 ? wo_pointer(fiber->call.result) : plain_numbers(fiber, source);
  if (!numbers) {
    return wo_call(fiber, 1, wo_builtin_value(heap->runtime, WO_B_bytes_listed), WO_UNDEFINED, 1,
                   source);
  }
  status = set_range(fiber, to->length, offset, numbers->length);
  if (status != WO_DONE) return status;
  wo_charge(shard, numbers->length >> 6);
  store_numbers(heap, numbers, data_of(to) + (uint32_t)offset);
  return WO_DONE;
}

wo_status wo_b_bytes_fill(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (!writable(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "Nii");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  uint32_t start = relative(wo_arg(args, argc, 1), b->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 2), b->length, b->length);
  if (start < end) {
    memset(data_of(b) + start, argc ? to_byte(args[0]) : 0, end - start);
    charge(shard, end - start);
  }
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_bytes_copy_within(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  if (!writable(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "iii");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  uint32_t to = relative(wo_arg(args, argc, 0), b->length, 0);
  uint32_t start = relative(wo_arg(args, argc, 1), b->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 2), b->length, b->length);
  uint32_t count = start < end ? end - start : 0;
  if (count > b->length - to) count = b->length - to;
  memmove(data_of(b) + to, data_of(b) + start, count);
  charge(shard, count);
  *result = args[-1];
  return WO_DONE;
}

static void reverse(uint8_t *data, uint32_t length) {
  for (uint32_t i = 0; i < length / 2; i++) {
    uint8_t byte = data[i];
    data[i] = data[length - 1 - i];
    data[length - 1 - i] = byte;
  }
}

wo_status wo_b_bytes_reverse(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)argc;
  wo_bytes *b = writable(fiber, args);
  if (!b) return WO_THREW;
  reverse(data_of(b), b->length);
  charge(shard, b->length);
  *result = args[-1];
  return WO_DONE;
}

// Ascending, by counting.
wo_status wo_b_bytes_sort(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  wo_value v = wo_arg(args, argc, 0);
  wo_bytes *b = writable(fiber, &v + 1);
  if (!b) return WO_THREW;
  uint32_t counts[256] = {0};
  uint8_t *data = data_of(b);
  for (uint32_t i = 0; i < b->length; i++) counts[data[i]]++;
  for (uint32_t byte = 0, at = 0; byte < 256; at += counts[byte++]) {
    memset(data + at, (int)byte, counts[byte]);
  }
  charge(shard, b->length);
  *result = v;
  return WO_DONE;
}

// --- copies and views ---

wo_status wo_b_bytes_slice(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  if (!receiver(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "ii");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  uint32_t start = relative(wo_arg(args, argc, 0), b->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 1), b->length, b->length);
  uint32_t count = start < end ? end - start : 0;
  status = reserve(fiber, count);
  if (status != WO_DONE) return status;
  *result = bytes_from(heap_of(fiber), data_of(b) + start, count);
  charge(shard, count);
  return WO_DONE;
}

// The one operation that makes two arrays share their bytes.
wo_status wo_b_bytes_subarray(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  if (!receiver(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "ii");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  uint32_t start = relative(wo_arg(args, argc, 0), b->length, 0);
  uint32_t end = relative(wo_arg(args, argc, 1), b->length, b->length);
  *result = wo_bytes_new(heap_of(fiber), 0);
  wo_bytes *view = wo_pointer(*result);
  wo_write_cell(heap_of(fiber), view, &view->buffer, b->buffer);
  view->offset = b->offset + start;
  view->length = start < end ? end - start : 0;
  return WO_DONE;
}

wo_status wo_b_bytes_to_reversed(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)argc;
  wo_bytes *b = receiver(fiber, args);
  if (!b) return WO_THREW;
  wo_status status = reserve(fiber, b->length);
  if (status != WO_DONE) return status;
  *result = bytes_from(heap_of(fiber), data_of(b), b->length);
  reverse(data_of(wo_pointer(*result)), b->length);
  charge(shard, b->length);
  return WO_DONE;
}

wo_status wo_b_bytes_with(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (!receiver(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "iN");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  double at = wo_is_undefined(wo_arg(args, argc, 0)) ? 0 : wo_number(args[0]);
  if (at < 0) at += b->length;
  if (!(at >= 0 && at < b->length)) return wo_throw_range(fiber, "Invalid typed array index");
  status = reserve(fiber, b->length);
  if (status != WO_DONE) return status;
  *result = bytes_from(heap_of(fiber), data_of(b), b->length);
  data_of(wo_pointer(*result))[(uint32_t)at] = argc > 1 ? to_byte(args[1]) : 0;
  charge(shard, b->length);
  return WO_DONE;
}

// --- looking ---

wo_status wo_b_bytes_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard;
  if (!receiver(fiber, args)) return WO_THREW;
  wo_status status = wo_convert(fiber, args, argc, "i");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  double at = wo_is_undefined(wo_arg(args, argc, 0)) ? 0 : wo_number(args[0]);
  if (at < 0) at += b->length;
  bool inside = at >= 0 && at < b->length;
  *result = inside ? wo_from_int(data_of(b)[(uint32_t)at]) : WO_UNDEFINED;
  return WO_DONE;
}

// The byte that equals `v`, -1 when none can.
static int wanted(wo_value v) {
  if (!wo_is_number(v)) return -1;
  double d = wo_number(v);
  return d >= 0 && d <= 255 && d == floor(d) ? (int)d : -1;
}

static wo_status find(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      int64_t *at) {
  if (!receiver(fiber, args)) return WO_THREW;
  // Nothing is found in no bytes, whatever the start would convert to.
  if (((wo_bytes *)wo_pointer(args[-1]))->length == 0) return WO_DONE;
  wo_status status = wo_convert(fiber, args, argc, "-i");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  uint32_t start = relative(wo_arg(args, argc, 1), b->length, 0);
  int byte = wanted(wo_arg(args, argc, 0));
  uint8_t *found =
      byte < 0 || start >= b->length ? NULL : memchr(data_of(b) + start, byte, b->length - start);
  *at = found ? found - data_of(b) : -1;
  charge(shard, b->length - start);
  return WO_DONE;
}

wo_status wo_b_bytes_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  int64_t at = -1;
  wo_status status = find(shard, fiber, args, argc, &at);
  *result = wo_from_number((double)at);
  return status;
}

wo_status wo_b_bytes_includes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  int64_t at = -1;
  wo_status status = find(shard, fiber, args, argc, &at);
  *result = wo_from_bool(at >= 0);
  return status;
}

wo_status wo_b_bytes_last_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  if (!receiver(fiber, args)) return WO_THREW;
  *result = wo_from_int(-1);
  if (((wo_bytes *)wo_pointer(args[-1]))->length == 0) return WO_DONE;
  wo_status status = wo_convert(fiber, args, argc, "-i");
  if (status != WO_DONE) return status;
  wo_bytes *b = wo_pointer(args[-1]);
  // An explicit undefined counts as 0 here, unlike a missing argument.
  double from = argc < 2 ? b->length - 1.0 : wo_is_undefined(args[1]) ? 0 : wo_number(args[1]);
  if (from < 0) from += argc < 2 ? 0 : b->length;
  int64_t at = from >= b->length ? (int64_t)b->length - 1 : from < 0 ? -1 : (int64_t)from;
  int byte = wanted(wo_arg(args, argc, 0));
  while (at >= 0 && data_of(b)[at] != byte) at--;
  charge(shard, b->length);
  *result = wo_from_number((double)at);
  return WO_DONE;
}

// --- text ---

static wo_status join(wo_shard *shard, wo_fiber *fiber, wo_bytes *b, wo_value separator,
                      wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_string *between = wo_is_undefined(separator) ? NULL : wo_string_flat(heap, separator);
  // Before anything is built: three digits and the separator for each byte at most.
  uint64_t most = (uint64_t)b->length * (3 + (between ? between->length : 1));
  if (most >= WO_OVERDRAFT_BYTES / 4) {
    wo_status status = wo_heap_reserve(heap, fiber, most);
    if (status != WO_DONE) return status;
  }
  const uint8_t *data = data_of(b);
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < b->length; i++) {
    if (i && between) wo_builder_string(&out, between);
    else if (i) wo_builder_unit(&out, ',');
    if (data[i] >= 100) wo_builder_unit(&out, '0' + data[i] / 100);
    if (data[i] >= 10) wo_builder_unit(&out, '0' + data[i] / 10 % 10);
    wo_builder_unit(&out, '0' + data[i] % 10);
  }
  wo_charge(shard, b->length >> 6);
  *result = wo_builder_finish(heap, &out);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

wo_status wo_b_bytes_join(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (!wo_has_kind(args[-1], WO_KIND_BYTES)) {
    wo_value name = wo_string_from_ascii(heap_of(fiber), "%TypedArray%.prototype.join");
    return wo_throw_about(fiber, WO_B_TypeError, "Method % called on incompatible receiver %", name,
                          args[-1]);
  }
  wo_status status = wo_convert(fiber, args, argc, "s");
  if (status != WO_DONE) return status;
  return join(shard, fiber, wo_pointer(args[-1]), wo_arg(args, argc, 0), result);
}

wo_status wo_b_bytes_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)argc;
  wo_bytes *b = receiver(fiber, args);
  return b ? join(shard, fiber, b, WO_UNDEFINED, result) : WO_THREW;
}

// --- iterators, accessors ---

static wo_status answer_iterator(wo_fiber *fiber, wo_value *args, wo_iter_mode mode,
                                 wo_value *result) {
  if (!receiver(fiber, args)) return WO_THREW;
  *result = wo_iterator_new(heap_of(fiber), args[-1], mode);
  return WO_DONE;
}

wo_status wo_b_bytes_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_ITER_KEYS, result);
}

wo_status wo_b_bytes_values(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_ITER_VALUES, result);
}

wo_status wo_b_bytes_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_ITER_ENTRIES, result);
}

wo_status wo_b_bytes_byte_length(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)argc;
  wo_bytes *b = receiver(fiber, args);
  if (!b) return WO_THREW;
  *result = wo_from_number(b->length);
  return WO_DONE;
}

wo_status wo_b_bytes_byte_offset(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)argc;
  wo_bytes *b = receiver(fiber, args);
  if (!b) return WO_THREW;
  *result = wo_from_number(b->offset);
  return WO_DONE;
}
