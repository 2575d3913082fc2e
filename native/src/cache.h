// Inline caches: what the sites of property accesses have learned (wo_ic in image.h), and where a
// site looks that meets several shapes: a table of the shard, keyed by shape and key, which all sites
// share. Both belong to one shard and are touched by its thread only.
//
// What a cache says of prototypes holds while none of them changes. A frozen one never does. The
// others, which only the loader of their image can write, carry WO_CELL_PROTOTYPE, and every change
// of such an object bumps rt->prototype_epoch (object.c), which a cache compares.
#ifndef WO_CACHE_H
#define WO_CACHE_H

#include "shard.h"

// In the low bits of a key (keys are pointers): what is done with it.
typedef enum wo_use {
  WO_USE_LOAD,
  WO_USE_STORE,   // assignment, to a private name too
  WO_USE_DEFINE,  // the prototypes have no say
  WO_USE_SUPER,   // read as if the receiver, a home object, had no property of its own
} wo_use;

typedef struct wo_ic_entry {
  wo_ic ic;
  wo_value key;  // | wo_use; 0: free
} wo_ic_entry;

enum { WO_IC_WAYS = 2, WO_IC_SETS_LOG2 = 9 };

typedef struct wo_ic_table {
  wo_ic_entry sets[1u << WO_IC_SETS_LOG2][WO_IC_WAYS];
} wo_ic_table;

extern const wo_ic wo_ic_none;

WO_INLINE uint32_t wo_ic_set(uint32_t shape, wo_value key) {
  return ((uint32_t)key ^ shape * 0x85EBCA6Bu) * 0x9E3779B1u >> (32 - WO_IC_SETS_LOG2);
}

// What the shard knows of the shape at a site whose own cache is of another one. A site that keeps
// coming here takes over the shape it meets now.
WO_INLINE const wo_ic *wo_ic_probe(const wo_shard *shard, wo_ic *site, uint32_t shape, wo_value key,
                                   wo_use use) {
  key |= use;
  const wo_ic_entry *set = shard->ics->sets[wo_ic_set(shape, key)];
  for (uint32_t i = 0; i < WO_IC_WAYS; i++) {
    if (set[i].ic.shape != shape || set[i].key != key) continue;
    if (WO_UNLIKELY(++site->misses == 0)) *site = set[i].ic;
    return &set[i].ic;
  }
  return &wo_ic_none;
}

// At this one nothing is learned any more that a later change could make wrong, and none is counted.
// Loaders that come here at once may count a few beyond it.
#define WO_EPOCH_LAST (UINT32_MAX - 0xFFFFu)

WO_INLINE uint32_t wo_prototype_epoch(const wo_runtime *rt) {
  return atomic_load_explicit(&rt->prototype_epoch, memory_order_relaxed);
}
// Whether the prototypes are still what they were.
WO_INLINE bool wo_ic_holds(const wo_shard *shard, const wo_ic *ic) {
  return !ic->timed || ic->epoch == wo_prototype_epoch(shard->runtime);
}

// What a cache compares: the shape, or the pseudo id of a receiver that is no object. 0: nothing.
uint32_t wo_ic_id(wo_fiber *fiber, wo_value receiver);
// The cache that fits, of the site or of the table; wo_ic_none when there is none.
const wo_ic *wo_ic_find(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key, wo_use use);

typedef enum wo_recall {
  WO_RECALL_NOTHING,
  WO_RECALL_VALUE,
  WO_RECALL_ACCESSOR,  // *out is the getter, or with WO_USE_STORE the setter, a function
} wo_recall;
// What a cache says of a receiver it was found for, adding stores excepted.
wo_recall wo_ic_recall(wo_fiber *fiber, const wo_ic *ic, wo_value receiver, wo_use use,
                       wo_value *out);
// Whether the linked prototypes are of the shapes they were, and none of them is frozen: what such
// one has may not be assigned to whoever inherits it.
bool wo_ic_may_add(const wo_ic *ic, wo_value receiver);
// What a cache that fits knows behind linked prototypes, of an object; WO_HOLE: nothing.
wo_value wo_ic_linked_value(const wo_shard *shard, const wo_ic *ic, const wo_object *object);
// The half of a WO_IC_PAIR that a frame can be pushed for, a bytecode function; WO_HOLE: none.
wo_value wo_ic_pair_half(const wo_ic *ic, const wo_object *object, wo_use use);
// The module slot of a WO_IC_MODULE; NULL: no memory.
wo_value *wo_ic_module_slot(wo_fiber *fiber, const wo_ic *ic);

// After a lookup. `found`: NULL when the key is nowhere.
void wo_ic_learn_load(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key, wo_use use,
                      const wo_property *found);
// After a store or definition that went well: `before` is the shape the receiver had, `stored` what
// wo_store said, NULL for a definition.
void wo_ic_learn_store(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key,
                       uint32_t before, wo_use use, const wo_property *stored);
// After a store that must call a setter.
void wo_ic_learn_setter(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key);

bool wo_ic_table_new(wo_shard *shard);  // false: no memory
void wo_ic_table_free(wo_shard *shard);

#endif
