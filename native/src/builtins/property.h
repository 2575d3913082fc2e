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

// The content of a found property. (A static field found empty in its module slot is not found.)
static inline wo_read wo_read_found(const wo_property *p, wo_value *out) {
  *out = p->value;
  if (!(p->attrs & WO_ATTR_ACCESSOR)) return WO_READ_VALUE;
  *out = ((wo_accessor *)wo_pointer(p->value))->get;
  return wo_is_undefined(*out) ? WO_READ_VALUE : WO_READ_GETTER;
}

static inline wo_read wo_read_property(wo_fiber *fiber, wo_value object, wo_value key,
                                       wo_value *out) {
  wo_property p;
  if (wo_lookup(&fiber->isolate->heap, object, key, &p)) return wo_read_found(&p, out);
  *out = WO_UNDEFINED;
  return WO_READ_ABSENT;
}

// The same for an own property; `enumerable_only` passes over others as if absent.
static inline wo_read wo_read_own(wo_fiber *fiber, wo_value object, wo_value key,
                                  bool enumerable_only, wo_value *out) {
  wo_property p;
  if (wo_lookup_own(&fiber->isolate->heap, object, key, &p) &&
      (!enumerable_only || (p.attrs & WO_ATTR_ENUMERABLE))) {
    return wo_read_found(&p, out);
  }
  *out = WO_UNDEFINED;
  return WO_READ_ABSENT;
}

#endif
