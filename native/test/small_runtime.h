// A runtime without a scheduler, for tests of values and heaps: names, shapes, the core prototypes,
// and one isolate whose fiber has a frame of 64 registers, which are the roots.
#ifndef WO_SMALL_RUNTIME_H
#define WO_SMALL_RUNTIME_H

#include <stdlib.h>

#include "../src/alloc.h"
#include "../src/builtin.h"
#include "../src/table.h"

#define SMALL_REGISTERS 64

typedef struct small_runtime {
  wo_runtime *rt;
  wo_isolate *isolate;
  wo_heap *heap;
  wo_value *regs;  // R[0] on
  wo_frame frame;
  wo_value file[SMALL_REGISTERS + 1];
} small_runtime;

static wo_proto small_proto = {.registers = SMALL_REGISTERS};

static void small_prototype(wo_runtime *rt, uint32_t id, uint32_t parent) {
  wo_value proto = parent < WO_B_COUNT ? rt->builtin_values[parent] : WO_NULL;
  rt->builtin_values[id] = wo_object_with_proto(&rt->shared, proto, 0);
}

static small_runtime *small_new(void) {
  small_runtime *s = calloc(1, sizeof *s);
  wo_runtime *rt = s->rt = calloc(1, sizeof *rt);
  rt->shard_count = 1;
  rt->hash_seed = 0x5eed;
  pthread_mutex_init(&rt->image_lock, NULL);
  wo_heap_init(&rt->shared, rt, NULL);
  if (!wo_names_init(rt) || !wo_shapes_init(rt)) abort();
  rt->builtin_values = malloc(WO_B_COUNT * sizeof(wo_value));
  for (uint32_t i = 0; i < WO_B_COUNT; i++) rt->builtin_values[i] = WO_UNDEFINED;
  small_prototype(rt, WO_B_Object_prototype, WO_B_COUNT);
  static const uint16_t others[] = {
      WO_B_Function_prototype, WO_B_Array_prototype,  WO_B_String_prototype,
      WO_B_Map_prototype,      WO_B_Set_prototype,    WO_B_Uint8Array_prototype,
      WO_B_Error_prototype,    WO_B_Number_prototype,
  };
  for (size_t i = 0; i < WO_COUNT(others); i++)
    small_prototype(rt, others[i], WO_B_Object_prototype);
  small_prototype(rt, WO_B_TypeError_prototype, WO_B_Error_prototype);
  wo_define(&rt->shared, rt->builtin_values[WO_B_Error_prototype], wo_intern_ascii(rt, "name"),
            wo_intern_ascii(rt, "Error"), WO_ATTR_METHOD);
  wo_define(&rt->shared, rt->builtin_values[WO_B_TypeError_prototype], wo_intern_ascii(rt, "name"),
            wo_intern_ascii(rt, "TypeError"), WO_ATTR_METHOD);

  wo_isolate *isolate = s->isolate = &rt->main;
  isolate->shard = &rt->shards[0];
  isolate->shard->runtime = rt;
  isolate->shard->budget = 1000;
  isolate->started = 1;
  wo_heap_init(&isolate->heap, rt, isolate);
  s->heap = &isolate->heap;
  for (uint32_t i = 0; i < WO_COUNT(s->file); i++) s->file[i] = WO_UNDEFINED;
  s->regs = s->file + 1;
  s->frame.proto = &small_proto;
  s->frame.base = 1;
  wo_fiber *fiber = &isolate->fiber;
  fiber->isolate = isolate;
  fiber->regs = s->file;
  fiber->regs_capacity = WO_COUNT(s->file);
  fiber->frames = &s->frame;
  fiber->frame_count = fiber->frames_capacity = 1;
  fiber->answer = fiber->new_target = WO_UNDEFINED;
  isolate->shard->fiber = fiber;
  return s;
}

static void small_free(small_runtime *s) {
  wo_runtime *rt = s->rt;
  wo_isolate *isolate = s->isolate;
  wo_holds_release_all(isolate, NULL);
  for (uint32_t i = 0; i < isolate->module_capacity; i++) {
    // The image and the number of slots stand in front of them (wo_isolate_slots).
    wo_value *slots = isolate->modules[i];
    if (slots) wo_free(slots - 2, ((size_t)wo_as_int(slots[-1]) + 2) * sizeof *slots);
  }
  wo_free(isolate->modules, isolate->module_capacity * sizeof *isolate->modules);
  wo_free(isolate->fiber.rare, sizeof *isolate->fiber.rare);
  wo_heap_free(s->heap);
  wo_chunk_cache_free(s->isolate->shard);
  wo_shapes_free(rt);
  wo_heap_free(&rt->shared);
  wo_names_free(rt);
  free(rt->builtin_values);
  pthread_mutex_destroy(&rt->image_lock);
  free(rt);
  free(s);
}

__attribute__((unused)) static wo_value small_text(small_runtime *s, const char *text) {
  return wo_string_from_utf8(s->heap, text, strlen(text));
}

// Whether `v` is a string with this UTF-8 text.
__attribute__((unused)) static bool small_is(small_runtime *s, wo_value v, const char *text) {
  return wo_is_string(v) && wo_string_equals(s->heap, v, small_text(s, text));
}

// A key as verified code has it.
__attribute__((unused)) static wo_value small_key(small_runtime *s, const char *text) {
  return wo_to_key(s->heap, wo_intern_ascii(s->rt, text));
}

__attribute__((unused)) static wo_value small_get(small_runtime *s, wo_value object,
                                                  const char *key) {
  wo_property found;
  return wo_lookup(s->heap, object, small_key(s, key), &found) ? found.value : WO_HOLE;
}

__attribute__((unused)) static wo_write small_set(small_runtime *s, wo_value object,
                                                  const char *key, wo_value value) {
  wo_property found;
  return wo_store(s->heap, object, small_key(s, key), value, &found);
}

#endif
