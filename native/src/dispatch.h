// Inside of the interpreter: what dispatch.c, the slow halves of its instructions (operators.c,
// property.c, iterate.c, class.c), the unwinder and the builtin protocol share. Nobody else
// includes this.
//
// A slow half is the out-of-line part of an instruction. `pc` points at the word behind the
// instruction's first word. It answers
//   WO_DONE    the result is in the window; go on behind the instruction. Registers have not moved.
//   WO_CALL    a frame has been pushed; the instruction's own frame stands behind the instruction,
//              and the new frame's flags say where its result goes
//   WO_THREW, WO_PARKED, WO_RETRY, WO_YIELD   as in base.h; the frame stands at the instruction
#ifndef WO_DISPATCH_H
#define WO_DISPATCH_H

#include "builtin.h"

// In fiber->call.at: the builtin that answers WO_CALL has pushed the frame itself (wo_convert).
#define WO_CALL_PUSHED UINT32_MAX

// Pseudo shape ids of receivers that are no objects, for inline caches.
enum {
  WO_PSEUDO_NUMBER = 0xFFFFFF00u,
  WO_PSEUDO_STRING,
  WO_PSEUDO_BOOLEAN,
  WO_PSEUDO_SYMBOL,
  WO_PSEUDO_HANDLE = 0xFFFFFF10u,  // | kind << 2 | direction
};

// Kinds of iterator state, an int in register A+2 of an iterator window. A Map or Set has its table
// there, an iterator of the program its `next` method.
enum {
  WO_STEP_ARRAY,     // A: array, A+1: next index
  WO_STEP_STRING,    // A: flat string, A+1: next code unit
  WO_STEP_BYTES,     // A: Uint8Array, A+1: next index
  WO_STEP_CHANNEL,   // A: channel end
  WO_STEP_ITERATOR,  // A: built-in iterator object
  WO_STEP_DONE,      // nothing comes any more
};

WO_INLINE wo_frame *wo_top_frame(const wo_fiber *fiber) {
  return &fiber->frames[fiber->frame_count - 1];
}
WO_INLINE wo_heap *wo_heap_of(const wo_fiber *fiber) { return &fiber->isolate->heap; }
// Notes where the fiber stands, for errors, collections and parking, and answers the window.
WO_INLINE wo_value *wo_stand(wo_fiber *fiber, const uint32_t *pc) {
  wo_frame *frame = wo_top_frame(fiber);
  frame->pc = (uint32_t)(pc - frame->proto->code) - 1;
  return fiber->regs + frame->base;
}
// The cell of the function that runs in window R.
WO_INLINE wo_function *wo_running(const wo_value *R) { return (wo_function *)wo_pointer(R[-1]); }
// True for cells no program may see (boxes, tables): only a hostile image gets hold of one.
WO_INLINE bool wo_is_internal(wo_value v) { return wo_is_cell(v) && !wo_is_symbol(v); }

typedef wo_status wo_slow(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc);

// --- calls: dispatch.c's slow halves live in builtin.c ---
wo_slow wo_slow_call, wo_slow_callv, wo_slow_new, wo_slow_newv, wo_slow_super, wo_slow_superv;
// Whether dispatch may run `fn` itself: a builtin that may be called, with room for the frame it may
// come to need, so that neither the registers nor the frames move until it gets that frame.
WO_INLINE bool wo_is_direct_call(const wo_fiber *fiber, wo_value fn, uint32_t at, uint32_t argc) {
  if (!wo_has_kind(fn, WO_KIND_BUILTIN)) return false;
  const wo_builtin *builtin = ((const wo_builtin_function *)wo_pointer(fn))->builtin;
  bool framed = (builtin->flags & WO_BUILTIN_LEAF) || fiber->frame_count < fiber->frames_capacity;
  return framed && !(builtin->flags & WO_BUILTIN_NEW_ONLY) &&
         at + 2 + argc + builtin->scratch <= fiber->regs_capacity;
}
// What follows when such a builtin did more than answer a result at once.
wo_status wo_after_direct_call(wo_shard *shard, wo_fiber *fiber, uint32_t frames, wo_status status,
                               wo_value result);
// Runs the builtin frame on top once. WO_CALL: go on with the frame now on top.
wo_status wo_builtin_step(wo_shard *shard, wo_fiber *fiber);
// Calls fn(self, ...argv) from the instruction at which the top frame stands, which goes on behind
// itself: WO_CALL or WO_THREW.
wo_status wo_invoke(wo_fiber *fiber, uint8_t flags, uint8_t dst, wo_value fn, wo_value self,
                    uint32_t argc, const wo_value *argv);
// Calls a getter that is a builtin: WO_DONE with *out, or as wo_invoke.
wo_status wo_invoke_getter(wo_fiber *fiber, wo_value get, wo_value self, uint8_t dst,
                           wo_value *out);
// The same for an operator: a builtin that no program can name.
wo_status wo_operate(wo_fiber *fiber, const wo_builtin *operator, uint8_t flags, uint8_t dst,
                     wo_value self, uint32_t argc, const wo_value *argv);
// A callback of an array method returns `result` from its window R. True: the arguments of the next
// call are in the window. False: nothing has changed (builtins/each.c).
bool wo_each_again(wo_fiber *fiber, const wo_frame *frame, wo_value *R, wo_value result);
// Reads a property in a builtin: WO_DONE with the value in fiber->call.result, or WO_CALL of a
// getter whose result is there when the builtin runs at `step`.
wo_status wo_read_step(wo_fiber *fiber, wo_value object, wo_value key, uint32_t step);
// Collects at once: the answer to WO_RETRY.
wo_status wo_collect_now(wo_shard *shard, wo_fiber *fiber);

// --- operators.c ---
wo_slow wo_slow_binary, wo_slow_unary, wo_slow_compare, wo_slow_in, wo_slow_instanceof,
    wo_slow_concat, wo_slow_to_string, wo_slow_to_key;
// A compare-and-jump whose operands are not two numbers: *taken says whether to jump.
wo_status wo_slow_jump(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc, bool *taken);
double wo_remainder(double x, double y);

// --- property.c ---
wo_slow wo_slow_getprop, wo_slow_setprop, wo_slow_getmethod, wo_slow_getelem, wo_slow_setelem,
    wo_slow_getmethode, wo_slow_delprop, wo_slow_delelem, wo_slow_defprop, wo_slow_defelem,
    wo_slow_getsuper, wo_slow_superprop, wo_slow_setsuper, wo_slow_getpriv, wo_slow_setpriv,
    wo_slow_initpriv, wo_slow_haspriv, wo_slow_defmethod, wo_slow_defget, wo_slow_defset,
    wo_slow_defstatic, wo_slow_setproto, wo_slow_setname, wo_slow_module, wo_slow_box;
// A store that an inline cache says adds a property: false when the object has no room for the slot
// or the prototypes may have changed their mind.
bool wo_add_cached(wo_fiber *fiber, wo_object *object, const wo_ic *ic, wo_value value);
// receiver[key] for a property key: WO_DONE with *out, or, for a getter, WO_CALL with its result
// underway to register `dst` of the frame that stood on top.
wo_status wo_get(wo_fiber *fiber, wo_value receiver, wo_value key, uint8_t dst, wo_value *out);

// --- iterate.c ---
wo_slow wo_slow_iter, wo_slow_iterclose, wo_slow_forin, wo_slow_spread, wo_slow_spreadobj,
    wo_slow_restobj, wo_slow_append;
// WO_DONE with *done false: the value is in A+3.
wo_status wo_slow_next(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc, bool *done);
bool wo_forin_next(wo_fiber *fiber, wo_value *window);  // false: no key is left
// The operator that closes an iterator while an error is on its way: the unwinder swallows its own.
extern const wo_builtin wo_op_close_quietly;

// --- function.c ---
// A closure of `proto`, made by the function whose window is R.
wo_value wo_closure_new(wo_fiber *fiber, const wo_proto *proto, const wo_value *R);
// Fills the captures of a function just made.
void wo_function_capture(wo_function *fn, const wo_value *R);

// --- class.c ---
wo_slow wo_slow_class;
// An object with the keys of a template of the image.
wo_value wo_literal_new(wo_heap *heap, const wo_image *image, uint32_t template,
                        const wo_value *values);
wo_value wo_instance_new(wo_fiber *fiber, wo_value new_target);
// Remembers how many fields an instance got when its constructor is done.
void wo_instance_learn(wo_fiber *fiber, wo_function *constructor, wo_value instance);

// --- throw.c ---
// Each % of the template stands for a string value that follows.
wo_status wo_throw_values(wo_fiber *fiber, wo_builtin_id error_class, const char *template, ...);
wo_status wo_throw_uninitialized(wo_fiber *fiber, wo_value name);  // a string, or WO_UNDEFINED
// "x is not iterable", named as the source does where the instruction has a name.
wo_status wo_throw_iterate(wo_fiber *fiber, wo_value value);
wo_status wo_throw_super(wo_fiber *fiber);     // `this` before super()
wo_status wo_throw_internal(wo_fiber *fiber);  // a register does not hold what the image promised

#endif
