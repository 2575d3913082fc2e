#include "table.h"

#include <string.h>

#include "builtin.h"

#define CAPACITY_FIRST 4u
#define NO_ENTRY UINT32_MAX

static uint32_t *buckets_of(wo_table *t) { return (uint32_t *)(wo_table_entries(t) + t->capacity); }

// --- hashing ---

static uint32_t mix(uint64_t word, uint64_t seed) {
  uint64_t h = (word ^ seed) * 0x9E3779B97F4A7C15ull;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93ull;
  return (uint32_t)(h >> 32);
}

// One form for equal numbers: an int where the value is one, one NaN, +0 for -0.
static wo_value plain_number(wo_value v) {
  if (wo_is_int(v)) return v;
  double d = wo_as_double(v);
  if (d == 0) return wo_from_int(0);
  return d != d ? WO_NAN_BITS : wo_from_number(d);
}

// Whether the hash of a key says where it is rather than what it is.
static bool hashes_by_place(wo_value key) {
  return wo_is_object(key) || wo_is_handle(key) || (wo_is_cell(key) && !wo_is_symbol(key));
}

// --- making ---

static wo_table *table_new(wo_heap *heap, uint32_t capacity) {
  size_t size = sizeof(wo_table) + (size_t)capacity * sizeof(wo_table_entry) +
                (size_t)capacity * sizeof(uint32_t);
  wo_table *t = wo_cell_new(heap, size, WO_KIND_TABLE, 0, 0);
  t->capacity = capacity;
  t->used = t->live = 0;
  t->bucket_mask = capacity - 1;
  t->first = 0;
  t->pad = 0;
  t->proto = WO_UNDEFINED;
  t->next_table = NULL;
  memset(buckets_of(t), 0xFF, (size_t)capacity * sizeof(uint32_t));
  return t;
}

wo_table *wo_table_new(wo_heap *heap, uint32_t capacity_hint) {
  uint32_t capacity = CAPACITY_FIRST;
  while (capacity < capacity_hint && capacity < 1u << 30) capacity *= 2;
  return table_new(heap, capacity);
}

// --- finding ---

// Keys are in the form they are stored in (stored_form), so all but strings are one when identical.
WO_INLINE uint32_t find_identical(wo_table *t, wo_value key, uint32_t hash) {
  const wo_table_entry *entries = wo_table_entries(t);
  uint32_t i = buckets_of(t)[hash & t->bucket_mask];
  while (i != NO_ENTRY && entries[i].key != key) i = entries[i].next;
  return i;
}

// Of two strings with the same hash. Two different names of the runtime are different strings.
WO_INLINE bool same_text(const wo_string *a, const wo_string *b) {
  if (a == b) return true;
  if (a->length != b->length || (a->cell.flags & b->cell.flags & WO_STRING_INTERNED)) return false;
  if ((a->cell.flags ^ b->cell.flags) & WO_STRING_WIDE) return false;
  size_t bytes = (size_t)a->length << (wo_string_is_wide(a) ? 1 : 0);
  return wo_text_same(a->data, b->data, bytes);
}

WO_INLINE uint32_t find_string(wo_table *t, const wo_string *s, uint32_t hash) {
  const wo_table_entry *entries = wo_table_entries(t);
  uint32_t i = buckets_of(t)[hash & t->bucket_mask];
  for (; i != NO_ENTRY; i = entries[i].next) {
    if (entries[i].hash != hash || !wo_is_string(entries[i].key)) continue;
    if (WO_LIKELY(same_text(wo_pointer(entries[i].key), s))) break;
  }
  return i;
}

// The form a key has in a table: a flat string, a number as plain_number says.
WO_INLINE wo_value stored_form(wo_heap *heap, wo_value key) {
  if (wo_is_string(key)) return wo_from_string(wo_string_flat(heap, key));
  return wo_is_double(key) ? plain_number(key) : key;
}

WO_INLINE uint32_t hash_stored(wo_heap *heap, wo_value key) {
  if (wo_is_string(key)) return wo_string_hash(heap, wo_pointer(key));
  if (WO_UNLIKELY(wo_is_symbol(key))) return ((wo_symbol *)wo_pointer(key))->hash;
  return mix(key, heap->runtime->hash_seed);
}

uint32_t wo_hash_value(wo_heap *heap, wo_value key) {
  return hash_stored(heap, stored_form(heap, key));
}

WO_INLINE uint32_t find_stored(wo_table *t, wo_value key, uint32_t hash) {
  return wo_is_string(key) ? find_string(t, wo_pointer(key), hash) : find_identical(t, key, hash);
}

int64_t wo_table_find(wo_heap *heap, wo_table *t, wo_value key) {
  uint32_t i;
  if (WO_LIKELY(wo_is_string(key))) {
    wo_string *s = wo_string_flat(heap, key);
    i = find_string(t, s, wo_string_hash(heap, s));
  } else {
    key = stored_form(heap, key);
    i = find_identical(t, key, hash_stored(heap, key));
  }
  return i == NO_ENTRY ? -1 : (int64_t)i;
}

// --- changing ---

static void append(wo_heap *heap, wo_table *t, wo_value key, wo_value value, uint32_t hash,
                   uint8_t attrs) {
  uint32_t *bucket = &buckets_of(t)[hash & t->bucket_mask];
  wo_table_entry *entry = &wo_table_entries(t)[t->used];
  wo_write_slot(heap, t, &entry->key, key);
  wo_write_slot(heap, t, &entry->value, value);
  entry->hash = hash;
  entry->next = *bucket;
  entry->attrs = attrs;
  *bucket = t->used++;
  t->live++;
}

// The table that replaces a full one: twice as large, or as large or smaller when much of it was
// tombstones. The old one keeps its entries, so that an iterator can tell how far it had come.
static WO_NOINLINE wo_table *replace(wo_heap *heap, wo_table *t) {
  uint64_t wanted = (uint64_t)t->live + t->live / 2 + 1;
  wo_table *wider = wo_table_new(heap, wanted > 1u << 30 ? 1u << 30 : (uint32_t)wanted);
  wider->cell.flags |= t->cell.flags & WO_CELL_FLAG;
  // Its entries come in through the barrier, so a large one may take the place of an old one at once.
  if (wider->cell.flags & t->cell.flags & WO_CELL_LARGE && t->cell.flags & WO_CELL_OLD) {
    wo_cell_tenure(heap, &wider->cell);
  }
  wo_write_slot(heap, wider, &wider->proto, t->proto);
  const wo_table_entry *entries = wo_table_entries(t);
  for (uint32_t i = t->first; i < t->used; i++) {
    if (entries[i].key == WO_TOMB) continue;
    append(heap, wider, entries[i].key, entries[i].value, entries[i].hash, entries[i].attrs);
  }
  wo_write_cell(heap, t, &t->next_table, wider);
  return wider;
}

wo_table *wo_table_put(wo_heap *heap, wo_table *t, wo_value key, wo_value value, uint8_t attrs) {
  key = stored_form(heap, key);
  uint32_t hash = hash_stored(heap, key);
  uint32_t i = find_stored(t, key, hash);
  if (i != NO_ENTRY) {
    wo_write_slot(heap, t, &wo_table_entries(t)[i].value, value);
    wo_table_entries(t)[i].attrs = attrs;
    return t;
  }
  if (t->used == t->capacity) t = replace(heap, t);
  if (hashes_by_place(key)) t->cell.flags |= WO_CELL_FLAG;
  append(heap, t, key, value, hash, attrs);
  return t;
}

static void skip_tombs(wo_table *t) {
  while (t->first < t->used && wo_table_entries(t)[t->first].key == WO_TOMB) t->first++;
}

bool wo_table_delete(wo_heap *heap, wo_table *t, wo_value key) {
  key = stored_form(heap, key);
  uint32_t hash = hash_stored(heap, key), at = find_stored(t, key, hash);
  if (at == NO_ENTRY) return false;
  wo_table_entry *entries = wo_table_entries(t);
  uint32_t *link = &buckets_of(t)[hash & t->bucket_mask];
  while (*link != at) link = &entries[*link].next;
  *link = entries[at].next;
  entries[at].key = WO_TOMB;
  entries[at].value = WO_UNDEFINED;
  t->live--;
  skip_tombs(t);
  return true;
}

void wo_table_clear(wo_heap *heap, wo_table *t) {
  (void)heap;
  wo_table_entry *entries = wo_table_entries(t);
  for (uint32_t i = t->first; i < t->used; i++) {
    entries[i].key = WO_TOMB;
    entries[i].value = WO_UNDEFINED;
  }
  memset(buckets_of(t), 0xFF, ((size_t)t->bucket_mask + 1) * sizeof(uint32_t));
  t->first = t->used;
  t->live = 0;
}

void wo_table_rehash(wo_heap *heap, wo_table *t) {
  uint32_t *buckets = buckets_of(t);
  wo_table_entry *entries = wo_table_entries(t);
  memset(buckets, 0xFF, ((size_t)t->bucket_mask + 1) * sizeof(uint32_t));
  for (uint32_t i = t->first; i < t->used; i++) {
    wo_table_entry *entry = &entries[i];
    if (entry->key == WO_TOMB) continue;
    if (hashes_by_place(entry->key)) entry->hash = hash_stored(heap, entry->key);
    uint32_t *bucket = &buckets[entry->hash & t->bucket_mask];
    entry->next = *bucket;
    *bucket = i;
  }
}

void wo_table_rechain(wo_heap *heap, wo_table *t, uint32_t index) {
  wo_table_entry *entries = wo_table_entries(t), *entry = &entries[index];
  uint32_t *buckets = buckets_of(t), *link = &buckets[entry->hash & t->bucket_mask];
  while (*link != index) link = &entries[*link].next;
  *link = entry->next;
  entry->hash = wo_hash_value(heap, entry->key);
  link = &buckets[entry->hash & t->bucket_mask];
  entry->next = *link;
  *link = index;
}

// --- walking ---

wo_table_entry *wo_table_next(wo_table **table, uint32_t *position) {
  wo_table *t = *table;
  while (t->next_table) {
    // What was deleted before the position is not in the new table.
    uint32_t gone = 0;
    for (uint32_t i = 0; i < *position && i < t->used; i++) {
      gone += wo_table_entries(t)[i].key == WO_TOMB;
    }
    *position -= gone;
    *table = t = t->next_table;
  }
  if (*position < t->first) *position = t->first;
  while (*position < t->used) {
    wo_table_entry *entry = &wo_table_entries(t)[(*position)++];
    if (entry->key != WO_TOMB) return entry;
  }
  return NULL;
}
