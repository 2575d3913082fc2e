// Shapes (hidden classes). A shape maps keys to slot numbers and attributes; objects with the same
// keys added in the same order share one. Shapes live in the runtime, are immutable once made
// except for their transition list (under the runtime's shape lock), hold no pointer into any
// isolate heap, and have ids that are never reused: inline caches compare ids.
//
// A shape's prototype is either a shared (published) object or null, stored in the shape, or, for
// WO_SHAPE_PROTO_SLOT, whatever slot 0 of the object holds. So isolates share all shapes and none
// of them dangles when an isolate ends.
//
// Keys of shapes are interned strings (names of verified images and of the library) and shared
// symbols. Any other key, too many properties, deletions, or a runtime whose shape budget is spent
// put the object into dictionary mode: shape becomes the dictionary root of its prototype form and
// `slots` a wo_table whose per-entry attrs say the rest. Untrusted keys so grow no global table.
#ifndef WO_SHAPE_H
#define WO_SHAPE_H

#include <pthread.h>

#include "value.h"

enum wo_attr {
  WO_ATTR_WRITABLE = 1,
  WO_ATTR_ENUMERABLE = 2,
  WO_ATTR_CONFIGURABLE = 4,
  WO_ATTR_ACCESSOR = 8,  // the slot holds a wo_accessor cell
  WO_ATTR_MODULE = 16,   // the slot holds an int: a module slot of the class's image (statics)
  WO_ATTR_PLAIN = 7,     // writable, enumerable, configurable
  WO_ATTR_METHOD = 5,    // writable, configurable
};

enum {
  WO_SHAPE_PROTO_SLOT = 1,
  WO_SHAPE_DICTIONARY = 2,
  WO_SHAPE_PLAIN = 4,  // every property is enumerable data with a public key: what {...o} copies
};

#define WO_SHAPE_NONE 0u

struct wo_shape {
  uint32_t id;
  uint8_t flags;
  uint8_t attrs;     // of `key`
  uint16_t count;    // slots in use, `key`'s included (PROTO_SLOT counts one): the slot of
                     // `key` is count - 1
  wo_value key;      // last key added; WO_UNDEFINED for a root
  wo_value proto;    // shared object or WO_NULL; WO_UNSET with PROTO_SLOT
  wo_shape *parent;  // NULL for a root
  wo_shape *root;
  // The rest belongs to shape.c.
  _Atomic(struct wo_shape_index *) index;        // key -> slot, built on first miss-prone lookup
  _Atomic(struct wo_shape_children *) children;  // transitions
};

// Roots of what the core makes itself, so that making an object takes one load to find its shape.
typedef enum wo_root_id {
  WO_ROOT_OF_OBJECT,
  WO_ROOT_OF_ARRAY,
  WO_ROOT_OF_FUNCTION,
  WO_ROOT_OF_MAP,
  WO_ROOT_OF_SET,
  WO_ROOT_OF_BYTES,
  WO_ROOT_OF_ITERATOR,
  WO_ROOT_OF_COUNT,
} wo_root_id;

enum { WO_SHAPE_PAGE = 256, WO_SHAPE_PAGES = 1024 };

struct wo_shapes {
  _Atomic(wo_shape *) roots[WO_ROOT_OF_COUNT];  // NULL until asked for with its prototype in place
  _Atomic(wo_shape *) pages[WO_SHAPE_PAGES];    // id -> shape: pages[id / PAGE][id % PAGE]
  wo_shape *null_root;                          // prototype null
  wo_shape *slot_root;                          // prototype in slot 0
  // The rest belongs to shape.c and is under `lock`.
  pthread_mutex_t lock;
  uint32_t count;                                // ids given out; 0 is WO_SHAPE_NONE
  _Atomic(struct wo_shape_children *) by_proto;  // root of a shared prototype
  struct wo_shape_children *retired;             // tables outgrown: readers may still be in them
};

WO_INLINE wo_shape *wo_shape_of_id(struct wo_shapes *shapes, uint32_t id) {
  return atomic_load_explicit(&shapes->pages[id / WO_SHAPE_PAGE], memory_order_acquire) +
         id % WO_SHAPE_PAGE;
}

// Called once by wo_runtime_new, after names; false: out of memory.
bool wo_shapes_init(wo_runtime *rt);
void wo_shapes_free(wo_runtime *rt);
// Shape of an id found in a cell. Ids are dense: a two-level table, readable without a lock.
wo_shape *wo_shape_by_id(wo_runtime *rt, uint32_t id);
// The transition wo_shape_add would take, if it exists; NULL otherwise. Lock-free.
wo_shape *wo_shape_child(const wo_shape *shape, wo_value key, uint8_t attrs);
// Slot of `key` or -1; *attrs set when found. `key` must be interned or a symbol.
int32_t wo_shape_find(const wo_shape *shape, wo_value key, uint8_t *attrs);
// The shape after adding `key`; NULL when the object must go to dictionary mode. Thread-safe.
wo_shape *wo_shape_add(wo_runtime *rt, wo_shape *shape, wo_value key, uint8_t attrs);
// Root shape for instances of a shared prototype (or WO_NULL); NULL when the budget is spent.
wo_shape *wo_shape_root(wo_runtime *rt, wo_value shared_proto);
// Root of one of the core's own prototypes; never NULL.
wo_shape *wo_shape_core_root(wo_runtime *rt, wo_root_id which);
// Dictionary-mode shape with the same prototype form as `shape`.
wo_shape *wo_shape_dictionary(wo_runtime *rt, const wo_shape *shape);

#endif
