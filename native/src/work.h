// Calls that block whatever is done (files, name resolution) run on a few threads of the runtime.
// A job is embedded in memory of its own, never in a fiber: it may outlive who asked for it. It is
// run once by a thread of the pool and then handed back, on the thread of the plane that submitted
// it, from within wo_plane_poll; while it is away that plane is not idle (wo_plane_pending).
//
// Threads are made when there is work for them, at most WO_WORK_THREADS_MAX, and joined with the
// pool. Slow jobs (those that wait for other machines) take at most half of them, so that a dead name
// server does not stop files.
#ifndef WO_WORK_H
#define WO_WORK_H

#include "park.h"

typedef struct wo_work wo_work;

typedef struct wo_job {
  void (*run)(struct wo_job *job);  // on a thread of the pool
  // On the plane's thread, once for each submit; the job is the owner's again. `cancelled`: nobody
  // waits for the result, which may not even exist (see `ran`).
  void (*done)(wo_plane *plane, struct wo_job *job, bool cancelled);
  bool slow;
  bool ran;  // run was called
  // The pool's.
  bool cancelled;
  uint8_t state;
  wo_plane *home;
  struct wo_job *next, *prev;
  wo_note note;
} wo_job;

wo_work *wo_work_new(void);  // NULL: out of memory
// After all shards have stopped and before their planes are freed. Jobs that have not begun are
// cancelled, those that run are waited for; all are then handed back by wo_plane_free.
void wo_work_free(wo_work *work);
// False: no thread can be made, and nothing happened. [thread of the plane]
bool wo_work_submit(wo_work *work, wo_plane *plane, wo_job *job);
// Nobody waits for the job any more; it is still handed back, cancelled. Idempotent until then.
// [thread of the plane]
void wo_work_cancel(wo_work *work, wo_job *job);

#endif
