// Looking in: text about values and fibers for people. Never runs fiber code.
#ifndef WO_INSPECT_H
#define WO_INSPECT_H

#include "isolate.h"

#define WO_PREVIEW_MAX 80
// A short text that shows `value` of `isolate` as its program would write it.
void wo_preview(wo_isolate *isolate, wo_value value, char out[WO_PREVIEW_MAX]);
// "file:line:column" of a place in bytecode; "" without one.
void wo_place_text(const wo_proto *proto, uint32_t pc, char *out, size_t size);
// A string as UTF-8, NUL-terminated, in memory of its own (*size bytes, wo_free); not a string: "".
// NULL: no memory.
char *wo_text_whole(wo_heap *heap, wo_value string, size_t *size);

#endif
