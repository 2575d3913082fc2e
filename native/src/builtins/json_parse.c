// JSON.parse: a loop over the text with a stack of values that is no C recursion, so nesting is
// bounded by memory alone. Between two values the parser can stop, its stack saved in a vector in
// scratch, when the slice is spent or a collection is due.
//
// The stack holds, for each open container, a link (where the enclosing container's values start,
// times two, plus one for an object) and behind it the values so far; an object's values alternate
// with their keys. A container is built when it closes, so an object gets its final shape at once:
// the shape of the last objects built is tried first.
#include <string.h>

#include "../builtin.h"

enum { STACK_INLINE = 96, KEY_CACHE = 128, PLANS = 4, PLAN_KEYS = 24 };
// Units read between two looks at the budget; some 16 us of work, charged by the unit.
#define STRETCH 4096u

// What step the builtin is at once it has a frame.
enum { STEP_PARSE = 1, STEP_REVIVED = 2 };
// Where its state is then.
enum { SAVED_STACK, SAVED_DEPTH, SAVED_BASE, SAVED_AT, SAVED_NEED_VALUE };

// Keys of objects built before, and the shape they led to.
typedef struct plan {
  const wo_shape *shape;
  uint32_t count;
  wo_value keys[PLAN_KEYS];
} plan;

typedef struct parser {
  wo_shard *shard;
  wo_fiber *fiber;
  wo_heap *heap;
  wo_string *text;
  const uint8_t *narrow;  // the units, in one of the two widths
  const uint16_t *wide;
  uint32_t at, end, looked;  // `looked`: position of the last look at the budget
  wo_value *items;
  uint32_t depth, capacity;
  uint32_t base;       // first value of the open container; 0: none is open
  bool object;         // the open container is an object
  wo_vector *spilled;  // NULL while `items` is `local`
  wo_value local[STACK_INLINE];
  wo_value key_cache[KEY_CACHE];
  uint32_t next_plan;
  plan plans[PLANS];
} parser;

WO_INLINE uint32_t unit(const parser *p, uint32_t at) {
  return p->narrow ? p->narrow[at] : p->wide[at];
}

// The unit at the position, 0x10000 at the end.
WO_INLINE uint32_t peek(const parser *p) { return p->at < p->end ? unit(p, p->at) : 0x10000; }

WO_INLINE void skip_spaces(parser *p) {
  while (p->at < p->end) {
    uint32_t c = unit(p, p->at);
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') break;
    p->at++;
  }
}

// --- errors, as V8 words them ---

static wo_status fail_at(parser *p, const char *what) {
  return wo_throw(p->fiber, WO_B_SyntaxError, "%s in JSON at position %u", what, p->at);
}

static wo_status fail_end(parser *p) {
  return wo_throw(p->fiber, WO_B_SyntaxError, "Unexpected end of JSON input");
}

static bool is_text(const parser *p, const char *what) {
  if (p->end != strlen(what) || !p->narrow) return false;
  return memcmp(p->narrow, what, p->end) == 0;
}

// A token that cannot stand here: the text around it is shown, ten units to each side.
static WO_COLD wo_status fail_token(parser *p) {
  static const char *const special[] = {"undefined", "NaN", "Infinity", "[object Object]"};
  if (p->at >= p->end) return fail_end(p);
  uint32_t c = unit(p, p->at);
  if (c == '"') return fail_at(p, "Unexpected string");
  if (c == '-' || c - '0' < 10) return fail_at(p, "Unexpected number");
  wo_value whole = wo_from_string(p->text);
  for (size_t i = 0; i < WO_COUNT(special); i++) {
    if (!is_text(p, special[i])) continue;
    return wo_throw_about(p->fiber, WO_B_SyntaxError, "\"%\" is not valid JSON", whole);
  }
  bool cut = p->end > 20, from_start = !cut || p->at < 10, to_end = !cut || p->at >= p->end - 10;
  if (from_start && cut) to_end = false;
  uint32_t start = from_start ? 0 : p->at - 10, end = to_end ? p->end : p->at + 10;
  static const char *const formats[2][2] = {
      {"Unexpected token '%', ...\"%\"... is not valid JSON",
       "Unexpected token '%', ...\"%\" is not valid JSON"},
      {"Unexpected token '%', \"%\"... is not valid JSON",
       "Unexpected token '%', \"%\" is not valid JSON"},
  };
  return wo_throw_about(p->fiber, WO_B_SyntaxError, formats[from_start][to_end],
                        wo_string_slice(p->heap, whole, p->at, p->at + 1),
                        wo_string_slice(p->heap, whole, start, end));
}

// --- the stack ---

static WO_NOINLINE void grow(parser *p) {
  wo_vector *larger = wo_vector_new(p->heap, p->capacity * 2);
  memcpy(larger->items, p->items, p->depth * sizeof(wo_value));
  p->spilled = larger;
  p->items = larger->items;
  p->capacity *= 2;
}

WO_INLINE void push(parser *p, wo_value v) {
  if (WO_UNLIKELY(p->depth == p->capacity)) grow(p);
  p->items[p->depth++] = v;
}

static void open_container(parser *p, bool object) {
  push(p, wo_from_int((int32_t)(p->base << 1 | p->object)));
  p->base = p->depth;
  p->object = object;
}

static void save(parser *p, wo_value *args, uint32_t argc, bool need_value) {
  wo_need_frame(p->fiber, args, argc);
  if (!p->spilled) {
    p->spilled = wo_vector_new(p->heap, p->capacity);
    memcpy(p->spilled->items, p->items, p->depth * sizeof(wo_value));
  }
  wo_value *scratch = wo_scratch(p->fiber);
  scratch[SAVED_STACK] = wo_from_cell(p->spilled);
  scratch[SAVED_DEPTH] = wo_from_int((int32_t)p->depth);
  scratch[SAVED_BASE] = wo_from_int((int32_t)(p->base << 1 | p->object));
  scratch[SAVED_AT] = wo_from_int((int32_t)p->at);
  scratch[SAVED_NEED_VALUE] = wo_from_bool(need_value);
  p->fiber->step = STEP_PARSE;
}

static void prepare(parser *p, wo_shard *shard, wo_fiber *fiber, wo_string *text) {
  p->shard = shard;
  p->fiber = fiber;
  p->heap = &fiber->isolate->heap;
  p->text = text;
  p->narrow = wo_string_is_wide(text) ? NULL : text->data;
  p->wide = wo_string_units(text);
  p->at = p->looked = p->depth = p->base = p->next_plan = 0;
  p->end = text->length;
  p->items = p->local;
  p->capacity = STACK_INLINE;
  p->object = false;
  p->spilled = NULL;
  for (int i = 0; i < KEY_CACHE; i++) p->key_cache[i] = WO_HOLE;
  for (int i = 0; i < PLANS; i++) p->plans[i].shape = NULL;
}

static void restore(parser *p) {
  wo_value *scratch = wo_scratch(p->fiber);
  p->spilled = wo_pointer(scratch[SAVED_STACK]);
  wo_write_many(p->heap, p->spilled);
  p->items = p->spilled->items;
  p->capacity = p->spilled->capacity;
  p->depth = (uint32_t)wo_as_int(scratch[SAVED_DEPTH]);
  p->base = (uint32_t)wo_as_int(scratch[SAVED_BASE]) >> 1;
  p->object = wo_as_int(scratch[SAVED_BASE]) & 1;
  p->at = p->looked = (uint32_t)wo_as_int(scratch[SAVED_AT]);
}

// --- strings ---

// How far a string goes without an escape: the position of a quote, backslash or control unit.
WO_INLINE uint32_t plain_end(const parser *p, uint32_t at) {
  while (at < p->end) {
    uint32_t c = unit(p, at);
    if (c == '"' || c == '\\' || c < 0x20) break;
    at++;
  }
  return at;
}

static wo_status read_unicode_escape(parser *p, uint32_t *out) {
  *out = 0;
  for (int i = 0; i < 4; i++, p->at++) {
    uint32_t c = peek(p), lower = c | 32;
    bool digit = c - '0' < 10, letter = c < 0x80 && lower - 'a' < 6;
    if (!digit && !letter) return fail_at(p, "Bad Unicode escape");
    *out = *out << 4 | (digit ? c - '0' : lower - 'a' + 10);
  }
  return WO_DONE;
}

static wo_status read_escape(parser *p, wo_builder *b) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  uint32_t c = peek(p), code;
  if (c > 0xFFFF) return fail_end(p);
  const char *found = c && c < 0x80 ? strchr(from, (int)c) : NULL;
  if (found) {
    p->at++;
    wo_builder_unit(b, (uint8_t)to[found - from]);
    return WO_DONE;
  }
  if (c > 0xFF) return fail_token(p);
  if (c != 'u') return fail_at(p, "Bad escaped character");
  p->at++;
  wo_status status = read_unicode_escape(p, &code);
  if (status == WO_DONE) wo_builder_unit(b, code);
  return status;
}

static wo_status fail_in_string(parser *p) {
  return fail_at(
      p, p->at >= p->end ? "Unterminated string" : "Bad control character in string literal");
}

static wo_status read_escaped(parser *p, uint32_t start, wo_value *out) {
  wo_builder b;
  wo_status status = WO_DONE;
  wo_builder_init(&b);
  for (;;) {
    wo_builder_range(&b, p->text, start, p->at);
    uint32_t c = peek(p);
    if (c == '"') break;
    if (c != '\\') {
      status = fail_in_string(p);
      break;
    }
    p->at++;
    status = read_escape(p, &b);
    if (status != WO_DONE) break;
    start = p->at;
    p->at = plain_end(p, p->at);
  }
  if (status != WO_DONE) {
    wo_builder_free(&b);
    return status;
  }
  p->at++;
  *out = wo_builder_finish(p->heap, &b);
  if (*out == WO_HOLE) return wo_throw_length(p->fiber);
  return WO_DONE;
}

static wo_value string_between(parser *p, uint32_t start, uint32_t end) {
  return p->narrow ? wo_string_from_latin1(p->heap, p->narrow + start, end - start)
                   : wo_string_from_units(p->heap, p->wide + start, end - start);
}

// A string value or key; the position is behind its opening quote. RETRY, at the quote again: the
// value is so large that room for it must be asked for. (A key of that size goes unasked.)
static wo_status read_string(parser *p, bool key, wo_value *out) {
  uint32_t start = p->at;
  p->at = plain_end(p, p->at);
  if (WO_UNLIKELY(p->at - start >= WO_OVERDRAFT_BYTES / 2) && !key) {
    wo_status status = wo_heap_reserve(p->heap, p->fiber, ((uint64_t)p->at - start) * 2);
    if (status != WO_DONE) {
      p->at = start - 1;
      return status;
    }
  }
  uint32_t c = peek(p);
  if (WO_LIKELY(c == '"')) {
    *out = string_between(p, start, p->at++);
    return WO_DONE;
  }
  if (c == '\\') return read_escaped(p, start, out);
  return fail_in_string(p);
}

static bool equals_range(const parser *p, const wo_string *s, uint32_t start, uint32_t end) {
  if (s->length != end - start) return false;
  if (p->narrow && !wo_string_is_wide(s)) return memcmp(s->data, p->narrow + start, s->length) == 0;
  for (uint32_t i = 0; i < s->length; i++) {
    if (wo_string_unit(s, i) != unit(p, start + i)) return false;
  }
  return true;
}

// A property key; the position is behind its opening quote. Keys recur, so the last ones met are
// kept by a hash of their ends and length.
static wo_status read_key(parser *p, wo_value *out) {
  uint32_t start = p->at, end = plain_end(p, start);
  p->at = end;
  if (WO_UNLIKELY(peek(p) != '"' || end == start)) {
    p->at = start;
    wo_status status = read_string(p, true, out);
    if (status == WO_DONE) *out = wo_to_key(p->heap, *out);
    return status;
  }
  p->at++;
  uint32_t hash = (end - start) * 31 + unit(p, start) * 7 + unit(p, end - 1) +
                  unit(p, start + (end - start) / 2) * 13;
  wo_value *cached = &p->key_cache[hash % KEY_CACHE];
  if (wo_is_string(*cached) && equals_range(p, wo_pointer(*cached), start, end)) {
    *out = *cached;
    return WO_DONE;
  }
  *out = wo_to_key(p->heap, string_between(p, start, end));
  if (wo_is_string(*out)) *cached = *out;
  return WO_DONE;
}

// --- numbers and words ---

static bool skip_digits(parser *p) {
  uint32_t start = p->at;
  while (p->at < p->end && unit(p, p->at) - '0' < 10) p->at++;
  return p->at > start;
}

static wo_status read_number(parser *p, wo_value *out) {
  uint32_t start = p->at;
  bool negative = peek(p) == '-';
  if (negative) p->at++;
  uint32_t first = p->at;
  if (!skip_digits(p)) return fail_at(p, "No number after minus sign");
  if (unit(p, first) == '0' && p->at > first + 1) {
    p->at = first + 1;
    return fail_at(p, "Unexpected number");
  }
  uint32_t c = peek(p);
  if (c != '.' && (c | 32) != 'e' && p->at - first <= 9) {
    int32_t n = 0;
    for (uint32_t i = first; i < p->at; i++) n = n * 10 + (int32_t)(unit(p, i) - '0');
    *out = negative && n == 0 ? wo_from_double(-0.0) : wo_from_int(negative ? -n : n);
    return WO_DONE;
  }
  if (c == '.') {
    p->at++;
    if (!skip_digits(p)) return fail_at(p, "Unterminated fractional number");
  }
  if ((peek(p) | 32) == 'e') {
    p->at++;
    if (peek(p) == '+' || peek(p) == '-') p->at++;
    if (!skip_digits(p)) return fail_at(p, "Exponent part is missing a number");
  }
  *out = wo_from_number(wo_number_from_range(p->text, start, p->at));
  return WO_DONE;
}

static wo_status read_word(parser *p, const char *word, wo_value value, wo_value *out) {
  for (; *word; word++, p->at++) {
    if (peek(p) != (uint8_t)*word) return fail_token(p);
  }
  *out = value;
  return WO_DONE;
}

// A value that is no container. RETRY: see read_string.
static wo_status read_scalar(parser *p, wo_value *out) {
  uint32_t c = peek(p);
  switch (c) {
    case '"': p->at++; return read_string(p, false, out);
    case 't': return read_word(p, "true", WO_TRUE, out);
    case 'f': return read_word(p, "false", WO_FALSE, out);
    case 'n': return read_word(p, "null", WO_NULL, out);
    default: return c == '-' || c - '0' < 10 ? read_number(p, out) : fail_token(p);
  }
}

// --- containers ---

static bool plan_fits(const plan *q, const wo_value *pairs, uint32_t count) {
  if (!q->shape || q->count != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (q->keys[i] != pairs[2 * i]) return false;
  }
  return true;
}

// Remembers the keys of an object just built, if all of them are in its shape, in order.
static void remember(parser *p, wo_value object, const wo_value *pairs, uint32_t count) {
  const wo_shape *shape = wo_shape_by_id(p->heap->runtime, wo_cell_of(object)->shape);
  if (count == 0 || count > PLAN_KEYS || (shape->flags & WO_SHAPE_DICTIONARY) ||
      shape->count != count) {
    return;
  }
  plan *q = &p->plans[p->next_plan++ % PLANS];
  q->shape = shape;
  q->count = count;
  for (uint32_t i = 0; i < count; i++) q->keys[i] = pairs[2 * i];
}

static wo_value build_object(parser *p, const wo_value *pairs, uint32_t count) {
  for (int i = 0; i < PLANS; i++) {
    const plan *q = &p->plans[i];
    if (!plan_fits(q, pairs, count)) continue;
    wo_value object = wo_object_of_shape(p->heap, q->shape, count);
    wo_plain *plain = wo_pointer(object);
    for (uint32_t j = 0; j < count; j++) plain->fields[j] = pairs[2 * j + 1];
    return object;
  }
  wo_value object = wo_object_new(p->heap, count < PLAN_KEYS ? count : PLAN_KEYS);
  for (uint32_t i = 0; i < count; i++) {
    wo_define(p->heap, object, pairs[2 * i], pairs[2 * i + 1], WO_ATTR_PLAIN);
  }
  remember(p, object, pairs, count);
  return object;
}

// Replaces the open container's values by the container. RETRY: it is large, ask for room first.
static wo_status close_container(parser *p) {
  uint32_t count = p->depth - p->base;
  if (count >= WO_OVERDRAFT_BYTES / 64) {
    wo_status status = wo_heap_reserve(p->heap, p->fiber, (uint64_t)count * sizeof(wo_value) * 2);
    if (status != WO_DONE) return status;
    wo_charge(p->shard, count >> 6);
  }
  wo_value *values = p->items + p->base;
  wo_value built =
      p->object ? build_object(p, values, count / 2) : wo_array_of(p->heap, values, count);
  int32_t link = wo_as_int(p->items[p->base - 1]);
  p->depth = p->base - 1;
  p->base = (uint32_t)link >> 1;
  p->object = link & 1;
  push(p, built);
  return WO_DONE;
}

// `"key" :`, after the opening brace or a comma.
static wo_status read_property_start(parser *p, bool first) {
  wo_value key;
  skip_spaces(p);
  if (peek(p) != '"') {
    return fail_at(
        p, first ? "Expected property name or '}'" : "Expected double-quoted property name");
  }
  p->at++;
  wo_status status = read_key(p, &key);
  if (status != WO_DONE) return status;
  skip_spaces(p);
  if (peek(p) != ':') {
    return first ? fail_at(p, "Expected ':' after property name") : fail_token(p);
  }
  p->at++;
  push(p, key);
  return WO_DONE;
}

// At each value, and before a container is opened: one look every STRETCH units, whether to stop here
// for now.
WO_INLINE wo_status pause_due(parser *p) {
  if (WO_LIKELY(p->at - p->looked < STRETCH && !p->heap->collect_due)) return WO_DONE;
  wo_charge(p->shard, (p->at - p->looked) >> 5);
  p->looked = p->at;
  if (p->heap->collect_due) return WO_RETRY;
  return p->shard->budget <= 0 ? WO_YIELD : WO_DONE;
}

// --- the loop ---

// Reads on until the text's value is the one thing on the stack. On RETRY and YIELD *need_value
// says which of the two places to go on at.
static wo_status read_on(parser *p, bool *need_value) {
  wo_status status;
  wo_value v;
  if (!*need_value) goto after_value;
value:
  *need_value = true;
  skip_spaces(p);
  switch (peek(p)) {
    case '{':
      status = pause_due(p);
      if (status != WO_DONE) return status;
      open_container(p, true);
      p->at++;
      skip_spaces(p);
      if (peek(p) == '}') goto close;
      status = read_property_start(p, true);
      if (status != WO_DONE) return status;
      goto value;
    case '[':
      status = pause_due(p);
      if (status != WO_DONE) return status;
      open_container(p, false);
      p->at++;
      skip_spaces(p);
      if (peek(p) == ']') goto close;
      goto value;
    default:
      status = read_scalar(p, &v);
      if (status != WO_DONE) return status;
      push(p, v);
  }
after_value:
  *need_value = false;
  status = pause_due(p);
  if (status != WO_DONE) return status;
  skip_spaces(p);
  if (p->base == 0) {
    if (p->at >= p->end) return WO_DONE;
    return wo_throw(p->fiber, WO_B_SyntaxError,
                    "Unexpected non-whitespace character after JSON at position %u", p->at);
  }
  uint32_t c = peek(p);
  if (c == ',') {
    p->at++;
    if (!p->object) goto value;
    status = read_property_start(p, false);
    if (status != WO_DONE) return status;
    goto value;
  }
  if (c != (p->object ? '}' : ']')) {
    return fail_at(p, p->object ? "Expected ',' or '}' after property value"
                                : "Expected ',' or ']' after array element");
  }
close:
  status = close_container(p);
  if (status != WO_DONE) {
    *need_value = false;
    return status;
  }
  p->at++;
  goto after_value;
}

static wo_status revive(wo_fiber *fiber, wo_value value, wo_value reviver, wo_value *result) {
  *result = value;
  if (!wo_is_callable(reviver)) return WO_DONE;
  wo_value walk = wo_builtin_value(fiber->isolate->heap.runtime, WO_B_json_revive);
  return wo_call(fiber, STEP_REVIVED, walk, WO_UNDEFINED, 2, value, reviver);
}

wo_status wo_b_json_parse(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (fiber->step == STEP_REVIVED) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  parser p;
  bool need_value = true;
  if (fiber->step == 0) {
    wo_status status = wo_convert(fiber, args, argc, "S");
    if (status != WO_DONE) return status;
  }
  wo_heap *heap = &fiber->isolate->heap;
  wo_value text = argc ? args[0] : wo_name(heap->runtime, WO_NAME_undefined);
  prepare(&p, shard, fiber, wo_string_flat(heap, text));
  if (fiber->step == STEP_PARSE) {
    restore(&p);
    need_value = wo_scratch(fiber)[SAVED_NEED_VALUE] == WO_TRUE;
  }
  wo_status status = read_on(&p, &need_value);
  if (status == WO_RETRY || status == WO_YIELD) save(&p, args, argc, need_value);
  if (status != WO_DONE) return status;
  wo_charge(shard, (p.at - p.looked) >> 5);
  return revive(fiber, p.items[0], wo_arg(args, argc, 1), result);
}
