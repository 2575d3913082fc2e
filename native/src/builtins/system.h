// What the rest of the core needs of the system library (system.c): the values made from a runtime's
// options, output in one place, and the file handle.
#ifndef WO_BUILTINS_SYSTEM_H
#define WO_BUILTINS_SYSTEM_H

#include "../builtin.h"

// Puts `args` and `env` of this runtime into the builtin table. Part of wo_builtins_init.
void wo_system_init(wo_runtime *rt);

// Writes all of it to descriptor 1 or 2: through the host's `output` where it gave one, else by
// write(2), waiting where a pipe is full. Answers 0 or an errno.
int wo_output(wo_runtime *rt, int fd, const char *bytes, size_t length);

// Text or bytes to write: where they lie in the heap, or outside of it.
typedef struct wo_output_data {
  const char *bytes;
  char *owned;  // to be freed
  size_t length;
} wo_output_data;
// WO_THREW: `v` is neither a string nor a Uint8Array, or there is no memory.
wo_status wo_output_data_of(wo_fiber *fiber, wo_value v, wo_output_data *out);
void wo_output_data_free(wo_output_data *data);

#endif
