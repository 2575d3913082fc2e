// An isolate: one heap, its fibers, its holds, its copy of module state. The unit of isolation,
// quota and scheduling. A spawned isolate, its first fiber, first registers and argument snapshot
// come from one block (W02); main's is embedded in the runtime (W09).
#ifndef WO_ISOLATE_H
#define WO_ISOLATE_H

#include "fiber.h"
#include "handle.h"
#include "heap.h"

struct wo_isolate {
  wo_heap heap;
  wo_isolate *all_next, *all_prev;  // the shard's list of isolates
  wo_value **modules;  // by image id: module slot values, WO_UNSET until touched; grown lazily
  wo_hold *holds;      // inline_holds until there are more
  union {
    wo_hold inline_holds[2];
    struct {
      uint32_t hold_capacity;
      uint32_t hold_free;  // 1 + the first free entry, which names the next; 0: none
      uint32_t holds_used;
      uint32_t holds_sweep_at;  // how many used ones ask for a collection
    };
  };
  uint32_t hold_count;  // entries in use or free
  uint32_t module_capacity;
  uint32_t block_size;  // of the spawn block; 0: embedded in the runtime
  uint8_t queued : 1;   // on a run queue
  uint8_t linked : 1;   // in the shard's list
  uint8_t ran : 1;      // since its idle collection
  uint8_t started : 1;  // a shard has given it a slice
  uint8_t slab : 1;     // the block is a slab's
  wo_shard *shard;      // that owns it now
  wo_fiber fiber;       // the first fiber, and in this version the only one
};

// The entry that a handle value names, live or dead.
WO_INLINE wo_hold *wo_hold_of(wo_isolate *isolate, wo_value v) {
  WO_ASSERT(wo_is_handle(v) && wo_as_hold(v) < isolate->hold_count);
  WO_ASSERT(isolate->holds[wo_as_hold(v)].used != 0);
  return &isolate->holds[wo_as_hold(v)];
}
// The image whose module bodies the isolate's fiber runs; NULL for nearly all.
WO_INLINE wo_image *wo_isolate_loads(const wo_isolate *isolate) {
  return isolate->fiber.rare ? isolate->fiber.rare->loads : NULL;
}

// The arrays of module slots of `image` for this isolate, made on first use (all WO_UNSET; slots of
// an entry image in its loader start as WO_HOLE, uninitialized).
wo_value *wo_isolate_slots(wo_isolate *isolate, const wo_image *image);
// First access to an unset slot: copies the template (with everything it shares) or, without one,
// answers WO_HOLE. Never runs fiber code.
wo_value wo_isolate_touch(wo_isolate *isolate, const wo_image *image, uint32_t slot);

typedef struct wo_spawn_how {
  wo_value fn;  // function value of the spawning isolate, or a TOPLEVEL function
  const wo_value *args;
  uint32_t argc;
  wo_fiber *parent;     // NULL: from the host (args come as a message instead)
  wo_message *message;  // host: array of arguments; NULL with argc 0
  int32_t shard;        // -1: the spawning shard
  uint32_t exit_hook;
  wo_channel *result_channel;  // takes the result: a send hold and a reference, moved on success
  wo_image *loads;             // the loader of this image: its variables start uninitialized
} wo_spawn_how;                // wo_spawn is the host's function (wo.h)
// Makes an isolate with one RUNNABLE fiber and queues it; *id (may be NULL) is the fiber's, which may
// be gone by the time this returns. WO_THREW: NotSendableError etc. on parent; without a parent, the
// process is out of memory. Takes how->message.
wo_status wo_isolate_spawn(wo_runtime *rt, const wo_spawn_how *how, uint32_t *id);
// Initializes the embedded isolate of main (block_size 0).
void wo_isolate_init(wo_isolate *isolate, wo_runtime *rt, wo_shard *shard);
// Releases holds (with the crash reason), frees heap and arrays and block.
void wo_isolate_end(wo_isolate *isolate);

// --- roots (roots.c): the only root walk; collector, inspector and tests use it (W21) ---
typedef enum wo_root_kind {
  WO_ROOT_REGISTER,
  WO_ROOT_FRAME,
  WO_ROOT_CATCH,
  WO_ROOT_PARK,
  WO_ROOT_MESSAGE,
  WO_ROOT_HOST,
  WO_ROOT_MODULE,
} wo_root_kind;
typedef struct wo_root {
  wo_value *slot;
  wo_root_kind kind;
  wo_fiber *fiber;  // NULL for module state
  uint32_t frame;   // index; REGISTER and FRAME
  uint32_t index;   // register of the frame; module slot
  wo_image *image;  // MODULE
} wo_root;
typedef void (*wo_root_fn)(void *ctx, const wo_root *root);
void wo_roots(wo_isolate *isolate, void *ctx, wo_root_fn visit);

#endif
