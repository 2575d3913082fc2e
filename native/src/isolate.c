// Isolates are born in one block (W02):
//
//   wo_isolate (heap, fiber, ...) | registers | frames | chunk with the argument snapshot, if any
//
// and end in one go. Blocks of the usual sizes wait in their shard for the next spawn.
#include "isolate.h"

#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "channel.h"
#include "message.h"
#include "shard.h"

#define BLOCK_STEP 64u
// Spare blocks of one size a shard keeps.
#define BLOCKS_CACHED_MAX 1024u
// A larger snapshot gets chunks of its own, so that a block can be returned when data has moved on.
#define SNAPSHOT_INLINE_MAX (32u * 1024)

typedef struct block {
  wo_isolate isolate;
  wo_value registers[WO_INLINE_REGISTERS];
  wo_frame frames[WO_INLINE_FRAMES];
} block;
static_assert(sizeof(block) % 8 == 0, "the chunk behind a block is aligned");
#define BLOCK_BYTES ((sizeof(block) + BLOCK_STEP - 1) / BLOCK_STEP * BLOCK_STEP)

static wo_isolate *block_take(wo_shard *shard, size_t size) {
  size_t class = (size - BLOCK_BYTES) / BLOCK_STEP;
  // The cache is the shard's thread's; a host thread that spawns goes to malloc.
  if (class < WO_BLOCK_CLASSES && shard == wo_this_shard() && shard->blocks[class]) {
    void *p = shard->blocks[class];
    shard->blocks[class] = *(void **)p;
    shard->block_counts[class]--;
    return p;
  }
  return wo_alloc(size);
}

static void block_give(wo_shard *shard, void *p, size_t size) {
  size_t class = (size - BLOCK_BYTES) / BLOCK_STEP;
#if !defined(WO_STRESS) && !defined(__SANITIZE_ADDRESS__)
  if (class < WO_BLOCK_CLASSES && shard == wo_this_shard() &&
      shard->block_counts[class] < BLOCKS_CACHED_MAX) {
    *(void **)p = shard->blocks[class];
    shard->blocks[class] = p;
    shard->block_counts[class]++;
    return;
  }
#endif
  (void)shard, (void)class;
  wo_free(p, size);
}

void wo_blocks_free(wo_shard *shard) {
  for (size_t class = 0; class < WO_BLOCK_CLASSES; class ++) {
    while (shard->blocks[class]) {
      void *p = shard->blocks[class];
      shard->blocks[class] = *(void **)p;
      wo_free(p, BLOCK_BYTES + class * BLOCK_STEP);
    }
    shard->block_counts[class] = 0;
  }
}

void wo_isolate_init(wo_isolate *isolate, wo_runtime *rt, wo_shard *shard) {
  memset(isolate, 0, sizeof *isolate);
  wo_heap_init(&isolate->heap, rt, isolate);
  isolate->shard = shard;
  isolate->current = &isolate->fiber;
  isolate->fiber_count = 1;
  wo_fiber *fiber = &isolate->fiber;
  fiber->isolate = isolate;
  fiber->state = WO_FIBER_RUNNABLE;
  fiber->thrown = fiber->result = fiber->new_target = fiber->answer = WO_UNDEFINED;
  fiber->call.result = WO_UNDEFINED;
  fiber->wait.fiber = fiber;
  fiber->wait.value = WO_UNDEFINED;
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

// A block with room for `registers` and a snapshot of `bytes` of cells; NULL: no memory.
static wo_isolate *isolate_new(wo_runtime *rt, wo_shard *shard, uint32_t registers,
                               uint32_t bytes) {
  bool inline_chunk = bytes > 0 && bytes <= SNAPSHOT_INLINE_MAX;
  size_t size = BLOCK_BYTES;
  if (inline_chunk) {
    size = sizeof(block) + sizeof(wo_chunk) + bytes;
    size = size < BLOCK_BYTES ? BLOCK_BYTES : (size + BLOCK_STEP - 1) / BLOCK_STEP * BLOCK_STEP;
  }
  wo_value *file = NULL;
  uint32_t capacity = WO_INLINE_REGISTERS;
  if (registers > capacity) {
    capacity = registers + WO_INLINE_REGISTERS;
    file = wo_alloc(capacity * sizeof *file);
    if (!file) return NULL;
  }
  wo_isolate *isolate = block_take(shard, size);
  if (!isolate) {
    wo_free(file, capacity * sizeof *file);
    return NULL;
  }
  wo_isolate_init(isolate, rt, shard);
  isolate->block_size = (uint32_t)size;
  block *memory = (block *)isolate;
  wo_fiber *fiber = &isolate->fiber;
  fiber->regs = file ? file : memory->registers;
  fiber->regs_capacity = capacity;
  fiber->frames = memory->frames;
  fiber->frames_capacity = WO_INLINE_FRAMES;
  fiber->inline_arrays = file ? 2 : 3;
  if (inline_chunk) {
    wo_chunk *chunk = (wo_chunk *)(memory + 1);
    *chunk = (wo_chunk){.flags = WO_CHUNK_INLINE};
    chunk->size = (uint32_t)(size - sizeof(block));
    chunk->used = (uint32_t)sizeof *chunk + ((bytes + 7) & ~7u);
    isolate->heap.chunks = chunk;
    isolate->heap.top = (uint8_t *)chunk + chunk->used;
    isolate->heap.end = (uint8_t *)chunk + chunk->size;
    isolate->heap.small_bytes = chunk->size;
  }
  return isolate;
}

static void isolate_free(wo_isolate *isolate) {
  wo_shard *shard = isolate->shard;
  wo_fiber *fiber = &isolate->fiber;
  wo_holds_release_all(isolate, NULL);
  if (fiber->select_waits) {
    wo_free(fiber->select_waits, fiber->select_capacity * sizeof *fiber->select_waits);
    fiber->select_waits = NULL;
  }
  wo_fiber_free_arrays(fiber);
  for (uint32_t i = 0; i < isolate->module_capacity; i++) {
    wo_value *slots = isolate->modules[i];
    if (slots) wo_free(slots - 2, ((size_t)wo_as_int(slots[-1]) + 2) * sizeof *slots);
  }
  wo_free(isolate->modules, isolate->module_capacity * sizeof *isolate->modules);
  isolate->modules = NULL;
  isolate->module_capacity = 0;
  wo_heap_free(&isolate->heap);
  if (isolate->block_size) block_give(shard, isolate, isolate->block_size);
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
    wo_isolate *isolate = isolate_new(rt, shard, count + 1, wo_copy_bytes(&copy));
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

// From the host: the arguments come as one message, an array.
static wo_status spawn_adopted(wo_runtime *rt, wo_shard *shard, const wo_spawn_how *how,
                               wo_isolate **out) {
  uint32_t argc = how->argc;
  if (how->message && wo_is_array(how->message->root)) {
    argc = ((wo_array *)wo_pointer(how->message->root))->length;
  }
  if (argc > WO_ARGUMENTS_MAX) argc = WO_ARGUMENTS_MAX;
  wo_isolate *isolate = isolate_new(rt, shard, argc + 2, 0);
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

wo_status wo_isolate_spawn(wo_runtime *rt, const wo_spawn_how *how, uint32_t *id) {
  wo_shard *here = wo_this_shard();
  wo_shard *shard = how->shard >= 0 ? &rt->shards[how->shard] : how->parent ? here : &rt->shards[0];
  wo_isolate *isolate = NULL;
  uint32_t argc = how->argc;
  if (!how->parent && how->message && wo_is_array(how->message->root)) {
    argc = ((wo_array *)wo_pointer(how->message->root))->length;
    if (argc > WO_ARGUMENTS_MAX) argc = WO_ARGUMENTS_MAX;
  }
  wo_status status = how->parent ? spawn_copied(rt, shard, how, &isolate)
                                 : spawn_adopted(rt, shard, how, &isolate);
  if (status != WO_DONE) return status;
  wo_fiber *fiber = &isolate->fiber;
  note_spawn_site(fiber, how->parent);
  fiber->exit_hook = how->exit_hook;
  fiber->result_channel = how->result_channel;
  fiber->id = atomic_fetch_add_explicit(&rt->next_fiber_id, 1, memory_order_relaxed);
  isolate->loads = how->loads;
  if (how->loads) wo_image_set_loader(how->loads, isolate);
  if (id) *id = fiber->id;
  status = wo_fiber_start(fiber, fiber->regs[0], argc);
  if (status != WO_DONE) {
    fiber->result_channel = NULL;
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
  wo_channel *channel = fiber->result_channel;
  if (!channel) return;
  fiber->result_channel = NULL;
  wo_message *refused = NULL;
  if (fiber->final == WO_FINAL_RETURNED && fiber->result != WO_UNDEFINED) {
    wo_channel_item item;
    if (wo_message_copy(fiber, &fiber->result, 1, &item.value, &item.message) == WO_DONE) {
      if (wo_channel_send(channel, item, NULL) != WO_CHANNEL_OK) wo_message_free(item.message);
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
  bool watched = isolate->hold_count > 0 || fiber->result_channel;
  if (fiber->final == WO_FINAL_ERROR && watched) reason = wo_message_error(fiber, fiber->thrown);
  give_result(fiber, reason);
  wo_holds_release_all(isolate, reason);
  wo_message_free(reason);
  wo_message_free(fiber->answer_message);
  fiber->answer_message = NULL;
  if (isolate->loads) wo_image_set_loader(isolate->loads, NULL);
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
  wo_value empty = isolate->loads == image ? WO_HOLE : WO_UNSET;
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
