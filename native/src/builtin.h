// Builtins: native functions of the library, and the protocol between them and dispatch.
//
//   wo_status fn(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, wo_value *result)
//
// args[-1] is `this`, args[-2] the function called, args[0..argc) the arguments (read missing ones
// with wo_arg). `result` is where a WO_DONE result goes. The heap is fiber->isolate->heap. What a
// builtin may answer is in base.h (wo_status); the rules:
//
//  - It never runs fiber code and never enters dispatch. To call a function it puts callee, this and
//    arguments into fiber->call with wo_call(), sets its own `step`, answers WO_CALL, and is run
//    again with the call's result in fiber->call.result and fiber->step equal to that step. From its
//    first WO_CALL (or WO_YIELD) on it has a frame: `scratch` registers behind its arguments keep its
//    state between steps (wo_scratch). Everything else on the C stack is lost, and values held there
//    may have moved.
//  - step is 0 on the first run and on every re-run after WO_PARKED or WO_RETRY that happened at
//    step 0.
//  - It charges fiber->shard->budget for work beyond constant time (wo_charge), and one that may run
//    for more than about a millisecond saves its progress in scratch and answers WO_YIELD when the
//    budget is spent.
//  - A constructor finds new.target in fiber->new_target at every step, UNDEFINED in a plain call. Its
//    `this` register is where that is kept meanwhile.
//  - It throws by wo_throw_*() and `return WO_THREW`.
#ifndef WO_BUILTIN_H
#define WO_BUILTIN_H

#include "fiber.h"
#include "heap.h"
#include "isolate.h"
#include "shard.h"
#include "string.h"

typedef wo_status (*wo_builtin_fn)(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result);

enum wo_builtin_flag {
  WO_BUILTIN_CONSTRUCTOR =
      1,                    // `new` allowed: fiber->new_target is the constructor, else UNDEFINED
  WO_BUILTIN_NEW_ONLY = 2,  // a call without `new` is a TypeError
  WO_BUILTIN_LEAF = 4,      // never answers WO_CALL and never asks for its frame
};

// In place of the scratch registers in builtins.def: WO_BUILTIN_LEAF.
#define WO_LEAF 255

struct wo_builtin {
  const char *name;
  wo_builtin_fn fn;  // NULL for one written in fiber code (prelude export `fiber_name`)
  const char *fiber_name;
  uint8_t length;  // the `length` property
  uint8_t flags;
  uint8_t scratch;  // registers it needs once it has a frame
};

// The builtin table: every value LOADG can name. Index order is builtins.def's.
typedef enum wo_builtin_id {
#define WO_OBJECT_VALUE(id, path, proto) WO_B_##id,
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig) \
  WO_B_##id, WO_B_##id##_prototype,
#define WO_FN(owner, key, id, cfunc, length, scratch, sig) WO_B_##id,
#define WO_FIBER_FN(owner, key, id, export_name, length, sig) WO_B_##id,
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc) WO_B_##id,
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key) WO_B_##id,
#define WO_ERROR_CLASS(id, name, code, parent) WO_B_##id, WO_B_##id##_prototype,
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
  WO_B_COUNT
} wo_builtin_id;

// The native functions behind the table: one declaration for each file of builtins/.
#define WO_BUILTIN_DECLARE(cfunc) \
  wo_status cfunc(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, \
                  wo_value *result);
#define WO_OBJECT_VALUE(id, path, proto)
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig) \
  WO_BUILTIN_DECLARE(cfunc)
#define WO_FN(owner, key, id, cfunc, length, scratch, sig) WO_BUILTIN_DECLARE(cfunc)
#define WO_FIBER_FN(owner, key, id, export_name, length, sig)
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc) WO_BUILTIN_DECLARE(cfunc)
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key)
#define WO_ERROR_CLASS(id, name, code, parent)
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
// The constructor of every error class: which one, it learns from the function called (args[-2]) or
// fiber->new_target (builtins/error.c).
WO_BUILTIN_DECLARE(wo_b_error)

WO_INLINE wo_value wo_arg(const wo_value *args, uint32_t argc, uint32_t i) {
  return i < argc ? args[i] : WO_UNDEFINED;
}
// This builtin's scratch registers; valid once it has a frame, that is, when fiber->step != 0, and
// before it answers its first WO_CALL or WO_YIELD after calling wo_need_frame.
wo_value *wo_scratch(wo_fiber *fiber);
// Gives the running builtin its frame now (it becomes the top frame; args may move: use the
// returned pointer from here on). Idempotent.
wo_value *wo_need_frame(wo_fiber *fiber, wo_value *args, uint32_t argc);
// Fills fiber->call; `return wo_call(fiber, step, fn, self, n, v0, v1, ...)` answers WO_CALL. Needs a
// frame (calls wo_need_frame itself when there is none, so args/scratch must be re-read).
wo_status wo_call(wo_fiber *fiber, uint32_t step, wo_value fn, wo_value self, uint32_t argc, ...);
wo_status wo_call_array(wo_fiber *fiber, uint32_t step, wo_value fn, wo_value self, uint32_t argc,
                        const wo_value *argv);

// Throwing. Each sets fiber->thrown to a new error with the fiber's stack and answers WO_THREW.
WO_PRINTF(2, 3) wo_status wo_throw_type(wo_fiber *fiber, const char *format, ...);
WO_PRINTF(2, 3) wo_status wo_throw_range(wo_fiber *fiber, const char *format, ...);
WO_PRINTF(2, 3) wo_status wo_throw_reference(wo_fiber *fiber, const char *format, ...);
WO_PRINTF(3, 4)
wo_status wo_throw(wo_fiber *fiber, wo_builtin_id error_class, const char *format, ...);
wo_status wo_throw_value(wo_fiber *fiber, wo_value value);
// The same with every % of `format` replaced by the next value, worded as V8 does in messages: #<A>,
// [object Array], Symbol(x), other primitives as strings (builtins/error.c). Arguments: wo_value each.
wo_status wo_throw_about(wo_fiber *fiber, wo_builtin_id error_class, const char *format, ...);
// For a string that could not be made (WO_HOLE from string.h): "Invalid string length", or
// OutOfMemoryError where the quota is what forbids it.
wo_status wo_throw_length(wo_fiber *fiber);
// "number 1 is not iterable (cannot read property Symbol(Symbol.iterator))".
wo_status wo_throw_not_iterable(wo_fiber *fiber, wo_value v);
// IoError for errno, e.g. "ENOENT: no such file or directory, open 'x'" as Node words it.
wo_status wo_throw_io(wo_fiber *fiber, int error, const char *syscall, const char *path);

// "f is not a function" and the like, naming what the source names where the instruction that runs
// has a name for it, else the value as V8 shows it.
wo_status wo_throw_not_callable(wo_fiber *fiber, wo_value value);
wo_status wo_throw_not_constructor(wo_fiber *fiber, wo_value value);
// "Cannot read properties of undefined (reading 'x')" and its twin for writing.
wo_status wo_throw_read(wo_fiber *fiber, wo_value base, wo_value key);
wo_status wo_throw_set(wo_fiber *fiber, wo_value base, wo_value key);
// What a refused wo_store (or wo_define) raises.
wo_status wo_throw_write(wo_fiber *fiber, wo_write why, wo_value object, wo_value key);
// A value as error messages show it, without running code: '#<Point>', '[object Array]', 'Symbol(x)'.
wo_value wo_describe(wo_heap *heap, wo_value v);

// A duration in milliseconds, any number but NaN; WO_THREW: `v` is none. `what`: of the message.
wo_status wo_duration(wo_fiber *fiber, wo_value v, const char *what, double *ms);

WO_INLINE void wo_charge(wo_shard *shard, uint32_t reductions) {
  shard->budget -= (int32_t)reductions;
}

// --- conversions that may run user code: builtins use these step-wise ---
// ToPrimitive etc. of an object need a call. A builtin converts all its arguments at once on entry:
//   wo_status s = wo_convert(fiber, args, argc, "nsi");   // number, string, integer, key, primitive
// 'n' ToNumber, 'i' ToIntegerOrInfinity (as number), 's' ToString, 'k' ToPropertyKey, 'p' ToPrimitive
// (default hint), '-' leave alone; lower case: undefined/missing is left alone ('S','N': converted).
// "t" first in the string converts `this`. Converted values replace args in place, so a builtin that
// is run again finds them converted: conversion is idempotent and uses no step. Answers WO_DONE at
// once when nothing is an object.
// It gives the builtin its frame when it has to call: the arguments may have moved by then, but the
// builtin only returns the answer.
wo_status wo_convert_any(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *what);
// Whether the conversion `how` leaves argument i as it is.
WO_INLINE bool wo_is_converted(const wo_value *args, uint32_t argc, uint32_t i, char how) {
  if (how == 0 || how == '-' || i >= argc) return true;
  how |= 32;
  return how == 'i' ? wo_is_int(args[i])
       : how == 'n' ? wo_is_number(args[i])
                    : how == 's' && wo_is_string(args[i]);
}
// The usual case, that there is nothing to do, is decided in line: `what` is a literal.
WO_INLINE wo_status wo_convert(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *what) {
  const char *each = what + (*what == 't');
  size_t count = __builtin_strlen(each);
  bool done = (each == what || wo_is_string(args[-1])) && count <= 4 &&
              (count < 1 || wo_is_converted(args, argc, 0, each[0])) &&
              (count < 2 || wo_is_converted(args, argc, 1, each[1])) &&
              (count < 3 || wo_is_converted(args, argc, 2, each[2])) &&
              (count < 4 || wo_is_converted(args, argc, 3, each[3]));
  return WO_LIKELY(done) ? WO_DONE : wo_convert_any(fiber, args, argc, what);
}

// The prototype of what a constructor makes: new_target.prototype for a subclass, else the table's
// `fallback`. Runs no fiber code: an accessor called prototype is not looked through.
wo_value wo_new_prototype(wo_fiber *fiber, wo_builtin_id fallback);

// The value of a table entry (LOADG).
wo_value wo_builtin_value(wo_runtime *rt, wo_builtin_id id);
// Makes every library object in the runtime's shared heap; loads the prelude image.
wo_status wo_builtins_init(wo_runtime *rt, char *error, size_t error_size);
// Frees the table (the objects go with the shared heap).
void wo_builtins_free(wo_runtime *rt);

#endif
