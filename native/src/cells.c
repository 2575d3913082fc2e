// Constructors of the cells that have no file of their own.
#include <string.h>

#include "builtin.h"
#include "table.h"

static void object_init(wo_heap *heap, wo_object *object, wo_kind kind, const wo_shape *root) {
  wo_cell_init(heap, &object->cell, kind, root->id, 0);
  object->slots = NULL;
}

wo_value wo_map_new(wo_heap *heap, wo_kind kind) {
  wo_root_id which = kind == WO_KIND_MAP ? WO_ROOT_OF_MAP : WO_ROOT_OF_SET;
  wo_table *table = wo_table_new(heap, 0);
  wo_map *map = wo_heap_alloc(heap, sizeof *map);
  object_init(heap, &map->object, kind, wo_shape_core_root(heap->runtime, which));
  map->table = table;
  return wo_from_object(map);
}

wo_value wo_bytes_new(wo_heap *heap, uint32_t length) {
  wo_buffer *buffer = wo_buffer_new(heap, length);
  wo_bytes *bytes = wo_heap_alloc(heap, sizeof *bytes);
  object_init(heap, &bytes->object, WO_KIND_BYTES,
              wo_shape_core_root(heap->runtime, WO_ROOT_OF_BYTES));
  bytes->buffer = buffer;
  bytes->offset = 0;
  bytes->length = length;
  return wo_from_object(bytes);
}

wo_value wo_box_new(wo_heap *heap, wo_value value) {
  wo_box *box = wo_heap_alloc(heap, sizeof *box);
  wo_cell_init(heap, &box->cell, WO_KIND_BOX, 0, 0);
  box->value = value;
  return wo_from_cell(box);
}

wo_value wo_symbol_new(wo_heap *heap, wo_value description) {
  static _Atomic uint32_t next_id = 1;
  wo_symbol *symbol = wo_heap_alloc(heap, sizeof *symbol);
  wo_cell_init(heap, &symbol->cell, WO_KIND_SYMBOL, 0, 0);
  symbol->description = description;
  symbol->id = atomic_fetch_add_explicit(&next_id, 1, memory_order_relaxed);
  symbol->hash = wo_hash_value(heap, wo_from_int((int32_t)symbol->id));
  return wo_from_cell(symbol);
}

wo_value wo_iterator_new(wo_heap *heap, wo_value target, wo_iter_mode mode) {
  if (wo_has_kind(target, WO_KIND_MAP) || wo_has_kind(target, WO_KIND_SET)) {
    target = wo_from_cell(((wo_map *)wo_pointer(target))->table);
  }
  wo_iterator *iterator = wo_heap_alloc(heap, sizeof *iterator);
  object_init(heap, &iterator->object, WO_KIND_ITERATOR,
              wo_shape_core_root(heap->runtime, WO_ROOT_OF_ITERATOR));
  iterator->target = target;
  iterator->position = 0;
  iterator->mode = mode;
  return wo_from_object(iterator);
}

// --- errors ---

wo_value wo_error_with_proto(wo_heap *heap, wo_fiber *fiber, wo_value proto, wo_value message) {
  wo_error *error = wo_heap_alloc(heap, sizeof *error);
  object_init(heap, &error->object, WO_KIND_ERROR, heap->runtime->shapes->null_root);
  error->trace = WO_UNDEFINED;
  wo_value v = wo_from_object(error);
  wo_set_prototype(heap, v, proto);
  if (!wo_is_undefined(message)) {
    wo_object_add(heap, v, heap->runtime->names->core[WO_NAME_message], message, WO_ATTR_METHOD);
  }
  if (fiber) error->trace = wo_fiber_trace(heap, fiber);
  return v;
}

wo_value wo_error_new(wo_heap *heap, wo_fiber *fiber, uint32_t class_id, wo_value message) {
  wo_value proto = wo_builtin_value(heap->runtime, class_id + 1);
  return wo_error_with_proto(heap, fiber, proto, message);
}
