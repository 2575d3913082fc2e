// Math. The elementary functions are those of ../elementary.c, whose results are V8's to the bit.
#include <math.h>

#include "../builtin.h"
#include "../elementary.h"

// The i-th argument as a number, NaN when missing; arguments are converted already.
static double number_arg(const wo_value *args, uint32_t argc, uint32_t i) {
  return i < argc ? wo_number(args[i]) : NAN;
}

// The shape of every function of one number.
#define MATH_1(name, expression) \
  wo_status wo_b_math_##name(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, \
                             wo_value *result) { \
    (void)shard; \
    if (WO_UNLIKELY(argc == 0 || !wo_is_number(args[0]))) { \
      wo_status status = wo_convert(fiber, args, argc, "N"); \
      if (status != WO_DONE) return status; \
    } \
    double x = number_arg(args, argc, 0); \
    *result = wo_from_number(expression); \
    return WO_DONE; \
  }

#define MATH_2(name, expression) \
  wo_status wo_b_math_##name(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, \
                             wo_value *result) { \
    (void)shard; \
    if (WO_UNLIKELY(argc < 2 || !wo_is_number(args[0]) || !wo_is_number(args[1]))) { \
      wo_status status = wo_convert(fiber, args, argc, "NN"); \
      if (status != WO_DONE) return status; \
    } \
    double x = number_arg(args, argc, 0), y = number_arg(args, argc, 1); \
    *result = wo_from_number(expression); \
    return WO_DONE; \
  }

// Halves go up: floor(x + 0.5) would round 0.49999999999999994 and large odd numbers wrongly.
static double round_half_up(double x) {
  double down = floor(x);
  return copysign(x - down >= 0.5 ? down + 1 : down, x);
}

static double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

static uint32_t to_uint32(double x) { return (uint32_t)wo_to_int32(x); }

static double leading_zeros(double x) {
  uint32_t bits = to_uint32(x);
  return bits ? __builtin_clz(bits) : 32;
}

MATH_1(abs, fabs(x))
MATH_1(ceil, ceil(x))
MATH_1(floor, floor(x))
MATH_1(round, round_half_up(x))
MATH_1(trunc, trunc(x))
MATH_1(sign, sign_of(x))
MATH_1(sqrt, sqrt(x))
MATH_1(fround, (double)(float)x)
MATH_1(clz32, leading_zeros(x))
MATH_1(cbrt, wo_math_cbrt(x))
MATH_1(exp, wo_math_exp(x))
MATH_1(expm1, wo_math_expm1(x))
MATH_1(log, wo_math_log(x))
MATH_1(log1p, wo_math_log1p(x))
MATH_1(log2, wo_math_log2(x))
MATH_1(log10, wo_math_log10(x))
MATH_1(sin, wo_math_sin(x))
MATH_1(cos, wo_math_cos(x))
MATH_1(tan, wo_math_tan(x))
MATH_1(asin, wo_math_asin(x))
MATH_1(acos, wo_math_acos(x))
MATH_1(atan, wo_math_atan(x))
MATH_1(sinh, wo_math_sinh(x))
MATH_1(cosh, wo_math_cosh(x))
MATH_1(tanh, wo_math_tanh(x))
MATH_1(asinh, wo_math_asinh(x))
MATH_1(acosh, wo_math_acosh(x))
MATH_1(atanh, wo_math_atanh(x))
MATH_2(atan2, wo_math_atan2(x, y))
MATH_2(pow, wo_math_pow(x, y))
MATH_2(imul, (double)(int32_t)(to_uint32(x) * to_uint32(y)))

wo_status wo_b_math_random(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)fiber, (void)args, (void)argc;
  // xorshift64*, whose state must not be 0; the upper 53 bits of the product.
  uint64_t x = shard->rng ? shard->rng : 0x9E3779B97F4A7C15ull;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  shard->rng = x;
  *result = wo_from_double((double)((x * 0x2545F4914F6CDD1Dull) >> 11) * 0x1p-53);
  return WO_DONE;
}

// --- any number of arguments ---

// The arguments as numbers, in *values and *count: in place where they are numbers, else in the
// array the prelude makes of them, which has answered at step 1.
static wo_status all_numbers(wo_fiber *fiber, wo_value *args, uint32_t argc,
                             const wo_value **values, uint32_t *count) {
  *values = args;
  *count = argc;
  if (fiber->step == 1) {
    wo_array *numbers = wo_pointer(fiber->call.result);
    *count = numbers->length;
    if (numbers->length) *values = wo_array_items(numbers);
    return WO_DONE;
  }
  for (uint32_t i = 0; i < argc; i++) {
    if (wo_is_number(args[i])) continue;
    wo_heap *heap = &fiber->isolate->heap;
    wo_value convert = wo_builtin_value(heap->runtime, WO_B_bytes_listed);
    return wo_call(fiber, 1, convert, WO_UNDEFINED, 1, wo_array_of(heap, args, argc));
  }
  return WO_DONE;
}

static wo_status answer_extreme(wo_fiber *fiber, wo_value *args, uint32_t argc, bool largest,
                                wo_value *result) {
  const wo_value *values;
  wo_status status = all_numbers(fiber, args, argc, &values, &argc);
  if (status != WO_DONE) return status;
  double best = largest ? -INFINITY : INFINITY;
  for (uint32_t i = 0; i < argc; i++) {
    double d = wo_number(values[i]);
    if (isnan(d)) {
      best = NAN;
      break;
    }
    bool zeros = d == 0 && best == 0;
    if (zeros ? signbit(d) != largest && signbit(best) == largest : largest ? d > best : d < best) {
      best = d;
    }
  }
  *result = wo_from_number(best);
  return WO_DONE;
}

wo_status wo_b_math_max(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  wo_charge(shard, argc >> 6);
  return answer_extreme(fiber, args, argc, true, result);
}

wo_status wo_b_math_min(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  wo_charge(shard, argc >> 6);
  return answer_extreme(fiber, args, argc, false, result);
}

// Scaled by the largest so that nothing overflows, summed with Kahan's compensation, as V8 does.
wo_status wo_b_math_hypot(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  wo_charge(shard, argc >> 5);
  const wo_value *values;
  wo_status status = all_numbers(fiber, args, argc, &values, &argc);
  if (status != WO_DONE) return status;
  double largest = 0, sum = 0, compensation = 0;
  bool any_nan = false;
  for (uint32_t i = 0; i < argc; i++) {
    double d = fabs(wo_number(values[i]));
    any_nan |= isnan(d);
    if (d > largest) largest = d;
  }
  if (isinf(largest) || any_nan || largest == 0) {
    *result = wo_from_number(isinf(largest) ? INFINITY : any_nan ? NAN : 0);
    return WO_DONE;
  }
  for (uint32_t i = 0; i < argc; i++) {
    double n = fabs(wo_number(values[i])) / largest;
    double summand = n * n - compensation;
    double next = sum + summand;
    compensation = (next - sum) - summand;
    sum = next;
  }
  *result = wo_from_number(sqrt(sum) * largest);
  return WO_DONE;
}
