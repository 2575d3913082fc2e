// The prelude: library functions written in fiber TypeScript (lib/std/prelude), compiled into a
// library image that is part of the binary. prelude.gen.c is written by scripts/gen-prelude.mjs.
#ifndef WO_PRELUDE_H
#define WO_PRELUDE_H

#include "base.h"

extern const uint8_t wo_prelude_image[];
extern const uint32_t wo_prelude_image_size;  // 0: not compiled yet

#endif
