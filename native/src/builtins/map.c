// Map, Set, and the iterator objects of the library. A Set's table holds each item as its own value
// too, so entries of both read alike. What takes callbacks is in lib/std/prelude/map.ts.
#include <stdio.h>

#include "../channel.h"
#include "../table.h"
#include "property.h"

// Entries a constructor copies natively; longer sources are filled by fiber code, which is
// preempted.
#define COPY_MAX 4096u

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

static WO_COLD wo_map *wrong_receiver(wo_fiber *fiber, wo_value self, wo_kind kind,
                                      const char *method) {
  char format[80];
  const char *get = method[0] == '+' ? "get " : "";
  snprintf(format, sizeof format, "Method %s%s.prototype.%s called on incompatible receiver %%",
           get, kind == WO_KIND_MAP ? "Map" : "Set", method + (get[0] != '\0'));
  wo_throw_about(fiber, WO_B_TypeError, format, self);
  return NULL;
}

// The receiver as a collection of its kind; NULL after throwing.
WO_INLINE wo_map *receiver(wo_fiber *fiber, const wo_value *args, wo_kind kind,
                           const char *method) {
  if (WO_LIKELY(wo_has_kind(args[-1], kind))) return wo_pointer(args[-1]);
  return wrong_receiver(fiber, args[-1], kind, method);
}

static WO_COLD wo_map *shared_receiver(wo_fiber *fiber, wo_value self) {
  wo_throw_about(fiber, WO_B_TypeError, "% is shared between isolates and cannot be changed", self);
  return NULL;
}

// A collection that isolates share is immutable. (Object.freeze alone does not stop set and add.)
WO_INLINE wo_map *writable(wo_fiber *fiber, const wo_value *args, wo_kind kind,
                           const char *method) {
  wo_map *map = receiver(fiber, args, kind, method);
  if (WO_LIKELY(!map || !(map->object.cell.flags & WO_CELL_SHARED))) return map;
  return shared_receiver(fiber, args[-1]);
}

WO_INLINE void put(wo_heap *heap, wo_map *map, wo_value key, wo_value value) {
  if (key == wo_from_double(-0.0)) key = wo_from_int(0);
  wo_table *table = wo_table_put(heap, map->table, key, value, WO_ATTR_PLAIN);
  if (table != map->table) wo_write_cell(heap, map, &map->table, table);
}

// --- construction ---

static bool has_own_iteration(wo_fiber *fiber, wo_value v, wo_builtin_id expected) {
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  wo_value iterate = wo_builtin_value(heap->runtime, WO_B_Symbol_iterator);
  return wo_lookup(heap, v, iterate, &p) && p.value == wo_builtin_value(heap->runtime, expected);
}

// Adds what an array holds. False at the first item only fiber code can read; what was added until
// then is added again by it to the same effect.
static bool fill_from_array(wo_fiber *fiber, wo_map *map, wo_array *items, bool pairs) {
  wo_heap *heap = heap_of(fiber);
  for (uint32_t i = 0; i < items->length; i++) {
    wo_value item = wo_array_get(items, i);
    if (item == WO_HOLE) item = WO_UNDEFINED;
    if (!pairs) {
      put(heap, map, item, item == wo_from_double(-0.0) ? wo_from_int(0) : item);
      continue;
    }
    if (!wo_is_array(item) || !wo_array_is_dense(wo_pointer(item))) return false;
    wo_value key = wo_array_get(wo_pointer(item), 0), value = wo_array_get(wo_pointer(item), 1);
    if (key == WO_HOLE || value == WO_HOLE) return false;
    put(heap, map, key, value);
  }
  return true;
}

static void fill_from_table(wo_heap *heap, wo_map *map, wo_table *from) {
  uint32_t position = 0;
  for (wo_table_entry *e; (e = wo_table_next(&from, &position)) != NULL;) {
    put(heap, map, e->key, e->value);
  }
}

static bool fill_natively(wo_fiber *fiber, wo_map *map, wo_value items) {
  bool pairs = map->object.cell.kind == WO_KIND_MAP;
  if (wo_is_array(items)) {
    wo_array *array = wo_pointer(items);
    return array->length <= COPY_MAX && wo_array_is_dense(array) &&
           has_own_iteration(fiber, items, WO_B_Array_values) &&
           fill_from_array(fiber, map, array, pairs);
  }
  if (!wo_has_kind(items, pairs ? WO_KIND_MAP : WO_KIND_SET)) return false;
  wo_table *table = ((wo_map *)wo_pointer(items))->table;
  if (table->live > COPY_MAX ||
      !has_own_iteration(fiber, items, pairs ? WO_B_Map_entries : WO_B_Set_values)) {
    return false;
  }
  fill_from_table(heap_of(fiber), map, table);
  return true;
}

static wo_status construct(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_kind kind, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  wo_builtin_id fallback = kind == WO_KIND_MAP ? WO_B_Map_prototype : WO_B_Set_prototype;
  wo_value own = wo_builtin_value(heap->runtime, fallback);
  wo_value proto = wo_new_prototype(fiber, fallback);
  wo_value map = wo_map_new(heap, kind), items = wo_arg(args, argc, 0);
  if (proto != own) wo_set_prototype(heap, map, proto);
  *result = map;
  if (wo_is_nullish(items)) return WO_DONE;
  if (proto == own && fill_natively(fiber, wo_pointer(map), items)) {
    wo_charge(shard, ((wo_map *)wo_pointer(map))->table->live >> 2);
    return WO_DONE;
  }
  wo_builtin_id fill = kind == WO_KIND_MAP ? WO_B_map_fill : WO_B_set_fill;
  return wo_call(fiber, 1, wo_builtin_value(heap->runtime, fill), WO_UNDEFINED, 2, map, items);
}

wo_status wo_b_map(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                   wo_value *result) {
  return construct(shard, fiber, args, argc, WO_KIND_MAP, result);
}

wo_status wo_b_set(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                   wo_value *result) {
  return construct(shard, fiber, args, argc, WO_KIND_SET, result);
}

// --- methods ---

wo_status wo_b_map_get(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  wo_map *map = receiver(fiber, args, WO_KIND_MAP, "get");
  if (!map) return WO_THREW;
  int64_t at = wo_table_find(heap_of(fiber), map->table, wo_arg(args, argc, 0));
  *result = at < 0 ? WO_UNDEFINED : wo_table_entries(map->table)[at].value;
  return WO_DONE;
}

wo_status wo_b_map_set(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  wo_map *map = writable(fiber, args, WO_KIND_MAP, "set");
  if (!map) return WO_THREW;
  put(heap_of(fiber), map, wo_arg(args, argc, 0), wo_arg(args, argc, 1));
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_set_add(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  wo_map *set = writable(fiber, args, WO_KIND_SET, "add");
  if (!set) return WO_THREW;
  wo_value item = wo_arg(args, argc, 0);
  if (item == wo_from_double(-0.0)) item = wo_from_int(0);
  put(heap_of(fiber), set, item, item);
  *result = args[-1];
  return WO_DONE;
}

WO_INLINE wo_status answer_has(wo_fiber *fiber, wo_value *args, uint32_t argc, wo_kind kind,
                               wo_value *result) {
  wo_map *map = receiver(fiber, args, kind, "has");
  if (!map) return WO_THREW;
  *result = wo_from_bool(wo_table_find(heap_of(fiber), map->table, wo_arg(args, argc, 0)) >= 0);
  return WO_DONE;
}

wo_status wo_b_map_has(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  return answer_has(fiber, args, argc, WO_KIND_MAP, result);
}

wo_status wo_b_set_has(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  return answer_has(fiber, args, argc, WO_KIND_SET, result);
}

WO_INLINE wo_status answer_delete(wo_fiber *fiber, wo_value *args, uint32_t argc, wo_kind kind,
                                  wo_value *result) {
  wo_map *map = writable(fiber, args, kind, "delete");
  if (!map) return WO_THREW;
  *result = wo_from_bool(wo_table_delete(heap_of(fiber), map->table, wo_arg(args, argc, 0)));
  return WO_DONE;
}

wo_status wo_b_map_delete(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard;
  return answer_delete(fiber, args, argc, WO_KIND_MAP, result);
}

wo_status wo_b_set_delete(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard;
  return answer_delete(fiber, args, argc, WO_KIND_SET, result);
}

static wo_status answer_clear(wo_fiber *fiber, wo_value *args, wo_kind kind, wo_value *result) {
  wo_map *map = writable(fiber, args, kind, "clear");
  if (!map) return WO_THREW;
  wo_charge(fiber->isolate->shard, map->table->used >> 4);
  wo_table_clear(heap_of(fiber), map->table);
  *result = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_b_map_clear(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard, (void)argc;
  return answer_clear(fiber, args, WO_KIND_MAP, result);
}

wo_status wo_b_set_clear(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard, (void)argc;
  return answer_clear(fiber, args, WO_KIND_SET, result);
}

static wo_status answer_size(wo_fiber *fiber, wo_value *args, wo_kind kind, wo_value *result) {
  wo_map *map = receiver(fiber, args, kind, "+size");
  if (!map) return WO_THREW;
  *result = wo_from_number(map->table->live);
  return WO_DONE;
}

wo_status wo_b_map_size(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)argc;
  return answer_size(fiber, args, WO_KIND_MAP, result);
}

wo_status wo_b_set_size(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)argc;
  return answer_size(fiber, args, WO_KIND_SET, result);
}

// --- iterators ---

// In cell.extra of an iterator, for its name. Of a Set: WO_CELL_FLAG.
enum { OF_ARRAY, OF_MAP, OF_STRING };

static wo_status answer_iterator(wo_fiber *fiber, wo_value *args, wo_kind kind, const char *method,
                                 wo_iter_mode mode, wo_value *result) {
  wo_map *map = receiver(fiber, args, kind, method);
  if (!map) return WO_THREW;
  *result = wo_iterator_new(heap_of(fiber), wo_from_cell(map->table), mode);
  // Both hold the same kind of table, and nothing at their end: their names are kept apart here.
  if (kind == WO_KIND_SET) wo_cell_of(*result)->flags |= WO_CELL_FLAG;
  else wo_cell_of(*result)->extra = OF_MAP;
  return WO_DONE;
}

wo_status wo_b_map_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_KIND_MAP, "entries", WO_ITER_ENTRIES, result);
}

wo_status wo_b_map_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_KIND_MAP, "keys", WO_ITER_KEYS, result);
}

wo_status wo_b_map_values(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_KIND_MAP, "values", WO_ITER_VALUES, result);
}

wo_status wo_b_set_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_KIND_SET, "entries", WO_ITER_ENTRIES, result);
}

wo_status wo_b_set_values(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  return answer_iterator(fiber, args, WO_KIND_SET, "values", WO_ITER_VALUES, result);
}

static bool is_table(wo_value v) { return wo_is_cell(v) && wo_cell_of(v)->kind == WO_KIND_TABLE; }

static wo_value iteration_result(wo_heap *heap, wo_value value, bool done) {
  wo_value object = wo_object_new(heap, 2);
  wo_define(heap, object, wo_name(heap->runtime, WO_NAME_value), value, WO_ATTR_PLAIN);
  wo_define(heap, object, wo_name(heap->runtime, WO_NAME_done), wo_from_bool(done), WO_ATTR_PLAIN);
  return object;
}

static wo_value shaped(wo_heap *heap, const wo_iterator *it, wo_value key, wo_value value) {
  if (it->mode == WO_ITER_KEYS) return key;
  if (it->mode == WO_ITER_VALUES) return value;
  return wo_array_of(heap, (wo_value[]){key, value}, 2);
}

static wo_value next_of_string(wo_heap *heap, wo_iterator *it, wo_string *s) {
  uint32_t at = it->position, unit = wo_string_unit(s, at);
  bool pair = (unit & 0xFC00) == 0xD800 && at + 1 < s->length &&
              (wo_string_unit(s, at + 1) & 0xFC00) == 0xDC00;
  it->position = at + (pair ? 2 : 1);
  if (!pair) return wo_string_from_unit(heap, unit);
  return wo_string_from_units(heap, wo_string_units(s) + at, 2);
}

// The next value, or WO_HOLE at the end. For an array whose element is an accessor, *getter is set
// and the answer is undefined.
static wo_value advance(wo_fiber *fiber, wo_iterator *it, wo_value *getter) {
  wo_heap *heap = heap_of(fiber);
  wo_value target = it->target;
  if (is_table(target)) {
    wo_table *table = wo_pointer(target);
    wo_table_entry *e = wo_table_next(&table, &it->position);
    wo_write_slot(heap, it, &it->target, wo_from_cell(table));
    return e ? shaped(heap, it, e->key, e->value) : WO_HOLE;
  }
  if (wo_is_string(target)) {
    wo_string *s = wo_string_flat(heap, target);
    return it->position < s->length ? next_of_string(heap, it, s) : WO_HOLE;
  }
  if (wo_has_kind(target, WO_KIND_BYTES)) {
    wo_bytes *bytes = wo_pointer(target);
    if (it->position >= bytes->length) return WO_HOLE;
    uint32_t at = it->position++;
    uint8_t byte = bytes->buffer->data[bytes->offset + at];
    return shaped(heap, it, wo_from_number(at), wo_from_int(byte));
  }
  if (!wo_is_array(target)) return WO_HOLE;
  wo_array *array = wo_pointer(target);
  if (it->position >= array->length) return WO_HOLE;
  uint32_t at = it->position++;
  wo_value key = wo_from_number(at), value = WO_HOLE;
  if (it->mode == WO_ITER_KEYS) return key;
  if (wo_array_is_dense(array)) value = wo_array_get(array, at);
  if (value == WO_HOLE) {
    wo_value name = wo_is_int(key) ? key : wo_to_key(heap, key);
    if (wo_read_property(fiber, target, name, &value) == WO_READ_GETTER) {
      *getter = value;
      return WO_UNDEFINED;
    }
  }
  return shaped(heap, it, key, value);
}

static const char *iterator_class(wo_value v) {
  if (!wo_has_kind(v, WO_KIND_ITERATOR)) return "Iterator";
  wo_iterator *it = wo_pointer(v);
  if (it->object.cell.flags & WO_CELL_FLAG) return "Set Iterator";
  if (it->object.cell.extra == OF_MAP) return "Map Iterator";
  bool string = it->object.cell.extra == OF_STRING || wo_is_string(it->target);
  return string ? "String Iterator" : "Array Iterator";
}

wo_status wo_b_iterator_next(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)argc;
  wo_heap *heap = heap_of(fiber);
  if (!wo_has_kind(args[-1], WO_KIND_ITERATOR)) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Method Array Iterator.prototype.next called on incompatible receiver %",
                          args[-1]);
  }
  wo_iterator *it = wo_pointer(args[-1]);
  wo_value getter = WO_UNDEFINED, value;
  if (fiber->step == 1) {
    value = shaped(heap, it, wo_from_number(it->position - 1), fiber->call.result);
  } else if (wo_is_handle(it->target)) {
    wo_status status = wo_fiber_recv(shard, fiber, it->target, &value);
    if (status != WO_DONE) return status;
    if (wo_is_undefined(value)) value = WO_HOLE;
  } else {
    value = advance(fiber, it, &getter);
    if (!wo_is_undefined(getter)) return wo_call(fiber, 1, getter, it->target, 0);
  }
  if (value == WO_HOLE) {
    if (wo_is_string(it->target)) it->object.cell.extra = OF_STRING;
    wo_write_slot(heap, it, &it->target, WO_UNDEFINED);
    *result = iteration_result(heap, WO_UNDEFINED, true);
  } else {
    *result = iteration_result(heap, value, false);
  }
  return WO_DONE;
}

wo_status wo_b_iterator_iterator(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)fiber, (void)argc;
  *result = args[-1];
  return WO_DONE;
}

wo_status wo_b_iterator_to_string_tag(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                      uint32_t argc, wo_value *result) {
  (void)shard, (void)argc;
  *result = wo_string_from_ascii(heap_of(fiber), iterator_class(args[-1]));
  return WO_DONE;
}
