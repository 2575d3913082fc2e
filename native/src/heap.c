#include "heap.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"

// Spare first-size chunks a shard keeps: what a burst of spawns needs before malloc is asked.
#define CHUNK_CACHE_MAX 256u

// Callers of the allocator do not check, so that C code may build values without a failure path at
// every step. A quota ends a fiber long before the machine has no memory left. Where it has none,
// the reserve of the runtime serves until the next safepoint, where the fiber gets OutOfMemoryError;
// when that is spent as well, nothing can go on.
static WO_COLD void give_up(size_t size) {
  fprintf(stderr, "wo: the system refused %zu bytes for a heap\n", size);
  abort();
}

// The system has refused. After this it is worth asking again.
static WO_COLD void use_reserve(wo_heap *heap) {
  wo_reserve_free(heap->runtime);
  heap->over_quota = WO_MEMORY_REFUSED;
  heap->collect_due = 1;
  wo_shard *shard = heap->owned ? wo_heap_isolate(heap)->shard : NULL;
  if (shard && shard->fiber && shard->fiber->isolate == wo_heap_isolate(heap)) {
    wo_force_safepoint(shard);
  }
}

void wo_reserve_fill(wo_runtime *rt) {
  if (atomic_load_explicit(&rt->reserve, memory_order_relaxed)) return;
  void *none = NULL, *made = wo_alloc(WO_SYSTEM_RESERVE_BYTES);
  if (made && !atomic_compare_exchange_strong(&rt->reserve, &none, made)) {
    wo_free(made, WO_SYSTEM_RESERVE_BYTES);
  }
}

void wo_reserve_free(wo_runtime *rt) {
  wo_free(atomic_exchange(&rt->reserve, NULL), WO_SYSTEM_RESERVE_BYTES);
}

bool wo_system_has(uint64_t bytes) {
  if (bytes < WO_SYSTEM_RESERVE_BYTES) return true;
  void *p = bytes < 1ull << 39 ? wo_alloc(bytes) : NULL;  // no machine has more
  wo_free(p, bytes);
  return p != NULL;
}

// One card byte for every WO_CARD_BYTES of the cell, in whole words.
static size_t card_count(size_t cell_bytes) {
  return ((cell_bytes + WO_CARD_BYTES - 1) / WO_CARD_BYTES + 7) & ~(size_t)7;
}

size_t wo_chunk_size(size_t room, uint32_t flags) {
  room = (room + 7) & ~(size_t)7;
  return sizeof(wo_chunk) + room + (flags & WO_CHUNK_LARGE ? card_count(room) : 0);
}

static size_t large_room(const wo_chunk *chunk) {
  return (wo_cell_size((const wo_cell *)(chunk + 1)) + 7) & ~(size_t)7;
}

size_t wo_chunk_bytes(const wo_chunk *chunk) {
  return chunk->flags & WO_CHUNK_LARGE ? wo_chunk_size(large_room(chunk), WO_CHUNK_LARGE)
                                       : chunk->size;
}

uint8_t *wo_chunk_cards(wo_chunk *chunk, size_t *count) {
  size_t room = large_room(chunk);
  *count = card_count(room);
  return (uint8_t *)(chunk + 1) + room;
}

wo_chunk *wo_chunk_new(size_t room, uint32_t flags) {
  WO_ASSERT((flags & WO_CHUNK_LARGE) || room <= UINT32_MAX - sizeof(wo_chunk));
  size_t size = wo_chunk_size(room, flags);
  wo_chunk *chunk = wo_alloc(size);
  if (!chunk) return NULL;
  chunk->next = NULL;
  chunk->flags = flags;
  chunk->pad = 0;
  if (flags & WO_CHUNK_LARGE) {
    chunk->grey = NULL;
  } else {
    chunk->size = (uint32_t)size;
    chunk->used = sizeof *chunk;
  }
  return chunk;
}

// --- the shard's cache of first-size chunks ---

// The shard whose thread this is; NULL before the isolate's first slice: whoever spawns it fills its heap,
// on whatever thread.
static wo_shard *home_of(const wo_heap *heap) {
  const wo_isolate *isolate = wo_heap_isolate(heap);
  return isolate && isolate->started ? isolate->shard : NULL;
}

static wo_shard *shard_of(const wo_heap *heap) {
#if defined(WO_STRESS) || defined(__SANITIZE_ADDRESS__)
  (void)heap;  // every chunk goes back to malloc, where a stale pointer into it is noticed
  return NULL;
#else
  return home_of(heap);
#endif
}

// Never NULL.
static wo_chunk *make_chunk(wo_heap *heap, size_t room, uint32_t flags) {
  wo_chunk *chunk = wo_chunk_new(room, flags);
  if (WO_LIKELY(chunk != NULL)) return chunk;
  use_reserve(heap);
  chunk = wo_chunk_new(room, flags);
  if (!chunk) give_up(room);
  return chunk;
}

static wo_chunk *take_chunk(wo_heap *heap, size_t size) {
  wo_shard *shard = shard_of(heap);
  wo_chunk *chunk = NULL;
  if (size == WO_CHUNK_FIRST && shard && shard->chunk_cache) {
    chunk = shard->chunk_cache;
    shard->chunk_cache = chunk->next;
    shard->chunk_cached--;
  } else if (size == WO_CHUNK_LAST && heap->grown && heap->grown->spare) {
    chunk = heap->grown->spare;
    heap->grown->spare = chunk->next;
    heap->grown->spare_count--;
  }
  if (!chunk) chunk = make_chunk(heap, size - sizeof *chunk, 0);
  chunk->next = NULL;
  chunk->used = sizeof *chunk;
  return chunk;
}

void wo_chunk_drop(wo_heap *heap, wo_chunk *chunk) {
  if (chunk->flags & WO_CHUNK_INLINE) return;
  wo_shard *shard = shard_of(heap);
  if (!(chunk->flags & WO_CHUNK_LARGE) && shard) {
    wo_grown *grown = heap->grown;
    if (chunk->size == WO_CHUNK_FIRST && shard->chunk_cached < CHUNK_CACHE_MAX) {
      chunk->next = shard->chunk_cache;
      shard->chunk_cache = chunk;
      shard->chunk_cached++;
      return;
    }
    if (chunk->size == WO_CHUNK_LAST && grown && grown->spare_count < grown->spare_max) {
      chunk->next = grown->spare;
      grown->spare = chunk;
      grown->spare_count++;
      return;
    }
  }
  wo_free(chunk, wo_chunk_bytes(chunk));
}

static void free_list(wo_chunk *chunk) {
  for (wo_chunk *next; chunk; chunk = next) {
    next = chunk->next;
    if (!(chunk->flags & WO_CHUNK_INLINE)) wo_free(chunk, wo_chunk_bytes(chunk));
  }
}

void wo_spares_free(wo_heap *heap) {
  free_list(heap->grown->spare);
  heap->grown->spare = NULL;
  heap->grown->spare_count = 0;
}

void wo_chunk_cache_free(wo_shard *shard) {
  while (shard->chunk_cache) {
    wo_chunk *chunk = shard->chunk_cache;
    shard->chunk_cache = chunk->next;
    wo_free(chunk, wo_chunk_bytes(chunk));
  }
  shard->chunk_cached = 0;
}

// --- granting ---

// A heap this large is not small any more.
#define SMALL_MAX (WO_COLLECT_FIRST / 2)

static_assert(offsetof(wo_isolate, heap) == 0, "wo_heap_isolate");

uint64_t wo_heap_quota(const wo_heap *heap) {
  if (heap->grown) return heap->grown->quota;
  return heap->owned ? heap->runtime->heap_quota : 0;
}

WO_NOINLINE wo_grown *wo_heap_grow(wo_heap *heap) {
  if (heap->grown) return heap->grown;
  wo_grown *grown = wo_alloc_zero(sizeof *grown);
  if (!grown) return NULL;
  grown->bytes = heap->small_bytes;
  grown->collect_at = WO_COLLECT_FIRST;
  grown->quota = wo_heap_quota(heap);
  grown->reserve_after = grown->descriptors_after = UINT32_MAX;
  return heap->grown = grown;
}

bool wo_heap_set_quota(wo_heap *heap, uint64_t quota) {
  if (!wo_heap_grow(heap)) return false;
  heap->grown->quota = quota;
  return true;
}

// Counts memory just taken. Past the threshold or the quota the owner's next safepoint collects. Of the
// quota the `unused` bytes are not yet spent: else a heap whose live data come near it would collect, and
// begin a chunk that exceeds it, for every single cell.
static void charge(wo_heap *heap, size_t bytes, size_t unused) {
  if (!heap->grown && (heap->small_bytes + bytes < SMALL_MAX || !wo_heap_grow(heap))) {
    heap->small_bytes += (uint32_t)bytes;
  } else {
    heap->grown->bytes += bytes;
  }
  if (heap->collect_due || !heap->owned) return;
  uint64_t now = wo_heap_bytes(heap), quota = wo_heap_quota(heap);
  bool due = now >= (heap->grown ? heap->grown->collect_at : WO_COLLECT_FIRST);
  if (!due && (!quota || now - unused <= quota)) return;
  heap->collect_due = 1;
  wo_shard *home = home_of(heap);
  if (home && home->fiber && home->fiber->isolate == wo_heap_isolate(heap)) {
    wo_force_safepoint(home);
  }
}

// The chunk that `top` and `end` are in. A large cell's in front says that there is none.
static wo_chunk *current(const wo_heap *heap) {
  wo_chunk *first = heap->chunks;
  return first && !(first->flags & WO_CHUNK_LARGE) ? first : NULL;
}

bool wo_heap_untidy(const wo_heap *heap) {
  if (heap->grown && heap->grown->generational) return false;
  uint64_t live = heap->grown ? heap->grown->live : 0;
  return wo_heap_bytes(heap) >= (live * 2 > WO_UNTIDY_BYTES ? live * 2 : WO_UNTIDY_BYTES);
}

void wo_collect_soon(wo_heap *heap) {
  heap->collect_due = 1;
  if (heap->grown) heap->grown->full_due = true;
}

// Each chunk is twice the one before, so that a small isolate stays small and a large one asks
// seldom.
static size_t next_chunk_size(const wo_heap *heap, const wo_chunk *before) {
  if (heap->grown && heap->grown->generational) return WO_CHUNK_LAST;
  size_t size = WO_CHUNK_FIRST;
  while (before && size < WO_CHUNK_LAST && size < 2 * (size_t)before->size) size *= 2;
  return size;
}

wo_chunk *wo_chunk_take(wo_heap *heap, const wo_chunk *before, size_t size, bool old) {
  size_t chunk_size = old ? WO_CHUNK_LAST : next_chunk_size(heap, before);
  size_t own = size + sizeof(wo_chunk);
  return take_chunk(heap, own > chunk_size ? own : chunk_size);
}

void *wo_heap_scratch(void *p, size_t old_size, size_t new_size) {
  void *grown = wo_realloc(p, old_size, new_size);
  if (!grown) give_up(new_size);
  return grown;
}

void wo_heap_retire(wo_heap *heap) {
  wo_chunk *chunk = current(heap);
  if (chunk) chunk->used = (uint32_t)(heap->top - (uint8_t *)chunk);
}

static void make_current(wo_heap *heap, wo_chunk *chunk) {
  wo_heap_retire(heap);
  chunk->next = heap->chunks;
  heap->chunks = chunk;
  heap->top = (uint8_t *)chunk + chunk->used;
  heap->end = (uint8_t *)chunk + chunk->size;
}

// Behind the current chunk, whose room is still to be used; or first where there is none.
static void link_chunk(wo_heap *heap, wo_chunk *chunk) {
  wo_chunk *before = current(heap);
  wo_chunk **link = before ? &before->next : &heap->chunks;
  chunk->next = *link;
  *link = chunk;
}

void *wo_heap_slow(wo_heap *heap, size_t size) {
  size_t chunk_size = next_chunk_size(heap, current(heap));
  size_t own = size + sizeof(wo_chunk);
  bool apart = own > chunk_size && current(heap);
  if (own > chunk_size) chunk_size = own;
  wo_chunk *chunk = take_chunk(heap, chunk_size);
  charge(heap, chunk_size, apart ? 0 : chunk_size);
  if (apart) {
    chunk->used = (uint32_t)own;
    link_chunk(heap, chunk);
    return chunk + 1;
  }
  make_current(heap, chunk);
  heap->top += size;
  return heap->top - size;
}

void *wo_cell_large(wo_heap *heap, size_t size, wo_kind kind, uint32_t shape, uint16_t extra) {
  size = (size + 7) & ~(size_t)7;
  wo_chunk *chunk = make_chunk(heap, size, WO_CHUNK_LARGE);
  link_chunk(heap, chunk);
  charge(heap, wo_chunk_size(size, WO_CHUNK_LARGE), 0);
  wo_cell *cell = (wo_cell *)(chunk + 1);
  wo_cell_init(heap, cell, kind, shape, extra);
  cell->flags |= WO_CELL_LARGE;
  return cell;
}

bool wo_collect_for_descriptor(wo_heap *heap) {
  wo_grown *grown = wo_heap_grow(heap);
  if (!grown || grown->collections == grown->descriptors_after) {
    wo_got_descriptor(heap);  // the next refusal is one of its own
    return false;
  }
  grown->descriptors_after = grown->collections + 1;
  wo_collect_soon(heap);
  return true;
}

wo_status wo_heap_reserve(wo_heap *heap, wo_fiber *fiber, uint64_t bytes) {
  uint64_t quota = wo_heap_quota(heap);
  wo_grown *grown = heap->grown;
  bool within = !quota || wo_heap_bytes(heap) + bytes <= quota;
  if (within && wo_system_has(bytes)) {
    if (grown) grown->reserve_after = UINT32_MAX;
    return WO_DONE;
  }
  if ((within || bytes <= quota) && (grown = wo_heap_grow(heap)) &&
      grown->collections != grown->reserve_after) {
    grown->reserve_after = grown->collections + 1;
    wo_collect_soon(heap);
    return WO_RETRY;
  }
  if (within) {
    return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no %llu bytes more",
                    (unsigned long long)bytes);
  }
  return wo_throw(fiber, WO_B_OutOfMemoryError,
                  "%llu more bytes would exceed the memory quota of %llu",
                  (unsigned long long)bytes, (unsigned long long)quota);
}

void wo_heap_init(wo_heap *heap, wo_runtime *rt, wo_isolate *isolate) {
  WO_ASSERT(!isolate || heap == &isolate->heap);
  *heap =
      (wo_heap){.runtime = rt, .owned = isolate != NULL, .new_flags = isolate ? 0 : WO_CELL_SHARED};
}

static void count_nothing(wo_heap *heap) {
  heap->chunks = NULL;
  heap->top = heap->end = NULL;
  heap->small_bytes = 0;
}

void wo_heap_free(wo_heap *heap) {
  for (wo_chunk *next, *chunk = heap->chunks; chunk; chunk = next) {
    next = chunk->next;
    wo_chunk_drop(heap, chunk);
  }
  count_nothing(heap);
  wo_grown *grown = heap->grown;
  if (!grown) return;
  free_list(grown->old);
  free_list(grown->old_large);
  wo_spares_free(heap);
  wo_free(grown->remembered, grown->remembered_capacity * sizeof *grown->remembered);
  wo_free(grown, sizeof *grown);
  heap->grown = NULL;
}

wo_chunk *wo_heap_give(wo_heap *heap) {
  wo_heap_retire(heap);
  wo_chunk *chunks = heap->chunks;
  count_nothing(heap);
  if (heap->grown) heap->grown->bytes = 0;
  return chunks;
}

void wo_heap_adopt(wo_heap *heap, wo_chunk *chunks) {
  uint64_t bytes = 0;
  for (wo_chunk *next, *chunk = chunks; chunk; chunk = next) {
    next = chunk->next;
    bytes += wo_chunk_bytes(chunk);
    if ((chunk->flags & WO_CHUNK_LARGE) || current(heap)) link_chunk(heap, chunk);
    else make_current(heap, chunk);
  }
  charge(heap, bytes, 0);
}

// --- the write barrier's slow half ---

static void mark_dirty(wo_grown *grown, wo_chunk *chunk) {
  if (chunk->flags & WO_CHUNK_DIRTY) return;
  chunk->flags |= WO_CHUNK_DIRTY;
  chunk->grey = grown->dirty;
  grown->dirty = chunk;
}

void wo_remember(wo_heap *heap, wo_cell *owner, void *slot) {
  wo_grown *grown = heap->grown;
  if (owner->flags & WO_CELL_LARGE) {
    wo_chunk *chunk = (wo_chunk *)owner - 1;
    size_t count;
    wo_chunk_cards(chunk, &count)[((uintptr_t)slot - (uintptr_t)owner) / WO_CARD_BYTES] = 1;
    mark_dirty(grown, chunk);
    return;
  }
  owner->flags &= (uint8_t)~WO_CELL_OLD;
  if (grown->remembered_count == grown->remembered_capacity) {
    uint32_t capacity = grown->remembered_capacity ? grown->remembered_capacity * 2 : 64;
    grown->remembered =
        wo_heap_scratch(grown->remembered, grown->remembered_capacity * sizeof *grown->remembered,
                        capacity * sizeof *grown->remembered);
    grown->remembered_capacity = capacity;
  }
  grown->remembered[grown->remembered_count++] = owner;
}

void wo_remember_all(wo_heap *heap, wo_cell *owner) {
  if (!(owner->flags & WO_CELL_LARGE)) {
    wo_remember(heap, owner, NULL);
    return;
  }
  wo_chunk *chunk = (wo_chunk *)owner - 1;
  size_t count;
  uint8_t *cards = wo_chunk_cards(chunk, &count);
  memset(cards, 1, count);
  mark_dirty(heap->grown, chunk);
}

void wo_cell_tenure(wo_heap *heap, wo_cell *cell) {
  wo_chunk *chunk = (wo_chunk *)cell - 1;
  wo_chunk *before = current(heap);
  wo_chunk **link = before ? &before->next : &heap->chunks;
  WO_ASSERT(*link == chunk && cell->flags & WO_CELL_LARGE);
  *link = chunk->next;
  chunk->next = heap->grown->old_large;
  heap->grown->old_large = chunk;
  heap->grown->old_bytes += wo_chunk_bytes(chunk);
  cell->flags |= WO_CELL_OLD;
  size_t count;
  uint8_t *cards = wo_chunk_cards(chunk, &count);
  memset(cards, 0, count);
}

// --- vectors and buffers ---

// A large vector that grows out of an old one is old at once, so that a minor collection need not
// look through all of it: what it has is old, or named by a marked card of the one before.
static void inherit_age(wo_heap *heap, wo_vector *vector, const wo_vector *old) {
  wo_cell_tenure(heap, &vector->cell);
  wo_chunk *from = (wo_chunk *)(uintptr_t)old - 1, *to = (wo_chunk *)vector - 1;
  if (!(from->flags & WO_CHUNK_DIRTY)) return;
  size_t count, more;
  const uint8_t *marks = wo_chunk_cards(from, &count);
  memcpy(wo_chunk_cards(to, &more), marks, count);
  mark_dirty(heap->grown, to);
}

wo_vector *wo_vector_from(wo_heap *heap, const wo_value *items, uint32_t count, uint32_t capacity) {
  WO_ASSERT(count <= capacity);
  size_t size = sizeof(wo_vector) + (size_t)capacity * sizeof(wo_value);
  wo_vector *vector = wo_cell_new(heap, size, WO_KIND_VECTOR, 0, 0);
  vector->capacity = capacity;
  vector->pad = 0;
  if (count) memcpy(vector->items, items, count * sizeof(wo_value));
  for (uint32_t i = count; i < capacity; i++) vector->items[i] = WO_HOLE;
  return vector;
}

wo_vector *wo_vector_grow(wo_heap *heap, const wo_vector *old, uint32_t capacity) {
  uint32_t kept = old ? old->capacity : 0;
  wo_vector *vector = wo_vector_from(heap, old ? old->items : NULL, kept, capacity);
  bool large = old && old->cell.flags & vector->cell.flags & WO_CELL_LARGE;
  if (large && old->cell.flags & WO_CELL_OLD) inherit_age(heap, vector, old);
  return vector;
}

wo_vector *wo_vector_new(wo_heap *heap, uint32_t capacity) {
  return wo_vector_from(heap, NULL, 0, capacity);
}

wo_buffer *wo_buffer_new(wo_heap *heap, uint32_t length) {
  wo_buffer *buffer = wo_cell_new(heap, sizeof *buffer + length, WO_KIND_BUFFER, 0, 0);
  buffer->length = length;
  buffer->used = 0;
  memset(buffer->data, 0, length);
  return buffer;
}
