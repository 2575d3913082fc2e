// The Error family, and errors whose message words a value.
#include <stdarg.h>

#include "property.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- messages about values ---

wo_status wo_throw_about(wo_fiber *fiber, wo_builtin_id error_class, const char *format, ...) {
  wo_heap *heap = heap_of(fiber);
  wo_builder b;
  va_list values;
  wo_builder_init(&b);
  va_start(values, format);
  for (const char *p = format; *p; p++) {
    if (*p == '%') {
      wo_builder_string(&b, wo_string_flat(heap, wo_describe(heap, va_arg(values, wo_value))));
    } else {
      wo_builder_unit(&b, (uint8_t)*p);
    }
  }
  va_end(values);
  wo_value message = wo_builder_finish(heap, &b);
  if (message == WO_HOLE) message = wo_name(heap->runtime, WO_NAME_empty);
  return wo_throw_value(fiber, wo_error_new(heap, fiber, error_class, message));
}

wo_status wo_throw_not_iterable(wo_fiber *fiber, wo_value v) {
  static const char *const formats[] = {
      "% is not iterable (cannot read property Symbol(Symbol.iterator))",
      "% % is not iterable (cannot read property Symbol(Symbol.iterator))",
      "% \"%\" is not iterable (cannot read property Symbol(Symbol.iterator))",
  };
  int format = wo_is_string(v) ? 2 : wo_is_number(v) || wo_is_bool(v) || v == WO_NULL ? 1 : 0;
  wo_value type = wo_typeof(heap_of(fiber)->runtime, v);
  return wo_throw_about(fiber, WO_B_TypeError, formats[format], type, v);
}

wo_status wo_b_fail_not_iterable(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)result;
  return wo_throw_not_iterable(fiber, wo_arg(args, argc, 0));
}

wo_status wo_b_fail_not_entry(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard, (void)result;
  return wo_throw_about(fiber, WO_B_TypeError, "Iterator value % is not an entry object",
                        wo_arg(args, argc, 0));
}

// --- constructors ---

static const uint16_t error_classes[] = {
#define WO_OBJECT_VALUE(id, path, proto)
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig)
#define WO_FN(owner, key, id, cfunc, length, scratch, sig)
#define WO_FIBER_FN(owner, key, id, export_name, length, sig)
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc)
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key)
#define WO_ERROR_CLASS(id, path, code, parent) WO_B_##id,
#include "../builtins.def"
#undef WO_OBJECT_VALUE
#undef WO_CLASS_VALUE
#undef WO_FN
#undef WO_FIBER_FN
#undef WO_ALIAS
#undef WO_GETTER
#undef WO_NUMBER
#undef WO_TEXT
#undef WO_SYMBOL_VALUE
#undef WO_ERROR_CLASS
};

static wo_builtin_id class_called(wo_fiber *fiber, wo_value callee) {
  wo_runtime *rt = heap_of(fiber)->runtime;
  for (size_t i = 0; i < WO_COUNT(error_classes); i++) {
    if (wo_builtin_value(rt, error_classes[i]) == callee) return error_classes[i];
  }
  return WO_B_Error;
}

// An array that iterating would read as it stands.
static bool is_plain_array(wo_fiber *fiber, wo_value v) {
  if (!wo_is_array(v) || !wo_array_is_dense(wo_pointer(v))) return false;
  wo_heap *heap = heap_of(fiber);
  wo_property p;
  wo_value iterate = wo_builtin_value(heap->runtime, WO_B_Symbol_iterator);
  return wo_lookup(heap, v, iterate, &p) &&
         p.value == wo_builtin_value(heap->runtime, WO_B_Array_values);
}

static wo_status set_errors(wo_fiber *fiber, wo_value error, wo_value items) {
  wo_heap *heap = heap_of(fiber);
  if (is_plain_array(fiber, items)) {
    wo_array *from = wo_pointer(items);
    items = wo_array_new(heap, from->length);
    for (uint32_t i = 0; i < from->length; i++) {
      wo_value item = wo_array_get(from, i);
      wo_array_push(heap, wo_pointer(items), item == WO_HOLE ? WO_UNDEFINED : item);
    }
  }
  wo_define(heap, error, wo_name(heap->runtime, WO_NAME_errors), items, WO_ATTR_METHOD);
  return WO_DONE;
}

// message, { cause }. AggregateError has the errors before them, SuppressedError two errors and no
// options. Step 1: a getter of `cause` has answered, the error waits in the register of its
// message. Step 2: the errors have been collected into an array.
wo_status wo_b_error(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                     wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_runtime *rt = heap->runtime;
  wo_builtin_id class_id = class_called(fiber, args[-2]);
  uint32_t at = class_id == WO_B_AggregateError ? 1 : class_id == WO_B_SuppressedError ? 2 : 0;
  if (fiber->step == 1) {
    wo_define(heap, args[at], wo_name(rt, WO_NAME_cause), fiber->call.result, WO_ATTR_METHOD);
    *result = args[at];
    return WO_DONE;
  }
  if (fiber->step == 2) args[0] = fiber->call.result;
  static const char *const conversions[] = {"s", "-s", "--s"};
  wo_status status = wo_convert_any(fiber, args, argc, conversions[at]);
  if (status != WO_DONE) return status;
  wo_value options = wo_arg(args, argc, at + 1), cause = WO_HOLE;
  if (class_id == WO_B_AggregateError && fiber->step == 0) {
    wo_value items = wo_arg(args, argc, 0);
    if (argc == 0) return wo_throw_not_iterable(fiber, items);
    if (!is_plain_array(fiber, items)) {
      wo_value to_array = wo_builtin_value(rt, WO_B_iterable_toArray);
      return wo_call(fiber, 2, to_array, WO_UNDEFINED, 1, items);
    }
  }
  wo_value proto = wo_new_prototype(fiber, class_id + 1);
  wo_value error = wo_error_with_proto(heap, fiber, proto, wo_arg(args, argc, at));
  *result = error;
  if (class_id == WO_B_SuppressedError) {
    wo_define(heap, error, wo_name(rt, WO_NAME_error), wo_arg(args, argc, 0), WO_ATTR_METHOD);
    wo_define(heap, error, wo_name(rt, WO_NAME_suppressed), wo_arg(args, argc, 1), WO_ATTR_METHOD);
    return WO_DONE;
  }
  if (wo_is_object(options)) {
    wo_read read = wo_read_property(fiber, options, wo_name(rt, WO_NAME_cause), &cause);
    if (read == WO_READ_GETTER) {
      args[at] = error;
      if (class_id == WO_B_AggregateError) set_errors(fiber, error, args[0]);
      return wo_call(fiber, 1, cause, options, 0);
    }
    if (read == WO_READ_VALUE) {
      wo_define(heap, error, wo_name(rt, WO_NAME_cause), cause, WO_ATTR_METHOD);
    }
  }
  return class_id == WO_B_AggregateError ? set_errors(fiber, error, args[0]) : WO_DONE;
}

// --- Error.prototype.toString, Error.captureStackTrace ---

static wo_value header_text(wo_heap *heap, wo_value name, wo_value message) {
  if (wo_string_length(name) == 0) return message;
  if (wo_string_length(message) == 0) return name;
  wo_value colon = wo_string_from_ascii(heap, ": ");
  return wo_string_concat(heap, wo_string_concat(heap, name, colon), message);
}

// A string property as toString reads it. False when that takes user code (a getter, an object).
static bool text_property(wo_fiber *fiber, wo_value object, wo_name_id id, const char *absent,
                          wo_value *out) {
  wo_heap *heap = heap_of(fiber);
  wo_value v;
  if (wo_read_property(fiber, object, wo_name(heap->runtime, id), &v) == WO_READ_GETTER)
    return false;
  if (wo_is_object(v) || wo_is_handle(v) || wo_is_symbol(v)) return false;
  *out = wo_is_undefined(v) ? wo_string_from_ascii(heap, absent) : wo_primitive_to_string(heap, v);
  return true;
}

wo_status wo_b_error_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = heap_of(fiber);
  wo_value self = args[-1], name, message;
  if (fiber->step == 1) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (!wo_is_object(self) && !wo_is_handle(self)) {
    return wo_throw_about(fiber, WO_B_TypeError,
                          "Method Error.prototype.toString called on incompatible receiver %",
                          self);
  }
  if (!text_property(fiber, self, WO_NAME_name, "Error", &name) ||
      !text_property(fiber, self, WO_NAME_message, "", &message)) {
    return wo_call(fiber, 1, wo_builtin_value(heap->runtime, WO_B_error_toString_any), self, 0);
  }
  *result = header_text(heap, name, message);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

// Gives any object a `stack` of the caller's frames. What V8 hides by the second argument is not
// hidden: frames of constructors stay visible.
wo_status wo_b_error_capture_stack_trace(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                         uint32_t argc, wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value object = wo_arg(args, argc, 0), name, message;
  if (!wo_is_object(object)) {
    return wo_throw_type(fiber, "invalid_argument");
  }
  if (!text_property(fiber, object, WO_NAME_name, "Error", &name)) {
    name = wo_string_from_ascii(heap, "Error");
  }
  if (!text_property(fiber, object, WO_NAME_message, "", &message)) {
    message = wo_name(heap->runtime, WO_NAME_empty);
  }
  wo_value frames = wo_trace_text(heap, wo_fiber_trace(heap, fiber));
  wo_value text = header_text(heap, name, message);
  if (wo_string_length(frames)) {
    text = wo_string_concat(heap, wo_string_concat(heap, text, wo_string_from_ascii(heap, "\n")),
                            frames);
  }
  if (text == WO_HOLE) return wo_throw_length(fiber);
  wo_define(heap, object, wo_name(heap->runtime, WO_NAME_stack), text, WO_ATTR_METHOD);
  *result = WO_UNDEFINED;
  return WO_DONE;
}
