// What the string library knows of characters. Tables are generated (unicode.gen.h); no state.
#ifndef WO_BUILTINS_UNICODE_H
#define WO_BUILTINS_UNICODE_H

#include "../string.h"

// Full case mapping of one code point (no context, no language): one to three points in `mapped`.
uint32_t wo_unicode_convert_case(uint32_t point, bool upper, uint32_t mapped[3]);
bool wo_unicode_cased(uint32_t point);
bool wo_unicode_case_ignorable(uint32_t point);
// Columns on a terminal: 0, 1 or 2.
uint32_t wo_unicode_width(uint32_t point);

// -1, 0 or 1 as localeCompare of Node does it for Latin-1 text in English: by letters, then by
// accents, then by case, punctuation before digits before letters. Characters above U+00FF follow
// all of Latin-1 in the order of their code units, so other scripts are in order among themselves
// only as far as Unicode's is.
int wo_unicode_compare(const wo_string *a, const wo_string *b);

#endif
