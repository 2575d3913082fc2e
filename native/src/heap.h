// One heap per isolate: bump allocation in chunks. Allocation never collects and (short of the
// process being out of memory) never fails: a request that finds no room gets another chunk, with
// an overdraft on the quota bounded by WO_OVERDRAFT_BYTES. When a chunk is granted past the
// collection threshold, or past the quota, the heap raises `collect_due`, and the dispatch loop
// collects at its next safepoint; after that collection, a heap still over quota makes the fiber
// throw OutOfMemoryError. So C code never roots anything, and a raw pointer is good until the next
// safepoint.
//
// A heap that has grown is generational: what a collection finds alive becomes old, and stays where
// it is until a major collection. The young cells are those made since the last collection, in the
// chunks of `heap->chunks` (the nursery). A minor collection looks at the roots and at the old cells
// that have been written to, which the write barrier remembers: a small cell by its address, once; of
// a large one (elements, a table) the cards of WO_CARD_BYTES written to, in a byte each behind the
// cell. Small heaps have young cells only, and every collection of theirs is a full one.
//
// A builtin that is about to allocate more than WO_OVERDRAFT_BYTES asks first with
// wo_heap_reserve, before any side effect, and answers WO_RETRY when told to.
#ifndef WO_HEAP_H
#define WO_HEAP_H

#include "limits.h"
#include "object.h"

// Header of every chunk; cells follow. Large cells have a chunk each, flagged LARGE.
struct wo_chunk {
  wo_chunk *next;
  union {
    struct {
      uint32_t size;  // bytes of the whole chunk, header included
      uint32_t used;  // bytes in use, header included, when the chunk was left; of the current
                      // chunk heap->top says it
    };
    wo_chunk *grey;  // LARGE: the collector's list of marked, not yet scanned cells, or the list of
                     // dirty old ones. What a large chunk's size is, its cell says
                     // (wo_chunk_bytes).
  };
  uint32_t flags;  // WO_CHUNK_*
  uint32_t pad;
};
enum {
  WO_CHUNK_LARGE = 1,
  WO_CHUNK_INLINE = 2,  // part of the isolate's spawn block; not freed alone
  WO_CHUNK_DIRTY = 4,   // an old large cell with marked cards: in wo_grown.dirty
};

// Why the next safepoint raises OutOfMemoryError.
typedef enum wo_memory_state {
  WO_MEMORY_FINE,
  WO_MEMORY_OVER_QUOTA,  // the collector found more alive than the quota allows
  WO_MEMORY_REFUSED,     // the system has no more; what was asked for came out of the reserve
} wo_memory_state;

// What only a heap has that holds large cells, is large itself, or has a quota of its own: an isolate
// that stays small goes without.
typedef struct wo_grown {
  uint64_t bytes;       // granted chunk bytes, now
  uint64_t collect_at;  // bytes at which a collection becomes due
  uint64_t quota;       // bytes; 0: none
  uint64_t live;        // bytes the last collection left
  uint32_t collections;
  uint32_t reserve_after;  // value of `collections` at which a refused wo_heap_reserve is final
  uint32_t
      descriptors_after;     // the same for wo_collect_for_descriptor; UINT32_MAX: none was refused
  bool generational;         // has had its first major collection
  bool full_due;             // the next collection must be a full one
  wo_chunk *old, *old_last;  // old small cells, oldest chunk first
  uint8_t *old_top, *old_end;  // room left in old_last
  wo_chunk *old_large;
  uint64_t old_bytes;    // of both lists
  uint64_t major_at;     // old bytes at which a major collection is due
  wo_chunk *dirty;       // old large cells written to since the last collection
  wo_cell **remembered;  // old small cells written to since the last collection: WO_CELL_OLD is
                         // off in them until then
  uint32_t remembered_count, remembered_capacity;
  uint32_t nursery_limit;  // by how long minor collections took
  uint32_t nursery;        // bytes until the next minor collection
  wo_chunk *spare;         // emptied chunks of the last size
  uint32_t spare_count, spare_max;
} wo_grown;

// The heap of an isolate is the first thing in it (wo_heap_isolate).
struct wo_heap {
  uint8_t *top, *end;  // bump window of the current chunk; NULL: there is none
  wo_chunk *chunks;    // the current one first, if there is one; those of large cells among them
  wo_runtime *runtime;
  wo_grown *grown;       // NULL: a small heap, with the quota of its runtime
  uint32_t small_bytes;  // granted chunk bytes of a heap without `grown`; see wo_heap_bytes
  uint8_t collect_due;
  uint8_t over_quota;  // wo_memory_state
  uint8_t new_flags;   // flags of the cells made here: WO_CELL_SHARED or none
  uint8_t owned;       // by an isolate
};
static_assert(sizeof(wo_heap) <= 48, "an isolate that waits costs little");

// The isolate whose heap it is; NULL for the shared heap of an image or the runtime.
WO_INLINE wo_isolate *wo_heap_isolate(const wo_heap *heap) {
  return heap->owned ? (wo_isolate *)(uintptr_t)heap : NULL;
}
WO_INLINE uint64_t wo_heap_bytes(const wo_heap *heap) {
  return heap->grown ? heap->grown->bytes : heap->small_bytes;
}
uint64_t wo_heap_quota(const wo_heap *heap);  // bytes; 0: none
// Gives the heap a quota of its own. False: no memory, it has the one it had.
bool wo_heap_set_quota(wo_heap *heap, uint64_t quota);

// Not zeroed: the caller fills the whole cell. `size` is at least 16 and rounded up to 8.
void *wo_heap_slow(wo_heap *heap, size_t size);
WO_INLINE void *wo_heap_alloc(wo_heap *heap, size_t size) {
  size = (size + 7) & ~(size_t)7;
  uint8_t *p = heap->top;
  if (WO_UNLIKELY((size_t)(heap->end - p) < size)) return wo_heap_slow(heap, size);
  heap->top = p + size;
  return p;
}
WO_INLINE void wo_cell_init(wo_heap *heap, wo_cell *cell, wo_kind kind, uint32_t shape,
                            uint16_t extra) {
  cell->shape = shape;
  cell->kind = kind;
  cell->flags = heap->new_flags;
  cell->extra = extra;
}
// A cell whose size only the request knows (vectors, tables, buffers, strings): from WO_LARGE_BYTES
// on it gets a chunk of its own and WO_CELL_LARGE. The header is filled in, the rest is the
// caller's.
void *wo_cell_large(wo_heap *heap, size_t size, wo_kind kind, uint32_t shape, uint16_t extra);
WO_INLINE void *wo_cell_new(wo_heap *heap, size_t size, wo_kind kind, uint32_t shape,
                            uint16_t extra) {
  if (WO_UNLIKELY(size >= WO_LARGE_BYTES)) return wo_cell_large(heap, size, kind, shape, extra);
  wo_cell *cell = wo_heap_alloc(heap, size);
  wo_cell_init(heap, cell, kind, shape, extra);
  return cell;
}
// Whether `bytes` more may be taken now: WO_DONE; WO_RETRY: collect and come again; WO_THREW: would
// exceed the quota, or what the system has, even after a collection (OutOfMemoryError is in
// fiber->thrown).
wo_status wo_heap_reserve(wo_heap *heap, wo_fiber *fiber, uint64_t bytes);

// Every store of a pointer into a cell that already exists goes through these three: the home of the
// write barrier. `owner` is the cell the slot is in (of an array's element the vector, of a property
// wo_object_slot_owner). A store of what is no pointer (a hole, undefined, a number) needs none, nor
// does filling a cell made since the last safepoint.
void wo_remember(wo_heap *heap, wo_cell *owner, void *slot);
void wo_remember_all(wo_heap *heap, wo_cell *owner);
WO_INLINE void wo_write_slot(wo_heap *heap, void *owner, wo_value *slot, wo_value value) {
  *slot = value;
  if (WO_UNLIKELY(((wo_cell *)owner)->flags & WO_CELL_OLD) && wo_is_pointer(value)) {
    wo_remember(heap, owner, slot);
  }
}
WO_INLINE void wo_write_cell(wo_heap *heap, void *owner, void *slot, void *cell) {
  *(void **)slot = cell;
  if (WO_UNLIKELY(((wo_cell *)owner)->flags & WO_CELL_OLD)) wo_remember(heap, owner, slot);
}
// For many stores at once: the slots of `owner` have been moved about, or will be written directly
// until the next safepoint.
WO_INLINE void wo_write_many(wo_heap *heap, void *owner) {
  if (WO_UNLIKELY(((wo_cell *)owner)->flags & WO_CELL_OLD)) wo_remember_all(heap, owner);
}

// `isolate`: whose heap it is, which then is `heap` itself in another form; or NULL: a heap of shared
// cells, without a quota.
void wo_heap_init(wo_heap *heap, wo_runtime *rt, wo_isolate *isolate);
// Frees every chunk that is not inline.
void wo_heap_free(wo_heap *heap);
// Takes a list of chunks built elsewhere (message.h) as part of this heap, without copying. A chunk
// flagged LARGE holds one cell, flagged WO_CELL_LARGE.
void wo_heap_adopt(wo_heap *heap, wo_chunk *chunks);
// Takes all chunks out of a heap, to be adopted by another.
wo_chunk *wo_heap_give(wo_heap *heap);
size_t wo_chunk_bytes(const wo_chunk *chunk);  // of the whole chunk, as allocated
// A chunk with room for `room` bytes of cells, in no heap; wo_alloc'd, so wo_free frees it with
// wo_chunk_bytes, or with wo_chunk_size while the cell of a large one is not there. NULL: no memory.
wo_chunk *wo_chunk_new(size_t room, uint32_t flags);
size_t wo_chunk_size(size_t room, uint32_t flags);
// Gives a chunk back: to the spare ones of the heap, to the cache of the shard, or to malloc. Inline
// chunks stay where they are.
void wo_chunk_drop(wo_heap *heap, wo_chunk *chunk);
void wo_chunk_cache_free(wo_shard *shard);  // at the shard's end
// For gc.c. A chunk with room for `size` bytes, uncounted, to follow `before` (NULL: the first), of
// the last size when `old`; and a work list, grown or from nothing. Neither fails.
wo_chunk *wo_chunk_take(wo_heap *heap, const wo_chunk *before, size_t size, bool old);
void *wo_heap_scratch(void *p, size_t old_size, size_t new_size);
// The card bytes behind a large cell. An old large cell's say which of its parts may name young
// cells.
#define WO_CARD_BYTES 512u
uint8_t *wo_chunk_cards(wo_chunk *chunk, size_t *count);
// Makes a large cell that was just made old at once, with clean cards: it replaces an old one, and
// what is put into it goes through the barrier.
void wo_cell_tenure(wo_heap *heap, wo_cell *cell);
// Whether the system would give this much now. A small amount is not worth asking for.
bool wo_system_has(uint64_t bytes);
// The memory set aside for when the system refuses (rt->reserve), made where there is none.
void wo_reserve_fill(wo_runtime *rt);
void wo_reserve_free(wo_runtime *rt);
wo_grown *wo_heap_grow(wo_heap *heap);  // makes `grown` where there is none; NULL: no memory
void wo_spares_free(wo_heap *heap);
// Writes heap->top back into the current chunk's `used`, for whoever walks the chunks.
void wo_heap_retire(wo_heap *heap);
wo_vector *wo_vector_new(wo_heap *heap, uint32_t capacity);  // filled with WO_HOLE
// With `count` items from elsewhere; the rest is WO_HOLE.
wo_vector *wo_vector_from(wo_heap *heap, const wo_value *items, uint32_t count, uint32_t capacity);
// A wider copy of `old` (NULL: empty), to be stored in its place; the rest is WO_HOLE.
wo_vector *wo_vector_grow(wo_heap *heap, const wo_vector *old, uint32_t capacity);
wo_buffer *wo_buffer_new(wo_heap *heap, uint32_t length);  // zeroed

// --- collection (gc.c): only called at safepoints of the dispatch loop ---
// Both copy what wo_roots reaches and update every root. A full one looks at the whole heap and
// releases the holds no handle value names any more; one that is due does what is due, mostly less.
void wo_collect(wo_isolate *isolate);
void wo_collect_due(wo_isolate *isolate);
// The kinds there are (gc.c), for those two and for tests. MINOR: of a generational heap only.
typedef enum wo_extent { WO_PLAIN, WO_MINOR, WO_MAJOR } wo_extent;
void wo_collect_as(wo_isolate *isolate, wo_extent extent);
// Whether so much has been made since the last collection that an isolate which parks is worth one:
// what waits must not hold on to garbage.
bool wo_heap_untidy(const wo_heap *heap);
// Has the next safepoint collect the whole heap.
void wo_collect_soon(wo_heap *heap);
// The system has no descriptor left. True: holds that nobody names any more may have some, the
// caller answers WO_RETRY; false: a collection did not help. Who gets one calls wo_got_descriptor.
bool wo_collect_for_descriptor(wo_heap *heap);
WO_INLINE void wo_got_descriptor(wo_heap *heap) {
  if (heap->grown) heap->grown->descriptors_after = UINT32_MAX;
}
// Size in bytes of a cell as allocated. The one function that knows every layout's size.
size_t wo_cell_size(const wo_cell *cell);
// Calls visit(ctx, slot, is_value) for every value slot / cell pointer inside `cell`. The one
// function that knows where every layout keeps its references.
typedef void (*wo_edge_fn)(void *ctx, void *slot, bool is_value);
void wo_cell_edges(wo_cell *cell, void *ctx, wo_edge_fn visit);

#endif
