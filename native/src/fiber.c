#include "fiber.h"

#include <string.h>

#include "alloc.h"
#include "errand.h"
#include "dispatch.h"

enum { REGS_INLINE = 1, FRAMES_INLINE = 2 };

// --- the two stacks ---

static wo_status overflow(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_StackOverflowError, "Maximum call stack size exceeded");
}

static wo_status no_memory(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for the call stack");
}

// A block of `capacity` items with the old ones in it. An array in the spawn block is left behind.
static void *regrow(void *old, bool is_inline, size_t old_bytes, size_t new_bytes) {
#ifdef WO_STRESS_MOVE
  void *moved = wo_alloc(new_bytes);
  if (!moved) return NULL;
  if (old) memcpy(moved, old, old_bytes);
  if (!is_inline && old) wo_free(old, old_bytes);
  return moved;
#else
  if (!is_inline) return wo_realloc(old, old_bytes, new_bytes);
  void *moved = wo_alloc(new_bytes);
  if (moved && old) memcpy(moved, old, old_bytes);
  return moved;
#endif
}

static WO_COLD wo_status grow_registers(wo_fiber *fiber, uint32_t needed) {
  if (needed > WO_REGISTER_FILE_MAX) return overflow(fiber);
  uint32_t capacity = fiber->regs_capacity;
  if (needed > capacity) {
    capacity = capacity < 8 ? 16 : capacity * 2;
    while (capacity < needed) capacity *= 2;
    if (capacity > WO_REGISTER_FILE_MAX) capacity = WO_REGISTER_FILE_MAX;
  }
  wo_value *regs = regrow(fiber->regs, fiber->inline_arrays & REGS_INLINE,
                          fiber->regs_capacity * sizeof(wo_value), capacity * sizeof(wo_value));
  if (!regs) return needed <= fiber->regs_capacity ? WO_DONE : no_memory(fiber);
  fiber->regs = regs;
  fiber->regs_capacity = capacity;
  fiber->inline_arrays &= (uint8_t)~REGS_INLINE;
  return WO_DONE;
}

wo_status wo_fiber_reserve(wo_fiber *fiber, uint32_t at, uint32_t count) {
  uint64_t needed = (uint64_t)at + count;
#ifndef WO_STRESS_MOVE
  if (WO_LIKELY(needed <= fiber->regs_capacity)) return WO_DONE;
#endif
  if (needed > WO_REGISTER_FILE_MAX) return overflow(fiber);
  return grow_registers(fiber, (uint32_t)needed);
}

static WO_COLD wo_status grow_frames(wo_fiber *fiber) {
  uint32_t most = wo_heap_of(fiber)->runtime->frames_max;
  if (fiber->frame_count >= most) return overflow(fiber);
  uint32_t capacity = fiber->frames_capacity;
  if (fiber->frame_count == capacity) {
    capacity = capacity < 2 ? 4 : capacity * 2;
    if (capacity > most) capacity = most;
  }
  wo_frame *frames = regrow(fiber->frames, fiber->inline_arrays & FRAMES_INLINE,
                            fiber->frames_capacity * sizeof(wo_frame), capacity * sizeof(wo_frame));
  if (!frames) return fiber->frame_count < fiber->frames_capacity ? WO_DONE : no_memory(fiber);
  fiber->frames = frames;
  fiber->frames_capacity = capacity;
  fiber->inline_arrays &= (uint8_t)~FRAMES_INLINE;
  return WO_DONE;
}

// The capacity never exceeds frames_max once grown, but an inline array may: both are checked.
wo_frame *wo_fiber_push_frame(wo_fiber *fiber) {
#ifdef WO_STRESS_MOVE
  bool room = false;
#else
  bool room = fiber->frame_count < fiber->frames_capacity;
#endif
  if (WO_UNLIKELY(!room) && grow_frames(fiber) != WO_DONE) return NULL;
  return &fiber->frames[fiber->frame_count++];
}

uint32_t wo_fiber_top(const wo_fiber *fiber) {
  if (fiber->frame_count == 0) return 0;
  const wo_frame *frame = wo_top_frame(fiber);
  if (!(frame->flags & WO_FRAME_BUILTIN)) return frame->base + frame->proto->registers;
  return frame->base + 1 + frame->argc + frame->builtin->scratch;
}

void wo_fiber_free_arrays(wo_fiber *fiber) {
  if (!(fiber->inline_arrays & REGS_INLINE) && fiber->regs) {
    wo_free(fiber->regs, fiber->regs_capacity * sizeof(wo_value));
  }
  if (!(fiber->inline_arrays & FRAMES_INLINE) && fiber->frames) {
    wo_free(fiber->frames, fiber->frames_capacity * sizeof(wo_frame));
  }
  fiber->regs = NULL;
  fiber->frames = NULL;
  fiber->regs_capacity = fiber->frames_capacity = fiber->frame_count = 0;
  fiber->inline_arrays = 0;
  wo_errand_drop(fiber);
  wo_rare *rare = fiber->rare;
  if (!rare) return;
  wo_free(rare->catches, rare->catches_capacity * sizeof *rare->catches);
  wo_free(rare->select, sizeof *rare->select + rare->select_capacity * sizeof(wo_waiter));
  wo_free(rare->timed, sizeof *rare->timed);
  wo_free(rare, sizeof *rare);
  fiber->rare = NULL;
}

wo_rare *wo_fiber_rare(wo_fiber *fiber) {
  if (!fiber->rare) fiber->rare = wo_alloc_zero(sizeof *fiber->rare);
  return fiber->rare;
}

// --- entering functions ---

bool wo_is_constructor(wo_value v) {
  while (wo_has_kind(v, WO_KIND_BOUND)) v = ((wo_bound *)wo_pointer(v))->target;
  if (wo_has_kind(v, WO_KIND_BUILTIN)) {
    return ((wo_builtin_function *)wo_pointer(v))->builtin->flags & WO_BUILTIN_CONSTRUCTOR;
  }
  if (!wo_has_kind(v, WO_KIND_FUNCTION)) return false;
  return ((wo_function *)wo_pointer(v))->proto->flags & (WO_PROTO_CLASS | WO_PROTO_CONSTRUCTOR);
}

static wo_status push_function(wo_fiber *fiber, uint32_t at, uint32_t argc, uint8_t flags,
                               uint8_t dst) {
  const wo_proto *proto = ((wo_function *)wo_pointer(fiber->regs[at]))->proto;
  if (wo_fiber_reserve(fiber, at, 1u + proto->registers) != WO_DONE) return WO_THREW;
  uint32_t given = argc < proto->params ? argc : proto->params;
  wo_value rest = WO_UNDEFINED;
  if (proto->flags & WO_PROTO_REST) {
    uint32_t more = argc - given;
    rest = wo_array_of(wo_heap_of(fiber), fiber->regs + at + 2 + given, more);
  }
  wo_frame *frame = wo_fiber_push_frame(fiber);
  if (!frame) return WO_THREW;
  *frame = (wo_frame){
      .proto = proto, .base = at + 1, .flags = flags, .dst = dst, .argc = (uint16_t)argc};
  wo_value *R = fiber->regs + at + 1;
  for (uint32_t i = given + 1; i < proto->registers; i++) R[i] = WO_UNDEFINED;
  if (proto->flags & WO_PROTO_REST) R[proto->params + 1] = rest;
  return WO_DONE;
}

static wo_status push_builtin(wo_fiber *fiber, uint32_t at, uint32_t argc, uint8_t flags,
                              uint8_t dst) {
  const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(fiber->regs[at]))->builtin;
  if (wo_fiber_reserve(fiber, at, 2 + argc + builtin->scratch) != WO_DONE) return WO_THREW;
  wo_frame *frame = wo_fiber_push_frame(fiber);
  if (!frame) return WO_THREW;
  *frame = (wo_frame){.builtin = builtin,
                      .base = at + 1,
                      .flags = (uint8_t)(flags | WO_FRAME_BUILTIN),
                      .dst = dst,
                      .argc = (uint16_t)argc};
  wo_value *scratch = fiber->regs + at + 2 + argc;
  for (uint32_t i = 0; i < builtin->scratch; i++) scratch[i] = WO_UNDEFINED;
  return WO_DONE;
}

// Replaces a bound function by its target, with its this and its first arguments.
static wo_status unfold_bound(wo_fiber *fiber, uint32_t at, uint32_t *argc) {
  wo_bound *bound = wo_pointer(fiber->regs[at]);
  uint32_t more = bound->object.cell.extra;
  if (*argc + more > WO_ARGUMENTS_MAX) return overflow(fiber);
  if (wo_fiber_reserve(fiber, at, 2 + *argc + more) != WO_DONE) return WO_THREW;
  wo_value *callee = fiber->regs + at;
  memmove(callee + 2 + more, callee + 2, *argc * sizeof(wo_value));
  memcpy(callee + 2, bound->arguments, more * sizeof(wo_value));
  callee[0] = bound->target;
  callee[1] = bound->self;
  *argc += more;
  return WO_DONE;
}

static wo_status throw_class_call(wo_fiber *fiber, wo_value fn) {
  wo_value name = wo_function_name(wo_heap_of(fiber), fn);
  if (wo_string_length(name) == 0) {
    return wo_throw_type(fiber, "Class constructors cannot be invoked without 'new'");
  }
  return wo_throw_values(fiber, WO_B_TypeError,
                         "Class constructor % cannot be invoked without 'new'", name);
}

wo_status wo_enter(wo_fiber *fiber, uint32_t at, uint32_t argc, uint8_t flags, uint8_t dst) {
  for (;;) {
    wo_value fn = fiber->regs[at];
    if (!wo_is_object(fn)) return wo_throw_not_callable(fiber, fn);
    switch (wo_cell_of(fn)->kind) {
      case WO_KIND_FUNCTION:
        if (((wo_function *)wo_pointer(fn))->proto->flags & WO_PROTO_CLASS) {
          return throw_class_call(fiber, fn);
        }
        return push_function(fiber, at, argc, flags, dst);
      case WO_KIND_BUILTIN: {
        const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(fn))->builtin;
        if (builtin->flags & WO_BUILTIN_NEW_ONLY) {
          return wo_throw_type(fiber, "Constructor %s requires 'new'", builtin->name);
        }
        fiber->new_target = WO_UNDEFINED;
        if (builtin->flags & WO_BUILTIN_CONSTRUCTOR) fiber->regs[at + 1] = WO_UNDEFINED;
        return push_builtin(fiber, at, argc, flags, dst);
      }
      case WO_KIND_BOUND:
        if (unfold_bound(fiber, at, &argc) != WO_DONE) return WO_THREW;
        break;
      default: return wo_throw_not_callable(fiber, fn);
    }
  }
}

wo_status wo_enter_new(wo_fiber *fiber, uint32_t at, uint32_t argc, wo_value new_target,
                       uint8_t flags, uint8_t dst) {
  if (!wo_is_constructor(fiber->regs[at])) return wo_throw_not_constructor(fiber, fiber->regs[at]);
  while (wo_has_kind(fiber->regs[at], WO_KIND_BOUND)) {
    wo_value bound = fiber->regs[at];
    if (unfold_bound(fiber, at, &argc) != WO_DONE) return WO_THREW;
    if (new_target == bound) new_target = fiber->regs[at];
  }
  fiber->new_target = new_target;
  wo_value fn = fiber->regs[at];
  if (wo_has_kind(fn, WO_KIND_BUILTIN)) {
    fiber->regs[at + 1] = new_target;
    return push_builtin(fiber, at, argc, flags, dst);
  }
  bool derived = ((wo_function *)wo_pointer(fn))->proto->flags & WO_PROTO_DERIVED;
  fiber->regs[at + 1] = derived ? WO_HOLE : wo_instance_new(fiber, new_target);
  return push_function(fiber, at, argc, flags | WO_FRAME_CONSTRUCT, dst);
}

wo_status wo_fiber_start(wo_fiber *fiber, wo_value fn, uint32_t argc) {
  if (wo_fiber_reserve(fiber, 0, 2 + argc) != WO_DONE) return WO_THREW;
  fiber->regs[0] = fn;
  return wo_enter(fiber, 0, argc, WO_FRAME_BASE, 0);
}

// --- traces ---

wo_value wo_fiber_trace(wo_heap *heap, wo_fiber *fiber) {
  wo_trace_entry entries[WO_TRACE_FRAMES_MAX];
  uint32_t count = 0;
  for (uint32_t i = fiber->frame_count; i-- > 0 && count < WO_TRACE_FRAMES_MAX;) {
    const wo_frame *frame = &fiber->frames[i];
    if (frame->flags & WO_FRAME_BUILTIN || frame->proto->flags & WO_PROTO_LIBRARY) continue;
    bool top = i + 1 == fiber->frame_count;
    entries[count++] = (wo_trace_entry){frame->proto, frame->pc - !top, 0};
  }
  wo_buffer *buffer = wo_buffer_new(heap, count * (uint32_t)sizeof(wo_trace_entry));
  memcpy(buffer->data, entries, count * sizeof(wo_trace_entry));
  return wo_from_cell(buffer);
}

static void add_number(wo_builder *b, uint32_t n) {
  char digits[WO_NUMBER_TEXT_MAX];
  uint32_t length = wo_number_to_text(n, digits);
  for (uint32_t i = 0; i < length; i++) wo_builder_unit(b, (uint8_t)digits[i]);
}

static void add_place(wo_heap *heap, wo_builder *b, const wo_trace_entry *entry) {
  const wo_proto *proto = entry->proto;
  uint32_t line = proto->line, column = proto->column;
  wo_proto_position(proto, entry->pc, &line, &column);
  wo_builder_string(b, wo_string_flat(heap, proto->file));
  wo_builder_unit(b, ':');
  add_number(b, line);
  wo_builder_unit(b, ':');
  add_number(b, column);
}

wo_value wo_trace_text(wo_heap *heap, wo_value trace) {
  if (wo_is_string(trace)) return trace;
  wo_value empty = wo_name(heap->runtime, WO_NAME_empty);
  if (!wo_is_cell(trace) || wo_cell_of(trace)->kind != WO_KIND_BUFFER) return empty;
  const wo_buffer *buffer = wo_pointer(trace);
  wo_builder b;
  wo_builder_init(&b);
  for (uint32_t at = 0; at + sizeof(wo_trace_entry) <= buffer->length;
       at += (uint32_t)sizeof(wo_trace_entry)) {
    wo_trace_entry entry;
    memcpy(&entry, buffer->data + at, sizeof entry);
    wo_builder_ascii(&b, at == 0 ? "    at " : "\n    at ");
    bool named = !(entry.proto->flags & WO_PROTO_MODULE) && wo_is_string(entry.proto->name) &&
                 wo_string_length(entry.proto->name) > 0;
    if (named) {
      wo_builder_string(&b, wo_string_flat(heap, entry.proto->name));
      wo_builder_ascii(&b, " (");
    }
    add_place(heap, &b, &entry);
    if (named) wo_builder_unit(&b, ')');
  }
  wo_value text = wo_builder_finish(heap, &b);
  return text == WO_HOLE ? empty : text;
}
