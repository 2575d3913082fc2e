// The protocol between builtins and dispatch: running one, giving it a frame, calling out of it,
// and the conversions that may run fiber code.
#include "builtin.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "dispatch.h"
#include "ops.h"

// --- frames of builtins ---

static uint32_t instruction_words(const wo_frame *frame) {
  return wo_op_words((wo_op)WO_GET_OP(frame->proto->code[frame->pc]));
}

// While a builtin runs, fiber->call.at and .argc say where its callee register and arguments are.
static bool has_frame(const wo_fiber *fiber) {
  const wo_frame *frame = wo_top_frame(fiber);
  return (frame->flags & WO_FRAME_BUILTIN) && frame->base == fiber->call.at + 1;
}

// Pushes the frame of the builtin that runs. Its caller goes on behind the instruction.
static wo_status make_frame(wo_fiber *fiber) {
  uint32_t at = fiber->call.at, argc = fiber->call.argc;
  const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(fiber->regs[at]))->builtin;
  WO_ASSERT(!(builtin->flags & WO_BUILTIN_LEAF));
  if (wo_fiber_reserve(fiber, at, 2 + argc + builtin->scratch) != WO_DONE) return WO_THREW;
  wo_frame *frame = wo_fiber_push_frame(fiber);
  if (!frame) return WO_THREW;
  *frame = (wo_frame){.builtin = builtin,
                      .pc = fiber->step,
                      .base = at + 1,
                      .flags = (uint8_t)(WO_FRAME_BUILTIN | fiber->call.flags),
                      .dst = fiber->call.dst,
                      .argc = (uint16_t)argc};
  frame[-1].pc += instruction_words(&frame[-1]);
  wo_value *scratch = fiber->regs + at + 2 + argc;
  for (uint32_t i = 0; i < builtin->scratch; i++) scratch[i] = WO_UNDEFINED;
  return WO_DONE;
}

// run_builtin has seen to it that there is room.
wo_value *wo_need_frame(wo_fiber *fiber, wo_value *args, uint32_t argc) {
  WO_ASSERT(args == fiber->regs + fiber->call.at + 2 && argc <= fiber->call.argc);
  (void)args, (void)argc;
  if (!has_frame(fiber) && make_frame(fiber) != WO_DONE) WO_UNREACHABLE();
  return fiber->regs + wo_top_frame(fiber)->base + 1;
}

wo_value *wo_scratch(wo_fiber *fiber) {
  const wo_frame *frame = wo_top_frame(fiber);
  WO_ASSERT(frame->flags & WO_FRAME_BUILTIN);
  return fiber->regs + frame->base + 1 + frame->argc;
}

// Room for a call out of the running builtin, which has or gets a frame. NULL: out of room, thrown.
static wo_value *call_window(wo_fiber *fiber, uint32_t step, uint32_t argc) {
  if (!has_frame(fiber) && make_frame(fiber) != WO_DONE) return NULL;
  uint32_t at = wo_fiber_top(fiber);
  if (argc > WO_ARGUMENTS_MAX) {
    wo_throw(fiber, WO_B_StackOverflowError, "Maximum call stack size exceeded");
    return NULL;
  }
  if (wo_fiber_reserve(fiber, at, 2 + argc) != WO_DONE) return NULL;
  wo_top_frame(fiber)->pc = step;
  fiber->call_again = 0;
  fiber->call.at = at;
  fiber->call.argc = (uint16_t)argc;
  return fiber->regs + at;
}

wo_status wo_call(wo_fiber *fiber, uint32_t step, wo_value fn, wo_value self, uint32_t argc, ...) {
  wo_value *callee = call_window(fiber, step, argc);
  if (!callee) return WO_THREW;
  callee[0] = fn;
  callee[1] = self;
  va_list rest;
  va_start(rest, argc);
  for (uint32_t i = 0; i < argc; i++) callee[2 + i] = va_arg(rest, wo_value);
  va_end(rest);
  return WO_CALL;
}

wo_status wo_read_step(wo_fiber *fiber, wo_value object, wo_value key, uint32_t step) {
  wo_property found;
  fiber->call.result = WO_UNDEFINED;
  if (!wo_lookup(wo_heap_of(fiber), object, key, &found)) return WO_DONE;
  if (!(found.attrs & WO_ATTR_ACCESSOR)) {
    fiber->call.result = found.value;
    return WO_DONE;
  }
  wo_value get = ((wo_accessor *)wo_pointer(found.value))->get;
  return wo_is_undefined(get) ? WO_DONE : wo_call(fiber, step, get, object, 0);
}

// Where `argv` points into the register file, which may move before it is read.
static const wo_value *follow(const wo_fiber *fiber, const wo_value *regs_before, uint32_t capacity,
                              const wo_value *argv) {
  bool inside = argv >= regs_before && argv < regs_before + capacity;
  return inside ? fiber->regs + (argv - regs_before) : argv;
}

wo_status wo_call_array(wo_fiber *fiber, uint32_t step, wo_value fn, wo_value self, uint32_t argc,
                        const wo_value *argv) {
  const wo_value *before = fiber->regs;
  uint32_t capacity = fiber->regs_capacity;
  wo_value *callee = call_window(fiber, step, argc);
  if (!callee) return WO_THREW;
  callee[0] = fn;
  callee[1] = self;
  if (argc) memmove(callee + 2, follow(fiber, before, capacity, argv), argc * sizeof(wo_value));
  return WO_CALL;
}

// The builtin whose frame is on top wants a call made: fiber->call says which.
static wo_status enter_call(wo_fiber *fiber) {
  if (fiber->call.at == WO_CALL_PUSHED) return WO_CALL;
  wo_status status =
      wo_enter(fiber, fiber->call.at, fiber->call.argc, WO_FRAME_TO_BUILTIN, fiber->call_again);
  return status == WO_DONE ? WO_CALL : status;
}

// What follows when a builtin that has a frame has answered.
static wo_status after_framed(wo_shard *shard, wo_fiber *fiber, wo_status status, wo_value result) {
  switch (status) {
    case WO_DONE:
      status = wo_leave(shard, fiber, result);
      return status == WO_DONE ? WO_CALL : status;
    case WO_CALL: return enter_call(fiber);
    case WO_THREW: return WO_THREW;
    default: wo_top_frame(fiber)->pc = fiber->step; return status;
  }
}

wo_status wo_builtin_step(wo_shard *shard, wo_fiber *fiber) {
  wo_frame *frame = wo_top_frame(fiber);
  fiber->step = frame->pc;
  fiber->call.at = frame->base - 1;
  fiber->call.argc = frame->argc;
  // A constructor's new.target waits in its unused `this`: user code has run since, or will.
  bool constructor = frame->builtin->flags & WO_BUILTIN_CONSTRUCTOR;
  fiber->new_target = constructor ? fiber->regs[frame->base] : WO_UNDEFINED;
  wo_value result = WO_UNDEFINED;
  wo_value *args = fiber->regs + frame->base + 1;
  wo_status status = frame->builtin->fn(shard, fiber, args, frame->argc, &result);
  return after_framed(shard, fiber, status, result);
}

// --- calls from bytecode ---

// So that wo_need_frame cannot fail in the middle of a builtin.
static WO_COLD wo_status make_room(wo_fiber *fiber, uint32_t at, uint32_t count) {
  if (wo_fiber_reserve(fiber, at, count) != WO_DONE || !wo_fiber_push_frame(fiber)) return WO_THREW;
  fiber->frame_count--;
  return WO_DONE;
}

// Runs the builtin at file offset `at` for the bytecode frame on top, without a frame until it
// needs one, which then has the flags and dst given. WO_DONE: *result.
static wo_status run_frameless(wo_shard *shard, wo_fiber *fiber, uint32_t at, uint32_t argc,
                               uint8_t flags, uint8_t dst, wo_value *result) {
  const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(fiber->regs[at]))->builtin;
  uint32_t frames = fiber->frame_count, count = 2 + argc + builtin->scratch;
  bool framed = !(builtin->flags & WO_BUILTIN_LEAF) && frames == fiber->frames_capacity;
  if (WO_UNLIKELY(at + count > fiber->regs_capacity || framed)) {
    if (make_room(fiber, at, count) != WO_DONE) return WO_THREW;
  }
  fiber->step = 0;
  fiber->call.at = at;
  fiber->call.argc = (uint16_t)argc;
  fiber->call.flags = flags;
  fiber->call.dst = dst;
  *result = WO_UNDEFINED;
  wo_status status = builtin->fn(shard, fiber, fiber->regs + at + 2, argc, result);
  if (WO_LIKELY(fiber->frame_count == frames)) return status;
  return after_framed(shard, fiber, status, *result);
}

// A builtin has answered without ever having had a frame.
static wo_status frameless_done(wo_shard *shard, wo_fiber *fiber, uint32_t at, wo_value result) {
  fiber->regs[at] = result;
#ifndef WO_STRESS
  if (WO_LIKELY(!fiber->isolate->heap.collect_due)) return WO_DONE;
#endif
  return wo_collect_now(shard, fiber);
}

wo_status wo_after_direct_call(wo_shard *shard, wo_fiber *fiber, uint32_t frames, wo_status status,
                               wo_value result) {
  if (fiber->frame_count != frames) return after_framed(shard, fiber, status, result);
  return status == WO_DONE ? frameless_done(shard, fiber, fiber->call.at, result) : status;
}

static wo_status run_builtin(wo_shard *shard, wo_fiber *fiber, uint32_t at, uint32_t argc) {
  wo_value result;
  wo_status status = run_frameless(shard, fiber, at, argc, 0, 0, &result);
  return WO_LIKELY(status == WO_DONE) ? frameless_done(shard, fiber, at, result) : status;
}

// The frame that stood on top goes on behind its instruction.
static wo_status called(wo_fiber *fiber, wo_status status) {
  if (status != WO_DONE) return status;
  wo_frame *caller = wo_top_frame(fiber) - 1;
  caller->pc += instruction_words(caller);
  return WO_CALL;
}

wo_status wo_slow_call(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]), argc = WO_GET_B(pc[-1]);
  uint32_t at = (uint32_t)(R - fiber->regs) + a;
  if (wo_has_kind(R[a], WO_KIND_BUILTIN)) {
    const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(R[a]))->builtin;
    fiber->new_target = WO_UNDEFINED;
    if (builtin->flags & WO_BUILTIN_CONSTRUCTOR) R[a + 1] = WO_UNDEFINED;
    if (!(builtin->flags & WO_BUILTIN_NEW_ONLY)) return run_builtin(shard, fiber, at, argc);
  }
  return called(fiber, wo_enter(fiber, at, argc, 0, 0));
}

// Puts the elements of the array in `callee[2]` in its place. Their count, or -1 after raising.
static int64_t spread_arguments(wo_fiber *fiber, uint32_t at) {
  wo_value list = fiber->regs[at + 2];
  if (!wo_is_array(list)) return wo_throw_internal(fiber), -1;
  wo_array *array = wo_pointer(list);
  uint32_t count = array->length;
  if (count > WO_ARGUMENTS_MAX) {
    wo_throw(fiber, WO_B_StackOverflowError, "Maximum call stack size exceeded");
    return -1;
  }
  if (wo_fiber_reserve(fiber, at, 2 + count) != WO_DONE) return -1;
  wo_value *argument = fiber->regs + at + 2;
  for (uint32_t i = 0; i < count; i++) {
    wo_value v = wo_array_get(array, i);
    argument[i] = v == WO_HOLE ? WO_UNDEFINED : v;
  }
  return count;
}

// The arguments replace the array they came from, so a builtin gets its frame at once: the
// instruction cannot run again.
wo_status wo_slow_callv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t at = (uint32_t)(R - fiber->regs) + WO_GET_A(pc[-1]);
  if (!wo_is_callable(fiber->regs[at])) return wo_throw_not_callable(fiber, fiber->regs[at]);
  int64_t argc = spread_arguments(fiber, at);
  if (argc < 0) return WO_THREW;
  return called(fiber, wo_enter(fiber, at, (uint32_t)argc, 0, 0));
}

static wo_status construct(wo_shard *shard, wo_fiber *fiber, uint32_t at, uint32_t argc,
                           wo_value new_target) {
  wo_value *callee = fiber->regs + at;
  if (wo_has_kind(callee[0], WO_KIND_BUILTIN) && wo_is_constructor(callee[0])) {
    fiber->new_target = new_target;
    callee[1] = new_target;
    return run_builtin(shard, fiber, at, argc);
  }
  return called(fiber, wo_enter_new(fiber, at, argc, new_target, 0, 0));
}

static wo_status construct_spread(wo_fiber *fiber, uint32_t at, wo_value new_target) {
  wo_value fn = fiber->regs[at];
  if (!wo_is_constructor(fn)) return wo_throw_not_constructor(fiber, fn);
  int64_t argc = spread_arguments(fiber, at);
  if (argc < 0) return WO_THREW;
  return called(fiber, wo_enter_new(fiber, at, (uint32_t)argc, new_target, 0, 0));
}

wo_status wo_slow_new(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  return construct(shard, fiber, (uint32_t)(R - fiber->regs) + a, WO_GET_B(pc[-1]), R[a]);
}

wo_status wo_slow_newv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  return construct_spread(fiber, (uint32_t)(R - fiber->regs) + a, R[a]);
}

// Replaces the class in callee[0] by its superclass; WO_THREW when that is no constructor.
static wo_status take_parent(wo_fiber *fiber, wo_value *callee) {
  if (!wo_has_kind(callee[0], WO_KIND_FUNCTION)) return wo_throw_internal(fiber);
  wo_value parent = ((wo_function *)wo_pointer(callee[0]))->parent;
  if (!wo_is_constructor(parent)) {
    wo_heap *heap = wo_heap_of(fiber);
    wo_value name = wo_function_name(heap, callee[0]);
    wo_value shown = wo_describe(heap, wo_is_object(parent) ? parent : WO_NULL);
    if (wo_string_length(name) == 0) name = wo_string_from_ascii(heap, "anonymous class");
    return wo_throw_values(fiber, WO_B_TypeError, "Super constructor % of % is not a constructor",
                           shown, name);
  }
  // `this` and new.target of a hostile image: only a constructor has a prototype to give.
  if (!wo_is_constructor(callee[1])) return wo_throw_internal(fiber);
  callee[0] = parent;
  return WO_DONE;
}

// A builtin may answer that it wants to run again, and then the class must still be there: SUPER
// keeps it until the call is made, which for a builtin that parks or retries is later.
wo_status wo_slow_super(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  wo_value self = R[a], new_target = R[a + 1];
  if (take_parent(fiber, R + a) != WO_DONE) return WO_THREW;
  uint32_t at = (uint32_t)(R - fiber->regs) + a;
  uint32_t frames = fiber->frame_count;
  wo_status status = construct(shard, fiber, at, WO_GET_B(pc[-1]), new_target);
  bool again = status == WO_RETRY || status == WO_PARKED || status == WO_YIELD;
  if (again && fiber->frame_count == frames) {
    fiber->regs[at] = self;
    fiber->regs[at + 1] = new_target;
  }
  return status;
}

wo_status wo_slow_superv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  wo_value new_target = R[a + 1];
  if (take_parent(fiber, R + a) != WO_DONE) return WO_THREW;
  return construct_spread(fiber, (uint32_t)(R - fiber->regs) + a, new_target);
}

wo_status wo_invoke(wo_fiber *fiber, uint8_t flags, uint8_t dst, wo_value fn, wo_value self,
                    uint32_t argc, const wo_value *argv) {
  uint32_t at = wo_fiber_top(fiber);
  const wo_value *before = fiber->regs;
  uint32_t capacity = fiber->regs_capacity;
  if (wo_fiber_reserve(fiber, at, 2 + argc) != WO_DONE) return WO_THREW;
  wo_value *callee = fiber->regs + at;
  callee[0] = fn;
  callee[1] = self;
  if (argc) memcpy(callee + 2, follow(fiber, before, capacity, argv), argc * sizeof(wo_value));
  return called(fiber, wo_enter(fiber, at, argc, flags, dst));
}

wo_status wo_invoke_getter(wo_fiber *fiber, wo_value get, wo_value self, uint8_t dst,
                           wo_value *out) {
  uint32_t at = wo_fiber_top(fiber);
  // Room is made without moving anything where there is room: the caller's window must stay.
  if (at + 2 > fiber->regs_capacity || fiber->frame_count == fiber->frames_capacity) {
    return wo_invoke(fiber, WO_FRAME_RESULT_TO, dst, get, self, 0, NULL);
  }
  const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(get))->builtin;
  if (at + 2 + builtin->scratch > fiber->regs_capacity) {
    return wo_invoke(fiber, WO_FRAME_RESULT_TO, dst, get, self, 0, NULL);
  }
  fiber->regs[at] = get;
  fiber->regs[at + 1] = self;
  fiber->new_target = WO_UNDEFINED;
  return run_frameless(fiber->isolate->shard, fiber, at, 0, WO_FRAME_RESULT_TO, dst, out);
}

static wo_status push_operator(wo_fiber *fiber, const wo_builtin *operator, uint8_t flags,
                               uint8_t dst, wo_value self, uint32_t argc, const wo_value *argv) {
  uint32_t at = wo_fiber_top(fiber);
  const wo_value *before = fiber->regs;
  uint32_t capacity = fiber->regs_capacity;
  if (wo_fiber_reserve(fiber, at, 2 + argc + operator->scratch) != WO_DONE) return WO_THREW;
  wo_frame *frame = wo_fiber_push_frame(fiber);
  if (!frame) return WO_THREW;
  *frame = (wo_frame){.builtin = operator,
                      .base = at + 1,
                      .flags = (uint8_t)(flags | WO_FRAME_BUILTIN),
                      .dst = dst,
                      .argc = (uint16_t)argc};
  wo_value *callee = fiber->regs + at;
  callee[0] = WO_UNDEFINED;
  callee[1] = self;
  if (argc) memcpy(callee + 2, follow(fiber, before, capacity, argv), argc * sizeof(wo_value));
  for (uint32_t i = 0; i < operator->scratch; i++) callee[2 + argc + i] = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_operate(wo_fiber *fiber, const wo_builtin *operator, uint8_t flags, uint8_t dst,
                     wo_value self, uint32_t argc, const wo_value *argv) {
  return called(fiber, push_operator(fiber, operator, flags, dst, self, argc, argv));
}

// --- ToPrimitive ---

typedef enum hint { HINT_DEFAULT, HINT_NUMBER, HINT_STRING } hint;

enum {
  PRIM_START,
  PRIM_EXOTIC_GOT,  // the getter of Symbol.toPrimitive answered
  PRIM_EXOTIC_CALLED,
  PRIM_GOT,  // the getter of toString or valueOf answered
  PRIM_CALLED,
};
enum { PRIM_TRIED };  // scratch: how many of the two methods have been tried

static wo_value hint_name(wo_heap *heap, hint h) {
  if (h == HINT_STRING) return wo_name(heap->runtime, WO_NAME_string);
  if (h == HINT_NUMBER) return wo_name(heap->runtime, WO_NAME_number);
  return wo_string_from_ascii(heap, "default");
}

// Symbol.toPrimitive, then valueOf and toString in the order of the hint. One state machine: each
// round of the loop has the outcome of the step before in fiber->call.result.
static wo_status to_primitive(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = wo_heap_of(fiber);
  hint h = (hint)wo_as_int(args[-1]);
  uint32_t step = fiber->step;
  if (step == PRIM_START) {
    wo_value key = wo_builtin_value(heap->runtime, WO_B_Symbol_toPrimitive);
    wo_status status = wo_read_step(fiber, args[0], key, PRIM_EXOTIC_GOT);
    if (status != WO_DONE) return status;
    step = PRIM_EXOTIC_GOT;
  }
  if (step == PRIM_EXOTIC_GOT) {
    wo_value method = fiber->call.result;
    if (!wo_is_nullish(method)) {
      if (!wo_is_callable(method)) return wo_throw_not_callable(fiber, method);
      return wo_call(fiber, PRIM_EXOTIC_CALLED, method, args[0], 1, hint_name(heap, h));
    }
    wo_scratch(fiber)[PRIM_TRIED] = wo_from_int(-1);
  } else if (step == PRIM_EXOTIC_CALLED || step == PRIM_CALLED) {
    wo_value v = fiber->call.result;
    if (!wo_is_object(v) && !wo_is_handle(v)) {
      *result = v;
      return WO_DONE;
    }
    if (step == PRIM_EXOTIC_CALLED) {
      return wo_throw_type(fiber, "Cannot convert object to primitive value");
    }
  }
  int32_t tried = wo_as_int(wo_scratch(fiber)[PRIM_TRIED]);
  for (;;) {
    if (step == PRIM_GOT) {
      if (wo_is_callable(fiber->call.result)) {
        return wo_call(fiber, PRIM_CALLED, fiber->call.result, args[0], 0);
      }
    }
    if (++tried == 2) return wo_throw_type(fiber, "Cannot convert object to primitive value");
    wo_scratch(fiber)[PRIM_TRIED] = wo_from_int(tried);
    bool to_string = (tried == 0) == (h == HINT_STRING);
    wo_value key = wo_to_key(heap, wo_string_from_ascii(heap, to_string ? "toString" : "valueOf"));
    wo_status status = wo_read_step(fiber, args[0], key, PRIM_GOT);
    if (status != WO_DONE) return status;
    step = PRIM_GOT;
  }
}
static const wo_builtin op_to_primitive = {"", to_primitive, NULL, 0, 0, 1};

// --- conversion of arguments ---

static wo_status symbol_error(wo_fiber *fiber, char what) {
  return wo_throw_type(fiber, "Cannot convert a Symbol value to a %s",
                       what == 's' ? "string" : "number");
}

// Converts a primitive in place.
static wo_status convert_primitive(wo_fiber *fiber, wo_value *slot, char what) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_value v = *slot;
  if (wo_is_internal(v)) return wo_throw_internal(fiber);
  switch (what) {
    case 'n':
    case 'i': {
      if (wo_is_int(v)) return WO_DONE;
      if (wo_is_symbol(v)) return symbol_error(fiber, what);
      double d = wo_is_double(v) ? wo_as_double(v) : wo_primitive_to_number(heap, v);
      if (what == 'i') {
        d = d != d ? 0 : trunc(d);
        *slot = wo_from_number(d == 0 ? 0 : d);
      } else if (!wo_is_double(v)) {
        *slot = wo_from_number(d);
      }
      return WO_DONE;
    }
    case 's':
      if (wo_is_symbol(v)) return symbol_error(fiber, what);
      if (!wo_is_string(v)) *slot = wo_primitive_to_string(heap, v);
      return WO_DONE;
    case 'k': *slot = wo_to_key(heap, v); return WO_DONE;
    default: return WO_DONE;
  }
}

// Pushes the conversion of the object in register `r` of the running builtin, which gets a frame.
static wo_status convert_object(wo_fiber *fiber, uint32_t r, char what) {
  if (!has_frame(fiber) && make_frame(fiber) != WO_DONE) return WO_THREW;
  hint h = what == 's' || what == 'k' ? HINT_STRING : what == 'p' ? HINT_DEFAULT : HINT_NUMBER;
  const wo_frame *frame = wo_top_frame(fiber);
  wo_value object = fiber->regs[frame->base + r];
  wo_status status = push_operator(fiber, &op_to_primitive, WO_FRAME_RESULT_TO, (uint8_t)r,
                                   wo_from_int((int32_t)h), 1, &object);
  if (status != WO_DONE) return status;
  fiber->call.at = WO_CALL_PUSHED;
  return WO_CALL;
}

wo_status wo_convert_any(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *what) {
  if (*what == 't') {
    if (wo_is_object(args[-1]) || wo_is_handle(args[-1])) return convert_object(fiber, 0, 's');
    if (convert_primitive(fiber, &args[-1], 's') != WO_DONE) return WO_THREW;
    what++;
  }
  for (uint32_t i = 0; *what && i < argc; what++, i++) {
    bool always = *what < 'a';
    if (*what == '-' || (!always && wo_is_undefined(args[i]))) continue;
    char how = (char)(*what | 32);
    if (wo_is_object(args[i]) || wo_is_handle(args[i])) return convert_object(fiber, i + 1, how);
    if (convert_primitive(fiber, &args[i], how) != WO_DONE) return WO_THREW;
  }
  return WO_DONE;
}
