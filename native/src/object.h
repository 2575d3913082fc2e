// Heap cells and objects. Every cell starts with an 8-byte wo_cell; every object with a wo_object,
// which adds the pointer to its property store. Layouts are plain structs the collector knows by
// kind (gc.c is the one place that walks them, together with message.c which copies them).
//
// Where a property lives: shape (shape.h) maps a key to a slot number; slot s is `fields[s]` of a
// plain OBJECT while s < inline_cap, else `slots->items[s - inline_cap]`. Kinds other than OBJECT
// have inline_cap 0 for properties. In dictionary mode (shape is a dictionary shape) `slots` points
// at a wo_table instead, and `fields` is unused.
//
// An object whose shape has WO_SHAPE_PROTO_SLOT keeps its prototype in slot 0.
#ifndef WO_OBJECT_H
#define WO_OBJECT_H

#include "shape.h"
#include "value.h"

typedef enum wo_kind {
#define WO_KIND(name, tag, text) WO_KIND_##name,
#include "kinds.def"
#undef WO_KIND
  WO_KIND_COUNT
} wo_kind;

// Cell flags.
enum {
  WO_CELL_SHARED = 1,   // outside every isolate heap, never moves, never collected
  WO_CELL_FROZEN = 2,   // published: any write is refused (also to elements)
  WO_CELL_LARGE = 4,    // alone in a chunk of its own; marked, never moved
  WO_CELL_OLD = 8,      // has survived in a generational heap, and is not in its list of cells
                        // written to (heap.h); the test of the write barrier
  WO_CELL_SEALED = 16,  // not extensible (Object.preventExtensions/seal/freeze of own objects)
  WO_CELL_MARKED = 32,  // large cells only: reached in the collection under way
  WO_CELL_CLASS = 64,   // FUNCTION only: a class constructor
  WO_CELL_FLAG = 128,   // free for the kind: see the struct
  // OBJECT and FUNCTION only: a shared object, not frozen, that others inherit from. Caches rely on
  // it: whoever changes it bumps rt->prototype_epoch.
  WO_CELL_PROTOTYPE = WO_CELL_FLAG,
};

// `extra` by kind: OBJECT inline_cap; FUNCTION/BOUND number of captures/bound arguments; STRING
// unused; others 0 unless the struct says so.
typedef struct wo_cell {
  uint32_t shape;  // shape id of an object; hash of a string (0: not yet computed)
  uint8_t kind;
  uint8_t flags;
  uint16_t extra;
} wo_cell;
static_assert(sizeof(wo_cell) == 8, "cell header is one word");

// The header as one number, without some of its flags.
WO_INLINE uint64_t wo_cell_header(const wo_cell *cell, uint8_t without) {
  uint64_t header, mask;
  const wo_cell drop = {.flags = without};
  memcpy(&header, cell, sizeof header);
  memcpy(&mask, &drop, sizeof mask);
  return header & ~mask;
}

// A counted run of values: elements of arrays, overflow property slots.
typedef struct wo_vector {
  wo_cell cell;
  uint32_t capacity;
  uint32_t pad;
  wo_value items[];
} wo_vector;

typedef struct wo_object {
  wo_cell cell;
  void *slots;  // wo_vector, wo_table (dictionary mode) or NULL
} wo_object;

typedef struct wo_plain {
  wo_object object;
  wo_value fields[];  // cell.extra of them
} wo_plain;

// Dense with holes: elements at or past its room (wo_array_room) read as holes, so a large length costs
// nothing. A write far past the capacity moves all elements to the dictionary (WO_CELL_FLAG set,
// `elements` NULL, index keys held as int values in the table), where index keys also live for
// plain objects. Elements at or past `length` are holes: whoever shortens an array clears them.
typedef struct wo_array {
  wo_object object;
  wo_vector *elements;  // NULL while empty
  uint32_t length;
  uint32_t start;  // element i is items[start + i]: a shift moves the start, not the elements. What
                   // is before it are holes.
} wo_array;

// The elements of an array that has any, and how many there is room for.
WO_INLINE wo_value *wo_array_items(const wo_array *array) {
  return array->elements->items + array->start;
}
WO_INLINE uint32_t wo_array_room(const wo_array *array) {
  return array->elements ? array->elements->capacity - array->start : 0;
}

// A closure over `proto`. By-value captures and boxes sit in `captures` (cell.extra of them).
// `home` is the object a method was defined on (super lookups); for a class constructor it is the
// class's prototype object. `instance_shape` is the root shape of what `new` makes, 0 until known.
typedef struct wo_function {
  wo_object object;
  const wo_proto *proto;
  wo_value home;
  wo_value parent;  // class constructor: the superclass (object), null for `extends null`,
                    // WO_HOLE for a base class; UNDEFINED otherwise
  uint32_t instance_shape;
  uint16_t inline_hint;  // fields seen on instances; sizes the next ones
  uint16_t pad;
  wo_value captures[];
} wo_function;

typedef struct wo_builtin_function {
  wo_object object;
  const wo_builtin *builtin;
} wo_builtin_function;

typedef struct wo_bound {
  wo_object object;
  wo_value target;
  wo_value self;
  wo_value arguments[];  // cell.extra of them
} wo_bound;

// `message`, `cause` and added fields are ordinary properties. `trace` is a BUFFER of
// wo_trace_entry (fiber.h) taken at construction. The first read of `stack` renders it, under the name
// and message the error has then, and keeps the text (not in a shared error, which never changes).
typedef struct wo_error {
  wo_object object;
  wo_value trace;  // BUFFER cell, or the text of `stack`, or UNDEFINED: no frames
} wo_error;

// Map and Set: an insertion-ordered table.
typedef struct wo_map {
  wo_object object;
  struct wo_table *table;
} wo_map;

// Uint8Array. The bytes live in a BUFFER cell.
typedef struct wo_bytes {
  wo_object object;
  struct wo_buffer *buffer;
  uint32_t offset;
  uint32_t length;
} wo_bytes;

typedef struct wo_buffer {
  wo_cell cell;  // FLAG: of a rope, and holds uint16_t units
  uint32_t length;
  uint32_t used;  // of a rope (string.h): units written so far
  uint8_t data[];
} wo_buffer;

// Built-in iterator objects (what arr.values(), map.entries(), ... answer).
typedef enum wo_iter_mode { WO_ITER_KEYS, WO_ITER_VALUES, WO_ITER_ENTRIES } wo_iter_mode;
typedef struct wo_iterator {
  wo_object object;
  wo_value target;    // array, string, map, set, bytes or channel; UNDEFINED once exhausted
  uint32_t position;  // next index (code units for strings; entry index for tables)
  uint32_t mode;      // wo_iter_mode
} wo_iterator;

typedef struct wo_primitive {
  wo_object object;
  wo_value value;
} wo_primitive;

typedef struct wo_symbol {
  wo_cell cell;          // FLAG: a private name (#x), never visible to reflection
  wo_value description;  // string or UNDEFINED
  uint32_t hash;
  uint32_t id;
} wo_symbol;

// A captured variable that is written after capture.
typedef struct wo_box {
  wo_cell cell;
  wo_value value;  // WO_HOLE until initialized
} wo_box;

typedef struct wo_accessor {
  wo_cell cell;
  wo_value get;  // function or UNDEFINED
  wo_value set;
} wo_accessor;

// Where slot `slot` of an object that is not in dictionary mode lives.
WO_INLINE wo_value *wo_object_slot(wo_object *object, uint32_t slot) {
  uint32_t inside = object->cell.kind == WO_KIND_OBJECT ? object->cell.extra : 0;
  if (slot < inside) return &((wo_plain *)object)->fields[slot];
  return &((wo_vector *)object->slots)->items[slot - inside];
}
// The cell that slot is in, for the write barrier. `slots` may be the table, too.
WO_INLINE void *wo_object_slot_owner(wo_object *object, const wo_value *slot) {
  bool inside = object->cell.kind == WO_KIND_OBJECT &&
                (uintptr_t)slot - (uintptr_t)object < sizeof(wo_plain) + object->cell.extra * 8u;
  return inside ? (void *)object : object->slots;
}
WO_INLINE wo_cell *wo_cell_of(wo_value v) { return (wo_cell *)wo_pointer(v); }
WO_INLINE bool wo_has_kind(wo_value v, wo_kind kind) {
  return wo_is_object(v) && wo_cell_of(v)->kind == kind;
}
WO_INLINE bool wo_is_array(wo_value v) { return wo_has_kind(v, WO_KIND_ARRAY); }
WO_INLINE bool wo_is_symbol(wo_value v) {
  return wo_is_cell(v) && wo_cell_of(v)->kind == WO_KIND_SYMBOL;
}
WO_INLINE bool wo_is_callable(wo_value v) {
  return wo_is_object(v) && wo_cell_of(v)->kind >= WO_KIND_FUNCTION &&
         wo_cell_of(v)->kind <= WO_KIND_BOUND;
}

// --- constructors (object.c, array.c, function.c): never fail, never collect (heap.h) ---
wo_value wo_object_new(wo_heap *heap, uint32_t inline_cap);  // Object.prototype
wo_value wo_object_with_proto(wo_heap *heap, wo_value proto, uint32_t inline_cap);  // or null
wo_value wo_object_of_shape(wo_heap *heap, const wo_shape *shape, uint32_t inline_cap);
wo_value wo_array_new(wo_heap *heap, uint32_t capacity);
wo_value wo_array_of(wo_heap *heap, const wo_value *items, uint32_t count);
wo_value wo_function_new(wo_heap *heap, const wo_proto *proto);  // captures start UNDEFINED
wo_value wo_bytes_new(wo_heap *heap, uint32_t length);           // zeroed
wo_value wo_error_new(wo_heap *heap, wo_fiber *fiber, uint32_t class_id, wo_value message);
// `proto`: what the error inherits from; its header takes the name found there.
wo_value wo_error_with_proto(wo_heap *heap, wo_fiber *fiber, wo_value proto, wo_value message);
// Takes a Map's or Set's table as the target (table.h says how to walk it).
wo_value wo_iterator_new(wo_heap *heap, wo_value target, wo_iter_mode mode);
wo_value wo_map_new(wo_heap *heap, wo_kind kind);  // MAP or SET
// Object(1), new String("x"): `value` wrapped, inheriting from `proto` (builtins/object.c).
wo_value wo_primitive_new(wo_heap *heap, wo_value proto, wo_value value);
wo_value wo_box_new(wo_heap *heap, wo_value value);
wo_value wo_symbol_new(wo_heap *heap, wo_value description);
// The `prototype` object of a plain constructor function: made on first use, or, for shared
// functions, by the loader. Nothing when the function has none or it exists.
void wo_function_make_prototype(wo_heap *heap, wo_function *fn);
wo_value wo_function_name(wo_heap *heap, wo_value fn);  // own `name` when a string, else ""

// --- properties (object.c) ---
// A property key is an int32 >= 0 (array index), an interned string, a plain string, or a symbol.
// wo_to_key turns any primitive into one: numeric strings that are canonical array indices
// ("0".."4294967294") become numbers; other strings become flat, and interned where the runtime
// knows the name. Objects need ToPrimitive first (operator frames do it).
wo_value wo_to_key(wo_heap *heap, wo_value primitive);

typedef struct wo_property {
  wo_value value;   // data value, or a wo_accessor cell when attrs has WO_ATTR_ACCESSOR
  wo_value holder;  // the object it was found on
  uint8_t attrs;    // wo_attr bits
  uint8_t hops;     // prototype links followed; 255: a virtual property, or too many: not cacheable
  uint32_t slot;    // of the holder; of the image's module slots with WO_ATTR_MODULE
} wo_property;

// name, length and prototype while nothing of the kind is stored (object.c asks).
bool wo_function_virtual(wo_heap *heap, wo_value fn, wo_value key, wo_property *out);
// Looks `key` up on `object` (any value: primitives answer from their prototypes) and its
// prototype chain. False when absent. Never runs fiber code. Knows the virtual properties: length
// of arrays, strings, functions and byte arrays, name of functions, stack of errors, indices.
bool wo_lookup(wo_heap *heap, wo_value object, wo_value key, wo_property *out);
bool wo_lookup_own(wo_heap *heap, wo_value object, wo_value key, wo_property *out);
// The same as wo_lookup without what `object` has of its own; hops count from it nevertheless.
bool wo_lookup_inherited(wo_heap *heap, wo_value object, wo_value key, wo_property *out);

// Why a write did not happen; the caller raises the TypeError (strict mode) or calls the setter.
typedef enum wo_write {
  WO_WRITE_OK,
  WO_WRITE_SETTER,  // out->value is the accessor cell
  WO_WRITE_READONLY,
  WO_WRITE_NO_SETTER,
  WO_WRITE_NOT_EXTENSIBLE,
  WO_WRITE_FROZEN,  // published object
  WO_WRITE_NOT_OBJECT,
  WO_WRITE_BAD_LENGTH,  // array length: RangeError
} wo_write;
// Ordinary assignment object[key] = value.
wo_write wo_store(wo_heap *heap, wo_value object, wo_value key, wo_value value, wo_property *out);
// For keys a program computes, on plain objects in dictionary mode: the own data property, or WO_HOLE
// where wo_lookup must say; an assignment, or false where wo_store must make it.
wo_value wo_dictionary_get(wo_heap *heap, wo_value object, wo_value key);
bool wo_dictionary_set(wo_heap *heap, wo_value object, wo_value key, wo_value value);
// CreateDataProperty / DefineProperty with given attributes, on the object itself.
wo_write wo_define(wo_heap *heap, wo_value object, wo_value key, wo_value value, uint8_t attrs);
wo_write wo_define_accessor(wo_heap *heap, wo_value object, wo_value key, wo_value get,
                            wo_value set, uint8_t attrs);  // UNDEFINED keeps the other half
// Definitions on an existing property follow ValidateAndApplyPropertyDescriptor: WO_WRITE_READONLY
// when its not being configurable forbids the change.
bool wo_delete(wo_heap *heap, wo_value object, wo_value key);  // false: not configurable
// Whether a property of that key is stored (not virtual) on the object itself.
bool wo_object_has_stored(wo_heap *heap, wo_value object, wo_value key);
// Adds a property that is known to be absent, whatever the object's flags.
void wo_object_add(wo_heap *heap, wo_value object, wo_value key, wo_value value, uint8_t attrs);
// Puts an object into dictionary mode; nothing when it is.
void wo_object_to_dictionary(wo_heap *heap, wo_object *object);
wo_value wo_prototype_of(wo_heap *heap, wo_value v);  // any value; null at the end
bool wo_set_prototype(wo_heap *heap, wo_value object, wo_value proto);  // false: cycle or frozen
// Object.preventExtensions, seal and freeze. A frozen object has both FROZEN and SEALED set; FROZEN
// alone says published, and its writes answer WO_WRITE_FROZEN instead of READONLY. Private names
// are exempt unless published.
typedef enum wo_integrity { WO_NOT_EXTENSIBLE, WO_SEALED, WO_FROZEN } wo_integrity;
void wo_set_integrity(wo_heap *heap, wo_value object, wo_integrity level);
bool wo_has_integrity(wo_heap *heap, wo_value object, wo_integrity level);
// Own keys in JavaScript's order (indices, strings, symbols) as an array of strings and symbols.
enum { WO_KEYS_STRINGS = 1, WO_KEYS_SYMBOLS = 2, WO_KEYS_ENUMERABLE = 4 };
wo_value wo_own_keys(wo_heap *heap, wo_value object, int which);
// Asks for room for the names of the indices of a string, an array or bytes, which take far more than
// what they are indices of, and `more` bytes with each: as wo_heap_reserve.
wo_status wo_keys_reserve(wo_fiber *fiber, wo_value v, uint32_t more);

// --- arrays (array.c) ---
wo_value wo_array_get(wo_array *array, uint32_t index);  // WO_HOLE when absent; dense part only
// Callers have looked at FROZEN and SEALED, and that the length stays below 2^32.
void wo_array_push(wo_heap *heap, wo_array *array, wo_value value);
// Room for `more` elements behind the last one of a dense array.
void wo_array_reserve(wo_heap *heap, wo_array *array, uint32_t more);
wo_write wo_array_set(wo_heap *heap, wo_array *array, uint32_t index, wo_value value);
wo_write wo_array_set_length(wo_heap *heap, wo_array *array, uint32_t length);
void wo_array_make_sparse(wo_heap *heap, wo_array *array);
WO_INLINE bool wo_array_is_dense(const wo_array *array) {
  return !(array->object.cell.flags & WO_CELL_FLAG);
}

#endif
