// Object and Object.prototype. What meets a getter where a C loop would have to call it goes to the
// twin of the same meaning in lib/std/prelude/object.ts; Object.assign alone steps through calls.
#include "property.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

static bool is_object(wo_value v) { return wo_is_object(v) || wo_is_handle(v); }

static wo_status throw_nullish(wo_fiber *fiber) {
  return wo_throw_type(fiber, "Cannot convert undefined or null to object");
}

// Answers what the twin answered.
static wo_status hand_over(wo_fiber *fiber, wo_builtin_id twin, wo_value *args, uint32_t argc,
                           wo_value *result) {
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  return wo_call_array(fiber, 1, wo_builtin_value(heap_of(fiber)->runtime, twin), args[-1], argc,
                       args);
}

wo_value wo_primitive_new(wo_heap *heap, wo_value proto, wo_value value) {
  wo_runtime *rt = heap->runtime;
  const wo_shape *shape = wo_is_object(proto) && (wo_cell_of(proto)->flags & WO_CELL_SHARED)
                            ? wo_shape_root(rt, proto)
                            : NULL;
  wo_primitive *wrapper = wo_heap_alloc(heap, sizeof *wrapper);
  const wo_shape *made = shape ? shape : wo_shape_root(rt, WO_NULL);
  wo_cell_init(heap, &wrapper->object.cell, WO_KIND_PRIMITIVE, made->id, 0);
  wrapper->object.slots = NULL;
  wrapper->value = value;
  wo_value v = wo_from_object(wrapper);
  if (!shape) wo_set_prototype(heap, v, proto);
  return v;
}

// ToObject of anything but undefined and null.
static wo_value to_object(wo_heap *heap, wo_value v) {
  if (is_object(v)) return v;
  return wo_primitive_new(heap, wo_prototype_of(heap, v), v);
}

// Own keys of any value; primitives other than strings have none.
static wo_value own_keys(wo_heap *heap, wo_value v, int which) {
  if (wo_is_string(v)) v = to_object(heap, v);
  return wo_is_object(v) ? wo_own_keys(heap, v, which) : wo_array_new(heap, 0);
}

static wo_value key_at(wo_heap *heap, wo_array *keys, uint32_t i) {
  return wo_to_key(heap, wo_array_get(keys, i));
}

wo_status wo_b_object(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_arg(args, argc, 0);
  wo_value target = fiber->new_target;
  if (!wo_is_undefined(target) && target != args[-2]) {
    *result = wo_object_with_proto(heap, wo_new_prototype(fiber, WO_B_Object_prototype), 4);
  } else if (wo_is_nullish(v)) {
    *result = wo_object_new(heap, 4);
  } else {
    *result = to_object(heap, v);
  }
  return WO_DONE;
}

// --- keys, values, entries ---

// `more`: what the caller makes of each key (wo_keys_reserve).
static wo_status answer_keys(wo_fiber *fiber, wo_value v, int which, uint32_t more,
                             wo_value *result) {
  if (wo_is_nullish(v)) return throw_nullish(fiber);
  wo_status status = which & WO_KEYS_STRINGS ? wo_keys_reserve(fiber, v, more) : WO_DONE;
  if (status != WO_DONE) return status;
  *result = own_keys(heap_of(fiber), v, which);
  wo_charge(fiber->isolate->shard, ((wo_array *)wo_pointer(*result))->length >> 4);
  return WO_DONE;
}

wo_status wo_b_object_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  return answer_keys(fiber, wo_arg(args, argc, 0), WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE, 0, result);
}

wo_status wo_b_object_get_own_property_names(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                             uint32_t argc, wo_value *result) {
  (void)shard;
  return answer_keys(fiber, wo_arg(args, argc, 0), WO_KEYS_STRINGS, 0, result);
}

wo_status wo_b_object_get_own_property_symbols(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                               uint32_t argc, wo_value *result) {
  (void)shard;
  return answer_keys(fiber, wo_arg(args, argc, 0), WO_KEYS_SYMBOLS, 0, result);
}

// Replaces each key by its value or entry. False when a getter is in the way: nothing has run yet,
// so the twin may start over.
static bool fill_values(wo_fiber *fiber, wo_value v, wo_array *keys, bool entries) {
  wo_heap *heap = heap_of(fiber);
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_value key = wo_array_get(keys, i), value;
    if (wo_read_own(fiber, v, wo_to_key(heap, key), true, &value) == WO_READ_GETTER) return false;
    if (entries) value = wo_array_of(heap, (wo_value[]){key, value}, 2);
    wo_array_set(heap, keys, i, value);
  }
  return true;
}

static wo_status answer_values(wo_fiber *fiber, wo_value *args, uint32_t argc, bool entries,
                               wo_builtin_id twin, wo_value *result) {
  if (fiber->step == 1) return hand_over(fiber, twin, args, argc, result);
  wo_value v = wo_arg(args, argc, 0);
  // An entry is an array of two.
  uint32_t more = entries ? sizeof(wo_array) + sizeof(wo_vector) + 2 * sizeof(wo_value) : 0;
  wo_status status = answer_keys(fiber, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE, more, result);
  if (status != WO_DONE) return status;
  wo_array *keys = wo_pointer(*result);
  wo_charge(fiber->isolate->shard, keys->length >> 3);
  return fill_values(fiber, v, keys, entries) ? WO_DONE
                                              : hand_over(fiber, twin, args, argc, result);
}

wo_status wo_b_object_values(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  return answer_values(fiber, args, argc, false, WO_B_object_values_any, result);
}

wo_status wo_b_object_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  return answer_values(fiber, args, argc, true, WO_B_object_entries_any, result);
}

// An array that iterating would read as it stands: dense, with Array's own iterator.
static wo_array *plain_array(wo_fiber *fiber, wo_value v) {
  if (!wo_is_array(v) || !wo_array_is_dense(wo_pointer(v))) return NULL;
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  wo_value iterate = wo_builtin_value(heap->runtime, WO_B_Symbol_iterator);
  bool plain = wo_lookup(heap, v, iterate, &p) &&
               p.value == wo_builtin_value(heap->runtime, WO_B_Array_values);
  return plain ? wo_pointer(v) : NULL;
}

// fromEntries of an array of arrays with primitive keys: the common case, all data.
static bool from_pairs(wo_fiber *fiber, wo_array *items, wo_value object) {
  wo_heap *heap = heap_of(fiber);
  for (uint32_t i = 0; i < items->length; i++) {
    wo_value item = wo_array_get(items, i);
    if (!wo_is_array(item) || !wo_array_is_dense(wo_pointer(item))) return false;
    wo_value key = wo_array_get(wo_pointer(item), 0), value = wo_array_get(wo_pointer(item), 1);
    if (key == WO_HOLE || value == WO_HOLE || is_object(key)) return false;
    wo_define(heap, object, wo_to_key(heap, key), value, WO_ATTR_PLAIN);
  }
  return true;
}

wo_status wo_b_object_from_entries(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  if (fiber->step == 0) {
    wo_array *items = plain_array(fiber, wo_arg(args, argc, 0));
    if (items) {
      *result = wo_object_new(heap_of(fiber), items->length < 8 ? items->length : 8);
      wo_charge(shard, items->length >> 2);
      if (from_pairs(fiber, items, *result)) return WO_DONE;
    }
  }
  return hand_over(fiber, WO_B_object_fromEntries_any, args, argc, result);
}

// --- assign ---

// Object.assign's place between two steps: which source, its keys, which key.
enum { ASSIGN_TARGET, ASSIGN_SOURCE, ASSIGN_KEYS, ASSIGN_KEY };
enum { ASSIGN_GOT = 1, ASSIGN_SET = 2 };
// Of a property in a table that grows, for wo_keys_reserve.
enum { ASSIGN_BYTES = 64 };

typedef struct assigning {
  wo_value target, keys;
  uint32_t source, key;
} assigning;

static wo_status assign_call(wo_fiber *fiber, wo_value *args, uint32_t argc, const assigning *a,
                             uint32_t step, wo_value fn, wo_value self, wo_value value) {
  wo_need_frame(fiber, args, argc);
  wo_value *scratch = wo_scratch(fiber);
  scratch[ASSIGN_TARGET] = a->target;
  scratch[ASSIGN_SOURCE] = wo_from_int((int32_t)a->source);
  scratch[ASSIGN_KEYS] = a->keys;
  scratch[ASSIGN_KEY] = wo_from_int((int32_t)a->key);
  return wo_call(fiber, step, fn, self, step == ASSIGN_SET ? 1 : 0, value);
}

// Writes one property; DONE, THREW, or CALL for a setter.
static wo_status assign_value(wo_fiber *fiber, wo_value *args, uint32_t argc, const assigning *a,
                              wo_value key, wo_value value) {
  wo_property p;
  wo_write why = wo_store(heap_of(fiber), a->target, key, value, &p);
  if (why == WO_WRITE_OK) return WO_DONE;
  if (why != WO_WRITE_SETTER) return wo_throw_write(fiber, why, a->target, key);
  wo_value setter = ((wo_accessor *)wo_pointer(p.value))->set;
  return assign_call(fiber, args, argc, a, ASSIGN_SET, setter, a->target, value);
}

static wo_status assign_source(wo_fiber *fiber, wo_value *args, uint32_t argc, assigning *a) {
  wo_heap *heap = heap_of(fiber);
  wo_value source = args[a->source];
  wo_array *keys = wo_pointer(a->keys);
  for (; a->key < keys->length; a->key++) {
    wo_value key = key_at(heap, keys, a->key), value;
    wo_read read = wo_read_own(fiber, source, key, true, &value);
    if (read == WO_READ_ABSENT) continue;
    if (read == WO_READ_GETTER) {
      return assign_call(fiber, args, argc, a, ASSIGN_GOT, value, source, WO_UNDEFINED);
    }
    wo_status status = assign_value(fiber, args, argc, a, key, value);
    if (status != WO_DONE) return status;
  }
  return WO_DONE;
}

wo_status wo_b_object_assign(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  assigning a;
  wo_status status;
  if (fiber->step == 0) {
    if (wo_is_nullish(wo_arg(args, argc, 0))) return throw_nullish(fiber);
    for (uint32_t i = 1; i < argc; i++) {  // before anything is written
      status = wo_keys_reserve(fiber, args[i], ASSIGN_BYTES);
      if (status != WO_DONE) return status;
    }
    a = (assigning){to_object(heap, args[0]), WO_UNDEFINED, 1, 0};
  } else {
    wo_value *scratch = wo_scratch(fiber);
    a = (assigning){scratch[ASSIGN_TARGET], scratch[ASSIGN_KEYS],
                    (uint32_t)wo_as_int(scratch[ASSIGN_SOURCE]),
                    (uint32_t)wo_as_int(scratch[ASSIGN_KEY])};
    wo_value key = key_at(heap, wo_pointer(a.keys), a.key);
    if (fiber->step == ASSIGN_GOT) {
      status = assign_value(fiber, args, argc, &a, key, fiber->call.result);
      if (status != WO_DONE) return status;
    }
    a.key++;
  }
  for (; a.source < argc; a.source++, a.keys = WO_UNDEFINED, a.key = 0) {
    if (wo_is_nullish(args[a.source])) continue;
    if (wo_is_undefined(a.keys)) {
      a.keys =
          own_keys(heap, args[a.source], WO_KEYS_STRINGS | WO_KEYS_SYMBOLS | WO_KEYS_ENUMERABLE);
      wo_charge(shard, ((wo_array *)wo_pointer(a.keys))->length >> 3);
    }
    status = assign_source(fiber, args, argc, &a);
    if (status != WO_DONE) return status;
  }
  *result = a.target;
  return WO_DONE;
}

// --- descriptors ---

static void put_field(wo_heap *heap, wo_value object, wo_name_id id, wo_value value) {
  wo_define(heap, object, wo_name(heap->runtime, id), value, WO_ATTR_PLAIN);
}

static wo_value descriptor_of(wo_fiber *fiber, wo_value object, wo_value key) {
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  if (!wo_lookup_own(heap, object, key, &p)) return WO_UNDEFINED;
  wo_value descriptor = wo_object_new(heap, 4);
  if (p.attrs & WO_ATTR_ACCESSOR) {
    wo_accessor *accessor = wo_pointer(p.value);
    put_field(heap, descriptor, WO_NAME_get, accessor->get);
    put_field(heap, descriptor, WO_NAME_set, accessor->set);
  } else {
    wo_value value;
    wo_read_found(&p, &value);
    put_field(heap, descriptor, WO_NAME_value, value);
    put_field(heap, descriptor, WO_NAME_writable, wo_from_bool(p.attrs & WO_ATTR_WRITABLE));
  }
  put_field(heap, descriptor, WO_NAME_enumerable, wo_from_bool(p.attrs & WO_ATTR_ENUMERABLE));
  put_field(heap, descriptor, WO_NAME_configurable, wo_from_bool(p.attrs & WO_ATTR_CONFIGURABLE));
  return descriptor;
}

wo_status wo_b_object_get_own_property_descriptor(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                                  uint32_t argc, wo_value *result) {
  (void)shard;
  if (wo_is_nullish(wo_arg(args, argc, 0))) return throw_nullish(fiber);
  wo_status status = wo_convert(fiber, args, argc, "-k");
  if (status != WO_DONE) return status;
  *result = descriptor_of(fiber, args[0], wo_to_key(heap_of(fiber), wo_arg(args, argc, 1)));
  return WO_DONE;
}

// Of a descriptor and the property that holds it, for wo_keys_reserve.
enum { DESCRIPTOR_BYTES = 128 };

wo_status wo_b_object_get_own_property_descriptors(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                                   uint32_t argc, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_arg(args, argc, 0);
  if (wo_is_nullish(v)) return throw_nullish(fiber);
  wo_status status = wo_keys_reserve(fiber, v, DESCRIPTOR_BYTES);
  if (status != WO_DONE) return status;
  wo_array *keys = wo_pointer(own_keys(heap, v, WO_KEYS_STRINGS | WO_KEYS_SYMBOLS));
  wo_charge(shard, keys->length >> 1);
  *result = wo_object_new(heap, 4);
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_value key = key_at(heap, keys, i);
    wo_define(heap, *result, key, descriptor_of(fiber, v, key), WO_ATTR_PLAIN);
  }
  return WO_DONE;
}

// A property descriptor as read: which fields are there, and what they say.
enum {
  HAS_VALUE = 1,
  HAS_GET = 2,
  HAS_SET = 4,
  HAS_WRITABLE = 8,
  HAS_ENUMERABLE = 16,
  HAS_CONFIGURABLE = 32
};
typedef struct descriptor {
  uint32_t has;
  wo_value value, get, set;
  uint8_t attrs;
} descriptor;

// False when a field is an accessor.
static bool read_descriptor(wo_fiber *fiber, wo_value from, descriptor *d) {
  static const struct {
    uint8_t name, has, attr;
  } fields[] = {
      {WO_NAME_enumerable, HAS_ENUMERABLE, WO_ATTR_ENUMERABLE},
      {WO_NAME_configurable, HAS_CONFIGURABLE, WO_ATTR_CONFIGURABLE},
      {WO_NAME_value, HAS_VALUE, 0},
      {WO_NAME_writable, HAS_WRITABLE, WO_ATTR_WRITABLE},
      {WO_NAME_get, HAS_GET, 0},
      {WO_NAME_set, HAS_SET, 0},
  };
  *d = (descriptor){0, WO_UNDEFINED, WO_UNDEFINED, WO_UNDEFINED, 0};
  wo_runtime *rt = heap_of(fiber)->runtime;
  for (size_t i = 0; i < WO_COUNT(fields); i++) {
    wo_value v;
    wo_read read = wo_read_property(fiber, from, wo_name(rt, fields[i].name), &v);
    if (read == WO_READ_GETTER) return false;
    if (read == WO_READ_ABSENT) continue;
    d->has |= fields[i].has;
    if (fields[i].attr && wo_truthy(v)) d->attrs |= fields[i].attr;
    if (fields[i].has == HAS_VALUE) d->value = v;
    if (fields[i].has == HAS_GET) d->get = v;
    if (fields[i].has == HAS_SET) d->set = v;
  }
  return true;
}

static wo_status check_descriptor(wo_fiber *fiber, const descriptor *d, wo_value from) {
  if (!wo_is_undefined(d->get) && !wo_is_callable(d->get)) {
    return wo_throw_about(fiber, WO_B_TypeError, "Getter must be a function: %", d->get);
  }
  if (!wo_is_undefined(d->set) && !wo_is_callable(d->set)) {
    return wo_throw_about(fiber, WO_B_TypeError, "Setter must be a function: %", d->set);
  }
  if ((d->has & (HAS_GET | HAS_SET)) && (d->has & (HAS_VALUE | HAS_WRITABLE))) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Invalid property descriptor. Cannot both specify accessors and a value "
                          "or writable attribute, %",
                          from);
  }
  return WO_DONE;
}

static wo_status throw_definition(wo_fiber *fiber, wo_write why, wo_value key) {
  if (wo_is_int(key)) key = wo_primitive_to_string(heap_of(fiber), key);
  if (why == WO_WRITE_BAD_LENGTH) return wo_throw_range(fiber, "Invalid array length");
  const char *format = why == WO_WRITE_NOT_EXTENSIBLE
                         ? "Cannot define property %, object is not extensible"
                         : "Cannot redefine property: %";
  return wo_throw_about(fiber, WO_B_TypeError, format, key);
}

// A property that exists keeps every attribute, and the value or half, that `d` does not name.
static wo_write define_merged(wo_fiber *fiber, wo_value object, wo_value key, const descriptor *d) {
  wo_heap *heap = heap_of(fiber);
  wo_property old;
  bool exists = wo_lookup_own(heap, object, key, &old);
  bool accessor = (d->has & (HAS_GET | HAS_SET)) || (exists && (old.attrs & WO_ATTR_ACCESSOR) &&
                                                     !(d->has & (HAS_VALUE | HAS_WRITABLE)));
  uint8_t attrs = d->attrs;
  if (exists) {
    if (!(d->has & HAS_ENUMERABLE)) attrs |= old.attrs & WO_ATTR_ENUMERABLE;
    if (!(d->has & HAS_CONFIGURABLE)) attrs |= old.attrs & WO_ATTR_CONFIGURABLE;
  }
  if (accessor) {
    wo_value get = d->get, set = d->set;
    if (exists && (old.attrs & WO_ATTR_ACCESSOR)) {
      wo_accessor *pair = wo_pointer(old.value);
      if (!(d->has & HAS_GET)) get = pair->get;
      if (!(d->has & HAS_SET)) set = pair->set;
    }
    return wo_define_accessor(heap, object, key, get, set, attrs & ~WO_ATTR_WRITABLE);
  }
  wo_value value = d->value;
  if (exists && !(old.attrs & WO_ATTR_ACCESSOR)) {
    if (!(d->has & HAS_WRITABLE)) attrs |= old.attrs & WO_ATTR_WRITABLE;
    if (!(d->has & HAS_VALUE)) wo_read_found(&old, &value);
  }
  return wo_define(heap, object, key, value, attrs);
}

wo_status wo_b_object_define_property(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                      uint32_t argc, wo_value *result) {
  (void)shard;
  wo_value object = wo_arg(args, argc, 0), from = wo_arg(args, argc, 2);
  if (!wo_is_object(object))
    return wo_throw_type(fiber, "Object.defineProperty called on non-object");
  if (fiber->step == 1) {
    from = fiber->call.result;
  } else {
    wo_status status = wo_convert(fiber, args, argc, "-k");
    if (status != WO_DONE) return status;
  }
  if (!is_object(from)) {
    return wo_throw_about(fiber, WO_B_TypeError, "Property description must be an object: %", from);
  }
  descriptor d;
  if (!read_descriptor(fiber, from, &d)) {
    wo_value plain = wo_builtin_value(heap_of(fiber)->runtime, WO_B_object_readDescriptor);
    return wo_call(fiber, 1, plain, WO_UNDEFINED, 1, from);
  }
  wo_status status = check_descriptor(fiber, &d, from);
  if (status != WO_DONE) return status;
  wo_value key = wo_to_key(heap_of(fiber), args[1]);
  wo_write why = define_merged(fiber, object, key, &d);
  if (why != WO_WRITE_OK) return throw_definition(fiber, why, key);
  *result = object;
  return WO_DONE;
}

// --- prototypes, integrity ---

wo_status wo_b_object_create(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  wo_value proto = wo_arg(args, argc, 0), properties = wo_arg(args, argc, 1);
  if (!wo_is_object(proto) && proto != WO_NULL) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Object prototype may only be an Object or null: %", proto);
  }
  *result = wo_object_with_proto(heap, proto, 4);
  if (wo_is_undefined(properties)) return WO_DONE;
  wo_value define = wo_builtin_value(heap->runtime, WO_B_Object_defineProperties);
  return wo_call(fiber, 1, define, WO_UNDEFINED, 2, *result, properties);
}

wo_status wo_b_object_get_prototype_of(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                       uint32_t argc, wo_value *result) {
  (void)shard;
  wo_value v = wo_arg(args, argc, 0);
  if (wo_is_nullish(v)) return throw_nullish(fiber);
  *result = wo_prototype_of(heap_of(fiber), v);
  return WO_DONE;
}

static bool is_extensible(wo_heap *heap, wo_value v) {
  return wo_is_object(v) && !wo_has_integrity(heap, v, WO_NOT_EXTENSIBLE);
}

wo_status wo_b_object_set_prototype_of(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                       uint32_t argc, wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value object = wo_arg(args, argc, 0), proto = wo_arg(args, argc, 1);
  if (wo_is_nullish(object)) {
    return wo_throw_type(fiber, "Object.setPrototypeOf called on null or undefined");
  }
  if (!wo_is_object(proto) && proto != WO_NULL) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Object prototype may only be an Object or null: %", proto);
  }
  *result = object;
  if (!wo_is_object(object) || wo_prototype_of(heap, object) == proto) return WO_DONE;
  if (object == wo_builtin_value(heap->runtime, WO_B_Object_prototype)) {
    return wo_throw_type(fiber,
                         "Immutable prototype object 'Object.prototype' cannot have their "
                         "prototype set");
  }
  if (!is_extensible(heap, object)) {
    return wo_throw_about(fiber, WO_B_TypeError, "% is not extensible", object);
  }
  if (!wo_set_prototype(heap, object, proto)) return wo_throw_type(fiber, "Cyclic __proto__ value");
  return WO_DONE;
}

static wo_status answer_integrity(wo_fiber *fiber, wo_value v, wo_integrity level,
                                  wo_value *result) {
  if (level == WO_FROZEN && wo_has_kind(v, WO_KIND_BYTES) && ((wo_bytes *)wo_pointer(v))->length) {
    return wo_throw_type(fiber, "Cannot freeze array buffer views with elements");
  }
  if (wo_is_object(v)) wo_set_integrity(heap_of(fiber), v, level);
  *result = v;
  return WO_DONE;
}

wo_status wo_b_object_freeze(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  return answer_integrity(fiber, wo_arg(args, argc, 0), WO_FROZEN, result);
}

wo_status wo_b_object_seal(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  return answer_integrity(fiber, wo_arg(args, argc, 0), WO_SEALED, result);
}

wo_status wo_b_object_prevent_extensions(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                         uint32_t argc, wo_value *result) {
  (void)shard;
  return answer_integrity(fiber, wo_arg(args, argc, 0), WO_NOT_EXTENSIBLE, result);
}

wo_status wo_b_object_is_frozen(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard;
  wo_value v = wo_arg(args, argc, 0);
  *result = wo_from_bool(!wo_is_object(v) || wo_has_integrity(heap_of(fiber), v, WO_FROZEN));
  return WO_DONE;
}

wo_status wo_b_object_is_sealed(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard;
  wo_value v = wo_arg(args, argc, 0);
  *result = wo_from_bool(!wo_is_object(v) || wo_has_integrity(heap_of(fiber), v, WO_SEALED));
  return WO_DONE;
}

wo_status wo_b_object_is_extensible(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  (void)shard;
  *result = wo_from_bool(is_extensible(heap_of(fiber), wo_arg(args, argc, 0)));
  return WO_DONE;
}

wo_status wo_b_object_is(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard;
  *result =
      wo_from_bool(wo_same_value(heap_of(fiber), wo_arg(args, argc, 0), wo_arg(args, argc, 1)));
  return WO_DONE;
}

// --- Object.prototype ---

static wo_status answer_own(wo_fiber *fiber, wo_value object, wo_value key, uint8_t needed,
                            wo_value *result) {
  if (wo_is_nullish(object)) return throw_nullish(fiber);
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  bool found = wo_lookup_own(heap, object, wo_to_key(heap, key), &p);
  *result = wo_from_bool(found && (p.attrs & needed) == needed);
  return WO_DONE;
}

wo_status wo_b_object_has_own(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  if (wo_is_nullish(wo_arg(args, argc, 0))) return throw_nullish(fiber);
  wo_status status = wo_convert(fiber, args, argc, "-k");
  if (status != WO_DONE) return status;
  return answer_own(fiber, args[0], wo_arg(args, argc, 1), 0, result);
}

wo_status wo_b_object_has_own_property(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                       uint32_t argc, wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "k");
  if (status != WO_DONE) return status;
  return answer_own(fiber, args[-1], wo_arg(args, argc, 0), 0, result);
}

wo_status wo_b_object_property_is_enumerable(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                             uint32_t argc, wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "k");
  if (status != WO_DONE) return status;
  return answer_own(fiber, args[-1], wo_arg(args, argc, 0), WO_ATTR_ENUMERABLE, result);
}

wo_status wo_b_object_is_prototype_of(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                      uint32_t argc, wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_arg(args, argc, 0);
  *result = WO_FALSE;
  if (!is_object(v)) return WO_DONE;
  if (wo_is_nullish(args[-1])) return throw_nullish(fiber);
  for (v = wo_prototype_of(heap, v); v != WO_NULL; v = wo_prototype_of(heap, v)) {
    if (v == args[-1]) *result = WO_TRUE;
  }
  return WO_DONE;
}

static const char *builtin_tag(wo_value v) {
  if (wo_is_undefined(v)) return "Undefined";
  if (v == WO_NULL) return "Null";
  if (wo_has_kind(v, WO_KIND_PRIMITIVE)) v = ((wo_primitive *)wo_pointer(v))->value;
  if (wo_is_array(v)) return "Array";
  if (wo_is_callable(v)) return "Function";
  if (wo_has_kind(v, WO_KIND_ERROR)) return "Error";
  if (wo_is_bool(v)) return "Boolean";
  if (wo_is_number(v)) return "Number";
  if (wo_is_string(v)) return "String";
  return "Object";
}

wo_status wo_b_object_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = heap_of(fiber);
  wo_value self = args[-1], tag = WO_UNDEFINED;
  if (fiber->step == 1) {
    tag = fiber->call.result;
  } else if (!wo_is_nullish(self)) {
    wo_value key = wo_builtin_value(heap->runtime, WO_B_Symbol_toStringTag);
    if (wo_read_property(fiber, self, key, &tag) == WO_READ_GETTER) {
      return wo_call(fiber, 1, tag, self, 0);
    }
  }
  if (!wo_is_string(tag)) tag = wo_string_from_ascii(heap, builtin_tag(self));
  tag = wo_string_concat(heap, wo_string_from_ascii(heap, "[object "), tag);
  *result = wo_string_concat(heap, tag, wo_string_from_ascii(heap, "]"));
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

wo_status wo_b_object_value_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard, (void)argc;
  if (wo_is_nullish(args[-1])) return throw_nullish(fiber);
  *result = to_object(heap_of(fiber), args[-1]);
  return WO_DONE;
}
