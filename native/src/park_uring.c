// The plane over io_uring, correct with the operations of Linux 5.4.
//
// Each direction of a file that somebody waits for is one POLL_ADD, which completes once. It is an
// entry of a table of the plane; the kernel knows it by the entry's index and generation, so what
// completes late finds an entry that was given up, and an entry is free again only when its
// completion has come. The nearest deadline is one TIMEOUT, made when the plane is about to block and
// none that is as early is under way; other threads wake by an eventfd that is polled like any file.
//
// Changes (polls to add, polls and timeouts to remove) wait in a queue and are written to the ring
// only together with the system call that submits them. What the kernel does not take goes back to
// the queue, so a submission never lies in the ring while its file is closed and the number used
// again, and a change that is taken back before it was submitted costs nothing.
//
// Kernels before 5.5 drop completions for which the ring has no room, and count them. Then the ring is
// made anew and everything that was under way is submitted once more: polls report a state, so none
// is lost for good.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "limits.h"
#include "park.h"
#include "uring_abi.h"

static int enter_kernel(int ring_fd, uint32_t submit, uint32_t complete, uint32_t flags) {
  long n = syscall(WO_URING_SYS_ENTER, ring_fd, submit, complete, flags, NULL, 0);
  return n < 0 ? -errno : (int)n;
}
wo_uring_enter_fn wo_uring_enter = enter_kernel;

// --- the ring: mappings and nothing else ---

typedef struct ring {
  int fd;
  uint32_t features;
  uint32_t *sq_head, *sq_tail, *sq_flags, *cq_head, *cq_tail, *cq_overflow;
  uint32_t sq_mask, sq_entries, cq_mask, cq_entries;
  uint32_t overflow_seen;
  wo_uring_sqe *sqes;
  wo_uring_cqe *cqes;
  void *sq_map, *cq_map;  // the same one with SINGLE_MMAP
  size_t sq_size, cq_size, sqes_size;
} ring;

static void ring_close(ring *r) {
  if (r->sqes) munmap(r->sqes, r->sqes_size);
  if (r->cq_map && r->cq_map != r->sq_map) munmap(r->cq_map, r->cq_size);
  if (r->sq_map) munmap(r->sq_map, r->sq_size);
  if (r->fd >= 0) close(r->fd);
  *r = (ring){.fd = -1};
}

static void *map(int fd, size_t size, uint64_t at) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, (off_t)at);
  return p == MAP_FAILED ? NULL : p;
}

static bool ring_map(ring *r, const wo_uring_params *params) {
  const wo_uring_sq_offsets *sq = &params->sq_off;
  const wo_uring_cq_offsets *cq = &params->cq_off;
  r->sq_size = sq->array + params->sq_entries * sizeof(uint32_t);
  r->cq_size = cq->cqes + params->cq_entries * sizeof(wo_uring_cqe);
  r->sqes_size = params->sq_entries * sizeof(wo_uring_sqe);
  bool single = params->features & WO_URING_FEAT_SINGLE_MMAP;
  if (single && r->cq_size > r->sq_size) r->sq_size = r->cq_size;
  r->sq_map = map(r->fd, r->sq_size, WO_URING_OFF_SQ_RING);
  if (!r->sq_map) return false;
  r->cq_map = single ? r->sq_map : map(r->fd, r->cq_size, WO_URING_OFF_CQ_RING);
  r->sqes = map(r->fd, r->sqes_size, WO_URING_OFF_SQES);
  if (!r->cq_map || !r->sqes) return false;
  char *s = r->sq_map, *c = r->cq_map;
  r->sq_head = (uint32_t *)(s + sq->head);
  r->sq_tail = (uint32_t *)(s + sq->tail);
  r->sq_flags = (uint32_t *)(s + sq->flags);
  r->sq_mask = *(uint32_t *)(s + sq->ring_mask);
  r->sq_entries = params->sq_entries;
  r->cq_head = (uint32_t *)(c + cq->head);
  r->cq_tail = (uint32_t *)(c + cq->tail);
  r->cq_overflow = (uint32_t *)(c + cq->overflow);
  r->cq_mask = *(uint32_t *)(c + cq->ring_mask);
  r->cq_entries = params->cq_entries;
  r->cqes = (wo_uring_cqe *)(c + cq->cqes);
  // Submission i is entry i, for ever.
  uint32_t *array = (uint32_t *)(s + sq->array);
  for (uint32_t i = 0; i < r->sq_entries; i++) array[i] = i;
  return true;
}

// 0, or a negative errno.
static int ring_open(ring *r, uint32_t entries, uint32_t completions, uint32_t flags) {
  *r = (ring){.fd = -1};
  wo_uring_params params = {.cq_entries = completions};
  params.flags = flags | (completions ? WO_URING_SETUP_CQSIZE : 0);
  int fd = (int)syscall(WO_URING_SYS_SETUP, entries, &params);
  if (fd < 0) return -errno;
  r->fd = fd;
  r->features = params.features;
  if (ring_map(r, &params)) return 0;
  int failed = errno;
  ring_close(r);
  return -failed;
}

// The ring of a plane, smaller where the kernel is old (no CQSIZE) or counts it as locked memory.
static int ring_open_some(ring *r) {
  const uint32_t calm = WO_URING_SETUP_COOP_TASKRUN | WO_URING_SETUP_TASKRUN_FLAG;
  int status = ring_open(r, WO_RING_ENTRIES, WO_RING_COMPLETIONS, calm);
  if (status == -EINVAL) status = ring_open(r, WO_RING_ENTRIES, WO_RING_COMPLETIONS, 0);
  if (status == -EINVAL || status == -ENOMEM) status = ring_open(r, WO_RING_ENTRIES, 0, 0);
  if (status == -ENOMEM && WO_RING_ENTRIES > 32) status = ring_open(r, 32, 0, 0);
  return status;
}

// --- the table of operations ---

typedef enum op_state {
  OP_FREE,
  OP_ADDING,    // in the queue of changes
  OP_UNDONE,    // in the queue, but there is nothing to do any more
  OP_LIVE,      // in the kernel
  OP_REMOVING,  // in the kernel and in the queue, to be removed
  OP_REMOVED,   // in the kernel, which has been told
} op_state;
typedef enum op_kind { OP_POLL, OP_WAKE, OP_TIMER } op_kind;

typedef struct op {
  wo_seat *seat;        // POLL: whom it reports to; NULL: to nobody any more
  uint32_t generation;  // raised when the entry is given up
  uint32_t next;        // of the queue or of the free ones, index + 1
  uint8_t state, kind, direction;
} op;

typedef struct uring_plane {
  wo_plane plane;
  ring ring;
  op *ops;
  uint32_t op_capacity, op_free;       // op_free: index + 1
  uint32_t change_first, change_last;  // queue, index + 1
  uint32_t live;                       // polls in the kernel
  bool stirred;                        // the wait is over: woken, or the timer has run out
  bool fetch;                          // the kernel may keep completions aside
  uint32_t wake_op, timer_op;          // index + 1, 0: none
  int64_t timer_at_ns;
  wo_uring_timespec timer_time;     // read by the kernel while it takes the submission
  uint32_t batch[WO_RING_ENTRIES];  // which operations the ring's submissions are about
} uring_plane;

static uring_plane *of(wo_plane *plane) { return WO_CONTAINER(plane, uring_plane, plane); }

static bool grow(uring_plane *self) {
  uint32_t had = self->op_capacity, capacity = had ? had * 2 : 64;
  op *ops = wo_realloc(self->ops, had * sizeof *ops, capacity * sizeof *ops);
  if (!ops) return false;
  memset(ops + had, 0, (capacity - had) * sizeof *ops);
  for (uint32_t i = had; i < capacity; i++) ops[i].next = i + 1 < capacity ? i + 2 : 0;
  self->op_free = had + 1;
  self->ops = ops;
  self->op_capacity = capacity;
  return true;
}

static void enqueue(uring_plane *self, uint32_t index, op_state state) {
  op *o = &self->ops[index - 1];
  o->state = state;
  o->next = 0;
  if (self->change_last) self->ops[self->change_last - 1].next = index;
  else self->change_first = index;
  self->change_last = index;
}

// Index + 1 of a new operation in the queue; 0: out of memory.
static uint32_t op_new(uring_plane *self, op_kind kind, wo_seat *seat, int direction) {
  if (!self->op_free && !grow(self)) return 0;
  uint32_t index = self->op_free;
  op *o = &self->ops[index - 1];
  self->op_free = o->next;
  o->seat = seat;
  o->kind = (uint8_t)kind;
  o->direction = (uint8_t)direction;
  enqueue(self, index, OP_ADDING);
  return index;
}

static void op_release(uring_plane *self, uint32_t index) {
  op *o = &self->ops[index - 1];
  o->state = OP_FREE;
  o->seat = NULL;
  o->generation++;
  o->next = self->op_free;
  self->op_free = index;
}

// Nobody waits for it any more.
static void op_abandon(uring_plane *self, uint32_t index) {
  op *o = &self->ops[index - 1];
  o->seat = NULL;
  if (o->state == OP_ADDING) o->state = OP_UNDONE;
  else if (o->state == OP_LIVE) enqueue(self, index, OP_REMOVING);
}

// --- submitting ---

static uint64_t name_of(uring_plane *self, uint32_t index) {
  return (uint64_t)self->ops[index - 1].generation << 32 | index;
}

// Writes the change of one operation; false: there is nothing to do for it any more.
static bool write_change(uring_plane *self, uint32_t index, wo_uring_sqe *sqe) {
  op *o = &self->ops[index - 1];
  memset(sqe, 0, sizeof *sqe);
  if (o->state == OP_REMOVING) {
    sqe->opcode = o->kind == OP_TIMER ? WO_URING_TIMEOUT_REMOVE : WO_URING_POLL_REMOVE;
    sqe->fd = -1;
    sqe->addr = name_of(self, index);
    return true;
  }
  if (o->state == OP_UNDONE) {
    op_release(self, index);
    return false;
  }
  WO_ASSERT(o->state == OP_ADDING);
  sqe->user_data = name_of(self, index);
  if (o->kind == OP_TIMER) {
    int64_t left = self->timer_at_ns - wo_clock_ns();
    if (left < 1) left = 1;
    self->timer_time = (wo_uring_timespec){left / 1000000000, left % 1000000000};
    sqe->opcode = WO_URING_TIMEOUT;
    sqe->fd = -1;
    sqe->addr = (uint64_t)(uintptr_t)&self->timer_time;
    sqe->len = 1;
    return true;
  }
  sqe->opcode = WO_URING_POLL_ADD;
  sqe->fd = o->kind == OP_WAKE ? self->plane.event_fd : o->seat->io->fd;
  sqe->poll_events = o->direction ? POLLOUT : POLLIN;
  return true;
}

// Moves changes from the queue into the ring. Answers how many.
static uint32_t write_batch(uring_plane *self) {
  uint32_t count = 0, tail = *self->ring.sq_tail;
  while (self->change_first && count < self->ring.sq_entries) {
    uint32_t index = self->change_first;
    self->change_first = self->ops[index - 1].next;
    if (!self->change_first) self->change_last = 0;
    if (!write_change(self, index, &self->ring.sqes[(tail + count) & self->ring.sq_mask])) continue;
    self->batch[count++] = index;
  }
  __atomic_store_n(self->ring.sq_tail, tail + count, __ATOMIC_RELEASE);
  return count;
}

// The kernel has taken the first `taken` of a batch; the others go back to the front of the queue,
// and out of the ring, whose tail the kernel reads only when it is entered.
static void settle_batch(uring_plane *self, uint32_t count, uint32_t taken) {
  for (uint32_t i = count; i-- > taken;) {
    uint32_t index = self->batch[i];
    self->ops[index - 1].next = self->change_first;
    if (!self->change_first) self->change_last = index;
    self->change_first = index;
  }
  __atomic_store_n(self->ring.sq_tail, *self->ring.sq_tail - (count - taken), __ATOMIC_RELEASE);
  for (uint32_t i = 0; i < taken; i++) {
    op *o = &self->ops[self->batch[i] - 1];
    if (o->state == OP_REMOVING) {
      o->state = OP_REMOVED;
    } else {
      o->state = OP_LIVE;
      if (o->kind == OP_POLL) self->live++;
    }
  }
  self->plane.counts.submitted += taken;
}

// One system call: submits what fits, and waits for a completion if told to and everything fits.
// Answers a negative errno or 0.
static int submit(uring_plane *self, bool block, bool fetch) {
  uint32_t count = write_batch(self);
  bool all = self->change_first == 0;
  uint32_t flags = block || fetch ? WO_URING_ENTER_GETEVENTS : 0;
  uint32_t head = *self->ring.sq_head;
  self->plane.counts.calls++;
  int n = wo_uring_enter(self->ring.fd, count, block && all ? 1 : 0, flags);
  // What it answers may be an error of the wait alone; the ring's head says what was taken.
  uint32_t taken = __atomic_load_n(self->ring.sq_head, __ATOMIC_ACQUIRE) - head;
  settle_batch(self, count, taken);
  return n < 0 ? n : 0;
}

// --- completions ---

static void drain_eventfd(uring_plane *self) {
  uint64_t count;
  ssize_t n = read(self->plane.event_fd, &count, sizeof count);
  (void)n;  // EAGAIN: the poll was taken back
}

static void complete(uring_plane *self, const wo_uring_cqe *cqe) {
  uint32_t index = (uint32_t)cqe->user_data;
  if (index == 0) return;  // of a removal: what it removed completes, or has completed, by itself
  WO_ASSERT(index <= self->op_capacity);
  op *o = &self->ops[index - 1];
  self->plane.counts.completed++;
  if (o->generation != cqe->user_data >> 32 || o->state < OP_LIVE) {
    self->plane.counts.dropped++;
    return;
  }
  wo_seat *seat = o->seat;
  int direction = o->direction;
  op_kind kind = o->kind;
  if (kind == OP_POLL) self->live--;
  if (o->state == OP_REMOVING) o->state = OP_UNDONE;  // its removal is queued, but not needed
  else op_release(self, index);
  if (kind == OP_POLL) {
    // An error (the file is none, the thread that submitted it has ended) is left to the call.
    if (!seat) {
      self->plane.counts.dropped++;
      return;
    }
    seat->ops[direction] = 0;
    wo_seat_ready(&self->plane, seat, (uint8_t)(1 << direction));
    return;
  }
  if (kind == OP_WAKE) {
    drain_eventfd(self);
    if (self->wake_op == index) self->wake_op = 0;
    self->stirred = true;
  } else if (self->timer_op == index) {
    self->timer_op = 0;
    self->stirred = true;
  }
}

static bool overflown(const uring_plane *self) {
  return __atomic_load_n(self->ring.sq_flags, __ATOMIC_RELAXED) &
         (WO_URING_SQ_CQ_OVERFLOW | WO_URING_SQ_TASKRUN);
}

// Takes all completions the ring has. Answers how many.
static uint32_t harvest(uring_plane *self) {
  ring *r = &self->ring;
  if (r->fd < 0) return 0;
  uint32_t head = *r->cq_head, first = head;
  uint32_t tail = __atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE);
  while (head != tail) {
    wo_uring_cqe cqe = r->cqes[head++ & r->cq_mask];
    __atomic_store_n(r->cq_head, head, __ATOMIC_RELEASE);
    complete(self, &cqe);
    if (head == tail) tail = __atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE);
  }
  // Kernels before 5.8 do not say that they keep some aside: look behind a full ring.
  if (head - first >= r->cq_entries) self->fetch = true;
  return head - first;
}

// Some completions are lost: a new ring, and everything that was under way once more.
static bool rebuild(uring_plane *self) {
  ring_close(&self->ring);
  int status = ring_open_some(&self->ring);
  if (status < 0) return false;
  self->plane.counts.rebuilt++;
  self->live = 0;
  self->stirred = true;
  for (uint32_t index = 1; index <= self->op_capacity; index++) {
    op *o = &self->ops[index - 1];
    if (o->state == OP_REMOVING) {
      o->state = OP_UNDONE;
    } else if (o->state == OP_LIVE && o->seat) {
      o->generation++;
      enqueue(self, index, OP_ADDING);
    } else if (o->state >= OP_LIVE) {
      if (self->wake_op == index) self->wake_op = 0;
      if (self->timer_op == index) self->timer_op = 0;
      op_release(self, index);
    }
  }
  return true;
}

static bool lost_some(const uring_plane *self) {
  return self->ring.fd < 0 ||
         __atomic_load_n(self->ring.cq_overflow, __ATOMIC_RELAXED) != self->ring.overflow_seen;
}

// The kernel is short of memory or of room: it gets a moment.
static void nap(void) {
  struct timespec time = {0, 1000000};
  nanosleep(&time, NULL);
}

// Submits the queue of changes; then, if told to, waits for a completion. False: interrupted, or the
// kernel takes no more for now; what is left stays in the queue.
static bool flush(uring_plane *self, bool block) {
  for (;;) {
    if (lost_some(self)) {
      if (!rebuild(self)) {
        nap();
        return false;
      }
      block = false;  // what was to end the wait is not there any more
    }
    bool fetch = self->fetch || overflown(self);
    if (!self->change_first && !block && !fetch) return true;
    self->fetch = false;
    uint64_t before = self->plane.counts.submitted;
    int status = submit(self, block, fetch);
    if (status == -EINTR) return false;
    if (status == 0 && !self->change_first) return true;
    bool taken = self->plane.counts.submitted != before;
    // EBUSY: completions kept aside must be taken first. EBADR: one could not be kept.
    if (status == -EBUSY) self->fetch = true;
    if (status == -EBADR) self->ring.overflow_seen--;
    bool room = harvest(self) > 0;
    if (room) block = false;  // it may have been what the caller waits for
    if (!taken && !room) {
      if (block) nap();
      return false;
    }
  }
}

// --- the plane ---

static wo_arm uring_arm(wo_plane *plane, wo_seat *seat, int direction) {
  seat->ops[direction] = op_new(of(plane), OP_POLL, seat, direction);
  return seat->ops[direction] ? WO_ARM_WAITS : WO_ARM_FAILS;
}

// wo_seat.armed: a removal may be in the queue.
static void uring_disarm(wo_plane *plane, wo_seat *seat, int direction) {
  op_abandon(of(plane), seat->ops[direction]);
  seat->ops[direction] = 0;
  seat->armed = 1;
}

// A poll in the kernel holds on to the file: nobody would see it closed.
static void uring_forget(wo_plane *plane, wo_seat *seat) {
  if (seat->armed) flush(of(plane), false);
  seat->armed = 0;
}

// Sees to it that the kernel ends a wait when it has to. False: out of memory.
static bool prepare_to_block(uring_plane *self, int64_t until_ns) {
  if (!self->wake_op) self->wake_op = op_new(self, OP_WAKE, NULL, 0);
  if (!self->wake_op) return false;
  if (until_ns == WO_NEVER || (self->timer_op && self->timer_at_ns <= until_ns)) return true;
  if (self->timer_op && self->ops[self->timer_op - 1].state != OP_ADDING) {
    op_abandon(self, self->timer_op);
    self->timer_op = 0;
  }
  if (!self->timer_op) self->timer_op = op_new(self, OP_TIMER, NULL, 0);
  self->timer_at_ns = until_ns;
  return self->timer_op;
}

static void uring_wait(wo_plane *plane, int64_t until_ns) {
  uring_plane *self = of(plane);
  // A wake that a flush outside of here has met (uring_forget) is still to end a wait.
  harvest(self);
  while (until_ns != WO_PLANE_LOOK && !plane->ready_count && !self->stirred) {
    if (!prepare_to_block(self, until_ns)) {
      nap();
      break;
    }
    bool done = flush(self, true);
    harvest(self);
    if (!done) break;
  }
  if (plane->watched && !self->wake_op) self->wake_op = op_new(self, OP_WAKE, NULL, 0);
  flush(self, false);
  harvest(self);
  self->stirred = false;
}

static int64_t uring_now(const wo_plane *plane) {
  (void)plane;
  return wo_clock_ns();
}

static int uring_descriptor(const wo_plane *plane) {
  return WO_CONTAINER(plane, const uring_plane, plane)->ring.fd;
}

static void uring_close(wo_plane *plane) {
  uring_plane *self = of(plane);
  // What nobody waits for any more is on its way out of the kernel; its files are to be let go before
  // we say that we are done.
  for (int round = 0; self->ring.fd >= 0 && self->live && round < 10000; round++) {
    flush(self, true);
    harvest(self);
  }
  ring_close(&self->ring);
  wo_free(self->ops, self->op_capacity * sizeof *self->ops);
  wo_plane_uninit(plane);
  wo_free(self, sizeof *self);
}

static const wo_plane_ops uring_ops = {
    .name = "uring",
    .close = uring_close,
    .arm = uring_arm,
    .disarm = uring_disarm,
    .forget = uring_forget,
    .wait = uring_wait,
    .now = uring_now,
    .descriptor = uring_descriptor,
};

// What a negative errno of io_uring_setup means to people.
static void explain(int status, char *why, size_t size) {
  const char *hint = "";
  if (status == -EPERM || status == -EACCES) hint = " (a seccomp filter or a container denies it)";
  if (status == -ENOSYS) hint = " (the kernel has none, or a seccomp filter hides it)";
  if (status == -ENOMEM) hint = " (see ulimit -l)";
  if (status == -EPERM) {
    FILE *file = fopen("/proc/sys/kernel/io_uring_disabled", "re");
    if (file && fgetc(file) > '0') hint = " (the sysctl kernel.io_uring_disabled is set)";
    if (file) fclose(file);
  }
  snprintf(why, size, "io_uring_setup: %s%s", strerror(-status), hint);
}

wo_plane *wo_plane_new_uring(char *error, size_t size) {
  uring_plane *self = wo_alloc_zero(sizeof *self);
  if (!self) {
    snprintf(error, size, "out of memory");
    return NULL;
  }
  self->ring.fd = -1;
  wo_deadlines_init(&self->plane.deadlines, wo_clock_ns());
  if (!wo_plane_init(&self->plane, &uring_ops, error, size)) goto fail;
  int status = ring_open_some(&self->ring);
  if (status == 0) return &self->plane;
  explain(status, error, size);
fail:
  uring_close(&self->plane);
  return NULL;
}

// --- the probe ---

// Submits one operation and answers the result of its completion; a negative errno.
static int probe_one(ring *r, uint8_t opcode, int fd, const wo_uring_timespec *time) {
  uint32_t tail = *r->sq_tail, head = *r->cq_head;
  r->sqes[tail & r->sq_mask] = (wo_uring_sqe){.opcode = opcode,
                                              .fd = fd,
                                              .addr = (uint64_t)(uintptr_t)time,
                                              .len = time ? 1 : 0,
                                              .poll_events = time ? 0 : POLLIN,
                                              .user_data = 1};
  __atomic_store_n(r->sq_tail, tail + 1, __ATOMIC_RELEASE);
  int n;
  do n = wo_uring_enter(r->fd, *r->sq_tail - *r->sq_head, 1, WO_URING_ENTER_GETEVENTS);
  while (n == -EINTR);
  if (n < 0) return n;
  if (__atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE) == head) return -EIO;
  int result = r->cqes[head & r->cq_mask].res;
  __atomic_store_n(r->cq_head, head + 1, __ATOMIC_RELEASE);
  return result;
}

bool wo_uring_probe(char *why, size_t size) {
  ring r;
  int status = ring_open(&r, 4, 0, 0);
  if (status < 0) {
    explain(status, why, size);
    return false;
  }
  int fds[2];
  bool works = pipe2(fds, O_CLOEXEC) == 0;
  snprintf(why, size, "pipe: %s", strerror(errno));
  if (works) {
    close(fds[1]);  // the other end is ready from here on: it has ended
    const wo_uring_timespec soon = {0, 1};
    int polled = probe_one(&r, WO_URING_POLL_ADD, fds[0], NULL);
    int timed = polled < 0 ? 0 : probe_one(&r, WO_URING_TIMEOUT, -1, &soon);
    works = polled >= 0 && (timed >= 0 || timed == -ETIME);
    close(fds[0]);
    if (!works) {
      int failed = polled < 0 ? polled : timed;
      snprintf(why, size, "io_uring_enter: %s", strerror(-failed));
    }
  }
  ring_close(&r);
  return works;
}

#ifdef WO_STRESS
void wo_uring_lose(wo_plane *plane) {
  ring *r = &of(plane)->ring;
  uint32_t tail = __atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE);
  if (*r->cq_head == tail) return;
  *r->cq_overflow += tail - *r->cq_head;
  __atomic_store_n(r->cq_head, tail, __ATOMIC_RELEASE);
}
#endif
