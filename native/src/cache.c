// What inline caches learn, and what they say off the fast path (cache.h).
#include "cache.h"

#include "alloc.h"
#include "dispatch.h"
#include "handle.h"

const wo_ic wo_ic_none = {.state = WO_IC_EMPTY};

bool wo_ic_table_new(wo_shard *shard) {
  shard->ics = wo_alloc_zero(sizeof *shard->ics);
  return shard->ics != NULL;
}

void wo_ic_table_free(wo_shard *shard) {
  if (shard->ics) wo_free(shard->ics, sizeof *shard->ics);
  shard->ics = NULL;
}

static wo_shape *shape_of(wo_runtime *rt, const wo_cell *cell) {
  return wo_shape_of_id(rt->shapes, cell->shape);
}

// --- finding ---

uint32_t wo_ic_id(wo_fiber *fiber, wo_value v) {
  if (wo_is_object(v)) return wo_cell_of(v)->shape;
  if (wo_is_number(v)) return WO_PSEUDO_NUMBER;
  if (wo_is_string(v)) return WO_PSEUDO_STRING;
  if (wo_is_bool(v)) return WO_PSEUDO_BOOLEAN;
  if (wo_is_symbol(v)) return WO_PSEUDO_SYMBOL;
  if (!wo_is_handle(v)) return 0;
  const wo_hold *hold = wo_hold_of(fiber->isolate, v);
  return WO_PSEUDO_HANDLE | (uint32_t)hold->kind << 2 | hold->direction;
}

// The object whose slot a cache means: the receiver, or the last of the linked prototypes. NULL when
// one of these has changed.
static wo_object *linked(const wo_ic *ic, wo_value receiver) {
  for (uint32_t i = 0; i < ic->links; i++) {
    receiver = *wo_object_slot(wo_pointer(receiver), 0);
    if (!wo_is_object(receiver) || wo_cell_of(receiver)->shape != ic->guards[i]) return NULL;
  }
  return wo_pointer(receiver);
}

static bool links_hold(const wo_ic *ic, wo_value receiver) {
  return ic->links == 0 || linked(ic, receiver) != NULL;
}

bool wo_ic_may_add(const wo_ic *ic, wo_value receiver) {
  if (!links_hold(ic, receiver)) return false;
  for (uint32_t i = 0; i < ic->links; i++) {
    receiver = *wo_object_slot(wo_pointer(receiver), 0);
    if (wo_cell_of(receiver)->flags & WO_CELL_FROZEN) return false;
  }
  return true;
}

const wo_ic *wo_ic_find(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key, wo_use use) {
  uint32_t id = wo_ic_id(fiber, receiver);
  if (id == 0) return &wo_ic_none;
  if (id == site->shape && links_hold(site, receiver)) return site;
  // Objects that keep their prototypes in slots may differ by these alone.
  key |= use;
  const wo_ic_entry *set = fiber->isolate->shard->ics->sets[wo_ic_set(id, key)];
  for (uint32_t i = 0; i < WO_IC_WAYS; i++) {
    if (set[i].ic.shape != id || set[i].key != key) continue;
    if (!links_hold(&set[i].ic, receiver)) continue;
    if (++site->misses == 0) *site = set[i].ic;
    return &set[i].ic;
  }
  return &wo_ic_none;
}

wo_value *wo_ic_module_slot(wo_fiber *fiber, const wo_ic *ic) {
  const wo_function *holder = wo_pointer(ic->value);
  wo_value *slots = wo_isolate_slots(fiber->isolate, holder->proto->image);
  if (!slots) return NULL;
  if (slots[ic->slot] == WO_UNSET) wo_isolate_touch(fiber->isolate, holder->proto->image, ic->slot);
  return &slots[ic->slot];
}

static wo_recall half_of(wo_value pair, wo_use use, wo_value *out) {
  const wo_accessor *accessor = wo_pointer(pair);
  *out = use == WO_USE_STORE ? accessor->set : accessor->get;
  if (!wo_is_undefined(*out)) return WO_RECALL_ACCESSOR;
  return use == WO_USE_STORE ? WO_RECALL_NOTHING : WO_RECALL_VALUE;
}

// A getter or setter that dispatch may push a frame for.
static bool is_direct(wo_value fn) {
  return wo_has_kind(fn, WO_KIND_FUNCTION) &&
         !(((wo_function *)wo_pointer(fn))->proto->flags & (WO_PROTO_CLASS | WO_PROTO_REST));
}

wo_value wo_ic_linked_value(const wo_shard *shard, const wo_ic *ic, const wo_object *object) {
  wo_object *holder = linked(ic, wo_from_object(object));
  if (!holder || !wo_ic_holds(shard, ic)) return WO_HOLE;
  if (ic->state == WO_IC_LINKED_CONST) return ic->value;
  return ic->state == WO_IC_LINKED ? *wo_object_slot(holder, ic->slot) : WO_HOLE;
}

wo_value wo_ic_pair_half(const wo_ic *ic, const wo_object *object, wo_use use) {
  wo_object *holder = linked(ic, wo_from_object(object));
  if (!holder) return WO_HOLE;
  const wo_accessor *pair = wo_pointer(*wo_object_slot(holder, ic->slot));
  wo_value half = use == WO_USE_STORE ? pair->set : pair->get;
  return is_direct(half) ? half : WO_HOLE;
}

static wo_recall value_in(const wo_value *slot, wo_value *out) {
  if (!slot || *slot == WO_HOLE) return WO_RECALL_NOTHING;
  *out = *slot;
  return WO_RECALL_VALUE;
}

static wo_recall length_of(wo_value receiver, wo_value *out) {
  if (wo_is_string(receiver)) *out = wo_from_number(wo_string_length(receiver));
  else if (wo_is_array(receiver)) *out = wo_from_number(((wo_array *)wo_pointer(receiver))->length);
  else return WO_RECALL_NOTHING;
  return WO_RECALL_VALUE;
}

wo_recall wo_ic_recall(wo_fiber *fiber, const wo_ic *ic, wo_value receiver, wo_use use,
                       wo_value *out) {
  if (!wo_ic_holds(fiber->isolate->shard, ic)) return WO_RECALL_NOTHING;
  wo_object *holder;
  *out = ic->value;
  switch ((wo_ic_state)ic->state) {
    case WO_IC_CONST:
    case WO_IC_STEADY: return WO_RECALL_VALUE;
    case WO_IC_PLAIN:
      return wo_has_kind(receiver, WO_KIND_OBJECT) ? WO_RECALL_VALUE : WO_RECALL_NOTHING;
    case WO_IC_PLAIN_GETTER:
      return wo_has_kind(receiver, WO_KIND_OBJECT) ? WO_RECALL_ACCESSOR : WO_RECALL_NOTHING;
    case WO_IC_GETTER:
    case WO_IC_SETTER: return WO_RECALL_ACCESSOR;
    case WO_IC_HOLDER: return value_in(wo_object_slot(wo_pointer(ic->value), ic->slot), out);
    case WO_IC_OWN:
    case WO_IC_LINKED:
      holder = linked(ic, receiver);
      return value_in(holder ? wo_object_slot(holder, ic->slot) : NULL, out);
    case WO_IC_LINKED_CONST: return linked(ic, receiver) ? WO_RECALL_VALUE : WO_RECALL_NOTHING;
    case WO_IC_PAIR:
      holder = linked(ic, receiver);
      return holder ? half_of(*wo_object_slot(holder, ic->slot), use, out) : WO_RECALL_NOTHING;
    case WO_IC_LENGTH: return length_of(receiver, out);
    case WO_IC_MODULE: return value_in(wo_ic_module_slot(fiber, ic), out);
    default: return WO_RECALL_NOTHING;
  }
}

// --- learning ---

// A cache holds no pointer into a heap: the collector does not look here.
static bool is_lasting(wo_value v) {
  return !wo_is_handle(v) && (!wo_is_pointer(v) || (wo_cell_of(v)->flags & WO_CELL_SHARED));
}

// Names that some kind of object has as a virtual property, whatever its shape says.
static bool is_virtual_name(wo_runtime *rt, wo_value key) {
  return key == wo_name(rt, WO_NAME_length) || key == wo_name(rt, WO_NAME_name) ||
         key == wo_name(rt, WO_NAME_prototype) || key == wo_name(rt, WO_NAME_stack);
}

// Whether what is learned takes the place of what was known.
static bool replaces(const wo_ic *ic, const wo_ic *old) {
  return old->shape == ic->shape && old->links == ic->links && old->guards[0] == ic->guards[0];
}

static void learn(wo_fiber *fiber, wo_ic *site, const wo_ic *ic, wo_value key, wo_use use) {
  bool fresh = site->state == WO_IC_EMPTY || replaces(ic, site);
  if (fresh) {
    *site = *ic;
    site->misses = 0;
  }
  key |= use;
  wo_ic_entry *set = fiber->isolate->shard->ics->sets[wo_ic_set(ic->shape, key)];
  bool known = set[1].key == key && replaces(ic, &set[1].ic);
  bool first = set[0].key == key && replaces(ic, &set[0].ic);
  if (fresh && !known && !first) return;  // the table is for what is met at several sites
  if (!known && !first) set[1] = set[0];
  set[known ? 1 : 0] = (wo_ic_entry){*ic, key};
}

// Whether a change of the object would be noted.
static bool is_watched(const wo_cell *cell) {
  return (cell->kind == WO_KIND_OBJECT || cell->kind == WO_KIND_FUNCTION) &&
         (cell->flags & WO_CELL_PROTOTYPE);
}

// Fills links, guards and timed: what must still be so for a lookup that leaves the receiver, up to
// the prototype `hops` links away or, with UINT32_MAX, to the end, to go as it has gone. False: no
// cache can tell.
static bool describe_chain(wo_fiber *fiber, wo_value receiver, uint32_t hops, wo_ic *ic) {
  wo_runtime *rt = wo_heap_of(fiber)->runtime;
  ic->epoch = wo_prototype_epoch(rt);
  uint32_t i = 0;
  wo_value at = receiver;
  if (!wo_is_object(at)) {
    at = wo_prototype_of(wo_heap_of(fiber), at);
    i = 1;
  }
  for (; wo_is_object(at); i++) {
    wo_object *object = wo_pointer(at);
    const wo_cell *cell = &object->cell;
    const wo_shape *shape = shape_of(rt, cell);
    if (i <= ic->links) {  // the receiver, or what a slot 0 holds
      if (shape->flags & WO_SHAPE_DICTIONARY) return false;
      if (i > 0) ic->guards[i - 1] = shape->id;
    } else {
      if (!(cell->flags & WO_CELL_FROZEN)) {
        if (!is_watched(cell) || ic->epoch >= WO_EPOCH_LAST) return false;
        ic->timed = 1;
      }
    }
    if (i == hops) return true;
    at = shape->proto;
    if (at != WO_UNSET) continue;
    if (i != ic->links || ic->links == WO_COUNT(ic->guards)) return false;
    ic->links++;
    at = *wo_object_slot(object, 0);
  }
  return hops == UINT32_MAX;
}

// A property of the receiver itself.
static void describe_own(wo_value receiver, uint32_t slot, wo_ic *ic) {
  const wo_cell *cell = wo_cell_of(receiver);
  ic->state = WO_IC_OWN;
  ic->slot = (uint16_t)slot;
  if (cell->kind != WO_KIND_OBJECT || slot >= cell->extra) return;
  ic->cell.kind = WO_KIND_OBJECT;
  ic->cell.extra = cell->extra;
}

// What a load of a property on a prototype, or nowhere, can keep. False: nothing.
static bool describe_inherited(wo_runtime *rt, wo_ic *ic, bool virtual_name, bool plain,
                               const wo_property *found) {
  if (virtual_name && (ic->links || !plain)) return false;
  bool absent = !found, accessor = found && (found->attrs & WO_ATTR_ACCESSOR);
  ic->value = absent ? WO_UNDEFINED : found->value;
  if (accessor) ic->value = ((wo_accessor *)wo_pointer(found->value))->get;
  bool getter = accessor && !wo_is_undefined(ic->value);
  if (!absent && ic->links && found->hops == ic->links) {
    ic->state = accessor ? WO_IC_PAIR : WO_IC_LINKED;
    ic->slot = (uint16_t)found->slot;
    return found->slot <= UINT16_MAX;
  }
  if (getter) {
    ic->state = virtual_name ? WO_IC_PLAIN_GETTER : WO_IC_GETTER;
    return is_direct(ic->value) && is_lasting(ic->value) && !ic->links;
  }
  if (is_lasting(ic->value)) {
    if (ic->links) ic->state = WO_IC_LINKED_CONST;
    else if (virtual_name) ic->state = WO_IC_PLAIN;
    else ic->state = ic->timed ? WO_IC_STEADY : WO_IC_CONST;
    return true;
  }
  const wo_cell *holder = wo_cell_of(found->holder);
  if (ic->links || accessor || virtual_name || found->slot > UINT16_MAX) return false;
  if (shape_of(rt, holder)->flags & WO_SHAPE_DICTIONARY) return false;
  ic->state = WO_IC_HOLDER;
  ic->slot = (uint16_t)found->slot;
  ic->value = found->holder;
  return true;
}

void wo_ic_learn_load(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key, wo_use use,
                      const wo_property *found) {
  wo_runtime *rt = wo_heap_of(fiber)->runtime;
  wo_ic ic = {.shape = wo_ic_id(fiber, receiver)};
  if (!ic.shape || wo_is_number(key)) return;
  bool own = found && found->holder == receiver;
  if (own && key == wo_name(rt, WO_NAME_length) &&
      (wo_is_string(receiver) || wo_is_array(receiver))) {
    ic.state = WO_IC_LENGTH;
    learn(fiber, site, &ic, key, use);
    return;
  }
  uint32_t hops = found ? found->hops : UINT32_MAX;
  if (found && (hops == 255 || found->attrs & WO_ATTR_MODULE)) {
    if (hops != 0 || found->slot > UINT16_MAX || !is_lasting(receiver)) return;
    ic.state = WO_IC_MODULE;
    ic.slot = (uint16_t)found->slot;
    ic.value = receiver;
  } else if (!describe_chain(fiber, receiver, hops, &ic)) {
    return;
  } else if (hops == 0) {
    if (found->slot > UINT16_MAX) return;
    if (found->attrs & WO_ATTR_ACCESSOR) {
      ic.state = WO_IC_PAIR;
      ic.slot = (uint16_t)found->slot;
    } else {
      describe_own(receiver, found->slot, &ic);
    }
  } else if (!describe_inherited(rt, &ic, is_virtual_name(rt, key),
                                 wo_has_kind(receiver, WO_KIND_OBJECT), found)) {
    return;
  }
  learn(fiber, site, &ic, key, use);
}

void wo_ic_learn_store(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key,
                       uint32_t before, wo_use use, const wo_property *stored) {
  wo_runtime *rt = wo_heap_of(fiber)->runtime;
  const wo_cell *cell = wo_cell_of(receiver);
  const wo_shape *after = shape_of(rt, cell);
  wo_ic ic = {.shape = before};
  if (after->flags & WO_SHAPE_DICTIONARY || wo_is_number(key)) return;
  if (after->id == before) {
    if (!stored || stored->hops != 0 || stored->slot > UINT16_MAX) return;
    bool module = stored->attrs & WO_ATTR_MODULE;
    if (module && !is_lasting(receiver)) return;
    if (module) {
      ic.state = WO_IC_MODULE;
      ic.slot = (uint16_t)stored->slot;
      ic.value = receiver;
    } else {
      describe_own(receiver, stored->slot, &ic);
    }
  } else {
    if (!after->parent || after->parent->id != before) return;
    if (cell->kind != WO_KIND_OBJECT && is_virtual_name(rt, key)) return;
    if (use == WO_USE_STORE) {
      if (after->attrs != WO_ATTR_PLAIN) return;
      if (!describe_chain(fiber, receiver, UINT32_MAX, &ic)) return;
    }
    ic.state = WO_IC_ADD;
    ic.slot = (uint16_t)(after->count - 1u);
    ic.next_shape = after->id;
  }
  learn(fiber, site, &ic, key, use);
}

void wo_ic_learn_setter(wo_fiber *fiber, wo_ic *site, wo_value receiver, wo_value key) {
  wo_ic ic = {.shape = wo_ic_id(fiber, receiver)};
  wo_property found;
  wo_runtime *rt = wo_heap_of(fiber)->runtime;
  if (!wo_is_object(receiver) || wo_is_number(key) || is_virtual_name(rt, key)) return;
  if (!wo_lookup(wo_heap_of(fiber), receiver, key, &found) || found.hops == 255) return;
  if (!(found.attrs & WO_ATTR_ACCESSOR) || found.slot > UINT16_MAX) return;
  if (!describe_chain(fiber, receiver, found.hops, &ic)) return;
  if (found.hops == ic.links) {
    ic.state = WO_IC_PAIR;
    ic.slot = (uint16_t)found.slot;
  } else {
    ic.state = WO_IC_SETTER;
    ic.value = ((wo_accessor *)wo_pointer(found.value))->set;
    if (ic.links || !is_direct(ic.value) || !is_lasting(ic.value)) return;
  }
  learn(fiber, site, &ic, key, WO_USE_STORE);
}
