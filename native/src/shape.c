// Shapes of a runtime. Everything here is made under one lock and read without it: a shape is
// complete before the pointer to it is stored with release, and neither shapes nor the tables that
// lead to them are freed before the runtime is.
#include "shape.h"

#include <string.h>

#include "alloc.h"
#include "builtin.h"

// Shapes of up to this many slots are searched key by key: faster than a hash, and most are small.
#define LINEAR_MAX 8u
// All indexes of the process together; past it large shapes are searched key by key too.
#define INDEX_BYTES_MAX (32u << 20)
static _Atomic uint32_t all_index_bytes;
// A root has a child for every first key of any object in the program.
#define ROOT_CHILDREN_MAX (16u * WO_SHAPE_CHILDREN_MAX)

// Open-addressing set of shapes by what leads to them: key and attributes, or a root's prototype.
typedef struct wo_shape_children {
  struct wo_shape_children *retired;
  uint32_t mask, count;
  _Atomic(wo_shape *) slots[];
} children;

typedef struct wo_shape_index {
  uint32_t mask;
  struct {
    wo_value key;  // WO_UNDEFINED: free
    uint16_t slot;
    uint8_t attrs;
  } entries[];
} shape_index;

static_assert((uint64_t)WO_SHAPE_PAGE * WO_SHAPE_PAGES >= WO_SHAPES_MAX, "every id has a page");

static uint32_t hash_of(wo_value key, uint8_t attrs) {
  return (uint32_t)(((key >> 3) * 0x9E3779B97F4A7C15ull) >> 40) + attrs;
}

// --- sets of shapes ---

static size_t children_bytes(uint32_t capacity) {
  return sizeof(children) + capacity * sizeof(_Atomic(wo_shape *));
}

static wo_shape *children_find(const children *set, wo_value key, uint8_t attrs, bool by_proto) {
  if (!set) return NULL;
  for (uint32_t i = hash_of(key, attrs) & set->mask;; i = (i + 1) & set->mask) {
    wo_shape *shape = atomic_load_explicit(&set->slots[i], memory_order_acquire);
    if (!shape) return NULL;
    if (by_proto ? shape->proto == key : shape->key == key && shape->attrs == attrs) return shape;
  }
}

static void children_insert(children *set, wo_shape *shape, bool by_proto) {
  uint32_t i = by_proto ? hash_of(shape->proto, 0) : hash_of(shape->key, shape->attrs);
  while (atomic_load_explicit(&set->slots[i & set->mask], memory_order_relaxed)) i++;
  atomic_store_explicit(&set->slots[i & set->mask], shape, memory_order_release);
  set->count++;
}

// Under the lock. False: no memory, nothing added.
static bool children_add(struct wo_shapes *shapes, _Atomic(children *) *where, wo_shape *shape,
                         bool by_proto) {
  children *set = atomic_load_explicit(where, memory_order_relaxed);
  if (!set || (set->count + 1) * 4 > (set->mask + 1) * 3) {
    uint32_t capacity = set ? (set->mask + 1) * 2 : 2;
    children *wider = wo_alloc_zero(children_bytes(capacity));
    if (!wider) return false;
    wider->mask = capacity - 1;
    for (uint32_t i = 0; set && i <= set->mask; i++) {
      wo_shape *old = atomic_load_explicit(&set->slots[i], memory_order_relaxed);
      if (old) children_insert(wider, old, by_proto);
    }
    if (set) {
      set->retired = shapes->retired;
      shapes->retired = set;
    }
    children_insert(wider, shape, by_proto);
    atomic_store_explicit(where, wider, memory_order_release);
    return true;
  }
  children_insert(set, shape, by_proto);
  return true;
}

// --- making shapes; all under the lock ---

static bool room_for(struct wo_shapes *shapes, uint32_t more) {
  return shapes->count + more <= WO_SHAPES_MAX;
}

static wo_shape *new_shape(struct wo_shapes *shapes) {
  uint32_t page = shapes->count / WO_SHAPE_PAGE;
  wo_shape *first = atomic_load_explicit(&shapes->pages[page], memory_order_relaxed);
  if (!first) {
    first = wo_alloc_zero(WO_SHAPE_PAGE * sizeof(wo_shape));
    if (!first) return NULL;
    atomic_store_explicit(&shapes->pages[page], first, memory_order_release);
  }
  wo_shape *shape = &first[shapes->count % WO_SHAPE_PAGE];
  memset(shape, 0, sizeof *shape);
  shape->id = shapes->count++;
  return shape;
}

// A root and, with the next id, its dictionary form.
static wo_shape *new_root(struct wo_shapes *shapes, wo_value proto) {
  if (!room_for(shapes, 2)) return NULL;
  wo_shape *root = new_shape(shapes);
  wo_shape *dictionary = root ? new_shape(shapes) : NULL;
  if (!dictionary) return NULL;
  bool in_slot = proto == WO_UNSET;
  root->flags = in_slot ? WO_SHAPE_PROTO_SLOT : 0;
  root->count = in_slot ? 1 : 0;
  dictionary->flags = root->flags | WO_SHAPE_DICTIONARY;
  root->flags |= WO_SHAPE_PLAIN;
  for (wo_shape *s = root;; s = dictionary) {
    s->key = WO_UNDEFINED;
    s->proto = proto;
    s->root = root;
    if (s == dictionary) return root;
  }
}

static bool key_fits(wo_value key) {
  return wo_is_interned(key) ||
         (wo_is_symbol(key) && (wo_cell_of(key)->flags & WO_CELL_SHARED) != 0);
}

static wo_shape *add_locked(struct wo_shapes *shapes, wo_shape *parent, wo_value key,
                            uint8_t attrs) {
  children *set = atomic_load_explicit(&parent->children, memory_order_relaxed);
  wo_shape *shape = children_find(set, key, attrs, false);
  if (shape) return shape;
  uint32_t most = parent->parent ? WO_SHAPE_CHILDREN_MAX : ROOT_CHILDREN_MAX;
  if ((set && set->count >= most) || !room_for(shapes, 1)) return NULL;
  shape = new_shape(shapes);
  if (!shape) return NULL;
  bool private_name = wo_is_symbol(key) && (wo_cell_of(key)->flags & WO_CELL_FLAG);
  bool plain = attrs == WO_ATTR_PLAIN && !private_name;
  shape->flags = plain ? parent->flags : (uint8_t)(parent->flags & ~WO_SHAPE_PLAIN);
  shape->attrs = attrs;
  shape->count = (uint16_t)(parent->count + 1);
  shape->key = key;
  shape->proto = parent->proto;
  shape->parent = parent;
  shape->root = parent->root;
  return children_add(shapes, &parent->children, shape, false) ? shape : NULL;
}

wo_shape *wo_shape_child(const wo_shape *shape, wo_value key, uint8_t attrs) {
  children *set = atomic_load_explicit(&((wo_shape *)shape)->children, memory_order_acquire);
  return children_find(set, key, attrs, false);
}

wo_shape *wo_shape_add(wo_runtime *rt, wo_shape *shape, wo_value key, uint8_t attrs) {
  wo_shape *child = wo_shape_child(shape, key, attrs);
  if (child) return child;
  if (shape->flags & WO_SHAPE_DICTIONARY || shape->count >= WO_SHAPE_SLOTS_MAX || !key_fits(key)) {
    return NULL;
  }
  struct wo_shapes *shapes = rt->shapes;
  pthread_mutex_lock(&shapes->lock);
  child = add_locked(shapes, shape, key, attrs);
  pthread_mutex_unlock(&shapes->lock);
  return child;
}

wo_shape *wo_shape_root(wo_runtime *rt, wo_value proto) {
  struct wo_shapes *shapes = rt->shapes;
  if (proto == WO_NULL) return shapes->null_root;
  WO_ASSERT(wo_is_object(proto) && (wo_cell_of(proto)->flags & WO_CELL_SHARED));
  children *set = atomic_load_explicit(&shapes->by_proto, memory_order_acquire);
  wo_shape *root = children_find(set, proto, 0, true);
  if (root) return root;
  pthread_mutex_lock(&shapes->lock);
  set = atomic_load_explicit(&shapes->by_proto, memory_order_relaxed);
  root = children_find(set, proto, 0, true);
  if (!root) {
    root = new_root(shapes, proto);
    if (root && !children_add(shapes, &shapes->by_proto, root, true)) root = NULL;
    wo_cell *cell = wo_cell_of(proto);
    bool may_change = !(cell->flags & WO_CELL_FROZEN) &&
                      (cell->kind == WO_KIND_OBJECT || cell->kind == WO_KIND_FUNCTION);
    if (may_change) cell->flags |= WO_CELL_PROTOTYPE;
  }
  pthread_mutex_unlock(&shapes->lock);
  return root;
}

wo_shape *wo_shape_core_root(wo_runtime *rt, wo_root_id which) {
  static const uint16_t prototypes[WO_ROOT_OF_COUNT] = {
      [WO_ROOT_OF_OBJECT] = WO_B_Object_prototype,
      [WO_ROOT_OF_ARRAY] = WO_B_Array_prototype,
      [WO_ROOT_OF_FUNCTION] = WO_B_Function_prototype,
      [WO_ROOT_OF_MAP] = WO_B_Map_prototype,
      [WO_ROOT_OF_SET] = WO_B_Set_prototype,
      [WO_ROOT_OF_BYTES] = WO_B_Uint8Array_prototype,
      [WO_ROOT_OF_ITERATOR] = WO_B_Iterator_prototype,
  };
  struct wo_shapes *shapes = rt->shapes;
  wo_shape *root = atomic_load_explicit(&shapes->roots[which], memory_order_acquire);
  if (WO_LIKELY(root)) return root;
  // While the library is being made its prototypes may be missing: what is made then inherits from
  // nothing, and the answer is not kept.
  wo_value proto = rt->builtin_values ? rt->builtin_values[prototypes[which]] : WO_UNDEFINED;
  if (!wo_is_object(proto)) return shapes->null_root;
  root = wo_shape_root(rt, proto);
  if (!root) return shapes->null_root;
  atomic_store_explicit(&shapes->roots[which], root, memory_order_release);
  return root;
}

wo_shape *wo_shape_by_id(wo_runtime *rt, uint32_t id) { return wo_shape_of_id(rt->shapes, id); }

wo_shape *wo_shape_dictionary(wo_runtime *rt, const wo_shape *shape) {
  return wo_shape_of_id(rt->shapes, shape->root->id + 1);
}

// --- finding keys ---

static size_t index_bytes(const shape_index *index) {
  return sizeof *index + ((size_t)index->mask + 1) * sizeof index->entries[0];
}

// An index of all keys, or NULL when the budget or the memory is spent. Two threads may make one
// each; the second goes away.
static WO_NOINLINE shape_index *make_index(wo_shape *shape) {
  uint32_t capacity = 16;
  while (capacity < shape->count * 2u) capacity *= 2;
  size_t size = sizeof(shape_index) + capacity * sizeof((shape_index *)0)->entries[0];
  uint32_t taken =
      atomic_fetch_add_explicit(&all_index_bytes, (uint32_t)size, memory_order_relaxed);
  shape_index *index = taken + size <= INDEX_BYTES_MAX ? wo_alloc(size) : NULL;
  if (!index) goto fail;
  index->mask = capacity - 1;
  for (uint32_t i = 0; i < capacity; i++) index->entries[i].key = WO_UNDEFINED;
  for (const wo_shape *s = shape; s->parent; s = s->parent) {
    uint32_t i = hash_of(s->key, 0) & index->mask;
    while (index->entries[i].key != WO_UNDEFINED) i = (i + 1) & index->mask;
    index->entries[i].key = s->key;
    index->entries[i].slot = (uint16_t)(s->count - 1);
    index->entries[i].attrs = s->attrs;
  }
  shape_index *other = NULL;
  if (atomic_compare_exchange_strong(&shape->index, &other, index)) return index;
  wo_free(index, size);
  index = other;
fail:
  atomic_fetch_sub_explicit(&all_index_bytes, (uint32_t)size, memory_order_relaxed);
  return index;
}

static int32_t find_linear(const wo_shape *shape, wo_value key, uint8_t *attrs) {
  for (; shape->parent; shape = shape->parent) {
    if (shape->key != key) continue;
    *attrs = shape->attrs;
    return shape->count - 1;
  }
  return -1;
}

int32_t wo_shape_find(const wo_shape *shape, wo_value key, uint8_t *attrs) {
  if (shape->count <= LINEAR_MAX) return find_linear(shape, key, attrs);
  shape_index *index = atomic_load_explicit(&((wo_shape *)shape)->index, memory_order_acquire);
  if (!index) index = make_index((wo_shape *)shape);
  if (!index) return find_linear(shape, key, attrs);
  for (uint32_t i = hash_of(key, 0) & index->mask;; i = (i + 1) & index->mask) {
    if (index->entries[i].key == key) {
      *attrs = index->entries[i].attrs;
      return index->entries[i].slot;
    }
    if (index->entries[i].key == WO_UNDEFINED) return -1;
  }
}

// --- life ---

bool wo_shapes_init(wo_runtime *rt) {
  struct wo_shapes *shapes = wo_alloc_zero(sizeof *shapes);
  if (!shapes) return false;
  pthread_mutex_init(&shapes->lock, NULL);
  rt->shapes = shapes;
  new_shape(shapes);  // id 0 is WO_SHAPE_NONE
  shapes->null_root = new_root(shapes, WO_NULL);
  shapes->slot_root = shapes->null_root ? new_root(shapes, WO_UNSET) : NULL;
  if (shapes->slot_root) return true;
  wo_shapes_free(rt);
  return false;
}

static void free_children(children *set) {
  if (set) wo_free(set, children_bytes(set->mask + 1));
}

void wo_shapes_free(wo_runtime *rt) {
  struct wo_shapes *shapes = rt->shapes;
  if (!shapes) return;
  for (uint32_t id = 0; id < shapes->count; id++) {
    wo_shape *shape = wo_shape_of_id(shapes, id);
    shape_index *index = atomic_load_explicit(&shape->index, memory_order_relaxed);
    if (index) {
      size_t size = index_bytes(index);
      atomic_fetch_sub_explicit(&all_index_bytes, (uint32_t)size, memory_order_relaxed);
      wo_free(index, size);
    }
    free_children(atomic_load_explicit(&shape->children, memory_order_relaxed));
  }
  for (uint32_t page = 0; page < WO_SHAPE_PAGES; page++) {
    wo_free(atomic_load_explicit(&shapes->pages[page], memory_order_relaxed),
            WO_SHAPE_PAGE * sizeof(wo_shape));
  }
  free_children(atomic_load_explicit(&shapes->by_proto, memory_order_relaxed));
  while (shapes->retired) {
    children *set = shapes->retired;
    shapes->retired = set->retired;
    free_children(set);
  }
  pthread_mutex_destroy(&shapes->lock);
  wo_free(shapes, sizeof *shapes);
  rt->shapes = NULL;
}
