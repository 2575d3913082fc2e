// Operators whose operands are not two plain numbers: strings, mixed primitives, and objects, whose
// conversion runs in a builtin frame that then computes the result.
#include <math.h>
#include <string.h>

#include "dispatch.h"
#include "elementary.h"

double wo_remainder(double x, double y) {
  // Integers of moderate size are exact in 64 bits, and that is some ten times faster than fmod.
  if (fabs(x) < 0x1p53 && fabs(y) < 0x1p53 && x == trunc(x) && y == trunc(y) && y != 0) {
    double r = (double)((int64_t)x % (int64_t)y);
    return r == 0 ? copysign(0, x) : r;
  }
  return fmod(x, y);
}

// --- arithmetic ---

static wo_status symbol_error(wo_fiber *fiber, const char *to) {
  return wo_throw_type(fiber, "Cannot convert a Symbol value to a %s", to);
}

// b + c where one is a string.
WO_INLINE wo_status add(wo_fiber *fiber, wo_value b, wo_value c, wo_value *out) {
  wo_heap *heap = wo_heap_of(fiber);
  if (wo_is_string(b) && wo_is_string(c)) {
    *out = wo_string_concat(heap, b, c);
  } else if (wo_is_int(c)) {
    *out = wo_string_concat_int(heap, b, wo_as_int(c), false);
  } else if (wo_is_int(b)) {
    *out = wo_string_concat_int(heap, c, wo_as_int(b), true);
  } else {
    *out = wo_string_concat_parts(heap, (wo_value[]){b, c}, 2);
  }
  return WO_UNLIKELY(*out == WO_HOLE) ? wo_throw_length(fiber) : WO_DONE;
}

// An operator of two primitives.
static wo_status primitive_binary(wo_fiber *fiber, wo_op op, wo_value b, wo_value c,
                                  wo_value *out) {
  bool text = op == WO_OP_ADD && (wo_is_string(b) || wo_is_string(c));
  if (wo_is_internal(b) || wo_is_internal(c)) return wo_throw_internal(fiber);
  if (wo_is_symbol(b) || wo_is_symbol(c)) return symbol_error(fiber, text ? "string" : "number");
  if (text) return add(fiber, b, c, out);
  wo_heap *heap = wo_heap_of(fiber);
  double x = wo_is_number(b) ? wo_number(b) : wo_primitive_to_number(heap, b);
  double y = wo_is_number(c) ? wo_number(c) : wo_primitive_to_number(heap, c);
  uint32_t shift = (uint32_t)wo_to_int32(y) & 31;
  switch (op) {
    case WO_OP_ADD: *out = wo_from_number(x + y); break;
    case WO_OP_SUB: *out = wo_from_number(x - y); break;
    case WO_OP_MUL: *out = wo_from_number(x * y); break;
    case WO_OP_DIV: *out = wo_from_number(x / y); break;
    case WO_OP_MOD: *out = wo_from_number(wo_remainder(x, y)); break;
    case WO_OP_POW: *out = wo_from_number(wo_math_pow(x, y)); break;
    case WO_OP_BAND: *out = wo_from_int(wo_to_int32(x) & wo_to_int32(y)); break;
    case WO_OP_BOR: *out = wo_from_int(wo_to_int32(x) | wo_to_int32(y)); break;
    case WO_OP_BXOR: *out = wo_from_int(wo_to_int32(x) ^ wo_to_int32(y)); break;
    case WO_OP_SHL: *out = wo_from_int((int32_t)((uint32_t)wo_to_int32(x) << shift)); break;
    case WO_OP_SHR: *out = wo_from_int(wo_to_int32(x) >> shift); break;
    case WO_OP_USHR: *out = wo_from_number((uint32_t)wo_to_int32(x) >> shift); break;
    default: WO_UNREACHABLE();
  }
  return WO_DONE;
}

static bool is_object_like(wo_value v) { return wo_is_object(v) || wo_is_handle(v); }

// `this` is the operator as an int.
static wo_status binary(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  (void)shard;
  wo_op op = (wo_op)wo_as_int(args[-1]);
  wo_status status = wo_convert_any(fiber, args, argc, op == WO_OP_ADD ? "PP" : "NN");
  return status == WO_DONE ? primitive_binary(fiber, op, args[0], args[1], result) : status;
}
static const wo_builtin op_binary = {"", binary, NULL, 0, 0, 0};

// The operator behind one whose right operand is a constant or a number in the instruction.
static wo_op plain_operator(wo_op op) {
  switch (op) {
    case WO_OP_ADDI:
    case WO_OP_ADDK: return WO_OP_ADD;
    case WO_OP_SUBI:
    case WO_OP_SUBK: return WO_OP_SUB;
    case WO_OP_MULI:
    case WO_OP_MULK: return WO_OP_MUL;
    case WO_OP_DIVK: return WO_OP_DIV;
    case WO_OP_MODK: return WO_OP_MOD;
    case WO_OP_BANDK: return WO_OP_BAND;
    case WO_OP_BORK: return WO_OP_BOR;
    case WO_OP_BXORK: return WO_OP_BXOR;
    case WO_OP_SHLK: return WO_OP_SHL;
    case WO_OP_SHRK: return WO_OP_SHR;
    case WO_OP_USHRK: return WO_OP_USHR;
    default: return op;
  }
}

// What is added to a string as it is. (Two numbers are never met here.)
static bool is_text(wo_value v) { return wo_is_string(v) || wo_is_number(v); }

// The right operand of the instruction `w` that runs in window R.
static wo_value right_operand(const wo_fiber *fiber, const wo_value *R, uint32_t w) {
  uint32_t c = WO_GET_C(w);
  switch ((wo_op)WO_GET_OP(w)) {
    case WO_OP_ADDI:
    case WO_OP_SUBI:
    case WO_OP_MULI: return wo_from_int((int8_t)c);
    default: break;
  }
  bool constant = plain_operator((wo_op)WO_GET_OP(w)) != (wo_op)WO_GET_OP(w);
  return constant ? wo_top_frame(fiber)->proto->constants[c] : R[c];
}

wo_status wo_slow_binary(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_op op = plain_operator((wo_op)WO_GET_OP(w));
  wo_value b = R[WO_GET_B(w)], c = right_operand(fiber, R, w);
  if (op == WO_OP_ADD && is_text(b) && is_text(c)) {
    wo_value sum;
    if (add(fiber, b, c, &sum) != WO_DONE) return WO_THREW;
    R[WO_GET_A(w)] = sum;
    return WO_DONE;
  }
  if (is_object_like(b) || is_object_like(c)) {
    wo_value args[2] = {b, c};
    return wo_operate(fiber, &op_binary, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w),
                      wo_from_int((int32_t)op), 2, args);
  }
  wo_value out = WO_UNDEFINED;
  wo_status status = primitive_binary(fiber, op, b, c, &out);
  if (status == WO_DONE) R[WO_GET_A(w)] = out;
  return status;
}

// The operator of an instruction: the steps of counting loops are INC and DEC.
static wo_op unary_operator(wo_op op) {
  switch (op) {
    case WO_OP_INCLT:
    case WO_OP_INCLTK:
    case WO_OP_INCLE:
    case WO_OP_INCLEK: return WO_OP_INC;
    case WO_OP_DECGT:
    case WO_OP_DECGTK:
    case WO_OP_DECGE:
    case WO_OP_DECGEK: return WO_OP_DEC;
    default: return op;
  }
}

static wo_value primitive_unary(wo_op op, double x) {
  switch (op) {
    case WO_OP_NEG: return wo_from_number(-x);
    case WO_OP_INC: return wo_from_number(x + 1);
    case WO_OP_DEC: return wo_from_number(x - 1);
    case WO_OP_BNOT: return wo_from_int(~wo_to_int32(x));
    default: return wo_from_number(x);
  }
}

// The operators of one number, and ToString and ToPropertyKey.
static wo_status unary(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  wo_op op = (wo_op)wo_as_int(args[-1]);
  const char *how = op == WO_OP_TOSTRING || op == WO_OP_TOPART ? "S"
                  : op == WO_OP_TOKEY                          ? "K"
                                                               : "N";
  wo_status status = wo_convert_any(fiber, args, argc, how);
  if (status != WO_DONE) return status;
  *result = *how == 'N' ? primitive_unary(op, wo_number(args[0])) : args[0];
  return WO_DONE;
}
static const wo_builtin op_unary = {"", unary, NULL, 0, 0, 0};

static wo_status operate_unary(wo_fiber *fiber, uint32_t w, wo_value operand) {
  wo_op op = unary_operator((wo_op)WO_GET_OP(w));
  return wo_operate(fiber, &op_unary, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w),
                    wo_from_int((int32_t)op), 1, &operand);
}

wo_status wo_slow_unary(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_op op = unary_operator((wo_op)WO_GET_OP(w));
  // A step has its counter in A alone.
  wo_value b = R[op == (wo_op)WO_GET_OP(w) ? WO_GET_B(w) : WO_GET_A(w)];
  if (is_object_like(b)) return operate_unary(fiber, w, b);
  if (wo_is_internal(b)) return wo_throw_internal(fiber);
  if (wo_is_symbol(b)) return symbol_error(fiber, "number");
  double x = wo_is_number(b) ? wo_number(b) : wo_primitive_to_number(wo_heap_of(fiber), b);
  R[WO_GET_A(w)] = primitive_unary(op, x);
  return WO_DONE;
}

wo_status wo_slow_to_string(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value b = R[WO_GET_B(w)];
  if (is_object_like(b)) return operate_unary(fiber, w, b);
  if (wo_is_internal(b)) return wo_throw_internal(fiber);
  if (wo_is_symbol(b)) return symbol_error(fiber, "string");
  R[WO_GET_A(w)] = wo_primitive_to_string(wo_heap_of(fiber), b);
  return WO_DONE;
}

wo_status wo_slow_to_key(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_value b = R[WO_GET_B(w)];
  if (is_object_like(b)) return operate_unary(fiber, w, b);
  if (wo_is_internal(b)) return wo_throw_internal(fiber);
  R[WO_GET_A(w)] = wo_to_key(wo_heap_of(fiber), b);
  return WO_DONE;
}

// --- concatenation ---

wo_status wo_slow_concat(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1], count = WO_GET_C(w);
  const wo_value *parts = R + WO_GET_B(w);
  for (uint32_t i = 0; i < count; i++) {
    if (!wo_is_string(parts[i]) && !wo_is_number(parts[i])) return wo_throw_internal(fiber);
  }
  wo_value all = wo_string_concat_parts(wo_heap_of(fiber), parts, count);
  if (all == WO_HOLE) return wo_throw_length(fiber);
  R[WO_GET_A(w)] = all;
  return WO_DONE;
}

// --- comparison ---

typedef enum relation { LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL } relation;
typedef enum right { REGISTER, CONSTANT, INTEGER } right;
typedef struct test {
  relation relation;
  bool negated;
  right right;
} test;

static test test_of(wo_op op) {
  switch (op) {
    case WO_OP_LT:
    case WO_OP_JLT:
    case WO_OP_LOOPLT: return (test){LESS, false, REGISTER};
    case WO_OP_JNLT: return (test){LESS, true, REGISTER};
    case WO_OP_JLTK:
    case WO_OP_LOOPLTK: return (test){LESS, false, CONSTANT};
    case WO_OP_JNLTK: return (test){LESS, true, CONSTANT};
    case WO_OP_JLTI: return (test){LESS, false, INTEGER};
    case WO_OP_JNLTI: return (test){LESS, true, INTEGER};
    case WO_OP_LE:
    case WO_OP_JLE:
    case WO_OP_LOOPLE: return (test){LESS_EQUAL, false, REGISTER};
    case WO_OP_JNLE: return (test){LESS_EQUAL, true, REGISTER};
    case WO_OP_JLEK:
    case WO_OP_LOOPLEK: return (test){LESS_EQUAL, false, CONSTANT};
    case WO_OP_JNLEK: return (test){LESS_EQUAL, true, CONSTANT};
    case WO_OP_JLEI: return (test){LESS_EQUAL, false, INTEGER};
    case WO_OP_JNLEI: return (test){LESS_EQUAL, true, INTEGER};
    case WO_OP_GT:
    case WO_OP_JGT:
    case WO_OP_LOOPGT: return (test){GREATER, false, REGISTER};
    case WO_OP_JNGT: return (test){GREATER, true, REGISTER};
    case WO_OP_JGTK:
    case WO_OP_LOOPGTK: return (test){GREATER, false, CONSTANT};
    case WO_OP_JNGTK: return (test){GREATER, true, CONSTANT};
    case WO_OP_JGTI: return (test){GREATER, false, INTEGER};
    case WO_OP_JNGTI: return (test){GREATER, true, INTEGER};
    case WO_OP_GE:
    case WO_OP_JGE:
    case WO_OP_LOOPGE: return (test){GREATER_EQUAL, false, REGISTER};
    case WO_OP_JNGE: return (test){GREATER_EQUAL, true, REGISTER};
    case WO_OP_JGEK:
    case WO_OP_LOOPGEK: return (test){GREATER_EQUAL, false, CONSTANT};
    case WO_OP_JNGEK: return (test){GREATER_EQUAL, true, CONSTANT};
    case WO_OP_JGEI: return (test){GREATER_EQUAL, false, INTEGER};
    case WO_OP_JNGEI: return (test){GREATER_EQUAL, true, INTEGER};
    case WO_OP_EQ:
    case WO_OP_JEQ: return (test){EQUAL, false, REGISTER};
    case WO_OP_NE:
    case WO_OP_JNE: return (test){EQUAL, true, REGISTER};
    default: WO_UNREACHABLE();
  }
}

static bool relate(relation r, double x, double y) {
  switch (r) {
    case LESS: return x < y;
    case LESS_EQUAL: return x <= y;
    case GREATER: return x > y;
    case GREATER_EQUAL: return x >= y;
    default: return x == y;
  }
}

// Of two primitives. WO_DONE or WO_THREW.
static wo_status primitive_test(wo_fiber *fiber, test t, wo_value a, wo_value b, bool *answer) {
  wo_heap *heap = wo_heap_of(fiber);
  if (wo_is_internal(a) || wo_is_internal(b)) return wo_throw_internal(fiber);
  bool holds;
  if (t.relation == EQUAL) {
    holds = wo_loose_equals_primitive(heap, a, b);
  } else if (wo_is_string(a) && wo_is_string(b)) {
    holds = relate(t.relation, wo_string_compare(heap, a, b), 0);
  } else if (wo_is_symbol(a) || wo_is_symbol(b)) {
    return symbol_error(fiber, "number");
  } else {
    holds = relate(t.relation, wo_primitive_to_number(heap, a), wo_primitive_to_number(heap, b));
  }
  *answer = holds != t.negated;
  return WO_DONE;
}

// `this` is the instruction as an int; the result is whether its test holds.
static wo_status compare(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard;
  test t = test_of((wo_op)wo_as_int(args[-1]));
  wo_status status = wo_convert_any(fiber, args, argc, t.relation == EQUAL ? "PP" : "QQ");
  bool answer = false;
  if (status == WO_DONE) status = primitive_test(fiber, t, args[0], args[1], &answer);
  *result = wo_from_bool(answer);
  return status;
}
static const wo_builtin op_compare = {"", compare, NULL, 0, 0, 0};

// Whether `==` decides by identity: no side is converted.
static bool equal_by_identity(wo_value a, wo_value b) {
  bool x = is_object_like(a), y = is_object_like(b);
  return (x && y) || (x && wo_is_nullish(b)) || (y && wo_is_nullish(a));
}

// Answers at once, or pushes the conversion, whose result goes where `flags` and `dst` say.
static wo_status test_values(wo_fiber *fiber, wo_op op, wo_value a, wo_value b, uint8_t flags,
                             uint8_t dst, bool *answer) {
  test t = test_of(op);
  if (t.relation == EQUAL && equal_by_identity(a, b)) {
    *answer = (a == b) != t.negated;
    return WO_DONE;
  }
  if (!is_object_like(a) && !is_object_like(b)) return primitive_test(fiber, t, a, b, answer);
  wo_value args[2] = {a, b};
  return wo_operate(fiber, &op_compare, flags, dst, wo_from_int((int32_t)op), 2, args);
}

wo_status wo_slow_compare(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  bool answer;
  wo_status status = test_values(fiber, (wo_op)WO_GET_OP(w), R[WO_GET_B(w)], R[WO_GET_C(w)],
                                 WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w), &answer);
  if (status == WO_DONE) R[WO_GET_A(w)] = wo_from_bool(answer);
  return status;
}

wo_status wo_slow_jump(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc, bool *taken) {
  (void)shard;
  const wo_value *R = wo_stand(fiber, pc);
  uint32_t w = pc[-1];
  wo_op op = (wo_op)WO_GET_OP(w);
  test t = test_of(op);
  wo_value a = R[WO_GET_A(w)], b;
  switch (t.right) {
    case CONSTANT: b = wo_top_frame(fiber)->proto->constants[WO_GET_B(w)]; break;
    case INTEGER: b = wo_from_int(WO_GET_S16(w)); break;
    default: b = R[WO_GET_B(w)];
  }
  if (wo_is_string(a) && wo_is_string(b) && t.relation != EQUAL) {
    *taken = relate(t.relation, wo_string_compare(wo_heap_of(fiber), a, b), 0) != t.negated;
    return WO_DONE;
  }
  return test_values(fiber, op, a, b, WO_FRAME_JUMP, 0, taken);
}

// --- in ---

static wo_status search_error(wo_fiber *fiber, wo_value key, wo_value object) {
  wo_heap *heap = wo_heap_of(fiber);
  return wo_throw_values(fiber, WO_B_TypeError, "Cannot use 'in' operator to search for '%' in %",
                         wo_describe(heap, key), wo_describe(heap, object));
}

static wo_status in(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                    wo_value *result) {
  (void)shard;
  wo_property found;
  wo_status status = wo_convert(fiber, args, argc, "K");
  if (status == WO_DONE) {
    *result = wo_from_bool(wo_lookup(wo_heap_of(fiber), args[1], args[0], &found));
  }
  return status;
}
static const wo_builtin op_in = {"", in, NULL, 0, 0, 0};

wo_status wo_slow_in(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t w = pc[-1];
  wo_value key = R[WO_GET_B(w)], object = R[WO_GET_C(w)];
  if (wo_is_internal(key)) return wo_throw_internal(fiber);
  if (!is_object_like(object)) return search_error(fiber, key, object);
  if (is_object_like(key)) {
    wo_value args[2] = {key, object};
    return wo_operate(fiber, &op_in, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w), WO_UNDEFINED, 2,
                      args);
  }
  wo_property found;
  bool has = (wo_is_string(key) && wo_dictionary_get(heap, object, key) != WO_HOLE) ||
             wo_lookup(heap, object, wo_to_key(heap, key), &found);
  R[WO_GET_A(w)] = wo_from_bool(has);
  return WO_DONE;
}

// --- instanceof ---

enum { INST_START, INST_METHOD_GOT, INST_ASKED, INST_PROTO_GOT };

static bool inherits_from(wo_heap *heap, wo_value v, wo_value proto) {
  while ((v = wo_prototype_of(heap, v)) != WO_NULL) {
    if (v == proto) return true;
  }
  return false;
}

static wo_status bad_prototype(wo_fiber *fiber, wo_value proto) {
  return wo_throw_values(fiber, WO_B_TypeError,
                         "Function has non-object prototype '%' in instanceof check",
                         wo_describe(wo_heap_of(fiber), proto));
}

// args: the value, the right-hand side. Reads that may be getters are steps of their own.
static wo_status instance_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)argc;
  wo_heap *heap = wo_heap_of(fiber);
  wo_runtime *rt = heap->runtime;
  wo_property found = {.value = WO_UNDEFINED};
  uint32_t step = fiber->step;
  if (step == INST_ASKED) {
    *result = wo_from_bool(wo_truthy(fiber->call.result));
    return WO_DONE;
  }
  if (step == INST_PROTO_GOT) found.value = fiber->call.result;
  while (step != INST_PROTO_GOT) {
    if (step == INST_METHOD_GOT) {
      found.value = fiber->call.result;
    } else if (wo_lookup(heap, args[1], wo_builtin_value(rt, WO_B_Symbol_hasInstance), &found) &&
               (found.attrs & WO_ATTR_ACCESSOR)) {
      wo_value get = ((wo_accessor *)wo_pointer(found.value))->get;
      if (!wo_is_undefined(get)) return wo_call(fiber, INST_METHOD_GOT, get, args[1], 0);
      found.value = WO_UNDEFINED;
    }
    wo_value method = found.value;
    if (!wo_is_nullish(method) && method != wo_builtin_value(rt, WO_B_Function_hasInstance)) {
      if (!wo_is_callable(method)) return wo_throw_not_callable(fiber, method);
      return wo_call(fiber, INST_ASKED, method, args[1], 1, args[0]);
    }
    if (!wo_is_callable(args[1])) {
      return wo_throw_type(fiber, "Right-hand side of 'instanceof' is not callable");
    }
    found.value = WO_UNDEFINED;
    if (!wo_has_kind(args[1], WO_KIND_BOUND)) break;
    args[1] = ((wo_bound *)wo_pointer(args[1]))->target;
    step = INST_START;
  }
  *result = WO_FALSE;
  if (!is_object_like(args[0])) return WO_DONE;
  if (step != INST_PROTO_GOT && wo_lookup(heap, args[1], wo_name(rt, WO_NAME_prototype), &found) &&
      (found.attrs & WO_ATTR_ACCESSOR)) {
    wo_value get = ((wo_accessor *)wo_pointer(found.value))->get;
    if (!wo_is_undefined(get)) return wo_call(fiber, INST_PROTO_GOT, get, args[1], 0);
    found.value = WO_UNDEFINED;
  }
  if (!wo_is_object(found.value)) return bad_prototype(fiber, found.value);
  *result = wo_from_bool(inherits_from(heap, args[0], found.value));
  return WO_DONE;
}
static const wo_builtin op_instance_of = {"", instance_of, NULL, 0, 0, 0};

// The common case: a class or function whose hasInstance is the library's and whose prototype is a
// data property.
static bool plain_constructor(wo_heap *heap, wo_value c, wo_value *proto) {
  wo_runtime *rt = heap->runtime;
  wo_property found;
  if (!wo_has_kind(c, WO_KIND_FUNCTION) && !wo_has_kind(c, WO_KIND_BUILTIN)) return false;
  if (!wo_lookup(heap, c, wo_builtin_value(rt, WO_B_Symbol_hasInstance), &found)) return false;
  if (found.value != wo_builtin_value(rt, WO_B_Function_hasInstance)) return false;
  if (!wo_lookup_own(heap, c, wo_name(rt, WO_NAME_prototype), &found)) return false;
  *proto = found.value;
  return !(found.attrs & WO_ATTR_ACCESSOR) && wo_is_object(found.value);
}

wo_status wo_slow_instanceof(wo_shard *shard, wo_fiber *fiber, const uint32_t *pc) {
  (void)shard;
  wo_value *R = wo_stand(fiber, pc);
  wo_heap *heap = wo_heap_of(fiber);
  uint32_t w = pc[-1];
  wo_value v = R[WO_GET_B(w)], c = R[WO_GET_C(w)], proto;
  if (wo_is_internal(v)) return wo_throw_internal(fiber);
  if (!wo_is_object(c)) {
    return wo_throw_type(fiber, "Right-hand side of 'instanceof' is not %s",
                         wo_is_handle(c) ? "callable" : "an object");
  }
  if (plain_constructor(heap, c, &proto)) {
    R[WO_GET_A(w)] = wo_from_bool(is_object_like(v) && inherits_from(heap, v, proto));
    return WO_DONE;
  }
  wo_value args[2] = {v, c};
  return wo_operate(fiber, &op_instance_of, WO_FRAME_RESULT_TO, (uint8_t)WO_GET_A(w), WO_UNDEFINED,
                    2, args);
}
