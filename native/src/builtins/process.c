// proc.run: a child process, its pipes and its end, all waited for on the plane of the fiber's shard.
// Starting it is a job of the pool (it looks for the file and waits for the exec); from then on what
// happens to it is taken by watches (errand.h), and the fiber is answered when all is over.
//
// The child is in a process group of its own, which a timeout or the end of its fiber kills. It stays
// unreaped until nothing more is sent to the group, so that the number cannot mean another.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../include/wo.h"
#include "../alloc.h"
#include "../channel.h"
#include "../errand.h"
#include "../limits.h"
#include "../string.h"
#include "system.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

// Where there is no pidfd (before Linux 5.3, or forbidden): how often it is looked for.
#define LOOK_FIRST_NS 1000000
#define LOOK_MOST_NS 50000000

extern char **environ;

typedef struct child child;

// A pipe to or from the child; its number is the child's descriptor.
typedef struct stream {
  wo_watch watch;
  wo_io io;
  child *child;
  bool open;
  uint8_t *bytes;
  size_t length, capacity;  // of what was read, or is to be written
  size_t done;              // written
} stream;

struct child {
  wo_errand errand;
  wo_job job;  // the start
  wo_shard *shard;
  uint32_t parts;  // wo_ios, the job and the errand: the last one gone frees
  size_t size;     // of this block
  pid_t pid;
  int error;           // of the start
  int fds[3], pid_fd;  // ours, from the start; -1: none
  bool running;        // not reaped
  bool exited, timed_out, too_much, answered;
  int status;
  size_t limit;  // the most that is read; 0: no limit
  int64_t deadline_ns, look_ns;
  double timeout_ms;
  stream streams[3];
  wo_watch exit_watch, timeout_watch;
  wo_io exit_io;
  bool exit_open;
  bool has_input;
  const char *file, *cwd;  // cwd NULL: ours
  char **argv, **envp;     // envp NULL: ours
  char text[];             // all of these, and the arrays
};

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

static void part_gone(child *c) {
  if (--c->parts > 0) return;
  for (int i = 0; i < 3; i++) {
    stream *s = &c->streams[i];
    if (s->bytes) wo_free(s->bytes, s->capacity);
  }
  wo_free(c, c->size);
}

static void stream_freed(wo_io *io) { part_gone(WO_CONTAINER(io, stream, io)->child); }
static void exit_freed(wo_io *io) { part_gone(WO_CONTAINER(io, child, exit_io)); }

// --- the start, on a thread of the pool ---

// Above the standard ones, so that giving the child its own overwrites none of these.
static bool lift(int *fd) {
  if (*fd > 2) return true;
  int higher = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
  close(*fd);
  *fd = higher;
  return higher >= 0;
}

// A pipe: `ours` does not block.
static bool make_pipe(int *ours, int *theirs, bool we_write) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  *ours = ends[we_write];
  *theirs = ends[!we_write];
  bool ours_lifted = lift(ours), theirs_lifted = lift(theirs);
  return ours_lifted && theirs_lifted && fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static int spawn_child(child *c, const int theirs[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&how);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  int error = posix_spawnattr_setsigmask(&how, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&how, &defaults);
  if (!error) error = posix_spawnattr_setpgroup(&how, 0);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
  if (!error) error = posix_spawnattr_setflags(&how, flags);
  for (int i = 0; i < 3 && !error; i++) {
    error = theirs[i] >= 0
              ? posix_spawn_file_actions_adddup2(&actions, theirs[i], i)
              : posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDONLY, 0);
  }
  if (!error && c->cwd) error = posix_spawn_file_actions_addchdir_np(&actions, c->cwd);
  if (!error) {
    error = posix_spawnp(&c->pid, c->file, &actions, &how, c->argv, c->envp ? c->envp : environ);
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&how);
  return error;
}

static void run_start(wo_job *job) {
  child *c = WO_CONTAINER(job, child, job);
  int theirs[3] = {-1, -1, -1};
  bool made = !c->has_input || make_pipe(&c->fds[0], &theirs[0], true);
  made = made && make_pipe(&c->fds[1], &theirs[1], false);
  made = made && make_pipe(&c->fds[2], &theirs[2], false);
  c->error = made ? spawn_child(c, theirs) : errno;
  for (int i = 0; i < 3; i++) {
    if (theirs[i] >= 0) close(theirs[i]);
    if (!c->error || c->fds[i] < 0) continue;
    close(c->fds[i]);
    c->fds[i] = -1;
  }
  if (c->error) return;
  c->running = true;
  c->pid_fd = (int)syscall(SYS_pidfd_open, c->pid, 0);
}

// --- while it runs, on the plane's thread ---

static void stream_close(stream *s) {
  if (!s->open) return;
  s->open = false;
  wo_plane_cancel(s->child->shard->plane, &s->watch.wait);
  wo_io_retire(s->child->shard->plane, &s->io);
}

static void close_all(child *c) {
  wo_plane *plane = c->shard->plane;
  for (int i = 0; i < 3; i++) stream_close(&c->streams[i]);
  wo_plane_cancel(plane, &c->exit_watch.wait);
  wo_plane_cancel(plane, &c->timeout_watch.wait);
  if (c->exit_open) {
    c->exit_open = false;
    wo_io_retire(plane, &c->exit_io);
  }
}

static void reap(child *c, int flags) {
  while (c->running && waitpid(c->pid, &c->status, flags) < 0) {
    if (errno == EINTR) continue;
    c->status = 0;  // somebody else has reaped it, or the system does: how it ended is not known
    break;
  }
  c->running = false;
}

// Nothing is left to wait for.
static void finish(child *c) {
  close_all(c);
  reap(c, 0);
  if (c->answered) return;
  c->answered = true;
  wo_errand_answer(c->shard->plane, &c->errand);
}

static void finish_if_over(child *c) {
  bool read = !c->streams[1].open && !c->streams[2].open;
  if (c->exited && (read || c->timed_out || c->too_much)) finish(c);
}

static void kill_group(child *c) {
  if (c->running) kill(-c->pid, SIGKILL);
}

// Whether it has ended; it stays unreaped.
static void look(child *c) {
  siginfo_t info = {0};
  int status = waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT);
  if ((status == 0 && info.si_pid == c->pid) || (status < 0 && errno == ECHILD)) c->exited = true;
}

static void wait_for_exit(child *c) {
  wo_plane *plane = c->shard->plane;
  if (c->exit_open &&
      wo_plane_arm(plane, &c->exit_watch.wait, &c->exit_io, WO_IO_READ, WO_NEVER) == 0)
    return;
  c->look_ns = c->look_ns ? c->look_ns * 2 : LOOK_FIRST_NS;
  if (c->look_ns > LOOK_MOST_NS) c->look_ns = LOOK_MOST_NS;
  wo_plane_sleep(plane, &c->exit_watch.wait, wo_plane_now(plane) + c->look_ns);
}

static void exit_ready(wo_shard *shard, wo_watch *watch) {
  (void)shard;
  child *c = WO_CONTAINER(watch, child, exit_watch);
  look(c);
  if (!c->exited) wait_for_exit(c);
  finish_if_over(c);
}

static void timeout_ready(wo_shard *shard, wo_watch *watch) {
  (void)shard;
  child *c = WO_CONTAINER(watch, child, timeout_watch);
  c->timed_out = true;
  kill_group(c);
  finish_if_over(c);
}

static void arm_stream(stream *s, uint8_t events) {
  int status = wo_plane_arm(s->child->shard->plane, &s->watch.wait, &s->io, events, WO_NEVER);
  if (status == 0) return;
  // No memory to wait with: it is as if the pipe broke.
  stream_close(s);
  kill_group(s->child);
}

static bool stream_room(stream *s) {
  if (s->capacity - s->length >= WO_READ_BLOCK) return true;
  size_t wider = s->capacity ? s->capacity * 2 : WO_READ_BLOCK;
  uint8_t *bytes = s->bytes ? wo_realloc(s->bytes, s->capacity, wider) : wo_alloc(wider);
  if (!bytes) return false;
  s->bytes = bytes;
  s->capacity = wider;
  return true;
}

// A block at a time, so that a child that writes without end leaves the shard to others.
static void output_ready(wo_shard *shard, wo_watch *watch) {
  stream *s = WO_CONTAINER(watch, stream, watch);
  child *c = s->child;
  bool room = stream_room(s);
  if (!room || (c->limit && c->streams[1].length + c->streams[2].length > c->limit)) {
    c->too_much = true;
    kill_group(c);
    stream_close(s);
    finish_if_over(c);
    return;
  }
  ssize_t n = wo_io_read(shard->plane, &s->io, s->bytes + s->length, s->capacity - s->length);
  if (n > 0) s->length += (size_t)n;
  if (n > 0 || n == -EAGAIN) {
    arm_stream(s, (uint8_t)(WO_IO_READ | (n < 0 ? WO_IO_DRAINED : 0)));
  } else {
    stream_close(s);
  }
  finish_if_over(c);
}

// write(2) on a pipe whose reader has gone, without the signal.
static ssize_t write_quietly(stream *s) {
  int fd = wo_io_enter(&s->io);
  if (fd < 0) return fd;
  sigset_t pipe_only, before, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  ssize_t n;
  do n = write(fd, s->bytes + s->done, s->length - s->done);
  while (n < 0 && errno == EINTR);
  int error = errno;
  if (n < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    sigtimedwait(&pipe_only, NULL, &(struct timespec){0});
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  wo_io_leave(&s->io);
  return n < 0 ? -error : n;
}

static void input_ready(wo_shard *shard, wo_watch *watch) {
  (void)shard;
  stream *s = WO_CONTAINER(watch, stream, watch);
  ssize_t n = s->done < s->length ? write_quietly(s) : 0;
  if (n > 0) s->done += (size_t)n;
  // A child that does not read to the end is none of our business.
  if ((n < 0 && n != -EAGAIN) || s->done == s->length) stream_close(s);
  else arm_stream(s, (uint8_t)(WO_IO_WRITE | (n < 0 ? WO_IO_DRAINED : 0)));
}

static void begin(child *c) {
  static void (*const ready[3])(wo_shard *, wo_watch *) = {input_ready, output_ready, output_ready};
  for (int i = 0; i < 3; i++) {
    stream *s = &c->streams[i];
    if (c->fds[i] < 0) continue;
    wo_io_init(&s->io, c->fds[i], 0, stream_freed);
    c->parts++;
    s->open = true;
    wo_watch_init(&s->watch, ready[i]);
  }
  if (c->pid_fd >= 0) {
    wo_io_init(&c->exit_io, c->pid_fd, 0, exit_freed);
    c->parts++;
    c->exit_open = true;
  }
  wo_watch_init(&c->exit_watch, exit_ready);
  wo_watch_init(&c->timeout_watch, timeout_ready);
}

// The fiber has gone: what it started goes too, now. A killed process takes no time to speak of.
static void end_early(child *c) {
  kill_group(c);
  finish(c);
}

static void start_done(wo_plane *plane, wo_job *job, bool cancelled) {
  (void)cancelled;
  child *c = WO_CONTAINER(job, child, job);
  if (!job->ran) c->error = ECANCELED;
  if (c->error) {
    c->answered = true;
    wo_errand_answer(plane, &c->errand);
  } else {
    begin(c);
    if (!c->errand.fiber) {
      end_early(c);
    } else {
      if (c->deadline_ns != WO_NEVER) {
        wo_plane_sleep(plane, &c->timeout_watch.wait, c->deadline_ns);
      }
      for (int i = 0; i < 3; i++) {
        if (c->streams[i].open) arm_stream(&c->streams[i], i == 0 ? WO_IO_WRITE : WO_IO_READ);
      }
      wait_for_exit(c);
    }
  }
  part_gone(c);
}

static void abandon(wo_errand *errand) {
  child *c = WO_CONTAINER(errand, child, errand);
  if (c->job.state) wo_work_cancel(c->shard->runtime->work, &c->job);  // start_done does the rest
  else if (!c->answered) end_early(c);
}

static void free_errand(wo_errand *errand) { part_gone(WO_CONTAINER(errand, child, errand)); }

// --- decoding: everything is copied into one block ---

typedef struct packer {
  wo_fiber *fiber;
  char *at;  // NULL: only measures
  size_t size;
  bool refused;
} packer;

static char *pack_text(packer *p, wo_value v) {
  if (!wo_is_string(v)) {
    p->refused = true;
    return NULL;
  }
  wo_string *s = wo_string_flat(heap_of(p->fiber), v);
  size_t length = wo_string_utf8_length(s);
  p->size += length + 1;
  if (!p->at) return NULL;
  char *text = p->at;
  wo_string_to_utf8(s, text);
  text[length] = 0;
  if (strlen(text) != length) p->refused = true;
  p->at += length + 1;
  return text;
}

// file, args, cwd, env as they come from the prelude: strings, and arrays of strings.
static void pack(packer *p, const wo_value *args, child *c) {
  wo_value lists[2] = {args[1], args[4]};
  for (int which = 0; which < 2; which++) {
    if (!wo_has_kind(lists[which], WO_KIND_ARRAY)) continue;
    wo_array *list = wo_pointer(lists[which]);
    bool is_args = which == 0;
    size_t count = list->length + (is_args ? 2 : 1);
    char **texts = (char **)(void *)p->at;
    p->size += count * sizeof(char *);
    if (p->at) {
      p->at += count * sizeof(char *);
      *(is_args ? &c->argv : &c->envp) = texts;
      texts[count - 1] = NULL;
    }
  }
  char *file = pack_text(p, args[0]);
  char *cwd = args[3] == WO_UNDEFINED ? NULL : pack_text(p, args[3]);
  for (int which = 0; which < 2; which++) {
    if (!wo_has_kind(lists[which], WO_KIND_ARRAY)) continue;
    wo_array *list = wo_pointer(lists[which]);
    for (uint32_t i = 0; i < list->length; i++) {
      char *text = pack_text(p, wo_array_get(list, i));
      if (p->at) (which == 0 ? c->argv + 1 : c->envp)[i] = text;
    }
  }
  if (!p->at) return;
  c->file = c->argv[0] = file;
  c->cwd = cwd;
}

static bool copy_input(wo_fiber *fiber, child *c, wo_value v) {
  if (v == WO_UNDEFINED) return true;
  wo_output_data data;
  if (wo_output_data_of(fiber, v, &data) != WO_DONE) return false;
  stream *s = &c->streams[0];
  c->has_input = data.length > 0;
  s->capacity = data.length ? data.length : 1;
  s->bytes = wo_alloc(s->capacity);
  if (s->bytes) memcpy(s->bytes, data.bytes, s->length = data.length);
  wo_output_data_free(&data);
  if (!s->bytes) wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
  return s->bytes != NULL;
}

// NULL after throwing.
static child *child_new(wo_shard *shard, wo_fiber *fiber, const wo_value *args) {
  packer measure = {.fiber = fiber};
  pack(&measure, args, NULL);
  size_t size = sizeof(child) + measure.size;
  child *c = wo_alloc_zero(size);
  if (!c) {
    wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
    return NULL;
  }
  *c = (child){.errand = {.abandon = abandon, .free = free_errand},
               .job = {.run = run_start, .done = start_done},
               .shard = shard,
               .parts = 1,
               .size = size,
               .fds = {-1, -1, -1},
               .pid_fd = -1,
               .limit = wo_heap_quota(heap_of(fiber)),
               .deadline_ns = WO_NEVER};
  for (int i = 0; i < 3; i++) c->streams[i].child = c;
  packer fill = {.fiber = fiber, .at = c->text};
  pack(&fill, args, c);
  bool good = !fill.refused;
  if (!good) {
    wo_throw_type(fiber, "proc.run takes strings without null bytes");
  } else {
    good = copy_input(fiber, c, args[2]);
  }
  if (good) return c;
  part_gone(c);
  return NULL;
}

static wo_status start(wo_shard *shard, wo_fiber *fiber, const wo_value *args) {
  if (!shard->runtime->options || !shard->runtime->options->allow_run) {
    return wo_throw(fiber, WO_B_PermissionError,
                    "processes may not be run here; the host grants it with allow: { run: true }");
  }
  double ms = 0;
  bool timed = args[5] != WO_UNDEFINED;
  if (timed && wo_duration(fiber, args[5], "proc.run", &ms) != WO_DONE) return WO_THREW;
  if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
  if (!wo_fiber_rare(fiber)) {
    return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
  }
  child *c = child_new(shard, fiber, args);
  if (!c) return WO_THREW;
  if (timed) c->deadline_ns = wo_deadline_in(shard, ms);
  c->timeout_ms = ms;
  c->parts++;  // the job
  if (!wo_work_submit(shard->runtime->work, shard->plane, &c->job)) {
    c->parts--;
    part_gone(c);
    return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
  }
  wo_charge(shard, 1000);
  return wo_errand_wait(fiber, &c->errand);
}

// --- the answer ---

static wo_value bytes_of(wo_heap *heap, const stream *s) {
  wo_value v = wo_bytes_new(heap, (uint32_t)s->length);
  wo_bytes *bytes = wo_pointer(v);
  if (s->length) memcpy(bytes->buffer->data + bytes->offset, s->bytes, s->length);
  return v;
}

static void put(wo_heap *heap, wo_value object, const char *key, wo_value value) {
  wo_define(heap, object, wo_to_key(heap, wo_string_from_ascii(heap, key)), value, WO_ATTR_PLAIN);
}

// Killed by signal n: 128 + n, as shells have it.
static int code_of(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 0;
}

static wo_status answer(wo_shard *shard, wo_fiber *fiber, const child *c, wo_value *result) {
  if (c->error) return wo_throw_io(fiber, c->error, "spawn", c->file);
  if (c->timed_out) {
    return wo_throw(fiber, WO_B_TimeoutError, "proc.run: %s was killed after %g ms", c->file,
                    c->timeout_ms);
  }
  uint64_t length = c->streams[1].length + c->streams[2].length;
  if (length > WO_READ_BLOCK || c->too_much) {
    wo_status status = wo_heap_reserve(heap_of(fiber), fiber, length);
    if (status != WO_DONE) return status;
  }
  if (c->too_much) return wo_throw(fiber, WO_B_OutOfMemoryError, "proc.run: too much output");
  wo_charge(shard, (uint32_t)(length >> 8));
  wo_heap *heap = heap_of(fiber);
  *result = wo_object_new(heap, 3);
  put(heap, *result, "code", wo_from_int(code_of(c->status)));
  put(heap, *result, "stdout", bytes_of(heap, &c->streams[1]));
  put(heap, *result, "stderr", bytes_of(heap, &c->streams[2]));
  return WO_DONE;
}

// file, args, input, cwd, env ("NAME=value"), timeout: of the prelude's proc_run.
wo_status wo_b_proc_run(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  if (argc < 6) return wo_throw_type(fiber, "proc.run: too few arguments");
  wo_errand *errand = wo_errand_over(fiber);
  if (!errand) return start(shard, fiber, args);
  wo_status status = answer(shard, fiber, WO_CONTAINER(errand, child, errand), result);
  if (status != WO_RETRY) wo_errand_end(fiber);
  return status;
}
