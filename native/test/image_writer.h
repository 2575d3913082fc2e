// Writes images from plain tables, for test_image.c and the fuzzers: small, and able to write what
// a compiler never would. Format: docs/internals/image.md.
#ifndef WO_TEST_IMAGE_WRITER_H
#define WO_TEST_IMAGE_WRITER_H

#include <stdlib.h>
#include <string.h>

#include "../src/image.h"

#define IMAGE_NONE 0xFFFFFFFFu
#define IMAGE_HEADER 32

// Instruction words.
#define W(op, a, b, c) (WO_OP_##op | (uint32_t)(a) << 8 | (uint32_t)(b) << 16 | (uint32_t)(c) << 24)
#define WX(op, a, wide) (WO_OP_##op | (uint32_t)(a) << 8 | (uint32_t)(uint16_t)(wide) << 16)
#define WNAME(constant, ic) ((uint32_t)(constant) | (uint32_t)(ic) << 16)

typedef struct constant_spec {
  uint32_t tag;  // 0 int32, 1 double bits, 2 string, 3 private name, 4 special
  uint64_t payload;
} constant_spec;

typedef struct capture_spec {
  uint32_t from, index, boxed, name;
} capture_spec;

typedef struct catch_spec {
  uint32_t start, end, handler, kind, reg;
} catch_spec;

typedef struct function_spec {
  uint32_t name, file, line, column, flags;
  uint8_t registers, params, length, hint;
  uint32_t ics;
  uint32_t constant_count, capture_count, code_length, catch_count, snapshot_count, line_count,
      local_count, callname_count;
  constant_spec constants[8];
  capture_spec captures[4];
  uint32_t code[48];
  catch_spec catches[8];
  uint32_t snapshot[4];
  uint32_t lines[4][3];
  uint32_t locals[4][4];
  uint32_t callnames[4][2];
} function_spec;

typedef struct image_spec {
  uint32_t magic, version, header_flags;
  uint32_t string_count, template_count, slot_count, function_count, module_count, export_count;
  const char *strings[16];   // Latin-1; a leading 0x01 byte: the rest as UTF-16
  uint32_t templates[4][5];  // key count, keys
  uint32_t slots[8][2];
  function_spec functions[8];
  uint32_t modules[4][4];
  uint32_t exports[4][3];
} image_spec;

typedef struct image_bytes {
  uint8_t *data;
  size_t length, capacity;
} image_bytes;

static inline void write_bytes(image_bytes *w, const void *bytes, size_t length) {
  if (w->length + length > w->capacity) {
    w->capacity = (w->length + length) * 2;
    w->data = realloc(w->data, w->capacity);
  }
  memcpy(w->data + w->length, bytes, length);
  w->length += length;
}

static inline void write_u32(image_bytes *w, uint32_t value) {
  uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                      (uint8_t)(value >> 24)};
  write_bytes(w, bytes, 4);
}

static inline void write_u64(image_bytes *w, uint64_t value) {
  write_u32(w, (uint32_t)value);
  write_u32(w, (uint32_t)(value >> 32));
}

static inline void write_string(image_bytes *w, const char *string) {
  bool wide = string[0] == 1;
  if (wide) string++;
  uint32_t length = (uint32_t)strlen(string);
  write_u32(w, length | (wide ? 0x80000000u : 0));
  for (uint32_t i = 0; i < length; i++) {
    uint8_t unit[2] = {(uint8_t)string[i], 4};  // U+04xx
    write_bytes(w, unit, wide ? 2 : 1);
  }
  while (w->length % 4 != 0) write_bytes(w, "", 1);
}

static inline void write_function(image_bytes *w, const function_spec *f) {
  uint32_t head[5] = {f->name, f->file, f->line, f->column, f->flags};
  for (uint32_t i = 0; i < 5; i++) write_u32(w, head[i]);
  uint8_t sizes[4] = {f->registers, f->params, f->length, f->hint};
  write_bytes(w, sizes, 4);
  write_u32(w, f->ics);
  write_u32(w, f->constant_count);
  for (uint32_t i = 0; i < f->constant_count; i++) {
    write_u32(w, f->constants[i].tag);
    write_u64(w, f->constants[i].payload);
  }
  write_u32(w, f->capture_count);
  for (uint32_t i = 0; i < f->capture_count; i++) {
    write_u32(w, f->captures[i].from);
    write_u32(w, f->captures[i].index);
    write_u32(w, f->captures[i].boxed);
    write_u32(w, f->captures[i].name);
  }
  write_u32(w, f->code_length);
  for (uint32_t i = 0; i < f->code_length; i++) write_u32(w, f->code[i]);
  write_u32(w, f->catch_count);
  for (uint32_t i = 0; i < f->catch_count; i++) {
    write_u32(w, f->catches[i].start);
    write_u32(w, f->catches[i].end);
    write_u32(w, f->catches[i].handler);
    write_u32(w, f->catches[i].kind);
    write_u32(w, f->catches[i].reg);
  }
  write_u32(w, f->snapshot_count);
  for (uint32_t i = 0; i < f->snapshot_count; i++) write_u32(w, f->snapshot[i]);
  write_u32(w, f->line_count);
  for (uint32_t i = 0; i < f->line_count * 3; i++) write_u32(w, f->lines[i / 3][i % 3]);
  write_u32(w, f->local_count);
  for (uint32_t i = 0; i < f->local_count * 4; i++) write_u32(w, f->locals[i / 4][i % 4]);
  write_u32(w, f->callname_count);
  for (uint32_t i = 0; i < f->callname_count * 2; i++) write_u32(w, f->callnames[i / 2][i % 2]);
}

// Makes the header fit the bytes: length, tables hash and checksum. For images of any origin.
static inline void image_seal(uint8_t *data, size_t length) {
  uint64_t hash = 0xCBF29CE484222325ull, tables = wo_tables_hash;
  for (size_t i = IMAGE_HEADER; i < length; i++) hash = (hash ^ data[i]) * 0x100000001B3ull;
  for (uint32_t i = 0; i < 8; i++) {
    data[8 + i] = (uint8_t)(tables >> 8 * i);
    data[16 + i] = (uint8_t)(hash >> 8 * i);
  }
  for (uint32_t i = 0; i < 4; i++) data[24 + i] = (uint8_t)(length >> 8 * i);
}

static inline image_bytes image_write(const image_spec *spec) {
  image_bytes w = {0};
  write_u32(&w, spec->magic);
  write_u32(&w, spec->version);
  for (uint32_t i = 0; i < 5; i++) write_u32(&w, 0);  // sealed below
  write_u32(&w, spec->header_flags);
  write_u32(&w, spec->string_count);
  for (uint32_t i = 0; i < spec->string_count; i++) write_string(&w, spec->strings[i]);
  write_u32(&w, spec->template_count);
  for (uint32_t i = 0; i < spec->template_count; i++) {
    for (uint32_t k = 0; k <= spec->templates[i][0]; k++) write_u32(&w, spec->templates[i][k]);
  }
  write_u32(&w, spec->slot_count);
  for (uint32_t i = 0; i < spec->slot_count * 2; i++) write_u32(&w, spec->slots[i / 2][i % 2]);
  write_u32(&w, spec->function_count);
  for (uint32_t i = 0; i < spec->function_count; i++) write_function(&w, &spec->functions[i]);
  write_u32(&w, spec->module_count);
  for (uint32_t i = 0; i < spec->module_count * 4; i++) write_u32(&w, spec->modules[i / 4][i % 4]);
  write_u32(&w, spec->export_count);
  for (uint32_t i = 0; i < spec->export_count * 3; i++) write_u32(&w, spec->exports[i / 3][i % 3]);
  image_seal(w.data, w.length);
  return w;
}

// An image with an entry that uses every part of the format: module slots, a template, a top-level
// function with a loop, a closure over a register, a class with a static field, catch, finally and
// drop ranges, debug tables. Its `main` answers 45; nothing is printed.
static inline image_spec image_sample(void) {
  static const char *const strings[] = {"",      "sample.ts", "main", "total",    "value", "Point",
                                        "count", "#x",        "boom", "\001wide", "inner"};
  enum { EMPTY, FILE, MAIN, TOTAL, VALUE, POINT, COUNT, PRIVATE, BOOM, WIDE, INNER };
  image_spec s = {.magic = 0x4D494F57,
                  .version = 1,
                  .header_flags = 1,
                  .string_count = WO_COUNT(strings),
                  .template_count = 1,
                  .templates = {{2, VALUE, TOTAL}},
                  .slot_count = 3,
                  .slots = {{TOTAL, 1 | 2}, {POINT, 2}, {COUNT, 2 | 4}},
                  .function_count = 4,
                  .module_count = 1,
                  .modules = {{FILE, 0, 0, 3}},
                  .export_count = 2,
                  .exports = {{MAIN, 1, 1}, {TOTAL, 0, 0}}};
  for (uint32_t i = 0; i < WO_COUNT(strings); i++) s.strings[i] = strings[i];
  // The module body: a class with a static field, module variables, an object with a private field.
  s.functions[0] = (function_spec){
      .name = EMPTY,
      .file = FILE,
      .line = 1,
      .column = 1,
      .flags = WO_PROTO_MODULE,
      .registers = 8,
      .ics = 1,
      .constant_count = 4,
      .constants = {{2, COUNT}, {1, 0x4045000000000000ull}, {3, PRIVATE}, {2, WIDE}},
      .code_length = 15,
      .code = {WX(LOADS, 1, 4), WX(CLASS, 1, 3), 1, WX(LOADK, 3, 0), W(DEFSTATIC, 1, 3, 0), 2,
               WX(INITMOD, 1, 1), WX(LOADI, 3, 0), WX(INITMOD, 3, 0), WX(LOADI, 3, 7),
               WX(INITMOD, 3, 2), W(NEWOBJ, 4, 1, 0), W(INITPRIV, 4, 3, 0), WNAME(2, 0),
               W(RETU, 0, 0, 0)},
      .line_count = 2,
      .lines = {{0, 1, 1}, {7, 2, 3}}};
  // main: adds 0..9, then throws and catches, closes over a register, makes an object.
  s.functions[1] = (function_spec){.name = MAIN,
                                   .file = FILE,
                                   .line = 4,
                                   .column = 8,
                                   .flags = WO_PROTO_TOPLEVEL | WO_PROTO_CONSTRUCTOR,
                                   .registers = 12,
                                   .params = 1,
                                   .length = 1,
                                   .ics = 3,
                                   .constant_count = 4,
                                   .constants = {{0, 10}, {2, VALUE}, {2, BOOM}, {4, 1}},
                                   .code_length = 34,
                                   .code = {
                                       /* 0*/ WX(LOADI, 2, 0),
                                       /* 1*/ WX(LOADI, 3, 0),
                                       /* 2*/ W(JNLTK, 3, 0, 0),       4,  // to 8
                                       /* 4*/ W(ADD, 2, 2, 3),
                                       /* 5*/ W(INC, 3, 3, 0),
                                       /* 6*/ W(LOOP, 0, 0, 0),        (uint32_t)-6,  // to 2
                                       /* 8*/ WX(CLOSURE, 4, 2),
                                       /* 9*/ W(MOVE, 5, 4, 0),
                                       /*10*/ W(CALL, 5, 0, 0),
                                       /*11*/ W(MOVE, 6, 5, 0),
                                       /*12*/ WX(LOADK, 7, 3),
                                       /*13*/ W(OBJECT, 7, 6, 0),      0,
                                       /*15*/ W(GETPROP, 8, 7, 0),     WNAME(1, 0),
                                       /*17*/ WX(LOADK, 9, 2),
                                       /*18*/ W(THROW, 9, 0, 0),
                                       /*19*/ W(MOVE, 1, 9, 0),
                                       /*20*/ W(ITER, 8, 1, 0),
                                       /*21*/ W(NEXT, 8, 0, 0),        2,  // to 25
                                       /*23*/ W(SETPROP, 7, 11, 0),    WNAME(1, 1),
                                       /*25*/ WX(LOADI, 10, 0),
                                       /*26*/ W(JMP, 0, 0, 0),         0,  // to 28
                                       /*28*/ W(ENDFINALLY, 10, 0, 0),
                                       /*29*/ W(DROP, 9, 0, 0),
                                       /*30*/ W(GETPROP, 8, 7, 0),     WNAME(1, 2),
                                       /*32*/ W(RET, 2, 0, 0),
                                       /*33*/ WX(FAIL, 1, 2),
                                   },
                                   .catch_count = 3,
                                   .catches = {{17, 19, 19, WO_CATCH, 9},
                                               {17, 20, 0, WO_CATCH_DROP, 9},
                                               {15, 28, 28, WO_FINALLY, 10}},
                                   .snapshot_count = 2,
                                   .snapshot = {0, 2},
                                   .line_count = 2,
                                   .lines = {{0, 5, 3}, {17, 6, 3}},
                                   .local_count = 2,
                                   .locals = {{1, 33, 2, TOTAL}, {2, 8, 3, COUNT}},
                                   .callname_count = 1,
                                   .callnames = {{10, INNER}}};
  s.functions[2] = (function_spec){.name = INNER,
                                   .file = FILE,
                                   .line = 6,
                                   .column = 1,
                                   .flags = WO_PROTO_ARROW,
                                   .registers = 4,
                                   .capture_count = 1,
                                   .captures = {{0, 2, 0, TOTAL}},
                                   .code_length = 2,
                                   .code = {W(GETCAP, 1, 0, 0), W(RET, 1, 0, 0)}};
  s.functions[3] = (function_spec){.name = POINT,
                                   .file = FILE,
                                   .line = 2,
                                   .column = 1,
                                   .flags = WO_PROTO_CLASS | WO_PROTO_TOPLEVEL,
                                   .registers = 2,
                                   .code_length = 1,
                                   .code = {W(RETU, 0, 0, 0)}};
  return s;
}

#endif
