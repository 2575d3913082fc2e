// A value is 64 bits, NaN-boxed. Every double is itself; everything else lives in the negative
// quiet NaNs from 0xFFF9 up, told apart by the top 16 bits:
//
//   0x0000 .. 0xFFF8   double (hardware's default NaN 0xFFF8... is the largest)
//   0xFFF9             int32 in the low 32 bits
//   0xFFFA             special: undefined, null, false, true, and the markers below
//   0xFFFB             handle: low 32 bits index the hold table of the isolate (handle.h)
//   0xFFFC             object: pointer to a wo_object-prefixed cell (object.h)
//   0xFFFD             string: pointer to a wo_string or wo_rope cell (string.h)
//   0xFFFE             other cell: symbol, bigint, box, vector, buffer
//
// A number may be an int32 or a double with the same value: both forms are legal for any integer
// that fits, so equality, hashing and property keys must treat them alike. -0 is always a double.
#ifndef WO_VALUE_H
#define WO_VALUE_H

#include <string.h>

#include "base.h"

typedef uint64_t wo_value;

#define WO_TAG_SHIFT 48
#define WO_TAG_INT 0xFFF9ull
#define WO_TAG_SPECIAL 0xFFFAull
#define WO_TAG_HANDLE 0xFFFBull
#define WO_TAG_OBJECT 0xFFFCull
#define WO_TAG_STRING 0xFFFDull
#define WO_TAG_CELL 0xFFFEull
#define WO_TAG_BITS(tag) ((tag) << WO_TAG_SHIFT)
#define WO_PAYLOAD_MASK 0x0000FFFFFFFFFFFFull

#define WO_SPECIAL(n) (WO_TAG_BITS(WO_TAG_SPECIAL) | (n))
#define WO_UNDEFINED WO_SPECIAL(0)
#define WO_NULL WO_SPECIAL(1)
#define WO_FALSE WO_SPECIAL(2)
#define WO_TRUE WO_SPECIAL(3)
// Markers that no program ever sees.
#define WO_HOLE WO_SPECIAL(4)    // absent array element; uninitialized binding (TDZ); no value
#define WO_UNWIND WO_SPECIAL(5)  // the completion value of a forced unwind (stop, reap, limit)
#define WO_UNSET WO_SPECIAL(6)   // a module slot not yet copied into this isolate
#define WO_TOMB WO_SPECIAL(7)    // a deleted entry of an ordered table

#define WO_NAN_BITS 0x7FF8000000000000ull

WO_INLINE uint64_t wo_tag(wo_value v) { return v >> WO_TAG_SHIFT; }
WO_INLINE bool wo_is_double(wo_value v) { return v < WO_TAG_BITS(WO_TAG_INT); }
WO_INLINE bool wo_is_int(wo_value v) { return wo_tag(v) == WO_TAG_INT; }
WO_INLINE bool wo_is_number(wo_value v) { return v < WO_TAG_BITS(WO_TAG_SPECIAL); }
WO_INLINE bool wo_is_undefined(wo_value v) { return v == WO_UNDEFINED; }
WO_INLINE bool wo_is_nullish(wo_value v) { return (v & ~1ull) == WO_UNDEFINED; }
WO_INLINE bool wo_is_bool(wo_value v) { return (v & ~1ull) == WO_FALSE; }
WO_INLINE bool wo_is_handle(wo_value v) { return wo_tag(v) == WO_TAG_HANDLE; }
WO_INLINE bool wo_is_object(wo_value v) { return wo_tag(v) == WO_TAG_OBJECT; }
WO_INLINE bool wo_is_string(wo_value v) { return wo_tag(v) == WO_TAG_STRING; }
WO_INLINE bool wo_is_cell(wo_value v) { return wo_tag(v) == WO_TAG_CELL; }
// True for the three tags whose payload is a pointer to a wo_cell.
WO_INLINE bool wo_is_pointer(wo_value v) { return v >= WO_TAG_BITS(WO_TAG_OBJECT); }

WO_INLINE wo_value wo_from_int(int32_t i) { return WO_TAG_BITS(WO_TAG_INT) | (uint32_t)i; }
WO_INLINE int32_t wo_as_int(wo_value v) { return (int32_t)v; }
WO_INLINE wo_value wo_from_double(double d) {
  wo_value v;
  memcpy(&v, &d, sizeof v);
  return v;
}
WO_INLINE double wo_as_double(wo_value v) {
  double d;
  memcpy(&d, &v, sizeof d);
  return d;
}
// Doubles from outside (images, typed arrays, messages from the host) may carry any NaN payload.
WO_INLINE wo_value wo_from_foreign_double(double d) {
  return d == d ? wo_from_double(d) : WO_NAN_BITS;
}
WO_INLINE wo_value wo_from_bool(bool b) { return b ? WO_TRUE : WO_FALSE; }
WO_INLINE double wo_number(wo_value v) { return wo_is_int(v) ? wo_as_int(v) : wo_as_double(v); }
// An int32 where the value is one (and not -0), else the double itself.
WO_INLINE wo_value wo_from_number(double d) {
  int32_t i = (d >= -2147483648.0 && d <= 2147483647.0) ? (int32_t)d : 0;
  return wo_from_double((double)i) == wo_from_double(d) ? wo_from_int(i) : wo_from_double(d);
}
WO_INLINE void *wo_pointer(wo_value v) { return (void *)(uintptr_t)(v & WO_PAYLOAD_MASK); }
WO_INLINE wo_value wo_from_pointer(uint64_t tag, const void *p) {
  return WO_TAG_BITS(tag) | (uint64_t)(uintptr_t)p;
}
WO_INLINE wo_value wo_from_object(const void *p) { return wo_from_pointer(WO_TAG_OBJECT, p); }
WO_INLINE wo_value wo_from_string(const void *p) { return wo_from_pointer(WO_TAG_STRING, p); }
WO_INLINE wo_value wo_from_cell(const void *p) { return wo_from_pointer(WO_TAG_CELL, p); }
WO_INLINE wo_value wo_from_hold(uint32_t index) { return WO_TAG_BITS(WO_TAG_HANDLE) | index; }
WO_INLINE uint32_t wo_as_hold(wo_value v) { return (uint32_t)v; }

// --- conversions and comparisons that run no fiber code (value.c) ---

// ToBoolean; total.
bool wo_truthy(wo_value v);
// ===; total. Flattens ropes (allocating in `heap`) when it has to look inside.
bool wo_strict_equals(wo_heap *heap, wo_value a, wo_value b);
// SameValueZero, the equality of Map, Set and includes.
bool wo_same_value_zero(wo_heap *heap, wo_value a, wo_value b);
// Object.is.
bool wo_same_value(wo_heap *heap, wo_value a, wo_value b);
// == for operands that are not objects.
bool wo_loose_equals_primitive(wo_heap *heap, wo_value a, wo_value b);
// ToNumber of a primitive (never an object, symbol or bigint: callers check); strings are parsed.
double wo_primitive_to_number(wo_heap *heap, wo_value v);
// ToInt32 / ToUint32 of a double.
int32_t wo_to_int32(double d);
// ToString of a primitive other than symbol. A string is returned unchanged.
wo_value wo_primitive_to_string(wo_heap *heap, wo_value v);
// The answer of `typeof` as an interned string.
wo_value wo_typeof(wo_runtime *rt, wo_value v);

#endif
