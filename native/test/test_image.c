// The loader and the verifier: a good image is accepted, and each rule refuses the image that
// breaks it alone, by its name. Rules are those of docs/internals/image.md.
#include "../include/wo.h"
#include "../src/object.h"
#include "../src/ops.h"
#include "../src/string.h"
#include "image_writer.h"
#include "test.h"

// A CHECK that says what was found instead.
static void check(bool holds, const char *what, const char *detail) {
  if (holds) return;
  test_failures++;
  printf("  %s: %s\n", what, detail);
}

// --- corruptions of the sample: (name, part of the refusal, what to break) ---
// `s` is the image, `m` its module body, `f` its main with a loop, `c` the closure it makes.
#define CORRUPTIONS(X) \
  X(magic, "not an image", s->magic++) \
  X(version, "image version 2", s->version = 2) \
  X(header_flags, "unknown header flags", s->header_flags = 5) \
  X(utf16_without_need, "UTF-16 without need", s->strings[6] = "\001") \
  X(template_key_index, "key 0 is an array index", s->strings[4] = "42") \
  X(template_key_twice, "a key twice", s->templates[0][2] = s->templates[0][1]) \
  X(template_key_range, "string 99", s->templates[0][2] = 99) \
  X(slot_flags, "unknown flags", s->slots[0][1] = 8) \
  X(slot_entry, "entry of an image without one", s->header_flags = 0) \
  X(no_module, "has no module", s->module_count = 0) \
  X(module_body_range, "function 9", s->modules[0][1] = 9) \
  X(module_body_kind, "no module body", s->modules[0][1] = 1) \
  X(module_body_twice, "of another module", s->module_count = 2; \
    memcpy(s->modules[1], s->modules[0], sizeof s->modules[0]); s->modules[1][2] = 3; \
    s->modules[1][3] = 0) \
  X(module_slots, "overlap or are outside", s->modules[0][3] = 4) \
  X(export_kind, "kind 2", s->exports[0][1] = 2) \
  X(export_slot, "module slot 7 of 3", s->exports[1][2] = 7) \
  X(export_function, "not at module level", s->exports[0][2] = 2) \
  X(export_name, "string 77", s->exports[0][0] = 77) \
  X(flags, "unknown flags", f->flags |= 512) \
  X(flag_library, "unknown flags", f->flags |= WO_PROTO_LIBRARY) \
  X(flag_derived, "derived but no class", f->flags |= WO_PROTO_DERIVED) \
  X(flag_class, "a class and an arrow", s->functions[3].flags |= WO_PROTO_ARROW) \
  X(flag_constructor, "ordinary constructor and something else", f->flags |= WO_PROTO_METHOD) \
  X(toplevel_captures, "module level and has captures", c->flags |= WO_PROTO_TOPLEVEL) \
  X(module_parameters, "module body and has parameters", m->params = 1) \
  X(window_size, "is above 250", f->registers = 251) \
  X(window_parameters, "below the 9", f->params = 7; f->flags |= WO_PROTO_REST; f->registers = 8) \
  X(ic_count, "inline caches for", f->ics = 30) \
  X(constant_tag, "tag 5", f->constants[0].tag = 5) \
  X(constant_special, "tag 4", f->constants[3].payload = 4) \
  X(constant_string, "payload 1000", f->constants[1].payload = 1000) \
  X(capture_from, "capture origin 2", c->captures[0].from = 2) \
  X(capture_register, "capture 0 of function 2 is register 12 of 12", c->captures[0].index = 12) \
  X(capture_capture, "is capture 0 of 0", c->captures[0].from = 1; c->captures[0].index = 0) \
  X(capture_use, "capture 1 of 1", c->code[0] = W(GETCAP, 1, 1, 0)) \
  X(opcode, "unknown opcode 255", f->code[9] = 255) \
  X(second_word, "second word is missing", f->code[33] = W(JMP, 0, 0, 0)) \
  X(no_code, "has no code", c->code_length = 0) \
  X(falls_off, "falls off its end", f->code[33] = W(NOP, 0, 0, 0)) \
  X(falls_off_conditional, "falls off its end", c->code[1] = WX(JT, 1, 0)) \
  X(unused_operand, "unused operand C is 3", f->code[9] = W(MOVE, 5, 4, 3)) \
  X(register_a, "A is register 12 of a window of 12", f->code[9] = W(MOVE, 12, 4, 0)) \
  X(register_b, "B is register 200", f->code[9] = W(MOVE, 5, 200, 0)) \
  X(register_c, "C is register 13", f->code[4] = W(ADD, 2, 2, 13)) \
  X(call_window, "the call window is registers 5..12", f->code[10] = W(CALL, 5, 6, 0)) \
  X(call_base, "A is registers 11..12", f->code[10] = W(CALL, 11, 0, 0)) \
  X(iterator_window, "A is registers 9..12", f->code[20] = W(ITER, 9, 1, 0)) \
  X(method_window, "A is registers 11..12", f->code[15] = W(GETMETHOD, 11, 7, 0)) \
  X(spread_window, "A is registers 10..12", f->code[10] = W(CALLV, 10, 0, 0)) \
  X(run, "B is registers 8..12", f->code[9] = W(ARRAY, 5, 8, 5)) \
  X(concat_nothing, "of no strings", f->code[9] = W(CONCAT, 5, 8, 0)) \
  X(object_run, "B is registers 11..12", f->code[13] = W(OBJECT, 7, 11, 0)) \
  X(object_template, "template 1 of 1", f->code[14] = 1) \
  X(object_bits, "unknown bits", f->code[14] = 0x10000) \
  X(constant_range, "constant 4 of 4", f->code[12] = WX(LOADK, 7, 4)) \
  X(constant_private, "is a private name", m->code[3] = WX(LOADK, 3, 2)) \
  X(constant_number, "constant 1 is not a number", f->code[2] = W(JNLTK, 3, 1, 0)) \
  X(constant_text, "constant 0 is not a string", f->code[33] = WX(FAIL, 1, 0)) \
  X(fail_kind, "error kind 4", f->code[33] = WX(FAIL, 4, 2)) \
  X(special_value, "special value 5", m->code[0] = WX(LOADS, 1, 5)) \
  X(name_kind, "constant 0 is not a name", f->code[16] = WNAME(0, 0)) \
  X(name_index, "an array index, not a name", s->strings[8] = "7"; f->code[16] = WNAME(2, 0)) \
  X(name_range, "constant 4 of 4", f->code[16] = WNAME(4, 0)) \
  X(name_private, "is not a private name", m->code[13] = WNAME(0, 0)) \
  X(name_not_private, "constant 2 is not a name", m->code[12] = W(SETPROP, 4, 3, 0)) \
  X(cache_range, "inline cache 3 of 3", f->code[16] = WNAME(1, 3)) \
  X(cache_shared, "inline cache 0 is used twice", f->code[24] = WNAME(1, 0)) \
  X(jump_outside, "outside the code", f->code[27] = 1000) \
  X(jump_overflow, "outside the code", f->code[27] = 0x7FFFFFFF) \
  X(jump_backward, "jumps backward", f->code[27] = (uint32_t)-4) \
  X(jump_backward_short, "jumps backward", f->code[9] = WX(JT, 1, -3)) \
  X(jump_into, "inside an instruction", f->code[3] = 3) \
  X(loop_forward, "LOOP: jumps forward", f->code[7] = 1) \
  X(loop_forward_when, "LOOPLT: jumps forward", f->code[6] = W(LOOPLT, 3, 3, 0); f->code[7] = 1) \
  X(step_alone, "not LOOPLTK of register 3", f->code[5] = W(INCLTK, 3, 0, 0)) \
  X(step_of_another, "not LOOPLTK of register 3", f->code[5] = W(INCLTK, 3, 0, 0); \
    f->code[6] = W(LOOPLTK, 2, 0, 0)) \
  X(step_to_text, "constant 1 is not a", f->code[5] = W(INCLTK, 3, 0, 0); \
    f->code[6] = W(LOOPLTK, 3, 1, 0)) \
  X(step_to_fraction, "constant 0 is not an integer", f->code[5] = W(INCLTK, 3, 0, 0); \
    f->code[6] = W(LOOPLTK, 3, 0, 0); f->constants[0].tag = 1; \
    f->constants[0].payload = 0x3FE0000000000000ull) \
  X(multiply_by, "by -1, which is not above 0", f->code[4] = W(MULI, 2, 2, 255)) \
  X(function_range, "function 4 of 4", f->code[8] = WX(CLOSURE, 4, 4)) \
  X(closure_of_class, "function 3 is a class", f->code[8] = WX(CLOSURE, 4, 3)) \
  X(closure_of_module, "function 0 is a module body", f->code[8] = WX(CLOSURE, 4, 0)) \
  X(loadfn_of_closure, "not at module level", f->code[8] = WX(LOADFN, 4, 2)) \
  X(class_of_function, "function 2 is not a class", m->code[1] = WX(CLASS, 1, 2)) \
  X(class_bits, "unknown bits 0x2", m->code[2] = 2) \
  X(class_outside_module, "outside a module body", f->code[13] = WX(CLASS, 5, 3); f->code[14] = 1) \
  X(class_in_loop, "around the top-level class at 1", m->code[13] = (uint32_t)-14; \
    m->code[12] = W(LOOP, 0, 0, 0)) \
  X(class_in_tested_loop, "around the top-level class at 1", m->code[13] = (uint32_t)-14; \
    m->code[12] = W(LOOPLT, 0, 0, 0)) \
  X(callee_of_module, "in a module body", m->code[0] = W(GETCALLEE, 1, 0, 0)) \
  X(static_slot, "no static field", m->code[5] = 0) \
  X(static_range, "module slot 3 of 3", m->code[5] = 3) \
  X(module_slot, "module slot 3 of 3", m->code[6] = WX(INITMOD, 1, 3)) \
  X(builtin_range, "builtin 65535 of", f->code[9] = WX(LOADG, 5, 65535)) \
  X(super_register, "X is register 12", f->code[13] = W(GETSUPER, 5, 6, 7); f->code[14] = 12) \
  X(method_bits, "unknown bits 0x2", f->code[13] = W(DEFMETHOD, 7, 6, 5); f->code[14] = 3) \
  X(name_prefix, "name prefix 3", f->code[9] = W(SETNAME, 5, 4, 3)) \
  X(close_flag, "B 2 is above 1", f->code[9] = W(ITERCLOSE, 5, 2, 0)) \
  X(catch_empty, "catch range 0 is empty", f->catches[0].end = 17) \
  X(catch_start, "not on instruction starts", f->catches[2].start = 14) \
  X(catch_end, "not on instruction starts", f->catches[2].end = 24) \
  X(catch_end_outside, "not on instruction starts", f->catches[2].end = 35) \
  X(catch_kind, "catch kind 3", f->catches[0].kind = 3) \
  X(catch_register, "uses register 12", f->catches[0].reg = 12) \
  X(finally_registers, "uses register 12", f->catches[2].reg = 11) \
  X(drop_handler, "drops but has a handler", f->catches[1].handler = 28) \
  X(handler_inside, "not an instruction behind it", f->catches[2].handler = 25) \
  X(handler_start, "not an instruction behind it", f->catches[2].handler = 31) \
  X(handler_outside, "not an instruction behind it", f->catches[2].handler = 34) \
  X(catch_order, "do not nest", catch_spec t = f->catches[1]; f->catches[1] = f->catches[2]; \
    f->catches[2] = t) \
  X(catch_overlap, "do not nest", f->catches[1].start = 12) \
  X(snapshot_range, "module slot 3", f->snapshot[1] = 3) \
  X(snapshot_order, "do not ascend", f->snapshot[1] = 0) \
  X(line_order, "line entry 1", f->lines[1][0] = 0) \
  X(line_start, "line entry 1", f->lines[1][0] = 16) \
  X(local_order, "local entry 1", f->locals[1][0] = 0) \
  X(local_outside, "local entry 0", f->locals[0][1] = 35) \
  X(local_register, "names register 12", f->locals[0][2] = 12) \
  X(call_name, "call name 0", f->callnames[0][0] = 34) \
  X(string_index, "string 50 of 11", f->locals[0][3] = 50)

#define AS_FUNCTION(id, rule, ...) \
  static void corrupt_##id(image_spec *s) { \
    function_spec *m = &s->functions[0], *f = &s->functions[1], *c = &s->functions[2]; \
    (void)m, (void)f, (void)c; \
    __VA_ARGS__; \
  }
CORRUPTIONS(AS_FUNCTION)
#define AS_ROW(id, rule, ...) {#id, rule, corrupt_##id},
static const struct {
  const char *name, *rule;
  void (*corrupt)(image_spec *s);
} corruptions[] = {CORRUPTIONS(AS_ROW)};

TEST("each rule refuses the image that breaks it and is named") {
  for (size_t i = 0; i < WO_COUNT(corruptions); i++) {
    image_spec spec = image_sample();
    char error[256] = "accepted";
    corruptions[i].corrupt(&spec);
    image_bytes bytes = image_write(&spec);
    bool accepted = wo_image_check(bytes.data, bytes.length, error, sizeof error);
    bool named = !accepted && strstr(error, corruptions[i].rule) != NULL;
    check(named, corruptions[i].name, error);
    free(bytes.data);
  }
}

TEST("a refusal names function, pc, instruction and rule") {
  image_spec spec = image_sample();
  char error[256] = "";
  spec.functions[1].code[27] = 1000;
  image_bytes bytes = image_write(&spec);
  wo_image_check(bytes.data, bytes.length, error, sizeof error);
  const char *rule = "function 1 (main), pc 26: JMP: jumps to 1028, outside the code of 34 words";
  check(strcmp(error, rule) == 0, "refusal text", error);
  free(bytes.data);
}

// --- bytes ---

static bool accepts(const uint8_t *data, size_t length, char error[256]) {
  strcpy(error, "accepted");
  return wo_image_check(data, length, error, 256);
}

TEST("an image that keeps all rules is accepted") {
  char error[256];
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  check(accepts(bytes.data, bytes.length, error), "sample", error);
  free(bytes.data);
}

// Sealed again after the cut, so that more than the length is looked at.
TEST("an image cut off anywhere, or too long, is refused") {
  char error[256];
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  for (size_t length = 0; length < bytes.length; length++) {
    uint8_t *cut = malloc(length + 1);
    memcpy(cut, bytes.data, length);
    if (length >= IMAGE_HEADER) image_seal(cut, length);
    check(!accepts(cut, length, error), "truncated image", "accepted");
    free(cut);
  }
  write_u32(&bytes, 0);
  image_seal(bytes.data, bytes.length);
  check(!accepts(bytes.data, bytes.length, error) && strstr(error, "follow the last section"),
        "trailing bytes", error);
  free(bytes.data);
}

TEST("tables hash, checksum and length are checked") {
  static const struct {
    size_t at;
    const char *rule;
  } fields[] = {{8, "tables hash"}, {16, "checksum"}, {24, "the header says"}, {40, "checksum"}};
  char error[256];
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  for (size_t i = 0; i < WO_COUNT(fields); i++) {
    bytes.data[fields[i].at] ^= 1;
    bool accepted = accepts(bytes.data, bytes.length, error);
    check(!accepted && strstr(error, fields[i].rule) != NULL, fields[i].rule, error);
    bytes.data[fields[i].at] ^= 1;
  }
  free(bytes.data);
}

TEST("a count that the bytes cannot hold is not believed") {
  char error[256];
  image_spec spec = image_sample();
  image_bytes good = image_write(&spec);
  for (size_t at = IMAGE_HEADER; at + 4 <= good.length; at += 4) {
    uint8_t *copy = malloc(good.length);
    memcpy(copy, good.data, good.length);
    memset(copy + at, 0xFF, 4);
    copy[at + 3] = 0x7F;
    image_seal(copy, good.length);
    accepts(copy, good.length, error);  // some words mean nothing much: only no crash, no gigabytes
    free(copy);
  }
  memset(good.data + IMAGE_HEADER, 0xFF, 4);
  image_seal(good.data, good.length);
  check(!accepts(good.data, good.length, error), "string count", error);
  free(good.data);
}

TEST("an image may lie at any address") {
  char error[256];
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  uint8_t *moved = malloc(bytes.length + 1);
  memcpy(moved + 1, bytes.data, bytes.length);
  check(accepts(moved + 1, bytes.length, error), "unaligned", error);
  free(moved);
  free(bytes.data);
}

TEST("internal builtins cannot be loaded, all others can") {
  char error[256];
  for (uint32_t i = 0; i < wo_builtin_count(); i++) {
    const char *owner = wo_builtin_owner(i);
    bool internal = strcmp(owner, "NONE") == 0 || strcmp(owner, "INTRINSIC") == 0;
    image_spec spec = image_sample();
    spec.functions[1].code[9] = WX(LOADG, 5, i);
    image_bytes bytes = image_write(&spec);
    bool accepted = accepts(bytes.data, bytes.length, error);
    check(accepted != internal, wo_builtin_name(i), error);
    free(bytes.data);
  }
}

// --- a loaded image ---

static bool text_is(wo_value string, const char *text) {
  const wo_string *s = wo_pointer(string);
  return s->length == strlen(text) && memcmp(s->data, text, s->length) == 0;
}

static void check_loaded(const wo_image *image) {
  const wo_proto *main = &image->protos[1], *body = &image->protos[0];
  uint32_t line = 0, column = 0;
  check(image->has_entry && image->proto_count == 4 && image->slot_count == 3, "load", "sizes");
  check(text_is(main->name, "main"), "load", "function names");
  check(wo_is_interned(main->constants[1]), "load", "names are interned");
  check(main->constants[0] == wo_from_int(10), "load", "a number constant");
  check(main->constants[3] == WO_NULL, "load", "a special constant");
  check(wo_is_interned(image->exports[0].name), "load", "export names are interned");
  check(wo_is_symbol(body->constants[2]) &&
            (wo_cell_of(body->constants[2])->flags & WO_CELL_FLAG) != 0,
        "load", "private names are flagged symbols");
  check(wo_string_is_wide(wo_pointer(body->constants[3])), "load", "UTF-16 constants");
  check(wo_has_kind(main->static_function, WO_KIND_FUNCTION) &&
            (wo_cell_of(main->static_function)->flags & WO_CELL_SHARED) != 0,
        "load", "top-level functions are shared");
  check(image->protos[2].static_function == WO_UNDEFINED &&
            image->protos[3].static_function == WO_UNDEFINED,
        "load", "closures and classes have no static function");
  check(main->pools[0] != NULL && wo_pool_ic(main->pools[0], 2)->state == WO_IC_EMPTY, "load",
        "empty caches");
  check(image->templates[0]->count == 2, "load", "templates");
  check(!wo_proto_position(&image->protos[3], 0, &line, &column), "position", "without lines");
  check(wo_proto_position(main, 16, &line, &column) && line == 5, "position", "middle of a line");
  check(column == 3, "position", "column");
  check(wo_proto_position(main, 17, &line, &column) && line == 6, "position", "first pc of a line");
}

static void check_disassembly(const wo_image *image) {
  static const char *const parts[] = {"function 1 main (sample.ts:4:8) params 1",
                                      "JNLTK      r3, 10, -> 8",
                                      "GETPROP    r8, r7, value ic0",
                                      "finally 15..28 r10 -> 28",
                                      "CLASS      r1, function 3 Point, bits 0x1",
                                      "template 0 { value, total }",
                                      "c0 total from r2",
                                      "INITPRIV   r4, r3, #x ic0"};
  char *text = wo_disassemble_image(image);
  for (size_t i = 0; text != NULL && i < WO_COUNT(parts); i++) {
    check(strstr(text, parts[i]) != NULL, "disassembly lacks", parts[i]);
  }
  check(text != NULL, "disassembly", "none");
  if (test_failures > 0 && text != NULL) fputs(text, stdout);
  wo_free_text(text);
}

TEST("a loaded image has names, constants, functions, caches and shapes") {
  char error[256] = "";
  wo_options options = {.seed = 1};
  wo_runtime *rt;
  wo_image *image;
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  if (wo_runtime_new(&options, &rt, error, sizeof error) != WO_OK) {
    check(false, "runtime", error);
    free(bytes.data);
    return;
  }
  bool loaded = wo_load(rt, bytes.data, bytes.length, &image, error, sizeof error) == WO_OK;
  memset(bytes.data, 0xAA, bytes.length);  // nothing may point into the caller's bytes
  free(bytes.data);
  check(loaded, "load", error);
  if (loaded) check_loaded(image);
  if (loaded) check_disassembly(image);
  wo_runtime_free(rt);
}

TEST("a library image from outside is refused") {
  char error[256] = "";
  wo_options options = {.seed = 1};
  wo_runtime *rt;
  wo_image *image;
  image_spec spec = image_sample();
  spec.header_flags |= 2;
  image_bytes bytes = image_write(&spec);
  check(wo_image_check(bytes.data, bytes.length, error, sizeof error), "library verifies", error);
  if (wo_runtime_new(&options, &rt, error, sizeof error) == WO_OK) {
    bool loaded = wo_load(rt, bytes.data, bytes.length, &image, error, sizeof error) == WO_OK;
    check(!loaded && strstr(error, "library") != NULL, "library", error);
    wo_runtime_free(rt);
  }
  free(bytes.data);
}
