// The simulated plane: real files, seeded order and faults, virtual time. A failure found with it is
// found again with the same seed, as long as the program talks only to itself.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "park.h"

// One direction of a file that somebody waits for.
typedef struct watch {
  wo_seat *seat;   // NULL: free
  int64_t due_ns;  // when it is answered; WO_NEVER: nothing is there yet
  uint32_t next;   // free ones, index + 1
  uint8_t direction;
} watch;

typedef struct sim_plane {
  wo_plane plane;
  wo_sim_options options;
  uint64_t rng;
  uint64_t call;  // reads, writes and accepts so far
  int64_t now_ns;
  watch *watches;
  struct pollfd *polls;  // one a watch, and the eventfd
  uint32_t *order;
  uint32_t capacity, used, free;
} sim_plane;

static sim_plane *of(wo_plane *plane) { return WO_CONTAINER(plane, sim_plane, plane); }

static uint64_t draw(sim_plane *self) {
  uint64_t x = self->rng += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

static bool happens(sim_plane *self, uint32_t chance) {
  return chance && (draw(self) & 0xffff) < chance;
}

static int64_t delay(sim_plane *self) {
  int64_t most = self->options.delay_max_ns;
  return most > 0 ? (int64_t)(draw(self) % (uint64_t)(most + 1)) : 0;
}

static bool grow(sim_plane *self) {
  uint32_t had = self->capacity, capacity = had ? had * 2 : 16;
  size_t polls_had = had ? (had + 1) * sizeof *self->polls : 0;
  struct pollfd *polls = wo_alloc((capacity + 1) * sizeof *polls);
  uint32_t *order = wo_alloc(capacity * sizeof *order);
  watch *watches = NULL;
  if (polls && order) {
    watches = wo_realloc(self->watches, had * sizeof *watches, capacity * sizeof *watches);
  }
  if (!watches) {
    wo_free(polls, (capacity + 1) * sizeof *polls);
    wo_free(order, capacity * sizeof *order);
    return false;
  }
  wo_free(self->polls, polls_had);
  wo_free(self->order, had * sizeof *order);
  self->watches = watches;
  self->polls = polls;
  self->order = order;
  self->capacity = capacity;
  return true;
}

static wo_arm sim_arm(wo_plane *plane, wo_seat *seat, int direction) {
  sim_plane *self = of(plane);
  if (!self->free && self->used == self->capacity && !grow(self)) return WO_ARM_FAILS;
  uint32_t index = self->free;
  if (index) self->free = self->watches[index - 1].next;
  else index = ++self->used;
  self->watches[index - 1] =
      (watch){.seat = seat, .due_ns = WO_NEVER, .direction = (uint8_t)direction};
  seat->ops[direction] = index;
  plane->counts.submitted++;
  return WO_ARM_WAITS;
}

static void sim_disarm(wo_plane *plane, wo_seat *seat, int direction) {
  sim_plane *self = of(plane);
  uint32_t index = seat->ops[direction];
  self->watches[index - 1].seat = NULL;
  self->watches[index - 1].next = self->free;
  self->free = index;
  seat->ops[direction] = 0;
}

static void sim_forget(wo_plane *plane, wo_seat *seat) { (void)plane, (void)seat; }

// Asks the kernel what is ready, for at most `ms` milliseconds until something is (-1: no end), and
// decides when it is answered. True when another thread has woken the plane.
static bool look(sim_plane *self, int ms) {
  struct pollfd *polls = self->polls;
  struct pollfd alone;
  if (!polls) polls = &alone;
  for (uint32_t i = 0; i < self->used; i++) {
    watch *w = &self->watches[i];
    bool waits = w->seat && w->due_ns == WO_NEVER;
    polls[i] = (struct pollfd){.fd = waits ? w->seat->io->fd : -1,
                               .events = w->direction ? POLLOUT : POLLIN};
  }
  polls[self->used] = (struct pollfd){.fd = self->plane.event_fd, .events = POLLIN};
  self->plane.counts.calls++;
  if (poll(polls, self->used + 1, ms) < 0) return true;
  for (uint32_t i = 0; i < self->used; i++) {
    if (polls[i].fd < 0) continue;
    bool ready = polls[i].revents != 0 || happens(self, self->options.chance_early);
    if (ready) self->watches[i].due_ns = self->now_ns + delay(self);
  }
  if (!polls[self->used].revents) return false;
  uint64_t count;
  return read(self->plane.event_fd, &count, sizeof count) > 0;
}

// Answers what is due by now, in random order.
static void answer_due(sim_plane *self) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < self->used; i++) {
    if (self->watches[i].seat && self->watches[i].due_ns <= self->now_ns) self->order[count++] = i;
  }
  for (uint32_t left = count; left > 0; left--) {
    uint32_t picked = (uint32_t)(draw(self) % left);
    watch *w = &self->watches[self->order[picked]];
    self->order[picked] = self->order[left - 1];
    // Answering one may have taken back another.
    if (!w->seat || w->due_ns > self->now_ns) continue;
    wo_seat *seat = w->seat;
    int direction = w->direction;
    sim_disarm(&self->plane, seat, direction);
    self->plane.counts.completed++;
    wo_seat_ready(&self->plane, seat, (uint8_t)(1 << direction));
  }
}

static int64_t next_due(const sim_plane *self) {
  int64_t next = WO_NEVER;
  for (uint32_t i = 0; i < self->used; i++) {
    if (self->watches[i].seat && self->watches[i].due_ns < next) next = self->watches[i].due_ns;
  }
  return next;
}

static void sim_wait(wo_plane *plane, int64_t until_ns) {
  sim_plane *self = of(plane);
  if (until_ns == WO_PLANE_LOOK) self->now_ns += self->options.look_ns;
  for (int ms = 0;;) {
    bool woken = look(self, ms);
    answer_due(self);
    if (woken || plane->ready_count || until_ns == WO_PLANE_LOOK) return;
    int64_t due = next_due(self);
    if (due <= until_ns && due != WO_NEVER) {
      self->now_ns = due;
      ms = 0;
    } else if (until_ns == WO_NEVER) {
      ms = -1;  // nothing but another process or thread can go on
    } else if (ms == 0 && plane->armed && self->options.grace_ms > 0) {
      ms = self->options.grace_ms;
    } else {
      self->now_ns = until_ns;
      return;
    }
  }
}

static int64_t sim_now(const wo_plane *plane) {
  return WO_CONTAINER(plane, const sim_plane, plane)->now_ns;
}

static int sim_descriptor(const wo_plane *plane) { return plane->event_fd; }

static ssize_t sim_fault(wo_plane *plane, size_t size) {
  sim_plane *self = of(plane);
  const wo_sim_options *options = &self->options;
  if (++self->call == options->fail_at) return -options->fail_errno;
  if (happens(self, options->chance_fail)) return -options->fail_errno;
  if (happens(self, options->chance_again)) return -EAGAIN;
  if (size > 1 && happens(self, options->chance_short)) {
    size = 1 + (size_t)(draw(self) % (size - 1));
  }
  return (ssize_t)size;
}

static void sim_close(wo_plane *plane) {
  sim_plane *self = of(plane);
  if (self->capacity) wo_free(self->polls, (self->capacity + 1) * sizeof *self->polls);
  wo_free(self->watches, self->capacity * sizeof *self->watches);
  wo_free(self->order, self->capacity * sizeof *self->order);
  wo_plane_uninit(plane);
  wo_free(self, sizeof *self);
}

static const wo_plane_ops sim_ops = {
    .name = "sim",
    .close = sim_close,
    .arm = sim_arm,
    .disarm = sim_disarm,
    .forget = sim_forget,
    .wait = sim_wait,
    .now = sim_now,
    .descriptor = sim_descriptor,
    .fault = sim_fault,
};

wo_plane *wo_plane_new_simulated(const wo_sim_options *options, char *error, size_t size) {
  sim_plane *self = wo_alloc_zero(sizeof *self);
  if (!self) {
    snprintf(error, size, "out of memory");
    return NULL;
  }
  self->options = *options;
  self->rng = options->seed;
  self->now_ns = 1000000000;
  wo_deadlines_init(&self->plane.deadlines, self->now_ns);
  snprintf(self->plane.reason, sizeof self->plane.reason, "seed %llu",
           (unsigned long long)options->seed);
  if (wo_plane_init(&self->plane, &sim_ops, error, size)) return &self->plane;
  sim_close(&self->plane);
  return NULL;
}
