// std: spawn, channels and what a fiber says about itself. A blocking builtin first looks whether
// the wait it began has been answered; else it tries, and parks when it must.
#include <math.h>

#include "../alloc.h"
#include "../builtin.h"
#include "../channel.h"
#include "../message.h"

static wo_heap *heap_of(const wo_fiber *fiber) { return &fiber->isolate->heap; }

static bool may_park(const wo_fiber *fiber) {
  enum { NOT = WO_FIBER_FLAG_UNWINDING | WO_FIBER_FLAG_CLEANUP | WO_FIBER_FLAG_LAST_SLICE };
  return WO_LIKELY(!(fiber->flags & NOT));
}

wo_status wo_may_park(wo_fiber *fiber) {
  if (may_park(fiber)) return WO_DONE;
  if (!(fiber->flags & (WO_FIBER_FLAG_UNWINDING | WO_FIBER_FLAG_CLEANUP))) {
    wo_force_unwind(fiber->isolate->shard, fiber);
    return WO_THREW;
  }
  return wo_throw(fiber, WO_B_StateError,
                  "a cleanup may not wait; do what may block before the end");
}

static wo_status throw_deadlock(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_DeadlockError,
                  "every fiber is blocked and none can go on; close or feed the channel that is "
                  "waited for");
}

static wo_status throw_no_memory(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

// --- channel ends ---

static WO_COLD wo_status refuse_end(wo_fiber *fiber, wo_value end, const char *what) {
  const wo_hold *hold = wo_is_handle(end) ? wo_hold_of(fiber->isolate, end) : NULL;
  if (!hold || hold->kind != WO_HANDLE_CHANNEL) {
    return wo_throw_type(fiber, "%s needs a channel end", what);
  }
  if (!hold->live) {
    return wo_throw(fiber, WO_B_StateError, "%s: this end of the channel was released", what);
  }
  return wo_throw_type(fiber, "%s: this is a %s-only end", what,
                       hold->direction == WO_DIR_SEND ? "send" : "receive");
}

// The channel behind `end`, whose hold has all of `direction`; NULL after throwing.
WO_INLINE wo_channel *channel_of(wo_fiber *fiber, wo_value end, uint8_t direction,
                                 const char *what) {
  if (WO_LIKELY(wo_is_handle(end))) {
    const wo_hold *hold = wo_hold_of(fiber->isolate, end);
    if (WO_LIKELY(hold->live && hold->kind == WO_HANDLE_CHANNEL &&
                  (hold->direction & direction) == direction)) {
      return (wo_channel *)wo_hold_handle(hold);
    }
  }
  refuse_end(fiber, end, what);
  return NULL;
}

static WO_COLD wo_status received(wo_fiber *fiber, wo_park_answer answer, wo_value value,
                                  wo_value *out) {
  if (answer == WO_ANSWER_CRASHED) return wo_throw_value(fiber, value);
  if (answer == WO_ANSWER_DEADLOCK) return throw_deadlock(fiber);
  *out = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_fiber_recv(wo_shard *shard, wo_fiber *fiber, wo_value end, wo_value *out) {
  (void)shard;
  if (fiber->answered) {
    wo_park_answer answer = fiber->answered;
    fiber->answered = WO_ANSWER_NONE;
    if (WO_UNLIKELY(answer != WO_ANSWER_VALUE)) return received(fiber, answer, fiber->answer, out);
    *out = fiber->answer;
    fiber->answer = WO_UNDEFINED;
    return WO_DONE;
  }
  wo_channel *channel = channel_of(fiber, end, WO_DIR_RECV, "recv");
  if (!channel) return WO_THREW;
  wo_item item;
  wo_channel_result result = wo_channel_recv(channel, &item, may_park(fiber) ? fiber : NULL, end);
  switch (result) {
    case WO_CHANNEL_OK: *out = wo_item_adopt(fiber->isolate, item); return WO_DONE;
    case WO_CHANNEL_BLOCK:
      if (!may_park(fiber)) return wo_may_park(fiber);
      wo_park(fiber, WO_REASON_RECV);
      return WO_PARKED;
    case WO_CHANNEL_CRASHED: return wo_throw_value(fiber, wo_item_adopt(fiber->isolate, item));
    case WO_CHANNEL_STUCK:
      return wo_throw(fiber, WO_B_DeadlockError,
                      "whoever could send on this channel is waiting to receive from it; pass "
                      "`.sender()` to those who send, receive from `.receiver()`, and release() "
                      "the channel itself");
    default: *out = WO_UNDEFINED; return WO_DONE;
  }
}

static wo_status throw_closed(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_SendOnClosedError, "send on a closed channel");
}

static wo_status copy_for_send(wo_fiber *fiber, wo_value value, wo_item *item) {
  if (WO_UNLIKELY(value == WO_UNDEFINED)) {
    return wo_throw(fiber, WO_B_NotSendableError,
                    "undefined cannot be sent: it is the end of a stream; send null instead");
  }
  return wo_message_item(fiber, value, item);
}

// What a send that did not block answers; the item is still ours unless it was taken.
static wo_status sent(wo_shard *shard, wo_fiber *fiber, wo_channel_result result, wo_item item) {
  if (WO_LIKELY(result == WO_CHANNEL_OK)) {
    shard->stats.messages++;
    return WO_DONE;
  }
  wo_item_free(item);
  return result == WO_CHANNEL_MEMORY ? throw_no_memory(fiber) : throw_closed(fiber);
}

wo_status wo_b_chan_send(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  *result = WO_UNDEFINED;
  if (fiber->answered) {
    wo_park_answer answer = fiber->answered;
    fiber->answered = WO_ANSWER_NONE;
    if (answer == WO_ANSWER_DEADLOCK) return throw_deadlock(fiber);
    if (answer == WO_ANSWER_CLOSED) return throw_closed(fiber);
    shard->stats.messages++;
    return WO_DONE;
  }
  wo_channel *channel = channel_of(fiber, args[-1], WO_DIR_SEND, "send");
  if (!channel) return WO_THREW;
  wo_item item;
  if (copy_for_send(fiber, wo_arg(args, argc, 0), &item) != WO_DONE) return WO_THREW;
  wo_channel_result done = wo_channel_send(channel, item, may_park(fiber) ? fiber : NULL);
  if (done != WO_CHANNEL_BLOCK) return sent(shard, fiber, done, item);
  if (!may_park(fiber)) {
    wo_item_free(item);
    return wo_may_park(fiber);
  }
  wo_park(fiber, WO_REASON_SEND);
  return WO_PARKED;
}

wo_status wo_b_chan_try_send(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_channel *channel = channel_of(fiber, args[-1], WO_DIR_SEND, "trySend");
  if (!channel) return WO_THREW;
  *result = WO_FALSE;
  wo_value value = wo_arg(args, argc, 0);
  // A full channel costs no copy.
  if (value != WO_UNDEFINED && !wo_channel_send_ready(channel)) return WO_DONE;
  wo_item item;
  if (copy_for_send(fiber, value, &item) != WO_DONE) return WO_THREW;
  wo_channel_result done = wo_channel_send(channel, item, NULL);
  if (done == WO_CHANNEL_BLOCK) {
    wo_item_free(item);
    return WO_DONE;
  }
  *result = WO_TRUE;
  return sent(shard, fiber, done, item);
}

wo_status wo_b_chan_recv(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)argc;
  return wo_fiber_recv(shard, fiber, args[-1], result);
}

// What a receive with a timeout came to: { timeout: true }, or { value, timeout: false }.
static wo_value received_in_time(wo_fiber *fiber, bool in_time, wo_value value) {
  wo_heap *heap = heap_of(fiber);
  wo_value object = wo_object_new(heap, 2);
  wo_value timeout = wo_intern_ascii(heap->runtime, "timeout");
  if (in_time) {
    wo_define(heap, object, wo_name(heap->runtime, WO_NAME_value), value, WO_ATTR_PLAIN);
  }
  wo_define(heap, object, timeout, wo_from_bool(!in_time), WO_ATTR_PLAIN);
  return object;
}

wo_status wo_b_chan_recv_for(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  if (fiber->answered) {
    wo_park_answer answer = fiber->answered;
    wo_value value = fiber->answer;
    fiber->answered = WO_ANSWER_NONE;
    fiber->answer = WO_UNDEFINED;
    if (answer == WO_ANSWER_CRASHED) return wo_throw_value(fiber, value);
    if (answer != WO_ANSWER_VALUE) value = WO_UNDEFINED;
    *result = received_in_time(fiber, answer != WO_ANSWER_TIMEOUT, value);
    return WO_DONE;
  }
  wo_channel *channel = channel_of(fiber, args[-1], WO_DIR_RECV, "recvFor");
  double ms;
  if (!channel || wo_duration(fiber, wo_arg(args, argc, 0), "recvFor", &ms) != WO_DONE) {
    return WO_THREW;
  }
  bool wait = may_park(fiber) && ms > 0;
  if (wait && !wo_fiber_timed(fiber)) return throw_no_memory(fiber);
  wo_item item = WO_UNDEFINED;
  switch (wo_channel_recv(channel, &item, wait ? fiber : NULL, WO_UNDEFINED)) {
    case WO_CHANNEL_CRASHED: return wo_throw_value(fiber, wo_item_adopt(fiber->isolate, item));
    case WO_CHANNEL_BLOCK:
      if (!wait && ms > 0) return wo_may_park(fiber);
      if (!wait) break;
      wo_park(fiber, WO_REASON_RECV_FOR);
      wo_wait_also_until(fiber, wo_deadline_in(shard, ms));
      return WO_PARKED;
    default:
      *result = received_in_time(fiber, true, wo_item_adopt(fiber->isolate, item));
      return WO_DONE;
  }
  *result = received_in_time(fiber, false, WO_UNDEFINED);
  return WO_DONE;
}

wo_status wo_b_chan_try_recv(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)argc;
  wo_channel *channel = channel_of(fiber, args[-1], WO_DIR_RECV, "tryRecv");
  if (!channel) return WO_THREW;
  wo_item item;
  wo_channel_result done = wo_channel_recv(channel, &item, NULL, WO_UNDEFINED);
  *result = WO_UNDEFINED;
  if (done == WO_CHANNEL_OK) *result = wo_item_adopt(fiber->isolate, item);
  if (done != WO_CHANNEL_CRASHED) return WO_DONE;
  return wo_throw_value(fiber, wo_item_adopt(fiber->isolate, item));
}

wo_status wo_b_chan_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  wo_channel *channel = channel_of(fiber, args[-1], WO_DIR_SEND, "close");
  if (!channel) return WO_THREW;
  wo_channel_close(channel);
  *result = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_b_recv_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)args, (void)argc, (void)result;
  return wo_throw_type(fiber,
                       "close: a receive-only end cannot end the stream; release() drops it");
}

typedef struct look {
  bool closed, ended;
  uint32_t length, capacity;
} look;

static wo_status look_at(wo_fiber *fiber, wo_value end, const char *what, look *out) {
  wo_channel *channel = channel_of(fiber, end, 0, what);
  if (!channel) return WO_THREW;
  wo_channel_look(channel, &out->closed, &out->ended, &out->length);
  out->capacity = channel->capacity;
  return WO_DONE;
}

#define GETTER(cname, property, value) \
  wo_status cname(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, \
                  wo_value *result) { \
    look at; \
    (void)shard, (void)argc; \
    if (look_at(fiber, args[-1], property, &at) != WO_DONE) return WO_THREW; \
    *result = value; \
    return WO_DONE; \
  }
GETTER(wo_b_chan_closed, "closed", wo_from_bool(at.closed))
GETTER(wo_b_chan_ended, "ended", wo_from_bool(at.ended))
GETTER(wo_b_chan_capacity, "capacity", wo_from_int((int32_t)at.capacity))
GETTER(wo_b_chan_length, "length", wo_from_int((int32_t)at.length))
#undef GETTER

static wo_status narrow(wo_fiber *fiber, wo_value end, uint8_t direction, const char *what,
                        wo_value *result) {
  wo_channel *channel = channel_of(fiber, end, direction, what);
  if (!channel) return WO_THREW;
  *result = wo_hold_add(fiber->isolate, &channel->handle, direction);
  return *result == WO_HOLE ? throw_no_memory(fiber) : WO_DONE;
}

wo_status wo_b_chan_sender(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard, (void)argc;
  return narrow(fiber, args[-1], WO_DIR_SEND, "sender", result);
}

wo_status wo_b_chan_receiver(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)argc;
  return narrow(fiber, args[-1], WO_DIR_RECV, "receiver", result);
}

wo_status wo_b_chan_release(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard, (void)argc;
  *result = WO_UNDEFINED;
  wo_hold *hold = wo_is_handle(args[-1]) ? wo_hold_of(fiber->isolate, args[-1]) : NULL;
  if (!hold || hold->kind != WO_HANDLE_CHANNEL) {
    return wo_throw_type(fiber, "release needs a channel end");
  }
  wo_hold_release(fiber->isolate, args[-1], NULL);
  return WO_DONE;
}

wo_status wo_b_chan_iterator(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)argc;
  if (!channel_of(fiber, args[-1], WO_DIR_RECV, "[Symbol.iterator]")) return WO_THREW;
  *result = wo_iterator_new(heap_of(fiber), args[-1], WO_ITER_VALUES);
  return WO_DONE;
}

wo_status wo_b_chan(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                    wo_value *result) {
  (void)shard;
  wo_value wanted = wo_arg(args, argc, 0);
  double capacity = wanted == WO_UNDEFINED ? 0 : wo_is_number(wanted) ? wo_number(wanted) : -1;
  if (!(capacity >= 0 && capacity <= WO_CHANNEL_CAPACITY_MAX) || capacity != floor(capacity)) {
    return wo_throw_range(fiber, "chan: the capacity must be an integer from 0 to %u",
                          WO_CHANNEL_CAPACITY_MAX);
  }
  wo_channel *channel = wo_channel_new(heap_of(fiber)->runtime, (uint32_t)capacity);
  if (!channel) return throw_no_memory(fiber);
  wo_handle_ref(&channel->handle);
  *result = wo_hold_add(fiber->isolate, &channel->handle, WO_DIR_BOTH);
  wo_handle_unref(&channel->handle);
  return *result == WO_HOLE ? throw_no_memory(fiber) : WO_DONE;
}

// --- spawn ---

static wo_status start(wo_fiber *fiber, wo_value *args, uint32_t argc, wo_channel *result_channel,
                       const char *what) {
  wo_value fn = wo_arg(args, argc, 0);
  if (!wo_is_callable(fn))
    return wo_throw_type(fiber, "%s: the first argument is not a function", what);
  if (wo_cell_of(fn)->flags & WO_CELL_CLASS && wo_has_kind(fn, WO_KIND_FUNCTION)) {
    return wo_throw_type(fiber, "%s: a class cannot be called; pass a function that makes one",
                         what);
  }
  wo_spawn_how how = {.fn = fn,
                      .args = args + 1,
                      .argc = argc ? argc - 1 : 0,
                      .parent = fiber,
                      .shard = -1,
                      .result_channel = result_channel};
  return wo_isolate_spawn(heap_of(fiber)->runtime, &how, NULL);
}

wo_status wo_b_spawn(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  (void)shard;
  *result = WO_UNDEFINED;
  return start(fiber, args, argc, NULL, "spawn");
}

wo_status wo_b_spawn_result(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard;
  wo_channel *channel = wo_channel_new(heap_of(fiber)->runtime, 1);
  if (!channel) return throw_no_memory(fiber);
  wo_handle_count(&channel->handle, WO_DIR_SEND);
  *result = wo_hold_add(fiber->isolate, &channel->handle, WO_DIR_RECV);
  wo_status status = *result == WO_HOLE ? throw_no_memory(fiber)
                                        : start(fiber, args, argc, channel, "spawn.result");
  if (status == WO_DONE) return WO_DONE;
  if (*result != WO_HOLE) wo_hold_release(fiber->isolate, *result, NULL);
  wo_handle_uncount(&channel->handle, WO_DIR_SEND, NULL);
  return status;
}

// --- the fiber itself ---

// No frame: the instruction runs again when the others have had their turn.
wo_status wo_b_yield_now(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard, (void)args, (void)argc;
  *result = WO_UNDEFINED;
  if (fiber->answered == WO_ANSWER_YIELDED) {
    fiber->answered = WO_ANSWER_NONE;
    return WO_DONE;
  }
  fiber->answered = WO_ANSWER_YIELDED;
  return WO_YIELD;
}

wo_status wo_b_fiber_id(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)args, (void)argc;
  *result = wo_from_number(fiber->id);
  return WO_DONE;
}

wo_status wo_b_never(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  (void)shard, (void)args, (void)argc, (void)result;
  if (fiber->answered) {
    fiber->answered = WO_ANSWER_NONE;
    return throw_deadlock(fiber);
  }
  if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
  wo_wait_arm(fiber);
  wo_park(fiber, WO_REASON_NEVER);
  return WO_PARKED;
}

wo_status wo_b_defer(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  (void)shard;
  *result = WO_UNDEFINED;
  return wo_defer(fiber, wo_arg(args, argc, 0));
}

// --- select ---

static wo_status select_with(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             bool round, wo_value *result) {
  return wo_select(shard, fiber, wo_arg(args, argc, 0), false, round, result);
}

wo_status wo_b_select(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  return select_with(shard, fiber, args, argc, false, result);
}

wo_status wo_b_select_round(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  return select_with(shard, fiber, args, argc, true, result);
}

wo_status wo_b_select_now(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  *result = WO_UNDEFINED;
  if (fiber->answered == WO_ANSWER_YIELDED) {
    fiber->answered = WO_ANSWER_NONE;
    return WO_DONE;
  }
  // Nothing is ready (WO_YIELD): others run first, so that a poll loop is no spin (Z16).
  wo_status status = wo_select(shard, fiber, wo_arg(args, argc, 0), true, false, result);
  if (status == WO_YIELD) fiber->answered = WO_ANSWER_YIELDED;
  return status;
}

wo_status wo_b_select_send(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value arm = wo_object_new(heap, 2);
  wo_runtime *rt = heap->runtime;
  wo_define(heap, arm, wo_name(rt, WO_NAME_channel), wo_arg(args, argc, 0), WO_ATTR_PLAIN);
  wo_define(heap, arm, wo_name(rt, WO_NAME_value), wo_arg(args, argc, 1), WO_ATTR_PLAIN);
  *result = arm;
  return WO_DONE;
}
