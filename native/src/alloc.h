// The only caller of malloc. Sizes are passed back on free so that accounting needs no headers.
// In the stress build allocation n can be made to fail (stress.h).
#ifndef WO_ALLOC_H
#define WO_ALLOC_H

#include "base.h"

void *wo_alloc(size_t size);  // NULL when out of memory; not zeroed
void *wo_alloc_zero(size_t size);
void *wo_realloc(void *p, size_t old_size, size_t new_size);
void wo_free(void *p, size_t size);
// Whole pages from the system, aligned to `size`, a power of two. `huge`: large pages are welcome.
void *wo_alloc_region(size_t size, bool huge);
void wo_free_region(void *p, size_t size);
size_t wo_alloc_bytes(void);  // live bytes, process-wide (relaxed)

#endif
