// select: one of several channel operations, whichever is possible. Arms are looked at from a
// random one on, so no arm starves. First each channel alone, which is enough when something is
// ready. Else all channels are locked in address order, looked at once more, and, when still
// nothing is possible, the fiber's waiters are put into all their queues before any lock is
// released: whoever comes next finds them all, and takes the fiber by its park word.
#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "channel.h"
#include "limits.h"
#include "message.h"
#include "source.h"

typedef struct select_arm {
  wo_value key;
  wo_channel *channel;
  wo_value value;  // send: what, in this heap
  wo_item item;    // send: copied
  bool is_send, copied, ended;
} select_arm;

typedef struct arms {
  select_arm list[WO_SELECT_ARMS_MAX];
  uint32_t count;
  uint32_t receives, timers;  // receive arms of streams, and of timers
  uint32_t open;              // arms that may still fire
} arms;

static wo_heap *heap_of(const wo_fiber *fiber) { return &fiber->isolate->heap; }

static bool read(wo_heap *heap, wo_value object, wo_name_id name, wo_value *out) {
  wo_property found;
  if (!wo_is_object(object)) return false;
  if (!wo_lookup(heap, object, wo_name(heap->runtime, name), &found)) return false;
  if (found.attrs & WO_ATTR_ACCESSOR) return false;
  *out = found.value;
  return true;
}

static wo_status read_arm(wo_fiber *fiber, wo_value key, wo_value value, select_arm *arm) {
  wo_heap *heap = heap_of(fiber);
  wo_value end = value;
  *arm = (select_arm){.key = key, .value = WO_UNDEFINED, .item = WO_UNDEFINED};
  if (!wo_is_handle(value)) {
    if (!read(heap, value, WO_NAME_channel, &end) ||
        !read(heap, value, WO_NAME_value, &arm->value)) {
      return wo_throw_type(fiber,
                           "select: an arm is a channel end to receive from or select.send(...)");
    }
    arm->is_send = true;
  }
  wo_hold *hold = wo_is_handle(end) ? wo_hold_of(fiber->isolate, end) : NULL;
  if (!hold || hold->kind != WO_HANDLE_CHANNEL) {
    return wo_throw_type(fiber, "select: an arm needs a channel end");
  }
  if (!hold->live) {
    return wo_throw(fiber, WO_B_StateError, "select: the end of an arm was released");
  }
  if (!(hold->direction & (arm->is_send ? WO_DIR_SEND : WO_DIR_RECV))) {
    return wo_throw_type(fiber, "select: an arm %s a %s-only end",
                         arm->is_send ? "sends on" : "receives from",
                         arm->is_send ? "receive" : "send");
  }
  if (arm->is_send && arm->value == WO_UNDEFINED) {
    return wo_throw(fiber, WO_B_NotSendableError,
                    "undefined cannot be sent: it is the end of a stream; send null instead");
  }
  arm->channel = (wo_channel *)wo_hold_handle(hold);
  return WO_DONE;
}

// The arms of a plain object, which a literal makes, straight from its shape. False: look properly.
static bool read_plain(wo_fiber *fiber, wo_value object, arms *a, wo_status *status) {
  if (!wo_has_kind(object, WO_KIND_OBJECT)) return false;
  wo_object *o = wo_pointer(object);
  const wo_shape *shape = wo_shape_by_id(heap_of(fiber)->runtime, o->cell.shape);
  if (!(shape->flags & WO_SHAPE_PLAIN) || (shape->flags & WO_SHAPE_DICTIONARY)) return false;
  const wo_shape *keys[WO_SELECT_ARMS_MAX];
  uint32_t hidden = shape->root->count, count = shape->count - hidden;
  if (count > WO_SELECT_ARMS_MAX) return false;
  for (uint32_t i = count; i-- > 0; shape = shape->parent) {
    if (!wo_is_string(shape->key)) return false;
    keys[i] = shape;
  }
  *status = WO_DONE;
  for (; a->count < count && *status == WO_DONE; a->count++) {
    wo_value value = *wo_object_slot(o, hidden + a->count);
    *status = read_arm(fiber, keys[a->count]->key, value, &a->list[a->count]);
  }
  return true;
}

static wo_status read_any(wo_fiber *fiber, wo_value object, arms *a) {
  wo_heap *heap = heap_of(fiber);
  if (!wo_is_object(object)) return wo_throw_type(fiber, "select needs an object of arms");
  wo_array *keys = wo_pointer(wo_own_keys(heap, object, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE));
  if (keys->length > WO_SELECT_ARMS_MAX) {
    return wo_throw_range(fiber, "select takes at most %u arms", WO_SELECT_ARMS_MAX);
  }
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_value key = wo_array_get(keys, i);
    wo_property found;
    if (!wo_lookup_own(heap, object, wo_to_key(heap, key), &found)) continue;
    if (found.attrs & WO_ATTR_ACCESSOR) {
      return wo_throw_type(fiber, "select: an arm is a plain property, not a getter");
    }
    if (read_arm(fiber, key, found.value, &a->list[a->count]) != WO_DONE) return WO_THREW;
    a->count++;
  }
  return WO_DONE;
}

static wo_status read_arms(wo_fiber *fiber, wo_value object, arms *a) {
  wo_status status;
  a->count = a->receives = a->timers = 0;
  if (!read_plain(fiber, object, a, &status)) status = read_any(fiber, object, a);
  for (uint32_t i = 0; i < a->count && status == WO_DONE; i++) {
    const select_arm *arm = &a->list[i];
    if (arm->channel->timed) a->timers++;
    else a->receives += !arm->is_send;
  }
  a->open = a->count;
  return status;
}

static void free_copies(arms *a) {
  for (uint32_t i = 0; i < a->count; i++) {
    if (a->list[i].copied) wo_item_free(a->list[i].item);
    a->list[i].copied = false;
  }
}

static wo_status copy_arm(wo_fiber *fiber, select_arm *arm) {
  if (arm->copied) return WO_DONE;
  if (wo_message_item(fiber, arm->value, &arm->item) != WO_DONE) return WO_THREW;
  arm->copied = true;
  return WO_DONE;
}

// { key, value }, whose shape the shard remembers.
static wo_value fired(wo_fiber *fiber, wo_value key, wo_value value) {
  wo_heap *heap = heap_of(fiber);
  uint32_t *shape = &fiber->isolate->shard->fired_shape;
  if (WO_LIKELY(*shape != WO_SHAPE_NONE)) {
    wo_plain *plain = wo_heap_alloc(heap, sizeof *plain + 2 * sizeof(wo_value));
    wo_cell_init(heap, &plain->object.cell, WO_KIND_OBJECT, *shape, 2);
    plain->object.slots = NULL;
    plain->fields[0] = key;
    plain->fields[1] = value;
    return wo_from_object(plain);
  }
  wo_value object = wo_object_new(heap, 2);
  wo_define(heap, object, wo_name(heap->runtime, WO_NAME_key), key, WO_ATTR_PLAIN);
  wo_define(heap, object, wo_name(heap->runtime, WO_NAME_value), value, WO_ATTR_PLAIN);
  const wo_cell *cell = wo_cell_of(object);
  const wo_shape *made = wo_shape_by_id(heap->runtime, cell->shape);
  bool usual = cell->extra == 2 && made->count == 2 && !(made->flags & WO_SHAPE_DICTIONARY);
  if (usual) *shape = made->id;
  return object;
}

// What an arm's operation came to. WO_RETRY: not this arm.
static wo_status arm_result(wo_shard *shard, wo_fiber *fiber, arms *a, select_arm *arm,
                            wo_channel_result result, wo_item item, wo_value *out) {
  switch (result) {
    case WO_CHANNEL_OK:
      if (arm->is_send) {
        arm->copied = false;  // the channel has it
        shard->stats.messages++;
        *out = fired(fiber, arm->key, WO_UNDEFINED);
      } else {
        *out = fired(fiber, arm->key, wo_item_adopt(fiber->isolate, item));
      }
      return WO_DONE;
    case WO_CHANNEL_CLOSED:
      if (arm->is_send) {
        return wo_throw(fiber, WO_B_SendOnClosedError, "send on a closed channel");
      }
      // An ended stream is no event: its arm is dropped (Z17).
      if (!arm->ended) a->open--;
      arm->ended = true;
      return WO_RETRY;
    case WO_CHANNEL_CRASHED: return wo_throw_value(fiber, wo_item_adopt(fiber->isolate, item));
    case WO_CHANNEL_MEMORY:
      return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
    default: return WO_RETRY;
  }
}

// Every arm by itself, from a random one on. WO_RETRY: none is ready.
static wo_status try_each(wo_shard *shard, wo_fiber *fiber, arms *a, uint32_t first,
                          wo_value *out) {
  for (uint32_t n = 0; n < a->count; n++) {
    select_arm *arm = &a->list[(first + n) % a->count];
    wo_item item = arm->item;
    wo_channel_result result;
    if (arm->is_send) {
      // Nothing is copied for an arm that cannot fire.
      if (!wo_channel_send_ready(arm->channel)) continue;
      if (copy_arm(fiber, arm) != WO_DONE) return WO_THREW;
      result = wo_channel_send(arm->channel, arm->item, NULL);
    } else {
      result = wo_channel_recv(arm->channel, &item, NULL, WO_UNDEFINED);
    }
    wo_status status = arm_result(shard, fiber, a, arm, result, item, out);
    if (status != WO_RETRY) return status;
  }
  return WO_RETRY;
}

// The different channels of the arms, by address: the order in which they are locked. A literal
// names them in the same order every time, which is often this one.
static uint32_t in_order(const arms *a, wo_channel **order) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    wo_channel *channel = a->list[i].channel;
    uint32_t at = count;
    while (at > 0 && (uintptr_t)order[at - 1] > (uintptr_t)channel) at--;
    if (at > 0 && order[at - 1] == channel) continue;
    memmove(order + at + 1, order + at, (count - at) * sizeof *order);
    order[at] = channel;
    count++;
  }
  return count;
}

static void enqueue(wo_fiber *fiber, arms *a) {
  wo_select_waits *waits = fiber->rare->select;
  uint16_t count = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    select_arm *arm = &a->list[i];
    if (arm->ended) continue;
    wo_waiter *waiter = &waits->list[count++];
    *waiter =
        (wo_waiter){.arm = (uint16_t)i, .place = count, .is_send = arm->is_send, .item = arm->item};
    arm->copied = false;  // the waiter's now
    wo_channel_enqueue_locked(arm->channel, waiter);
  }
  waits->count = count;
}

// All channels at once. WO_PARKED: waiting in all of them.
static wo_status try_all(wo_shard *shard, wo_fiber *fiber, arms *a, uint32_t first, wo_value *out) {
  wo_channel *order[WO_SELECT_ARMS_MAX];
  uint32_t locks = in_order(a, order);
  for (uint32_t i = 0; i < locks; i++) wo_channel_lock(order[i]);

  wo_fiber *wake = NULL;
  wo_item item = WO_UNDEFINED;
  wo_channel_result result = WO_CHANNEL_BLOCK;
  select_arm *arm = NULL;
  for (uint32_t n = 0; n < a->count && result == WO_CHANNEL_BLOCK; n++) {
    arm = &a->list[(first + n) % a->count];
    if (arm->ended) continue;
    result = arm->is_send ? wo_channel_send_locked(arm->channel, arm->item, &wake)
                          : wo_channel_recv_locked(arm->channel, &item, &wake);
  }
  if (result == WO_CHANNEL_BLOCK) {
    wo_wait_arm(fiber);
    enqueue(fiber, a);
  }
  for (uint32_t i = locks; i-- > 0;) wo_channel_unlock(order[i]);
  if (wake) wo_wake(shard, wake);
  if (result != WO_CHANNEL_BLOCK) return arm_result(shard, fiber, a, arm, result, item, out);
  for (uint32_t i = 0; i < locks; i++) {
    if (WO_UNLIKELY(order[i]->fed)) wo_source_awaited(order[i]->source);
  }
  wo_park(fiber, WO_REASON_SELECT);
  return WO_PARKED;
}

static bool make_waiters(wo_fiber *fiber, uint32_t count) {
  wo_rare *rare = wo_fiber_rare(fiber);
  if (!rare) return false;
  if (count <= rare->select_capacity && rare->select) return true;
  wo_select_waits *waits = wo_alloc(sizeof *waits + count * sizeof(wo_waiter));
  if (!waits) return false;
  wo_free(rare->select, sizeof *waits + rare->select_capacity * sizeof(wo_waiter));
  waits->fiber = fiber;
  waits->count = 0;
  rare->select = waits;
  rare->select_capacity = (uint16_t)count;
  return true;
}

// A wait has been answered. WO_RETRY: by the clean end of an arm; the others go on.
static wo_status take_answer(wo_shard *shard, wo_fiber *fiber, arms *a, wo_value *out) {
  wo_park_answer answer = fiber->answered;
  wo_value value = fiber->answer;
  uint32_t index = fiber->park_arm;
  fiber->answered = WO_ANSWER_NONE;
  fiber->answer = WO_UNDEFINED;
  if (answer == WO_ANSWER_DEADLOCK) {
    return wo_throw(fiber, WO_B_DeadlockError,
                    "every fiber is blocked and none can go on; no arm of this select can fire");
  }
  if (answer == WO_ANSWER_CRASHED) return wo_throw_value(fiber, value);
  if (index >= a->count) return WO_RETRY;  // the arms were changed meanwhile
  select_arm *arm = &a->list[index];
  if (answer == WO_ANSWER_CLOSED) {
    if (!arm->is_send) return WO_RETRY;
    return wo_throw(fiber, WO_B_SendOnClosedError, "send on a closed channel");
  }
  if (arm->is_send) shard->stats.messages++;
  *out = fired(fiber, arm->key, arm->is_send ? WO_UNDEFINED : value);
  return WO_DONE;
}

static wo_status exhausted(wo_fiber *fiber, const arms *a, bool round, wo_value *out) {
  *out = WO_UNDEFINED;
  if (round && a->receives + a->timers) return WO_DONE;
  return wo_throw(fiber, WO_B_DeadlockError,
                  "select has nothing left to wait for: every channel it watches has ended");
}

static bool is_exhausted(const arms *a, bool round) {
  uint32_t open_receives = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    const select_arm *arm = &a->list[i];
    open_receives += !arm->is_send && !arm->ended && !arm->channel->timed;
  }
  // A loop ends with its streams (Z18), whatever timers it has; one of send arms only never does.
  return round && a->receives ? open_receives == 0 : a->open == 0;
}

static wo_status select_once(wo_shard *shard, wo_fiber *fiber, arms *a, bool now, bool round,
                             wo_value *out) {
  for (;;) {
    uint32_t first = a->count ? (uint32_t)(wo_shard_random(shard) % a->count) : 0;
    if (round) {
      // Whether the streams have ended is asked before a send arm may fire.
      for (uint32_t i = 0; i < a->count; i++) {
        select_arm *arm = &a->list[i];
        bool closed, ended = false;
        uint32_t length;
        if (!arm->is_send && !arm->ended) wo_channel_look(arm->channel, &closed, &ended, &length);
        if (ended && !wo_channel_crashed(arm->channel)) arm->ended = true, a->open--;
      }
      if (is_exhausted(a, round)) return exhausted(fiber, a, round, out);
    }
    wo_status status = try_each(shard, fiber, a, first, out);
    if (status != WO_RETRY) return status;
    if (is_exhausted(a, round)) return exhausted(fiber, a, round, out);
    if (now) return WO_YIELD;
    if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
    if (!make_waiters(fiber, a->count)) {
      return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
    }
    for (uint32_t i = 0; i < a->count; i++) {
      if (a->list[i].is_send && copy_arm(fiber, &a->list[i]) != WO_DONE) return WO_THREW;
    }
    status = try_all(shard, fiber, a, first, out);
    if (status != WO_RETRY) return status;
  }
}

wo_status wo_select(wo_shard *shard, wo_fiber *fiber, wo_value object, bool now, bool round,
                    wo_value *out) {
  arms a;
  if (read_arms(fiber, object, &a) != WO_DONE) {
    fiber->answered = WO_ANSWER_NONE;
    return WO_THREW;
  }
  if (fiber->answered) {
    wo_status status = take_answer(shard, fiber, &a, out);
    if (status != WO_RETRY) return status;
  }
  wo_status status = select_once(shard, fiber, &a, now, round, out);
  free_copies(&a);
  return status;
}
