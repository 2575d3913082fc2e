// Closures, classes and the objects constructors make.
#include "alloc.h"
#include "dispatch.h"

// Fields an instance has room for when nothing is known of its constructor.
enum { FIELDS_UNKNOWN = 4, FIELDS_MAX = WO_SHAPE_SLOTS_MAX };

// --- instances ---

// The shape of instances whose prototype is shared, for a cache in the constructor; 0 when they
// must keep their prototype in a slot.
static uint32_t instance_shape(wo_runtime *rt, wo_value proto) {
  if (!(wo_cell_of(proto)->flags & WO_CELL_SHARED)) return 0;
  const wo_shape *shape = wo_shape_root(rt, proto);
  return shape ? shape->id : 0;
}

static wo_value new_plain(wo_heap *heap, uint32_t shape, uint32_t fields) {
  wo_plain *plain = wo_heap_alloc(heap, sizeof *plain + fields * sizeof(wo_value));
  wo_cell_init(heap, &plain->object.cell, WO_KIND_OBJECT, shape, (uint16_t)fields);
  plain->object.slots = NULL;
  for (uint32_t i = 0; i < fields; i++) plain->fields[i] = WO_UNDEFINED;
  return wo_from_object(plain);
}

wo_value wo_literal_new(wo_heap *heap, const wo_image *image, uint32_t template,
                        const wo_value *values) {
  uint32_t count = image->template_counts[template];
  wo_plain *plain = wo_heap_alloc(heap, sizeof *plain + count * sizeof(wo_value));
  wo_cell_init(heap, &plain->object.cell, WO_KIND_OBJECT, image->templates[template]->id,
               (uint16_t)count);
  plain->object.slots = NULL;
  for (uint32_t i = 0; i < count; i++) plain->fields[i] = values[i];
  return wo_from_object(plain);
}

// The prototype that `new_target` gives to what it makes.
static wo_value prototype_for(wo_heap *heap, wo_value new_target) {
  wo_property found;
  wo_value key = wo_name(heap->runtime, WO_NAME_prototype);
  bool data = wo_lookup(heap, new_target, key, &found) && !(found.attrs & WO_ATTR_ACCESSOR);
  if (data && wo_is_object(found.value)) return found.value;
  return wo_builtin_value(heap->runtime, WO_B_Object_prototype);
}

wo_value wo_instance_new(wo_fiber *fiber, wo_value new_target) {
  wo_heap *heap = wo_heap_of(fiber);
  if (!wo_has_kind(new_target, WO_KIND_FUNCTION)) {
    return wo_object_with_proto(heap, prototype_for(heap, new_target), FIELDS_UNKNOWN);
  }
  const wo_function *fn = wo_pointer(new_target);
  uint32_t fields = fn->inline_hint ? fn->inline_hint : FIELDS_UNKNOWN;
  if (fn->object.cell.flags & WO_CELL_CLASS) {
    if (fn->instance_shape) return new_plain(heap, fn->instance_shape, fields);
    // A local class: slot 0 of its instances holds the prototype.
    return wo_object_with_proto(heap, fn->home, fields + 1);
  }
  return wo_object_with_proto(heap, prototype_for(heap, new_target), fields + 1);
}

// A published constructor is read by other threads: what it knows when it is published stays.
void wo_instance_learn(wo_fiber *fiber, wo_function *constructor, wo_value instance) {
  if (constructor->object.cell.flags & WO_CELL_FROZEN || !wo_has_kind(instance, WO_KIND_OBJECT)) {
    return;
  }
  const wo_cell *cell = wo_cell_of(instance);
  const wo_shape *shape = wo_shape_of_id(wo_heap_of(fiber)->runtime->shapes, cell->shape);
  if (shape->flags & WO_SHAPE_DICTIONARY) return;
  uint32_t fields = shape->count - (shape->flags & WO_SHAPE_PROTO_SLOT ? 1u : 0u);
  if (fields > FIELDS_MAX) fields = FIELDS_MAX;
  if (fields > constructor->inline_hint) constructor->inline_hint = (uint16_t)fields;
}

// --- CLASS ---

// Adds to the class objects the collector must see while the image loads. False: out of memory.
static bool remember(wo_image *image, wo_value v) {
  if (image->class_count == image->class_capacity) {
    uint32_t old = image->class_capacity, capacity = old ? old * 2 : 16;
    wo_value *classes =
        wo_realloc(image->classes, old * sizeof *classes, capacity * sizeof *classes);
    if (!classes) return false;
    image->classes = classes;
    image->class_capacity = capacity;
  }
  image->classes[image->class_count++] = v;
  return true;
}

static wo_status heritage_error(wo_fiber *fiber, const char *template, wo_value v) {
  return wo_throw_values(fiber, WO_B_TypeError, template, wo_describe(wo_heap_of(fiber), v));
}

// What the prototype of the class inherits from: WO_DONE and *parent, or WO_THREW.
static wo_status parent_prototype(wo_fiber *fiber, wo_value heritage, wo_value *parent) {
  wo_heap *heap = wo_heap_of(fiber);
  *parent = wo_builtin_value(heap->runtime, WO_B_Object_prototype);
  if (heritage == WO_HOLE) return WO_DONE;
  *parent = WO_NULL;
  if (heritage == WO_NULL) return WO_DONE;
  if (wo_is_internal(heritage)) return wo_throw_internal(fiber);
  if (!wo_is_constructor(heritage)) {
    return heritage_error(fiber, "Class extends value % is not a constructor or null", heritage);
  }
  wo_property found = {.value = WO_UNDEFINED};
  bool data = wo_lookup(heap, heritage, wo_name(heap->runtime, WO_NAME_prototype), &found) &&
              !(found.attrs & WO_ATTR_ACCESSOR);
  *parent = data ? found.value : WO_UNDEFINED;
  if (wo_is_object(*parent) || *parent == WO_NULL) return WO_DONE;
  return heritage_error(fiber, "Class extends value does not have valid prototype property %",
                        *parent);
}

// Whether the class is to be one object for all isolates: only while its image is being loaded, by
// the isolate that loads it.
static bool makes_shared(const wo_fiber *fiber, const wo_proto *proto, uint32_t bits) {
  const wo_image *image = proto->image;
  return (bits & 1) && proto->capture_count == 0 && wo_isolate_loads(fiber->isolate) == image &&
         image->loader == fiber->isolate && !atomic_load(&image->frozen);
}

wo_status wo_slow_class(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t a = WO_GET_A(pc[-1]);
  wo_image *image = wo_top_frame(fiber)->proto->image;
  const wo_proto *proto = &image->protos[WO_GET_U16(pc[-1])];
  wo_value heritage = R[a], parent;
  if (parent_prototype(fiber, heritage, &parent) != WO_DONE) return WO_THREW;
  bool shared = makes_shared(fiber, proto, pc[0]);
  wo_heap *heap = shared ? image->heap : wo_heap_of(fiber);
  wo_runtime *rt = heap->runtime;
  wo_value class = wo_function_new(heap, proto);
  wo_function *fn = wo_pointer(class);
  // A local superclass cannot be in the shape of a shared prototype, so that one gets a slot for
  // it.
  wo_value prototype = wo_object_with_proto(heap, parent, 8);
  if (shared && !(remember(image, class) && remember(image, prototype))) {
    return wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for a class");
  }
  fn->object.cell.flags |= WO_CELL_CLASS;
  fn->home = prototype;
  fn->parent = heritage;
  fn->instance_shape = instance_shape(rt, prototype);
  fn->inline_hint = proto->inline_hint;
  if (wo_is_object(heritage)) {
    wo_set_prototype(heap, class, heritage);
    if (wo_has_kind(heritage, WO_KIND_FUNCTION)) {
      fn->inline_hint += ((wo_function *)wo_pointer(heritage))->inline_hint;
    }
    if (fn->inline_hint > FIELDS_MAX) fn->inline_hint = FIELDS_MAX;
  }
  wo_function_capture(fn, R);
  wo_object_add(heap, prototype, wo_name(rt, WO_NAME_constructor), class, WO_ATTR_METHOD);
  R[a] = class;
  R[a + 1] = prototype;
  return WO_DONE;
}
