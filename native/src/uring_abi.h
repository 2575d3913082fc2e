// The kernel's interface to io_uring, as far as we use it, in our own words: the headers of the
// machine that compiles may be older than the kernel that runs. Layouts are those of Linux 5.4 and
// never change; later kernels give meaning to bytes that were reserved.
#ifndef WO_URING_ABI_H
#define WO_URING_ABI_H

#include "base.h"

// System calls, the same on every architecture but alpha.
enum { WO_URING_SYS_SETUP = 425, WO_URING_SYS_ENTER = 426 };

// Operations. All but TIMEOUT_REMOVE (5.5) are in 5.4; without it a timeout runs out by itself.
enum {
  WO_URING_POLL_ADD = 6,
  WO_URING_POLL_REMOVE = 7,
  WO_URING_TIMEOUT = 11,
  WO_URING_TIMEOUT_REMOVE = 12,
};

enum {
  WO_URING_SETUP_CQSIZE = 1 << 3,  // 5.5: params.cq_entries counts
  // 5.19: what completes waits for the next system call instead of interrupting the thread, and says so
  // in the ring's flags.
  WO_URING_SETUP_COOP_TASKRUN = 1 << 8,
  WO_URING_SETUP_TASKRUN_FLAG = 1 << 9,
};
enum {
  WO_URING_FEAT_SINGLE_MMAP = 1 << 0,  // 5.4: one mapping has both rings
  WO_URING_FEAT_NODROP = 1 << 1,       // 5.5: completions that find no room are kept aside
};
enum { WO_URING_ENTER_GETEVENTS = 1 << 0 };
enum {                               // flags of the submission ring
  WO_URING_SQ_CQ_OVERFLOW = 1 << 1,  // 5.8: completions are kept aside, enter to get them
  WO_URING_SQ_TASKRUN = 1 << 2,      // 5.19: there is something to be done on entering
};

// Where mmap finds what.
#define WO_URING_OFF_SQ_RING 0ull
#define WO_URING_OFF_CQ_RING 0x8000000ull
#define WO_URING_OFF_SQES 0x10000000ull

typedef struct wo_uring_sqe {
  uint8_t opcode, flags;
  uint16_t ioprio;
  int32_t fd;
  uint64_t off;
  uint64_t addr;
  uint32_t len;
  uint16_t poll_events;  // the kernel has wider ones since 5.9, in the same place
  uint16_t zero;
  uint64_t user_data;
  uint64_t more[3];
} wo_uring_sqe;

typedef struct wo_uring_cqe {
  uint64_t user_data;
  int32_t res;
  uint32_t flags;
} wo_uring_cqe;

typedef struct wo_uring_sq_offsets {
  uint32_t head, tail, ring_mask, ring_entries, flags, dropped, array, reserved;
  uint64_t user_addr;
} wo_uring_sq_offsets;

typedef struct wo_uring_cq_offsets {
  uint32_t head, tail, ring_mask, ring_entries, overflow, cqes, flags, reserved;
  uint64_t user_addr;
} wo_uring_cq_offsets;

typedef struct wo_uring_params {
  uint32_t sq_entries, cq_entries, flags, sq_thread_cpu, sq_thread_idle, features, wq_fd;
  uint32_t reserved[3];
  wo_uring_sq_offsets sq_off;
  wo_uring_cq_offsets cq_off;
} wo_uring_params;

typedef struct wo_uring_timespec {
  int64_t seconds, nanoseconds;
} wo_uring_timespec;

#define WO_URING_AT(type, member, at) \
  static_assert(offsetof(type, member) == (at), #type "." #member " is where the kernel has it")
static_assert(sizeof(wo_uring_sqe) == 64, "a submission");
WO_URING_AT(wo_uring_sqe, fd, 4);
WO_URING_AT(wo_uring_sqe, off, 8);
WO_URING_AT(wo_uring_sqe, addr, 16);
WO_URING_AT(wo_uring_sqe, len, 24);
WO_URING_AT(wo_uring_sqe, poll_events, 28);
WO_URING_AT(wo_uring_sqe, user_data, 32);
static_assert(sizeof(wo_uring_cqe) == 16, "a completion");
WO_URING_AT(wo_uring_cqe, res, 8);
static_assert(sizeof(wo_uring_params) == 120, "parameters");
WO_URING_AT(wo_uring_params, features, 20);
WO_URING_AT(wo_uring_params, sq_off, 40);
WO_URING_AT(wo_uring_params, cq_off, 80);
WO_URING_AT(wo_uring_sq_offsets, array, 24);
WO_URING_AT(wo_uring_cq_offsets, cqes, 20);
static_assert(sizeof(wo_uring_timespec) == 16, "64 bits each, on every machine");

// How a ring is entered: io_uring_enter(2), answering a negative errno. Tests put a kernel in front
// that takes less than it is given, or is interrupted.
typedef int (*wo_uring_enter_fn)(int ring_fd, uint32_t submit, uint32_t complete, uint32_t flags);
extern wo_uring_enter_fn wo_uring_enter;
#ifdef WO_STRESS
// Has the completions that wait in a plane's ring dropped and counted, as Linux 5.4 does when a ring
// is full.
void wo_uring_lose(struct wo_plane *plane);
#endif

#endif
