// Iteration: for-of over the library's own kinds without calls, over anything else through the
// protocol; for-in; spreading and rest.
//
// The state of an iteration is three values, in the registers A..A+2 of an iterator window or in
// the scratch of an operator: the subject, a position, and what kind of step comes next
// (dispatch.h). A hostile image may put anything there, so every step checks what it reads.
#include <string.h>

#include "channel.h"
#include "dispatch.h"
#include "table.h"

enum { SUBJECT, POSITION, STEP, VALUE };

// Elements pushed between two looks at the budget.
enum { SPREAD_RUN = 256 };

// --- starting ---

static void set_state(wo_value *state, wo_value subject, wo_value step) {
  state[SUBJECT] = subject;
  state[POSITION] = wo_from_int(0);
  state[STEP] = step;
}

static bool answers(wo_fiber *fiber, wo_value v, wo_value key, wo_builtin_id expected) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_property found;
  return wo_lookup(heap, v, key, &found) &&
         found.value == wo_builtin_value(heap->runtime, expected);
}

static bool is_dense_array(wo_value v) {
  return wo_is_array(v) && wo_array_is_dense(wo_pointer(v));
}

// An iterator object of the library whose own protocol is untouched.
static bool is_plain_iterator(wo_fiber *fiber, wo_value v) {
  wo_heap *heap = wo_heap_of(fiber);
  if (!wo_has_kind(v, WO_KIND_ITERATOR)) return false;
  return answers(fiber, v, wo_to_key(heap, wo_string_from_ascii(heap, "next")), WO_B_Iterator_next);
}

// Starts what needs no call. False: the protocol decides.
static bool start_plain(wo_fiber *fiber, wo_value v, wo_value *state) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_runtime *rt = heap->runtime;
  wo_value iterator = wo_builtin_value(rt, WO_B_Symbol_iterator);
  if (wo_is_string(v)) {
    set_state(state, wo_from_string(wo_string_flat(heap, v)), wo_from_int(WO_STEP_STRING));
    return true;
  }
  if (wo_is_handle(v)) {
    if (!answers(fiber, v, iterator, WO_B_Chan_iterator)) return false;
    set_state(state, v, wo_from_int(WO_STEP_CHANNEL));
    return true;
  }
  if (!wo_is_object(v)) return false;
  const wo_cell *cell = wo_cell_of(v);
  switch ((wo_kind)cell->kind) {
    case WO_KIND_ARRAY:
      if (cell->shape != wo_shape_core_root(rt, WO_ROOT_OF_ARRAY)->id &&
          !answers(fiber, v, iterator, WO_B_Array_values)) {
        return false;
      }
      set_state(state, v, wo_from_int(WO_STEP_ARRAY));
      return true;
    case WO_KIND_MAP:
    case WO_KIND_SET:
      if (!answers(fiber, v, iterator,
                   cell->kind == WO_KIND_MAP ? WO_B_Map_entries : WO_B_Set_values)) {
        return false;
      }
      set_state(state, v, wo_from_cell(((wo_map *)wo_pointer(v))->table));
      return true;
    case WO_KIND_BYTES:
      if (!answers(fiber, v, iterator, WO_B_Uint8Array_values)) return false;
      set_state(state, v, wo_from_int(WO_STEP_BYTES));
      return true;
    case WO_KIND_ITERATOR:
      if (!answers(fiber, v, iterator, WO_B_Iterator_iterator) || !is_plain_iterator(fiber, v)) {
        return false;
      }
      set_state(state, v, wo_from_int(WO_STEP_ITERATOR));
      return true;
    default: return false;
  }
}

// --- steps that need no call ---

typedef enum step_result {
  STEP_VALUE,
  STEP_END,
  STEP_CALL,    // the protocol must be used for this one
  STEP_BROKEN,  // not a state ITER made
  STEP_STATUS,  // a channel: see *status
} step_result;

static step_result step_array(wo_value *state, wo_value *out) {
  if (!wo_is_array(state[SUBJECT]) || !wo_is_int(state[POSITION])) return STEP_BROKEN;
  wo_array *array = wo_pointer(state[SUBJECT]);
  uint32_t at = (uint32_t)wo_as_int(state[POSITION]);
  if (at >= array->length) return STEP_END;
  if (!wo_array_is_dense(array)) return STEP_CALL;
  wo_value v = wo_array_get(array, at);
  state[POSITION] = wo_from_int((int32_t)(at + 1));
  *out = v == WO_HOLE ? WO_UNDEFINED : v;
  return STEP_VALUE;
}

static wo_value code_point_at(wo_heap *heap, const wo_string *s, uint32_t *position) {
  uint32_t at = *position, unit = wo_string_unit(s, at);
  bool pair = (unit & 0xFC00) == 0xD800 && at + 1 < s->length &&
              (wo_string_unit(s, at + 1) & 0xFC00) == 0xDC00;
  *position = at + (pair ? 2 : 1);
  return pair ? wo_string_from_units(heap, wo_string_units(s) + at, 2)
              : wo_string_from_unit(heap, unit);
}

static step_result step_string(wo_heap *heap, wo_value *state, wo_value *out) {
  if (!wo_is_string(state[SUBJECT]) || !wo_is_int(state[POSITION])) return STEP_BROKEN;
  const wo_string *s = wo_string_flat(heap, state[SUBJECT]);
  uint32_t at = (uint32_t)wo_as_int(state[POSITION]);
  if (at >= s->length) return STEP_END;
  *out = code_point_at(heap, s, &at);
  state[POSITION] = wo_from_int((int32_t)at);
  return STEP_VALUE;
}

static step_result step_bytes(wo_value *state, wo_value *out) {
  if (!wo_has_kind(state[SUBJECT], WO_KIND_BYTES) || !wo_is_int(state[POSITION])) {
    return STEP_BROKEN;
  }
  const wo_bytes *bytes = wo_pointer(state[SUBJECT]);
  uint32_t at = (uint32_t)wo_as_int(state[POSITION]);
  if (at >= bytes->length) return STEP_END;
  *out = wo_from_int(bytes->buffer->data[bytes->offset + at]);
  state[POSITION] = wo_from_int((int32_t)(at + 1));
  return STEP_VALUE;
}

static bool is_table(wo_value v) { return wo_is_cell(v) && wo_cell_of(v)->kind == WO_KIND_TABLE; }

static step_result step_table(wo_heap *heap, wo_value *state, wo_value *out) {
  bool map = wo_has_kind(state[SUBJECT], WO_KIND_MAP);
  if (!map && !wo_has_kind(state[SUBJECT], WO_KIND_SET)) return STEP_BROKEN;
  if (!wo_is_int(state[POSITION])) return STEP_BROKEN;
  wo_table *table = wo_pointer(state[STEP]);
  uint32_t at = (uint32_t)wo_as_int(state[POSITION]);
  const wo_table_entry *entry = wo_table_next(&table, &at);
  if (!entry) return STEP_END;
  state[POSITION] = wo_from_int((int32_t)at);
  state[STEP] = wo_from_cell(table);
  *out = map ? wo_array_of(heap, (wo_value[]){entry->key, entry->value}, 2) : entry->key;
  return STEP_VALUE;
}

static wo_value shaped(wo_heap *heap, uint32_t mode, wo_value key, wo_value value) {
  if (mode == WO_ITER_KEYS) return key;
  if (mode == WO_ITER_VALUES) return value;
  return wo_array_of(heap, (wo_value[]){key, value}, 2);
}

// The library's iterator objects; their `next` does the same (builtins/map.c).
static step_result step_iterator(wo_heap *heap, wo_value *state, wo_value *out) {
  wo_iterator *it = wo_pointer(state[SUBJECT]);
  uint32_t at = it->position;
  if (is_table(it->target)) {
    wo_table *table = wo_pointer(it->target);
    const wo_table_entry *entry = wo_table_next(&table, &it->position);
    // The position is one of this table from here on, also where nothing is left.
    wo_write_slot(heap, it, &it->target, wo_from_cell(table));
    if (!entry) return STEP_CALL;  // `next` marks the iterator as exhausted
    *out = shaped(heap, it->mode, entry->key, entry->value);
    return STEP_VALUE;
  }
  if (is_dense_array(it->target)) {
    wo_array *array = wo_pointer(it->target);
    if (at >= array->length) return STEP_CALL;
    wo_value v = wo_array_get(array, at);
    it->position = at + 1;
    *out = shaped(heap, it->mode, wo_from_number(at), v == WO_HOLE ? WO_UNDEFINED : v);
    return STEP_VALUE;
  }
  if (wo_is_string(it->target)) {
    const wo_string *s = wo_string_flat(heap, it->target);
    if (at >= s->length) return STEP_CALL;
    *out = code_point_at(heap, s, &it->position);
    return STEP_VALUE;
  }
  return STEP_CALL;
}

static step_result step_channel(wo_shard *shard, wo_fiber *fiber, wo_value end, wo_value *out,
                                wo_status *status) {
  *status = wo_fiber_recv(shard, fiber, end, out);
  if (*status != WO_DONE) return STEP_STATUS;
  return wo_is_undefined(*out) ? STEP_END : STEP_VALUE;
}

// One step of a state that is not the program's own iterator.
static step_result step_plain(wo_shard *shard, wo_fiber *fiber, wo_value *state, wo_value *out,
                              wo_status *status) {
  wo_heap *heap = wo_heap_of(fiber);
  if (is_table(state[STEP])) return step_table(heap, state, out);
  if (!wo_is_int(state[STEP])) return STEP_CALL;
  switch (wo_as_int(state[STEP])) {
    case WO_STEP_ARRAY: return step_array(state, out);
    case WO_STEP_STRING: return step_string(heap, state, out);
    case WO_STEP_BYTES: return step_bytes(state, out);
    case WO_STEP_DONE: return STEP_END;
    case WO_STEP_CHANNEL:
      if (!wo_is_handle(state[SUBJECT])) return STEP_BROKEN;
      return step_channel(shard, fiber, state[SUBJECT], out, status);
    case WO_STEP_ITERATOR:
      if (!wo_has_kind(state[SUBJECT], WO_KIND_ITERATOR)) return STEP_BROKEN;
      if (wo_is_handle(((wo_iterator *)wo_pointer(state[SUBJECT]))->target)) {
        return step_channel(shard, fiber, ((wo_iterator *)wo_pointer(state[SUBJECT]))->target, out,
                            status);
      }
      return step_iterator(heap, state, out);
    default: return STEP_BROKEN;
  }
}

// The `next` of a state that answered STEP_CALL: the library's for its own kinds.
static wo_value next_of(wo_fiber *fiber, const wo_value *state) {
  if (!wo_is_int(state[STEP])) return state[STEP];
  return wo_builtin_value(wo_heap_of(fiber)->runtime, WO_B_Iterator_next);
}

// A sparse array has no iterator object; the protocol's way to its next element is to read it.
static bool is_sparse_step(const wo_value *state) {
  return state[STEP] == wo_from_int(WO_STEP_ARRAY);
}

// --- the protocol, as steps of operators ---

enum {
  IT_START,
  IT_METHOD,  // Symbol.iterator was a getter
  IT_CALLED,
  IT_NEXT_GOT,  // `next` was a getter
  IT_LOOP,
  IT_RESULT,  // next() answered
  IT_DONE_GOT,
  IT_VALUE_GOT,
  IT_ELEMENT,  // an element of a sparse array was a getter
};

static wo_value key_named(wo_heap *heap, const char *name) {
  return wo_to_key(heap, wo_string_from_ascii(heap, name));
}

// Gets an iterator of `v` into `state`, step by step. WO_DONE: it is there.
static wo_status open_iterator(wo_fiber *fiber, wo_value v, wo_value *state) {
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t step = fiber->step;
  wo_status status = WO_DONE;
  if (step == IT_START) {
    wo_value key = wo_builtin_value(heap->runtime, WO_B_Symbol_iterator);
    status = wo_read_step(fiber, v, key, IT_METHOD);
    if (status != WO_DONE) return status;
    step = IT_METHOD;
  }
  if (step == IT_METHOD) {
    if (!wo_is_callable(fiber->call.result)) return wo_throw_iterate(fiber, v);
    return wo_call(fiber, IT_CALLED, fiber->call.result, v, 0);
  }
  if (step == IT_CALLED) {
    wo_value iterator = fiber->call.result;
    if (!wo_is_object(iterator)) {
      return wo_throw_type(fiber, "Result of the Symbol.iterator method is not an object");
    }
    if (is_plain_iterator(fiber, iterator)) {
      set_state(state, iterator, wo_from_int(WO_STEP_ITERATOR));
      return WO_DONE;
    }
    state[SUBJECT] = iterator;
    status = wo_read_step(fiber, iterator, key_named(heap, "next"), IT_NEXT_GOT);
    if (status != WO_DONE) return status;
  }
  // A step must not be an int of ours: an int is no function anyway.
  wo_value next = fiber->call.result;
  set_state(state, state[SUBJECT], wo_is_int(next) || is_table(next) ? WO_UNDEFINED : next);
  return WO_DONE;
}

static wo_status result_error(wo_fiber *fiber, wo_value result) {
  return wo_throw_values(fiber, WO_B_TypeError, "Iterator result % is not an object",
                         wo_describe(wo_heap_of(fiber), result));
}

// One step by the protocol. `keep`: a scratch register for the iterator result. WO_DONE: *done, or
// the value in *out.
static wo_status advance(wo_fiber *fiber, const wo_value *state, wo_value *keep, bool *done,
                         wo_value *out) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_runtime *rt = heap->runtime;
  uint32_t step = fiber->step;
  *done = false;
  if (step == IT_LOOP || step == IT_START) {
    return wo_call(fiber, IT_RESULT, next_of(fiber, state), state[SUBJECT], 0);
  }
  if (step == IT_RESULT) {
    if (!wo_is_object(fiber->call.result)) return result_error(fiber, fiber->call.result);
    *keep = fiber->call.result;
    wo_status status = wo_read_step(fiber, *keep, wo_name(rt, WO_NAME_done), IT_DONE_GOT);
    if (status != WO_DONE) return status;
    step = IT_DONE_GOT;
  }
  if (step == IT_DONE_GOT) {
    if (wo_truthy(fiber->call.result)) {
      *done = true;
      return WO_DONE;
    }
    wo_status status = wo_read_step(fiber, *keep, wo_name(rt, WO_NAME_value), IT_VALUE_GOT);
    if (status != WO_DONE) return status;
  }
  *out = fiber->call.result;
  return WO_DONE;
}

// The window of the frame below the running operator, which `this` (an int) says the register of.
static wo_value *window_below(wo_fiber *fiber, const wo_value *args) {
  const wo_frame *below = wo_top_frame(fiber) - 1;
  return fiber->regs + below->base + wo_as_int(args[-1]);
}

// ITER: fills the window below. The scratch holds the state until then.
static wo_status iterate(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard, (void)argc, (void)result;
  wo_status status = open_iterator(fiber, args[0], wo_scratch(fiber));
  if (status == WO_DONE) {
    memcpy(window_below(fiber, args), wo_scratch(fiber), 3 * sizeof(wo_value));
  }
  return status;
}
static const wo_builtin op_iterate = {"", iterate, NULL, 0, 0, 3};

// NEXT: the result says whether to jump; the value goes into the window below.
static wo_status next(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard, (void)argc;
  bool done;
  wo_value value = WO_UNDEFINED;
  wo_status status = advance(fiber, args, wo_scratch(fiber), &done, &value);
  if (status != WO_DONE) return status;
  wo_value *window = window_below(fiber, args);
  if (done) set_state(window, WO_UNDEFINED, wo_from_int(WO_STEP_DONE));
  window[VALUE] = value;
  *result = wo_from_bool(done);
  return WO_DONE;
}
static const wo_builtin op_next = {"", next, NULL, 0, 0, 1};

// --- ITER, NEXT, ITERCLOSE ---

wo_status wo_slow_iter(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  wo_value v = R[WO_GET_B(pc[-1])];
  if (wo_is_internal(v)) return wo_throw_internal(fiber);
  if (start_plain(fiber, v, R + a)) return WO_DONE;
  wo_property found;
  wo_value key = wo_builtin_value(wo_heap_of(fiber)->runtime, WO_B_Symbol_iterator);
  // Found out here, where the instruction stands and the source has a name for the value.
  if (wo_is_nullish(v) || !wo_lookup(wo_heap_of(fiber), v, key, &found) ||
      (!(found.attrs & WO_ATTR_ACCESSOR) && !wo_is_callable(found.value))) {
    return wo_throw_iterate(fiber, v);
  }
  return wo_operate(fiber, &op_iterate, WO_FRAME_DISCARD, 0, wo_from_int((int32_t)a), 1, &v);
}

// The next element of an array that has become sparse.
static wo_status next_sparse(wo_fiber *fiber, wo_value *window, uint32_t a) {
  uint32_t at = (uint32_t)wo_as_int(window[POSITION]);
  wo_value value, index = wo_to_key(wo_heap_of(fiber), wo_from_number(at));
  window[POSITION] = wo_from_int((int32_t)(at + 1));
  wo_status status = wo_get(fiber, window[SUBJECT], index, (uint8_t)(a + VALUE), &value);
  if (status == WO_DONE) window[VALUE] = value;
  return status;
}

wo_status wo_slow_next(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc, bool *done) {
  uint32_t a = WO_GET_A(pc[-1]);
  wo_value *window = wo_stand(fiber, pc) + a;
  wo_status status = WO_DONE;
  wo_value value = WO_UNDEFINED;
  *done = false;
  switch (step_plain(shard, fiber, window, &value, &status)) {
    case STEP_VALUE: window[VALUE] = value; return WO_DONE;
    case STEP_END:
      set_state(window, WO_UNDEFINED, wo_from_int(WO_STEP_DONE));
      window[VALUE] = WO_UNDEFINED;
      *done = true;
      return WO_DONE;
    case STEP_STATUS: return status;
    case STEP_BROKEN: return wo_throw_internal(fiber);
    case STEP_CALL: break;
  }
  if (is_sparse_step(window)) return next_sparse(fiber, window, a);
  if (!wo_is_object(window[SUBJECT])) return wo_throw_internal(fiber);
  return wo_operate(fiber, &op_next, WO_FRAME_JUMP, 0, wo_from_int((int32_t)a), 3, window);
}

enum { CLOSE_START, CLOSE_GOT, CLOSE_CALLED };

// `this` true: an error is on its way, so what `return` answers does not matter.
static wo_status close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard, (void)argc, (void)result;
  uint32_t step = fiber->step;
  if (step == CLOSE_START) {
    wo_status status =
        wo_read_step(fiber, args[0], key_named(wo_heap_of(fiber), "return"), CLOSE_GOT);
    if (status != WO_DONE) return status;
    step = CLOSE_GOT;
  }
  if (step == CLOSE_GOT) {
    if (wo_is_nullish(fiber->call.result)) return WO_DONE;
    return wo_call(fiber, CLOSE_CALLED, fiber->call.result, args[0], 0);
  }
  if (args[-1] == WO_TRUE || wo_is_object(fiber->call.result)) return WO_DONE;
  return result_error(fiber, fiber->call.result);
}
static const wo_builtin op_close = {"", close, NULL, 0, 0, 0};
const wo_builtin wo_op_close_quietly = {"", close, NULL, 0, 0, 0};

wo_status wo_slow_iterclose(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *window = wo_stand(fiber, pc) + WO_GET_A(pc[-1]);
  bool quiet = WO_GET_B(pc[-1]) == 1;
  if (wo_is_int(window[STEP]) || is_table(window[STEP])) return WO_DONE;
  if (!wo_is_object(window[SUBJECT])) return WO_DONE;
  wo_heap *heap = wo_heap_of(fiber);
  wo_property found;
  if (!wo_lookup(heap, window[SUBJECT], key_named(heap, "return"), &found)) return WO_DONE;
  return wo_operate(fiber, quiet ? &wo_op_close_quietly : &op_close, WO_FRAME_DISCARD, 0,
                    wo_from_bool(quiet), 1, &window[SUBJECT]);
}

// --- for-in ---

static uint32_t length_of(wo_value array) { return ((wo_array *)wo_pointer(array))->length; }

// Appends the enumerable keys of `from` that no object before it in the chain has.
static void add_inherited(wo_heap *heap, wo_value keys, wo_value object, wo_value from) {
  wo_value more = wo_own_keys(heap, from, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE);
  for (uint32_t i = 0; i < length_of(more); i++) {
    wo_value name = wo_array_get(wo_pointer(more), i), key = wo_to_key(heap, name);
    bool shadowed = false;
    wo_property found;
    for (wo_value o = object; o != from && !shadowed; o = wo_prototype_of(heap, o)) {
      shadowed = wo_lookup_own(heap, o, key, &found);
    }
    if (!shadowed) wo_array_push(heap, wo_pointer(keys), name);
  }
}

static wo_value enumerable_keys(wo_heap *heap, wo_value v) {
  if (wo_is_string(v)) {
    wo_value keys = wo_array_new(heap, wo_string_length(v));
    for (uint32_t i = 0; i < wo_string_length(v); i++) {
      wo_array_push(heap, wo_pointer(keys), wo_primitive_to_string(heap, wo_from_number(i)));
    }
    return keys;
  }
  if (!wo_is_object(v)) return wo_array_new(heap, 0);
  wo_value keys = wo_own_keys(heap, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE);
  for (wo_value o = wo_prototype_of(heap, v); wo_is_object(o); o = wo_prototype_of(heap, o)) {
    add_inherited(heap, keys, v, o);
  }
  return keys;
}

wo_status wo_slow_forin(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  wo_value *R = wo_stand(fiber, pc);
  wo_value v = R[WO_GET_B(pc[-1])];
  wo_value *window = R + WO_GET_A(pc[-1]);
  wo_status status = wo_keys_reserve(fiber, v, 0);
  if (status != WO_DONE) return status;
  wo_value keys = enumerable_keys(wo_heap_of(fiber), v);
  wo_charge(shard, length_of(keys) / 16);
  window[SUBJECT] = v;
  window[POSITION] = wo_from_int(0);
  window[STEP] = keys;
  return WO_DONE;
}

bool wo_forin_next(wo_fiber *fiber, wo_value *window) {
  wo_heap *heap = wo_heap_of(fiber);
  if (!wo_is_array(window[STEP]) || !wo_is_int(window[POSITION])) return false;
  if (wo_is_internal(window[SUBJECT])) return false;
  wo_array *keys = wo_pointer(window[STEP]);
  uint32_t at = (uint32_t)wo_as_int(window[POSITION]);
  for (; at < keys->length; at++) {
    wo_value name = wo_array_get(keys, at);
    wo_property found;
    if (!wo_is_string(name)) continue;
    if (!wo_lookup(heap, window[SUBJECT], wo_to_key(heap, name), &found)) continue;
    window[POSITION] = wo_from_int((int32_t)(at + 1));
    window[VALUE] = name;
    return true;
  }
  window[POSITION] = wo_from_int((int32_t)at);
  return false;
}

// --- arrays being built ---

// An array that a literal or a spread is filling: a hostile image may name any other.
static wo_array *array_under_way(wo_value v) {
  if (!is_dense_array(v)) return NULL;
  if (wo_cell_of(v)->flags & (WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_SHARED)) return NULL;
  return wo_pointer(v);
}

// APPEND and APPENDHOLE.
wo_status wo_slow_append(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_heap *heap = wo_heap_of(fiber);
  wo_array *array = array_under_way(R[WO_GET_A(w)]);
  if (!array) return wo_throw_internal(fiber);
  if (WO_GET_OP(w) == WO_OP_APPENDHOLE) {
    if (array->length > UINT32_MAX - 256) return wo_throw_range(fiber, "Invalid array length");
    wo_array_set_length(heap, array, array->length + WO_GET_B(w));
    return WO_DONE;
  }
  const wo_value *values = R + WO_GET_B(w);
  for (uint32_t i = 0; i < WO_GET_C(w); i++) wo_array_push(heap, array, values[i]);
  return WO_DONE;
}

// What a step pushed; false when the array has no room for another.
static bool push(wo_fiber *fiber, wo_array *array, wo_value v) {
  if (array->length >= UINT32_MAX - 1) return false;
  wo_array_push(wo_heap_of(fiber), array, v);
  return true;
}

// args: the array, the iterable. scratch: the state, and the iterator result under way.
static wo_status spread(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)argc, (void)result;
  wo_value *state = wo_scratch(fiber);
  if (fiber->step < IT_LOOP && !(fiber->step == IT_START && start_plain(fiber, args[1], state))) {
    wo_status status = open_iterator(fiber, args[1], state);
    if (status != WO_DONE) return status;
  }
  if (fiber->step <= IT_NEXT_GOT) fiber->step = IT_LOOP;
  for (uint32_t run = 0;; run++) {
    wo_array *array = array_under_way(args[0]);
    if (!array) return wo_throw_internal(fiber);
    wo_value value = WO_UNDEFINED;
    wo_status status = WO_DONE;
    bool done = false;
    if (fiber->step == IT_ELEMENT) {
      value = fiber->call.result;
    } else {
      step_result how =
          fiber->step == IT_LOOP ? step_plain(shard, fiber, state, &value, &status) : STEP_CALL;
      if (how == STEP_STATUS) return status;
      if (how == STEP_BROKEN) return wo_throw_internal(fiber);
      if (how == STEP_END) return WO_DONE;
      if (how == STEP_CALL && is_sparse_step(state)) {
        uint32_t at = (uint32_t)wo_as_int(state[POSITION]);
        state[POSITION] = wo_from_int((int32_t)(at + 1));
        status = wo_read_step(fiber, state[SUBJECT],
                              wo_to_key(wo_heap_of(fiber), wo_from_number(at)), IT_ELEMENT);
        value = fiber->call.result;
      } else if (how == STEP_CALL) {
        status = advance(fiber, state, &state[VALUE], &done, &value);
      }
      if (status != WO_DONE) return status;
    }
    if (done) return WO_DONE;
    if (!push(fiber, array, value)) return wo_throw_range(fiber, "Invalid array length");
    fiber->step = IT_LOOP;
    if (run % SPREAD_RUN != SPREAD_RUN - 1) continue;
    wo_charge(shard, SPREAD_RUN / 8);
    if (shard->budget <= 0 || wo_heap_of(fiber)->collect_due) return WO_YIELD;
  }
}
static const wo_builtin op_spread = {"", spread, NULL, 0, 0, 4};

wo_status wo_slow_spread(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  wo_value target = R[WO_GET_A(pc[-1])], v = R[WO_GET_B(pc[-1])];
  if (!array_under_way(target) || wo_is_internal(v)) return wo_throw_internal(fiber);
  wo_value state[4];
  bool plain = is_dense_array(v) && start_plain(fiber, v, state);
  if (plain && length_of(v) <= SPREAD_RUN) {
    wo_array *from = wo_pointer(v);
    uint32_t length = from->length;  // once: an array may be spread into itself
    wo_array_reserve(heap, wo_pointer(target), length);
    for (uint32_t i = 0; i < length; i++) {
      wo_value item = wo_array_get(from, i);
      if (!push(fiber, wo_pointer(target), item == WO_HOLE ? WO_UNDEFINED : item)) break;
    }
    return WO_DONE;
  }
  wo_property found;
  wo_value key = wo_builtin_value(heap->runtime, WO_B_Symbol_iterator);
  if (!plain && (wo_is_nullish(v) || !wo_lookup(heap, v, key, &found) ||
                 (!(found.attrs & WO_ATTR_ACCESSOR) && !wo_is_callable(found.value)))) {
    return wo_throw_iterate(fiber, v);
  }
  wo_value args[2] = {target, v};
  return wo_operate(fiber, &op_spread, WO_FRAME_DISCARD, 0, WO_UNDEFINED, 2, args);
}

// --- object spread and rest ---

enum { COPY_KEYS, COPY_INDEX };
enum { COPY_START, COPY_GOT };
// Of a property in a table that grows, for wo_keys_reserve.
enum { COPY_BYTES = 64 };

static bool is_excluded(wo_heap *heap, wo_value excluded, wo_value key) {
  if (!wo_is_array(excluded)) return false;
  for (uint32_t i = 0; i < length_of(excluded); i++) {
    wo_value other = wo_array_get(wo_pointer(excluded), i);
    if (other == key) return true;
    if (wo_is_interned(other) && wo_is_interned(key)) continue;
    if (wo_is_object(other) || wo_is_handle(other) || wo_is_internal(other)) continue;
    if (wo_strict_equals(heap, wo_to_key(heap, other), key)) return true;
  }
  return false;
}

// Copies from *index on. WO_DONE at the end; WO_CALL: the property there is a getter, *getter.
static wo_status copy_data(wo_heap *heap, wo_value target, wo_value source, wo_value excluded,
                           wo_array *keys, uint32_t *index, wo_value *getter) {
  for (; *index < keys->length; ++*index) {
    wo_value key = wo_to_key(heap, wo_array_get(keys, *index));
    wo_property found;
    if (is_excluded(heap, excluded, key)) continue;
    if (!wo_lookup_own(heap, source, key, &found) || !(found.attrs & WO_ATTR_ENUMERABLE)) continue;
    if (found.attrs & WO_ATTR_ACCESSOR) {
      *getter = ((wo_accessor *)wo_pointer(found.value))->get;
      if (!wo_is_undefined(*getter)) return WO_CALL;
      found.value = WO_UNDEFINED;
    }
    wo_define(heap, target, key, found.value, WO_ATTR_PLAIN);
  }
  return WO_DONE;
}

// args: target, source, array of keys to leave out, keys, index. The last two are this operator's
// own.
static wo_status copy(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = wo_heap_of(fiber);
  wo_array *keys = wo_pointer(args[3]);
  uint32_t index = (uint32_t)wo_as_int(args[4]);
  if (fiber->step == COPY_GOT) {
    wo_define(heap, args[0], wo_to_key(heap, wo_array_get(keys, index)), fiber->call.result,
              WO_ATTR_PLAIN);
    index++;
  }
  wo_value getter;
  wo_status status = copy_data(heap, args[0], args[1], args[2], keys, &index, &getter);
  args[4] = wo_from_int((int32_t)index);
  *result = args[0];
  return status == WO_CALL ? wo_call(fiber, COPY_GOT, getter, args[1], 0) : WO_DONE;
}
static const wo_builtin op_copy = {"", copy, NULL, 0, 0, 0};

static void copy_string(wo_heap *heap, wo_value target, wo_value string, wo_value excluded) {
  const wo_string *s = wo_string_flat(heap, string);
  for (uint32_t i = 0; i < s->length; i++) {
    wo_value key = wo_from_int((int32_t)i);
    if (is_excluded(heap, excluded, key)) continue;
    wo_define(heap, target, key, wo_string_from_unit(heap, wo_string_unit(s, i)), WO_ATTR_PLAIN);
  }
}

static wo_status copy_properties(wo_fiber *fiber, wo_value target, wo_value source,
                                 wo_value excluded) {
  wo_heap *heap = wo_heap_of(fiber);
  if (wo_is_string(source)) copy_string(heap, target, source, excluded);
  if (!wo_is_object(source)) return WO_DONE;
  wo_value keys = wo_own_keys(heap, source, WO_KEYS_STRINGS | WO_KEYS_SYMBOLS | WO_KEYS_ENUMERABLE);
  uint32_t index = 0;
  wo_value getter;
  if (copy_data(heap, target, source, excluded, wo_pointer(keys), &index, &getter) == WO_DONE) {
    return WO_DONE;
  }
  wo_value args[5] = {target, source, excluded, keys, wo_from_int((int32_t)index)};
  return wo_operate(fiber, &op_copy, WO_FRAME_DISCARD, 0, WO_UNDEFINED, 5, args);
}

// The shape of an object that has nothing but enumerable data under keys of shapes; else NULL.
static const wo_shape *plain_shape(wo_heap *heap, wo_value v) {
  if (!wo_has_kind(v, WO_KIND_OBJECT)) return NULL;
  const wo_shape *shape = wo_shape_of_id(heap->runtime->shapes, wo_cell_of(v)->shape);
  return shape->flags & WO_SHAPE_PLAIN ? shape : NULL;
}

// A copy of `source` with room for `more` fields; both inherit from Object.prototype.
static wo_value copy_whole(wo_heap *heap, wo_object *source, const wo_shape *shape, uint32_t more) {
  uint32_t count = shape->count;
  wo_value v = wo_object_of_shape(heap, shape, count + more);
  wo_plain *copy = wo_pointer(v);
  for (uint32_t i = 0; i < count; i++) copy->fields[i] = *wo_object_slot(source, i);
  return v;
}

// What is left of a plain object without the excluded keys.
static wo_value copy_rest(wo_heap *heap, wo_object *source, const wo_shape *shape,
                          wo_value excluded) {
  const wo_shape *keys[WO_SHAPE_SLOTS_MAX];
  uint32_t first = shape->root->count, count = shape->count - first;
  for (const wo_shape *s = shape; s->parent; s = s->parent) keys[s->count - 1 - first] = s;
  wo_value rest = wo_object_new(heap, count);
  for (uint32_t i = 0; i < count; i++) {
    if (is_excluded(heap, excluded, keys[i]->key)) continue;
    wo_object_add(heap, rest, keys[i]->key, *wo_object_slot(source, first + i), WO_ATTR_PLAIN);
  }
  return rest;
}

static bool is_object_under_way(wo_value v) {
  return wo_has_kind(v, WO_KIND_OBJECT) &&
         !(wo_cell_of(v)->flags & (WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_SHARED));
}

wo_status wo_slow_spreadobj(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_value target = R[WO_GET_A(pc[-1])], source = R[WO_GET_B(pc[-1])];
  if (!is_object_under_way(target)) return wo_throw_internal(fiber);
  wo_heap *heap = wo_heap_of(fiber);
  const wo_shape *root = wo_shape_core_root(heap->runtime, WO_ROOT_OF_OBJECT);
  const wo_shape *shape = plain_shape(heap, source);
  if (shape && shape->root == root && wo_cell_of(target)->shape == root->id) {
    uint32_t more = wo_cell_of(target)->extra;
    R[WO_GET_A(pc[-1])] = copy_whole(heap, wo_pointer(source), shape, more);
    return WO_DONE;
  }
  wo_status status = wo_keys_reserve(fiber, source, COPY_BYTES);
  return status == WO_DONE ? copy_properties(fiber, target, source, WO_UNDEFINED) : status;
}

wo_status wo_slow_restobj(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value source = R[WO_GET_B(w)], excluded = R[WO_GET_C(w)];
  if (wo_is_nullish(source)) {
    wo_value shown = wo_describe(wo_heap_of(fiber), source);
    return wo_throw_values(fiber, WO_B_TypeError, "Cannot destructure '%' as it is %.", shown,
                           shown);
  }
  if (wo_is_internal(source)) return wo_throw_internal(fiber);
  const wo_shape *shape = plain_shape(wo_heap_of(fiber), source);
  if (shape) {
    R[WO_GET_A(w)] = copy_rest(wo_heap_of(fiber), wo_pointer(source), shape, excluded);
    return WO_DONE;
  }
  wo_status status = wo_keys_reserve(fiber, source, COPY_BYTES);
  if (status != WO_DONE) return status;
  R[WO_GET_A(w)] = wo_object_new(wo_heap_of(fiber), 4);
  return copy_properties(fiber, R[WO_GET_A(w)], source, excluded);
}
