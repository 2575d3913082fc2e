// What ops.def says of each instruction, as data: for the verifier and the disassembler. Dispatch
// expands ops.def itself.
#ifndef WO_OPS_H
#define WO_OPS_H

#include "image.h"

// Kinds of the operands A, B, C; ops.def explains each. WO_OPERAND__ is unused.
typedef enum wo_operand {
  WO_OPERAND__,
  WO_OPERAND_DST,
  WO_OPERAND_SRC,
  WO_OPERAND_USE,
  WO_OPERAND_RUN,
  WO_OPERAND_BASE,
  WO_OPERAND_IMM,
  WO_OPERAND_COUNT,
  WO_OPERAND_CAP,
  WO_OPERAND_S8,
  WO_OPERAND_K8,
  WO_OPERAND_K16,
  WO_OPERAND_S16,
  WO_OPERAND_U16,
  WO_OPERAND_F16,
  WO_OPERAND_T16,
  WO_OPERAND_M16,
  WO_OPERAND_G16,
  WO_OPERAND_J16,
} wo_operand;
typedef enum wo_extra { WO_EXTRA__, WO_EXTRA_JUMP, WO_EXTRA_NAME, WO_EXTRA_BITS } wo_extra;

typedef struct wo_op_info {
  const char *name;
  const char *flags;  // letters of ops.def; "0" for none
  uint8_t a, b, c;    // wo_operand
  uint8_t x;          // wo_extra; not WO_EXTRA__: a second word follows
} wo_op_info;

extern const wo_op_info wo_ops[WO_OP_COUNT];

// True for the kinds that take columns B and C together.
WO_INLINE bool wo_operand_is_wide(wo_operand kind) { return kind >= WO_OPERAND_K16; }
WO_INLINE bool wo_operand_is_register(wo_operand kind) {
  return kind >= WO_OPERAND_DST && kind <= WO_OPERAND_BASE;
}
WO_INLINE uint32_t wo_op_words(wo_op op) { return wo_ops[op].x == WO_EXTRA__ ? 1 : 2; }
bool wo_op_has(wo_op op, char flag);
// How many registers from BASE on the instruction reaches, the arguments of a call left out.
uint32_t wo_op_window(wo_op op);
// The builtin table: its size; the id of an entry ("Math_sqrt") and its owner ("Math", "GLOBAL",
// "LIBRARY"; "INTRINSIC": only the prelude may load it, "NONE": no code may; "" for objects and classes).
uint32_t wo_builtin_count(void);
const char *wo_builtin_name(uint32_t index);
const char *wo_builtin_owner(uint32_t index);

#endif
