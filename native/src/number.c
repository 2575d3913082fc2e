// Numbers as text and back, exactly as JavaScript prints and reads them, without the locale.
//
// Printing (the shortest digits that read back as the same double, and of those the closest)
// follows Giulietti's Schubfach: scale the interval of the neighbours by a 128-bit power of ten,
// keeping a sticky bit, and look for a multiple of ten or of one inside it. Reading takes up to 19
// digits times a power of ten: exact in double arithmetic when both are small, else a 192-bit
// product whose error is below four units in its 128th bit; only when that error could change the
// rounding, big integers decide. Fixed digit counts come from the exact decimal expansion.
#include "string.h"

#include <math.h>
#include <string.h>

#include "alloc.h"
#include "powers.gen.h"

typedef unsigned __int128 u128;

#define MANTISSA_BITS 52
#define HIDDEN_BIT (1ull << MANTISSA_BITS)
#define EXPONENT_BIAS 1075  // of the mantissa read as an integer

static uint64_t double_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static double bits_double(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

// A finite positive double as mantissa * 2^exponent.
static uint64_t mantissa_of(double d, int *exponent) {
  uint64_t bits = double_bits(d);
  uint32_t biased = (bits >> MANTISSA_BITS) & 0x7FF;
  uint64_t fraction = bits & (HIDDEN_BIT - 1);
  *exponent = biased ? (int)biased - EXPONENT_BIAS : 1 - EXPONENT_BIAS;
  return biased ? fraction | HIDDEN_BIT : fraction;
}

// floor(log2(10^q)), floor(log10(2^e)), floor(log10(3/4 * 2^e)) for the exponents of doubles.
static int log2_of_power10(int q) { return (int)(((int64_t)q * 1741647) >> 19); }
static int log10_of_power2(int e) { return (int)(((int64_t)e * 1262611) >> 22); }
static int log10_of_three_quarters(int e) { return (int)(((int64_t)e * 1262611 - 524031) >> 22); }

// --- digits ---

static const char two_digits[201] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

static uint32_t count_digits(uint64_t n) {
  uint32_t count = 1;
  for (; n >= 10000; n /= 10000) count += 4;
  return count + (n >= 10) + (n >= 100) + (n >= 1000);
}

// Writes exactly `count` digits of n, leading zeros included.
static void write_digits(uint64_t n, char *out, uint32_t count) {
  while (count >= 2) {
    count -= 2;
    memcpy(out + count, two_digits + n % 100 * 2, 2);
    n /= 100;
  }
  if (count) out[0] = (char)('0' + n % 10);
}

static uint32_t copy_text(char *out, const char *text) {
  uint32_t length = (uint32_t)strlen(text);
  memcpy(out, text, length);
  return length;
}

static bool write_special(double d, char *out, uint32_t *length) {
  if (d != d) *length = copy_text(out, "NaN");
  else if (isinf(d)) *length = copy_text(out, d < 0 ? "-Infinity" : "Infinity");
  else return false;
  return true;
}

// --- shortest digits ---

// The product g * c / 2^128 with everything below folded into the lowest bit.
static uint64_t round_to_odd(uint64_t high, uint64_t low, uint64_t c) {
  u128 x = (u128)low * c;
  u128 y = (u128)high * c + (uint64_t)(x >> 64);
  return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

// Digits and exponent: the value is near digits * 10^exponent, and no shorter digits are.
static uint64_t shortest(double d, int *exponent) {
  int e;
  uint64_t c = mantissa_of(d, &e);
  bool even = !(c & 1);
  // The gap below a power of two is half the one above it.
  bool narrow = c == HIDDEN_BIT && e > 1 - EXPONENT_BIAS;
  int k = narrow ? log10_of_three_quarters(e) : log10_of_power2(e);
  int shift = e + log2_of_power10(-k) + 1;
  uint64_t high = powers[-k - POWER_FIRST].high, low = powers[-k - POWER_FIRST].low;
  if (k > 0 || -k > POWER_EXACT_LAST) low++;  // rounded up; no entry's low half is all ones
  uint64_t lower = round_to_odd(high, low, (4 * c - (narrow ? 1 : 2)) << shift) + !even;
  uint64_t value = round_to_odd(high, low, (4 * c) << shift);
  uint64_t upper = round_to_odd(high, low, (4 * c + 2) << shift) - !even;
  uint64_t s = value / 4;
  if (s >= 10) {
    uint64_t tens = s / 10;
    bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (below != above) {
      *exponent = k + 1;
      return tens + above;
    }
  }
  *exponent = k;
  bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) return s + above;
  uint64_t middle = 4 * s + 2;
  return s + (value > middle || (value == middle && (s & 1)));
}

// Number::toString's placing of `count` digits whose value is 0.DIGITS * 10^point.
static uint32_t write_placed(const char *digits, int count, int point, char *out) {
  char *p = out;
  if (point > 0 && point <= 21) {
    int whole = count < point ? count : point;
    memcpy(p, digits, (size_t)whole);
    p += whole;
    for (; whole < point; whole++) *p++ = '0';
    if (count > point) {
      *p++ = '.';
      memcpy(p, digits + point, (size_t)(count - point));
      p += count - point;
    }
  } else if (point > -6 && point <= 0) {
    *p++ = '0';
    *p++ = '.';
    for (int i = point; i < 0; i++) *p++ = '0';
    memcpy(p, digits, (size_t)count);
    p += count;
  } else {
    *p++ = digits[0];
    if (count > 1) *p++ = '.';
    memcpy(p, digits + 1, (size_t)(count - 1));
    p += count - 1;
    int e = point - 1;
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    uint32_t magnitude = (uint32_t)(e < 0 ? -e : e), width = count_digits(magnitude);
    write_digits(magnitude, p, width);
    p += width;
  }
  return (uint32_t)(p - out);
}

uint32_t wo_int_to_text(int32_t i, uint8_t out[WO_INT_TEXT_MAX]) {
  uint32_t n = i < 0 ? 0u - (uint32_t)i : (uint32_t)i, sign = i < 0;
  out[0] = '-';
  uint32_t count = n < 10         ? 1
                 : n < 100        ? 2
                 : n < 1000       ? 3
                 : n < 10000      ? 4
                 : n < 100000     ? 5
                 : n < 1000000    ? 6
                 : n < 10000000   ? 7
                 : n < 100000000  ? 8
                 : n < 1000000000 ? 9
                                  : 10;
  uint32_t at = sign + count;
  for (; n >= 100; n /= 100) {
    at -= 2;
    memcpy(out + at, two_digits + n % 100 * 2, 2);
  }
  if (n >= 10) memcpy(out + sign, two_digits + n * 2, 2);
  else out[sign] = (uint8_t)('0' + n);
  return sign + count;
}

uint32_t wo_number_to_text(double d, char out[WO_NUMBER_TEXT_MAX]) {
  uint32_t length;
  char *p = out;
  if (d > -9007199254740992.0 && d < 9007199254740992.0 && d == (double)(int64_t)d) {
    int64_t n = (int64_t)d;
    if (n < 0) *p++ = '-';
    uint64_t magnitude = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    uint32_t count = count_digits(magnitude);
    write_digits(magnitude, p, count);
    return (uint32_t)(p - out) + count;
  }
  if (write_special(d, out, &length)) return length;
  if (d < 0) {
    *p++ = '-';
    d = -d;
  }
  int exponent;
  uint64_t digits = shortest(d, &exponent);
  while (digits % 10 == 0) {
    digits /= 10;
    exponent++;
  }
  char text[20];
  uint32_t count = count_digits(digits);
  write_digits(digits, text, count);
  return (uint32_t)(p - out) + write_placed(text, (int)count, (int)count + exponent, p);
}

// --- exact decimal expansion: toFixed, toExponential, toPrecision ---

// A positive finite double is DIGITS / 10^scale with at most 1075 digits, held in base 10^9.
#define EXPANSION_LIMBS 88
#define EXPANSION_DIGITS (EXPANSION_LIMBS * 9)

typedef struct expansion {
  char digits[EXPANSION_DIGITS + 1];  // without leading zeros; "" for zero
  int count;
  int point;  // the value is 0.DIGITS * 10^point
} expansion;

static uint32_t multiply_limbs(uint32_t *limbs, uint32_t used, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < used; i++) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)(carry % 1000000000u);
    carry /= 1000000000u;
  }
  // A factor below 2^32 carries at most 4294967295 / 10^9 < 5 beyond one limb.
  while (carry) {
    limbs[used++] = (uint32_t)(carry % 1000000000u);
    carry /= 1000000000u;
  }
  return used;
}

static void expand(double d, expansion *x) {
  int e;
  uint64_t m = mantissa_of(d, &e);
  if (m == 0) {
    x->count = 0;
    x->point = 0;
    return;
  }
  int zeros = __builtin_ctzll(m);
  m >>= zeros;
  e += zeros;
  uint32_t limbs[EXPANSION_LIMBS], used = 0;
  for (; m; m /= 1000000000u) limbs[used++] = (uint32_t)(m % 1000000000u);
  int scale = e < 0 ? -e : 0;
  for (int left = scale; left > 0;) {
    uint32_t factor = 1;
    for (int i = 0; i < 13 && left > 0; i++, left--) factor *= 5;  // 5^13 < 2^32
    used = multiply_limbs(limbs, used, factor);
  }
  for (int left = e; left > 0;) {
    int step = left < 31 ? left : 31;
    used = multiply_limbs(limbs, used, 1u << step);
    left -= step;
  }
  uint32_t top = count_digits(limbs[used - 1]);
  write_digits(limbs[used - 1], x->digits, top);
  for (uint32_t i = 1; i < used; i++) {
    write_digits(limbs[used - 1 - i], x->digits + top + (i - 1) * 9, 9);
  }
  x->count = (int)(top + (used - 1) * 9);
  x->point = x->count - scale;
}

// Keeps the digits before position `keep` (from the first digit), rounding halves up as the
// specification asks ("pick the larger n"). A carry out of the first digit moves the point.
static void round_expansion(expansion *x, int keep) {
  if (keep >= x->count) return;
  bool up = keep >= 0 && x->digits[keep] >= '5';
  x->count = keep < 0 ? 0 : keep;
  if (!up) return;
  int i = x->count;
  while (i > 0 && x->digits[i - 1] == '9') i--;
  if (i == 0) {
    x->digits[0] = '1';
    x->point++;
    x->count = keep == 0 ? 1 : keep;
    memset(x->digits + 1, '0', (size_t)(x->count - 1));
  } else {
    x->digits[i - 1]++;
    memset(x->digits + i, '0', (size_t)(x->count - i));
  }
}

static char digit_at(const expansion *x, int index) {
  return index >= 0 && index < x->count ? x->digits[index] : '0';
}

// The whole part and `decimals` digits behind the point; beyond the expansion come zeros.
static char *write_fixed(const expansion *x, int decimals, char *p) {
  if (x->point <= 0 || x->count == 0) *p++ = '0';
  for (int i = 0; x->count > 0 && i < x->point; i++) *p++ = digit_at(x, i);
  if (decimals > 0) *p++ = '.';
  for (int i = 0; i < decimals; i++) {
    *p++ = x->count == 0 ? '0' : digit_at(x, x->point + i);
  }
  return p;
}

static char *write_scientific(const expansion *x, int decimals, char *p) {
  *p++ = digit_at(x, 0);
  if (decimals > 0) *p++ = '.';
  for (int i = 1; i <= decimals; i++) *p++ = digit_at(x, i);
  int e = x->count == 0 ? 0 : x->point - 1;
  *p++ = 'e';
  *p++ = e < 0 ? '-' : '+';
  uint32_t magnitude = (uint32_t)(e < 0 ? -e : e), width = count_digits(magnitude);
  write_digits(magnitude, p, width);
  return p + width;
}

uint32_t wo_number_to_fixed(double d, int digits, char *out, uint32_t capacity) {
  WO_ASSERT(digits >= 0 && digits <= 100 && capacity >= 400);
  (void)capacity;
  if (!(fabs(d) < 1e21)) return wo_number_to_text(d, out);
  char *p = out;
  if (d < 0) *p++ = '-';
  expansion x;
  expand(fabs(d), &x);
  round_expansion(&x, x.point + digits);
  return (uint32_t)(write_fixed(&x, digits, p) - out);
}

static void expand_shortest(double d, expansion *x) {
  int exponent;
  uint64_t digits = d == 0 ? 0 : shortest(d, &exponent);
  x->count = x->point = 0;
  if (!digits) return;
  for (; digits % 10 == 0; digits /= 10) exponent++;
  x->count = (int)count_digits(digits);
  x->point = x->count + exponent;
  write_digits(digits, x->digits, (uint32_t)x->count);
}

uint32_t wo_number_to_exponential(double d, int digits, char *out, uint32_t capacity) {
  WO_ASSERT(digits >= -1 && digits <= 100 && capacity >= 400);
  (void)capacity;
  uint32_t length;
  if (write_special(d, out, &length)) return length;
  char *p = out;
  if (d < 0) *p++ = '-';
  expansion x;
  if (digits < 0) {
    expand_shortest(fabs(d), &x);
    digits = x.count > 1 ? x.count - 1 : 0;
  } else {
    expand(fabs(d), &x);
    round_expansion(&x, digits + 1);
  }
  return (uint32_t)(write_scientific(&x, digits, p) - out);
}

uint32_t wo_number_to_precision(double d, int precision, char *out, uint32_t capacity) {
  WO_ASSERT(precision >= 1 && precision <= 100 && capacity >= 400);
  (void)capacity;
  uint32_t length;
  if (write_special(d, out, &length)) return length;
  char *p = out;
  if (d < 0) *p++ = '-';
  expansion x;
  expand(fabs(d), &x);
  round_expansion(&x, precision);
  int e = x.count == 0 ? 0 : x.point - 1;
  if (e < -6 || e >= precision) p = write_scientific(&x, precision - 1, p);
  else p = write_fixed(&x, precision - 1 - e, p);
  return (uint32_t)(p - out);
}

// --- other radices ---

static const char radix_digits[37] = "0123456789abcdefghijklmnopqrstuvwxyz";

// Digits of the fraction until what is left could not tell `d` from its neighbour. The result may
// round up into the whole part. Answers the number of digits written.
static uint32_t write_radix_fraction(double d, int radix, double *whole, char *out) {
  double fraction = d - *whole;
  double delta = 0.5 * (bits_double(double_bits(d) + 1) - d);
  if (delta < 5e-324) delta = 5e-324;
  uint32_t count = 0;
  if (fraction < delta) return 0;
  do {
    fraction *= radix;
    delta *= radix;
    int digit = (int)fraction;
    out[count++] = (char)digit;
    fraction -= digit;
    bool up = fraction > 0.5 || (fraction == 0.5 && (digit & 1));
    if (!up || fraction + delta <= 1) continue;
    while (count > 0 && out[count - 1] + 1 >= radix) count--;
    if (count > 0) out[count - 1]++;
    else *whole += 1;
    break;
  } while (fraction >= delta);
  for (uint32_t i = 0; i < count; i++) out[i] = radix_digits[(int)out[i]];
  return count;
}

uint32_t wo_number_to_radix(double d, int radix, char *out, uint32_t capacity) {
  WO_ASSERT(radix >= 2 && radix <= 36 && capacity >= 1100);
  (void)capacity;
  uint32_t length;
  if (radix == 10) return wo_number_to_text(d, out);
  if (d >= 0 && d < 4294967296.0 && d == (uint32_t)d) {
    char text[32];
    uint32_t n = (uint32_t)d, at = sizeof text, base = (uint32_t)radix;
    do text[--at] = radix_digits[n % base];
    while (n /= base);
    memcpy(out, text + at, sizeof text - at);
    return (uint32_t)sizeof text - at;
  }
  if (write_special(d, out, &length)) return length;
  // A double has at most 1024 binary digits before the point, and 1074 behind it of which no more
  // than 53 + 1022 are ever needed; the two never are long together.
  char whole_text[1100], fraction_text[1100];
  char *p = out;
  if (d < 0) {
    *p++ = '-';
    d = -d;
  }
  double whole = floor(d);
  uint32_t fraction_count = write_radix_fraction(d, radix, &whole, fraction_text);
  uint32_t at = sizeof whole_text;
  while (whole / radix >= 9007199254740992.0) {
    // The digits below the mantissa carry no information: zeros, as V8 prints them.
    whole /= radix;
    whole_text[--at] = '0';
  }
  do {
    double rest = fmod(whole, radix);
    whole_text[--at] = radix_digits[(int)rest];
    whole = (whole - rest) / radix;
  } while (whole > 0);
  memcpy(p, whole_text + at, sizeof whole_text - at);
  p += sizeof whole_text - at;
  if (fraction_count) {
    *p++ = '.';
    memcpy(p, fraction_text, fraction_count);
    p += fraction_count;
  }
  return (uint32_t)(p - out);
}

// --- reading: scaling digits by a power of ten ---

// A decimal literal as scanned: value = digits * 10^exponent, plus something below one unit of
// digits when truncated. [first, last) are its significant digits in the text, the point among
// them.
typedef struct decimal {
  uint64_t digits;
  int64_t exponent;
  uint32_t first, last;
  bool truncated;
} decimal;

// A double as mantissa * 2^(exponent of its lowest bit), not yet packed.
typedef struct binary {
  uint64_t mantissa;  // 0 .. 2^53 - 1; below 2^52: subnormal
  int exponent;       // of the lowest bit, at least -1074
} binary;

static double pack(binary b) {
  if (b.mantissa == 0) return 0;
  if (b.mantissa == 2 * HIDDEN_BIT) {
    b.mantissa = HIDDEN_BIT;
    b.exponent++;
  }
  if (b.mantissa < HIDDEN_BIT) return bits_double(b.mantissa);
  int biased = b.exponent + EXPONENT_BIAS;
  if (biased >= 0x7FF) return INFINITY;
  return bits_double(((uint64_t)biased << MANTISSA_BITS) | (b.mantissa & (HIDDEN_BIT - 1)));
}

// Rounds digits * 10^q. False when the 128 bits at hand cannot tell which way: `low` then is a
// double at or just below the value, to start an exact comparison from.
static bool scale(uint64_t digits, int q, double *out, binary *low) {
  int shift = __builtin_clzll(digits);
  uint64_t w = digits << shift;
  bool exact = q >= 0 && q <= POWER_EXACT_LAST;
  u128 below = (u128)w * powers[q - POWER_FIRST].low;
  u128 v = (u128)w * powers[q - POWER_FIRST].high + (uint64_t)(below >> 64);
  uint64_t rest = (uint64_t)below;
  int e = log2_of_power10(q) + 64 - shift;  // of the leading bit of v
  if (!(v >> 127)) {
    v = v << 1 | rest >> 63;
    rest <<= 1;
    e--;
  }
  int keep = e >= -1022 ? 53 : 53 - (-1022 - e);
  *low = (binary){0, -1074};
  if (keep < 0) {
    *out = 0;
    return keep < -1 || ~v > 4;
  }
  int drop = 128 - keep;
  u128 half = (u128)1 << (drop - 1);
  u128 tail = drop == 128 ? v : v & ((half << 1) - 1);
  binary b = {drop == 128 ? 0 : (uint64_t)(v >> drop), e - keep + 1};
  *low = b;
  // What is cut off lies in [tail, tail + 4), above tail itself unless everything was exact.
  if (tail < half) {
    if (!exact && half - tail <= 4) return false;
  } else if (tail > half || !exact || rest || (b.mantissa & 1)) {
    b.mantissa++;
  }
  *out = pack(b);
  return true;
}

// --- reading: exact comparison with big integers ---

// Room for (2m + 1) * 10^1120 and for 780 digits shifted by 1130 bits.
#define BIG_LIMBS 140
typedef struct big {
  uint32_t used;
  uint32_t limbs[BIG_LIMBS];  // least first
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add) {
  uint64_t carry = add;
  for (uint32_t i = 0; i < b->used; i++) {
    carry += (uint64_t)b->limbs[i] * factor;
    b->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) {
    WO_ASSERT(b->used < BIG_LIMBS);
    b->limbs[b->used++] = (uint32_t)carry;
  }
}

static void big_scale10(big *b, int power) {
  for (; power >= 9; power -= 9) big_multiply_add(b, 1000000000u, 0);
  for (; power > 0; power--) big_multiply_add(b, 10, 0);
}

static void big_shift(big *b, int bits) {
  uint32_t words = (uint32_t)bits / 32, part = (uint32_t)bits % 32;
  if (b->used == 0) return;
  WO_ASSERT(b->used + words + 1 <= BIG_LIMBS);
  memmove(b->limbs + words, b->limbs, b->used * sizeof *b->limbs);
  memset(b->limbs, 0, words * sizeof *b->limbs);
  b->used += words;
  if (!part) return;
  uint32_t carry = 0;
  for (uint32_t i = words; i < b->used; i++) {
    uint32_t limb = b->limbs[i];
    b->limbs[i] = limb << part | carry;
    carry = limb >> (32 - part);
  }
  if (carry) b->limbs[b->used++] = carry;
}

static int big_compare(const big *a, const big *b) {
  if (a->used != b->used) return a->used < b->used ? -1 : 1;
  for (uint32_t i = a->used; i-- > 0;) {
    if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
  }
  return 0;
}

// Compares DIGITS * 10^q with (2m + 1) * 2^(e - 1), the middle between m * 2^e and its successor.
static int compare_with_middle(const big *digits, int q, binary b) {
  big left = *digits, right = {0};
  uint64_t odd = 2 * b.mantissa + 1;
  right.limbs[0] = (uint32_t)odd;
  right.limbs[1] = (uint32_t)(odd >> 32);
  right.used = right.limbs[1] ? 2 : 1;
  big_scale10(q >= 0 ? &left : &right, q >= 0 ? q : -q);
  int e = b.exponent - 1;
  big_shift(e >= 0 ? &right : &left, e >= 0 ? e : -e);
  return big_compare(&left, &right);
}

static binary successor(binary b) {
  if (++b.mantissa == 2 * HIDDEN_BIT) b = (binary){HIDDEN_BIT, b.exponent + 1};
  return b;
}

static binary predecessor(binary b) {
  if (b.mantissa == HIDDEN_BIT && b.exponent > -1074) {
    return (binary){2 * HIDDEN_BIT - 1, b.exponent - 1};
  }
  b.mantissa--;
  return b;
}

// No double, nor the middle of two, has more significant digits than this; further ones only say
// that the value is above what was read so far.
#define DIGITS_MAX 780

// Text in either width, read through `unit_at`; instances with constant `wide` lose the test.
typedef struct text {
  const uint8_t *bytes;
  bool wide;
  uint32_t end;
} text;

WO_INLINE uint32_t unit_at(const text *t, uint32_t i) {
  return t->wide ? ((const uint16_t *)t->bytes)[i] : t->bytes[i];
}

static WO_COLD double read_exactly(const text *t, const decimal *n, binary start) {
  big digits = {0};
  int64_t q = n->exponent;
  uint32_t read = 0, below = 0;
  bool sticky = false;
  // n->exponent belongs to the last of the 19 digits kept there; each further one read moves it.
  for (uint32_t i = n->first, seen = 0; i < n->last; i++) {
    uint32_t unit = unit_at(t, i);
    if (unit == '.') continue;
    seen++;
    if (read < DIGITS_MAX) {
      if (digits.used == 0 && unit != '0') {
        digits.used = 1;
        digits.limbs[0] = unit - '0';
      } else {
        big_multiply_add(&digits, 10, unit - '0');
      }
      read++;
      if (seen > 19) below++;
    } else if (unit != '0') {
      sticky = true;
      break;
    }
  }
  q -= below;
  if (sticky) {
    big_multiply_add(&digits, 10, 1);
    q--;
  }
  binary b = start;
  while (b.mantissa > 0 && compare_with_middle(&digits, (int)q, predecessor(b)) < 0) {
    b = predecessor(b);
  }
  for (;;) {
    if (b.exponent + EXPONENT_BIAS >= 0x7FF) return INFINITY;
    int order = compare_with_middle(&digits, (int)q, b);
    if (order < 0 || (order == 0 && !(b.mantissa & 1))) return pack(b);
    b = successor(b);
    if (order == 0) return pack(b);
  }
}

static const double small_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double value_of(const text *t, const decimal *n) {
  if (n->digits == 0) return 0;
  int64_t q = n->exponent;
  if (!n->truncated && n->digits <= 2 * HIDDEN_BIT && q >= -22 && q <= 22) {
    // Both operands are exact, so the one rounding is the right one.
    double d = (double)n->digits;
    return q < 0 ? d / small_powers[-q] : d * small_powers[q];
  }
  if (q < POWER_FIRST) return 0;  // below 10^19 * 10^-343
  if (q > 308) return INFINITY;
  double d, next;
  binary low, ignored;
  bool sure = scale(n->digits, (int)q, &d, &low);
  if (sure && n->truncated) sure = scale(n->digits + 1, (int)q, &next, &ignored) && next == d;
  return sure ? d : read_exactly(t, n, low);
}

// --- reading: literals ---

WO_INLINE bool is_digit(uint32_t unit) { return unit - '0' < 10; }

// Reads [digits][.digits][e[+-]digits] from *at on, sign excluded. False when no digit is there;
// *at then is unchanged, else behind the literal.
WO_INLINE bool scan_decimal(const text *t, uint32_t *at, decimal *n) {
  uint32_t i = *at, count = 0, kept = 0;
  int64_t after_point = 0, dropped = 0;
  bool point = false;
  *n = (decimal){0};
  for (; i < t->end; i++) {
    uint32_t unit = unit_at(t, i);
    if (unit == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(unit)) break;
    count++;
    if (point) after_point++;
    if (kept == 0 && unit == '0') continue;
    if (kept == 0) n->first = i;
    if (kept < 19) {
      n->digits = n->digits * 10 + (unit - '0');
      kept++;
    } else {
      dropped++;
      n->truncated |= unit != '0';
    }
    n->last = i + 1;
  }
  if (count == 0) return false;
  int64_t exponent = 0;
  if (i < t->end && (unit_at(t, i) | 32) == 'e') {
    uint32_t j = i + 1;
    bool negative = j < t->end && unit_at(t, j) == '-';
    if (j < t->end && (negative || unit_at(t, j) == '+')) j++;
    if (j < t->end && is_digit(unit_at(t, j))) {
      for (; j < t->end && is_digit(unit_at(t, j)); j++) {
        if (exponent < 10000000000) exponent = exponent * 10 + (unit_at(t, j) - '0');
      }
      if (negative) exponent = -exponent;
      i = j;
    }
  }
  n->exponent = exponent - after_point + dropped;
  *at = i;
  return true;
}

// WhiteSpace and LineTerminator of ECMAScript.
static bool is_space(uint32_t unit) {
  if (unit < 0x80) return unit == ' ' || unit - '\t' < 5;
  return unit == 0xA0 || unit == 0x1680 || unit - 0x2000 < 11 || unit == 0x2028 || unit == 0x2029 ||
         unit == 0x202F || unit == 0x205F || unit == 0x3000 || unit == 0xFEFF;
}

static uint32_t skip_spaces(const text *t, uint32_t at) {
  while (at < t->end && is_space(unit_at(t, at))) at++;
  return at;
}

static bool has_word(const text *t, uint32_t at, const char *word) {
  uint32_t length = (uint32_t)strlen(word);
  if (t->end - at < length) return false;
  for (uint32_t i = 0; i < length; i++) {
    if (unit_at(t, at + i) != (uint8_t)word[i]) return false;
  }
  return true;
}

// [+-](decimal | Infinity) from *at on; NaN when there is none.
WO_INLINE double scan_signed(const text *t, uint32_t *at) {
  uint32_t i = *at;
  bool negative = i < t->end && unit_at(t, i) == '-';
  if (i < t->end && (negative || unit_at(t, i) == '+')) i++;
  double d;
  decimal n;
  if (scan_decimal(t, &i, &n)) {
    d = value_of(t, &n);
  } else if (has_word(t, i, "Infinity")) {
    d = INFINITY;
    i += 8;
  } else {
    return NAN;
  }
  *at = i;
  return negative ? -d : d;
}

static uint32_t digit_value(uint32_t unit) {
  if (is_digit(unit)) return unit - '0';
  uint32_t lower = unit | 32;
  return unit < 0x80 && lower - 'a' < 26 ? lower - 'a' + 10 : 99;
}

// Digits of a radix that is a power of two, correctly rounded: all bits are known, so it is enough
// to keep 64 of them and whether any below was set.
static double read_bits(const text *t, uint32_t *at, uint32_t bits_per_digit) {
  uint64_t kept = 0;
  int64_t shift = 0;
  bool sticky = false;
  uint32_t i = *at;
  for (; i < t->end; i++) {
    uint32_t digit = digit_value(unit_at(t, i));
    if (digit >> bits_per_digit) break;
    if (kept >> (64 - bits_per_digit) == 0) {
      kept = kept << bits_per_digit | digit;
    } else {
      // At least 60 bits are in: what follows is far below the rounding bit.
      shift += bits_per_digit;
      sticky |= digit != 0;
    }
  }
  *at = i;
  if (shift > 2000) return kept ? INFINITY : 0;
  // 60 bits or more round once to 53 when converted; the sticky bit breaks a false tie.
  return ldexp((double)(kept | sticky), (int)shift);
}

// Other radices as V8 reads them: parts of 32 bits, which rounds along the way for long texts.
static double read_radix(const text *t, uint32_t *at, uint32_t radix) {
  double value = 0;
  bool more = true;
  uint32_t i = *at;
  while (i < t->end && unit_at(t, i) == '0') i++;
  while (more) {
    uint32_t part = 0, multiplier = 1;
    for (;;) {
      uint32_t digit = i < t->end ? digit_value(unit_at(t, i)) : 99;
      if (digit >= radix) {
        more = false;
        break;
      }
      if (multiplier * radix > 0xFFFFFFFFu / 36) break;
      part = part * radix + digit;
      multiplier *= radix;
      i++;
    }
    value = value * multiplier + part;
  }
  *at = i;
  return value;
}

static text text_of(const wo_string *s) { return (text){s->data, wo_string_is_wide(s), s->length}; }

// The whole text but for spaces around it. 0x, 0o and 0b literals take no sign.
WO_INLINE double number_from(const text *t) {
  uint32_t at = skip_spaces(t, 0), end = t->end;
  while (end > at && is_space(unit_at(t, end - 1))) end--;
  text inner = {t->bytes, t->wide, end};
  if (at == end) return 0;
  if (end - at > 2 && unit_at(&inner, at) == '0') {
    uint32_t kind = unit_at(&inner, at + 1) | 32;
    uint32_t bits = kind == 'x' ? 4 : kind == 'o' ? 3 : kind == 'b' ? 1 : 0;
    if (bits) {
      at += 2;
      double d = read_bits(&inner, &at, bits);
      return at == end ? d : NAN;
    }
  }
  double d = scan_signed(&inner, &at);
  return at == end ? d : NAN;
}

double wo_number_from_text(const wo_string *s) {
  if (wo_string_is_wide(s)) {
    text t = {s->data, true, s->length};
    return number_from(&t);
  }
  text t = {s->data, false, s->length};
  return number_from(&t);
}

double wo_number_from_range(const wo_string *s, uint32_t start, uint32_t end) {
  WO_ASSERT(start <= end && end <= s->length);
  text t = text_of(s);
  t.end = end;
  double d = scan_signed(&t, &start);
  return start == end ? d : NAN;
}

double wo_parse_float(const wo_string *s) {
  text t = text_of(s);
  uint32_t at = skip_spaces(&t, 0);
  return scan_signed(&t, &at);
}

double wo_parse_int(const wo_string *s, int radix) {
  text t = text_of(s);
  uint32_t at = skip_spaces(&t, 0);
  bool negative = at < t.end && unit_at(&t, at) == '-';
  if (at < t.end && (negative || unit_at(&t, at) == '+')) at++;
  if (radix != 0 && (radix < 2 || radix > 36)) return NAN;
  if ((radix == 0 || radix == 16) && t.end - at >= 2 && unit_at(&t, at) == '0' &&
      (unit_at(&t, at + 1) | 32) == 'x') {
    at += 2;
    radix = 16;
  }
  if (radix == 0) radix = 10;
  uint32_t start = at;
  double d;
  if (radix == 10) {
    while (at < t.end && is_digit(unit_at(&t, at))) at++;
    t.end = at;
    uint32_t from = start;
    decimal n;
    d = scan_decimal(&t, &from, &n) ? value_of(&t, &n) : 0;
  } else if ((radix & (radix - 1)) == 0) {
    d = read_bits(&t, &at, (uint32_t)__builtin_ctz((uint32_t)radix));
  } else {
    d = read_radix(&t, &at, (uint32_t)radix);
  }
  if (at == start) return NAN;
  return negative ? -d : d;
}
