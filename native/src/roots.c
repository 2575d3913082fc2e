#include "builtin.h"

typedef struct walk {
  void *ctx;
  wo_root_fn visit;
  wo_root root;
} walk;

static void visit(walk *w, wo_value *slot, wo_root_kind kind, uint32_t frame, uint32_t index) {
  w->root.slot = slot;
  w->root.kind = kind;
  w->root.frame = frame;
  w->root.index = index;
  w->visit(w->ctx, &w->root);
}

static uint32_t window_end(const wo_frame *frame) {
  if (!(frame->flags & WO_FRAME_BUILTIN)) return frame->base + frame->proto->registers;
  return frame->base + 1 + frame->argc + frame->builtin->scratch;
}

// The register file, each slot once: a frame's part ends where the callee's begins, with the
// callee's function in its R[-1]. The last part goes on to the end of the widest window: what a
// caller has behind a narrow callee is in its window again after the return, so it must not be left
// behind now.
static void visit_registers(walk *w, wo_fiber *fiber) {
  uint32_t at = 0, top = fiber->frame_count ? wo_fiber_top(fiber) : 0;
  for (uint32_t f = 0; f < fiber->frame_count; f++) {
    uint32_t base = fiber->frames[f].base, end = window_end(&fiber->frames[f]);
    if (end > top) top = end;
    end = f + 1 < fiber->frame_count ? fiber->frames[f + 1].base - 1 : top;
    for (; at < base && at < end; at++) visit(w, &fiber->regs[at], WO_ROOT_FRAME, f, 0);
    for (; at < end; at++) visit(w, &fiber->regs[at], WO_ROOT_REGISTER, f, at - base);
  }
}

static void visit_fiber(walk *w, wo_fiber *fiber) {
  w->root.fiber = fiber;
  visit_registers(w, fiber);
  uint32_t top = fiber->frame_count ? fiber->frame_count - 1 : 0;
  const wo_rare *rare = fiber->rare;
  for (uint32_t i = 0; rare && i < rare->catch_count; i++) {
    visit(w, &rare->catches[i].action, WO_ROOT_CATCH, rare->catches[i].frame, i);
  }
  // The answer to a wait is a value of this heap once the fiber is runnable again (its shard adopts
  // the message first). Until then it is its waker's, on whatever thread, and lives in the message;
  // so does what a parked sender offers, and the value that was copied from is still in the
  // registers.
  if (fiber->state == WO_FIBER_PARKED) return;
  visit(w, &fiber->new_target, WO_ROOT_FRAME, top, 2);
  bool waits = fiber->answered != WO_ANSWER_NONE && fiber->answered != WO_ANSWER_YIELDED;
  visit(w, &fiber->answer, waits ? WO_ROOT_MESSAGE : WO_ROOT_FRAME, top, waits ? 0 : 1);
}

void wo_roots(wo_isolate *isolate, void *ctx, wo_root_fn visit_root) {
  walk w = {.ctx = ctx, .visit = visit_root};
  visit_fiber(&w, &isolate->fiber);
  w.root.fiber = NULL;
  for (uint32_t i = 0; i < isolate->module_capacity; i++) {
    wo_value *slots = isolate->modules[i];
    if (!slots) continue;
    w.root.image = (wo_image *)(uintptr_t)slots[-2];
    uint32_t count = (uint32_t)wo_as_int(slots[-1]);
    for (uint32_t s = 0; s < count; s++) visit(&w, &slots[s], WO_ROOT_MODULE, 0, s);
  }
  // Classes of an image still loading are shared, but may point into their loader's heap.
  wo_image *image = wo_isolate_loads(isolate);
  w.root.image = image;
  for (uint32_t i = 0; image && i < image->class_count; i++) {
    visit(&w, &image->classes[i], WO_ROOT_MODULE, 0, UINT32_MAX);
  }
}
