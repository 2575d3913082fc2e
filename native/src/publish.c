// Publishing an image: what its modules made while they loaded becomes visible to other isolates.
//
// Classes, prototypes and module-level functions are shared cells from the start, but until now
// only their loader saw them, and they may hold cells of its heap: methods stored by assignment,
// accessor pairs, strings. These are copied to the image's heap, and everything reached is frozen.
// Data objects that can still be written cannot be shared this way (their writers would lose them),
// so they are refused by name.
//
// Module variables of imports fall into groups that reach a common object. A group that is deeply
// frozen is published like a class; primitives and shared things are used as they are; every other
// group becomes a template: a message that each isolate copies at its first access.
#include <stdio.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "message.h"
#include "table.h"

void wo_image_set_loader(wo_image *image, wo_isolate *loader) {
  pthread_mutex_lock(&image->runtime->image_lock);
  image->loader = loader;
  pthread_mutex_unlock(&image->runtime->image_lock);
}

// --- a set of cells with a number each: marks and numbers sit in the cells themselves ---

typedef struct member {
  wo_cell *cell;
  uint64_t header;
  void *to;        // publishing: the shared copy, NULL for a shared cell
  uint32_t group;  // templates: the slot whose walk met it first
} member;
typedef struct members {
  wo_heap *from;  // the loader's
  wo_heap *to;    // the image's
  member *list;
  uint32_t count, capacity;
  const char *refusal;  // with what is refused
  bool data_only;       // publishing: functions have properties of their own, so they stay private
  bool no_memory;
} members;

static member *member_of(members *m, const wo_cell *cell) {
  return cell->flags & WO_CELL_MARKED ? &m->list[cell->shape] : NULL;
}

static void add_member(members *m, wo_cell *cell, uint32_t group) {
  if (m->count == m->capacity) {
    uint32_t capacity = m->capacity ? m->capacity * 2 : 64;
    member *list = wo_realloc(m->list, m->capacity * sizeof *list, capacity * sizeof *list);
    if (!list) {
      m->no_memory = true;
      return;
    }
    m->list = list;
    m->capacity = capacity;
  }
  member *added = &m->list[m->count];
  *added = (member){.cell = cell, .group = group};
  memcpy(&added->header, cell, sizeof *cell);
  cell->shape = m->count++;
  cell->flags |= WO_CELL_MARKED;
}

static void restore(const member *e) { memcpy(e->cell, &e->header, sizeof *e->cell); }

static void clear(members *m) {
  for (uint32_t i = 0; i < m->count; i++) restore(&m->list[i]);
  m->count = 0;
}

static bool is_leaf(const wo_cell *cell) {
  return cell->kind == WO_KIND_STRING || cell->kind == WO_KIND_BUFFER ||
         cell->kind == WO_KIND_SYMBOL;
}

static wo_cell *flat_cell(wo_heap *heap, wo_cell *cell) {
  return cell->kind == WO_KIND_ROPE ? (wo_cell *)wo_string_flat(heap, wo_from_string(cell)) : cell;
}

// --- classes and functions ---

// What a published cell may hold besides shared things.
static const char *sharing_refusal(const members *m, const wo_cell *cell) {
  switch ((wo_kind)cell->kind) {
    case WO_KIND_FUNCTION:
      if (cell->flags & WO_CELL_CLASS) return "a class made anew by each evaluation";
      return m->data_only ? "a function of one fiber" : NULL;
    case WO_KIND_BUILTIN:
    case WO_KIND_BOUND: return m->data_only ? "a function of one fiber" : NULL;
    case WO_KIND_OBJECT:
    case WO_KIND_ARRAY: return cell->flags & WO_CELL_FROZEN ? NULL : "an object of one fiber";
    case WO_KIND_STRING:
    case WO_KIND_ROPE:
    case WO_KIND_BUFFER:
    case WO_KIND_VECTOR:
    case WO_KIND_TABLE:
    case WO_KIND_ACCESSOR: return NULL;
    case WO_KIND_BOX: return "a function over a reassigned variable";
    case WO_KIND_SYMBOL: return "a symbol of one fiber";
    default: return "an object of one fiber";
  }
}

static void collect_cell(members *m, wo_cell *cell) {
  if (cell->flags & WO_CELL_MARKED) return;
  if (cell->flags & WO_CELL_SHARED) {
    if (!is_leaf(cell) && !(cell->flags & WO_CELL_FROZEN)) add_member(m, cell, 0);
    return;
  }
  cell = flat_cell(m->from, cell);
  if (cell->flags & (WO_CELL_SHARED | WO_CELL_MARKED)) return;
  const char *refusal = sharing_refusal(m, cell);
  if (refusal) {
    m->refusal = refusal;
    return;
  }
  // What is made on first use would be made by whichever isolate comes first.
  if (cell->kind == WO_KIND_FUNCTION) wo_function_make_prototype(m->to, (wo_function *)cell);
  add_member(m, cell, 0);
}

static void collect_edge(void *ctx, void *slot, bool is_value) {
  members *m = ctx;
  if (m->refusal || m->no_memory) return;
  if (!is_value) {
    if (*(wo_cell **)slot) collect_cell(m, *(wo_cell **)slot);
    return;
  }
  wo_value v = *(wo_value *)slot;
  if (wo_is_handle(v)) m->refusal = "a channel end of one fiber";
  else if (wo_is_pointer(v)) collect_cell(m, wo_cell_of(v));
}

static void *shared_copy(wo_heap *to, const member *e) {
  size_t size = wo_cell_size(e->cell);
  wo_cell *copy = wo_heap_alloc(to, size);
  memcpy(copy, e->cell, size);
  memcpy(copy, &e->header, sizeof *copy);
  copy->flags = (uint8_t)((copy->flags & ~(WO_CELL_LARGE | WO_CELL_OLD)) | WO_CELL_SHARED);
  if (copy->kind == WO_KIND_STRING) wo_string_hash(to, (wo_string *)copy);
  return copy;
}

static void redirect_edge(void *ctx, void *slot, bool is_value) {
  members *m = ctx;
  wo_cell *cell;
  if (is_value) {
    if (!wo_is_pointer(*(wo_value *)slot)) return;
    cell = wo_cell_of(*(wo_value *)slot);
  } else {
    cell = *(wo_cell **)slot;
    if (!cell) return;
  }
  if (!(cell->flags & WO_CELL_SHARED)) cell = flat_cell(m->from, cell);
  const member *e = member_of(m, cell);
  void *to = e && e->to ? e->to : cell;
  if (is_value) *(wo_value *)slot = wo_from_pointer(wo_tag(*(wo_value *)slot), to);
  else *(void **)slot = to;
}

static void collect_value(members *m, wo_value *value) { collect_edge(m, value, true); }

// Publishes values with all they reach, as one graph, and answers the shared values in place. On a
// refusal nothing has changed.
static const char *publish(wo_image *image, members *m, wo_value *values, uint32_t count) {
  m->refusal = NULL;
  for (uint32_t i = 0; i < count; i++) collect_value(m, &values[i]);
  for (uint32_t i = 0; i < m->count && !m->refusal && !m->no_memory; i++) {
    if (!is_leaf(m->list[i].cell)) wo_cell_edges(m->list[i].cell, m, collect_edge);
  }
  if (m->refusal || m->no_memory) {
    clear(m);
    return m->refusal ? m->refusal : "more than the memory there is";
  }
  for (uint32_t i = 0; i < m->count; i++) {
    member *e = &m->list[i];
    if (!(((const wo_cell *)&e->header)->flags & WO_CELL_SHARED))
      e->to = shared_copy(image->heap, e);
  }
  for (uint32_t i = 0; i < m->count; i++) {
    member *e = &m->list[i];
    wo_cell *target = e->to ? e->to : e->cell;
    if (is_leaf(target)) continue;
    wo_cell_edges(target, m, redirect_edge);
    if (target->kind == WO_KIND_TABLE && (target->flags & WO_CELL_FLAG)) {
      wo_table_rehash(image->heap, (wo_table *)target);
    }
    target->flags |= WO_CELL_FROZEN;
    ((wo_cell *)&e->header)->flags |= e->to ? 0 : WO_CELL_FROZEN;
  }
  for (uint32_t i = 0; i < count; i++) redirect_edge(m, &values[i], true);
  clear(m);
  return NULL;
}

static wo_status throw_unsharable(wo_fiber *fiber, wo_value what, const char *why) {
  char name[120] = "a prototype";
  if (wo_has_kind(what, WO_KIND_FUNCTION)) {
    const wo_function *fn = wo_pointer(what);
    const wo_string *s = wo_string_flat(&fiber->isolate->heap, fn->proto->name);
    const char *kind = what && wo_cell_of(what)->flags & WO_CELL_CLASS ? "class" : "function";
    if (wo_string_utf8_length(s) < sizeof name - 10) {
      int n = snprintf(name, sizeof name, "%s ", kind);
      wo_string_to_utf8(s, name + n);
      name[(size_t)n + wo_string_utf8_length(s)] = '\0';
    }
  }
  return wo_throw(fiber, WO_B_NotSendableError,
                  "%s cannot be shared between fibers: a property of it holds %s; keep that in a "
                  "module variable",
                  name, why);
}

// Everything made so far. Until something crosses, what cannot be shared just stays the loader's
// own.
static wo_status freeze_shared(wo_image *image, wo_fiber *fiber, bool crossing) {
  // An entry whose body has not run may still add to its functions.
  const wo_proto *entry = image->has_entry && image->bodies_done != WO_BODIES_ALL && !crossing
                            ? image->modules[image->module_count - 1].body
                            : NULL;
  members m = {.from = &fiber->isolate->heap, .to = image->heap};
  const char *refusal = NULL;
  wo_value refused = WO_UNDEFINED;
  bool all = true;
  for (uint32_t i = 0; i < image->proto_count && !image->functions_frozen; i++) {
    wo_value v = image->protos[i].static_function;
    if (entry && image->protos[i].file == entry->file) {
      all = false;
      continue;
    }
    const char *why = wo_is_object(v) ? publish(image, &m, &v, 1) : NULL;
    if (why) refusal = why, refused = v, all = false;
  }
  image->functions_frozen = all;
  for (uint32_t i = image->classes_frozen; i < image->class_count; i++) {
    const char *why = publish(image, &m, &image->classes[i], 1);
    if (why) refusal = why, refused = image->classes[i], all = false;
    if (all) image->classes_frozen = i + 1;
  }
  wo_free(m.list, m.capacity * sizeof *m.list);
  return refusal && crossing ? throw_unsharable(fiber, refused, refusal) : WO_DONE;
}

// --- templates of module variables ---

typedef struct grouping {
  members cells;
  uint32_t *parent;      // union-find over slots
  uint32_t slot;         // whose graph is being walked
  uint32_t *hold_slots;  // by hold: the slot it was met in, once marked
  wo_isolate *isolate;
} grouping;

static uint32_t find(grouping *g, uint32_t slot) {
  while (g->parent[slot] != slot) slot = g->parent[slot] = g->parent[g->parent[slot]];
  return slot;
}

// The smaller slot leads, so a group is found at its first variable.
static void unite(grouping *g, uint32_t a, uint32_t b) {
  a = find(g, a);
  b = find(g, b);
  if (a < b) g->parent[b] = a;
  else g->parent[a] = b;
}

static void group_cell(grouping *g, wo_cell *cell) {
  if (cell->flags & WO_CELL_SHARED) return;
  cell = flat_cell(g->cells.from, cell);
  if (cell->flags & WO_CELL_SHARED) return;
  const member *known = member_of(&g->cells, cell);
  if (known) unite(g, known->group, g->slot);
  else add_member(&g->cells, cell, g->slot);
}

static void group_value(grouping *g, wo_value v) {
  if (wo_is_pointer(v)) {
    group_cell(g, wo_cell_of(v));
  } else if (wo_is_handle(v)) {
    // Variables naming one channel end go on naming one.
    wo_hold *hold = wo_hold_of(g->isolate, v);
    if (!hold->live) return;
    uint32_t *slot = &g->hold_slots[wo_as_hold(v)];
    if (hold->marked) unite(g, *slot, g->slot);
    hold->marked = 1;
    *slot = g->slot;
  }
}

static void group_edge(void *ctx, void *slot, bool is_value) {
  grouping *g = ctx;
  if (is_value) group_value(g, *(wo_value *)slot);
  else if (*(wo_cell **)slot) group_cell(g, *(wo_cell **)slot);
}

static void group_slots(grouping *g, const wo_image *image, const wo_value *values) {
  uint32_t walked = 0;
  for (uint32_t s = 0; s < image->slot_count; s++) {
    if (image->slots[s].flags & WO_SLOT_ENTRY) continue;
    g->slot = s;
    group_value(g, values[s]);
    for (; walked < g->cells.count && !g->cells.no_memory; walked++) {
      wo_cell *cell = g->cells.list[walked].cell;
      if (!is_leaf(cell)) wo_cell_edges(cell, g, group_edge);
    }
  }
  clear(&g->cells);
  for (uint32_t i = 0; i < g->isolate->hold_count; i++) g->isolate->holds[i].marked = 0;
}

// A value every isolate may use as it is; WO_UNSET when it has to be copied.
static wo_value as_shared(wo_image *image, wo_heap *from, wo_value v) {
  if (wo_is_handle(v)) return WO_UNSET;
  if (!wo_is_pointer(v) || (wo_cell_of(v)->flags & WO_CELL_SHARED)) return v;
  if (!wo_is_string(v)) return WO_UNSET;
  member e = {.cell = flat_cell(from, wo_cell_of(v))};
  if (e.cell->flags & WO_CELL_SHARED) return wo_from_string(e.cell);
  memcpy(&e.header, e.cell, sizeof *e.cell);
  return wo_from_string(shared_copy(image->heap, &e));
}

// A group that is deeply frozen is the same for all isolates, the loader included.
static bool share_group(grouping *g, wo_image *image, wo_value *values, uint32_t first,
                        wo_value *list, uint32_t count) {
  members m = {.from = g->cells.from, .to = image->heap, .data_only = true};
  const char *refusal = publish(image, &m, list, count);
  wo_free(m.list, m.capacity * sizeof *m.list);
  if (refusal) return false;
  for (uint32_t s = first, i = 0; i < count; s++) {
    wo_module_slot *slot = &image->slots[s];
    if (slot->has_template || (slot->flags & WO_SLOT_ENTRY) || find(g, s) != first) continue;
    slot->shared = values[s] = list[i++];
    slot->has_template = 1;
  }
  return true;
}

// What all the variables of the group that `first` leads are in a new isolate: the same values where
// they are deeply frozen, else one message to copy.
static wo_status make_group(grouping *g, wo_image *image, wo_fiber *fiber, wo_value *values,
                            uint32_t first) {
  uint32_t count = 0;
  wo_value *list = wo_alloc(image->slot_count * sizeof *list);
  wo_message *message = NULL;
  wo_status status = WO_DONE;
  if (!list) return wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for module state");
  for (uint32_t s = first; s < image->slot_count; s++) {
    bool member = !image->slots[s].has_template && !(image->slots[s].flags & WO_SLOT_ENTRY);
    if (member && find(g, s) == first) list[count++] = values[s];
  }
  bool shared = share_group(g, image, values, first, list, count);
  if (!shared) status = wo_message_template(fiber, list, count, &message);
  wo_free(list, image->slot_count * sizeof *list);
  if (shared || status != WO_DONE) return status;
  for (uint32_t s = first; s < image->slot_count; s++) {
    wo_module_slot *slot = &image->slots[s];
    if (slot->has_template || (slot->flags & WO_SLOT_ENTRY) || find(g, s) != first) continue;
    slot->template = message;
    slot->has_template = 1;
    slot->owns_template = s == first;
  }
  return WO_DONE;
}

static wo_status make_templates(wo_image *image, wo_fiber *fiber) {
  wo_isolate *isolate = fiber->isolate;
  wo_value *values = wo_isolate_slots(isolate, image);
  grouping g = {.cells = {.from = &isolate->heap}, .isolate = isolate};
  g.parent = wo_alloc((image->slot_count + 1) * sizeof *g.parent);
  uint32_t holds = isolate->hold_count;
  g.hold_slots = wo_alloc((holds + 1) * sizeof *g.hold_slots);
  wo_status status = WO_DONE;
  if (!values || !g.parent || !g.hold_slots) {
    status = wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for module state");
  } else {
    for (uint32_t s = 0; s < image->slot_count; s++) g.parent[s] = s;
    group_slots(&g, image, values);
    if (g.cells.no_memory) {
      status = wo_throw(fiber, WO_B_OutOfMemoryError, "no memory for module state");
    }
  }
  for (uint32_t s = 0; s < image->slot_count && status == WO_DONE; s++) {
    wo_module_slot *slot = &image->slots[s];
    if (slot->flags & WO_SLOT_ENTRY) continue;
    slot->shared = as_shared(image, &isolate->heap, values[s]);
    slot->has_template = slot->shared != WO_UNSET;
  }
  for (uint32_t s = 0; s < image->slot_count && status == WO_DONE; s++) {
    const wo_module_slot *slot = &image->slots[s];
    if (slot->has_template || (slot->flags & WO_SLOT_ENTRY) || find(&g, s) != s) continue;
    status = make_group(&g, image, fiber, values, s);
  }
  wo_free(g.cells.list, g.cells.capacity * sizeof *g.cells.list);
  wo_free(g.hold_slots, (holds + 1) * sizeof *g.hold_slots);
  wo_free(g.parent, (image->slot_count + 1) * sizeof *g.parent);
  return status;
}

wo_status wo_image_freeze(wo_image *image, wo_fiber *fiber, bool crossing) {
  if (atomic_load_explicit(&image->frozen, memory_order_acquire)) return WO_DONE;
  bool fresh = !image->functions_frozen || image->classes_frozen < image->class_count;
  if (fresh && freeze_shared(image, fiber, crossing) == WO_THREW) return WO_THREW;
  if (image->bodies_done >= WO_BODIES_IMPORTS && !image->templates_made) {
    if (make_templates(image, fiber) == WO_THREW) return WO_THREW;
    image->templates_made = true;
  }
  if (image->bodies_done != WO_BODIES_ALL) return WO_DONE;
  if (!image->functions_frozen || image->classes_frozen < image->class_count) return WO_DONE;
  atomic_store_explicit(&image->frozen, true, memory_order_release);
  if (wo_isolate_loads(fiber->isolate) == image) fiber->isolate->fiber.rare->loads = NULL;
  wo_image_set_loader(image, NULL);
  return WO_DONE;
}
