// proc.signals: signals of the process as a stream. A signal has a handler only while somebody can
// receive it: the handler writes its number into a pipe for each stream that asked, and the pipe is
// the source (source.h) of the stream's channel. A pipe, not a signalfd: that would need the signal
// blocked in every thread of a host that may have any.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../../include/wo.h"
#include "../builtin.h"
#include "../source.h"

static const struct {
  char name[8];
  int number;
} signals[] = {{"SIGINT", SIGINT},
               {"SIGTERM", SIGTERM},
               {"SIGHUP", SIGHUP},
               {"SIGUSR1", SIGUSR1},
               {"SIGUSR2", SIGUSR2}};
enum { SIGNALS = sizeof signals / sizeof *signals, STREAMS_MAX = 64 };

// --- of the process ---

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // of users and before
static uint32_t users[SIGNALS];                           // streams that asked
static struct sigaction before[SIGNALS];                  // whom we took it from
static _Atomic uint64_t streams[STREAMS_MAX];  // descriptor << 8 | which signals; 0: free
static _Atomic uint32_t handling;              // handlers that may use a descriptor

static int which_of(int number) {
  for (int i = 0; i < SIGNALS; i++) {
    if (signals[i].number == number) return i;
  }
  return 0;
}

// Who had the signal still gets it. Not a handler for one time only: that stands for the default, which
// is to end the process (Node has such a one).
static void pass_on(const struct sigaction *to, int number, siginfo_t *info, void *context) {
  if (to->sa_flags & (int)SA_RESETHAND) return;
  if (to->sa_flags & SA_SIGINFO) to->sa_sigaction(number, info, context);
  else if (to->sa_handler != SIG_DFL && to->sa_handler != SIG_IGN) to->sa_handler(number);
}

static void caught(int number, siginfo_t *info, void *context) {
  int error = errno;
  int which = which_of(number);
  atomic_fetch_add_explicit(&handling, 1, memory_order_seq_cst);
  for (int i = 0; i < STREAMS_MAX; i++) {
    uint64_t stream = atomic_load_explicit(&streams[i], memory_order_seq_cst);
    uint8_t byte = (uint8_t)which;
    if (!(stream >> which & 1)) continue;
    ssize_t n = write((int)(stream >> 8), &byte, 1);
    (void)n;  // full: thousands wait already
  }
  struct sigaction to = before[which];
  atomic_fetch_sub_explicit(&handling, 1, memory_order_seq_cst);
  pass_on(&to, number, info, context);
  errno = error;
}

static void take_signal(int which) {
  if (users[which]++) return;
  struct sigaction ours = {.sa_sigaction = caught,
                           .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigemptyset(&ours.sa_mask);
  sigaction(signals[which].number, NULL, &before[which]);
  sigaction(signals[which].number, &ours, NULL);
}

// Unless somebody has taken it since.
static void give_back(int which) {
  if (--users[which]) return;
  struct sigaction now;
  sigaction(signals[which].number, NULL, &now);
  if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == caught) {
    sigaction(signals[which].number, &before[which], NULL);
  }
}

// Its place among the streams; -1: there are too many.
static int begin(int fd, uint8_t mask) {
  int place = -1;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < STREAMS_MAX && place < 0; i++) {
    if (!atomic_load_explicit(&streams[i], memory_order_relaxed)) place = i;
  }
  if (place >= 0) {
    uint64_t stream = (uint64_t)fd << 8 | mask;
    atomic_store_explicit(&streams[place], stream, memory_order_seq_cst);
    for (int i = 0; i < SIGNALS; i++) {
      if (mask >> i & 1) take_signal(i);
    }
  }
  pthread_mutex_unlock(&lock);
  return place;
}

static void end(int place) {
  pthread_mutex_lock(&lock);
  uint64_t stream = atomic_exchange_explicit(&streams[place], 0, memory_order_seq_cst);
  for (int i = 0; i < SIGNALS; i++) {
    if (stream >> i & 1) give_back(i);
  }
  // A handler that runs now may have read the descriptor.
  while (atomic_load_explicit(&handling, memory_order_seq_cst)) sched_yield();
  pthread_mutex_unlock(&lock);
  close((int)(stream >> 8));
}

// --- as a source ---

typedef struct stream_source {
  wo_source source;
  int place;
} stream_source;

static wo_source_got take(wo_source *source, wo_plane *plane, wo_item *item) {
  uint8_t which;
  ssize_t n = wo_io_read(plane, &source->io, &which, 1);
  if (n == -EAGAIN) return WO_SOURCE_NONE;
  if (n != 1 || which >= SIGNALS) return WO_SOURCE_END;
  *item = wo_intern_ascii(source->shard->runtime, signals[which].name);
  return WO_SOURCE_ITEM;
}

static void end_source(wo_source *source) { end(((stream_source *)source)->place); }

static const wo_source_kind kind = {.size = sizeof(stream_source), .take = take, .end = end_source};

// The bit of the signal with this name; 0: none.
static uint8_t bit_of(wo_fiber *fiber, wo_value v) {
  char text[3 * 8];
  if (!wo_is_string(v)) return 0;
  wo_string *s = wo_string_flat(&fiber->isolate->heap, v);
  size_t length = wo_string_utf8_length(s);
  if (length >= sizeof signals->name) return 0;
  wo_string_to_utf8(s, text);
  for (int i = 0; i < SIGNALS; i++) {
    if (strlen(signals[i].name) == length && memcmp(signals[i].name, text, length) == 0) {
      return (uint8_t)(1 << i);
    }
  }
  return 0;
}

static wo_status open_stream(wo_shard *shard, wo_fiber *fiber, uint8_t mask, wo_value *result) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return wo_throw_io(fiber, errno, "pipe", NULL);
  int place = begin(ends[1], mask);
  if (place < 0) {
    close(ends[0]);
    close(ends[1]);
    return wo_throw_io(fiber, EMFILE, "sigaction", NULL);
  }
  wo_source *source = wo_source_new(shard, &kind, ends[0], 0);
  *result = WO_HOLE;
  if (source) {
    ((stream_source *)source)->place = place;
    wo_channel *channel = source->channel;
    *result = wo_hold_add(fiber->isolate, &channel->handle, WO_DIR_RECV);
    if (*result == WO_HOLE) wo_source_changed(source);
    wo_handle_unref(&channel->handle);
  } else {
    end(place);
  }
  if (*result != WO_HOLE) return WO_DONE;
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

wo_status wo_b_proc_signals(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  if (!shard->runtime->options || !shard->runtime->options->allow_run) {
    return wo_throw(fiber, WO_B_PermissionError,
                    "signals may not be received here; the host grants it with "
                    "allow: { run: true }");
  }
  uint8_t mask = 0;
  for (uint32_t i = 0; i < argc; i++) {
    uint8_t bit = bit_of(fiber, args[i]);
    if (!bit) break;
    mask |= bit;
    if (i + 1 == argc) return open_stream(shard, fiber, mask, result);
  }
  return wo_throw_type(fiber,
                       "proc.signals takes names: SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2");
}
