// The interpreter: one function that runs a fiber until it parks, yields, ends or has spent its
// slice. Nothing here calls fiber code on the C stack: calls push frames, and so do operators and
// builtins that need to run user code (builtin.h).
//
// The same handlers make two interpreters: computed goto, and, with WO_SWITCH_DISPATCH, a switch. A
// handler is the fast path of an instruction; what is rare is a slow half elsewhere (dispatch.h),
// so that the handlers stay small and the few locals stay in registers:
//   R   the window      K      constants of the running function, behind its inline caches for
//   pc  next word              this shard
//                       frame  the frame on top
// They are reloaded (`resume`) whenever another frame is on top or the stacks may have moved.
// Operands are read from the bytes in front of pc where a handler needs them: a load each, and no
// decoded instruction to keep in a register.
//
// Within run() the budget is one less than shard.h says: so a decrement that goes below zero says
// that it is spent, without another comparison.
#include "dispatch.h"

#include <math.h>

#include "cache.h"
#include "handle.h"

#pragma GCC diagnostic error "-Wswitch"

// --- safepoints ---

// A heap that is over its quota after a collection: the first time a handler gets some slack.
static WO_COLD wo_status out_of_memory(wo_fiber *fiber) {
  wo_heap *heap = wo_heap_of(fiber);
  if (fiber->flags & WO_FIBER_FLAG_UNWINDING) {
    fiber->flags |= WO_FIBER_FLAG_CUT;
    fiber->thrown = WO_UNWIND;
    return WO_THREW;
  }
  if (heap->over_quota == WO_MEMORY_OVER_QUOTA && !(fiber->flags & WO_FIBER_FLAG_OVERDRAWN)) {
    bool raised = wo_heap_set_quota(heap, wo_heap_quota(heap) + WO_OVERDRAFT_BYTES);
    if (raised) fiber->flags |= WO_FIBER_FLAG_OVERDRAWN;
  }
  bool refused = heap->over_quota == WO_MEMORY_REFUSED;
  heap->over_quota = WO_MEMORY_FINE;
  return wo_throw(
      fiber, WO_B_OutOfMemoryError,
      refused ? "The system has no memory left" : "The memory quota of the isolate is spent");
}

WO_NOINLINE wo_status wo_collect_now(wo_shard *shard, wo_fiber *fiber) {
  (void)shard;
  wo_heap *heap = wo_heap_of(fiber);
  wo_collect_due(fiber->isolate);
  if (WO_UNLIKELY(heap->over_quota)) return out_of_memory(fiber);
  wo_reserve_fill(heap->runtime);
  if (WO_UNLIKELY(fiber->flags & WO_FIBER_FLAG_OVERDRAWN)) {
    uint64_t quota = wo_heap_quota(heap) - WO_OVERDRAFT_BYTES;
    if (wo_heap_bytes(heap) < quota / 2 && wo_heap_set_quota(heap, quota)) {
      fiber->flags &= (uint8_t)~WO_FIBER_FLAG_OVERDRAWN;
    }
  }
  return WO_DONE;
}

// Collects when one is due, raises OutOfMemoryError when that did not help, notices a stop.
// WO_DONE, WO_THREW, or WO_YIELD when the slice is over.
static WO_NOINLINE wo_status take_safepoint(wo_shard *shard, wo_fiber *fiber) {
  shard->budget += shard->budget_held;
  shard->budget_held = 0;
  if (fiber->flags & WO_FIBER_FLAG_STOPPING && !(fiber->flags & WO_FIBER_FLAG_UNWINDING)) {
    wo_force_unwind(shard, fiber);
    return WO_THREW;
  }
#ifdef WO_STRESS_COLLECT
  bool due = true;
#else
  bool due = wo_heap_of(fiber)->collect_due;
#endif
  if (due) {
    wo_status status = wo_collect_now(shard, fiber);
    if (status != WO_DONE) return status;
  }
  if (shard->budget >= 0) return WO_DONE;
  if (!(fiber->flags & WO_FIBER_FLAG_UNWINDING)) return WO_YIELD;
  // The reserve is spent: what is left of the unwind releases holds and runs nothing.
  fiber->flags |= WO_FIBER_FLAG_CUT;
  fiber->thrown = WO_UNWIND;
  return WO_THREW;
}

// --- helpers of handlers ---

// ToInt32: exact modulo 2^32 for everything below 2^63.
WO_INLINE int32_t to_int32(double d) {
  return WO_LIKELY(fabs(d) < 0x1p63) ? (int32_t)(int64_t)d : wo_to_int32(d);
}

WO_INLINE bool both_int(wo_value a, wo_value b) {
  // The bits between tag and payload of an int are 0, so all but the payload must vanish.
  return (((a ^ WO_TAG_BITS(WO_TAG_INT)) | (b ^ WO_TAG_BITS(WO_TAG_INT))) >> 32) == 0;
}

WO_INLINE bool both_number(wo_value a, wo_value b) { return wo_is_number(a) && wo_is_number(b); }

WO_INLINE bool strict_equals(wo_heap *heap, wo_value a, wo_value b) {
  if (a == b) return !wo_is_double(a) || wo_as_double(a) == wo_as_double(a);
  if (both_number(a, b)) return wo_number(a) == wo_number(b);
  return wo_is_string(a) && wo_is_string(b) && wo_string_equals(heap, a, b);
}

WO_INLINE bool truthy(wo_value v) {
  if (wo_is_bool(v)) return v == WO_TRUE;
  if (wo_is_int(v)) return wo_as_int(v) != 0;
  return wo_truthy(v);
}

WO_INLINE wo_box *box_of(wo_value v) {
  return wo_is_cell(v) && wo_cell_of(v)->kind == WO_KIND_BOX ? wo_pointer(v) : NULL;
}

WO_INLINE wo_value get_length(uint32_t length) {
  return length <= INT32_MAX ? wo_from_int((int32_t)length) : wo_from_double(length);
}

// What a cache that fits says of a read, the receiver's own slots and getters excepted; WO_HOLE when
// the slow half has to look.
WO_INLINE wo_value cached_value(const wo_shard *shard, const wo_ic *ic, wo_object *object) {
  if (ic->state == WO_IC_CONST) return ic->value;
  if (ic->state == WO_IC_STEADY) {
    return ic->epoch == wo_prototype_epoch(shard->runtime) ? ic->value : WO_HOLE;
  }
  if (ic->state == WO_IC_LINKED && ic->links == 1) {
    wo_value proto = *wo_object_slot(object, 0);
    if (!wo_is_object(proto) || wo_cell_of(proto)->shape != ic->guards[0]) return WO_HOLE;
    return *wo_object_slot(wo_pointer(proto), ic->slot);
  }
  return ic->links ? wo_ic_linked_value(shard, ic, object) : WO_HOLE;
}

// A method of a handle: the same for all of one kind and direction.
WO_INLINE wo_value cached_end(const wo_isolate *isolate, const wo_ic *ic, wo_value v) {
  const wo_hold *hold = &isolate->holds[wo_as_hold(v)];
  bool known = ic->state == WO_IC_CONST &&
               ic->shape == (WO_PSEUDO_HANDLE | (uint32_t)hold->kind << 2 | hold->direction);
  return WO_LIKELY(known) ? ic->value : WO_HOLE;
}

// The same of a primitive.
WO_INLINE wo_value cached_primitive(const wo_ic *ic, wo_value v) {
  if (wo_is_string(v) && ic->shape == WO_PSEUDO_STRING) {
    if (ic->state == WO_IC_CONST) return ic->value;
    if (ic->state == WO_IC_LENGTH) return wo_from_int((int32_t)wo_string_length(v));
  }
  return WO_HOLE;
}

// Whether the cache is of a slot inside plain objects just like this one.
WO_INLINE bool is_field(const wo_ic *ic, const wo_object *object) {
  return wo_cell_header(&object->cell, 0xFF) == wo_cell_header(&ic->cell, 0);
}
// The same, of an object that may be written without more ado.
WO_INLINE bool is_young_field(const wo_ic *ic, const wo_object *object) {
  const uint8_t forbid = WO_CELL_FROZEN | WO_CELL_FLAG | WO_CELL_OLD;
  return wo_cell_header(&object->cell, (uint8_t)~forbid) == wo_cell_header(&ic->cell, 0);
}

// A write that a cache which fits allows. False: the slow half decides.
WO_INLINE bool cached_set(const wo_shard *shard, wo_heap *heap, const wo_ic *ic, wo_object *object,
                          wo_value value) {
  if (ic->state == WO_IC_OWN) {
    if (WO_UNLIKELY(object->cell.flags & (WO_CELL_FROZEN | WO_CELL_FLAG))) return false;
    wo_value *slot = wo_object_slot(object, ic->slot);
    wo_write_slot(heap, wo_object_slot_owner(object, slot), slot, value);
    return true;
  }
  if (ic->state != WO_IC_ADD || object->cell.kind != WO_KIND_OBJECT) return false;
  const uint8_t fixed = WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_FLAG;
  if (ic->slot >= object->cell.extra || object->cell.flags & fixed || ic->links) return false;
  if (!wo_ic_holds(shard, ic)) return false;
  wo_write_slot(heap, object, &((wo_plain *)object)->fields[ic->slot], value);
  object->cell.shape = ic->next_shape;
  return true;
}

// A present element of a dense array or a byte array at an int index; WO_HOLE otherwise. Elements
// past the length are holes.
WO_INLINE wo_value element_get(const wo_cell *cell, uint32_t index) {
  if (WO_LIKELY(cell->kind == WO_KIND_ARRAY)) {
    const wo_array *array = (const wo_array *)cell;
    if (WO_UNLIKELY(index >= wo_array_room(array))) return WO_HOLE;
    return wo_array_items(array)[index];
  }
  if (cell->kind == WO_KIND_BYTES) {
    const wo_bytes *bytes = (const wo_bytes *)cell;
    if (index < bytes->length) return wo_from_int(bytes->buffer->data[bytes->offset + index]);
  }
  return WO_HOLE;
}

WO_INLINE bool element_set(wo_heap *heap, wo_cell *cell, uint32_t index, wo_value value) {
  if (WO_LIKELY(cell->kind == WO_KIND_ARRAY)) {
    wo_array *array = (wo_array *)cell;
    wo_vector *elements = array->elements;
    if (cell->flags & (WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_FLAG) || !elements) return false;
    if (index >= wo_array_room(array) || index > array->length) return false;
    wo_write_slot(heap, elements, &wo_array_items(array)[index], value);
    if (index == array->length) array->length = index + 1;
    return true;
  }
  if (cell->kind == WO_KIND_BYTES && wo_is_int(value) && !(cell->flags & WO_CELL_FROZEN)) {
    wo_bytes *bytes = (wo_bytes *)cell;
    if (index >= bytes->length) return false;
    bytes->buffer->data[bytes->offset + index] = (uint8_t)wo_as_int(value);
    return true;
  }
  return false;
}

// What `new` makes for a class.
WO_INLINE wo_value instance_of(wo_fiber *fiber, wo_value class) {
  const wo_function *fn = wo_pointer(class);
  uint32_t shape = fn->instance_shape, fields = fn->inline_hint;
  if (WO_UNLIKELY(!shape || !fields)) return wo_instance_new(fiber, class);
  wo_heap *heap = wo_heap_of(fiber);
  wo_plain *plain = wo_heap_alloc(heap, sizeof *plain + fields * sizeof(wo_value));
  wo_cell_init(heap, &plain->object.cell, WO_KIND_OBJECT, shape, (uint16_t)fields);
  plain->object.slots = NULL;
  for (uint32_t i = 0; i < fields; i++) plain->fields[i] = WO_UNDEFINED;
  return wo_from_object(plain);
}

// The next element of a dense array; WO_HOLE when the slow half has to look.
WO_INLINE wo_value next_element(wo_value *window) {
  if (window[2] != wo_from_int(WO_STEP_ARRAY) || !wo_is_array(window[0])) return WO_HOLE;
  if (!wo_is_int(window[1])) return WO_HOLE;
  const wo_array *array = wo_pointer(window[0]);
  uint32_t at = (uint32_t)wo_as_int(window[1]);
  if (at >= wo_array_room(array)) return WO_HOLE;
  wo_value v = wo_array_items(array)[at];
  if (v != WO_HOLE) window[1] = wo_from_int((int32_t)(at + 1));
  return v;
}

static WO_COLD wo_status fail(wo_fiber *fiber, uint32_t kind, wo_value text) {
  static const wo_builtin_id classes[] = {WO_B_TypeError, WO_B_TypeError, WO_B_ReferenceError,
                                          WO_B_SyntaxError};
  if (kind == 0) return wo_throw_type(fiber, "Assignment to constant variable.");
  return wo_throw_values(fiber, classes[kind], "%", text);
}

static wo_status finished(wo_fiber *fiber, wo_fiber_final final) {
  fiber->state = WO_FIBER_DONE;
  fiber->final = (uint8_t) final;
  return WO_DONE;
}

// --- the interpreter ---

// The byte of a word that holds its bits from 8 * n on, and the half that holds those from 16 * n on.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE(n) (n)
#define HALF(n) (n)
#else
#define BYTE(n) (3 - (n))
#define HALF(n) (1 - (n))
#endif
typedef uint16_t __attribute__((may_alias)) unsigned_half;
typedef int16_t __attribute__((may_alias)) signed_half;
#define OPERAND(n) ((size_t)((const uint8_t *)(pc - 1))[BYTE(n)])
#define A OPERAND(1)
#define B OPERAND(2)
#define C OPERAND(3)
#define S8 ((int32_t)((const int8_t *)(pc - 1))[BYTE(3)])
#define U16 ((size_t)((const unsigned_half *)(pc - 1))[HALF(1)])
#define S16 ((int32_t)((const signed_half *)(pc - 1))[HALF(1)])
#define CACHE wo_pool_ic(K, ((const unsigned_half *)pc)[HALF(1)])  // of the second word
#define HEAP (&fiber->isolate->heap)

#ifdef WO_SWITCH_DISPATCH
#define OP(name) case WO_OP_##name:
#define NEXT goto next
#else
#define OP(name) op_##name:
#define NEXT \
  do { \
    size_t op = ((const uint8_t *)pc)[BYTE(0)]; \
    pc++; \
    goto *labels[op]; \
  } while (0)
#endif

// The slow half of a one-word instruction, and of one with a second word.
#define SLOW(half) \
  do { \
    SYNC(); \
    status = half(shard, fiber, pc); \
    if (WO_UNLIKELY(status != WO_DONE)) goto answered; \
    NEXT; \
  } while (0)
#define SLOW_X(half) \
  do { \
    SYNC(); \
    status = half(shard, fiber, pc); \
    if (WO_UNLIKELY(status != WO_DONE)) goto answered; \
    pc++; \
    NEXT; \
  } while (0)
// Of a call that may have run a builtin: the stacks may have grown under it.
#define SLOW_CALL(half) \
  do { \
    SYNC(); \
    status = half(shard, fiber, pc); \
    if (WO_UNLIKELY(status != WO_DONE)) goto answered; \
    frame = wo_top_frame(fiber); \
    LAST(); \
    R = fiber->regs + frame->base; \
    NEXT; \
  } while (0)
// One reduction; true when the slice is over, or something else is due.
#ifdef WO_STRESS_COLLECT
#define SPENT() (shard->budget--, true)
#else
#define SPENT() (--shard->budget < 0)
#endif
// Whoever is called from here finds the frame on top by fiber->frame_count, which calls and returns
// leave alone: it would be written, and read right after, twice for every function.
#define SYNC() (fiber->frame_count = (uint32_t)(frame - fiber->frames) + 1)
#define STAND() (SYNC(), frame->pc = (uint32_t)(pc - frame->proto->code) - 1)
// Whether a frame can be pushed whose registers end at file offset `end`.
#ifdef WO_STRESS_MOVE
#define HAS_ROOM(end) ((void)(end), false)
#define LAST() ((void)0)
#else
#define HAS_ROOM(end) (WO_LIKELY((end) <= fiber->regs_capacity) && WO_LIKELY(frame < last))
#define LAST() (last = fiber->frames + fiber->frames_capacity - 1)
#endif

// The cache of the shard for the shape of `object`, where the site's own is of another.
#define FIND_IC(use) \
  (ic = wo_ic_probe(shard, (wo_ic *)ic, object->cell.shape, K[*pc & 0xFFFF], use))

// The upper half of a value tells a double from an int: one comparison with memory, no constant to
// load.
typedef uint32_t __attribute__((may_alias)) half;
#define UPPER(p) (((const half *)(p))[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__])
#define LOWER(p) (((const half *)(p))[__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__])
#define IS_DOUBLE_AT(p) (UPPER(p) < (uint32_t)(WO_TAG_INT << 16))
#define IS_INT_AT(p) (UPPER(p) == (uint32_t)(WO_TAG_INT << 16))
#define INT_AT(p) ((int32_t)LOWER(p))
#define TAG_AT(p) (((const unsigned_half *)(p))[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 3 : 0])
#define IS_OBJECT_AT(p) (TAG_AT(p) == WO_TAG_OBJECT)

// Keeps what an operand has been decoded to from staying in a register for the sake of a rare path,
// which decodes it again.
#define DECODE_AGAIN() __asm__("" : "+r"(pc))

#define RESULT(v) \
  do { \
    R[A] = v; \
    NEXT; \
  } while (0)

// Two numbers: `overflow` computes ints and says whether it failed; `expression` is of doubles x,
// y. What is no double is a NaN to the processor, so a result that is a number proves both operands
// to be doubles, in one test. Sums begin with the kind of their right operand: it may be an int that
// is added to a double, and to look at the kind of a double that has just been stored costs time.
#define ARITHMETIC(right, is_sum, overflow, expression) \
  do { \
    if (is_sum && IS_INT_AT(&right)) ARITHMETIC_INT(right, overflow, expression); \
    double x = wo_as_double(R[B]), y = wo_as_double(right), z = expression; \
    if (WO_LIKELY(z == z)) RESULT(wo_from_double(z)); \
    DECODE_AGAIN(); \
    if (!is_sum && WO_LIKELY(IS_INT_AT(&right))) ARITHMETIC_INT(right, overflow, expression); \
    if (WO_UNLIKELY(!wo_is_double(right))) SLOW(wo_slow_binary); \
    if (WO_LIKELY(IS_INT_AT(&R[B]))) { \
      x = INT_AT(&R[B]), y = wo_as_double(right); \
      RESULT(wo_from_double(expression)); \
    } \
    if (WO_LIKELY(wo_is_double(R[B]))) RESULT(wo_from_double(z)); \
    SLOW(wo_slow_binary); \
  } while (0)
// The right operand is an int.
#define ARITHMETIC_INT(right, overflow, expression) \
  do { \
    double x = wo_as_double(R[B]), y = INT_AT(&right), z = expression; \
    if (WO_LIKELY(z == z)) RESULT(wo_from_double(z)); \
    DECODE_AGAIN(); \
    if (WO_LIKELY(IS_INT_AT(&R[B]))) { \
      int32_t i; \
      if (WO_LIKELY(!overflow(INT_AT(&R[B]), INT_AT(&right), &i))) RESULT(wo_from_int(i)); \
      x = INT_AT(&R[B]), y = INT_AT(&right); \
      RESULT(wo_from_double(expression)); \
    } \
    if (WO_UNLIKELY(!IS_DOUBLE_AT(&R[B]))) SLOW(wo_slow_binary); \
    RESULT(wo_from_double(z)); \
  } while (0)
// With the number in the instruction: its int comes first, as counters and indices want it.
#define ARITHMETIC_I(overflow, expression) \
  do { \
    const wo_value *b = &R[B]; \
    int32_t i; \
    if (WO_LIKELY(IS_INT_AT(b) && !overflow(INT_AT(b), S8, &i))) RESULT(wo_from_int(i)); \
    if (WO_LIKELY(wo_is_number(*b))) { \
      double x = wo_number(*b), y = S8; \
      RESULT(wo_from_double(expression)); \
    } \
    SLOW(wo_slow_binary); \
  } while (0)
#define DIVISION(right) \
  do { \
    double x = wo_as_double(R[B]), y = wo_as_double(right), z = x / y; \
    if (WO_LIKELY(z == z)) RESULT(wo_from_double(z)); \
    DECODE_AGAIN(); \
    wo_value b = R[B], c = right; \
    if (WO_LIKELY(both_number(b, c))) { \
      double quotient = wo_number(b) / wo_number(c); \
      RESULT(both_int(b, c) ? wo_from_number(quotient) : wo_from_double(quotient)); \
    } \
    SLOW(wo_slow_binary); \
  } while (0)
#define REMAINDER(right) \
  do { \
    const wo_value *b = &R[B], *c = &right; \
    if (WO_LIKELY(IS_INT_AT(b) && IS_INT_AT(c) && INT_AT(b) >= 0 && INT_AT(c) > 0)) { \
      RESULT(wo_from_int((int32_t)(LOWER(b) % LOWER(c)))); \
    } \
    if (both_number(*b, *c)) { \
      RESULT(wo_from_number(wo_remainder(wo_number(*b), wo_number(*c)))); \
    } \
    SLOW(wo_slow_binary); \
  } while (0)
// `expression` is of ints i, j.
#define BITWISE(right, expression) \
  do { \
    const wo_value *b = &R[B], *c = &right; \
    if (WO_LIKELY(IS_INT_AT(b) && IS_INT_AT(c))) { \
      int32_t i = INT_AT(b), j = INT_AT(c); \
      RESULT(expression); \
    } \
    if (both_number(*b, *c)) { \
      int32_t i = to_int32(wo_number(*b)), j = to_int32(wo_number(*c)); \
      RESULT(expression); \
    } \
    SLOW(wo_slow_binary); \
  } while (0)
#define SHIFTED_RIGHT_UNSIGNED(i, j) get_length((uint32_t)(i) >> ((j)&31))
#define SHIFTED_LEFT(i, j) wo_from_int((int32_t)((uint32_t)(i) << ((j)&31)))

#define COMPARE(operator) \
  do { \
    const wo_value *b = &R[B], *c = &R[C]; \
    if (WO_LIKELY(IS_INT_AT(b) && IS_INT_AT(c))) { \
      RESULT(wo_from_bool(INT_AT(b) operator INT_AT(c))); \
    } \
    if (WO_LIKELY(both_number(*b, *c))) { \
      RESULT(wo_from_bool(wo_number(*b) operator wo_number(*c))); \
    } \
    SLOW(wo_slow_compare); \
  } while (0)
// Each way out has its own dispatch, which is what branch prediction wants.
#define JUMP_IF(condition) \
  do { \
    if (condition) { \
      pc += (int32_t)*pc + 1; \
      NEXT; \
    } \
    pc++; \
    NEXT; \
  } while (0)
#define LOOP_IF(condition) \
  do { \
    if (WO_LIKELY(condition)) goto loop; \
    pc++; \
    NEXT; \
  } while (0)
#define COMPARE_JUMP(JUMP, right, operator, sense) \
  do { \
    const wo_value *a = &R[A], *b = &right; \
    if (WO_LIKELY(IS_INT_AT(a) && IS_INT_AT(b))) { \
      JUMP((INT_AT(a) operator INT_AT(b)) == (sense)); \
    } \
    if (IS_DOUBLE_AT(a)) { \
      if (IS_DOUBLE_AT(b)) JUMP((wo_as_double(*a) operator wo_as_double(*b)) == (sense)); \
      if (WO_LIKELY(IS_INT_AT(b))) JUMP((wo_as_double(*a) operator INT_AT(b)) == (sense)); \
    } \
    if (WO_LIKELY(both_number(*a, *b))) { \
      JUMP((wo_number(*a) operator wo_number(*b)) == (sense)); \
    } \
    goto slow_jump; \
  } while (0)
#define COMPARE_JUMP_I(operator, sense) \
  do { \
    const wo_value *a = &R[A]; \
    if (WO_LIKELY(IS_INT_AT(a))) JUMP_IF((INT_AT(a) operator S16) == (sense)); \
    if (WO_LIKELY(IS_DOUBLE_AT(a))) JUMP_IF((wo_as_double(*a) operator S16) == (sense)); \
    goto slow_jump; \
  } while (0)
// The step of a counting loop and, where the counter is an int, the jump behind it: its word is at
// pc. `limit` is what it compares with; of a constant the verifier knows that it is an int.
#define STEP(limit, is_int, overflow, by, operator) \
  do { \
    wo_value *a = &R[A]; \
    int32_t i; \
    if (WO_LIKELY(IS_INT_AT(a) && !overflow(INT_AT(a), 1, &i))) { \
      *a = wo_from_int(i); \
      const wo_value *b = &limit[((const uint8_t *)pc)[BYTE(2)]]; \
      if (WO_UNLIKELY(!is_int(b))) NEXT; \
      if (WO_LIKELY(i operator INT_AT(b))) { \
        pc += (int32_t)pc[1] + 2; \
        if (WO_LIKELY(!SPENT())) NEXT; \
        goto landed; \
      } \
      pc += 2; \
      NEXT; \
    } \
    if (IS_DOUBLE_AT(a)) { \
      *a = wo_from_double(wo_as_double(*a) + (by)); \
      NEXT; \
    } \
    SLOW(wo_slow_unary); \
  } while (0)
#define CERTAIN(p) true
#define LEAVE(result) \
  do { \
    value = result; \
    if (WO_UNLIKELY(frame->flags)) goto slow_leave; \
    R[-1] = value; \
    frame--; \
    R = fiber->regs + frame->base; \
    pc = frame->proto->code + frame->pc; \
    K = frame->proto->pools[shard->index]; \
    NEXT; \
  } while (0)
// Enters the function of `callee` in the window behind R[a], where there is room and it is of the
// simple kind; pc is behind the instruction.
#define PUSH_CALL(callee, a, given) \
  do { \
    const wo_proto *proto_ = callee; \
    uint32_t base_ = (uint32_t)(frame->base + (a) + 1); \
    if (WO_LIKELY(HAS_ROOM(base_ + proto_->window))) { \
      size_t given_ = given; \
      R += (a) + 1; \
      frame->pc = (uint32_t)(pc - frame->proto->code); \
      frame++; \
      frame->proto = proto_; \
      frame->base = base_; \
      frame->flags = frame->dst = 0, frame->argc = 0; \
      pc = proto_->code; \
      K = proto_->pools[shard->index]; \
      wo_value *p_ = R + proto_->params + 1, *end_ = R + proto_->registers; \
      if (WO_UNLIKELY(given_ < proto_->params)) p_ = R + given_ + 1; \
      for (; p_ < end_; p_ += 2) p_[0] = p_[1] = WO_UNDEFINED; \
      if (WO_LIKELY(!SPENT())) NEXT; \
      goto landed; \
    } \
  } while (0)
#define JUMP16_IF(condition) \
  do { \
    if (condition) { \
      pc += S16; \
      NEXT; \
    } \
    NEXT; \
  } while (0)

WO_INLINE bool equals_int(const wo_value *p, int32_t i) {
  return IS_INT_AT(p) ? INT_AT(p) == i : IS_DOUBLE_AT(p) && wo_as_double(*p) == i;
}

// int * int: not when the product is a -0.
WO_INLINE bool multiply_overflow(int32_t i, int32_t j, int32_t *product) {
  return __builtin_mul_overflow(i, j, product) || (*product == 0 && (i | j) < 0);
}

static wo_status run(wo_shard *shard, wo_fiber *fiber) {
#ifndef WO_SWITCH_DISPATCH
  // A label without a handler does not compile.
  static const void *const labels[WO_OP_COUNT] = {
#define WO_OP(name, a, b, c, x, flags, text) &&op_##name,
#include "ops.def"
#undef WO_OP
  };
#endif
  wo_value *R;
  const uint32_t *pc;
  const wo_value *K;
  wo_frame *frame;
#ifndef WO_STRESS_MOVE
  const wo_frame *last;  // where there is room for one
#endif
  wo_status status;
  wo_value value, self;

  shard->fiber = fiber;
  if (WO_UNLIKELY(fiber->flags & WO_FIBER_FLAG_STOPPING)) {
    if (!(fiber->flags & WO_FIBER_FLAG_UNWINDING)) {
      wo_force_unwind(shard, fiber);
      goto unwind;
    }
  }
  goto resume;

answered:
  switch (status) {
    case WO_DONE: goto resume;
    case WO_CALL:
      if (WO_UNLIKELY(SPENT())) goto safepoint;
      goto resume;
    case WO_THREW: goto unwind;
    case WO_RETRY: status = wo_collect_now(shard, fiber); goto answered;
    case WO_YIELD:
      if (fiber->flags & WO_FIBER_FLAG_UNWINDING) goto safepoint;  // it ends in this slice
      if (fiber->isolate->heap.collect_due) {
        status = wo_collect_now(shard, fiber);
        if (status != WO_DONE) goto answered;
      }
      return WO_YIELD;
    case WO_PARKED: return WO_PARKED;
  }
  WO_UNREACHABLE();

safepoint:
  status = take_safepoint(shard, fiber);
  if (status == WO_YIELD) return WO_YIELD;
  goto answered;

unwind:
  status = wo_unwind(shard, fiber);
  if (status == WO_THREW) {
    bool stopped = fiber->flags & WO_FIBER_FLAG_UNWINDING;
    return finished(fiber, stopped ? WO_FINAL_STOPPED : WO_FINAL_ERROR);
  }

resume:
  if (WO_UNLIKELY(fiber->frame_count == 0)) return finished(fiber, WO_FINAL_RETURNED);
  frame = wo_top_frame(fiber);
  LAST();
  if (frame->flags & WO_FRAME_BUILTIN) {
    status = wo_builtin_step(shard, fiber);
    goto answered;
  }
  R = fiber->regs + frame->base;
  pc = frame->proto->code + frame->pc;
  K = frame->proto->pools[shard->index];
  NEXT;

#ifdef WO_SWITCH_DISPATCH
next:
  pc++;
  switch ((wo_op)OPERAND(0)) {
    case WO_OP_COUNT: WO_UNREACHABLE();
#endif

      // --- loads ---
      OP(NOP) { NEXT; }
      OP(DEBUGGER) { NEXT; }
      OP(MOVE) {
        R[A] = R[B];
        NEXT;
      }
      OP(LOADK) {
        R[A] = K[U16];
        NEXT;
      }
      OP(LOADI) {
        R[A] = wo_from_int(S16);
        NEXT;
      }
      OP(LOADS) {
        R[A] = WO_SPECIAL((uint64_t)U16);
        NEXT;
      }
      OP(LOADG) {
        R[A] = shard->runtime->builtin_values[U16];
        NEXT;
      }
      OP(LOADFN) {
        R[A] = frame->proto->image->protos[U16].static_function;
        NEXT;
      }
      OP(CLOSURE) {
        R[A] = wo_closure_new(fiber, &frame->proto->image->protos[U16], R);
        NEXT;
      }
      OP(SELFCAP) {
        if (!wo_has_kind(R[A], WO_KIND_FUNCTION)) goto broken;
        wo_function *fn = wo_pointer(R[A]);
        if (B >= fn->object.cell.extra || fn->object.cell.flags & WO_CELL_SHARED) goto broken;
        wo_write_slot(HEAP, fn, &fn->captures[B], R[A]);
        NEXT;
      }
      OP(GETCAP) {
        R[A] = wo_running(R)->captures[B];
        NEXT;
      }
      OP(NEWBOX) {
        R[A] = wo_box_new(HEAP, R[B]);
        NEXT;
      }
      OP(GETBOX) {
        const wo_box *box = box_of(R[B]);
        if (WO_UNLIKELY(!box || box->value == WO_HOLE)) SLOW(wo_slow_box);
        R[A] = box->value;
        NEXT;
      }
      OP(SETBOX) {
        wo_box *box = box_of(R[A]);
        if (WO_UNLIKELY(!box || box->value == WO_HOLE)) SLOW(wo_slow_box);
        wo_write_slot(HEAP, box, &box->value, R[B]);
        NEXT;
      }
      OP(INITBOX) {
        wo_box *box = box_of(R[A]);
        if (WO_UNLIKELY(!box)) SLOW(wo_slow_box);
        wo_write_slot(HEAP, box, &box->value, R[B]);
        NEXT;
      }
      OP(GETCAPBOX) {
        const wo_box *box = box_of(wo_running(R)->captures[B]);
        if (WO_UNLIKELY(!box || box->value == WO_HOLE)) SLOW(wo_slow_box);
        R[A] = box->value;
        NEXT;
      }
      OP(SETCAPBOX) {
        wo_box *box = box_of(wo_running(R)->captures[B]);
        if (WO_UNLIKELY(!box || box->value == WO_HOLE)) SLOW(wo_slow_box);
        wo_write_slot(HEAP, box, &box->value, R[A]);
        NEXT;
      }
      OP(INITCAPBOX) {
        wo_box *box = box_of(wo_running(R)->captures[B]);
        if (WO_UNLIKELY(!box)) SLOW(wo_slow_box);
        wo_write_slot(HEAP, box, &box->value, R[A]);
        NEXT;
      }
      OP(CHECKINIT) {
        if (WO_LIKELY(R[A] != WO_HOLE)) NEXT;
        STAND();
        wo_throw_uninitialized(fiber, K[U16]);
        goto unwind;
      }
      OP(CHECKTHIS) {
        if (WO_LIKELY(R[A] != WO_HOLE)) NEXT;
        STAND();
        wo_throw_super(fiber);
        goto unwind;
      }
      OP(GETMOD) {
        const wo_isolate *isolate = fiber->isolate;
        uint32_t id = frame->proto->image->id;
        if (WO_LIKELY(id < isolate->module_capacity && isolate->modules[id])) {
          value = isolate->modules[id][U16];
          if (WO_LIKELY(value != WO_HOLE && value != WO_UNSET)) {
            R[A] = value;
            NEXT;
          }
        }
        SLOW(wo_slow_module);
      }
      OP(SETMOD) {
        const wo_isolate *isolate = fiber->isolate;
        uint32_t id = frame->proto->image->id;
        if (WO_LIKELY(id < isolate->module_capacity && isolate->modules[id])) {
          wo_value *slot = &isolate->modules[id][U16];
          if (WO_LIKELY(*slot != WO_HOLE && *slot != WO_UNSET)) {
            *slot = R[A];
            NEXT;
          }
        }
        SLOW(wo_slow_module);
      }
      OP(INITMOD) { SLOW(wo_slow_module); }
      OP(GETHOME) {
        R[A] = wo_running(R)->home;
        NEXT;
      }
      OP(GETCALLEE) {
        R[A] = R[-1];
        NEXT;
      }
      OP(NEWTARGET) {
        R[A] = frame->flags & WO_FRAME_CONSTRUCT ? fiber->new_target : WO_UNDEFINED;
        NEXT;
      }
      OP(FAIL) {
        STAND();
        fail(fiber, A, K[U16]);
        goto unwind;
      }

      // --- arithmetic ---
      OP(ADD) { ARITHMETIC(R[C], true, __builtin_add_overflow, x + y); }
      OP(SUB) { ARITHMETIC(R[C], true, __builtin_sub_overflow, x - y); }
      OP(MUL) { ARITHMETIC(R[C], false, multiply_overflow, x * y); }
      OP(DIV) { DIVISION(R[C]); }
      OP(MOD) { REMAINDER(R[C]); }
      OP(POW) { SLOW(wo_slow_binary); }
      OP(BAND) { BITWISE(R[C], wo_from_int(i & j)); }
      OP(BOR) { BITWISE(R[C], wo_from_int(i | j)); }
      OP(BXOR) { BITWISE(R[C], wo_from_int(i ^ j)); }
      OP(SHL) { BITWISE(R[C], SHIFTED_LEFT(i, j)); }
      OP(SHR) { BITWISE(R[C], wo_from_int(i >> (j & 31))); }
      OP(USHR) { BITWISE(R[C], SHIFTED_RIGHT_UNSIGNED(i, j)); }
      OP(ADDK) { ARITHMETIC(K[C], true, __builtin_add_overflow, x + y); }
      OP(SUBK) { ARITHMETIC(K[C], true, __builtin_sub_overflow, x - y); }
      OP(MULK) { ARITHMETIC(K[C], false, multiply_overflow, x * y); }
      OP(DIVK) { DIVISION(K[C]); }
      OP(MODK) { REMAINDER(K[C]); }
      OP(BANDK) { BITWISE(K[C], wo_from_int(i & j)); }
      OP(BORK) { BITWISE(K[C], wo_from_int(i | j)); }
      OP(BXORK) { BITWISE(K[C], wo_from_int(i ^ j)); }
      OP(SHLK) { BITWISE(K[C], SHIFTED_LEFT(i, j)); }
      OP(SHRK) { BITWISE(K[C], wo_from_int(i >> (j & 31))); }
      OP(USHRK) { BITWISE(K[C], SHIFTED_RIGHT_UNSIGNED(i, j)); }
      OP(ADDI) { ARITHMETIC_I(__builtin_add_overflow, x + y); }
      OP(SUBI) { ARITHMETIC_I(__builtin_sub_overflow, x - y); }
      OP(MULI) { ARITHMETIC_I(__builtin_mul_overflow, x * y); }
      OP(NEG) {
        value = R[B];
        if (wo_is_int(value) && wo_as_int(value) != 0 && wo_as_int(value) != INT32_MIN) {
          R[A] = wo_from_int(-wo_as_int(value));
          NEXT;
        }
        if (wo_is_double(value)) {
          R[A] = wo_from_double(-wo_as_double(value));
          NEXT;
        }
        SLOW(wo_slow_unary);
      }
      OP(PLUS) {
        if (WO_UNLIKELY(!wo_is_number(R[B]))) SLOW(wo_slow_unary);
        R[A] = R[B];
        NEXT;
      }
      OP(BNOT) {
        if (WO_UNLIKELY(!wo_is_int(R[B]))) SLOW(wo_slow_unary);
        R[A] = wo_from_int(~wo_as_int(R[B]));
        NEXT;
      }
      OP(NOT) {
        R[A] = wo_from_bool(!truthy(R[B]));
        NEXT;
      }
      OP(TYPEOF) {
        R[A] = wo_typeof(shard->runtime, R[B]);
        NEXT;
      }
      OP(INC) {
        value = R[B];
        if (WO_LIKELY(wo_is_int(value) && wo_as_int(value) != INT32_MAX)) {
          R[A] = wo_from_int(wo_as_int(value) + 1);
          NEXT;
        }
        if (wo_is_double(value)) {
          R[A] = wo_from_double(wo_as_double(value) + 1);
          NEXT;
        }
        SLOW(wo_slow_unary);
      }
      OP(DEC) {
        value = R[B];
        if (WO_LIKELY(wo_is_int(value) && wo_as_int(value) != INT32_MIN)) {
          R[A] = wo_from_int(wo_as_int(value) - 1);
          NEXT;
        }
        if (wo_is_double(value)) {
          R[A] = wo_from_double(wo_as_double(value) - 1);
          NEXT;
        }
        SLOW(wo_slow_unary);
      }
      OP(NUMERIC) {
        if (WO_UNLIKELY(!wo_is_number(R[B]))) SLOW(wo_slow_unary);
        R[A] = R[B];
        NEXT;
      }
      OP(TOSTRING) {
        if (!wo_is_string(R[B])) SLOW(wo_slow_to_string);
        R[A] = R[B];
        NEXT;
      }
      OP(TOPART) {
        if (!wo_is_string(R[B]) && !wo_is_number(R[B])) SLOW(wo_slow_to_string);
        R[A] = R[B];
        NEXT;
      }
      OP(TOKEY) { SLOW(wo_slow_to_key); }
      OP(CONCAT) { SLOW(wo_slow_concat); }

      // --- comparison ---
      OP(LT) { COMPARE(<); }
      OP(LE) { COMPARE(<=); }
      OP(GT) { COMPARE(>); }
      OP(GE) { COMPARE(>=); }
      OP(EQ) {
        if (WO_UNLIKELY(!both_number(R[B], R[C]))) SLOW(wo_slow_compare);
        R[A] = wo_from_bool(wo_number(R[B]) == wo_number(R[C]));
        NEXT;
      }
      OP(NE) {
        if (WO_UNLIKELY(!both_number(R[B], R[C]))) SLOW(wo_slow_compare);
        R[A] = wo_from_bool(wo_number(R[B]) != wo_number(R[C]));
        NEXT;
      }
      OP(SEQ) {
        R[A] = wo_from_bool(strict_equals(HEAP, R[B], R[C]));
        NEXT;
      }
      OP(SNE) {
        R[A] = wo_from_bool(!strict_equals(HEAP, R[B], R[C]));
        NEXT;
      }
      OP(IN) { SLOW(wo_slow_in); }
      OP(INSTANCEOF) { SLOW(wo_slow_instanceof); }

      // --- jumps ---
      OP(JMP) {
        pc += (int32_t)*pc + 1;
        NEXT;
      }
      OP(JT) { JUMP16_IF(truthy(R[A])); }
      OP(JF) { JUMP16_IF(!truthy(R[A])); }
      OP(JNULLISH) { JUMP16_IF(wo_is_nullish(R[A])); }
      OP(JNNULLISH) { JUMP16_IF(!wo_is_nullish(R[A])); }
      OP(JUNDEF) { JUMP16_IF(wo_is_undefined(R[A])); }
      OP(JNUNDEF) { JUMP16_IF(!wo_is_undefined(R[A])); }
      OP(JLT) { COMPARE_JUMP(JUMP_IF, R[B], <, true); }
      OP(JNLT) { COMPARE_JUMP(JUMP_IF, R[B], <, false); }
      OP(JLE) { COMPARE_JUMP(JUMP_IF, R[B], <=, true); }
      OP(JNLE) { COMPARE_JUMP(JUMP_IF, R[B], <=, false); }
      OP(JGT) { COMPARE_JUMP(JUMP_IF, R[B], >, true); }
      OP(JNGT) { COMPARE_JUMP(JUMP_IF, R[B], >, false); }
      OP(JGE) { COMPARE_JUMP(JUMP_IF, R[B], >=, true); }
      OP(JNGE) { COMPARE_JUMP(JUMP_IF, R[B], >=, false); }
      OP(JEQ) { COMPARE_JUMP(JUMP_IF, R[B], ==, true); }
      OP(JNE) { COMPARE_JUMP(JUMP_IF, R[B], ==, false); }
      OP(JSEQ) { JUMP_IF(strict_equals(HEAP, R[A], R[B])); }
      OP(JSNE) { JUMP_IF(!strict_equals(HEAP, R[A], R[B])); }
      OP(JLTK) { COMPARE_JUMP(JUMP_IF, K[B], <, true); }
      OP(JNLTK) { COMPARE_JUMP(JUMP_IF, K[B], <, false); }
      OP(JLEK) { COMPARE_JUMP(JUMP_IF, K[B], <=, true); }
      OP(JNLEK) { COMPARE_JUMP(JUMP_IF, K[B], <=, false); }
      OP(JGTK) { COMPARE_JUMP(JUMP_IF, K[B], >, true); }
      OP(JNGTK) { COMPARE_JUMP(JUMP_IF, K[B], >, false); }
      OP(JGEK) { COMPARE_JUMP(JUMP_IF, K[B], >=, true); }
      OP(JNGEK) { COMPARE_JUMP(JUMP_IF, K[B], >=, false); }
      OP(JSEQK) { JUMP_IF(strict_equals(HEAP, R[A], K[B])); }
      OP(JSNEK) { JUMP_IF(!strict_equals(HEAP, R[A], K[B])); }
      OP(JLTI) { COMPARE_JUMP_I(<, true); }
      OP(JNLTI) { COMPARE_JUMP_I(<, false); }
      OP(JLEI) { COMPARE_JUMP_I(<=, true); }
      OP(JNLEI) { COMPARE_JUMP_I(<=, false); }
      OP(JGTI) { COMPARE_JUMP_I(>, true); }
      OP(JNGTI) { COMPARE_JUMP_I(>, false); }
      OP(JGEI) { COMPARE_JUMP_I(>=, true); }
      OP(JNGEI) { COMPARE_JUMP_I(>=, false); }
      OP(JSEQI) { JUMP_IF(equals_int(&R[A], S16)); }
      OP(JSNEI) { JUMP_IF(!equals_int(&R[A], S16)); }

      // --- loops ---
      OP(LOOP) {
      loop:
        pc += (int32_t)*pc + 1;
        if (WO_LIKELY(!SPENT())) NEXT;
        goto landed;
      }
      OP(LOOPLT) { COMPARE_JUMP(LOOP_IF, R[B], <, true); }
      OP(LOOPLE) { COMPARE_JUMP(LOOP_IF, R[B], <=, true); }
      OP(LOOPGT) { COMPARE_JUMP(LOOP_IF, R[B], >, true); }
      OP(LOOPGE) { COMPARE_JUMP(LOOP_IF, R[B], >=, true); }
      OP(LOOPLTK) { COMPARE_JUMP(LOOP_IF, K[B], <, true); }
      OP(LOOPLEK) { COMPARE_JUMP(LOOP_IF, K[B], <=, true); }
      OP(LOOPGTK) { COMPARE_JUMP(LOOP_IF, K[B], >, true); }
      OP(LOOPGEK) { COMPARE_JUMP(LOOP_IF, K[B], >=, true); }
      OP(LOOPSNE) { LOOP_IF(!strict_equals(HEAP, R[A], R[B])); }
      OP(LOOPSNEK) { LOOP_IF(!strict_equals(HEAP, R[A], K[B])); }
      OP(LOOPT) { LOOP_IF(truthy(R[A])); }
      OP(INCLT) { STEP(R, IS_INT_AT, __builtin_add_overflow, 1, <); }
      OP(INCLTK) { STEP(K, CERTAIN, __builtin_add_overflow, 1, <); }
      OP(INCLE) { STEP(R, IS_INT_AT, __builtin_add_overflow, 1, <=); }
      OP(INCLEK) { STEP(K, CERTAIN, __builtin_add_overflow, 1, <=); }
      OP(DECGT) { STEP(R, IS_INT_AT, __builtin_sub_overflow, -1, >); }
      OP(DECGTK) { STEP(K, CERTAIN, __builtin_sub_overflow, -1, >); }
      OP(DECGE) { STEP(R, IS_INT_AT, __builtin_sub_overflow, -1, >=); }
      OP(DECGEK) { STEP(K, CERTAIN, __builtin_sub_overflow, -1, >=); }

      // --- properties ---
      OP(GETPROP) {
        value = R[B];
        if (WO_UNLIKELY(!wo_is_object(value))) {
          value = cached_primitive(CACHE, value);
          if (value == WO_HOLE) SLOW_X(wo_slow_getprop);
          R[A] = value;
          pc++;
          NEXT;
        }
        wo_object *object = wo_pointer(value);
        const wo_ic *ic = CACHE;
        if (WO_LIKELY(is_field(ic, object))) {
          R[A] = ((wo_plain *)object)->fields[ic->slot];
          pc++;
          NEXT;
        }
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_LOAD);
        if (WO_LIKELY(ic->state == WO_IC_OWN)) {
          R[A] = *wo_object_slot(object, ic->slot);
          pc++;
          NEXT;
        }
        if (ic->state == WO_IC_LENGTH && object->cell.kind == WO_KIND_ARRAY) {
          R[A] = get_length(((wo_array *)object)->length);
          pc++;
          NEXT;
        }
        self = value;
        if (ic->state == WO_IC_GETTER && wo_ic_holds(shard, ic)) {
          value = ic->value;
          goto getter;
        }
        if (ic->state == WO_IC_PAIR) {
          value = wo_ic_pair_half(ic, object, WO_USE_LOAD);
          if (WO_LIKELY(value != WO_HOLE)) goto getter;
          SLOW_X(wo_slow_getprop);
        }
        value = cached_value(shard, ic, object);
        if (WO_UNLIKELY(value == WO_HOLE)) SLOW_X(wo_slow_getprop);
        R[A] = value;
        pc++;
        NEXT;
      }
      OP(SETPROP) {
        value = R[A];
        if (WO_UNLIKELY(!wo_is_object(value))) SLOW_X(wo_slow_setprop);
        wo_object *object = wo_pointer(value);
        const wo_ic *ic = CACHE;
        if (WO_LIKELY(is_young_field(ic, object))) {
          ((wo_plain *)object)->fields[ic->slot] = R[B];
          pc++;
          NEXT;
        }
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_STORE);
        if (WO_LIKELY(cached_set(shard, HEAP, ic, object, R[B]))) {
          pc++;
          NEXT;
        }
        self = value;
        value = WO_HOLE;
        if (ic->state == WO_IC_SETTER && wo_ic_holds(shard, ic)) value = ic->value;
        if (ic->state == WO_IC_PAIR) value = wo_ic_pair_half(ic, object, WO_USE_STORE);
        if (WO_LIKELY(value != WO_HOLE)) goto setter;
        SLOW_X(wo_slow_setprop);
      }
      OP(GETMETHOD) {
        value = R[B];
        if (WO_UNLIKELY(!wo_is_object(value))) {
          value = wo_is_handle(value) ? cached_end(fiber->isolate, CACHE, value)
                                      : cached_primitive(CACHE, value);
        } else {
          wo_object *object = wo_pointer(value);
          const wo_ic *ic = CACHE;
          if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_LOAD);
          value = cached_value(shard, ic, object);
          if (WO_UNLIKELY(ic->state == WO_IC_OWN)) value = *wo_object_slot(object, ic->slot);
        }
        if (WO_UNLIKELY(value == WO_HOLE)) SLOW_X(wo_slow_getmethod);
        R[A + 1] = R[B];
        R[A] = value;
        pc++;
        NEXT;
      }
      OP(GETELEM) {
        const wo_value *b = &R[B], *c = &R[C];
        if (WO_LIKELY(IS_OBJECT_AT(b) && IS_INT_AT(c))) {
          value = element_get(wo_cell_of(*b), LOWER(c));
          if (WO_LIKELY(value != WO_HOLE)) RESULT(value);
        }
        SLOW(wo_slow_getelem);
      }
      OP(SETELEM) {
        const wo_value *a = &R[A], *b = &R[B];
        if (WO_LIKELY(IS_OBJECT_AT(a) && IS_INT_AT(b))) {
          if (WO_LIKELY(element_set(HEAP, wo_cell_of(*a), LOWER(b), R[C]))) NEXT;
        }
        SLOW(wo_slow_setelem);
      }
      OP(GETMETHODE) { SLOW(wo_slow_getmethode); }
      OP(DELPROP) { SLOW_X(wo_slow_delprop); }
      OP(DELELEM) { SLOW(wo_slow_delelem); }
      OP(DEFPROP) {
        if (WO_UNLIKELY(!wo_is_object(R[A]))) SLOW_X(wo_slow_defprop);
        wo_object *object = wo_pointer(R[A]);
        const wo_ic *ic = CACHE;
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_DEFINE);
        if (WO_UNLIKELY(!cached_set(shard, HEAP, ic, object, R[B]))) SLOW_X(wo_slow_defprop);
        pc++;
        NEXT;
      }
      OP(DEFELEM) { SLOW(wo_slow_defelem); }
      OP(DEFMETHOD) { SLOW_X(wo_slow_defmethod); }
      OP(DEFGET) { SLOW_X(wo_slow_defget); }
      OP(DEFSET) { SLOW_X(wo_slow_defset); }
      OP(DEFSTATIC) { SLOW_X(wo_slow_defstatic); }
      OP(SETPROTO) { SLOW(wo_slow_setproto); }
      OP(SETNAME) { SLOW(wo_slow_setname); }
      OP(GETSUPER) { SLOW_X(wo_slow_getsuper); }
      OP(SUPERPROP) {
        self = R[C];
        if (WO_UNLIKELY(!wo_is_object(R[B]) || self == WO_HOLE)) SLOW_X(wo_slow_superprop);
        wo_object *object = wo_pointer(R[B]);
        const wo_ic *ic = CACHE;
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_SUPER);
        if (ic->state == WO_IC_GETTER && wo_ic_holds(shard, ic)) {
          value = ic->value;
          goto getter;
        }
        if (ic->state == WO_IC_PAIR) {
          value = wo_ic_pair_half(ic, object, WO_USE_SUPER);
          if (WO_LIKELY(value != WO_HOLE)) goto getter;
          SLOW_X(wo_slow_superprop);
        }
        value = cached_value(shard, ic, object);
        if (WO_UNLIKELY(value == WO_HOLE)) SLOW_X(wo_slow_superprop);
        R[A] = value;
        pc++;
        NEXT;
      }
      OP(SETSUPER) { SLOW_X(wo_slow_setsuper); }
      OP(GETPRIV) {
        if (WO_UNLIKELY(!wo_is_object(R[B]))) SLOW_X(wo_slow_getpriv);
        wo_object *object = wo_pointer(R[B]);
        const wo_ic *ic = CACHE;
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_LOAD);
        if (WO_UNLIKELY(ic->state != WO_IC_OWN)) SLOW_X(wo_slow_getpriv);
        R[A] = *wo_object_slot(object, ic->slot);
        pc++;
        NEXT;
      }
      OP(SETPRIV) {
        if (WO_UNLIKELY(!wo_is_object(R[A]))) SLOW_X(wo_slow_setpriv);
        wo_object *object = wo_pointer(R[A]);
        const wo_ic *ic = CACHE;
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_STORE);
        if (WO_UNLIKELY(!cached_set(shard, HEAP, ic, object, R[B]))) SLOW_X(wo_slow_setpriv);
        pc++;
        NEXT;
      }
      OP(INITPRIV) {
        if (WO_UNLIKELY(!wo_is_object(R[A]))) SLOW_X(wo_slow_initpriv);
        wo_object *object = wo_pointer(R[A]);
        const wo_ic *ic = CACHE;
        if (WO_UNLIKELY(ic->shape != object->cell.shape)) FIND_IC(WO_USE_DEFINE);
        if (WO_UNLIKELY(!cached_set(shard, HEAP, ic, object, R[B]))) SLOW_X(wo_slow_initpriv);
        pc++;
        NEXT;
      }
      OP(HASPRIV) { SLOW_X(wo_slow_haspriv); }

      // --- literals ---
      OP(OBJECT) {
        R[A] = wo_literal_new(HEAP, frame->proto->image, *pc & 0xFFFF, R + B);
        pc++;
        NEXT;
      }
      OP(NEWOBJ) {
        R[A] = wo_object_new(HEAP, B);
        NEXT;
      }
      OP(ARRAY) {
        R[A] = wo_array_of(HEAP, R + B, C);
        NEXT;
      }
      OP(APPEND) { SLOW(wo_slow_append); }
      OP(APPENDHOLE) { SLOW(wo_slow_append); }
      OP(SPREAD) { SLOW(wo_slow_spread); }
      OP(SPREADOBJ) { SLOW(wo_slow_spreadobj); }
      OP(RESTOBJ) { SLOW(wo_slow_restobj); }

      // --- functions ---
      OP(CALL) {
        R[A + 1] = WO_UNDEFINED;
        goto call;
      }
      OP(CALLCAP) {
        value = wo_running(R)->captures[C];
        R[A] = value;
        R[A + 1] = WO_UNDEFINED;
        if (WO_LIKELY(wo_has_kind(value, WO_KIND_FUNCTION))) {
          PUSH_CALL(((wo_function *)wo_pointer(value))->proto, A, B);
        }
        goto call;
      }
      OP(CALLFN) {
        const wo_proto *proto = &frame->proto->image->protos[*pc];
        R[A] = proto->static_function;
        R[A + 1] = WO_UNDEFINED;
        size_t a = A, argc = B;
        pc++;
        PUSH_CALL(proto, a, argc);
        pc--;
        SLOW_CALL(wo_slow_call);
      }
      OP(CALLM) {
      call:
        value = R[A];
#ifndef WO_STRESS_MOVE
        if (WO_LIKELY(IS_OBJECT_AT(&R[A]) && wo_cell_of(value)->kind == WO_KIND_FUNCTION)) {
          PUSH_CALL(((wo_function *)wo_pointer(value))->proto, A, B);
        }
        DECODE_AGAIN();
        SYNC();
        if (WO_LIKELY(wo_is_direct_call(fiber, value, frame->base + A, B))) {
          wo_value out = WO_UNDEFINED;
          uint32_t frames = fiber->frame_count;
          STAND();
          fiber->step = 0;
          fiber->call.at = frame->base + A;
          fiber->call.argc = (uint16_t)B;
          fiber->call.flags = fiber->call.dst = 0;
          const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(value))->builtin;
          if (builtin->flags & WO_BUILTIN_CONSTRUCTOR) fiber->new_target = R[A + 1] = WO_UNDEFINED;
          status = builtin->fn(shard, fiber, R + A + 2, B, &out);
          if (WO_LIKELY(status == WO_DONE && fiber->frame_count == frames && !HEAP->collect_due)) {
            R[A] = out;
            NEXT;
          }
          status = wo_after_direct_call(shard, fiber, frames, status, out);
          if (WO_UNLIKELY(status != WO_DONE)) goto answered;
          NEXT;
        }
#endif
        SLOW_CALL(wo_slow_call);
      }
      OP(CALLV) { SLOW_CALL(wo_slow_callv); }
      OP(NEW) {
        value = R[A];
        if (WO_UNLIKELY(!wo_has_kind(value, WO_KIND_FUNCTION))) SLOW_CALL(wo_slow_new);
        const wo_proto *proto = ((wo_function *)wo_pointer(value))->proto;
        bool fits = (proto->flags & (WO_PROTO_CLASS | WO_PROTO_REST)) == WO_PROTO_CLASS;
        if (WO_UNLIKELY(!fits || !HAS_ROOM(frame->base + A + 1 + proto->registers))) {
          SLOW_CALL(wo_slow_new);
        }
        fiber->new_target = value;
        R[A + 1] = proto->flags & WO_PROTO_DERIVED ? WO_HOLE : instance_of(fiber, value);
        goto construct;
      }
      OP(NEWV) { SLOW_CALL(wo_slow_newv); }
      OP(SUPER) {
        // The class that runs, and new.target, a class too.
        if (!wo_has_kind(R[A], WO_KIND_FUNCTION) || !wo_has_kind(R[A + 1], WO_KIND_FUNCTION)) {
          SLOW_CALL(wo_slow_super);
        }
        value = ((wo_function *)wo_pointer(R[A]))->parent;
        if (!wo_has_kind(value, WO_KIND_FUNCTION)) SLOW_CALL(wo_slow_super);
        const wo_proto *proto = ((wo_function *)wo_pointer(value))->proto;
        bool fits = (proto->flags & (WO_PROTO_CLASS | WO_PROTO_REST)) == WO_PROTO_CLASS &&
                    wo_cell_of(R[A + 1])->flags & WO_CELL_CLASS;
        if (WO_UNLIKELY(!fits || !HAS_ROOM(frame->base + A + 1 + proto->registers))) {
          SLOW_CALL(wo_slow_super);
        }
        fiber->new_target = R[A + 1];
        R[A + 1] = proto->flags & WO_PROTO_DERIVED ? WO_HOLE : instance_of(fiber, R[A + 1]);
        R[A] = value;
        goto construct;
      }
      OP(SUPERV) { SLOW_CALL(wo_slow_superv); }
      OP(RET) { LEAVE(R[A]); }
      OP(RETU) { LEAVE(WO_UNDEFINED); }
      OP(CLASS) { SLOW_X(wo_slow_class); }

      // --- iteration ---
      OP(ITER) {
        // An array as it was made iterates by index.
        const struct wo_shapes *shapes = shard->runtime->shapes;
        if (WO_LIKELY(wo_is_array(R[B]) &&
                      wo_cell_of(R[B])->shape == shapes->roots[WO_ROOT_OF_ARRAY]->id)) {
          wo_value *window = &R[A];
          window[0] = R[B];
          window[1] = wo_from_int(0);
          window[2] = wo_from_int(WO_STEP_ARRAY);
          NEXT;
        }
        SLOW(wo_slow_iter);
      }
      OP(NEXT) {
        value = next_element(R + A);
        if (WO_UNLIKELY(value == WO_HOLE)) goto slow_next;
        R[A + 3] = value;
        pc++;
        NEXT;
      }
      OP(ITERCLOSE) {
        if (WO_LIKELY(wo_is_int(R[A + 2]))) NEXT;
        SLOW(wo_slow_iterclose);
      }
      OP(FORIN) { SLOW(wo_slow_forin); }
      OP(FORINNEXT) { JUMP_IF(!wo_forin_next(fiber, R + A)); }

      // --- exceptions and scope ends ---
      OP(THROW) {
        STAND();
        fiber->thrown = R[A];
        goto unwind;
      }
      OP(ENDFINALLY) {
        if (R[A] != wo_from_int(1)) NEXT;
        STAND();
        fiber->thrown = R[A + 1];
        goto unwind;
      }
      OP(DROP) {
        if (wo_is_handle(R[A])) {
          SYNC();
          wo_hold_release(fiber->isolate, R[A], NULL);
          R[A] = WO_UNDEFINED;
        }
        NEXT;
      }
#ifdef WO_SWITCH_DISPATCH
  }
#endif
  WO_UNREACHABLE();

landed:
  // Behind a back-edge or at the entry of a function, which the pc stands at.
  SYNC();
  frame->pc = (uint32_t)(pc - frame->proto->code);
  goto safepoint;

construct : {
  // A class is called whose `this` is in place.
  const wo_proto *proto = ((wo_function *)wo_pointer(value))->proto;
  uint32_t argc = B, given = argc < proto->params ? argc : proto->params;
  uint32_t base = frame->base + A + 1;
  frame->pc = (uint32_t)(pc - frame->proto->code);
  frame++;
  *frame =
      (wo_frame){.proto = proto, .base = base, .flags = WO_FRAME_CONSTRUCT, .argc = (uint16_t)argc};
  R += A + 1;
  for (wo_value *p = R + given + 1, *end = R + proto->registers; p < end; p++) *p = WO_UNDEFINED;
  pc = proto->code;
  K = proto->pools[shard->index];
  if (WO_LIKELY(!SPENT())) NEXT;
  goto landed;
}

getter:
  // Calls `value`, a bytecode function, for the property A of `self`.
setter : {
  const wo_proto *proto = ((wo_function *)wo_pointer(value))->proto;
  bool set = OPERAND(0) == WO_OP_SETPROP;
  uint32_t base = frame->base + frame->proto->registers + 1;
  if (WO_UNLIKELY(!HAS_ROOM(base + 1 + proto->registers))) {
    wo_slow *slow = set ? wo_slow_setprop : wo_slow_getprop;
    if (OPERAND(0) == WO_OP_SUPERPROP) slow = wo_slow_superprop;
    SYNC();
    status = slow(shard, fiber, pc);
    goto answered;
  }
  wo_value argument = R[B];
  frame->pc = (uint32_t)(pc - frame->proto->code) + 1;
  frame++;
  *frame = (wo_frame){.proto = proto,
                      .base = base,
                      .flags = set ? WO_FRAME_DISCARD : WO_FRAME_RESULT_TO,
                      .dst = (uint8_t)A,
                      .argc = set};
  R = fiber->regs + base;
  R[-1] = value;
  R[0] = self;
  // A window may be of one register, the argument behind it is not in it then.
  wo_value *p = R + 1, *end = R + proto->registers;
  if (set && proto->params > 0) *p++ = argument;
  while (p < end) *p++ = WO_UNDEFINED;
  pc = proto->code;
  K = proto->pools[shard->index];
  if (WO_LIKELY(!SPENT())) NEXT;
  goto landed;
}

slow_leave:
  // The ends of a getter, a setter and a constructor need no more than this.
  if (frame->flags == WO_FRAME_TO_BUILTIN && frame->dst) {
    if (wo_each_again(fiber, frame, R, value)) {
      const wo_proto *proto = frame->proto;
      uint32_t given = frame->argc < proto->params ? frame->argc : proto->params;
      for (wo_value *p = R + given + 1, *end = R + proto->registers; p < end; p++) {
        *p = WO_UNDEFINED;
      }
      pc = proto->code;
      if (WO_LIKELY(!SPENT())) NEXT;
      goto landed;
    }
  }
  if (frame->flags == WO_FRAME_CONSTRUCT) {
    bool made = wo_is_undefined(value) && wo_is_object(R[0]);
    if (made) {
      value = R[0];
      wo_function *class = wo_running(R);
      if (WO_UNLIKELY(((wo_object *)wo_pointer(value))->slots || !class->inline_hint)) {
        wo_instance_learn(fiber, class, value);
      }
    }
    if (WO_LIKELY(made || wo_is_object(value))) {
      R[-1] = value;
      frame--;
      R = fiber->regs + frame->base;
      goto left;
    }
  }
  if (frame->flags == WO_FRAME_RESULT_TO) {
    uint32_t dst = frame->dst;
    frame--;
    R = fiber->regs + frame->base;
    R[dst] = value;
    goto left;
  }
  if (frame->flags == WO_FRAME_DISCARD) {
    frame--;
    R = fiber->regs + frame->base;
    goto left;
  }
  STAND();
  status = wo_leave(shard, fiber, value);
  goto answered;

left:
  pc = frame->proto->code + frame->pc;
  K = frame->proto->pools[shard->index];
  NEXT;

slow_jump : {
  bool taken;
  SYNC();
  status = wo_slow_jump(shard, fiber, pc, &taken);
  if (WO_UNLIKELY(status != WO_DONE)) goto answered;
  if (taken && (int32_t)*pc < 0) goto loop;
  JUMP_IF(taken);
}

slow_next : {
  bool done;
  SYNC();
  status = wo_slow_next(shard, fiber, pc, &done);
  if (WO_UNLIKELY(status != WO_DONE)) goto answered;
  JUMP_IF(done);
}

broken:
  STAND();
  wo_throw_internal(fiber);
  goto unwind;
}

wo_status wo_dispatch(wo_shard *shard, wo_fiber *fiber) {
  shard->budget--;
  wo_status status = run(shard, fiber);
  shard->budget++;
  return status;
}
