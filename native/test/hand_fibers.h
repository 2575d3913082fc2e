// A real runtime whose fibers are driven by hand: isolates that no shard runs, with one bytecode
// frame of 32 registers each. Wakes land in the shard's inbox; hand_settle() takes them out, as a
// shard would.
#ifndef WO_HAND_FIBERS_H
#define WO_HAND_FIBERS_H

#include <stdlib.h>
#include <string.h>

#include "../include/wo.h"
#include "../src/alloc.h"
#include "../src/builtin.h"
#include "../src/channel.h"
#include "../src/message.h"

#define HAND_REGISTERS 32

typedef struct hand {
  wo_isolate isolate;
  wo_frame frame;
  wo_value file[HAND_REGISTERS + 1];
} hand;

static wo_proto hand_proto = {.registers = HAND_REGISTERS};

static wo_runtime *hand_runtime(void) {
  wo_runtime *rt;
  char error[300];
  wo_options options = {.seed = 7};
  if (wo_runtime_new(&options, &rt, error, sizeof error) != WO_OK) {
    fprintf(stderr, "%s\n", error);
    abort();
  }
  hand_proto.name = hand_proto.file = wo_intern_ascii(rt, "hand");
  return rt;
}

static hand *hand_new(wo_runtime *rt) {
  hand *h = calloc(1, sizeof *h);
  wo_isolate_init(&h->isolate, rt, &rt->shards[0]);
  for (size_t i = 0; i < WO_COUNT(h->file); i++) h->file[i] = WO_UNDEFINED;
  h->frame = (wo_frame){.proto = &hand_proto, .base = 1};
  wo_fiber *fiber = &h->isolate.fiber;
  fiber->regs = h->file;
  fiber->regs_capacity = WO_COUNT(h->file);
  fiber->frames = &h->frame;
  fiber->frame_count = fiber->frames_capacity = 1;
  fiber->inline_arrays = 3;
  fiber->id = 1;
  h->isolate.linked = 1;
  h->isolate.started = 1;
  return h;
}

// Ends the isolate as a shard does; `final` is what became of the fiber.
static void hand_free(hand *h, wo_fiber_final final) {
  h->isolate.fiber.final = (uint8_t) final;
  wo_isolate_end(&h->isolate);
  free(h);
}

static void hand_runtime_free(wo_runtime *rt) {
  rt->shards[0].queue_first = rt->shards[0].queue_last = NULL;
  wo_runtime_free(rt);
}

// Takes woken fibers out of the inbox; they are RUNNABLE then.
__attribute__((unused)) static void hand_settle(wo_runtime *rt) {
  wo_shard *shard = &rt->shards[0];
  wo_shard_settle(shard);
  for (wo_isolate *i = shard->queue_first; i; i = i->fiber.run_next) i->queued = 0;
  shard->queue_first = shard->queue_last = NULL;
}

__attribute__((unused)) static wo_value hand_text(hand *h, const char *text) {
  return wo_string_from_utf8(&h->isolate.heap, text, strlen(text));
}

__attribute__((unused)) static void hand_set(hand *h, wo_value object, const char *key,
                                             wo_value value) {
  wo_define(&h->isolate.heap, object, wo_intern_ascii(h->isolate.heap.runtime, key), value,
            WO_ATTR_PLAIN);
}

__attribute__((unused)) static wo_value hand_get(hand *h, wo_value object, const char *key) {
  wo_property found;
  wo_value name = wo_intern_ascii(h->isolate.heap.runtime, key);
  return wo_lookup(&h->isolate.heap, object, name, &found) ? found.value : WO_HOLE;
}

// Whether the fiber's error says exactly this.
__attribute__((unused)) static bool hand_threw(hand *h, const char *message) {
  wo_value text = hand_get(h, h->isolate.fiber.thrown, "message");
  bool same = wo_is_string(text) && wo_string_equals(&h->isolate.heap, text, hand_text(h, message));
  if (!same && wo_is_string(text)) {
    char shown[500];
    const wo_string *s = wo_string_flat(&h->isolate.heap, text);
    size_t n = wo_string_utf8_length(s);
    if (n < sizeof shown) {
      wo_string_to_utf8(s, shown);
      printf("  got: %.*s\n", (int)n, shown);
    }
  }
  return same;
}

#endif
