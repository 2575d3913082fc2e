// Numbers as text and back, and the elementary functions. The long comparisons are by hash: the
// wanted values were computed by Node 20 over the same inputs, made by the same generator.
#include <math.h>

#include "../src/elementary.h"
#include "../src/string.h"
#include "test.h"

static double from_bits(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t to_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return d == d ? bits : 0x7FF8000000000000ull;
}

// A flat string of ASCII `text`, in the wide form when asked: not canonical, but readers cope.
static wo_string *make_string(const char *text, bool wide) {
  uint32_t length = (uint32_t)strlen(text);
  wo_string *s = calloc(1, sizeof *s + 2 * length + 2);
  s->length = length;
  if (wide) s->cell.flags = WO_STRING_WIDE;
  for (uint32_t i = 0; i < length; i++) {
    if (wide) ((uint16_t *)s->data)[i] = (uint8_t)text[i];
    else s->data[i] = (uint8_t)text[i];
  }
  return s;
}

typedef enum reader { NUMBER, PARSE_FLOAT, PARSE_INT } reader;

static double read_text(reader how, const char *text, int radix, bool wide) {
  wo_string *s = make_string(text, wide);
  double d = how == NUMBER      ? wo_number_from_text(s)
           : how == PARSE_FLOAT ? wo_parse_float(s)
                                : wo_parse_int(s, radix);
  free(s);
  return d;
}

static void check_read(reader how, const char *text, int radix, double wanted) {
  for (int wide = 0; wide < 2; wide++) {
    double got = read_text(how, text, radix, wide);
    if (to_bits(got) == to_bits(wanted)) continue;
    test_failures++;
    printf("  \"%.60s\" (radix %d, wide %d) reads as %.17g, not %.17g\n", text, radix, wide, got,
           wanted);
  }
}

static void check_text(const char *got, uint32_t length, const char *wanted) {
  if (length == strlen(wanted) && memcmp(got, wanted, length) == 0) return;
  test_failures++;
  printf("  got %.*s, not %s\n", (int)length, got, wanted);
}

TEST("numbers print as JavaScript prints them") {
  static const struct {
    double d;
    const char *text;
  } cases[] = {
      {0, "0"},
      {-0.0, "0"},
      {1, "1"},
      {-1, "-1"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {100, "100"},
      {1e21, "1e+21"},
      {123456789012345680000.0, "123456789012345680000"},
      {1e-6, "0.000001"},
      {1e-7, "1e-7"},
      {1.5e-7, "1.5e-7"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {9007199254740991.0, "9007199254740991"},
      {9007199254740992.0, "9007199254740992"},
      {9007199254740994.0, "9007199254740994"},
      {4294967296.0, "4294967296"},
      {-2147483648.0, "-2147483648"},
      {1.0 / 3, "0.3333333333333333"},
      {2e-323, "2e-323"},
      {1e23, "1e+23"},
      {9.5367431640625e-7, "9.5367431640625e-7"},
      {NAN, "NaN"},
      {INFINITY, "Infinity"},
      {-INFINITY, "-Infinity"},
      {999999999999999900000.0, "999999999999999900000"},
  };
  char text[WO_NUMBER_TEXT_MAX];
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    check_text(text, wo_number_to_text(cases[i].d, text), cases[i].text);
  }
}

TEST("fixed, exponential and precision forms round halves of the exact value up") {
  static const struct {
    char form;
    double d;
    int digits;
    const char *text;
  } cases[] = {
      {'f', 0, 2, "0.00"},
      {'f', -0.0, 2, "0.00"},
      {'f', -1e-9, 2, "-0.00"},
      {'f', 0.5, 0, "1"},
      {'f', 1.5, 0, "2"},
      {'f', 2.5, 0, "3"},
      {'f', -2.5, 0, "-3"},
      {'f', 1.005, 2, "1.00"},
      {'f', 8.345, 2, "8.35"},
      {'f', 9.995, 2, "9.99"},
      {'f', 99.995, 2, "100.00"},
      {'f', 0.05, 1, "0.1"},
      {'f', 1e21, 2, "1e+21"},
      {'f', 123456789012345680000.0, 1, "123456789012345683968.0"},
      {'f', 1e-10, 12, "0.000000000100"},
      {'f', NAN, 3, "NaN"},
      {'f', -INFINITY, 3, "-Infinity"},
      {'e', 0, -1, "0e+0"},
      {'e', 0, 2, "0.00e+0"},
      {'e', 123456, -1, "1.23456e+5"},
      {'e', 123456, 2, "1.23e+5"},
      {'e', 0.00015, 0, "1e-4"},
      {'e', 9.99, 1, "1.0e+1"},
      {'e', -1.5, 0, "-2e+0"},
      {'p', 0, 3, "0.00"},
      {'p', 123.456, 4, "123.5"},
      {'p', 0.000001, 2, "0.0000010"},
      {'p', 1e-7, 2, "1.0e-7"},
      {'p', 123456, 2, "1.2e+5"},
      {'p', 1e21, 30, "1000000000000000000000.00000000"},
      {'p', 99.99, 3, "100"},
      {'p', 999.9, 3, "1.00e+3"},
  };
  char text[400];
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    uint32_t length = cases[i].form == 'f'
                        ? wo_number_to_fixed(cases[i].d, cases[i].digits, text, sizeof text)
                    : cases[i].form == 'e'
                        ? wo_number_to_exponential(cases[i].d, cases[i].digits, text, sizeof text)
                        : wo_number_to_precision(cases[i].d, cases[i].digits, text, sizeof text);
    check_text(text, length, cases[i].text);
  }
}

TEST("literals of every form are read, in both string widths, and nothing else") {
  static const struct {
    const char *text;
    double d;
  } cases[] = {
      {"", 0},
      {" ", 0},
      {" \t\n\v\f\r12 \n", 12},
      {"0x1F", 31},
      {"0XfF", 255},
      {"0b101", 5},
      {"0o17", 15},
      {"-0x1", NAN},
      {"0x", NAN},
      {"0b2", NAN},
      {"1_000", NAN},
      {"Infinity", INFINITY},
      {"-Infinity", -INFINITY},
      {"+Infinity", INFINITY},
      {"infinity", NAN},
      {"Infinityx", NAN},
      {"1e", NAN},
      {"1e+", NAN},
      {"1E5", 1e5},
      {".5", 0.5},
      {"5.", 5},
      {".", NAN},
      {"+.5", 0.5},
      {"-.5e1", -5},
      {"+-1", NAN},
      {"1 2", NAN},
      {"e5", NAN},
      {"-0", -0.0},
      {"-", NAN},
      {"00012", 12},
      {"0e99999999999", 0},
      {"1e99999999999", INFINITY},
      {"1e-99999999999", 0},
      {"12px", NAN},
      {"1n", NAN},
      {"NaN", NAN},
      {"0x20000000000001", 9007199254740992.0},
      {"0x20000000000003", 9007199254740996.0},
      {"0b100000000000000000000000000000000000000000000000000001", 9007199254740992.0},
  };
  for (size_t i = 0; i < WO_COUNT(cases); i++) check_read(NUMBER, cases[i].text, 0, cases[i].d);
}

TEST("values halfway between doubles, and at the ends of their range, round to even") {
  static const struct {
    const char *text;
    double d;
  } cases[] = {
      {"9007199254740993", 9007199254740992.0},
      {"9007199254740993.00000000000000000000001", 9007199254740994.0},
      {"9007199254740995", 9007199254740996.0},
      {"2.4703282292062327208e-324", 0},
      {"2.4703282292062328e-324", 5e-324},
      {"4.9406564584124654e-324", 5e-324},
      {"2.4703282292062327208299999e-324", 0},
      {"1.7976931348623158e308", 1.7976931348623157e308},
      {"1.7976931348623159e308", INFINITY},
      {"1.797693134862315807e308", 1.7976931348623157e308},
      {"2.2250738585072011e-308", 2.225073858507201e-308},
      {"2.2250738585072012e-308", 2.2250738585072014e-308},
      {"6.9294956446009195e15", 6929495644600919.5},
      {"3.9130700000000001e-258", 3.91307e-258},
      {"0.500000000000000166533453693773481063544750213623046875", 0.5000000000000002},
      {"3.5844466002796428e+298", 3.5844466002796428e+298},
      {"100000000000000016777215", 1.0000000000000001e23},
      {"100000000000000016777216", 1.0000000000000003e23},
  };
  for (size_t i = 0; i < WO_COUNT(cases); i++) check_read(NUMBER, cases[i].text, 0, cases[i].d);
  // 2^-1075, the middle between 0 and the least double, and a digit more.
  char text[1200];
  wo_string *s;
  strcpy(text, "0.");
  memset(text + 2, '0', 323);
  strcpy(text + 325,
         "24703282292062327208299999999999999999999999999999999999999999999999999999999999999999999"
         "999");
  check_read(NUMBER, text, 0, 0);
  s = make_string(text, false);
  CHECK(to_bits(wo_number_from_range(s, 0, s->length)) == 0);
  free(s);
}

TEST("parseFloat and parseInt read the longest prefix") {
  check_read(PARSE_FLOAT, "  3.25abc", 0, 3.25);
  check_read(PARSE_FLOAT, "1e5e5", 0, 1e5);
  check_read(PARSE_FLOAT, "1e+", 0, 1);
  check_read(PARSE_FLOAT, "-.5.5", 0, -0.5);
  check_read(PARSE_FLOAT, "-Infinityx", 0, -INFINITY);
  check_read(PARSE_FLOAT, "0x10", 0, 0);
  check_read(PARSE_FLOAT, "x", 0, NAN);
  check_read(PARSE_INT, "12.9", 0, 12);
  check_read(PARSE_INT, "-0", 0, -0.0);
  check_read(PARSE_INT, "0x1g", 0, 1);
  check_read(PARSE_INT, "0x", 0, NAN);
  check_read(PARSE_INT, "  -0xFF", 16, -255);
  check_read(PARSE_INT, "0b11", 0, 0);
  check_read(PARSE_INT, "zz", 36, 1295);
  check_read(PARSE_INT, "102", 2, 2);
  check_read(PARSE_INT, "9007199254740993", 10, 9007199254740992.0);
  check_read(PARSE_INT, "12", 1, NAN);
  check_read(PARSE_INT, "12", 37, NAN);
  check_read(PARSE_INT, "900719925474099267n", 0, 900719925474099300.0);
}

// --- against Node, by hash ---

static uint64_t hash_text(uint64_t hash, const char *text, uint32_t length) {
  for (uint32_t i = 0; i <= length; i++) {
    hash = (hash ^ (i < length ? (uint8_t)text[i] : '\n')) * 0x100000001b3ull;
  }
  return hash;
}

// Any bit pattern, or numbers of everyday size.
static double any_number(uint64_t *state) { return from_bits(test_random(state)); }
static double small_number(uint64_t *state) {
  uint64_t r = test_random(state);
  return ((double)(r >> 11) * 0x1p-53 - 0.5) * ldexp(1, (int)(r % 90) - 10);
}

typedef uint32_t (*printer)(double d, char *out);
static uint32_t print_plain(double d, char *out) { return wo_number_to_text(d, out); }
static uint32_t print_fixed_7(double d, char *out) { return wo_number_to_fixed(d, 7, out, 1200); }
static uint32_t print_fixed_3(double d, char *out) { return wo_number_to_fixed(d, 3, out, 1200); }
static uint32_t print_exp_12(double d, char *out) {
  return wo_number_to_exponential(d, 12, out, 1200);
}
static uint32_t print_exp(double d, char *out) {
  return wo_number_to_exponential(d, -1, out, 1200);
}
static uint32_t print_prec_21(double d, char *out) {
  return wo_number_to_precision(d, 21, out, 1200);
}
static uint32_t print_prec_4(double d, char *out) {
  return wo_number_to_precision(d, 4, out, 1200);
}
static uint32_t print_radix_2(double d, char *out) { return wo_number_to_radix(d, 2, out, 1200); }
static uint32_t print_radix_7(double d, char *out) { return wo_number_to_radix(d, 7, out, 1200); }
static uint32_t print_radix_36(double d, char *out) { return wo_number_to_radix(d, 36, out, 1200); }

TEST("texts of random numbers are Node's") {
  static const struct {
    const char *what;
    printer print;
    double (*make)(uint64_t *);
    int count;
    uint64_t wanted;
  } cases[] = {
      {"plain, any", print_plain, any_number, 100000, 0x937a9380e528a78c},
      {"plain, small", print_plain, small_number, 100000, 0x7d10323bd9f16607},
      {"toFixed(7)", print_fixed_7, any_number, 20000, 0x63c5182fd56efe12},
      {"toFixed(3)", print_fixed_3, small_number, 50000, 0x9c4d8724685ce9cd},
      {"toExponential(12)", print_exp_12, any_number, 20000, 0xd27b42a1c049db1e},
      {"toExponential()", print_exp, any_number, 20000, 0xec451d10b5f72120},
      {"toPrecision(21)", print_prec_21, any_number, 20000, 0x8ebbe2e011033512},
      {"toPrecision(4)", print_prec_4, small_number, 50000, 0xfa49190cda45ea04},
      {"toString(2)", print_radix_2, any_number, 5000, 0x389b0f8a348f31f8},
      {"toString(7)", print_radix_7, any_number, 5000, 0x545bd4112fc712c2},
      {"toString(36)", print_radix_36, small_number, 20000, 0x8dce314ff2442dde},
  };
  char text[1300];
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    uint64_t state = 42, hash = 0xcbf29ce484222325ull;
    for (int n = 0; n < cases[i].count; n++) {
      uint32_t length = cases[i].print(cases[i].make(&state), text);
      hash = hash_text(hash, text, length);
    }
    if (hash == cases[i].wanted) continue;
    test_failures++;
    printf("  %s differs\n", cases[i].what);
  }
}

TEST("a million random doubles read back from their text to the same bits") {
  uint64_t state = test_seed(20240229);
  wo_string *s = make_string("                                        ", false);
  for (int i = 0; i < 1000000; i++) {
    double d = from_bits(test_random(&state));
    if (d != d) continue;
    s->length = wo_number_to_text(d, (char *)s->data);
    double back = wo_number_from_text(s);
    if (to_bits(back) == to_bits(d)) continue;
    test_failures++;
    printf("  %.*s\n", (int)s->length, (char *)s->data);
    if (test_failures > 10) break;
  }
  free(s);
}

TEST("a hundred digits of a double read back as it") {
  uint64_t state = test_seed(7);
  char text[1300];
  wo_string *s = calloc(1, sizeof *s + sizeof text);
  for (int i = 0; i < 2000; i++) {
    double d = fabs(from_bits(test_random(&state)));
    if (!isfinite(d)) continue;
    uint32_t length = wo_number_to_precision(d, 100, text, sizeof text);
    memcpy(s->data, text, length);
    s->length = length;
    CHECK(to_bits(wo_number_from_text(s)) == to_bits(d));
  }
  free(s);
}

TEST("elementary functions answer V8's bits") {
  static const struct {
    const char *what;
    double (*function)(double);
    uint64_t wanted;
  } cases[] = {
      {"sin", wo_math_sin, 0x65b8623351d45640},      {"cos", wo_math_cos, 0xc6fbd8ddef6076ba},
      {"tan", wo_math_tan, 0x69febe9323b955fd},      {"asin", wo_math_asin, 0x1beeea2e53ed6523},
      {"acos", wo_math_acos, 0xdfbdb7c008119cd3},    {"atan", wo_math_atan, 0x894b94a3d4b276fd},
      {"exp", wo_math_exp, 0xf129fda665c145c3},      {"expm1", wo_math_expm1, 0x56da1c618599a2ca},
      {"log", wo_math_log, 0x49199ada04cde944},      {"log1p", wo_math_log1p, 0x4fab36fac59dd23b},
      {"log2", wo_math_log2, 0x851f49e7a4b2c389},    {"log10", wo_math_log10, 0xe12d6e3670d88780},
      {"cbrt", wo_math_cbrt, 0x749e82ae696d0efd},    {"sinh", wo_math_sinh, 0x8a43a3c7105e378f},
      {"cosh", wo_math_cosh, 0x27c9e122d812e11d},    {"tanh", wo_math_tanh, 0x8531db1cc5ea58b3},
      {"asinh", wo_math_asinh, 0xb86de16a4b7f683a},  {"acosh", wo_math_acosh, 0x0c27b4aaca311f41},
      {"atanh", wo_math_atanh, 0x7442998c775096e6},  {"huge sin", wo_math_sin, 0x29430485ef51eaff},
      {"huge cos", wo_math_cos, 0x1d1907c890fdd9d9}, {"huge tan", wo_math_tan, 0x57b79efe5f7d7656},
  };
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    bool huge = strncmp(cases[i].what, "huge", 4) == 0;
    uint64_t state = 42, hash = 0xcbf29ce484222325ull;
    for (int n = 0; n < 20000; n++) {
      uint64_t r = test_random(&state);
      double fraction = (double)(r >> 11) * 0x1p-53;
      double x = huge ? (fraction + 0.5) * ldexp(1, (int)(r % 1000) + 20)
                      : (fraction - 0.5) * ldexp(1, (int)(r & 63) - 24);
      hash = (hash ^ to_bits(cases[i].function(x))) * 0x100000001b3ull;
    }
    if (hash == cases[i].wanted) continue;
    test_failures++;
    printf("  %s differs\n", cases[i].what);
  }
}

TEST("atan2 and pow answer V8's bits") {
  uint64_t atan2_hash = 0xcbf29ce484222325ull, pow_hash = atan2_hash, state = 42;
  for (int n = 0; n < 20000; n++) {
    double x[2];
    for (int i = 0; i < 2; i++) {
      uint64_t r = test_random(&state);
      x[i] = ((double)(r >> 11) * 0x1p-53 - 0.5) * ldexp(1, (int)(r & 63) - 24);
    }
    atan2_hash = (atan2_hash ^ to_bits(wo_math_atan2(x[0], x[1]))) * 0x100000001b3ull;
    pow_hash = (pow_hash ^ to_bits(wo_math_pow(fabs(x[0]), x[1]))) * 0x100000001b3ull;
  }
  CHECK(atan2_hash == 0x73d5142b483ce64cull);
  CHECK(pow_hash == 0x4bb94d9c1e900fbaull);
}

TEST("pow keeps JavaScript's special cases") {
  CHECK(isnan(wo_math_pow(1, INFINITY)) && isnan(wo_math_pow(-1, -INFINITY)) &&
        isnan(wo_math_pow(1, NAN)));
  CHECK(wo_math_pow(NAN, 0) == 1 && wo_math_pow(NAN, -0.0) == 1);
  CHECK(wo_math_pow(-8, 3) == -512 && isnan(wo_math_pow(-8, 1.0 / 3)));
  CHECK(to_bits(wo_math_pow(-0.0, 3)) == to_bits(-0.0) && to_bits(wo_math_pow(-0.0, 2)) == 0);
  CHECK(wo_math_pow(-0.0, -3) == -INFINITY && wo_math_pow(0, -3) == INFINITY);
  CHECK(wo_math_pow(-INFINITY, 3) == -INFINITY &&
        to_bits(wo_math_pow(-INFINITY, -3)) == to_bits(-0.0));
  CHECK(wo_math_pow(2, 1023) == 0x1p1023 && wo_math_pow(2, 1024) == INFINITY &&
        wo_math_pow(2, -1074) == 0x1p-1074);
}
