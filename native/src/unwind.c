// The one unwinder: errors, forced unwinds (stop, reap, limits), returns through defers.
//
// A frame exits in one of two ways, by wo_leave with a value or by wo_unwind with what was thrown.
// Where it has defers, both first turn it into a leaving frame (fiber.h), which remembers its
// outcome in R[-1] while the defers run above it as BASE frames, one after another.
#include "dispatch.h"

#include <string.h>

#include "alloc.h"
#include "handle.h"
#include "message.h"

// --- the catch stack ---

static bool grow_catches(wo_rare *rare) {
  uint32_t old = rare->catches_capacity, capacity = old ? old * 2 : 4;
  if (old >= WO_CATCHES_MAX) return false;
  if (capacity > WO_CATCHES_MAX) capacity = WO_CATCHES_MAX;
  wo_unwind_entry *catches =
      wo_realloc(rare->catches, old * sizeof *catches, capacity * sizeof *catches);
  if (!catches) return false;
  rare->catches = catches;
  rare->catches_capacity = (uint16_t)capacity;
  return true;
}

wo_status wo_defer(wo_fiber *fiber, wo_value fn) {
  if (!wo_is_callable(fn)) return wo_throw_not_callable(fiber, fn);
  uint32_t index = fiber->frame_count;
  while (index > 0 && (fiber->frames[index - 1].flags & WO_FRAME_BUILTIN)) index--;
  if (index == 0) return wo_throw(fiber, WO_B_StateError, "defer needs a function to belong to");
  wo_rare *rare = wo_fiber_rare(fiber);
  if (!rare || (rare->catch_count == rare->catches_capacity && !grow_catches(rare))) {
    return wo_throw(fiber, WO_B_StackOverflowError, "Too many deferred functions");
  }
  rare->catches[rare->catch_count++] = (wo_unwind_entry){fn, index - 1, WO_UNWIND_DEFER};
  fiber->frames[index - 1].flags |= WO_FRAME_DEFERS;
  return WO_DONE;
}

// Takes the newest entry of the frame off the catch stack: its defers first, then, for the fiber's
// first frame, the cleanups. WO_HOLE: none left.
static wo_value take_entry(wo_fiber *fiber, uint32_t frame) {
  wo_rare *rare = fiber->rare;
  uint32_t last_kind = frame == 0 ? WO_UNWIND_CLEANUP : WO_UNWIND_DEFER;
  for (uint32_t kind = WO_UNWIND_DEFER; kind <= last_kind; kind++) {
    for (uint32_t i = rare ? rare->catch_count : 0; i-- > 0;) {
      wo_unwind_entry *entry = &rare->catches[i];
      if (entry->kind == WO_UNWIND_DEFER && entry->frame < frame) break;
      if (entry->kind != kind || entry->frame != frame) continue;
      wo_value action = entry->action;
      memmove(entry, entry + 1, (rare->catch_count - i - 1u) * sizeof *entry);
      rare->catch_count--;
      return action;
    }
  }
  return WO_HOLE;
}

// --- exits ---

static bool is_leaving(const wo_frame *frame) {
  return !(frame->flags & WO_FRAME_BUILTIN) && frame->pc >= frame->proto->code_length;
}

static void set_leaving(wo_fiber *fiber, wo_frame *frame, uint32_t how, wo_value outcome) {
  frame->pc = frame->proto->code_length + how;
  fiber->regs[frame->base - 1] = outcome;
}

static void begin_cleanup(wo_fiber *fiber, wo_frame *frame) {
  // A BASE frame has no register to answer to: `dst` says whether it lies within another cleanup.
  frame->dst = (fiber->flags & WO_FIBER_FLAG_CLEANUP) != 0;
  fiber->flags |= WO_FIBER_FLAG_CLEANUP;
}

static void end_cleanup(wo_fiber *fiber, const wo_frame *frame) {
  if (frame->dst || (fiber->flags & WO_FIBER_FLAG_UNWINDING)) return;
  fiber->flags &= (uint8_t)~WO_FIBER_FLAG_CLEANUP;
}

// An error of a defer of the leaving frame on top: the first error wins.
static void defer_failed(wo_fiber *fiber) {
  wo_frame *frame = wo_top_frame(fiber);
  bool returning = frame->pc == frame->proto->code_length + WO_LEAVING_RETURN;
  if (returning || fiber->thrown == WO_UNWIND) {
    set_leaving(fiber, frame, WO_LEAVING_THROW, fiber->thrown);
  }
}

static void deliver(wo_fiber *fiber, const wo_frame *done, wo_value value) {
  if (fiber->frame_count == 0) {
    fiber->result = value;
    return;
  }
  wo_frame *below = wo_top_frame(fiber);
  if ((done->flags & WO_FRAME_TO_BUILTIN) == WO_FRAME_TO_BUILTIN) {
    fiber->call.result = value;
  } else if (done->flags & WO_FRAME_RESULT_TO) {
    fiber->regs[below->base + done->dst] = value;
  } else if (done->flags & WO_FRAME_JUMP) {
    // Behind the jump stands its distance word, just in front of the next instruction.
    if (wo_truthy(value)) below->pc += below->proto->code[below->pc - 1];
  } else if (!(done->flags & WO_FRAME_DISCARD)) {
    fiber->regs[done->base - 1] = value;
  }
}

// Starts the next defer of the leaving frame on top; false: none is left.
static bool start_defer(wo_fiber *fiber) {
  uint32_t index = fiber->frame_count - 1;
  wo_value action;
  while ((action = take_entry(fiber, index)) != WO_HOLE) {
    if (fiber->flags & WO_FIBER_FLAG_CUT) continue;
    uint32_t at = wo_fiber_top(fiber);
    wo_status status = wo_fiber_reserve(fiber, at, 2);
    if (status == WO_DONE) {
      fiber->regs[at] = action;
      fiber->regs[at + 1] = WO_UNDEFINED;
      status = wo_enter(fiber, at, 0, WO_FRAME_BASE | WO_FRAME_DISCARD, 0);
    }
    if (status == WO_DONE) {
      begin_cleanup(fiber, wo_top_frame(fiber));
      return true;
    }
    defer_failed(fiber);
  }
  return false;
}

// Goes on with the exit of the leaving frame on top: its next defer, or, with none left, its end,
// which, for a function that was itself a defer, goes on with the frame below. Answers as wo_leave
// does: WO_THREW when the frame is gone and its error goes on.
static wo_status leave_on(wo_fiber *fiber) {
  while (!start_defer(fiber)) {
    wo_frame done = *wo_top_frame(fiber);
    wo_value outcome = fiber->regs[done.base - 1];
    bool threw = done.pc != done.proto->code_length + WO_LEAVING_RETURN;
    fiber->frame_count--;
    if (threw) fiber->thrown = outcome;
    if ((done.flags & WO_FRAME_BASE) && fiber->frame_count > 0) {
      end_cleanup(fiber, &done);
      if (threw) defer_failed(fiber);
      continue;
    }
    if (threw) return WO_THREW;
    deliver(fiber, &done, outcome);
    return WO_DONE;
  }
  return WO_DONE;
}

// What a constructor's frame answers `new` with: WO_DONE and *value, or WO_THREW.
static wo_status constructed(wo_fiber *fiber, const wo_frame *frame, wo_value *value) {
  wo_value self = fiber->regs[frame->base];
  bool derived = frame->proto->flags & WO_PROTO_DERIVED;
  if (wo_is_object(*value) || wo_is_handle(*value)) return WO_DONE;
  if (derived && !wo_is_undefined(*value)) {
    return wo_throw_type(fiber, "Derived constructors may only return object or undefined");
  }
  if (self == WO_HOLE) return wo_throw_super(fiber);
  *value = self;
  wo_value constructor = fiber->regs[frame->base - 1];
  if (wo_has_kind(constructor, WO_KIND_FUNCTION)) {
    wo_instance_learn(fiber, wo_pointer(constructor), self);
  }
  return WO_DONE;
}

// wo_unwind takes the frame on top to stand at its instruction; after a pop it stands behind a
// call.
static wo_status leave_from(wo_fiber *fiber) {
  wo_status status = leave_on(fiber);
  if (status == WO_THREW && fiber->frame_count > 0) {
    wo_frame *frame = wo_top_frame(fiber);
    if (!(frame->flags & WO_FRAME_BUILTIN)) frame->pc--;
  }
  return status;
}

wo_status wo_leave(wo_shard *shard, wo_fiber *fiber, wo_value value) {
  (void)shard;
  wo_frame *frame = wo_top_frame(fiber);
  if (frame->flags & WO_FRAME_FORCED) {
    fiber->thrown = WO_UNWIND;
    return WO_THREW;
  }
  if ((frame->flags & WO_FRAME_CONSTRUCT) && constructed(fiber, frame, &value) != WO_DONE) {
    return WO_THREW;
  }
  if (frame->flags & WO_FRAME_DEFERS) {
    set_leaving(fiber, frame, WO_LEAVING_RETURN, value);
    return leave_from(fiber);
  }
  wo_frame done = *frame;
  fiber->frame_count--;
  if ((done.flags & WO_FRAME_BASE) && fiber->frame_count > 0) {
    end_cleanup(fiber, &done);
    return leave_from(fiber);
  }
  deliver(fiber, &done, value);
  return WO_DONE;
}

// --- unwinding ---

// Whether what is thrown will find a handler in some frame. Only then a channel whose last sender
// goes on the way is closed without the error as its reason.
static bool will_be_caught(const wo_fiber *fiber) {
  for (uint32_t i = fiber->frame_count; i-- > 0;) {
    const wo_frame *frame = &fiber->frames[i];
    if (frame->flags & WO_FRAME_BUILTIN || is_leaving(frame)) continue;
    uint32_t pc = frame->pc - (i + 1 != fiber->frame_count);
    for (uint32_t c = 0; c < frame->proto->catch_count; c++) {
      const wo_catch *range = &frame->proto->catches[c];
      if (range->kind == WO_CATCH && pc >= range->start && pc < range->end) return true;
    }
  }
  return false;
}

static WO_COLD void drop_on_throw(wo_fiber *fiber, wo_value hold) {
  wo_message *reason = NULL;
  if (fiber->thrown != WO_UNWIND && !will_be_caught(fiber)) {
    reason = wo_message_error(fiber, fiber->thrown);
  }
  wo_hold_release(fiber->isolate, hold, reason);
  wo_message_free(reason);
}

// Whether `range` lies around a finally block of this frame that a forced unwind is in: such a
// range sees the forced unwind, never an error thrown by the block.
static bool is_around_forced(const wo_fiber *fiber, const wo_frame *frame, const wo_catch *range,
                             uint32_t pc) {
  const wo_value *R = fiber->regs + frame->base;
  for (uint32_t i = 0; i < frame->proto->catch_count; i++) {
    const wo_catch *f = &frame->proto->catches[i];
    if (f->kind == WO_FINALLY && R[f->reg + 1] == WO_UNWIND && f->handler <= pc &&
        range->start <= f->start && f->handler < range->end) {
      return true;
    }
  }
  return false;
}

// Goes through the ranges of the frame around `pc`, innermost first, releasing drops, until one
// handles what is thrown.
static bool find_handler(wo_fiber *fiber, wo_frame *frame, uint32_t pc) {
  const wo_proto *proto = frame->proto;
  wo_value *R = fiber->regs + frame->base;
  for (uint32_t i = 0; i < proto->catch_count; i++) {
    const wo_catch *range = &proto->catches[i];
    if (pc < range->start || pc >= range->end) continue;
    if (range->kind == WO_CATCH_DROP) {
      if (wo_is_handle(R[range->reg])) drop_on_throw(fiber, R[range->reg]);
      R[range->reg] = WO_UNDEFINED;
      continue;
    }
    if ((frame->flags & WO_FRAME_FORCED) && fiber->thrown != WO_UNWIND &&
        is_around_forced(fiber, frame, range, pc)) {
      fiber->thrown = WO_UNWIND;
    }
    if (fiber->flags & WO_FIBER_FLAG_CUT) continue;
    if (range->kind == WO_CATCH) {
      if (fiber->thrown == WO_UNWIND) continue;
      R[range->reg] = fiber->thrown;
    } else {
      R[range->reg] = wo_from_int(1);
      R[range->reg + 1] = fiber->thrown;
      if (fiber->thrown == WO_UNWIND) frame->flags |= WO_FRAME_FORCED;
    }
    frame->pc = range->handler;
    return true;
  }
  return false;
}

// The frame on top ends by what is thrown. WO_DONE: a defer runs first. WO_THREW: the frame is
// gone.
static wo_status exit_thrown(wo_fiber *fiber) {
  wo_frame *frame = wo_top_frame(fiber);
  if (frame->flags & WO_FRAME_FORCED) fiber->thrown = WO_UNWIND;
  if (!(frame->flags & WO_FRAME_BUILTIN) && (frame->flags & WO_FRAME_DEFERS)) {
    if (!is_leaving(frame)) set_leaving(fiber, frame, WO_LEAVING_THROW, fiber->thrown);
    else defer_failed(fiber);
    return leave_on(fiber);
  }
  wo_frame done = *frame;
  fiber->frame_count--;
  if ((done.flags & WO_FRAME_BASE) && fiber->frame_count > 0) {
    end_cleanup(fiber, &done);
    defer_failed(fiber);
    return leave_on(fiber);
  }
  return WO_THREW;
}

// What the frames that are gone left in the window of the frame on top. Nothing there lives at a
// handler, which lies outside of the call, and it may be all the memory that has just run out.
static void forget_callees(wo_fiber *fiber, uint32_t floor) {
  uint32_t top = wo_fiber_top(fiber);
  for (uint32_t at = floor; at < top; at++) fiber->regs[at] = WO_UNDEFINED;
}

wo_status wo_unwind(wo_shard *shard, wo_fiber *fiber) {
  (void)shard;
  // The frame on top stands at its instruction, the others behind a call.
  uint32_t behind = 0, floor = 0;
  fiber->answered = WO_ANSWER_NONE;  // whoever waited will not come back for it
  if (fiber->thrown == WO_UNWIND && !(fiber->flags & WO_FIBER_FLAG_UNWINDING)) {
    fiber->thrown = WO_UNDEFINED;  // a hostile image throws a leftover
  }
  while (fiber->frame_count > 0) {
    wo_frame *frame = wo_top_frame(fiber);
    if (frame->flags & WO_FRAME_BUILTIN) {
      bool swallowed = frame->builtin == &wo_op_close_quietly && fiber->thrown != WO_UNWIND;
      if (swallowed) {
        fiber->frame_count--;
        return WO_DONE;
      }
    } else if (!is_leaving(frame)) {
      if (behind) forget_callees(fiber, floor);
      if (find_handler(fiber, frame, frame->pc - behind)) return WO_DONE;
    }
    floor = frame->base - 1;
    if (exit_thrown(fiber) == WO_DONE) return WO_DONE;
    behind = 1;
  }
  return WO_THREW;
}

void wo_force_unwind(wo_shard *shard, wo_fiber *fiber) {
  fiber->flags |= WO_FIBER_FLAG_UNWINDING | WO_FIBER_FLAG_CLEANUP;
  fiber->flags &= (uint8_t)~WO_FIBER_FLAG_STOPPING;
  fiber->thrown = WO_UNWIND;
  shard->budget = WO_RESERVE_REDUCTIONS;
  shard->budget_held = 0;
  wo_heap *heap = wo_heap_of(fiber);
  uint64_t quota = wo_heap_quota(heap);
  if (quota) wo_heap_set_quota(heap, quota + WO_RESERVE_BYTES);
}
