// The scheduler: run queues, wakes between threads, idling, and what is only decided when
// everything idles or ends: deadlock, the reap after main, stop.
#define _GNU_SOURCE  // CPU affinity
#include "shard.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "errand.h"
#include "channel.h"
#include "message.h"
#include "timer.h"

static _Thread_local wo_shard *this_shard;

wo_shard *wo_this_shard(void) { return this_shard; }

void *wo_piece_take(size_t size, bool *slab) {
  void *piece = NULL;
#if !defined(WO_STRESS) && !defined(__SANITIZE_ADDRESS__)
  if (this_shard) piece = wo_slab_take(&this_shard->slabs, size);
#endif
  *slab = piece != NULL;
  return piece ? piece : wo_alloc(size);
}

void wo_piece_give(void *piece, size_t size, bool slab) {
  if (slab) wo_slab_give(this_shard ? &this_shard->slabs : NULL, piece, size);
  else wo_free(piece, size);
}

// --- queues ---

static void queue_push(wo_shard *shard, wo_isolate *isolate) {
  WO_ASSERT(!isolate->queued);
  isolate->queued = 1;
  isolate->fiber.run_next = NULL;
  if (shard->queue_last) shard->queue_last->fiber.run_next = isolate;
  else shard->queue_first = isolate;
  shard->queue_last = isolate;
}

// Among many fibers the next one is cold: its block is fetched while this one runs.
WO_INLINE void fetch_ahead(const wo_isolate *isolate) {
  const uint8_t *p = (const uint8_t *)isolate;
  for (size_t at = 0; at < sizeof *isolate + 128; at += 64) __builtin_prefetch(p + at);
}

static wo_isolate *queue_pop(wo_shard *shard) {
  wo_isolate *isolate = shard->queue_first;
  if (!isolate) return NULL;
  wo_isolate *next = isolate->fiber.run_next;
  shard->queue_first = next;
  if (next) fetch_ahead(next);
  else shard->queue_last = NULL;
  isolate->queued = 0;
  return isolate;
}

// What is left of a wait of the rarer kinds once it is over: of a select and of a wait with a
// deadline the parts that did not end it; a wait on the plane becomes an empty one.
static WO_NOINLINE void end_rare_wait(wo_shard *shard, wo_fiber *fiber) {
  if (fiber->park_reason == WO_REASON_SELECT) wo_channel_forget_select(fiber);
  if (fiber->park_reason == WO_REASON_RECV_FOR) {
    wo_plane_cancel(shard->plane, &fiber->rare->timed->wait);
  }
  if (!wo_waits_on_plane(fiber)) return;
  wo_plane_cancel(shard->plane, &fiber->io);
  if (fiber->park_reason == WO_REASON_ERRAND) wo_errand_left(fiber);
  int64_t deadline_ns = fiber->io.timer.at_ns;
  fiber->wait = (wo_waiter){.item = WO_UNDEFINED};
  fiber->deadline_ns = deadline_ns;
}

// The fiber of a claimed wait goes on here: its waits leave their queues, and what it was given
// becomes a value of its heap, so that the root walk finds it. From here on what it waited with is
// gone, and what running needs is in its place.
static void make_runnable(wo_shard *shard, wo_fiber *fiber) {
  uint64_t word = atomic_load_explicit(&fiber->park_word, memory_order_relaxed);
  atomic_store_explicit(&fiber->park_word, word & ~3ull, memory_order_relaxed);
  // What nobody took is freed, which may end other waits: those go through the inbox, not deeper.
  shard->waking = true;
  if (WO_UNLIKELY(fiber->park_reason >= WO_REASON_SELECT)) end_rare_wait(shard, fiber);
  wo_item item = fiber->wait.item;
  if (WO_UNLIKELY(wo_item_message(item) != NULL)) {
    if (fiber->wait.is_send) {
      wo_item_free(item);
      item = WO_UNDEFINED;
    } else {
      item = wo_item_adopt(fiber->isolate, item);
    }
  }
  shard->waking = false;
  fiber->answer = item;
  fiber->new_target = WO_UNDEFINED;
  fiber->call.at = 0;
  fiber->state = WO_FIBER_RUNNABLE;
  fiber->park_reason = WO_REASON_NONE;
  shard->stats.wakes++;
  queue_push(shard, fiber->isolate);
}

void wo_shard_link(wo_shard *shard, wo_isolate *isolate) {
  isolate->linked = 1;
  isolate->all_prev = NULL;
  isolate->all_next = shard->all;
  if (shard->all) shard->all->all_prev = isolate;
  shard->all = isolate;
  if (shard->reaped) isolate->fiber.flags |= WO_FIBER_FLAG_STOPPING;
  if (isolate->block_size) shard->stats.spawned++;
  queue_push(shard, isolate);
}

static void unlink_isolate(wo_shard *shard, wo_isolate *isolate) {
  if (isolate->all_prev) isolate->all_prev->all_next = isolate->all_next;
  else shard->all = isolate->all_next;
  if (isolate->all_next) isolate->all_next->all_prev = isolate->all_prev;
  isolate->linked = 0;
}

// Pairing: the push (release) publishes the isolate and its answer to the drain (acquire). The push
// and wo_plane_wake are sequentially consistent against wo_plane_drowse and the read of `inbox` in
// idle(): at least one side sees the other, so no wake is lost.
static void inbox_push(wo_shard *shard, wo_isolate *isolate) {
  wo_isolate *head = atomic_load_explicit(&shard->inbox, memory_order_relaxed);
  do {
    isolate->fiber.run_next = head;
  } while (!atomic_compare_exchange_weak_explicit(&shard->inbox, &head, isolate,
                                                  memory_order_seq_cst, memory_order_relaxed));
  wo_plane_wake(shard->plane);
}

static bool inbox_empty(wo_shard *shard) {
  return atomic_load_explicit(&shard->inbox, memory_order_seq_cst) == NULL;
}

static void inbox_drain(wo_shard *shard) {
  if (atomic_load_explicit(&shard->inbox, memory_order_relaxed) == NULL) return;
  wo_isolate *taken = atomic_exchange_explicit(&shard->inbox, NULL, memory_order_acquire);
  wo_isolate *ordered = NULL;
  while (taken) {
    wo_isolate *next = taken->fiber.run_next;
    taken->fiber.run_next = ordered;
    ordered = taken;
    taken = next;
  }
  while (ordered) {
    wo_isolate *next = ordered->fiber.run_next;
    if (ordered->linked) make_runnable(shard, &ordered->fiber);
    else wo_shard_link(shard, ordered);
    ordered = next;
  }
}

void wo_shard_queue(wo_shard *shard, wo_isolate *isolate) {
  if (shard == this_shard) {
    if (isolate->linked) queue_push(shard, isolate);
    else wo_shard_link(shard, isolate);
    return;
  }
  // A shard that was idle may be about to find a deadlock: it compares this count before and after.
  atomic_fetch_add_explicit(&shard->runtime->activity, 1, memory_order_seq_cst);
  inbox_push(shard, isolate);
}

void wo_wake(wo_shard *from, wo_fiber *fiber) {
  wo_shard *home = fiber->isolate->shard;
  if (WO_LIKELY(from == home)) {
    if (WO_LIKELY(!home->waking)) make_runnable(home, fiber);
    else inbox_push(home, fiber->isolate);
    return;
  }
  atomic_fetch_add_explicit(&home->runtime->activity, 1, memory_order_seq_cst);
  inbox_push(home, fiber->isolate);
}

void wo_park(wo_fiber *fiber, uint8_t reason) {
  fiber->state = WO_FIBER_PARKED;
  fiber->park_fd = WO_PARK_INBOX;
  fiber->park_done = 0;
  fiber->park_reason = reason;
  fiber->isolate->shard->stats.parks++;
}

// The word of the wait that begins. Release: whoever claims the wait reads what was written before,
// through the channel's lock or (a deadlock, a stop) through this word.
static uint64_t arm_word(wo_fiber *fiber) {
  fiber->answered = WO_ANSWER_NONE;
  uint64_t word = atomic_load_explicit(&fiber->park_word, memory_order_relaxed);
  word = ((word >> 2) + 1) << 2 | WO_WAIT_WAITING;
  atomic_store_explicit(&fiber->park_word, word, memory_order_release);
  return word;
}

void wo_wait_arm(wo_fiber *fiber) {
  fiber->wait = (wo_waiter){.item = WO_UNDEFINED};
  arm_word(fiber);
}

// --- waits on the plane. Its part of a wait carries the generation of the park word (as far as
// `tag` goes), so an answer reaches no later wait. ---

static wo_plane *plane_of(const wo_fiber *fiber) { return fiber->isolate->shard->plane; }

static uint32_t tag_of(uint64_t word) { return (uint32_t)(word >> 2); }

int wo_wait_io(wo_fiber *fiber, wo_io *io, uint8_t events, int64_t deadline_ns) {
  uint8_t running[sizeof fiber->io];
  memcpy(running, &fiber->io, sizeof running);
  fiber->io = (wo_io_wait){.kind = WO_WAITS_FIBER};
  int status = wo_plane_arm(plane_of(fiber), &fiber->io, io, events, deadline_ns);
  if (status) {
    // It runs on with what was here: where the call it runs stands, for one.
    memcpy(&fiber->io, running, sizeof running);
    return status;
  }
  fiber->io.tag = tag_of(arm_word(fiber));
  wo_park(fiber, WO_REASON_FD);
  fiber->park_fd = io->fd;
  fiber->park_events = events & (WO_IO_READ | WO_IO_WRITE);
  return 0;
}

void wo_wait_until(wo_fiber *fiber, int64_t deadline_ns) {
  fiber->io = (wo_io_wait){.kind = WO_WAITS_FIBER};
  wo_plane_sleep(plane_of(fiber), &fiber->io, deadline_ns);
  fiber->io.tag = tag_of(arm_word(fiber));
  wo_park(fiber, WO_REASON_DEADLINE);
  fiber->park_fd = WO_PARK_DEADLINE;
  fiber->park_done = 1;
}

wo_timed *wo_fiber_timed(wo_fiber *fiber) {
  wo_rare *rare = wo_fiber_rare(fiber);
  if (rare && !rare->timed) {
    rare->timed = wo_alloc_zero(sizeof *rare->timed);
    if (rare->timed) *rare->timed = (wo_timed){.wait.kind = WO_WAITS_TIMED, .fiber = fiber};
  }
  return rare ? rare->timed : NULL;
}

void wo_wait_also_until(wo_fiber *fiber, int64_t deadline_ns) {
  wo_io_wait *wait = &fiber->rare->timed->wait;
  wo_plane_sleep(plane_of(fiber), wait, deadline_ns);
  wait->tag = tag_of(atomic_load_explicit(&fiber->park_word, memory_order_relaxed));
}

int64_t wo_deadline_in(wo_shard *shard, double ms) {
  int64_t now = wo_plane_now(shard->plane);
  double ns = ceil(ms * 1e6);
  if (ns <= 0) return now;
  return ns < (double)(WO_NEVER - 1 - now) ? now + (int64_t)ns : WO_NEVER - 1;
}

static uint64_t park_word(wo_fiber *fiber) {
  return atomic_load_explicit(&fiber->park_word, memory_order_acquire);
}

// Takes a parked fiber out of the wait whose word the caller has seen; false when a waker was faster,
// or has been by now.
static bool claim(wo_fiber *fiber, uint64_t word) {
  if ((word & 3) != WO_WAIT_WAITING) return false;
  if (!atomic_compare_exchange_strong_explicit(&fiber->park_word, &word,
                                               (word & ~3ull) | WO_WAIT_CLAIMED,
                                               memory_order_acq_rel, memory_order_relaxed)) {
    return false;
  }
  if (!wo_waits_on_plane(fiber)) wo_channel_forget_all(fiber);
  return true;
}

// The wait of a fiber has been answered by the plane: by `got`, in the wait with this tag.
static void answer_fiber(wo_shard *shard, wo_fiber *fiber, uint32_t tag, uint8_t got) {
  uint64_t word = park_word(fiber);
  if (tag_of(word) != tag || !claim(fiber, word)) return;  // it is on its way already
  fiber->answered = got & WO_IO_TIMEOUT ? WO_ANSWER_TIMEOUT : WO_ANSWER_READY;
  make_runnable(shard, fiber);
}

// What the plane has answered goes on: to the tail of the run queue, in the order of the answers.
static void take_ready(wo_shard *shard) {
  for (wo_io_wait *wait; (wait = wo_plane_next(shard->plane));) {
    if (wait->kind == WO_WAITS_FIBER) {
      answer_fiber(shard, WO_CONTAINER(wait, wo_fiber, io), wait->tag, wait->got);
    } else if (wait->kind == WO_WAITS_TIMED) {
      answer_fiber(shard, WO_CONTAINER(wait, wo_timed, wait)->fiber, wait->tag, wait->got);
    } else if (wait->kind == WO_WAITS_WATCH) {
      wo_watch *watch = WO_CONTAINER(wait, wo_watch, wait);
      watch->ready(shard, watch);
    } else {
      wo_timer_fired(shard, wait);
    }
  }
}

// --- ends ---

static void wake_all(wo_runtime *rt) {
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    wo_shard *shard = &rt->shards[i];
    if (shard != this_shard && shard->plane) wo_plane_wake(shard->plane);
  }
}

void wo_shards_stop(wo_runtime *rt) {
  uint32_t none = WO_STOPPING_NOT;
  atomic_compare_exchange_strong_explicit(&rt->stopping, &none, WO_STOPPING_ASKED,
                                          memory_order_seq_cst, memory_order_seq_cst);
  wake_all(rt);
}

void wo_shards_host_end(wo_runtime *rt, int change) {
  uint32_t before =
      atomic_fetch_add_explicit(&rt->host_ends, (uint32_t)change, memory_order_seq_cst);
  if (before + (uint32_t)change != 0) return;
  wake_all(rt);  // idle shards look again
}

static bool has_deadline(const wo_fiber *fiber) {
  if (fiber->park_reason == WO_REASON_RECV_FOR) return true;
  return wo_waits_on_plane(fiber) && fiber->io.timer.at_ns != WO_NEVER;
}

// Takes a fiber out of its wait and out of its work. A wait with a deadline that a stop meets is
// answered as by its deadline; the fiber goes on until it waits once more or its slice ends.
static void reap_fiber(wo_shard *shard, wo_fiber *fiber, bool asked) {
  bool last = false;
  if (fiber->state == WO_FIBER_PARKED && claim(fiber, park_word(fiber))) {
    last = asked && has_deadline(fiber) && !(fiber->flags & WO_FIBER_FLAG_LAST_SLICE);
    fiber->answered = last ? WO_ANSWER_TIMEOUT : WO_ANSWER_NONE;
    make_runnable(shard, fiber);
  }
  fiber->flags |= last ? WO_FIBER_FLAG_LAST_SLICE : WO_FIBER_FLAG_STOPPING;
}

// Everything stops (W11, W12): what is parked is taken out of its wait, once; every fiber is
// unwound at its next turn, or at the one after.
static void reap(wo_shard *shard) {
  shard->reaped = true;
  bool asked =
      atomic_load_explicit(&shard->runtime->stopping, memory_order_seq_cst) == WO_STOPPING_ASKED;
  // Oldest first: the list has the newest in front.
  wo_isolate *isolate = shard->all;
  while (isolate && isolate->all_next) isolate = isolate->all_next;
  for (; isolate; isolate = isolate->all_prev) {
    if (isolate->fiber.state != WO_FIBER_DONE) reap_fiber(shard, &isolate->fiber, asked);
  }
}

static void fiber_done(wo_shard *shard, wo_fiber *fiber) {
  wo_runtime *rt = shard->runtime;
  wo_isolate *isolate = fiber->isolate;
  bool is_main = fiber->flags & WO_FIBER_FLAG_MAIN;
  // First of all, so that nobody is woken by what main lets go: nothing parked is resumed (Z25).
  if (is_main) {
    atomic_store_explicit(&rt->stopping, WO_STOPPING_ENDED, memory_order_seq_cst);
    wake_all(rt);
    if (!shard->reaped) reap(shard);
  }
  if (!is_main) shard->stats.done++;
  wo_fiber_ended(fiber);
  unlink_isolate(shard, isolate);
  wo_isolate_end(isolate);
  if (is_main) atomic_store_explicit(&rt->main_running, 0, memory_order_seq_cst);
  uint32_t left = is_main
                    ? atomic_load_explicit(&rt->live_fibers, memory_order_seq_cst)
                    : atomic_fetch_sub_explicit(&rt->live_fibers, 1, memory_order_seq_cst) - 1;
  if (left == 0 && !atomic_load_explicit(&rt->main_running, memory_order_seq_cst)) {
    wo_fibers_drained(rt, false);
  }
}

// Collects an isolate that is not running now, keeping the books of its wait.
static void collect_isolate(wo_isolate *isolate) {
  wo_waiter *wait = &isolate->fiber.wait;
  bool waits = isolate->fiber.state == WO_FIBER_PARKED && !wo_waits_on_plane(&isolate->fiber);
  wo_channel *channel = waits ? wait->channel : NULL;
  bool counts = channel && !wait->is_send && wait->own_sends;
  if (counts) wo_channel_recount(wait, 0);
  wo_collect(isolate);
  isolate->ran = 0;
  // A hold it let go may have been the last: then its own wait has ended, and is no wait any more.
  if (counts && isolate->fiber.state == WO_FIBER_PARKED) {
    wo_channel_recount(wait, wo_holds_on(isolate, &channel->handle, WO_DIR_SEND));
  }
}

static void run_slice(wo_shard *shard, wo_isolate *isolate) {
  wo_fiber *fiber = &isolate->fiber;
  // A fiber that never began has nothing to unwind (Z25: nothing queued is started).
  if ((fiber->flags & WO_FIBER_FLAG_STOPPING) && !isolate->started) {
    fiber->state = WO_FIBER_DONE;
    fiber->final = WO_FINAL_STOPPED;
    fiber_done(shard, fiber);
    return;
  }
  isolate->started = isolate->ran = 1;
  int32_t budget = (int32_t)shard->runtime->reductions;
  shard->fiber = fiber;
  shard->budget = budget;
  shard->budget_held = 0;
  wo_status status = wo_dispatch(shard, fiber);
  int32_t left = shard->budget + shard->budget_held;
  fiber->reductions += (uint64_t)(budget - left);
  shard->budget_held = 0;
  shard->fiber = NULL;
  shard->stats.slices++;
  switch (status) {
    case WO_YIELD:
      if (left <= 0) shard->stats.preemptions++;
      if (WO_UNLIKELY(fiber->flags & WO_FIBER_FLAG_LAST_SLICE)) {
        fiber->flags |= WO_FIBER_FLAG_STOPPING;
      }
      queue_push(shard, isolate);
      break;
    case WO_PARKED:  // perhaps claimed already: the inbox has it then
      if (WO_UNLIKELY(wo_heap_untidy(&isolate->heap))) collect_isolate(isolate);
      break;
    default: fiber_done(shard, fiber);
  }
}

// --- statistics ---

static void publish_stats(wo_shard *shard) {
#define WO_STAT(name) \
  atomic_store_explicit(&shard->published[WO_STAT_##name], shard->stats.name, memory_order_relaxed);
  WO_STATS(WO_STAT)
#undef WO_STAT
}

void wo_shard_stats_add(wo_shard *shard, uint64_t sums[WO_STAT_COUNT]) {
  for (int i = 0; i < WO_STAT_COUNT; i++) {
    sums[i] += atomic_load_explicit(&shard->published[i], memory_order_relaxed);
  }
}

// Now and then among work: others may read the figures, and what the plane has does not starve.
static WO_NOINLINE void look(wo_shard *shard) {
  publish_stats(shard);
  if (wo_plane_quiet(shard->plane)) return;
  wo_plane_poll(shard->plane, WO_PLANE_LOOK);
  take_ready(shard);
}

// --- idling ---

// Collects parked isolates that hold something: an end nobody names any more may be the last one.
static void collect_parked(wo_shard *shard) {
  for (wo_isolate *isolate = shard->all; isolate; isolate = isolate->all_next) {
    bool parked = isolate->fiber.state == WO_FIBER_PARKED;
    if (parked && isolate->ran && isolate->hold_count) collect_isolate(isolate);
  }
}

// With nothing to run but something to wait for, ends that nobody names any more are not to keep a
// stream open, nor a timer. Walking all isolates is not for every short wait: when the next walk is
// due. WO_NEVER: nothing ran since the last.
static int64_t collect_waiting(wo_shard *shard) {
  wo_plane *plane = shard->plane;
  if (shard->swept == shard->stats.slices || wo_plane_pending(plane) == 0) return WO_NEVER;
  int64_t now = wo_plane_now(plane);
  if (now < shard->sweep_ns) return shard->sweep_ns;
  shard->swept = shard->stats.slices;
  collect_parked(shard);
  int64_t took = wo_plane_now(plane) - now;
  shard->sweep_ns = now + WO_SWEEP_NS + took * WO_SWEEP_SHARE;
  return WO_NEVER;
}

void wo_shard_collect_all(wo_shard *shard) {
  wo_shard *outer = this_shard;
  this_shard = shard;
  inbox_drain(shard);
  for (wo_isolate *isolate = shard->all; isolate; isolate = isolate->all_next) {
    collect_isolate(isolate);
  }
  publish_stats(shard);
  this_shard = outer;
}

// `word`: of the wait that cannot end.
static void raise_deadlock(wo_fiber *fiber, uint64_t word) {
  if (!claim(fiber, word)) return;
  fiber->answered = WO_ANSWER_DEADLOCK;
  wo_wake(this_shard, fiber);
}

// Without main the parked handles of the host learn of it. How many there were.
static uint32_t reject_handles(wo_shard *shard) {
  uint32_t found = 0;
  for (wo_isolate *isolate = shard->all; isolate; isolate = isolate->all_next) {
    wo_fiber *fiber = &isolate->fiber;
    if (!fiber->rare || !fiber->rare->exit_hook || fiber->state != WO_FIBER_PARKED) continue;
    raise_deadlock(fiber, park_word(fiber));
    found++;
  }
  return found;
}

static bool main_can_be_told(wo_runtime *rt) {
  return atomic_load_explicit(&rt->main_running, memory_order_seq_cst);
}

// Threaded: one step of finding out whether all shards are stuck. Each settles (collects, with
// nothing to run) at the activity count it sees; when all have settled at the same count, are idle
// and have empty inboxes, and the count still holds, nothing can ever run again (Z26). A shard is
// idle only while nothing is pending on its plane.
static void detect(wo_shard *shard) {
  wo_runtime *rt = shard->runtime;
  uint64_t epoch = atomic_load_explicit(&rt->activity, memory_order_seq_cst) + 1;
  // Of the wait main is in as long as the count holds.
  uint64_t main_word = main_can_be_told(rt) ? park_word(&rt->main.fiber) : 0;
  if (atomic_load_explicit(&rt->idle_shards, memory_order_seq_cst) != rt->shard_count) return;
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    if (!inbox_empty(&rt->shards[i]) || wo_plane_noted(rt->shards[i].plane)) return;
  }
  if (atomic_load_explicit(&rt->host_ends, memory_order_seq_cst) != 0) return;
  if (atomic_load_explicit(&rt->live_fibers, memory_order_seq_cst) == 0 && !main_can_be_told(rt))
    return;
  collect_parked(shard);
  if (shard->queue_first) return;
  atomic_store_explicit(&shard->settled, epoch, memory_order_seq_cst);
  bool all = true;
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    wo_shard *other = &rt->shards[i];
    if (atomic_load_explicit(&other->settled, memory_order_seq_cst) == epoch) continue;
    all = false;
    wo_plane_wake(other->plane);
  }
  if (!all || atomic_load_explicit(&rt->idle_shards, memory_order_seq_cst) != rt->shard_count)
    return;
  if (atomic_load_explicit(&rt->activity, memory_order_seq_cst) + 1 != epoch) return;
  uint64_t last = atomic_load_explicit(&rt->verdict, memory_order_relaxed);
  if (last == epoch || !atomic_compare_exchange_strong(&rt->verdict, &last, epoch)) return;
  if (main_can_be_told(rt)) {
    // A verdict changes the count even where main lives here, so that each detection is a new one.
    atomic_fetch_add_explicit(&rt->activity, 1, memory_order_seq_cst);
    raise_deadlock(&rt->main.fiber, main_word);
    return;
  }
  atomic_store_explicit(&rt->reject_found, 0, memory_order_relaxed);
  atomic_store_explicit(&rt->reject_left, rt->shard_count, memory_order_relaxed);
  atomic_fetch_add_explicit(&rt->reject_epoch, 1, memory_order_seq_cst);
  wake_all(rt);
}

// This shard's part of a verdict without main. The last one to answer knows whether anybody was
// told.
static void answer_reject(wo_shard *shard) {
  wo_runtime *rt = shard->runtime;
  uint64_t epoch = atomic_load_explicit(&rt->reject_epoch, memory_order_seq_cst);
  if (epoch == shard->rejected) return;
  shard->rejected = epoch;
  uint32_t found = reject_handles(shard);
  if (found) atomic_fetch_add_explicit(&rt->activity, 1, memory_order_seq_cst);
  atomic_fetch_add_explicit(&rt->reject_found, found, memory_order_seq_cst);
  if (atomic_fetch_sub_explicit(&rt->reject_left, 1, memory_order_seq_cst) != 1) return;
  if (atomic_load_explicit(&rt->reject_found, memory_order_seq_cst) == 0)
    wo_fibers_drained(rt, true);
}

static bool wants_to_run(wo_shard *shard) {
  if (shard->queue_first || !inbox_empty(shard)) return true;
  return !shard->reaped && atomic_load_explicit(&shard->runtime->stopping, memory_order_seq_cst);
}

// Blocks until there is something to run, or everything stops. What waits for a file, a deadline or
// a job will go on, so a shard counts as idle only while its plane has nothing pending; that can
// change by its own thread alone, so it stays true while it sleeps.
static void idle(wo_shard *shard) {
  wo_runtime *rt = shard->runtime;
  wo_plane *plane = shard->plane;
  bool counted = false;
  for (;;) {
    wo_plane_drowse(plane);  // from here on wakes are written
    if (wants_to_run(shard)) break;
    int64_t sweep_ns = collect_waiting(shard);
    bool stuck = wo_plane_pending(plane) == 0;
    if (stuck != counted) {
      atomic_fetch_add_explicit(&rt->idle_shards, stuck ? 1 : -1, memory_order_seq_cst);
      counted = stuck;
    }
    if (stuck) {
      answer_reject(shard);
      detect(shard);
    }
    if (wants_to_run(shard)) break;
    wo_plane_poll(plane, sweep_ns);
    take_ready(shard);
  }
  // Not idle before the inbox is drained: detect() relies on the order.
  wo_plane_rouse(plane);
  if (counted) atomic_fetch_sub_explicit(&rt->idle_shards, 1, memory_order_seq_cst);
}

// Inline, with nothing to run: waits for the plane until `until_ns`. False: nothing came, or nothing
// is waited for there. Afterwards wakes are written, for a host that polls the plane's descriptor.
static bool wait_inline(wo_shard *shard, int64_t until_ns) {
  wo_plane *plane = shard->plane;
  while (wo_plane_pending(plane) > 0) {
    int64_t sweep_ns = collect_waiting(shard);
    if (wo_plane_pending(plane) == 0) break;
    wo_plane_drowse(plane);
    if (wants_to_run(shard)) return true;
    wo_plane_poll(plane, sweep_ns < until_ns ? sweep_ns : until_ns);
    take_ready(shard);
    if (wants_to_run(shard)) return true;
    if (until_ns == WO_PLANE_LOOK || wo_plane_now(plane) >= until_ns) break;
  }
  wo_plane_drowse(plane);
  return wants_to_run(shard);
}

// Inline: nothing runs elsewhere, so one look decides. True when somebody was told and can run.
static bool inline_deadlock(wo_shard *shard) {
  wo_runtime *rt = shard->runtime;
  if (main_can_be_told(rt)) {
    raise_deadlock(&rt->main.fiber, park_word(&rt->main.fiber));
    return true;
  }
  return reject_handles(shard) > 0;
}

// --- loops ---

void wo_shard_settle(wo_shard *shard) {
  wo_shard *outer = this_shard;
  this_shard = shard;
  inbox_drain(shard);
  this_shard = outer;
}

wo_loop wo_shard_run(wo_shard *shard, uint64_t slices, int64_t until_ns, uint64_t *done) {
  wo_runtime *rt = shard->runtime;
  wo_shard *outer = this_shard;
  this_shard = shard;
  wo_loop result;
  bool deadlock = false;
  uint64_t count = 0;
  for (;;) {
    inbox_drain(shard);
    if (atomic_load_explicit(&rt->stopping, memory_order_relaxed) && !shard->reaped) reap(shard);
    if (slices && count == slices && shard->queue_first) {
      result = WO_LOOP_MORE;
      break;
    }
    wo_isolate *isolate = queue_pop(shard);
    if (isolate) {
      run_slice(shard, isolate);
      count++;
      if ((shard->stats.slices & (WO_PLANE_SLICES - 1)) == 0) look(shard);
      continue;
    }
    if (!inbox_empty(shard)) continue;
    if (!shard->all) {
      result = deadlock ? WO_LOOP_DEADLOCK : WO_LOOP_DRAINED;
      break;
    }
    // With a thread of its own it waits in idle(), with the one system call that also submits.
    if (rt->inline_mode && wait_inline(shard, until_ns)) continue;
    bool host = atomic_load_explicit(&rt->host_ends, memory_order_seq_cst) != 0;
    if (!rt->inline_mode || host || wo_plane_pending(shard->plane) > 0) {
      result = WO_LOOP_IDLE;
      break;
    }
    collect_parked(shard);
    if (shard->queue_first) continue;
    bool told = inline_deadlock(shard);
    deadlock = !main_can_be_told(rt);
    if (told) continue;
    result = WO_LOOP_DEADLOCK;
    break;
  }
  publish_stats(shard);
  this_shard = outer;
  *done = count;
  return result;
}

static void pin(const wo_shard *shard) {
  // One shard alone gains nothing from being kept where it is.
  cpu_set_t allowed, one;
  if (shard->runtime->shard_count < 2 || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  int count = CPU_COUNT(&allowed);
  int wanted = (int)shard->index % (count ? count : 1);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || wanted-- != 0) continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    return;
  }
}

static void *shard_main(void *argument) {
  wo_shard *shard = argument;
  this_shard = shard;
  pin(shard);
  for (;;) {
    uint64_t done;
    wo_loop loop = wo_shard_run(shard, 0, WO_PLANE_LOOK, &done);
    if (loop == WO_LOOP_DRAINED && shard->reaped) break;
    idle(shard);
  }
  return NULL;
}

bool wo_shards_start(wo_runtime *rt) {
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    wo_shard *shard = &rt->shards[i];
    if (pthread_create(&shard->thread, NULL, shard_main, shard) != 0) return false;
    shard->started = true;
  }
  return true;
}

void wo_shards_join(wo_runtime *rt) {
  wo_shards_stop(rt);
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    if (rt->shards[i].started) pthread_join(rt->shards[i].thread, NULL);
    rt->shards[i].started = false;
  }
}
