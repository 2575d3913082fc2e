// Function.prototype. call and apply answer a call of their target, whose result is theirs: no C
// stack is held meanwhile.
#include <string.h>

#include "property.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// Code cannot be made from text at run time; the compiler refuses `new Function`, this is what is
// left of it behind f.constructor.
wo_status wo_b_function(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard, (void)args, (void)argc, (void)result;
  return wo_throw(fiber, WO_B_EvalError,
                  "Code generation from strings disallowed for this context");
}

static wo_status throw_not_callable(wo_fiber *fiber, const char *method) {
  return wo_throw_type(fiber, "Function.prototype.%s.call is not a function", method);
}

wo_status wo_b_function_call(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (!wo_is_callable(args[-1])) return throw_not_callable(fiber, "call");
  uint32_t count = argc ? argc - 1 : 0;
  return wo_call_array(fiber, 1, args[-1], wo_arg(args, argc, 0), count, args + (argc ? 1 : 0));
}

// Step 1: the target has returned. Step 2: the prelude has read an array-like into an array.
wo_status wo_b_function_apply(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard;
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (!wo_is_callable(args[-1])) return throw_not_callable(fiber, "apply");
  wo_value self = wo_arg(args, argc, 0);
  wo_value list = fiber->step == 2 ? fiber->call.result : wo_arg(args, argc, 1);
  if (wo_is_nullish(list)) return wo_call(fiber, 1, args[-1], self, 0);
  if (!wo_is_object(list)) {
    return wo_throw_type(fiber, "CreateListFromArrayLike called on non-object");
  }
  wo_array *array = wo_is_array(list) ? wo_pointer(list) : NULL;
  uint32_t stored = array ? wo_array_room(array) : 0;
  bool plain = array && wo_array_is_dense(array) && array->length <= stored;
  for (uint32_t i = 0; plain && i < array->length; i++) {
    plain = wo_array_items(array)[i] != WO_HOLE;
  }
  if (array && array->length == 0) return wo_call(fiber, 1, args[-1], self, 0);
  if (!plain) {
    wo_value read = wo_builtin_value(heap_of(fiber)->runtime, WO_B_function_arguments);
    return wo_call(fiber, 2, read, WO_UNDEFINED, 1, list);
  }
  if (array->length > WO_ARGUMENTS_MAX) {
    return wo_throw(fiber, WO_B_StackOverflowError, "Maximum call stack size exceeded");
  }
  return wo_call_array(fiber, 1, args[-1], self, array->length, wo_array_items(array));
}

wo_status wo_b_function_bind(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value target = args[-1];
  if (!wo_is_callable(target)) return wo_throw_type(fiber, "Bind must be called on a function");
  uint32_t count = argc ? argc - 1 : 0;
  wo_bound *bound = wo_heap_alloc(heap, sizeof *bound + count * sizeof(wo_value));
  const wo_shape *shape =
      wo_shape_root(heap->runtime, wo_builtin_value(heap->runtime, WO_B_Function_prototype));
  if (!shape) shape = wo_shape_root(heap->runtime, WO_NULL);
  wo_cell_init(heap, &bound->object.cell, WO_KIND_BOUND, shape->id, (uint16_t)count);
  bound->object.slots = NULL;
  bound->target = target;
  bound->self = wo_arg(args, argc, 0);
  if (count) memcpy(bound->arguments, args + 1, count * sizeof(wo_value));
  *result = wo_from_object(bound);
  wo_value proto = wo_prototype_of(heap, target);
  if (proto != wo_prototype_of(heap, *result)) wo_set_prototype(heap, *result, proto);
  return WO_DONE;
}

// Images carry no source, so every function reads as V8 prints a native one.
wo_status wo_b_function_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                  wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = heap_of(fiber);
  if (!wo_is_callable(args[-1])) {
    return wo_throw_type(fiber, "Function.prototype.toString requires that 'this' be a Function");
  }
  wo_builder b;
  wo_builder_init(&b);
  wo_builder_ascii(&b, "function ");
  if (wo_cell_of(args[-1])->kind != WO_KIND_BOUND) {
    wo_builder_string(&b, wo_string_flat(heap, wo_function_name(heap, args[-1])));
  }
  wo_builder_ascii(&b, "() { [native code] }");
  *result = wo_builder_finish(heap, &b);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

// OrdinaryHasInstance. A bound function asks its target, by its own hasInstance only where that is
// this very function.
wo_status wo_b_function_has_instance(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value fn = args[-1], v = wo_arg(args, argc, 0), proto;
  *result = WO_FALSE;
  if (fiber->step == 1) {
    proto = fiber->call.result;
  } else {
    if (!wo_is_callable(fn)) return WO_DONE;
    while (wo_cell_of(fn)->kind == WO_KIND_BOUND) fn = ((wo_bound *)wo_pointer(fn))->target;
    if (!wo_is_object(v) && !wo_is_handle(v)) return WO_DONE;
    wo_value key = wo_name(heap->runtime, WO_NAME_prototype);
    if (wo_read_property(fiber, fn, key, &proto) == WO_READ_GETTER) {
      return wo_call(fiber, 1, proto, fn, 0);
    }
  }
  if (!wo_is_object(proto)) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Function has non-object prototype '%' in instanceof check", proto);
  }
  for (v = wo_prototype_of(heap, v); v != WO_NULL; v = wo_prototype_of(heap, v)) {
    if (v == proto) *result = WO_TRUE;
  }
  return WO_DONE;
}
