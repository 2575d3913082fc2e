// Number. The texts themselves are made in ../number.c.
#include <math.h>
#include <string.h>

#include "../builtin.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

wo_status wo_b_number(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "N");
  if (status != WO_DONE) return status;
  *result = argc ? args[0] : wo_from_int(0);
  if (wo_is_undefined(fiber->new_target)) return WO_DONE;
  wo_value proto = wo_new_prototype(fiber, WO_B_Number_prototype);
  *result = wo_primitive_new(heap_of(fiber), proto, *result);
  return WO_DONE;
}

// --- predicates: no conversion ---

static bool is_integer(wo_value v) {
  if (wo_is_int(v)) return true;
  if (!wo_is_double(v)) return false;
  double d = wo_as_double(v);
  return isfinite(d) && d == trunc(d);
}

wo_status wo_b_number_is_integer(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)fiber;
  *result = wo_from_bool(is_integer(wo_arg(args, argc, 0)));
  return WO_DONE;
}

wo_status wo_b_number_is_safe_integer(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                      uint32_t argc, wo_value *result) {
  (void)shard, (void)fiber;
  wo_value v = wo_arg(args, argc, 0);
  *result = wo_from_bool(is_integer(v) && fabs(wo_number(v)) <= 9007199254740991.0);
  return WO_DONE;
}

wo_status wo_b_number_is_finite(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)fiber;
  wo_value v = wo_arg(args, argc, 0);
  *result = wo_from_bool(wo_is_number(v) && isfinite(wo_number(v)));
  return WO_DONE;
}

wo_status wo_b_number_is_nan(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  (void)shard, (void)fiber;
  wo_value v = wo_arg(args, argc, 0);
  *result = wo_from_bool(wo_is_double(v) && isnan(wo_as_double(v)));
  return WO_DONE;
}

// --- prototype ---

// thisNumberValue, and the one argument as an integer: 0 when it is missing, NaN counting as 0.
static wo_status receiver(wo_fiber *fiber, wo_value *args, uint32_t argc, const char *method,
                          double *d, double *digits) {
  wo_value self = args[-1];
  *d = *digits = 0;
  if (wo_has_kind(self, WO_KIND_PRIMITIVE)) self = ((wo_primitive *)wo_pointer(self))->value;
  if (!wo_is_number(self)) {
    return wo_throw_type(fiber, "Number.prototype.%s requires that 'this' be a Number", method);
  }
  wo_status status = wo_convert(fiber, args, argc, "i");
  if (status != WO_DONE) return status;
  *d = wo_number(self);
  wo_value v = wo_arg(args, argc, 0);
  *digits = wo_is_undefined(v) ? 0 : wo_number(v);
  return WO_DONE;
}

static wo_value text_value(wo_fiber *fiber, const char *text, uint32_t length) {
  return wo_string_from_latin1(heap_of(fiber), (const uint8_t *)text, length);
}

wo_status wo_b_number_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard;
  double d, radix;
  char text[1104];
  wo_status status = receiver(fiber, args, argc, "toString", &d, &radix);
  if (status != WO_DONE) return status;
  if (wo_is_undefined(wo_arg(args, argc, 0))) radix = 10;
  if (!(radix >= 2 && radix <= 36)) {
    return wo_throw_range(fiber, "toString() radix argument must be between 2 and 36");
  }
  if (radix == 10) {
    *result = wo_primitive_to_string(heap_of(fiber), wo_from_number(d));
    return WO_DONE;
  }
  *result = text_value(fiber, text, wo_number_to_radix(d, (int)radix, text, sizeof text));
  return WO_DONE;
}

wo_status wo_b_number_to_fixed(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard;
  double d, digits;
  char text[400];
  wo_status status = receiver(fiber, args, argc, "toFixed", &d, &digits);
  if (status != WO_DONE) return status;
  if (!(digits >= 0 && digits <= 100)) {
    return wo_throw_range(fiber, "toFixed() digits argument must be between 0 and 100");
  }
  *result = text_value(fiber, text, wo_number_to_fixed(d, (int)digits, text, sizeof text));
  return WO_DONE;
}

wo_status wo_b_number_to_exponential(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                     uint32_t argc, wo_value *result) {
  (void)shard;
  double d, digits;
  char text[400];
  wo_status status = receiver(fiber, args, argc, "toExponential", &d, &digits);
  if (status != WO_DONE) return status;
  if (isfinite(d) && !(digits >= 0 && digits <= 100)) {
    return wo_throw_range(fiber, "toExponential() argument must be between 0 and 100");
  }
  bool shortest = wo_is_undefined(wo_arg(args, argc, 0)) || !isfinite(d);
  uint32_t length = wo_number_to_exponential(d, shortest ? -1 : (int)digits, text, sizeof text);
  *result = text_value(fiber, text, length);
  return WO_DONE;
}

wo_status wo_b_number_to_precision(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                   wo_value *result) {
  (void)shard;
  double d, digits;
  char text[400];
  wo_status status = receiver(fiber, args, argc, "toPrecision", &d, &digits);
  if (status != WO_DONE) return status;
  if (wo_is_undefined(wo_arg(args, argc, 0)) || !isfinite(d)) {
    *result = wo_primitive_to_string(heap_of(fiber), wo_from_number(d));
    return WO_DONE;
  }
  if (!(digits >= 1 && digits <= 100)) {
    return wo_throw_range(fiber, "toPrecision() argument must be between 1 and 100");
  }
  *result = text_value(fiber, text, wo_number_to_precision(d, (int)digits, text, sizeof text));
  return WO_DONE;
}

wo_status wo_b_number_value_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard, (void)argc;
  double d, ignored;
  wo_status status = receiver(fiber, args, 0, "valueOf", &d, &ignored);
  if (status == WO_DONE) *result = wo_from_number(d);
  return status;
}

// As en-US prints plain numbers: groups of three, at most three decimals, halves away from zero.
// The decimals are rounded from the shortest digits, as ICU does (1.0005 gives 1.001).
static uint32_t write_grouped(double d, char *out) {
  char *p = out;
  if (isnan(d)) return (uint32_t)(memcpy(out, "NaN", 3), 3);
  if (signbit(d)) *p++ = '-';
  d = fabs(d);
  if (isinf(d)) {
    memcpy(p, "\xE2\x88\x9E", 3);  // the sign of infinity
    return (uint32_t)(p - out) + 3;
  }
  // The shortest digits as d.ddde+x, laid out so that digits[i] weighs 10^(point - 1 - i).
  char text[400], digits[400];
  uint32_t length = wo_number_to_exponential(d, -1, text, sizeof text), count = 0, i = 0;
  for (; text[i] != 'e'; i++) {
    if (text[i] != '.') digits[count++] = text[i];
  }
  int exponent = 0;
  for (uint32_t j = i + 2; j < length; j++) exponent = exponent * 10 + (text[j] - '0');
  int point = (text[i + 1] == '-' ? -exponent : exponent) + 1;
  int keep = point + 3;
  bool up = keep >= 0 && keep < (int)count && digits[keep] >= '5';
  if (keep < (int)count) count = keep > 0 ? (uint32_t)keep : 0;
  while (up && count > 0 && digits[count - 1] == '9') count--;
  if (up && count > 0) digits[count - 1]++;
  if (up && count == 0) {
    digits[count++] = '1';
    if (keep > 0) point++;
    else point = -2;  // carried into the third decimal
    if (keep > 0) keep++;
  }
  while (count > 0 && digits[count - 1] == '0') count--;
  if (count == 0 || point <= 0) *p++ = '0';
  for (int at = 0; count > 0 && at < point; at++) {
    if (at > 0 && (point - at) % 3 == 0) *p++ = ',';
    *p++ = at < (int)count ? digits[at] : '0';
  }
  if ((int)count > point && count > 0) {
    *p++ = '.';
    for (int at = point; at < (int)count; at++) *p++ = at < 0 ? '0' : digits[at];
  }
  return (uint32_t)(p - out);
}

wo_status wo_b_number_to_locale_string(wo_shard *shard, wo_fiber *fiber, wo_value *args,
                                       uint32_t argc, wo_value *result) {
  (void)shard;
  double d, ignored;
  char text[600];
  wo_heap *heap = heap_of(fiber);
  wo_status status = receiver(fiber, args, 0, "toLocaleString", &d, &ignored);
  if (status != WO_DONE) return status;
  wo_value locale = wo_arg(args, argc, 0);
  bool known =
      wo_is_undefined(locale) ||
      (wo_is_string(locale) && wo_string_equals(heap, locale, wo_string_from_ascii(heap, "en-US")));
  if (!known || !wo_is_undefined(wo_arg(args, argc, 1))) {
    return wo_throw_range(fiber, "toLocaleString() knows the locale en-US without options only");
  }
  *result = wo_string_from_utf8(heap, text, write_grouped(d, text));
  return WO_DONE;
}
