// The park plane: what the fibers of one shard wait on in the kernel. A plane is one event loop with
// three backends behind one struct of functions: io_uring (park_uring.c), epoll (park_epoll.c), and
// a simulated one for tests (park_sim.c). It knows nothing of fibers, values or heaps: what waits is
// a wo_io_wait, a node the waiter embeds; what it waits on is a wo_io, an open file the handle of a
// socket or file embeds; and the plane answers by putting the node into its list of ready waits.
//
// A plane belongs to the thread of its shard. Other threads may call wo_plane_wake, wo_plane_post,
// the wo_io functions that say so, and nothing else.
//
// Readiness is a hint: a builtin tries its call first, waits when it would block, and tries again
// when it is answered. So a wait may be answered although nothing is there, never the other way
// round, and nothing but readiness, which may be dropped, is ever under way for a wait.
//
// What is always true:
// - A wait that was cancelled or answered is referred to by nothing: its memory may go at once.
// - A wait is answered at most once: readiness, its deadline or the end of its wo_io, whichever
//   comes first, takes it out of all three.
// - The kernel writes only into memory of the plane, and holds nothing but numbers that name it. A
//   late completion finds its number given up and is dropped.
// - The number of a file is closed when its last user in flight has left, so no call of one thread
//   reaches what another has opened since under the same number.
#ifndef WO_PARK_H
#define WO_PARK_H

#include <sys/types.h>

#include "deadlines.h"

typedef struct wo_plane wo_plane;
typedef struct wo_io wo_io;
typedef struct wo_io_wait wo_io_wait;

// --- which plane (W19) ---

typedef enum wo_plane_kind { WO_PLANE_URING, WO_PLANE_EPOLL } wo_plane_kind;

typedef struct wo_plane_choice {
  wo_plane_kind kind;
  bool forced;       // by WO_IO: a shard whose plane cannot be made is an error, not another plane
  char reason[200];  // why it is this one; when there is no choice, the error
} wo_plane_choice;

// Decides once for a runtime. `wanted` is the value of WO_IO or NULL. False: choice->reason is an
// error for people.
bool wo_plane_choose(const char *wanted, wo_plane_choice *choice);
// A plane of that kind; epoll, with the reason noted, where io_uring has no room for another ring and
// was not forced. NULL: `error` says why.
wo_plane *wo_plane_new(const wo_plane_choice *choice, char *error, size_t size);
// Everything that waits must have been cancelled or answered, and no other thread may know the plane
// any more. Runs the notes that are left; gives up its places at wo_ios that are still open.
void wo_plane_free(wo_plane *plane);
const char *wo_plane_name(const wo_plane *plane);  // "uring", "epoll", "sim"
const char *wo_plane_reason(const wo_plane *plane);

// --- files ---

enum {  // what may happen to a wait
  WO_IO_READ = 1,
  WO_IO_WRITE = 2,
  WO_IO_TIMEOUT = 4,  // its deadline came first
  WO_IO_CLOSED = 8,   // the file was closed: the call is to be tried no more
  WO_IO_DONE = 16,    // answered by wo_plane_answer
  // Together with READ or WRITE when a wait is armed: the call has just said EAGAIN, so what was
  // seen before this moment counts no longer. Without it a wait is answered at once where the file
  // may still be ready.
  WO_IO_DRAINED = 128,
};

enum {                 // wo_io.flags
  WO_IO_SOCKET = 1,    // write by send, which raises no SIGPIPE
  WO_IO_BLOCKING = 2,  // not O_NONBLOCK (a terminal shared with others): each wait asks the kernel
                       // anew, so that after an answer one call does not block
};

// A plane's place at a file. One is part of the wo_io; the planes of further shards allocate theirs.
typedef struct wo_seat wo_seat;

// Work for the thread of a plane, run by wo_plane_poll. Belongs to the plane from post to run.
typedef struct wo_note {
  struct wo_note *next;
  void (*run)(wo_plane *plane, struct wo_note *note);
} wo_note;

struct wo_seat {
  _Atomic(wo_plane *) plane;  // NULL: free. Written by the plane's thread under the wo_io's lock
  wo_io *io;
  wo_io_wait *waits;             // ring, oldest first
  uint32_t counts[2];            // waits that want READ, WRITE
  uint32_t ops[2];               // of the backend, 0: none
  uint8_t armed;                 // of the backend
  uint8_t seen;                  // edges since the last DRAINED; only where a backend reports edges
  uint8_t useless;               // edges in a row that nobody waited for
  uint8_t ended;                 // an edge said that nothing but what is there will come
  wo_seat *next;                 // further places at the same file
  wo_seat *all_next, *all_prev;  // places of the same plane
  wo_note close_note;
};

struct wo_io {
  int fd;
  // CLOSING in the highest bit, below it how many use the number: calls in flight and seats.
  _Atomic uint32_t users;
  _Atomic uint32_t life;  // the owner and the seats; the last one frees
  _Atomic uint8_t lock;   // of the list of seats; held for a few instructions
  uint8_t flags;
  wo_seat seat;
  wo_seat *seats;
  void (*free)(wo_io *io);  // the memory is the owner's again
};

// Takes over `fd`. `free` is called once, on any thread, after wo_io_retire.
void wo_io_init(wo_io *io, int fd, uint8_t flags, void (*free)(wo_io *io));
// Ends the file for everybody: waits on it are answered CLOSED (on other shards, when their thread
// next looks), later calls say -EBADF, and the number is closed as soon as nobody uses it.
// Idempotent. `here`: the plane of the calling thread, NULL for none. [any thread]
void wo_io_close(wo_plane *here, wo_io *io);
// The owner has no further use for `io`: closes it, and has it freed when all seats are gone. The
// last call of the owner. [any thread]
void wo_io_retire(wo_plane *here, wo_io *io);
bool wo_io_closed(const wo_io *io);
// Around a system call of one's own on the number: -EBADF once the file is closed. [any thread]
int wo_io_enter(wo_io *io);
void wo_io_leave(wo_io *io);

// The calls that move bytes and files go through the plane, so that the simulated one can cut them
// short and fail them, and so that operations above the floor (capabilities below) can answer from
// what has arrived already. What read(2) and write(2) answer, or a negative errno; EINTR is retried,
// and -EAGAIN is the moment to arm a wait with WO_IO_DRAINED.
ssize_t wo_io_read(wo_plane *plane, wo_io *io, void *buffer, size_t size);
ssize_t wo_io_write(wo_plane *plane, wo_io *io, const void *buffer, size_t size);
// The caller's read of a stream has just taken less than it asked for, so there is no more for now: true
// if the next read need not be tried before a wait (armed without WO_IO_DRAINED) says that something
// has come. False: the stream has ended, or the plane does not know it.
bool wo_io_drained(wo_plane *plane, wo_io *io);
// A connection (non-blocking, close-on-exec) from a listening socket, or a negative errno.
int wo_io_accept(wo_plane *plane, wo_io *io);

// --- waits ---

enum { WO_IO_WAIT_IDLE, WO_IO_WAIT_ARMED, WO_IO_WAIT_READY };

// All zero to begin with. The members from `seat` on belong to waits on files only; others never touch
// them, so a waiter may keep something else there meanwhile.
struct wo_io_wait {
  // Linked while armed with a deadline, and once ready into the list of those. at_ns is the deadline,
  // and still there when the call is tried again.
  wo_deadline timer;
  uint8_t state;
  uint8_t got;     // once ready: WO_IO_* that happened
  uint8_t events;  // READ, WRITE; 0: no file
  uint8_t kind;    // the waiter's: what it is embedded in
  uint32_t tag;    // the waiter's
  wo_seat *seat;
  wo_io_wait *next, *prev;  // of the same seat
};

// Arms `wait` for `events` of `io` and for `deadline_ns` (WO_NEVER: none): one park, whichever comes
// first. 0, or a negative errno and nothing is armed: -EBADF when the file is closed, -ENOMEM.
int wo_plane_arm(wo_plane *plane, wo_io_wait *wait, wo_io *io, uint8_t events, int64_t deadline_ns);
// Arms `wait` for a deadline alone, or (WO_NEVER) for a wo_plane_answer. Cannot fail.
void wo_plane_sleep(wo_plane *plane, wo_io_wait *wait, int64_t deadline_ns);
// Takes `wait` out of whatever it is in, answered or not. Idempotent; what is idle is left alone.
void wo_plane_cancel(wo_plane *plane, wo_io_wait *wait);
// Makes an armed wait ready with `got`; false when it was not armed any more.
bool wo_plane_answer(wo_plane *plane, wo_io_wait *wait, uint8_t got);
// The next ready wait, in the order of their answers, then idle; NULL: none.
wo_io_wait *wo_plane_next(wo_plane *plane);
// How many waits are armed or ready, and jobs under way: while there are any, nothing is stuck.
size_t wo_plane_pending(const wo_plane *plane);
// A descriptor that is readable while a look would find something in the kernel, deadlines excepted,
// and when it is woken while drowsy. From the first call on looks see to that.
int wo_plane_descriptor(wo_plane *plane);
// The nearest deadline, or earlier; now when waits are ready; WO_NEVER: none.
int64_t wo_plane_next_ns(wo_plane *plane);
// A monotonic clock; virtual on the simulated plane.
int64_t wo_plane_now(const wo_plane *plane);

// Nothing waits and no note has come: a look would find nothing.
WO_INLINE bool wo_plane_quiet(const wo_plane *plane);

#define WO_PLANE_LOOK 0  // wo_plane_poll: do not block
// Runs notes, submits what was armed, takes what is ready and what is due; blocks until `until_ns` or
// the nearest deadline if nothing is. May return early with nothing. Answers how many waits are ready.
size_t wo_plane_poll(wo_plane *plane, int64_t until_ns);

// --- other threads ---

// From here to the end of the next poll wakes from other threads are written to the eventfd. Who
// may block must look at its own queues between this and wo_plane_poll; see wo_plane_wake.
void wo_plane_drowse(wo_plane *plane);
void wo_plane_rouse(wo_plane *plane);  // it will not poll after all
// Ends a blocking poll, or keeps the next one from blocking, if the plane may be asleep: call it
// after publishing (sequentially consistent) what is to be seen. [any thread]
void wo_plane_wake(wo_plane *plane);
// Has `note` run by the plane's thread, after all notes posted before by the same thread; wakes it.
// [any thread]
void wo_plane_post(wo_plane *plane, wo_note *note);

// --- above the floor ---

// What a plane can do beyond readiness, found by its probe. None is implemented yet: each comes with
// the benchmark that pays for it. Callers do not ask; wo_io_accept and wo_io_read use what is there.
enum {
  WO_PLANE_CAN_ACCEPT_MANY = 1,   // one armed operation accepts again and again
  WO_PLANE_CAN_RECV_BUFFERS = 2,  // receives into a ring of buffers of the plane
  WO_PLANE_CAN_SEND = 4,          // sends without a poll before
  WO_PLANE_CAN_FILES = 8,         // reads and writes regular files on the ring
};

// --- counters ---

typedef struct wo_plane_counts {
  uint64_t polls;      // wo_plane_poll
  uint64_t calls;      // system calls of the loop: enter, epoll_wait, epoll_ctl
  uint64_t submitted;  // operations or changes given to the kernel
  uint64_t completed;  // completions or events taken
  uint64_t dropped;    // of those, late: for a wait that was gone
  uint64_t rebuilt;    // rings made anew because the kernel had lost completions
  uint64_t blocked;    // polls that may have slept
} wo_plane_counts;
const wo_plane_counts *wo_plane_count(const wo_plane *plane);

// --- the simulated plane ---

// Files are real, time is not: the clock stands still while anything is ready and jumps to whatever
// comes next when the plane would block, so a program that talks only to itself runs the same way,
// and at once, for the same seed. What is ready in the kernel is answered after a random delay, in an
// order of the seed. Chances are in 1/65536 of each call through the plane.
typedef struct wo_sim_options {
  uint64_t seed;
  int64_t delay_max_ns;  // of a readiness; 0: none, the order is then still random
  int64_t look_ns;       // how far the clock moves at a poll that does not block: what work takes
  // Real time the kernel gets for what it has to do (TCP holds small writes back) before the clock
  // jumps to a deadline past files that are waited for.
  int grace_ms;
  uint32_t chance_early;  // a wait is answered although nothing is there
  uint32_t chance_short;  // a read or write does less than it could
  uint32_t chance_again;  // a call says -EAGAIN although it could do something
  uint32_t chance_fail;   // a call fails with `fail_errno`
  int fail_errno;
  uint64_t fail_at;  // this call (the first is 1) fails with fail_errno; 0: none
} wo_sim_options;
wo_plane *wo_plane_new_simulated(const wo_sim_options *options, char *error, size_t size);

// --- for the backends ---

typedef enum wo_arm {
  WO_ARM_WAITS,
  WO_ARM_READY,  // at once, nothing is armed: the call will not block
  WO_ARM_FAILS,  // out of memory, nothing is armed
} wo_arm;

typedef struct wo_plane_ops {
  const char *name;
  bool edges;  // readiness is reported when it begins, not while it lasts
  void (*close)(wo_plane *plane);
  // READ is direction 0, WRITE 1. arm: the first wait for a direction has come; the next readiness is
  // to be reported by wo_seat_ready. disarm: the last one has gone without.
  wo_arm (*arm)(wo_plane *plane, wo_seat *seat, int direction);
  void (*disarm)(wo_plane *plane, wo_seat *seat, int direction);
  // Nothing may refer to the seat or its file any more; both directions are disarmed.
  void (*forget)(wo_plane *plane, wo_seat *seat);
  // Takes what is ready. LOOK: does not block; else until `until_ns` at the latest, a wake or an event.
  void (*wait)(wo_plane *plane, int64_t until_ns);
  int64_t (*now)(const wo_plane *plane);
  int (*descriptor)(const wo_plane *plane);
  // NULL, or what may happen to a call instead of it: a negative errno to answer, or how many bytes
  // of `size` it is to move at most.
  ssize_t (*fault)(wo_plane *plane, size_t size);
} wo_plane_ops;

struct wo_plane {
  const wo_plane_ops *ops;
  int event_fd;
  uint32_t capabilities;
  bool
      watched;  // its descriptor is: a look must leave nothing there that was taken, and wakes come
  _Atomic uint32_t asleep;   // 1: a wake must be written to event_fd
  _Atomic(wo_note *) notes;  // stack, newest first
  size_t pending;            // waits armed or ready
  size_t ready_count;
  size_t jobs;        // work.h: on their way
  size_t armed;       // directions of seats that somebody waits for
  wo_deadline ready;  // ring of ready waits, through their timers
  wo_seat *seats;
  wo_plane_counts counts;
  char reason[200];
  wo_deadlines deadlines;
};

WO_INLINE bool wo_plane_quiet(const wo_plane *plane) {
  return plane->pending + plane->jobs == 0 &&
         !atomic_load_explicit(&plane->notes, memory_order_relaxed);
}

// A note has come that has not been run.
WO_INLINE bool wo_plane_noted(const wo_plane *plane) {
  return atomic_load_explicit(&plane->notes, memory_order_seq_cst) != NULL;
}

// What the three share; a backend embeds wo_plane as its first member. False: `error` says why.
bool wo_plane_init(wo_plane *plane, const wo_plane_ops *ops, char *error, size_t size);
void wo_plane_uninit(wo_plane *plane);
// All waits of `seat` for any of `events` are ready; the backend has disarmed these directions, and
// these only. Answers whether there were any.
bool wo_seat_ready(wo_plane *plane, wo_seat *seat, uint8_t events);
int64_t wo_clock_ns(void);
// NULL: `error` says why.
wo_plane *wo_plane_new_uring(char *error, size_t size);
wo_plane *wo_plane_new_epoll(char *error, size_t size);
// Whether io_uring works here, by a poll and a timeout that complete; if not, `why`.
bool wo_uring_probe(char *why, size_t size);

#endif
