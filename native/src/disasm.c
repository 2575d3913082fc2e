// Text of an image for people: every table of every function, and the code with symbolic operands.
#include <stdarg.h>
#include <stdio.h>

#include "alloc.h"
#include "ops.h"
#include "string.h"

// A growing text. A failed allocation leaves it short and `failed` set.
typedef struct text {
  char *data;
  size_t length, capacity;
  bool failed;
} text;

static bool make_room(text *t, size_t more) {
  if (t->failed) return false;
  if (t->length + more + 1 <= t->capacity) return true;
  size_t capacity = (t->length + more + 1) * 2;
  char *data = wo_realloc(t->data, t->capacity, capacity);
  if (data == NULL) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->capacity = capacity;
  return true;
}

WO_PRINTF(2, 3) static void put(text *t, const char *format, ...) {
  char line[256];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (length < 0 || !make_room(t, (size_t)length)) return;
  if ((size_t)length >= sizeof line) length = sizeof line - 1;
  memcpy(t->data + t->length, line, (size_t)length);
  t->length += (size_t)length;
  t->data[t->length] = 0;
}

// Pads the current line to `column`.
static void pad(text *t, size_t line_start, size_t column) {
  do put(t, " ");
  while (!t->failed && t->length - line_start < column);
}

static void put_unit(text *t, uint32_t unit, bool quoted) {
  if (unit == '\n') put(t, "\\n");
  else if (unit == '\\' || (quoted && unit == '"')) put(t, "\\%c", (char)unit);
  else if (unit >= 0x20 && unit < 0x7F) put(t, "%c", (char)unit);
  else put(t, "\\u%04x", unit);
}

// At most `most` units, then "...".
static void put_string(text *t, wo_value value, uint32_t most, bool quoted) {
  const wo_string *s = wo_pointer(value);
  uint32_t shown = s->length < most ? s->length : most;
  if (quoted) put(t, "\"");
  for (uint32_t i = 0; i < shown; i++) put_unit(t, wo_string_unit(s, i), quoted);
  if (quoted) put(t, "\"");
  if (shown < s->length) put(t, "... (%u units)", s->length);
}

// A name, or the name of a private member.
static void put_name(text *t, wo_value name) {
  if (wo_is_symbol(name)) name = ((wo_symbol *)wo_pointer(name))->description;
  put_string(t, name, UINT32_MAX, false);
}

static void put_value(text *t, wo_value v) {
  static const char *const specials[] = {"undefined", "null", "false", "true", "uninitialized"};
  char number[WO_NUMBER_TEXT_MAX];
  if (wo_is_string(v)) {
    put_string(t, v, 60, true);
  } else if (wo_is_symbol(v)) {
    put_name(t, v);
  } else if (wo_is_number(v)) {
    double d = wo_number(v);
    if (d == 0 && wo_is_double(v) && v != 0) put(t, "-0");
    else put(t, "%.*s", (int)wo_number_to_text(d, number), number);
  } else {
    put(t, "%s", (uint32_t)v < WO_COUNT(specials) ? specials[(uint32_t)v] : "?");
  }
}

static void put_flags(text *t, uint32_t flags) {
  static const char *const names[] = {"arrow",       "method",    "class",  "derived", "rest",
                                      "constructor", "top-level", "module", "library"};
  for (uint32_t i = 0; i < WO_COUNT(names); i++) {
    if (flags >> i & 1) put(t, " %s", names[i]);
  }
}

// --- instructions ---

typedef struct instruction {
  const wo_proto *proto;
  wo_op op;
  uint32_t pc, word, x;
  bool first;  // no operand written yet
} instruction;

static void separate(text *t, instruction *i) {
  if (!i->first) put(t, ", ");
  i->first = false;
}

static void put_jump(text *t, const instruction *i, int32_t distance) {
  put(t, "-> %lld", (long long)i->pc + wo_op_words(i->op) + distance);
}

static void put_operand(text *t, instruction *i, wo_operand kind, uint32_t value) {
  const wo_image *image = i->proto->image;
  if (kind == WO_OPERAND__) return;
  separate(t, i);
  if (wo_operand_is_register(kind)) {
    put(t, "r%u", value);
    return;
  }
  switch (kind) {
    case WO_OPERAND_CAP:
      put(t, "c%u", value);
      if (i->op == WO_OP_SELFCAP) break;
      put(t, " ");
      put_name(t, i->proto->captures[value].name);
      break;
    case WO_OPERAND_K8:
    case WO_OPERAND_K16: put_value(t, i->proto->constants[value]); break;
    case WO_OPERAND_S8: put(t, "%d", (int8_t)value); break;
    case WO_OPERAND_S16: put(t, "%d", (int16_t)value); break;
    case WO_OPERAND_F16:
      put(t, "function %u ", value);
      put_name(t, image->protos[value].name);
      break;
    case WO_OPERAND_M16:
      put(t, "m%u ", value);
      put_name(t, image->slots[value].name);
      break;
    case WO_OPERAND_G16: put(t, "%s", wo_builtin_name(value)); break;
    case WO_OPERAND_J16: put_jump(t, i, (int16_t)value); break;
    case WO_OPERAND_U16:
      if (i->op == WO_OP_LOADS) put_value(t, WO_SPECIAL(value));
      else put(t, "%u", value);
      break;
    default: put(t, "%u", value);
  }
}

static void put_extra(text *t, instruction *i) {
  switch ((wo_extra)wo_ops[i->op].x) {
    case WO_EXTRA__: return;
    case WO_EXTRA_JUMP:
      separate(t, i);
      put_jump(t, i, (int32_t)i->x);
      return;
    case WO_EXTRA_NAME:
      separate(t, i);
      put_name(t, i->proto->constants[i->x & 0xFFFF]);
      put(t, " ic%u", i->x >> 16);
      return;
    case WO_EXTRA_BITS:
      if (i->op == WO_OP_DEFSTATIC || i->op == WO_OP_CALLFN) {
        put_operand(t, i, i->op == WO_OP_CALLFN ? WO_OPERAND_F16 : WO_OPERAND_M16, i->x);
        return;
      }
      separate(t, i);
      if (i->op == WO_OP_OBJECT) put(t, "template %u", i->x);
      else if (i->op == WO_OP_GETSUPER || i->op == WO_OP_SETSUPER) put(t, "this r%u", i->x);
      else put(t, "bits 0x%x", i->x);
      return;
  }
}

static void put_instruction(text *t, const wo_proto *proto, uint32_t pc, uint32_t *line_index) {
  wo_op op = (wo_op)WO_GET_OP(proto->code[pc]);
  const wo_op_info *info = &wo_ops[op];
  instruction i = {.proto = proto, .op = op, .pc = pc, .word = proto->code[pc], .first = true};
  size_t start = t->length;
  if (wo_op_words(op) == 2) i.x = proto->code[pc + 1];
  put(t, "  %6u  %-11s", pc, info->name);
  put_operand(t, &i, info->a, WO_GET_A(i.word));
  if (wo_operand_is_wide(info->b)) {
    put_operand(t, &i, info->b, WO_GET_U16(i.word));
  } else {
    put_operand(t, &i, info->b, WO_GET_B(i.word));
    put_operand(t, &i, info->c, WO_GET_C(i.word));
  }
  put_extra(t, &i);
  if (*line_index < proto->line_count && proto->lines[*line_index].pc == pc) {
    const wo_line *line = &proto->lines[(*line_index)++];
    pad(t, start, 56);
    put(t, "; %u:%u", line->line, line->column);
  }
  put(t, "\n");
}

// --- functions and the image ---

static void put_catches(text *t, const wo_proto *proto) {
  static const char *const kinds[] = {"catch", "finally", "drop"};
  for (uint32_t i = 0; i < proto->catch_count; i++) {
    const wo_catch *entry = &proto->catches[i];
    put(t, "  %s %u..%u r%u", kinds[entry->kind], entry->start, entry->end, entry->reg);
    if (entry->kind != WO_CATCH_DROP) put(t, " -> %u", entry->handler);
    put(t, "\n");
  }
}

static void put_tables(text *t, const wo_proto *proto) {
  put_catches(t, proto);
  for (uint32_t i = 0; i < proto->snapshot_count; i++) {
    put(t, "  snapshot m%u ", proto->snapshot[i]);
    put_name(t, proto->image->slots[proto->snapshot[i]].name);
    put(t, "\n");
  }
  for (uint32_t i = 0; i < proto->local_count; i++) {
    const wo_local *local = &proto->locals[i];
    put(t, "  local %u..%u r%u ", local->start, local->end, local->reg);
    put_name(t, local->name);
    put(t, "\n");
  }
  for (uint32_t i = 0; i < proto->callname_count; i++) {
    put(t, "  call %u ", proto->callnames[i].pc);
    put_name(t, proto->callnames[i].text);
    put(t, "\n");
  }
}

static void put_function(text *t, const wo_proto *proto) {
  put(t, "\nfunction %u ", proto->index);
  put_name(t, proto->name);
  put(t, " (");
  put_name(t, proto->file);
  put(t, ":%u:%u) params %u length %u registers %u ics %u", proto->line, proto->column,
      proto->params, proto->length, proto->registers, proto->ic_count);
  put_flags(t, proto->flags);
  put(t, "\n");
  for (uint32_t i = 0; i < proto->capture_count; i++) {
    const wo_capture *capture = &proto->captures[i];
    put(t, "  c%u ", i);
    put_name(t, capture->name);
    put(t, " from %c%u%s\n", capture->from == WO_CAPTURE_REGISTER ? 'r' : 'c', capture->index,
        capture->boxed ? " boxed" : "");
  }
  uint32_t line_index = 0;
  for (uint32_t pc = 0; pc < proto->code_length; pc += wo_op_words(WO_GET_OP(proto->code[pc]))) {
    put_instruction(t, proto, pc, &line_index);
  }
  put_tables(t, proto);
}

// Keys are the newest first along the parents of a shape.
static void put_template(text *t, const wo_image *image, uint32_t index) {
  const wo_shape *shapes[WO_SHAPE_SLOTS_MAX], *shape = image->templates[index];
  uint32_t count = image->template_counts[index];
  for (uint32_t i = count; i > 0; i--, shape = shape->parent) shapes[i - 1] = shape;
  put(t, "template %u {", index);
  for (uint32_t i = 0; i < count; i++) {
    put(t, i == 0 ? " " : ", ");
    put_name(t, shapes[i]->key);
  }
  put(t, " }\n");
}

static void put_slots(text *t, const wo_image *image) {
  for (uint32_t i = 0; i < image->slot_count; i++) {
    uint32_t flags = image->slots[i].flags;
    put(t, "slot m%u ", i);
    put_name(t, image->slots[i].name);
    put(t, "%s%s%s\n", flags & WO_SLOT_REASSIGNED ? " reassigned" : "",
        flags & WO_SLOT_ENTRY ? " entry" : "", flags & WO_SLOT_STATIC ? " static" : "");
  }
}

char *wo_disassemble(const wo_image *image, size_t *length) {
  text t = {0};
  put(&t, "image %016llx, tables %016llx%s\n", (unsigned long long)image->hash,
      (unsigned long long)wo_tables_hash, image->has_entry ? ", entry" : "");
  for (uint32_t i = 0; i < image->module_count; i++) {
    const wo_module *module = &image->modules[i];
    put(&t, "module %u ", i);
    put_name(&t, module->path);
    put(&t, ": function %u, slots %u..%u\n", module->body->index, module->slot_start,
        module->slot_start + module->slot_count);
  }
  for (uint32_t i = 0; i < image->export_count; i++) {
    put(&t, "export ");
    put_name(&t, image->exports[i].name);
    put(&t, " %s %u\n", image->exports[i].kind == 0 ? "slot" : "function", image->exports[i].index);
  }
  put_slots(&t, image);
  for (uint32_t i = 0; i < image->template_count; i++) put_template(&t, image, i);
  for (uint32_t i = 0; i < image->proto_count; i++) put_function(&t, &image->protos[i]);
  char *out = t.failed ? NULL : wo_realloc(t.data, t.capacity, t.length + 1);
  if (out == NULL && t.data != NULL) wo_free(t.data, t.capacity);
  *length = out == NULL ? 0 : t.length;
  return out;
}
