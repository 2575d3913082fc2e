// The intern table. Readers (every isolate that makes a property key of a computed string) probe it
// without a lock: the table pointer is loaded with acquire, so are the entries; a writer, under the
// lock, stores an entry with release once its string is complete. A table that has grown is
// replaced; the old one stays until the runtime ends, for readers that are still in it.
#include <string.h>

#include "alloc.h"
#include "builtin.h"

typedef struct wo_name_table {
  struct wo_name_table *older;
  uint32_t mask, count;
  _Atomic(wo_string *) slots[];
} name_table;

#define TABLE_FIRST 1024u

static size_t table_bytes(uint32_t capacity) {
  return sizeof(name_table) + (size_t)capacity * sizeof(_Atomic(wo_string *));
}

static name_table *table_new(uint32_t capacity, name_table *older) {
  name_table *table = wo_heap_scratch(NULL, 0, table_bytes(capacity));
  memset(table, 0, table_bytes(capacity));
  table->older = older;
  table->mask = capacity - 1;
  return table;
}

static bool same_text(const wo_string *a, const wo_string *b) {
  return a->length == b->length && wo_string_is_wide(a) == wo_string_is_wide(b) &&
         memcmp(a->data, b->data, (size_t)a->length << (wo_string_is_wide(a) ? 1 : 0)) == 0;
}

// The entry equal to `s`, whose hash is known; NULL: none, and *free_at is where it would go.
static wo_string *probe(name_table *table, const wo_string *s, uint32_t *free_at) {
  for (uint32_t i = s->cell.shape & table->mask;; i = (i + 1) & table->mask) {
    wo_string *found = atomic_load_explicit(&table->slots[i], memory_order_acquire);
    if (!found) {
      *free_at = i;
      return NULL;
    }
    if (found->cell.shape == s->cell.shape && same_text(found, s)) return found;
  }
}

static name_table *grow(struct wo_names *names, name_table *table) {
  name_table *wider = table_new((table->mask + 1) * 2, table);
  for (uint32_t i = 0; i <= table->mask; i++) {
    wo_string *s = atomic_load_explicit(&table->slots[i], memory_order_relaxed);
    if (!s) continue;
    uint32_t at = s->cell.shape & wider->mask;
    while (atomic_load_explicit(&wider->slots[at], memory_order_relaxed))
      at = (at + 1) & wider->mask;
    atomic_store_explicit(&wider->slots[at], s, memory_order_relaxed);
  }
  wider->count = table->count;
  atomic_store_explicit(&names->table, wider, memory_order_release);
  return wider;
}

// A copy of `s` in the names' own heap.
static wo_string *immortal(struct wo_names *names, const wo_string *s) {
  wo_string *copy = wo_string_new(names->heap, s->length, wo_string_is_wide(s));
  memcpy(copy->data, s->data, (size_t)s->length << (wo_string_is_wide(s) ? 1 : 0));
  copy->cell.shape = s->cell.shape;
  copy->cell.flags |= WO_STRING_INTERNED;
  return copy;
}

// Under the lock.
static wo_string *intern(struct wo_names *names, const wo_string *s) {
  name_table *table = atomic_load_explicit(&names->table, memory_order_relaxed);
  uint32_t at;
  wo_string *found = probe(table, s, &at);
  if (found) return found;
  if (table->count + table->count / 2 > table->mask) {
    table = grow(names, table);
    probe(table, s, &at);
  }
  wo_string *copy = immortal(names, s);
  table->count++;
  atomic_store_explicit(&table->slots[at], copy, memory_order_release);
  return copy;
}

wo_value wo_intern(wo_runtime *rt, const wo_string *s) {
  if (s->cell.flags & WO_STRING_INTERNED) return wo_from_string(s);
  struct wo_names *names = rt->names;
  // The hash is cached in the string, which the caller owns; shared strings have theirs already.
  wo_string_hash(names->heap, (wo_string *)s);
  pthread_mutex_lock(&names->lock);
  wo_string *found = intern(names, s);
  pthread_mutex_unlock(&names->lock);
  return wo_from_string(found);
}

// A string built outside any heap: enough for the names the core and the library are made of.
#define TEXT_UNITS 256u
typedef union text_cell {
  wo_string string;
  uint8_t room[sizeof(wo_string) + TEXT_UNITS];
} text_cell;

wo_value wo_intern_ascii(wo_runtime *rt, const char *text) {
  size_t length = strlen(text);
  text_cell cell;
  if (length > TEXT_UNITS) {
    wo_value copy = wo_string_from_latin1(rt->names->heap, (const uint8_t *)text, (uint32_t)length);
    return wo_intern(rt, wo_pointer(copy));
  }
  memset(&cell.string, 0, sizeof cell.string);
  cell.string.cell.kind = WO_KIND_STRING;
  cell.string.length = (uint32_t)length;
  memcpy(cell.string.data, text, length);
  return wo_intern(rt, &cell.string);
}

wo_value wo_interned(wo_heap *heap, wo_value v) {
  wo_string *s = wo_string_flat(heap, v);
  if (s->cell.flags & WO_STRING_INTERNED) return wo_from_string(s);
  wo_string_hash(heap, s);
  uint32_t at;
  name_table *table = atomic_load_explicit(&heap->runtime->names->table, memory_order_acquire);
  wo_string *found = probe(table, s, &at);
  return found ? wo_from_string(found) : WO_HOLE;
}

wo_value wo_name(wo_runtime *rt, wo_name_id id) { return rt->names->core[id]; }

bool wo_names_init(wo_runtime *rt) {
  struct wo_names *names = wo_alloc_zero(sizeof *names);
  if (!names) return false;
  names->heap = wo_alloc_zero(sizeof *names->heap);
  if (!names->heap) {
    wo_free(names, sizeof *names);
    return false;
  }
  wo_heap_init(names->heap, rt, NULL);
  pthread_mutex_init(&names->lock, NULL);
  atomic_init(&names->table, table_new(TABLE_FIRST, NULL));
  rt->names = names;

  text_cell unit = {.string = {.cell = {.kind = WO_KIND_STRING}, .length = 1}};
  for (uint32_t i = 0; i < WO_COUNT(names->units); i++) {
    unit.string.data[0] = (uint8_t)i;
    unit.string.cell.shape = 0;
    names->units[i] = wo_intern(rt, &unit.string);
  }
  static const char *const texts[] = {
#define WO_NAME_TEXT(id, text) text,
      WO_CORE_NAMES(WO_NAME_TEXT)
#undef WO_NAME_TEXT
  };
  for (uint32_t i = 0; i < WO_NAME_COUNT; i++) names->core[i] = wo_intern_ascii(rt, texts[i]);
  return true;
}

void wo_names_free(wo_runtime *rt) {
  struct wo_names *names = rt->names;
  if (!names) return;
  name_table *table = atomic_load_explicit(&names->table, memory_order_relaxed);
  while (table) {
    name_table *older = table->older;
    wo_free(table, table_bytes(table->mask + 1));
    table = older;
  }
  pthread_mutex_destroy(&names->lock);
  wo_heap_free(names->heap);
  wo_free(names->heap, sizeof *names->heap);
  wo_free(names, sizeof *names);
  rt->names = NULL;
}
