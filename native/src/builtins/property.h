// Reading properties from builtins without running fiber code: either the value is at hand, or it
// takes the call of a getter, which the builtin then asks dispatch for.
#ifndef WO_BUILTINS_PROPERTY_H
#define WO_BUILTINS_PROPERTY_H

#include "../builtin.h"

typedef enum wo_read {
  WO_READ_ABSENT,
  WO_READ_VALUE,
  WO_READ_GETTER,  // *out is the getter, to be called on the receiver
} wo_read;

// The content of a found property. A static field of a top-level class lives in a module slot of
// this isolate; one read before it is initialized answers undefined here.
static inline wo_read wo_read_found(wo_fiber *fiber, const wo_property *p, wo_value *out) {
  if (p->attrs & WO_ATTR_ACCESSOR) {
    *out = ((wo_accessor *)wo_pointer(p->value))->get;
    return wo_is_undefined(*out) ? WO_READ_VALUE : WO_READ_GETTER;
  }
  *out = p->value;
  if (!(p->attrs & WO_ATTR_MODULE)) return WO_READ_VALUE;
  const wo_image *image = ((wo_function *)wo_pointer(p->holder))->proto->image;
  uint32_t slot = (uint32_t)wo_as_int(p->value);
  wo_value v = wo_isolate_slots(fiber->isolate, image)[slot];
  if (v == WO_UNSET) v = wo_isolate_touch(fiber->isolate, image, slot);
  *out = v == WO_HOLE ? WO_UNDEFINED : v;
  return WO_READ_VALUE;
}

static inline wo_read wo_read_property(wo_fiber *fiber, wo_value object, wo_value key,
                                       wo_value *out) {
  wo_property p;
  if (wo_lookup(&fiber->isolate->heap, object, key, &p)) return wo_read_found(fiber, &p, out);
  *out = WO_UNDEFINED;
  return WO_READ_ABSENT;
}

// The same for an own property; `enumerable_only` passes over others as if absent.
static inline wo_read wo_read_own(wo_fiber *fiber, wo_value object, wo_value key,
                                  bool enumerable_only, wo_value *out) {
  wo_property p;
  if (wo_lookup_own(&fiber->isolate->heap, object, key, &p) &&
      (!enumerable_only || (p.attrs & WO_ATTR_ENUMERABLE))) {
    return wo_read_found(fiber, &p, out);
  }
  *out = WO_UNDEFINED;
  return WO_READ_ABSENT;
}

#endif
