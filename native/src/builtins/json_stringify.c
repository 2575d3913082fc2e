// JSON.stringify: a walk with a stack of its own, stopping wherever the program's code has to run
// (toJSON, a replacer, a getter) or the slice is spent. The text grows in a builder; when the walk
// stops, or the builder is long, what is there moves into a string in scratch.
//
// Plain objects are walked by their shape: the keys in order and the slots of their values are
// looked up once per shape ("plan") and run. Everything else is walked by a list of keys.
#include <math.h>
#include <string.h>

#include "../table.h"
#include "property.h"

enum {
  STACK_INLINE = 80,
  PLANS = 8,
  PLAN_KEYS = 32,
  FLUSH_UNITS = 64 * 1024,
  STRETCH = 256,
  NEAR = 64
};

// What the builtin goes on with.
enum {
  STEP_WALK = 1,   // with the innermost container
  STEP_GETTER,     // the call answered the value of a property
  STEP_TO_JSON,    // ... a toJSON method
  STEP_CONVERTED,  // ... what toJSON answered
  STEP_REPLACED,   // ... what the replacer answered
};
// Scratch registers.
enum {
  SAVED_TEXT,
  SAVED_STACK,
  SAVED_DEPTH,
  SAVED_GAP,
  SAVED_LIST,
  SAVED_REPLACER,
  SAVED_ROOT,
  SAVED_KEY,
  SAVED_VALUE
};

// A container under way, as it lies on the stack. Its keys: int shape id of a plan, an array of
// keys, or undefined for an array.
enum { FRAME_OBJECT, FRAME_KEYS, FRAME_NEXT, FRAME_COUNT, FRAME_WROTE, FRAME_SIZE };

typedef struct plan {
  uint32_t shape;  // id; 0: free
  uint32_t count;
  bool to_json;   // whether a toJSON may be found on objects of this shape
  bool walkable;  // only data properties with string keys, few enough: keys and slots are filled
  uint16_t slots[PLAN_KEYS];
  wo_value keys[PLAN_KEYS];
} plan;

typedef struct writer {
  wo_shard *shard;
  wo_fiber *fiber;
  wo_heap *heap;
  wo_builder out;
  wo_value text;      // string so far, WO_UNDEFINED: none
  wo_value gap;       // string, or WO_UNDEFINED
  wo_value list;      // property list of the replacer, or WO_UNDEFINED
  wo_value replacer;  // function, or WO_UNDEFINED
  wo_value root;      // the holder of the value itself, where a replacer may ask for it
  wo_value *items;
  uint32_t depth, capacity;
  wo_vector *spilled;
  uint32_t steps;  // values since the last look at the budget
  wo_value to_json_key;
  wo_value local[STACK_INLINE];
  plan plans[PLANS];
} writer;

// --- text ---

static WO_NOINLINE void put_latin1_slow(wo_builder *b, const char *text, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) wo_builder_unit(b, (uint8_t)text[i]);
}

WO_INLINE void put_latin1(wo_builder *b, const char *text, uint32_t length) {
  if (WO_LIKELY(!b->wide && b->capacity - b->length >= length && !b->failed)) {
    memcpy(b->data + b->length, text, length);
    b->length += length;
  } else {
    put_latin1_slow(b, text, length);
  }
}

static void put_unit(wo_builder *b, char c) { put_latin1(b, &c, 1); }

static void put_escape(wo_builder *b, uint32_t unit) {
  static const char hex[] = "0123456789abcdef";
  static const char short_forms[] = "\bb\ff\nn\rr\tt\"\"\\\\";
  for (const char *p = short_forms; *p; p += 2) {
    if ((uint8_t)p[0] != unit) continue;
    put_latin1(b, (char[]){'\\', p[1]}, 2);
    return;
  }
  char text[6] = {'\\',          'u', hex[unit >> 12], hex[unit >> 8 & 15], hex[unit >> 4 & 15],
                  hex[unit & 15]};
  put_latin1(b, text, 6);
}

// Whether the unit at `at` must be escaped: quotes, control units, and surrogates without a
// partner.
WO_INLINE bool needs_escape(const wo_string *s, uint32_t at, uint32_t unit) {
  if (unit < 0x20 || unit == '"' || unit == '\\') return true;
  if ((unit & 0xF800) != 0xD800) return false;
  if (unit < 0xDC00) {
    return at + 1 >= s->length || (wo_string_unit(s, at + 1) & 0xFC00) != 0xDC00;
  }
  return at == 0 || (wo_string_unit(s, at - 1) & 0xFC00) != 0xD800;
}

// Whether no byte of the text must be escaped, eight at a time: a byte's high bit is set where it is
// below 0x20, a quote or a backslash.
static bool is_plain(const uint8_t *p, uint32_t length) {
  const uint64_t low = 0x0101010101010101ull, high = 0x8080808080808080ull;
  uint32_t i = 0;
  for (; i + 8 <= length; i += 8) {
    uint64_t w;
    memcpy(&w, p + i, 8);
    uint64_t quote = w ^ (low * '"'), slash = w ^ (low * '\\');
    uint64_t found = ((w - low * 0x20) & ~w) | ((quote - low) & ~quote) | ((slash - low) & ~slash);
    if (found & high) return false;
  }
  for (; i < length; i++) {
    if (p[i] < 0x20 || p[i] == '"' || p[i] == '\\') return false;
  }
  return true;
}

static void put_quoted(wo_builder *b, const wo_string *s) {
  if (WO_LIKELY(!b->wide && b->capacity - b->length >= s->length + 2 && !b->failed) &&
      !wo_string_is_wide(s) && is_plain(s->data, s->length)) {
    uint8_t *to = b->data + b->length;
    to[0] = to[s->length + 1] = '"';
    memcpy(to + 1, s->data, s->length);
    b->length += s->length + 2;
    return;
  }
  uint32_t start = 0;
  put_unit(b, '"');
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t unit = wo_string_unit(s, i);
    if (WO_LIKELY(!needs_escape(s, i, unit))) continue;
    wo_builder_range(b, s, start, i);
    put_escape(b, unit);
    start = i + 1;
  }
  wo_builder_range(b, s, start, s->length);
  put_unit(b, '"');
}

static void put_number(wo_builder *b, wo_value v) {
  char text[WO_NUMBER_TEXT_MAX];
  double d = wo_number(v);
  if (wo_is_int(v)) put_latin1(b, text, wo_int_to_text(wo_as_int(v), (uint8_t *)text));
  else if (isfinite(d)) put_latin1(b, text, wo_number_to_text(d, text));
  else put_latin1(b, "null", 4);
}

// Moves what has been built into the string in scratch. False: too long.
static bool flush(writer *w) {
  wo_value part = wo_builder_finish(w->heap, &w->out);
  if (part == WO_HOLE) return false;
  if (!wo_is_undefined(w->text)) {
    uint64_t length = (uint64_t)wo_string_length(w->text) + wo_string_length(part);
    if (length > WO_STRING_LENGTH_MAX) return false;
    part = wo_string_concat(w->heap, w->text, part);
    if (part == WO_HOLE) return false;
  }
  w->text = part;
  return true;
}

static wo_status fail_length(writer *w) { return wo_throw_length(w->fiber); }

// --- state between steps ---

static void prepare(writer *w, wo_shard *shard, wo_fiber *fiber) {
  w->shard = shard;
  w->fiber = fiber;
  w->heap = &fiber->isolate->heap;
  wo_builder_init(&w->out);
  w->text = w->gap = w->list = w->replacer = w->root = WO_UNDEFINED;
  w->items = w->local;
  w->depth = w->steps = 0;
  w->capacity = STACK_INLINE;
  w->spilled = NULL;
  w->to_json_key = wo_name(w->heap->runtime, WO_NAME_toJSON);
  for (int i = 0; i < PLANS; i++) w->plans[i].shape = 0;
}

static void restore(writer *w) {
  wo_value *scratch = wo_scratch(w->fiber);
  w->text = scratch[SAVED_TEXT];
  w->spilled = wo_pointer(scratch[SAVED_STACK]);
  wo_write_many(w->heap, w->spilled);
  w->items = w->spilled->items;
  w->capacity = w->spilled->capacity;
  w->depth = (uint32_t)wo_as_int(scratch[SAVED_DEPTH]);
  w->gap = scratch[SAVED_GAP];
  w->list = scratch[SAVED_LIST];
  w->replacer = scratch[SAVED_REPLACER];
  w->root = scratch[SAVED_ROOT];
}

static WO_NOINLINE void grow(writer *w) {
  wo_vector *larger = wo_vector_new(w->heap, w->capacity * 2);
  memcpy(larger->items, w->items, w->depth * sizeof(wo_value));
  w->spilled = larger;
  w->items = larger->items;
  w->capacity *= 2;
}

// Everything into scratch; false: the text is too long.
static bool save(writer *w, wo_value *args, uint32_t argc, wo_value key, wo_value value) {
  if (!flush(w)) return false;
  if (!w->spilled) {
    w->spilled = wo_vector_new(w->heap, w->capacity);
    memcpy(w->spilled->items, w->items, w->depth * sizeof(wo_value));
    w->items = w->spilled->items;
  }
  wo_need_frame(w->fiber, args, argc);
  wo_value *scratch = wo_scratch(w->fiber);
  scratch[SAVED_TEXT] = w->text;
  scratch[SAVED_STACK] = wo_from_cell(w->spilled);
  scratch[SAVED_DEPTH] = wo_from_int((int32_t)w->depth);
  scratch[SAVED_GAP] = w->gap;
  scratch[SAVED_LIST] = w->list;
  scratch[SAVED_REPLACER] = w->replacer;
  scratch[SAVED_ROOT] = w->root;
  scratch[SAVED_KEY] = key;
  scratch[SAVED_VALUE] = value;
  return true;
}

// --- plans ---

// Objects of this shape find no toJSON: they cannot have it themselves, and their prototypes are
// shared and immutable.
static bool may_have_to_json(writer *w, const wo_shape *shape) {
  if ((shape->flags & (WO_SHAPE_DICTIONARY | WO_SHAPE_PROTO_SLOT)) ||
      wo_shape_find(shape, w->to_json_key, &(uint8_t){0}) >= 0) {
    return true;
  }
  for (wo_value v = shape->proto; wo_is_object(v); v = wo_prototype_of(w->heap, v)) {
    wo_property p;
    if (!(wo_cell_of(v)->flags & WO_CELL_FROZEN) || wo_lookup_own(w->heap, v, w->to_json_key, &p)) {
      return true;
    }
  }
  return false;
}

static void fill_plan(plan *q, const wo_shape *shape) {
  q->walkable = false;
  q->count = 0;
  if (shape->flags & WO_SHAPE_DICTIONARY) return;
  for (const wo_shape *s = shape; !wo_is_undefined(s->key); s = s->parent) {
    if (!wo_is_string(s->key) || !(s->attrs & WO_ATTR_ENUMERABLE)) continue;
    if ((s->attrs & (WO_ATTR_ACCESSOR | WO_ATTR_MODULE)) || q->count == PLAN_KEYS) return;
    q->keys[q->count] = s->key;
    q->slots[q->count++] = (uint16_t)(s->count - 1);
  }
  for (uint32_t i = 0; i < q->count / 2; i++) {
    uint32_t j = q->count - 1 - i;
    wo_value key = q->keys[i];
    uint16_t slot = q->slots[i];
    q->keys[i] = q->keys[j];
    q->slots[i] = q->slots[j];
    q->keys[j] = key;
    q->slots[j] = slot;
  }
  q->walkable = true;
}

static plan *plan_of(writer *w, uint32_t shape_id) {
  plan *q = &w->plans[shape_id % PLANS];
  if (WO_LIKELY(q->shape == shape_id)) return q;
  const wo_shape *shape = wo_shape_by_id(w->heap->runtime, shape_id);
  q->shape = shape_id;
  q->to_json = may_have_to_json(w, shape);
  fill_plan(q, shape);
  return q;
}

// --- cycles ---

static wo_value *frame_at(writer *w, uint32_t at) { return w->items + at * FRAME_SIZE; }

static void put_constructor(writer *w, wo_builder *b, wo_value object) {
  wo_property p;
  wo_value name = WO_UNDEFINED;
  if (wo_lookup(w->heap, object, wo_name(w->heap->runtime, WO_NAME_constructor), &p) &&
      wo_is_callable(p.value)) {
    name = wo_function_name(w->heap, p.value);
  }
  wo_builder_ascii(b, "object with constructor '");
  if (wo_is_string(name)) wo_builder_string(b, wo_string_flat(w->heap, name));
  else wo_builder_ascii(b, "Object");
  wo_builder_ascii(b, "'");
}

// The key under way in a container: "index 0", "property 'a'".
static void put_key(writer *w, wo_builder *b, wo_value *frame) {
  uint32_t at = (uint32_t)wo_as_int(frame[FRAME_NEXT]) - 1;
  wo_value keys = frame[FRAME_KEYS], key;
  if (wo_is_undefined(keys)) {
    wo_builder_ascii(b, "index ");
    key = wo_primitive_to_string(w->heap, wo_from_int((int32_t)at));
  } else {
    key = wo_is_int(keys) ? plan_of(w, (uint32_t)wo_as_int(keys))->keys[at]
                          : wo_array_get(wo_pointer(keys), at);
    wo_builder_ascii(b, wo_string_length(key) ? "property '" : "<anonymous>");
  }
  wo_builder_string(b, wo_string_flat(w->heap, key));
  if (!wo_is_undefined(keys) && wo_string_length(key)) wo_builder_ascii(b, "'");
}

static void put_circle_line(writer *w, wo_builder *b, uint32_t at) {
  wo_builder_ascii(b, "\n    |     ");
  put_key(w, b, frame_at(w, at - 1));
  wo_builder_ascii(b, " -> ");
  put_constructor(w, b, frame_at(w, at)[FRAME_OBJECT]);
}

// The circle from the frame `start` on; of a long one the first two and the last objects are shown.
static WO_COLD wo_status fail_circular(writer *w, uint32_t start) {
  wo_builder b;
  uint32_t depth = w->depth / FRAME_SIZE, shown = start + 3 < depth ? start + 3 : depth;
  wo_builder_init(&b);
  wo_builder_ascii(&b, "Converting circular structure to JSON\n    --> starting at ");
  put_constructor(w, &b, frame_at(w, start)[FRAME_OBJECT]);
  for (uint32_t i = start + 1; i < shown; i++) put_circle_line(w, &b, i);
  if (depth > shown + 1) wo_builder_ascii(&b, "\n    |     ...");
  if (depth > shown) put_circle_line(w, &b, depth - 1);
  wo_builder_ascii(&b, "\n    --- ");
  put_key(w, &b, frame_at(w, depth - 1));
  wo_builder_ascii(&b, " closes the circle");
  wo_value message = wo_builder_finish(w->heap, &b);
  if (message == WO_HOLE) return fail_length(w);
  return wo_throw_value(w->fiber, wo_error_new(w->heap, w->fiber, WO_B_TypeError, message));
}

// --- walking ---

// Whether `v` wraps a primitive that is written in its place; a wrapped symbol is an object like any.
static bool is_wrapper(wo_value v, wo_value *inner) {
  if (!wo_has_kind(v, WO_KIND_PRIMITIVE)) return false;
  wo_value value = ((wo_primitive *)wo_pointer(v))->value;
  if (wo_is_symbol(value)) return false;
  *inner = value;
  return true;
}

static void put_line(writer *w, uint32_t levels) {
  if (wo_is_undefined(w->gap)) return;
  wo_string *gap = wo_string_flat(w->heap, w->gap);
  put_unit(&w->out, '\n');
  for (uint32_t i = 0; i < levels; i++) wo_builder_string(&w->out, gap);
}

// The comma, line and key before a value of the innermost container.
static void put_prefix(writer *w, wo_value key) {
  if (w->depth == 0) return;
  wo_value *frame = w->items + w->depth - FRAME_SIZE;
  if (frame[FRAME_WROTE] == WO_TRUE) put_unit(&w->out, ',');
  frame[FRAME_WROTE] = WO_TRUE;
  put_line(w, w->depth / FRAME_SIZE);
  if (wo_is_undefined(frame[FRAME_KEYS])) return;
  put_quoted(&w->out, wo_string_flat(w->heap, key));
  put_unit(&w->out, ':');
  if (!wo_is_undefined(w->gap)) put_unit(&w->out, ' ');
}

// The frame `v` is already under way in, or UINT32_MAX. Looking through all of a deep stack for each
// container would be quadratic: the innermost NEAR frames find short circles at once, and a long one
// comes round to the last frame whose number is a power of two.
static uint32_t find_circle(writer *w, wo_value v) {
  uint32_t depth = w->depth / FRAME_SIZE, near = depth < NEAR ? depth : NEAR;
  for (uint32_t i = depth - near; i < depth; i++) {
    if (frame_at(w, i)[FRAME_OBJECT] == v) return i;
  }
  if (depth <= NEAR) return UINT32_MAX;
  uint32_t anchor = 1u << (31 - __builtin_clz(depth - 1));
  if (frame_at(w, anchor)[FRAME_OBJECT] != v) return UINT32_MAX;
  // Where the first turn began, as if it had been found there.
  uint32_t length = depth - anchor, start = anchor;
  while (start > 0 &&
         frame_at(w, start - 1)[FRAME_OBJECT] == frame_at(w, start - 1 + length)[FRAME_OBJECT]) {
    start--;
  }
  w->depth = (start + length) * FRAME_SIZE;
  return start;
}

static wo_status open_container(writer *w, wo_value key, wo_value v) {
  uint32_t circle = find_circle(w, v);
  if (circle != UINT32_MAX) return fail_circular(w, circle);
  // What a toJSON or a replacer makes anew at every level never ends in a circle. No deeper than
  // functions may call each other, then.
  if (w->depth / FRAME_SIZE >= w->heap->runtime->frames_max) {
    return wo_throw(w->fiber, WO_B_StackOverflowError, "Maximum call stack size exceeded");
  }
  wo_value keys = WO_UNDEFINED;
  double count = 0;
  if (wo_is_array(v)) {
    count = ((wo_array *)wo_pointer(v))->length;
  } else if (wo_is_object(v)) {
    plan *q = wo_cell_of(v)->kind == WO_KIND_OBJECT ? plan_of(w, wo_cell_of(v)->shape) : NULL;
    if (q && q->walkable && wo_is_undefined(w->list)) {
      keys = wo_from_int((int32_t)q->shape);
      count = q->count;
    } else {
      keys = wo_is_undefined(w->list)
               ? wo_own_keys(w->heap, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE)
               : w->list;
      count = ((wo_array *)wo_pointer(keys))->length;
    }
  } else {
    keys = wo_array_new(w->heap, 0);  // a channel end: nothing to see
  }
  put_prefix(w, key);
  put_unit(&w->out, wo_is_undefined(keys) ? '[' : '{');
  if (w->depth + FRAME_SIZE > w->capacity) grow(w);
  wo_value *frame = w->items + w->depth;
  frame[FRAME_OBJECT] = v;
  frame[FRAME_KEYS] = keys;
  frame[FRAME_NEXT] = wo_from_int(0);
  frame[FRAME_COUNT] = wo_from_number(count);
  frame[FRAME_WROTE] = WO_FALSE;
  w->depth += FRAME_SIZE;
  return WO_DONE;
}

static void close_container(writer *w) {
  wo_value *frame = w->items + w->depth - FRAME_SIZE;
  bool wrote = frame[FRAME_WROTE] == WO_TRUE, array = wo_is_undefined(frame[FRAME_KEYS]);
  w->depth -= FRAME_SIZE;
  if (wrote) put_line(w, w->depth / FRAME_SIZE);
  put_unit(&w->out, array ? ']' : '}');
}

// Writes a value that needs no more of the program's code, or opens it.
static wo_status put_value(writer *w, wo_value key, wo_value v) {
  is_wrapper(v, &v);
  bool container = (wo_is_object(v) && !wo_is_callable(v)) || wo_is_handle(v);
  if (container) return open_container(w, key, v);
  if (wo_is_string(v)) {
    put_prefix(w, key);
    put_quoted(&w->out, wo_string_flat(w->heap, v));
  } else if (wo_is_number(v)) {
    put_prefix(w, key);
    put_number(&w->out, v);
  } else if (v == WO_NULL || wo_is_bool(v)) {
    put_prefix(w, key);
    wo_builder_ascii(&w->out, v == WO_NULL ? "null" : v == WO_TRUE ? "true" : "false");
  } else if (w->depth && wo_is_undefined(w->items[w->depth - FRAME_SIZE + FRAME_KEYS])) {
    put_prefix(w, key);
    wo_builder_ascii(&w->out, "null");
  }
  return WO_DONE;
}

// A step of the program's code: everything saved, then the call.
static wo_status call_out(writer *w, wo_value *args, uint32_t argc, uint32_t step, wo_value key,
                          wo_value value, wo_value fn, wo_value self, uint32_t count,
                          wo_value other) {
  if (!save(w, args, argc, key, value)) return fail_length(w);
  // Keys are strings here, of arrays too, as the program expects them.
  if (count > 0 && wo_is_int(key)) key = wo_primitive_to_string(w->heap, key);
  return wo_call(w->fiber, step, fn, self, count, key, other);
}

static bool has_to_json(writer *w, wo_value v) {
  if (wo_is_handle(v)) return false;
  if (!wo_is_object(v)) return false;
  return plan_of(w, wo_cell_of(v)->shape)->to_json;
}

static wo_value holder_of(writer *w) {
  return w->depth ? w->items[w->depth - FRAME_SIZE + FRAME_OBJECT] : w->root;
}

// From a property's value to its text: toJSON, then the replacer, then writing. `step` is the step
// whose answer `v` is; STEP_GETTER: the bare value.
static wo_status convert_value(writer *w, wo_value *args, uint32_t argc, uint32_t step,
                               wo_value key, wo_value object, wo_value v) {
  if (step == STEP_GETTER && has_to_json(w, v)) {
    wo_value method;
    object = v;
    wo_read read = wo_read_property(w->fiber, v, w->to_json_key, &method);
    if (read == WO_READ_GETTER) {
      return call_out(w, args, argc, STEP_TO_JSON, key, v, method, v, 0, WO_UNDEFINED);
    }
    step = STEP_TO_JSON;
    v = method;
  }
  if (step == STEP_TO_JSON) {
    if (wo_is_callable(v)) {
      return call_out(w, args, argc, STEP_CONVERTED, key, object, v, object, 1, WO_UNDEFINED);
    }
    v = object;
  }
  if (step != STEP_REPLACED && !wo_is_undefined(w->replacer)) {
    return call_out(w, args, argc, STEP_REPLACED, key, v, w->replacer, holder_of(w), 2, v);
  }
  return put_value(w, key, v);
}

// The value of the next element of the innermost container: DONE with *value, or CALL for a getter.
static wo_status next_value(writer *w, wo_value *args, uint32_t argc, wo_value *frame,
                            wo_value *key, wo_value *value) {
  uint32_t at = (uint32_t)wo_as_int(frame[FRAME_NEXT]);
  wo_value object = frame[FRAME_OBJECT], keys = frame[FRAME_KEYS];
  frame[FRAME_NEXT] = wo_from_int((int32_t)at + 1);
  if (wo_is_int(keys)) {
    plan *q = plan_of(w, (uint32_t)wo_as_int(keys));
    *key = q->keys[at];
    if (WO_LIKELY(wo_cell_of(object)->shape == q->shape)) {
      *value = *wo_object_slot(wo_pointer(object), q->slots[at]);
      return WO_DONE;
    }
  } else if (wo_is_undefined(keys)) {
    *key = wo_from_int((int32_t)at);
    wo_array *array = wo_pointer(object);
    if (wo_array_is_dense(array) && (*value = wo_array_get(array, at)) != WO_HOLE) return WO_DONE;
  } else {
    *key = wo_array_get(wo_pointer(keys), at);
  }
  wo_value name = wo_is_int(*key) ? *key : wo_to_key(w->heap, *key);
  if (wo_read_property(w->fiber, object, name, value) != WO_READ_GETTER) return WO_DONE;
  return call_out(w, args, argc, STEP_GETTER, *key, WO_UNDEFINED, *value, object, 0, WO_UNDEFINED);
}

WO_INLINE wo_status pause_due(writer *w, wo_value *args, uint32_t argc) {
  if (WO_LIKELY(++w->steps < STRETCH && w->out.length < FLUSH_UNITS)) return WO_DONE;
  wo_charge(w->shard, w->steps / 4 + w->out.length / 256);
  w->steps = 0;
  if (w->out.length >= FLUSH_UNITS && !flush(w)) return fail_length(w);
  wo_status status = w->heap->collect_due ? WO_RETRY : w->shard->budget <= 0 ? WO_YIELD : WO_DONE;
  if (status == WO_DONE) return status;
  if (!save(w, args, argc, WO_UNDEFINED, WO_UNDEFINED)) return fail_length(w);
  w->fiber->step = STEP_WALK;
  return status;
}

static wo_status walk(writer *w, wo_value *args, uint32_t argc) {
  while (w->depth) {
    wo_status status = pause_due(w, args, argc);
    if (status != WO_DONE) return status;
    wo_value *frame = w->items + w->depth - FRAME_SIZE, key, value;
    if (wo_number(frame[FRAME_NEXT]) >= wo_number(frame[FRAME_COUNT])) {
      close_container(w);
      continue;
    }
    status = next_value(w, args, argc, frame, &key, &value);
    if (status == WO_DONE) {
      status = convert_value(w, args, argc, STEP_GETTER, key, WO_UNDEFINED, value);
    }
    if (status != WO_DONE) return status;
  }
  return WO_DONE;
}

// --- options ---

// The replacer as a list: its strings and numbers, each once.
static wo_value property_list(writer *w, wo_array *from) {
  wo_value list = wo_array_new(w->heap, from->length < 16 ? from->length : 16);
  wo_table *seen = wo_table_new(w->heap, 16);
  for (uint32_t i = 0; i < from->length; i++) {
    wo_value v = wo_array_get(from, i), inner;
    if (is_wrapper(v, &inner) && !wo_is_bool(inner)) v = inner;
    if (!wo_is_string(v) && !wo_is_number(v)) continue;
    v = wo_primitive_to_string(w->heap, v);
    if (wo_table_find(w->heap, seen, v) >= 0) continue;
    seen = wo_table_put(w->heap, seen, v, WO_TRUE, 0);
    wo_array_push(w->heap, wo_pointer(list), v);
  }
  return list;
}

static wo_value gap_of(writer *w, wo_value space) {
  is_wrapper(space, &space);
  if (wo_is_number(space)) {
    double d = wo_number(space);
    // A fraction below 1 breaks lines without indenting them, in V8 and so here.
    if (!(d > 0)) return WO_UNDEFINED;
    uint32_t count = d >= 10 ? 10 : (uint32_t)d;
    return wo_string_from_latin1(w->heap, (const uint8_t *)"          ", count);
  }
  if (!wo_is_string(space) || wo_string_length(space) == 0) return WO_UNDEFINED;
  return wo_string_length(space) > 10 ? wo_string_slice(w->heap, space, 0, 10) : space;
}

static void read_options(writer *w, wo_value value, wo_value replacer, wo_value space) {
  w->gap = gap_of(w, space);
  if (wo_is_callable(replacer)) {
    w->replacer = replacer;
    w->root = wo_object_new(w->heap, 1);
    wo_define(w->heap, w->root, wo_name(w->heap->runtime, WO_NAME_empty), value, WO_ATTR_PLAIN);
  } else if (wo_is_array(replacer)) {
    w->list = property_list(w, wo_pointer(replacer));
  }
}

wo_status wo_b_json_stringify(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  writer w;
  wo_status status = WO_DONE;
  prepare(&w, shard, fiber);
  if (fiber->step == 0) {
    wo_value value = wo_arg(args, argc, 0);
    read_options(&w, value, wo_arg(args, argc, 1), wo_arg(args, argc, 2));
    wo_value key = wo_name(w.heap->runtime, WO_NAME_empty);
    status = convert_value(&w, args, argc, STEP_GETTER, key, WO_UNDEFINED, value);
  } else {
    restore(&w);
    if (fiber->step != STEP_WALK) {
      wo_value *scratch = wo_scratch(fiber);
      status = convert_value(&w, args, argc, fiber->step, scratch[SAVED_KEY], scratch[SAVED_VALUE],
                             fiber->call.result);
    }
  }
  if (status == WO_DONE) status = walk(&w, args, argc);
  if (status != WO_DONE) {
    wo_builder_free(&w.out);
    return status;
  }
  wo_charge(shard, w.steps / 4 + w.out.length / 256);
  // Nothing written at all: the value was undefined, a function or a symbol.
  bool nothing = wo_is_undefined(w.text) && w.out.length == 0 && !w.out.failed;
  if (!nothing && !flush(&w)) return fail_length(&w);
  *result = nothing ? WO_UNDEFINED : w.text;
  if (wo_is_string(*result) && wo_string_length(*result) == 0) *result = WO_UNDEFINED;
  wo_builder_free(&w.out);
  return WO_DONE;
}
