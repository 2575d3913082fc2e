// Ground rules every file of libwo relies on: fixed-width types, branch hints, assertions in two
// strengths, and the answers a step can give. Nothing here allocates or knows of values.
#ifndef WO_BASE_H
#define WO_BASE_H

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WO_LIKELY(x) __builtin_expect(!!(x), 1)
#define WO_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define WO_NOINLINE __attribute__((noinline))
#define WO_COLD __attribute__((noinline, cold))
#define WO_INLINE static inline __attribute__((always_inline))
#define WO_PRINTF(fmt, rest) __attribute__((format(printf, fmt, rest)))
#define WO_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define WO_CONTAINER(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

// Our bug, never a user's: checked in debug, sanitizer and stress builds.
#ifdef NDEBUG
#define WO_ASSERT(x) ((void)sizeof(x))
#else
#define WO_ASSERT(x) assert(x)
#endif
#define WO_UNREACHABLE() (WO_ASSERT(!"unreachable"), __builtin_unreachable())

// What a step of fiber code answers. Host-facing functions use wo_result of wo.h instead.
typedef enum wo_status {
  WO_DONE,    // the result is in place
  WO_THREW,   // fiber->thrown holds the value
  WO_PARKED,  // fiber->park describes the wait; the same step runs again on resume (W13)
  WO_CALL,    // fiber->call describes a call; the builtin runs again at its `step` with the result
  WO_RETRY,   // nothing happened yet, a collection is wanted first; the same step runs again
  WO_YIELD,   // progress is saved in the builtin's frame; the same step runs again next slice
} wo_status;

typedef struct wo_runtime wo_runtime;
typedef struct wo_shard wo_shard;
typedef struct wo_isolate wo_isolate;
typedef struct wo_fiber wo_fiber;
typedef struct wo_heap wo_heap;
typedef struct wo_chunk wo_chunk;
typedef struct wo_image wo_image;
typedef struct wo_proto wo_proto;
typedef struct wo_shape wo_shape;
typedef struct wo_handle wo_handle;
typedef struct wo_channel wo_channel;
typedef struct wo_message wo_message;
typedef struct wo_builtin wo_builtin;

#endif
