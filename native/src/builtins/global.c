// Global functions: number parsing and tests, URI coding. structuredClone is in the prelude.
#include <math.h>
#include <string.h>

#include "../builtin.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// A text argument, converted before; "undefined" when it was not passed.
static wo_string *text_arg(wo_fiber *fiber, const wo_value *args, uint32_t argc) {
  wo_heap *heap = heap_of(fiber);
  return wo_string_flat(heap, argc ? args[0] : wo_string_from_ascii(heap, "undefined"));
}

wo_status wo_b_parse_int(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  int32_t radix = 0;
  if (argc && wo_is_int(args[0]) && argc == 1) {
    *result = args[0];
    return WO_DONE;
  }
  wo_status status = wo_convert(fiber, args, argc, "Sn");
  if (status != WO_DONE) return status;
  if (argc > 1 && !wo_is_undefined(args[1])) radix = wo_to_int32(wo_number(args[1]));
  wo_string *text = text_arg(fiber, args, argc);
  wo_charge(shard, text->length >> 6);
  bool bad = radix != 0 && (radix < 2 || radix > 36);
  *result = bad ? WO_NAN_BITS : wo_from_number(wo_parse_int(text, radix));
  return WO_DONE;
}

wo_status wo_b_parse_float(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  wo_status status = wo_convert(fiber, args, argc, "S");
  if (status != WO_DONE) return status;
  wo_string *text = text_arg(fiber, args, argc);
  wo_charge(shard, text->length >> 6);
  *result = wo_from_number(wo_parse_float(text));
  return WO_DONE;
}

wo_status wo_b_is_nan(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "N");
  if (status != WO_DONE) return status;
  *result = wo_from_bool(argc == 0 || isnan(wo_number(args[0])));
  return WO_DONE;
}

wo_status wo_b_is_finite(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "N");
  if (status != WO_DONE) return status;
  *result = wo_from_bool(argc != 0 && isfinite(wo_number(args[0])));
  return WO_DONE;
}

// --- URI coding ---

// What encodeURIComponent leaves alone, and what encodeURI does besides.
static const char unescaped[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
static const char reserved[] = ";/?:@&=+$,#";

static bool is_one_of(const char *set, uint32_t unit) {
  return unit != 0 && unit < 0x80 && strchr(set, (int)unit) != NULL;
}

static void builder_escape(wo_builder *out, uint32_t byte) {
  static const char digits[] = "0123456789ABCDEF";
  wo_builder_unit(out, '%');
  wo_builder_unit(out, (uint32_t)digits[byte >> 4]);
  wo_builder_unit(out, (uint32_t)digits[byte & 15]);
}

static void builder_escape_point(wo_builder *out, uint32_t point) {
  if (point < 0x80) {
    builder_escape(out, point);
    return;
  }
  if (point < 0x800) {
    builder_escape(out, 0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      builder_escape(out, 0xE0 | point >> 12);
    } else {
      builder_escape(out, 0xF0 | point >> 18);
      builder_escape(out, 0x80 | (point >> 12 & 0x3F));
    }
    builder_escape(out, 0x80 | (point >> 6 & 0x3F));
  }
  builder_escape(out, 0x80 | (point & 0x3F));
}

static wo_status malformed(wo_fiber *fiber, wo_builder *out) {
  wo_builder_free(out);
  return wo_throw(fiber, WO_B_URIError, "URI malformed");
}

static wo_status finish(wo_fiber *fiber, wo_builder *out, wo_value *result) {
  *result = wo_builder_finish(heap_of(fiber), out);
  wo_builder_free(out);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

static wo_status encode(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        const char *also, wo_value *result) {
  wo_status status = wo_convert(fiber, args, argc, "S");
  if (status != WO_DONE) return status;
  wo_string *s = text_arg(fiber, args, argc);
  status = wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)s->length * 9);
  if (status != WO_DONE) return status;
  wo_charge(shard, s->length >> 4);
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t point = wo_string_unit(s, i);
    if (is_one_of(unescaped, point) || is_one_of(also, point)) {
      wo_builder_unit(&out, point);
      continue;
    }
    if ((point & 0xF800) == 0xD800) {
      uint32_t low = i + 1 < s->length ? wo_string_unit(s, i + 1) : 0;
      if (point >= 0xDC00 || (low & 0xFC00) != 0xDC00) return malformed(fiber, &out);
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      i++;
    }
    builder_escape_point(&out, point);
  }
  return finish(fiber, &out, result);
}

wo_status wo_b_encode_uri_component(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  return encode(shard, fiber, args, argc, "", result);
}

wo_status wo_b_encode_uri(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  return encode(shard, fiber, args, argc, reserved, result);
}

static int hex_digit(uint32_t unit) {
  if (unit >= '0' && unit <= '9') return (int)unit - '0';
  if (unit >= 'a' && unit <= 'f') return (int)unit - 'a' + 10;
  if (unit >= 'A' && unit <= 'F') return (int)unit - 'A' + 10;
  return -1;
}

// The byte of the escape at `i`; -1 when there is none.
static int escaped_byte(const wo_string *s, uint32_t i) {
  if (i + 3 > s->length || wo_string_unit(s, i) != '%') return -1;
  int high = hex_digit(wo_string_unit(s, i + 1)), low = hex_digit(wo_string_unit(s, i + 2));
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

// The code point escaped at `i`, *i moved behind it; -1 when it is malformed UTF-8.
static int32_t escaped_point(const wo_string *s, uint32_t *i) {
  int first = escaped_byte(s, *i);
  *i += 3;
  if (first < 0x80) return first;
  int more = (first & 0xE0) == 0xC0 ? 1
           : (first & 0xF0) == 0xE0 ? 2
           : (first & 0xF8) == 0xF0 ? 3
                                    : 0;
  static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (!more) return -1;
  int32_t point = first & (0x3F >> more);
  for (int n = 0; n < more; n++, *i += 3) {
    int byte = escaped_byte(s, *i);
    if (byte < 0 || (byte & 0xC0) != 0x80) return -1;
    point = point << 6 | (byte & 0x3F);
  }
  bool bad = point < least[more] || point > 0x10FFFF || (point & 0x1FF800) == 0xD800;
  return bad ? -1 : point;
}

static wo_status decode(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        const char *keep, wo_value *result) {
  wo_status status = wo_convert(fiber, args, argc, "S");
  if (status != WO_DONE) return status;
  wo_string *s = text_arg(fiber, args, argc);
  status = wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)s->length * 2);
  if (status != WO_DONE) return status;
  wo_charge(shard, s->length >> 4);
  wo_builder out;
  wo_builder_init(&out);
  for (uint32_t i = 0; i < s->length;) {
    uint32_t unit = wo_string_unit(s, i), from = i;
    if (unit != '%') {
      wo_builder_unit(&out, unit);
      i++;
      continue;
    }
    int32_t point = escaped_point(s, &i);
    if (point < 0) return malformed(fiber, &out);
    if (is_one_of(keep, (uint32_t)point)) {
      wo_builder_range(&out, s, from, i);
    } else if (point > 0xFFFF) {
      wo_builder_unit(&out, 0xD800 + (((uint32_t)point - 0x10000) >> 10));
      wo_builder_unit(&out, 0xDC00 + (((uint32_t)point - 0x10000) & 0x3FF));
    } else {
      wo_builder_unit(&out, (uint32_t)point);
    }
  }
  return finish(fiber, &out, result);
}

wo_status wo_b_decode_uri_component(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                    wo_value *result) {
  return decode(shard, fiber, args, argc, "", result);
}

wo_status wo_b_decode_uri(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  return decode(shard, fiber, args, argc, reserved, result);
}
