#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memmem
#endif
#include "string.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"

// Shorter results are copied: a rope of less would cost more than the copy.
#define ROPE_MIN 24u
// Appends in a row before they are made in a buffer.
#define APPENDS_MIN 16u

// --- making ---

static size_t data_bytes(const wo_string *s) {
  return (size_t)s->length << (wo_string_is_wide(s) ? 1 : 0);
}

WO_INLINE wo_string *new_string(wo_heap *heap, uint32_t length, bool wide) {
  WO_ASSERT(length <= WO_STRING_LENGTH_MAX);
  size_t size = sizeof(wo_string) + ((size_t)length << (wide ? 1 : 0));
  wo_string *s = wo_cell_new(heap, size, WO_KIND_STRING, 0, 0);
  if (wide) s->cell.flags |= WO_STRING_WIDE;
  s->length = length;
  return s;
}

wo_string *wo_string_new(wo_heap *heap, uint32_t length, bool wide) {
  return new_string(heap, length, wide);
}

// Shared strings have their hash from the start: nothing is written to them later.
static wo_value finished(wo_heap *heap, wo_string *s) {
  if (heap->new_flags) wo_string_hash(heap, s);
  return wo_from_string(s);
}

static wo_value empty_string(wo_heap *heap) { return heap->runtime->names->core[WO_NAME_empty]; }

wo_value wo_string_from_unit(wo_heap *heap, uint32_t unit) {
  if (unit < 256) return heap->runtime->names->units[unit];
  wo_string *s = wo_string_new(heap, 1, true);
  ((uint16_t *)s->data)[0] = (uint16_t)unit;
  return finished(heap, s);
}

wo_value wo_string_from_latin1(wo_heap *heap, const uint8_t *bytes, uint32_t length) {
  if (length == 0) return empty_string(heap);
  if (length == 1) return wo_string_from_unit(heap, bytes[0]);
  wo_string *s = new_string(heap, length, false);
  wo_text_copy(s->data, bytes, length);
  return finished(heap, s);
}

static bool all_narrow(const uint16_t *units, uint32_t length) {
  uint32_t i = 0;
  for (; i + 16 <= length; i += 16) {
    uint16_t seen = 0;
    for (uint32_t k = 0; k < 16; k++) seen |= units[i + k];
    if (seen > 0xFF) return false;
  }
  for (; i < length; i++) {
    if (units[i] > 0xFF) return false;
  }
  return true;
}

static void narrow(uint8_t *to, const uint16_t *from, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) to[i] = (uint8_t)from[i];
}

static void widen(uint16_t *to, const uint8_t *from, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) to[i] = from[i];
}

wo_value wo_string_from_units(wo_heap *heap, const uint16_t *units, uint32_t length) {
  if (length == 0) return empty_string(heap);
  if (length == 1) return wo_string_from_unit(heap, units[0]);
  bool wide = !all_narrow(units, length);
  wo_string *s = wo_string_new(heap, length, wide);
  if (wide) memcpy(s->data, units, (size_t)length * 2);
  else narrow(s->data, units, length);
  return finished(heap, s);
}

wo_value wo_string_from_ascii(wo_heap *heap, const char *text) {
  return wo_string_from_latin1(heap, (const uint8_t *)text, (uint32_t)strlen(text));
}

// One code point as WHATWG decoders find it: a maximal part of a broken sequence is one U+FFFD.
static uint32_t next_code_point(const uint8_t **at, const uint8_t *end) {
  uint8_t first = *(*at)++;
  if (first < 0x80) return first;
  uint8_t lower = 0x80, upper = 0xBF;
  uint32_t code, more;
  if (first >= 0xC2 && first <= 0xDF) {
    code = first & 0x1F, more = 1;
  } else if (first >= 0xE0 && first <= 0xEF) {
    code = first & 0x0F, more = 2;
    if (first == 0xE0) lower = 0xA0;
    if (first == 0xED) upper = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    code = first & 0x07, more = 3;
    if (first == 0xF0) lower = 0x90;
    if (first == 0xF4) upper = 0x8F;
  } else {
    return 0xFFFD;
  }
  for (; more; more--) {
    if (*at == end || **at < lower || **at > upper) return 0xFFFD;
    code = code << 6 | (*(*at)++ & 0x3F);
    lower = 0x80, upper = 0xBF;
  }
  return code;
}

static size_t ascii_prefix(const uint8_t *bytes, size_t length) {
  size_t i = 0;
  for (; i + 8 <= length; i += 8) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    if (word & 0x8080808080808080ull) break;
  }
  while (i < length && bytes[i] < 0x80) i++;
  return i;
}

wo_value wo_string_from_utf8(wo_heap *heap, const char *text, size_t length) {
  const uint8_t *bytes = (const uint8_t *)text, *end = bytes + length;
  size_t ascii = ascii_prefix(bytes, length);
  if (ascii == length && length <= WO_STRING_LENGTH_MAX) {
    return wo_string_from_latin1(heap, bytes, (uint32_t)length);
  }
  size_t units = ascii;
  uint32_t highest = 0;
  for (const uint8_t *p = bytes + ascii; p < end;) {
    uint32_t code = next_code_point(&p, end);
    units += code > 0xFFFF ? 2 : 1;
    if (code > highest) highest = code;
  }
  if (units > WO_STRING_LENGTH_MAX) return WO_HOLE;
  if (units == 1) {
    const uint8_t *p = bytes;
    return wo_string_from_unit(heap, next_code_point(&p, end));
  }
  wo_string *s = wo_string_new(heap, (uint32_t)units, highest > 0xFF);
  uint16_t *wide = (uint16_t *)s->data;
  uint8_t *latin1 = s->data;
  for (const uint8_t *p = bytes; p < end;) {
    uint32_t code = next_code_point(&p, end);
    if (highest <= 0xFF) {
      *latin1++ = (uint8_t)code;
    } else if (code <= 0xFFFF) {
      *wide++ = (uint16_t)code;
    } else {
      *wide++ = (uint16_t)(0xD800 + ((code - 0x10000) >> 10));
      *wide++ = (uint16_t)(0xDC00 + (code & 0x3FF));
    }
  }
  return finished(heap, s);
}

wo_value wo_string_format(wo_heap *heap, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (length < 0) return empty_string(heap);
  if ((size_t)length < sizeof text) return wo_string_from_utf8(heap, text, (size_t)length);
  size_t size = (size_t)length + 1;
  char *longer = wo_heap_scratch(NULL, 0, size);
  va_start(args, format);
  vsnprintf(longer, size, format, args);
  va_end(args);
  wo_value s = wo_string_from_utf8(heap, longer, (size_t)length);
  wo_free(longer, size);
  return s;
}

// --- text in pieces ---

// Units that are being put together: of a flat string or of a rope's buffer.
typedef struct text {
  uint8_t *data;
  bool wide;
} text;

static text text_of(wo_string *s) { return (text){s->data, wo_string_is_wide(s)}; }

// What a concatenation adds: bytes, or units where `wide`.
typedef struct piece {
  const uint8_t *data;
  uint32_t length;
  bool wide;
} piece;

static piece piece_of(const wo_string *s) {
  return (piece){s->data, s->length, wo_string_is_wide(s)};
}

WO_INLINE void put_piece(text to, uint32_t at, piece from) {
  if (WO_LIKELY(!to.wide)) wo_text_copy(to.data + at, from.data, from.length);
  else if (from.wide) memcpy((uint16_t *)to.data + at, from.data, (size_t)from.length * 2);
  else widen((uint16_t *)to.data + at, from.data, from.length);
}

void wo_string_put(wo_string *to, uint32_t at, const wo_string *from, uint32_t start, uint32_t n) {
  bool wide = wo_string_is_wide(from);
  const uint8_t *data =
      wide ? (const uint8_t *)(wo_string_units(from) + start) : from->data + start;
  put_piece(text_of(to), at, (piece){data, n, wide});
}

void wo_string_put_raw(wo_string *to, uint32_t at, const void *from, uint32_t n, bool wide) {
  put_piece(text_of(to), at, (piece){from, n, wide});
}

// --- ropes ---

static bool is_view(const wo_rope *rope) { return rope->right == WO_NULL; }

// A concatenation: what has a left and a right.
static bool is_branch(wo_value v) {
  const wo_rope *rope = wo_pointer(v);
  return rope->cell.kind == WO_KIND_ROPE && wo_is_string(rope->right);
}

// The units of a value that is no concatenation.
static piece leaf_of(wo_value v) {
  const wo_rope *rope = wo_pointer(v);
  if (rope->cell.kind != WO_KIND_ROPE) return piece_of(wo_pointer(v));
  if (!is_view(rope)) return piece_of(wo_pointer(rope->left));
  const wo_buffer *buffer = wo_pointer(rope->left);
  return (piece){buffer->data, rope->length, buffer->cell.flags & WO_STRING_WIDE};
}

// Copies the leaves of a rope. Of two ropes under one node the longer waits on the stack, so each
// entry is at most half as long as the one below it, and 32 suffice for any length.
static void put_rope(text to, wo_value v) {
  struct {
    wo_value v;
    uint32_t at;
  } waiting[32];
  uint32_t count = 0, at = 0;
  for (;;) {
    while (is_branch(v)) {
      wo_value left = ((wo_rope *)wo_pointer(v))->left, right = ((wo_rope *)wo_pointer(v))->right;
      uint32_t split = at + wo_string_length(left);
      if (!is_branch(left)) {
        put_piece(to, at, leaf_of(left));
        v = right, at = split;
      } else if (!is_branch(right)) {
        put_piece(to, split, leaf_of(right));
        v = left;
      } else {
        bool left_waits = wo_string_length(left) > wo_string_length(right);
        WO_ASSERT(count < WO_COUNT(waiting));
        waiting[count].v = left_waits ? left : right;
        waiting[count++].at = left_waits ? at : split;
        v = left_waits ? right : left;
        at = left_waits ? split : at;
      }
    }
    put_piece(to, at, leaf_of(v));
    if (count == 0) return;
    v = waiting[--count].v;
    at = waiting[count].at;
  }
}

WO_NOINLINE wo_string *wo_rope_flat(wo_heap *heap, wo_rope *rope) {
  if (WO_LIKELY(wo_is_undefined(rope->right))) return wo_pointer(rope->left);
  wo_string *flat = wo_string_new(heap, rope->length, rope->cell.flags & WO_STRING_WIDE);
  put_rope(text_of(flat), wo_from_string(rope));
  wo_write_slot(heap, rope, &rope->left, wo_from_string(flat));
  wo_write_slot(heap, rope, &rope->right, WO_UNDEFINED);
  rope->cell.extra = 0;
  rope->appended = 0;
  return flat;
}

static wo_value new_rope(wo_heap *heap, uint32_t length, uint8_t wide, wo_value left,
                         wo_value right) {
  wo_rope *rope = wo_heap_alloc(heap, sizeof *rope);
  wo_cell_init(heap, &rope->cell, WO_KIND_ROPE, 0, 0);
  rope->cell.flags |= wide;
  rope->length = length;
  rope->appended = 0;
  rope->left = left;
  rope->right = right;
  return wo_from_string(rope);
}

// Whether a cell for `units` fits the quota beside the `held` bytes; a small one always does.
static bool fits_quota(const wo_heap *heap, uint64_t held, uint64_t units, bool wide) {
  uint64_t bytes = units << (wide ? 1 : 0);
  if (WO_LIKELY(bytes < WO_LARGE_BYTES)) return true;
  uint64_t quota = wo_heap_quota(heap);
  return quota == 0 || held + bytes <= quota;
}

// A buffer that starts with the text of `rope` and has room for about as much again; the rope
// becomes a view of it. NULL where the quota has no room for that.
static wo_buffer *open_buffer(wo_heap *heap, wo_rope *rope, uint32_t more) {
  bool wide = rope->cell.flags & WO_STRING_WIDE;
  uint64_t capacity = 2 * ((uint64_t)rope->length + more);
  if (capacity > WO_STRING_LENGTH_MAX) capacity = WO_STRING_LENGTH_MAX;
  if (!fits_quota(heap, wo_heap_bytes(heap), capacity, wide)) return NULL;
  size_t bytes = (size_t)capacity << (wide ? 1 : 0);
  wo_buffer *buffer = wo_cell_new(heap, sizeof *buffer + bytes, WO_KIND_BUFFER, 0, 0);
  if (wide) buffer->cell.flags |= WO_STRING_WIDE;
  buffer->length = (uint32_t)bytes;
  buffer->used = rope->length;
  put_rope((text){buffer->data, wide}, wo_from_string(rope));
  wo_write_slot(heap, rope, &rope->left, wo_from_cell(buffer));
  wo_write_slot(heap, rope, &rope->right, WO_NULL);
  return buffer;
}

// Appends where there is room behind the newest view of a buffer; WO_HOLE where there is not.
WO_INLINE wo_value extend(wo_heap *heap, const wo_rope *rope, piece b) {
  if (rope->cell.kind != WO_KIND_ROPE || !is_view(rope)) return WO_HOLE;
  wo_buffer *buffer = wo_pointer(rope->left);
  bool wide = buffer->cell.flags & WO_STRING_WIDE;
  uint32_t used = rope->length, capacity = buffer->length >> (wide ? 1 : 0);
  // A view before the newest: another string goes on from there.
  if (buffer->used != used || capacity - used < b.length || (b.wide && !wide)) return WO_HOLE;
  put_piece((text){buffer->data, wide}, used, b);
  buffer->used = used + b.length;
  return new_rope(heap, buffer->used, wide ? WO_STRING_WIDE : 0, rope->left, WO_NULL);
}

// Appends in a new buffer, where the one there was is full, or where a run of appends has added a
// fair part of the text, so that what is copied has been paid for. The first wide units behind narrow
// ones begin a new run: a view is as wide as its buffer. WO_HOLE: better a branch.
static WO_NOINLINE wo_value append_anew(wo_heap *heap, wo_rope *rope, piece b) {
  if (rope->cell.kind != WO_KIND_ROPE || wo_is_undefined(rope->right)) return WO_HOLE;
  bool wide = rope->cell.flags & WO_STRING_WIDE;
  bool due = rope->cell.extra >= APPENDS_MIN && rope->appended >= rope->length / 4;
  if (is_view(rope)) due = ((wo_buffer *)wo_pointer(rope->left))->used == rope->length;
  if (!due || (b.wide && !wide) || !open_buffer(heap, rope, b.length)) return WO_HOLE;
  return extend(heap, rope, b);
}

// A concatenation that is left for later. Appending to one continues its run.
static wo_value branch(wo_heap *heap, uint32_t length, uint8_t wide, wo_value a, wo_value b) {
  wo_value v = new_rope(heap, length, wide, a, b);
  wo_rope *rope = wo_pointer(v);
  if (wo_string_length(b) > wo_string_length(a)) return v;
  const wo_rope *before = is_branch(a) ? wo_pointer(a) : NULL;
  rope->appended = wo_string_length(b) + (before ? before->appended : 0);
  rope->cell.extra = before && before->cell.extra < UINT16_MAX ? before->cell.extra + 1 : 1;
  return v;
}

static wo_value concat_flat(wo_heap *heap, piece a, piece b) {
  wo_string *s = new_string(heap, a.length + b.length, a.wide || b.wide);
  put_piece(text_of(s), 0, a);
  put_piece(text_of(s), a.length, b);
  return finished(heap, s);
}

// a + b of at least ROPE_MIN units, where it may be made.
static wo_value concat_long(wo_heap *heap, wo_value a, wo_value b, uint32_t length) {
  uint8_t wide = (wo_cell_of(a)->flags | wo_cell_of(b)->flags) & WO_STRING_WIDE;
  // A rope costs little until something looks into it, which may be a builtin that never asks for
  // room: one that would not fit when flat is not made.
  if (length > WO_STRING_LENGTH_MAX || !fits_quota(heap, 0, length, wide)) return WO_HOLE;
  if (wo_string_length(b) <= wo_string_length(a) && !is_branch(b)) {
    wo_value v = append_anew(heap, wo_pointer(a), leaf_of(b));
    if (v != WO_HOLE) return v;
  }
  return branch(heap, length, wide, a, b);
}

wo_value wo_string_concat(wo_heap *heap, wo_value a, wo_value b) {
  if (WO_UNLIKELY(a == WO_HOLE || b == WO_HOLE)) return WO_HOLE;
  uint32_t a_length = wo_string_length(a), b_length = wo_string_length(b);
  if (b_length == 0) return a;
  if (WO_LIKELY(wo_cell_of(b)->kind == WO_KIND_STRING)) {
    // Room in a buffer was within the quota when it was taken.
    wo_value v = extend(heap, wo_pointer(a), piece_of(wo_pointer(b)));
    if (v != WO_HOLE) return v;
  }
  if (a_length == 0) return b;
  uint32_t length = a_length + b_length;
  if (length >= ROPE_MIN && WO_LIKELY(!heap->new_flags)) return concat_long(heap, a, b, length);
  if (length > WO_STRING_LENGTH_MAX) return WO_HOLE;
  return concat_flat(heap, piece_of(wo_string_flat(heap, a)), piece_of(wo_string_flat(heap, b)));
}

wo_value wo_string_concat_int(wo_heap *heap, wo_value s, int32_t i, bool before) {
  uint8_t digits[WO_INT_TEXT_MAX];
  piece number = {digits, wo_int_to_text(i, digits), false};
  if (number.length > WO_INT_TEXT_MAX) WO_UNREACHABLE();
  if (WO_LIKELY(wo_string_length(s) + number.length < ROPE_MIN)) {
    if (wo_string_length(s) == 0) return wo_string_from_latin1(heap, digits, number.length);
    piece other = piece_of(wo_string_flat(heap, s));
    return before ? concat_flat(heap, number, other) : concat_flat(heap, other, number);
  }
  wo_value v = before ? WO_HOLE : extend(heap, wo_pointer(s), number);
  if (v != WO_HOLE) return v;
  wo_value shown = wo_string_from_latin1(heap, digits, number.length);
  return before ? wo_string_concat(heap, shown, s) : wo_string_concat(heap, s, shown);
}

// --- concatenation of parts ---

// Longer results become ropes.
#define PARTS_FLAT_MAX 512u
// Numbers of one run whose texts are kept on the stack; later ones become strings.
#define PARTS_NUMBERS_MAX 8u

wo_value wo_string_concat_parts(wo_heap *heap, const wo_value *parts, uint32_t count) {
  uint8_t texts[PARTS_NUMBERS_MAX][WO_NUMBER_TEXT_MAX];
  piece pieces[count];
  wo_value strings[count];
  uint64_t length = 0;
  uint32_t numbers = 0;
  bool wide = false;
  for (uint32_t i = 0; i < count; i++) {
    wo_value v = parts[i];
    if (wo_is_int(v) && numbers < PARTS_NUMBERS_MAX) {
      pieces[i] = (piece){texts[numbers], wo_int_to_text(wo_as_int(v), texts[numbers]), false};
      strings[i] = WO_HOLE;
      numbers++;
    } else {
      strings[i] = wo_is_string(v) ? v : wo_primitive_to_string(heap, v);
      wide |= (wo_cell_of(strings[i])->flags & WO_STRING_WIDE) != 0;
      pieces[i].length = wo_string_length(strings[i]);
    }
    length += pieces[i].length;
  }
  if (length > WO_STRING_LENGTH_MAX) return WO_HOLE;
  if (length <= PARTS_FLAT_MAX && length > 1) {
    wo_string *s = wo_string_new(heap, (uint32_t)length, wide);
    for (uint32_t i = 0, at = 0; i < count; at += pieces[i++].length) {
      if (strings[i] != WO_HOLE) pieces[i] = piece_of(wo_string_flat(heap, strings[i]));
      put_piece(text_of(s), at, pieces[i]);
    }
    return finished(heap, s);
  }
  wo_value all = empty_string(heap);
  for (uint32_t i = 0; i < count && all != WO_HOLE; i++) {
    all = strings[i] == WO_HOLE ? wo_string_concat_int(heap, all, wo_as_int(parts[i]), false)
                                : wo_string_concat(heap, all, strings[i]);
  }
  return all;
}

// --- looking inside ---

#define MIX_1 0x9E3779B97F4A7C15ull
#define MIX_2 0xD6E8FEB86659FD93ull

// Both halves of a 128-bit product: every input bit reaches every output bit.
static uint64_t mix(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t read_8(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

static uint64_t read_4(const uint8_t *p) {
  uint32_t word;
  memcpy(&word, p, 4);
  return word;
}

// The rest of less than 16 bytes is read as two words that may overlap, or as three bytes.
static uint32_t hash_bytes(const uint8_t *p, size_t length, uint64_t seed) {
  uint64_t h = seed ^ mix(length ^ MIX_1, MIX_2);
  size_t n = length;
  for (; n >= 16; n -= 16, p += 16) h = mix(read_8(p) ^ h, read_8(p + 8) ^ MIX_1);
  uint64_t low = 0, high = 0;
  if (n >= 8) {
    low = read_8(p);
    high = read_8(p + n - 8);
  } else if (n >= 4) {
    low = read_4(p);
    high = read_4(p + n - 4);
  } else if (n) {
    low = p[0] | (uint64_t)p[n / 2] << 8 | (uint64_t)p[n - 1] << 16;
  }
  h = mix(mix(low ^ h, high ^ MIX_1) ^ seed, MIX_2 ^ length);
  return (uint32_t)h ^ (uint32_t)(h >> 32);
}

uint32_t wo_text_hash(wo_heap *heap, const uint8_t *bytes, uint32_t length) {
  uint32_t hash = hash_bytes(bytes, length, heap->runtime->hash_seed);
  return hash ? hash : 1;
}

uint32_t wo_string_hash_slow(wo_heap *heap, wo_string *s) {
  uint64_t seed = heap->runtime->hash_seed + wo_string_is_wide(s);
  uint32_t hash = hash_bytes(s->data, data_bytes(s), seed);
  s->cell.shape = hash ? hash : 1;
  return s->cell.shape;
}

bool wo_string_equals(wo_heap *heap, wo_value a, wo_value b) {
  if (a == b) return true;
  if (wo_string_length(a) != wo_string_length(b)) return false;
  const wo_string *x = wo_string_flat(heap, a), *y = wo_string_flat(heap, b);
  if ((x->cell.flags ^ y->cell.flags) & WO_STRING_WIDE) return false;
  if (x->cell.flags & y->cell.flags & WO_STRING_INTERNED) return x == y;
  if (x->cell.shape && y->cell.shape && x->cell.shape != y->cell.shape) return false;
  return wo_text_same(x->data, y->data, data_bytes(x));
}

int wo_string_compare(wo_heap *heap, wo_value a, wo_value b) {
  if (a == b) return 0;
  wo_string *x = wo_string_flat(heap, a), *y = wo_string_flat(heap, b);
  uint32_t shorter = x->length < y->length ? x->length : y->length;
  if (!wo_string_is_wide(x) && !wo_string_is_wide(y)) {
    int order = memcmp(x->data, y->data, shorter);
    if (order) return order < 0 ? -1 : 1;
  } else {
    for (uint32_t i = 0; i < shorter; i++) {
      uint32_t u = wo_string_unit(x, i), v = wo_string_unit(y, i);
      if (u != v) return u < v ? -1 : 1;
    }
  }
  return (x->length > y->length) - (x->length < y->length);
}

wo_value wo_string_slice(wo_heap *heap, wo_value v, uint32_t start, uint32_t end) {
  WO_ASSERT(start <= end && end <= wo_string_length(v));
  if (start == end) return empty_string(heap);
  if (start == 0 && end == wo_string_length(v)) return v;
  const wo_string *s = wo_string_flat(heap, v);
  if (wo_string_is_wide(s)) {
    return wo_string_from_units(heap, wo_string_units(s) + start, end - start);
  }
  return wo_string_short(heap, s->data + start, end - start);
}

size_t wo_string_utf8_length(const wo_string *s) {
  size_t length = 0;
  if (!wo_string_is_wide(s)) {
    size_t ascii = ascii_prefix(s->data, s->length);
    for (size_t i = ascii; i < s->length; i++) length += 1 + (s->data[i] >> 7);
    return ascii + length;
  }
  const uint16_t *units = wo_string_units(s);
  for (uint32_t i = 0; i < s->length; i++) {
    uint16_t u = units[i];
    if (u < 0x80) {
      length += 1;
    } else if (u < 0x800) {
      length += 2;
    } else if ((u & 0xFC00) == 0xD800 && i + 1 < s->length && (units[i + 1] & 0xFC00) == 0xDC00) {
      length += 4;
      i++;
    } else {
      length += 3;
    }
  }
  return length;
}

static char *put_utf8(char *out, uint32_t code) {
  if (code < 0x80) {
    *out++ = (char)code;
  } else if (code < 0x800) {
    *out++ = (char)(0xC0 | code >> 6);
    *out++ = (char)(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *out++ = (char)(0xE0 | code >> 12);
    *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    *out++ = (char)(0x80 | (code & 0x3F));
  } else {
    *out++ = (char)(0xF0 | code >> 18);
    *out++ = (char)(0x80 | (code >> 12 & 0x3F));
    *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    *out++ = (char)(0x80 | (code & 0x3F));
  }
  return out;
}

void wo_string_to_utf8(const wo_string *s, char *out) {
  if (!wo_string_is_wide(s)) {
    size_t ascii = ascii_prefix(s->data, s->length);
    memcpy(out, s->data, ascii);
    out += ascii;
    for (size_t i = ascii; i < s->length; i++) out = put_utf8(out, s->data[i]);
    return;
  }
  const uint16_t *units = wo_string_units(s);
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t code = units[i];
    bool pair = (code & 0xFC00) == 0xD800 && i + 1 < s->length && (units[i + 1] & 0xFC00) == 0xDC00;
    if (pair) code = 0x10000 + ((code & 0x3FF) << 10 | (units[++i] & 0x3FF));
    else if ((code & 0xF800) == 0xD800) code = 0xFFFD;
    out = put_utf8(out, code);
  }
}

// --- searching ---

// Candidates are where the first byte stands, which memchr finds fast. Where too many of them are
// none, memmem goes on, whose time is linear whatever the texts are.
static int64_t find_narrow(const wo_string *s, const wo_string *what, uint32_t from) {
  const uint8_t *at = s->data + from, *last = s->data + s->length - what->length;
  const uint8_t *needle = what->data;
  size_t n = what->length;
  for (uint32_t misses = 0; at <= last; at++) {
    at = memchr(at, needle[0], (size_t)(last - at) + 1);
    if (!at) return -1;
    if (at[n - 1] == needle[n - 1] && memcmp(at, needle, n) == 0) return at - s->data;
    if (++misses > 16 && misses > (uint32_t)(at - s->data - from) / 4) {
      at = memmem(at + 1, (size_t)(last - at) + n - 1, needle, n);
      return at ? at - s->data : -1;
    }
  }
  return -1;
}

// A match of the bytes at an odd address is none of the units: the search goes on behind it.
static int64_t find_wide(const wo_string *s, const uint16_t *what, uint32_t count, uint32_t from) {
  const uint8_t *start = s->data, *end = start + (size_t)s->length * 2;
  const uint8_t *at = start + (size_t)from * 2;
  while (at < end) {
    const uint8_t *found = memmem(at, (size_t)(end - at), what, (size_t)count * 2);
    if (!found) return -1;
    if ((found - start) % 2 == 0) return (found - start) / 2;
    at = found + 1;
  }
  return -1;
}

int64_t wo_string_index_of(wo_heap *heap, wo_value s, wo_value what, uint32_t from) {
  uint32_t length = wo_string_length(s), count = wo_string_length(what);
  if (from > length) from = length;
  if (count == 0) return from;
  if (count > length - from) return -1;
  const wo_string *text = wo_string_flat(heap, s), *part = wo_string_flat(heap, what);
  if (!wo_string_is_wide(text)) {
    return wo_string_is_wide(part) ? -1 : find_narrow(text, part, from);
  }
  if (wo_string_is_wide(part)) return find_wide(text, wo_string_units(part), count, from);
  uint16_t few[64];
  size_t size = (size_t)count * 2;
  uint16_t *units = count <= WO_COUNT(few) ? few : wo_heap_scratch(NULL, 0, size);
  widen(units, part->data, count);
  int64_t at = find_wide(text, units, count, from);
  if (units != few) wo_free(units, size);
  return at;
}

// --- builder ---

void wo_builder_init(wo_builder *b) { memset(b, 0, sizeof *b); }

static size_t builder_bytes(const wo_builder *b) {
  return (size_t)b->capacity << (b->wide ? 1 : 0);
}

// Bytes a builder may hold: its memory is malloc's, but what is built in it ends in the heap of the
// fiber that runs.
static uint64_t builder_bytes_max(void) {
  wo_shard *shard = wo_this_shard();
  wo_fiber *fiber = shard ? shard->fiber : NULL;
  uint64_t quota = fiber ? wo_heap_quota(&fiber->isolate->heap) : 0;
  return quota ? quota + WO_OVERDRAFT_BYTES : UINT64_MAX;
}

// Room for `more` units, wide ones when asked; false: failed.
static bool builder_room(wo_builder *b, uint32_t more, bool wide) {
  if (b->failed) return false;
  uint64_t wanted = (uint64_t)b->length + more;
  if (wanted <= b->capacity && wide <= b->wide) return true;
  uint64_t capacity = b->capacity;
  if (wanted > capacity) {
    capacity = capacity * 2 > wanted ? capacity * 2 : wanted;
    if (capacity < 64) capacity = 64;
    // So that what fits the capacity is never longer than a string may be.
    if (capacity > WO_STRING_LENGTH_MAX) capacity = WO_STRING_LENGTH_MAX;
  }
  wide |= b->wide;
  if (wanted > WO_STRING_LENGTH_MAX ||
      (wanted > WO_OVERDRAFT_BYTES && wanted << (wide ? 1 : 0) > builder_bytes_max())) {
    b->failed = true;
    return false;
  }
  uint8_t *data;
  if (wide == b->wide) {
    data = wo_realloc(b->data, builder_bytes(b), (size_t)capacity << (wide ? 1 : 0));
  } else {
    data = wo_alloc((size_t)capacity * 2);
    if (data) widen((uint16_t *)data, b->data, b->length);
    if (data) wo_free(b->data, builder_bytes(b));
  }
  if (!data) {
    b->failed = true;
    return false;
  }
  b->data = data;
  b->capacity = (uint32_t)capacity;
  b->wide = wide;
  return true;
}

void wo_builder_unit_slow(wo_builder *b, uint32_t unit) {
  if (!builder_room(b, 1, unit > 0xFF)) return;
  if (b->wide) ((uint16_t *)b->data)[b->length++] = (uint16_t)unit;
  else b->data[b->length++] = (uint8_t)unit;
}

static void builder_latin1(wo_builder *b, const uint8_t *bytes, uint32_t length) {
  if (!builder_room(b, length, false) || length == 0) return;
  if (b->wide) widen((uint16_t *)b->data + b->length, bytes, length);
  else memcpy(b->data + b->length, bytes, length);
  b->length += length;
}

void wo_builder_ascii(wo_builder *b, const char *text) {
  builder_latin1(b, (const uint8_t *)text, (uint32_t)strlen(text));
}

void wo_builder_range(wo_builder *b, const wo_string *s, uint32_t start, uint32_t end) {
  uint32_t length = end - start;
  if (!wo_string_is_wide(s)) {
    builder_latin1(b, s->data + start, length);
    return;
  }
  const uint16_t *units = wo_string_units(s) + start;
  bool wide = !all_narrow(units, length);
  if (!builder_room(b, length, wide) || length == 0) return;
  if (b->wide) memcpy((uint16_t *)b->data + b->length, units, (size_t)length * 2);
  else narrow(b->data + b->length, units, length);
  b->length += length;
}

void wo_builder_string(wo_builder *b, const wo_string *s) { wo_builder_range(b, s, 0, s->length); }

wo_value wo_builder_finish(wo_heap *heap, wo_builder *b) {
  wo_value v = WO_HOLE;
  if (!b->failed) {
    v = b->wide ? wo_string_from_units(heap, (const uint16_t *)b->data, b->length)
                : wo_string_from_latin1(heap, b->data, b->length);
  }
  wo_builder_free(b);
  return v;
}

void wo_builder_free(wo_builder *b) {
  if (b->data) wo_free(b->data, builder_bytes(b));
  wo_builder_init(b);
}
