// The timing wheel. Invariants, with `digit(t, l)` the l-th digit of t in base 64:
// - a deadline at level l, slot s agrees with now_ns in all digits above l, and s = digit(at, l) >
//   digit(now, l); so within a level lower slots are earlier, and lower levels are earlier than
//   higher ones;
// - what is at or before now_ns is in the ring `due`, in the order in which it became due;
// - now_ns moves into a slot only together with the slot's deadlines moving down.
#include "deadlines.h"

#include <string.h>

static void ring_init(wo_deadline *head) { head->next = head->prev = head; }

static bool ring_empty(const wo_deadline *head) { return head->next == head; }

static void ring_append(wo_deadline *head, wo_deadline *node) {
  node->next = head;
  node->prev = head->prev;
  head->prev->next = node;
  head->prev = node;
}

static void ring_unlink(wo_deadline *node) {
  node->prev->next = node->next;
  node->next->prev = node->prev;
  node->next = node->prev = NULL;
}

void wo_deadlines_init(wo_deadlines *wheel, int64_t now_ns) {
  memset(wheel->filled, 0, sizeof wheel->filled);
  wheel->now_ns = now_ns < 0 ? 0 : now_ns;
  wheel->count = 0;
  ring_init(&wheel->due);
  for (int level = 0; level < WO_WHEEL_LEVELS; level++) {
    for (int slot = 0; slot < WO_WHEEL_SLOTS; slot++) ring_init(&wheel->slots[level][slot].list);
  }
}

// Where `deadline` belongs as seen from now_ns.
static void place(wo_deadlines *wheel, wo_deadline *deadline) {
  if (deadline->at_ns <= wheel->now_ns) {
    ring_append(&wheel->due, deadline);
    return;
  }
  uint64_t at = (uint64_t)deadline->at_ns, differs = at ^ (uint64_t)wheel->now_ns;
  int level = (63 - __builtin_clzll(differs)) / WO_WHEEL_BITS;
  int slot = at >> level * WO_WHEEL_BITS & (WO_WHEEL_SLOTS - 1);
  wo_deadline *list = &wheel->slots[level][slot].list;
  if (ring_empty(list) || deadline->at_ns < list->at_ns) list->at_ns = deadline->at_ns;
  ring_append(list, deadline);
  wheel->filled[level] |= 1ull << slot;
}

void wo_deadlines_add(wo_deadlines *wheel, wo_deadline *deadline, int64_t at_ns) {
  deadline->at_ns = at_ns;
  wheel->count++;
  place(wheel, deadline);
}

void wo_deadlines_remove(wo_deadlines *wheel, wo_deadline *deadline) {
  if (!wo_deadline_armed(deadline)) return;
  ring_unlink(deadline);
  wheel->count--;
}

// The earliest slot that has something; NULL: none. `level` and `slot` are then its place.
static wo_deadline *first_slot(wo_deadlines *wheel, int *level, int *slot) {
  if (wheel->count == 0) return NULL;
  for (int l = 0; l < WO_WHEEL_LEVELS; l++) {
    while (wheel->filled[l]) {
      int s = __builtin_ctzll(wheel->filled[l]);
      wo_deadline *list = &wheel->slots[l][s].list;
      if (!ring_empty(list)) {
        *level = l;
        *slot = s;
        return list;
      }
      wheel->filled[l] &= wheel->filled[l] - 1;
    }
  }
  return NULL;
}

int64_t wo_deadlines_next(wo_deadlines *wheel) {
  if (!ring_empty(&wheel->due)) return wheel->now_ns;
  int level, slot;
  wo_deadline *list = first_slot(wheel, &level, &slot);
  return list ? list->at_ns : WO_NEVER;
}

// Empties a slot into lower levels and `due`. `now_ns` lies in the slot, and nothing the wheel holds
// is before it but what becomes due.
static void move_down(wo_deadlines *wheel, wo_deadline *list, int64_t now_ns) {
  wo_deadline *node = list->next;
  list->prev->next = NULL;
  ring_init(list);
  wheel->now_ns = now_ns;
  while (node) {
    wo_deadline *next = node->next;
    place(wheel, node);
    node = next;
  }
}

// The first instant of a slot, as seen from now_ns.
static int64_t slot_start(const wo_deadlines *wheel, int level, int slot) {
  int shift = level * WO_WHEEL_BITS;
  uint64_t below = level + 1 < WO_WHEEL_LEVELS ? (1ull << (shift + WO_WHEEL_BITS)) - 1 : ~0ull;
  return (int64_t)(((uint64_t)wheel->now_ns & ~below) | (uint64_t)slot << shift);
}

wo_deadline *wo_deadlines_take(wo_deadlines *wheel, int64_t now_ns) {
  if (now_ns < wheel->now_ns) now_ns = wheel->now_ns;
  while (ring_empty(&wheel->due)) {
    int level, slot;
    wo_deadline *list = first_slot(wheel, &level, &slot);
    if (!list || slot_start(wheel, level, slot) > now_ns) {
      wheel->now_ns = now_ns;
      return NULL;
    }
    move_down(wheel, list, list->at_ns < now_ns ? list->at_ns : now_ns);
  }
  wo_deadline *first = wheel->due.next;
  ring_unlink(first);
  wheel->count--;
  return first;
}
