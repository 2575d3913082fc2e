// Images: verified bytecode, loaded into runtime structures. The byte format is written down in
// docs/internals/image.md; image.c reads it, verify.c proves everything the dispatch loop takes for
// granted (register bounds, jump targets on instruction starts, constant kinds, window sizes, map
// order), so a loaded proto needs no checks at run time.
//
// An image and its protos are immutable after load except: the inline caches (one set per shard),
// module-level class objects until the image is frozen, and the templates of module slots.
#ifndef WO_IMAGE_H
#define WO_IMAGE_H

#include "limits.h"
#include "object.h"

typedef enum wo_op {
#define WO_OP(name, a, b, c, x, flags, text) WO_OP_##name,
#include "ops.def"
#undef WO_OP
  WO_OP_COUNT
} wo_op;

// Hash of ops.def and builtins.def as both sides compute it (tables_hash.gen.h).
extern const uint64_t wo_tables_hash;

enum wo_proto_flag {
  WO_PROTO_ARROW = 1,
  WO_PROTO_METHOD = 2,        // no prototype property, not constructible
  WO_PROTO_CLASS = 4,         // class constructor: call without new is a TypeError
  WO_PROTO_DERIVED = 8,       // with CLASS: `this` is uninitialized until super returns
  WO_PROTO_REST = 16,         // register nparams + 1 receives the array of further arguments
  WO_PROTO_CONSTRUCTOR = 32,  // an ordinary function: `new` works, has a prototype property
  WO_PROTO_TOPLEVEL = 64,     // module level, no captures: one function object for all isolates
  WO_PROTO_MODULE = 128,      // the body of a module
  WO_PROTO_LIBRARY = 256,     // frames are left out of stacks (prelude)
};

enum wo_capture_from { WO_CAPTURE_REGISTER, WO_CAPTURE_CAPTURE };
typedef struct wo_capture {
  uint8_t from;   // wo_capture_from, relative to the function that runs CLOSURE
  uint8_t boxed;  // 1: the value is a box (reassigned after capture, or captured before init)
  uint16_t index;
  wo_value name;  // string: for errors that name the binding
} wo_capture;

// Unwind actions of a proto: entries ordered innermost first, pc ranges properly nested.
enum wo_catch_kind {
  WO_CATCH,    // `reg` = thrown value, go on at `handler`; skipped by a forced unwind
  WO_FINALLY,  // `reg` = int 1, `reg`+1 = thrown value (WO_UNWIND when forced), go on at `handler`
  WO_CATCH_DROP,  // release the hold in `reg`
};
typedef struct wo_catch {
  uint32_t start, end;  // pcs (word indices) covered: start <= pc of the instruction < end
  uint32_t handler;     // pc; 0 for WO_CATCH_DROP
  uint8_t kind;
  uint8_t reg;
  uint16_t pad;
} wo_catch;

typedef struct wo_line {
  uint32_t pc;      // first pc of the position
  uint32_t line;    // 1-based
  uint32_t column;  // 1-based
} wo_line;

typedef struct wo_local {
  uint32_t start, end;  // pcs in which the register holds the variable
  uint8_t reg;
  wo_value name;
} wo_local;

typedef struct wo_callname {
  uint32_t pc;    // of a CALL/CALLM/NEW/... or property access instruction
  wo_value text;  // how the callee or object reads in the source: "obj.foo", "(intermediate value)"
} wo_callname;

// One inline cache: what holds for receivers of the shape id (or, of primitives, the pseudo id)
// `shape`. cache.h says how they are used.
typedef enum wo_ic_state {
  WO_IC_EMPTY,
  WO_IC_OWN,           // receiver.slot
  WO_IC_CONST,         // `value`, for ever: prototypes are frozen. UNDEFINED also: no such property
  WO_IC_STEADY,        // the same while no prototype changes (timed)
  WO_IC_HOLDER,        // slot of the shared object `value`
  WO_IC_LINKED,        // slot of the last of the linked prototypes
  WO_IC_LINKED_CONST,  // `value`, behind linked prototypes
  WO_IC_PLAIN,         // `value` if the receiver is a plain object: other kinds have a virtual
                       // property of that name
  WO_IC_GETTER,        // `value` is the getter, a bytecode function
  WO_IC_PLAIN_GETTER,  // the same of a plain object
  WO_IC_SETTER,        // store: `value` is the setter, a bytecode function
  WO_IC_PAIR,          // accessor pair in the slot, of the receiver or the last linked prototype
  WO_IC_ADD,           // store: receiver goes from shape to next_shape, new slot
  WO_IC_LENGTH,        // length of an array or string
  WO_IC_MODULE,        // static field: module slot `slot` of the image of the class `value`
} wo_ic_state;
typedef struct wo_ic {
  union {
    uint32_t shape;
    // OWN, of a plain object with the slot inside: the header that such receivers have, but for the
    // flags, which are 0 here. Any other cache has kind 0, which no object has.
    wo_cell cell;
  };
  uint8_t state;
  uint8_t links : 2;  // prototypes kept in slot 0 of what inherits from them, from the receiver on:
                      // their shapes are `guards`
  uint8_t timed : 1;  // holds only while rt->prototype_epoch is `epoch`
  uint8_t misses : 5;  // of the site: times that the table was asked
  uint16_t slot;
  uint32_t epoch;
  uint32_t guards[2];
  union {
    wo_value value;
    uint32_t next_shape;
  };
} wo_ic;
static_assert(sizeof(wo_ic) == 32, "a cache line holds two");

struct wo_proto {
  const uint32_t *code;
  const wo_value *constants;
  uint32_t window;      // wo_call_window
  uint8_t registers;    // of the window, R[0] and parameters included
  uint8_t params;       // parameter registers R[1]..R[params]
  uint8_t length;       // the `length` property
  uint8_t inline_hint;  // constructors: fields assigned to this
  uint16_t flags;       // wo_proto_flag
  uint16_t ic_count;
  uint16_t constant_count;
  uint16_t capture_count;
  // By shard index: a copy of the constants, so that one pointer is enough for what an instruction
  // names by a number. In front of it stand the inline caches of the shard, zeroed at load.
  wo_value *pools[WO_SHARDS_MAX];
  uint32_t code_length;  // words
  uint32_t index;        // in the image
  wo_image *image;
  wo_value name;             // string
  wo_value static_function;  // TOPLEVEL: the shared function object, else WO_UNDEFINED
  const wo_capture *captures;
  const wo_catch *catches;
  uint32_t catch_count;
  // Entry-module variables this function may reach, directly or through top-level functions:
  // snapshot into the isolate that receives it (Z02). Ascending module slots.
  const uint16_t *snapshot;
  uint32_t snapshot_count;
  // Debug tables, each ascending by pc (start).
  const wo_line *lines;
  const wo_local *locals;
  const wo_callname *callnames;
  uint32_t line_count, local_count, callname_count;
  wo_value file;          // string: source path as compiled
  uint32_t line, column;  // of the function itself
};

// An inline cache in the pool of a shard.
WO_INLINE wo_ic *wo_pool_ic(const wo_value *pool, size_t index) {
  return (wo_ic *)(uintptr_t)pool - 1 - index;
}

// The room that the fast path of a call asks for: the window and one more register, so that filling
// it may go by twos. Classes and functions with a rest parameter ask for more than any fiber has,
// which leaves them to the slow half.
WO_INLINE uint32_t wo_call_window(const wo_proto *proto) {
  bool simple = !(proto->flags & (WO_PROTO_CLASS | WO_PROTO_REST));
  return simple ? proto->registers + 1u : INT32_MAX;
}

enum wo_module_slot_flag {
  WO_SLOT_REASSIGNED = 1,  // assigned after initialization: cannot be captured by spawn (Z03)
  WO_SLOT_ENTRY = 2,       // belongs to the entry module: main's, snapshot at spawn, no template
  WO_SLOT_STATIC = 4,      // a static field of a top-level class
};
typedef struct wo_module_slot {
  wo_value name;  // string
  uint8_t flags;
  uint8_t has_template;   // set at freeze
  uint8_t owns_template;  // the first of the slots that share `template`
  wo_value shared;        // template that is shared as is (primitive, frozen), else WO_UNSET
  wo_message *template;   // template copied at first access, with all slots it was copied with
} wo_module_slot;

typedef struct wo_module {
  wo_value path;         // string
  const wo_proto *body;  // run once, in order, at load; the entry's is main's body
  uint16_t slot_start, slot_count;
} wo_module;

typedef struct wo_export {
  wo_value name;  // string; of the entry (last) module
  uint8_t kind;   // 0: module slot, 1: function (TOPLEVEL proto)
  uint32_t index;
} wo_export;

enum {
  WO_BODIES_NONE,
  WO_BODIES_IMPORTS,  // every module but an entry
  WO_BODIES_ALL,
};

struct wo_image {
  wo_runtime *runtime;
  wo_image *next;  // in the runtime's list
  uint32_t id;     // small, dense, per runtime: index of isolate->modules
  uint64_t hash;   // of the content
  wo_proto *protos;
  uint32_t proto_count;
  const wo_shape **templates;  // shape of each object template
  uint16_t *template_counts;   // keys of it
  uint32_t template_count;
  wo_module *modules;  // evaluation order; the entry is last
  uint32_t module_count;
  wo_module_slot *slots;
  uint32_t slot_count;
  wo_export *exports;
  uint32_t export_count;
  char **export_names;  // UTF-8, by export; one block, made by wo_load
  size_t export_names_size;
  bool load_claimed;    // wo_start or wo_main was called; under the image lock
  bool has_entry;       // the last module is an entry: its slots are main's variables
  _Atomic bool frozen;  // loading is done: classes and prototypes are immutable
  wo_heap *heap;        // shared heap: strings, functions, class objects of this image
  wo_isolate *loader;   // isolate running the module bodies; NULL once frozen
  uint8_t bodies_done;  // WO_BODIES_*: how far the loader got
  bool functions_frozen, templates_made;  // by wo_image_freeze
  uint32_t classes_frozen;                // the first of `classes` that are immutable
  wo_value *classes;  // top-level class objects and prototypes made so far: roots of
  uint32_t class_count, class_capacity;  // `loader` until frozen
  struct wo_arena *arena;  // all of the above that is no cell, the image included (image.c)
};

// Reads, verifies and loads. On refusal answers NULL and writes the broken rule to `error`:
// "function 3 (main), pc 17: JT jumps to 40, outside the code". Names are interned, constants and
// TOPLEVEL functions made in the image's shared heap. Thread: any; takes the runtime's image lock
// to enter the image, so the caller must not hold it.
wo_image *wo_image_load(wo_runtime *rt, const uint8_t *bytes, size_t length, char *error,
                        size_t error_size);
// Reads and verifies only: what wo_image_load would refuse before it makes anything.
bool wo_image_check(const uint8_t *bytes, size_t length, char *error, size_t error_size);
void wo_image_free(wo_image *image);
// Marks every class object, prototype and function made so far immutable; once the bodies of all
// imports ran (bodies_done) also makes the templates of module slots; once all ran sets `frozen`.
// Called at these two points and, before that, by whatever crosses to another isolate (spawn, send). A
// function or prototype that holds something that cannot be shared is passed over, so that a program
// of one fiber never notices; with `crossing` it is a NotSendableError: WO_THREW on `fiber`.
wo_status wo_image_freeze(wo_image *image, wo_fiber *fiber, bool crossing);
// The loader as collectors on other threads may read it, under the runtime's image lock.
void wo_image_set_loader(wo_image *image, wo_isolate *loader);
// The position of a pc; false when the proto has no lines.
bool wo_proto_position(const wo_proto *proto, uint32_t pc, uint32_t *line, uint32_t *column);
const char *wo_op_name(wo_op op);
// Text of an image, NUL-terminated, for `wo disasm` and `wo_run --disasm`; NULL: out of memory. The
// caller frees it: wo_free(text, length + 1).
char *wo_disassemble(const wo_image *image, size_t *length);

// Decoding.
#define WO_GET_OP(w) ((w)&0xFF)
#define WO_GET_A(w) (((w) >> 8) & 0xFF)
#define WO_GET_B(w) (((w) >> 16) & 0xFF)
#define WO_GET_C(w) ((w) >> 24)
#define WO_GET_U16(w) ((w) >> 16)
#define WO_GET_S16(w) ((int32_t)(w) >> 16)

#endif
