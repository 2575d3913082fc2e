// Sources: a file of the system as the one sender of a channel (signals, standard input, changes of
// files). A source is read on the plane of the shard that made it, and only while somebody waits to
// receive or has looked and found nothing (tryRecv), so what nobody wants stays in the kernel. It
// costs no fiber. It ends with its file, or once nobody can receive from its channel any more.
//
// Its memory is its channel's, and the channel's `source` never changes, so whoever has a reference to
// the one may use the other. All but wo_source_changed and `noted` belongs to the plane's thread.
#ifndef WO_SOURCE_H
#define WO_SOURCE_H

#include "channel.h"
#include "errand.h"

typedef struct wo_source wo_source;

typedef enum wo_source_got {
  WO_SOURCE_ITEM,  // *item is the next
  WO_SOURCE_NONE,  // the read has said EAGAIN
  WO_SOURCE_END,
} wo_source_got;

typedef struct wo_source_kind {
  size_t size;  // of the struct that begins with a wo_source
  wo_source_got (*take)(wo_source *source, wo_plane *plane, wo_item *item);
  bool (*more)(const wo_source *source);  // an item can be taken without the file; may be NULL
  void (*end)(wo_source *source);         // of what is its own; once, may be NULL
} wo_source_kind;

struct wo_source {
  wo_watch watch;
  wo_io io;
  const wo_source_kind *kind;
  wo_channel *channel;  // a send hold until it has ended
  wo_shard *shard;
  bool ended;
  _Atomic bool poked;  // somebody has found nothing without waiting: one item is to be read
  _Atomic bool noted;  // the note is on its way, and has a reference to the channel
  wo_note note;
};

// Takes over `fd`, which is closed also on failure. All of the struct behind the wo_source is zero. The
// caller has a reference to source->channel and no hold, and must call wo_source_changed if it makes
// none. NULL: no memory; `end` has not been called.
wo_source *wo_source_new(wo_shard *shard, const wo_source_kind *kind, int fd, uint8_t io_flags);
// Whether somebody receives may have changed, by the calling thread. No lock is held. [any thread]
void wo_source_changed(wo_source *source);
// The calling fiber has begun to wait, or has found nothing and does not. [any thread]
void wo_source_awaited(wo_source *source);
void wo_source_poke(wo_source *source);
void wo_source_free(wo_source *source);  // by the channel's end only

#endif
