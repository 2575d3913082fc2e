#include "packet.h"

#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "table.h"

struct wo_packet {
  wo_heap heap;
  wo_value root;
  wo_message_hold *holds;  // counted; what handle values index
  uint32_t hold_count;
  wo_value *walks;  // arrays of key, value, key, value, ... by walk (wo_next_entry)
  uint32_t walk_count, walk_capacity;
};

wo_packet *wo_packet_new(wo_runtime *rt) {
  wo_packet *packet = wo_alloc_zero(sizeof *packet);
  if (!packet) return NULL;
  wo_heap_init(&packet->heap, rt, NULL);
  packet->heap.new_flags = 0;
  packet->root = WO_UNDEFINED;
  return packet;
}

void wo_packet_free(wo_packet *packet) {
  if (!packet) return;
  for (uint32_t i = 0; i < packet->hold_count; i++) {
    wo_handle_uncount(packet->holds[i].handle, packet->holds[i].direction, NULL);
  }
  if (packet->holds) wo_free(packet->holds, packet->hold_count * sizeof *packet->holds);
  if (packet->walks) wo_free(packet->walks, packet->walk_capacity * sizeof *packet->walks);
  wo_heap_free(&packet->heap);
  wo_free(packet, sizeof *packet);
}

bool wo_packet_to_message(wo_packet *packet, wo_value *root, wo_message **message) {
  *root = packet ? packet->root : WO_UNDEFINED;
  *message = NULL;
  if (!packet) return true;
  bool bare = !wo_is_pointer(packet->root) && !wo_is_handle(packet->root);
  if (!bare) {
    *message = wo_message_of_heap(&packet->heap, packet->root, packet->holds, packet->hold_count);
    if (*message) {
      // The message counts for the holds from here on.
      if (packet->holds) wo_free(packet->holds, packet->hold_count * sizeof *packet->holds);
      packet->holds = NULL;
      packet->hold_count = 0;
    }
  }
  wo_packet_free(packet);
  return bare || *message;
}

wo_packet *wo_packet_of_message(wo_runtime *rt, wo_value root, wo_message *message) {
  wo_packet *packet = wo_packet_new(rt);
  size_t size = message ? message->hold_count * sizeof *packet->holds : 0;
  if (packet && size) packet->holds = wo_alloc(size);
  if (!packet || (size && !packet->holds)) {
    wo_message_free(message);
    wo_packet_free(packet);
    return NULL;
  }
  packet->root = message ? message->root : root;
  if (!message) return packet;
  packet->hold_count = message->hold_count;
  if (size) memcpy(packet->holds, message->holds, size);
  wo_chunk *chunks = wo_message_release(message);
  if (chunks) wo_heap_adopt(&packet->heap, chunks);
  return packet;
}

void wo_packet_set_root(wo_packet *packet, wo_node node) { packet->root = node; }
wo_node wo_packet_root(const wo_packet *packet) { return packet->root; }

// --- making ---

wo_node wo_make_undefined(void) { return WO_UNDEFINED; }
wo_node wo_make_null(void) { return WO_NULL; }
wo_node wo_make_boolean(bool b) { return wo_from_bool(b); }
wo_node wo_make_number(double d) { return d == d ? wo_from_number(d) : WO_NAN_BITS; }

wo_node wo_make_latin1(wo_packet *packet, const uint8_t *bytes, uint32_t length) {
  if (length > WO_STRING_LENGTH_MAX) length = WO_STRING_LENGTH_MAX;
  return wo_string_from_latin1(&packet->heap, bytes, length);
}

wo_node wo_make_utf16(wo_packet *packet, const uint16_t *units, uint32_t length) {
  if (length > WO_STRING_LENGTH_MAX) length = WO_STRING_LENGTH_MAX;
  return wo_string_from_units(&packet->heap, units, length);
}

wo_node wo_make_bytes(wo_packet *packet, const uint8_t *bytes, uint32_t length) {
  wo_value v = wo_bytes_new(&packet->heap, length);
  if (length) memcpy(((wo_bytes *)wo_pointer(v))->buffer->data, bytes, length);
  return v;
}

wo_node wo_make_array(wo_packet *packet, uint32_t capacity) {
  return wo_array_new(&packet->heap, capacity > WO_ARRAY_GAP_MAX ? WO_ARRAY_GAP_MAX : capacity);
}

wo_node wo_make_object(wo_packet *packet) { return wo_object_new(&packet->heap, 4); }
wo_node wo_make_map(wo_packet *packet) { return wo_map_new(&packet->heap, WO_KIND_MAP); }
wo_node wo_make_set(wo_packet *packet) { return wo_map_new(&packet->heap, WO_KIND_SET); }

static const struct {
  const char *name;
  wo_builtin_id id;
} error_classes[] = {
#define WO_OBJECT_VALUE(id, path, proto)
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig)
#define WO_FN(owner, key, id, cfunc, length, scratch, sig)
#define WO_FIBER_FN(owner, key, id, export_name, length, sig)
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc)
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key)
#define WO_ERROR_CLASS(id, name, code, parent) {#id, WO_B_##id},
#include "builtins.def"
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

// Of the library's class with this name where there is one, else an Error that says so.
wo_node wo_make_error(wo_packet *packet, const char *name, wo_node message, const char *stack) {
  wo_heap *heap = &packet->heap;
  wo_builtin_id class = WO_B_Error;
  for (size_t i = 0; i < WO_COUNT(error_classes); i++) {
    if (strcmp(error_classes[i].name, name) == 0) class = error_classes[i].id;
  }
  wo_value error = wo_error_new(heap, NULL, class, message);
  if (class == WO_B_Error && strcmp(name, "Error") != 0) {
    wo_define(heap, error, wo_intern_ascii(heap->runtime, "name"),
              wo_string_from_utf8(heap, name, strlen(name)), WO_ATTR_METHOD);
  }
  if (stack && stack[0]) {
    ((wo_error *)wo_pointer(error))->trace = wo_string_from_utf8(heap, stack, strlen(stack));
  }
  return error;
}

void wo_array_add(wo_packet *packet, wo_node array, wo_node item) {
  wo_array_push(&packet->heap, wo_pointer(array), item);
}

void wo_array_add_hole(wo_packet *packet, wo_node array) {
  wo_array *a = wo_pointer(array);
  wo_array_set_length(&packet->heap, a, a->length + 1);
}

void wo_object_set(wo_packet *packet, wo_node object, wo_node key, wo_node value) {
  wo_define(&packet->heap, object, wo_to_key(&packet->heap, key), value, WO_ATTR_PLAIN);
}

static void put(wo_packet *packet, wo_node node, wo_node key, wo_node value) {
  wo_map *map = wo_pointer(node);
  wo_table *table = map->table ? map->table : wo_table_new(&packet->heap, 8);
  wo_write_cell(&packet->heap, map, &map->table,
                wo_table_put(&packet->heap, table, key, value, WO_ATTR_PLAIN));
}

void wo_map_set(wo_packet *packet, wo_node map, wo_node key, wo_node value) {
  put(packet, map, key, value);
}

void wo_set_add(wo_packet *packet, wo_node set, wo_node value) {
  put(packet, set, value, WO_UNDEFINED);
}

// --- reading ---

wo_type wo_node_type(const wo_packet *packet, wo_node node) {
  (void)packet;
  if (node == WO_UNDEFINED) return WO_TYPE_UNDEFINED;
  if (node == WO_NULL) return WO_TYPE_NULL;
  if (wo_is_bool(node)) return WO_TYPE_BOOLEAN;
  if (wo_is_number(node)) return WO_TYPE_NUMBER;
  if (wo_is_string(node)) return WO_TYPE_STRING;
  if (!wo_is_object(node)) return WO_TYPE_OTHER;
  switch ((wo_kind)wo_cell_of(node)->kind) {
    case WO_KIND_ARRAY: return WO_TYPE_ARRAY;
    case WO_KIND_OBJECT: return WO_TYPE_OBJECT;
    case WO_KIND_MAP: return WO_TYPE_MAP;
    case WO_KIND_SET: return WO_TYPE_SET;
    case WO_KIND_BYTES: return WO_TYPE_BYTES;
    case WO_KIND_ERROR: return WO_TYPE_ERROR;
    case WO_KIND_FUNCTION:
    case WO_KIND_BUILTIN:
    case WO_KIND_BOUND: return WO_TYPE_FUNCTION;
    default: return WO_TYPE_OTHER;
  }
}

bool wo_node_boolean(wo_node node) { return node == WO_TRUE; }
double wo_node_number(wo_node node) { return wo_number(node); }

// Reading may flatten a rope or make the list of a walk: it changes how a packet is kept, never
// what it says.
static wo_heap *reading(const wo_packet *packet) { return (wo_heap *)&packet->heap; }

uint32_t wo_node_string(const wo_packet *packet, wo_node node, const uint8_t **latin1,
                        const uint16_t **utf16) {
  const wo_string *s = wo_string_flat(reading(packet), node);
  bool wide = wo_string_is_wide(s);
  *latin1 = wide ? NULL : s->data;
  *utf16 = wide ? wo_string_units(s) : NULL;
  return s->length;
}

const uint8_t *wo_node_bytes(const wo_packet *packet, wo_node node, uint32_t *length) {
  (void)packet;
  const wo_bytes *bytes = wo_pointer(node);
  *length = bytes->length;
  return bytes->buffer ? bytes->buffer->data + bytes->offset : NULL;
}

uint32_t wo_array_length(const wo_packet *packet, wo_node array) {
  (void)packet;
  return ((wo_array *)wo_pointer(array))->length;
}

bool wo_array_item(const wo_packet *packet, wo_node array, uint32_t index, wo_node *item) {
  wo_array *a = wo_pointer(array);
  if (wo_array_is_dense(a)) {
    *item = index < a->length ? wo_array_get(a, index) : WO_HOLE;
    return *item != WO_HOLE;
  }
  wo_property found;
  bool there = wo_lookup_own(reading(packet), array, wo_from_number(index), &found) &&
               !(found.attrs & WO_ATTR_ACCESSOR);
  if (there) *item = found.value;
  return there;
}

static void add_pair(wo_heap *heap, wo_array *list, wo_value key, wo_value value) {
  wo_array_push(heap, list, key);
  wo_array_push(heap, list, value);
}

static void list_properties(wo_heap *heap, wo_value node, wo_array *list) {
  wo_array *keys = wo_pointer(wo_own_keys(heap, node, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE));
  for (uint32_t i = 0; i < keys->length; i++) {
    wo_value key = wo_array_get(keys, i);
    wo_property found;
    if (!wo_lookup_own(heap, node, wo_to_key(heap, key), &found)) continue;
    if (!(found.attrs & WO_ATTR_ACCESSOR)) add_pair(heap, list, key, found.value);
  }
}

static void list_error(wo_heap *heap, wo_value node, wo_array *list) {
  static const char *const names[] = {"name", "message", "stack", "code", "cause"};
  for (size_t i = 0; i < WO_COUNT(names); i++) {
    wo_value key = wo_intern_ascii(heap->runtime, names[i]);
    wo_property found;
    if (!wo_lookup(heap, node, key, &found) || (found.attrs & WO_ATTR_ACCESSOR)) continue;
    // An enumerable one comes with the other properties.
    wo_property own;
    bool listed = wo_lookup_own(heap, node, key, &own) && (own.attrs & WO_ATTR_ENUMERABLE);
    if (!listed) add_pair(heap, list, key, found.value);
  }
  list_properties(heap, node, list);
}

static void list_table(wo_heap *heap, wo_value node, wo_array *list) {
  wo_map *map = wo_pointer(node);
  bool is_set = map->object.cell.kind == WO_KIND_SET;
  for (uint32_t i = 0; map->table && i < map->table->used; i++) {
    const wo_table_entry *entry = &wo_table_entries(map->table)[i];
    if (entry->key != WO_TOMB) add_pair(heap, list, entry->key, is_set ? entry->key : entry->value);
  }
}

// A new walk over `node`: its number + 1; 0: no memory.
static uint32_t begin_walk(wo_packet *packet, wo_value node) {
  wo_heap *heap = &packet->heap;
  if (packet->walk_count == packet->walk_capacity) {
    uint32_t capacity = packet->walk_capacity ? packet->walk_capacity * 2 : 8;
    wo_value *walks =
        wo_realloc(packet->walks, packet->walk_capacity * sizeof *walks, capacity * sizeof *walks);
    if (!walks) return 0;
    packet->walks = walks;
    packet->walk_capacity = capacity;
  }
  wo_value list = wo_array_new(heap, 8);
  wo_type type = wo_node_type(packet, node);
  if (type == WO_TYPE_ERROR) list_error(heap, node, wo_pointer(list));
  else if (type == WO_TYPE_MAP || type == WO_TYPE_SET) list_table(heap, node, wo_pointer(list));
  else if (wo_is_object(node)) list_properties(heap, node, wo_pointer(list));
  packet->walks[packet->walk_count++] = list;
  return packet->walk_count;
}

// The cursor: number of the walk + 1 in the high half, position in the low one.
bool wo_next_entry(const wo_packet *packet, wo_node node, uint64_t *cursor, wo_node *key,
                   wo_node *value) {
  if (*cursor == 0) *cursor = (uint64_t)begin_walk((wo_packet *)packet, node) << 32;
  uint32_t walk = (uint32_t)(*cursor >> 32), at = (uint32_t)*cursor;
  if (walk == 0 || walk > packet->walk_count) return false;
  wo_array *list = wo_pointer(packet->walks[walk - 1]);
  if (at + 1 >= list->length) return false;
  *key = wo_array_get(list, at);
  *value = wo_array_get(list, at + 1);
  *cursor += 2;
  return true;
}

uint64_t wo_node_identity(wo_node node) { return node; }
