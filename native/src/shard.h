// Shards and the runtime. A shard is one OS thread (or, inline, the host's own) with a FIFO run
// queue of isolates, an inbox other threads push to, a plane its fibers wait on in the kernel
// (park.h), and the isolates it owns. A shard's fields are touched by its own thread only, except the
// atomics named so; of the plane, what park.h says.
#ifndef WO_SHARD_H
#define WO_SHARD_H

#include <pthread.h>

#include "isolate.h"
#include "limits.h"
#include "slab.h"

// Counted by the shard's thread alone; now and then, and when it idles, copied to atomics that other
// threads read.
// clang-format off
#define WO_STATS(X)                                                                    \
  X(slices) X(preemptions) X(parks) X(wakes) X(messages) X(spawned) X(done) X(collections) \
  X(collect_ns) X(collected_bytes)
// clang-format on
typedef enum wo_stat {
#define WO_STAT(name) WO_STAT_##name,
  WO_STATS(WO_STAT)
#undef WO_STAT
      WO_STAT_COUNT
} wo_stat;
typedef struct wo_shard_stats {
#define WO_STAT(name) uint64_t name;
  WO_STATS(WO_STAT)
#undef WO_STAT
} wo_shard_stats;

// Pauses for collection, by size: four classes for each power of two of nanoseconds.
#define WO_PAUSE_CLASSES 160
WO_INLINE uint32_t wo_pause_class(uint64_t ns) {
  if (ns < 4) return (uint32_t)ns;
  uint32_t log = 63 - (uint32_t)__builtin_clzll(ns);
  uint32_t class = log * 4 + (uint32_t)(ns >> (log - 2) & 3);
  return class < WO_PAUSE_CLASSES ? class : WO_PAUSE_CLASSES - 1;
}

struct wo_shard {
  int32_t budget;       // reductions left in this slice; see wo_force_safepoint
  int32_t budget_held;  // the rest of the slice while `budget` is forced to 0
  uint32_t index;
  wo_runtime *runtime;
  wo_fiber *fiber;  // running now
  wo_isolate *queue_first, *queue_last;
  wo_isolate *all;  // every isolate owned
  _Atomic(wo_isolate *)
      inbox;  // intrusive stack of isolates to make runnable here (reversed on drain)
  wo_plane *plane;
  uint64_t swept;        // slices when parked isolates were last collected while the shard waited
  int64_t sweep_ns;      // not again before
  uint8_t *read_buffer;  // builtins/net.c; NULL until needed
  uint64_t rng;
  uint32_t fired_shape;     // of what select answers; 0: not made yet
  struct wo_ic_table *ics;  // cache.h
  wo_chunk *chunk_cache;    // spare first-size chunks
  uint32_t chunk_cached;
  wo_shard_stats stats;
  uint32_t pauses[WO_PAUSE_CLASSES];  // how many of each class
  uint64_t pause_max_ns;
  _Atomic uint64_t published[WO_STAT_COUNT];
  pthread_t thread;
  bool started;
  bool reaped;               // has told its fibers that everything stops
  bool waking;               // frees what a woken fiber offered: further wakes go to the inbox
  wo_slabs slabs;            // spawn blocks
  _Atomic uint64_t settled;  // 1 + the activity at which it had nothing left to run or collect
  uint64_t rejected;         // last reject_epoch it acted on
};

struct wo_runtime {
  uint32_t shard_count;  // at least 1; inline: exactly 1
  bool inline_mode;
  uint32_t reductions;  // per slice
  uint64_t hash_seed;
  wo_shard shards[WO_SHARDS_MAX];
  wo_isolate main;                   // isolate of fiber 0 (W09)
  _Atomic uint32_t stopping;         // everything is to be unwound: wo_stopping
  _Atomic uint32_t prototype_epoch;  // changes of objects that others inherit from (cache.h)
  _Atomic uint32_t next_fiber_id;
  _Atomic uint64_t next_channel_id;
  _Atomic uint32_t live_fibers;  // spawned and not done (W09: main not counted)
  _Atomic uint64_t activity;     // bumped by every wake and spawn: deadlock epochs
  _Atomic uint32_t idle_shards;
  uint32_t frames_max;
  uint64_t heap_quota;
  const struct wo_options *options;
  struct wo_outputs *outputs;  // standard output and error (builtins/output.c)
  struct wo_work *work;        // calls that block whatever is done (work.h)

  pthread_mutex_t image_lock;
  wo_image *images;
  uint32_t image_count;
  _Atomic(void *) reserve;        // WO_SYSTEM_RESERVE_BYTES for when the system refuses (heap.c)
  wo_heap shared;                 // library objects; immutable after start
  wo_value *builtin_values;       // by wo_builtin_id
  struct wo_names *names;         // intern table (names.c)
  struct wo_shapes *shapes;       // shape.c
  struct wo_events *events;       // ended host-spawned fibers, reports (wo.c)
  wo_image *entry;                // the program of wo_main
  _Atomic uint32_t main_running;  // fiber 0 exists and is not done
  _Atomic uint32_t next_handle;
  _Atomic uint32_t next_shard;  // round robin of host spawns
  _Atomic uint32_t host_ends;  // channel ends the host holds: while there are any, nothing is stuck
  // Deadlock verdicts of threaded runtimes (shard.c).
  _Atomic uint64_t verdict;       // 1 + the activity of the last one
  _Atomic uint64_t reject_epoch;  // raised to have every shard reject its parked handles
  _Atomic uint32_t reject_left, reject_found;
  wo_image *prelude;
  pthread_mutex_t laden_lock;
  wo_channel *laden;  // channels that have queued messages with holds (channel.c)
};

// Makes the next budget check of the running fiber fail although its slice is not over: the safepoint
// collects (or unwinds, when asked to) and gives the held budget back.
WO_INLINE void wo_force_safepoint(wo_shard *shard) {
  if (shard->budget > 0) {
    shard->budget_held = shard->budget;
    shard->budget = 0;
  }
}
// Memory for one small thing: of the slabs of the calling shard (*slab is true then), else of malloc,
// as for large ones, on host threads, and where a checker shall see every piece. NULL: no memory.
void *wo_piece_take(size_t size, bool *slab);
void wo_piece_give(void *piece, size_t size, bool slab);
// Queues a runnable isolate: locally when `shard` is the caller's, else through the inbox.
void wo_shard_queue(wo_shard *shard, wo_isolate *isolate);
// How a runtime ends. After a stop a wait with a deadline answers once more (W12); after main's
// return nothing parked goes on (W11, Z25).
typedef enum wo_stopping { WO_STOPPING_NOT, WO_STOPPING_ASKED, WO_STOPPING_ENDED } wo_stopping;

// Makes a parked fiber whose park word the caller has claimed runnable, wherever it lives. The answer
// must be in place. `from`: the shard of the calling thread, NULL on a host thread.
void wo_wake(wo_shard *from, wo_fiber *fiber);
// Pseudo-random bits for choices that must not be positional; seeded, so replayable.
WO_INLINE uint64_t wo_shard_random(wo_shard *shard) {
  uint64_t x = shard->rng += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}
// The calling thread's shard, NULL on host threads (thread-local).
wo_shard *wo_this_shard(void);
// Parks the running fiber's bookkeeping: state, statistics. Called by builtins before WO_PARKED.
void wo_park(wo_fiber *fiber, uint8_t reason);

// Parks the running fiber on the plane of its shard until `events` of `io` (WO_IO_READ, _WRITE, with
// _DRAINED when its call has just said EAGAIN) or the deadline, whichever comes first; its builtin
// then runs again with `answered` READY or TIMEOUT and the deadline in fiber->deadline_ns. 0: parked,
// answer WO_PARKED. A negative errno (-EBADF: closed): it does not wait.
int wo_wait_io(wo_fiber *fiber, wo_io *io, uint8_t events, int64_t deadline_ns);
// The same for a deadline alone, or (WO_NEVER) for a wo_plane_answer. Cannot fail.
void wo_wait_until(wo_fiber *fiber, int64_t deadline_ns);
// Gives the wait on a channel that the running fiber has just begun a deadline as well; rare->timed
// is there (wo_fiber_timed).
void wo_wait_also_until(wo_fiber *fiber, int64_t deadline_ns);
wo_timed *wo_fiber_timed(wo_fiber *fiber);  // NULL: no memory
// The deadline `ms` from now, never early; WO_NEVER: none (at most `ms` of 292 years count).
int64_t wo_deadline_in(wo_shard *shard, double ms);

// The scheduler loop (shard.c): runs at most `slices` slices (0: no bound). Inline: where nothing can
// run and something waits on the plane, blocks for it until `until_ns` at the latest (WO_PLANE_LOOK:
// not at all).
typedef enum wo_loop { WO_LOOP_IDLE, WO_LOOP_DRAINED, WO_LOOP_MORE, WO_LOOP_DEADLOCK } wo_loop;
wo_loop wo_shard_run(wo_shard *shard, uint64_t slices, int64_t until_ns, uint64_t *done);
// Inline: takes what the inbox has, so that the list of isolates is complete.
void wo_shard_settle(wo_shard *shard);
// Starts and ends the threads of a runtime that is not inline. Joining asks everything to stop.
bool wo_shards_start(wo_runtime *rt);
void wo_shards_join(wo_runtime *rt);
// Puts an isolate made by this thread (or taken from the inbox) into the shard's list and queue.
void wo_shard_link(wo_shard *shard, wo_isolate *isolate);
// Raises rt->stopping and wakes every shard. [any thread]
void wo_shards_stop(wo_runtime *rt);

// The host takes (1) or drops (-1) an end of a channel: it may feed or drain it at any time, so the
// search for deadlocks stands back. [any thread]
void wo_shards_host_end(wo_runtime *rt, int change);
// Inline: collects every isolate.
void wo_shard_collect_all(wo_shard *shard);
// Adds what the shard last published, by wo_stat. [any thread]
void wo_shard_stats_add(wo_shard *shard, uint64_t sums[WO_STAT_COUNT]);

// What wo.c does when a fiber has ended: the event of a host handle, or the report of an error nobody
// sees. On the fiber's shard, before its isolate goes.
void wo_fiber_ended(wo_fiber *fiber);
// Wakes wo_wait: the last fiber is gone, or (stuck) none can go on.
void wo_fibers_drained(wo_runtime *rt, bool stuck);

#endif
