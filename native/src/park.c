// What the three planes share: which one it is, files and who uses their numbers, waits and how they
// are answered, and what other threads may do.
#define _GNU_SOURCE  // accept4
#include "park.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"

// --- which plane ---

static bool chosen(wo_plane_choice *choice, wo_plane_kind kind, bool forced) {
  choice->kind = kind;
  choice->forced = forced;
  return true;
}

bool wo_plane_choose(const char *wanted, wo_plane_choice *choice) {
  memset(choice, 0, sizeof *choice);
  bool automatic = !wanted || !*wanted;
  if (!automatic && strcmp(wanted, "epoll") == 0) {
    snprintf(choice->reason, sizeof choice->reason, "WO_IO=epoll");
    return chosen(choice, WO_PLANE_EPOLL, true);
  }
  if (!automatic && strcmp(wanted, "uring") != 0) {
    snprintf(choice->reason, sizeof choice->reason,
             "WO_IO is \"%.40s\": set it to \"uring\" or \"epoll\", or not at all", wanted);
    return false;
  }
  char why[100];
  bool works = wo_uring_probe(why, sizeof why);
  if (works) {
    snprintf(choice->reason, sizeof choice->reason, automatic ? "it works here" : "WO_IO=uring");
    return chosen(choice, WO_PLANE_URING, !automatic);
  }
  if (!automatic) {
    snprintf(choice->reason, sizeof choice->reason,
             "WO_IO=uring, but io_uring cannot be used here: %s; set WO_IO=epoll or unset it", why);
    return false;
  }
  snprintf(choice->reason, sizeof choice->reason, "io_uring cannot be used here: %s", why);
  return chosen(choice, WO_PLANE_EPOLL, false);
}

wo_plane *wo_plane_new(const wo_plane_choice *choice, char *error, size_t size) {
  char why[100] = "";
  wo_plane *plane = NULL;
  if (choice->kind == WO_PLANE_URING) {
    plane = wo_plane_new_uring(why, sizeof why);
    if (!plane && choice->forced) {
      snprintf(error, size, "WO_IO=uring, but a ring cannot be made: %s", why);
      return NULL;
    }
  }
  bool instead = !plane && choice->kind == WO_PLANE_URING;
  if (!plane) plane = wo_plane_new_epoll(error, size);
  if (!plane) return NULL;
  if (instead) snprintf(plane->reason, sizeof plane->reason, "a ring cannot be made: %s", why);
  else memcpy(plane->reason, choice->reason, sizeof plane->reason);
  return plane;
}

const char *wo_plane_name(const wo_plane *plane) { return plane->ops->name; }
const char *wo_plane_reason(const wo_plane *plane) { return plane->reason; }
const wo_plane_counts *wo_plane_count(const wo_plane *plane) { return &plane->counts; }

int64_t wo_clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

int64_t wo_plane_now(const wo_plane *plane) { return plane->ops->now(plane); }

bool wo_plane_init(wo_plane *plane, const wo_plane_ops *ops, char *error, size_t size) {
  plane->ops = ops;
  plane->ready.next = plane->ready.prev = &plane->ready;
  plane->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (plane->event_fd < 0) snprintf(error, size, "eventfd: %s", strerror(errno));
  return plane->event_fd >= 0;
}

void wo_plane_uninit(wo_plane *plane) {
  if (plane->event_fd >= 0) close(plane->event_fd);
}

// --- files: who uses the number ---

#define CLOSING 0x80000000u

static void lock(wo_io *io) {
  while (atomic_exchange_explicit(&io->lock, 1, memory_order_acquire)) sched_yield();
}

static void unlock(wo_io *io) { atomic_store_explicit(&io->lock, 0, memory_order_release); }

void wo_io_init(wo_io *io, int fd, uint8_t flags, void (*free)(wo_io *io)) {
  memset(io, 0, sizeof *io);
  io->fd = fd;
  io->flags = flags;
  io->free = free;
  atomic_init(&io->life, 1);
}

bool wo_io_closed(const wo_io *io) {
  return atomic_load_explicit(&io->users, memory_order_acquire) & CLOSING;
}

// Counts one user more unless the file is closing: from then on the count only falls, so it comes to
// nothing once.
int wo_io_enter(wo_io *io) {
  uint32_t users = atomic_load_explicit(&io->users, memory_order_relaxed);
  do {
    if (users & CLOSING) return -EBADF;
  } while (!atomic_compare_exchange_weak_explicit(&io->users, &users, users + 1,
                                                  memory_order_acquire, memory_order_relaxed));
  return io->fd;
}

static void close_number(wo_io *io) {
  close(io->fd);
  io->fd = -1;
}

void wo_io_leave(wo_io *io) {
  uint32_t before = atomic_fetch_sub_explicit(&io->users, 1, memory_order_acq_rel);
  WO_ASSERT((before & ~CLOSING) != 0);
  if (before == (CLOSING | 1)) close_number(io);
}

static void drop_life(wo_io *io) {
  if (atomic_fetch_sub_explicit(&io->life, 1, memory_order_acq_rel) == 1) io->free(io);
}

// --- ready waits ---

static void push_ready(wo_plane *plane, wo_io_wait *wait, uint8_t got) {
  wait->state = WO_IO_WAIT_READY;
  wait->got = got;
  wait->timer.next = &plane->ready;
  wait->timer.prev = plane->ready.prev;
  plane->ready.prev->next = &wait->timer;
  plane->ready.prev = &wait->timer;
  plane->ready_count++;
}

static void pull_ready(wo_plane *plane, wo_io_wait *wait) {
  wait->timer.prev->next = wait->timer.next;
  wait->timer.next->prev = wait->timer.prev;
  wait->timer.next = wait->timer.prev = NULL;
  wait->state = WO_IO_WAIT_IDLE;
  plane->ready_count--;
}

static void seat_add(wo_seat *seat, wo_io_wait *wait) {
  wait->seat = seat;
  if (seat->waits) {
    wait->next = seat->waits;
    wait->prev = seat->waits->prev;
    wait->prev->next = wait;
    wait->next->prev = wait;
  } else {
    seat->waits = wait->next = wait->prev = wait;
  }
}

static void seat_remove(wo_seat *seat, wo_io_wait *wait) {
  if (wait->next == wait) {
    seat->waits = NULL;
  } else {
    wait->prev->next = wait->next;
    wait->next->prev = wait->prev;
    if (seat->waits == wait) seat->waits = wait->next;
  }
}

static void release_direction(wo_plane *plane, wo_seat *seat, int direction, bool disarm) {
  if (--seat->counts[direction]) return;
  plane->armed--;
  if (disarm) plane->ops->disarm(plane, seat, direction);
}

// Takes an armed wait out of its file and its deadline. `gone`: directions the backend has disarmed
// already, because they are what it reports.
static void take_off(wo_plane *plane, wo_io_wait *wait, uint8_t gone) {
  wo_deadlines_remove(&plane->deadlines, &wait->timer);
  if (!wait->events) return;
  wo_seat *seat = wait->seat;
  seat_remove(seat, wait);
  for (int direction = 0; direction < 2; direction++) {
    int bit = 1 << direction;
    if (wait->events & bit) release_direction(plane, seat, direction, !(gone & bit));
  }
}

bool wo_seat_ready(wo_plane *plane, wo_seat *seat, uint8_t events) {
  if (plane->ops->edges && !(seat->io->flags & WO_IO_BLOCKING)) seat->seen |= events;
  wo_io_wait *wait = seat->waits, *last = wait ? wait->prev : NULL;
  bool any = false;
  while (wait) {
    wo_io_wait *next = wait == last ? NULL : wait->next;
    if (wait->events & events) {
      take_off(plane, wait, events);
      push_ready(plane, wait, wait->events & events);
      any = true;
    }
    wait = next;
  }
  return any;
}

bool wo_plane_answer(wo_plane *plane, wo_io_wait *wait, uint8_t got) {
  if (wait->state != WO_IO_WAIT_ARMED) return false;
  take_off(plane, wait, 0);
  push_ready(plane, wait, got);
  return true;
}

void wo_plane_cancel(wo_plane *plane, wo_io_wait *wait) {
  if (wait->state == WO_IO_WAIT_IDLE) return;
  if (wait->state == WO_IO_WAIT_READY) pull_ready(plane, wait);
  else take_off(plane, wait, 0);
  wait->state = WO_IO_WAIT_IDLE;
  plane->pending--;
}

wo_io_wait *wo_plane_next(wo_plane *plane) {
  if (plane->ready.next == &plane->ready) return NULL;
  wo_io_wait *wait = WO_CONTAINER(plane->ready.next, wo_io_wait, timer);
  pull_ready(plane, wait);
  plane->pending--;
  return wait;
}

int wo_plane_descriptor(wo_plane *plane) {
  plane->watched = true;
  return plane->ops->descriptor(plane);
}

int64_t wo_plane_next_ns(wo_plane *plane) {
  return plane->ready_count ? wo_plane_now(plane) : wo_deadlines_next(&plane->deadlines);
}

size_t wo_plane_pending(const wo_plane *plane) { return plane->pending + plane->jobs; }

// --- seats ---

static void end_seat(wo_plane *plane, wo_seat *seat);

static void run_close_note(wo_plane *plane, wo_note *note) {
  end_seat(plane, WO_CONTAINER(note, wo_seat, close_note));
}

// The seat of `plane` among the further ones; under the lock.
static wo_seat *find_seat(wo_plane *plane, wo_io *io) {
  wo_seat *seat = io->seats;
  while (seat && atomic_load_explicit(&seat->plane, memory_order_relaxed) != plane) {
    seat = seat->next;
  }
  return seat;
}

// Seats `plane` at the file; under the lock, so that a close sees the seat or we see the close.
static int take_seat(wo_plane *plane, wo_io *io, wo_seat **out) {
  wo_seat *seat = &io->seat;
  if (atomic_load_explicit(&seat->plane, memory_order_relaxed)) {
    seat = wo_alloc(sizeof *seat);
    if (!seat) return -ENOMEM;
  }
  int fd = wo_io_enter(io);
  if (fd < 0) {
    if (seat != &io->seat) wo_free(seat, sizeof *seat);
    return fd;
  }
  memset(seat, 0, sizeof *seat);
  atomic_fetch_add_explicit(&io->life, 1, memory_order_relaxed);
  seat->io = io;
  seat->close_note.run = run_close_note;
  seat->next = io->seats;
  io->seats = seat;
  atomic_store_explicit(&seat->plane, plane, memory_order_relaxed);
  *out = seat;
  return 0;
}

static int seat_of(wo_plane *plane, wo_io *io, wo_seat **out) {
  if (wo_io_closed(io)) return -EBADF;
  // Only our own thread makes it ours, or stops it being ours.
  if (atomic_load_explicit(&io->seat.plane, memory_order_relaxed) == plane) {
    *out = &io->seat;
    return 0;
  }
  lock(io);
  wo_seat *seat = find_seat(plane, io);
  int status = seat ? (*out = seat, 0) : take_seat(plane, io, out);
  unlock(io);
  if (seat || status) return status;
  seat = *out;
  seat->all_next = plane->seats;
  if (plane->seats) plane->seats->all_prev = seat;
  plane->seats = seat;
  return 0;
}

static void leave_seat(wo_io *io, wo_seat *seat) {
  lock(io);
  wo_seat **link = &io->seats;
  while (*link != seat) link = &(*link)->next;
  *link = seat->next;
  atomic_store_explicit(&seat->plane, NULL, memory_order_relaxed);
  unlock(io);
}

static void end_seat(wo_plane *plane, wo_seat *seat) {
  wo_io *io = seat->io;
  while (seat->waits) wo_plane_answer(plane, seat->waits, WO_IO_CLOSED);
  plane->ops->forget(plane, seat);
  if (seat->all_prev) seat->all_prev->all_next = seat->all_next;
  else plane->seats = seat->all_next;
  if (seat->all_next) seat->all_next->all_prev = seat->all_prev;
  leave_seat(io, seat);
  if (seat != &io->seat) wo_free(seat, sizeof *seat);
  wo_io_leave(io);
  drop_life(io);
}

void wo_io_close(wo_plane *here, wo_io *io) {
  wo_seat *own = NULL;
  lock(io);
  uint32_t before = atomic_fetch_or_explicit(&io->users, CLOSING, memory_order_acq_rel);
  if (!(before & CLOSING)) {
    for (wo_seat *seat = io->seats; seat; seat = seat->next) {
      wo_plane *plane = atomic_load_explicit(&seat->plane, memory_order_relaxed);
      if (plane == here) own = seat;
      else wo_plane_post(plane, &seat->close_note);
    }
  }
  unlock(io);
  if (own) end_seat(here, own);
  else if (before == 0) close_number(io);
}

void wo_io_retire(wo_plane *here, wo_io *io) {
  wo_io_close(here, io);
  drop_life(io);
}

// --- calls ---

// What a simulated plane does to a call of `size` bytes: a negative errno, or the most it may move.
static ssize_t fault(wo_plane *plane, size_t size) {
  return plane->ops->fault ? plane->ops->fault(plane, size) : (ssize_t)size;
}

ssize_t wo_io_read(wo_plane *plane, wo_io *io, void *buffer, size_t size) {
  int fd = wo_io_enter(io);
  if (fd < 0) return fd;
  ssize_t n = fault(plane, size);
  if (n >= 0) {
    size = (size_t)n;
    do n = read(fd, buffer, size);
    while (n < 0 && errno == EINTR);
    if (n < 0) n = -errno;
  }
  wo_io_leave(io);
  return n;
}

ssize_t wo_io_write(wo_plane *plane, wo_io *io, const void *buffer, size_t size) {
  int fd = wo_io_enter(io);
  if (fd < 0) return fd;
  ssize_t n = fault(plane, size);
  if (n >= 0) {
    size = (size_t)n;
    do
      n = io->flags & WO_IO_SOCKET ? send(fd, buffer, size, MSG_NOSIGNAL) : write(fd, buffer, size);
    while (n < 0 && errno == EINTR);
    if (n < 0) n = -errno;
  }
  wo_io_leave(io);
  return n;
}

bool wo_io_drained(wo_plane *plane, wo_io *io) {
  if (!plane->ops->edges) return true;  // a wait asks for the state
  if (atomic_load_explicit(&io->seat.plane, memory_order_relaxed) != plane) return false;
  // An edge that came with the data is spent; later ones are later events.
  if (io->seat.ended) return false;
  io->seat.seen &= (uint8_t)~WO_IO_READ;
  return true;
}

int wo_io_accept(wo_plane *plane, wo_io *io) {
  int fd = wo_io_enter(io);
  if (fd < 0) return fd;
  int n = (int)fault(plane, 1);
  if (n >= 0) {
    do n = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n < 0) n = -errno;
  }
  wo_io_leave(io);
  return n;
}

// --- arming ---

static void begin(wo_plane *plane, wo_io_wait *wait, uint8_t events, int64_t deadline_ns) {
  wait->state = WO_IO_WAIT_ARMED;
  wait->got = 0;
  wait->events = events;
  wait->timer.next = wait->timer.prev = NULL;
  wait->timer.at_ns = deadline_ns;
  plane->pending++;
}

static void begin_deadline(wo_plane *plane, wo_io_wait *wait) {
  int64_t deadline_ns = wait->timer.at_ns;
  if (deadline_ns != WO_NEVER) wo_deadlines_add(&plane->deadlines, &wait->timer, deadline_ns);
}

// A wait that is ready without having been in any queue.
static void begin_ready(wo_plane *plane, wo_io_wait *wait, uint8_t got, int64_t deadline_ns) {
  begin(plane, wait, 0, deadline_ns);
  push_ready(plane, wait, got);
}

// Counts a wait for the directions of `events`, arming those nobody waited for; all or none.
static wo_arm arm_directions(wo_plane *plane, wo_seat *seat, uint8_t events) {
  for (int direction = 0; direction < 2; direction++) {
    if (!(events & 1 << direction) || seat->counts[direction]++) continue;
    plane->armed++;
    wo_arm status = plane->ops->arm(plane, seat, direction);
    if (status == WO_ARM_WAITS) continue;
    release_direction(plane, seat, direction, false);
    if (direction == 1 && events & WO_IO_READ) release_direction(plane, seat, 0, true);
    return status;
  }
  return WO_ARM_WAITS;
}

int wo_plane_arm(wo_plane *plane, wo_io_wait *wait, wo_io *io, uint8_t events,
                 int64_t deadline_ns) {
  WO_ASSERT(wait->state == WO_IO_WAIT_IDLE && events & (WO_IO_READ | WO_IO_WRITE));
  bool drained = events & WO_IO_DRAINED;
  events &= WO_IO_READ | WO_IO_WRITE;
  wo_seat *seat;
  int status = seat_of(plane, io, &seat);
  if (status) return status;
  if (drained) {
    seat->seen &= (uint8_t)~events;  // void after an EAGAIN; else as good as a new edge
  } else if (seat->seen & events) {
    begin_ready(plane, wait, seat->seen & events, deadline_ns);
    return 0;
  }
  switch (arm_directions(plane, seat, events)) {
    case WO_ARM_FAILS: return -ENOMEM;
    case WO_ARM_READY: begin_ready(plane, wait, events, deadline_ns); return 0;
    case WO_ARM_WAITS: break;
  }
  seat->useless = 0;
  begin(plane, wait, events, deadline_ns);
  begin_deadline(plane, wait);
  seat_add(seat, wait);
  return 0;
}

void wo_plane_sleep(wo_plane *plane, wo_io_wait *wait, int64_t deadline_ns) {
  WO_ASSERT(wait->state == WO_IO_WAIT_IDLE);
  begin(plane, wait, 0, deadline_ns);
  begin_deadline(plane, wait);
}

// --- the loop ---

// Whether there were any.
static bool run_notes(wo_plane *plane) {
  if (!atomic_load_explicit(&plane->notes, memory_order_relaxed)) return false;
  wo_note *taken = atomic_exchange_explicit(&plane->notes, NULL, memory_order_acquire);
  wo_note *ordered = NULL;
  while (taken) {
    wo_note *next = taken->next;
    taken->next = ordered;
    ordered = taken;
    taken = next;
  }
  while (ordered) {
    wo_note *next = ordered->next;
    ordered->run(plane, ordered);
    ordered = next;
  }
  return true;
}

static void answer_due(wo_plane *plane) {
  if (plane->deadlines.count == 0) return;
  int64_t now = wo_plane_now(plane);
  wo_deadline *due;
  while ((due = wo_deadlines_take(&plane->deadlines, now))) {
    wo_plane_answer(plane, WO_CONTAINER(due, wo_io_wait, timer), WO_IO_TIMEOUT);
  }
}

// Until when the kernel may be waited for.
static int64_t wait_until(wo_plane *plane, int64_t until_ns) {
  if (until_ns == WO_PLANE_LOOK || plane->ready_count) return WO_PLANE_LOOK;
  int64_t next = wo_deadlines_next(&plane->deadlines);
  if (next < until_ns) until_ns = next;
  if (until_ns == WO_NEVER) return until_ns;
  return until_ns <= wo_plane_now(plane) ? WO_PLANE_LOOK : until_ns;
}

size_t wo_plane_poll(wo_plane *plane, int64_t until_ns) {
  plane->counts.polls++;
  // A note may have been all that the caller waits for.
  if (run_notes(plane)) until_ns = WO_PLANE_LOOK;
  until_ns = wait_until(plane, until_ns);
  if (until_ns != WO_PLANE_LOOK) {
    wo_plane_drowse(plane);
    if (atomic_load_explicit(&plane->notes, memory_order_seq_cst)) until_ns = WO_PLANE_LOOK;
    else plane->counts.blocked++;
  }
  plane->ops->wait(plane, until_ns);
  wo_plane_rouse(plane);
  run_notes(plane);
  // After what is ready: an operation that can be done wins over its timeout.
  answer_due(plane);
  return plane->ready_count;
}

// Pairing: a sleeper stores `asleep`, then reads the queues; a waker fills a queue, then reads
// `asleep`; all sequentially consistent, so at least one sees the other. One waker a sleep writes.
void wo_plane_drowse(wo_plane *plane) {
  atomic_store_explicit(&plane->asleep, 1, memory_order_seq_cst);
}

void wo_plane_rouse(wo_plane *plane) {
  if (atomic_load_explicit(&plane->asleep, memory_order_relaxed)) {
    atomic_store_explicit(&plane->asleep, 0, memory_order_relaxed);
  }
}

void wo_plane_wake(wo_plane *plane) {
  if (!atomic_load_explicit(&plane->asleep, memory_order_seq_cst)) return;
  if (!atomic_exchange_explicit(&plane->asleep, 0, memory_order_seq_cst)) return;
  uint64_t one = 1;
  ssize_t n = write(plane->event_fd, &one, sizeof one);
  (void)n;  // full: it is awake already
}

void wo_plane_post(wo_plane *plane, wo_note *note) {
  wo_note *head = atomic_load_explicit(&plane->notes, memory_order_relaxed);
  do note->next = head;
  while (!atomic_compare_exchange_weak_explicit(&plane->notes, &head, note, memory_order_seq_cst,
                                                memory_order_relaxed));
  wo_plane_wake(plane);
}

void wo_plane_free(wo_plane *plane) {
  if (!plane) return;
  while (atomic_load_explicit(&plane->notes, memory_order_relaxed)) run_notes(plane);
  WO_ASSERT(plane->pending == 0);
  while (plane->seats) end_seat(plane, plane->seats);
  WO_ASSERT(plane->armed == 0);
  plane->ops->close(plane);
}
