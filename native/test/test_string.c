#include "small_runtime.h"
#include "test.h"

TEST("UTF-8 comes in as TextDecoder reads it, and goes out again") {
  small_runtime *s = small_new();
  static const struct {
    const char *in, *out;
    uint32_t length;
  } cases[] = {
      {"", "", 0},
      {"a", "a", 1},
      {"\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9", 3},
      {"\xE2\x82\xAC", "\xE2\x82\xAC", 1},
      {"\xF0\x9F\x98\x80!", "\xF0\x9F\x98\x80!", 3},
      {"\xFF", "\xEF\xBF\xBD", 1},
      {"\xC0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD", 2},
      {"\xE2\x82", "\xEF\xBF\xBD", 1},
      {"\xE2\x82x", "\xEF\xBF\xBDx", 2},
      {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 3},
      {"\xF0\x80\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 4},
      {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 4},
      {"\xF0\x9F\x98", "\xEF\xBF\xBD", 1},
  };
  for (size_t i = 0; i < WO_COUNT(cases); i++) {
    wo_value v = wo_string_from_utf8(s->heap, cases[i].in, strlen(cases[i].in));
    const wo_string *flat = wo_string_flat(s->heap, v);
    CHECK_EQ(flat->length, cases[i].length);
    char out[64] = {0};
    CHECK_EQ(wo_string_utf8_length(flat), strlen(cases[i].out));
    wo_string_to_utf8(flat, out);
    CHECK(strcmp(out, cases[i].out) == 0);
  }
  small_free(s);
}

TEST("a lone surrogate is kept as a unit and written as U+FFFD") {
  small_runtime *s = small_new();
  const uint16_t units[] = {'a', 0xD800, 'b', 0xDC00};
  const wo_string *flat = wo_string_flat(s->heap, wo_string_from_units(s->heap, units, 4));
  CHECK_EQ(wo_string_unit(flat, 1), 0xD800);
  char out[16] = {0};
  CHECK_EQ(wo_string_utf8_length(flat), 8);
  wo_string_to_utf8(flat, out);
  CHECK(strcmp(out,
               "a\xEF\xBF\xBD"
               "b\xEF\xBF\xBD") == 0);
  small_free(s);
}

TEST("a string without a unit above 0xFF is never wide") {
  small_runtime *s = small_new();
  wo_value wide = small_text(s, "caf\xC3\xA9 \xE2\x82\xAC 100");
  CHECK(wo_string_is_wide(wo_pointer(wide)));
  CHECK(!wo_string_is_wide(wo_pointer(wo_string_slice(s->heap, wide, 0, 5))));
  CHECK(wo_string_is_wide(wo_pointer(wo_string_slice(s->heap, wide, 4, 7))));
  CHECK(!wo_string_is_wide(wo_pointer(wo_string_slice(s->heap, wide, 7, 10))));
  const uint16_t units[] = {'x', 'y'};
  wo_value narrow = wo_string_from_units(s->heap, units, 2);
  CHECK(wo_string_equals(s->heap, narrow, small_text(s, "xy")));
  small_free(s);
}

TEST("strings of one Latin-1 unit are shared by the runtime") {
  small_runtime *s = small_new();
  CHECK(wo_string_from_unit(s->heap, 'x') == small_text(s, "x"));
  CHECK(wo_string_slice(s->heap, small_text(s, "hexagon"), 2, 3) ==
        wo_string_from_unit(s->heap, 'x'));
  CHECK(wo_is_interned(wo_string_from_unit(s->heap, 0xE9)));
  CHECK(wo_string_from_unit(s->heap, 'x') == wo_intern_ascii(s->rt, "x"));
  small_free(s);
}

// A long string of numbered words built three ways.
static wo_value build(small_runtime *s, int count, int way) {
  wo_value v = small_text(s, "");
  for (int i = 0; i < count; i++) {
    int n = way == 1 ? count - 1 - i : i;
    wo_value word = wo_string_format(s->heap, "%d,", n);
    v = way == 1 ? wo_string_concat(s->heap, word, v) : wo_string_concat(s->heap, v, word);
  }
  return v;
}

TEST("appending and prepending in a loop makes ropes that become flat without recursion") {
  small_runtime *s = small_new();
  wo_value appended = build(s, 200000, 0), prepended = build(s, 200000, 1);
  CHECK(wo_cell_of(appended)->kind == WO_KIND_ROPE);
  CHECK_EQ(wo_string_length(appended), 1288890);
  CHECK(wo_string_equals(s->heap, appended, prepended));
  CHECK(((wo_rope *)wo_pointer(appended))->right == WO_UNDEFINED);
  CHECK(wo_string_index_of(s->heap, appended, small_text(s, "199999,"), 0) ==
        (int64_t)wo_string_length(appended) - 7);
  small_free(s);
}

TEST("a run of appends goes on in one buffer, and only from its newest end") {
  small_runtime *s = small_new();
  wo_value v = build(s, 1000, 0);
  const wo_rope *rope = wo_pointer(v);
  CHECK(rope->right == WO_NULL);
  const wo_buffer *buffer = wo_pointer(rope->left);
  CHECK_EQ(buffer->used, rope->length);
  wo_value a = wo_string_concat(s->heap, v, small_text(s, "a"));
  wo_value b = wo_string_concat(s->heap, v, small_text(s, "b"));
  CHECK(wo_pointer(((wo_rope *)wo_pointer(a))->left) == buffer);
  CHECK(((wo_rope *)wo_pointer(b))->left == v);
  wo_value n = wo_string_concat_int(s->heap, a, -77, false);
  CHECK(wo_pointer(((wo_rope *)wo_pointer(n))->left) == buffer);
  uint32_t length = wo_string_length(v);
  CHECK(small_is(s, wo_string_slice(s->heap, a, length - 4, length + 1), "999,a"));
  CHECK(small_is(s, wo_string_slice(s->heap, b, length - 4, length + 1), "999,b"));
  CHECK(small_is(s, wo_string_slice(s->heap, n, length, length + 4), "a-77"));
  CHECK(small_is(s, wo_string_slice(s->heap, v, length - 4, length), "999,"));
  wo_value wide = wo_string_concat(s->heap, n, small_text(s, "\xE2\x82\xAC"));
  CHECK_EQ(wo_string_unit(wo_string_flat(s->heap, wide), length + 4), 0x20AC);
  CHECK_EQ(wo_string_unit(wo_string_flat(s->heap, wide), length), 'a');
  s->regs[0] = build(s, 1000, 0);
  s->regs[1] = wo_string_concat(s->heap, s->regs[0], small_text(s, "x"));
  wo_collect(s->isolate);
  s->regs[1] = wo_string_concat(s->heap, s->regs[1], small_text(s, "y"));
  CHECK(small_is(s, wo_string_slice(s->heap, s->regs[1], length - 2, length + 2), "9,xy"));
  CHECK(wo_string_equals(s->heap, s->regs[0], build(s, 1000, 1)));
  small_free(s);
}

TEST("strings and numbers are put together in one go, whatever they are") {
  small_runtime *s = small_new();
  wo_value parts[] = {wo_from_int(-2147483647 - 1),
                      small_text(s, "|"),
                      wo_from_double(0.5),
                      small_text(s, ""),
                      wo_from_int(0),
                      small_text(s, "\xC3\xA9")};
  CHECK(small_is(s, wo_string_concat_parts(s->heap, parts, 6), "-2147483648|0.50\xC3\xA9"));
  CHECK(small_is(s, wo_string_concat_parts(s->heap, parts + 3, 2), "0"));
  CHECK(small_is(s, wo_string_concat_int(s->heap, small_text(s, ""), 7, true), "7"));
  CHECK(small_is(s, wo_string_concat_int(s->heap, small_text(s, "x"), 1000000000, true),
                 "1000000000x"));
  for (int64_t i = 1, sign = 1; i < 1ll << 31; i *= 3, sign = -sign) {
    char expected[16];
    snprintf(expected, sizeof expected, "%d", (int)(i * sign));
    CHECK(small_is(s, wo_string_concat_int(s->heap, small_text(s, ""), (int)(i * sign), false),
                   expected));
  }
  small_free(s);
}

TEST("a rope of ropes with wide leaves has its units in order") {
  small_runtime *s = small_new();
  uint64_t state = test_seed(2);
  for (int round = 0; round < 200; round++) {
    wo_builder expected;
    wo_builder_init(&expected);
    wo_value parts[40];
    for (int i = 0; i < 40; i++) {
      uint16_t units[30];
      uint32_t n = (uint32_t)(test_random(&state) % 30);
      bool wide = test_random(&state) % 4 == 0;
      for (uint32_t k = 0; k < n; k++)
        units[k] = (uint16_t)(test_random(&state) & (wide ? 0x7FF : 0xFF));
      for (uint32_t k = 0; k < n; k++) wo_builder_unit(&expected, units[k]);
      parts[i] = wo_string_from_units(s->heap, units, n);
    }
    // Join neighbours in random order.
    for (uint32_t count = 40; count > 1; count--) {
      uint32_t at = (uint32_t)(test_random(&state) % (count - 1));
      parts[at] = wo_string_concat(s->heap, parts[at], parts[at + 1]);
      memmove(&parts[at + 1], &parts[at + 2], (count - at - 2) * sizeof *parts);
    }
    wo_value whole = wo_builder_finish(s->heap, &expected);
    CHECK(wo_string_equals(s->heap, parts[0], whole));
    CHECK(wo_string_hash(s->heap, wo_string_flat(s->heap, parts[0])) ==
          wo_string_hash(s->heap, wo_pointer(whole)));
  }
  small_free(s);
}

TEST("a string doubled over and over is refused past the longest length") {
  small_runtime *s = small_new();
  wo_value v = small_text(s, "0123456789abcdef0123456789abcdef");
  while (v != WO_HOLE && wo_string_length(v) < WO_STRING_LENGTH_MAX / 2) {
    v = wo_string_concat(s->heap, v, v);
  }
  CHECK(v != WO_HOLE);
  CHECK(wo_string_concat(s->heap, v, v) == WO_HOLE);
  CHECK(wo_heap_bytes(s->heap) < 100000);
  small_free(s);
}

TEST("order is by code units") {
  small_runtime *s = small_new();
  CHECK(wo_string_compare(s->heap, small_text(s, "a"), small_text(s, "b")) < 0);
  CHECK(wo_string_compare(s->heap, small_text(s, "ab"), small_text(s, "a")) > 0);
  CHECK(wo_string_compare(s->heap, small_text(s, "\xC3\xA9"), small_text(s, "e")) > 0);
  CHECK(wo_string_compare(s->heap, small_text(s, "\xEF\xBF\xBF"),
                          small_text(s, "\xF0\x9F\x98\x80")) > 0);
  CHECK(wo_string_compare(s->heap, small_text(s, "same"), small_text(s, "same")) == 0);
  small_free(s);
}

TEST("index_of finds what is there, in any mix of widths") {
  small_runtime *s = small_new();
  wo_value narrow = small_text(s, "abcabcabd"), wide = small_text(s,
                                                                  "ab\xE2\x82\xAC"
                                                                  "abc");
  CHECK_EQ(wo_string_index_of(s->heap, narrow, small_text(s, "abd"), 0), 6);
  CHECK_EQ(wo_string_index_of(s->heap, narrow, small_text(s, "abc"), 1), 3);
  CHECK_EQ(wo_string_index_of(s->heap, narrow, small_text(s, "abc"), 4), -1);
  CHECK_EQ(wo_string_index_of(s->heap, narrow, small_text(s, ""), 99), 9);
  CHECK_EQ(wo_string_index_of(s->heap, narrow, wide, 0), -1);
  CHECK_EQ(wo_string_index_of(s->heap, wide, small_text(s, "abc"), 0), 3);
  CHECK_EQ(wo_string_index_of(s->heap, wide, small_text(s, "\xE2\x82\xAC"), 0), 2);
  // The bytes 01 02 occur across units 0x0201 0x0302 only at odd addresses.
  const uint16_t units[] = {0x0100, 0x0302, 0x0203}, part[] = {0x0201};
  wo_value tricky = wo_string_from_units(s->heap, units, 3);
  CHECK_EQ(wo_string_index_of(s->heap, tricky, wo_string_from_units(s->heap, part, 1), 0), -1);
  small_free(s);
}

TEST("interning answers one string for equal text, and knows what it does not know") {
  small_runtime *s = small_new();
  wo_value a = wo_intern_ascii(s->rt, "someName");
  CHECK(a == wo_intern(s->rt, wo_pointer(small_text(s, "someName"))));
  CHECK(wo_interned(s->heap, small_text(s, "someName")) == a);
  CHECK(wo_interned(s->heap, small_text(s, "unknown name")) == WO_HOLE);
  char text[32];
  for (int i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    wo_intern_ascii(s->rt, text);
  }
  bool all = true;
  for (int i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    all &= wo_is_interned(wo_interned(s->heap, small_text(s, text)));
  }
  CHECK(all);
  CHECK(wo_interned(s->heap, small_text(s, "someName")) == a);
  small_free(s);
}

TEST("keys: canonical array indices are numbers, everything else is text") {
  small_runtime *s = small_new();
  CHECK(wo_to_key(s->heap, small_text(s, "0")) == wo_from_int(0));
  CHECK(wo_to_key(s->heap, small_text(s, "2147483647")) == wo_from_int(INT32_MAX));
  CHECK(wo_to_key(s->heap, small_text(s, "4294967294")) == wo_from_double(4294967294.0));
  CHECK(wo_is_string(wo_to_key(s->heap, small_text(s, "4294967295"))));
  CHECK(wo_is_string(wo_to_key(s->heap, small_text(s, "01"))));
  CHECK(wo_is_string(wo_to_key(s->heap, small_text(s, "-1"))));
  CHECK(wo_is_string(wo_to_key(s->heap, small_text(s, "1.5"))));
  CHECK(wo_is_string(wo_to_key(s->heap, small_text(s, "12x"))));
  CHECK(wo_to_key(s->heap, wo_from_double(-0.0)) == wo_from_int(0));
  CHECK(wo_to_key(s->heap, wo_from_double(3)) == wo_from_int(3));
  CHECK(small_is(s, wo_to_key(s->heap, wo_from_int(-1)), "-1"));
  CHECK(small_is(s, wo_to_key(s->heap, wo_from_double(1.5)), "1.5"));
  CHECK(small_is(s, wo_to_key(s->heap, WO_UNDEFINED), "undefined"));
  CHECK(wo_is_interned(wo_to_key(s->heap, small_text(s, "length"))));
  small_free(s);
}

TEST("a builder takes narrow and wide text in any order and fails past the longest length") {
  small_runtime *s = small_new();
  wo_builder b;
  wo_builder_init(&b);
  wo_builder_ascii(&b, "price ");
  wo_builder_string(&b, wo_pointer(small_text(s, "\xE2\x82\xAC")));
  wo_builder_ascii(&b, " 5");
  wo_builder_range(&b, wo_pointer(small_text(s, "\xE2\x82\xAC-cheap")), 1, 7);
  CHECK(small_is(s, wo_builder_finish(s->heap, &b), "price \xE2\x82\xAC 5-cheap"));
  wo_builder_init(&b);
  CHECK(small_is(s, wo_builder_finish(s->heap, &b), ""));
  wo_builder_init(&b);
  wo_value big = wo_string_from_unit(s->heap, 'x');
  while (wo_string_length(big) < 1u << 20) big = wo_string_concat(s->heap, big, big);
  const wo_string *flat = wo_string_flat(s->heap, big);
  for (int i = 0; i < 513; i++) wo_builder_string(&b, flat);
  CHECK(b.failed);
  CHECK(wo_builder_finish(s->heap, &b) == WO_HOLE);
  small_free(s);
}
