// What the rest of the core needs of the system library (system.c): the values made from a runtime's
// options, output in one place, and the file handle.
#ifndef WO_BUILTINS_SYSTEM_H
#define WO_BUILTINS_SYSTEM_H

#include "../builtin.h"

// Puts `args` and `env` of this runtime into the builtin table. Part of wo_builtins_init.
void wo_system_init(wo_runtime *rt);

// Standard output and error (output.c): begins to write all of it to descriptor 1 or 2, through the
// host's `output` where it gave one. WO_DONE: done, *error is 0 or an errno. WO_PARKED: the fiber waits;
// run again its builtin finds that wo_output_waited, and goes on with wo_output_again. Neither throws.
wo_status wo_output_begin(wo_fiber *fiber, int fd, const char *bytes, size_t length, int *error);
bool wo_output_waited(const wo_fiber *fiber);
wo_status wo_output_again(wo_fiber *fiber, int fd, int *error);
bool wo_outputs_new(wo_runtime *rt);
// After all shards have stopped, before their planes are freed: writes what is left.
void wo_outputs_free(wo_runtime *rt);

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
