// The interpreter on protos assembled by hand: numbers at their limits, calls, slices, unwinding,
// defers, continuation frames, overflow of the stack.
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../include/wo.h"
#include "../src/alloc.h"
#include "../src/builtin.h"
#include "../src/shard.h"

// --- a small assembler: functions of one image, each a list of words ---

#define W(op, a, b, c) (WO_OP_##op | (uint32_t)(a) << 8 | (uint32_t)(b) << 16 | (uint32_t)(c) << 24)
#define WX(op, a, wide) (WO_OP_##op | (uint32_t)(a) << 8 | (uint32_t)(uint16_t)(wide) << 16)
#define NAME(constant, ic) ((uint32_t)(constant) | (uint32_t)(ic) << 16)
#define CODE(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4

enum { PROTOS = 8, CONSTANTS = 16, ICS = 8, SLOTS = 8 };

typedef struct program {
  wo_runtime *rt;
  wo_isolate *isolate;
  wo_image image;
  wo_proto protos[PROTOS];
  wo_value constants[CONSTANTS];
  struct {
    wo_ic ics[ICS];
    wo_value constants[CONSTANTS];
  } pools[PROTOS];
  wo_module_slot slots[SLOTS];
  uint32_t *codes[64];  // all that was assembled: traces may name a proto until the end
  int code_count;
} program;

static program *program_new(void) {
  program *p = calloc(1, sizeof *p);
  char error[300];
  wo_options options = {.seed = 7};
  if (wo_runtime_new(&options, &p->rt, error, sizeof error) != WO_OK) {
    fprintf(stderr, "%s\n", error);
    abort();
  }
  p->isolate = calloc(1, sizeof *p->isolate);
  wo_isolate_init(p->isolate, p->rt, &p->rt->shards[0]);
  p->isolate->linked = 1;
  p->isolate->started = 1;
  p->isolate->fiber.id = 1;
  p->image.runtime = p->rt;
  p->image.protos = p->protos;
  p->image.proto_count = PROTOS;
  p->image.heap = &p->rt->shared;
  p->image.slots = p->slots;
  p->image.slot_count = SLOTS;
  p->image.frozen = true;
  p->image.id = 7;  // out of the way of the prelude
  for (int i = 0; i < CONSTANTS; i++) p->constants[i] = WO_UNDEFINED;
  for (int i = 0; i < SLOTS; i++) p->slots[i].name = wo_intern_ascii(p->rt, "variable");
  return p;
}

static void program_free(program *p) {
  p->isolate->fiber.final = WO_FINAL_STOPPED;
  wo_isolate_end(p->isolate);
  free(p->isolate);
  wo_runtime_free(p->rt);
  for (int i = 0; i < p->code_count; i++) free(p->codes[i]);
  free(p);
}

static wo_proto *function(program *p, int index, int params, int registers, const uint32_t *code,
                          size_t words) {
  wo_proto *proto = &p->protos[index];
  uint32_t *copy = p->codes[p->code_count++] = malloc(words * 4);
  memcpy(copy, code, words * 4);
  *proto = (wo_proto){.code = copy,
                      .code_length = (uint32_t)words,
                      .constants = p->constants,
                      .constant_count = CONSTANTS,
                      .ic_count = ICS,
                      .params = (uint8_t)params,
                      .registers = (uint8_t)registers,
                      .index = (uint32_t)index,
                      .image = &p->image,
                      .flags = WO_PROTO_TOPLEVEL};
  proto->window = wo_call_window(proto);
  proto->name = proto->file = wo_intern_ascii(p->rt, "test");
  for (int s = 0; s < WO_SHARDS_MAX; s++) proto->pools[s] = p->pools[index].constants;
  proto->static_function = wo_function_new(&p->rt->shared, proto);
  return proto;
}

static void make_rest(wo_proto *proto) {
  proto->flags |= WO_PROTO_REST;
  proto->window = wo_call_window(proto);
}

// Catch ranges of a function, innermost first.
static void catches(program *p, int index, const wo_catch *list, uint32_t count) {
  p->protos[index].catches = list;
  p->protos[index].catch_count = count;
}

static wo_fiber *start(program *p) {
  wo_fiber *fiber = &p->isolate->fiber;
  fiber->state = WO_FIBER_RUNNABLE;
  fiber->final = WO_FINAL_NONE;
  fiber->flags = 0;
  wo_fiber_reserve(fiber, 0, 4);
  fiber->regs[0] = p->protos[0].static_function;
  fiber->regs[1] = WO_UNDEFINED;
  for (int i = 0; i < PROTOS; i++) {
    memcpy(p->pools[i].constants, p->constants, sizeof p->constants);
  }
  CHECK_EQ(wo_fiber_start(fiber, fiber->regs[0], 0), WO_DONE);
  return fiber;
}

// Runs function 0 to its end in slices of `budget`; answers the result, WO_HOLE when it threw.
static uint32_t slices;
static wo_value run_in(program *p, int32_t budget) {
  wo_fiber *fiber = start(p);
  wo_status status = WO_YIELD;
  for (slices = 0; status == WO_YIELD; slices++) {
    p->rt->shards[0].budget = budget;
    status = wo_dispatch(&p->rt->shards[0], fiber);
  }
  CHECK_EQ(status, WO_DONE);
  CHECK_EQ(fiber->state, WO_FIBER_DONE);
  return fiber->final == WO_FINAL_RETURNED ? fiber->result : WO_HOLE;
}
static wo_value run(program *p) { return run_in(p, 4000); }

static bool is_text(program *p, wo_value v, const char *text) {
  wo_heap *heap = &p->isolate->heap;
  bool same = wo_is_string(v) && wo_string_equals(heap, v, wo_string_from_ascii(heap, text));
  if (!same && wo_is_string(v)) {
    char shown[200] = "";
    const wo_string *s = wo_string_flat(heap, v);
    if (wo_string_utf8_length(s) < sizeof shown) wo_string_to_utf8(s, shown);
    printf("  got: %s\n", shown);
  }
  return same;
}

// Whether the run threw an error with this message.
static bool threw(program *p, const char *message) {
  wo_property found;
  wo_fiber *fiber = &p->isolate->fiber;
  if (fiber->final != WO_FINAL_ERROR) return false;
  return wo_lookup(&p->isolate->heap, fiber->thrown, wo_intern_ascii(p->rt, "message"), &found) &&
         is_text(p, found.value, message);
}

static wo_value binary(program *p, uint32_t op, wo_value b, wo_value c) {
  p->constants[0] = b;
  p->constants[1] = c;
  function(
      p, 0, 0, 6,
      CODE(WX(LOADK, 2, 0), WX(LOADK, 3, 1), op | 1 << 8 | 2 << 16 | 3u << 24, W(RET, 1, 0, 0)));
  return run(p);
}

static bool is_number(wo_value v, double d) {
  return wo_is_number(v) && memcmp(&(double){wo_number(v)}, &d, sizeof d) == 0;
}

// --- numbers ---

TEST("int arithmetic goes to doubles exactly at its limits") {
  program *p = program_new();
  wo_value max = wo_from_int(INT32_MAX), min = wo_from_int(INT32_MIN), zero = wo_from_int(0);
  CHECK(is_number(binary(p, WO_OP_ADD, max, wo_from_int(1)), 2147483648.0));
  CHECK(is_number(binary(p, WO_OP_SUB, min, wo_from_int(1)), -2147483649.0));
  CHECK(is_number(binary(p, WO_OP_MUL, max, max), 4611686014132420609.0));
  CHECK(is_number(binary(p, WO_OP_MUL, wo_from_int(-5), zero), -0.0));
  CHECK(is_number(binary(p, WO_OP_MUL, wo_from_int(5), zero), 0.0));
  CHECK(is_number(binary(p, WO_OP_DIV, wo_from_int(6), wo_from_int(4)), 1.5));
  CHECK(binary(p, WO_OP_DIV, wo_from_int(6), wo_from_int(3)) == wo_from_int(2));
  CHECK(is_number(binary(p, WO_OP_DIV, zero, wo_from_int(-3)), -0.0));
  CHECK(is_number(binary(p, WO_OP_MOD, wo_from_int(-4), wo_from_int(2)), -0.0));
  CHECK(is_number(binary(p, WO_OP_MOD, wo_from_int(-5), wo_from_int(3)), -2.0));
  CHECK(is_number(binary(p, WO_OP_MOD, min, wo_from_int(-1)), -0.0));
  CHECK(is_number(binary(p, WO_OP_MOD, wo_from_double(5.5), wo_from_int(2)), 1.5));
  CHECK(isnan(wo_number(binary(p, WO_OP_MOD, wo_from_int(5), zero))));
  CHECK(binary(p, WO_OP_MOD, wo_from_int(5), wo_from_double(INFINITY)) == wo_from_int(5));
  CHECK(isnan(wo_number(binary(p, WO_OP_POW, wo_from_int(1), wo_from_double(INFINITY)))));
  CHECK(is_number(binary(p, WO_OP_POW, wo_from_int(2), wo_from_int(10)), 1024.0));
  program_free(p);
}

TEST("shifts and bitwise operators work on 32 bits of any number") {
  program *p = program_new();
  wo_value minus = wo_from_int(-1), big = wo_from_double(4294967296.0 * 3 + 5);
  CHECK(is_number(binary(p, WO_OP_USHR, minus, wo_from_int(0)), 4294967295.0));
  CHECK(binary(p, WO_OP_USHR, minus, wo_from_int(31)) == wo_from_int(1));
  CHECK(binary(p, WO_OP_SHL, wo_from_int(1), wo_from_int(31)) == wo_from_int(INT32_MIN));
  CHECK(binary(p, WO_OP_SHL, wo_from_int(1), wo_from_int(33)) == wo_from_int(2));
  CHECK(binary(p, WO_OP_SHR, wo_from_int(-8), wo_from_int(1)) == wo_from_int(-4));
  CHECK(binary(p, WO_OP_BOR, big, wo_from_int(0)) == wo_from_int(5));
  CHECK(binary(p, WO_OP_BAND, wo_from_double(NAN), minus) == wo_from_int(0));
  CHECK(binary(p, WO_OP_BXOR, wo_from_double(-1.9), wo_from_int(0)) == minus);
  CHECK(binary(p, WO_OP_BOR, wo_from_double(1e300), wo_from_int(0)) == wo_from_int(0));
  program_free(p);
}

TEST("operators convert primitives as JavaScript does") {
  program *p = program_new();
  wo_value ten = wo_intern_ascii(p->rt, "10"), nine = wo_intern_ascii(p->rt, "9");
  CHECK(is_text(p, binary(p, WO_OP_ADD, ten, wo_from_int(5)), "105"));
  CHECK(is_number(binary(p, WO_OP_SUB, ten, wo_from_int(5)), 5));
  CHECK(is_number(binary(p, WO_OP_ADD, WO_TRUE, WO_NULL), 1));
  CHECK(binary(p, WO_OP_LT, ten, nine) == WO_TRUE);
  CHECK(binary(p, WO_OP_LT, ten, wo_from_int(9)) == WO_FALSE);
  CHECK(binary(p, WO_OP_LE, WO_UNDEFINED, wo_from_int(0)) == WO_FALSE);
  CHECK(binary(p, WO_OP_EQ, ten, wo_from_int(10)) == WO_TRUE);
  CHECK(binary(p, WO_OP_EQ, WO_NULL, WO_UNDEFINED) == WO_TRUE);
  CHECK(binary(p, WO_OP_EQ, WO_NULL, wo_from_int(0)) == WO_FALSE);
  CHECK(binary(p, WO_OP_SEQ, wo_from_double(1), wo_from_int(1)) == WO_TRUE);
  CHECK(binary(p, WO_OP_SEQ, wo_from_double(NAN), wo_from_double(NAN)) == WO_FALSE);
  CHECK(binary(p, WO_OP_SEQ, wo_from_double(-0.0), wo_from_int(0)) == WO_TRUE);
  wo_value symbol = wo_builtin_value(p->rt, WO_B_Symbol_iterator);
  CHECK(binary(p, WO_OP_ADD, symbol, ten) == WO_HOLE);
  CHECK(threw(p, "Cannot convert a Symbol value to a string"));
  CHECK(binary(p, WO_OP_MUL, symbol, ten) == WO_HOLE);
  CHECK(threw(p, "Cannot convert a Symbol value to a number"));
  program_free(p);
}

// --- calls and slices ---

static void make_fib(program *p) {
  p->constants[0] = wo_from_int(2);
  p->constants[1] = wo_from_int(1);
  function(p, 0, 0, 6, CODE(WX(LOADFN, 1, 1), WX(LOADI, 3, 15), W(CALL, 1, 1, 0), W(RET, 1, 0, 0)));
  function(p, 1, 1, 6,
           CODE(W(JNLTK, 1, 0, 0), 1, W(RET, 1, 0, 0), WX(LOADFN, 2, 1), W(SUBK, 4, 1, 1),
                W(CALL, 2, 1, 0), WX(LOADFN, 3, 1), W(SUBK, 5, 1, 0), W(CALL, 3, 1, 0),
                W(ADD, 2, 2, 3), W(RET, 2, 0, 0)));
}

TEST("[W06] a recursion is preempted at function entry and goes on where it was") {
  program *p = program_new();
  make_fib(p);
  CHECK(run(p) == wo_from_int(610));
  CHECK_EQ(slices, 1);
  CHECK(run_in(p, 1) == wo_from_int(610));
  CHECK_EQ(slices, 1974);  // the calls of fib(15), and the slice that ends it
  program_free(p);
}

TEST("[W06] [W07] a loop with budget 1 goes on one iteration a slice") {
  program *p = program_new();
  p->constants[0] = wo_from_int(10);
  function(p, 0, 0, 4,
           CODE(WX(LOADI, 1, 0), WX(LOADI, 2, 0), W(JNLTK, 2, 0, 0), 4, W(ADD, 1, 1, 2),
                W(INC, 2, 2, 0), W(LOOP, 0, 0, 0), (uint32_t)-6, W(RET, 1, 0, 0)));
  CHECK(run_in(p, 1) == wo_from_int(45));
  CHECK_EQ(slices, 11);
  program_free(p);
}

// for (i = from; i < 10; i++) s += i; answers s.
static wo_value counted(program *p, wo_value from, int32_t budget) {
  p->constants[0] = from;
  p->constants[1] = wo_from_int(10);
  function(p, 0, 0, 4,
           CODE(WX(LOADI, 1, 0), WX(LOADK, 2, 0), W(JNLTK, 2, 1, 0), 4, W(ADD, 1, 1, 2),
                W(INCLTK, 2, 0, 0), W(LOOPLTK, 2, 1, 0), (uint32_t)-4, W(RET, 1, 0, 0)));
  return run_in(p, budget);
}

TEST("[W06] a loop whose step jumps counts one reduction an iteration") {
  program *p = program_new();
  CHECK(counted(p, wo_from_int(0), 1) == wo_from_int(45));
  CHECK_EQ(slices, 10);
  CHECK(counted(p, wo_from_int(0), 1000) == wo_from_int(45));
  CHECK_EQ(slices, 1);
  program_free(p);
}

TEST("a loop whose step jumps steps doubles, and what it has to convert") {
  program *p = program_new();
  CHECK(counted(p, wo_from_double(7.5), 1) == wo_from_double(7.5 + 8.5 + 9.5));
  CHECK_EQ(slices, 3);
  CHECK(counted(p, WO_TRUE, 1000) == wo_from_int(45));
  CHECK(is_text(p, counted(p, wo_intern_ascii(p->rt, "8"), 1000), "089"));
  CHECK(counted(p, WO_NAN_BITS, 1000) == wo_from_int(0));
  program_free(p);
}

TEST("a step past the largest int is a double") {
  program *p = program_new();
  p->constants[0] = wo_from_int(INT32_MAX - 1);
  p->constants[1] = wo_from_double(0x1p31 + 2);
  function(p, 0, 0, 4,
           CODE(WX(LOADI, 1, 0), WX(LOADK, 2, 0), WX(LOADK, 3, 1), W(ADDI, 1, 1, 1),
                W(INCLT, 2, 0, 0), W(LOOPLT, 2, 3, 0), (uint32_t)-4, W(RET, 1, 0, 0)));
  CHECK(run(p) == wo_from_int(4));
  p->constants[0] = wo_from_int(INT32_MIN + 1);
  p->constants[1] = wo_from_double(-0x1p31 - 2);
  function(p, 0, 0, 4,
           CODE(WX(LOADI, 1, 0), WX(LOADK, 2, 0), WX(LOADK, 3, 1), W(ADDI, 1, 1, 1),
                W(DECGT, 2, 0, 0), W(LOOPGT, 2, 3, 0), (uint32_t)-4, W(RET, 1, 0, 0)));
  CHECK(run(p) == wo_from_int(3));
  program_free(p);
}

TEST("missing parameters and all other registers start as undefined") {
  program *p = program_new();
  function(p, 0, 0, 8,
           CODE(WX(LOADI, 5, 77), WX(LOADI, 6, 78), WX(LOADI, 7, 79), WX(LOADFN, 1, 1),
                WX(LOADI, 3, 1), W(CALL, 1, 1, 0), W(RET, 1, 0, 0)));
  function(p, 1, 2, 6, CODE(W(JNUNDEF, 1, 0, 0), W(RET, 2, 0, 0), W(RETU, 0, 0, 0)));
  make_rest(&p->protos[1]);
  CHECK(run(p) == WO_UNDEFINED);
  function(p, 1, 0, 6, CODE(W(GETPROP, 2, 1, 0), NAME(0, 0), W(RET, 2, 0, 0)));
  make_rest(&p->protos[1]);
  p->constants[0] = wo_name(p->rt, WO_NAME_length);
  CHECK(run(p) == wo_from_int(1));
  program_free(p);
}

TEST("[Z28] an endless recursion is a StackOverflowError that its caller can catch") {
  program *p = program_new();
  function(p, 0, 0, 8,
           CODE(WX(LOADFN, 1, 1), W(CALL, 1, 0, 0), W(RETU, 0, 0, 0), W(GETPROP, 5, 4, 0),
                NAME(0, 0), W(RET, 5, 0, 0)));
  function(p, 1, 0, 4, CODE(WX(LOADFN, 1, 1), W(CALL, 1, 0, 0), W(RET, 1, 0, 0)));
  p->constants[0] = wo_name(p->rt, WO_NAME_message);
  static const wo_catch range = {0, 2, 3, WO_CATCH, 4, 0};
  catches(p, 0, &range, 1);
  CHECK(is_text(p, run(p), "Maximum call stack size exceeded"));
  CHECK(is_text(p, run(p), "Maximum call stack size exceeded"));
  program_free(p);
}

TEST("calling what is no function names it as the source does") {
  program *p = program_new();
  function(p, 0, 0, 6, CODE(WX(LOADI, 1, 5), W(CALL, 1, 0, 0), W(RETU, 0, 0, 0)));
  wo_callname name = {1, wo_intern_ascii(p->rt, "obj.foo")};
  p->protos[0].callnames = &name;
  p->protos[0].callname_count = 1;
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "obj.foo is not a function"));
  p->protos[0].callname_count = 0;
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "number 5 is not a function"));
  program_free(p);
}

// --- unwinding ---

// log: module slot 0 is a string to which functions append a letter of theirs.
static void make_logger(program *p, int index, const char *letter, int constant) {
  p->constants[constant] = wo_intern_ascii(p->rt, letter);
  function(p, index, 0, 4,
           CODE(WX(GETMOD, 1, 0), WX(LOADK, 2, constant), W(ADD, 1, 1, 2), WX(SETMOD, 1, 0),
                W(RETU, 0, 0, 0)));
}

// A builtin call of `defer` with function `index`.
#define DEFER(index) WX(LOADG, 1, WO_B_defer), WX(LOADFN, 3, index), W(CALL, 1, 1, 0)
#define LOG_START WX(LOADK, 1, 15), WX(INITMOD, 1, 0)

static program *logging_program(void) {
  program *p = program_new();
  p->constants[15] = wo_name(p->rt, WO_NAME_empty);
  make_logger(p, 1, "a", 10);
  make_logger(p, 2, "b", 11);
  make_logger(p, 3, "c", 12);
  return p;
}

TEST("finally runs on a throw, and its end throws again") {
  program *p = logging_program();
  function(p, 0, 0, 12,
           CODE(LOG_START, WX(LOADI, 5, 9), W(THROW, 5, 0, 0), W(RETU, 0, 0, 0),
                /*5*/ WX(LOADFN, 7, 1), W(CALL, 7, 0, 0), W(ENDFINALLY, 5, 0, 0), W(RETU, 0, 0, 0),
                /*9*/ WX(GETMOD, 1, 0), W(ADD, 1, 1, 7), W(RET, 1, 0, 0)));
  static const wo_catch ranges[] = {{3, 5, 5, WO_FINALLY, 5, 0}, {2, 8, 9, WO_CATCH, 7, 0}};
  catches(p, 0, ranges, 2);
  CHECK(is_text(p, run(p), "a9"));
  program_free(p);
}

TEST("defers run newest first on return, and the result survives them") {
  program *p = logging_program();
  function(p, 0, 0, 6,
           CODE(LOG_START, WX(LOADFN, 1, 4), W(CALL, 1, 0, 0), WX(GETMOD, 2, 0), W(ADD, 1, 1, 2),
                W(RET, 1, 0, 0)));
  function(p, 4, 0, 6, CODE(DEFER(1), DEFER(2), DEFER(3), WX(LOADI, 5, 7), W(RET, 5, 0, 0)));
  CHECK(is_text(p, run(p), "7cba"));
  CHECK(is_text(p, run_in(p, 1), "7cba"));
  program_free(p);
}

TEST("defers run on a throw, after the handlers of their function had their chance") {
  program *p = logging_program();
  function(p, 0, 0, 10,
           CODE(LOG_START, WX(LOADFN, 1, 4), W(CALL, 1, 0, 0), W(RETU, 0, 0, 0),
                /*5*/ WX(GETMOD, 1, 0), W(ADD, 1, 1, 7), W(RET, 1, 0, 0)));
  static const wo_catch outer = {2, 5, 5, WO_CATCH, 7, 0};
  catches(p, 0, &outer, 1);
  function(p, 4, 0, 10,
           CODE(DEFER(1), DEFER(2), WX(LOADI, 5, 1), W(THROW, 5, 0, 0), /*8*/ WX(LOADFN, 5, 3),
                W(CALL, 5, 0, 0), WX(LOADI, 5, 2), W(THROW, 5, 0, 0)));
  static const wo_catch inner = {6, 8, 8, WO_CATCH, 6, 0};
  catches(p, 4, &inner, 1);
  CHECK(is_text(p, run(p), "cba2"));
  program_free(p);
}

TEST("an error in a defer does not stop the others, and the first error wins") {
  program *p = logging_program();
  function(p, 0, 0, 10,
           CODE(LOG_START, WX(LOADFN, 1, 4), W(CALL, 1, 0, 0), W(RETU, 0, 0, 0),
                /*5*/ WX(GETMOD, 1, 0), W(ADD, 1, 1, 7), W(RET, 1, 0, 0)));
  static const wo_catch outer = {2, 5, 5, WO_CATCH, 7, 0};
  catches(p, 0, &outer, 1);
  // The function returns inside a try: its handler must not see errors of its own defers.
  function(p, 4, 0, 6,
           CODE(DEFER(1), DEFER(5), DEFER(2), DEFER(6), /*12*/ WX(LOADI, 5, 1), W(RET, 5, 0, 0),
                /*14*/ WX(LOADI, 5, 3), W(RET, 5, 0, 0)));
  static const wo_catch inner = {12, 14, 14, WO_CATCH, 4, 0};
  catches(p, 4, &inner, 1);
  function(p, 5, 0, 4, CODE(WX(LOADI, 1, 5), W(THROW, 1, 0, 0)));
  function(p, 6, 0, 4, CODE(WX(LOADI, 1, 6), W(THROW, 1, 0, 0)));
  CHECK(is_text(p, run(p), "ba6"));
  CHECK_EQ(p->isolate->fiber.flags & WO_FIBER_FLAG_CLEANUP, 0);
  program_free(p);
}

static void stop_after_a_slice(program *p, wo_fiber *fiber) {
  wo_shard *shard = &p->rt->shards[0];
  shard->budget = 50;
  CHECK_EQ(wo_dispatch(shard, fiber), WO_YIELD);
  fiber->flags |= WO_FIBER_FLAG_STOPPING;
  shard->budget = 50;
  CHECK_EQ(wo_dispatch(shard, fiber), WO_DONE);
  CHECK_EQ(fiber->final, WO_FINAL_STOPPED);
}

TEST("[W12] a stop runs finally blocks and defers, no catch, and ends the fiber") {
  program *p = logging_program();
  p->constants[0] = wo_from_int(10);
  function(p, 0, 0, 10,
           CODE(LOG_START, DEFER(2), /*5*/ W(NOP, 0, 0, 0), W(LOOP, 0, 0, 0), (uint32_t)-3,
                /*8*/ WX(LOADFN, 5, 3), W(CALL, 5, 0, 0), W(RETU, 0, 0, 0),
                /*11*/ WX(LOADFN, 5, 1), W(CALL, 5, 0, 0), W(RETU, 0, 0, 0)));
  static const wo_catch ranges[] = {{5, 8, 8, WO_CATCH, 4, 0}, {5, 11, 11, WO_FINALLY, 6, 0}};
  catches(p, 0, ranges, 2);
  wo_fiber *fiber = start(p);
  stop_after_a_slice(p, fiber);  // the RETU in the finally block does not stop it
  CHECK(is_text(p, wo_isolate_slots(p->isolate, &p->image)[0], "ab"));
  program_free(p);
}

TEST("[W12] a cleanup that does not end is cut when the reserve is spent") {
  program *p = logging_program();
  function(p, 0, 0, 10,
           CODE(LOG_START, DEFER(1), /*5*/ W(NOP, 0, 0, 0), W(LOOP, 0, 0, 0), (uint32_t)-3,
                /*8*/ W(NOP, 0, 0, 0), W(LOOP, 0, 0, 0), (uint32_t)-3));
  static const wo_catch range = {5, 8, 8, WO_FINALLY, 6, 0};
  catches(p, 0, &range, 1);
  wo_fiber *fiber = start(p);
  stop_after_a_slice(p, fiber);
  CHECK_EQ(fiber->rare->catch_count, 0);
  CHECK(is_text(p, wo_isolate_slots(p->isolate, &p->image)[0], ""));
  program_free(p);
}

TEST("an error of a finally block in a forced unwind does not reach the handlers around it") {
  program *p = logging_program();
  // The block throws and catches an error of its own, then throws one that nobody gets to see.
  function(p, 0, 0, 16,
           CODE(LOG_START, WX(LOADI, 9, 4), /*3*/ W(NOP, 0, 0, 0), W(LOOP, 0, 0, 0), (uint32_t)-3,
                /*6*/ W(THROW, 9, 0, 0), /*7*/ WX(LOADFN, 10, 1), W(CALL, 10, 0, 0),
                W(THROW, 9, 0, 0), /*10*/ WX(LOADFN, 10, 3), W(CALL, 10, 0, 0), W(RETU, 0, 0, 0)));
  static const wo_catch ranges[] = {
      {6, 7, 7, WO_CATCH, 8, 0}, {3, 6, 6, WO_FINALLY, 6, 0}, {3, 10, 10, WO_CATCH, 8, 0}};
  catches(p, 0, ranges, 3);
  wo_fiber *fiber = start(p);
  stop_after_a_slice(p, fiber);
  CHECK(is_text(p, wo_isolate_slots(p->isolate, &p->image)[0], "a"));
  program_free(p);
}

// --- continuation frames ---

// An object with a valueOf that answers `value`, made by function `index` returning a constant.
static void make_value_of(program *p, int index, int constant, wo_value value) {
  p->constants[constant] = value;
  p->constants[9] = wo_intern_ascii(p->rt, "valueOf");
  function(p, index, 0, 4, CODE(WX(LOADK, 1, constant), W(RET, 1, 0, 0)));
}
#define VALUE_OBJECT(reg, index) \
  W(NEWOBJ, reg, 1, 0), WX(LOADFN, 8, index), W(DEFPROP, reg, 8, 0), NAME(9, reg)

TEST("[W03] an operator on objects runs valueOf in frames, left before right") {
  program *p = program_new();
  make_value_of(p, 1, 1, wo_from_int(30));
  make_value_of(p, 2, 2, wo_from_int(12));
  function(p, 0, 0, 10,
           CODE(VALUE_OBJECT(1, 1), VALUE_OBJECT(2, 2), W(SUB, 3, 1, 2), W(RET, 3, 0, 0)));
  CHECK(is_number(run(p), 18));
  CHECK(is_number(run_in(p, 1), 18));
  // A fused comparison takes its jump when the conversion is done.
  function(p, 0, 0, 10,
           CODE(VALUE_OBJECT(1, 1), VALUE_OBJECT(2, 2), W(JLT, 1, 2, 0), 2, WX(LOADI, 3, 5),
                W(RET, 3, 0, 0), WX(LOADI, 3, 6), W(RET, 3, 0, 0)));
  CHECK(is_number(run(p), 5));
  function(p, 0, 0, 10,
           CODE(VALUE_OBJECT(1, 1), VALUE_OBJECT(2, 2), W(JNLT, 1, 2, 0), 2, WX(LOADI, 3, 5),
                W(RET, 3, 0, 0), WX(LOADI, 3, 6), W(RET, 3, 0, 0)));
  CHECK(is_number(run(p), 6));
  program_free(p);
}

TEST("[W03] an error in valueOf reaches the handler around the operator") {
  program *p = program_new();
  make_value_of(p, 1, 1, wo_from_int(30));
  function(p, 1, 0, 4, CODE(WX(LOADI, 1, 7), W(THROW, 1, 0, 0)));
  function(p, 0, 0, 10,
           CODE(VALUE_OBJECT(1, 1), /*4*/ W(MUL, 3, 1, 1), W(RETU, 0, 0, 0), W(RET, 5, 0, 0)));
  static const wo_catch range = {4, 5, 6, WO_CATCH, 5, 0};
  catches(p, 0, &range, 1);
  CHECK(is_number(run(p), 7));
  program_free(p);
}

TEST("getters and setters run with the receiver as this") {
  program *p = program_new();
  p->constants[0] = wo_intern_ascii(p->rt, "x");
  p->constants[1] = wo_intern_ascii(p->rt, "y");
  function(p, 1, 0, 4, CODE(W(GETPROP, 1, 0, 0), NAME(1, 0), W(RET, 1, 0, 0)));
  function(p, 2, 1, 4, CODE(W(SETPROP, 0, 1, 0), NAME(1, 0), W(RETU, 0, 0, 0)));
  function(p, 0, 0, 10,
           CODE(W(NEWOBJ, 1, 2, 0), WX(LOADK, 2, 0), WX(LOADFN, 3, 1), W(DEFGET, 1, 2, 3), 1,
                WX(LOADFN, 3, 2), W(DEFSET, 1, 2, 3), 1, WX(LOADI, 4, 41), W(SETPROP, 1, 4, 0),
                NAME(0, 1), W(GETPROP, 5, 1, 0), NAME(0, 2), W(INC, 5, 5, 0), W(RET, 5, 0, 0)));
  CHECK(is_number(run(p), 42));
  CHECK(is_number(run(p), 42));
  program_free(p);
}

TEST("property errors read as V8 words them") {
  program *p = program_new();
  p->constants[0] = wo_intern_ascii(p->rt, "x");
  function(p, 0, 0, 4, CODE(W(GETPROP, 2, 1, 0), NAME(0, 0), W(RET, 2, 0, 0)));
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "Cannot read properties of undefined (reading 'x')"));
  function(p, 0, 0, 4, CODE(WX(LOADS, 1, 1), W(SETPROP, 1, 2, 0), NAME(0, 0), W(RET, 2, 0, 0)));
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "Cannot set properties of null (setting 'x')"));
  function(p, 0, 0, 4, CODE(WX(LOADI, 1, 5), W(SETPROP, 1, 2, 0), NAME(0, 0), W(RET, 2, 0, 0)));
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "Cannot create property 'x' on number '5'"));
  program_free(p);
}

// --- memory ---

TEST("[Z28] a heap over its quota is an OutOfMemoryError that a handler can catch") {
  program *p = program_new();
  p->constants[0] = wo_name(p->rt, WO_NAME_message);
  // An array that grows for ever; the handler drops it and answers the message.
  function(
      p, 0, 0, 8,
      CODE(W(ARRAY, 1, 2, 0), /*1*/ W(NEWOBJ, 2, 4, 0), W(APPEND, 1, 2, 1), W(LOOP, 0, 0, 0),
           (uint32_t)-4, /*5*/ WX(LOADS, 1, 0), W(GETPROP, 5, 4, 0), NAME(0, 0), W(RET, 5, 0, 0)));
  static const wo_catch range = {1, 5, 5, WO_CATCH, 4, 0};
  catches(p, 0, &range, 1);
  wo_heap_set_quota(&p->isolate->heap, 600000);
  CHECK(is_text(p, run(p), "The memory quota of the isolate is spent"));
  CHECK(is_text(p, run(p), "The memory quota of the isolate is spent"));
  program_free(p);
}

// --- iteration ---

TEST("an array is iterated live: what is pushed meanwhile is seen") {
  program *p = program_new();
  // for (const v of [1, 2]) { if (sum < 10) array.push(v + 1); sum += v; }
  p->constants[0] = wo_from_int(10);
  p->constants[1] = wo_from_int(1);
  function(p, 0, 0, 12,
           CODE(WX(LOADI, 1, 1), WX(LOADI, 2, 2), W(ARRAY, 3, 1, 2), WX(LOADI, 10, 0),
                W(ITER, 4, 3, 0), /*5*/ W(NEXT, 4, 0, 0), 8, /*7*/ W(JNLTK, 10, 0, 0), 2,
                W(ADDK, 9, 7, 1), W(APPEND, 3, 9, 1), /*11*/ W(ADD, 10, 10, 7), W(NOP, 0, 0, 0),
                W(LOOP, 0, 0, 0), (uint32_t)-10, /*15*/ W(RET, 10, 0, 0)));
  // 1 2 | 2 3 3 4 4: pushes stop at a sum of 10 or more
  CHECK(is_number(run(p), 19));
  program_free(p);
}

TEST("iterating what cannot be is a TypeError") {
  program *p = program_new();
  function(p, 0, 0, 8, CODE(WX(LOADI, 1, 5), W(ITER, 2, 1, 0), W(RETU, 0, 0, 0)));
  CHECK(run(p) == WO_HOLE);
  CHECK(threw(p, "number 5 is not iterable (cannot read property Symbol(Symbol.iterator))"));
  program_free(p);
}

TEST("registers that do not hold what an instruction expects raise, and nothing breaks") {
  program *p = program_new();
  const uint32_t broken[][3] = {
      {W(GETBOX, 2, 1, 0), W(RETU, 0, 0, 0), 0},  {W(SELFCAP, 1, 3, 0), W(RETU, 0, 0, 0), 0},
      {W(APPEND, 1, 1, 1), W(RETU, 0, 0, 0), 0},  {W(NEXT, 1, 0, 0), 0, W(RETU, 0, 0, 0)},
      {W(CONCAT, 2, 1, 2), W(RETU, 0, 0, 0), 0},  {W(SUPER, 1, 0, 0), W(RETU, 0, 0, 0), 0},
      {W(DEFELEM, 1, 1, 1), W(RETU, 0, 0, 0), 0},
  };
  for (size_t i = 0; i < WO_COUNT(broken); i++) {
    function(p, 0, 0, 10, broken[i], 3);
    CHECK(run(p) == WO_HOLE);
  }
  program_free(p);
}

TEST("a constructor that loses its instance answers what it has in its place") {
  program *p = program_new();
  function(p, 1, 0, 4, CODE(WX(LOADI, 0, 5), W(RETU, 0, 0, 0)))->flags |= WO_PROTO_CONSTRUCTOR;
  function(p, 0, 0, 10, CODE(WX(LOADFN, 1, 1), W(NEW, 1, 0, 0), W(RET, 1, 0, 0)));
  CHECK(is_number(run(p), 5));
  program_free(p);
}
