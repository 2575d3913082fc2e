// Calls that block: see errand.h.
#include "errand.h"

#include "builtin.h"
#include "channel.h"

wo_errand *wo_errand_over(wo_fiber *fiber) {
  if (fiber->answered != WO_ANSWER_READY) return NULL;
  wo_errand *call = fiber->rare ? fiber->rare->errand : NULL;
  return call && call->over ? call : NULL;
}

void wo_errand_drop(wo_fiber *fiber) {
  wo_errand *call = fiber->rare ? fiber->rare->errand : NULL;
  if (!call) return;
  fiber->rare->errand = NULL;
  call->free(call);
}

void wo_errand_end(wo_fiber *fiber) {
  fiber->answered = WO_ANSWER_NONE;
  wo_errand_drop(fiber);
}

static wo_status refuse(wo_fiber *fiber, wo_errand *call) {
  call->free(call);
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

// What an error left behind goes first.
static bool keep(wo_fiber *fiber, wo_errand *call) {
  wo_errand_drop(fiber);
  wo_rare *rare = wo_fiber_rare(fiber);
  if (!rare) return false;
  rare->errand = call;
  call->fiber = fiber;
  call->over = false;
  return true;
}

static void park(wo_fiber *fiber) {
  wo_wait_until(fiber, WO_NEVER);
  fiber->park_reason = WO_REASON_ERRAND;
  fiber->park_done = 0;
}

static void run_job(wo_job *job) {
  wo_errand *call = WO_CONTAINER(job, wo_errand, job);
  call->run(call);
}

static void job_done(wo_plane *plane, wo_job *job, bool cancelled) {
  (void)cancelled;
  wo_errand_answer(plane, WO_CONTAINER(job, wo_errand, job));
}

void wo_errand_answer(wo_plane *plane, wo_errand *call) {
  if (!call->fiber) {
    call->free(call);
    return;
  }
  call->over = true;
  wo_plane_answer(plane, &call->fiber->io, WO_IO_DONE);
}

// In a cleanup there is no waiting: the call blocks, so that files can be put in order there.
static wo_status run_here(wo_fiber *fiber, wo_errand *call) {
  atomic_store_explicit(&call->abandoned, true, memory_order_relaxed);
  call->run(call);
  call->over = true;
  fiber->answered = WO_ANSWER_READY;
  fiber->answer = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_errand_job(wo_shard *shard, wo_fiber *fiber, wo_errand *call) {
  if (fiber->flags & (WO_FIBER_FLAG_UNWINDING | WO_FIBER_FLAG_CLEANUP)) {
    return keep(fiber, call) ? run_here(fiber, call) : refuse(fiber, call);
  }
  if (wo_may_park(fiber) != WO_DONE) {
    call->free(call);
    return WO_THREW;
  }
  if (!keep(fiber, call)) return refuse(fiber, call);
  call->job.run = run_job;
  call->job.done = job_done;
  if (!wo_work_submit(shard->runtime->work, shard->plane, &call->job)) {
    fiber->rare->errand = NULL;
    return refuse(fiber, call);
  }
  park(fiber);
  return WO_PARKED;
}

wo_status wo_errand_wait(wo_fiber *fiber, wo_errand *call) {
  if (wo_may_park(fiber) != WO_DONE) {
    call->free(call);
    return WO_THREW;
  }
  if (!keep(fiber, call)) return refuse(fiber, call);
  park(fiber);
  return WO_PARKED;
}

void wo_errand_left(wo_fiber *fiber) {
  wo_errand *call = fiber->rare->errand;
  if (!call || call->over) return;
  fiber->rare->errand = NULL;
  call->fiber = NULL;
  atomic_store_explicit(&call->abandoned, true, memory_order_relaxed);
  if (call->run) wo_work_cancel(fiber->isolate->shard->runtime->work, &call->job);
  else call->abandon(call);
}
