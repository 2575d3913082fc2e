// Objects: where properties are stored, and what reading, writing, defining and deleting does.
//
// Stored properties are found through the shape or in the dictionary table. Virtual ones (elements
// and length of arrays, name and length of functions, ...) are computed; a stored property of the
// same name, put there by a definition, wins, and one with the value WO_HOLE says that the virtual
// one was deleted.
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "cache.h"
#include "table.h"

static wo_shape *shape_of(wo_heap *heap, const wo_object *object) {
  return wo_shape_of_id(heap->runtime->shapes, object->cell.shape);
}

static bool in_dictionary(const wo_shape *shape) { return shape->flags & WO_SHAPE_DICTIONARY; }

static wo_value core_name(wo_heap *heap, wo_name_id id) { return heap->runtime->names->core[id]; }

static bool is_private(wo_value key) {
  return wo_is_symbol(key) && (wo_cell_of(key)->flags & WO_CELL_FLAG);
}

// Published: immutable for ever because others share it. What a program froze itself has SEALED
// too.
static bool is_published(const wo_cell *cell) {
  return (cell->flags & (WO_CELL_FROZEN | WO_CELL_SEALED)) == WO_CELL_FROZEN;
}
static bool is_user_frozen(const wo_cell *cell) {
  return (cell->flags & (WO_CELL_FROZEN | WO_CELL_SEALED)) == (WO_CELL_FROZEN | WO_CELL_SEALED);
}

// Before a change of what a lookup may find on the object: what caches say of prototypes is void.
static void note_change(wo_heap *heap, const wo_object *object) {
  const wo_cell *cell = &object->cell;
  bool may_inherit = cell->kind == WO_KIND_OBJECT || cell->kind == WO_KIND_FUNCTION;
  if (WO_LIKELY(!may_inherit || !(cell->flags & WO_CELL_PROTOTYPE))) return;
  // It must not come round to what some cache remembers.
  if (wo_prototype_epoch(heap->runtime) >= WO_EPOCH_LAST) return;
  atomic_fetch_add_explicit(&heap->runtime->prototype_epoch, 1, memory_order_relaxed);
}

static bool is_digit(uint8_t unit) { return unit >= '0' && unit <= '9'; }

// The array index a key is, if it is one.
static bool key_index(wo_value key, uint32_t *index) {
  if (WO_LIKELY(!wo_is_number(key))) return false;
  double d = wo_number(key);
  if (!(d >= 0 && d < 4294967295.0)) return false;
  *index = (uint32_t)d;
  return *index == d;
}

wo_value wo_to_key(wo_heap *heap, wo_value v) {
  if (wo_is_int(v) && wo_as_int(v) >= 0) return v;
  if (wo_is_symbol(v)) return v;
  uint32_t index;
  if (wo_is_double(v) && key_index(v, &index)) return wo_from_number(index);
  wo_string *s = wo_string_flat(heap, wo_primitive_to_string(heap, v));
  bool number = s->length - 1u < 10 && !wo_string_is_wide(s) && is_digit(s->data[0]);
  if (number && (s->data[0] != '0' || s->length == 1)) {
    uint64_t n = 0;
    uint32_t i = 0;
    while (i < s->length && is_digit(s->data[i])) n = n * 10 + (uint64_t)(s->data[i++] - '0');
    if (i == s->length && n < UINT32_MAX) return wo_from_number((double)n);
  }
  if (s->cell.flags & WO_STRING_INTERNED) return wo_from_string(s);
  wo_value interned = wo_interned(heap, wo_from_string(s));
  return interned == WO_HOLE ? wo_from_string(s) : interned;
}

// --- making ---

wo_value wo_object_of_shape(wo_heap *heap, const wo_shape *shape, uint32_t inline_cap) {
  wo_plain *object = wo_heap_alloc(heap, sizeof *object + inline_cap * sizeof(wo_value));
  wo_cell_init(heap, &object->object.cell, WO_KIND_OBJECT, shape->id, (uint16_t)inline_cap);
  object->object.slots = NULL;
  for (uint32_t i = 0; i < inline_cap; i++) object->fields[i] = WO_HOLE;
  return wo_from_object(object);
}

wo_value wo_object_new(wo_heap *heap, uint32_t inline_cap) {
  return wo_object_of_shape(heap, wo_shape_core_root(heap->runtime, WO_ROOT_OF_OBJECT), inline_cap);
}

// Whether a prototype can be named by a shape.
static bool fits_shape(wo_value proto) {
  return proto == WO_NULL || (wo_is_object(proto) && (wo_cell_of(proto)->flags & WO_CELL_SHARED));
}

// The root for a prototype; in a slot where no shape may name it, or where no more roots are made.
static wo_shape *root_for(wo_heap *heap, wo_value proto) {
  wo_shape *root = fits_shape(proto) ? wo_shape_root(heap->runtime, proto) : NULL;
  return root ? root : heap->runtime->shapes->slot_root;
}

// --- storage ---

// Makes slot `slot` exist.
static WO_NOINLINE void grow_slots(wo_heap *heap, wo_object *object, uint32_t at) {
  wo_vector *old = object->slots;
  uint32_t capacity = old ? old->capacity * 2 : 4;
  while (capacity <= at) capacity *= 2;
  wo_write_cell(heap, object, &object->slots, wo_vector_grow(heap, old, capacity));
}

static wo_value *make_slot(wo_heap *heap, wo_object *object, uint32_t slot) {
  uint32_t inside = object->cell.kind == WO_KIND_OBJECT ? object->cell.extra : 0;
  if (slot < inside) return &((wo_plain *)object)->fields[slot];
  uint32_t at = slot - inside;
  if (!object->slots || at >= ((wo_vector *)object->slots)->capacity) grow_slots(heap, object, at);
  return &((wo_vector *)object->slots)->items[at];
}

static void write_new(wo_heap *heap, wo_object *object, uint32_t slot, wo_value value) {
  wo_value *at = make_slot(heap, object, slot);
  wo_write_slot(heap, wo_object_slot_owner(object, at), at, value);
}

wo_value wo_object_with_proto(wo_heap *heap, wo_value proto, uint32_t inline_cap) {
  const wo_shape *root = root_for(heap, proto);
  bool in_slot = root->flags & WO_SHAPE_PROTO_SLOT;
  wo_value v = wo_object_of_shape(heap, root, inline_cap + in_slot);
  if (in_slot) ((wo_plain *)wo_pointer(v))->fields[0] = proto;
  return v;
}

static wo_value proto_of(wo_heap *heap, wo_object *object) {
  const wo_shape *shape = shape_of(heap, object);
  if (WO_LIKELY(shape->proto != WO_UNSET)) return shape->proto;
  return in_dictionary(shape) ? ((wo_table *)object->slots)->proto : *wo_object_slot(object, 0);
}

// The keys of a shape, oldest first: `to` has room for WO_SHAPE_SLOTS_MAX.
static uint32_t shape_keys(const wo_shape *shape, const wo_shape **to) {
  uint32_t first = shape->root->count, count = shape->count - first;
  for (const wo_shape *s = shape; s->parent; s = s->parent) to[s->count - 1 - first] = s;
  return count;
}

static void make_dictionary(wo_heap *heap, wo_object *object, wo_shape *shape) {
  const wo_shape *keys[WO_SHAPE_SLOTS_MAX];
  uint32_t count = shape_keys(shape, keys);
  note_change(heap, object);
  wo_table *t = wo_table_new(heap, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    wo_value value = *wo_object_slot(object, keys[i]->count - 1u);
    t = wo_table_put(heap, t, keys[i]->key, value, keys[i]->attrs);
  }
  if (shape->proto == WO_UNSET) wo_write_slot(heap, t, &t->proto, *wo_object_slot(object, 0));
  if (object->cell.kind == WO_KIND_OBJECT) {
    for (uint32_t i = 0; i < object->cell.extra; i++) ((wo_plain *)object)->fields[i] = WO_HOLE;
  }
  wo_write_cell(heap, object, &object->slots, t);
  object->cell.shape = wo_shape_dictionary(heap->runtime, shape)->id;
}

void wo_object_to_dictionary(wo_heap *heap, wo_object *object) {
  wo_shape *shape = shape_of(heap, object);
  if (!in_dictionary(shape)) make_dictionary(heap, object, shape);
}

static void put_in_dictionary(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                              uint8_t attrs) {
  note_change(heap, object);
  wo_object_to_dictionary(heap, object);
  wo_table *t = wo_table_put(heap, object->slots, key, value, attrs);
  wo_write_cell(heap, object, &object->slots, t);
}

static void add_to_shape(wo_heap *heap, wo_object *object, const wo_shape *child, wo_value value) {
  note_change(heap, object);
  write_new(heap, object, child->count - 1u, value);
  object->cell.shape = child->id;
}

void wo_object_add(wo_heap *heap, wo_value v, wo_value key, wo_value value, uint8_t attrs) {
  wo_object *object = wo_pointer(v);
  wo_shape *child = wo_shape_add(heap->runtime, shape_of(heap, object), key, attrs);
  if (child) add_to_shape(heap, object, child, value);
  else put_in_dictionary(heap, object, key, value, attrs);
}

// --- finding stored properties ---

// A stored property: where its value and attributes are.
typedef struct place {
  wo_value *value;
  uint32_t slot;  // entry index in a dictionary
  uint8_t attrs;
} place;

static bool find_place(wo_heap *heap, wo_object *object, wo_value key, place *out) {
  const wo_shape *shape = shape_of(heap, object);
  if (WO_UNLIKELY(in_dictionary(shape))) {
    int64_t at = wo_table_find(heap, object->slots, key);
    if (at < 0) return false;
    wo_table_entry *entry = &wo_table_entries(object->slots)[at];
    *out = (place){&entry->value, (uint32_t)at, entry->attrs};
    return true;
  }
  int32_t slot = wo_shape_find(shape, key, &out->attrs);
  if (slot < 0) return false;
  out->slot = (uint32_t)slot;
  out->value = wo_object_slot(object, out->slot);
  return true;
}

bool wo_object_has_stored(wo_heap *heap, wo_value object, wo_value key) {
  place found;
  return find_place(heap, wo_pointer(object), key, &found);
}

// The module slot behind a static field, NULL where there is none to have: no isolate, no memory.
static wo_value *module_slot(wo_heap *heap, wo_object *object, uint32_t slot) {
  if (!heap->owned || object->cell.kind != WO_KIND_FUNCTION) return NULL;
  const wo_image *image = ((wo_function *)object)->proto->image;
  wo_value *slots = wo_isolate_slots(wo_heap_isolate(heap), image);
  if (!slots) return NULL;
  if (slots[slot] == WO_UNSET) wo_isolate_touch(wo_heap_isolate(heap), image, slot);
  return &slots[slot];
}

typedef enum found { ABSENT, PRESENT, HIDDEN } found;

static found stored_property(wo_heap *heap, wo_object *object, wo_value key, wo_property *out) {
  place at;
  if (!find_place(heap, object, key, &at)) return ABSENT;
  out->value = *at.value;
  out->attrs = at.attrs;
  out->slot = at.slot;
  out->hops = 0;
  if (WO_UNLIKELY(at.attrs & WO_ATTR_MODULE)) {
    out->slot = (uint32_t)wo_as_int(*at.value);
    wo_value *slot = module_slot(heap, object, out->slot);
    // Not initialized here, or not at all: no such property yet.
    out->value = slot && *slot != WO_UNSET ? *slot : WO_HOLE;
  }
  if (WO_UNLIKELY(out->value == WO_HOLE)) return HIDDEN;
  if (WO_UNLIKELY(is_user_frozen(&object->cell)) && !(at.attrs & WO_ATTR_MODULE)) {
    bool exempt = is_private(key) && !(object->cell.flags & WO_CELL_SHARED);
    uint8_t lost = at.attrs & WO_ATTR_ACCESSOR ? WO_ATTR_CONFIGURABLE
                                               : WO_ATTR_CONFIGURABLE | WO_ATTR_WRITABLE;
    if (!exempt) out->attrs &= (uint8_t)~lost;
  }
  return PRESENT;
}

// --- objects used as tables ---

// The table of a plain object in dictionary mode, where `key` is a string and no array index. Its
// keys are compared by content, so `key` need not be looked up among the names.
WO_INLINE wo_table *table_for(wo_heap *heap, wo_value v, wo_value key) {
  if (!wo_has_kind(v, WO_KIND_OBJECT) || !wo_is_string(key)) return NULL;
  wo_object *object = wo_pointer(v);
  if (!in_dictionary(shape_of(heap, object))) return NULL;
  const wo_string *s = wo_string_flat(heap, key);
  bool index = s->length - 1u < 10 && !wo_string_is_wide(s) && is_digit(s->data[0]);
  return index ? NULL : object->slots;
}

wo_value wo_dictionary_get(wo_heap *heap, wo_value object, wo_value key) {
  wo_table *t = table_for(heap, object, key);
  int64_t at = t ? wo_table_find(heap, t, key) : -1;
  if (at < 0) return WO_HOLE;
  const wo_table_entry *entry = &wo_table_entries(t)[at];
  return entry->attrs & (WO_ATTR_ACCESSOR | WO_ATTR_MODULE) ? WO_HOLE : entry->value;
}

// Whether the prototype is the library's and has no property of that key: its keys are names.
static bool inherits_nothing(wo_heap *heap, wo_object *object, wo_value key) {
  wo_value proto = proto_of(heap, object);
  if (proto != heap->runtime->builtin_values[WO_B_Object_prototype]) return false;
  if (in_dictionary(shape_of(heap, wo_pointer(proto)))) return false;
  return wo_interned(heap, key) == WO_HOLE;
}

bool wo_dictionary_set(wo_heap *heap, wo_value v, wo_value key, wo_value value) {
  wo_table *t = table_for(heap, v, key);
  if (!t) return false;
  wo_object *object = wo_pointer(v);
  if (object->cell.flags & (WO_CELL_FROZEN | WO_CELL_SEALED)) return false;
  note_change(heap, object);
  int64_t at = wo_table_find(heap, t, key);
  if (at < 0) {
    if (!inherits_nothing(heap, object, key)) return false;
    t = wo_table_put(heap, t, key, value, WO_ATTR_PLAIN);
    if (t != object->slots) wo_write_cell(heap, object, &object->slots, t);
    return true;
  }
  wo_table_entry *entry = &wo_table_entries(t)[at];
  const uint8_t kind = WO_ATTR_WRITABLE | WO_ATTR_ACCESSOR | WO_ATTR_MODULE;
  if (entry->value == WO_HOLE || (entry->attrs & kind) != WO_ATTR_WRITABLE) return false;
  wo_write_slot(heap, t, &entry->value, value);
  return true;
}

// --- virtual properties ---

static bool string_property(wo_heap *heap, wo_value s, wo_value key, wo_property *out) {
  uint32_t index;
  if (key == core_name(heap, WO_NAME_length)) {
    out->value = wo_from_int((int32_t)wo_string_length(s));
    out->attrs = 0;
    return true;
  }
  if (!key_index(key, &index) || index >= wo_string_length(s)) return false;
  out->value = wo_string_from_unit(heap, wo_string_unit(wo_string_flat(heap, s), index));
  out->attrs = WO_ATTR_ENUMERABLE;
  return true;
}

static bool array_property(wo_heap *heap, wo_array *array, wo_value key, wo_property *out) {
  uint32_t index;
  bool frozen = is_user_frozen(&array->object.cell);
  if (key_index(key, &index)) {
    if (index >= array->length) return false;
    out->value = wo_array_get(array, index);
    out->attrs = frozen ? WO_ATTR_ENUMERABLE : WO_ATTR_PLAIN;
    return out->value != WO_HOLE;
  }
  if (key != core_name(heap, WO_NAME_length)) return false;
  out->value = wo_from_number(array->length);
  out->attrs = frozen ? 0 : WO_ATTR_WRITABLE;
  return true;
}

// Own or inherited text for the first line of a stack; UNDEFINED where it takes code to read.
static wo_value header_part(wo_heap *heap, wo_value error, wo_name_id id) {
  wo_property found;
  if (!wo_lookup(heap, error, core_name(heap, id), &found)) return WO_UNDEFINED;
  return wo_is_string(found.value) ? found.value : WO_UNDEFINED;
}

// What Error.prototype.stack shows: "Name: message", then a line per frame.
static wo_value stack_text(wo_heap *heap, wo_error *error) {
  if (wo_is_string(error->trace)) return error->trace;
  wo_value self = wo_from_object(error);
  wo_value text = header_part(heap, self, WO_NAME_name);
  if (wo_is_undefined(text)) text = wo_string_from_ascii(heap, "Error");
  wo_value parts[3] = {header_part(heap, self, WO_NAME_message), WO_UNDEFINED,
                       wo_trace_text(heap, error->trace)};
  bool named = wo_string_length(text) > 0;
  if (wo_is_string(parts[0]) && wo_string_length(parts[0]) > 0 && named) {
    parts[1] = parts[0];
    parts[0] = wo_string_from_ascii(heap, ": ");
  }
  for (int i = 0; i < 3; i++) {
    if (!wo_is_string(parts[i]) || wo_string_length(parts[i]) == 0) continue;
    wo_value longer =
        i == 2 ? wo_string_concat(heap, text, wo_string_from_ascii(heap, "\n")) : text;
    longer = wo_string_concat(heap, longer, parts[i]);
    if (longer != WO_HOLE) text = longer;
  }
  if (!(error->object.cell.flags & WO_CELL_SHARED)) {
    wo_write_slot(heap, error, &error->trace, text);
  }
  return text;
}

static bool virtual_property(wo_heap *heap, wo_object *object, wo_value key, wo_property *out) {
  uint32_t index;
  switch ((wo_kind)object->cell.kind) {
    case WO_KIND_ARRAY: return array_property(heap, (wo_array *)object, key, out);
    case WO_KIND_FUNCTION:
    case WO_KIND_BUILTIN:
    case WO_KIND_BOUND:
      if (!wo_function_virtual(heap, wo_from_object(object), key, out)) return false;
      if (is_user_frozen(&object->cell)) out->attrs = 0;
      return true;
    case WO_KIND_ERROR:
      if (key != core_name(heap, WO_NAME_stack)) return false;
      out->value = stack_text(heap, (wo_error *)object);
      out->attrs = is_user_frozen(&object->cell) ? 0 : WO_ATTR_METHOD;
      return true;
    case WO_KIND_BYTES: {
      const wo_bytes *bytes = (wo_bytes *)object;
      if (!key_index(key, &index) || index >= bytes->length) return false;
      out->value = wo_from_int(bytes->buffer->data[bytes->offset + index]);
      out->attrs = WO_ATTR_PLAIN;
      return true;
    }
    case WO_KIND_PRIMITIVE: {
      wo_value value = ((wo_primitive *)object)->value;
      return wo_is_string(value) && string_property(heap, value, key, out);
    }
    default: return false;
  }
}

// A plain constructor function gets its prototype object when it is first asked for.
// True: there may be one now.
static bool lazy_prototype(wo_heap *heap, wo_object *object, wo_value key) {
  if (key != core_name(heap, WO_NAME_prototype) || object->cell.kind != WO_KIND_FUNCTION)
    return false;
  if (object->cell.flags & (WO_CELL_SHARED | WO_CELL_CLASS)) return false;
  wo_function_make_prototype(heap, (wo_function *)object);
  return true;
}

static bool own_property(wo_heap *heap, wo_object *object, wo_value key, wo_property *out) {
  // The elements of an array first: nothing else of an array is asked for as often.
  if (object->cell.kind == WO_KIND_ARRAY && wo_is_number(key) &&
      wo_array_is_dense((wo_array *)object)) {
    out->hops = 255;
    return array_property(heap, (wo_array *)object, key, out);
  }
  found how = stored_property(heap, object, key, out);
  if (how != ABSENT) return how == PRESENT;
  if (object->cell.kind == WO_KIND_OBJECT) return false;
  out->hops = 255;
  out->slot = 0;
  if (lazy_prototype(heap, object, key) && stored_property(heap, object, key, out) == PRESENT) {
    return true;
  }
  return virtual_property(heap, object, key, out);
}

// --- prototypes ---

static wo_value core_prototype(wo_heap *heap, wo_builtin_id id) {
  wo_runtime *rt = heap->runtime;
  wo_value v = rt->builtin_values ? rt->builtin_values[id] : WO_NULL;
  return wo_is_object(v) ? v : WO_NULL;
}

static wo_value handle_prototype(wo_heap *heap, wo_value v) {
  const wo_hold *hold = heap->owned ? wo_hold_of(wo_heap_isolate(heap), v) : NULL;
  if (!hold) return core_prototype(heap, WO_B_Object_prototype);
  if (hold->kind == WO_HANDLE_FILE) return core_prototype(heap, WO_B_File_prototype);
  if (hold->kind == WO_HANDLE_CONN) return core_prototype(heap, WO_B_Conn_prototype);
  if (hold->kind == WO_HANDLE_LISTENER) return core_prototype(heap, WO_B_Listener_prototype);
  switch (hold->direction) {
    case WO_DIR_SEND: return core_prototype(heap, WO_B_Send_prototype);
    case WO_DIR_RECV: return core_prototype(heap, WO_B_Recv_prototype);
    default: return core_prototype(heap, WO_B_Chan_prototype);
  }
}

wo_value wo_prototype_of(wo_heap *heap, wo_value v) {
  if (wo_is_object(v)) return proto_of(heap, wo_pointer(v));
  if (wo_is_string(v)) return core_prototype(heap, WO_B_String_prototype);
  if (wo_is_number(v)) return core_prototype(heap, WO_B_Number_prototype);
  if (wo_is_bool(v)) return core_prototype(heap, WO_B_Boolean_prototype);
  if (wo_is_symbol(v)) return core_prototype(heap, WO_B_Symbol_prototype);
  if (wo_is_handle(v)) return handle_prototype(heap, v);
  return WO_NULL;
}

static bool reaches(wo_heap *heap, wo_value from, wo_value what) {
  for (; wo_is_object(from); from = proto_of(heap, wo_pointer(from))) {
    if (from == what) return true;
  }
  return false;
}

// Gives an object of few or many properties another root: its keys are added again one by one.
static bool change_root(wo_heap *heap, wo_object *object, wo_shape *root, wo_value proto) {
  const wo_shape *shape = shape_of(heap, object);
  const wo_shape *keys[WO_SHAPE_SLOTS_MAX];
  wo_value values[WO_SHAPE_SLOTS_MAX];
  uint32_t count = shape_keys(shape, keys);
  wo_shape *to = root;
  for (uint32_t i = 0; i < count && to; i++) {
    values[i] = *wo_object_slot(object, keys[i]->count - 1u);
    to = wo_shape_add(heap->runtime, to, keys[i]->key, keys[i]->attrs);
  }
  if (!to) return false;
  if (root->count) write_new(heap, object, 0, proto);
  for (uint32_t i = 0; i < count; i++) {
    write_new(heap, object, root->count + i, values[i]);
  }
  object->cell.shape = to->id;
  return true;
}

bool wo_set_prototype(wo_heap *heap, wo_value v, wo_value proto) {
  wo_object *object = wo_pointer(v);
  if (proto_of(heap, object) == proto) return true;
  if (object->cell.flags & (WO_CELL_FROZEN | WO_CELL_SEALED)) return false;
  if (reaches(heap, proto, v)) return false;
  note_change(heap, object);
  wo_shape *root = root_for(heap, proto);
  if (!in_dictionary(shape_of(heap, object))) {
    if (change_root(heap, object, root, proto)) return true;
    wo_object_to_dictionary(heap, object);
  }
  wo_table *t = object->slots;
  wo_write_slot(heap, t, &t->proto, root->count ? proto : WO_UNDEFINED);
  object->cell.shape = wo_shape_dictionary(heap->runtime, root)->id;
  return true;
}

// --- reading ---

// Where a lookup on `v` itself is not the object walk below: strings answer for themselves.
static bool primitive_own(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  out->hops = 255;
  out->slot = 0;
  return wo_is_string(v) && string_property(heap, v, key, out);
}

bool wo_lookup_own(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  out->holder = v;
  if (!wo_is_object(v)) return primitive_own(heap, v, key, out);
  return own_property(heap, wo_pointer(v), key, out);
}

// The length of a byte array is a getter of the prototype; answered here it needs no call.
static bool bytes_length(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  if (!wo_has_kind(v, WO_KIND_BYTES) || key != core_name(heap, WO_NAME_length)) return false;
  out->value = wo_from_number(((wo_bytes *)wo_pointer(v))->length);
  out->holder = v;
  out->attrs = 0;
  out->hops = 255;
  out->slot = 0;
  return true;
}

// From `at` on, which is `hops` links away from the receiver.
static bool lookup_from(wo_heap *heap, wo_value at, uint32_t hops, wo_value key, wo_property *out) {
  for (; wo_is_object(at); hops++) {
    wo_object *object = wo_pointer(at);
    if (own_property(heap, object, key, out)) {
      out->holder = at;
      out->hops = out->hops == 0 && hops < 255 ? (uint8_t)hops : 255;
      return true;
    }
    if (hops == 0 && bytes_length(heap, at, key, out)) return true;
    at = proto_of(heap, object);
  }
  return false;
}

bool wo_lookup(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  if (WO_LIKELY(wo_is_object(v))) return lookup_from(heap, v, 0, key, out);
  if (wo_lookup_own(heap, v, key, out)) return true;
  return lookup_from(heap, wo_prototype_of(heap, v), 1, key, out);
}

bool wo_lookup_inherited(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  return lookup_from(heap, wo_prototype_of(heap, v), 1, key, out);
}

// --- writing ---

static wo_write refused(const wo_object *object, wo_write ordinary) {
  return is_published(&object->cell) ? WO_WRITE_FROZEN : ordinary;
}

// Whether a property of this key may be added to the object.
static wo_write extensible(const wo_object *object, wo_value key) {
  uint8_t flags = object->cell.flags;
  if (WO_LIKELY(!(flags & (WO_CELL_FROZEN | WO_CELL_SEALED)))) return WO_WRITE_OK;
  if (is_published(&object->cell)) return WO_WRITE_FROZEN;
  if (is_private(key) && !(flags & WO_CELL_SHARED)) return WO_WRITE_OK;
  return WO_WRITE_NOT_EXTENSIBLE;
}

// What the prototypes of an object say to an assignment that would add `key` to it.
static wo_write inherited_write(wo_heap *heap, wo_value from, wo_value key, wo_property *out) {
  for (; wo_is_object(from); from = proto_of(heap, wo_pointer(from))) {
    if (!own_property(heap, wo_pointer(from), key, out)) continue;
    out->holder = from;
    if (out->attrs & WO_ATTR_ACCESSOR) {
      const wo_accessor *pair = wo_pointer(out->value);
      return wo_is_undefined(pair->set) ? WO_WRITE_NO_SETTER : WO_WRITE_SETTER;
    }
    return out->attrs & WO_ATTR_WRITABLE ? WO_WRITE_OK : WO_WRITE_READONLY;
  }
  return WO_WRITE_OK;
}

static bool element_byte(wo_heap *heap, wo_bytes *bytes, wo_value key, wo_value value) {
  uint32_t index;
  if (!key_index(key, &index)) return false;
  if (index >= bytes->length) return true;  // writes past the end are ignored, as everywhere
  double d = wo_is_object(value) ? 0 : wo_primitive_to_number(heap, value);
  bytes->buffer->data[bytes->offset + index] = (uint8_t)wo_to_int32(d);
  return true;
}

// A length is an integer below 2^32; operators convert objects before they come here.
static wo_write store_length(wo_heap *heap, wo_array *array, wo_value value) {
  double d = wo_is_object(value) || wo_is_cell(value) ? -1 : wo_primitive_to_number(heap, value);
  if (!(d >= 0 && d <= 4294967295.0) || d != (uint32_t)d) return WO_WRITE_BAD_LENGTH;
  return wo_array_set_length(heap, array, (uint32_t)d);
}

// Assignment to a stored own property.
static wo_write store_at(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                         const place *at, wo_property *out) {
  out->attrs = at->attrs;
  out->holder = wo_from_object(object);
  if (at->attrs & WO_ATTR_ACCESSOR) {
    out->value = *at->value;
    const wo_accessor *pair = wo_pointer(out->value);
    return wo_is_undefined(pair->set) ? WO_WRITE_NO_SETTER : WO_WRITE_SETTER;
  }
  if (at->attrs & WO_ATTR_MODULE) {
    out->slot = (uint32_t)wo_as_int(*at->value);
    wo_value *slot = module_slot(heap, object, out->slot);
    if (!slot) return WO_WRITE_FROZEN;
    *slot = value;
    out->hops = 0;
    return WO_WRITE_OK;
  }
  uint8_t flags = object->cell.flags;
  bool exempt = is_private(key) && !(flags & WO_CELL_SHARED);
  if (WO_UNLIKELY((flags & WO_CELL_FROZEN) && !exempt)) return refused(object, WO_WRITE_READONLY);
  if (!(at->attrs & WO_ATTR_WRITABLE)) return WO_WRITE_READONLY;
  note_change(heap, object);
  wo_write_slot(heap, wo_object_slot_owner(object, at->value), at->value, value);
  if (object->cell.kind == WO_KIND_FUNCTION && key == core_name(heap, WO_NAME_prototype)) {
    // A function's prototype decides what shape its instances have: no write to it may be cached.
    ((wo_function *)object)->instance_shape = 0;
  } else if (!in_dictionary(shape_of(heap, object))) {
    out->hops = 0;
    out->slot = at->slot;
  }
  return WO_WRITE_OK;
}

// Assignment to the virtual own properties that are not elements. True: *result is the answer.
static bool store_virtual(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                          wo_property *out, wo_write *result) {
  if (!virtual_property(heap, object, key, out)) return false;
  if (object->cell.kind == WO_KIND_ARRAY) {
    *result = store_length(heap, (wo_array *)object, value);
  } else if (!(out->attrs & WO_ATTR_WRITABLE)) {
    *result = refused(object, WO_WRITE_READONLY);
  } else if ((*result = extensible(object, key)) != WO_WRITE_NOT_EXTENSIBLE &&
             *result != WO_WRITE_FROZEN) {
    wo_object_add(heap, wo_from_object(object), key, value, out->attrs);  // stack of an error
  }
  out->hops = 255;
  return true;
}

static wo_write store_new(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                          wo_property *out) {
  if (bytes_length(heap, wo_from_object(object), key, out)) return WO_WRITE_NO_SETTER;
  wo_write may = inherited_write(heap, proto_of(heap, object), key, out);
  out->hops = 255;
  if (may != WO_WRITE_OK) return may;
  may = extensible(object, key);
  if (may != WO_WRITE_OK) return may;
  wo_object_add(heap, wo_from_object(object), key, value, WO_ATTR_PLAIN);
  return WO_WRITE_OK;
}

static wo_write store_primitive(wo_heap *heap, wo_value v, wo_value key, wo_property *out) {
  if (primitive_own(heap, v, key, out)) return WO_WRITE_READONLY;
  wo_write may = inherited_write(heap, wo_prototype_of(heap, v), key, out);
  return may == WO_WRITE_OK ? WO_WRITE_NOT_OBJECT : may;
}

// An element of an array, sparse or dense, or of a byte array.
static bool store_element(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                          wo_property *out, wo_write *result) {
  uint32_t index;
  if (object->cell.kind == WO_KIND_BYTES) {
    *result = WO_WRITE_OK;
    return element_byte(heap, (wo_bytes *)object, key, value);
  }
  if (object->cell.kind != WO_KIND_ARRAY || !key_index(key, &index)) return false;
  *result = wo_array_set(heap, (wo_array *)object, index, value);
  if (*result == WO_WRITE_SETTER) {
    place at;
    find_place(heap, object, key, &at);
    *result = store_at(heap, object, key, value, &at, out);
  }
  return true;
}

wo_write wo_store(wo_heap *heap, wo_value v, wo_value key, wo_value value, wo_property *out) {
  out->hops = 255;
  out->slot = 0;
  if (!wo_is_object(v)) return store_primitive(heap, v, key, out);
  wo_object *object = wo_pointer(v);
  wo_write result;
  if (wo_is_number(key) && store_element(heap, object, key, value, out, &result)) return result;
  lazy_prototype(heap, object, key);
  place at;
  // A known transition for the key says that it is no own property without searching the shape.
  bool own = !wo_shape_child(shape_of(heap, object), key, WO_ATTR_PLAIN) &&
             find_place(heap, object, key, &at);
  if (own && (*at.value != WO_HOLE || (at.attrs & WO_ATTR_MODULE))) {
    return store_at(heap, object, key, value, &at, out);
  }
  if (own) {  // a deleted virtual property comes back as an ordinary one
    wo_write may = extensible(object, key);
    if (may == WO_WRITE_OK) put_in_dictionary(heap, object, key, value, WO_ATTR_PLAIN);
    return may;
  }
  if (object->cell.kind != WO_KIND_OBJECT &&
      store_virtual(heap, object, key, value, out, &result)) {
    return result;
  }
  return store_new(heap, object, key, value, out);
}

// --- defining ---

// ValidateAndApplyPropertyDescriptor for a property that exists as `old`.
static wo_write may_redefine(wo_heap *heap, const wo_object *object, const wo_property *old,
                             wo_value value, uint8_t attrs) {
  if (is_published(&object->cell)) return WO_WRITE_FROZEN;
  if (old->attrs & WO_ATTR_CONFIGURABLE) return WO_WRITE_OK;
  uint8_t fixed = WO_ATTR_ENUMERABLE | WO_ATTR_CONFIGURABLE | WO_ATTR_ACCESSOR;
  if ((old->attrs & fixed) != (attrs & fixed)) return WO_WRITE_READONLY;
  if (old->attrs & WO_ATTR_ACCESSOR) return old->value == value ? WO_WRITE_OK : WO_WRITE_READONLY;
  if (old->attrs & WO_ATTR_WRITABLE) return WO_WRITE_OK;
  if (attrs & WO_ATTR_WRITABLE) return WO_WRITE_READONLY;
  return wo_same_value(heap, old->value, value) ? WO_WRITE_OK : WO_WRITE_READONLY;
}

// An element with attributes of its own makes the array sparse.
static wo_write define_element(wo_heap *heap, wo_array *array, wo_value key, uint32_t index,
                               wo_value value, uint8_t attrs) {
  wo_property old;
  wo_object *object = &array->object;
  bool exists = own_property(heap, object, key, &old);
  wo_write may = exists ? may_redefine(heap, object, &old, value, attrs) : extensible(object, key);
  if (may != WO_WRITE_OK) return may;
  if (is_user_frozen(&object->cell)) return WO_WRITE_OK;  // it is what it was
  if (attrs == WO_ATTR_PLAIN && wo_array_is_dense(array)) {
    return wo_array_set(heap, array, index, value);
  }
  wo_array_make_sparse(heap, array);
  put_in_dictionary(heap, object, key, value, attrs);
  if (index >= array->length) array->length = index + 1;
  return WO_WRITE_OK;
}

static wo_write define_stored(wo_heap *heap, wo_object *object, wo_value key, wo_value value,
                              uint8_t attrs, const place *at) {
  if (at->attrs & WO_ATTR_MODULE && !(attrs & WO_ATTR_MODULE) &&
      (at->attrs & WO_ATTR_PLAIN) == attrs) {
    wo_value *slot = module_slot(heap, object, (uint32_t)wo_as_int(*at->value));
    if (!slot) return WO_WRITE_FROZEN;
    *slot = value;
    return WO_WRITE_OK;
  }
  wo_property old;
  found how = stored_property(heap, object, key, &old);
  wo_write may =
      how == PRESENT ? may_redefine(heap, object, &old, value, attrs) : extensible(object, key);
  if (may != WO_WRITE_OK) return may;
  if (is_user_frozen(&object->cell) && !is_private(key)) return WO_WRITE_OK;
  note_change(heap, object);
  if (at->attrs != attrs) put_in_dictionary(heap, object, key, value, attrs);
  else wo_write_slot(heap, wo_object_slot_owner(object, at->value), at->value, value);
  bool instances =
      object->cell.kind == WO_KIND_FUNCTION && key == core_name(heap, WO_NAME_prototype);
  if (instances) ((wo_function *)object)->instance_shape = 0;
  return WO_WRITE_OK;
}

static wo_write define_length(wo_heap *heap, wo_array *array, wo_value value, uint8_t attrs) {
  bool frozen = array->object.cell.flags & WO_CELL_FROZEN;
  if (attrs == (frozen ? 0 : WO_ATTR_WRITABLE) && wo_is_number(value) &&
      wo_number(value) == array->length) {
    return WO_WRITE_OK;
  }
  if (attrs != WO_ATTR_WRITABLE) return WO_WRITE_READONLY;
  return store_length(heap, array, value);
}

static wo_write define_bytes(wo_heap *heap, wo_bytes *bytes, wo_value key, wo_value value,
                             uint8_t attrs) {
  uint32_t index;
  if (!key_index(key, &index) || index >= bytes->length || attrs != WO_ATTR_PLAIN) {
    return WO_WRITE_READONLY;
  }
  element_byte(heap, bytes, key, value);
  return WO_WRITE_OK;
}

wo_write wo_define(wo_heap *heap, wo_value v, wo_value key, wo_value value, uint8_t attrs) {
  if (!wo_is_object(v)) return WO_WRITE_NOT_OBJECT;
  wo_object *object = wo_pointer(v);
  uint32_t index;
  if (object->cell.kind == WO_KIND_ARRAY) {
    wo_array *array = (wo_array *)object;
    if (key_index(key, &index)) return define_element(heap, array, key, index, value, attrs);
    if (key == core_name(heap, WO_NAME_length)) return define_length(heap, array, value, attrs);
  }
  if (object->cell.kind == WO_KIND_BYTES && wo_is_number(key)) {
    return define_bytes(heap, (wo_bytes *)object, key, value, attrs);
  }
  lazy_prototype(heap, object, key);
  // As in wo_store: a transition that exists answers the question at once.
  wo_shape *child = wo_shape_child(shape_of(heap, object), key, attrs);
  if (!child) {
    place at;
    if (find_place(heap, object, key, &at)) {
      return define_stored(heap, object, key, value, attrs, &at);
    }
  }
  wo_property old;
  if (object->cell.kind != WO_KIND_OBJECT && virtual_property(heap, object, key, &old)) {
    wo_write may = may_redefine(heap, object, &old, value, attrs);
    if (may != WO_WRITE_OK || !(old.attrs & WO_ATTR_CONFIGURABLE)) return may;
  } else {
    wo_write may = extensible(object, key);
    if (may != WO_WRITE_OK) return may;
  }
  if (child) add_to_shape(heap, object, child, value);
  else wo_object_add(heap, v, key, value, attrs);
  return WO_WRITE_OK;
}

wo_write wo_define_accessor(wo_heap *heap, wo_value v, wo_value key, wo_value get, wo_value set,
                            uint8_t attrs) {
  if (!wo_is_object(v)) return WO_WRITE_NOT_OBJECT;
  attrs = (uint8_t)((attrs & ~WO_ATTR_WRITABLE) | WO_ATTR_ACCESSOR);
  wo_object *object = wo_pointer(v);
  wo_property old;
  bool pair_exists =
      stored_property(heap, object, key, &old) == PRESENT && (old.attrs & WO_ATTR_ACCESSOR);
  wo_accessor *before = pair_exists ? wo_pointer(old.value) : NULL;
  if (before) {
    bool same = (wo_is_undefined(get) || get == before->get) &&
                (wo_is_undefined(set) || set == before->set);
    if (is_published(&object->cell)) return WO_WRITE_FROZEN;
    if (!(old.attrs & WO_ATTR_CONFIGURABLE)) {
      return same && attrs == old.attrs ? WO_WRITE_OK : WO_WRITE_READONLY;
    }
  }
  wo_accessor *pair = wo_heap_alloc(heap, sizeof *pair);
  wo_cell_init(heap, &pair->cell, WO_KIND_ACCESSOR, 0, 0);
  pair->get = wo_is_undefined(get) && before ? before->get : get;
  pair->set = wo_is_undefined(set) && before ? before->set : set;
  return wo_define(heap, v, key, wo_from_cell(pair), attrs);
}

// --- deleting ---

// The newest property of a shape is taken off by going back to the parent.
static void delete_stored(wo_heap *heap, wo_object *object, wo_value key, const place *at) {
  note_change(heap, object);
  wo_shape *shape = shape_of(heap, object);
  if (!in_dictionary(shape) && shape->key == key) {
    *at->value = WO_HOLE;
    object->cell.shape = shape->parent->id;
    return;
  }
  wo_object_to_dictionary(heap, object);
  wo_table_delete(heap, object->slots, key);
}

bool wo_delete(wo_heap *heap, wo_value v, wo_value key) {
  wo_property old;
  if (!wo_is_object(v)) return !primitive_own(heap, v, key, &old);
  wo_object *object = wo_pointer(v);
  if (!own_property(heap, object, key, &old)) return true;
  if (!(old.attrs & WO_ATTR_CONFIGURABLE) || (object->cell.flags & WO_CELL_FROZEN)) return false;
  uint32_t index;
  if (object->cell.kind == WO_KIND_ARRAY && key_index(key, &index) &&
      wo_array_is_dense((wo_array *)object)) {
    wo_array_items((wo_array *)object)[index] = WO_HOLE;
    return true;
  }
  if (object->cell.kind == WO_KIND_BYTES && key_index(key, &index)) return false;
  place at;
  bool stored = find_place(heap, object, key, &at);
  if (stored) delete_stored(heap, object, key, &at);
  // What is virtual underneath must not show again: a hole hides it, in a dictionary, so that no
  // shape, and no cache, ever leads to a hole.
  wo_property hidden;
  if (object->cell.kind != WO_KIND_OBJECT && virtual_property(heap, object, key, &hidden)) {
    put_in_dictionary(heap, object, key, WO_HOLE, WO_ATTR_METHOD);
  }
  return true;
}

// --- own keys ---

typedef struct key_list {
  wo_heap *heap;
  wo_array *array;
  int which;
} key_list;

static bool listed(const key_list *list, wo_value key, uint8_t attrs) {
  if ((list->which & WO_KEYS_ENUMERABLE) && !(attrs & WO_ATTR_ENUMERABLE)) return false;
  if (!wo_is_symbol(key)) return list->which & WO_KEYS_STRINGS;
  return (list->which & WO_KEYS_SYMBOLS) && !is_private(key);
}

static void list_key(key_list *list, wo_value key, uint8_t attrs) {
  if (listed(list, key, attrs)) wo_array_push(list->heap, list->array, key);
}

static void list_index(key_list *list, uint32_t index) {
  wo_value key = wo_primitive_to_string(list->heap, wo_from_number(index));
  wo_array_push(list->heap, list->array, key);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// The index keys of a dictionary, ascending.
static void list_table_indices(key_list *list, wo_table *t) {
  const wo_table_entry *entries = wo_table_entries(t);
  uint32_t count = 0;
  uint32_t *indices = NULL;
  size_t bytes = 0;
  for (uint32_t i = t->first; i < t->used; i++) {
    if (!wo_is_number(entries[i].key) || !listed(list, entries[i].key, entries[i].attrs)) continue;
    if (!indices) {
      bytes = (t->used - i) * sizeof *indices;
      indices = wo_heap_scratch(NULL, 0, bytes);
    }
    indices[count++] = (uint32_t)wo_number(entries[i].key);
  }
  if (!indices) return;
  qsort(indices, count, sizeof *indices, by_number);
  for (uint32_t i = 0; i < count; i++) list_index(list, indices[i]);
  wo_free(indices, bytes);
}

static void list_indices(key_list *list, wo_value v) {
  if (!(list->which & WO_KEYS_STRINGS)) return;
  wo_object *object = wo_is_object(v) ? wo_pointer(v) : NULL;
  wo_value text = v;
  if (object && object->cell.kind == WO_KIND_PRIMITIVE) text = ((wo_primitive *)object)->value;
  uint32_t count = wo_is_string(text) ? wo_string_length(text) : 0;
  if (object && object->cell.kind == WO_KIND_BYTES) count = ((wo_bytes *)object)->length;
  for (uint32_t i = 0; i < count; i++) list_index(list, i);
  if (object && object->cell.kind == WO_KIND_ARRAY) {
    wo_array *array = (wo_array *)object;
    for (uint32_t i = 0; i < wo_array_room(array) && i < array->length; i++) {
      if (wo_array_items(array)[i] != WO_HOLE) list_index(list, i);
    }
  }
  if (object && in_dictionary(shape_of(list->heap, object)))
    list_table_indices(list, object->slots);
}

// Names of virtual properties. None of them is enumerable.
static void list_virtual(key_list *list, wo_value v) {
  static const wo_name_id names[] = {WO_NAME_length, WO_NAME_name, WO_NAME_prototype,
                                     WO_NAME_stack};
  if ((list->which & WO_KEYS_ENUMERABLE) || wo_has_kind(v, WO_KIND_OBJECT)) return;
  wo_property found;
  for (size_t i = 0; i < WO_COUNT(names); i++) {
    wo_value key = core_name(list->heap, names[i]);
    bool there = wo_is_object(v) ? virtual_property(list->heap, wo_pointer(v), key, &found) &&
                                       !wo_object_has_stored(list->heap, v, key)
                                 : primitive_own(list->heap, v, key, &found);
    if (there) list_key(list, key, 0);
  }
}

// Stored keys that are symbols, or those that are strings.
static void list_stored(key_list *list, wo_object *object, bool symbols) {
  const wo_shape *shape = shape_of(list->heap, object);
  if (in_dictionary(shape)) {
    const wo_table *t = object->slots;
    for (uint32_t i = t->first; i < t->used; i++) {
      const wo_table_entry *entry = &wo_table_entries(object->slots)[i];
      bool kind = symbols ? wo_is_symbol(entry->key) : wo_is_string(entry->key);
      if (kind && entry->value != WO_HOLE) list_key(list, entry->key, entry->attrs);
    }
    return;
  }
  const wo_shape *keys[WO_SHAPE_SLOTS_MAX];
  uint32_t count = shape_keys(shape, keys);
  for (uint32_t i = 0; i < count; i++) {
    if (wo_is_symbol(keys[i]->key) == symbols) list_key(list, keys[i]->key, keys[i]->attrs);
  }
}

wo_status wo_keys_reserve(wo_fiber *fiber, wo_value v, uint32_t more) {
  enum { KEY_BYTES = 40 };  // the text of an index, and a place in an array that grows
  if (wo_has_kind(v, WO_KIND_PRIMITIVE)) v = ((wo_primitive *)wo_pointer(v))->value;
  uint64_t count = 0;
  if (wo_is_string(v)) count = wo_string_length(v);
  else if (wo_is_array(v)) count = wo_array_room(wo_pointer(v));
  else if (wo_has_kind(v, WO_KIND_BYTES)) count = ((wo_bytes *)wo_pointer(v))->length;
  uint64_t bytes = count * (KEY_BYTES + more);
  if (bytes < WO_OVERDRAFT_BYTES / 4) return WO_DONE;
  return wo_heap_reserve(&fiber->isolate->heap, fiber, bytes);
}

wo_value wo_own_keys(wo_heap *heap, wo_value v, int which) {
  wo_value result = wo_array_new(heap, 0);
  key_list list = {heap, wo_pointer(result), which};
  if (wo_is_object(v)) lazy_prototype(heap, wo_pointer(v), core_name(heap, WO_NAME_prototype));
  list_indices(&list, v);
  list_virtual(&list, v);
  if (!wo_is_object(v)) return result;
  if (which & WO_KEYS_STRINGS) list_stored(&list, wo_pointer(v), false);
  if (which & WO_KEYS_SYMBOLS) list_stored(&list, wo_pointer(v), true);
  return result;
}

// --- integrity ---

// Takes `configurable` from every property. Virtual ones that have it become stored ones.
static void seal(wo_heap *heap, wo_object *object) {
  wo_value v = wo_from_object(object);
  if (object->cell.kind == WO_KIND_ARRAY && ((wo_array *)object)->length) {
    wo_array_make_sparse(heap, (wo_array *)object);
  }
  static const wo_name_id names[] = {WO_NAME_length, WO_NAME_name, WO_NAME_stack};
  for (size_t i = 0; i < WO_COUNT(names); i++) {
    wo_property found;
    wo_value key = core_name(heap, names[i]);
    if (object->cell.kind == WO_KIND_OBJECT || wo_object_has_stored(heap, v, key)) continue;
    if (!virtual_property(heap, object, key, &found)) continue;
    if (found.attrs & WO_ATTR_CONFIGURABLE) wo_object_add(heap, v, key, found.value, found.attrs);
  }
  wo_object_to_dictionary(heap, object);
  wo_table *t = object->slots;
  for (uint32_t i = t->first; i < t->used; i++) {
    wo_table_entries(t)[i].attrs &= (uint8_t)~WO_ATTR_CONFIGURABLE;
  }
}

void wo_set_integrity(wo_heap *heap, wo_value v, wo_integrity level) {
  wo_object *object = wo_pointer(v);
  if (object->cell.flags & WO_CELL_FROZEN) return;
  lazy_prototype(heap, object, core_name(heap, WO_NAME_prototype));
  note_change(heap, object);  // a frozen property forbids its like to whoever inherits it
  if (level == WO_SEALED) seal(heap, object);
  object->cell.flags |= level == WO_FROZEN ? WO_CELL_FROZEN | WO_CELL_SEALED : WO_CELL_SEALED;
}

bool wo_has_integrity(wo_heap *heap, wo_value v, wo_integrity level) {
  const wo_cell *cell = wo_cell_of(v);
  // A program cannot tell a published object from one that it may write, except by writing.
  if (is_published(cell) || !(cell->flags & WO_CELL_SEALED)) return false;
  if (level == WO_NOT_EXTENSIBLE || is_user_frozen(cell)) return true;
  const wo_array *keys = wo_pointer(wo_own_keys(heap, v, WO_KEYS_STRINGS | WO_KEYS_SYMBOLS));
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_property found;
    if (!wo_lookup_own(heap, v, wo_to_key(heap, wo_array_items(keys)[i]), &found)) continue;
    if (found.attrs & WO_ATTR_CONFIGURABLE) return false;
    bool data = !(found.attrs & WO_ATTR_ACCESSOR);
    if (level == WO_FROZEN && data && (found.attrs & WO_ATTR_WRITABLE)) return false;
  }
  return true;
}
