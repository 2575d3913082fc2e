// A bounded pool of threads. One lock for everything: a job costs two system calls at least.
#include "work.h"

#include <pthread.h>
#include <signal.h>

#include "alloc.h"
#include "limits.h"

enum { JOB_QUEUED = 1, JOB_RUNNING, JOB_RETURNING };

typedef struct queue {
  wo_job *first, *last;
} queue;

struct wo_work {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  queue quick, slow;
  uint32_t thread_count, idle_count;  // idle: asleep, or woken and not yet there
  uint32_t queued_count, slow_count;  // slow: those that run
  bool ending;
  pthread_t threads[WO_WORK_THREADS_MAX];
};

static void push(queue *q, wo_job *job) {
  job->next = NULL;
  job->prev = q->last;
  if (q->last) q->last->next = job;
  else q->first = job;
  q->last = job;
}

static void unlink_job(queue *q, wo_job *job) {
  if (job->prev) job->prev->next = job->next;
  else q->first = job->next;
  if (job->next) job->next->prev = job->prev;
  else q->last = job->prev;
}

static queue *queue_of(wo_work *work, const wo_job *job) {
  return job->slow ? &work->slow : &work->quick;
}

// On the plane's thread, which alone cancels.
static void hand_back(wo_plane *plane, wo_note *note) {
  wo_job *job = WO_CONTAINER(note, wo_job, note);
  plane->jobs--;
  job->state = 0;
  job->done(plane, job, job->cancelled);
}

static void give_back(wo_job *job) {
  job->state = JOB_RETURNING;
  job->note.run = hand_back;
  wo_plane_post(job->home, &job->note);
}

static bool may_be_slow(const wo_work *work) {
  return work->slow.first && work->slow_count < WO_WORK_THREADS_MAX / 2;
}

static void *work_main(void *argument) {
  wo_work *work = argument;
  pthread_mutex_lock(&work->lock);
  for (;;) {
    queue *q = work->quick.first ? &work->quick : may_be_slow(work) ? &work->slow : NULL;
    if (!q) {
      if (work->ending) break;
      work->idle_count++;
      pthread_cond_wait(&work->filled, &work->lock);
      work->idle_count--;
      continue;
    }
    wo_job *job = q->first;
    unlink_job(q, job);
    work->queued_count--;
    job->state = JOB_RUNNING;
    job->ran = true;
    work->slow_count += job->slow;
    pthread_mutex_unlock(&work->lock);
    job->run(job);
    pthread_mutex_lock(&work->lock);
    work->slow_count -= job->slow;
    // A slow job that was held back may run now, here or where somebody sleeps.
    if (job->slow && may_be_slow(work)) pthread_cond_signal(&work->filled);
    give_back(job);
  }
  pthread_mutex_unlock(&work->lock);
  return NULL;
}

// Signals are for the threads of the program.
static bool start_thread(wo_work *work) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool made = pthread_create(&work->threads[work->thread_count], NULL, work_main, work) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (made) work->thread_count++;
  return made;
}

wo_work *wo_work_new(void) {
  wo_work *work = wo_alloc_zero(sizeof *work);
  if (!work) return NULL;
  pthread_mutex_init(&work->lock, NULL);
  pthread_cond_init(&work->filled, NULL);
  return work;
}

bool wo_work_submit(wo_work *work, wo_plane *plane, wo_job *job) {
  WO_ASSERT(job->state == 0);
  pthread_mutex_lock(&work->lock);
  bool wanted = work->idle_count <= work->queued_count && work->thread_count < WO_WORK_THREADS_MAX;
  bool can = !work->ending && (!wanted || start_thread(work) || work->thread_count > 0);
  if (can) {
    job->home = plane;
    job->ran = job->cancelled = false;
    job->state = JOB_QUEUED;
    plane->jobs++;
    push(queue_of(work, job), job);
    work->queued_count++;
    pthread_cond_signal(&work->filled);
  }
  pthread_mutex_unlock(&work->lock);
  return can;
}

void wo_work_cancel(wo_work *work, wo_job *job) {
  pthread_mutex_lock(&work->lock);
  if (job->state) {
    job->cancelled = true;
    if (job->state == JOB_QUEUED) {
      unlink_job(queue_of(work, job), job);
      work->queued_count--;
      give_back(job);
    }
  }
  pthread_mutex_unlock(&work->lock);
}

static void cancel_queued(queue *q) {
  while (q->first) {
    wo_job *job = q->first;
    unlink_job(q, job);
    job->cancelled = true;
    give_back(job);
  }
}

void wo_work_free(wo_work *work) {
  if (!work) return;
  pthread_mutex_lock(&work->lock);
  work->ending = true;
  cancel_queued(&work->quick);
  cancel_queued(&work->slow);
  pthread_cond_broadcast(&work->filled);
  pthread_mutex_unlock(&work->lock);
  for (uint32_t i = 0; i < work->thread_count; i++) pthread_join(work->threads[i], NULL);
  pthread_cond_destroy(&work->filled);
  pthread_mutex_destroy(&work->lock);
  wo_free(work, sizeof *work);
}
