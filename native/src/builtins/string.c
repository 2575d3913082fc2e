// String: everything native but what calls functions (replace with a function and String.raw are in
// lib/std/prelude/string.ts). Regular expressions are not there yet; nothing here looks for
// Symbol.replace and its like.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../builtin.h"
#include "unicode.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

static WO_COLD wo_status no_string(wo_fiber *fiber, const char *name) {
  return wo_throw_type(fiber, "String.prototype.%s called on null or undefined", name);
}

// Converts `this` (step-wise, as wo_convert does) and the arguments as `what` says; "t" first.
WO_INLINE wo_status convert(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *what,
                            const char *name) {
  if (WO_UNLIKELY(wo_is_nullish(args[-1]))) return no_string(fiber, name);
  return wo_convert(fiber, args, argc, what);
}

// A string argument; one that was not passed reads as "undefined".
static wo_value text_arg(wo_fiber *fiber, const wo_value *args, uint32_t argc, uint32_t i) {
  return i < argc ? args[i] : wo_string_from_ascii(heap_of(fiber), "undefined");
}

// A number argument that may be missing.
static double number_arg(const wo_value *args, uint32_t argc, uint32_t i, double absent) {
  wo_value v = wo_arg(args, argc, i);
  return wo_is_undefined(v) ? absent : wo_number(v);
}

// Asks for room for a string of `units` where that is more than the overdraft allows unasked.
static wo_status reserve(wo_fiber *fiber, double units) {
  if (units > WO_STRING_LENGTH_MAX) return wo_throw_range(fiber, "Invalid string length");
  uint64_t bytes = (uint64_t)units * 2 + sizeof(wo_string);
  if (bytes < WO_OVERDRAFT_BYTES / 4) return WO_DONE;
  return wo_heap_reserve(heap_of(fiber), fiber, bytes);
}

static void charge_units(wo_shard *shard, uint32_t units) { wo_charge(shard, units >> 7); }

static wo_status finish(wo_fiber *fiber, wo_builder *out, wo_value *result) {
  *result = wo_builder_finish(heap_of(fiber), out);
  wo_builder_free(out);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

static double clamp(double d, double low, double high) {
  return d < low ? low : d > high ? high : d;
}

// --- construction ---

wo_status wo_b_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  bool wrap = !wo_is_undefined(fiber->new_target);
  if (!wrap && argc && wo_is_symbol(args[0])) {
    wo_value description = ((wo_symbol *)wo_pointer(args[0]))->description;
    wo_builder out;
    wo_builder_init(&out);
    wo_builder_ascii(&out, "Symbol(");
    if (wo_is_string(description)) wo_builder_string(&out, wo_string_flat(heap, description));
    wo_builder_ascii(&out, ")");
    return finish(fiber, &out, result);
  }
  wo_value new_target = fiber->new_target;
  wo_status status = wo_convert(fiber, args, argc, "S");
  if (status != WO_DONE) return status;
  wo_value text = argc ? args[0] : wo_string_from_ascii(heap, "");
  *result = text;
  if (!wrap) return WO_DONE;
  fiber->new_target = new_target;
  wo_value proto = wo_new_prototype(fiber, WO_B_String_prototype);
  *result = wo_primitive_new(heap, proto, text);
  return WO_DONE;
}

// ToNumber of every argument in place.
static wo_status convert_all(wo_fiber *fiber, wo_value *args, uint32_t argc, char how) {
  for (uint32_t i = 0; i < argc; i++) {
    if (how == 'N' ? wo_is_number(args[i]) : wo_is_string(args[i])) continue;
    char what[argc + 1];
    memset(what, how, argc);
    what[argc] = 0;
    return wo_convert_any(fiber, args, argc, what);
  }
  return WO_DONE;
}

wo_status wo_b_string_from_char_code(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  wo_status status = convert_all(fiber, args, argc, 'N');
  if (status != WO_DONE) return status;
  if (argc == 1) {
    *result = wo_string_from_unit(heap_of(fiber), wo_to_int32(wo_number(args[0])) & 0xFFFF);
    return WO_DONE;
  }
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < argc; i++) {
    wo_builder_unit(&out, wo_to_int32(wo_number(args[i])) & 0xFFFF);
  }
  charge_units(shard, argc);
  return finish(fiber, &out, result);
}

static void builder_point(wo_builder *out, uint32_t point) {
  if (point > 0xFFFF) {
    wo_builder_unit(out, 0xD800 + ((point - 0x10000) >> 10));
    wo_builder_unit(out, 0xDC00 + ((point - 0x10000) & 0x3FF));
  } else {
    wo_builder_unit(out, point);
  }
}

wo_status wo_b_string_from_code_point(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                      uint32_t argc, wo_value *result) {
  wo_status status = convert_all(fiber, args, argc, 'N');
  if (status != WO_DONE) return status;
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < argc; i++) {
    double d = wo_number(args[i]);
    if (!(d >= 0 && d <= 0x10FFFF && d == floor(d))) {
      wo_builder_free(&out);
      char text[WO_NUMBER_TEXT_MAX + 1];
      text[wo_number_to_text(d, text)] = 0;
      return wo_throw_range(fiber, "Invalid code point %s", text);
    }
    builder_point(&out, (uint32_t)d);
  }
  charge_units(shard, argc);
  return finish(fiber, &out, result);
}

// toString and valueOf: of strings and their wrappers only.
static wo_status this_string(wo_fiber *fiber, wo_value self, const char *name, wo_value *result) {
  if (wo_is_string(self)) {
    *result = self;
    return WO_DONE;
  }
  if (wo_has_kind(self, WO_KIND_PRIMITIVE)) {
    *result = ((wo_primitive *)wo_pointer(self))->value;
    if (wo_is_string(*result)) return WO_DONE;
  }
  return wo_throw_type(fiber, "String.prototype.%s requires that 'this' be a String", name);
}

wo_status wo_b_string_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)argc;
  return this_string(fiber, args[-1], "toString", result);
}

wo_status wo_b_string_value_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard, (void)argc;
  return this_string(fiber, args[-1], "valueOf", result);
}

wo_status wo_b_string_iterator(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "t", "[Symbol.iterator]");
  if (status != WO_DONE) return status;
  *result = wo_iterator_new(heap_of(fiber), args[-1], WO_ITER_VALUES);
  return WO_DONE;
}

// A converted index argument, clamped to 0..length; `absent` where it is missing.
WO_INLINE uint32_t index_arg(const wo_value *args, uint32_t argc, uint32_t i, uint32_t length,
                             uint32_t absent) {
  wo_value v = wo_arg(args, argc, i);
  if (WO_LIKELY(wo_is_int(v))) {
    int32_t at = wo_as_int(v);
    return at < 0 ? 0 : (uint32_t)at < length ? (uint32_t)at : length;
  }
  return wo_is_undefined(v) ? absent : (uint32_t)clamp(wo_as_double(v), 0, length);
}

// The same counted from the end where it is negative.
WO_INLINE uint32_t relative_arg(const wo_value *args, uint32_t argc, uint32_t i, uint32_t length,
                                uint32_t absent) {
  wo_value v = wo_arg(args, argc, i);
  if (WO_UNLIKELY(wo_is_undefined(v))) return absent;
  if (WO_UNLIKELY(!wo_is_int(v))) {
    double d = wo_as_double(v);
    return (uint32_t)clamp(d < 0 ? d + length : d, 0, length);
  }
  int64_t at = wo_as_int(v);
  if (at < 0) at += length;
  return at < 0 ? 0 : at < length ? (uint32_t)at : length;
}

// --- single characters ---

wo_status wo_b_string_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "ti", "at");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  double at = number_arg(args, argc, 0, 0);
  if (at < 0) at += s->length;
  *result = WO_UNDEFINED;
  if (at >= 0 && at < s->length) {
    *result = wo_string_from_unit(heap_of(fiber), wo_string_unit(s, (uint32_t)at));
  }
  return WO_DONE;
}

wo_status wo_b_string_char_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "ti", "charAt");
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_string *s = wo_string_flat(heap, args[-1]);
  double at = number_arg(args, argc, 0, 0);
  bool inside = at >= 0 && at < s->length;
  *result = inside ? wo_string_from_unit(heap, wo_string_unit(s, (uint32_t)at))
                   : wo_string_from_ascii(heap, "");
  return WO_DONE;
}

wo_status wo_b_string_char_code_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  (void)shard;
  if (WO_LIKELY(argc && wo_is_string(args[-1]) && wo_is_int(args[0]))) {
    const wo_string *text = wo_string_flat(heap_of(fiber), args[-1]);
    uint32_t i = (uint32_t)wo_as_int(args[0]);
    *result = i < text->length ? wo_from_int((int32_t)wo_string_unit(text, i)) : WO_NAN_BITS;
    return WO_DONE;
  }
  wo_status status = convert(fiber, args, argc, "ti", "charCodeAt");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  double at = number_arg(args, argc, 0, 0);
  bool inside = at >= 0 && at < s->length;
  *result = inside ? wo_from_int((int32_t)wo_string_unit(s, (uint32_t)at)) : WO_NAN_BITS;
  return WO_DONE;
}

// The code point that starts at unit `i`; a lone surrogate is itself. *units: 1 or 2.
static uint32_t point_at(const wo_string *s, uint32_t i, uint32_t *units) {
  uint32_t unit = wo_string_unit(s, i);
  *units = 1;
  if ((unit & 0xFC00) != 0xD800 || i + 1 >= s->length) return unit;
  uint32_t low = wo_string_unit(s, i + 1);
  if ((low & 0xFC00) != 0xDC00) return unit;
  *units = 2;
  return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

wo_status wo_b_string_code_point_at(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "ti", "codePointAt");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  double at = number_arg(args, argc, 0, 0);
  uint32_t units;
  *result = WO_UNDEFINED;
  if (at >= 0 && at < s->length) {
    *result = wo_from_int((int32_t)point_at(s, (uint32_t)at, &units));
  }
  return WO_DONE;
}

// --- searching ---

// Whether `what` stands in `s` at `at`; at + what->length is within s.
static bool matches(const wo_string *s, uint32_t at, const wo_string *what) {
  if (!wo_string_is_wide(s) && !wo_string_is_wide(what)) {
    return memcmp(s->data + at, what->data, what->length) == 0;
  }
  if (wo_string_is_wide(s) && wo_string_is_wide(what)) {
    return memcmp(wo_string_units(s) + at, what->data, what->length * 2u) == 0;
  }
  for (uint32_t i = 0; i < what->length; i++) {
    if (wo_string_unit(s, at + i) != wo_string_unit(what, i)) return false;
  }
  return true;
}

wo_status wo_b_string_starts_with(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                  wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "tSi", "startsWith");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  wo_string *what = wo_string_flat(heap_of(fiber), text_arg(fiber, args, argc, 0));
  uint32_t at = index_arg(args, argc, 1, s->length, 0);
  *result = wo_from_bool(what->length <= s->length - at && matches(s, at, what));
  return WO_DONE;
}

wo_status wo_b_string_ends_with(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "tSi", "endsWith");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  wo_string *what = wo_string_flat(heap_of(fiber), text_arg(fiber, args, argc, 0));
  uint32_t end = index_arg(args, argc, 1, s->length, s->length);
  *result = wo_from_bool(what->length <= end && matches(s, end - what->length, what));
  return WO_DONE;
}

static wo_status find(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      const char *name, int64_t *at) {
  wo_status status = convert(fiber, args, argc, "tSi", name);
  if (status != WO_DONE) return status;
  uint32_t length = wo_string_length(args[-1]);
  uint32_t from = index_arg(args, argc, 1, length, 0);
  *at = wo_string_index_of(heap_of(fiber), args[-1], text_arg(fiber, args, argc, 0), from);
  charge_units(shard, *at < 0 ? length - from : (uint32_t)*at - from);
  return WO_DONE;
}

wo_status wo_b_string_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  int64_t at;
  wo_status status = find(shard, fiber, args, argc, "indexOf", &at);
  if (status == WO_DONE) *result = wo_from_int((int32_t)at);
  return status;
}

wo_status wo_b_string_includes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  int64_t at;
  wo_status status = find(shard, fiber, args, argc, "includes", &at);
  if (status == WO_DONE) *result = wo_from_bool(at >= 0);
  return status;
}

wo_status wo_b_string_last_index_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  wo_status status = convert(fiber, args, argc, "tSn", "lastIndexOf");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  wo_string *what = wo_string_flat(heap_of(fiber), text_arg(fiber, args, argc, 0));
  *result = wo_from_int(-1);
  if (what->length > s->length) return WO_DONE;
  double from = number_arg(args, argc, 1, NAN);
  if (isnan(from)) from = INFINITY;
  int64_t start = (int64_t)clamp(from, 0, s->length - what->length);
  int64_t at = start;
  while (at >= 0 && !matches(s, (uint32_t)at, what)) at--;
  charge_units(shard, (uint32_t)(start - at));
  *result = wo_from_int((int32_t)at);
  return WO_DONE;
}

// --- pieces ---

static wo_status piece(wo_fiber *fiber, wo_value s, uint32_t start, uint32_t end,
                       wo_value *result) {
  if (end < start) end = start;
  if (WO_UNLIKELY(end - start > WO_OVERDRAFT_BYTES / 16)) {
    wo_status status = reserve(fiber, end - start);
    if (status != WO_DONE) return status;
  }
  *result = wo_string_slice(heap_of(fiber), s, start, end);
  return WO_DONE;
}

wo_status wo_b_string_slice(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "tii", "slice");
  if (status != WO_DONE) return status;
  uint32_t length = wo_string_length(args[-1]);
  uint32_t start = relative_arg(args, argc, 0, length, 0);
  return piece(fiber, args[-1], start, relative_arg(args, argc, 1, length, length), result);
}

wo_status wo_b_string_substring(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "tii", "substring");
  if (status != WO_DONE) return status;
  uint32_t length = wo_string_length(args[-1]);
  uint32_t start = index_arg(args, argc, 0, length, 0);
  uint32_t end = index_arg(args, argc, 1, length, length);
  if (start > end) return piece(fiber, args[-1], end, start, result);
  return piece(fiber, args[-1], start, end, result);
}

wo_status wo_b_string_substr(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  wo_status status = convert(fiber, args, argc, "tii", "substr");
  if (status != WO_DONE) return status;
  uint32_t length = wo_string_length(args[-1]);
  uint32_t start = relative_arg(args, argc, 0, length, 0);
  uint32_t count = index_arg(args, argc, 1, length - start, length - start);
  return piece(fiber, args[-1], start, start + count, result);
}

static bool is_space(uint32_t unit) {
  if (unit < 0x80) return unit == ' ' || (unit >= '\t' && unit <= '\r');
  return unit == 0xA0 || unit == 0x1680 || (unit >= 0x2000 && unit <= 0x200A) || unit == 0x2028 ||
         unit == 0x2029 || unit == 0x202F || unit == 0x205F || unit == 0x3000 || unit == 0xFEFF;
}

static wo_status trim(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *name, bool start,
                      bool end, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "t", name);
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  uint32_t from = 0, to = s->length;
  while (start && from < to && is_space(wo_string_unit(s, from))) from++;
  while (end && to > from && is_space(wo_string_unit(s, to - 1))) to--;
  if (from == 0 && to == s->length) {
    *result = args[-1];
    return WO_DONE;
  }
  return piece(fiber, args[-1], from, to, result);
}

wo_status wo_b_string_trim(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  return trim(fiber, args, argc, "trim", true, true, result);
}

wo_status wo_b_string_trim_start(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard;
  return trim(fiber, args, argc, "trimStart", true, false, result);
}

wo_status wo_b_string_trim_end(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard;
  return trim(fiber, args, argc, "trimEnd", false, true, result);
}

// --- split: block by block, saving its progress where the slice ends ---

enum { SPLIT_GO_ON = 2, SPLIT_ARRAY = 0, SPLIT_AT = 1, SPLIT_SEEN = 2 };

// How often `unit` stands in s, eight bytes at a time: a byte of `same` is 0 where it does,
// one of `found` is 1.
static uint32_t count_unit(const wo_string *s, uint8_t unit) {
  const uint64_t low = 0x0101010101010101ull, high = 0x8080808080808080ull;
  uint32_t count = 0, i = 0;
  for (; i + 8 <= s->length; i += 8) {
    uint64_t word;
    memcpy(&word, s->data + i, 8);
    uint64_t same = word ^ (low * unit);
    uint64_t found = (~(((same & ~high) + ~high) | same) & high) >> 7;
    count += (uint32_t)(found * low >> 56);
  }
  for (; i < s->length; i++) count += s->data[i] == unit;
  return count;
}

static bool splits_at_byte(const wo_string *text, const wo_string *separator) {
  return separator->length == 1 && !wo_string_is_wide(text) && !wo_string_is_wide(separator);
}

// How many pieces a split makes; of a short text by a long separator, what is worth making room for.
static uint32_t count_pieces(wo_heap *heap, const wo_string *text, const wo_string *separator) {
  if (separator->length == 0) return text->length;
  if (splits_at_byte(text, separator)) return count_unit(text, separator->data[0]) + 1;
  if (text->length < 4096) return 4;
  uint32_t pieces = 1;
  for (int64_t at = 0; at <= (int64_t)text->length; pieces++) {
    at = wo_string_index_of(heap, wo_from_string(text), wo_from_string(separator), (uint32_t)at);
    if (at < 0) break;
    at += separator->length;
  }
  return pieces;
}

// Asks for an upper bound of the heap a split takes: a cell and an element for each piece.
static wo_status split_reserve(wo_fiber *fiber, const wo_string *text, uint64_t pieces) {
  if (text->length < 4096) return WO_DONE;
  uint64_t bytes = pieces * (sizeof(wo_string) + 8 + sizeof(wo_value));
  bytes += (uint64_t)text->length << wo_string_is_wide(text);
  return wo_heap_reserve(heap_of(fiber), fiber, bytes);
}

// The end of the piece that starts at `from`; the length of the text for the last.
static uint32_t piece_end(wo_heap *heap, wo_string *text, wo_string *separator, uint32_t from) {
  int64_t at = wo_string_index_of(heap, wo_from_string(text), wo_from_string(separator), from);
  return at < 0 ? text->length : (uint32_t)at;
}

// Words and fields repeat: a split into many pieces remembers recent ones by their hash and answers
// the same string for the same text, which then is made, hashed and collected once. Where that does
// not come up, it stops looking.
enum { SEEN_FROM = 512, SEEN_MAX = 8192, SEEN_LENGTH_MAX = 32 };

static wo_vector *seen_new(wo_heap *heap, uint32_t pieces) {
  uint32_t size = SEEN_FROM;
  if (pieces < SEEN_FROM) return NULL;
  while (size < SEEN_MAX && size < pieces / 4) size *= 2;
  return wo_vector_new(heap, size);
}

// The string of `length` bytes; *hits counts those that were seen before.
WO_INLINE wo_value seen_piece(wo_heap *heap, wo_vector *seen, const uint8_t *bytes, uint32_t length,
                              uint32_t *hits) {
  if (!seen || length < 2 || length > SEEN_LENGTH_MAX) return wo_string_short(heap, bytes, length);
  uint32_t hash = wo_text_hash(heap, bytes, length);
  wo_value *slot = &seen->items[hash & (seen->capacity - 1)];
  if (*slot != WO_HOLE) {
    const wo_string *s = wo_pointer(*slot);
    if (s->cell.shape == hash && s->length == length && wo_text_same(s->data, bytes, length)) {
      ++*hits;
      return *slot;
    }
  }
  wo_value piece = wo_string_short(heap, bytes, length);
  wo_cell_of(piece)->shape = hash;
  wo_write_slot(heap, seen, slot, piece);
  return piece;
}

// The pieces of narrow text at one unit. There is room for them all. False: few were seen before.
static bool split_bytes(wo_shard *shard, wo_heap *heap, const wo_string *text, uint8_t separator,
                        wo_array *out, uint32_t limit, wo_vector *seen, uint64_t *at) {
  const uint8_t *from = text->data + *at, *last = text->data + text->length;
  uint32_t count = out->length, end = limit - count < 4096 ? limit : count + 4096, hits = 0;
  wo_vector *elements = out->elements;
  for (bool more = true; more && count < end;) {
    const uint8_t *found = memchr(from, separator, (size_t)(last - from));
    more = found != NULL;
    if (!more) found = last;
    wo_value piece = seen_piece(heap, seen, from, (uint32_t)(found - from), &hits);
    wo_write_slot(heap, elements, &wo_array_items(out)[count++], piece);
    from = found + 1;
  }
  uint32_t made = count - out->length;
  wo_charge(shard, made / 4 + (uint32_t)(from - text->data - *at) / 128);
  out->length = count;
  *at = count < limit ? (uint64_t)(from - text->data) : (uint64_t)text->length + 1;
  return hits > made / 16;
}

// Adds pieces from *at on until the end (*at past the text), the limit, or the end of the slice.
static void split_run(wo_shard *shard, wo_heap *heap, wo_string *text, wo_string *separator,
                      wo_array *out, uint32_t limit, wo_vector **seen, uint64_t *at) {
  uint32_t length = text->length, skip = separator->length;
  if (splits_at_byte(text, separator)) {
    do {
      if (!split_bytes(shard, heap, text, separator->data[0], out, limit, *seen, at)) *seen = NULL;
    } while (*at <= length && shard->budget > 0);
    return;
  }
  for (uint32_t n = 1; *at <= length && out->length < limit; n++) {
    uint32_t from = (uint32_t)*at;
    if (skip == 0) {
      if (from == length) break;
      wo_array_push(heap, out, wo_string_from_unit(heap, wo_string_unit(text, from)));
      *at = from + 1;
    } else {
      uint32_t end = piece_end(heap, text, separator, from);
      wo_array_push(heap, out, wo_string_slice(heap, wo_from_string(text), from, end));
      *at = (uint64_t)end + skip;  // past the text behind the last piece
      charge_units(shard, end - from);
    }
    if (n % 256 != 0) continue;
    wo_charge(shard, 64);
    if (shard->budget <= 0) return;
  }
  *at = (uint64_t)length + 1;
}

wo_status wo_b_string_split(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  wo_status status = convert(fiber, args, argc, "tsn", "split");
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  double asked = number_arg(args, argc, 1, 4294967295.0);
  uint32_t limit = (uint32_t)wo_to_int32(asked);
  wo_value separator = wo_arg(args, argc, 0);
  if (limit == 0 || wo_is_undefined(separator)) {
    *result = wo_array_of(heap, &args[-1], limit ? 1 : 0);
    return WO_DONE;
  }
  wo_string *text = wo_string_flat(heap, args[-1]), *by = wo_string_flat(heap, separator);
  uint64_t at = 0;
  wo_vector *seen = NULL;
  if (fiber->step == SPLIT_GO_ON) {
    const wo_value *scratch = wo_scratch(fiber);
    *result = scratch[SPLIT_ARRAY];
    at = (uint64_t)wo_number(scratch[SPLIT_AT]);
    if (wo_is_cell(scratch[SPLIT_SEEN])) seen = wo_pointer(scratch[SPLIT_SEEN]);
  } else {
    uint32_t pieces = count_pieces(heap, text, by);
    charge_units(shard, text->length);
    status = split_reserve(fiber, text, pieces);
    if (status != WO_DONE) return status;
    *result = wo_array_new(heap, pieces < limit ? pieces : limit);
    if (splits_at_byte(text, by)) seen = seen_new(heap, pieces);
  }
  wo_value array = *result;
  split_run(shard, heap, text, by, wo_pointer(array), limit, &seen, &at);
  if (at > text->length) return WO_DONE;
  wo_need_frame(fiber, args, argc);
  wo_value *scratch = wo_scratch(fiber);
  scratch[SPLIT_ARRAY] = array;
  scratch[SPLIT_AT] = wo_from_number((double)at);
  scratch[SPLIT_SEEN] = seen ? wo_from_cell(seen) : WO_UNDEFINED;
  fiber->step = SPLIT_GO_ON;
  return WO_YIELD;
}

// --- building ---

wo_status wo_b_string_concat(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_status status = convert(fiber, args, argc, "t", "concat");
  if (status == WO_DONE) status = convert_all(fiber, args, argc, 'S');
  if (status != WO_DONE) return status;
  uint64_t length = wo_string_length(args[-1]);
  for (uint32_t i = 0; i < argc; i++) length += wo_string_length(args[i]);
  status = reserve(fiber, (double)length);
  if (status != WO_DONE) return status;
  wo_value text = args[-1];
  for (uint32_t i = 0; i < argc; i++) text = wo_string_concat(heap_of(fiber), text, args[i]);
  wo_charge(shard, argc >> 4);
  *result = text;
  return text == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

// Fills units at..at+count of `to` with `text` over and over.
static void put_repeated(wo_string *to, uint32_t at, const wo_string *text, uint32_t count) {
  if (text->length == 1 && !wo_string_is_wide(to)) {
    memset(to->data + at, text->data[0], count);
    return;
  }
  uint32_t done = count < text->length ? count : text->length;
  wo_string_put(to, at, text, 0, done);
  // What is there is doubled until it is enough.
  for (uint32_t more; done < count; done += more) {
    more = count - done < done ? count - done : done;
    wo_string_put(to, at + done, to, at, more);
  }
}

// Whether any of the first `count` units of text, repeated, is above 0xFF.
static bool repeats_wide(const wo_string *text, uint32_t count) {
  if (!wo_string_is_wide(text)) return false;
  for (uint32_t i = 0; i < count && i < text->length; i++) {
    if (wo_string_unit(text, i) > 0xFF) return true;
  }
  return false;
}

static wo_status pad(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     const char *name, bool before, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "ti", name);
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_string *s = wo_string_flat(heap, args[-1]);
  double wanted = number_arg(args, argc, 0, 0);
  *result = args[-1];
  if (!(wanted > s->length)) return WO_DONE;
  status = convert(fiber, args, argc, "tis", name);
  if (status != WO_DONE) return status;
  wo_value fill = wo_arg(args, argc, 1);
  *result = args[-1];
  if (wo_is_string(fill) && wo_string_length(fill) == 0) return WO_DONE;
  status = reserve(fiber, wanted);
  if (status != WO_DONE) return status;
  if (!wo_is_string(fill)) fill = wo_string_from_unit(heap, ' ');
  uint32_t length = (uint32_t)wanted, count = length - s->length;
  const wo_string *by = wo_string_flat(heap, fill);
  bool narrow_piece = wo_string_is_wide(by) && !repeats_wide(by, count);
  if (narrow_piece) by = wo_string_flat(heap, wo_string_slice(heap, fill, 0, count));
  wo_string *out = wo_string_new(heap, length, wo_string_is_wide(s) || wo_string_is_wide(by));
  wo_string_put(out, before ? count : 0, s, 0, s->length);
  put_repeated(out, before ? 0 : s->length, by, count);
  charge_units(shard, count);
  *result = length == 1 ? wo_string_from_unit(heap, wo_string_unit(out, 0)) : wo_from_string(out);
  return WO_DONE;
}

wo_status wo_b_string_pad_start(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  return pad(shard, fiber, args, argc, "padStart", true, result);
}

wo_status wo_b_string_pad_end(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  return pad(shard, fiber, args, argc, "padEnd", false, result);
}

wo_status wo_b_string_repeat(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_status status = convert(fiber, args, argc, "tn", "repeat");
  if (status != WO_DONE) return status;
  double asked = number_arg(args, argc, 0, 0);
  double count = isnan(asked) ? 0 : trunc(asked);
  if (count < 0 || isinf(count)) {
    char text[WO_NUMBER_TEXT_MAX + 1];
    text[wo_number_to_text(asked, text)] = 0;
    return wo_throw_range(fiber, "Invalid count value: %s", text);
  }
  wo_heap *heap = heap_of(fiber);
  wo_string *s = wo_string_flat(heap, args[-1]);
  double length = count * s->length;
  status = reserve(fiber, length);
  if (status != WO_DONE) return status;
  if (length == 0) {
    *result = wo_string_from_ascii(heap, "");
    return WO_DONE;
  }
  *result = args[-1];
  if (count == 1) return WO_DONE;
  wo_string *out = wo_string_new(heap, (uint32_t)length, wo_string_is_wide(s));
  put_repeated(out, 0, s, (uint32_t)length);
  charge_units(shard, (uint32_t)length);
  *result = wo_from_string(out);
  return WO_DONE;
}

// --- replace with a string pattern ---

// Appends `by` with $$, $&, $` and $' filled in for the match at `at`.
static void builder_substitute(wo_builder *out, const wo_string *text, uint32_t at, uint32_t length,
                               const wo_string *by) {
  for (uint32_t i = 0; i < by->length; i++) {
    uint32_t unit = wo_string_unit(by, i);
    uint32_t next = unit == '$' && i + 1 < by->length ? wo_string_unit(by, i + 1) : 0;
    if (next == '$') wo_builder_unit(out, '$');
    else if (next == '&') wo_builder_range(out, text, at, at + length);
    else if (next == '`') wo_builder_range(out, text, 0, at);
    else if (next == '\'') wo_builder_range(out, text, at + length, text->length);
    else {
      wo_builder_unit(out, unit);
      continue;
    }
    i++;
  }
}

static bool has_dollar(const wo_string *s) {
  if (!wo_string_is_wide(s)) return memchr(s->data, '$', s->length) != NULL;
  for (uint32_t i = 0; i < s->length; i++) {
    if (wo_string_unit(s, i) == '$') return true;
  }
  return false;
}

typedef struct replacement {
  wo_value subject, what;
  wo_string *text, *by;
  uint32_t width;  // of what is replaced
  bool all;
} replacement;

// The first match at or behind `from`; -1: none.
static int64_t next_match(wo_heap *heap, const replacement *r, uint32_t from) {
  return from <= r->text->length ? wo_string_index_of(heap, r->subject, r->what, from) : -1;
}

// Where to look for the match behind the one at `at`: an empty pattern matches once before every
// unit and at the end.
static uint32_t behind_match(const replacement *r, int64_t at) {
  return (uint32_t)at + (r->width ? r->width : 1);
}

enum { MATCHES_KEPT = 32 };

// Matches are counted, the first of them kept, and then the text is written at its length. For
// subjects that are narrow: where a wide text loses units it may become narrow, which a builder
// finds out. False: the result would be too long.
static bool replace_directly(wo_heap *heap, const replacement *r, int64_t first, wo_value *result) {
  uint32_t places[MATCHES_KEPT], count = 0;
  for (int64_t at = first; at >= 0; at = r->all ? next_match(heap, r, behind_match(r, at)) : -1) {
    if (count < MATCHES_KEPT) places[count] = (uint32_t)at;
    count++;
  }
  uint64_t length =
      (uint64_t)r->text->length + (uint64_t)count * r->by->length - (uint64_t)count * r->width;
  if (length > WO_STRING_LENGTH_MAX) return false;
  if (length < 2) {
    *result = length == 0   ? wo_name(heap->runtime, WO_NAME_empty)
            : r->by->length ? wo_from_string(r->by)
            : places[0] == 0
                ? wo_string_slice(heap, r->subject, r->text->length - 1, r->text->length)
                : wo_string_slice(heap, r->subject, 0, 1);
    return true;
  }
  wo_string *out = wo_string_new(heap, (uint32_t)length, wo_string_is_wide(r->by));
  uint32_t from = 0, to = 0;
  int64_t at = first;
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) at = i < MATCHES_KEPT ? places[i] : next_match(heap, r, behind_match(r, at));
    wo_string_put(out, to, r->text, from, (uint32_t)at - from);
    to += (uint32_t)at - from;
    wo_string_put(out, to, r->by, 0, r->by->length);
    to += r->by->length;
    from = (uint32_t)at + r->width;
  }
  wo_string_put(out, to, r->text, from, r->text->length - from);
  *result = wo_from_string(out);
  return true;
}

static wo_status replace_by_text(wo_shard *shard, wo_fiber *fiber, wo_value subject, wo_value what,
                                 wo_value replacement_text, bool all, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  replacement r = {subject,
                   what,
                   wo_string_flat(heap, subject),
                   wo_string_flat(heap, replacement_text),
                   wo_string_length(what),
                   all};
  int64_t at = next_match(heap, &r, 0);
  charge_units(shard, r.text->length);
  *result = subject;
  if (at < 0) return WO_DONE;
  bool plain = !has_dollar(r.by);
  // What may be more than was asked for goes through the builder, which looks at the quota.
  bool bounded = !all || (uint64_t)r.text->length * (r.by->length + 1) < WO_OVERDRAFT_BYTES / 4;
  if (plain && bounded && !wo_string_is_wide(r.text)) {
    return replace_directly(heap, &r, at, result) ? WO_DONE : wo_throw_length(fiber);
  }
  uint32_t done = 0;
  wo_builder out;
  wo_builder_init(&out);
  while (at >= 0 && !out.failed) {
    wo_builder_range(&out, r.text, done, (uint32_t)at);
    if (plain) wo_builder_string(&out, r.by);
    else builder_substitute(&out, r.text, (uint32_t)at, r.width, r.by);
    done = (uint32_t)at + r.width;
    at = all ? next_match(heap, &r, behind_match(&r, at)) : -1;
  }
  wo_builder_range(&out, r.text, done, r.text->length);
  return finish(fiber, &out, result);
}

static wo_status replace(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         const char *name, bool all, wo_value *result) {
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  bool calls = wo_is_callable(wo_arg(args, argc, 1));
  wo_status status = wo_is_string(args[-1]) || !wo_is_nullish(args[-1])
                       ? wo_convert(fiber, args, argc, calls ? "tS-" : "tSS")
                       : convert(fiber, args, argc, "t", name);
  if (status != WO_DONE) return status;
  wo_value what = text_arg(fiber, args, argc, 0);
  if (calls) {
    wo_value fn = wo_builtin_value(heap_of(fiber)->runtime, WO_B_string_replace_with);
    return wo_call(fiber, 1, fn, WO_UNDEFINED, 4, args[-1], what, args[1], wo_from_bool(all));
  }
  status = reserve(fiber, wo_string_length(args[-1]));
  if (status != WO_DONE) return status;
  wo_value by = text_arg(fiber, args, argc, 1);
  return replace_by_text(shard, fiber, args[-1], what, by, all, result);
}

wo_status wo_b_string_replace(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  return replace(shard, fiber, args, argc, "replace", false, result);
}

wo_status wo_b_string_replace_all(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                  wo_value *result) {
  return replace(shard, fiber, args, argc, "replaceAll", true, result);
}

// --- case ---

// Σ becomes ς at the end of a word: after a letter with case and before none, whatever cannot
// change case (accents, apostrophes) looked through.
static bool is_final_sigma(const wo_string *s, uint32_t at) {
  bool before = false;
  for (uint32_t i = at; i-- > 0;) {
    uint32_t units, point = wo_string_unit(s, i);
    if ((point & 0xFC00) == 0xDC00 && i > 0) point = point_at(s, --i, &units);
    if (wo_unicode_case_ignorable(point)) continue;
    before = wo_unicode_cased(point);
    break;
  }
  if (!before) return false;
  for (uint32_t i = at + 1, units; i < s->length; i += units) {
    uint32_t point = point_at(s, i, &units);
    if (wo_unicode_case_ignorable(point)) continue;
    return !wo_unicode_cased(point);
  }
  return true;
}

static void builder_cased(wo_builder *out, const wo_string *s, bool upper) {
  for (uint32_t i = 0, units; i < s->length && !out->failed; i += units) {
    uint32_t point = point_at(s, i, &units), mapped[3];
    if (!upper && point == 0x3A3 && is_final_sigma(s, i)) {
      wo_builder_unit(out, 0x3C2);
      continue;
    }
    uint32_t count = wo_unicode_convert_case(point, upper, mapped);
    for (uint32_t n = 0; n < count; n++) builder_point(out, mapped[n]);
  }
}

// The bytes of `word`, all ASCII, that are letters between `first` and the 25th behind it: 0x20 each.
WO_INLINE uint64_t letters_of(uint64_t word, uint8_t first) {
  const uint64_t low = 0x0101010101010101ull, high = 0x8080808080808080ull;
  uint64_t from = word + low * (uint8_t)(0x80 - first),
           behind = word + low * (uint8_t)(0x80 - first - 26);
  return ((from & ~behind) & high) >> 2;
}

// Converts a string that is all ASCII, the common case; false: it is not.
static bool convert_ascii(wo_heap *heap, const wo_string *s, bool upper, wo_value self,
                          wo_value *result) {
  if (wo_string_is_wide(s)) return false;
  uint8_t first = upper ? 'a' : 'A';
  uint64_t word, seen = 0, changes = 0;
  uint32_t i = 0;
  for (; i + 8 <= s->length; i += 8) {
    memcpy(&word, s->data + i, 8);
    seen |= word;
    changes |= letters_of(word, first);
  }
  for (; i < s->length; i++) {
    seen |= s->data[i];
    changes |= (uint8_t)(s->data[i] - first) < 26;
  }
  if (seen & 0x8080808080808080ull) return false;
  *result = self;
  if (!changes) return true;
  if (s->length == 1) {
    *result = wo_string_from_unit(heap, s->data[0] ^ 0x20);
    return true;
  }
  wo_string *out = wo_string_new(heap, s->length, false);
  for (i = 0; i + 8 <= s->length; i += 8) {
    memcpy(&word, s->data + i, 8);
    word ^= letters_of(word, first);
    memcpy(out->data + i, &word, 8);
  }
  for (; i < s->length; i++) {
    out->data[i] = s->data[i] ^ ((uint8_t)(s->data[i] - first) < 26 ? 0x20 : 0);
  }
  *result = wo_from_string(out);
  return true;
}

static wo_status to_case(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         const char *name, bool upper, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "t", name);
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  status = reserve(fiber, s->length);
  if (status != WO_DONE) return status;
  charge_units(shard, s->length * 4);
  if (convert_ascii(heap_of(fiber), s, upper, args[-1], result)) return WO_DONE;
  wo_builder out;
  wo_builder_init(&out);
  builder_cased(&out, s, upper);
  return finish(fiber, &out, result);
}

wo_status wo_b_string_to_lower_case(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  return to_case(shard, fiber, args, argc, "toLowerCase", false, result);
}

wo_status wo_b_string_to_upper_case(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  return to_case(shard, fiber, args, argc, "toUpperCase", true, result);
}

// --- surrogates ---

// The first lone surrogate from `from` on; the length when there is none.
static uint32_t next_lone(const wo_string *s, uint32_t from) {
  if (!wo_string_is_wide(s)) return s->length;
  uint32_t units;
  for (uint32_t i = from; i < s->length; i += units) {
    uint32_t point = point_at(s, i, &units);
    if (point >= 0xD800 && point <= 0xDFFF) return i;
  }
  return s->length;
}

wo_status wo_b_string_is_well_formed(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "t", "isWellFormed");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  charge_units(shard, s->length);
  *result = wo_from_bool(next_lone(s, 0) == s->length);
  return WO_DONE;
}

wo_status wo_b_string_to_well_formed(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "t", "toWellFormed");
  if (status != WO_DONE) return status;
  wo_string *s = wo_string_flat(heap_of(fiber), args[-1]);
  status = reserve(fiber, s->length);
  if (status != WO_DONE) return status;
  charge_units(shard, s->length);
  uint32_t lone = next_lone(s, 0), done = 0;
  *result = args[-1];
  if (lone == s->length) return WO_DONE;
  wo_builder out;
  wo_builder_init(&out);
  for (; lone < s->length; lone = next_lone(s, done)) {
    wo_builder_range(&out, s, done, lone);
    wo_builder_unit(&out, 0xFFFD);
    done = lone + 1;
  }
  wo_builder_range(&out, s, done, s->length);
  return finish(fiber, &out, result);
}

// --- localeCompare ---

wo_status wo_b_string_locale_compare(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  wo_status status = convert(fiber, args, argc, "tS", "localeCompare");
  if (status != WO_DONE) return status;
  wo_heap *heap = heap_of(fiber);
  wo_string *a = wo_string_flat(heap, args[-1]);
  wo_string *b = wo_string_flat(heap, text_arg(fiber, args, argc, 0));
  charge_units(shard, a->length);
  *result = wo_from_int(wo_unicode_compare(a, b));
  return WO_DONE;
}
