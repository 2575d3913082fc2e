// Timers of channels: time.after and time.ticker (Z19). A timer is an entry among the deadlines of
// the shard that made it, and the one sender of a channel. It costs no fiber, and nothing at all once
// nobody can receive from it any more: then, on whatever thread the last receiving hold goes, it is
// taken back.
#ifndef WO_TIMER_H
#define WO_TIMER_H

#include "channel.h"
#include "park.h"

typedef struct wo_timer wo_timer;

// A channel that gets the monotonic time in milliseconds at `at_ns` and then ends; with a period, again
// and again, where a value that was not received yet stays and the new one is missed. The caller has a
// reference (wo_handle_ref) and no hold. NULL: no memory.
wo_channel *wo_timer_new(wo_shard *shard, int64_t at_ns, int64_t period_ns);
// The plane of `shard` has answered the wait of a timer.
void wo_timer_fired(wo_shard *shard, wo_io_wait *wait);
// Nobody can receive from its channel any more. By wo_channel_uncount, which has taken it out of the
// channel. [any thread]
void wo_timer_drop(wo_timer *timer);

#endif
