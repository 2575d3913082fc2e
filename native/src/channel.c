#include "channel.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alloc.h"
#include "limits.h"
#include "message.h"
#include "shard.h"
#include "source.h"
#include "timer.h"

// --- the lock: held for a few loads and stores, so a short spin nearly always does; after that its
// holder has lost its processor, and so does whoever waits. Taking it is one atomic exchange (acquire),
// giving it back a plain store (release): nobody has to be woken. ---

enum { LOCK_SPINS = 100, LOCK_YIELDS = 50, LOCK_SLEEP_NS = 20000 };

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static WO_NOINLINE void lock_slow(wo_channel *channel) {
  for (uint32_t tries = 0;; tries++) {
    if (!atomic_load_explicit(&channel->lock, memory_order_relaxed) &&
        !atomic_exchange_explicit(&channel->lock, 1, memory_order_acquire)) {
      return;
    }
    if (tries < LOCK_SPINS) relax();
    else if (tries < LOCK_SPINS + LOCK_YIELDS) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = LOCK_SLEEP_NS}, NULL);
  }
}

WO_INLINE void lock(wo_channel *channel) {
  if (WO_UNLIKELY(atomic_exchange_explicit(&channel->lock, 1, memory_order_acquire))) {
    lock_slow(channel);
  }
}

WO_INLINE void unlock(wo_channel *channel) {
  atomic_store_explicit(&channel->lock, 0, memory_order_release);
}

void wo_channel_lock(wo_channel *channel) { lock(channel); }
void wo_channel_unlock(wo_channel *channel) { unlock(channel); }

wo_channel *wo_channel_new(wo_runtime *rt, uint32_t capacity) {
  bool slab;
  wo_channel *channel = wo_piece_take(sizeof *channel, &slab);
  if (!channel) return NULL;
  memset(channel, 0, sizeof *channel);
  channel->handle.kind = WO_HANDLE_CHANNEL;
  channel->slab = slab;
  channel->capacity = capacity;
  channel->id = 1 + atomic_fetch_add_explicit(&rt->next_channel_id, 1, memory_order_relaxed);
  return channel;
}

// --- the ring ---

WO_INLINE wo_item ring_pop(wo_channel *channel) {
  wo_item item = channel->ring[channel->head];
  if (++channel->head == channel->ring_capacity) channel->head = 0;
  channel->count--;
  return item;
}

// --- the channels that hold on to others (or to themselves) by what is queued in them ---

static void laden_add(wo_channel *channel, wo_runtime *rt) {
  pthread_mutex_lock(&rt->laden_lock);
  channel->laden_prev = NULL;
  channel->laden_next = rt->laden;
  if (rt->laden) rt->laden->laden_prev = channel;
  rt->laden = channel;
  pthread_mutex_unlock(&rt->laden_lock);
  channel->laden_in = rt;
}

static void laden_remove(wo_channel *channel) {
  wo_runtime *rt = channel->laden_in;
  pthread_mutex_lock(&rt->laden_lock);
  if (channel->laden_prev) channel->laden_prev->laden_next = channel->laden_next;
  else rt->laden = channel->laden_next;
  if (channel->laden_next) channel->laden_next->laden_prev = channel->laden_prev;
  pthread_mutex_unlock(&rt->laden_lock);
  channel->laden_in = NULL;
}

static WO_NOINLINE bool ring_grow(wo_channel *channel) {
  uint32_t capacity = channel->ring_capacity ? channel->ring_capacity * 2 : 8;
  if (capacity > channel->capacity) capacity = channel->capacity;
  wo_item *ring = wo_alloc(capacity * sizeof *ring);
  if (!ring) return false;
  for (uint32_t i = 0; i < channel->count; i++) {
    ring[i] = channel->ring[(channel->head + i) % channel->ring_capacity];
  }
  wo_free(channel->ring, channel->ring_capacity * sizeof *ring);
  channel->ring = ring;
  channel->ring_capacity = capacity;
  channel->head = 0;
  return true;
}

WO_INLINE bool ring_push(wo_channel *channel, wo_item item) {
  if (WO_UNLIKELY(channel->count == channel->ring_capacity) && !ring_grow(channel)) return false;
  uint32_t at = channel->head + channel->count++;
  channel->ring[at >= channel->ring_capacity ? at - channel->ring_capacity : at] = item;
  const wo_message *message = wo_item_message(item);
  if (WO_UNLIKELY(message) && message->hold_count > 0 && !channel->laden_in) {
    laden_add(channel, message->runtime);
  }
  return true;
}

void wo_channels_drain(wo_runtime *rt) {
  wo_channel *channel;
  while ((channel = rt->laden)) {
    wo_handle_ref(&channel->handle);
    laden_remove(channel);
    while (channel->count > 0) wo_item_free(ring_pop(channel));
    wo_handle_unref(&channel->handle);
  }
}

static void free_dead(wo_channel *channel) {
  if (channel->laden_in) laden_remove(channel);
  for (uint32_t i = 0; i < channel->count; i++) {
    wo_item_free(channel->ring[(channel->head + i) % channel->ring_capacity]);
  }
  if (channel->ring) wo_free(channel->ring, channel->ring_capacity * sizeof(wo_item));
  if (WO_UNLIKELY(channel->fed)) wo_source_free(channel->source);
  else if (!channel->timed) wo_message_free(channel->crash);
  wo_piece_give(channel, sizeof *channel, channel->slab);
}

// What waits in the ring may hold the last reference to another channel, and that one to a third:
// they are freed one after the other, so that a chain of them costs no C stack.
void wo_channel_free(wo_channel *channel) {
  static _Thread_local wo_channel *dead;
  static _Thread_local bool freeing;
  WO_ASSERT(!channel->send_first && !channel->recv_first);
  channel->next_dead = dead;
  dead = channel;
  if (freeing) return;
  freeing = true;
  while ((channel = dead)) {
    dead = channel->next_dead;
    free_dead(channel);
  }
  freeing = false;
}

// --- waiters, under the lock ---

WO_INLINE void enqueue(wo_channel *channel, wo_waiter *waiter, wo_waiter **first,
                       wo_waiter **last) {
  WO_ASSERT(!waiter->queued);
  waiter->channel = channel;
  waiter->queued = 1;
  waiter->next = NULL;
  waiter->prev = *last;
  if (*last) (*last)->next = waiter;
  else *first = waiter;
  *last = waiter;
}

void wo_channel_enqueue_locked(wo_channel *channel, wo_waiter *waiter) {
  if (waiter->is_send) {
    enqueue(channel, waiter, &channel->send_first, &channel->send_last);
  } else {
    enqueue(channel, waiter, &channel->recv_first, &channel->recv_last);
    channel->parked_senders += waiter->own_sends;
  }
}

static void dequeue(wo_channel *channel, wo_waiter *waiter) {
  wo_waiter **first = waiter->is_send ? &channel->send_first : &channel->recv_first;
  wo_waiter **last = waiter->is_send ? &channel->send_last : &channel->recv_last;
  if (waiter->prev) waiter->prev->next = waiter->next;
  else *first = waiter->next;
  if (waiter->next) waiter->next->prev = waiter->prev;
  else *last = waiter->prev;
  waiter->queued = 0;
  if (!waiter->is_send) channel->parked_senders -= waiter->own_sends;
}

// Whether this thread is the one that ends the wait. Acquire: the winner reads what the fiber wrote
// before it armed the word (its waiters' values).
WO_INLINE bool claim(wo_fiber *fiber) {
  uint64_t word = atomic_load_explicit(&fiber->park_word, memory_order_acquire);
  return (word & 3) == WO_WAIT_WAITING &&
         atomic_compare_exchange_strong_explicit(&fiber->park_word, &word, word ^ 3,
                                                 memory_order_acq_rel, memory_order_relaxed);
}

// The first waiter of a queue that can still be claimed, now claimed and out of the queue; NULL.
WO_INLINE wo_waiter *claim_first(wo_channel *channel, wo_waiter **first, wo_waiter **last) {
  for (wo_waiter *waiter; (waiter = *first);) {
    // Cold, among many: the claim is a barrier, so what follows it is asked for now.
    wo_waiter *next = waiter->next;
    __builtin_prefetch(wo_waiter_fiber(waiter));
    __builtin_prefetch(next);
    *first = next;
    if (waiter->next) waiter->next->prev = NULL;
    else *last = NULL;
    waiter->queued = 0;
    if (!waiter->is_send) channel->parked_senders -= waiter->own_sends;
    if (WO_LIKELY(claim(wo_waiter_fiber(waiter)))) return waiter;
  }
  return NULL;
}

// What a claimed wait comes to. A receiver gets `item`; what a sender offered has been taken by then,
// or is freed by its shard.
WO_INLINE wo_fiber *answer_receiver(wo_waiter *waiter, wo_park_answer what, wo_item item) {
  wo_fiber *fiber = wo_waiter_fiber(waiter);
  fiber->wait.item = item;
  fiber->answered = (uint8_t)what;
  fiber->park_arm = waiter->arm;
  return fiber;
}

WO_INLINE wo_fiber *answer_sender(wo_waiter *waiter, wo_park_answer what) {
  wo_fiber *fiber = wo_waiter_fiber(waiter);
  fiber->answered = (uint8_t)what;
  fiber->park_arm = waiter->arm;
  return fiber;
}

// --- send and receive ---

WO_INLINE wo_channel_result send_locked(wo_channel *channel, wo_item item, wo_fiber **wake) {
  *wake = NULL;
  if (WO_UNLIKELY(channel->closed)) return WO_CHANNEL_CLOSED;
  if (channel->recv_first) {
    wo_waiter *receiver = claim_first(channel, &channel->recv_first, &channel->recv_last);
    if (WO_LIKELY(receiver)) {
      *wake = answer_receiver(receiver, WO_ANSWER_VALUE, item);
      return WO_CHANNEL_OK;
    }
  }
  if (channel->count >= channel->capacity) return WO_CHANNEL_BLOCK;
  return WO_LIKELY(ring_push(channel, item)) ? WO_CHANNEL_OK : WO_CHANNEL_MEMORY;
}

// Senders of the system's do not crash.
WO_INLINE wo_message *crash_of(const wo_channel *channel) {
  return channel->timed || channel->fed ? NULL : channel->crash;
}

static WO_COLD wo_channel_result end_of(wo_channel *channel, wo_item *item) {
  *item = WO_UNDEFINED;
  if (!crash_of(channel)) return WO_CHANNEL_CLOSED;
  wo_message *crash = wo_message_clone(channel->crash);
  if (crash) *item = wo_item_of_message(crash);
  return WO_CHANNEL_CRASHED;
}

WO_INLINE wo_channel_result recv_locked(wo_channel *channel, wo_item *item, wo_fiber **wake) {
  *wake = NULL;
  bool buffered = channel->count > 0;
  if (buffered) *item = ring_pop(channel);
  if (channel->send_first) {
    wo_waiter *sender = claim_first(channel, &channel->send_first, &channel->send_last);
    if (WO_LIKELY(sender)) {
      // Room was just made, or there is no buffer at all: the longest waiting offer moves up.
      if (buffered) ring_push(channel, sender->item);
      else *item = sender->item;
      sender->item = WO_UNDEFINED;
      *wake = answer_sender(sender, WO_ANSWER_VALUE);
      return WO_CHANNEL_OK;
    }
  }
  if (WO_LIKELY(buffered)) return WO_CHANNEL_OK;
  return channel->closed ? end_of(channel, item) : WO_CHANNEL_BLOCK;
}

wo_channel_result wo_channel_send_locked(wo_channel *channel, wo_item item, wo_fiber **wake) {
  return send_locked(channel, item, wake);
}

wo_channel_result wo_channel_recv_locked(wo_channel *channel, wo_item *item, wo_fiber **wake) {
  return recv_locked(channel, item, wake);
}

wo_channel_result wo_channel_send(wo_channel *channel, wo_item item, wo_fiber *waiter) {
  wo_fiber *wake;
  lock(channel);
  wo_channel_result result = send_locked(channel, item, &wake);
  if (result == WO_CHANNEL_BLOCK && waiter) {
    wo_wait_arm(waiter);
    waiter->wait.item = item;
    waiter->wait.is_send = 1;
    enqueue(channel, &waiter->wait, &channel->send_first, &channel->send_last);
  }
  unlock(channel);
  if (wake) wo_wake(wo_this_shard(), wake);
  return result;
}

// Send holds of this isolate on the channel it is about to receive from. Isolates with many holds
// only look at the one they receive through; what that misses, the search for a global deadlock
// finds.
static uint32_t own_sends(wo_isolate *isolate, const wo_channel *channel, wo_value end) {
  uint32_t own;
  if (isolate->hold_count <= 64) own = wo_holds_on(isolate, &channel->handle, WO_DIR_SEND);
  else own = (wo_hold_of(isolate, end)->direction & WO_DIR_SEND) != 0;
  return own;
}

// Under the lock. Not when every send hold sits in an isolate whose only fiber waits right here, this
// one included.
static wo_channel_result wait_to_receive(wo_channel *channel, wo_fiber *fiber, wo_value end) {
  uint32_t own = end == WO_UNDEFINED ? 0 : own_sends(fiber->isolate, channel, end);
  if (own && channel->parked_senders + own == channel->senders) return WO_CHANNEL_STUCK;
  wo_wait_arm(fiber);
  fiber->wait.own_sends = (uint16_t)own;
  enqueue(channel, &fiber->wait, &channel->recv_first, &channel->recv_last);
  channel->parked_senders += own;
  return WO_CHANNEL_BLOCK;
}

wo_channel_result wo_channel_recv(wo_channel *channel, wo_item *item, wo_fiber *waiter,
                                  wo_value end) {
  wo_fiber *wake;
  lock(channel);
  wo_channel_result result = recv_locked(channel, item, &wake);
  if (result == WO_CHANNEL_BLOCK && waiter) result = wait_to_receive(channel, waiter, end);
  unlock(channel);
  if (wake) wo_wake(wo_this_shard(), wake);
  if (WO_UNLIKELY(channel->fed) && result == WO_CHANNEL_BLOCK) {
    if (waiter) wo_source_awaited(channel->source);
    else wo_source_poke(channel->source);
  }
  return result;
}

bool wo_channel_send_ready(wo_channel *channel) {
  wo_channel_lock(channel);
  bool ready = channel->closed || channel->recv_first || channel->count < channel->capacity;
  wo_channel_unlock(channel);
  return ready;
}

bool wo_channel_crashed(wo_channel *channel) {
  wo_channel_lock(channel);
  bool crashed = crash_of(channel) != NULL;
  wo_channel_unlock(channel);
  return crashed;
}

void wo_channel_look(wo_channel *channel, bool *closed, bool *ended, uint32_t *length) {
  wo_channel_lock(channel);
  *closed = channel->closed;
  *ended = channel->closed && channel->count == 0;
  *length = channel->count;
  wo_channel_unlock(channel);
}

// --- ends ---

// Claims every waiter of both queues, with the answer that the end gives it; chained through
// `next`, which is theirs until they are woken.
static wo_waiter *end_waiters(wo_channel *channel) {
  wo_waiter *chain = NULL, *waiter;
  while ((waiter = claim_first(channel, &channel->send_first, &channel->send_last))) {
    answer_sender(waiter, WO_ANSWER_CLOSED);
    waiter->next = chain;
    chain = waiter;
  }
  while ((waiter = claim_first(channel, &channel->recv_first, &channel->recv_last))) {
    wo_item item;
    bool crashed = end_of(channel, &item) == WO_CHANNEL_CRASHED;
    answer_receiver(waiter, crashed ? WO_ANSWER_CRASHED : WO_ANSWER_CLOSED, item);
    waiter->next = chain;
    chain = waiter;
  }
  return chain;
}

// Newest first in the chain, so the recursion-free way to wake in arrival order is to turn it
// round.
static void wake_all(wo_waiter *chain) {
  wo_waiter *ordered = NULL;
  while (chain) {
    wo_waiter *next = chain->next;
    chain->next = ordered;
    ordered = chain;
    chain = next;
  }
  while (ordered) {
    wo_waiter *next = ordered->next;
    wo_wake(wo_this_shard(), wo_waiter_fiber(ordered));
    ordered = next;
  }
}

void wo_channel_close(wo_channel *channel) {
  wo_waiter *chain = NULL;
  wo_channel_lock(channel);
  if (!channel->closed) {
    channel->closed = 1;
    chain = end_waiters(channel);
  }
  wo_channel_unlock(channel);
  wake_all(chain);
}

void wo_channel_count(wo_channel *channel, uint8_t direction) {
  wo_channel_lock(channel);
  channel->senders += (direction & WO_DIR_SEND) != 0;
  channel->receivers += (direction & WO_DIR_RECV) != 0;
  wo_channel_unlock(channel);
}

void wo_channel_uncount(wo_channel *channel, uint8_t direction, wo_message *reason) {
  wo_waiter *chain = NULL;
  struct wo_timer *timer = NULL;
  struct wo_source *source = NULL;
  wo_channel_lock(channel);
  if (direction & WO_DIR_RECV && --channel->receivers == 0) {
    if (channel->timed) {
      timer = channel->timer;
      channel->timer = NULL;
    }
    if (channel->fed) source = channel->source;
  }
  if (direction & WO_DIR_SEND) {
    // First close wins: a crash after it changes nothing (Z10).
    if (reason && !channel->timed && !channel->fed && !channel->closed && !channel->crash)
      channel->crash = wo_message_clone(reason);
    if (--channel->senders == 0 && !channel->closed) {
      channel->closed = 1;
      chain = end_waiters(channel);
    }
  }
  wo_channel_unlock(channel);
  wake_all(chain);
  if (WO_UNLIKELY(timer != NULL)) wo_timer_drop(timer);
  if (WO_UNLIKELY(source != NULL)) wo_source_changed(source);
}

void wo_channel_recount(wo_waiter *waiter, uint32_t own_sends) {
  wo_channel *channel = waiter->channel;
  if (!channel) return;
  wo_channel_lock(channel);
  if (waiter->queued && !waiter->is_send) {
    // More than it can note: too few is safe, the search for a global deadlock finds the rest.
    if (own_sends > UINT16_MAX) own_sends = UINT16_MAX;
    channel->parked_senders += own_sends - waiter->own_sends;
    waiter->own_sends = (uint16_t)own_sends;
  }
  wo_channel_unlock(channel);
}

void wo_channel_forget(wo_waiter *waiter) {
  wo_channel *channel = waiter->channel;
  if (channel) {
    wo_channel_lock(channel);
    bool left = waiter->queued;
    if (left) dequeue(channel, waiter);
    wo_channel_unlock(channel);
    if (WO_UNLIKELY(channel->fed) && left) wo_source_changed(channel->source);
  }
  wo_item_free(waiter->item);
  waiter->channel = NULL;
  waiter->item = WO_UNDEFINED;
}

void wo_channel_forget_select(wo_fiber *fiber) {
  wo_select_waits *waits = fiber->rare ? fiber->rare->select : NULL;
  if (!waits) return;
  for (uint32_t i = 0; i < waits->count; i++) wo_channel_forget(&waits->list[i]);
  waits->count = 0;
}

void wo_channel_forget_all(wo_fiber *fiber) {
  wo_channel_forget(&fiber->wait);
  wo_channel_forget_select(fiber);
}
