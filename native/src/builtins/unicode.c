// Lookups in the generated character tables.
#include "unicode.h"

#include "unicode.gen.h"

static bool in_ranges(const unicode_range *ranges, uint32_t count, uint32_t point) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (ranges[middle].end < point) low = middle + 1;
    else high = middle;
  }
  return low < count && ranges[low].start <= point;
}

static uint32_t map_case(const unicode_case *cases, uint32_t count, uint32_t point) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (cases[middle].end < point) low = middle + 1;
    else high = middle;
  }
  const unicode_case *c = &cases[low];
  if (low == count || c->start > point || (point - c->start) % (uint32_t)c->step) return point;
  return (uint32_t)((int32_t)point + c->delta);
}

static const unicode_special *find_special(const unicode_special *specials, uint32_t count,
                                           uint32_t point) {
  for (uint32_t i = 0; i < count && specials[i].point <= point; i++) {
    if (specials[i].point == point) return &specials[i];
  }
  return NULL;
}

uint32_t wo_unicode_convert_case(uint32_t point, bool upper, uint32_t mapped[3]) {
  if (point < 0x80) {
    bool letter = upper ? point - 'a' < 26 : point - 'A' < 26;
    mapped[0] = letter ? point ^ 0x20 : point;
    return 1;
  }
  mapped[0] = upper ? map_case(unicode_upper, WO_COUNT(unicode_upper), point)
                    : map_case(unicode_lower, WO_COUNT(unicode_lower), point);
  if (mapped[0] != point) return 1;
  const unicode_special *special =
      upper ? find_special(unicode_upper_special, WO_COUNT(unicode_upper_special), point)
            : find_special(unicode_lower_special, WO_COUNT(unicode_lower_special), point);
  if (!special) return 1;
  uint32_t count = 0;
  while (count < 3 && special->mapped[count]) {
    mapped[count] = special->mapped[count];
    count++;
  }
  return count;
}

bool wo_unicode_cased(uint32_t point) {
  return in_ranges(unicode_cased, WO_COUNT(unicode_cased), point);
}

bool wo_unicode_case_ignorable(uint32_t point) {
  return in_ranges(unicode_case_ignorable, WO_COUNT(unicode_case_ignorable), point);
}

uint32_t wo_unicode_width(uint32_t point) {
  if (point >= 0x20 && point < 0x7F) return 1;
  if (in_ranges(unicode_zero_width, WO_COUNT(unicode_zero_width), point)) return 0;
  return in_ranges(unicode_double_width, WO_COUNT(unicode_double_width), point) ? 2 : 1;
}

// --- comparison: one walk over the primary keys; the first difference of a lower level counts only
// when no higher one differs ---

typedef struct key_walk {
  const wo_string *s;
  uint32_t at;
  bool second;      // the second letter of a digraph comes next
  uint32_t accent;  // lower levels of the character last taken
  uint32_t variant;
} key_walk;

// The next primary key; 0 at the end.
static uint32_t next_key(key_walk *w) {
  while (w->at < w->s->length) {
    uint32_t unit = wo_string_unit(w->s, w->at);
    if (unit > 0xFF) {
      w->at++;
      w->accent = w->variant = 0;
      return unit + 0x100;
    }
    const unicode_order *order = &unicode_latin1_order[unit];
    if (w->second) {
      w->second = false;
      w->at++;
      return order->second;
    }
    w->accent = order->accent;
    w->variant = order->variant;
    w->second = order->second != 0;
    if (!w->second) w->at++;
    if (order->first) return order->first;
  }
  w->accent = w->variant = 0;
  return 0;
}

static int sign(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

int wo_unicode_compare(const wo_string *a, const wo_string *b) {
  key_walk wa = {a, 0, false, 0, 0}, wb = {b, 0, false, 0, 0};
  int accent = 0, variant = 0;
  for (;;) {
    uint32_t ka = next_key(&wa), kb = next_key(&wb);
    if (ka != kb) return sign(ka, kb);
    if (ka == 0) return accent ? accent : variant;
    if (!accent) accent = sign(wa.accent, wb.accent);
    if (!variant) variant = sign(wa.variant, wb.variant);
  }
}
