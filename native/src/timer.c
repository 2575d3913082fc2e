#include "timer.h"

#include "alloc.h"
#include "shard.h"

// Whoever takes it out of channel->timer, under the channel's lock, ends it: the thread of its plane
// when it has fired for the last time, or who drops the last receiving hold.
struct wo_timer {
  wo_io_wait wait;
  wo_channel *channel;  // a send hold
  wo_shard *shard;      // whose plane it waits on
  int64_t period_ns;    // 0: once
  wo_note note;         // to the plane's thread: nobody receives any more
};

static void end(wo_timer *timer) {
  wo_plane_cancel(timer->shard->plane, &timer->wait);
  wo_handle_uncount(&timer->channel->handle, WO_DIR_SEND, NULL);
  wo_free(timer, sizeof *timer);
}

static void run_note(wo_plane *plane, wo_note *note) {
  (void)plane;
  end(WO_CONTAINER(note, wo_timer, note));
}

wo_channel *wo_timer_new(wo_shard *shard, int64_t at_ns, int64_t period_ns) {
  wo_timer *timer = wo_alloc_zero(sizeof *timer);
  wo_channel *channel = timer ? wo_channel_new(shard->runtime, 1) : NULL;
  if (!channel) {
    if (timer) wo_free(timer, sizeof *timer);
    return NULL;
  }
  wo_handle_ref(&channel->handle);
  wo_handle_count(&channel->handle, WO_DIR_SEND);
  *timer = (wo_timer){.wait.kind = WO_WAITS_TIMER,
                      .channel = channel,
                      .shard = shard,
                      .period_ns = period_ns,
                      .note.run = run_note};
  channel->timed = 1;
  channel->timer = timer;
  wo_plane_sleep(shard->plane, &timer->wait, at_ns);
  return channel;
}

// Takes the timer out of its channel; false: it has been dropped, and a note is on its way.
static bool take(wo_channel *channel) {
  wo_channel_lock(channel);
  bool ours = channel->timer != NULL;
  channel->timer = NULL;
  wo_channel_unlock(channel);
  return ours;
}

// The next time of a ticker, on its grid: what has been missed is left out.
static int64_t next_time(const wo_timer *timer, int64_t now) {
  int64_t next = timer->wait.timer.at_ns + timer->period_ns;
  if (next > now) return next;
  return next + ((now - next) / timer->period_ns + 1) * timer->period_ns;
}

void wo_timer_fired(wo_shard *shard, wo_io_wait *wait) {
  wo_timer *timer = WO_CONTAINER(wait, wo_timer, wait);
  wo_channel *channel = timer->channel;
  int64_t now = wo_plane_now(shard->plane);
  // Sending may run nothing, but the receiver it wakes may be the last: the channel stays till then.
  wo_handle_ref(&channel->handle);
  wo_channel_send(channel, wo_from_number((double)now / 1e6), NULL);
  bool again = timer->period_ns > 0;
  if (again) wo_plane_sleep(shard->plane, wait, next_time(timer, now));
  else if (take(channel)) end(timer);
  wo_handle_unref(&channel->handle);
}

void wo_timer_drop(wo_timer *timer) {
  if (wo_this_shard() == timer->shard) end(timer);
  else wo_plane_post(timer->shard->plane, &timer->note);
}
