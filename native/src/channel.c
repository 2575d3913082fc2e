#include "channel.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "alloc.h"
#include "limits.h"
#include "message.h"
#include "shard.h"

// --- the lock: 0 free, 1 held, 2 held and somebody may sleep on it. Acquire pairs with the release
// of the exchange in unlock. Held for a few loads and stores, so a short spin nearly always does.
// ---
enum { LOCK_FREE, LOCK_HELD, LOCK_CONTENDED, LOCK_SPINS = 64 };

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static WO_NOINLINE void lock_slow(wo_channel *channel) {
  for (int i = 0; i < LOCK_SPINS; i++) {
    uint32_t expected = LOCK_FREE;
    if (atomic_load_explicit(&channel->lock, memory_order_relaxed) == LOCK_FREE &&
        atomic_compare_exchange_weak_explicit(&channel->lock, &expected, LOCK_HELD,
                                              memory_order_acquire, memory_order_relaxed)) {
      return;
    }
    relax();
  }
  while (atomic_exchange_explicit(&channel->lock, LOCK_CONTENDED, memory_order_acquire) !=
         LOCK_FREE) {
    syscall(SYS_futex, &channel->lock, FUTEX_WAIT_PRIVATE, LOCK_CONTENDED, NULL, NULL, 0);
  }
}

void wo_channel_lock(wo_channel *channel) {
  uint32_t expected = LOCK_FREE;
  if (WO_UNLIKELY(!atomic_compare_exchange_strong_explicit(
          &channel->lock, &expected, LOCK_HELD, memory_order_acquire, memory_order_relaxed))) {
    lock_slow(channel);
  }
}

void wo_channel_unlock(wo_channel *channel) {
  if (WO_UNLIKELY(atomic_exchange_explicit(&channel->lock, LOCK_FREE, memory_order_release) ==
                  LOCK_CONTENDED)) {
    syscall(SYS_futex, &channel->lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  }
}

wo_channel *wo_channel_new(wo_runtime *rt, uint32_t capacity) {
  wo_channel *channel = wo_alloc_zero(sizeof *channel);
  if (!channel) return NULL;
  channel->handle.kind = WO_HANDLE_CHANNEL;
  channel->capacity = capacity;
  channel->id = 1 + atomic_fetch_add_explicit(&rt->next_channel_id, 1, memory_order_relaxed);
  return channel;
}

// --- the ring ---

static wo_channel_item ring_pop(wo_channel *channel) {
  wo_channel_item item = channel->ring[channel->head];
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

static bool ring_push(wo_channel *channel, wo_channel_item item) {
  if (channel->count == channel->ring_capacity) {
    uint32_t capacity = channel->ring_capacity ? channel->ring_capacity * 2 : 4;
    if (capacity > channel->capacity) capacity = channel->capacity;
    wo_channel_item *ring = wo_alloc(capacity * sizeof *ring);
    if (!ring) return false;
    for (uint32_t i = 0; i < channel->count; i++) {
      ring[i] = channel->ring[(channel->head + i) % channel->ring_capacity];
    }
    if (channel->ring) wo_free(channel->ring, channel->ring_capacity * sizeof *ring);
    channel->ring = ring;
    channel->ring_capacity = capacity;
    channel->head = 0;
  }
  uint32_t at = channel->head + channel->count++;
  channel->ring[at >= channel->ring_capacity ? at - channel->ring_capacity : at] = item;
  if (item.message && item.message->hold_count > 0 && !channel->laden_in) {
    laden_add(channel, item.message->runtime);
  }
  return true;
}

void wo_channels_drain(wo_runtime *rt) {
  wo_channel *channel;
  while ((channel = rt->laden)) {
    wo_handle_ref(&channel->handle);
    laden_remove(channel);
    while (channel->count > 0) wo_message_free(ring_pop(channel).message);
    wo_handle_unref(&channel->handle);
  }
}

static void free_dead(wo_channel *channel) {
  if (channel->laden_in) laden_remove(channel);
  for (uint32_t i = 0; i < channel->count; i++) {
    wo_message_free(channel->ring[(channel->head + i) % channel->ring_capacity].message);
  }
  if (channel->ring) wo_free(channel->ring, channel->ring_capacity * sizeof(wo_channel_item));
  wo_message_free(channel->crash);
  wo_free(channel, sizeof *channel);
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

void wo_channel_enqueue_locked(wo_channel *channel, wo_waiter *waiter) {
  wo_waiter **first = waiter->is_send ? &channel->send_first : &channel->recv_first;
  wo_waiter **last = waiter->is_send ? &channel->send_last : &channel->recv_last;
  WO_ASSERT(!waiter->queued);
  waiter->channel = channel;
  waiter->queued = 1;
  waiter->next = NULL;
  waiter->prev = *last;
  if (*last) (*last)->next = waiter;
  else *first = waiter;
  *last = waiter;
  if (!waiter->is_send) channel->parked_senders += waiter->own_sends;
}

static void dequeue(wo_channel *channel, wo_waiter *waiter) {
  wo_waiter **first = waiter->is_send ? &channel->send_first : &channel->recv_first;
  wo_waiter **last = waiter->is_send ? &channel->send_last : &channel->recv_last;
  if (waiter->prev) waiter->prev->next = waiter->next;
  else *first = waiter->next;
  if (waiter->next) waiter->next->prev = waiter->prev;
  else *last = waiter->prev;
  waiter->next = waiter->prev = NULL;
  waiter->queued = 0;
  if (!waiter->is_send) channel->parked_senders -= waiter->own_sends;
}

// Whether this thread is the one that ends the wait. Acquire: the winner reads what the fiber wrote
// before it armed the word (its waiters' values).
static bool claim(wo_fiber *fiber) {
  uint64_t word = atomic_load_explicit(&fiber->park_word, memory_order_acquire);
  return (word & 3) == WO_WAIT_WAITING &&
         atomic_compare_exchange_strong_explicit(&fiber->park_word, &word,
                                                 (word & ~3ull) | WO_WAIT_CLAIMED,
                                                 memory_order_acq_rel, memory_order_relaxed);
}

// The first waiter of a queue that can still be claimed, now claimed and out of the queue; NULL.
static wo_waiter *claim_first(wo_channel *channel, wo_waiter **first) {
  while (*first) {
    wo_waiter *waiter = *first;
    dequeue(channel, waiter);
    if (claim(waiter->fiber)) return waiter;
  }
  return NULL;
}

static void answer(wo_waiter *waiter, wo_park_answer what, wo_channel_item item) {
  wo_fiber *fiber = waiter->fiber;
  fiber->answered = (uint8_t)what;
  fiber->answer = item.value;
  fiber->answer_message = item.message;
  fiber->park_arm = waiter->arm;
}

static const wo_channel_item no_item = {WO_UNDEFINED, NULL};

static wo_channel_item take_offer(wo_waiter *sender) {
  wo_channel_item item = {sender->value, sender->message};
  sender->value = WO_UNDEFINED;
  sender->message = NULL;
  answer(sender, WO_ANSWER_VALUE, no_item);
  return item;
}

// --- send and receive ---

wo_channel_result wo_channel_send_locked(wo_channel *channel, wo_channel_item item,
                                         wo_fiber **wake) {
  *wake = NULL;
  if (channel->closed) return WO_CHANNEL_CLOSED;
  wo_waiter *receiver = claim_first(channel, &channel->recv_first);
  if (receiver) {
    answer(receiver, WO_ANSWER_VALUE, item);
    *wake = receiver->fiber;
    return WO_CHANNEL_OK;
  }
  if (channel->count == channel->capacity) return WO_CHANNEL_BLOCK;
  return ring_push(channel, item) ? WO_CHANNEL_OK : WO_CHANNEL_MEMORY;
}

static wo_channel_result end_of(wo_channel *channel, wo_channel_item *item) {
  *item = no_item;
  if (!channel->crash) return WO_CHANNEL_CLOSED;
  item->message = wo_message_clone(channel->crash);
  return WO_CHANNEL_CRASHED;
}

wo_channel_result wo_channel_recv_locked(wo_channel *channel, wo_channel_item *item,
                                         wo_fiber **wake) {
  *wake = NULL;
  bool buffered = channel->count > 0;
  if (buffered) *item = ring_pop(channel);
  wo_waiter *sender = claim_first(channel, &channel->send_first);
  if (sender) {
    // Room was just made, or there is no buffer at all: the longest waiting offer moves up.
    wo_channel_item offer = take_offer(sender);
    if (buffered) ring_push(channel, offer);
    else *item = offer;
    *wake = sender->fiber;
    return WO_CHANNEL_OK;
  }
  if (buffered) return WO_CHANNEL_OK;
  return channel->closed ? end_of(channel, item) : WO_CHANNEL_BLOCK;
}

wo_channel_result wo_channel_send(wo_channel *channel, wo_channel_item item, wo_waiter *waiter) {
  wo_fiber *wake;
  wo_channel_lock(channel);
  wo_channel_result result = wo_channel_send_locked(channel, item, &wake);
  if (result == WO_CHANNEL_BLOCK && waiter) {
    waiter->is_send = 1;
    waiter->value = item.value;
    waiter->message = item.message;
    wo_channel_enqueue_locked(channel, waiter);
  }
  wo_channel_unlock(channel);
  if (wake) wo_wake(wo_this_shard(), wake);
  return result;
}

wo_channel_result wo_channel_recv(wo_channel *channel, wo_channel_item *item, wo_waiter *waiter) {
  wo_fiber *wake;
  wo_channel_lock(channel);
  wo_channel_result result = wo_channel_recv_locked(channel, item, &wake);
  if (result == WO_CHANNEL_BLOCK && waiter) {
    // Every send hold sits in an isolate whose only fiber waits right here, this one included.
    uint32_t parked = channel->parked_senders + waiter->own_sends;
    if (waiter->own_sends && parked == channel->senders) {
      result = WO_CHANNEL_STUCK;
    } else {
      waiter->is_send = 0;
      waiter->value = WO_UNDEFINED;
      waiter->message = NULL;
      wo_channel_enqueue_locked(channel, waiter);
    }
  }
  wo_channel_unlock(channel);
  if (wake) wo_wake(wo_this_shard(), wake);
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
  bool crashed = channel->crash != NULL;
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
  while ((waiter = claim_first(channel, &channel->send_first))) {
    answer(waiter, WO_ANSWER_CLOSED, no_item);
    waiter->next = chain;
    chain = waiter;
  }
  while ((waiter = claim_first(channel, &channel->recv_first))) {
    wo_channel_item item;
    bool crashed = end_of(channel, &item) == WO_CHANNEL_CRASHED;
    answer(waiter, crashed ? WO_ANSWER_CRASHED : WO_ANSWER_CLOSED, item);
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
    ordered->next = NULL;
    wo_wake(wo_this_shard(), ordered->fiber);
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
  wo_channel_lock(channel);
  if (direction & WO_DIR_RECV) channel->receivers--;
  if (direction & WO_DIR_SEND) {
    // First close wins: a crash after it changes nothing (Z10).
    if (reason && !channel->closed && !channel->crash) channel->crash = wo_message_clone(reason);
    if (--channel->senders == 0 && !channel->closed) {
      channel->closed = 1;
      chain = end_waiters(channel);
    }
  }
  wo_channel_unlock(channel);
  wake_all(chain);
}

void wo_channel_recount(wo_waiter *waiter, uint32_t own_sends) {
  wo_channel *channel = waiter->channel;
  if (!channel) return;
  wo_channel_lock(channel);
  if (waiter->queued && !waiter->is_send) {
    channel->parked_senders += own_sends - waiter->own_sends;
    waiter->own_sends = (uint16_t)own_sends;
  }
  wo_channel_unlock(channel);
}

void wo_channel_forget(wo_waiter *waiter) {
  wo_channel *channel = waiter->channel;
  if (channel) {
    wo_channel_lock(channel);
    if (waiter->queued) dequeue(channel, waiter);
    wo_channel_unlock(channel);
  }
  wo_message_free(waiter->message);
  waiter->channel = NULL;
  waiter->message = NULL;
  waiter->value = WO_UNDEFINED;
}

void wo_channel_forget_all(wo_fiber *fiber) {
  wo_channel_forget(&fiber->wait);
  for (uint32_t i = 0; i < fiber->select_count; i++) wo_channel_forget(&fiber->select_waits[i]);
  fiber->select_count = 0;
}
