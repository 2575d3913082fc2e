// Standard output and error. Whole writes, in the order of the calls, of whatever fiber and shard. What
// a full pipe or a terminal does not take waits here, and who wrote it waits on the plane until it is
// out; a file is written directly. Nothing is lost: the end of the runtime writes what is left.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../include/wo.h"
#include "../alloc.h"
#include "../channel.h"
#include "system.h"

typedef struct stream {
  pthread_mutex_t lock;  // of all but io
  int fd;                // 1 or 2
  bool known;
  bool waits;     // else it is written directly
  bool blocking;  // shared with others and not to be changed: asked before each small write
  bool opened;    // io is
  int error;      // of the write that took bytes up to `failed` with it
  uint32_t failed;
  uint32_t taken, written;  // bytes, modulo 2^32
  char *bytes;              // that wait: bytes[start..length)
  size_t start, length, capacity;
  wo_io io;
} stream;

struct wo_outputs {
  stream *streams[2];
};

static void stream_free(wo_io *io) {
  stream *s = WO_CONTAINER(io, stream, io);
  if (s->bytes) wo_free(s->bytes, s->capacity);
  pthread_mutex_destroy(&s->lock);
  wo_free(s, sizeof *s);
}

// A pipe is opened anew, so that not blocking is a matter of ours alone; what that cannot be done with
// is asked before each write.
static void find_out(stream *s) {
  s->known = true;
  struct stat info;
  if (fstat(s->fd, &info) != 0) return;
  bool pipe = S_ISFIFO(info.st_mode);
  if (!pipe && !S_ISSOCK(info.st_mode) && !(S_ISCHR(info.st_mode) && isatty(s->fd))) return;
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", s->fd);
  int fd = pipe ? open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1;
  s->blocking = fd < 0;
  if (fd < 0) fd = fcntl(s->fd, F_DUPFD_CLOEXEC, 3);
  if (fd < 0) return;
  wo_io_init(&s->io, fd, s->blocking ? WO_IO_BLOCKING : 0, stream_free);
  s->opened = s->waits = true;
}

// Writes all, waiting for room where the descriptor does not block. Answers 0 or an errno.
static int write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, bytes, length);
    if (n >= 0) {
      bytes += n;
      length -= (size_t)n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd wait = {.fd = fd, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// What can be written without blocking; 0 or an errno.
static int put(const stream *s, const char *bytes, size_t length, size_t *done) {
  *done = 0;
  while (*done < length) {
    size_t size = length - *done;
    struct pollfd room = {.fd = s->io.fd, .events = POLLOUT};
    if (s->blocking && poll(&room, 1, 0) <= 0) return 0;
    if (s->blocking && size > PIPE_BUF) size = PIPE_BUF;
    ssize_t n = write(s->io.fd, bytes + *done, size);
    if (n >= 0) *done += (size_t)n;
    else if (errno == EAGAIN) return 0;
    else if (errno != EINTR) return errno;
  }
  return 0;
}

static size_t left(const stream *s) { return s->length - s->start; }

// What waits is lost with the error, which goes to those who wait for it.
static void lose(stream *s, int error) {
  s->error = error;
  s->failed = s->taken;
  s->written = s->taken;
  s->start = s->length = 0;
}

// Under the lock: writes of what waits as much as there is room for, or (`all`) everything.
static void drain(stream *s, bool all) {
  if (left(s) == 0) return;
  size_t done = left(s);
  int error = all ? write_all(s->io.fd, s->bytes + s->start, done)
                  : put(s, s->bytes + s->start, done, &done);
  if (error) {
    lose(s, error);
    return;
  }
  s->start += done;
  s->written += (uint32_t)done;
  if (left(s) == 0) s->start = s->length = 0;
}

static bool append(stream *s, const char *bytes, size_t length) {
  if (s->start > 0) {
    memmove(s->bytes, s->bytes + s->start, left(s));
    s->length -= s->start;
    s->start = 0;
  }
  if (s->capacity - s->length < length) {
    size_t wider = s->length + length > 2 * s->capacity ? s->length + length : 2 * s->capacity;
    char *more = s->bytes ? wo_realloc(s->bytes, s->capacity, wider) : wo_alloc(wider);
    if (!more) return false;
    s->bytes = more;
    s->capacity = wider;
  }
  memcpy(s->bytes + s->length, bytes, length);
  s->length += length;
  return true;
}

static bool may_wait(const wo_fiber *fiber) {
  return !(fiber->flags & (WO_FIBER_FLAG_UNWINDING | WO_FIBER_FLAG_CLEANUP |
                           WO_FIBER_FLAG_STOPPING | WO_FIBER_FLAG_LAST_SLICE));
}

// Under the lock. Whether the rest waits, for its fiber to wait for.
static bool take(stream *s, wo_fiber *fiber, const char *bytes, size_t length, int *error) {
  size_t done = 0;
  if (s->waits && left(s) == 0) *error = put(s, bytes, length, &done);
  s->taken += (uint32_t)done;
  s->written += (uint32_t)done;
  if (*error || done == length) return false;
  bytes += done;
  length -= done;
  if (s->waits && may_wait(fiber) && length <= INT32_MAX / 2 && append(s, bytes, length)) {
    s->taken += (uint32_t)length;
    return true;
  }
  drain(s, true);
  *error = write_all(s->waits ? s->io.fd : s->fd, bytes, length);
  return false;
}

static stream *stream_of(const wo_runtime *rt, int fd) {
  return rt->outputs ? rt->outputs->streams[fd - 1] : NULL;
}

// Waits until the fiber's bytes, up to park_wr_at, are out. Without a wait, the thread does.
static wo_status wait_for(stream *s, wo_fiber *fiber, int *error) {
  if (wo_wait_io(fiber, &s->io, WO_IO_WRITE | WO_IO_DRAINED, WO_NEVER) == 0) return WO_PARKED;
  pthread_mutex_lock(&s->lock);
  drain(s, true);
  *error = s->failed == fiber->park_wr_at ? s->error : 0;
  pthread_mutex_unlock(&s->lock);
  return WO_DONE;
}

wo_status wo_output_begin(wo_fiber *fiber, int fd, const char *bytes, size_t length, int *error) {
  wo_runtime *rt = fiber->isolate->shard->runtime;
  *error = 0;
  if (rt->options && rt->options->output) {
    rt->options->output(rt->options->context, fd, bytes, length);
    return WO_DONE;
  }
  stream *s = stream_of(rt, fd);
  if (!s) {
    *error = write_all(fd, bytes, length);
    return WO_DONE;
  }
  pthread_mutex_lock(&s->lock);
  if (!s->known) find_out(s);
  bool waits = take(s, fiber, bytes, length, error);
  if (waits) fiber->park_wr_at = s->taken;
  pthread_mutex_unlock(&s->lock);
  return waits ? wait_for(s, fiber, error) : WO_DONE;
}

bool wo_output_waited(const wo_fiber *fiber) { return fiber->answered == WO_ANSWER_READY; }

wo_status wo_output_again(wo_fiber *fiber, int fd, int *error) {
  stream *s = stream_of(fiber->isolate->shard->runtime, fd);
  fiber->answered = WO_ANSWER_NONE;
  *error = 0;
  uint32_t mark = fiber->park_wr_at;
  pthread_mutex_lock(&s->lock);
  bool out = (int32_t)(s->written - mark) >= 0;
  if (!out) {
    drain(s, !may_wait(fiber));
    out = (int32_t)(s->written - mark) >= 0;
  }
  if (out && s->error && (int32_t)(s->failed - mark) >= 0) *error = s->error;
  pthread_mutex_unlock(&s->lock);
  return out ? WO_DONE : wait_for(s, fiber, error);
}

// --- for a runtime ---

static stream *stream_new(int fd) {
  stream *s = wo_alloc_zero(sizeof *s);
  if (!s) return NULL;
  pthread_mutex_init(&s->lock, NULL);
  s->fd = fd;
  return s;
}

bool wo_outputs_new(wo_runtime *rt) {
  rt->outputs = wo_alloc_zero(sizeof *rt->outputs);
  if (!rt->outputs) return false;
  for (int i = 0; i < 2; i++) {
    if (!(rt->outputs->streams[i] = stream_new(i + 1))) return false;
  }
  return true;
}

void wo_outputs_free(wo_runtime *rt) {
  for (int i = 0; rt->outputs && i < 2; i++) {
    stream *s = rt->outputs->streams[i];
    if (!s) continue;
    drain(s, true);
    if (s->opened) wo_io_retire(NULL, &s->io);
    else stream_free(&s->io);
  }
  if (rt->outputs) wo_free(rt->outputs, sizeof *rt->outputs);
  rt->outputs = NULL;
}
