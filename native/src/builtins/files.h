// The file handle of fs (files.c).
#ifndef WO_BUILTINS_FILES_H
#define WO_BUILTINS_FILES_H

#include "../handle.h"

// An open file: a handle of kind WO_HANDLE_FILE.
void wo_file_free(wo_handle *handle);  // by wo_handle_unref only

#endif
