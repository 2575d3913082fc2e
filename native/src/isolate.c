// Isolates are born in one block (W02):
//
//   wo_isolate (heap, fiber, ...) | frame | registers | chunk with the argument snapshot, if any
//
// and end in one go. It is as large as this function with these arguments needs, and comes from the
// slabs of the shard whose thread makes it.
#include "isolate.h"

#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "channel.h"
#include "message.h"
#include "shard.h"

// A larger snapshot gets chunks of its own, so that a block can be returned when data has moved on.
#define SNAPSHOT_INLINE_MAX (32u * 1024)

// What stands in front of the registers.
typedef struct block {
  wo_isolate isolate;
  wo_frame frame;
} block;
static_assert(sizeof(block) % 8 == 0, "registers and chunk are aligned");

void wo_isolate_init(wo_isolate *isolate, wo_runtime *rt, wo_shard *shard) {
  memset(isolate, 0, sizeof *isolate);
  wo_heap_init(&isolate->heap, rt, isolate);
  isolate->shard = shard;
  wo_fiber *fiber = &isolate->fiber;
  fiber->isolate = isolate;
  fiber->state = WO_FIBER_RUNNABLE;
  fiber->answer = fiber->new_target = WO_UNDEFINED;
  fiber->park_fd = WO_PARK_INBOX;
}

// Where the program called spawn: the innermost frame of bytecode that is not the library's.
static void note_spawn_site(wo_fiber *child, const wo_fiber *parent) {
  for (uint32_t i = parent ? parent->frame_count : 0; i-- > 0;) {
    const wo_frame *frame = &parent->frames[i];
    if (frame->flags & WO_FRAME_BUILTIN || frame->proto->flags & WO_PROTO_LIBRARY) continue;
    child->spawn_proto = frame->proto;
    child->spawn_pc = frame->pc - (i + 1 < parent->frame_count);
    return;
  }
}

// Registers of a fiber that begins with `fn`: its window, so that it need not grow at once.
static uint32_t registers_for(wo_value fn, uint32_t argc) {
  uint32_t needed = 2 + argc;
  if (wo_has_kind(fn, WO_KIND_FUNCTION)) {
    uint32_t window = 1u + ((const wo_function *)wo_pointer(fn))->proto->registers;
    return window > needed ? window : needed;
  }
  return needed + WO_OTHER_REGISTERS;
}

// A block with room for `registers` and a snapshot of `bytes` of cells; NULL: no memory.
static wo_isolate *isolate_new(wo_runtime *rt, wo_shard *shard, uint32_t registers,
                               uint32_t bytes) {
  bool inline_chunk = bytes > 0 && bytes <= SNAPSHOT_INLINE_MAX;
  bool inline_file = registers <= WO_INLINE_REGISTERS_MAX;
  wo_value *file = inline_file ? NULL : wo_alloc(registers * sizeof *file);
  if (!inline_file && !file) return NULL;
  size_t chunk_at = sizeof(block) + (inline_file ? registers * sizeof *file : 0);
  size_t size = chunk_at + (inline_chunk ? sizeof(wo_chunk) + ((bytes + 7) & ~7u) : 0);
  bool slab;
  wo_isolate *isolate = wo_piece_take(size, &slab);
  if (!isolate) {
    wo_free(file, registers * sizeof *file);
    return NULL;
  }
  wo_isolate_init(isolate, rt, shard);
  isolate->block_size = (uint32_t)size;
  isolate->slab = slab;
  block *memory = (block *)isolate;
  wo_fiber *fiber = &isolate->fiber;
  fiber->regs = file ? file : (wo_value *)(memory + 1);
  fiber->regs_capacity = registers;
  fiber->frames = &memory->frame;
  fiber->frames_capacity = 1;
  fiber->inline_arrays = file ? 2 : 3;
  if (inline_chunk) {
    wo_chunk *chunk = (wo_chunk *)((uint8_t *)isolate + chunk_at);
    *chunk = (wo_chunk){.flags = WO_CHUNK_INLINE};
    chunk->size = (uint32_t)(size - chunk_at);
    chunk->used = (uint32_t)sizeof *chunk + ((bytes + 7) & ~7u);
    isolate->heap.chunks = chunk;
    isolate->heap.top = (uint8_t *)chunk + chunk->used;
    isolate->heap.end = (uint8_t *)chunk + chunk->size;
    isolate->heap.small_bytes = chunk->size;
  }
  return isolate;
}

static void isolate_free(wo_isolate *isolate) {
  wo_fiber *fiber = &isolate->fiber;
  wo_holds_release_all(isolate, NULL);
  wo_fiber_free_arrays(fiber);
  for (uint32_t i = 0; i < isolate->module_capacity; i++) {
    wo_value *slots = isolate->modules[i];
    if (slots) wo_free(slots - 2, ((size_t)wo_as_int(slots[-1]) + 2) * sizeof *slots);
  }
  wo_free(isolate->modules, isolate->module_capacity * sizeof *isolate->modules);
  isolate->modules = NULL;
  isolate->module_capacity = 0;
  wo_heap_free(&isolate->heap);
  if (isolate->block_size) wo_piece_give(isolate, isolate->block_size, isolate->slab);
}

// Puts a copy's values into the block: function and arguments into the registers, module variables
// into their slots, holds into the table (which is empty, so indices agree).
static bool fill(wo_isolate *isolate, wo_copy *copy, const wo_spawn_how *how) {
  wo_chunk *chunk = isolate->heap.chunks;
  bool separate = wo_copy_bytes(copy) && !chunk;
  if (separate) {
    chunk = wo_chunk_new(wo_copy_bytes(copy), 0);
    if (!chunk) return false;
    chunk->used = (uint32_t)sizeof *chunk + ((wo_copy_bytes(copy) + 7) & ~7u);
  }
  if (!wo_copy_into(copy, chunk)) {
    if (separate) wo_free(chunk, chunk->size);
    return false;
  }
  wo_chunk *rest = chunk && !separate ? chunk->next : chunk;
  if (chunk && !separate) chunk->next = NULL;
  if (!chunk && copy->part_count > 1) rest = copy->parts[1].chunk;
  if (rest) wo_heap_adopt(&isolate->heap, rest);
  for (uint32_t i = 0; i < copy->hold_count; i++) {
    wo_value v = wo_hold_take(isolate, copy->holds[i].handle, copy->holds[i].direction);
    if (v == WO_HOLE) {
      for (; i < copy->hold_count; i++) {
        wo_handle_uncount(copy->holds[i].handle, copy->holds[i].direction, NULL);
      }
      return false;
    }
    WO_ASSERT(v == wo_from_hold(i));
  }
  wo_value *regs = isolate->fiber.regs;
  regs[0] = wo_copy_value(copy, how->fn);
  regs[1] = WO_UNDEFINED;
  for (uint32_t i = 0; i < how->argc; i++) regs[2 + i] = wo_copy_value(copy, how->args[i]);
  for (uint32_t i = 0; i < copy->slot_count; i++) {
    wo_value *slots = wo_isolate_slots(isolate, copy->slots[i].image);
    if (!slots) return false;
    slots[copy->slots[i].slot] = wo_copy_value(copy, copy->slots[i].value);
  }
  return true;
}

static wo_status no_memory(const wo_spawn_how *how) {
  if (!how->parent) return WO_THREW;
  return wo_throw(how->parent, WO_B_OutOfMemoryError, "the system has no memory for another fiber");
}

static wo_status spawn_copied(wo_runtime *rt, wo_shard *shard, const wo_spawn_how *how,
                              wo_isolate **out) {
  wo_value small[16];
  uint32_t count = how->argc + 1;
  wo_value *values = count <= WO_COUNT(small) ? small : wo_alloc(count * sizeof *values);
  if (!values) return no_memory(how);
  values[0] = how->fn;
  if (how->argc) memcpy(values + 1, how->args, how->argc * sizeof *values);
  wo_copy copy;
  wo_status status = wo_copy_begin(&copy, how->parent, values, count, WO_COPY_SPAWN);
  if (status == WO_DONE) {
    wo_isolate *isolate =
        isolate_new(rt, shard, registers_for(how->fn, how->argc), wo_copy_bytes(&copy));
    bool made = isolate && fill(isolate, &copy, how);
    wo_copy_end(&copy);
    if (!made) {
      if (isolate) isolate_free(isolate);
      status = no_memory(how);
    }
    *out = isolate;
  }
  if (values != small) wo_free(values, count * sizeof *values);
  return status;
}

static uint32_t adopted_arguments(const wo_spawn_how *how) {
  uint32_t argc = how->argc;
  if (how->message && wo_is_array(how->message->root)) {
    argc = ((wo_array *)wo_pointer(how->message->root))->length;
  }
  return argc > WO_ARGUMENTS_MAX ? WO_ARGUMENTS_MAX : argc;
}

// From the host: the arguments come as one message, an array.
static wo_status spawn_adopted(wo_runtime *rt, wo_shard *shard, const wo_spawn_how *how,
                               uint32_t argc, wo_isolate **out) {
  wo_isolate *isolate = isolate_new(rt, shard, registers_for(how->fn, argc), 0);
  if (!isolate) return WO_THREW;
  wo_value *regs = isolate->fiber.regs;
  regs[0] = how->fn;
  regs[1] = WO_UNDEFINED;
  for (uint32_t i = 0; i < argc; i++) regs[2 + i] = how->args ? how->args[i] : WO_UNDEFINED;
  if (how->message) {
    wo_value list = wo_message_adopt(isolate, WO_UNDEFINED, how->message);
    for (uint32_t i = 0; i < argc; i++) {
      wo_value v = wo_is_array(list) ? wo_array_get(wo_pointer(list), i) : WO_HOLE;
      regs[2 + i] = v == WO_HOLE ? WO_UNDEFINED : v;
    }
  }
  *out = isolate;
  return WO_DONE;
}

// What only few spawned fibers have. False: no memory.
static bool note_how(wo_fiber *fiber, const wo_spawn_how *how) {
  if (!how->exit_hook && !how->result_channel && !how->loads) return true;
  wo_rare *rare = wo_fiber_rare(fiber);
  if (!rare) return false;
  rare->exit_hook = how->exit_hook;
  rare->result_channel = how->result_channel;
  rare->loads = how->loads;
  return true;
}

wo_status wo_isolate_spawn(wo_runtime *rt, const wo_spawn_how *how, uint32_t *id) {
  wo_shard *here = wo_this_shard();
  wo_shard *shard = how->shard >= 0 ? &rt->shards[how->shard] : how->parent ? here : &rt->shards[0];
  wo_isolate *isolate = NULL;
  uint32_t argc = how->parent ? how->argc : adopted_arguments(how);
  wo_status status = how->parent ? spawn_copied(rt, shard, how, &isolate)
                                 : spawn_adopted(rt, shard, how, argc, &isolate);
  if (status != WO_DONE) {
    if (!how->parent) wo_message_free(how->message);
    return status;
  }
  wo_fiber *fiber = &isolate->fiber;
  note_spawn_site(fiber, how->parent);
  fiber->id = atomic_fetch_add_explicit(&rt->next_fiber_id, 1, memory_order_relaxed);
  if (!note_how(fiber, how)) {
    isolate_free(isolate);
    return no_memory(how);
  }
  if (how->loads) wo_image_set_loader(how->loads, isolate);
  if (id) *id = fiber->id;
  status = wo_fiber_start(fiber, fiber->regs[0], argc);
  if (status != WO_DONE) {
    if (how->loads) wo_image_set_loader(how->loads, NULL);
    isolate_free(isolate);
    return how->parent
             ? wo_throw(how->parent, WO_B_StackOverflowError, "too many arguments for a new fiber")
             : WO_THREW;
  }
  atomic_fetch_add_explicit(&rt->live_fibers, 1, memory_order_relaxed);
  if (shard == here) wo_shard_link(shard, isolate);
  else wo_shard_queue(shard, isolate);
  return WO_DONE;
}

// What spawn.result answers: the result, or the error as the reason of the close.
static void give_result(wo_fiber *fiber, wo_message *reason) {
  wo_channel *channel = fiber->rare->result_channel;
  fiber->rare->result_channel = NULL;
  wo_message *refused = NULL;
  if (fiber->final == WO_FINAL_RETURNED && fiber->result != WO_UNDEFINED) {
    wo_item item;
    if (wo_message_item(fiber, fiber->result, &item) == WO_DONE) {
      if (wo_channel_send(channel, item, NULL) != WO_CHANNEL_OK) wo_item_free(item);
    } else {
      reason = refused = wo_message_error(fiber, fiber->thrown);
    }
  }
  wo_handle_uncount(&channel->handle, WO_DIR_SEND, reason);
  wo_message_free(refused);
}

void wo_isolate_end(wo_isolate *isolate) {
  wo_fiber *fiber = &isolate->fiber;
  wo_message *reason = NULL;
  bool asked = fiber->rare && fiber->rare->result_channel;
  bool watched = isolate->hold_count > 0 || asked;
  if (fiber->final == WO_FINAL_ERROR && watched) reason = wo_message_error(fiber, fiber->thrown);
  if (asked) give_result(fiber, reason);
  wo_holds_release_all(isolate, reason);
  wo_message_free(reason);
  wo_image *loads = wo_isolate_loads(isolate);
  if (loads) wo_image_set_loader(loads, NULL);
  isolate_free(isolate);
}

// --- module variables ---

wo_value *wo_isolate_slots(wo_isolate *isolate, const wo_image *image) {
  uint32_t id = image->id;
  if (WO_UNLIKELY(id >= isolate->module_capacity)) {
    uint32_t capacity = id + 1;
    wo_value **modules = wo_realloc(isolate->modules, isolate->module_capacity * sizeof *modules,
                                    capacity * sizeof *modules);
    if (!modules) return NULL;
    for (uint32_t i = isolate->module_capacity; i < capacity; i++) modules[i] = NULL;
    isolate->modules = modules;
    isolate->module_capacity = capacity;
  }
  if (WO_LIKELY(isolate->modules[id] != NULL)) return isolate->modules[id];
  // In front of them the image and their number, for the root walk and the end: the runtime's list
  // of images is written by other threads.
  wo_value *slots = wo_alloc(((size_t)image->slot_count + 2) * sizeof *slots);
  if (!slots) return NULL;
  *slots++ = (wo_value)(uintptr_t)image;
  *slots++ = wo_from_int((int32_t)image->slot_count);
  wo_value empty = wo_isolate_loads(isolate) == image ? WO_HOLE : WO_UNSET;
  for (uint32_t i = 0; i < image->slot_count; i++) slots[i] = empty;
  return isolate->modules[id] = slots;
}

wo_value wo_isolate_touch(wo_isolate *isolate, const wo_image *image, uint32_t slot) {
  wo_value *slots = wo_isolate_slots(isolate, image);
  if (!slots) return WO_HOLE;
  if (slots[slot] != WO_UNSET) return slots[slot];
  const wo_module_slot *info = &image->slots[slot];
  if (!info->has_template) return WO_HOLE;
  if (!info->template) return slots[slot] = info->shared;
  // The whole group comes at once, so that what its variables share stays shared.
  wo_message *message = wo_message_clone(info->template);
  if (!message) return WO_HOLE;
  wo_value list = wo_message_adopt(isolate, WO_UNDEFINED, message);
  uint32_t at = 0;
  for (uint32_t i = 0; i < image->slot_count; i++) {
    if (image->slots[i].template != info->template) continue;
    wo_value value = wo_array_get(wo_pointer(list), at++);
    if (slots[i] == WO_UNSET) slots[i] = value;
  }
  return slots[slot];
}
