// Strings: flat Latin-1 or flat UTF-16, and ropes that become flat in place when looked into.
// Length counts UTF-16 code units, as JavaScript does. A UTF-16 string is only made where a unit
// is above 0xFF, so equal strings have equal form.
#ifndef WO_STRING_H
#define WO_STRING_H

#include "heap.h"

// Cell flags of strings.
enum { WO_STRING_WIDE = WO_CELL_FLAG, WO_STRING_INTERNED = WO_CELL_CLASS };

// cell.shape caches the hash (never 0 once computed). A shared string has it from the start.
typedef struct wo_string {
  wo_cell cell;
  uint32_t length;
  uint8_t data[];  // Latin-1 bytes or uint16_t units
} wo_string;
static_assert(sizeof(wo_string) == 12, "the text of a short string begins in its second word");

// kind ROPE, one of three forms, told apart by `right`:
//   a string   the concatenation of `left` and `right`
//   UNDEFINED  flat by now: `left` is the flat string
//   NULL       an append in progress: the first `length` units of the BUFFER `left`. The buffer has
//              room behind them, where the next append goes if this is the string that ends at
//              buffer->used; so s += x in a loop copies each unit a few times, however often it runs.
// Of a concatenation, `appended` are the units its run of appends has added at the right end, by
// cell.extra nodes (which stops counting at its largest): what makes a buffer worth its copy.
typedef struct wo_rope {
  wo_cell cell;
  uint32_t length;
  uint32_t appended;
  wo_value left;
  wo_value right;
} wo_rope;

WO_INLINE uint32_t wo_string_length(wo_value s) { return ((wo_string *)wo_pointer(s))->length; }
WO_INLINE bool wo_string_is_wide(const wo_string *s) { return s->cell.flags & WO_STRING_WIDE; }
WO_INLINE const uint16_t *wo_string_units(const wo_string *s) { return (const uint16_t *)s->data; }
WO_INLINE uint32_t wo_string_unit(const wo_string *s, uint32_t i) {
  return wo_string_is_wide(s) ? wo_string_units(s)[i] : s->data[i];
}

// memcpy without the call for what most strings are.
WO_INLINE void wo_text_copy(uint8_t *to, const uint8_t *from, size_t n) {
  if (WO_UNLIKELY(n > 32)) {
    memcpy(to, from, n);
  } else if (n >= 16) {
    uint64_t words[4];
    memcpy(words, from, 16);
    memcpy(words + 2, from + n - 16, 16);
    memcpy(to, words, 16);
    memcpy(to + n - 16, words + 2, 16);
  } else if (n >= 8) {
    uint64_t first, last;
    memcpy(&first, from, 8);
    memcpy(&last, from + n - 8, 8);
    memcpy(to, &first, 8);
    memcpy(to + n - 8, &last, 8);
  } else if (n >= 4) {
    uint32_t first, last;
    memcpy(&first, from, 4);
    memcpy(&last, from + n - 4, 4);
    memcpy(to, &first, 4);
    memcpy(to + n - 4, &last, 4);
  } else if (n) {
    uint8_t first = from[0], middle = from[n / 2], last = from[n - 1];
    to[0] = first;
    to[n / 2] = middle;
    to[n - 1] = last;
  }
}

// memcmp() == 0 for the short texts most comparisons are of.
WO_INLINE bool wo_text_same(const uint8_t *x, const uint8_t *y, size_t n) {
  if (n > 64) return memcmp(x, y, n) == 0;
  for (; n >= 8; n -= 8, x += 8, y += 8) {
    uint64_t v, w;
    memcpy(&v, x, 8);
    memcpy(&w, y, 8);
    if (v != w) return false;
  }
  for (; n; n--) {
    if (*x++ != *y++) return false;
  }
  return true;
}

// The flat form (flattens a rope in place, iteratively). Allocation only; no collection.
wo_string *wo_rope_flat(wo_heap *heap, wo_rope *rope);
WO_INLINE wo_string *wo_string_flat(wo_heap *heap, wo_value s) {
  wo_cell *cell = wo_cell_of(s);
  return WO_LIKELY(cell->kind == WO_KIND_STRING) ? (wo_string *)cell
                                                 : wo_rope_flat(heap, (wo_rope *)cell);
}
uint32_t wo_string_hash_slow(wo_heap *heap, wo_string *s);
uint32_t wo_text_hash(wo_heap *heap, const uint8_t *bytes, uint32_t length);  // of such a string
WO_INLINE uint32_t wo_string_hash(wo_heap *heap, wo_string *s) {
  return WO_LIKELY(s->cell.shape) ? s->cell.shape : wo_string_hash_slow(heap, s);
}
bool wo_string_equals(wo_heap *heap, wo_value a, wo_value b);
int wo_string_compare(wo_heap *heap, wo_value a, wo_value b);  // by code units
// Makes a rope when long; WO_HOLE past WO_STRING_LENGTH_MAX, or where the flat string would exceed the
// quota of the heap: RangeError "Invalid string length". A WO_HOLE in gives one out, so several in a row
// need one look.
wo_value wo_string_concat(wo_heap *heap, wo_value a, wo_value b);
// s + i, or i + s when `before`, without making a string of the number first.
wo_value wo_string_concat_int(wo_heap *heap, wo_value s, int32_t i, bool before);
// The same for strings and numbers in any mix.
wo_value wo_string_concat_parts(wo_heap *heap, const wo_value *parts, uint32_t count);
// A flat string whose data the caller fills before anything else looks at it; then, in a
// shared heap, calls wo_string_hash.
wo_string *wo_string_new(wo_heap *heap, uint32_t length, bool wide);
// Fills units at..at+n of such a string with units start..start+n of another, which is wide only if
// `to` is.
void wo_string_put(wo_string *to, uint32_t at, const wo_string *from, uint32_t start, uint32_t n);
// The same from bytes or, where `wide`, from uint16_t units.
void wo_string_put_raw(wo_string *to, uint32_t at, const void *from, uint32_t n, bool wide);
wo_value wo_string_slice(wo_heap *heap, wo_value s, uint32_t start, uint32_t end);
wo_value wo_string_from_latin1(wo_heap *heap, const uint8_t *bytes, uint32_t length);
// The same, in line for short text.
WO_INLINE wo_value wo_string_short(wo_heap *heap, const uint8_t *bytes, uint32_t length) {
  if (WO_UNLIKELY(length - 2 > 253 || heap->new_flags))
    return wo_string_from_latin1(heap, bytes, length);
  wo_string *s = wo_heap_alloc(heap, sizeof *s + length);
  wo_cell_init(heap, &s->cell, WO_KIND_STRING, 0, 0);
  s->length = length;
  wo_text_copy(s->data, bytes, length);
  return wo_from_string(s);
}
wo_value wo_string_from_units(wo_heap *heap, const uint16_t *units, uint32_t length);  // narrows
wo_value wo_string_from_unit(wo_heap *heap, uint32_t unit);
// Invalid UTF-8 becomes U+FFFD as TextDecoder does. WO_HOLE past WO_STRING_LENGTH_MAX.
wo_value wo_string_from_utf8(wo_heap *heap, const char *bytes, size_t length);
wo_value wo_string_from_ascii(wo_heap *heap, const char *text);  // NUL-terminated
WO_PRINTF(2, 3) wo_value wo_string_format(wo_heap *heap, const char *format, ...);  // UTF-8 result
// UTF-8 length of `s` and its bytes (lone surrogates become U+FFFD). `out` has room for the length.
size_t wo_string_utf8_length(const wo_string *s);
void wo_string_to_utf8(const wo_string *s, char *out);
int64_t wo_string_index_of(wo_heap *heap, wo_value s, wo_value what, uint32_t from);

// A growing buffer for building strings natively; latin1 until a wide unit arrives. Lives on the C
// stack and in malloc'd memory, so it needs wo_builder_free on every path; finish frees it.
typedef struct wo_builder {
  uint8_t *data;
  uint32_t length, capacity;  // code units
  bool wide, failed;          // failed: longer than WO_STRING_LENGTH_MAX, over the
                              // quota, or out of memory
} wo_builder;
void wo_builder_init(wo_builder *b);
void wo_builder_unit_slow(wo_builder *b, uint32_t unit);
WO_INLINE void wo_builder_unit(wo_builder *b, uint32_t unit) {
  if (WO_UNLIKELY(b->length == b->capacity || (unit > 0xFF && !b->wide))) {
    wo_builder_unit_slow(b, unit);
  } else if (b->wide) {
    ((uint16_t *)b->data)[b->length++] = (uint16_t)unit;
  } else {
    b->data[b->length++] = (uint8_t)unit;
  }
}
void wo_builder_ascii(wo_builder *b, const char *text);
void wo_builder_string(wo_builder *b, const wo_string *s);
void wo_builder_range(wo_builder *b, const wo_string *s, uint32_t start, uint32_t end);
wo_value wo_builder_finish(wo_heap *heap, wo_builder *b);  // WO_HOLE when failed
void wo_builder_free(wo_builder *b);

// --- names: the runtime's intern table (names.c). Grows only from images and the library. ---
// The names the core looks up itself.
// clang-format off
#define WO_CORE_NAMES(X) \
  X(empty, "") X(length, "length") X(name, "name") X(prototype, "prototype") \
  X(constructor, "constructor") X(stack, "stack") X(message, "message") X(cause, "cause") \
  X(value, "value") X(done, "done") X(undefined, "undefined") X(null, "null") X(true, "true") \
  X(false, "false") X(number, "number") X(string, "string") X(boolean, "boolean") \
  X(symbol, "symbol") X(object, "object") X(function, "function") X(NaN, "NaN") \
  X(Infinity, "Infinity") X(minus_Infinity, "-Infinity") X(get, "get") X(set, "set") \
  X(writable, "writable") X(enumerable, "enumerable") X(configurable, "configurable") \
  X(next, "next") X(toJSON, "toJSON") X(errors, "errors") X(error, "error") \
  X(suppressed, "suppressed") X(key, "key") X(channel, "channel")
// clang-format on
typedef enum wo_name_id {
#define WO_NAME_ID(id, text) WO_NAME_##id,
  WO_CORE_NAMES(WO_NAME_ID)
#undef WO_NAME_ID
      WO_NAME_COUNT
} wo_name_id;
struct wo_names {
  wo_value units[256];  // the strings of one Latin-1 unit
  wo_value core[WO_NAME_COUNT];
  _Atomic(struct wo_name_table *) table;  // readers probe it without a lock
  pthread_mutex_t lock;                   // writers
  wo_heap *heap;  // shared; holds every interned string until the runtime ends
};
// rt->names->core[WO_NAME_length] and the like.
wo_value wo_name(wo_runtime *rt, wo_name_id id);
bool wo_names_init(wo_runtime *rt);  // false: out of memory
void wo_names_free(wo_runtime *rt);
wo_value wo_intern(wo_runtime *rt, const wo_string *s);  // adds; takes the runtime's lock
wo_value wo_intern_ascii(wo_runtime *rt, const char *text);
// The interned string equal to `s`, or WO_HOLE. Lock-free.
wo_value wo_interned(wo_heap *heap, wo_value s);
WO_INLINE bool wo_is_interned(wo_value v) {
  return wo_is_string(v) && (wo_cell_of(v)->flags & WO_STRING_INTERNED) != 0;
}

// Numbers as text (number.c): exactly JavaScript's Number::toString and StringToNumber.
#define WO_NUMBER_TEXT_MAX 32
#define WO_INT_TEXT_MAX 11
uint32_t wo_int_to_text(int32_t i, uint8_t out[WO_INT_TEXT_MAX]);    // length; not terminated
uint32_t wo_number_to_text(double d, char out[WO_NUMBER_TEXT_MAX]);  // length; not terminated
uint32_t wo_number_to_radix(double d, int radix, char *out, uint32_t capacity);  // capacity >= 1100
uint32_t wo_number_to_fixed(double d, int digits, char *out, uint32_t capacity);  // >= 400
uint32_t wo_number_to_exponential(double d, int digits, char *out,
                                  uint32_t capacity);  // -1: as needed
uint32_t wo_number_to_precision(double d, int precision, char *out, uint32_t capacity);
double wo_number_from_text(const wo_string *s);  // Number(s): whole string, trimmed
// The decimal literal that is exactly the units [start, end), sign and Infinity allowed; else NaN.
double wo_number_from_range(const wo_string *s, uint32_t start, uint32_t end);
double wo_parse_float(const wo_string *s);           // parseFloat: longest prefix
double wo_parse_int(const wo_string *s, int radix);  // parseInt; radix 0: by prefix

#endif
