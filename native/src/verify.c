// Proves the rules of docs/internals/image.md. Everything here is linear in the size of the image
// (the catch tables sort), takes nothing from the runtime and changes nothing but the marks of
// strings that name properties.
#include "verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "ops.h"
#include "string.h"

// State of one function's check.
typedef struct checker {
  wo_unlinked *program;
  const wo_image *image;
  const wo_proto *proto;
  uint8_t *starts;  // bit per word: an instruction starts here
  uint8_t *ics;     // bit per inline cache: an instruction has it
  uint32_t pc;      // instruction under check
  wo_op op;
  int64_t last_class;  // pc of the last top-level CLASS so far; -1: none
} checker;

static bool get_bit(const uint8_t *bits, uint32_t i) { return bits[i >> 3] >> (i & 7) & 1; }
static void set_bit(uint8_t *bits, uint32_t i) { bits[i >> 3] |= (uint8_t)(1u << (i & 7)); }

// --- refusing ---

// Writes at most 40 characters of a name, unprintable ones as '?'.
static void name_text(const wo_unlinked *program, wo_value name, char out[48]) {
  const wo_image_string *string =
      wo_is_string(name) ? &program->strings[WO_UNLINKED_INDEX(name)] : NULL;
  uint32_t length = string == NULL ? 0 : string->length < 40 ? string->length : 40;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t unit =
        string->wide ? string->bytes[2 * i] | string->bytes[2 * i + 1] << 8 : string->bytes[i];
    out[i] = unit >= 0x20 && unit < 0x7F ? (char)unit : '?';
  }
  out[length] = 0;
}

WO_COLD WO_PRINTF(2, 0) static void refuse_va(const checker *c, const char *format, va_list args,
                                              bool at_pc) {
  char name[48], text[160], where[64] = "";
  name_text(c->program, c->proto->name, name);
  vsnprintf(text, sizeof text, format, args);
  if (at_pc) snprintf(where, sizeof where, ", pc %u: %s", c->pc, wo_op_name(c->op));
  snprintf(c->program->error, c->program->error_size, "function %u (%s)%s: %s", c->proto->index,
           name, where, text);
}

// Refuses for what is wrong at the current instruction; answers false.
WO_COLD WO_PRINTF(2, 3) static bool refuse(const checker *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  refuse_va(c, format, args, true);
  va_end(args);
  return false;
}

// Refuses for what is wrong with the function as a whole.
WO_COLD WO_PRINTF(2, 3) static bool refuse_function(const checker *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  refuse_va(c, format, args, false);
  va_end(args);
  return false;
}

WO_COLD WO_PRINTF(2, 3) static bool refuse_image(const wo_unlinked *program, const char *format,
                                                 ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(program->error, program->error_size, format, args);
  va_end(args);
  return false;
}

// --- operands ---

static bool check_registers(const checker *c, const char *operand, uint32_t first, uint32_t count) {
  if (first + count <= c->proto->registers) return true;
  if (count == 1) {
    return refuse(c, "%s is register %u of a window of %u", operand, first, c->proto->registers);
  }
  return refuse(c, "%s is registers %u..%u of a window of %u", operand, first, first + count - 1,
                c->proto->registers);
}

// Operands whose constants must be numbers: the K of arithmetic and of relational jumps.
static bool wants_number(wo_op op) {
  return op != WO_OP_JSEQK && op != WO_OP_JSNEK && op != WO_OP_LOOPSNEK;
}

static bool check_constant(const checker *c, const char *operand, uint32_t index) {
  if (index >= c->proto->constant_count) {
    return refuse(c, "%s is constant %u of %u", operand, index, c->proto->constant_count);
  }
  // A private name is no value: it must not come into a register.
  if (wo_is_cell(c->proto->constants[index])) {
    return refuse(c, "constant %u is a private name, %s is a value", index, operand);
  }
  return true;
}

static bool check_k8(const checker *c, const char *operand, uint32_t index) {
  if (!check_constant(c, operand, index)) return false;
  if (wants_number(c->op) && !wo_is_number(c->proto->constants[index])) {
    return refuse(c, "constant %u is not a number", index);
  }
  return true;
}

static bool check_index(const checker *c, const char *what, uint32_t index, uint32_t count) {
  return index < count || refuse(c, "%s %u of %u", what, index, count);
}

static bool check_builtin(const checker *c, uint32_t index) {
  if (!check_index(c, "builtin", index, wo_builtin_count())) return false;
  const char *owner = wo_builtin_owner(index);
  bool internal = strcmp(owner, "NONE") == 0;
  if (strcmp(owner, "INTRINSIC") == 0) internal = !c->program->library;
  return !internal || refuse(c, "builtin %u (%s) is internal", index, wo_builtin_name(index));
}

// Jumps go forward, loops go backward: so a budget check lies on every cycle of the code.
static bool check_jump(const checker *c, int32_t distance) {
  int64_t target = (int64_t)c->pc + wo_op_words(c->op) + distance;
  if (target < 0 || target >= c->proto->code_length) {
    return refuse(c, "jumps to %lld, outside the code of %u words", (long long)target,
                  c->proto->code_length);
  }
  bool loops = wo_op_has(c->op, 'L');
  if (loops ? distance >= 0 : distance < 0) {
    return refuse(c, "jumps %s", loops ? "forward" : "backward");
  }
  if (loops && target <= c->last_class) {
    return refuse(c, "around the top-level class at %lld", (long long)c->last_class);
  }
  if (!get_bit(c->starts, (uint32_t)target)) {
    return refuse(c, "jumps to %lld, inside an instruction", (long long)target);
  }
  return true;
}

static bool check_operand(const checker *c, const char *operand, wo_operand kind, uint32_t value) {
  switch (kind) {
    case WO_OPERAND__: return value == 0 || refuse(c, "unused operand %s is %u", operand, value);
    case WO_OPERAND_DST:
    case WO_OPERAND_SRC:
    case WO_OPERAND_USE: return check_registers(c, operand, value, 1);
    case WO_OPERAND_BASE: return check_registers(c, operand, value, wo_op_window(c->op));
    case WO_OPERAND_CAP:
      // SELFCAP indexes a closure known only at run time, which checks it.
      return c->op == WO_OP_SELFCAP || check_index(c, "capture", value, c->proto->capture_count);
    case WO_OPERAND_K8: return check_k8(c, operand, value);
    case WO_OPERAND_K16: return check_constant(c, operand, value);
    case WO_OPERAND_F16: return check_index(c, "function", value, c->image->proto_count);
    case WO_OPERAND_T16: return check_index(c, "template", value, c->image->template_count);
    case WO_OPERAND_M16: return check_index(c, "module slot", value, c->image->slot_count);
    case WO_OPERAND_G16: return check_builtin(c, value);
    case WO_OPERAND_J16: return check_jump(c, (int16_t)value);
    case WO_OPERAND_RUN:  // with the count that belongs to it: check_op
    case WO_OPERAND_IMM:
    case WO_OPERAND_COUNT:
    case WO_OPERAND_S8:
    case WO_OPERAND_S16:
    case WO_OPERAND_U16: return true;
  }
  return refuse(c, "operand %s has a kind without a check", operand);
}

static bool is_private_op(wo_op op) {
  return op == WO_OP_GETPRIV || op == WO_OP_SETPRIV || op == WO_OP_INITPRIV || op == WO_OP_HASPRIV;
}

// Canonical array index ("0" .. "4294967294"): a key of another form than names have.
static bool is_array_index(const wo_image_string *string) {
  const uint8_t *digits = string->bytes;
  uint64_t value = 0;
  if (string->wide || string->length == 0 || string->length > 10) return false;
  if (digits[0] == '0' && string->length > 1) return false;
  for (uint32_t i = 0; i < string->length; i++) {
    if (digits[i] < '0' || digits[i] > '9') return false;
    value = value * 10 + (digits[i] - '0');
  }
  return value <= 4294967294u;
}

static bool check_name(checker *c, uint32_t x) {
  uint32_t index = x & 0xFFFF, ic = x >> 16;
  if (!check_index(c, "constant", index, c->proto->constant_count)) return false;
  if (!check_index(c, "inline cache", ic, c->proto->ic_count)) return false;
  if (get_bit(c->ics, ic)) return refuse(c, "inline cache %u is used twice", ic);
  set_bit(c->ics, ic);
  wo_value key = c->proto->constants[index];
  if (is_private_op(c->op)) {
    return wo_is_cell(key) || refuse(c, "constant %u is not a private name", index);
  }
  if (!wo_is_string(key)) return refuse(c, "constant %u is not a name", index);
  wo_image_string *string = &c->program->strings[WO_UNLINKED_INDEX(key)];
  if (is_array_index(string)) {
    return refuse(c, "constant %u is an array index, not a name", index);
  }
  string->key = true;
  return true;
}

// --- rules of single instructions, beyond their operand kinds ---

// What CLOSURE and CLASS make captures from their own window and captures.
static bool check_captures(const checker *c, const wo_proto *made) {
  for (uint32_t i = 0; i < made->capture_count; i++) {
    const wo_capture *capture = &made->captures[i];
    bool from_register = capture->from == WO_CAPTURE_REGISTER;
    uint32_t count = from_register ? c->proto->registers : c->proto->capture_count;
    if (capture->index >= count) {
      return refuse(c, "capture %u of function %u is %s %u of %u", i, made->index,
                    from_register ? "register" : "capture", capture->index, count);
    }
  }
  return true;
}

static bool check_closure(const checker *c, uint32_t index) {
  const wo_proto *made = &c->image->protos[index];
  if (made->flags & (WO_PROTO_CLASS | WO_PROTO_MODULE)) {
    return refuse(c, "function %u is a %s", index,
                  made->flags & WO_PROTO_CLASS ? "class" : "module body");
  }
  return check_captures(c, made);
}

// A top-level class is made in the heap that all isolates share, so the code that makes it must run
// once: the body of a module, outside its loops. (Handlers lie behind their range, so LOOP is the
// only way back.)
static bool check_class(checker *c, uint32_t index, uint32_t bits) {
  const wo_proto *made = &c->image->protos[index];
  if (!(made->flags & WO_PROTO_CLASS)) return refuse(c, "function %u is not a class", index);
  if (bits > 1) return refuse(c, "unknown bits 0x%x", bits);
  if (bits == 1) {
    if (!(c->proto->flags & WO_PROTO_MODULE)) {
      return refuse(c, "a top-level class outside a module body");
    }
    c->last_class = c->pc;
    if (made->capture_count != 0) return refuse(c, "top-level class %u has captures", index);
  }
  return check_captures(c, made);
}

static bool check_loadfn(const checker *c, uint32_t index) {
  const wo_proto *made = &c->image->protos[index];
  bool loadable =
      (made->flags & WO_PROTO_TOPLEVEL) && !(made->flags & (WO_PROTO_CLASS | WO_PROTO_MODULE));
  return loadable || refuse(c, "function %u is not at module level", index);
}

static bool check_object(const checker *c, uint32_t first, uint32_t x) {
  if (x > 0xFFFF) return refuse(c, "unknown bits 0x%x", x);
  if (!check_index(c, "template", x, c->image->template_count)) return false;
  return check_registers(c, "B", first, c->image->template_counts[x]);
}

static bool check_string_constant(const checker *c, uint32_t index) {
  return wo_is_string(c->proto->constants[index]) ||
         refuse(c, "constant %u is not a string", index);
}

static bool check_most(const checker *c, const char *what, uint32_t value, uint32_t most) {
  return value <= most || refuse(c, "%s %u is above %u", what, value, most);
}

static bool check_bits(const checker *c, uint32_t x, uint32_t known) {
  return (x & ~known) == 0 || refuse(c, "unknown bits 0x%x", x & ~known);
}

// The step of a counting loop does the jump behind it, too, and takes a constant to be an int.
static bool check_step(const checker *c, uint32_t counter, wo_op jump) {
  uint32_t next = c->pc + 1;  // the code does not end here: this falls through
  uint32_t word = c->proto->code[next], limit = WO_GET_B(word);
  if (WO_GET_OP(word) != (uint32_t)jump || WO_GET_A(word) != counter) {
    return refuse(c, "the next instruction is not %s of register %u", wo_op_name(jump), counter);
  }
  if (wo_ops[jump].b != WO_OPERAND_K8) return true;
  bool whole = limit < c->proto->constant_count && wo_is_int(c->proto->constants[limit]);
  return whole || refuse(c, "constant %u is not an integer", limit);
}

static bool check_static(const checker *c, uint32_t slot) {
  if (!check_index(c, "module slot", slot, c->image->slot_count)) return false;
  return (c->image->slots[slot].flags & WO_SLOT_STATIC) ||
         refuse(c, "module slot %u is no static field", slot);
}

// Called after the operands passed, so indices are in range.
static bool check_op(checker *c, uint32_t word, uint32_t x) {
  uint32_t a = WO_GET_A(word), b = WO_GET_B(word), cc = WO_GET_C(word), wide = WO_GET_U16(word);
  switch (c->op) {
    case WO_OP_LOADS: return check_most(c, "special value", wide, 4);
    case WO_OP_LOADFN: return check_loadfn(c, wide);
    case WO_OP_CLOSURE: return check_closure(c, wide);
    case WO_OP_CLASS: return check_class(c, wide, x);
    case WO_OP_GETCALLEE:
      // A module body runs once: nobody may get hold of it.
      return !(c->proto->flags & WO_PROTO_MODULE) || refuse(c, "in a module body");
    case WO_OP_CHECKINIT: return check_string_constant(c, wide);
    case WO_OP_FAIL: return check_most(c, "error kind", a, 3) && check_string_constant(c, wide);
    case WO_OP_CONCAT:
      return (cc != 0 || refuse(c, "of no strings")) && check_registers(c, "B", b, cc);
    case WO_OP_ARRAY:
    case WO_OP_APPEND: return check_registers(c, "B", b, cc);
    case WO_OP_OBJECT: return check_object(c, b, x);
    case WO_OP_CALL:
    case WO_OP_CALLM:
    case WO_OP_CALLCAP:
    case WO_OP_NEW:
    case WO_OP_SUPER: return check_registers(c, "the call window", a, 2 + b);
    case WO_OP_CALLFN:
      return check_registers(c, "the call window", a, 2 + b) &&
             check_index(c, "function", x, c->image->proto_count) && check_loadfn(c, x);
    case WO_OP_DEFMETHOD:
    case WO_OP_DEFGET:
    case WO_OP_DEFSET: return check_bits(c, x, 1);
    case WO_OP_DEFSTATIC: return check_static(c, x);
    case WO_OP_SETNAME: return check_most(c, "name prefix", cc, 2);
    case WO_OP_GETSUPER:
    case WO_OP_SETSUPER: return check_most(c, "X", x, 255) && check_registers(c, "X", x, 1);
    case WO_OP_ITERCLOSE: return check_most(c, "B", b, 1);
    case WO_OP_MULI:
      return ((int8_t)cc > 0) || refuse(c, "by %d, which is not above 0", (int8_t)cc);
    case WO_OP_INCLT: return check_step(c, a, WO_OP_LOOPLT);
    case WO_OP_INCLTK: return check_step(c, a, WO_OP_LOOPLTK);
    case WO_OP_INCLE: return check_step(c, a, WO_OP_LOOPLE);
    case WO_OP_INCLEK: return check_step(c, a, WO_OP_LOOPLEK);
    case WO_OP_DECGT: return check_step(c, a, WO_OP_LOOPGT);
    case WO_OP_DECGTK: return check_step(c, a, WO_OP_LOOPGTK);
    case WO_OP_DECGE: return check_step(c, a, WO_OP_LOOPGE);
    case WO_OP_DECGEK: return check_step(c, a, WO_OP_LOOPGEK);
    default:
      // Flag words and runs have no generic check: a new instruction with one needs a rule above.
      if (wo_ops[c->op].x == WO_EXTRA_BITS) return refuse(c, "no rule for its second word");
      if (wo_ops[c->op].b == WO_OPERAND_RUN) return refuse(c, "no rule for its run");
      return true;
  }
}

// --- code ---

// Marks where instructions start.
static bool scan_code(checker *c) {
  const wo_proto *proto = c->proto;
  bool ends = false;
  for (c->pc = 0; c->pc < proto->code_length; c->pc += wo_op_words(c->op)) {
    uint32_t op = WO_GET_OP(proto->code[c->pc]);
    c->op = (wo_op)op;
    if (op >= WO_OP_COUNT) return refuse(c, "unknown opcode %u", op);
    if (c->pc + wo_op_words(c->op) > proto->code_length) {
      return refuse(c, "its second word is missing");
    }
    set_bit(c->starts, c->pc);
    ends = wo_op_has(c->op, 'E');
  }
  return ends || refuse_function(c, "the code falls off its end");
}

static bool check_extra(checker *c, uint32_t x) {
  switch ((wo_extra)wo_ops[c->op].x) {
    case WO_EXTRA_JUMP: return check_jump(c, (int32_t)x);
    case WO_EXTRA_NAME: return check_name(c, x);
    case WO_EXTRA__:
    case WO_EXTRA_BITS:  // check_op
      return true;
  }
  return refuse(c, "the second word has a kind without a check");
}

static bool check_instruction(checker *c) {
  const uint32_t *code = c->proto->code + c->pc;
  const wo_op_info *info = &wo_ops[c->op];
  uint32_t word = code[0], x = wo_op_words(c->op) == 2 ? code[1] : 0;
  bool wide = wo_operand_is_wide(info->b);
  return check_operand(c, "A", info->a, WO_GET_A(word)) &&
         check_operand(c, "B", info->b, wide ? WO_GET_U16(word) : WO_GET_B(word)) &&
         (wide || check_operand(c, "C", info->c, WO_GET_C(word))) && check_extra(c, x) &&
         check_op(c, word, x);
}

static bool check_code(checker *c) {
  if (c->proto->code_length == 0) return refuse_function(c, "has no code");
  if (!scan_code(c)) return false;
  c->last_class = -1;
  for (c->pc = 0; c->pc < c->proto->code_length; c->pc += wo_op_words(c->op)) {
    c->op = (wo_op)WO_GET_OP(c->proto->code[c->pc]);
    if (!check_instruction(c)) return false;
  }
  return true;
}

// --- catch tables ---

static bool is_start(const checker *c, uint32_t pc) {
  return pc < c->proto->code_length && get_bit(c->starts, pc);
}

static bool check_catch(const checker *c, uint32_t index) {
  const wo_catch *entry = &c->proto->catches[index];
  if (entry->start >= entry->end) return refuse_function(c, "catch range %u is empty", index);
  if (!is_start(c, entry->start) ||
      (entry->end != c->proto->code_length && !is_start(c, entry->end))) {
    return refuse_function(c, "catch range %u (%u..%u) is not on instruction starts", index,
                           entry->start, entry->end);
  }
  if (entry->kind > WO_CATCH_DROP) {
    return refuse_function(c, "catch range %u has unknown kind %u", index, entry->kind);
  }
  // A finally handler gets the completion kind and the value behind it.
  uint32_t registers = entry->kind == WO_FINALLY ? 2 : 1;
  if (entry->reg + registers > c->proto->registers) {
    return refuse_function(c, "catch range %u uses register %u of a window of %u", index,
                           entry->reg + registers - 1, c->proto->registers);
  }
  if (entry->kind == WO_CATCH_DROP) {
    return entry->handler == 0 ||
           refuse_function(c, "catch range %u drops but has a handler", index);
  }
  // Behind its range: a throw, like a jump, never goes backward, so no cycle lacks a budget check.
  if (entry->handler < entry->end || !is_start(c, entry->handler)) {
    return refuse_function(c, "the handler %u of catch range %u is not an instruction behind it",
                           entry->handler, index);
  }
  return true;
}

// Order in which a range comes before those inside it. Equal ranges: the later entry is the outer.
static int compare_catches(const void *left, const void *right) {
  const wo_catch *a = *(const wo_catch *const *)left, *b = *(const wo_catch *const *)right;
  if (a->start != b->start) return a->start < b->start ? -1 : 1;
  if (a->end != b->end) return a->end > b->end ? -1 : 1;
  return a > b ? -1 : 1;
}

// Any two ranges are apart or one is inside the other, and then the inner entry comes first.
static bool check_nesting(const checker *c) {
  const wo_catch *catches = c->proto->catches;
  uint32_t count = c->proto->catch_count, depth = 0;
  size_t bytes = count * sizeof(wo_catch *);
  if (count == 0) return true;
  const wo_catch **sorted = wo_alloc(bytes), **open = wo_alloc(bytes);
  bool fine = sorted != NULL && open != NULL;
  if (!fine) refuse_function(c, "out of memory");
  for (uint32_t i = 0; fine && i < count; i++) sorted[i] = &catches[i];
  if (fine) qsort(sorted, count, sizeof *sorted, compare_catches);
  for (uint32_t i = 0; fine && i < count; i++) {
    const wo_catch *entry = sorted[i];
    while (depth > 0 && open[depth - 1]->end <= entry->start) depth--;
    if (depth > 0 && (entry->end > open[depth - 1]->end || entry > open[depth - 1])) {
      fine = refuse_function(c, "catch ranges %u and %u do not nest, innermost first",
                             (uint32_t)(entry - catches), (uint32_t)(open[depth - 1] - catches));
    }
    open[depth++] = entry;
  }
  if (sorted != NULL) wo_free(sorted, bytes);
  if (open != NULL) wo_free(open, bytes);
  return fine;
}

static bool check_catches(const checker *c) {
  for (uint32_t i = 0; i < c->proto->catch_count; i++) {
    if (!check_catch(c, i)) return false;
  }
  return check_nesting(c);
}

// --- functions ---

static bool check_flags(const checker *c) {
  uint32_t flags = c->proto->flags;
  const uint32_t known = WO_PROTO_ARROW | WO_PROTO_METHOD | WO_PROTO_CLASS | WO_PROTO_DERIVED |
                         WO_PROTO_REST | WO_PROTO_CONSTRUCTOR | WO_PROTO_TOPLEVEL |
                         WO_PROTO_MODULE | (c->program->library ? WO_PROTO_LIBRARY : 0);
  if (flags & ~known) return refuse_function(c, "unknown flags 0x%x", flags & ~known);
  if ((flags & WO_PROTO_DERIVED) && !(flags & WO_PROTO_CLASS)) {
    return refuse_function(c, "is derived but no class");
  }
  if ((flags & WO_PROTO_CLASS) && (flags & (WO_PROTO_ARROW | WO_PROTO_METHOD | WO_PROTO_MODULE))) {
    return refuse_function(c, "is a class and an arrow, method or module body");
  }
  if ((flags & WO_PROTO_CONSTRUCTOR) &&
      (flags & ~(WO_PROTO_REST | WO_PROTO_CONSTRUCTOR | WO_PROTO_TOPLEVEL | WO_PROTO_LIBRARY))) {
    return refuse_function(c, "is an ordinary constructor and something else");
  }
  if ((flags & (WO_PROTO_TOPLEVEL | WO_PROTO_MODULE)) && c->proto->capture_count != 0) {
    return refuse_function(c, "is at module level and has captures");
  }
  if ((flags & WO_PROTO_MODULE) && (c->proto->params != 0 || (flags & WO_PROTO_REST))) {
    return refuse_function(c, "is a module body and has parameters");
  }
  return true;
}

static bool check_window(const checker *c) {
  uint32_t registers = c->proto->registers;
  uint32_t needed = 1u + c->proto->params + (c->proto->flags & WO_PROTO_REST ? 1 : 0);
  if (registers > WO_REGISTERS_MAX) {
    return refuse_function(c, "a window of %u registers is above %u", registers, WO_REGISTERS_MAX);
  }
  if (registers < needed) {
    return refuse_function(c, "a window of %u registers is below the %u of its parameters",
                           registers, needed);
  }
  return true;
}

static bool check_capture_list(const checker *c) {
  for (uint32_t i = 0; i < c->proto->capture_count; i++) {
    const wo_capture *capture = &c->proto->captures[i];
    if (capture->from > WO_CAPTURE_CAPTURE || capture->boxed > 1) {
      return refuse_function(c, "capture %u is neither of a register nor of a capture", i);
    }
  }
  return true;
}

static bool check_snapshot(const checker *c) {
  for (uint32_t i = 0; i < c->proto->snapshot_count; i++) {
    uint32_t slot = c->proto->snapshot[i];
    if (slot >= c->image->slot_count) {
      return refuse_function(c, "snapshot of module slot %u of %u", slot, c->image->slot_count);
    }
    if (i > 0 && slot <= c->proto->snapshot[i - 1]) {
      return refuse_function(c, "snapshot slots do not ascend at %u", i);
    }
  }
  return true;
}

static bool check_debug_tables(const checker *c) {
  const wo_proto *proto = c->proto;
  for (uint32_t i = 0; i < proto->line_count; i++) {
    uint32_t pc = proto->lines[i].pc;
    if (!is_start(c, pc) || (i > 0 && pc <= proto->lines[i - 1].pc)) {
      return refuse_function(c, "line entry %u is off an instruction start or does not ascend", i);
    }
  }
  for (uint32_t i = 0; i < proto->local_count; i++) {
    const wo_local *local = &proto->locals[i];
    if (local->start > local->end || local->end > proto->code_length ||
        (i > 0 && local->start < proto->locals[i - 1].start)) {
      return refuse_function(c, "local entry %u is outside the code or does not ascend", i);
    }
    if (local->reg >= proto->registers) {
      return refuse_function(c, "local entry %u names register %u of a window of %u", i, local->reg,
                             proto->registers);
    }
  }
  for (uint32_t i = 0; i < proto->callname_count; i++) {
    uint32_t pc = proto->callnames[i].pc;
    if (!is_start(c, pc) || (i > 0 && pc <= proto->callnames[i - 1].pc)) {
      return refuse_function(c, "call name %u is off an instruction start or does not ascend", i);
    }
  }
  return true;
}

static bool check_function(checker *c) {
  size_t start_bytes = c->proto->code_length / 8 + 1, ic_bytes = c->proto->ic_count / 8 + 1u;
  c->starts = wo_alloc_zero(start_bytes);
  c->ics = wo_alloc_zero(ic_bytes);
  bool fine = c->starts != NULL && c->ics != NULL;
  if (!fine) refuse_function(c, "out of memory");
  // Each cache belongs to one two-word instruction, so a small image cannot claim much memory.
  if (fine && c->proto->ic_count > c->proto->code_length / 2) {
    fine = refuse_function(c, "%u inline caches for %u words of code", c->proto->ic_count,
                           c->proto->code_length);
  }
  fine = fine && check_flags(c) && check_window(c) && check_capture_list(c) && check_code(c) &&
         check_catches(c) && check_snapshot(c) && check_debug_tables(c);
  if (c->starts != NULL) wo_free(c->starts, start_bytes);
  if (c->ics != NULL) wo_free(c->ics, ic_bytes);
  return fine;
}

// --- the rest of the image ---

static bool check_strings(const wo_unlinked *program) {
  for (uint32_t i = 0; i < program->string_count; i++) {
    const wo_image_string *string = &program->strings[i];
    bool high = !string->wide;
    for (uint32_t u = 0; !high && u < string->length; u++) high = string->bytes[2 * u + 1] != 0;
    if (!high) return refuse_image(program, "string %u is UTF-16 without need", i);
  }
  return true;
}

static int compare_indices(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return a < b ? -1 : a > b;
}

// Keys of a template are as many as a shape may have, names, and distinct. Equal texts under two
// indices are found when they are interned (image.c).
static bool check_templates(const wo_unlinked *program) {
  for (uint32_t i = 0; i < program->image->template_count; i++) {
    uint32_t count = program->image->template_counts[i], sorted[WO_SHAPE_SLOTS_MAX];
    if (count > WO_SHAPE_SLOTS_MAX) {
      return refuse_image(program, "template %u: %u keys are above %u", i, count,
                          WO_SHAPE_SLOTS_MAX);
    }
    for (uint32_t k = 0; k < count; k++) {
      uint32_t key = sorted[k] = program->template_keys[i][k];
      if (is_array_index(&program->strings[key])) {
        return refuse_image(program, "template %u: key %u is an array index", i, k);
      }
      program->strings[key].key = true;
    }
    qsort(sorted, count, sizeof sorted[0], compare_indices);
    for (uint32_t k = 1; k < count; k++) {
      if (sorted[k] == sorted[k - 1]) return refuse_image(program, "template %u: a key twice", i);
    }
  }
  return true;
}

static bool check_slots(const wo_unlinked *program) {
  const wo_image *image = program->image;
  for (uint32_t i = 0; i < image->slot_count; i++) {
    uint32_t flags = image->slots[i].flags;
    if (flags & ~(uint32_t)(WO_SLOT_REASSIGNED | WO_SLOT_ENTRY | WO_SLOT_STATIC)) {
      return refuse_image(program, "module slot %u: unknown flags 0x%x", i, flags);
    }
    if ((flags & WO_SLOT_ENTRY) && !image->has_entry) {
      return refuse_image(program, "module slot %u: of the entry of an image without one", i);
    }
  }
  return true;
}

// A module body runs once: it belongs to one module. Bodies usually ascend; any order is fine.
static bool check_bodies(const wo_unlinked *program) {
  const wo_image *image = program->image;
  size_t bytes = image->proto_count / 8 + 1;
  uint8_t *seen = wo_alloc_zero(bytes);
  if (seen == NULL) return refuse_image(program, "out of memory");
  uint32_t i = 0;
  for (; i < image->module_count; i++) {
    const wo_proto *body = image->modules[i].body;
    if (!(body->flags & WO_PROTO_MODULE) || get_bit(seen, body->index)) break;
    set_bit(seen, body->index);
  }
  wo_free(seen, bytes);
  return i == image->module_count ||
         refuse_image(program, "module %u: function %u is no module body, or of another module", i,
                      image->modules[i].body->index);
}

static bool check_modules(const wo_unlinked *program) {
  const wo_image *image = program->image;
  uint32_t end = 0;
  if (image->module_count == 0) return refuse_image(program, "the image has no module");
  for (uint32_t i = 0; i < image->module_count; i++) {
    const wo_module *module = &image->modules[i];
    if (module->slot_start < end || module->slot_start + module->slot_count > image->slot_count) {
      return refuse_image(program, "module %u: slots %u..%u overlap or are outside the %u", i,
                          module->slot_start, module->slot_start + module->slot_count,
                          image->slot_count);
    }
    end = module->slot_start + module->slot_count;
  }
  return check_bodies(program);
}

static bool check_exports(const wo_unlinked *program) {
  const wo_image *image = program->image;
  for (uint32_t i = 0; i < image->export_count; i++) {
    const wo_export *export = &image->exports[i];
    uint32_t count = export->kind == 0 ? image->slot_count : image->proto_count;
    if (export->index >= count) {
      return refuse_image(program, "export %u: %s %u of %u", i,
                          export->kind == 0 ? "module slot" : "function", export->index, count);
    }
    if (export->kind == 0) continue;
    uint32_t flags = image->protos[export->index].flags;
    if (!(flags & WO_PROTO_TOPLEVEL) || (flags & (WO_PROTO_CLASS | WO_PROTO_MODULE))) {
      return refuse_image(program, "export %u: function %u is not at module level", i,
                          export->index);
    }
  }
  return true;
}

bool wo_verify(wo_unlinked *program) {
  checker c = {.program = program, .image = program->image};
  if (!check_strings(program) || !check_templates(program) || !check_slots(program)) return false;
  for (uint32_t i = 0; i < program->image->proto_count; i++) {
    c.proto = &program->image->protos[i];
    if (!check_function(&c)) return false;
  }
  return check_modules(program) && check_exports(program);
}
