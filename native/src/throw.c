// Making and wording errors. The wording is V8's wherever V8 has one: programs print e.message.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "alloc.h"
#include "dispatch.h"

static wo_status throw_message(wo_fiber *fiber, wo_builtin_id error_class, wo_value message) {
  fiber->thrown = wo_error_new(wo_heap_of(fiber), fiber, error_class, message);
  return WO_THREW;
}

// Formats on the C stack, or in allocated memory when the text is long.
static wo_status throw_format(wo_fiber *fiber, wo_builtin_id error_class, const char *format,
                              va_list rest) {
  char fixed[256];
  va_list again;
  va_copy(again, rest);
  int length = vsnprintf(fixed, sizeof fixed, format, rest);
  size_t size = length < 0 ? 0 : (size_t)length;
  char *text = fixed;
  if (size >= sizeof fixed && (text = wo_alloc(size + 1)) != NULL) {
    vsnprintf(text, size + 1, format, again);
  }
  va_end(again);
  if (!text) text = fixed, size = sizeof fixed - 1;
  wo_value message = wo_string_from_utf8(wo_heap_of(fiber), text, size);
  if (text != fixed) wo_free(text, size + 1);
  return throw_message(fiber, error_class, message);
}

#define THROW_FORMAT(error_class) \
  va_list rest; \
  va_start(rest, format); \
  wo_status status = throw_format(fiber, error_class, format, rest); \
  va_end(rest); \
  return status

wo_status wo_throw(wo_fiber *fiber, wo_builtin_id error_class, const char *format, ...) {
  THROW_FORMAT(error_class);
}
wo_status wo_throw_type(wo_fiber *fiber, const char *format, ...) { THROW_FORMAT(WO_B_TypeError); }
wo_status wo_throw_range(wo_fiber *fiber, const char *format, ...) {
  THROW_FORMAT(WO_B_RangeError);
}

wo_status wo_throw_length(wo_fiber *fiber) {
  uint64_t quota = wo_heap_quota(wo_heap_of(fiber));
  if (quota == 0 || quota >= WO_STRING_LENGTH_MAX) {
    return wo_throw_range(fiber, "Invalid string length");
  }
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the string would exceed the memory quota of %llu",
                  (unsigned long long)quota);
}

wo_status wo_throw_reference(wo_fiber *fiber, const char *format, ...) {
  THROW_FORMAT(WO_B_ReferenceError);
}

wo_status wo_throw_value(wo_fiber *fiber, wo_value value) {
  fiber->thrown = value;
  return WO_THREW;
}

wo_status wo_throw_values(wo_fiber *fiber, wo_builtin_id error_class, const char *template, ...) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_builder b;
  wo_builder_init(&b);
  va_list rest;
  va_start(rest, template);
  for (const char *p = template; *p; p++) {
    if (*p == '%') wo_builder_string(&b, wo_string_flat(heap, va_arg(rest, wo_value)));
    else wo_builder_unit(&b, (uint8_t)*p);
  }
  va_end(rest);
  wo_value message = wo_builder_finish(heap, &b);
  if (message == WO_HOLE) message = wo_name(heap->runtime, WO_NAME_empty);
  return throw_message(fiber, error_class, message);
}

// --- input and output ---

static const struct {
  int error;
  const char *code, *text;
} io_errors[] = {
    {EPERM, "EPERM", "operation not permitted"},
    {ENOENT, "ENOENT", "no such file or directory"},
    {EINTR, "EINTR", "interrupted system call"},
    {EIO, "EIO", "i/o error"},
    {EBADF, "EBADF", "bad file descriptor"},
    {EAGAIN, "EAGAIN", "resource temporarily unavailable"},
    {ENOMEM, "ENOMEM", "not enough memory"},
    {EACCES, "EACCES", "permission denied"},
    {EBUSY, "EBUSY", "resource busy or locked"},
    {EEXIST, "EEXIST", "file already exists"},
    {EXDEV, "EXDEV", "cross-device link not permitted"},
    {ENODEV, "ENODEV", "no such device"},
    {ENOTDIR, "ENOTDIR", "not a directory"},
    {EISDIR, "EISDIR", "illegal operation on a directory"},
    {EINVAL, "EINVAL", "invalid argument"},
    {ENFILE, "ENFILE", "file table overflow"},
    {EMFILE, "EMFILE", "too many open files"},
    {ETXTBSY, "ETXTBSY", "text file is busy"},
    {EFBIG, "EFBIG", "file too large"},
    {ENOSPC, "ENOSPC", "no space left on device"},
    {ESPIPE, "ESPIPE", "invalid seek"},
    {EROFS, "EROFS", "read-only file system"},
    {EMLINK, "EMLINK", "too many links"},
    {EPIPE, "EPIPE", "broken pipe"},
    {EMSGSIZE, "EMSGSIZE", "message too long"},
    {EAFNOSUPPORT, "EAFNOSUPPORT", "address family not supported"},
    {EADDRINUSE, "EADDRINUSE", "address already in use"},
    {EADDRNOTAVAIL, "EADDRNOTAVAIL", "address not available"},
    {ENETUNREACH, "ENETUNREACH", "network is unreachable"},
    {EHOSTUNREACH, "EHOSTUNREACH", "host is unreachable"},
    {ECONNABORTED, "ECONNABORTED", "software caused connection abort"},
    {ENOTCONN, "ENOTCONN", "socket is not connected"},
    {ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
    {ENOTEMPTY, "ENOTEMPTY", "directory not empty"},
    {ELOOP, "ELOOP", "too many symbolic links encountered"},
    {ENOTSUP, "ENOTSUP", "operation not supported on socket"},
    {ECONNRESET, "ECONNRESET", "connection reset by peer"},
    {ETIMEDOUT, "ETIMEDOUT", "connection timed out"},
    {ECONNREFUSED, "ECONNREFUSED", "connection refused"},
};

static void add_field(wo_fiber *fiber, const char *key, wo_value value) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_value name = wo_to_key(heap, wo_string_from_ascii(heap, key));
  wo_define(heap, fiber->thrown, name, value, WO_ATTR_PLAIN);
}

wo_status wo_throw_io(wo_fiber *fiber, int error, const char *syscall, const char *path) {
  wo_heap *heap = wo_heap_of(fiber);
  const char *code = "EUNKNOWN", *text = "unknown error";
  for (size_t i = 0; i < WO_COUNT(io_errors); i++) {
    if (io_errors[i].error == error) code = io_errors[i].code, text = io_errors[i].text;
  }
  if (path) wo_throw(fiber, WO_B_IoError, "%s: %s, %s '%s'", code, text, syscall, path);
  else wo_throw(fiber, WO_B_IoError, "%s: %s, %s", code, text, syscall);
  add_field(fiber, "errno", wo_from_int(-error));
  add_field(fiber, "syscall", wo_string_from_ascii(heap, syscall));
  if (path) add_field(fiber, "path", wo_string_from_utf8(heap, path, strlen(path)));
  return WO_THREW;
}

// --- values in messages ---

static wo_value text(wo_heap *heap, const char *ascii) { return wo_string_from_ascii(heap, ascii); }

static wo_value join(wo_heap *heap, const char *before, wo_value middle, const char *after) {
  wo_builder b;
  wo_builder_init(&b);
  wo_builder_ascii(&b, before);
  wo_builder_string(&b, wo_string_flat(heap, middle));
  wo_builder_ascii(&b, after);
  wo_value joined = wo_builder_finish(heap, &b);
  return joined == WO_HOLE ? middle : joined;
}

// A data property found without running code; WO_UNDEFINED otherwise.
static wo_value peek(wo_heap *heap, wo_value object, wo_value key) {
  wo_property found;
  if (!wo_lookup(heap, object, key, &found)) return WO_UNDEFINED;
  return found.attrs & (WO_ATTR_ACCESSOR | WO_ATTR_MODULE) ? WO_UNDEFINED : found.value;
}

static wo_value describe_error(wo_heap *heap, wo_value error) {
  wo_runtime *rt = heap->runtime;
  wo_value name = peek(heap, error, wo_name(rt, WO_NAME_name));
  wo_value message = peek(heap, error, wo_name(rt, WO_NAME_message));
  if (!wo_is_string(name)) name = text(heap, "Error");
  if (!wo_is_string(message) || wo_string_length(message) == 0) return name;
  if (wo_string_length(name) == 0) return message;
  wo_value whole = wo_string_concat(heap, join(heap, "", name, ": "), message);
  return whole == WO_HOLE ? name : whole;
}

static wo_value describe_object(wo_heap *heap, wo_value v) {
  if (wo_has_kind(v, WO_KIND_ERROR)) return describe_error(heap, v);
  if (wo_is_callable(v)) {
    bool is_class = wo_has_kind(v, WO_KIND_FUNCTION) &&
                    ((wo_function *)wo_pointer(v))->proto->flags & WO_PROTO_CLASS;
    return join(heap, is_class ? "class " : "function ", wo_function_name(heap, v), "");
  }
  // What has a toString of its own is shown by its tag, as arrays are.
  wo_value to_string = peek(heap, v, wo_to_key(heap, text(heap, "toString")));
  wo_value constructor = peek(heap, v, wo_name(heap->runtime, WO_NAME_constructor));
  if (to_string != wo_builtin_value(heap->runtime, WO_B_Object_toString) ||
      !wo_is_callable(constructor)) {
    wo_value tag = peek(heap, v, wo_builtin_value(heap->runtime, WO_B_Symbol_toStringTag));
    bool wrapper = wo_has_kind(v, WO_KIND_PRIMITIVE);
    wo_value inner = wrapper ? ((wo_primitive *)wo_pointer(v))->value : WO_UNDEFINED;
    const char *kind = wo_is_array(v)      ? "Array"
                     : wo_is_string(inner) ? "String"
                     : wo_is_number(inner) ? "Number"
                     : wo_is_bool(inner)   ? "Boolean"
                                           : "Object";
    if (!wo_is_string(tag)) tag = text(heap, kind);
    return join(heap, "[object ", tag, "]");
  }
  wo_value name = wo_function_name(heap, constructor);
  if (wo_string_length(name) == 0) return text(heap, "[object Object]");
  return join(heap, "#<", name, ">");
}

wo_value wo_describe(wo_heap *heap, wo_value v) {
  if (wo_is_string(v)) return v;
  if (wo_is_object(v)) return describe_object(heap, v);
  if (wo_is_handle(v)) return text(heap, "#<Chan>");
  if (wo_is_symbol(v)) {
    wo_value description = ((wo_symbol *)wo_pointer(v))->description;
    if (wo_cell_of(v)->flags & WO_CELL_FLAG) return description;
    if (!wo_is_string(description)) return text(heap, "Symbol()");
    return join(heap, "Symbol(", description, ")");
  }
  if (wo_is_cell(v) || v == WO_HOLE || v == WO_UNWIND) return text(heap, "undefined");
  return wo_primitive_to_string(heap, v);
}

// How V8 shows a value where the source has no name for it: "number 1", "string \"x\"", "object".
static wo_value describe_callee(wo_heap *heap, wo_value v) {
  if (wo_is_undefined(v)) return text(heap, "undefined");
  wo_value type = wo_typeof(heap->runtime, v);
  if (wo_is_string(v)) {
    wo_value shown = wo_string_concat(heap, join(heap, "", type, " \""), join(heap, "", v, "\""));
    return shown == WO_HOLE ? type : shown;
  }
  if (!wo_is_number(v) && !wo_is_bool(v) && v != WO_NULL) return type;
  return wo_string_concat(heap, join(heap, "", type, " "), wo_primitive_to_string(heap, v));
}

// How the source names what the instruction works on at which the top frame stands; WO_UNDEFINED
// when it has no name for it.
static wo_value source_name(wo_fiber *fiber) {
  if (fiber->frame_count == 0) return WO_UNDEFINED;
  const wo_frame *frame = wo_top_frame(fiber);
  if (frame->flags & WO_FRAME_BUILTIN) return WO_UNDEFINED;
  const wo_proto *proto = frame->proto;
  uint32_t low = 0, high = proto->callname_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (proto->callnames[middle].pc < frame->pc) low = middle + 1;
    else high = middle;
  }
  if (low == proto->callname_count || proto->callnames[low].pc != frame->pc) return WO_UNDEFINED;
  return proto->callnames[low].text;
}

static wo_status throw_not(wo_fiber *fiber, wo_value value, const char *template) {
  wo_value name = source_name(fiber);
  if (!wo_is_string(name)) name = describe_callee(wo_heap_of(fiber), value);
  return wo_throw_values(fiber, WO_B_TypeError, template, name);
}

wo_status wo_throw_not_callable(wo_fiber *fiber, wo_value value) {
  return throw_not(fiber, value, "% is not a function");
}

wo_status wo_throw_not_constructor(wo_fiber *fiber, wo_value value) {
  return throw_not(fiber, value, "% is not a constructor");
}

// A spread argument of a call, which the image marks with dots before its name.
static bool is_argument(wo_value name) {
  return wo_is_string(name) && wo_string_length(name) > 3 &&
         wo_string_unit(wo_pointer(name), 0) == '.' && wo_string_unit(wo_pointer(name), 1) == '.' &&
         wo_string_unit(wo_pointer(name), 2) == '.';
}

static wo_status throw_spread(wo_fiber *fiber, wo_value value, wo_value name) {
  wo_heap *heap = wo_heap_of(fiber);
  if (!wo_is_nullish(value)) {
    return wo_throw_type(fiber,
                         "Spread syntax requires ...iterable[Symbol.iterator] to be a function");
  }
  name = wo_string_slice(heap, name, 3, wo_string_length(name));
  return wo_throw_values(fiber, WO_B_TypeError, "% is not iterable (cannot read property %)", name,
                         wo_describe(heap, value));
}

wo_status wo_throw_iterate(wo_fiber *fiber, wo_value value) {
  wo_value name = source_name(fiber);
  if (is_argument(name)) return throw_spread(fiber, value, name);
  if (!wo_is_string(name)) {
    return throw_not(fiber, value,
                     "% is not iterable (cannot read property Symbol(Symbol.iterator))");
  }
  return throw_not(fiber, value, "% is not iterable");
}

wo_status wo_throw_read(wo_fiber *fiber, wo_value base, wo_value key) {
  wo_heap *heap = wo_heap_of(fiber);
  if (key == wo_builtin_value(heap->runtime, WO_B_Symbol_iterator)) {
    return wo_throw_iterate(fiber, base);
  }
  // A property access with a name takes an object apart: `const { key } = name`.
  wo_value name = source_name(fiber), shown = wo_describe(heap, base);
  if (wo_is_string(name)) {
    if (wo_string_length(name) == 0) {
      name = wo_is_undefined(base) ? shown : text(heap, "object null");
    }
    return wo_throw_values(fiber, WO_B_TypeError,
                           "Cannot destructure property '%' of '%' as it is %.",
                           wo_describe(heap, key), name, shown);
  }
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot read properties of % (reading '%')",
                         wo_describe(heap, base), wo_describe(heap, key));
}

wo_status wo_throw_set(wo_fiber *fiber, wo_value base, wo_value key) {
  wo_heap *heap = wo_heap_of(fiber);
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot set properties of % (setting '%')",
                         wo_describe(heap, base), wo_describe(heap, key));
}

wo_status wo_throw_write(wo_fiber *fiber, wo_write why, wo_value object, wo_value key) {
  wo_heap *heap = wo_heap_of(fiber);
  wo_value name = wo_describe(heap, key), shown = wo_describe(heap, object);
  wo_value type = wo_typeof(heap->runtime, object);
  wo_property found;
  switch (why) {
    case WO_WRITE_BAD_LENGTH: return wo_throw_range(fiber, "Invalid array length");
    case WO_WRITE_NO_SETTER:
      // What is named is the object that has the accessor.
      if (wo_lookup(heap, object, key, &found)) shown = wo_describe(heap, found.holder);
      return wo_throw_values(fiber, WO_B_TypeError,
                             "Cannot set property % of % which has only a getter", name, shown);
    case WO_WRITE_NOT_OBJECT:
      return wo_throw_values(fiber, WO_B_TypeError, "Cannot create property '%' on % '%'", name,
                             type, shown);
    case WO_WRITE_NOT_EXTENSIBLE:
      return wo_throw_values(fiber, WO_B_TypeError,
                             "Cannot add property %, object is not extensible", name);
    case WO_WRITE_FROZEN:
      if (!wo_lookup_own(heap, object, key, &found)) {
        return wo_throw_write(fiber, WO_WRITE_NOT_EXTENSIBLE, object, key);
      }
      break;
    default: break;
  }
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot assign to read only property '%' of % '%'",
                         name, type, shown);
}

wo_status wo_throw_uninitialized(wo_fiber *fiber, wo_value name) {
  if (!wo_is_string(name)) {
    return wo_throw_reference(fiber, "Cannot access a variable before initialization");
  }
  return wo_throw_values(fiber, WO_B_ReferenceError, "Cannot access '%' before initialization",
                         name);
}

wo_status wo_throw_super(wo_fiber *fiber) {
  return wo_throw_reference(fiber,
                            "Must call super constructor in derived class before accessing "
                            "'this' or returning from derived constructor");
}

wo_status wo_throw_internal(wo_fiber *fiber) {
  return wo_throw_type(fiber, "The image is broken: a register holds what its code cannot use");
}
