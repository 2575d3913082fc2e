// The pool for calls that block: every job comes back once, to the thread that submitted it, whether
// it ran, was cancelled at any moment, or was left when everything ended. Run it under TSan.
#include "test.h"

#include <pthread.h>
#include <unistd.h>

#include "../src/alloc.h"
#include "../src/limits.h"
#include "../src/work.h"

__attribute__((constructor)) static void watchdog(void) { alarm(280); }

typedef struct counted_job {
  wo_job job;
  int input, output;
  int naps_us;
  int done, cancelled;
  wo_io_wait *wait;
  pthread_t done_by;
} counted_job;

static _Atomic int running, running_max, run_count;

static void run_job(wo_job *job) {
  counted_job *self = WO_CONTAINER(job, counted_job, job);
  int now = atomic_fetch_add(&running, 1) + 1, most = atomic_load(&running_max);
  while (now > most && !atomic_compare_exchange_weak(&running_max, &most, now)) continue;
  if (self->naps_us) usleep((unsigned)self->naps_us);
  self->output = self->input * 2;
  atomic_fetch_add(&run_count, 1);
  atomic_fetch_sub(&running, 1);
}

static void job_done(wo_plane *plane, wo_job *job, bool cancelled) {
  counted_job *self = WO_CONTAINER(job, counted_job, job);
  self->done++;
  self->cancelled = cancelled;
  self->done_by = pthread_self();
  if (self->wait && !cancelled) wo_plane_answer(plane, self->wait, WO_IO_DONE);
}

static wo_plane *plane_new(void) {
  char error[200];
  wo_plane_choice choice;
  wo_plane_choose(NULL, &choice);
  return wo_plane_new(&choice, error, sizeof error);
}

static counted_job *jobs_new(int count, int naps_us) {
  counted_job *jobs = calloc((size_t)count, sizeof *jobs);
  for (int i = 0; i < count; i++) {
    jobs[i].job.run = run_job;
    jobs[i].job.done = job_done;
    jobs[i].input = i;
    jobs[i].naps_us = naps_us;
  }
  atomic_store(&running_max, 0);
  atomic_store(&run_count, 0);
  return jobs;
}

TEST("jobs run on other threads, come back here, and answer who waits for them") {
  enum { COUNT = 2000 };
  wo_plane *plane = plane_new();
  wo_work *work = wo_work_new();
  counted_job *jobs = jobs_new(COUNT, 0);
  wo_io_wait *waits = calloc(COUNT, sizeof *waits);
  for (int i = 0; i < COUNT; i++) {
    wo_plane_sleep(plane, &waits[i], WO_NEVER);
    jobs[i].wait = &waits[i];
    CHECK(wo_work_submit(work, plane, &jobs[i].job));
  }
  CHECK_EQ(wo_plane_pending(plane), 2 * COUNT);
  int answered = 0;
  while (answered < COUNT) {
    wo_io_wait *wait = wo_plane_next(plane);
    if (!wait) wo_plane_poll(plane, WO_NEVER);
    else answered += wait->got == WO_IO_DONE;
  }
  for (int i = 0; i < COUNT; i++) {
    CHECK(jobs[i].done == 1 && !jobs[i].cancelled && jobs[i].output == 2 * i);
    CHECK(pthread_equal(jobs[i].done_by, pthread_self()));
  }
  CHECK_EQ(wo_plane_pending(plane), 0);
  wo_work_free(work);
  wo_plane_free(plane);
  free(waits);
  free(jobs);
}

TEST("a poll that hands a job back before it blocks does not block") {
  wo_plane *plane = plane_new();
  wo_work *work = wo_work_new();
  counted_job *jobs = jobs_new(1, 0);
  CHECK(wo_work_submit(work, plane, &jobs[0].job));
  while (!atomic_load(&plane->notes)) usleep(100);
  wo_plane_poll(plane, WO_NEVER);
  CHECK_EQ(jobs[0].done, 1);
  CHECK_EQ(wo_plane_pending(plane), 0);
  wo_work_free(work);
  wo_plane_free(plane);
  free(jobs);
}

TEST("threads are made as work comes, and no more than there may be") {
  wo_plane *plane = plane_new();
  wo_work *work = wo_work_new();
  counted_job *jobs = jobs_new(12, 20000);
  CHECK(wo_work_submit(work, plane, &jobs[0].job));
  while (!jobs[0].done) wo_plane_poll(plane, WO_NEVER);
  CHECK_EQ(running_max, 1);
  for (int i = 1; i < 12; i++) wo_work_submit(work, plane, &jobs[i].job);
  while (wo_plane_pending(plane)) wo_plane_poll(plane, WO_NEVER);
  CHECK_EQ(running_max, WO_WORK_THREADS_MAX);
  wo_work_free(work);
  wo_plane_free(plane);
  free(jobs);
}

TEST("slow jobs leave half of the threads to the others") {
  wo_plane *plane = plane_new();
  wo_work *work = wo_work_new();
  counted_job *slow = jobs_new(8, 50000), *quick = jobs_new(4, 0);
  for (int i = 0; i < 8; i++) {
    slow[i].job.slow = true;
    wo_work_submit(work, plane, &slow[i].job);
  }
  for (int i = 0; i < 4; i++) wo_work_submit(work, plane, &quick[i].job);
  while (!quick[0].done || !quick[1].done || !quick[2].done || !quick[3].done) {
    wo_plane_poll(plane, WO_NEVER);
  }
  CHECK(!slow[7].done);
  while (wo_plane_pending(plane)) wo_plane_poll(plane, WO_NEVER);
  for (int i = 0; i < 8; i++) CHECK_EQ(slow[i].done, 1);
  CHECK(running_max <= WO_WORK_THREADS_MAX / 2 + 1);
  wo_work_free(work);
  wo_plane_free(plane);
  free(slow);
  free(quick);
}

TEST("a job can be cancelled before it runs, while it runs and after, and comes back once") {
  enum { COUNT = 400 };
  uint64_t rng = test_seed(9);
  wo_plane *plane = plane_new();
  wo_work *work = wo_work_new();
  counted_job *jobs = jobs_new(COUNT, 50);
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < COUNT; i++) {
      jobs[i].done = 0;
      wo_work_submit(work, plane, &jobs[i].job);
      int victim = (int)(test_random(&rng) % (uint64_t)(i + 1));
      if (test_random(&rng) % 2) wo_work_cancel(work, &jobs[victim].job);
      if (test_random(&rng) % 16 == 0) wo_plane_poll(plane, WO_PLANE_LOOK);
    }
    while (wo_plane_pending(plane)) wo_plane_poll(plane, WO_NEVER);
    for (int i = 0; i < COUNT; i++) {
      CHECK_EQ(jobs[i].done, 1);
      CHECK(jobs[i].job.ran || jobs[i].cancelled);
    }
  }
  wo_work_free(work);
  wo_plane_free(plane);
  free(jobs);
}

TEST("the end: what has not begun is cancelled, what runs is waited for, all of it comes back") {
  enum { COUNT = 100 };
  size_t bytes = wo_alloc_bytes();
  wo_plane *plane = plane_new(), *other = plane_new();
  wo_work *work = wo_work_new();
  counted_job *jobs = jobs_new(COUNT, 3000);
  for (int i = 0; i < COUNT; i++) wo_work_submit(work, i % 2 ? plane : other, &jobs[i].job);
  usleep(5000);
  wo_work_free(work);
  wo_plane_free(plane);
  wo_plane_free(other);
  int ran = 0;
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(jobs[i].done, 1);
    CHECK(jobs[i].job.ran == !jobs[i].cancelled);
    ran += jobs[i].job.ran;
  }
  CHECK_EQ(ran, run_count);
  CHECK(ran < COUNT);
  CHECK_EQ(wo_alloc_bytes(), bytes);
  free(jobs);
}
