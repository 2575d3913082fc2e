// Memory of many pieces of the same few sizes: the spawn blocks of isolates. Pieces carry no header,
// are handed out in address order, and lie in pages of one size class each; pages lie in segments of
// 2 MB, which go back to the system when nothing in them is used any more.
//
// Each shard has its own slabs, touched by its thread alone, so taking and giving are a few loads and
// stores. A piece given back on another thread is put on a list of the slabs it came from, who take
// it back when they next look.
#ifndef WO_SLAB_H
#define WO_SLAB_H

#include "base.h"

#define WO_SLAB_STEP 16u         // size classes are multiples of this
#define WO_SLAB_BYTES_MAX 2048u  // larger pieces come from malloc

typedef struct wo_slab_page wo_slab_page;
typedef struct wo_slab_segment wo_slab_segment;
typedef struct wo_slabs {
  wo_slab_page *open[WO_SLAB_BYTES_MAX / WO_SLAB_STEP];  // by class: pages with room
  wo_slab_segment *segments;                             // those with free pages first
  uint32_t segment_count, idle_segments;                 // idle: nothing in it is used
  _Atomic(void *) returned;                              // pieces given back on other threads
} wo_slabs;

// NULL: no memory, or `size` is above WO_SLAB_BYTES_MAX. The owner's thread only.
void *wo_slab_take(wo_slabs *slabs, size_t size);
// `own`: the slabs of the calling thread, NULL where it has none.
void wo_slab_give(wo_slabs *own, void *piece, size_t size);
// Takes back what other threads have returned, so that memory shrinks while nothing is taken.
void wo_slabs_settle(wo_slabs *slabs);
// At the end: every segment goes, used or not.
void wo_slabs_free(wo_slabs *slabs);

#endif
