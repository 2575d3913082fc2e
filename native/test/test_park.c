// The park plane, the same tests on io_uring, epoll and the simulated one: what is answered, what is
// not, and what is left behind. Then what is each one's own: the choice, a kernel that takes less than
// it is given, virtual time.
#define _GNU_SOURCE
#include "test.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../src/alloc.h"
#include "../src/limits.h"
#include "../src/park.h"
#include "../src/uring_abi.h"
#ifdef WO_STRESS
#include "../src/stress.h"
#endif

// A lost wake would hang: end loudly.
__attribute__((constructor)) static void watchdog(void) {
  alarm(getenv("WO_FUZZ_SECONDS") ? 0 : 280);
}

typedef enum backend { URING, EPOLL, SIMULATED, BACKENDS } backend;
static const char *const names[] = {"uring", "epoll", "sim"};
static backend on;  // the one under test

static bool uring_works(void) {
  static int known;
  char why[100];
  if (!known) known = wo_uring_probe(why, sizeof why) ? 1 : 2;
  return known == 1;
}

#define EACH_BACKEND \
  for (on = 0; on < BACKENDS; on++) \
    if (on == URING && !uring_works()) printf("# no io_uring here\n"); \
    else

static wo_plane *plane_new(void) {
  char error[200];
  wo_plane *plane;
  if (on == SIMULATED) {
    wo_sim_options options = {.seed = 5, .delay_max_ns = 20000, .look_ns = 50000};
    plane = wo_plane_new_simulated(&options, error, sizeof error);
  } else {
    wo_plane_choice choice = {.kind = on == URING ? WO_PLANE_URING : WO_PLANE_EPOLL,
                              .forced = true};
    plane = wo_plane_new(&choice, error, sizeof error);
  }
  if (!plane) {
    printf("%s: %s\n", names[on], error);
    abort();
  }
  return plane;
}

static int count_fds(void) {
  DIR *dir = opendir("/proc/self/fd");
  int count = -3;  // . and .. and the directory itself
  while (readdir(dir)) count++;
  closedir(dir);
  return count;
}

static int freed;
static void freed_one(wo_io *io) {
  (void)io;
  __atomic_fetch_add(&freed, 1, __ATOMIC_RELAXED);
}

// Two ends of a stream; [0] reads what [1] writes and the other way round.
static void pair_fds(int fds[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) != 0) {
    perror("socketpair");
    abort();
  }
}

static void pair(wo_io io[2], uint8_t flags) {
  int fds[2];
  pair_fds(fds);
  for (int i = 0; i < 2; i++) wo_io_init(&io[i], fds[i], WO_IO_SOCKET | flags, freed_one);
}

static void retire_pair(wo_plane *plane, wo_io io[2]) {
  for (int i = 0; i < 2; i++) wo_io_retire(plane, &io[i]);
}

// The next ready wait, whatever it takes.
static wo_io_wait *await(wo_plane *plane) {
  for (;;) {
    wo_io_wait *wait = wo_plane_next(plane);
    if (wait) return wait;
    wo_plane_poll(plane, WO_NEVER);
  }
}

// What is ready without waiting. The simulated plane delays for as long as several looks.
static size_t look(wo_plane *plane) {
  size_t ready = 0;
  for (int i = 0; i < 4; i++) ready = wo_plane_poll(plane, WO_PLANE_LOOK);
  return ready;
}

static int put(wo_io *io, const char *text) { return (int)write(io->fd, text, strlen(text)); }

static int drain(wo_io *io) {
  char buffer[4096];
  int n, all = 0;
  while ((n = (int)read(io->fd, buffer, sizeof buffer)) > 0) all += n;
  return all;
}

static void fill(wo_io *io) {
  char buffer[4096] = {0};
  while (write(io->fd, buffer, sizeof buffer) > 0) continue;
}

// --- readiness ---

TEST("[W13] a wait is answered when its file is ready, and not before") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    wo_io_wait wait = {0};
    CHECK_EQ(wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, WO_NEVER), 0);
    CHECK_EQ(look(plane), 0);
    CHECK_EQ(wo_plane_pending(plane), 1);
    put(&io[1], "x");
    CHECK(await(plane) == &wait);
    CHECK_EQ(wait.got, WO_IO_READ);
    CHECK_EQ(wo_plane_pending(plane), 0);
    // It is still ready, and answered again.
    CHECK_EQ(wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, WO_NEVER), 0);
    CHECK(await(plane) == &wait);
    // After an EAGAIN only what comes then counts.
    CHECK_EQ(drain(&io[0]), 1);
    CHECK_EQ(wo_plane_arm(plane, &wait, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER), 0);
    CHECK_EQ(look(plane), 0);
    put(&io[1], "y");
    CHECK(await(plane) == &wait);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

TEST("several waits on one file, in both directions and in the same one") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    fill(&io[0]);
    wo_io_wait readers[3] = {0}, writers[2] = {0}, either = {0};
    for (int i = 0; i < 3; i++) wo_plane_arm(plane, &readers[i], &io[0], WO_IO_READ, WO_NEVER);
    for (int i = 0; i < 2; i++) wo_plane_arm(plane, &writers[i], &io[0], WO_IO_WRITE, WO_NEVER);
    wo_plane_arm(plane, &either, &io[0], WO_IO_READ | WO_IO_WRITE, WO_NEVER);
    CHECK_EQ(look(plane), 0);
    put(&io[1], "for the readers");
    for (int i = 0; i < 3; i++) CHECK(await(plane) == &readers[i]);
    CHECK(await(plane) == &either);
    CHECK_EQ(either.got, WO_IO_READ);
    CHECK_EQ(look(plane), 0);
    drain(&io[1]);
    for (int i = 0; i < 2; i++) {
      CHECK(await(plane) == &writers[i]);
      CHECK_EQ(writers[i].got, WO_IO_WRITE);
    }
    CHECK_EQ(wo_plane_pending(plane), 0);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

TEST("the end of a stream and a broken one answer both directions") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    fill(&io[0]);
    wo_io_wait reader = {0}, writer = {0};
    wo_plane_arm(plane, &reader, &io[0], WO_IO_READ, WO_NEVER);
    wo_plane_arm(plane, &writer, &io[0], WO_IO_WRITE, WO_NEVER);
    CHECK_EQ(look(plane), 0);
    wo_io_retire(plane, &io[1]);
    await(plane);
    await(plane);
    CHECK_EQ(reader.got, WO_IO_READ);
    CHECK_EQ(writer.got, WO_IO_WRITE);
    char buffer[8];
    CHECK_EQ(wo_io_write(plane, &io[0], "x", 1), -EPIPE);  // and no signal
    ssize_t n = wo_io_read(plane, &io[0], buffer, sizeof buffer);
    CHECK(n == 0 || n == -ECONNRESET);  // unread bytes went with the other end
    wo_io_retire(plane, &io[0]);
    wo_plane_free(plane);
  }
}

TEST("a file that is always ready, or none at all, answers and leaves the rest to the call") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io file, none;
    wo_io_init(&file, open("/proc/self/exe", O_RDONLY | O_CLOEXEC), 0, freed_one);
    wo_io_init(&none, 100000, 0, freed_one);
    wo_io_wait a = {0}, b = {0};
    CHECK_EQ(wo_plane_arm(plane, &a, &file, WO_IO_READ | WO_IO_WRITE, WO_NEVER), 0);
    CHECK_EQ(wo_plane_arm(plane, &b, &none, WO_IO_READ, WO_NEVER), 0);
    await(plane);
    await(plane);
    char c;
    CHECK_EQ(wo_io_read(plane, &none, &c, 1), -EBADF);
    CHECK_EQ(wo_io_read(plane, &file, &c, 1), 1);
    wo_io_retire(plane, &file);
    wo_io_retire(plane, &none);
    wo_plane_free(plane);
  }
}

TEST("a blocking file is asked anew by each wait: what was ready once does not count") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, WO_IO_BLOCKING);
    wo_io_wait reader = {0}, writer = {0};
    for (int round = 0; round < 3; round++) {
      wo_plane_arm(plane, &reader, &io[0], WO_IO_READ, WO_NEVER);
      CHECK_EQ(look(plane), 0);
      put(&io[1], "x");
      CHECK(await(plane) == &reader);
      drain(&io[0]);
    }
    fill(&io[0]);
    wo_plane_arm(plane, &reader, &io[0], WO_IO_READ, WO_NEVER);
    wo_plane_arm(plane, &writer, &io[0], WO_IO_WRITE, WO_NEVER);
    put(&io[1], "x");
    CHECK(await(plane) == &reader);
    CHECK_EQ(look(plane), 0);
    drain(&io[1]);
    CHECK(await(plane) == &writer);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

// A read of less than was asked for, then a wait without an EAGAIN before it.
static void read_partly(wo_plane *plane, wo_io *io, wo_io_wait *wait, bool *drained) {
  char buffer[100];
  CHECK(wo_io_read(plane, io, buffer, sizeof buffer) == 3);
  *drained = wo_io_drained(plane, io);
  if (*drained) CHECK(wo_plane_arm(plane, wait, io, WO_IO_READ, WO_NEVER) == 0);
}

TEST("after a short read a wait needs no EAGAIN: it is answered by what comes, and by the end") {
  EACH_BACKEND {
    for (int how = 0; how < 3; how++) {
      wo_plane *plane = plane_new();
      wo_io io[2];
      wo_io_wait wait = {0};
      bool drained;
      char buffer[10];
      pair(io, 0);
      wo_plane_arm(plane, &wait, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
      for (int round = 0; round < 5; round++) {
        put(&io[1], "abc");
        CHECK(await(plane) == &wait && wait.got == WO_IO_READ);
        read_partly(plane, &io[0], &wait, &drained);
        CHECK(drained);
        CHECK(look(plane) == 0);
      }
      // The end: with the data in one event, behind the event, behind the read.
      put(&io[1], "abc");
      if (how == 0) shutdown(io[1].fd, SHUT_WR);
      CHECK(await(plane) == &wait);
      if (how == 1) shutdown(io[1].fd, SHUT_WR);
      read_partly(plane, &io[0], &wait, &drained);
      if (how == 2) shutdown(io[1].fd, SHUT_WR);
      CHECK(drained || (how == 0 && on == EPOLL));
      if (drained) CHECK(await(plane) == &wait);
      CHECK(wo_io_read(plane, &io[0], buffer, sizeof buffer) == 0);
      retire_pair(plane, io);
      wo_plane_free(plane);
    }
  }
}

TEST("a wait on a registered file costs epoll no system call, io_uring a part of one") {
  enum { PAIRS = 64, ROUNDS = 20 };
  EACH_BACKEND {
    if (on == SIMULATED) continue;
    wo_plane *plane = plane_new();
    static wo_io io[PAIRS][2];
    static wo_io_wait waits[PAIRS];
    memset(waits, 0, sizeof waits);
    for (int i = 0; i < PAIRS; i++) pair(io[i], 0);
    uint64_t before = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      if (round == 1) before = wo_plane_count(plane)->calls;
      for (int i = 0; i < PAIRS; i++) {
        wo_plane_arm(plane, &waits[i], &io[i][0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
      }
      look(plane);
      for (int i = 0; i < PAIRS; i++) put(&io[i][1], "x");
      for (int i = 0; i < PAIRS; i++) await(plane);
      for (int i = 0; i < PAIRS; i++) drain(&io[i][0]);
    }
    uint64_t calls = wo_plane_count(plane)->calls - before;
    uint32_t batch = on == URING ? WO_RING_ENTRIES : WO_PLANE_BATCH;
    CHECK(calls <= ROUNDS * (uint64_t)(8 + 3 * PAIRS / batch));
    for (int i = 0; i < PAIRS; i++) retire_pair(plane, io[i]);
    wo_plane_free(plane);
  }
}

// --- deadlines ---

TEST("[W14] sleepers are answered in the order of their deadlines, never early") {
  enum { COUNT = 5000 };
  static wo_io_wait waits[COUNT];
  uint64_t rng = test_seed(3);
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    memset(waits, 0, sizeof waits);
    int64_t start = wo_plane_now(plane);
    for (int i = 0; i < COUNT; i++) {
      wo_plane_sleep(plane, &waits[i], start + (int64_t)(test_random(&rng) % 50000000));
    }
    int64_t before = 0;
    int early = 0, unordered = 0;
    for (int i = 0; i < COUNT; i++) {
      wo_io_wait *wait = await(plane);
      if (wait->timer.at_ns > wo_plane_now(plane)) early++;
      if (wait->timer.at_ns < before) unordered++;
      before = wait->timer.at_ns;
      CHECK_EQ(wait->got, WO_IO_TIMEOUT);
    }
    CHECK_EQ(early, 0);
    CHECK_EQ(unordered, 0);
    CHECK_EQ(wo_plane_pending(plane), 0);
    wo_plane_free(plane);
  }
}

TEST("[W14] a million sleepers cost one kernel timer") {
  EACH_BACKEND {
    enum { COUNT = 1000000 };
    wo_io_wait *waits = calloc(COUNT, sizeof *waits);
    wo_plane *plane = plane_new();
    int64_t due = wo_plane_now(plane) + 600000000;
    for (int i = 0; i < COUNT; i++) wo_plane_sleep(plane, &waits[i], due + i % 1000);
    int answered = 0;
    while (answered < COUNT) {
      wo_plane_poll(plane, WO_NEVER);
      while (wo_plane_next(plane)) answered++;
    }
    CHECK(wo_plane_count(plane)->submitted <= 6);
    if (on != SIMULATED) CHECK(wo_plane_count(plane)->calls < 50);
    wo_plane_free(plane);
    free(waits);
  }
}

TEST("a wait with a deadline is one park: whichever comes first") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    wo_io_wait wait = {0};
    int64_t due = wo_plane_now(plane) + 3000000;
    wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, due);
    CHECK(await(plane) == &wait);
    CHECK_EQ(wait.got, WO_IO_TIMEOUT);
    CHECK(wo_plane_now(plane) >= due);
    // [W16] Readiness that comes after the timeout reaches nobody.
    put(&io[1], "late");
    CHECK_EQ(look(plane), 0);
    drain(&io[0]);
    wo_plane_arm(plane, &wait, &io[0], WO_IO_READ | WO_IO_DRAINED, wo_plane_now(plane) + 50000000);
    put(&io[1], "x");
    CHECK(await(plane) == &wait);
    CHECK_EQ(wait.got, WO_IO_READ);
    CHECK_EQ(plane->deadlines.count, 0);
    // Both at once: the operation can be done, so it is.
    wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, wo_plane_now(plane) - 1);
    if (on != SIMULATED) {
      CHECK(await(plane) == &wait);
      CHECK_EQ(wait.got, WO_IO_READ);
    }
    wo_plane_cancel(plane, &wait);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

TEST("nearer deadlines, removed ones and ends of a poll: the one timer follows") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io_wait far = {0}, near = {0}, middle = {0};
    int64_t start = wo_plane_now(plane);
    wo_plane_sleep(plane, &far, start + 3600000000000);
    wo_plane_poll(plane, start + 1000000);
    CHECK(wo_plane_next(plane) == NULL);
    wo_plane_sleep(plane, &middle, start + 1800000000000);
    wo_plane_sleep(plane, &near, start + 4000000);
    CHECK(await(plane) == &near);
    CHECK(wo_plane_now(plane) >= start + 4000000);
    wo_plane_sleep(plane, &near, wo_plane_now(plane) + 2000000);
    wo_plane_poll(plane, wo_plane_now(plane) + 500000);
    wo_plane_cancel(plane, &near);
    wo_plane_cancel(plane, &near);
    int64_t until = wo_plane_now(plane) + 5000000;
    while (wo_plane_now(plane) < until) CHECK_EQ(wo_plane_poll(plane, until), 0);
    wo_plane_cancel(plane, &far);
    wo_plane_cancel(plane, &middle);
    CHECK_EQ(wo_plane_pending(plane), 0);
    wo_plane_free(plane);
  }
}

// --- cancelling, closing, ending ---

TEST("[W20] a wait can be taken back at every point, and nothing of it is left") {
  enum { ARMED, SUBMITTED, HAPPENED, HARVESTED, POINTS };
  EACH_BACKEND for (int point = 0; point < POINTS; point++) {
    int fds = count_fds();
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    for (int round = 0; round < 3; round++) {
      wo_io_wait *wait = calloc(1, sizeof *wait);
      wo_plane_arm(plane, wait, &io[0], WO_IO_READ | WO_IO_DRAINED,
                   round == 1 ? wo_plane_now(plane) + 1000000000 : WO_NEVER);
      if (point >= SUBMITTED) look(plane);
      if (point >= HAPPENED) put(&io[1], "x");
      if (point >= HARVESTED) CHECK_EQ(wo_plane_poll(plane, WO_NEVER), 1);
      wo_plane_cancel(plane, wait);
      free(wait);
      CHECK(wo_plane_next(plane) == NULL);
      CHECK_EQ(wo_plane_pending(plane), 0);
      CHECK_EQ(look(plane), 0);
      drain(&io[0]);
      // Its successor is not answered by what was meant for it.
      wo_io_wait next = {0};
      wo_plane_arm(plane, &next, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
      CHECK_EQ(look(plane), 0);
      wo_plane_cancel(plane, &next);
    }
    retire_pair(plane, io);
    wo_plane_free(plane);
    CHECK_EQ(count_fds(), fds);
  }
}

TEST("closing a file answers everybody who waits on it, once") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    fill(&io[0]);
    wo_io_wait waits[3] = {0};
    wo_plane_arm(plane, &waits[0], &io[0], WO_IO_READ, WO_NEVER);
    wo_plane_arm(plane, &waits[1], &io[0], WO_IO_WRITE, wo_plane_now(plane) + 1000000000);
    look(plane);
    wo_plane_arm(plane, &waits[2], &io[0], WO_IO_READ, WO_NEVER);
    int fd = io[0].fd;
    wo_io_close(plane, &io[0]);
    wo_io_close(plane, &io[0]);
    CHECK(fcntl(fd, F_GETFD) == -1);
    for (int i = 0; i < 3; i++) {
      await(plane);
      CHECK_EQ(waits[i].got, WO_IO_CLOSED);
    }
    CHECK_EQ(wo_plane_pending(plane), 0);
    CHECK_EQ(wo_plane_arm(plane, &waits[0], &io[0], WO_IO_READ, WO_NEVER), -EBADF);
    char c;
    CHECK_EQ(wo_io_read(plane, &io[0], &c, 1), -EBADF);
    CHECK_EQ(wo_io_enter(&io[0]), -EBADF);
    // The kernel has let go of it too: the other end sees the end, after what was sent.
    struct pollfd other = {.fd = io[1].fd, .events = POLLIN};
    CHECK_EQ(poll(&other, 1, 5000), 1);
    drain(&io[1]);
    CHECK_EQ(read(io[1].fd, &c, 1), 0);
    freed = 0;
    retire_pair(plane, io);
    CHECK_EQ(freed, 2);
    wo_plane_free(plane);
  }
}

TEST("the number of a closed file stays taken while a call is using it") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    wo_io_wait wait = {0};
    wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, WO_NEVER);
    int fd = wo_io_enter(&io[0]);
    CHECK(fd == io[0].fd);
    wo_io_close(plane, &io[0]);
    CHECK(await(plane) == &wait);
    CHECK(fcntl(fd, F_GETFD) != -1);
    wo_io_leave(&io[0]);
    CHECK(fcntl(fd, F_GETFD) == -1);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

TEST("a number used again before the plane looks belongs to the new file alone") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io old[2], fresh[2];
    pair(old, 0);
    wo_io_wait wait = {0};
    wo_plane_arm(plane, &wait, &old[0], WO_IO_READ, WO_NEVER);
    int fd = old[0].fd;
    wo_io_close(plane, &old[0]);
    pair(fresh, 0);
    CHECK(fresh[0].fd == fd);
    CHECK(await(plane) == &wait);
    put(&fresh[1], "x");
    CHECK_EQ(look(plane), 0);
    wo_plane_arm(plane, &wait, &fresh[0], WO_IO_READ, WO_NEVER);
    CHECK(await(plane) == &wait);
    CHECK_EQ(wait.got, WO_IO_READ);
    retire_pair(plane, old);
    retire_pair(plane, fresh);
    wo_plane_free(plane);
  }
}

TEST("[W20] thousands of armed waits: cancelled, the plane leaves no file and no memory") {
  enum { PAIRS = 3000 };
  struct rlimit limit = {.rlim_cur = 20000, .rlim_max = 20000};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  int pairs = limit.rlim_cur > 2 * PAIRS + 100 ? PAIRS : (int)limit.rlim_cur / 2 - 50;
  static wo_io io[PAIRS][2];
  EACH_BACKEND {
    int fds = count_fds();
    size_t bytes = wo_alloc_bytes();
    wo_plane *plane = plane_new();
    wo_io_wait *waits = calloc((size_t)pairs, 2 * sizeof *waits);
    for (int i = 0; i < pairs; i++) {
      pair(io[i], 0);
      wo_plane_arm(plane, &waits[2 * i], &io[i][0], WO_IO_READ, WO_NEVER);
      if (i == pairs / 2) wo_plane_poll(plane, WO_PLANE_LOOK);
      wo_plane_arm(plane, &waits[2 * i + 1], &io[i][1], WO_IO_READ,
                   wo_plane_now(plane) + 3600000000000);
    }
    wo_plane_poll(plane, WO_PLANE_LOOK);
    for (int i = 0; i < pairs; i += 3) put(&io[i][0], "x");  // some are under way
    for (int i = 0; i < 2 * pairs; i++) wo_plane_cancel(plane, &waits[i]);
    free(waits);
    CHECK_EQ(wo_plane_pending(plane), 0);
    freed = 0;
    // Half of the files go before the plane, half outlive it.
    for (int i = 0; i < pairs; i += 2) retire_pair(plane, io[i]);
    wo_plane_free(plane);
    for (int i = 1; i < pairs; i += 2) retire_pair(NULL, io[i]);
    CHECK_EQ(freed, 2 * pairs);
    CHECK_EQ(count_fds(), fds);
    CHECK_EQ(wo_alloc_bytes(), bytes);
  }
}

// --- other threads ---

typedef struct counted_note {
  wo_note note;
  int value;
} counted_note;
static int notes_run, last_value, notes_unordered;

static void run_counted(wo_plane *plane, wo_note *note) {
  (void)plane;
  counted_note *counted = WO_CONTAINER(note, counted_note, note);
  if (counted->value < last_value) notes_unordered++;
  last_value = counted->value;
  notes_run++;
}

enum { POSTS = 20000 };
static counted_note posts[POSTS];

static void *post_all(void *argument) {
  for (int i = 0; i < POSTS; i++) {
    posts[i] = (counted_note){{NULL, run_counted}, i};
    wo_plane_post(argument, &posts[i].note);
    if (i % 64 == 0) usleep(i % 128);
  }
  return NULL;
}

static int readable(int fd, int ms) {
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  int n;
  do n = poll(&wait, 1, ms);
  while (n < 0 && errno == EINTR);
  return n;
}

static void *put_later(void *io) {
  usleep(20000);
  put(io, "x");
  return NULL;
}

TEST("a host polls the descriptor: readable for what is ready and for wakes, quiet after a look") {
  EACH_BACKEND {
    if (on == SIMULATED) continue;
    wo_plane *plane = plane_new();
    wo_io io[2];
    wo_io_wait wait = {0};
    pair(io, 0);
    int fd = wo_plane_descriptor(plane);
    wo_plane_poll(plane, WO_PLANE_LOOK);
    CHECK(readable(fd, 0) == 0);
    for (int round = 0; round < 3; round++) {
      wo_plane_arm(plane, &wait, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
      CHECK(look(plane) == 0);
      wo_plane_drowse(plane);
      CHECK(readable(fd, 0) == 0);
      pthread_t thread;
      pthread_create(&thread, NULL, put_later, &io[1]);
      CHECK(readable(fd, 10000) == 1);
      pthread_join(thread, NULL);
      CHECK(look(plane) == 1 && wo_plane_next(plane) == &wait);
      CHECK(drain(&io[0]) == 1);
      look(plane);
      CHECK(readable(fd, 0) == 0);
      wo_plane_drowse(plane);
      wo_plane_wake(plane);
      CHECK(readable(fd, 10000) == 1);
      look(plane);
      CHECK(readable(fd, 0) == 0);
    }
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

TEST("[W17] notes of another thread end a wait without an end, in order, and none is lost") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    notes_run = last_value = notes_unordered = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, post_all, plane);
    while (notes_run < POSTS) wo_plane_poll(plane, WO_NEVER);
    pthread_join(thread, NULL);
    CHECK_EQ(notes_unordered, 0);
    wo_plane_free(plane);
  }
}

// Two planes that wake one another by a queue of their own, as shards do with their inboxes.
enum { TURNS = 5000 };
static wo_plane *players[2];
static _Atomic int ball;

static void *play(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int turn = me; turn < TURNS; turn += 2) {
    for (;;) {
      wo_plane_drowse(players[me]);
      if (atomic_load_explicit(&ball, memory_order_seq_cst) == turn) break;
      wo_plane_poll(players[me], WO_NEVER);
    }
    wo_plane_rouse(players[me]);
    atomic_store_explicit(&ball, turn + 1, memory_order_seq_cst);
    wo_plane_wake(players[!me]);
  }
  return NULL;
}

TEST("wakes between two threads: none is lost, whoever falls asleep") {
  EACH_BACKEND {
    for (int i = 0; i < 2; i++) players[i] = plane_new();
    atomic_store(&ball, 0);
    pthread_t other;
    pthread_create(&other, NULL, play, (void *)1);
    play((void *)0);
    pthread_join(other, NULL);
    CHECK_EQ(atomic_load(&ball), TURNS);
    for (int i = 0; i < 2; i++) wo_plane_free(players[i]);
  }
}

static void *poll_once(void *argument) {
  wo_plane *plane = argument;
  wo_plane_poll(plane, wo_plane_now(plane) + 2000000);
  return NULL;
}

TEST("a plane whose thread has ended goes on on another one") {
  EACH_BACKEND {
    wo_plane *plane = plane_new();
    wo_io io[2];
    pair(io, 0);
    wo_io_wait reader = {0}, sleeper = {0};
    wo_plane_arm(plane, &reader, &io[0], WO_IO_READ, WO_NEVER);
    wo_plane_sleep(plane, &sleeper, wo_plane_now(plane) + 30000000);
    pthread_t thread;
    pthread_create(&thread, NULL, poll_once, plane);
    pthread_join(thread, NULL);
    // Operations the ended thread had submitted may have gone with it: readiness is a hint.
    wo_io_wait *first = wo_plane_poll(plane, WO_PLANE_LOOK) ? wo_plane_next(plane) : NULL;
    if (first == &reader) {
      wo_plane_arm(plane, &reader, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
    }
    if (first != &sleeper) CHECK(await(plane) == &sleeper);
    put(&io[1], "x");
    CHECK(await(plane) == &reader);
    retire_pair(plane, io);
    wo_plane_free(plane);
  }
}

// A second shard that waits on files of the first.
enum { SHARED = 200 };
static wo_io shared[SHARED][2];
static _Atomic int other_ready;

static void *wait_on_shared(void *argument) {
  wo_plane *plane = argument;
  wo_io_wait *waits = calloc(SHARED, sizeof *waits);
  int armed = 0, closed = 0;
  for (int i = 0; i < SHARED; i++) {
    if (wo_plane_arm(plane, &waits[i], &shared[i][0], WO_IO_READ, WO_NEVER) == 0) armed++;
  }
  atomic_store(&other_ready, 1);
  // The other end may be gone first; what is tried then says that the file is closed.
  for (int i = 0; i < armed; i++) {
    if (await(plane)->got & (WO_IO_CLOSED | WO_IO_READ)) closed++;
  }
  CHECK_EQ(closed, armed);
  for (int i = 0; i < SHARED; i++) {
    CHECK_EQ(wo_plane_arm(plane, &waits[i], &shared[i][0], WO_IO_READ, WO_NEVER), -EBADF);
  }
  free(waits);
  // Calls on files the other thread is closing.
  for (int i = 0; i < SHARED; i++) {
    char c;
    ssize_t n = wo_io_read(plane, &shared[i][1], &c, 1);
    CHECK(n == -EAGAIN || n == -EBADF || n == 0);
  }
  atomic_store(&other_ready, 2);
  return NULL;
}

TEST("a file closed while another shard waits on it and uses it") {
  EACH_BACKEND {
    int fds = count_fds();
    wo_plane *here = plane_new(), *there = plane_new();
    wo_io_wait *waits = calloc(SHARED, sizeof *waits);
    freed = 0;
    atomic_store(&other_ready, 0);
    for (int i = 0; i < SHARED; i++) {
      pair(shared[i], 0);
      if (i % 2) wo_plane_arm(here, &waits[i], &shared[i][0], WO_IO_READ, WO_NEVER);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, wait_on_shared, there);
    // Some are closed before it waits, some while it does.
    for (int i = 0; i < 20; i++) wo_io_close(i % 2 ? here : NULL, &shared[i][0]);
    while (!atomic_load(&other_ready)) look(here);
    for (int i = 20; i < SHARED; i++) wo_io_close(here, &shared[i][0]);
    for (int i = 0; i < SHARED; i++) wo_io_close(here, &shared[i][1]);
    for (int i = 0; i < SHARED / 2; i++) CHECK_EQ(await(here)->got, WO_IO_CLOSED);
    pthread_join(thread, NULL);
    look(there);
    for (int i = 0; i < SHARED; i++) retire_pair(here, shared[i]);
    CHECK_EQ(freed, 2 * SHARED);
    wo_plane_free(here);
    wo_plane_free(there);
    free(waits);
    CHECK_EQ(count_fds(), fds);
  }
}

TEST("an owner gone before the last shard has left: the memory goes with that one") {
  EACH_BACKEND {
    wo_plane *here = plane_new(), *there = plane_new();
    wo_io io[2];
    pair(io, 0);
    wo_io_wait a = {0}, b = {0};
    wo_plane_arm(here, &a, &io[0], WO_IO_READ, WO_NEVER);
    wo_plane_arm(there, &b, &io[0], WO_IO_READ, WO_NEVER);
    look(there);
    freed = 0;
    int fd = io[0].fd;
    wo_io_retire(here, &io[0]);
    CHECK(await(here) == &a);
    CHECK_EQ(freed, 0);
    CHECK(fcntl(fd, F_GETFD) != -1);
    CHECK(await(there) == &b);
    CHECK_EQ(b.got, WO_IO_CLOSED);
    CHECK_EQ(freed, 1);
    CHECK(fcntl(fd, F_GETFD) == -1);
    wo_io_retire(NULL, &io[1]);
    wo_plane_free(here);
    wo_plane_free(there);
  }
}

TEST("a shard stops watching a file that another one works with") {
  on = EPOLL;
  wo_plane *here = plane_new(), *there = plane_new();
  wo_io io[2], busy[2];
  pair(io, 0);
  pair(busy, 0);
  wo_io_wait a = {0}, b = {0}, keeps = {0};
  wo_plane_arm(here, &a, &io[0], WO_IO_READ, WO_NEVER);
  wo_plane_arm(here, &keeps, &busy[0], WO_IO_READ, WO_NEVER);
  put(&io[1], "x");
  CHECK(await(here) == &a);
  for (int i = 0; i < 100; i++) {
    drain(&io[0]);
    wo_plane_arm(there, &b, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
    put(&io[1], "x");
    CHECK(await(there) == &b);
    look(here);
  }
  CHECK(wo_plane_count(here)->dropped <= WO_USELESS_EDGES_MAX + 2);
  drain(&io[0]);
  wo_plane_arm(here, &a, &io[0], WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
  CHECK_EQ(look(here), 0);
  put(&io[1], "x");
  CHECK(await(here) == &a);
  wo_plane_cancel(here, &keeps);
  retire_pair(here, io);
  retire_pair(here, busy);
  look(there);
  wo_plane_free(here);
  wo_plane_free(there);
}

// --- TCP ---

enum { CLIENTS = 120, LINES = 30 };
enum { KIND_ACCEPT, KIND_SERVER, KIND_CLIENT };
typedef struct peer {
  wo_io_wait wait;  // first
  wo_io io;
  char buffer[64];
  size_t size, at;
  int lines;
  bool writing;
} peer;
static peer servers[CLIENTS], clients[CLIENTS];
static int served, finished, faults_met, timeouts;

static void peer_init(peer *p, int fd, uint8_t kind) {
  memset(p, 0, sizeof *p);
  wo_io_init(&p->io, fd, WO_IO_SOCKET, freed_one);
  p->wait.kind = kind;
}

static void park_peer(wo_plane *plane, peer *p, uint8_t events) {
  CHECK_EQ(wo_plane_arm(plane, &p->wait, &p->io, events | WO_IO_DRAINED,
                        wo_plane_now(plane) + 60000000000),
           0);
}

// Writes all of its buffer; false: parked.
static bool write_all(wo_plane *plane, peer *p) {
  while (p->at < p->size) {
    ssize_t n = wo_io_write(plane, &p->io, p->buffer + p->at, p->size - p->at);
    if (n == -EAGAIN) {
      park_peer(plane, p, WO_IO_WRITE);
      return false;
    }
    if (n < 0) faults_met++;
    else p->at += (size_t)n;
  }
  return true;
}

static void step_server(wo_plane *plane, peer *p) {
  for (;;) {
    if (!write_all(plane, p)) return;
    ssize_t n = wo_io_read(plane, &p->io, p->buffer, sizeof p->buffer);
    if (n == -EAGAIN) {
      park_peer(plane, p, WO_IO_READ);
      return;
    }
    if (n == 0) {
      served++;
      wo_io_retire(plane, &p->io);
      return;
    }
    if (n < 0) faults_met++;
    p->at = 0;
    p->size = n < 0 ? 0 : (size_t)n;
  }
}

static void step_client(wo_plane *plane, peer *p) {
  for (;;) {
    if (p->writing) {
      if (!write_all(plane, p)) return;
      p->writing = false;
      p->at = 0;
    }
    while (p->at < p->size) {
      char got[64];
      ssize_t n = wo_io_read(plane, &p->io, got, p->size - p->at);
      if (n == -EAGAIN) {
        park_peer(plane, p, WO_IO_READ);
        return;
      }
      if (n < 0) faults_met++;
      if (n <= 0) continue;
      CHECK(memcmp(got, p->buffer + p->at, (size_t)n) == 0);
      p->at += (size_t)n;
    }
    if (p->lines++ == LINES) {
      finished++;
      wo_io_retire(plane, &p->io);
      return;
    }
    p->size = (size_t)snprintf(p->buffer, sizeof p->buffer, "client %d says line %d of %d\n",
                               (int)(p - clients), p->lines, LINES);
    p->at = 0;
    p->writing = true;
  }
}

static void echo(wo_plane *plane) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof where;
  CHECK(bind(fd, (struct sockaddr *)&where, size) == 0 && listen(fd, CLIENTS) == 0);
  getsockname(fd, (struct sockaddr *)&where, &size);
  static peer listener;
  peer_init(&listener, fd, KIND_ACCEPT);
  wo_plane_arm(plane, &listener.wait, &listener.io, WO_IO_READ, WO_NEVER);
  served = finished = faults_met = timeouts = 0;
  for (int i = 0; i < CLIENTS; i++) {
    peer_init(&clients[i], socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
              KIND_CLIENT);
    connect(clients[i].io.fd, (struct sockaddr *)&where, size);
    clients[i].lines = 0;
    wo_plane_arm(plane, &clients[i].wait, &clients[i].io, WO_IO_WRITE, WO_NEVER);
  }
  int accepted = 0;
  while (served < CLIENTS || finished < CLIENTS) {
    peer *p = (peer *)await(plane);
    if (p->wait.got & WO_IO_TIMEOUT) timeouts++;
    if (p->wait.kind == KIND_SERVER) step_server(plane, p);
    if (p->wait.kind == KIND_CLIENT) step_client(plane, p);
    if (p->wait.kind != KIND_ACCEPT) continue;
    int n;
    while (accepted < CLIENTS && (n = wo_io_accept(plane, &p->io)) != -EAGAIN) {
      if (n < 0) {
        faults_met++;
        continue;
      }
      peer_init(&servers[accepted], n, KIND_SERVER);
      step_server(plane, &servers[accepted++]);
    }
    if (accepted < CLIENTS) {
      wo_plane_arm(plane, &p->wait, &p->io, WO_IO_READ | WO_IO_DRAINED, WO_NEVER);
    }
  }
  CHECK_EQ(timeouts, 0);
  wo_io_retire(plane, &listener.io);
}

TEST("TCP: an echo server and its clients on one plane") {
  EACH_BACKEND {
    int fds = count_fds();
    wo_plane *plane = plane_new();
    echo(plane);
    CHECK_EQ(faults_met, 0);
    CHECK_EQ(wo_plane_pending(plane), 0);
    wo_plane_free(plane);
    CHECK_EQ(count_fds(), fds);
  }
}

TEST("the same with short reads and writes, calls that fail and readiness that is none") {
  for (uint64_t seed = 1; seed <= 4; seed++) {
    wo_sim_options options = {.seed = seed,
                              .delay_max_ns = 1000000,
                              .grace_ms = 1000,
                              .chance_early = 2000,
                              .chance_short = 30000,
                              .chance_again = 8000,
                              .chance_fail = 300,
                              .fail_errno = EIO};
    char error[100];
    wo_plane *plane = wo_plane_new_simulated(&options, error, sizeof error);
    echo(plane);
    CHECK(faults_met > 0);
    CHECK_EQ(wo_plane_pending(plane), 0);
    wo_plane_free(plane);
  }
}

// --- random operations against a model ---

enum { FUZZ_PAIRS = 12, FUZZ_WAITS = 60 };
typedef struct fuzz {
  wo_plane *plane;
  uint64_t rng;
  wo_io io[FUZZ_PAIRS][2];
  bool open[FUZZ_PAIRS];
  wo_io_wait *waits[FUZZ_WAITS];  // NULL: none
  int64_t deadlines[FUZZ_WAITS];
  int sides[FUZZ_WAITS];  // pair * 2 + end, -1: sleeps
  uint8_t events[FUZZ_WAITS];
  int answers;
} fuzz;

static uint32_t roll(fuzz *f, uint32_t bound) { return (uint32_t)(test_random(&f->rng) % bound); }

static wo_io *side(fuzz *f, int which) { return &f->io[which / 2][which % 2]; }

static void fuzz_arm(fuzz *f, int slot) {
  int which = roll(f, 6) ? (int)roll(f, FUZZ_PAIRS * 2) : -1;
  int64_t deadline =
      roll(f, 3) && which >= 0 ? WO_NEVER : wo_plane_now(f->plane) + (int)roll(f, 3000000) - 100;
  // Memory of its own, so that whoever touches it afterwards is seen.
  wo_io_wait *wait = calloc(1, sizeof *wait);
  wait->tag = (uint32_t)slot;
  uint8_t events = (uint8_t)(1 + roll(f, 3));
  if (which < 0) {
    wo_plane_sleep(f->plane, wait, deadline);
  } else {
    bool drained = roll(f, 2) && events == WO_IO_READ;
    if (drained && f->open[which / 2]) drain(side(f, which));
    int status = wo_plane_arm(f->plane, wait, side(f, which),
                              events | (drained ? WO_IO_DRAINED : 0), deadline);
    CHECK_EQ(status, f->open[which / 2] ? 0 : -EBADF);
    if (status) {
      free(wait);
      return;
    }
  }
  f->waits[slot] = wait;
  f->deadlines[slot] = deadline;
  f->sides[slot] = which;
  f->events[slot] = events;
}

static void fuzz_take(fuzz *f) {
  wo_io_wait *wait;
  while ((wait = wo_plane_next(f->plane))) {
    uint32_t slot = wait->tag;
    CHECK(slot < FUZZ_WAITS && f->waits[slot] == wait);
    f->answers++;
    if (wait->got & WO_IO_TIMEOUT) {
      CHECK_EQ(wait->got, WO_IO_TIMEOUT);
      CHECK(wo_plane_now(f->plane) >= f->deadlines[slot]);
    } else if (wait->got & WO_IO_CLOSED) {
      CHECK(f->sides[slot] >= 0 && !f->open[f->sides[slot] / 2]);
    } else {
      CHECK(wait->got && f->sides[slot] >= 0 && !(wait->got & ~f->events[slot]));
    }
    f->waits[slot] = NULL;
    free(wait);
  }
}

static void fuzz_reopen(fuzz *f, int i) {
  for (int end = 0; end < 2; end++) wo_io_close(f->plane, &f->io[i][end]);
  f->open[i] = false;
  fuzz_take(f);
  if (roll(f, 2)) wo_plane_poll(f->plane, WO_PLANE_LOOK);
  retire_pair(f->plane, f->io[i]);
  pair(f->io[i], roll(f, 4) ? 0 : WO_IO_BLOCKING);
  f->open[i] = true;
}

// Everything that can be answered is: waits whose file is ready, and deadlines that have passed.
static void fuzz_settle(fuzz *f) {
  for (int round = 0; round < 200; round++) {
    wo_plane_poll(f->plane, wo_plane_now(f->plane) + (on == SIMULATED ? 30000 : 1));
    fuzz_take(f);
    int missing = 0;
    for (int slot = 0; slot < FUZZ_WAITS; slot++) {
      if (!f->waits[slot]) continue;
      if (f->deadlines[slot] <= wo_plane_now(f->plane) - 2000000) missing++;
      if (f->sides[slot] < 0) continue;
      uint8_t events = f->events[slot];
      struct pollfd now = {.fd = side(f, f->sides[slot])->fd,
                           .events = (short)((events & WO_IO_READ ? POLLIN : 0) |
                                             (events & WO_IO_WRITE ? POLLOUT : 0))};
      if (poll(&now, 1, 0) > 0) missing++;
    }
    if (!missing) return;
  }
  CHECK(!"an answer is missing");
}

static void fuzz_step(fuzz *f) {
  int slot = (int)roll(f, FUZZ_WAITS), which = (int)roll(f, FUZZ_PAIRS * 2);
  switch (roll(f, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      if (!f->waits[slot]) fuzz_arm(f, slot);
      break;
    case 4:
      if (!f->waits[slot]) break;
      wo_plane_cancel(f->plane, f->waits[slot]);
      free(f->waits[slot]);
      f->waits[slot] = NULL;
      break;
    case 5: put(side(f, which), "bytes"); break;
    case 6: fill(side(f, which)); break;
    case 7: drain(side(f, which)); break;
    case 8:
      if (!roll(f, 6)) fuzz_reopen(f, which / 2);
      break;
    case 9:
      if (f->waits[slot] && !roll(f, 4)) {
        f->events[slot] |= WO_IO_DONE;
        f->sides[slot] = f->sides[slot] < 0 ? 0 : f->sides[slot];
        wo_plane_answer(f->plane, f->waits[slot], WO_IO_DONE);
        fuzz_take(f);
      }
      break;
    case 10: wo_plane_poll(f->plane, wo_plane_now(f->plane) + roll(f, 200000)); break;
    default: wo_plane_poll(f->plane, WO_PLANE_LOOK);
  }
  if (roll(f, 3)) fuzz_take(f);
}

// WO_FUZZ_SECONDS, for each backend.
static double fuzz_seconds(void) {
  const char *text = getenv("WO_FUZZ_SECONDS");
  return text ? atof(text) : 1;
}

static void fuzz_run(uint64_t seed, double seconds) {
  static fuzz state;
  fuzz *f = &state;
  memset(f, 0, sizeof *f);
  int fds = count_fds();
  size_t bytes = wo_alloc_bytes();
  f->plane = plane_new();
  f->rng = seed;
  freed = 0;
  for (int i = 0; i < FUZZ_PAIRS; i++) {
    pair(f->io[i], i % 4 ? 0 : WO_IO_BLOCKING);
    f->open[i] = true;
  }
  int64_t end = wo_clock_ns() + (int64_t)(seconds * 1e9);
  int steps = 0;
  while (wo_clock_ns() < end && !test_failures) {
    fuzz_step(f);
    if (++steps % 200 == 0) fuzz_settle(f);
  }
  for (int slot = 0; slot < FUZZ_WAITS; slot++) {
    if (!f->waits[slot]) continue;
    wo_plane_cancel(f->plane, f->waits[slot]);
    free(f->waits[slot]);
  }
  CHECK_EQ(wo_plane_pending(f->plane), 0);
  for (int i = 0; i < FUZZ_PAIRS; i++) retire_pair(f->plane, f->io[i]);
  printf("# %s: %d steps, %d answers\n", names[on], steps, f->answers);
  wo_plane_free(f->plane);
  CHECK_EQ(count_fds(), fds);
  CHECK_EQ(wo_alloc_bytes(), bytes);
}

TEST("[W16] [W20] random arming, cancelling, closing and polling agrees with a model") {
  uint64_t seed = test_seed(11);
  EACH_BACKEND fuzz_run(seed, fuzz_seconds());
}

// --- io_uring: kernels that take less than they are given ---

static wo_uring_enter_fn enter_kernel;
static uint64_t enter_rng;

static int enter_badly(int ring_fd, uint32_t submit, uint32_t complete, uint32_t flags) {
  switch (test_random(&enter_rng) % 10) {
    case 0: return -EINTR;
    case 1: return -EAGAIN;
    case 2: return -EBUSY;
    case 3:
      return submit ? enter_kernel(ring_fd, (uint32_t)(test_random(&enter_rng) % submit), 0, 0) : 0;
    case 4: return 0;  // takes nothing and does not wait
    default: return enter_kernel(ring_fd, submit, complete, flags);
  }
}

TEST("[W18] short submissions, interrupted and refused ones: nothing is lost") {
  if (!uring_works()) return;
  on = URING;
  enter_kernel = wo_uring_enter;
  enter_rng = test_seed(21);
  wo_uring_enter = enter_badly;
  fuzz_run(enter_rng, fuzz_seconds());
  wo_plane *plane = plane_new();
  echo(plane);
  wo_plane_free(plane);
  wo_uring_enter = enter_kernel;
}

static int enters_left;

// Refuses once, then does what it is told but says that it could not.
static int enter_and_deny(int ring_fd, uint32_t submit, uint32_t complete, uint32_t flags) {
  if (--enters_left == 1) return -EAGAIN;
  int n = enter_kernel(ring_fd, submit, complete, flags);
  return enters_left == 0 ? -EAGAIN : n;
}

TEST("[W20] a plane ends although its last operation left when the kernel seemed to refuse") {
  if (!uring_works()) return;
  on = URING;
  wo_plane *plane = plane_new();
  wo_io io[2];
  pair(io, 0);
  wo_io_wait wait = {0};
  wo_plane_arm(plane, &wait, &io[0], WO_IO_READ, WO_NEVER);
  look(plane);
  wo_plane_cancel(plane, &wait);
  enter_kernel = wo_uring_enter;
  enters_left = 2;
  wo_uring_enter = enter_and_deny;
  wo_plane_free(plane);
  wo_uring_enter = enter_kernel;
  retire_pair(NULL, io);
}

TEST("[W18] more completions at once than the ring has room for") {
  if (!uring_works()) return;
  on = URING;
  enum { MANY = 3000, REPEATS = 3 };
  static wo_io io[REPEATS][2];
  wo_plane *plane = plane_new();
  wo_io_wait *waits = calloc(REPEATS * MANY, sizeof *waits);
  for (int r = 0; r < REPEATS; r++) {
    pair(io[r], 0);
    for (int i = 0; i < MANY; i++) {
      wo_plane_arm(plane, &waits[r * MANY + i], &io[r][0], WO_IO_READ, WO_NEVER);
    }
  }
  wo_plane_poll(plane, WO_PLANE_LOOK);
  for (int r = 0; r < REPEATS; r++) put(&io[r][1], "x");
  for (int i = 0; i < REPEATS * MANY; i++) await(plane);
  for (int r = 0; r < REPEATS; r++) retire_pair(plane, io[r]);
  wo_plane_free(plane);
  free(waits);
  // The same with a poll each, which is what overflows: files of their own.
  int count = 2000;
  wo_io *files = calloc((size_t)count, sizeof *files);
  waits = calloc((size_t)count, sizeof *waits);
  plane = plane_new();
  int fds[2];
  pair_fds(fds);
  for (int i = 0; i < count; i++) {
    wo_io_init(&files[i], fcntl(fds[0], F_DUPFD_CLOEXEC, 0), WO_IO_SOCKET, freed_one);
    CHECK_EQ(wo_plane_arm(plane, &waits[i], &files[i], WO_IO_READ, WO_NEVER), 0);
  }
  look(plane);
  CHECK(write(fds[1], "x", 1) == 1);
  for (int i = 0; i < count; i++) CHECK_EQ(await(plane)->got, WO_IO_READ);
  for (int i = 0; i < count; i++) wo_io_retire(plane, &files[i]);
  wo_plane_free(plane);
  close(fds[0]);
  close(fds[1]);
  free(files);
  free(waits);
}

#ifdef WO_STRESS
static int enter_and_lose(int ring_fd, uint32_t submit, uint32_t complete, uint32_t flags) {
  int n = enter_kernel(ring_fd, submit, complete, flags);
  if (test_random(&enter_rng) % 8 == 0) wo_uring_lose(players[0]);
  return n;
}

TEST("[W18] completions lost by an old kernel: the ring is made anew and all waits are answered") {
  if (!uring_works()) return;
  on = URING;
  enter_kernel = wo_uring_enter;
  enter_rng = test_seed(31);
  players[0] = plane_new();
  wo_uring_enter = enter_and_lose;
  echo(players[0]);
  wo_uring_enter = enter_kernel;
  CHECK(wo_plane_count(players[0])->rebuilt > 0);
  wo_plane_free(players[0]);
}

TEST("[W18] what is to end a wait is there again in a ring made anew") {
  if (!uring_works()) return;
  on = URING;
  wo_plane *plane = plane_new();
  wo_io_wait wait = {0};
  int64_t start = wo_plane_now(plane);
  wo_plane_sleep(plane, &wait, start + 20000000);
  wo_plane_poll(plane, start + 1000000);  // leaves wake and timer in the kernel
  usleep(30000);
  wo_uring_lose(plane);
  CHECK(await(plane) == &wait);
  wo_plane_sleep(plane, &wait, wo_plane_now(plane) + 5000000);
  CHECK(await(plane) == &wait);
  wo_plane_free(plane);
}

TEST("an allocation that fails while a wait is armed arms nothing") {
  EACH_BACKEND {
    for (int64_t after = 0; after < 6; after++) {
      enum { FILES = 40 };
      static wo_io io[FILES][2];
      static wo_io_wait waits[FILES];
      memset(waits, 0, sizeof waits);
      wo_plane *plane = plane_new(), *second = plane_new();
      wo_stress_fail_in = after;
      int refused = 0;
      for (int i = 0; i < FILES; i++) {
        pair(io[i], 0);
        // The seat of a second plane is an allocation of its own.
        wo_io_wait first = {0};
        if (wo_plane_arm(second, &first, &io[i][0], WO_IO_READ, WO_NEVER) != 0) refused++;
        wo_plane_cancel(second, &first);
        if (wo_plane_arm(plane, &waits[i], &io[i][0], 3, WO_NEVER) == 0) continue;
        refused++;
        CHECK_EQ(waits[i].state, WO_IO_WAIT_IDLE);
      }
      wo_stress_fail_in = -1;
      CHECK(refused <= 1);
      for (int i = 0; i < FILES; i++) wo_plane_cancel(plane, &waits[i]);
      CHECK_EQ(wo_plane_pending(plane), 0);
      for (int i = 0; i < FILES; i++) retire_pair(plane, io[i]);
      wo_plane_poll(second, WO_PLANE_LOOK);
      wo_plane_free(plane);
      wo_plane_free(second);
    }
  }
}
#endif

// --- the simulated plane ---

// A hash of what happens, and when, to ten pairs that talk to one another.
static uint64_t trace_of(uint64_t seed) {
  wo_sim_options options = {.seed = seed, .delay_max_ns = 1000000, .chance_short = 20000};
  char error[100];
  wo_plane *plane = wo_plane_new_simulated(&options, error, sizeof error);
  enum { TALKS = 10 };
  wo_io io[TALKS][2];
  wo_io_wait waits[TALKS] = {0};
  uint64_t hash = 1469598103934665603ull;
  for (int i = 0; i < TALKS; i++) {
    pair(io[i], 0);
    waits[i].tag = (uint32_t)i;
    wo_plane_arm(plane, &waits[i], &io[i][0], WO_IO_READ, wo_plane_now(plane) + 2000000);
  }
  for (int event = 0; event < 200; event++) {
    put(&io[(event * 7) % TALKS][1], "some bytes");
    wo_io_wait *wait = await(plane);
    char buffer[10];
    ssize_t n = wo_io_read(plane, &io[wait->tag][0], buffer, sizeof buffer);
    hash = (hash ^ (uint64_t)(n + wait->tag * 100 + wait->got * 5000)) * 1099511628211ull;
    hash = (hash ^ (uint64_t)wo_plane_now(plane)) * 1099511628211ull;
    wo_plane_arm(plane, wait, &io[wait->tag][0], WO_IO_READ, wo_plane_now(plane) + 2000000);
  }
  for (int i = 0; i < TALKS; i++) {
    wo_plane_cancel(plane, &waits[i]);
    retire_pair(plane, io[i]);
  }
  wo_plane_free(plane);
  return hash;
}

TEST("simulated: a seed is a course of events, another seed another one") {
  uint64_t first = trace_of(1);
  CHECK(first == trace_of(1));
  CHECK(first != trace_of(2));
  CHECK(trace_of(2) == trace_of(2));
}

TEST("simulated: an hour passes at once, and looking takes as long as it is told to") {
  wo_sim_options options = {.look_ns = 1000};
  char error[100];
  wo_plane *plane = wo_plane_new_simulated(&options, error, sizeof error);
  int64_t start = wo_plane_now(plane), real = wo_clock_ns();
  wo_io_wait wait = {0};
  wo_plane_sleep(plane, &wait, start + 3600000000000);
  CHECK(await(plane) == &wait);
  CHECK_EQ(wo_plane_now(plane) - start, 3600000000000);
  wo_plane_sleep(plane, &wait, wo_plane_now(plane) + 10000);
  int looks = 1;
  while (wo_plane_poll(plane, WO_PLANE_LOOK) == 0) looks++;
  CHECK_EQ(looks, 10);
  CHECK(wo_plane_next(plane) == &wait);
  CHECK(wo_clock_ns() - real < 10000000000);
  wo_plane_free(plane);
}

TEST("simulated: the call that is told to fails, and only that one") {
  wo_sim_options options = {.fail_at = 2, .fail_errno = ECONNRESET};
  char error[100], c;
  wo_plane *plane = wo_plane_new_simulated(&options, error, sizeof error);
  wo_io io[2];
  pair(io, 0);
  CHECK_EQ(wo_io_write(plane, &io[0], "xyz", 3), 3);
  CHECK_EQ(wo_io_read(plane, &io[1], &c, 1), -ECONNRESET);
  CHECK_EQ(wo_io_read(plane, &io[1], &c, 1), 1);
  retire_pair(plane, io);
  wo_plane_free(plane);
}

// --- which plane it is ---

TEST("[W19] WO_IO forces a plane, anything else is an error that says what to do") {
  wo_plane_choice choice;
  char error[200];
  CHECK(wo_plane_choose("epoll", &choice) && choice.kind == WO_PLANE_EPOLL && choice.forced);
  wo_plane *plane = wo_plane_new(&choice, error, sizeof error);
  CHECK(strcmp(wo_plane_name(plane), "epoll") == 0);
  CHECK(strcmp(wo_plane_reason(plane), "WO_IO=epoll") == 0);
  wo_plane_free(plane);
  const char *wrong[] = {"kqueue", "URING", "io_uring", " epoll", "1"};
  for (size_t i = 0; i < WO_COUNT(wrong); i++) {
    CHECK(!wo_plane_choose(wrong[i], &choice));
    CHECK(strstr(choice.reason, wrong[i]) && strstr(choice.reason, "\"uring\" or \"epoll\""));
  }
  if (!uring_works()) return;
  CHECK(wo_plane_choose("uring", &choice) && choice.kind == WO_PLANE_URING && choice.forced);
  CHECK(wo_plane_choose(NULL, &choice) && choice.kind == WO_PLANE_URING && !choice.forced);
  CHECK(wo_plane_choose("", &choice) && choice.kind == WO_PLANE_URING);
  plane = wo_plane_new(&choice, error, sizeof error);
  CHECK(strcmp(wo_plane_name(plane), "uring") == 0);
  wo_plane_free(plane);
}

// Has the kernel answer `failure` to io_uring_setup, or (if not) to io_uring_enter.
static void deny(bool setup, int failure) {
  uint32_t call = setup ? WO_URING_SYS_SETUP : WO_URING_SYS_ENTER;
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)failure),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = WO_COUNT(code), .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    _exit(77);
  }
}

// In the child: what is said where io_uring is denied.
static int denied(bool setup, int failure) {
  deny(setup, failure);
  int fds = count_fds();
  wo_plane_choice choice;
  char error[200];
  if (!wo_plane_choose(NULL, &choice) || choice.kind != WO_PLANE_EPOLL || choice.forced) return 1;
  if (!strstr(choice.reason, strerror(failure))) return 2;
  wo_plane *plane = wo_plane_new(&choice, error, sizeof error);
  if (!plane || strcmp(wo_plane_name(plane), "epoll") != 0) return 3;
  if (strcmp(wo_plane_reason(plane), choice.reason) != 0) return 4;
  wo_io_wait wait = {0};
  wo_plane_sleep(plane, &wait, wo_plane_now(plane) + 1000000);
  if (await(plane) != &wait) return 5;
  wo_plane_free(plane);
  if (wo_plane_choose("uring", &choice)) return 6;
  if (!strstr(choice.reason, "WO_IO=uring") || !strstr(choice.reason, strerror(failure))) return 7;
  // A shard that comes later, when the choice was made elsewhere.
  choice = (wo_plane_choice){.kind = WO_PLANE_URING, .reason = "it works here"};
  plane = wo_plane_new(&choice, error, sizeof error);
  if (setup && (!plane || strcmp(wo_plane_name(plane), "epoll") != 0)) return 8;
  wo_plane_free(plane);
  choice.forced = true;
  if (setup && wo_plane_new(&choice, error, sizeof error)) return 9;
  if (setup && !strstr(error, "WO_IO=uring")) return 10;
  return count_fds() == fds ? 0 : 11;
}

TEST("[W19] where io_uring is denied epoll is chosen, and forcing io_uring is an error") {
  const int failures[] = {EPERM, ENOSYS};
  for (size_t i = 0; i < WO_COUNT(failures); i++) {
    for (int setup = 0; setup < 2; setup++) {
      if (!setup && !uring_works()) continue;
      fflush(stdout);
      pid_t child = fork();
      if (child == 0) _exit(denied(setup, failures[i]));
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        printf("# no seccomp filters here\n");
        return;
      }
      CHECK(WIFEXITED(status));
      CHECK_EQ(WEXITSTATUS(status), 0);
    }
  }
}

#if __has_include(<linux/io_uring.h>)
#include <linux/io_uring.h>
#define SAME(ours, theirs, member) \
  static_assert(offsetof(ours, member) == offsetof(struct theirs, member), "as the kernel has it")
SAME(wo_uring_sqe, io_uring_sqe, opcode);
SAME(wo_uring_sqe, io_uring_sqe, fd);
SAME(wo_uring_sqe, io_uring_sqe, off);
SAME(wo_uring_sqe, io_uring_sqe, addr);
SAME(wo_uring_sqe, io_uring_sqe, len);
SAME(wo_uring_sqe, io_uring_sqe, poll_events);
SAME(wo_uring_sqe, io_uring_sqe, user_data);
SAME(wo_uring_cqe, io_uring_cqe, res);
SAME(wo_uring_params, io_uring_params, cq_entries);
SAME(wo_uring_params, io_uring_params, features);
SAME(wo_uring_params, io_uring_params, sq_off);
SAME(wo_uring_params, io_uring_params, cq_off);
SAME(wo_uring_sq_offsets, io_sqring_offsets, array);
SAME(wo_uring_cq_offsets, io_cqring_offsets, cqes);
SAME(wo_uring_cq_offsets, io_cqring_offsets, overflow);
static_assert((int)WO_URING_POLL_ADD == (int)IORING_OP_POLL_ADD, "");
static_assert((int)WO_URING_POLL_REMOVE == (int)IORING_OP_POLL_REMOVE, "");
static_assert((int)WO_URING_TIMEOUT == (int)IORING_OP_TIMEOUT, "");
static_assert((int)WO_URING_TIMEOUT_REMOVE == (int)IORING_OP_TIMEOUT_REMOVE, "");
static_assert(WO_URING_SETUP_CQSIZE == IORING_SETUP_CQSIZE, "");
static_assert(WO_URING_FEAT_NODROP == IORING_FEAT_NODROP, "");
static_assert(WO_URING_FEAT_SINGLE_MMAP == IORING_FEAT_SINGLE_MMAP, "");
static_assert(WO_URING_ENTER_GETEVENTS == IORING_ENTER_GETEVENTS, "");
static_assert(WO_URING_OFF_SQES == IORING_OFF_SQES, "");
static_assert(WO_URING_OFF_CQ_RING == IORING_OFF_CQ_RING, "");
#endif
