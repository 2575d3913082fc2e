// Array methods that call a function for each element. As in array.c, a native function serves the
// plain array, and a bytecode function as the callback; everything else is for the twin in
// lib/std/prelude/array.ts.
//
// The callback's frame is used again for the next element (wo_each_again) while the next element is
// at hand; the general way, a step of the builtin for each call, is for holes, for arrays that the
// callback makes sparse, and for the end.
#include "../dispatch.h"

typedef enum mode { FOR_EACH, MAP, FILTER, REDUCE, SOME, EVERY, FIND, FIND_INDEX } mode;

// Scratch. OUT: the array being made, or what is reduced so far.
enum { MODE, INDEX, LIMIT, OUT, ITEM, SCRATCH };
enum { START, TWIN, CALLED, GOT, RESUME };

// Holes passed over between two looks at the budget.
enum { HOLES_RUN = 1024 };

static bool is_plain(wo_fiber *fiber, wo_value v) {
  if (!wo_is_array(v)) return false;
  const wo_array *array = wo_pointer(v);
  const wo_shape *root = wo_shape_core_root(wo_heap_of(fiber)->runtime, WO_ROOT_OF_ARRAY);
  return array->object.cell.shape == root->id && wo_array_is_dense(array) &&
         array->length <= wo_array_room(array);
}

static bool is_direct(wo_value fn) {
  if (!wo_has_kind(fn, WO_KIND_FUNCTION)) return false;
  return !(((wo_function *)wo_pointer(fn))->proto->flags & (WO_PROTO_CLASS | WO_PROTO_REST));
}

static wo_status hand_over(wo_fiber *fiber, wo_builtin_id twin, const wo_value *args,
                           uint32_t argc) {
  wo_value fn = wo_builtin_value(wo_heap_of(fiber)->runtime, twin);
  return wo_call_array(fiber, TWIN, fn, args[-1], argc, args);
}

WO_INLINE bool is_true(wo_value v) { return wo_is_bool(v) ? v == WO_TRUE : wo_truthy(v); }

// What the callback said of the element at INDEX. False: the rest is not asked for.
WO_INLINE bool take(wo_heap *heap, wo_value *scratch, wo_value result) {
  switch ((mode)wo_as_int(scratch[MODE])) {
    case FOR_EACH: return true;
    case MAP: {
      const wo_array *out = wo_pointer(scratch[OUT]);
      wo_write_slot(heap, out->elements, &wo_array_items(out)[wo_as_int(scratch[INDEX])], result);
      return true;
    }
    case FILTER:
      if (is_true(result)) wo_array_push(heap, wo_pointer(scratch[OUT]), scratch[ITEM]);
      return true;
    case REDUCE: scratch[OUT] = result; return true;
    case SOME:
    case FIND:
    case FIND_INDEX: return !is_true(result);
    case EVERY: return is_true(result);
  }
  WO_UNREACHABLE();
}

// The element at hand; WO_HOLE when it takes a lookup to find, or to find missing.
WO_INLINE wo_value element_at(wo_value list, uint32_t index) {
  const wo_array *array = wo_pointer(list);
  return index < wo_array_room(array) ? wo_array_items(array)[index] : WO_HOLE;
}

bool wo_each_again(wo_fiber *fiber, const wo_frame *frame, wo_value *R, wo_value result) {
  wo_value *args = fiber->regs + frame[-1].base + 1;
  wo_value *scratch = args + frame[-1].argc;
  uint32_t next = (uint32_t)wo_as_int(scratch[INDEX]) + 1;
  if (WO_UNLIKELY(next >= (uint32_t)wo_as_int(scratch[LIMIT]))) return false;
  wo_value item = element_at(args[-1], next);
  if (WO_UNLIKELY(item == WO_HOLE || !take(wo_heap_of(fiber), scratch, result))) return false;
  scratch[INDEX] = wo_from_int((int32_t)next);
  scratch[ITEM] = item;
  // The function and `this` are still in their places.
  uint32_t params = frame->proto->params;
  if (scratch[MODE] == wo_from_int(REDUCE)) {
    if (params == 0) return true;
    params--;
    *++R = scratch[OUT];
  }
  if (params > 0) R[1] = item;
  if (params > 1) R[2] = scratch[INDEX];
  if (params > 2) R[3] = args[-1];
  return true;
}

static wo_value answer_of(const wo_value *scratch, bool early) {
  switch ((mode)wo_as_int(scratch[MODE])) {
    case FOR_EACH: return WO_UNDEFINED;
    case MAP:
    case FILTER:
    case REDUCE: return scratch[OUT];
    case SOME: return wo_from_bool(early);
    case EVERY: return wo_from_bool(!early);
    case FIND: return early ? scratch[ITEM] : WO_UNDEFINED;
    case FIND_INDEX: return early ? scratch[INDEX] : wo_from_int(-1);
  }
  WO_UNREACHABLE();
}

// The first run. WO_DONE: the scratch is filled.
static wo_status start(wo_fiber *fiber, wo_value *args, uint32_t argc, mode how,
                       wo_builtin_id twin) {
  wo_heap *heap = wo_heap_of(fiber);
  bool seedless = how == REDUCE && argc < 2;
  if (!is_plain(fiber, args[-1]) || !is_direct(wo_arg(args, argc, 0))) {
    return hand_over(fiber, twin, args, argc);
  }
  uint32_t length = ((wo_array *)wo_pointer(args[-1]))->length;
  if (length > INT32_MAX || (seedless && element_at(args[-1], 0) == WO_HOLE)) {
    return hand_over(fiber, twin, args, argc);
  }
  uint64_t bytes = how == MAP ? length * (uint64_t)sizeof(wo_value) : 0;
  if (bytes >= WO_OVERDRAFT_BYTES / 4) {
    wo_status status = wo_heap_reserve(heap, fiber, bytes);
    if (status != WO_DONE) return status;
  }
  args = wo_need_frame(fiber, args, argc);
  wo_value *scratch = wo_scratch(fiber);
  scratch[MODE] = wo_from_int((int32_t)how);
  scratch[INDEX] = wo_from_int(seedless ? 1 : 0);
  scratch[LIMIT] = wo_from_int((int32_t)length);
  if (how == REDUCE) scratch[OUT] = seedless ? element_at(args[-1], 0) : args[1];
  if (how == MAP || how == FILTER) scratch[OUT] = wo_array_new(heap, how == MAP ? length : 0);
  if (how == MAP) ((wo_array *)wo_pointer(scratch[OUT]))->length = length;
  return WO_DONE;
}

static wo_status call_back(wo_fiber *fiber, wo_value *args, uint32_t argc, wo_value item) {
  wo_value *scratch = wo_scratch(fiber), index = scratch[INDEX];
  scratch[ITEM] = item;
  wo_status status =
      scratch[MODE] == wo_from_int(REDUCE)
          ? wo_call(fiber, CALLED, args[0], WO_UNDEFINED, 4, scratch[OUT], item, index, args[-1])
          : wo_call(fiber, CALLED, args[0], wo_arg(args, argc, 1), 3, item, index, args[-1]);
  fiber->call_again = 1;
  return status;
}

static wo_status each(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result, mode how, wo_builtin_id twin) {
  uint32_t step = fiber->step;
  if (step == TWIN) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (step == START) {
    wo_status status = start(fiber, args, argc, how, twin);
    if (status != WO_DONE) return status;
    args = fiber->regs + wo_top_frame(fiber)->base + 1;
  }
  wo_value *scratch = wo_scratch(fiber);
  if (step == GOT) return call_back(fiber, args, argc, fiber->call.result);
  if (step == CALLED) {
    if (!take(wo_heap_of(fiber), scratch, fiber->call.result)) {
      *result = answer_of(scratch, true);
      return WO_DONE;
    }
    scratch[INDEX] = wo_from_int(wo_as_int(scratch[INDEX]) + 1);
  }
  bool holes = how == FIND || how == FIND_INDEX;
  for (uint32_t passed = 1; wo_as_int(scratch[INDEX]) < wo_as_int(scratch[LIMIT]); passed++) {
    wo_value item = element_at(args[-1], (uint32_t)wo_as_int(scratch[INDEX]));
    wo_property found;
    if (item != WO_HOLE) return call_back(fiber, args, argc, item);
    if (wo_lookup(wo_heap_of(fiber), args[-1], scratch[INDEX], &found)) {
      if (!(found.attrs & WO_ATTR_ACCESSOR)) return call_back(fiber, args, argc, found.value);
      wo_value get = ((wo_accessor *)wo_pointer(found.value))->get;
      if (!wo_is_undefined(get)) return wo_call(fiber, GOT, get, args[-1], 0);
      return call_back(fiber, args, argc, WO_UNDEFINED);
    }
    if (holes) return call_back(fiber, args, argc, WO_UNDEFINED);
    scratch[INDEX] = wo_from_int(wo_as_int(scratch[INDEX]) + 1);
    if (passed % HOLES_RUN) continue;
    wo_charge(shard, HOLES_RUN / 16);
    fiber->step = RESUME;
    if (shard->budget <= 0) return WO_YIELD;
  }
  *result = answer_of(scratch, false);
  return WO_DONE;
}

#define EACH(name, how, twin) \
  wo_status wo_b_array_##name(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, \
                              wo_value *result) { \
    return each(shard, fiber, args, argc, result, how, WO_B_array_##twin##_any); \
  }
EACH(for_each, FOR_EACH, forEach)
EACH(map, MAP, map)
EACH(filter, FILTER, filter)
EACH(reduce, REDUCE, reduce)
EACH(some, SOME, some)
EACH(every, EVERY, every)
EACH(find, FIND, find)
EACH(find_index, FIND_INDEX, findIndex)
