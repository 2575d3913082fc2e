#include <string.h>

#include "dispatch.h"

static wo_function *new_function(wo_heap *heap, const wo_proto *proto) {
  const struct wo_shapes *shapes = heap->runtime->shapes;
  const wo_shape *root =
      atomic_load_explicit(&shapes->roots[WO_ROOT_OF_FUNCTION], memory_order_acquire);
  if (WO_UNLIKELY(!root)) root = wo_shape_core_root(heap->runtime, WO_ROOT_OF_FUNCTION);
  uint16_t captures = proto->capture_count;
  wo_function *fn = wo_heap_alloc(heap, sizeof *fn + captures * sizeof(wo_value));
  wo_cell_init(heap, &fn->object.cell, WO_KIND_FUNCTION, root->id, captures);
  if (proto->flags & WO_PROTO_CLASS) fn->object.cell.flags |= WO_CELL_CLASS;
  fn->object.slots = NULL;
  fn->proto = proto;
  fn->home = WO_UNDEFINED;
  fn->parent = WO_UNDEFINED;
  fn->instance_shape = WO_SHAPE_NONE;
  fn->inline_hint = proto->inline_hint;
  fn->pad = 0;
  return fn;
}

wo_value wo_function_new(wo_heap *heap, const wo_proto *proto) {
  wo_function *fn = new_function(heap, proto);
  for (uint32_t i = 0; i < proto->capture_count; i++) fn->captures[i] = WO_UNDEFINED;
  return wo_from_object(fn);
}

void wo_function_capture(wo_function *fn, const wo_value *R) {
  const wo_proto *proto = fn->proto;
  const wo_function *outer = wo_running(R);
  for (uint32_t i = 0; i < proto->capture_count; i++) {
    const wo_capture *capture = &proto->captures[i];
    fn->captures[i] =
        capture->from == WO_CAPTURE_REGISTER ? R[capture->index] : outer->captures[capture->index];
  }
}

wo_value wo_closure_new(wo_fiber *fiber, const wo_proto *proto, const wo_value *R) {
  wo_function *fn = new_function(wo_heap_of(fiber), proto);
  wo_function_capture(fn, R);
  return wo_from_object(fn);
}

void wo_function_make_prototype(wo_heap *heap, wo_function *fn) {
  if (!(fn->proto->flags & WO_PROTO_CONSTRUCTOR) || (fn->object.cell.flags & WO_CELL_CLASS)) return;
  struct wo_names *names = heap->runtime->names;
  wo_value self = wo_from_object(fn);
  if (wo_object_has_stored(heap, self, names->core[WO_NAME_prototype])) return;
  wo_value prototype = wo_object_new(heap, 1);
  wo_object_add(heap, prototype, names->core[WO_NAME_constructor], self, WO_ATTR_METHOD);
  wo_object_add(heap, self, names->core[WO_NAME_prototype], prototype, WO_ATTR_WRITABLE);
}

// The function at the bottom of a chain of bound ones, or the first that has an own `key` stored.
static wo_value bound_base(wo_heap *heap, wo_value fn, wo_value key, uint32_t *depth,
                           uint64_t *given) {
  *depth = 0;
  *given = 0;
  while (wo_has_kind(fn, WO_KIND_BOUND) && !wo_object_has_stored(heap, fn, key)) {
    const wo_bound *bound = wo_pointer(fn);
    *given += bound->object.cell.extra;
    *depth += 1;
    fn = bound->target;
  }
  return fn;
}

// What the target wants beyond the arguments it is given already.
static wo_value bound_length(wo_heap *heap, wo_value fn) {
  uint32_t depth;
  uint64_t given;
  wo_property found;
  wo_value key = heap->runtime->names->core[WO_NAME_length];
  wo_value base = bound_base(heap, fn, key, &depth, &given);
  if (!wo_lookup_own(heap, base, key, &found) || !wo_is_number(found.value)) return wo_from_int(0);
  double left = wo_number(found.value) - (double)given;
  return left > 0 ? wo_from_number(left) : wo_from_int(0);
}

static wo_value bound_name(wo_heap *heap, wo_value fn) {
  uint32_t depth;
  uint64_t given;
  wo_value key = heap->runtime->names->core[WO_NAME_name];
  wo_value name = wo_function_name(heap, bound_base(heap, fn, key, &depth, &given));
  wo_value bound = wo_string_from_ascii(heap, "bound ");
  while (depth-- && name != WO_HOLE) name = wo_string_concat(heap, bound, name);
  return name;
}

static wo_value name_of(wo_heap *heap, wo_cell *cell) {
  wo_value name = WO_UNDEFINED;
  if (cell->kind == WO_KIND_FUNCTION) name = ((wo_function *)cell)->proto->name;
  if (cell->kind == WO_KIND_BOUND) name = bound_name(heap, wo_from_object(cell));
  if (cell->kind == WO_KIND_BUILTIN) {
    name = wo_string_from_ascii(heap, ((wo_builtin_function *)cell)->builtin->name);
  }
  return wo_is_string(name) ? name : heap->runtime->names->core[WO_NAME_empty];
}

static wo_value length_of(wo_heap *heap, wo_cell *cell) {
  if (cell->kind == WO_KIND_BOUND) return bound_length(heap, wo_from_object(cell));
  return wo_from_int(cell->kind == WO_KIND_FUNCTION
                         ? ((wo_function *)cell)->proto->length
                         : ((wo_builtin_function *)cell)->builtin->length);
}

bool wo_function_virtual(wo_heap *heap, wo_value fn, wo_value key, wo_property *out) {
  struct wo_names *names = heap->runtime->names;
  wo_cell *cell = wo_cell_of(fn);
  out->attrs = WO_ATTR_CONFIGURABLE;
  if (key == names->core[WO_NAME_name]) {
    out->value = name_of(heap, cell);
  } else if (key == names->core[WO_NAME_length]) {
    out->value = length_of(heap, cell);
  } else if (key == names->core[WO_NAME_prototype] && (cell->flags & WO_CELL_CLASS) &&
             cell->kind == WO_KIND_FUNCTION) {
    out->value = ((wo_function *)cell)->home;
    out->attrs = 0;
  } else {
    return false;
  }
  return true;
}

wo_value wo_function_name(wo_heap *heap, wo_value fn) {
  wo_property found;
  struct wo_names *names = heap->runtime->names;
  bool named = wo_is_object(fn) && wo_lookup_own(heap, fn, names->core[WO_NAME_name], &found) &&
               wo_is_string(found.value);
  return named ? found.value : names->core[WO_NAME_empty];
}
