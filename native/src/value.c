#include "value.h"

#include <math.h>
#include <string.h>

#include "builtin.h"

bool wo_truthy(wo_value v) {
  if (wo_is_int(v)) return wo_as_int(v) != 0;
  if (wo_is_double(v)) {
    double d = wo_as_double(v);
    return d == d && d != 0;
  }
  if (wo_is_string(v)) return wo_string_length(v) != 0;
  return v == WO_TRUE || wo_is_object(v) || wo_is_handle(v) || wo_is_cell(v);
}

bool wo_strict_equals(wo_heap *heap, wo_value a, wo_value b) {
  if (wo_is_number(a) && wo_is_number(b)) return wo_number(a) == wo_number(b);
  if (a == b) return true;
  return wo_is_string(a) && wo_is_string(b) && wo_string_equals(heap, a, b);
}

bool wo_same_value_zero(wo_heap *heap, wo_value a, wo_value b) {
  if (wo_is_number(a) && wo_is_number(b)) {
    double x = wo_number(a), y = wo_number(b);
    return x == y || (x != x && y != y);
  }
  return wo_strict_equals(heap, a, b);
}

bool wo_same_value(wo_heap *heap, wo_value a, wo_value b) {
  if (!wo_is_number(a) || !wo_is_number(b)) return wo_strict_equals(heap, a, b);
  double x = wo_number(a), y = wo_number(b);
  if (x != x || y != y) return x != x && y != y;
  return x == y && signbit(x) == signbit(y);
}

bool wo_loose_equals_primitive(wo_heap *heap, wo_value a, wo_value b) {
  if (wo_is_nullish(a) || wo_is_nullish(b)) return wo_is_nullish(a) && wo_is_nullish(b);
  bool opaque = wo_is_cell(a) || wo_is_cell(b) || wo_is_handle(a) || wo_is_handle(b);
  bool same_type = (wo_is_string(a) && wo_is_string(b)) || (wo_is_number(a) && wo_is_number(b)) ||
                   (wo_is_bool(a) && wo_is_bool(b));
  if (opaque || same_type) return wo_strict_equals(heap, a, b);
  return wo_primitive_to_number(heap, a) == wo_primitive_to_number(heap, b);
}

double wo_primitive_to_number(wo_heap *heap, wo_value v) {
  if (wo_is_number(v)) return wo_number(v);
  if (wo_is_string(v)) return wo_number_from_text(wo_string_flat(heap, v));
  if (v == WO_TRUE) return 1;
  return v == WO_FALSE || v == WO_NULL ? 0 : (double)NAN;
}

int32_t wo_to_int32(double d) {
  if (d >= -2147483648.0 && d <= 2147483647.0) return (int32_t)d;
  // The low 32 bits of the integer, by its exponent: exact for every double, without a division.
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7FF) - 1075;
  if (exponent == 0x7FF - 1075 || exponent >= 32) return 0;
  uint64_t mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;
  uint32_t low =
      exponent >= 0 ? (uint32_t)(mantissa << exponent) : (uint32_t)(mantissa >> -exponent);
  return (int32_t)(bits >> 63 ? 0u - low : low);
}

static wo_value int_to_string(wo_heap *heap, int32_t i) {
  if (i >= 0 && i <= 9) return heap->runtime->names->units['0' + i];
  uint8_t text[WO_INT_TEXT_MAX];
  return wo_string_from_latin1(heap, text, wo_int_to_text(i, text));
}

wo_value wo_primitive_to_string(wo_heap *heap, wo_value v) {
  if (wo_is_string(v)) return v;
  if (wo_is_int(v)) return int_to_string(heap, wo_as_int(v));
  if (wo_is_double(v)) {
    wo_value plain = wo_from_number(wo_as_double(v));
    if (wo_is_int(plain)) return int_to_string(heap, wo_as_int(plain));
    char text[WO_NUMBER_TEXT_MAX];
    uint32_t length = wo_number_to_text(wo_as_double(v), text);
    return wo_string_from_latin1(heap, (const uint8_t *)text, length);
  }
  const wo_value *core = heap->runtime->names->core;
  switch (v) {
    case WO_NULL: return core[WO_NAME_null];
    case WO_TRUE: return core[WO_NAME_true];
    case WO_FALSE: return core[WO_NAME_false];
    default: return core[WO_NAME_undefined];
  }
}

wo_value wo_typeof(wo_runtime *rt, wo_value v) {
  const wo_value *core = rt->names->core;
  if (wo_is_number(v)) return core[WO_NAME_number];
  if (wo_is_string(v)) return core[WO_NAME_string];
  if (wo_is_callable(v)) return core[WO_NAME_function];
  if (wo_is_object(v) || wo_is_handle(v) || v == WO_NULL) return core[WO_NAME_object];
  if (wo_is_symbol(v)) return core[WO_NAME_symbol];
  return wo_is_bool(v) ? core[WO_NAME_boolean] : core[WO_NAME_undefined];
}
