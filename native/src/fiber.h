// The fiber: interpreter state and nothing else (W01). One struct, no native stack. The register
// file and the frame stack grow by reallocation, so frames hold offsets, never pointers into the
// register file, and nothing outside the two arrays (multi-shot continuations will copy them).
#ifndef WO_FIBER_H
#define WO_FIBER_H

#include "image.h"
#include "park.h"
#include "value.h"

typedef enum wo_fiber_state {
#define WO_STATE(name, text) WO_FIBER_##name,
#include "states.def"
#undef WO_STATE
} wo_fiber_state;

enum wo_frame_flag {
  WO_FRAME_BUILTIN = 1,    // `builtin` runs; `pc` is its step
  WO_FRAME_CONSTRUCT = 2,  // called by new/super: a non-object result becomes R[0]
  WO_FRAME_RESULT_TO = 4,  // the result goes to register `dst` of the frame below, not to R[-1]
  WO_FRAME_DISCARD = 8,    // the result is dropped (setter)
  WO_FRAME_JUMP = 16,      // the result decides a fused compare-and-jump of the frame below
  WO_FRAME_DEFERS = 32,    // has entries on the catch stack: run them at its exit
  WO_FRAME_FORCED = 64,    // inside a finally of a forced unwind: leaving goes on unwinding
  WO_FRAME_BASE = 128,     // the first frame of a fiber, or of a cleanup run by the unwinder
  // Called by a builtin: the result goes to fiber->call.result and the builtin's step runs again.
  // With `dst` 1 dispatch first asks wo_each_again whether the frame goes on with another call.
  WO_FRAME_TO_BUILTIN = WO_FRAME_RESULT_TO | WO_FRAME_DISCARD,
};
// The pc of the top frame is that of the instruction it stands at; the pc of a frame that has
// called another is that of the instruction behind the call, so `pc - 1` lies in the call. A
// bytecode frame whose pc is at or past the end of its code is leaving: its defers run, and R[-1]
// holds the value it returns (WO_LEAVING_RETURN) or throws (WO_LEAVING_THROW).
enum { WO_LEAVING_RETURN = 0, WO_LEAVING_THROW = 1 };  // added to the code length
// Frames with no flag set return on the fast path.
typedef struct wo_frame {
  union {
    const wo_proto *proto;
    const wo_builtin *builtin;  // WO_FRAME_BUILTIN; also for operator continuations
  };
  uint32_t pc;    // next instruction to run in this frame (word index); BUILTIN: step
  uint32_t base;  // offset of R[0] in the register file; R[-1] is the function
  uint8_t flags;
  uint8_t dst;    // RESULT_TO
  uint16_t argc;  // arguments passed (not noted by a call without flags); BUILTIN: scratch starts
                  // behind them
} wo_frame;
static_assert(sizeof(wo_frame) == 24, "three words a frame");

// The catch stack holds what unwinding has to run that is only known at run time. Static try ranges
// are in the proto's catch table.
enum wo_unwind_kind { WO_UNWIND_DEFER, WO_UNWIND_CLEANUP };
typedef struct wo_unwind_entry {
  wo_value action;  // function of no arguments
  uint32_t frame;   // index of the frame it belongs to
  uint32_t kind;
} wo_unwind_entry;

typedef struct wo_trace_entry {
  const wo_proto *proto;
  uint32_t pc;
  uint32_t pad;
} wo_trace_entry;

#define WO_PARK_DEADLINE (-1)
#define WO_PARK_INBOX (-2)  // no plane wait: woken by a channel or an envelope

// What a wait of the plane is embedded in (wo_io_wait.kind).
enum { WO_WAITS_FIBER, WO_WAITS_TIMED, WO_WAITS_TIMER, WO_WAITS_WATCH };

// The deadline of a wait on a channel (recvFor), made at the first one and kept for the next.
typedef struct wo_timed {
  wo_io_wait wait;
  wo_fiber *fiber;
} wo_timed;

// One wait in the queue of one channel: fiber->wait, or one of the array of a select (wo_waiter_fiber
// tells whose).
typedef struct wo_waiter {
  struct wo_waiter *next, *prev;
  wo_channel *channel;  // whose queue it is or was last in; set by the fiber, NULL before
  wo_value item;        // send: what is offered (channel.h); fiber->wait: also what was received
  uint16_t arm;         // select: which arm; 0 otherwise
  uint16_t place;       // select: 1 + its index in the array; 0: it is fiber->wait
  uint16_t own_sends;   // receive: live send holds of the waiting isolate on this channel
  uint8_t is_send;
  uint8_t queued;  // under the channel's lock: linked into its queue
} wo_waiter;
static_assert(sizeof(wo_waiter) == 40, "five words a wait");

// The waits of a select, made at its first one and kept for the next.
typedef struct wo_select_waits {
  wo_fiber *fiber;
  uint16_t count;  // of the select that waits now
  wo_waiter list[];
} wo_select_waits;

// What few fibers have: made when first needed (wo_fiber_rare).
typedef struct wo_rare {
  wo_unwind_entry *catches;  // the catch stack
  uint16_t catch_count, catches_capacity;
  uint32_t exit_hook;  // host handle index + 1, 0: none
  wo_channel
      *result_channel;  // spawn.result: a send hold of its own, takes the result or the error
  wo_image *loads;      // the image whose module bodies this fiber runs; NULL once done
  wo_select_waits *select;
  uint16_t select_capacity;
  wo_timed *timed;
  struct wo_errand *errand;  // that blocks: under way, or over and not yet taken (errand.h)
} wo_rare;

// Park word: generation << 2 | one of these. A waker moves WAITING to CLAIMED by compare-and-swap;
// only the winner may touch the answer. A fiber's waiters leave their queues, under the locks of the
// channels, before it waits again, so whoever finds a waiter in a queue may claim the generation it
// sees. A waker that comes by another way must compare the one it was promised to.
enum { WO_WAIT_NONE = 0, WO_WAIT_WAITING = 1, WO_WAIT_CLAIMED = 2 };

struct wo_fiber {
  wo_isolate *isolate;
  wo_value *regs;  // register file
  wo_frame *frames;
  wo_rare *rare;  // NULL until needed
  uint32_t regs_capacity;
  uint32_t frame_count;  // behind while dispatch runs bytecode, right for whoever it calls
  uint32_t frames_capacity;
  uint32_t id;
  uint8_t state;          // wo_fiber_state
  uint8_t flags;          // WO_FIBER_FLAG_*
  uint8_t final;          // wo_fiber_final once DONE
  uint8_t inline_arrays;  // bit 0: regs inline, bit 1: frames inline (in the spawn block)
  uint32_t step;          // of the running builtin

  // Park descriptor (W13-W15).
  int32_t park_fd;  // fd, WO_PARK_DEADLINE or WO_PARK_INBOX
  uint16_t park_events;
  uint8_t park_done;    // 0: the step runs again; 1: result preset, go on past it
  uint8_t park_reason;  // wo_park_reason, for inspection
  uint32_t park_wr_at;  // progress of a partial write
  uint16_t park_arm;    // select: the arm that fired
  uint8_t answered;     // wo_park_answer: set by the waker that claimed, consumed by the step
  uint8_t call_again;   // of `call`: the callee's frame may serve the next one too (wo_each_again)
  _Atomic uint64_t park_word;

  // From wo_wait_arm until its shard has made the fiber runnable again, the wait; at all other
  // times what running needs. The two never live at once.
  union {
    wo_waiter wait;  // the single wait; of a select, where its answer arrives
    wo_io_wait io;   // on the plane (wo_waits_on_plane); io.timer.at_ns is the deadline (W14)
    struct {
      wo_isolate *run_next;  // the isolate's link in a run queue or inbox
      wo_value new_target;   // of the call being made
      union {
        struct {        // what a builtin that answers WO_CALL wants
          uint32_t at;  // register offset (file) of the callee; this and arguments follow
          uint16_t argc;
          uint8_t flags, dst;  // of the frame the running builtin gets when it needs one
          wo_value result;
        } call;
        struct {
          uint64_t call_place;
          // One slot under the names of its uses: of a call's result nothing is left when an error
          // is on its way, nor of that when the fiber has ended or was answered.
          union {
            wo_value thrown;  // valid while unwinding and after an uncaught error
            wo_value result;  // once DONE/RETURNED
            wo_value answer;  // RUNNABLE with `answered` set: what was received
          };
        };
      };
      int64_t deadline_ns;  // RUNNABLE after a wait on the plane: the deadline of the call
    };
  };

  const wo_proto *spawn_proto;  // where it was spawned
  uint64_t reductions;          // spent in finished slices
  uint32_t spawn_pc;
};
// What a waker leaves in `wait.item` becomes the answer in place.
static_assert(offsetof(wo_fiber, wait.item) == offsetof(wo_fiber, answer) &&
                  offsetof(wo_fiber, call.result) == offsetof(wo_fiber, answer),
              "the answer is where it arrives");

WO_INLINE wo_fiber *wo_waiter_fiber(wo_waiter *waiter) {
  if (!waiter->place) return WO_CONTAINER(waiter, wo_fiber, wait);
  return WO_CONTAINER(waiter - (waiter->place - 1), wo_select_waits, list)->fiber;
}
// The rare part, made now if there is none; NULL: no memory.
wo_rare *wo_fiber_rare(wo_fiber *fiber);

enum {
  WO_FIBER_FLAG_MAIN = 1,
  WO_FIBER_FLAG_STOPPING = 2,     // forced unwind asked for: taken at the next safepoint
  WO_FIBER_FLAG_UNWINDING = 4,    // forced unwind under way: finally and drops only
  WO_FIBER_FLAG_CLEANUP = 8,      // a defer/cleanup runs: parking raises
  WO_FIBER_FLAG_LAST_SLICE = 16,  // a stop has ended its wait early: its next one unwinds it
  WO_FIBER_FLAG_CUT = 32,        // the reserve of a forced unwind is spent: only drops from here on
  WO_FIBER_FLAG_OVERDRAWN = 64,  // the quota has been raised once so that a handler can run
};
typedef enum wo_fiber_final {
  WO_FINAL_NONE,
  WO_FINAL_RETURNED,
  WO_FINAL_ERROR,
  WO_FINAL_STOPPED
} wo_fiber_final;
typedef enum wo_park_answer {
  WO_ANSWER_NONE,
  WO_ANSWER_VALUE,     // receive: answer is the value; send: it was taken
  WO_ANSWER_CLOSED,    // receive: the end; send: SendOnClosedError
  WO_ANSWER_CRASHED,   // receive: raise answer (an error message)
  WO_ANSWER_DEADLOCK,  // raise DeadlockError
  WO_ANSWER_YIELDED,   // yieldNow: the others have had their turn
  WO_ANSWER_TIMEOUT,   // the deadline came first
  WO_ANSWER_READY,     // a file may be ready: the call is tried again
} wo_park_answer;
typedef enum wo_park_reason {
  WO_REASON_NONE,
  WO_REASON_RECV,
  WO_REASON_SEND,
  // From here on waking is more than taking the one wait.
  WO_REASON_SELECT,
  WO_REASON_RECV_FOR,  // as RECV, with a deadline (rare->timed)
  WO_REASON_HOST,
  WO_REASON_FD,
  WO_REASON_DEADLINE,
  WO_REASON_ERRAND,  // that blocks
  WO_REASON_NEVER,
} wo_park_reason;

// Of a parked fiber: whether `io`, not `wait`, is what it waits with.
WO_INLINE bool wo_waits_on_plane(const wo_fiber *fiber) {
  return fiber->park_reason >= WO_REASON_FD && fiber->park_reason <= WO_REASON_ERRAND;
}

// Runs `fiber` until it parks, yields, ends or its budget is spent (dispatch.c). Never recursive.
// WO_DONE: ended (state DONE). WO_PARKED: parked. WO_YIELD: preempted or yielded, still RUNNABLE.
wo_status wo_dispatch(wo_shard *shard, wo_fiber *fiber);

// Prepares the first frame: callee, this and args must already sit at regs[0], regs[1], regs[2..].
wo_status wo_fiber_start(wo_fiber *fiber, wo_value fn, uint32_t argc);
// Pushes the frame of a call whose callee, this and arguments sit from file offset `at` on: of a
// bytecode function, or of a builtin (which has not run yet). Bound functions are unfolded in
// place. WO_DONE, or WO_THREW: not callable, or no room. `dst`: with WO_FRAME_RESULT_TO.
wo_status wo_enter(wo_fiber *fiber, uint32_t at, uint32_t argc, uint8_t flags, uint8_t dst);
// The same for `new`: makes `this` where the callee is no derived class.
wo_status wo_enter_new(wo_fiber *fiber, uint32_t at, uint32_t argc, wo_value new_target,
                       uint8_t flags, uint8_t dst);
bool wo_is_constructor(wo_value v);
// Room for `count` registers from file offset `at` on; may move the file. WO_THREW: StackOverflow.
wo_status wo_fiber_reserve(wo_fiber *fiber, uint32_t at, uint32_t count);
wo_frame *wo_fiber_push_frame(wo_fiber *fiber);  // NULL after raising StackOverflowError
// Registers from this file offset on hold nothing (the end of the top frame's window).
uint32_t wo_fiber_top(const wo_fiber *fiber);
// Everything the fiber has outside of its isolate's block.
void wo_fiber_free_arrays(wo_fiber *fiber);
// Snapshot of the frames for Error objects: a BUFFER cell of wo_trace_entry, innermost first.
wo_value wo_fiber_trace(wo_heap *heap, wo_fiber *fiber);
// Renders "    at fn (file:line:col)\n..." from a trace value; WO_UNDEFINED gives "".
wo_value wo_trace_text(wo_heap *heap, wo_value trace);

// unwind.c: the one unwinder. fiber->thrown (or a forced unwind) goes to the nearest handler,
// releasing drops and scheduling defers on the way. WO_DONE: the top frame continues at its pc.
// WO_CALL: a defer must run first: its frame has been pushed. WO_THREW: no frame left, uncaught.
wo_status wo_unwind(wo_shard *shard, wo_fiber *fiber);
// The top frame returns `value`: pops it and delivers the value as its flags say, or first runs its
// defers. WO_DONE: the frame on top goes on (none: the fiber has ended, fiber->result is set).
// WO_THREW: fiber->thrown is to be unwound from the frame on top.
wo_status wo_leave(wo_shard *shard, wo_fiber *fiber, wo_value value);
// Attaches `fn` to the bytecode frame that called the running builtin: it runs when that frame
// exits, newest first, on every path, and may not park. WO_THREW: not a function, or too many.
wo_status wo_defer(wo_fiber *fiber, wo_value fn);
// Turns what runs into a forced unwind (stop, reap, limit): sets thrown and the cleanup reserve.
void wo_force_unwind(wo_shard *shard, wo_fiber *fiber);

#endif
