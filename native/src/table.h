// The insertion-ordered hash table behind Map, Set and dictionary-mode objects: an entry array in
// insertion order and an index of buckets, one heap cell. Deleting leaves a tombstone; growing (and
// shrinking) makes a new cell and compacts. So an iterator holds the table, not the Map, and an
// entry index; wo_table_next carries both over to the table that replaced it.
//
// Keys without a content of their own (objects, handles) hash by address or hold index, which a
// collection or a message copy changes: such a table has WO_CELL_FLAG, and whoever moved its keys
// calls wo_table_rehash (gc.c and message.c do).
#ifndef WO_TABLE_H
#define WO_TABLE_H

#include "object.h"

typedef struct wo_table_entry {
  wo_value key;    // WO_TOMB when deleted
  wo_value value;  // unused by Set
  uint32_t hash;
  uint32_t next;  // next entry of the bucket, UINT32_MAX at the end
  uint8_t attrs;  // dictionary mode: wo_attr bits
} wo_table_entry;

typedef struct wo_table {
  wo_cell cell;
  uint32_t capacity;  // entries there is room for; power of two
  uint32_t used;      // entries appended, tombstones included
  uint32_t live;
  uint32_t bucket_mask;
  uint32_t first;  // every entry before this index is a tombstone
  uint32_t pad;
  wo_value proto;               // dictionary mode with PROTO_SLOT: the prototype
  struct wo_table *next_table;  // Map/Set: after a rehash, the table that replaced this one (for
                                // iterators that still hold the old one); NULL otherwise
  // wo_table_entry entries[capacity]; uint32_t buckets[bucket_mask + 1];
} wo_table;

WO_INLINE wo_table_entry *wo_table_entries(wo_table *t) { return (wo_table_entry *)(t + 1); }
wo_table *wo_table_new(wo_heap *heap, uint32_t capacity_hint);
// Entry index or -1. Strings compare by content, numbers by SameValueZero.
int64_t wo_table_find(wo_heap *heap, wo_table *t, wo_value key);
// Adds or overwrites; may answer a new table that the caller stores (through wo_write_slot).
wo_table *wo_table_put(wo_heap *heap, wo_table *t, wo_value key, wo_value value, uint8_t attrs);
bool wo_table_delete(wo_heap *heap, wo_table *t, wo_value key);
void wo_table_clear(wo_heap *heap, wo_table *t);  // deletes every entry
// The next live entry at or after *position, which moves past it; NULL at the end. Follows *table
// to its replacement first.
wo_table_entry *wo_table_next(wo_table **table, uint32_t *position);
// Recomputes hashes and chains after keys have moved. In place: entries keep their index.
void wo_table_rehash(wo_heap *heap, wo_table *t);
// The same for the one entry whose key, an object, has moved.
void wo_table_rechain(wo_heap *heap, wo_table *t, uint32_t index);
// Hash of any key value under the runtime's seed; equal for values that are SameValueZero.
uint32_t wo_hash_value(wo_heap *heap, wo_value key);

#endif
