#include "heap.h"
#include "object.h"

#include <string.h>

#include "builtin.h"
#include "table.h"

// An array with a declared length up to this takes its elements' memory at once when it is written
// to, wherever that is: `new Array(n)` filled from the end stays dense.
#define WHOLE_LENGTH_MAX (1u << 20)

static uint32_t array_shape(wo_heap *heap) {
  const struct wo_shapes *shapes = heap->runtime->shapes;
  const wo_shape *root =
      atomic_load_explicit(&shapes->roots[WO_ROOT_OF_ARRAY], memory_order_acquire);
  return WO_LIKELY(root) ? root->id : wo_shape_core_root(heap->runtime, WO_ROOT_OF_ARRAY)->id;
}

WO_INLINE wo_array *array_init(wo_heap *heap, void *cell, wo_vector *elements, uint32_t length) {
  wo_array *array = cell;
  wo_cell_init(heap, &array->object.cell, WO_KIND_ARRAY, array_shape(heap), 0);
  array->object.slots = NULL;
  array->elements = elements;
  array->length = length;
  array->start = 0;
  return array;
}

wo_value wo_array_new(wo_heap *heap, uint32_t capacity) {
  wo_array *array = array_init(heap, wo_heap_alloc(heap, sizeof *array), NULL, 0);
  if (capacity) array->elements = wo_vector_new(heap, capacity);
  return wo_from_object(array);
}

// A short array and its elements are two cells that are made at once.
#define SHORT_MAX 16u

wo_value wo_array_of(wo_heap *heap, const wo_value *items, uint32_t count) {
  if (WO_UNLIKELY(count == 0 || count > SHORT_MAX)) {
    wo_value v = wo_array_new(heap, count);
    wo_array *array = wo_pointer(v);
    if (count) memcpy(wo_array_items(array), items, count * sizeof(wo_value));
    array->length = count;
    return v;
  }
  uint8_t *room =
      wo_heap_alloc(heap, sizeof(wo_array) + sizeof(wo_vector) + count * sizeof(wo_value));
  wo_vector *elements = (wo_vector *)(room + sizeof(wo_array));
  wo_cell_init(heap, &elements->cell, WO_KIND_VECTOR, 0, 0);
  elements->capacity = count;
  elements->pad = 0;
  for (uint32_t i = 0; i < count; i++) elements->items[i] = items[i];
  return wo_from_object(array_init(heap, room, elements, count));
}

wo_value wo_array_get(wo_array *array, uint32_t index) {
  return index < wo_array_room(array) ? wo_array_items(array)[index] : WO_HOLE;
}

// Moves the elements of an array back to the front of their vector. What was free there is at least
// half as many as they are, so the shifts before have paid for it.
static void slide(wo_heap *heap, wo_array *array) {
  wo_vector *elements = array->elements;
  uint32_t start = array->start, room = elements->capacity - start;
  memmove(elements->items, elements->items + start, room * sizeof(wo_value));
  for (uint32_t i = room > start ? room : start; i < elements->capacity; i++)
    elements->items[i] = WO_HOLE;
  wo_write_many(heap, elements);
  array->start = 0;
}

// Room for `capacity` elements at least; more, so that a push costs constant time on average.
static WO_NOINLINE void grow(wo_heap *heap, wo_array *array, uint32_t capacity) {
  uint32_t old = wo_array_room(array);
  if (array->start > old / 2 && capacity <= array->elements->capacity) {
    slide(heap, array);
    return;
  }
  uint64_t wanted = (uint64_t)old + old / 2 + 4;
  if (wanted < capacity) wanted = capacity;
  if (wanted > UINT32_MAX) wanted = UINT32_MAX;
  wo_vector *wider = array->start == 0
                       ? wo_vector_grow(heap, array->elements, (uint32_t)wanted)
                       : wo_vector_from(heap, wo_array_items(array), old, (uint32_t)wanted);
  wo_write_cell(heap, array, &array->elements, wider);
  array->start = 0;
}

void wo_array_reserve(wo_heap *heap, wo_array *array, uint32_t more) {
  uint64_t wanted = (uint64_t)array->length + more;
  if (wanted > wo_array_room(array) && wanted <= UINT32_MAX) grow(heap, array, (uint32_t)wanted);
}

void wo_array_push(wo_heap *heap, wo_array *array, wo_value value) {
  uint32_t index = array->length;
  WO_ASSERT(index < UINT32_MAX);
  wo_vector *elements = array->elements;
  if (WO_LIKELY(index < wo_array_room(array))) {
    wo_write_slot(heap, elements, &wo_array_items(array)[index], value);
    array->length = index + 1;
    return;
  }
  // No room, a hole at the end wider than is worth filling, or sparse already.
  wo_array_set(heap, array, index, value);
}

// Moves every element to the table of the object's properties.
void wo_array_make_sparse(wo_heap *heap, wo_array *array) {
  if (!wo_array_is_dense(array)) return;
  wo_object_to_dictionary(heap, &array->object);
  uint32_t count = wo_array_room(array) < array->length ? wo_array_room(array) : array->length;
  wo_table *t = array->object.slots;
  for (uint32_t i = 0; i < count; i++) {
    wo_value v = wo_array_items(array)[i];
    if (v == WO_HOLE) continue;
    t = wo_table_put(heap, t, wo_from_number(i), v, WO_ATTR_PLAIN);
  }
  wo_write_cell(heap, array, &array->object.slots, t);
  wo_write_cell(heap, array, &array->elements, NULL);
  array->start = 0;
  array->object.cell.flags |= WO_CELL_FLAG;
}

// Room for a write at `index` of a dense array; false: that would waste too much, it is sparse now.
static bool make_room(wo_heap *heap, wo_array *array, uint32_t index) {
  uint32_t capacity = wo_array_room(array);
  if (index < capacity) return true;
  bool whole = index < array->length && array->length <= WHOLE_LENGTH_MAX;
  if (!whole && index - capacity > WO_ARRAY_GAP_MAX) {
    wo_array_make_sparse(heap, array);
    return false;
  }
  grow(heap, array, whole ? array->length : index + 1);
  return true;
}

static wo_write set_sparse(wo_heap *heap, wo_array *array, uint32_t index, wo_value value) {
  wo_table *t = array->object.slots;
  wo_value key = wo_from_number(index);
  int64_t at = wo_table_find(heap, t, key);
  uint8_t attrs = at >= 0 ? wo_table_entries(t)[at].attrs : WO_ATTR_PLAIN;
  if (attrs & WO_ATTR_ACCESSOR) return WO_WRITE_SETTER;
  if (!(attrs & WO_ATTR_WRITABLE)) return WO_WRITE_READONLY;
  if (at < 0 && (array->object.cell.flags & WO_CELL_SEALED)) return WO_WRITE_NOT_EXTENSIBLE;
  t = wo_table_put(heap, t, key, value, attrs);
  wo_write_cell(heap, array, &array->object.slots, t);
  return WO_WRITE_OK;
}

wo_write wo_array_set(wo_heap *heap, wo_array *array, uint32_t index, wo_value value) {
  uint8_t flags = array->object.cell.flags;
  if (WO_UNLIKELY(flags & (WO_CELL_FROZEN | WO_CELL_SEALED))) {
    bool present = wo_array_get(array, index) != WO_HOLE ||
                   (!wo_array_is_dense(array) &&
                    wo_table_find(heap, array->object.slots, wo_from_number(index)) >= 0);
    bool published = (flags & (WO_CELL_FROZEN | WO_CELL_SEALED)) == WO_CELL_FROZEN;
    if (published) return WO_WRITE_FROZEN;
    if (!present) return WO_WRITE_NOT_EXTENSIBLE;
    if (flags & WO_CELL_FROZEN) return WO_WRITE_READONLY;
  }
  wo_write done = WO_WRITE_OK;
  if (wo_array_is_dense(array) && make_room(heap, array, index)) {
    wo_write_slot(heap, array->elements, &wo_array_items(array)[index], value);
  } else {
    done = set_sparse(heap, array, index, value);
  }
  if (done == WO_WRITE_OK && index >= array->length) array->length = index + 1;
  return done;
}

// Deletes the sparse elements from `length` on. One that cannot be deleted stops the shortening
// behind it, as ArraySetLength says.
static wo_write shorten_sparse(wo_heap *heap, wo_array *array, uint32_t length) {
  wo_table *t = array->object.slots;
  wo_table_entry *entries = wo_table_entries(t);
  uint32_t keep = length;
  for (uint32_t i = t->first; i < t->used; i++) {
    if (!wo_is_number(entries[i].key) || wo_number(entries[i].key) < keep) continue;
    if (!(entries[i].attrs & WO_ATTR_CONFIGURABLE)) keep = (uint32_t)wo_number(entries[i].key) + 1;
  }
  for (uint32_t i = t->first; i < t->used; i++) {
    if (wo_is_number(entries[i].key) && wo_number(entries[i].key) >= keep) {
      wo_table_delete(heap, t, entries[i].key);
    }
  }
  array->length = keep;
  return keep == length ? WO_WRITE_OK : WO_WRITE_READONLY;
}

wo_write wo_array_set_length(wo_heap *heap, wo_array *array, uint32_t length) {
  uint8_t flags = array->object.cell.flags;
  if (WO_UNLIKELY(flags & WO_CELL_FROZEN)) {
    return flags & WO_CELL_SEALED ? WO_WRITE_READONLY : WO_WRITE_FROZEN;
  }
  if (length < array->length) {
    if (!wo_array_is_dense(array)) return shorten_sparse(heap, array, length);
    uint32_t stored = wo_array_room(array) < array->length ? wo_array_room(array) : array->length;
    for (uint32_t i = length; i < stored; i++) wo_array_items(array)[i] = WO_HOLE;
    // An emptied array that was large gives its memory back; a small one is likely to be refilled.
    if (length == 0 && wo_array_room(array) > 1024)
      wo_write_cell(heap, array, &array->elements, NULL);
    if (length == 0) array->start = 0;
  }
  array->length = length;
  return WO_WRITE_OK;
}
