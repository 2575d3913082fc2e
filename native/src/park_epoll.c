// The plane over epoll: what there is where io_uring is denied.
//
// A file is registered once, for edges in both directions; a wait then costs no system call, and
// edges nobody waits for are remembered (wo_seat.seen). A file whose owner cannot make it
// non-blocking is registered for one event at a time and asked anew by each wait.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "limits.h"
#include "park.h"

#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441  // the same on all architectures
#endif

typedef struct epoll_plane {
  wo_plane plane;
  int epoll_fd;
  bool coarse;  // the kernel is older than epoll_pwait2 (5.11): it waits whole milliseconds
  struct epoll_event events[WO_PLANE_BATCH];
} epoll_plane;

// wo_seat.armed: whether the kernel knows the file, and whether it watches it.
enum { KNOWN = 1, WATCHED = 2 };

static epoll_plane *of(wo_plane *plane) { return WO_CONTAINER(plane, epoll_plane, plane); }

static int control(epoll_plane *self, wo_seat *seat, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = seat};
  self->plane.counts.calls++;
  return epoll_ctl(self->epoll_fd, operation, seat->io->fd, &event);
}

// What is waited for, as the kernel is to know it.
static uint32_t wanted(const wo_seat *seat) {
  return (seat->counts[0] ? EPOLLIN : 0) | (seat->counts[1] ? EPOLLOUT : 0);
}

// Has the kernel watch the file for `events`. A file that is always ready (EPERM: a regular one) or
// none at all answers its waits at once: their calls say what is wrong.
static wo_arm watch(epoll_plane *self, wo_seat *seat, uint32_t events) {
  self->plane.counts.submitted++;
  int operation = seat->armed & KNOWN ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (control(self, seat, operation, events) == 0) {
    seat->armed = KNOWN | WATCHED;
    return WO_ARM_WAITS;
  }
  return errno == ENOMEM || errno == ENOSPC ? WO_ARM_FAILS : WO_ARM_READY;
}

static wo_arm epoll_arm(wo_plane *plane, wo_seat *seat, int direction) {
  (void)direction;
  if (seat->io->flags & WO_IO_BLOCKING) {
    return watch(of(plane), seat, wanted(seat) | EPOLLONESHOT);
  }
  if (seat->armed & WATCHED) return WO_ARM_WAITS;
  return watch(of(plane), seat, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
}

// Edges go on being remembered; a single event that comes late finds nobody.
static void epoll_disarm(wo_plane *plane, wo_seat *seat, int direction) {
  (void)plane, (void)seat, (void)direction;
}

static void epoll_forget(wo_plane *plane, wo_seat *seat) {
  if (seat->armed & KNOWN) control(of(plane), seat, EPOLL_CTL_DEL, 0);
  seat->armed = 0;
}

static void take(epoll_plane *self, wo_seat *seat, uint32_t events) {
  wo_plane *plane = &self->plane;
  uint8_t got = 0;
  if (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) got |= WO_IO_READ;
  if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) got |= WO_IO_WRITE;
  if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) seat->ended = 1;
  bool single = seat->io->flags & WO_IO_BLOCKING;
  bool any = wo_seat_ready(plane, seat, got);
  if (!any) plane->counts.dropped++;
  if (single) {
    // What waits in the other direction is watched for on.
    if (wanted(seat)) watch(self, seat, wanted(seat) | EPOLLONESHOT);
  } else if (!any && !seat->waits && ++seat->useless > WO_USELESS_EDGES_MAX) {
    // Another shard works with the file now. The next wait here asks the kernel anew.
    control(self, seat, EPOLL_CTL_MOD, 0);
    seat->armed = KNOWN;
    seat->useless = 0;
  }
}

// Answers how many events there are; a negative errno.
static int wait_events(epoll_plane *self, int64_t until_ns) {
  self->plane.counts.calls++;
  int64_t left = until_ns == WO_PLANE_LOOK ? 0 : -1;
  if (until_ns != WO_PLANE_LOOK && until_ns != WO_NEVER) {
    left = until_ns - wo_clock_ns();
    if (left < 0) left = 0;
  }
  if (left > 0 && !self->coarse) {
    struct timespec time = {left / 1000000000, left % 1000000000};
    long n =
        syscall(SYS_epoll_pwait2, self->epoll_fd, self->events, WO_PLANE_BATCH, &time, NULL, 0);
    if (n >= 0 || (errno != ENOSYS && errno != EPERM)) return n < 0 ? -errno : (int)n;
    self->coarse = true;
  }
  // Up, so that it is never early; a longer wait is taken up again.
  int64_t ms = left <= 0 ? left : (left - 1) / 1000000 + 1;
  int n =
      epoll_wait(self->epoll_fd, self->events, WO_PLANE_BATCH, ms > INT_MAX ? INT_MAX : (int)ms);
  return n < 0 ? -errno : n;
}

static void epoll_wait_for(wo_plane *plane, int64_t until_ns) {
  epoll_plane *self = of(plane);
  if (until_ns == WO_PLANE_LOOK && plane->armed == 0 && !plane->watched) return;
  int count = wait_events(self, until_ns);  // EINTR: as if woken
  for (int i = 0; i < count; i++) {
    plane->counts.completed++;
    // The eventfd is watched for edges, so nobody has to read it.
    wo_seat *seat = self->events[i].data.ptr;
    if (seat) take(self, seat, self->events[i].events);
  }
}

static int64_t epoll_now(const wo_plane *plane) {
  (void)plane;
  return wo_clock_ns();
}

static int epoll_descriptor(const wo_plane *plane) {
  return WO_CONTAINER(plane, const epoll_plane, plane)->epoll_fd;
}

static void epoll_close(wo_plane *plane) {
  epoll_plane *self = of(plane);
  if (self->epoll_fd >= 0) close(self->epoll_fd);
  wo_plane_uninit(plane);
  wo_free(self, sizeof *self);
}

static const wo_plane_ops epoll_ops = {
    .name = "epoll",
    .edges = true,
    .close = epoll_close,
    .arm = epoll_arm,
    .disarm = epoll_disarm,
    .forget = epoll_forget,
    .wait = epoll_wait_for,
    .now = epoll_now,
    .descriptor = epoll_descriptor,
};

wo_plane *wo_plane_new_epoll(char *error, size_t size) {
  epoll_plane *self = wo_alloc_zero(sizeof *self);
  if (!self) {
    snprintf(error, size, "out of memory");
    return NULL;
  }
  wo_deadlines_init(&self->plane.deadlines, wo_clock_ns());
  self->epoll_fd = -1;
  if (!wo_plane_init(&self->plane, &epoll_ops, error, size)) goto fail;
  self->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event wake = {.events = EPOLLIN | EPOLLET};
  if (self->epoll_fd >= 0 &&
      epoll_ctl(self->epoll_fd, EPOLL_CTL_ADD, self->plane.event_fd, &wake) == 0) {
    return &self->plane;
  }
  snprintf(error, size, "epoll: %s", strerror(errno));
fail:
  epoll_close(&self->plane);
  return NULL;
}
