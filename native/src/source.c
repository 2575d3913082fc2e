#include "source.h"

#include <unistd.h>

#include "alloc.h"
#include "shard.h"

typedef enum demand { UNWANTED, WANTED, GIVEN_UP } demand;

static demand look(wo_source *source) {
  wo_channel *channel = source->channel;
  wo_channel_lock(channel);
  bool waited = channel->recv_first || atomic_load_explicit(&source->poked, memory_order_relaxed);
  demand found = channel->receivers == 0                      ? GIVEN_UP
               : waited && channel->count < channel->capacity ? WANTED
                                                              : UNWANTED;
  wo_channel_unlock(channel);
  return found;
}

static void end(wo_source *source) {
  wo_channel *channel = source->channel;
  source->ended = true;
  wo_plane_cancel(source->shard->plane, &source->watch.wait);
  if (source->kind->end) source->kind->end(source);
  wo_io_retire(source->shard->plane, &source->io);
  wo_handle_uncount(&channel->handle, WO_DIR_SEND, NULL);
}

// Waits as long as somebody receives. Reads nothing: who receives may not have parked yet.
static void settle(wo_source *source, uint8_t drained) {
  if (source->ended) return;
  wo_plane *plane = source->shard->plane;
  wo_io_wait *wait = &source->watch.wait;
  demand found = look(source);
  if (found == GIVEN_UP) {
    end(source);
  } else if (found == UNWANTED) {
    wo_plane_cancel(plane, wait);
  } else if (wait->state == WO_IO_WAIT_IDLE) {
    bool more = source->kind->more && source->kind->more(source);
    if (more) wo_plane_sleep(plane, wait, wo_plane_now(plane));
    else if (wo_plane_arm(plane, wait, &source->io, WO_IO_READ | drained, WO_NEVER)) end(source);
  }
}

static void ready(wo_shard *shard, wo_watch *watch) {
  wo_source *source = WO_CONTAINER(watch, wo_source, watch);
  wo_channel *channel = source->channel;
  demand found = look(source);
  if (found != WANTED) {
    settle(source, 0);
    return;
  }
  wo_item item;
  wo_source_got got = source->kind->take(source, shard->plane, &item);
  // The receiver it wakes may be the last: the channel stays till the end of this.
  wo_handle_ref(&channel->handle);
  if (got == WO_SOURCE_ITEM) {
    atomic_store_explicit(&source->poked, false, memory_order_relaxed);
    if (wo_channel_send(channel, item, NULL) != WO_CHANNEL_OK) wo_item_free(item);
  }
  if (got == WO_SOURCE_END) end(source);
  else settle(source, got == WO_SOURCE_NONE ? WO_IO_DRAINED : 0);
  wo_handle_unref(&channel->handle);
}

static void run_note(wo_plane *plane, wo_note *note) {
  (void)plane;
  wo_source *source = WO_CONTAINER(note, wo_source, note);
  wo_channel *channel = source->channel;
  atomic_store_explicit(&source->noted, false, memory_order_seq_cst);
  settle(source, 0);
  wo_handle_unref(&channel->handle);
}

// The note comes before the count of activity: who finds that nothing can run any more, at a count
// that has this, sees the note or what it has begun.
void wo_source_changed(wo_source *source) {
  if (wo_this_shard() == source->shard) {
    settle(source, 0);
    return;
  }
  if (atomic_exchange_explicit(&source->noted, true, memory_order_seq_cst)) return;
  wo_shard *shard = source->shard;
  wo_handle_ref(&source->channel->handle);
  wo_plane_post(shard->plane, &source->note);
  atomic_fetch_add_explicit(&shard->runtime->activity, 1, memory_order_seq_cst);
}

void wo_source_awaited(wo_source *source) {
  atomic_store_explicit(&source->poked, false, memory_order_seq_cst);
  wo_source_changed(source);
}

void wo_source_poke(wo_source *source) {
  atomic_store_explicit(&source->poked, true, memory_order_seq_cst);
  wo_source_changed(source);
}

static void io_freed(wo_io *io) {
  wo_handle_unref(&WO_CONTAINER(io, wo_source, io)->channel->handle);
}

wo_source *wo_source_new(wo_shard *shard, const wo_source_kind *kind, int fd, uint8_t io_flags) {
  wo_source *source = wo_alloc_zero(kind->size);
  wo_channel *channel = source ? wo_channel_new(shard->runtime, 1) : NULL;
  if (!channel) {
    if (source) wo_free(source, kind->size);
    close(fd);
    return NULL;
  }
  source->kind = kind;
  source->channel = channel;
  source->shard = shard;
  source->note.run = run_note;
  wo_watch_init(&source->watch, ready);
  wo_io_init(&source->io, fd, io_flags, io_freed);
  channel->fed = true;
  channel->source = source;
  wo_handle_ref(&channel->handle);  // the caller's
  wo_handle_ref(&channel->handle);  // until io_freed
  wo_handle_count(&channel->handle, WO_DIR_SEND);
  return source;
}

void wo_source_free(wo_source *source) { wo_free(source, source->kind->size); }
