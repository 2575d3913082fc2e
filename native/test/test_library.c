// The library objects as builtins.c wires them, and natives that need no fiber code around them.
#include <stdarg.h>

#include "../include/wo.h"
#include "../src/alloc.h"
#include "../src/builtin.h"
#include "../src/builtins/system.h"
#include "../src/builtins/unicode.h"
#include "../src/table.h"
#include "test.h"

#define REGISTERS 64

typedef struct library {
  wo_runtime *rt;
  wo_fiber *fiber;
  wo_heap *heap;
  wo_frame frame;
  wo_value file[REGISTERS + 1];
} library;

static wo_proto proto = {.registers = 2};

static library *library_new(const wo_options *options) {
  library *l = calloc(1, sizeof *l);
  char error[200];
  if (wo_runtime_new(options, &l->rt, error, sizeof error) != WO_OK) {
    printf("  %s\n", error);
    exit(1);
  }
  wo_isolate *isolate = &l->rt->main;
  wo_isolate_init(isolate, l->rt, &l->rt->shards[0]);
  isolate->started = 1;
  l->rt->shards[0].budget = 1 << 30;
  l->heap = &isolate->heap;
  wo_fiber *fiber = l->fiber = &isolate->fiber;
  for (uint32_t i = 0; i < WO_COUNT(l->file); i++) l->file[i] = WO_UNDEFINED;
  l->frame.proto = &proto;
  l->frame.base = 1;
  fiber->isolate = isolate;
  fiber->regs = l->file;
  fiber->regs_capacity = WO_COUNT(l->file);
  fiber->frames = &l->frame;
  fiber->frame_count = fiber->frames_capacity = 1;
  fiber->thrown = fiber->new_target = WO_UNDEFINED;
  // As in a cleanup: there is no scheduler to wait with, so calls that block are made in place.
  fiber->flags = WO_FIBER_FLAG_CLEANUP;
  return l;
}

static void library_free(library *l) {
  wo_fiber *fiber = l->fiber;
  wo_holds_release_all(fiber->isolate, NULL);
  wo_heap_free(l->heap);
  if (fiber->rare) wo_free(fiber->rare, sizeof *fiber->rare);
  fiber->rare = NULL;
  fiber->regs = NULL;
  fiber->frames = NULL;
  fiber->frame_count = 0;
  wo_runtime_free(l->rt);
  free(l);
}

// Calls a native that neither calls nor waits. WO_HOLE: it threw.
static wo_value call(library *l, wo_builtin_id id, wo_value self, uint32_t argc, ...) {
  wo_value *window = l->file + 1 + proto.registers;
  window[0] = wo_builtin_value(l->rt, id);
  window[1] = self;
  va_list rest;
  va_start(rest, argc);
  for (uint32_t i = 0; i < argc; i++) window[2 + i] = va_arg(rest, wo_value);
  va_end(rest);
  l->fiber->step = 0;
  l->fiber->call.at = 1 + proto.registers;
  l->fiber->call.argc = (uint16_t)argc;
  wo_value result = WO_UNDEFINED;
  const wo_builtin *builtin = ((wo_builtin_function *)wo_pointer(window[0]))->builtin;
  wo_status status = builtin->fn(&l->rt->shards[0], l->fiber, window + 2, argc, &result);
  CHECK(status == WO_DONE || status == WO_THREW);
  return status == WO_DONE ? result : WO_HOLE;
}

static wo_value text(library *l, const char *utf8) {
  return wo_string_from_utf8(l->heap, utf8, strlen(utf8));
}

static bool is_text(library *l, wo_value v, const char *utf8) {
  return wo_is_string(v) && wo_string_equals(l->heap, v, text(l, utf8));
}

static wo_value get(library *l, wo_value object, const char *key) {
  wo_property p;
  if (!wo_lookup(l->heap, object, wo_to_key(l->heap, text(l, key)), &p)) return WO_HOLE;
  return p.value;
}

static wo_value value(library *l, wo_builtin_id id) { return wo_builtin_value(l->rt, id); }

TEST("every table entry has a value, and what is an object is frozen") {
  library *l = library_new(NULL);
  for (uint32_t id = 0; id < WO_B_COUNT; id++) {
    wo_value v = value(l, id);
    if (v == WO_UNDEFINED) printf("  entry %u has no value\n", id), test_failures++;
    if (wo_is_object(v)) CHECK(wo_cell_of(v)->flags & WO_CELL_FROZEN);
    if (wo_is_object(v)) CHECK(wo_cell_of(v)->flags & WO_CELL_SHARED);
  }
  library_free(l);
}

TEST("classes, prototypes, parents and names are wired as JavaScript has them") {
  library *l = library_new(NULL);
  wo_value array = value(l, WO_B_Array), array_proto = value(l, WO_B_Array_prototype);
  CHECK(get(l, array, "prototype") == array_proto);
  CHECK(get(l, array_proto, "constructor") == array);
  CHECK(wo_prototype_of(l->heap, array) == value(l, WO_B_Function_prototype));
  CHECK(wo_prototype_of(l->heap, array_proto) == value(l, WO_B_Object_prototype));
  CHECK(wo_prototype_of(l->heap, value(l, WO_B_Object_prototype)) == WO_NULL);
  CHECK(wo_prototype_of(l->heap, value(l, WO_B_TypeError)) == value(l, WO_B_Error));
  wo_value io = value(l, WO_B_IoError_prototype);
  CHECK(wo_prototype_of(l->heap, io) == value(l, WO_B_WoError_prototype));
  CHECK(is_text(l, get(l, io, "name"), "IoError"));
  CHECK(is_text(l, get(l, io, "message"), ""));
  CHECK(is_text(l, get(l, io, "code"), "ERR_WO_IO"));
  CHECK(is_text(l, get(l, value(l, WO_B_IoError), "name"), "IoError"));
  CHECK(is_text(l, get(l, value(l, WO_B_Array_push), "name"), "push"));
  CHECK(is_text(l, get(l, value(l, WO_B_String_iterator), "name"), "[Symbol.iterator]"));
  CHECK(is_text(l, get(l, value(l, WO_B_Array_species), "name"), "get [Symbol.species]"));
  wo_property p;
  CHECK(wo_lookup(l->heap, array_proto, value(l, WO_B_Symbol_iterator), &p));
  CHECK(p.value == value(l, WO_B_Array_values));
  CHECK(p.attrs == WO_ATTR_METHOD);
  library_free(l);
}

TEST("functions of the prelude are methods with the library's names and lengths") {
  library *l = library_new(NULL);
  wo_value map = value(l, WO_B_Array_flatMap);
  CHECK(wo_has_kind(map, WO_KIND_FUNCTION));
  CHECK(get(l, value(l, WO_B_Array_prototype), "flatMap") == map);
  CHECK(is_text(l, get(l, map, "name"), "flatMap"));
  CHECK_EQ(wo_number(get(l, map, "length")), 1);
  CHECK(get(l, map, "prototype") == WO_HOLE);
  library_free(l);
}

TEST("args and env come from the runtime's options") {
  const char *args[] = {"one", "zw\xC3\xB6lf", NULL};
  setenv("WO_TEST_LIBRARY", "yes", 1);
  wo_options options = {.args = args, .allow_env = true};
  library *l = library_new(&options);
  wo_array *list = wo_pointer(value(l, WO_B_args));
  CHECK_EQ(list->length, 2);
  CHECK(is_text(l, wo_array_get(list, 1), "zw\xC3\xB6lf"));
  CHECK(is_text(l, get(l, value(l, WO_B_env), "WO_TEST_LIBRARY"), "yes"));
  library_free(l);
  options.allow_env = false;
  l = library_new(&options);
  CHECK(get(l, value(l, WO_B_env), "WO_TEST_LIBRARY") == WO_HOLE);
  library_free(l);
}

TEST("splice moves, removes and inserts in place, holes included") {
  library *l = library_new(NULL);
  wo_value items[] = {wo_from_int(0), wo_from_int(1), WO_HOLE, wo_from_int(3), wo_from_int(4)};
  wo_value v = wo_array_of(l->heap, items, 5);
  wo_value removed = call(l, WO_B_Array_splice, v, 5, wo_from_int(1), wo_from_int(2),
                          wo_from_int(7), wo_from_int(8), wo_from_int(9));
  wo_array *array = wo_pointer(v), *out = wo_pointer(removed);
  CHECK_EQ(array->length, 6);
  CHECK_EQ(out->length, 2);
  CHECK(wo_array_get(out, 0) == wo_from_int(1) && wo_array_get(out, 1) == WO_HOLE);
  int wanted[] = {0, 7, 8, 9, 3, 4};
  for (uint32_t i = 0; i < 6; i++) CHECK(wo_array_get(array, i) == wo_from_int(wanted[i]));
  call(l, WO_B_Array_splice, v, 2, wo_from_int(-5), wo_from_int(4));
  CHECK_EQ(array->length, 2);
  CHECK(wo_array_get(array, 0) == wo_from_int(0) && wo_array_get(array, 1) == wo_from_int(4));
  CHECK(wo_array_get(array, 2) == WO_HOLE);
  library_free(l);
}

TEST("split answers every piece, with wide and narrow text") {
  library *l = library_new(NULL);
  wo_value v = call(l, WO_B_String_split, text(l, "a,\xE2\x82\xAC,,b"), 1, text(l, ","));
  wo_array *pieces = wo_pointer(v);
  CHECK_EQ(pieces->length, 4);
  CHECK(is_text(l, wo_array_get(pieces, 1), "\xE2\x82\xAC"));
  CHECK(is_text(l, wo_array_get(pieces, 2), ""));
  CHECK(is_text(l, wo_array_get(pieces, 3), "b"));
  v = call(l, WO_B_String_split, text(l, "abc"), 2, text(l, ""), wo_from_int(2));
  CHECK_EQ(((wo_array *)wo_pointer(v))->length, 2);
  v = call(l, WO_B_String_split, text(l, ""), 1, text(l, ""));
  CHECK_EQ(((wo_array *)wo_pointer(v))->length, 0);
  v = call(l, WO_B_String_split, text(l, ""), 1, text(l, ","));
  CHECK_EQ(((wo_array *)wo_pointer(v))->length, 1);
  library_free(l);
}

TEST("case conversion knows special mappings and the final sigma") {
  library *l = library_new(NULL);
  static const struct {
    const char *from, *lower, *upper;
  } cases[] = {
      {"Abc1", "abc1", "ABC1"},
      {"stra\xC3\x9F\x65", "stra\xC3\x9F\x65", "STRASSE"},
      {"\xC3\xBF\xC2\xB5", "\xC3\xBF\xC2\xB5", "\xC5\xB8\xCE\x9C"},
      {"\xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3", "\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x82",
       "\xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3"},
      {"\xC4\xB0", "i\xCC\x87", "\xC4\xB0"},
      {"\xD0\x96\xD1\x96", "\xD0\xB6\xD1\x96", "\xD0\x96\xD0\x86"},
      {"\xF0\x90\x90\x80", "\xF0\x90\x90\xA8", "\xF0\x90\x90\x80"},
  };
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    CHECK(is_text(l, call(l, WO_B_String_toLowerCase, text(l, cases[i].from), 0), cases[i].lower));
    CHECK(is_text(l, call(l, WO_B_String_toUpperCase, text(l, cases[i].from), 0), cases[i].upper));
  }
  library_free(l);
}

TEST("localeCompare orders Latin-1 by letters, then accents, then case") {
  library *l = library_new(NULL);
  const char *sorted[] = {" ",        "_",  "-",  "1",        "a", "A",
                          "\xC3\xA1", "ab", "AB", "\xC3\xA6", "b", "z"};
  for (size_t i = 0; i + 1 < WO_COUNT(sorted); i++) {
    wo_value v = call(l, WO_B_String_localeCompare, text(l, sorted[i]), 1, text(l, sorted[i + 1]));
    CHECK(v == wo_from_int(-1));
  }
  CHECK(call(l, WO_B_String_localeCompare, text(l, "x"), 1, text(l, "x")) == wo_from_int(0));
  library_free(l);
}

TEST("without the grant no file is touched: PermissionError") {
  library *l = library_new(NULL);
  CHECK(call(l, WO_B_fs_exists, WO_UNDEFINED, 1, text(l, "/")) == WO_HOLE);
  CHECK(wo_prototype_of(l->heap, l->fiber->thrown) == value(l, WO_B_PermissionError_prototype));
  library_free(l);
}
