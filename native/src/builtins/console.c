// console: a line of plain values is put together here; anything else by the prelude's
// console_format, for which this file also answers what it has to know of objects.
#include <math.h>
#include <string.h>

#include "property.h"
#include "system.h"
#include "unicode.h"

#include "../alloc.h"
#include "../table.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- output ---

// The UTF-8 of `text` and a line end, in one write. Errors are ignored, as Node's console does.
static wo_status write_line(wo_shard *shard, wo_fiber *fiber, wo_value text, int fd) {
  wo_string *s = wo_string_flat(heap_of(fiber), text);
  size_t length = wo_string_utf8_length(s);
  char small[512];
  char *bytes = length < sizeof small ? small : wo_alloc(length + 1);
  if (!bytes) return wo_throw(fiber, WO_B_OutOfMemoryError, "out of memory");
  wo_string_to_utf8(s, bytes);
  bytes[length] = '\n';
  int error;
  wo_status status = wo_output_begin(fiber, fd, bytes, length + 1, &error);
  if (bytes != small) wo_free(bytes, length + 1);
  wo_charge(shard, 50 + (uint32_t)(length >> 8));
  return status;
}

// A line that waited for room.
static wo_status go_on(wo_fiber *fiber, int fd) {
  int error;
  return wo_output_again(fiber, fd, &error);
}

// Prints the same here and in the prelude.
static bool is_plain(wo_value v) {
  return wo_is_string(v) || wo_is_number(v) || wo_is_nullish(v) || wo_is_bool(v);
}

static void append_plain(wo_heap *heap, wo_builder *out, wo_value v) {
  if (wo_is_number(v) && wo_number(v) == 0 && signbit(wo_number(v))) {
    wo_builder_ascii(out, "-0");
    return;
  }
  wo_builder_string(out, wo_string_flat(heap, wo_primitive_to_string(heap, v)));
}

// Whether console_format would look for format specifiers in the first value.
static bool has_format(wo_heap *heap, const wo_value *args, uint32_t argc) {
  if (argc < 2 || !wo_is_string(args[0])) return false;
  wo_string *s = wo_string_flat(heap, args[0]);
  if (!wo_string_is_wide(s)) return memchr(s->data, '%', s->length) != NULL;
  for (uint32_t i = 0; i < s->length; i++) {
    if (wo_string_unit(s, i) == '%') return true;
  }
  return false;
}

static wo_status print(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, int fd,
                       wo_value *result) {
  *result = WO_UNDEFINED;
  if (wo_output_waited(fiber)) return go_on(fiber, fd);
  if (fiber->step == 1) return write_line(shard, fiber, fiber->call.result, fd);
  wo_heap *heap = heap_of(fiber);
  bool plain = !has_format(heap, args, argc);
  for (uint32_t i = 0; i < argc && plain; i++) plain = is_plain(args[i]);
  if (!plain) {
    wo_value format = wo_builtin_value(heap->runtime, WO_B_console_format);
    return wo_call_array(fiber, 1, format, WO_UNDEFINED, argc, args);
  }
  if (argc == 1 && wo_is_string(args[0])) return write_line(shard, fiber, args[0], fd);
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < argc; i++) {
    if (i) wo_builder_unit(&out, ' ');
    append_plain(heap, &out, args[i]);
  }
  wo_value text = wo_builder_finish(heap, &out);
  wo_builder_free(&out);
  if (text == WO_HOLE) return wo_throw_length(fiber);
  return write_line(shard, fiber, text, fd);
}

wo_status wo_b_console_log(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  return print(shard, fiber, args, argc, 1, result);
}

wo_status wo_b_console_error(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  return print(shard, fiber, args, argc, 2, result);
}

wo_status wo_b_console_write_error(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  *result = WO_UNDEFINED;
  if (wo_output_waited(fiber)) return go_on(fiber, 2);
  return write_line(shard, fiber, wo_arg(args, argc, 0), 2);
}

// --- looking into values; none of it runs fiber code ---

static const char *kind_name(wo_value v) {
  if (wo_is_handle(v)) return "channel";
  if (v == WO_NULL) return "null";
  if (!wo_is_object(v)) return NULL;
  const wo_cell *cell = wo_cell_of(v);
  switch ((wo_kind)cell->kind) {
    case WO_KIND_ARRAY: return "array";
    case WO_KIND_FUNCTION: return cell->flags & WO_CELL_CLASS ? "class" : "function";
    case WO_KIND_BUILTIN:
    case WO_KIND_BOUND: return "function";
    case WO_KIND_ERROR: return "error";
    case WO_KIND_MAP: return "map";
    case WO_KIND_SET: return "set";
    case WO_KIND_BYTES: return "bytes";
    case WO_KIND_ITERATOR: return "iterator";
    case WO_KIND_PRIMITIVE: return "boxed";
    default: return "object";
  }
}

wo_status wo_b_inspect_kind(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_arg(args, argc, 0);
  const char *name = kind_name(v);
  *result = name ? wo_string_from_ascii(heap, name) : wo_typeof(heap->runtime, v);
  return WO_DONE;
}

static bool has_index_keys(wo_value object) {
  if (wo_is_array(object) || wo_has_kind(object, WO_KIND_BYTES)) return true;
  return wo_has_kind(object, WO_KIND_PRIMITIVE) &&
         wo_is_string(((wo_primitive *)wo_pointer(object))->value);
}

wo_status wo_b_inspect_keys(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_value object = wo_arg(args, argc, 0);
  int which = WO_KEYS_STRINGS | WO_KEYS_SYMBOLS;
  if (!wo_truthy(wo_arg(args, argc, 1))) which |= WO_KEYS_ENUMERABLE;
  if (!wo_is_object(object)) {
    *result = wo_array_new(heap, 0);
    return WO_DONE;
  }
  // A dense array without properties of its own has no other keys: the common case, and one where
  // the list of its indices would be long.
  if (wo_is_array(object) && (which & WO_KEYS_ENUMERABLE)) {
    const wo_array *array = wo_pointer(object);
    const wo_shape *shape = wo_shape_by_id(heap->runtime, array->object.cell.shape);
    if (wo_array_is_dense(array) && wo_is_undefined(shape->key) &&
        !(shape->flags & (WO_SHAPE_DICTIONARY | WO_SHAPE_PROTO_SLOT))) {
      *result = wo_array_new(heap, 0);
      return WO_DONE;
    }
  }
  wo_value all = wo_own_keys(heap, object, which);
  wo_array *keys = wo_pointer(all);
  wo_charge(shard, keys->length >> 2);
  *result = all;
  if (!has_index_keys(object)) return WO_DONE;
  *result = wo_array_new(heap, 0);
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_value key = wo_array_get(keys, i);
    if (wo_is_string(key) && wo_is_number(wo_to_key(heap, key))) continue;
    wo_array_push(heap, wo_pointer(*result), key);
  }
  return WO_DONE;
}

wo_status wo_b_inspect_own(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value object = wo_arg(args, argc, 0), key = wo_arg(args, argc, 1);
  wo_property p;
  *result = wo_from_int(0);
  if (!wo_is_object(object)) return WO_DONE;
  if (!wo_lookup_own(heap, object, wo_to_key(heap, key), &p)) return WO_DONE;
  int what = 1;
  if (p.attrs & WO_ATTR_ACCESSOR) {
    const wo_accessor *pair = wo_pointer(p.value);
    bool get = !wo_is_undefined(pair->get), set = !wo_is_undefined(pair->set);
    what = get && set ? 4 : get ? 2 : set ? 3 : 5;
  }
  *result = wo_from_int(what + (p.attrs & WO_ATTR_ENUMERABLE ? 0 : 8));
  return WO_DONE;
}

// Whether `value` inherits from what `constructor` makes.
static bool is_instance(wo_fiber *fiber, wo_value value, wo_value constructor) {
  wo_heap *heap = heap_of(fiber);
  wo_value proto;
  wo_value key = wo_name(heap->runtime, WO_NAME_prototype);
  if (wo_read_property(fiber, constructor, key, &proto) != WO_READ_VALUE) return false;
  for (wo_value v = wo_prototype_of(heap, value); wo_is_object(v); v = wo_prototype_of(heap, v)) {
    if (v == proto) return true;
  }
  return false;
}

static wo_value channel_class(wo_fiber *fiber, wo_value v) {
  static const char *const names[] = {"Channel", "Send", "Recv", "Chan"};
  static const char *const others[] = {"", "File", "Conn", "Listener"};
  const wo_hold *hold = wo_hold_of(fiber->isolate, v);
  bool channel = hold->kind == WO_HANDLE_CHANNEL;
  return wo_string_from_ascii(heap_of(fiber),
                              channel ? names[hold->direction & 3] : others[hold->kind]);
}

// The name of the first constructor along the prototypes that made the object.
wo_status wo_b_inspect_class(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  wo_heap *heap = heap_of(fiber);
  wo_value value = wo_arg(args, argc, 0);
  wo_value key = wo_name(heap->runtime, WO_NAME_constructor);
  if (wo_is_handle(value)) {
    *result = channel_class(fiber, value);
    return WO_DONE;
  }
  for (wo_value v = value; wo_is_object(v); v = wo_prototype_of(heap, v)) {
    wo_value constructor;
    if (wo_read_own(fiber, v, key, false, &constructor) != WO_READ_VALUE) continue;
    if (!wo_is_callable(constructor)) continue;
    wo_value name = wo_function_name(heap, constructor);
    if (wo_string_length(name) == 0 || !is_instance(fiber, value, constructor)) continue;
    *result = name;
    return WO_DONE;
  }
  *result = wo_is_object(wo_prototype_of(heap, value)) ? WO_UNDEFINED : WO_NULL;
  return WO_DONE;
}

wo_status wo_b_inspect_boxed(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)fiber;
  wo_value v = wo_arg(args, argc, 0);
  bool boxed = wo_has_kind(v, WO_KIND_PRIMITIVE);
  *result = boxed ? ((wo_primitive *)wo_pointer(v))->value : WO_UNDEFINED;
  return WO_DONE;
}

wo_status wo_b_inspect_size(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard, (void)fiber;
  wo_value v = wo_arg(args, argc, 0);
  bool counts = wo_has_kind(v, WO_KIND_MAP) || wo_has_kind(v, WO_KIND_SET);
  const wo_table *table = counts ? ((wo_map *)wo_pointer(v))->table : NULL;
  *result = wo_from_number(table ? table->live : 0);
  return WO_DONE;
}

// --- text ---

// The quote Node picks: single, unless the text has it and lacks another.
static char pick_quote(const wo_string *s) {
  bool single = false, twice = false, tick = false;
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t unit = wo_string_unit(s, i);
    single |= unit == '\'';
    twice |= unit == '"';
    tick |= unit == '`' || (unit == '$' && i + 1 < s->length && wo_string_unit(s, i + 1) == '{');
  }
  if (!single) return '\'';
  return !twice ? '"' : !tick ? '`' : '\'';
}

static void append_escaped(wo_builder *out, uint32_t unit) {
  static const char digits[] = "0123456789ABCDEF";
  static const char letters[] = "\b\t\n\f\r";
  static const char names[] = "btnfr";
  const char *letter = unit && unit < 0x20 ? strchr(letters, (int)unit) : NULL;
  wo_builder_unit(out, '\\');
  if (letter) {
    wo_builder_unit(out, (uint8_t)names[letter - letters]);
    return;
  }
  if (unit > 0xFF) {
    static const char lower[] = "0123456789abcdef";
    wo_builder_unit(out, 'u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      wo_builder_unit(out, (uint8_t)lower[unit >> shift & 15]);
    }
    return;
  }
  wo_builder_unit(out, 'x');
  wo_builder_unit(out, (uint8_t)digits[unit >> 4]);
  wo_builder_unit(out, (uint8_t)digits[unit & 15]);
}

static bool is_lone_surrogate(const wo_string *s, uint32_t i) {
  uint32_t unit = wo_string_unit(s, i);
  if ((unit & 0xF800) != 0xD800) return false;
  if (unit < 0xDC00) {
    return i + 1 >= s->length || (wo_string_unit(s, i + 1) & 0xFC00) != 0xDC00;
  }
  return i == 0 || (wo_string_unit(s, i - 1) & 0xFC00) != 0xD800;
}

wo_status wo_b_inspect_quote(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_string *s = wo_string_flat(heap, wo_arg(args, argc, 0));
  uint32_t quote = (uint8_t)pick_quote(s);
  wo_charge(shard, s->length >> 4);
  wo_builder out;
  wo_builder_init(&out);
  wo_builder_unit(&out, quote);
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t unit = wo_string_unit(s, i);
    if (unit == '\\' || (unit == quote && quote == '\'')) {
      wo_builder_unit(&out, '\\');
      wo_builder_unit(&out, unit);
    } else if (unit < 0x20 || (unit >= 0x7F && unit < 0xA0) || is_lone_surrogate(s, i)) {
      append_escaped(&out, unit);
    } else {
      wo_builder_unit(&out, unit);
    }
  }
  wo_builder_unit(&out, quote);
  *result = wo_builder_finish(heap, &out);
  wo_builder_free(&out);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

wo_status wo_b_inspect_width(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard;
  wo_string *s = wo_string_flat(heap_of(fiber), wo_arg(args, argc, 0));
  uint32_t width = 0;
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t point = wo_string_unit(s, i);
    if ((point & 0xFC00) == 0xD800 && i + 1 < s->length && !is_lone_surrogate(s, i)) {
      point = 0x10000 + ((point - 0xD800) << 10) + (wo_string_unit(s, ++i) - 0xDC00);
    }
    width += wo_unicode_width(point);
  }
  *result = wo_from_int((int32_t)width);
  return WO_DONE;
}

wo_status wo_b_inspect_is_identifier(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  (void)shard;
  wo_string *s = wo_string_flat(heap_of(fiber), wo_arg(args, argc, 0));
  bool good = s->length > 0;
  for (uint32_t i = 0; i < s->length && good; i++) {
    uint32_t unit = wo_string_unit(s, i);
    bool letter = (unit | 0x20) - 'a' < 26 || unit == '_';
    good = letter || (i > 0 && unit - '0' < 10);
  }
  *result = wo_from_bool(good);
  return WO_DONE;
}

// --- iterators of Map and Set: what is left, without moving them ---

static void push_left(wo_heap *heap, wo_array *out, const wo_iterator *it) {
  wo_table *table = wo_pointer(it->target);
  uint32_t position = it->position;
  for (wo_table_entry *e; (e = wo_table_next(&table, &position)) != NULL;) {
    if (it->mode != WO_ITER_VALUES) wo_array_push(heap, out, e->key);
    if (it->mode != WO_ITER_KEYS) wo_array_push(heap, out, e->value);
  }
}

wo_status wo_b_inspect_iterator(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  wo_value v = wo_arg(args, argc, 0);
  const wo_iterator *it = wo_has_kind(v, WO_KIND_ITERATOR) ? wo_pointer(v) : NULL;
  bool table = it && wo_is_cell(it->target) && wo_cell_of(it->target)->kind == WO_KIND_TABLE;
  const char *type = !table ? "" : it->object.cell.flags & WO_CELL_FLAG ? "Set" : "Map";
  wo_value items = wo_array_new(heap, 0);
  if (table) push_left(heap, wo_pointer(items), it);
  wo_charge(shard, ((wo_array *)wo_pointer(items))->length >> 3);
  bool entries = table && it->mode == WO_ITER_ENTRIES;
  wo_value answer[] = {wo_string_from_ascii(heap, type), items, wo_from_bool(entries)};
  *result = wo_array_of(heap, answer, 3);
  return WO_DONE;
}
