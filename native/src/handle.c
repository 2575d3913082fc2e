#include "handle.h"

#include <string.h>

#include "alloc.h"
#include "builtins/files.h"
#include "builtins/net.h"
#include "channel.h"
#include "isolate.h"

// What a dead entry points at: stale values may still be asked for the kind, never for more.
static wo_handle released_handles[] = {
    [WO_HANDLE_CHANNEL] = {1, WO_HANDLE_CHANNEL},
    [WO_HANDLE_FILE] = {1, WO_HANDLE_FILE},
    [WO_HANDLE_CONN] = {1, WO_HANDLE_CONN},
    [WO_HANDLE_LISTENER] = {1, WO_HANDLE_LISTENER},
};

void wo_handle_ref(wo_handle *handle) {
  atomic_fetch_add_explicit(&handle->references, 1, memory_order_relaxed);
}

void wo_handle_unref(wo_handle *handle) {
  if (atomic_fetch_sub_explicit(&handle->references, 1, memory_order_acq_rel) != 1) return;
  if (handle->kind == WO_HANDLE_CHANNEL) wo_channel_free((wo_channel *)handle);
  else if (handle->kind == WO_HANDLE_FILE) wo_file_free(handle);
  else wo_socket_free(handle);
}

void wo_handle_count(wo_handle *handle, uint8_t direction) {
  wo_handle_ref(handle);
  if (handle->kind == WO_HANDLE_CHANNEL) wo_channel_count((wo_channel *)handle, direction);
}

void wo_handle_uncount(wo_handle *handle, uint8_t direction, wo_message *reason) {
  if (handle->kind == WO_HANDLE_CHANNEL) {
    wo_channel_uncount((wo_channel *)handle, direction, reason);
  }
  wo_handle_unref(handle);
}

// --- the table: two entries in the isolate itself, then memory of its own, twice the room each time.
// Handles take no heap, so a program that makes and drops many might never meet a collection that
// frees their entries: how many are used asks for one. ---

static bool is_inline(const wo_isolate *isolate) {
  return isolate->holds == isolate->inline_holds || !isolate->holds;
}

static bool table_grow(wo_isolate *isolate) {
  bool first = is_inline(isolate);
  uint32_t old = first ? WO_COUNT(isolate->inline_holds) : isolate->hold_capacity;
  uint32_t capacity = old * 2;
  wo_hold *holds = first
                     ? wo_alloc(capacity * sizeof *holds)
                     : wo_realloc(isolate->holds, old * sizeof *holds, capacity * sizeof *holds);
  if (!holds) return false;
  if (first) {
    memcpy(holds, isolate->inline_holds, old * sizeof *holds);
    isolate->hold_free = 0;
    isolate->holds_used = old;
    isolate->holds_sweep_at = WO_HOLDS_FIRST;
  }
  isolate->holds = holds;
  isolate->hold_capacity = capacity;
  return true;
}

// An unused entry; NULL: no memory.
static wo_hold *table_take(wo_isolate *isolate) {
  if (is_inline(isolate)) {
    isolate->holds = isolate->inline_holds;
    for (uint32_t i = 0; i < isolate->hold_count; i++) {
      if (!isolate->holds[i].used) return &isolate->holds[i];
    }
    if (isolate->hold_count < WO_COUNT(isolate->inline_holds)) {
      return &isolate->holds[isolate->hold_count++];
    }
    if (!table_grow(isolate)) return NULL;
  }
  wo_hold *hold;
  if (isolate->hold_free) {
    hold = &isolate->holds[isolate->hold_free - 1];
    isolate->hold_free = (uint32_t)hold->word;
  } else {
    if (isolate->hold_count == isolate->hold_capacity && !table_grow(isolate)) return NULL;
    hold = &isolate->holds[isolate->hold_count++];
  }
  if (++isolate->holds_used >= isolate->holds_sweep_at) wo_collect_soon(&isolate->heap);
  return hold;
}

static void table_give(wo_isolate *isolate, wo_hold *hold) {
  *hold = (wo_hold){.used = 0};
  if (is_inline(isolate)) return;
  hold->word = isolate->hold_free;
  isolate->hold_free = (uint32_t)(hold - isolate->holds) + 1;
  isolate->holds_used--;
}

wo_value wo_hold_take(wo_isolate *isolate, wo_handle *handle, uint8_t direction) {
  wo_hold *hold = table_take(isolate);
  if (!hold) return WO_HOLE;
  *hold = (wo_hold){.word = (uintptr_t)handle,
                    .used = 1,
                    .direction = direction & 3u,
                    .live = 1,
                    .kind = handle->kind & 3u};
  return wo_from_hold((uint32_t)(hold - isolate->holds));
}

wo_value wo_hold_add(wo_isolate *isolate, wo_handle *handle, uint8_t direction) {
  wo_handle_count(handle, direction);
  wo_value v = wo_hold_take(isolate, handle, direction);
  if (v == WO_HOLE) wo_handle_uncount(handle, direction, NULL);
  return v;
}

uint32_t wo_holds_on(wo_isolate *isolate, const wo_handle *handle, uint8_t direction) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    const wo_hold *hold = &isolate->holds[i];
    n += hold->live && wo_hold_handle(hold) == handle && (hold->direction & direction) == direction;
  }
  return n;
}

static void release(wo_hold *hold, wo_message *reason) {
  wo_handle *handle = wo_hold_handle(hold);
  if (!hold->live) return;
  hold->live = 0;
  hold->word = (uintptr_t)&released_handles[handle->kind];
  wo_handle_uncount(handle, hold->direction, reason);
}

void wo_hold_release(wo_isolate *isolate, wo_value v, wo_message *reason) {
  release(wo_hold_of(isolate, v), reason);
}

void wo_holds_release_all(wo_isolate *isolate, wo_message *reason) {
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    if (isolate->holds[i].used) release(&isolate->holds[i], reason);
  }
  if (!is_inline(isolate)) wo_free(isolate->holds, isolate->hold_capacity * sizeof(wo_hold));
  isolate->holds = NULL;
  isolate->hold_count = 0;
}

void wo_holds_sweep(wo_isolate *isolate) {
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    wo_hold *hold = &isolate->holds[i];
    if (!hold->used) continue;
    if (hold->marked) {
      hold->marked = 0;
      continue;
    }
    release(hold, NULL);
    table_give(isolate, hold);
  }
  if (is_inline(isolate)) return;
  uint64_t next = 2ull * isolate->holds_used, heap = wo_heap_bytes(&isolate->heap) / WO_HOLD_BYTES;
  if (next < heap) next = heap;
  if (next < WO_HOLDS_FIRST) next = WO_HOLDS_FIRST;
  isolate->holds_sweep_at = next < UINT32_MAX ? (uint32_t)next : UINT32_MAX;
}
