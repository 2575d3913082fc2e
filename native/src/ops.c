#include "ops.h"

#include "builtin.h"

const wo_op_info wo_ops[WO_OP_COUNT] = {
#define WO_OP(name, a, b, c, x, flags, text) \
  {#name, #flags, WO_OPERAND_##a, WO_OPERAND_##b, WO_OPERAND_##c, WO_EXTRA_##x},
#include "ops.def"
#undef WO_OP
};

const char *wo_op_name(wo_op op) { return (uint32_t)op < WO_OP_COUNT ? wo_ops[op].name : "?"; }

bool wo_op_has(wo_op op, char flag) { return strchr(wo_ops[op].flags, flag) != NULL; }

uint32_t wo_op_window(wo_op op) {
  switch (op) {
    case WO_OP_GETMETHOD:
    case WO_OP_GETMETHODE:
    case WO_OP_CALL:
    case WO_OP_CALLM:
    case WO_OP_CALLCAP:
    case WO_OP_CALLFN:
    case WO_OP_NEW:
    case WO_OP_SUPER:
    case WO_OP_CLASS:
    case WO_OP_ENDFINALLY: return 2;
    case WO_OP_CALLV:
    case WO_OP_NEWV:
    case WO_OP_SUPERV: return 3;
    default: return 4;  // the iterator windows, and the safe answer for what is added to ops.def
  }
}

static const struct {
  const char *name, *owner;
} builtins[] = {
#define WO_OBJECT_VALUE(id, path, proto) {#id, ""},
#define WO_CLASS_VALUE(id, path, cfunc, length, flags, scratch, parent, sig) \
  {#id, ""}, {#id "_prototype", ""},
#define WO_ERROR_CLASS(id, name, code, parent) {#id, ""}, {#id "_prototype", ""},
#define WO_FN(owner, key, id, cfunc, length, scratch, sig) {#id, #owner},
#define WO_FIBER_FN(owner, key, id, export_name, length, sig) {#id, #owner},
#define WO_ALIAS(owner, key, of)
#define WO_GETTER(owner, key, id, cfunc) {#id, #owner},
#define WO_NUMBER(owner, key, value)
#define WO_TEXT(owner, key, value)
#define WO_SYMBOL_VALUE(id, key) {#id, "Symbol"},
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
static_assert(WO_COUNT(builtins) == WO_B_COUNT, "one row for every index of builtin.h");

uint32_t wo_builtin_count(void) { return WO_B_COUNT; }

const char *wo_builtin_name(uint32_t index) {
  return index < WO_B_COUNT ? builtins[index].name : "?";
}

const char *wo_builtin_owner(uint32_t index) {
  return index < WO_B_COUNT ? builtins[index].owner : "NONE";
}
