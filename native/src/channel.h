// Channels: outside all heaps, own lock, a ring of messages grown lazily up to the capacity, FIFO
// queues of waiters linked through the fibers' park blocks: nothing is allocated to wait. A waiter
// in several queues (select) is claimed by one compare-and-swap on its fiber's park word; the loser
// finds it claimed and tries the next waiter. The value is committed first, then the fiber made
// runnable (wo_wake of shard.h); the waker never runs the waiter. Lock order: one channel at a time,
// except select, which locks its channels in address order while it enqueues.
#ifndef WO_CHANNEL_H
#define WO_CHANNEL_H

#include "fiber.h"
#include "handle.h"
#include "message.h"

struct wo_channel {
  wo_handle handle;  // first
  _Atomic uint8_t lock;
  uint8_t closed;     // by close() or the last sender's going
  bool slab;          // its memory is a slab's
  bool timed;         // its sender is a timer (timer.h)
  bool fed;           // its sender is a source (source.h)
  uint32_t capacity;  // 0: rendezvous
  uint32_t head, count, ring_capacity;
  wo_item *ring;  // grown lazily
  wo_waiter *recv_first;
  union {
    wo_waiter *send_first;
    wo_channel *next_dead;  // while it is being freed
  };
  wo_waiter *recv_last, *send_last;
  uint32_t senders, receivers;  // holds per direction; under the lock
  uint32_t parked_senders;      // of these, belonging to single-fiber isolates that receive here
  uint64_t id;
  wo_runtime *laden_in;  // whose list of channels it is in, once it has queued a message with holds
  wo_channel *laden_next, *laden_prev;
  union {
    wo_message *crash;         // first crash of any sender: raised once drained and closed
    struct wo_timer *timer;    // `timed`: until it has fired for the last time or is dropped
    struct wo_source *source;  // `fed`: always
  };
};

wo_channel *wo_channel_new(wo_runtime *rt, uint32_t capacity);  // no holds yet; NULL: no memory
void wo_channel_free(wo_channel *channel);                      // by wo_handle_unref only

// At the runtime's end: empties what is still queued. Channels that wait in each other, or in
// themselves, would never be freed by their counts.
void wo_channels_drain(wo_runtime *rt);

typedef enum wo_channel_result {
  WO_CHANNEL_OK,       // done
  WO_CHANNEL_BLOCK,    // would block (a fiber given has been enqueued)
  WO_CHANNEL_CLOSED,   // send: closed; receive: ended cleanly
  WO_CHANNEL_CRASHED,  // receive: drained, and a sender crashed: *item is the error message
  WO_CHANNEL_STUCK,   // receive with a fiber: only fibers that would wait for each other could send
  WO_CHANNEL_MEMORY,  // send: the ring could not grow
} wo_channel_result;

// Tries to send / receive. Where nothing is possible now, `waiter`, the running fiber, begins to wait
// (NULL: it does not): its park word is armed and fiber->wait enqueued, and the caller parks it.
// Takes and releases the lock.
wo_channel_result wo_channel_send(wo_channel *channel, wo_item item, wo_fiber *waiter);
// `end`: the value through which `waiter` receives; WO_UNDEFINED: its wait also has a deadline, so it
// is never stuck.
wo_channel_result wo_channel_recv(wo_channel *channel, wo_item *item, wo_fiber *waiter,
                                  wo_value end);
// Ends the stream for everybody (Z11): parked senders get SendOnClosedError, receivers drain.
void wo_channel_close(wo_channel *channel);
// Takes a waiter out of its queue if it still is in one (cancel, stop, losing select arms) and frees
// the message of one that never sent.
void wo_channel_forget(wo_waiter *waiter);
// The waits of a fiber whose park word the caller has claimed: the single one and those of a select.
void wo_channel_forget_all(wo_fiber *fiber);
void wo_channel_forget_select(wo_fiber *fiber);
// The live send holds of a parked receiver's isolate are `own_sends` now (a collection of a parked
// isolate may release some: it says 0 before, the truth after).
void wo_channel_recount(wo_waiter *waiter, uint32_t own_sends);
// Whether a send would not block now. A hint: the answer may be old when it arrives.
bool wo_channel_send_ready(wo_channel *channel);
bool wo_channel_crashed(wo_channel *channel);
// closed: no more can be sent. ended: closed and drained.
void wo_channel_look(wo_channel *channel, bool *closed, bool *ended, uint32_t *length);

// The parts for select (select.c), which holds several locks: *wake is a fiber to wake once they are
// released, or NULL.
void wo_channel_lock(wo_channel *channel);
void wo_channel_unlock(wo_channel *channel);
wo_channel_result wo_channel_send_locked(wo_channel *channel, wo_item item, wo_fiber **wake);
wo_channel_result wo_channel_recv_locked(wo_channel *channel, wo_item *item, wo_fiber **wake);
void wo_channel_enqueue_locked(wo_channel *channel, wo_waiter *waiter);

// Fiber side (builtins/fibers.c). Receives from channel end `end` as recv() does: *out is the value,
// WO_UNDEFINED at the clean end. May answer WO_PARKED: the same step runs again. Used by recv, by
// for-of and by iterators over channels.
wo_status wo_fiber_recv(wo_shard *shard, wo_fiber *fiber, wo_value end, wo_value *out);
// Begins a wait of the running fiber: arms its park word and makes fiber->wait an empty one. There is
// no way back: it parks, or whoever claims the word makes it runnable.
void wo_wait_arm(wo_fiber *fiber);
// WO_DONE, or WO_THREW: this fiber may not park now (a cleanup, or a fiber being ended, which one
// that a stop has woken for the last time is from here on).
wo_status wo_may_park(wo_fiber *fiber);
// One round of select over the object `arms`. `now`: does not wait, WO_YIELD stands for nothing
// ready. `round`: an exhausted select is undefined instead of DeadlockError.
wo_status wo_select(wo_shard *shard, wo_fiber *fiber, wo_value arms, bool now, bool round,
                    wo_value *out);
// Hold counting (handle.c).
void wo_channel_count(wo_channel *channel, uint8_t direction);
void wo_channel_uncount(wo_channel *channel, uint8_t direction, wo_message *reason);

#endif
