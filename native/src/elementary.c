// The methods, and with them every last bit of the results, are those of Sun's fdlibm, which V8's
// Math uses too: argument reduction, a minimax polynomial or rational function whose published
// constants stand below, and a reconstruction that keeps the error below one unit. Only the
// reduction of very large angles is our own. Each step rounds to double, so the build forbids to
// fuse a multiplication and an addition (-ffp-contract=off).
#include "elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// The upper half of a double, where sign, exponent and the first 20 bits are, drives most
// decisions.
static int32_t high_word(double x) { return (int32_t)(bits_of(x) >> 32); }

static double with_high_word(double x, uint32_t high) {
  return from_bits((uint64_t)high << 32 | (uint32_t)bits_of(x));
}

// The double with its lower half cleared: products of two such are exact.
static double clear_low_word(double x) { return from_bits(bits_of(x) & 0xFFFFFFFF00000000ull); }

static double power_of_two(int k) { return from_bits((uint64_t)(1023 + k) << 52); }

static const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
static const double pi_2_high = 1.57079632679489655800e+00, pi_2_low = 6.12323399573676603587e-17;
static const double pi_4_high = 7.85398163397448278999e-01, pi_4_low = 3.06161699786838301793e-17;
static const double ln2 = 6.93147180559945286227e-01;

// --- angles: x = n * pi/2 + (rest + tail), |rest| <= pi/4 ---

// 2/pi, 64 bits a word.
static const uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
    0xa9e391615ee61b08,
};

// 64 bits of 2/pi from bit `at` on; bits before the first are 0.
static uint64_t two_over_pi_bits(int at) {
  if (at <= -64) return 0;
  if (at < 0) return two_over_pi[0] >> -at;
  int word = at / 64, shift = at % 64;
  uint64_t bits = two_over_pi[word] << shift;
  return shift ? bits | two_over_pi[word + 1] >> (64 - shift) : bits;
}

// pi/2 in digits of 24 bits.
static const double pi_2_digits[] = {0x1.921FB4p0, 0x1.4442Dp-24, 0x1.846988p-48, 0x1.8CC516p-72,
                                     0x1.01B838p-96};

// 24 bits of a fraction of 256 from bit `at` on; bits before the first are 0.
static uint32_t fraction_digit(const uint64_t fraction[4], int at) {
  uint32_t digit = 0;
  for (int i = at; i < at + 24; i++) {
    uint32_t bit = i < 0 || i > 255 ? 0 : (uint32_t)(fraction[i / 64] >> (63 - i % 64)) & 1;
    digit = digit << 1 | bit;
  }
  return digit;
}

// For large x: only the bits of 2/pi that x's exponent does not turn into multiples of four matter.
// 256 of them leave far more than 106 good bits however close x is to a multiple of pi/2.
static int reduce_large(double x, double *rest, double *tail) {
  uint64_t bits = bits_of(x) & 0x7FFFFFFFFFFFFFFFull;
  uint64_t mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;
  int exponent = (int)(bits >> 52) - 1075;
  uint64_t product[4], carry = 0;  // of mantissa * 2/pi modulo 4, as a fraction of 4
  for (int i = 3; i >= 0; i--) {
    u128 p = (u128)mantissa * two_over_pi_bits(exponent - 2 + 64 * i) + carry;
    product[i] = (uint64_t)p;
    carry = (uint64_t)(p >> 64);
  }
  int n = (int)(product[0] >> 62);
  for (int i = 0; i < 4; i++) product[i] = product[i] << 2 | (i < 3 ? product[i + 1] >> 62 : 0);
  bool negative = product[0] >> 63;
  if (negative) {  // nearer to the next multiple, from below
    n++;
    for (int i = 0; i < 4; i++) product[i] = ~product[i];
  }
  // Five digits of 24 bits from the first that is not 0, at the places where fdlibm has them, so
  // that the sums below round as its do. (For the smallest exponents it has one digit more.)
  int place = (exponent + 26) % 24 - 21, first = 0, count = 5;
  if (place < -24 && fraction_digit(product, -48 - place) != 0) {
    first = -1;
    count = 6;
  }
  while (fraction_digit(product, 24 * (first - 1) - place) == 0) first++;
  double digits[6], levels[6], sum = 0;
  for (int i = 0; i < count; i++) {
    int at = 24 * (first + i) - place;
    digits[i] = fraction_digit(product, at - 24) * power_of_two(-at);
    levels[i] = 0;
    for (int k = 0; k <= i && k < 5; k++) levels[i] += pi_2_digits[k] * digits[i - k];
  }
  for (int i = count - 1; i >= 0; i--) sum += levels[i];
  *rest = negative ? -sum : sum;
  sum = levels[0] - sum;
  for (int i = 1; i < count; i++) sum += levels[i];
  *tail = negative ? -sum : sum;
  return n;
}

// Up to 2^19 * pi/2: subtract n * pi/2 in pieces of 33 bits, as many as cancellation asks for.
static int reduce_medium(double x, double *rest, double *tail) {
  static const double inverse = 6.36619772367581382433e-01;
  static const double pieces[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                  2.02226624871116645580e-21};
  static const double remainders[] = {6.07710050650619224932e-11, 2.02226624879595063154e-21,
                                      8.47842766036889956997e-32};
  int n = (int)(x * inverse + 0.5);
  double r = x - n * pieces[0], w = n * remainders[0];
  int exponent = high_word(x) >> 20;
  *rest = r - w;
  bool far = n < 32 && high_word(x) != high_word(n * pi_2_high);
  static const int enough[] = {16, 49};
  for (int i = 0; i < 2 && !far; i++) {
    if (exponent - ((high_word(*rest) >> 20) & 0x7FF) <= enough[i]) break;
    double before = r;
    w = n * pieces[i + 1];
    r = before - w;
    w = n * remainders[i + 1] - ((before - r) - w);
    *rest = r - w;
  }
  *tail = (r - *rest) - w;
  return n;
}

// x finite.
static int reduce(double x, double *rest, double *tail) {
  double size = fabs(x);
  int32_t high = high_word(size);
  int n;
  if (high <= 0x3fe921fb) {
    *rest = x;
    *tail = 0;
    return 0;
  }
  if (high < 0x4002d97c) {  // one step of pi/2
    double z = size - 1.57079632673412561417e+00, piece = 6.07710050650619224932e-11;
    if (high == 0x3ff921fb) {
      z -= 6.07710050630396597660e-11;
      piece = 2.02226624879595063154e-21;
    }
    *rest = z - piece;
    *tail = (z - *rest) - piece;
    n = 1;
  } else if (high <= 0x413921fb) {
    n = reduce_medium(size, rest, tail);
  } else {
    n = reduce_large(size, rest, tail);
  }
  if (x >= 0) return n;
  *rest = -*rest;
  *tail = -*tail;
  return -n;
}

// Sine and cosine on [-pi/4, pi/4] of x + y.
static double sin_kernel(double x, double y, bool has_tail) {
  if ((high_word(x) & 0x7FFFFFFF) < 0x3e400000) return x;
  double z = x * x, v = z * x;
  double r = 8.33333333332248946124e-03 +
             z * (-1.98412698298579493134e-04 +
                  z * (2.75573137070700676789e-06 +
                       z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  static const double s1 = -1.66666666666666324348e-01;
  if (!has_tail) return x + v * (s1 + z * r);
  return x - ((z * (0.5 * y - v * r) - y) - v * s1);
}

static double cos_kernel(double x, double y) {
  int32_t high = high_word(x) & 0x7FFFFFFF;
  if (high < 0x3e400000) return 1;
  double z = x * x;
  double r =
      z * (4.16666666666666019037e-02 +
           z * (-1.38888888888741095749e-03 +
                z * (2.48015872894767294178e-05 +
                     z * (-2.75573143513906633035e-07 +
                          z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  if (high < 0x3FD33333) return 1 - (0.5 * z - (z * r - x * y));
  double part = high > 0x3fe90000 ? 0.28125 : from_bits((uint64_t)(high - 0x00200000) << 32);
  double hz = 0.5 * z - part, a = 1 - part;
  return a - (hz - (z * r - x * y));
}

// -1 / w where w = x + r, with the rounding of w made good.
static double negative_reciprocal(double w, double x, double r) {
  double z = clear_low_word(w), v = r - (z - x);
  double a = -1 / w, t = clear_low_word(a);
  return t + a * ((1 + t * z) + t * v);
}

// tan of x + y, or -1 / tan.
static double tan_kernel(double x, double y, bool reciprocal) {
  static const double t[] = {
      3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02,
      2.18694882948595424599e-02, 8.86323982359930005737e-03, 3.59207910759131235356e-03,
      1.45620945432529025516e-03, 5.88041240820264096874e-04, 2.46463134818469906812e-04,
      7.81794442939557092300e-05, 7.14072491382608190305e-05, -1.85586374855275456654e-05,
      2.59073051863633712884e-05};
  int32_t signed_high = high_word(x), high = signed_high & 0x7FFFFFFF;
  if (high < 0x3e300000 && (int)x == 0) {
    if (x == 0 && reciprocal) return 1 / fabs(x);
    return reciprocal ? negative_reciprocal(x + y, x, y) : x;
  }
  bool near_edge = high >= 0x3FE59428;
  if (near_edge) {
    if (signed_high < 0) {
      x = -x;
      y = -y;
    }
    x = (pi_4_high - x) + (pi_4_low - y);
    y = 0;
  }
  double z = x * x, w = z * z;
  double r = t[1] + w * (t[3] + w * (t[5] + w * (t[7] + w * (t[9] + w * t[11]))));
  double v = z * (t[2] + w * (t[4] + w * (t[6] + w * (t[8] + w * (t[10] + w * t[12])))));
  double s = z * x;
  r = y + z * (s * (r + v) + y);
  r += t[0] * s;
  w = x + r;
  if (near_edge) {
    double sign = signed_high < 0 ? -1 : 1;
    v = reciprocal ? -1 : 1;
    return sign * (v - 2 * (x - (w * w / (w + v) - r)));
  }
  return reciprocal ? negative_reciprocal(w, x, r) : w;
}

double wo_math_sin(double x) {
  double rest, tail;
  if (!isfinite(x)) return NAN;
  int n = reduce(x, &rest, &tail);
  bool reduced = (high_word(x) & 0x7FFFFFFF) > 0x3fe921fb;
  double value = n & 1 ? cos_kernel(rest, tail) : sin_kernel(rest, tail, reduced);
  return n & 2 ? -value : value;
}

double wo_math_cos(double x) {
  double rest, tail;
  if (!isfinite(x)) return NAN;
  int n = reduce(x, &rest, &tail);
  double value = n & 1 ? sin_kernel(rest, tail, true) : cos_kernel(rest, tail);
  return (n + 1) & 2 ? -value : value;
}

double wo_math_tan(double x) {
  double rest, tail;
  if (!isfinite(x)) return NAN;
  int n = reduce(x, &rest, &tail);
  return tan_kernel(rest, tail, n & 1);
}

// --- inverse trigonometric functions ---

// (asin(x) - x) / x as a function of z = x * x.
static double asin_ratio(double z) {
  double p =
      z * (1.66666666666666657415e-01 +
           z * (-3.25565818622400915405e-01 +
                z * (2.01212532134862925881e-01 +
                     z * (-4.00555345006794114027e-02 +
                          z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
  double q = 1 + z * (-2.40339491173441421878e+00 +
                      z * (2.02094576023350569471e+00 +
                           z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
  return p / q;
}

double wo_math_asin(double x) {
  double size = fabs(x);
  int32_t high = high_word(size);
  if (!(size <= 1)) return NAN;
  if (size == 1) return x * pi_2_high + x * pi_2_low;
  if (size < 0.5) return high < 0x3e400000 ? x : x + x * asin_ratio(x * x);
  double t = (1 - size) * 0.5, ratio = asin_ratio(t), s = sqrt(t);
  if (high >= 0x3FEF3333) {
    t = pi_2_high - (2 * (s + s * ratio) - pi_2_low);
  } else {
    double w = clear_low_word(s), c = (t - w * w) / (s + w);
    double p = 2 * s * ratio - (pi_2_low - 2 * c), q = pi_4_high - 2 * w;
    t = pi_4_high - (p - q);
  }
  return x > 0 ? t : -t;
}

double wo_math_acos(double x) {
  static const double pi = 3.14159265358979311600e+00;
  double size = fabs(x);
  if (!(size <= 1)) return NAN;
  if (size == 1) return x > 0 ? 0 : pi + 2 * pi_2_low;
  if (size < 0.5) {
    if (high_word(size) <= 0x3c600000) return pi_2_high + pi_2_low;
    return pi_2_high - (x - (pi_2_low - x * asin_ratio(x * x)));
  }
  double z = (1 - size) * 0.5, ratio = asin_ratio(z), s = sqrt(z);
  if (x < 0) return pi - 2 * (s + (ratio * s - pi_2_low));
  double df = clear_low_word(s), c = (z - df * df) / (s + df);
  return 2 * (df + (ratio * s + c));
}

double wo_math_atan(double x) {
  static const double high_part[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01,
                                     9.82793723247329054082e-01, 1.57079632679489655800e+00};
  static const double low_part[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                    1.39033110312309984516e-17, 6.12323399573676603587e-17};
  static const double a[] = {
      3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
      -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
      6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
      -3.65315727442169155270e-02, 1.62858201153657823623e-02};
  int32_t high = high_word(fabs(x));
  int part = -1;
  double t = fabs(x);
  if (x != x) return x;
  if (high >= 0x44100000) return copysign(high_part[3] + low_part[3], x);
  if (high < 0x3fdc0000) {
    if (high < 0x3e400000) return x;
    t = x;
  } else if (high < 0x3fe60000) {
    part = 0;
    t = (2 * t - 1) / (2 + t);
  } else if (high < 0x3ff30000) {
    part = 1;
    t = (t - 1) / (t + 1);
  } else if (high < 0x40038000) {
    part = 2;
    t = (t - 1.5) / (1 + 1.5 * t);
  } else {
    part = 3;
    t = -1 / t;
  }
  double z = t * t, w = z * z;
  double s1 = z * (a[0] + w * (a[2] + w * (a[4] + w * (a[6] + w * (a[8] + w * a[10])))));
  double s2 = w * (a[1] + w * (a[3] + w * (a[5] + w * (a[7] + w * a[9]))));
  if (part < 0) return t - t * (s1 + s2);
  return copysign(high_part[part] - ((t * (s1 + s2) - low_part[part]) - t), x);
}

double wo_math_atan2(double y, double x) {
  static const double pi = 3.14159265358979311600e+00, pi_low = 1.2246467991473531772e-16;
  if (x != x || y != y) return NAN;
  if (x == 1) return wo_math_atan(y);
  if (y == 0) return signbit(x) ? copysign(pi, y) : y;
  if (x == 0) return copysign(pi_2_high, y);
  if (isinf(x)) {
    double quarter = isinf(y) ? pi_4_high : 0;
    return copysign(x > 0 ? quarter : isinf(y) ? 3 * pi_4_high : pi, y);
  }
  if (isinf(y)) return copysign(pi_2_high, y);
  int apart = (high_word(fabs(y)) - high_word(fabs(x))) >> 20;
  double z;
  bool negative_x = x < 0;
  if (apart > 60) {
    z = pi_2_high + 0.5 * pi_low;
    negative_x = false;
  } else if (negative_x && apart < -60) {
    z = 0;
  } else {
    z = wo_math_atan(fabs(y / x));
  }
  if (!negative_x) return y < 0 ? -z : z;
  return y < 0 ? (z - pi_low) - pi : pi - (z - pi_low);
}

// --- exponentials ---

double wo_math_exp(double x) {
  double high = 0, low = 0;
  int k = 0;
  int32_t size = high_word(fabs(x));
  if (size >= 0x40862E42) {
    if (x != x) return x;
    if (x > 7.09782712893383973096e+02) return INFINITY;
    if (x < -7.45133219101941108420e+02) return 0;
  }
  double t = x;
  if (size > 0x3fd62e42) {
    if (size < 0x3FF0A2B2) {
      if (x == 1) return 2.718281828459045;
      k = x < 0 ? -1 : 1;
      high = x - k * ln2_high;
      low = k * ln2_low;
    } else {
      k = (int)(1.44269504088896338700e+00 * x + (x < 0 ? -0.5 : 0.5));
      high = x - k * ln2_high;
      low = k * ln2_low;
    }
    t = high - low;
  } else if (size < 0x3e300000) {
    return 1 + x;
  }
  double z = t * t;
  double c =
      t - z * (1.66666666666666019037e-01 +
               z * (-2.77777777770155933842e-03 +
                    z * (6.61375632143793436117e-05 +
                         z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08))));
  if (k == 0) return 1 - ((t * c) / (c - 2) - t);
  double y = 1 - ((low - (t * c) / (2 - c)) - high);
  if (k == 1024) return y * 2 * 0x1p1023;
  if (k >= -1021) return y * power_of_two(k);
  return y * power_of_two(k + 1000) * 0x1p-1000;
}

double wo_math_expm1(double x) {
  double c = 0, t = x;
  int k = 0;
  int32_t size = high_word(fabs(x));
  if (size >= 0x4043687A) {
    if (size >= 0x40862E42) {
      if (x != x) return x;
      if (x > 7.09782712893383973096e+02) return INFINITY;
    }
    if (x < 0) return -1;
  }
  if (size > 0x3fd62e42) {
    double high, low;
    if (size < 0x3FF0A2B2) k = x < 0 ? -1 : 1;
    else k = (int)(1.44269504088896338700e+00 * x + (x < 0 ? -0.5 : 0.5));
    high = x - k * ln2_high;
    low = k * ln2_low;
    t = high - low;
    c = (high - t) - low;
  } else if (size < 0x3c900000) {
    return x;
  }
  double half = 0.5 * t, hs = t * half;
  double r =
      1 + hs * (-3.33333333333331316428e-02 +
                hs * (1.58730158725481460165e-03 +
                      hs * (-7.93650757867487942473e-05 +
                            hs * (4.00821782732936239552e-06 + hs * -2.01099218183624371326e-07))));
  double u = 3 - r * half;
  double e = hs * ((r - u) / (6 - t * u));
  if (k == 0) return t - (t * e - hs);
  e = (t * (e - c) - c) - hs;
  if (k == -1) return 0.5 * (t - e) - 0.5;
  if (k == 1) return t < -0.25 ? -2 * (e - (t + 0.5)) : 1 + 2 * (t - e);
  if (k <= -2 || k > 56) {
    double y = 1 - (e - t);
    return (k == 1024 ? y * 2 * 0x1p1023 : y * power_of_two(k)) - 1;
  }
  if (k < 20) return ((1 - power_of_two(-k)) - (e - t)) * power_of_two(k);
  return ((t - (e + power_of_two(-k))) + 1) * power_of_two(k);
}

// --- logarithms ---

static const double log_1 = 6.666666666666735130e-01, log_2 = 3.999999999940941908e-01,
                    log_3 = 2.857142874366239149e-01, log_4 = 2.222219843214978396e-01,
                    log_5 = 1.818357216161805012e-01, log_6 = 1.531383769920937332e-01,
                    log_7 = 1.479819860511658591e-01;

// log(1 + f) = 2s + s * R(s * s) with s = f / (2 + f): the R, odd and even powers apart.
static double log_series(double z) {
  double w = z * z;
  double t1 = w * (log_2 + w * (log_4 + w * log_6));
  double t2 = z * (log_1 + w * (log_3 + w * (log_5 + w * log_7)));
  return t2 + t1;
}

// x > 0 finite as 2^k * m, sqrt(2)/2 <= m < sqrt(2), or thereabouts.
static double split(double x, int *k) {
  *k = 0;
  if (high_word(x) < 0x00100000) {
    *k = -54;
    x *= 0x1p54;
  }
  int32_t high = high_word(x);
  *k += (high >> 20) - 1023;
  high &= 0xFFFFF;
  int32_t carry = (high + 0x95f64) & 0x100000;
  *k += carry >> 20;
  return with_high_word(x, (uint32_t)(high | (carry ^ 0x3ff00000)));
}

// Zero, negative numbers, infinity and NaN. True when *out is the answer.
static bool log_special(double x, double *out) {
  if (x == 0) *out = -INFINITY;
  else if (!(x > 0)) *out = NAN;
  else if (isinf(x)) *out = x;
  else return false;
  return true;
}

double wo_math_log(double x) {
  double special;
  int k;
  if (log_special(x, &special)) return special;
  double f = split(x, &k) - 1;
  int32_t high = high_word(f + 1) & 0xFFFFF;
  if ((0xFFFFF & (2 + high)) < 3) {  // |f| < 2^-20
    if (f == 0) return k == 0 ? 0 : k * ln2_high + k * ln2_low;
    double r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : k * ln2_high - ((r - k * ln2_low) - f);
  }
  double s = f / (2 + f), r = log_series(s * s);
  // The bits of m before its exponent was set decide which form is the more exact.
  if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
    double hfsq = 0.5 * f * f;
    return k == 0 ? f - (hfsq - s * (hfsq + r))
                  : k * ln2_high - ((hfsq - (s * (hfsq + r) + k * ln2_low)) - f);
  }
  return k == 0 ? f - s * (f - r) : k * ln2_high - ((s * (f - r) - k * ln2_low) - f);
}

double wo_math_log2(double x) {
  double special;
  int k;
  if (log_special(x, &special)) return special;
  if (x == 1) return 0;
  double f = split(x, &k) - 1, hfsq = 0.5 * f * f;
  double s = f / (2 + f), r = s * (hfsq + log_series(s * s));
  double high = clear_low_word(f - hfsq), low = (f - high) - hfsq + r;
  static const double inverse_high = 1.44269504072144627571e+00,
                      inverse_low = 1.67517131648865118353e-10;
  double value = high * inverse_high, below = (low + high) * inverse_low + low * inverse_high;
  double whole = k + value;
  return (below + ((k - whole) + value)) + whole;
}

double wo_math_log10(double x) {
  double special;
  int k = 0;
  if (log_special(x, &special)) return special;
  if (x == 1) return 0;
  if (high_word(x) < 0x00100000) {
    k = -54;
    x *= 0x1p54;
  }
  int32_t high = high_word(x);
  k += (high >> 20) - 1023;
  int negative = k < 0;
  x = with_high_word(x, (uint32_t)((high & 0xFFFFF) | ((0x3ff - negative) << 20)));
  double y = k + negative;
  double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * wo_math_log(x);
  return z + y * 3.01029995663611771306e-01;
}

double wo_math_log1p(double x) {
  int32_t high = high_word(x), size = high & 0x7FFFFFFF;
  int k = 1;
  double f = 0, c = 0;
  int32_t fraction = 1;
  if (x != x || !(x >= -1)) return NAN;
  if (x == -1) return -INFINITY;
  if (isinf(x)) return x;
  if (high < 0x3FDA827A) {
    if (size < 0x3e200000) return size < 0x3c900000 ? x : x - x * x * 0.5;
    if (high > 0 || high <= (int32_t)0xbfd2bec4) {
      k = 0;
      f = x;
    }
  }
  if (k != 0) {
    double u = high < 0x43400000 ? 1 + x : x;
    k = (high_word(u) >> 20) - 1023;
    if (high < 0x43400000) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    fraction = high_word(u) & 0xFFFFF;
    if (fraction < 0x6a09e) {
      u = with_high_word(u, (uint32_t)(fraction | 0x3ff00000));
    } else {
      k++;
      u = with_high_word(u, (uint32_t)(fraction | 0x3fe00000));
      fraction = (0x00100000 - fraction) >> 2;
    }
    f = u - 1;
  }
  double hfsq = 0.5 * f * f;
  if (fraction == 0) {
    if (f == 0) return k == 0 ? 0 : k * ln2_high + (c + k * ln2_low);
    double r = hfsq * (1 - 0.66666666666666666 * f);
    return k == 0 ? f - r : k * ln2_high - ((r - (k * ln2_low + c)) - f);
  }
  double s = f / (2 + f), z = s * s;
  double r =
      z * (log_1 + z * (log_2 + z * (log_3 + z * (log_4 + z * (log_5 + z * (log_6 + z * log_7))))));
  if (k == 0) return f - (hfsq - s * (hfsq + r));
  return k * ln2_high - ((hfsq - (s * (hfsq + r) + (k * ln2_low + c))) - f);
}

// --- cube root, hyperbolic functions ---

double wo_math_cbrt(double x) {
  if (!isfinite(x) || x == 0) return x;
  uint32_t sign = (uint32_t)(bits_of(x) >> 32) & 0x80000000u, high = (uint32_t)high_word(fabs(x));
  double t;
  if (high < 0x00100000) {
    high = (uint32_t)high_word(fabs(x) * 0x1p54);
    t = with_high_word(0, sign | (high / 3 + 696219795u));
  } else {
    t = with_high_word(0, sign | (high / 3 + 715094163u));
  }
  // Five bits so far, 23 after the polynomial, rounded so that t * t is exact, 53 after Newton's
  // step.
  double r = (t * t) * (t / x);
  t = t * ((1.87595182427177009643 + r * (-1.88497979543377169875 + r * 1.621429720105354466140)) +
           ((r * r) * r) * (-0.758397934778766047437 + r * 0.145996192886612446982));
  t = from_bits((bits_of(t) + 0x80000000u) & 0xffffffffc0000000ull);
  double s = t * t;
  r = x / s;
  r = (r - t) / ((t + t) + r);
  return t + t * r;
}

double wo_math_sinh(double x) {
  double half = x < 0 ? -0.5 : 0.5, size = fabs(x);
  if (size < 22) {
    if (size < 0x1p-28) return x;
    double t = wo_math_expm1(size);
    return size < 1 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1));
  }
  if (size < 709.7822265625) return half * wo_math_exp(size);
  if (size <= 710.4758600739439) {
    double w = wo_math_exp(0.5 * size), t = half * w;
    return t * w;
  }
  return x * INFINITY;
}

double wo_math_cosh(double x) {
  double size = fabs(x);
  int32_t high = high_word(size);
  if (high < 0x3fd62e43) {
    double t = wo_math_expm1(size), w = 1 + t;
    return high < 0x3c800000 ? w : 1 + (t * t) / (w + w);
  }
  if (high < 0x40360000) {
    double t = wo_math_exp(size);
    return 0.5 * t + 0.5 / t;
  }
  if (high < 0x40862e42) return 0.5 * wo_math_exp(size);
  if (size <= 710.4758600739439) {
    double w = wo_math_exp(0.5 * size), t = 0.5 * w;
    return t * w;
  }
  return x != x ? x : INFINITY;
}

double wo_math_tanh(double x) {
  double size = fabs(x), z;
  if (x != x) return x;
  if (size >= 22) return copysign(1, x);
  if (size < 0x1p-28) return x;
  if (size >= 1) {
    z = 1 - 2 / (wo_math_expm1(2 * size) + 2);
  } else {
    double t = wo_math_expm1(-2 * size);
    z = -t / (t + 2);
  }
  return x >= 0 ? z : -z;
}

double wo_math_asinh(double x) {
  double size = fabs(x), w;
  int32_t high = high_word(size);
  if (!isfinite(x) || high < 0x3e300000) return x;
  if (high > 0x41b00000) {
    w = wo_math_log(size) + ln2;
  } else if (high > 0x40000000) {
    w = wo_math_log(2 * size + 1 / (sqrt(x * x + 1) + size));
  } else {
    double t = x * x;
    w = wo_math_log1p(size + t / (1 + sqrt(1 + t)));
  }
  return x > 0 ? w : -w;
}

double wo_math_acosh(double x) {
  if (!(x >= 1)) return NAN;
  if (high_word(x) >= 0x41b00000) return isinf(x) ? x : wo_math_log(x) + ln2;
  if (x == 1) return 0;
  if (high_word(x) > 0x40000000) return wo_math_log(2 * x - 1 / (x + sqrt(x * x - 1)));
  double t = x - 1;
  return wo_math_log1p(t + sqrt(2 * t + t * t));
}

double wo_math_atanh(double x) {
  double size = fabs(x), t;
  if (!(size <= 1)) return NAN;
  if (size == 1) return x / 0.0;
  if (size < 0x1p-28) return x;
  if (size < 0.5) {
    t = size + size;
    t = 0.5 * wo_math_log1p(t + t * size / (1 - size));
  } else {
    t = 0.5 * wo_math_log1p((size + size) / (1 - size));
  }
  return x >= 0 ? t : -t;
}

// --- power ---

// A number in two parts of which the first has a clear lower half.
typedef struct pair {
  double high, low;
} pair;

// log2(x) for x > 0 finite and not too close to 1, to 64 bits or so.
static pair log2_pair(double x) {
  static const double base[] = {1.0, 1.5}, log_high[] = {0.0, 5.84962487220764160156e-01},
                      log_low[] = {0.0, 1.35003920212974897128e-08};
  static const double cp = 9.61796693925975554329e-01, cp_high = 9.61796700954437255859e-01,
                      cp_low = -7.02846165095275826516e-09;
  int n = 0;
  if (high_word(x) < 0x00100000) {
    x *= 0x1p53;
    n = -53;
  }
  int32_t high = high_word(x);
  n += (high >> 20) - 1023;
  int32_t fraction = high & 0xFFFFF;
  int k = 0;
  high = fraction | 0x3ff00000;
  if (fraction > 0x3988E && fraction < 0xBB67A) {
    k = 1;
  } else if (fraction >= 0xBB67A) {
    n++;
    high -= 0x00100000;
  }
  x = with_high_word(x, (uint32_t)high);
  // s = (x - base) / (x + base), then log(x) = 2/3 (s + s^3 ...) + log(base).
  double u = x - base[k], v = 1 / (x + base[k]), s = u * v, s_high = clear_low_word(s);
  uint32_t sum_word = (((uint32_t)high >> 1) | 0x20000000u) + 0x00080000u + ((uint32_t)k << 18);
  double t_high = with_high_word(0, sum_word), t_low = x - (t_high - base[k]);
  double s_low = v * ((u - s_high * t_high) - s_high * t_low);
  double s2 = s * s;
  double r =
      s2 * s2 *
      (5.99999999999994648725e-01 +
       s2 * (4.28571428578550184252e-01 +
             s2 * (3.33333329818377432918e-01 +
                   s2 * (2.72728123808534006489e-01 +
                         s2 * (2.30660745775561754067e-01 + s2 * 2.06975017800338417784e-01)))));
  r += s_low * (s_high + s);
  s2 = s_high * s_high;
  t_high = clear_low_word(3 + s2 + r);
  t_low = r - ((t_high - 3) - s2);
  u = s_high * t_high;
  v = s_low * t_high + t_low * s;
  double p_high = clear_low_word(u + v), p_low = v - (p_high - u);
  double z_high = cp_high * p_high, z_low = cp_low * p_high + p_low * cp + log_low[k];
  pair result;
  result.high = clear_low_word(((z_high + z_low) + log_high[k]) + n);
  result.low = z_low - (((result.high - n) - log_high[k]) - z_high);
  return result;
}

// The same where |1 - x| <= 2^-20 (the exponent is so large that anything else over- or
// underflows).
static pair log2_pair_near_1(double x) {
  double t = x - 1, w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
  double u = 1.44269502162933349609 * t;
  double v = t * 1.92596299112661746887e-08 - w * 1.44269504088896338700;
  pair result;
  result.high = clear_low_word(u + v);
  result.low = v - (result.high - u);
  return result;
}

// sign * 2^(high + low).
static double exp2_pair(double sign, double high, double low) {
  double z = low + high;
  int32_t word = high_word(z), size = word & 0x7FFFFFFF, n = 0;
  uint32_t below = (uint32_t)bits_of(z);
  if (word >= 0x40900000) {  // z >= 1024
    if ((uint32_t)(word - 0x40900000) | below) return sign * INFINITY;
    if (low + 8.0085662595372944372e-17 > z - high) return sign * INFINITY;
  } else if (size >= 0x4090cc00) {  // z <= -1075
    if (((uint32_t)word - 0xc090cc00u) | below) return sign * 0.0;
    if (low <= z - high) return sign * 0.0;
  }
  if (size > 0x3fe00000) {  // split off the nearest integer
    int k = (size >> 20) - 1023;
    n = word + (0x00100000 >> (k + 1));
    k = ((n & 0x7FFFFFFF) >> 20) - 1023;
    double whole = with_high_word(0, (uint32_t)n & ~(0x000fffffu >> k));
    n = ((n & 0x000fffff) | 0x00100000) >> (20 - k);
    if (word < 0) n = -n;
    high -= whole;
  }
  double t = clear_low_word(low + high);
  double u = t * 6.93147182464599609375e-01;
  double v = (low - (t - high)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09;
  z = u + v;
  double w = v - (z - u);
  t = z * z;
  double c =
      z - t * (1.66666666666666019037e-01 +
               t * (-2.77777777770155933842e-03 +
                    t * (6.61375632143793436117e-05 +
                         t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
  // fdlibm subtracts the last term after dividing; V8 divides by the difference, and we want its
  // bits.
  double r = (z * c) / ((c - 2) - (w + z * w));
  z = 1 - (r - z);
  int32_t scaled = (int32_t)((uint32_t)high_word(z) + ((uint32_t)n << 20));
  if ((scaled >> 20) <= 0) z = scalbn(z, n);
  else z = with_high_word(z, (uint32_t)scaled);
  return sign * z;
}

// 0: y is no integer, 1: odd, 2: even.
static int parity(double y) {
  double size = fabs(y);
  if (size >= 0x1p53) return 2;
  if (size != trunc(size)) return 0;
  return fmod(size, 2) == 1 ? 1 : 2;
}

double wo_math_pow(double x, double y) {
  if (y == 0) return 1;
  if (x != x || y != y) return NAN;
  double size = fabs(x);
  if (isinf(y)) {
    if (size == 1) return NAN;
    return (size > 1) == (y > 0) ? INFINITY : 0;
  }
  if (y == 1) return x;
  if (y == -1) return 1 / x;
  if (y == 2) return x * x;
  if (y == 0.5 && !signbit(x)) return sqrt(x);
  int odd = x < 0 || (x == 0 && signbit(x)) ? parity(y) : 2;
  if (x == 0 || isinf(x) || size == 1) {
    double z = y < 0 ? 1 / size : size;
    if (x < 0 && size == 1 && odd == 0) return NAN;
    return odd == 1 ? -z : z;
  }
  if (odd == 0) return NAN;
  double sign = odd == 1 ? -1 : 1;
  int32_t high = high_word(size), y_high = high_word(fabs(y));
  pair log;
  if (y_high > 0x41e00000) {  // |y| > 2^31
    bool grows = y > 0;
    if (y_high > 0x43f00000) {
      if (high <= 0x3fefffff) return grows ? 0 : INFINITY;
      if (high >= 0x3ff00000) return grows ? INFINITY : 0;
    }
    if (high < 0x3fefffff) return sign * (grows ? 0.0 : INFINITY);
    if (high > 0x3ff00000) return sign * (grows ? INFINITY : 0.0);
    log = log2_pair_near_1(size);
  } else {
    log = log2_pair(size);
  }
  double y_front = clear_low_word(y);
  double low = (y - y_front) * log.high + y * log.low, front = y_front * log.high;
  return exp2_pair(sign, front, low);
}
