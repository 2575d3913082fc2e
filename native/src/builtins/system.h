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

// An open file read in blocks of lines (fs.lines): a handle of kind WO_HANDLE_FILE.
void wo_file_free(wo_handle *handle);  // by wo_handle_unref only

#endif
