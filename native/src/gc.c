// The collector: Cheney's, over chunk lists. Live cells move from the old chunks to new ones; the
// new chunks, scanned in the order they were filled, are the queue. A moved cell leaves a FORWARD
// cell with its new address in the second word. Large cells stay and are marked; a list through
// their chunk headers queues them. Shared cells are outside: never moved, never scanned, except
// those of an image that is still loading, which may point into its loader's heap.
//
// Nothing here recurses; what is allocated is new chunks and, while an image loads, one list.
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

typedef struct collector {
  wo_heap *heap;     // its chunk list is the new one
  wo_chunk *last;    // end of the new list: where cells go now
  wo_chunk *grey;    // marked large cells to be scanned
  uint64_t granted;  // bytes of new chunks
  // Shared cells of loading images met so far; all scanned once and unmarked at the end.
  bool loads;  // this isolate is loading an image
  wo_cell **loading;
  uint32_t loading_count, loading_capacity, loading_done;
} collector;

// New chunks are appended, so that the list is in scanning order; heap->chunks is the first of them
// until the end of the collection.
static WO_NOINLINE uint8_t *next_chunk(collector *c, size_t size) {
  wo_heap *heap = c->heap;
  wo_chunk *chunk = wo_chunk_take(heap, c->last, size);
  c->granted += chunk->size;
  if (c->last) {
    c->last->used = (uint32_t)(heap->top - (uint8_t *)c->last);
    c->last->next = chunk;
  } else {
    heap->chunks = chunk;
  }
  c->last = chunk;
  heap->top = (uint8_t *)(chunk + 1);
  heap->end = (uint8_t *)chunk + chunk->size;
  return heap->top;
}

static wo_cell *copy_cell(collector *c, wo_cell *cell) {
  size_t size = wo_cell_size(cell);
  wo_heap *heap = c->heap;
  uint8_t *to = heap->top;
  if (WO_UNLIKELY((size_t)(heap->end - to) < size)) to = next_chunk(c, size);
  heap->top = to + size;
  memcpy(to, cell, size);
  cell->kind = WO_KIND_FORWARD;
  ((uint64_t *)cell)[1] = (uint64_t)(uintptr_t)to;
  return (wo_cell *)to;
}

static WO_NOINLINE void mark_large(collector *c, wo_cell *cell) {
  if (cell->flags & WO_CELL_MARKED) return;
  cell->flags |= WO_CELL_MARKED;
  wo_chunk *chunk = (wo_chunk *)cell - 1;
  chunk->grey = c->grey;
  c->grey = chunk;
}

// A shared cell that may still be written, so may point into this heap: it is scanned like a live
// cell. Frozen objects end the walk, and with them everything published.
static WO_NOINLINE void mark_loading(collector *c, wo_cell *cell) {
  bool leaf =
      cell->kind == WO_KIND_STRING || cell->kind == WO_KIND_BUFFER || cell->kind == WO_KIND_SYMBOL;
  if (!c->loads || leaf || (cell->flags & WO_CELL_MARKED)) return;
  if (c->loading_count == c->loading_capacity) {
    uint32_t capacity = c->loading_capacity ? c->loading_capacity * 2 : 64;
    c->loading = wo_heap_scratch(c->loading, c->loading_capacity * sizeof(wo_cell *),
                                 capacity * sizeof(wo_cell *));
    c->loading_capacity = capacity;
  }
  cell->flags |= WO_CELL_MARKED;
  c->loading[c->loading_count++] = cell;
}

WO_INLINE wo_cell *moved(collector *c, wo_cell *cell) {
  if (cell->kind == WO_KIND_FORWARD) return (wo_cell *)(uintptr_t)((uint64_t *)cell)[1];
  if (WO_UNLIKELY(cell->flags & (WO_CELL_SHARED | WO_CELL_LARGE))) {
    if (!(cell->flags & WO_CELL_SHARED)) mark_large(c, cell);
    else if (!(cell->flags & WO_CELL_FROZEN)) mark_loading(c, cell);
    return cell;
  }
  return copy_cell(c, cell);
}

WO_INLINE void visit_value(collector *c, wo_value *slot) {
  wo_value v = *slot;
  if (v < WO_TAG_BITS(WO_TAG_HANDLE)) return;
  if (!wo_is_pointer(v)) {
    wo_hold_of(wo_heap_isolate(c->heap), v)->marked = 1;
    return;
  }
  wo_cell *cell = wo_cell_of(v);
  // A rope that has been flattened is replaced by its flat string wherever it is named.
  while (cell->kind == WO_KIND_ROPE && ((wo_rope *)cell)->right == WO_UNDEFINED) {
    v = ((wo_rope *)cell)->left;
    cell = wo_cell_of(v);
  }
  *slot = wo_from_pointer(wo_tag(v), moved(c, cell));
}

WO_INLINE void visit_slot(void *ctx, void *slot, bool is_value) {
  if (is_value) {
    visit_value(ctx, slot);
  } else if (*(wo_cell **)slot) {
    *(wo_cell **)slot = moved(ctx, *(wo_cell **)slot);
  }
}

static void visit_root(void *ctx, const wo_root *root) { visit_value(ctx, root->slot); }

// Scans one cell. The keys of a table have their final addresses once visited, so the table can be
// put in order for them at once.
WO_INLINE void scan_cell(collector *c, wo_cell *cell) {
  visit_edges(cell, c, visit_slot);
  if (cell->kind == WO_KIND_TABLE && (cell->flags & WO_CELL_FLAG)) {
    wo_table_rehash(c->heap, (wo_table *)cell);
  }
}

// Scans until nothing is left to scan.
static void drain(collector *c, wo_chunk **chunk, uint8_t **scan) {
  wo_heap *heap = c->heap;
  for (;;) {
    if (!*chunk) {
      *chunk = heap->chunks;
      if (*chunk) *scan = (uint8_t *)(*chunk + 1);
    }
    while (*chunk) {
      bool last = *chunk == c->last;
      uint8_t *end = last ? heap->top : (uint8_t *)*chunk + (*chunk)->used;
      if (*scan < end) {
        wo_cell *cell = (wo_cell *)*scan;
        *scan += wo_cell_size(cell);
        scan_cell(c, cell);
      } else if (last) {
        break;
      } else {
        *chunk = (*chunk)->next;
        *scan = (uint8_t *)(*chunk + 1);
      }
    }
    if (c->grey) {
      wo_chunk *large = c->grey;
      c->grey = large->grey;
      scan_cell(c, (wo_cell *)(large + 1));
    } else if (c->loading_done < c->loading_count) {
      scan_cell(c, c->loading[c->loading_done++]);
    } else {
      return;
    }
  }
}

// Functions of an image that this isolate is loading are mutable, and not in its heap; its classes
// are among the roots.
static void mark_loading_functions(collector *c) {
  const wo_image *image = wo_heap_isolate(c->heap)->loads;
  c->loads = image != NULL;
  for (uint32_t i = 0; image && i < image->proto_count; i++) {
    wo_value v = image->protos[i].static_function;
    if (wo_is_object(v) && !(wo_cell_of(v)->flags & WO_CELL_FROZEN)) mark_loading(c, wo_cell_of(v));
  }
}

// Frees the chunks that were the heap, but for those of marked large cells, which are unmarked and
// kept, behind the current chunk. Answers the bytes that stay.
static uint64_t sweep(wo_heap *heap, wo_chunk *old) {
  uint64_t kept = 0;
  for (wo_chunk *next; old; old = next) {
    next = old->next;
    wo_cell *cell = (wo_cell *)(old + 1);
    if (!(old->flags & WO_CHUNK_LARGE) || !(cell->flags & WO_CELL_MARKED)) {
      wo_chunk_drop(heap, old);
      continue;
    }
    cell->flags &= (uint8_t)~WO_CELL_MARKED;
    kept += wo_chunk_bytes(old);
    wo_chunk **link = heap->top ? &heap->chunks->next : &heap->chunks;
    old->next = *link;
    *link = old;
  }
  return kept;
}

// The last chunk becomes the current one, first of the list.
static void make_last_current(collector *c) {
  wo_heap *heap = c->heap;
  if (!c->last || heap->chunks == c->last) return;
  wo_chunk *before = heap->chunks;
  while (before->next != c->last) before = before->next;
  before->next = NULL;
  c->last->next = heap->chunks;
  heap->chunks = c->last;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void set_thresholds(wo_heap *heap, uint64_t live) {
  uint64_t quota = wo_heap_quota(heap);
  heap->collect_due = 0;
  heap->over_quota = quota && live > quota;
  if (!heap->grown) {
    heap->small_bytes = (uint32_t)live;
    return;
  }
  heap->grown->bytes = live;
  heap->grown->collect_at = live * 2 > WO_COLLECT_FIRST ? live * 2 : WO_COLLECT_FIRST;
  heap->grown->collections++;
}

void wo_collect(wo_isolate *isolate) {
  wo_heap *heap = &isolate->heap;
  int64_t start = now_ns();
  uint64_t before = wo_heap_bytes(heap);
  collector c = {.heap = heap};
  wo_chunk *old = heap->chunks;
  heap->chunks = NULL;
  heap->top = heap->end = NULL;

  wo_chunk *chunk = NULL;
  uint8_t *scan = NULL;
  mark_loading_functions(&c);
  wo_roots(isolate, &c, visit_root);
  drain(&c, &chunk, &scan);

  make_last_current(&c);
  for (uint32_t i = 0; i < c.loading_count; i++) c.loading[i]->flags &= (uint8_t)~WO_CELL_MARKED;
  wo_free(c.loading, c.loading_capacity * sizeof(wo_cell *));
  set_thresholds(heap, c.granted + sweep(heap, old));
  wo_holds_sweep(isolate);

  if (!isolate->shard) return;
  wo_shard_stats *stats = &isolate->shard->stats;
  stats->collections++;
  stats->collect_ns += (uint64_t)(now_ns() - start);
  uint64_t after = wo_heap_bytes(heap);
  stats->collected_bytes += before > after ? before - after : 0;
}
