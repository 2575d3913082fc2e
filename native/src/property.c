// Property access off the fast path: what an inline cache did not answer, what it learns from the
// answer, accessors, keys that need converting, private names, super, and the defining
// instructions.
#include <math.h>

#include "cache.h"
#include "dispatch.h"

// A store that adds a property with no prototype having a say, off the fast path: the slot is
// outside of the object, or prototypes hang in slots. False: not so.
static bool add_cached(wo_fiber *fiber, const wo_ic *ic, wo_value receiver, wo_value value) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_object *object = wo_pointer(receiver);
  if (object->cell.flags & (WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_FLAG)) return false;
  if (!wo_ic_holds(fiber->isolate->shard, ic) || !wo_ic_may_add(ic, receiver)) return false;
  uint32_t inside = object->cell.kind == WO_KIND_OBJECT ? object->cell.extra : 0;
  if (ic->slot < inside) {
    wo_write_slot(heap, object, &((wo_plain *)object)->fields[ic->slot], value);
  } else {
    wo_vector *slots = object->slots;
    if (!slots || ic->slot - inside >= slots->capacity) return false;
    wo_write_slot(heap, slots, &slots->items[ic->slot - inside], value);
  }
  object->cell.shape = ic->next_shape;
  return true;
}

static wo_ic *ic_of(const wo_fiber *fiber, uint32_t x) {
  const wo_proto *proto = wo_top_frame(fiber)->proto;
  return wo_pool_ic(proto->pools[fiber->isolate->shard->index], x >> 16);
}
static wo_value key_of(const wo_fiber *fiber, uint32_t x) {
  return wo_top_frame(fiber)->proto->constants[x & 0xFFFF];
}

// --- reading ---

static wo_status run_getter(wo_fiber *fiber, wo_value get, wo_value receiver, uint8_t dst,
                            wo_value *out) {
  if (wo_has_kind(get, WO_KIND_BUILTIN)) return wo_invoke_getter(fiber, get, receiver, dst, out);
  return wo_invoke(fiber, WO_FRAME_RESULT_TO, dst, get, receiver, 0, NULL);
}

static wo_status call_getter(wo_fiber *fiber, wo_value accessor, wo_value receiver, uint8_t dst,
                             wo_value *out) {
  wo_value get = ((wo_accessor *)wo_pointer(accessor))->get;
  if (!wo_is_undefined(get)) return run_getter(fiber, get, receiver, dst, out);
  *out = WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_get(wo_fiber *fiber, wo_value receiver, wo_value key, uint8_t dst, wo_value *out) {
  wo_property found;
  *out = WO_UNDEFINED;
  if (!wo_lookup(wo_heap_of(fiber), receiver, key, &found)) return WO_DONE;
  if (found.attrs & WO_ATTR_ACCESSOR) return call_getter(fiber, found.value, receiver, dst, out);
  *out = found.value;
  return WO_DONE;
}

static wo_status get_named(wo_fiber *fiber, wo_value receiver, uint32_t x, uint8_t dst,
                           wo_value *out) {
  wo_value key = key_of(fiber, x);
  wo_ic *site = ic_of(fiber, x);
  const wo_ic *ic = wo_ic_find(fiber, site, receiver, key, WO_USE_LOAD);
  switch (wo_ic_recall(fiber, ic, receiver, WO_USE_LOAD, out)) {
    case WO_RECALL_VALUE: return WO_DONE;
    case WO_RECALL_ACCESSOR: return run_getter(fiber, *out, receiver, dst, out);
    case WO_RECALL_NOTHING: break;
  }
  if (wo_is_nullish(receiver)) return wo_throw_read(fiber, receiver, key);
  if (wo_is_internal(receiver)) return wo_throw_internal(fiber);
  wo_property found;
  bool there = wo_lookup(wo_heap_of(fiber), receiver, key, &found);
  wo_ic_learn_load(fiber, site, receiver, key, WO_USE_LOAD, there ? &found : NULL);
  *out = WO_UNDEFINED;
  if (!there) return WO_DONE;
  if (found.attrs & WO_ATTR_ACCESSOR) return call_getter(fiber, found.value, receiver, dst, out);
  *out = found.value;
  return WO_DONE;
}

wo_status wo_slow_getprop(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc), out;
  uint8_t a = WO_GET_A(pc[-1]);
  wo_status status = get_named(fiber, R[WO_GET_B(pc[-1])], pc[0], a, &out);
  if (status == WO_DONE) R[a] = out;
  return status;
}

wo_status wo_slow_getmethod(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc), out;
  uint8_t a = WO_GET_A(pc[-1]);
  wo_value receiver = R[WO_GET_B(pc[-1])];
  R[a + 1] = receiver;
  wo_status status = get_named(fiber, receiver, pc[0], a, &out);
  if (status == WO_DONE) R[a] = out;
  return status;
}

// receiver[key] with a key of any type.
static wo_status op_get(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard;
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  wo_status status = wo_convert(fiber, args, argc, "-K");
  if (status == WO_DONE) status = wo_read_step(fiber, args[0], args[1], 1);
  *result = fiber->call.result;
  return status;
}
static const wo_builtin op_get_element = {"", op_get, NULL, 0, 0, 0};

// The character of a string at a number key; WO_HOLE when there is none.
static wo_value character_at(wo_heap *heap, wo_value string, wo_value key) {
  if (WO_LIKELY(wo_is_int(key) && (uint32_t)wo_as_int(key) < wo_string_length(string))) {
    const wo_string *s = wo_string_flat(heap, string);
    return wo_string_from_unit(heap, wo_string_unit(s, (uint32_t)wo_as_int(key)));
  }
  double d = wo_number(key);
  if (!(d >= 0 && d < wo_string_length(string)) || d != floor(d)) return WO_HOLE;
  return wo_string_from_unit(heap, wo_string_unit(wo_string_flat(heap, string), (uint32_t)d));
}

// What needs no lookup: a property of an object used as a table, a character. WO_HOLE: nothing.
WO_INLINE wo_value known_element(wo_heap *heap, wo_value receiver, wo_value key) {
  if (wo_is_string(key)) return wo_dictionary_get(heap, receiver, key);
  if (wo_is_string(receiver) && wo_is_number(key)) return character_at(heap, receiver, key);
  return WO_HOLE;
}

static wo_status get_element(wo_fiber *fiber, wo_value receiver, wo_value key, uint8_t dst,
                             wo_value *out) {
  wo_heap *heap = wo_heap_of(fiber);
  if (wo_is_nullish(receiver)) return wo_throw_read(fiber, receiver, key);
  if (wo_is_internal(receiver) || wo_is_internal(key)) return wo_throw_internal(fiber);
  if (wo_is_object(key) || wo_is_handle(key)) {
    wo_value args[2] = {receiver, key};
    return wo_operate(fiber, &op_get_element, WO_FRAME_RESULT_TO, dst, WO_UNDEFINED, 2, args);
  }
  return wo_get(fiber, receiver, wo_to_key(heap, key), dst, out);
}

wo_status wo_slow_getelem(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc), out;
  uint32_t w = pc[-1];
  out = known_element(wo_heap_of(fiber), R[WO_GET_B(w)], R[WO_GET_C(w)]);
  if (WO_LIKELY(out != WO_HOLE)) {
    R[WO_GET_A(w)] = out;
    return WO_DONE;
  }
  wo_status status = get_element(fiber, R[WO_GET_B(w)], R[WO_GET_C(w)], (uint8_t)WO_GET_A(w), &out);
  if (status == WO_DONE) R[WO_GET_A(w)] = out;
  return status;
}

wo_status wo_slow_getmethode(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc), out;
  uint32_t w = pc[-1];
  uint8_t a = WO_GET_A(w);
  wo_value receiver = R[WO_GET_B(w)], key = R[WO_GET_C(w)];
  R[a + 1] = receiver;
  wo_status status = get_element(fiber, receiver, key, a, &out);
  if (status == WO_DONE) R[a] = out;
  return status;
}

// --- writing ---

static wo_status stored(wo_fiber *fiber, wo_write how, wo_value receiver, wo_value key,
                        wo_value value, const wo_property *found) {
  if (how == WO_WRITE_OK) return WO_DONE;
  if (how != WO_WRITE_SETTER) return wo_throw_write(fiber, how, receiver, key);
  wo_value set = ((wo_accessor *)wo_pointer(found->value))->set;
  return wo_invoke(fiber, WO_FRAME_DISCARD, 0, set, receiver, 1, &value);
}

// receiver[key] = value with a key of any type, or a value that must become a number first.
static wo_status op_set(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)result;
  if (fiber->step == 1) return WO_DONE;
  bool numeric = wo_has_kind(args[0], WO_KIND_BYTES) || wo_is_array(args[0]);
  wo_status status = wo_convert(fiber, args, argc, "-K");
  if (status == WO_DONE && numeric && args[-1] == WO_TRUE) {
    status = wo_convert(fiber, args, argc, "--N");
  }
  if (status != WO_DONE) return status;
  wo_property found;
  wo_write how = wo_store(wo_heap_of(fiber), args[0], args[1], args[2], &found);
  if (how == WO_WRITE_OK) return WO_DONE;
  if (how != WO_WRITE_SETTER) return wo_throw_write(fiber, how, args[0], args[1]);
  return wo_call(fiber, 1, ((wo_accessor *)wo_pointer(found.value))->set, args[0], 1, args[2]);
}
static const wo_builtin op_set_element = {"", op_set, NULL, 0, 0, 0};

// Whether the value is converted to a number by the store itself: bytes, and the length of an
// array.
static bool stores_number(wo_heap *heap, wo_value receiver, wo_value key) {
  if (wo_has_kind(receiver, WO_KIND_BYTES)) return wo_is_number(key);
  return wo_is_array(receiver) && key == wo_name(heap->runtime, WO_NAME_length);
}

static wo_status set_property(wo_fiber *fiber, wo_value receiver, wo_value key, wo_value value,
                              wo_property *found) {
  wo_heap *heap = wo_heap_of(fiber);
  bool object = wo_is_object(value) || wo_is_handle(value) || wo_is_symbol(value);
  if (object && stores_number(heap, receiver, key)) {
    wo_value args[3] = {receiver, key, value};
    return wo_operate(fiber, &op_set_element, WO_FRAME_DISCARD, 0, WO_TRUE, 3, args);
  }
  return stored(fiber, wo_store(heap, receiver, key, value, found), receiver, key, value, found);
}

// What the caches know of a store. WO_DONE or WO_CALL: it is done, or its setter runs. WO_RETRY:
// nothing is known.
static wo_status set_cached(wo_fiber *fiber, const wo_ic *ic, wo_value receiver, wo_value value) {
  wo_value set;
  switch ((wo_ic_state)ic->state) {
    case WO_IC_MODULE: {
      wo_value *slot = wo_ic_module_slot(fiber, ic);
      if (!slot) return WO_RETRY;
      *slot = value;
      return WO_DONE;
    }
    case WO_IC_ADD: return add_cached(fiber, ic, receiver, value) ? WO_DONE : WO_RETRY;
    case WO_IC_SETTER:
    case WO_IC_PAIR:
      if (wo_ic_recall(fiber, ic, receiver, WO_USE_STORE, &set) != WO_RECALL_ACCESSOR) {
        return WO_RETRY;
      }
      return wo_invoke(fiber, WO_FRAME_DISCARD, 0, set, receiver, 1, &value);
    default: return WO_RETRY;
  }
}

wo_status wo_slow_setprop(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_value receiver = R[WO_GET_A(pc[-1])], value = R[WO_GET_B(pc[-1])];
  wo_value key = key_of(fiber, pc[0]);
  if (wo_is_nullish(receiver)) return wo_throw_set(fiber, receiver, key);
  if (wo_is_internal(receiver)) return wo_throw_internal(fiber);
  wo_property found = {.hops = 255};
  if (!wo_is_object(receiver)) return set_property(fiber, receiver, key, value, &found);
  wo_ic *site = ic_of(fiber, pc[0]);
  uint32_t before = wo_cell_of(receiver)->shape;
  const wo_ic *ic = wo_ic_find(fiber, site, receiver, key, WO_USE_STORE);
  wo_status status = set_cached(fiber, ic, receiver, value);
  if (status != WO_RETRY) return status;
  status = set_property(fiber, receiver, key, value, &found);
  if (status == WO_DONE) {
    wo_ic_learn_store(fiber, site, receiver, key, before, WO_USE_STORE, &found);
  } else if (status == WO_CALL && found.attrs & WO_ATTR_ACCESSOR) {
    wo_ic_learn_setter(fiber, site, receiver, key);
  }
  return status;
}

wo_status wo_slow_setelem(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value receiver = R[WO_GET_A(w)], key = R[WO_GET_B(w)], value = R[WO_GET_C(w)];
  if (wo_is_string(key) && wo_dictionary_set(wo_heap_of(fiber), receiver, key, value)) {
    return WO_DONE;
  }
  if (wo_is_nullish(receiver)) return wo_throw_set(fiber, receiver, key);
  if (wo_is_internal(receiver) || wo_is_internal(key)) return wo_throw_internal(fiber);
  if (wo_is_object(key) || wo_is_handle(key)) {
    wo_value args[3] = {receiver, key, value};
    return wo_operate(fiber, &op_set_element, WO_FRAME_DISCARD, 0, WO_FALSE, 3, args);
  }
  wo_property found;
  return set_property(fiber, receiver, wo_to_key(wo_heap_of(fiber), key), value, &found);
}

// --- deleting ---

static wo_status delete_property(wo_fiber *fiber, wo_value receiver, wo_value key) {
  wo_heap *heap = wo_heap_of(fiber);
  if (wo_is_nullish(receiver)) {
    return wo_throw_type(fiber, "Cannot convert undefined or null to object");
  }
  wo_property found;
  bool gone = wo_is_object(receiver) ? wo_delete(heap, receiver, key)
                                     : !wo_lookup_own(heap, receiver, key, &found);
  if (gone) return WO_DONE;
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot delete property '%' of %",
                         wo_describe(heap, key), wo_describe(heap, receiver));
}

static wo_status op_delete(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "-K");
  if (status == WO_DONE) status = delete_property(fiber, args[0], args[1]);
  *result = WO_TRUE;
  return status;
}
static const wo_builtin op_delete_element = {"", op_delete, NULL, 0, 0, 0};

wo_status wo_slow_delprop(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_value receiver = R[WO_GET_B(pc[-1])];
  if (wo_is_internal(receiver)) return wo_throw_internal(fiber);
  wo_status status = delete_property(fiber, receiver, key_of(fiber, pc[0]));
  if (status == WO_DONE) R[WO_GET_A(pc[-1])] = WO_TRUE;
  return status;
}

wo_status wo_slow_delelem(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value receiver = R[WO_GET_B(w)], key = R[WO_GET_C(w)];
  if (wo_is_internal(receiver) || wo_is_internal(key)) return wo_throw_internal(fiber);
  if ((wo_is_object(key) || wo_is_handle(key)) && !wo_is_nullish(receiver)) {
    wo_value args[2] = {receiver, key};
    return wo_operate(fiber, &op_delete_element, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w),
                      WO_UNDEFINED, 2, args);
  }
  if (!wo_is_nullish(receiver)) key = wo_to_key(wo_heap_of(fiber), key);
  wo_status status = delete_property(fiber, receiver, key);
  if (status == WO_DONE) R[WO_GET_A(w)] = WO_TRUE;
  return status;
}

// --- defining ---

static wo_status defined(wo_fiber *fiber, wo_write how, wo_value object, wo_value key) {
  if (how == WO_WRITE_OK) return WO_DONE;
  wo_heap *heap = wo_heap_of(fiber);
  wo_property old;
  wo_value name = wo_describe(heap, key);
  if (how == WO_WRITE_NOT_OBJECT) return wo_throw_internal(fiber);
  if (how == WO_WRITE_NOT_EXTENSIBLE || !wo_lookup_own(heap, object, key, &old)) {
    return wo_throw_values(fiber, WO_B_TypeError,
                           "Cannot define property %, object is not extensible", name);
  }
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot redefine property: %", name);
}

// Defines an own property whose addition the caches may know.
static wo_status define_cached(wo_fiber *fiber, const uint32_t *pc, wo_value object, wo_value key,
                               wo_value value, uint8_t attrs) {
  wo_ic *site = ic_of(fiber, pc[0]);
  uint32_t before = wo_cell_of(object)->shape;
  const wo_ic *ic = wo_ic_find(fiber, site, object, key, WO_USE_DEFINE);
  if (ic->state == WO_IC_ADD && add_cached(fiber, ic, object, value)) return WO_DONE;
  wo_write how = wo_define(wo_heap_of(fiber), object, key, value, attrs);
  if (how == WO_WRITE_OK) {
    wo_ic_learn_store(fiber, site, object, key, before, WO_USE_DEFINE, NULL);
  }
  return defined(fiber, how, object, key);
}

wo_status wo_slow_defprop(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_value object = R[WO_GET_A(pc[-1])], key = key_of(fiber, pc[0]);
  if (!wo_is_object(object)) return wo_throw_internal(fiber);
  return define_cached(fiber, pc, object, key, R[WO_GET_B(pc[-1])], WO_ATTR_PLAIN);
}

// The key in a register of a defining instruction, which TOKEY or a constant put there. WO_HOLE
// when an image is broken.
static wo_value ready_key(wo_fiber *fiber, wo_value key) {
  if (wo_is_object(key) || wo_is_handle(key) || wo_is_internal(key)) return WO_HOLE;
  return wo_to_key(wo_heap_of(fiber), key);
}

wo_status wo_slow_defelem(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value object = R[WO_GET_A(w)], key = ready_key(fiber, R[WO_GET_B(w)]);
  if (!wo_is_object(object) || key == WO_HOLE) return wo_throw_internal(fiber);
  wo_write how = wo_define(wo_heap_of(fiber), object, key, R[WO_GET_C(w)], WO_ATTR_PLAIN);
  return defined(fiber, how, object, key);
}

// Whether this isolate may still write to the function: its own, or one of the image it loads.
static bool may_write_function(const wo_fiber *fiber, const wo_function *fn) {
  if (!(fn->object.cell.flags & WO_CELL_SHARED)) return true;
  return !(fn->object.cell.flags & WO_CELL_FROZEN) &&
         wo_isolate_loads(fiber->isolate) == fn->proto->image;
}

// `method` with `home` as its home object. A shared function cannot point to an object of this
// isolate alone and stay shared: such a method becomes a function of its own.
static wo_value with_home(wo_fiber *fiber, wo_value method, wo_value home) {
  if (!wo_has_kind(method, WO_KIND_FUNCTION)) return method;
  wo_function *fn = wo_pointer(method);
  if (fn->home == home || fn->object.cell.flags & WO_CELL_CLASS) return method;
  bool shared = fn->object.cell.flags & WO_CELL_SHARED;
  bool shared_home = wo_cell_of(home)->flags & WO_CELL_SHARED;
  if (!may_write_function(fiber, fn) || (shared && !shared_home)) {
    if (fn->object.cell.extra) return method;
    method = wo_function_new(wo_heap_of(fiber), fn->proto);
    fn = wo_pointer(method);
  }
  wo_write_slot(wo_heap_of(fiber), fn, &fn->home, home);
  return method;
}

typedef enum definition { METHOD, GETTER, SETTER } definition;

static wo_status define_function(wo_fiber *fiber, const uint32_t *pc, definition what) {
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t w = pc[-1];
  wo_value object = R[WO_GET_A(w)], key = ready_key(fiber, R[WO_GET_B(w)]);
  if (!wo_is_object(object) || key == WO_HOLE) return wo_throw_internal(fiber);
  wo_value fn = with_home(fiber, R[WO_GET_C(w)], object);
  if (what != METHOD && !wo_is_callable(fn)) return wo_throw_internal(fiber);
  uint8_t attrs = WO_ATTR_CONFIGURABLE | (pc[0] & 1 ? WO_ATTR_ENUMERABLE : 0);
  wo_write how;
  if (what == METHOD) how = wo_define(heap, object, key, fn, attrs | WO_ATTR_WRITABLE);
  else if (what == GETTER) how = wo_define_accessor(heap, object, key, fn, WO_UNDEFINED, attrs);
  else how = wo_define_accessor(heap, object, key, WO_UNDEFINED, fn, attrs);
  // The compiler may go on to name the method.
  if (how == WO_WRITE_OK) R[WO_GET_C(w)] = fn;
  return defined(fiber, how, object, key);
}

wo_status wo_slow_defmethod(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  return define_function(fiber, pc, METHOD);
}
wo_status wo_slow_defget(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  return define_function(fiber, pc, GETTER);
}
wo_status wo_slow_defset(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  return define_function(fiber, pc, SETTER);
}

wo_status wo_slow_defstatic(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_value object = R[WO_GET_A(pc[-1])], key = ready_key(fiber, R[WO_GET_B(pc[-1])]);
  if (!wo_has_kind(object, WO_KIND_FUNCTION) || key == WO_HOLE) return wo_throw_internal(fiber);
  // The number is one of this image's slots, so the class must be of this image too.
  if (((wo_function *)wo_pointer(object))->proto->image != wo_top_frame(fiber)->proto->image) {
    return wo_throw_internal(fiber);
  }
  wo_write how = wo_define(wo_heap_of(fiber), object, key, wo_from_int((int32_t)pc[0]),
                           WO_ATTR_PLAIN | WO_ATTR_MODULE);
  return defined(fiber, how, object, key);
}

wo_status wo_slow_setproto(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_value object = R[WO_GET_A(pc[-1])], proto = R[WO_GET_B(pc[-1])];
  if (!wo_is_object(object)) return wo_throw_internal(fiber);
  if (wo_is_object(proto) || proto == WO_NULL) wo_set_prototype(wo_heap_of(fiber), object, proto);
  return WO_DONE;
}

// The name a key gives to a function: symbols in brackets, private names as written.
static wo_value name_of_key(wo_heap *heap, wo_value key) {
  if (!wo_is_symbol(key)) return wo_is_string(key) ? key : wo_primitive_to_string(heap, key);
  wo_value text = ((wo_symbol *)wo_pointer(key))->description;
  if (wo_cell_of(key)->flags & WO_CELL_FLAG) return text;
  if (!wo_is_string(text)) return wo_name(heap->runtime, WO_NAME_empty);
  wo_value open = wo_string_from_ascii(heap, "["), close = wo_string_from_ascii(heap, "]");
  wo_value name = wo_string_concat(heap, open, text);
  return name == WO_HOLE ? text : wo_string_concat(heap, name, close);
}

wo_status wo_slow_setname(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t w = pc[-1];
  wo_value key = R[WO_GET_B(w)];
  if (!wo_has_kind(R[WO_GET_A(w)], WO_KIND_FUNCTION)) return WO_DONE;
  if (ready_key(fiber, key) == WO_HOLE) return wo_throw_internal(fiber);
  wo_function *fn = wo_pointer(R[WO_GET_A(w)]);
  wo_value name = name_of_key(heap, key);
  if (WO_GET_C(w)) {
    wo_value prefix = wo_string_from_ascii(heap, WO_GET_C(w) == 1 ? "get " : "set ");
    name = wo_string_concat(heap, prefix, name);
  }
  // Nearly always the compiler knew the name.
  if (name == WO_HOLE || wo_string_equals(heap, name, fn->proto->name)) return WO_DONE;
  if (may_write_function(fiber, fn)) {
    wo_define(heap, R[WO_GET_A(w)], wo_name(heap->runtime, WO_NAME_name), name,
              WO_ATTR_CONFIGURABLE);
  }
  return WO_DONE;
}

// --- super ---

// args: the prototype to look on, the key, `this`.
static wo_status op_super_get(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  wo_status status = wo_convert(fiber, args, argc, "-K");
  wo_property found;
  if (status != WO_DONE || !wo_lookup(wo_heap_of(fiber), args[0], args[1], &found)) return status;
  *result = found.value;
  if (!(found.attrs & WO_ATTR_ACCESSOR)) return WO_DONE;
  wo_value get = ((wo_accessor *)wo_pointer(found.value))->get;
  *result = WO_UNDEFINED;
  if (wo_is_undefined(get)) return WO_DONE;
  return wo_call(fiber, 1, get, args[2], 0);
}
static const wo_builtin op_super_get_element = {"", op_super_get, NULL, 0, 0, 0};

wo_status wo_slow_getsuper(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t w = pc[-1];
  wo_value home = R[WO_GET_B(w)], key = R[WO_GET_C(w)], self = R[pc[0]];
  if (self == WO_HOLE) return wo_throw_super(fiber);
  if (!wo_is_object(home) || wo_is_internal(key)) return wo_throw_internal(fiber);
  wo_value proto = wo_prototype_of(heap, home);
  if (!wo_is_object(proto)) return wo_throw_read(fiber, proto, key);
  wo_property found;
  bool plain = !wo_is_object(key) && !wo_is_handle(key);
  if (plain && !wo_lookup(heap, proto, wo_to_key(heap, key), &found)) {
    R[WO_GET_A(w)] = WO_UNDEFINED;
  } else if (plain && !(found.attrs & WO_ATTR_ACCESSOR)) {
    R[WO_GET_A(w)] = found.value;
  } else {
    wo_value args[3] = {proto, key, self};
    return wo_operate(fiber, &op_super_get_element, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w),
                      WO_UNDEFINED, 3, args);
  }
  return WO_DONE;
}

wo_status wo_slow_superprop(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc), out;
  uint8_t a = WO_GET_A(pc[-1]);
  wo_value home = R[WO_GET_B(pc[-1])], self = R[WO_GET_C(pc[-1])], key = key_of(fiber, pc[0]);
  if (self == WO_HOLE) return wo_throw_super(fiber);
  if (!wo_is_object(home)) return wo_throw_internal(fiber);
  wo_ic *site = ic_of(fiber, pc[0]);
  const wo_ic *ic = wo_ic_find(fiber, site, home, key, WO_USE_SUPER);
  wo_status status = WO_DONE;
  switch (wo_ic_recall(fiber, ic, home, WO_USE_SUPER, &out)) {
    case WO_RECALL_VALUE: break;
    case WO_RECALL_ACCESSOR: status = run_getter(fiber, out, self, a, &out); break;
    case WO_RECALL_NOTHING: {
      wo_property found;
      wo_heap *heap = wo_heap_of(fiber);
      wo_value proto = wo_prototype_of(heap, home);
      if (!wo_is_object(proto)) return wo_throw_read(fiber, proto, key);
      bool there = wo_lookup_inherited(heap, home, key, &found);
      wo_ic_learn_load(fiber, site, home, key, WO_USE_SUPER, there ? &found : NULL);
      out = WO_UNDEFINED;
      if (there && !(found.attrs & WO_ATTR_ACCESSOR)) out = found.value;
      else if (there) status = call_getter(fiber, found.value, self, a, &out);
    }
  }
  if (status == WO_DONE) R[a] = out;
  return status;
}

// OrdinarySet that starts at `proto` but writes to `self`: what the prototypes of self say does not
// count, only the own property it may have. args: proto, key, value, self.
static wo_status op_super_set(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard, (void)result;
  if (fiber->step == 1) return WO_DONE;
  wo_heap *heap = wo_heap_of(fiber);
  wo_status status = wo_convert(fiber, args, argc, "-K");
  if (status != WO_DONE) return status;
  wo_value key = args[1], value = args[2], self = args[3];
  wo_property found;
  if (wo_lookup(heap, args[0], key, &found)) {
    if (found.attrs & WO_ATTR_ACCESSOR) {
      wo_value set = ((wo_accessor *)wo_pointer(found.value))->set;
      if (wo_is_undefined(set)) return wo_throw_write(fiber, WO_WRITE_NO_SETTER, self, key);
      return wo_call(fiber, 1, set, self, 1, value);
    }
    if (!(found.attrs & WO_ATTR_WRITABLE)) {
      return wo_throw_write(fiber, WO_WRITE_READONLY, self, key);
    }
  }
  if (!wo_is_object(self)) return wo_throw_write(fiber, WO_WRITE_NOT_OBJECT, self, key);
  uint8_t attrs = WO_ATTR_PLAIN;
  if (wo_lookup_own(heap, self, key, &found)) {
    if (found.attrs & WO_ATTR_ACCESSOR || !(found.attrs & WO_ATTR_WRITABLE)) {
      return wo_throw_write(fiber, WO_WRITE_READONLY, self, key);
    }
    attrs = found.attrs & WO_ATTR_PLAIN;
  }
  wo_write how = wo_define(heap, self, key, value, attrs);
  return how == WO_WRITE_OK ? WO_DONE : wo_throw_write(fiber, how, self, key);
}
static const wo_builtin op_super_set_element = {"", op_super_set, NULL, 0, 0, 0};

wo_status wo_slow_setsuper(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value home = R[WO_GET_A(w)], key = R[WO_GET_B(w)], self = R[pc[0]];
  if (self == WO_HOLE) return wo_throw_super(fiber);
  if (!wo_is_object(home) || wo_is_internal(key)) return wo_throw_internal(fiber);
  wo_value proto = wo_prototype_of(wo_heap_of(fiber), home);
  if (!wo_is_object(proto)) return wo_throw_set(fiber, proto, key);
  wo_value args[4] = {proto, key, R[WO_GET_C(w)], self};
  return wo_operate(fiber, &op_super_set_element, WO_FRAME_DISCARD, 0, WO_UNDEFINED, 4, args);
}

// --- private names ---

// The template's % is the name.
// The name of a brand is that of its class: it stands for all private methods and accessors.
static wo_status private_error(wo_fiber *fiber, wo_value key, const char *template) {
  wo_value name = wo_describe(wo_heap_of(fiber), key);
  bool brand = wo_string_length(name) == 0 || wo_string_unit(wo_pointer(name), 0) != '#';
  return wo_throw_values(fiber, WO_B_TypeError,
                         brand ? "Receiver must be an instance of class %" : template, name);
}

wo_status wo_slow_getpriv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_value object = R[WO_GET_B(pc[-1])], key = key_of(fiber, pc[0]);
  if (wo_is_nullish(object)) return wo_throw_read(fiber, object, key);
  wo_property found;
  if (!wo_is_object(object) || !wo_lookup_own(wo_heap_of(fiber), object, key, &found)) {
    return private_error(fiber, key,
                         "Cannot read private member % from an object whose class did "
                         "not declare it");
  }
  if (found.attrs & WO_ATTR_ACCESSOR) return wo_throw_internal(fiber);
  wo_ic_learn_load(fiber, ic_of(fiber, pc[0]), object, key, WO_USE_LOAD, &found);
  R[WO_GET_A(pc[-1])] = found.value;
  return WO_DONE;
}

wo_status wo_slow_setpriv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  wo_value object = R[WO_GET_A(pc[-1])], key = key_of(fiber, pc[0]), value = R[WO_GET_B(pc[-1])];
  if (wo_is_nullish(object)) return wo_throw_set(fiber, object, key);
  wo_property found;
  if (!wo_is_object(object) || !wo_lookup_own(heap, object, key, &found)) {
    return private_error(fiber, key,
                         "Cannot write private member % to an object whose class did "
                         "not declare it");
  }
  uint32_t shape = wo_cell_of(object)->shape;
  wo_write how = wo_store(heap, object, key, value, &found);
  if (how != WO_WRITE_OK) return wo_throw_write(fiber, how, object, key);
  wo_ic_learn_store(fiber, ic_of(fiber, pc[0]), object, key, shape, WO_USE_STORE, &found);
  return WO_DONE;
}

wo_status wo_slow_initpriv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  wo_value object = R[WO_GET_A(pc[-1])], key = key_of(fiber, pc[0]);
  wo_property found;
  if (!wo_is_object(object)) return wo_throw_internal(fiber);
  if (wo_lookup_own(heap, object, key, &found)) {
    return private_error(fiber, key, "Cannot initialize % twice on the same object");
  }
  return define_cached(fiber, pc, object, key, R[WO_GET_B(pc[-1])], WO_ATTR_WRITABLE);
}

wo_status wo_slow_haspriv(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  wo_value object = R[WO_GET_B(pc[-1])], key = key_of(fiber, pc[0]);
  if (!wo_is_object(object)) {
    return wo_throw_values(fiber, WO_B_TypeError, "Cannot use 'in' operator to search for '%' in %",
                           wo_describe(heap, key), wo_describe(heap, object));
  }
  wo_property found;
  R[WO_GET_A(pc[-1])] = wo_from_bool(wo_lookup_own(heap, object, key, &found));
  return WO_DONE;
}

// --- variables ---

// The name of the variable in a register at the instruction on which the top frame stands.
static wo_value local_name(const wo_frame *frame, uint32_t reg) {
  for (uint32_t i = 0; i < frame->proto->local_count; i++) {
    const wo_local *local = &frame->proto->locals[i];
    bool holds = local->start <= frame->pc && frame->pc < local->end;
    if (holds && local->reg == reg) return local->name;
  }
  return WO_UNDEFINED;
}

// An access to a box that failed: it is uninitialized, or no box.
wo_status wo_slow_box(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  const wo_frame *frame = wo_top_frame(fiber);
  uint32_t w = pc[-1], b = WO_GET_B(w);
  wo_op op = (wo_op)WO_GET_OP(w);
  wo_value box, name;
  if (op == WO_OP_GETBOX || op == WO_OP_SETBOX || op == WO_OP_INITBOX) {
    uint32_t reg = op == WO_OP_GETBOX ? b : WO_GET_A(w);
    box = R[reg];
    name = local_name(frame, reg);
  } else {
    box = wo_running(R)->captures[b];
    name = frame->proto->captures[b].name;
  }
  if (!wo_is_cell(box) || wo_cell_of(box)->kind != WO_KIND_BOX) return wo_throw_internal(fiber);
  return wo_throw_uninitialized(fiber, name);
}

// GETMOD, SETMOD and INITMOD of a variable that this isolate has not touched, or that is not
// initialized.
wo_status wo_slow_module(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1], slot = WO_GET_U16(w);
  const wo_image *image = wo_top_frame(fiber)->proto->image;
  wo_value *slots = wo_isolate_slots(fiber->isolate, image);
  if (!slots) return wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for module variables");
  if (WO_GET_OP(w) == WO_OP_INITMOD) {
    slots[slot] = R[WO_GET_A(w)];
    return WO_DONE;
  }
  if (slots[slot] == WO_UNSET) wo_isolate_touch(fiber->isolate, image, slot);
  if (slots[slot] == WO_HOLE || slots[slot] == WO_UNSET) {
    return wo_throw_uninitialized(fiber, image->slots[slot].name);
  }
  if (WO_GET_OP(w) == WO_OP_SETMOD) slots[slot] = R[WO_GET_A(w)];
  else R[WO_GET_A(w)] = slots[slot];
  return WO_DONE;
}
