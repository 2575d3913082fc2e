// The deadlines of one shard: any number of points in time, the nearest of which is all a kernel
// timer has to know. A hierarchical timing wheel over nanoseconds: eleven levels of 64 slots cover
// every int64, a deadline sits at the level of the highest digit (base 64) in which it differs from
// the wheel's time, and moves down as that time comes nearer. So adding and removing are O(1), a
// deadline is moved at most once a level, nothing is ever allocated, and what is due comes out in
// exact order: by time, and in the order of adding where times are equal.
//
// A deadline is a node embedded in whatever waits (24 bytes). The shard's thread alone touches
// wheel and nodes. Nothing here reads a clock.
#ifndef WO_DEADLINES_H
#define WO_DEADLINES_H

#include "base.h"

#define WO_NEVER INT64_MAX  // as a deadline: none

typedef struct wo_deadline {
  struct wo_deadline *next, *prev;  // in its slot; next is NULL while it is in no wheel
  int64_t at_ns;
} wo_deadline;

enum { WO_WHEEL_BITS = 6, WO_WHEEL_SLOTS = 64, WO_WHEEL_LEVELS = 11 };

typedef struct wo_wheel_slot {
  wo_deadline list;  // head of a ring; its at_ns is a lower bound of the times in it
} wo_wheel_slot;

typedef struct wo_deadlines {
  int64_t now_ns;  // never behind what was answered last, never ahead of the clock
  size_t count;
  wo_deadline due;                   // head of the ring of those at or before now_ns
  uint64_t filled[WO_WHEEL_LEVELS];  // a bit a slot; may be set for a slot that was emptied
  wo_wheel_slot slots[WO_WHEEL_LEVELS][WO_WHEEL_SLOTS];
} wo_deadlines;

void wo_deadlines_init(wo_deadlines *wheel, int64_t now_ns);
// A time that has passed is due at once. `deadline` must be in no wheel.
void wo_deadlines_add(wo_deadlines *wheel, wo_deadline *deadline, int64_t at_ns);
// Nothing happens when it is in no wheel.
void wo_deadlines_remove(wo_deadlines *wheel, wo_deadline *deadline);
// When to look again: never later than the nearest deadline, and exactly that unless a nearer one
// was removed. WO_NEVER: there is none.
int64_t wo_deadlines_next(wo_deadlines *wheel);
// Takes out the earliest deadline at or before `now_ns`; NULL: none is due. Times passed in never
// go back.
wo_deadline *wo_deadlines_take(wo_deadlines *wheel, int64_t now_ns);

WO_INLINE bool wo_deadline_armed(const wo_deadline *deadline) { return deadline->next != NULL; }

#endif
