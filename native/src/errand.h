// An errand: a call that blocks, which a builtin has begun outside of its fiber (a job of the pool, a
// child process) and waits for. The fiber parks; the answer is made into a value on its own thread, when
// its builtin runs again.
//
//   first run    wo_errand_over: NULL; decode arguments into a call, `return wo_errand_job(...)`
//   run again    wo_errand_over: the call, over: make the result, wo_errand_end
//
// A call lies in memory of its own and has copies of all it needs. Whoever is over last frees it: the
// fiber, when it has the result or is gone, or what is under way, when nobody waits for it any more.
// All of this happens on the thread of the fiber's shard; only `run` does not.
#ifndef WO_ERRAND_H
#define WO_ERRAND_H

#include "fiber.h"
#include "work.h"

typedef struct wo_errand {
  wo_job job;
  wo_fiber *fiber;  // that waits; NULL: nobody any more
  bool over;        // the result is there
  // Read by `run` where it would wait for what may never come: it is not to, as nobody wants the
  // result or it runs on the shard's own thread.
  _Atomic bool abandoned;
  void (*run)(struct wo_errand *call);  // of a job: on a thread of the pool
  void (*abandon)(
      struct wo_errand *call);  // of other calls: to be ended, wo_errand_answer is still due
  void (*free)(struct wo_errand *call);
} wo_errand;

// What an errand of that kind waits for: a wait on the plane that is answered here, not by a fiber.
typedef struct wo_watch {
  wo_io_wait wait;
  void (*ready)(wo_shard *shard, struct wo_watch *watch);
} wo_watch;
WO_INLINE void wo_watch_init(wo_watch *watch, void (*ready)(wo_shard *, wo_watch *)) {
  *watch = (wo_watch){.wait.kind = WO_WAITS_WATCH, .ready = ready};
}

// The call whose answer the running builtin was woken for; NULL: it runs for the first time. May be
// asked again after WO_RETRY.
wo_errand *wo_errand_over(wo_fiber *fiber);
// Frees that call.
void wo_errand_end(wo_fiber *fiber);

// Has `call` run by the pool and takes it. WO_PARKED. WO_DONE: it is over already, as a fiber that may
// not park (in a cleanup) runs it here. WO_THREW: out of memory, or it may not wait.
wo_status wo_errand_job(wo_shard *shard, wo_fiber *fiber, wo_errand *call);
// The fiber waits for a call that is under way by other means. WO_PARKED or WO_THREW (it was freed, and
// nothing may be under way then).
wo_status wo_errand_wait(wo_fiber *fiber, wo_errand *call);
// It is over: wakes who waits for it, or frees it.
void wo_errand_answer(wo_plane *plane, wo_errand *call);

// The fiber's wait has ended, whatever for (shard.c): a call that is not over is abandoned.
void wo_errand_left(wo_fiber *fiber);
// A result nobody has taken (fiber.c).
void wo_errand_drop(wo_fiber *fiber);

#endif
