#include "handle.h"

#include <string.h>

#include "alloc.h"
#include "builtins/system.h"
#include "channel.h"
#include "isolate.h"

// What a dead entry points at: stale values may still be asked for the kind, never for more.
static wo_handle released_handles[] = {
    [WO_HANDLE_CHANNEL] = {1, WO_HANDLE_CHANNEL},
    [WO_HANDLE_FILE] = {1, WO_HANDLE_FILE},
};

void wo_handle_ref(wo_handle *handle) {
  atomic_fetch_add_explicit(&handle->references, 1, memory_order_relaxed);
}

void wo_handle_unref(wo_handle *handle) {
  if (atomic_fetch_sub_explicit(&handle->references, 1, memory_order_acq_rel) != 1) return;
  if (handle->kind == WO_HANDLE_CHANNEL) wo_channel_free((wo_channel *)handle);
  else wo_file_free(handle);
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

// Twice the room. Handles take no heap, so a program that makes and drops many would never meet a
// collection that frees their dead entries: growth asks for one.
static bool table_grow(wo_isolate *isolate) {
  uint32_t capacity = isolate->hold_capacity * 2;
  if (capacity == 0) {
    isolate->holds = isolate->inline_holds;
    isolate->hold_capacity = WO_COUNT(isolate->inline_holds);
    isolate->inline_holds_used = 1;
    return true;
  }
  size_t old_size = isolate->hold_capacity * sizeof(wo_hold);
  wo_hold *holds = isolate->inline_holds_used
                     ? wo_alloc(capacity * sizeof(wo_hold))
                     : wo_realloc(isolate->holds, old_size, capacity * sizeof(wo_hold));
  if (!holds) return false;
  if (isolate->inline_holds_used) memcpy(holds, isolate->holds, old_size);
  isolate->inline_holds_used = 0;
  isolate->holds = holds;
  isolate->hold_capacity = capacity;
  if (capacity > 64) wo_collect_soon(&isolate->heap);
  return true;
}

wo_value wo_hold_take(wo_isolate *isolate, wo_handle *handle, uint8_t direction) {
  uint32_t index;
  if (isolate->hold_free) {
    index = isolate->hold_free - 1;
    isolate->hold_free = isolate->holds[index].next_free;
  } else {
    if (isolate->hold_count == isolate->hold_capacity && !table_grow(isolate)) return WO_HOLE;
    index = isolate->hold_count++;
  }
  isolate->holds[index] = (wo_hold){.handle = handle, .direction = direction, .live = 1};
  return wo_from_hold(index);
}

wo_value wo_hold_add(wo_isolate *isolate, wo_handle *handle, uint8_t direction) {
  wo_handle_count(handle, direction);
  wo_value v = wo_hold_take(isolate, handle, direction);
  if (v == WO_HOLE) wo_handle_uncount(handle, direction, NULL);
  return v;
}

wo_hold *wo_hold_of(wo_isolate *isolate, wo_value v) {
  WO_ASSERT(wo_is_handle(v) && wo_as_hold(v) < isolate->hold_count);
  WO_ASSERT(isolate->holds[wo_as_hold(v)].handle);
  return &isolate->holds[wo_as_hold(v)];
}

uint32_t wo_holds_on(wo_isolate *isolate, const wo_handle *handle, uint8_t direction) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    const wo_hold *hold = &isolate->holds[i];
    n += hold->handle == handle && hold->live && (hold->direction & direction) == direction;
  }
  return n;
}

static void release(wo_hold *hold, wo_message *reason) {
  wo_handle *handle = hold->handle;
  if (!hold->live) return;
  hold->live = 0;
  hold->handle = &released_handles[handle->kind];
  wo_handle_uncount(handle, hold->direction, reason);
}

void wo_hold_release(wo_isolate *isolate, wo_value v, wo_message *reason) {
  release(wo_hold_of(isolate, v), reason);
}

void wo_holds_release_all(wo_isolate *isolate, wo_message *reason) {
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    if (isolate->holds[i].handle) release(&isolate->holds[i], reason);
  }
  if (isolate->hold_capacity && !isolate->inline_holds_used) {
    wo_free(isolate->holds, isolate->hold_capacity * sizeof(wo_hold));
  }
  isolate->holds = NULL;
  isolate->hold_count = isolate->hold_capacity = isolate->hold_free = 0;
  isolate->inline_holds_used = 0;
}

void wo_holds_sweep(wo_isolate *isolate) {
  for (uint32_t i = 0; i < isolate->hold_count; i++) {
    wo_hold *hold = &isolate->holds[i];
    if (!hold->handle) continue;
    if (hold->marked) {
      hold->marked = 0;
      continue;
    }
    release(hold, NULL);
    *hold = (wo_hold){.next_free = isolate->hold_free};
    isolate->hold_free = i + 1;
  }
}
