// Makes the library: one object per table entry, in the runtime's shared heap, wired as
// builtins.def says, then frozen. Runs once per runtime, on the thread that makes it, before any
// isolate exists, so it may write shared cells freely.
//
// Order: values first (objects and functions without properties, in table order, so that an owner,
// parent or prototype stands before its users), then the prelude image, whose functions need
// Function.prototype, then properties, then the freeze.
#include "builtin.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "alloc.h"
#include "builtins/system.h"
#include "image.h"
#include "prelude.h"

// Owners, parents and prototypes that are no table entry.
enum {
  WO_B_NONE = WO_B_COUNT,
  WO_B_NULLPROTO,
  WO_B_GLOBAL,
  WO_B_STD,
  WO_B_LIBRARY,
  WO_B_INTRINSIC,
};

typedef enum entry_kind {
  ENTRY_OBJECT,
  ENTRY_CLASS,
  ENTRY_ERROR_CLASS,
  ENTRY_FN,
  ENTRY_FIBER_FN,
  ENTRY_ALIAS,
  ENTRY_GETTER,
  ENTRY_NUMBER,
  ENTRY_TEXT,
  ENTRY_SYMBOL,
} entry_kind;

// One line of builtins.def.
typedef struct entry {
  uint8_t kind;
  uint16_t id;       // of the value; ALIAS: of the function
  uint16_t owner;    // property on this entry; CLASS: parent; OBJECT: prototype
  const char *key;   // property key; path of OBJECT, CLASS and ERROR_CLASS
  const char *text;  // ERROR_CLASS: code; FIBER_FN: export; TEXT: value
  double number;
} entry;

static const entry entries[] = {
#define WO_OBJECT_VALUE(id, path, proto) {ENTRY_OBJECT, WO_B_##id, WO_B_##proto, path, NULL, 0},
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig) \
  {ENTRY_CLASS, WO_B_##id, WO_B_##parent, path, NULL, 0},
#define WO_ERROR_CLASS(id, path, code, parent) \
  {ENTRY_ERROR_CLASS, WO_B_##id, WO_B_##parent, path, code, 0},
#define WO_FN(owner, key, id, cfunc, length, scratch, sig) \
  {ENTRY_FN, WO_B_##id, WO_B_##owner, key, NULL, 0},
#define WO_FIBER_FN(owner, key, id, export_name, length, sig) \
  {ENTRY_FIBER_FN, WO_B_##id, WO_B_##owner, key, export_name, 0},
#define WO_ALIAS(owner, key, of) {ENTRY_ALIAS, WO_B_##of, WO_B_##owner, key, NULL, 0},
#define WO_GETTER(owner, key, id, cfunc) {ENTRY_GETTER, WO_B_##id, WO_B_##owner, key, NULL, 0},
#define WO_NUMBER(owner, key, value) {ENTRY_NUMBER, WO_B_NONE, WO_B_##owner, key, NULL, value},
#define WO_TEXT(owner, key, value) {ENTRY_TEXT, WO_B_NONE, WO_B_##owner, key, value, 0},
#define WO_SYMBOL_VALUE(id, key) {ENTRY_SYMBOL, WO_B_##id, WO_B_NONE, key, NULL, 0},
#include "builtins.def"
#undef WO_OBJECT_VALUE
#undef WO_CLASS_VALUE
#undef WO_ERROR_CLASS
#undef WO_FN
#undef WO_FIBER_FN
#undef WO_ALIAS
#undef WO_GETTER
#undef WO_NUMBER
#undef WO_TEXT
#undef WO_SYMBOL_VALUE
};

// What BUILTIN cells point at. Names of symbol-keyed functions are put right in name_builtins.
static wo_builtin builtins[WO_B_COUNT] = {
#define WO_OBJECT_VALUE(id, path, proto)
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig) \
  [WO_B_##id] = {path, cfunc, NULL, length, flags, scratch},
#define WO_ERROR_CLASS(id, path, code, parent) \
  [WO_B_##id] = {path, wo_b_error, NULL, 1, WO_BUILTIN_CONSTRUCTOR, 0},
#define WO_FN(owner, key, id, cfunc, length, scratch, sig) \
  [WO_B_##id] = {key, \
                 cfunc, \
                 NULL, \
                 length, \
                 (scratch) == WO_LEAF ? WO_BUILTIN_LEAF : 0, \
                 (scratch) == WO_LEAF ? 0 : (scratch)},
#define WO_FIBER_FN(owner, key, id, export_name, length, sig) \
  [WO_B_##id] = {key, NULL, export_name, length, 0, 0},
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc) [WO_B_##id] = {"get " key, cfunc, NULL, 0, 0, 0},
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key)
#include "builtins.def"
#undef WO_OBJECT_VALUE
#undef WO_CLASS_VALUE
#undef WO_ERROR_CLASS
#undef WO_FN
#undef WO_FIBER_FN
#undef WO_ALIAS
#undef WO_GETTER
#undef WO_NUMBER
#undef WO_TEXT
#undef WO_SYMBOL_VALUE
};
static_assert(WO_B_COUNT <= 65535 - 8, "LOADG's operand has 16 bits");

// Function.prototype is a function that answers undefined.
static wo_status function_prototype(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  (void)shard, (void)fiber, (void)args, (void)argc;
  *result = WO_UNDEFINED;
  return WO_DONE;
}

static const struct {
  const char *key, *function, *getter;
} symbol_names[] = {
    {"@@iterator", "[Symbol.iterator]", "get [Symbol.iterator]"},
    {"@@hasInstance", "[Symbol.hasInstance]", "get [Symbol.hasInstance]"},
    {"@@toPrimitive", "[Symbol.toPrimitive]", "get [Symbol.toPrimitive]"},
    {"@@toStringTag", "[Symbol.toStringTag]", "get [Symbol.toStringTag]"},
    {"@@dispose", "[Symbol.dispose]", "get [Symbol.dispose]"},
    {"@@species", "[Symbol.species]", "get [Symbol.species]"},
};

// "@@iterator" becomes "[Symbol.iterator]", "std.WoError" becomes "WoError". Once per process: the
// table is shared by all runtimes.
static void name_builtins(void) {
  for (uint32_t id = 0; id < WO_B_COUNT; id++) {
    const char *name = builtins[id].name;
    if (!name) continue;
    bool getter = strncmp(name, "get ", 4) == 0;
    for (size_t i = 0; i < WO_COUNT(symbol_names); i++) {
      if (strcmp(getter ? name + 4 : name, symbol_names[i].key) != 0) continue;
      builtins[id].name = getter ? symbol_names[i].getter : symbol_names[i].function;
    }
    if (strncmp(name, "std.", 4) == 0) builtins[id].name = name + 4;
  }
  builtins[WO_B_AggregateError].length = 2;
  builtins[WO_B_SuppressedError].length = 3;
  builtins[WO_B_Function_prototype] = (wo_builtin){"", function_prototype, NULL, 0, 0, 0};
}

wo_value wo_builtin_value(wo_runtime *rt, wo_builtin_id id) { return rt->builtin_values[id]; }

wo_value wo_new_prototype(wo_fiber *fiber, wo_builtin_id fallback) {
  wo_heap *heap = &fiber->isolate->heap;
  wo_property found;
  if (wo_is_object(fiber->new_target) &&
      wo_lookup(heap, fiber->new_target, wo_name(heap->runtime, WO_NAME_prototype), &found) &&
      !(found.attrs & WO_ATTR_ACCESSOR) && wo_is_object(found.value)) {
    return found.value;
  }
  return heap->runtime->builtin_values[fallback];
}

// The key of a property: an interned string, or a well-known symbol for "@@name".
static wo_value key_value(wo_runtime *rt, const char *key) {
  if (key[0] != '@' || key[1] != '@') return wo_intern_ascii(rt, key);
  for (size_t i = 0; i < WO_COUNT(entries); i++) {
    if (entries[i].kind == ENTRY_SYMBOL && strcmp(entries[i].key, key + 2) == 0) {
      return rt->builtin_values[entries[i].id];
    }
  }
  WO_ASSERT(!"builtins.def names a symbol it does not define");
  return WO_UNDEFINED;
}

static wo_value object_over(wo_runtime *rt, wo_value proto) {
  return wo_object_with_proto(&rt->shared, proto, 0);
}

// A BUILTIN cell; `proto` is what the function inherits from.
static wo_value function_over(wo_runtime *rt, uint32_t id, wo_value proto) {
  wo_shape *shape = wo_shape_root(rt, proto);
  wo_builtin_function *fn = wo_heap_alloc(&rt->shared, sizeof *fn);
  uint32_t shape_id = shape ? shape->id : WO_SHAPE_NONE;
  wo_cell_init(&rt->shared, &fn->object.cell, WO_KIND_BUILTIN, shape_id, 0);
  fn->object.slots = NULL;
  fn->builtin = &builtins[id];
  return wo_from_object(fn);
}

static wo_value symbol_value(wo_runtime *rt, const char *key) {
  char text[40];
  snprintf(text, sizeof text, "Symbol.%s", key);
  return wo_symbol_new(&rt->shared, wo_intern_ascii(rt, text));
}

// A class's prototype and constructor. Those of Object and Function exist already.
static void make_class(wo_runtime *rt, const entry *e) {
  wo_value *values = rt->builtin_values;
  bool root = e->owner == WO_B_NONE;
  uint32_t proto = e->id + 1u;
  WO_ASSERT(root || values[e->owner] != WO_UNDEFINED);
  if (values[proto] == WO_UNDEFINED) {
    values[proto] = object_over(rt, values[root ? WO_B_Object_prototype : e->owner + 1]);
  }
  values[e->id] = function_over(rt, e->id, values[root ? WO_B_Function_prototype : e->owner]);
}

static void make_values(wo_runtime *rt) {
  wo_value *values = rt->builtin_values;
  values[WO_B_Object_prototype] = object_over(rt, WO_NULL);
  values[WO_B_Function_prototype] =
      function_over(rt, WO_B_Function_prototype, values[WO_B_Object_prototype]);
  for (size_t i = 0; i < WO_COUNT(entries); i++) {
    const entry *e = &entries[i];
    switch ((entry_kind)e->kind) {
      case ENTRY_OBJECT:
        values[e->id] = object_over(rt, e->owner == WO_B_NULLPROTO ? WO_NULL : values[e->owner]);
        break;
      case ENTRY_CLASS:
      case ENTRY_ERROR_CLASS: make_class(rt, e); break;
      case ENTRY_FN:
      case ENTRY_GETTER:
        values[e->id] = function_over(rt, e->id, values[WO_B_Function_prototype]);
        break;
      case ENTRY_SYMBOL: values[e->id] = symbol_value(rt, e->key); break;
      case ENTRY_FIBER_FN:
      case ENTRY_ALIAS:
      case ENTRY_NUMBER:
      case ENTRY_TEXT: break;
    }
  }
}

// The prelude's function behind a FIBER_FN entry, renamed as the property is; UNDEFINED: none.
static wo_value prelude_function(wo_runtime *rt, const entry *e) {
  wo_image *image = rt->prelude;
  wo_value name = wo_intern_ascii(rt, e->text);
  for (uint32_t i = 0; i < image->export_count; i++) {
    if (image->exports[i].name != name || image->exports[i].kind != 1) continue;
    wo_proto *proto = &image->protos[image->exports[i].index];
    proto->name = wo_intern_ascii(rt, builtins[e->id].name);
    proto->length = builtins[e->id].length;
    proto->flags |= WO_PROTO_METHOD;
    return proto->static_function;
  }
  return WO_UNDEFINED;
}

// Loads lib/std/prelude as compiled. Its module body is empty and never runs: the image is a bag of
// functions that hold no state.
static bool load_prelude(wo_runtime *rt, char *error, size_t error_size) {
  if (wo_prelude_image_size == 0) return true;
  char why[200];
  rt->prelude = wo_image_load(rt, wo_prelude_image, wo_prelude_image_size, why, sizeof why);
  if (!rt->prelude) {
    snprintf(error, error_size, "prelude: %s; run scripts/gen-prelude.mjs", why);
    return false;
  }
  for (size_t i = 0; i < WO_COUNT(entries); i++) {
    const entry *e = &entries[i];
    if (e->kind != ENTRY_FIBER_FN) continue;
    rt->builtin_values[e->id] = prelude_function(rt, e);
    if (rt->builtin_values[e->id] == WO_UNDEFINED) {
      snprintf(error, error_size, "prelude: no function %s; run scripts/gen-prelude.mjs", e->text);
      return false;
    }
  }
  return true;
}

static void define(wo_runtime *rt, uint32_t owner, wo_value key, wo_value value, uint8_t attrs) {
  wo_define(&rt->shared, rt->builtin_values[owner], key, value, attrs);
}

static void define_class(wo_runtime *rt, const entry *e) {
  uint32_t proto = e->id + 1u;
  define(rt, e->id, wo_intern_ascii(rt, "prototype"), rt->builtin_values[proto], 0);
  define(rt, proto, wo_intern_ascii(rt, "constructor"), rt->builtin_values[e->id], WO_ATTR_METHOD);
  if (e->kind != ENTRY_ERROR_CLASS) return;
  define(rt, proto, wo_intern_ascii(rt, "name"), wo_intern_ascii(rt, builtins[e->id].name),
         WO_ATTR_METHOD);
  define(rt, proto, wo_intern_ascii(rt, "message"), wo_intern_ascii(rt, ""), WO_ATTR_METHOD);
  if (e->text[0]) {
    define(rt, proto, wo_intern_ascii(rt, "code"), wo_intern_ascii(rt, e->text), WO_ATTR_METHOD);
  }
}

// Symbol.iterator and the others, on the Symbol constructor where there is one.
static void define_symbol(wo_runtime *rt, const entry *e) {
  for (size_t i = 0; i < WO_COUNT(entries); i++) {
    if (entries[i].kind == ENTRY_CLASS && strcmp(entries[i].key, "Symbol") == 0) {
      define(rt, entries[i].id, wo_intern_ascii(rt, e->key), rt->builtin_values[e->id], 0);
    }
  }
}

static void define_properties(wo_runtime *rt) {
  for (size_t i = 0; i < WO_COUNT(entries); i++) {
    const entry *e = &entries[i];
    bool member = e->owner < WO_B_COUNT;
    switch ((entry_kind)e->kind) {
      case ENTRY_OBJECT: break;
      case ENTRY_CLASS:
      case ENTRY_ERROR_CLASS: define_class(rt, e); break;
      case ENTRY_FN:
      case ENTRY_FIBER_FN:
      case ENTRY_ALIAS: {
        wo_value value = rt->builtin_values[e->id];
        if (!member || value == WO_UNDEFINED) break;
        // Symbol methods that programs may not even shadow by assignment are read-only in the
        // specification; Function.prototype[Symbol.hasInstance] is the one that shows.
        uint8_t attrs = strcmp(e->key, "@@hasInstance") == 0 ? 0
                      : strcmp(e->key, "@@toPrimitive") == 0 ? WO_ATTR_CONFIGURABLE
                                                             : WO_ATTR_METHOD;
        define(rt, e->owner, key_value(rt, e->key), value, attrs);
        break;
      }
      case ENTRY_GETTER:
        wo_define_accessor(&rt->shared, rt->builtin_values[e->owner], key_value(rt, e->key),
                           rt->builtin_values[e->id], WO_UNDEFINED, WO_ATTR_CONFIGURABLE);
        break;
      case ENTRY_NUMBER:
        // A global number is known to the compiler alone.
        if (!member) break;
        define(rt, e->owner, wo_intern_ascii(rt, e->key), wo_from_number(e->number), 0);
        break;
      case ENTRY_TEXT:
        define(rt, e->owner, key_value(rt, e->key), wo_intern_ascii(rt, e->text),
               WO_ATTR_CONFIGURABLE);
        break;
      case ENTRY_SYMBOL: define_symbol(rt, e); break;
    }
  }
}

// From here on every write to a library object is refused, and caches may keep what they found.
static void freeze(wo_runtime *rt) {
  for (uint32_t id = 0; id < WO_B_COUNT; id++) {
    wo_value v = rt->builtin_values[id];
    if (wo_is_object(v)) wo_cell_of(v)->flags |= WO_CELL_FROZEN;
  }
  if (!rt->prelude) return;
  for (uint32_t i = 0; i < rt->prelude->proto_count; i++) {
    wo_value v = rt->prelude->protos[i].static_function;
    if (wo_is_object(v)) wo_cell_of(v)->flags |= WO_CELL_FROZEN;
  }
  atomic_store(&rt->prelude->frozen, true);
}

wo_status wo_builtins_init(wo_runtime *rt, char *error, size_t error_size) {
  static pthread_once_t named = PTHREAD_ONCE_INIT;
  pthread_once(&named, name_builtins);
  rt->builtin_values = wo_alloc(WO_B_COUNT * sizeof(wo_value));
  if (!rt->builtin_values) {
    snprintf(error, error_size, "out of memory");
    return WO_THREW;
  }
  for (uint32_t id = 0; id < WO_B_COUNT; id++) rt->builtin_values[id] = WO_UNDEFINED;
  make_values(rt);
  if (!load_prelude(rt, error, error_size)) return WO_THREW;
  wo_system_init(rt);
  define_properties(rt);
  freeze(rt);
  return WO_DONE;
}

void wo_builtins_free(wo_runtime *rt) {
  if (rt->builtin_values) wo_free(rt->builtin_values, WO_B_COUNT * sizeof(wo_value));
  rt->builtin_values = NULL;
}
