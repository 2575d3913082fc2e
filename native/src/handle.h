// Handles: things shared between isolates (channels, sockets) that live outside all heaps
// and are reference-counted, and the hold table through which an isolate refers to them.
//
// A handle value (value.h) is an index into the hold table of its isolate. Each entry is one hold:
// it counts on the handle, for a channel per direction. Several values may name the same entry (a
// copied variable); the entry dies by release (drop map, release(), using), by the collector when
// no value names it any more, or at the isolate's end. A released entry stays as a dead entry until
// the collector finds that no value names it, so a stale value raises StateError and never reaches
// another handle.
#ifndef WO_HANDLE_H
#define WO_HANDLE_H

#include "value.h"

typedef enum wo_handle_kind {
  WO_HANDLE_CHANNEL,
  // Directions mean nothing to the others and are not counted.
  WO_HANDLE_FILE,      // builtins/system.c
  WO_HANDLE_CONN,      // builtins/net.c
  WO_HANDLE_LISTENER,  // builtins/net.c
} wo_handle_kind;

struct wo_handle {
  _Atomic uint32_t references;  // holds and messages in flight; the last one frees
  uint8_t kind;
};

enum wo_direction { WO_DIR_SEND = 1, WO_DIR_RECV = 2, WO_DIR_BOTH = 3 };

// One word.
typedef struct wo_hold {
  uint64_t word : 48;      // the handle; a number where it is free, or marked by who numbers holds
  uint64_t used : 1;       // 0: free entry
  uint64_t direction : 2;  // wo_direction
  uint64_t live : 1;       // 0: released, entry kept for stale values
  uint64_t marked : 1;     // by the collector
  uint64_t numbered : 1;   // `word` is a number: who put it there knows the handle
  uint64_t kind : 2;       // wo_handle_kind
} wo_hold;
static_assert(sizeof(wo_hold) == 8, "one word a hold");
// Of a released entry: a stand-in of the same kind.
WO_INLINE wo_handle *wo_hold_handle(const wo_hold *hold) {
  return (wo_handle *)(uintptr_t)hold->word;
}

// Adds a hold and counts it on the handle (per direction). Answers the value.
wo_value wo_hold_add(wo_isolate *isolate, wo_handle *handle, uint8_t direction);
// WO_HOLE: the process is out of memory, nothing was counted.
wo_value wo_hold_take(wo_isolate *isolate, wo_handle *handle,
                      uint8_t direction);  // counted already
// How many live holds of the isolate on `handle` have all of `direction`.
uint32_t wo_holds_on(wo_isolate *isolate, const wo_handle *handle, uint8_t direction);
// Drops one hold: counts down; the last send-capable hold of a channel closes it with `reason`
// (the crashing error as a message, which stays the caller's; NULL for a clean end). Idempotent.
void wo_hold_release(wo_isolate *isolate, wo_value v, wo_message *reason);
// At the isolate's end: everything still held. `reason`: the crash, as a message; may be NULL.
void wo_holds_release_all(wo_isolate *isolate, wo_message *reason);
// After a collection: releases entries no value named (marked == 0), frees dead ones, clears marks.
void wo_holds_sweep(wo_isolate *isolate);
void wo_handle_ref(wo_handle *handle);
void wo_handle_unref(wo_handle *handle);
// Counts without an isolate: holds carried by messages in flight.
void wo_handle_count(wo_handle *handle, uint8_t direction);
void wo_handle_uncount(wo_handle *handle, uint8_t direction, wo_message *reason);

#endif
