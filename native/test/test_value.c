#include <math.h>

#include "small_runtime.h"
#include "test.h"

TEST("an int and a double of the same value are equal, -0 and NaN as each equality says") {
  small_runtime *s = small_new();
  wo_value zero = wo_from_int(0), minus_zero = wo_from_double(-0.0), nan = wo_from_double(NAN);
  CHECK(wo_strict_equals(s->heap, wo_from_int(7), wo_from_double(7)));
  CHECK(wo_strict_equals(s->heap, zero, minus_zero));
  CHECK(!wo_strict_equals(s->heap, nan, nan));
  CHECK(wo_same_value_zero(s->heap, nan, nan));
  CHECK(wo_same_value_zero(s->heap, zero, minus_zero));
  CHECK(wo_same_value(s->heap, nan, nan));
  CHECK(!wo_same_value(s->heap, zero, minus_zero));
  CHECK(wo_same_value(s->heap, wo_from_int(7), wo_from_double(7)));
  CHECK(!wo_is_int(wo_from_number(-0.0)));
  CHECK(wo_is_int(wo_from_number(-2147483648.0)));
  CHECK(wo_is_double(wo_from_number(2147483648.0)));
  small_free(s);
}

TEST("strings are equal by content whatever their form") {
  small_runtime *s = small_new();
  wo_value a = small_text(s, "abcdefghijklmnopqrstuvwxyz");
  wo_value rope =
      wo_string_concat(s->heap, small_text(s, "abcdefghijklmnop"), small_text(s, "qrstuvwxyz"));
  CHECK(wo_cell_of(rope)->kind == WO_KIND_ROPE);
  CHECK(wo_strict_equals(s->heap, a, rope));
  CHECK(!wo_strict_equals(s->heap, a, small_text(s, "abcdefghijklmnopqrstuvwxyZ")));
  CHECK(!wo_strict_equals(s->heap, a, wo_from_int(1)));
  small_free(s);
}

TEST("truthiness") {
  small_runtime *s = small_new();
  const wo_value falsy[] = {
      WO_UNDEFINED,        WO_NULL,          WO_FALSE, wo_from_int(0), wo_from_double(-0.0),
      wo_from_double(NAN), small_text(s, "")};
  for (size_t i = 0; i < WO_COUNT(falsy); i++) CHECK(!wo_truthy(falsy[i]));
  const wo_value truthy[] = {WO_TRUE,
                             wo_from_int(-1),
                             wo_from_double(0.5),
                             small_text(s, "0"),
                             wo_object_new(s->heap, 0),
                             wo_from_hold(0),
                             wo_symbol_new(s->heap, WO_UNDEFINED)};
  for (size_t i = 0; i < WO_COUNT(truthy); i++) CHECK(wo_truthy(truthy[i]));
  small_free(s);
}

TEST("ToInt32 takes the low 32 bits of any double") {
  CHECK_EQ(wo_to_int32(4294967296.0 + 5), 5);
  CHECK_EQ(wo_to_int32(2147483648.0), INT32_MIN);
  CHECK_EQ(wo_to_int32(-2147483649.0), INT32_MAX);
  CHECK_EQ(wo_to_int32(4294967295.9), -1);
  CHECK_EQ(wo_to_int32(-1.9), -1);
  CHECK_EQ(wo_to_int32(NAN), 0);
  CHECK_EQ(wo_to_int32(INFINITY), 0);
  CHECK_EQ(wo_to_int32(-INFINITY), 0);
  CHECK_EQ(wo_to_int32(1e300), 0);
  CHECK_EQ(wo_to_int32(9007199254740993.0), 0);
  CHECK_EQ(wo_to_int32(9007199254740994.0), 2);
  CHECK_EQ(wo_to_int32(ldexp(3, 31)), INT32_MIN);
  uint64_t state = test_seed(1);
  for (int i = 0; i < 100000; i++) {
    int64_t n = (int64_t)test_random(&state) >> (test_random(&state) % 53 + 11);
    CHECK(wo_to_int32((double)n) == (int32_t)(uint32_t)(uint64_t)n);
  }
}

TEST("== of primitives converts as JavaScript does") {
  small_runtime *s = small_new();
  wo_heap *h = s->heap;
  CHECK(wo_loose_equals_primitive(h, WO_NULL, WO_UNDEFINED));
  CHECK(!wo_loose_equals_primitive(h, WO_NULL, wo_from_int(0)));
  CHECK(!wo_loose_equals_primitive(h, WO_UNDEFINED, WO_FALSE));
  CHECK(wo_loose_equals_primitive(h, small_text(s, "1"), WO_TRUE));
  CHECK(wo_loose_equals_primitive(h, small_text(s, " 12 "), wo_from_int(12)));
  CHECK(wo_loose_equals_primitive(h, small_text(s, ""), wo_from_int(0)));
  CHECK(!wo_loose_equals_primitive(h, small_text(s, "x"), wo_from_double(NAN)));
  wo_value symbol = wo_symbol_new(h, WO_UNDEFINED);
  CHECK(wo_loose_equals_primitive(h, symbol, symbol));
  CHECK(!wo_loose_equals_primitive(h, symbol, WO_TRUE));
  small_free(s);
}

TEST("primitives as text") {
  small_runtime *s = small_new();
  wo_heap *h = s->heap;
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_int(INT32_MIN)), "-2147483648"));
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_int(0)), "0"));
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_int(10)), "10"));
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_double(-0.0)), "0"));
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_double(1e21)), "1e+21"));
  CHECK(small_is(s, wo_primitive_to_string(h, wo_from_double(0.1)), "0.1"));
  CHECK(small_is(s, wo_primitive_to_string(h, WO_NULL), "null"));
  CHECK(small_is(s, wo_primitive_to_string(h, WO_UNDEFINED), "undefined"));
  CHECK(small_is(s, wo_typeof(s->rt, WO_NULL), "object"));
  CHECK(small_is(s, wo_typeof(s->rt, wo_from_hold(3)), "object"));
  CHECK(small_is(s, wo_typeof(s->rt, wo_from_double(1.5)), "number"));
  CHECK(small_is(s, wo_typeof(s->rt, wo_symbol_new(h, WO_UNDEFINED)), "symbol"));
  small_free(s);
}
