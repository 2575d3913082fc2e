// Test mode: the build that looks for what only shows when everything happens at once. Tiny limits,
// a collection at every safepoint, register files that move at every call, allocations that fail on
// demand. Compiled in by -DWO_STRESS; limits.h includes it before it sets its own figures.
#ifndef WO_STRESS_H
#define WO_STRESS_H

#include <stdatomic.h>
#include <stdint.h>

// Slices of a few instructions: every place a fiber can be preempted is met.
#define WO_REDUCTIONS_DEFAULT 7
// Deep enough for the corpus, shallow enough that its overflow programs end soon.
#define WO_FRAMES_MAX 2000
// Many chunks in every heap, and collections in every program that allocates at all.
#define WO_CHUNK_FIRST 128
#define WO_COLLECT_FIRST 4096
#define WO_CHUNK_LAST 4096
#define WO_GENERATIONAL_MIN 1
#define WO_NURSERY_BYTES 8192
#define WO_NURSERY_BYTES_MAX 16384
#define WO_MAJOR_FIRST 16384
// Elements and tables with cards in every program that has more than a few.
#define WO_LARGE_BYTES 1024

// A ring that is full after a few submissions and overflows at every burst.
#define WO_RING_ENTRIES 4
#define WO_RING_COMPLETIONS 8
#define WO_PLANE_BATCH 3
#define WO_PLANE_SLICES 4

// Collect at every safepoint, due or not: minor ones in turn with full ones of both sorts.
#define WO_STRESS_COLLECT 1
// Reallocate the register file and the frame stack at every call.
#define WO_STRESS_MOVE 1

// The number of allocations that still succeed; negative: all do (alloc.c).
extern _Atomic int64_t wo_stress_fail_in;

#endif
