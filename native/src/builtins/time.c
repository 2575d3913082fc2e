// time: clocks, sleeping, and channels that the clock sends on.
#include <math.h>
#include <time.h>

#include "../builtin.h"
#include "../channel.h"
#include "../timer.h"

wo_status wo_b_time_now(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)fiber, (void)args, (void)argc;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *result = wo_from_number(floor((double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6));
  return WO_DONE;
}

wo_status wo_b_time_monotonic(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)fiber, (void)args, (void)argc;
  *result = wo_from_number((double)wo_plane_now(shard->plane) / 1e6);
  return WO_DONE;
}

wo_status wo_duration(wo_fiber *fiber, wo_value v, const char *what, double *ms) {
  *ms = wo_is_number(v) ? wo_number(v) : NAN;
  if (!isnan(*ms)) return WO_DONE;
  return wo_throw_type(fiber, "%s: the duration must be a number of milliseconds", what);
}

// One run to park, one to answer: there is nothing to try again (W14).
wo_status wo_b_time_sleep(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  *result = WO_UNDEFINED;
  if (fiber->answered) {
    fiber->answered = WO_ANSWER_NONE;
    return WO_DONE;
  }
  double ms;
  if (wo_duration(fiber, wo_arg(args, argc, 0), "time.sleep", &ms) != WO_DONE) return WO_THREW;
  if (ms <= 0) {
    fiber->answered = WO_ANSWER_YIELDED;
    return WO_YIELD;
  }
  if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
  wo_wait_until(fiber, wo_deadline_in(shard, ms));
  return WO_PARKED;
}

static wo_status make_timer(wo_shard *shard, wo_fiber *fiber, double ms, int64_t period_ns,
                            wo_value *result) {
  wo_channel *channel = wo_timer_new(shard, wo_deadline_in(shard, ms), period_ns);
  *result = channel ? wo_hold_add(fiber->isolate, &channel->handle, WO_DIR_RECV) : WO_HOLE;
  if (channel) wo_handle_unref(&channel->handle);
  if (*result != WO_HOLE) return WO_DONE;
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

wo_status wo_b_time_after(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  double ms;
  if (wo_duration(fiber, wo_arg(args, argc, 0), "time.after", &ms) != WO_DONE) return WO_THREW;
  return make_timer(shard, fiber, ms, 0, result);
}

wo_status wo_b_time_ticker(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  double ms;
  if (wo_duration(fiber, wo_arg(args, argc, 0), "time.ticker", &ms) != WO_DONE) return WO_THREW;
  if (ms <= 0) return wo_throw_range(fiber, "time.ticker: the period must be more than 0");
  double ns = ceil(ms * 1e6);
  return make_timer(shard, fiber, ms, ns < 0x1p62 ? (int64_t)ns : INT64_C(1) << 62, result);
}
