// The collector: Cheney's, over chunk lists. Live cells move to new chunks, which, scanned in the
// order they are filled, are the queue. A moved cell leaves a FORWARD cell with its new address in
// the second word. Large cells stay and are marked; a list through their chunk headers queues them.
// Shared cells are outside: never moved, never scanned, except those of an image that is still
// loading, which may point into its loader's heap.
//
// Three kinds of collection (heap.h has the terms):
//
//   WO_PLAIN  of a small heap: everything is copied, and stays young.
//   WO_MAJOR  everything is copied, or kept if large, and is old.
//   WO_MINOR  what is young is copied behind the old cells, and is old. Old cells are not looked at
//             unless remembered. Holds are left alone: old cells may name them.
//
// Nothing here recurses; what is allocated is new chunks.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alloc.h"
#include "builtin.h"
#include "table.h"

// --- layouts: the two switches that know them ---

static size_t rounded(size_t size) { return (size + 7) & ~(size_t)7; }

size_t wo_cell_size(const wo_cell *cell) {
  switch ((wo_kind)cell->kind) {
    case WO_KIND_OBJECT: return sizeof(wo_plain) + cell->extra * sizeof(wo_value);
    case WO_KIND_ARRAY: return sizeof(wo_array);
    case WO_KIND_FUNCTION: return sizeof(wo_function) + cell->extra * sizeof(wo_value);
    case WO_KIND_BUILTIN: return sizeof(wo_builtin_function);
    case WO_KIND_BOUND: return sizeof(wo_bound) + cell->extra * sizeof(wo_value);
    case WO_KIND_ERROR: return sizeof(wo_error);
    case WO_KIND_MAP:
    case WO_KIND_SET: return sizeof(wo_map);
    case WO_KIND_BYTES: return sizeof(wo_bytes);
    case WO_KIND_ITERATOR: return sizeof(wo_iterator);
    case WO_KIND_PRIMITIVE: return sizeof(wo_primitive);
    case WO_KIND_STRING: {
      const wo_string *s = (const wo_string *)cell;
      return rounded(sizeof *s + ((size_t)s->length << (wo_string_is_wide(s) ? 1 : 0)));
    }
    case WO_KIND_ROPE: return sizeof(wo_rope);
    case WO_KIND_SYMBOL: return sizeof(wo_symbol);
    case WO_KIND_BOX: return sizeof(wo_box);
    case WO_KIND_VECTOR:
      return sizeof(wo_vector) + (size_t)((const wo_vector *)cell)->capacity * sizeof(wo_value);
    case WO_KIND_TABLE: {
      const wo_table *t = (const wo_table *)cell;
      return rounded(sizeof *t + (size_t)t->capacity * sizeof(wo_table_entry) +
                     ((size_t)t->bucket_mask + 1) * sizeof(uint32_t));
    }
    case WO_KIND_BUFFER: return rounded(sizeof(wo_buffer) + ((const wo_buffer *)cell)->length);
    case WO_KIND_ACCESSOR: return sizeof(wo_accessor);
    case WO_KIND_FORWARD:
    case WO_KIND_COUNT: break;
  }
  WO_UNREACHABLE();
}

// The kinds of edge a visitor meets, resolved at compile time where it is inlined.
typedef void (*edge_fn)(void *ctx, void *slot, bool is_value);

WO_INLINE void visit_run(wo_value *slots, size_t count, void *ctx, edge_fn visit) {
  for (size_t i = 0; i < count; i++) visit(ctx, &slots[i], true);
}

WO_INLINE void visit_table(wo_table *t, void *ctx, edge_fn visit) {
  wo_table_entry *entries = wo_table_entries(t);
  for (uint32_t i = 0; i < t->used; i++) {
    visit(ctx, &entries[i].key, true);
    visit(ctx, &entries[i].value, true);
  }
  visit(ctx, &t->proto, true);
  visit(ctx, &t->next_table, false);
}

WO_INLINE void visit_edges(wo_cell *cell, void *ctx, edge_fn visit) {
  if (cell->kind <= WO_KIND_PRIMITIVE) visit(ctx, &((wo_object *)cell)->slots, false);
  switch ((wo_kind)cell->kind) {
    case WO_KIND_OBJECT: visit_run(((wo_plain *)cell)->fields, cell->extra, ctx, visit); break;
    case WO_KIND_ARRAY: visit(ctx, &((wo_array *)cell)->elements, false); break;
    case WO_KIND_FUNCTION:
      visit(ctx, &((wo_function *)cell)->home, true);
      visit(ctx, &((wo_function *)cell)->parent, true);
      visit_run(((wo_function *)cell)->captures, cell->extra, ctx, visit);
      break;
    case WO_KIND_BOUND:
      visit(ctx, &((wo_bound *)cell)->target, true);
      visit(ctx, &((wo_bound *)cell)->self, true);
      visit_run(((wo_bound *)cell)->arguments, cell->extra, ctx, visit);
      break;
    case WO_KIND_ERROR: visit(ctx, &((wo_error *)cell)->trace, true); break;
    case WO_KIND_MAP:
    case WO_KIND_SET: visit(ctx, &((wo_map *)cell)->table, false); break;
    case WO_KIND_BYTES: visit(ctx, &((wo_bytes *)cell)->buffer, false); break;
    case WO_KIND_ITERATOR: visit(ctx, &((wo_iterator *)cell)->target, true); break;
    case WO_KIND_PRIMITIVE: visit(ctx, &((wo_primitive *)cell)->value, true); break;
    case WO_KIND_ROPE:
      visit(ctx, &((wo_rope *)cell)->left, true);
      visit(ctx, &((wo_rope *)cell)->right, true);
      break;
    case WO_KIND_SYMBOL: visit(ctx, &((wo_symbol *)cell)->description, true); break;
    case WO_KIND_BOX: visit(ctx, &((wo_box *)cell)->value, true); break;
    case WO_KIND_VECTOR:
      visit_run(((wo_vector *)cell)->items, ((wo_vector *)cell)->capacity, ctx, visit);
      break;
    case WO_KIND_TABLE: visit_table((wo_table *)cell, ctx, visit); break;
    case WO_KIND_ACCESSOR:
      visit(ctx, &((wo_accessor *)cell)->get, true);
      visit(ctx, &((wo_accessor *)cell)->set, true);
      break;
    case WO_KIND_BUILTIN:
    case WO_KIND_STRING:
    case WO_KIND_BUFFER:
    case WO_KIND_FORWARD:
    case WO_KIND_COUNT: break;
  }
}
static_assert(WO_KIND_OBJECT == 1 && WO_KIND_PRIMITIVE + 1 == WO_KIND_STRING,
              "objects are the kinds 1..PRIMITIVE");

void wo_cell_edges(wo_cell *cell, void *ctx, wo_edge_fn visit) { visit_edges(cell, ctx, visit); }

// --- the collection ---

#define LOOK_AHEAD_BYTES 512u
#define YOUNG_SHIFT 16
#define YOUNG_WORDS 128

typedef struct collector {
  wo_heap *heap;
  wo_isolate *isolate;
  uint8_t *top, *end;      // where cells go now, in `last`
  wo_chunk *first, *last;  // the list that cells are copied to, in scanning order
  wo_chunk *scanned;       // the chunk that is being scanned, and how far
  uint8_t *scan;
  wo_chunk *grey;       // marked large cells to be scanned
  uint64_t granted;     // bytes of new chunks
  uint64_t copied;      // bytes of cells
  uint64_t remembered;  // MINOR: cells visited because they were written to; a card counts as four
  uint8_t stay;         // flags of cells that are not copied
  uint8_t age;          // WO_CELL_OLD or 0: of the copies
  wo_extent extent;
  uint64_t young[YOUNG_WORDS];  // WO_MINOR: see maybe_young
} collector;

// Most of what a minor collection meets is old, and not in the cache: a bit for every 64 KB of the
// address space, modulo the size of the map, says where young cells can be, so the others need not
// be looked at.
static void note_young(collector *c, const wo_chunk *chunks) {
  for (const wo_chunk *chunk = chunks; chunk; chunk = chunk->next) {
    uintptr_t first = (uintptr_t)chunk >> YOUNG_SHIFT;
    // A large cell is at the front of its chunk.
    uintptr_t bytes = chunk->flags & WO_CHUNK_LARGE ? sizeof *chunk : chunk->size - 1;
    uintptr_t last = ((uintptr_t)chunk + bytes) >> YOUNG_SHIFT;
    for (uintptr_t at = first; at <= last; at++) {
      c->young[at / 64 % YOUNG_WORDS] |= 1ull << (at % 64);
    }
  }
}

WO_INLINE bool maybe_young(const collector *c, const wo_cell *cell) {
  uintptr_t at = (uintptr_t)cell >> YOUNG_SHIFT;
  return c->extent != WO_MINOR || c->young[at / 64 % YOUNG_WORDS] >> (at % 64) & 1;
}

static WO_NOINLINE uint8_t *next_chunk(collector *c, size_t size) {
  wo_chunk *chunk = wo_chunk_take(c->heap, c->last, size, c->age);
  c->granted += chunk->size;
  if (c->last) {
    c->last->used = (uint32_t)(c->top - (uint8_t *)c->last);
    c->last->next = chunk;
  } else {
    c->first = chunk;
  }
  c->last = chunk;
  c->end = (uint8_t *)chunk + chunk->size;
  return c->top = (uint8_t *)(chunk + 1);
}

// Most cells are plain objects: their size at hand.
WO_INLINE size_t size_of(const wo_cell *cell) {
  if (WO_LIKELY(cell->kind == WO_KIND_OBJECT)) {
    return sizeof(wo_plain) + cell->extra * sizeof(wo_value);
  }
  return wo_cell_size(cell);
}

// Word by word: most cells are too short for a call to pay.
WO_INLINE void copy_words(uint64_t *to, const uint64_t *from, size_t size) {
  if (WO_UNLIKELY(size > 128)) {
    memcpy(to, from, size);
    return;
  }
  for (size_t i = 0; i < size / 8; i++) {
    to[i] = from[i];
    __asm__("" ::: "memory");  // a loop, which the compiler would make a call of memcpy
  }
}

static wo_cell *copy_cell(collector *c, wo_cell *cell) {
  size_t size = size_of(cell);
  uint8_t *to = c->top;
  if (WO_UNLIKELY((size_t)(c->end - to) < size)) to = next_chunk(c, size);
  c->top = to + size;
  c->copied += size;
  copy_words((uint64_t *)to, (const uint64_t *)cell, size);
  wo_cell *copy = (wo_cell *)to;
  copy->flags = (uint8_t)((copy->flags & ~WO_CELL_OLD) | c->age);
  cell->kind = WO_KIND_FORWARD;
  ((uint64_t *)cell)[1] = (uint64_t)(uintptr_t)to;
  return copy;
}

static WO_NOINLINE void mark_large(collector *c, wo_cell *cell) {
  if (cell->flags & WO_CELL_MARKED) return;
  cell->flags |= WO_CELL_MARKED;
  wo_chunk *chunk = (wo_chunk *)cell - 1;
  chunk->grey = c->grey;
  c->grey = chunk;
}

WO_INLINE wo_cell *moved(collector *c, wo_cell *cell) {
  if (cell->kind == WO_KIND_FORWARD) return (wo_cell *)(uintptr_t)((uint64_t *)cell)[1];
  if (WO_UNLIKELY(cell->flags & c->stay)) {
    bool here = (cell->flags & WO_CELL_LARGE) && !(cell->flags & WO_CELL_SHARED);
    if (here && (c->extent != WO_MINOR || !(cell->flags & WO_CELL_OLD))) mark_large(c, cell);
    return cell;
  }
  return copy_cell(c, cell);
}

// Slots are written only where something changes: a shared cell may be read elsewhere, and most of
// what an old one names stays.
WO_INLINE void visit_value(collector *c, wo_value *slot) {
  wo_value v = *slot;
  if (v < WO_TAG_BITS(WO_TAG_HANDLE)) return;
  if (!wo_is_pointer(v)) {
    if (c->extent != WO_MINOR) wo_hold_of(c->isolate, v)->marked = 1;
    return;
  }
  wo_cell *cell = wo_cell_of(v);
  if (!maybe_young(c, cell)) return;
  // A rope that has been flattened is replaced by its flat string wherever it is named.
  while (cell->kind == WO_KIND_ROPE && ((wo_rope *)cell)->right == WO_UNDEFINED) {
    cell = wo_cell_of(((wo_rope *)cell)->left);
  }
  wo_value to = wo_from_pointer(wo_tag(v), moved(c, cell));
  if (to != v) *slot = to;
}

WO_INLINE void visit_slot(void *ctx, void *slot, bool is_value) {
  if (is_value) {
    visit_value(ctx, slot);
    return;
  }
  wo_cell *cell = *(wo_cell **)slot;
  if (!cell || !maybe_young(ctx, cell)) return;
  wo_cell *to = moved(ctx, cell);
  if (to != cell) *(wo_cell **)slot = to;
}

static void visit_root(void *ctx, const wo_root *root) { visit_value(ctx, root->slot); }

// Scans one cell that is new where it is. The keys of a table have their final addresses once
// visited, so the table can be put in order for them at once.
WO_INLINE void scan_cell(collector *c, wo_cell *cell) {
  visit_edges(cell, c, visit_slot);
  if (cell->kind == WO_KIND_TABLE && (cell->flags & WO_CELL_FLAG)) {
    wo_table_rehash(c->heap, (wo_table *)cell);
  }
}

// Asks the memory for what the cells some way behind `at` name: in a heap that is larger than the
// cache, nearly every cell met is a miss. Words that only look like addresses do no harm.
WO_INLINE void look_ahead(const uint8_t *at, size_t size, const uint8_t *end) {
  at += LOOK_AHEAD_BYTES;
  if (at + size > end) return;
  for (const wo_value *word = (const wo_value *)at; (const uint8_t *)word < at + size; word++) {
    bool address = wo_is_pointer(*word) || (*word >> WO_TAG_SHIFT == 0 && *word > UINT32_MAX);
    if (address) __builtin_prefetch(wo_pointer(*word), 1);
  }
}

// Scans until nothing is left to scan.
static void drain(collector *c) {
  for (;;) {
    if (!c->scanned && c->first) {
      c->scanned = c->first;
      c->scan = (uint8_t *)(c->first + 1);
    }
    while (c->scanned) {
      bool last = c->scanned == c->last;
      uint8_t *end = last ? c->top : (uint8_t *)c->scanned + c->scanned->used;
      if (c->scan < end) {
        wo_cell *cell = (wo_cell *)c->scan;
        size_t size = size_of(cell);
        c->scan += size;
        look_ahead((uint8_t *)cell, size, end);
        scan_cell(c, cell);
      } else if (last) {
        break;
      } else {
        c->scanned = c->scanned->next;
        c->scan = (uint8_t *)(c->scanned + 1);
      }
    }
    if (!c->grey) return;
    wo_chunk *large = c->grey;
    c->grey = large->grey;
    scan_cell(c, (wo_cell *)(large + 1));
  }
}

// The cells of an image that this isolate is loading are not in its heap, but may point into it as
// long as they are not frozen. All of them are looked at, also those nothing names any more: so none
// is ever left with an address that has changed.
static void scan_loading(collector *c) {
  const wo_image *image = wo_isolate_loads(c->isolate);
  if (!image || !image->heap) return;
  wo_heap_retire(image->heap);
  for (wo_chunk *chunk = image->heap->chunks; chunk; chunk = chunk->next) {
    uint8_t *at = (uint8_t *)(chunk + 1);
    bool large = chunk->flags & WO_CHUNK_LARGE;
    uint8_t *end = large ? at + 1 : (uint8_t *)chunk + chunk->used;
    for (wo_cell *cell; at < end; at += wo_cell_size(cell)) {
      cell = (wo_cell *)at;
      if (cell->kind != WO_KIND_STRING && !(cell->flags & WO_CELL_FROZEN)) scan_cell(c, cell);
    }
  }
}

// --- what old cells name ---

static void scan_entries(collector *c, wo_table *t, uint32_t from, uint32_t to) {
  wo_table_entry *entries = wo_table_entries(t);
  if (to > t->used) to = t->used;
  for (uint32_t i = from; i < to; i++) {
    wo_value key = entries[i].key;
    visit_value(c, &entries[i].key);
    visit_value(c, &entries[i].value);
    if (entries[i].key != key && !wo_is_string(key)) wo_table_rechain(c->heap, t, i);
  }
}

// An old table is in order for the keys that stay where they are.
static void scan_old_table(collector *c, wo_table *t, uint32_t from, uint32_t to) {
  visit_slot(c, &t->proto, true);
  visit_slot(c, &t->next_table, false);
  scan_entries(c, t, from, to);
}

static void scan_old(collector *c, wo_cell *cell) {
  if (cell->kind == WO_KIND_TABLE) scan_old_table(c, (wo_table *)cell, 0, UINT32_MAX);
  else visit_edges(cell, c, visit_slot);
}

// The part of a large cell that a card covers.
static void scan_card(collector *c, wo_cell *cell, size_t card) {
  size_t from = card * WO_CARD_BYTES, to = from + WO_CARD_BYTES;
  if (cell->kind == WO_KIND_VECTOR) {
    wo_vector *vector = (wo_vector *)cell;
    size_t first = from > sizeof *vector ? (from - sizeof *vector) / sizeof(wo_value) : 0;
    size_t end = (to - sizeof *vector) / sizeof(wo_value);
    if (end > vector->capacity) end = vector->capacity;
    for (size_t i = first; i < end; i++) visit_value(c, &vector->items[i]);
  } else if (cell->kind == WO_KIND_TABLE) {
    size_t first = from > sizeof(wo_table) ? (from - sizeof(wo_table)) / sizeof(wo_table_entry) : 0;
    size_t end = (to - sizeof(wo_table) + sizeof(wo_table_entry) - 1) / sizeof(wo_table_entry);
    scan_old_table(c, (wo_table *)cell, (uint32_t)first, (uint32_t)end);
  } else {
    visit_edges(cell, c, visit_slot);
  }
}
static_assert(WO_CARD_BYTES > sizeof(wo_table) && WO_CARD_BYTES > sizeof(wo_vector), "scan_card");

static void scan_dirty(collector *c, wo_chunk *chunk) {
  size_t count;
  uint8_t *cards = wo_chunk_cards(chunk, &count);
  for (size_t i = 0; i < count; i += 8) {
    if (!*(uint64_t *)(cards + i)) continue;
    for (size_t k = i; k < i + 8; k++) {
      if (!cards[k]) continue;
      c->remembered += 4;
      scan_card(c, (wo_cell *)(chunk + 1), k);
    }
    *(uint64_t *)(cards + i) = 0;
  }
}

// Cells that are asked of the memory in advance: what a miss takes is spent on as many others.
#define AHEAD 12

// The remembered cells count as old again before anything is visited.
static void restore_remembered(wo_grown *grown) {
  for (uint32_t i = 0; i < grown->remembered_count; i++) {
    if (i + AHEAD < grown->remembered_count) __builtin_prefetch(grown->remembered[i + AHEAD], 1);
    grown->remembered[i]->flags |= WO_CELL_OLD;
  }
}

static void scan_remembered(collector *c, wo_grown *grown) {
  c->remembered = grown->remembered_count;
  for (uint32_t i = 0; i < grown->remembered_count; i++) {
    if (i + AHEAD < grown->remembered_count) __builtin_prefetch(grown->remembered[i + AHEAD]);
    scan_old(c, grown->remembered[i]);
  }
  for (wo_chunk *chunk = grown->dirty; chunk; chunk = chunk->grey) scan_dirty(c, chunk);
}

static void forget_remembered(wo_grown *grown) {
  for (wo_chunk *next, *chunk = grown->dirty; chunk; chunk = next) {
    next = chunk->grey;
    chunk->grey = NULL;
    chunk->flags &= ~(uint32_t)WO_CHUNK_DIRTY;
  }
  grown->dirty = NULL;
  grown->remembered_count = 0;
}

// --- before and after ---

// A large cell that lives on joins the list of its age.
static void keep_large(collector *c, wo_chunk *chunk) {
  wo_heap *heap = c->heap;
  wo_cell *cell = (wo_cell *)(chunk + 1);
  cell->flags &= (uint8_t) ~(WO_CELL_MARKED | WO_CELL_OLD);
  cell->flags |= c->age;
  wo_chunk **link = &heap->chunks;
  if (c->age) {
    size_t count;
    uint8_t *cards = wo_chunk_cards(chunk, &count);
    memset(cards, 0, count);
    link = &heap->grown->old_large;
  } else if (heap->top) {
    link = &heap->chunks->next;
  }
  chunk->next = *link;
  *link = chunk;
}

// Frees a list of chunks, but for those of marked large cells. Answers the bytes that stay.
static uint64_t sweep(collector *c, wo_chunk *chunk) {
  uint64_t kept = 0;
  for (wo_chunk *next; chunk; chunk = next) {
    next = chunk->next;
    bool live = (chunk->flags & WO_CHUNK_LARGE) && ((wo_cell *)(chunk + 1))->flags & WO_CELL_MARKED;
    if (!live) {
      wo_chunk_drop(c->heap, chunk);
      continue;
    }
    kept += wo_chunk_bytes(chunk);
    keep_large(c, chunk);
  }
  return kept;
}

// The last chunk becomes the current one, first of the list.
static void make_last_current(collector *c) {
  c->heap->chunks = c->first;
  c->heap->top = c->top;
  c->heap->end = c->end;
  if (c->first == c->last) return;
  wo_chunk *before = c->first;
  while (before->next != c->last) before = before->next;
  before->next = NULL;
  c->last->next = c->first;
  c->heap->chunks = c->last;
}

static void make_old(collector *c) {
  wo_grown *grown = c->heap->grown;
  grown->old = c->first;
  grown->old_last = c->last;
  grown->old_top = c->top;
  grown->old_end = c->end;
  if (c->last) c->last->used = (uint32_t)(c->top - (uint8_t *)c->last);
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static uint64_t at_least(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t at_most(uint64_t a, uint64_t b) { return a < b ? a : b; }

// A minor collection that had much to do is followed by a smaller nursery. Counted, not timed: when
// collections come must not depend on how busy the machine is.
static void adapt_limit(const collector *c, wo_grown *grown) {
  uint64_t ns = c->copied / 2 + c->remembered * 100;
  uint32_t limit = grown->nursery_limit;
  if (ns > 3000000) limit /= 2;
  else if (ns < 1000000) limit *= 2;
  grown->nursery_limit = (uint32_t)at_most(at_least(limit, WO_NURSERY_BYTES), WO_NURSERY_BYTES_MAX);
}

static void set_nursery(const collector *c, wo_grown *grown, uint64_t live) {
  if (c->extent == WO_MINOR) adapt_limit(c, grown);
  else if (!grown->nursery_limit) grown->nursery_limit = WO_NURSERY_BYTES_MAX;
  uint64_t nursery = at_most(at_least(live, WO_NURSERY_BYTES), grown->nursery_limit);
  // One chunk at least that can be filled before the next makes a collection due.
  if (grown->quota) nursery = at_least(at_most(nursery, grown->quota / 8), 2 * WO_CHUNK_LAST);
  grown->nursery = (uint32_t)nursery;
  grown->spare_max = (uint32_t)((nursery + at_most(live, WO_SPARE_BYTES_MAX)) / WO_CHUNK_LAST);
}

// `live`: what is alive, in a minor collection as far as known.
static void set_thresholds(collector *c, uint64_t live) {
  wo_heap *heap = c->heap;
  wo_grown *grown = heap->grown;
  uint64_t quota = wo_heap_quota(heap);
  heap->collect_due = 0;
  if (heap->over_quota != WO_MEMORY_REFUSED) {
    bool over = c->extent != WO_MINOR && quota && live > quota;
    heap->over_quota = over ? WO_MEMORY_OVER_QUOTA : WO_MEMORY_FINE;
  }
  if (!grown) {
    heap->small_bytes = (uint32_t)live;
    return;
  }
  grown->bytes = live;
  grown->live = live;
  grown->full_due = false;
  grown->generational = c->extent != WO_PLAIN && live >= WO_GENERATIONAL_MIN;
  grown->old_bytes = grown->generational ? live : 0;
  set_nursery(c, grown, live);
  grown->collect_at =
      grown->generational ? live + grown->nursery : at_least(live * 2, WO_COLLECT_FIRST);
  if (c->extent != WO_MINOR) {
    grown->major_at = at_least(live * 2, WO_MAJOR_FIRST);
    grown->collections++;
  }
}

static void begin(collector *c, wo_grown *grown) {
  bool minor = c->extent == WO_MINOR;
  c->stay = WO_CELL_SHARED | WO_CELL_LARGE | (minor ? WO_CELL_OLD : 0);
  c->age = c->extent == WO_PLAIN ? 0 : WO_CELL_OLD;
  if (c->extent == WO_PLAIN && grown) grown->generational = false;
  if (!minor) return;
  note_young(c, c->heap->chunks);
  restore_remembered(grown);
  c->first = grown->old;
  c->last = c->scanned = grown->old_last;
  c->top = c->scan = grown->old_top;
  c->end = grown->old_end;
}

// --- the check that every store of a young cell into an old one was remembered ---

#if defined(WO_STRESS) || defined(__SANITIZE_ADDRESS__)
// More would take too long at every collection.
#define VERIFY_BYTES_MAX (4u << 20)

static void verify_edge(void *ctx, void *slot, bool is_value) {
  (void)ctx;
  const wo_cell *cell = *(wo_cell **)slot;
  if (is_value) {
    if (!wo_is_pointer(*(wo_value *)slot)) return;
    cell = wo_cell_of(*(wo_value *)slot);
  }
  // A stale address is in freed memory: reading the header is the check that matters.
  if (cell && !(cell->flags & (WO_CELL_OLD | WO_CELL_SHARED))) abort();
}

// After a minor or major collection all cells are old, and name only old or shared ones.
static void verify_old(wo_grown *grown) {
  if (grown->old_bytes > VERIFY_BYTES_MAX) return;
  for (wo_chunk *chunk = grown->old; chunk; chunk = chunk->next) {
    uint8_t *at = (uint8_t *)(chunk + 1), *end = (uint8_t *)chunk + chunk->used;
    for (; at < end; at += wo_cell_size((wo_cell *)at)) {
      wo_cell_edges((wo_cell *)at, NULL, verify_edge);
    }
  }
  for (wo_chunk *chunk = grown->old_large; chunk; chunk = chunk->next) {
    wo_cell_edges((wo_cell *)(chunk + 1), NULL, verify_edge);
  }
}
#else
static void verify_old(wo_grown *grown) { (void)grown; }
#endif

static void collect(wo_isolate *isolate, wo_extent extent) {
  wo_heap *heap = &isolate->heap;
  wo_grown *grown = heap->grown;
  collector c = {.heap = heap, .isolate = isolate, .extent = extent};
  wo_heap_retire(heap);
  begin(&c, grown);
  wo_chunk *young = heap->chunks, *old = NULL, *old_large = NULL;
  heap->chunks = NULL;
  heap->top = heap->end = NULL;
  if (extent != WO_MINOR && grown) {
    old = grown->old;
    old_large = grown->old_large;
    grown->old = grown->old_large = NULL;
    forget_remembered(grown);
  }

  wo_roots(isolate, &c, visit_root);
  scan_loading(&c);
  if (extent == WO_MINOR) scan_remembered(&c, grown);
  drain(&c);

  if (grown) make_old(&c);
  if (extent == WO_PLAIN) {
    if (grown) grown->old = grown->old_last = NULL;
    make_last_current(&c);
  }
  if (extent == WO_MINOR) forget_remembered(grown);
  uint64_t live = c.granted + sweep(&c, young) + sweep(&c, old) + sweep(&c, old_large);
  if (extent == WO_MINOR) live += grown->old_bytes;
  set_thresholds(&c, live);
  if (extent != WO_PLAIN) verify_old(grown);
  if (extent != WO_MINOR) wo_holds_sweep(isolate);
}

// --- which one, and when ---

void wo_collect_as(wo_isolate *isolate, wo_extent extent) {
  wo_shard *shard = isolate->shard;
  int64_t start = shard ? now_ns() : 0;
  uint64_t before = wo_heap_bytes(&isolate->heap);
  collect(isolate, extent);
  if (!shard) return;
  wo_shard_stats *stats = &shard->stats;
  uint64_t after = wo_heap_bytes(&isolate->heap);
  stats->collections++;
  uint64_t took = (uint64_t)(now_ns() - start);
  stats->collect_ns += took;
  shard->pauses[wo_pause_class(took)]++;
  if (took > shard->pause_max_ns) shard->pause_max_ns = took;
  stats->collected_bytes += before > after ? before - after : 0;
}

void wo_collect(wo_isolate *isolate) {
  wo_heap *heap = &isolate->heap;
  uint64_t bytes = wo_heap_bytes(heap);
  // What stays must be known where it decides when the next one is worth it.
  if (bytes >= WO_UNTIDY_BYTES) wo_heap_grow(heap);
  wo_collect_as(isolate, heap->grown && bytes >= WO_COLLECT_FIRST ? WO_MAJOR : WO_PLAIN);
  if (heap->grown) wo_spares_free(heap);
}

static wo_extent extent_due(wo_heap *heap) {
  wo_grown *grown = heap->grown;
#ifdef WO_STRESS
  static _Atomic uint32_t turn;
  if (!(grown = wo_heap_grow(heap))) return WO_PLAIN;
  uint32_t now = atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed) % 16;
  if (now == 0) return WO_PLAIN;
  return grown->generational && now % 6 != 0 ? WO_MINOR : WO_MAJOR;
#endif
  if (!grown) return WO_PLAIN;
  if (!grown->generational) return grown->live >= WO_GENERATIONAL_MIN ? WO_MAJOR : WO_PLAIN;
  bool over = grown->quota && grown->bytes > grown->quota;
  return over || grown->full_due || grown->old_bytes >= grown->major_at ? WO_MAJOR : WO_MINOR;
}

static uint64_t large_bytes(const wo_chunk *chunk) {
  uint64_t bytes = 0;
  for (; chunk; chunk = chunk->next) {
    if (chunk->flags & WO_CHUNK_LARGE) bytes += wo_chunk_bytes(chunk);
  }
  return bytes;
}

// The copies of all of a large heap may take as much again as its small cells. Where that cannot be
// had, the fiber must end rather than the process.
static bool has_room(wo_heap *heap, wo_extent extent) {
  if (extent == WO_MAJOR) {
    uint64_t large = large_bytes(heap->chunks) + large_bytes(heap->grown->old_large);
    if (!wo_system_has(wo_heap_bytes(heap) - large)) heap->over_quota = WO_MEMORY_REFUSED;
  }
  if (WO_LIKELY(heap->over_quota != WO_MEMORY_REFUSED)) return true;
  heap->collect_due = 0;
  return false;
}

void wo_collect_due(wo_isolate *isolate) {
  wo_extent extent = extent_due(&isolate->heap);
  if (!has_room(&isolate->heap, extent)) return;
  wo_collect_as(isolate, extent);
  wo_grown *grown = isolate->heap.grown;
  bool over = grown && grown->quota && grown->bytes > grown->quota;
#ifdef WO_STRESS
  over |= grown && grown->full_due;
#endif
  if (extent == WO_MINOR && over) wo_collect_as(isolate, WO_MAJOR);
}
