// Copying graphs between heaps. A copy is two passes over the source. The first gives every cell an
// entry, in breadth-first order with the entries as the queue, so depth costs no C stack; the cell
// is marked (WO_CELL_MARKED) and its shape word replaced by the entry's index, which is all the
// second pass needs to find where a reference goes. Kind, flags and length stay readable, so a rope
// over strings already marked can still be flattened. wo_copy_end puts the shape words back.
//
// Between the passes the sizes are known, so all ordinary cells share one chunk; only cells large
// enough to live alone get chunks of their own.
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "builtin.h"
#include "table.h"

// Ordinary cells of one chunk: its size has 32 bits, and neighbours of a gigabyte help nobody.
#define PART_BYTES_MAX (1u << 28)
// Steps of a path that an error message shows: the innermost.
#define PATH_STEPS_MAX 12

static void refuse(wo_copy *copy, const char *why, wo_value what, uint32_t parent) {
  if (copy->refusal) return;
  copy->refusal = why;
  copy->refused = what;
  copy->refused_parent = parent;
}

// Doubles a growing array that started in the struct itself.
static bool grow(wo_copy *copy, void *array, const void *first, uint32_t *capacity, size_t item) {
  void **slot = array;
  size_t old_size = *capacity * item;
  bool was_first = *slot == first;
  void *grown = was_first ? wo_alloc(old_size * 2) : wo_realloc(*slot, old_size, old_size * 2);
  if (!grown) {
    copy->no_memory = true;
    return false;
  }
  if (was_first) memcpy(grown, first, old_size);
  *slot = grown;
  *capacity *= 2;
  return true;
}

static uint32_t add_part(wo_copy *copy, bool large) {
  if (copy->part_count == copy->part_capacity &&
      !grow(copy, &copy->parts, copy->first_parts, &copy->part_capacity, sizeof *copy->parts)) {
    return 0;
  }
  copy->parts[copy->part_count] = (wo_copy_part){.large = large};
  return copy->part_count++;
}

static uint64_t place_of(wo_copy *copy, size_t size) {
  uint32_t part = copy->open_part;
  size = (size + 7) & ~(size_t)7;
  if (size >= WO_LARGE_BYTES) {
    part = add_part(copy, true);
  } else if (copy->parts[part].bytes + size > PART_BYTES_MAX) {
    part = copy->open_part = add_part(copy, false);
  }
  uint64_t place = (uint64_t)part << 32 | copy->parts[part].bytes;
  copy->parts[part].bytes += (uint32_t)size;
  return place;
}

static void mark(wo_cell *cell, uint32_t index) {
  cell->shape = index;
  cell->flags |= WO_CELL_MARKED;
}

// The entries of the source's hold table get their handles back.
static void unnumber(wo_copy *copy) {
  for (uint32_t i = 0; i < copy->hold_count; i++) {
    wo_hold *hold = &copy->isolate->holds[copy->holds[i].source];
    hold->word = (uintptr_t)copy->holds[i].handle;
    hold->marked = hold->numbered = 0;
  }
  copy->hold_count = 0;
}

static void unmark(const wo_copied *entry) { memcpy(entry->from, &entry->header, sizeof(wo_cell)); }

// --- what may cross ---

// Notes the module variables that code of `proto` may reach; they are walked with the rest.
static void add_snapshot(wo_copy *copy, const wo_proto *proto, wo_value fn, uint32_t parent) {
  wo_image *image = proto->image;
  if (!proto->snapshot_count || image != copy->isolate->heap.runtime->entry) return;
  const wo_value *values =
      image->id < copy->isolate->module_capacity ? copy->isolate->modules[image->id] : NULL;
  if (!values) return;
  if (!copy->slots_seen) {
    copy->slots_seen = wo_alloc_zero((image->slot_count + 7) / 8);
    if (!copy->slots_seen) {
      copy->no_memory = true;
      return;
    }
  }
  for (uint32_t i = 0; i < proto->snapshot_count; i++) {
    uint32_t slot = proto->snapshot[i];
    if (copy->slots_seen[slot / 8] & 1 << slot % 8) continue;
    copy->slots_seen[slot / 8] |= (uint8_t)(1 << slot % 8);
    // What is not initialized here stays so there: reading it raises there as it would here.
    if (values[slot] == WO_UNSET || values[slot] == WO_HOLE) continue;
    if (image->slots[slot].flags & WO_SLOT_REASSIGNED) {
      copy->refusal_name = image->slots[slot].name;
      refuse(copy, "it uses the variable \"%s\", which is reassigned", fn, parent);
      return;
    }
    if (copy->slot_count == copy->slot_capacity) {
      uint32_t capacity = copy->slot_capacity ? copy->slot_capacity * 2 : 8;
      wo_message_slot *slots =
          wo_realloc(copy->slots, copy->slot_capacity * sizeof *slots, capacity * sizeof *slots);
      if (!slots) {
        copy->no_memory = true;
        return;
      }
      copy->slots = slots;
      copy->slot_capacity = capacity;
    }
    copy->slots[copy->slot_count++] = (wo_message_slot){image, slot, values[slot]};
  }
}

// A class reaches what its superclasses reach.
static void add_function_snapshot(wo_copy *copy, const wo_function *fn, uint32_t parent) {
  wo_value value = wo_from_object(fn);
  add_snapshot(copy, fn->proto, value, parent);
  while (wo_has_kind(fn->parent, WO_KIND_FUNCTION)) {
    fn = wo_pointer(fn->parent);
    add_snapshot(copy, fn->proto, value, parent);
  }
}

// An instance brings what the methods of its class may reach.
static void add_class_snapshot(wo_copy *copy, const wo_cell *cell, uint32_t parent) {
  wo_runtime *rt = copy->isolate->heap.runtime;
  if (!rt->entry || copy->mode == WO_COPY_TEMPLATE) return;
  const wo_shape *root = wo_shape_by_id(rt, cell->shape)->root;
  if (root == copy->last_root || (root->flags & WO_SHAPE_PROTO_SLOT)) return;
  if (root->proto == wo_builtin_value(rt, WO_B_Object_prototype)) return;
  copy->last_root = root;
  wo_value key = wo_name(rt, WO_NAME_constructor);
  wo_property found;
  if (!wo_is_object(root->proto)) return;
  if (!wo_lookup_own(&copy->isolate->heap, root->proto, key, &found)) return;
  if (wo_has_kind(found.value, WO_KIND_FUNCTION)) {
    add_function_snapshot(copy, wo_pointer(found.value), parent);
  }
}

// Why a cell of this kind stays where it is; NULL when it may cross.
static const char *refusal_of(wo_copy *copy, const wo_cell *cell) {
  switch ((wo_kind)cell->kind) {
    case WO_KIND_ITERATOR: return "an iterator stays in its isolate";
    case WO_KIND_SYMBOL: return "a symbol made in this isolate has no identity in another";
    case WO_KIND_ACCESSOR: return "it is a getter or setter";
    case WO_KIND_BOX: return "it is a reassigned variable";
    case WO_KIND_FUNCTION: {
      const wo_function *fn = (const wo_function *)cell;
      if (cell->flags & WO_CELL_CLASS) {
        copy->refusal_name = fn->proto->name;
        return "the class \"%s\" is made anew by each evaluation; declare it at the top level";
      }
      for (uint32_t i = 0; i < cell->extra; i++) {
        if (!wo_is_cell(fn->captures[i]) || wo_cell_of(fn->captures[i])->kind != WO_KIND_BOX)
          continue;
        copy->refusal_name =
            i < fn->proto->capture_count ? fn->proto->captures[i].name : WO_UNDEFINED;
        return "it captures \"%s\", which is reassigned";
      }
      return NULL;
    }
    default: return NULL;
  }
}

static void see_cell(wo_copy *copy, wo_cell *cell, wo_value value, uint32_t parent) {
  if (cell->kind == WO_KIND_ROPE) {
    cell = (wo_cell *)wo_string_flat(&copy->isolate->heap, value);
    if (cell->flags & WO_CELL_SHARED) return;
  }
  if (cell->flags & WO_CELL_MARKED) return;
  if (copy->mode != WO_COPY_TEMPLATE) {
    const char *why = refusal_of(copy, cell);
    if (why) {
      refuse(copy, why, value, parent);
      return;
    }
    if (cell->kind == WO_KIND_FUNCTION) {
      add_function_snapshot(copy, (wo_function *)cell, parent);
    } else if (cell->kind == WO_KIND_OBJECT || cell->kind == WO_KIND_ERROR) {
      add_class_snapshot(copy, cell, parent);
    }
  }
  if (copy->count == copy->capacity &&
      !grow(copy, &copy->entries, copy->first_entries, &copy->capacity, sizeof *copy->entries)) {
    return;
  }
  size_t size = wo_cell_size(cell);
  wo_copied *entry = &copy->entries[copy->count];
  *entry = (wo_copied){.from = cell, .parent = parent, .size = (uint32_t)size};
  memcpy(&entry->header, cell, sizeof entry->header);
  entry->place = place_of(copy, size);
  mark(cell, copy->count++);
}

static void see_hold(wo_copy *copy, wo_value value, uint32_t parent) {
  wo_hold *hold = wo_hold_of(copy->isolate, value);
  if (hold->marked) return;
  if (!hold->live) {
    refuse(copy, "this end was released", value, parent);
    return;
  }
  if (hold->kind == WO_HANDLE_FILE) {
    refuse(copy, "an open file stays in its isolate", value, parent);
    return;
  }
  if (copy->hold_count == copy->hold_capacity) {
    if (!grow(copy, &copy->holds, copy->first_holds, &copy->hold_capacity, sizeof *copy->holds)) {
      return;
    }
  }
  copy->holds[copy->hold_count] =
      (wo_message_hold){wo_hold_handle(hold), hold->direction, wo_as_hold(value)};
  hold->marked = hold->numbered = 1;
  hold->word = copy->hold_count++;
}

static void see_value(wo_copy *copy, wo_value value, uint32_t parent) {
  if (wo_is_handle(value)) {
    see_hold(copy, value, parent);
    return;
  }
  if (!wo_is_pointer(value)) return;
  wo_cell *cell = wo_cell_of(value);
  if (!(cell->flags & WO_CELL_SHARED)) {
    see_cell(copy, cell, value, parent);
  } else if (cell->kind == WO_KIND_FUNCTION && copy->mode != WO_COPY_TEMPLATE) {
    add_function_snapshot(copy, (wo_function *)cell, parent);
  }
}

static void see_edge(void *ctx, void *slot, bool is_value) {
  wo_copy *copy = ctx;
  if (copy->refusal || copy->no_memory) return;
  if (is_value) {
    see_value(copy, *(wo_value *)slot, copy->current);
    return;
  }
  wo_cell *cell = *(wo_cell **)slot;
  if (cell && !(cell->flags & WO_CELL_SHARED))
    see_cell(copy, cell, wo_from_cell(cell), copy->current);
}

// Walks entries and snapshot variables until neither yields anything new.
static void walk(wo_copy *copy) {
  uint32_t slot = 0;
  while (!copy->refusal && !copy->no_memory) {
    if (copy->current < copy->count) {
      wo_cell *cell = copy->entries[copy->current].from;
      // Edges are found by kind and counts, which the mark leaves alone.
      if (cell->kind != WO_KIND_STRING && cell->kind != WO_KIND_BUFFER) {
        wo_cell_edges(cell, copy, see_edge);
      }
      copy->current++;
    } else if (slot < copy->slot_count) {
      see_value(copy, copy->slots[slot].value, WO_COPY_SLOT + slot);
      slot++;
    } else {
      return;
    }
  }
}

// --- naming the path to what cannot cross ---

typedef struct path {
  char text[320];
  size_t length;
} path;

static void path_put(path *p, const char *bytes, size_t length) {
  size_t room = sizeof p->text - 1 - p->length;
  if (length > room) length = room;
  memcpy(p->text + p->length, bytes, length);
  p->length += length;
  p->text[p->length] = '\0';
}

static void path_text(path *p, const char *text) { path_put(p, text, strlen(text)); }

static void path_string(path *p, wo_heap *heap, wo_value value) {
  if (!wo_is_string(value)) {
    path_text(p, "?");
    return;
  }
  const wo_string *s = wo_string_flat(heap, value);
  char small[200];
  if (wo_string_utf8_length(s) > sizeof small) {
    path_text(p, "...");
    return;
  }
  wo_string_to_utf8(s, small);
  path_put(p, small, wo_string_utf8_length(s));
}

static bool is_name(const wo_string *s) {
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t unit = wo_string_unit(s, i);
    bool letter = (unit | 32) - 'a' < 26u || unit == '_' || unit == '$' || unit > 127;
    if (!letter && (i == 0 || unit - '0' > 9u)) return false;
  }
  return s->length > 0;
}

static bool names(wo_value value, const wo_cell *child) {
  if (!wo_is_pointer(value)) return false;
  const wo_cell *cell = wo_cell_of(value);
  if (cell == child) return true;
  return cell->kind == WO_KIND_ROPE && wo_is_pointer(((const wo_rope *)cell)->left) &&
         wo_cell_of(((const wo_rope *)cell)->left) == child;
}

static void path_index(path *p, uint32_t index) {
  char text[24];
  snprintf(text, sizeof text, "[%u]", index);
  path_text(p, text);
}

// The property of `owner` that holds `child`; false when none does.
static bool path_property(path *p, wo_heap *heap, wo_cell *owner, const wo_cell *child) {
  wo_value object = wo_from_object(owner);
  wo_value keys = wo_own_keys(heap, object, WO_KEYS_STRINGS | WO_KEYS_SYMBOLS);
  wo_array *list = wo_pointer(keys);
  for (uint32_t i = 0; i < list->length; i++) {
    wo_value key = wo_array_get(list, i);
    wo_property found;
    wo_value property_key = wo_is_string(key) ? wo_to_key(heap, key) : key;
    if (!wo_lookup_own(heap, object, property_key, &found)) continue;
    if (!names(found.value, child)) continue;
    if (!wo_is_string(key)) {
      path_text(p, "[symbol]");
      return true;
    }
    bool name = is_name(wo_string_flat(heap, key));
    path_text(p, name ? "." : "[\"");
    path_string(p, heap, key);
    path_text(p, name ? "" : "\"]");
    return true;
  }
  return false;
}

// One step of the path: how `owner` (an object) reaches `child`.
static void path_step(path *p, wo_heap *heap, wo_cell *owner, const wo_cell *child) {
  switch ((wo_kind)owner->kind) {
    case WO_KIND_ARRAY: {
      wo_array *array = (wo_array *)owner;
      uint32_t count = wo_array_room(array);
      for (uint32_t i = 0; i < count && i < array->length; i++) {
        if (!names(wo_array_items(array)[i], child)) continue;
        path_index(p, i);
        return;
      }
      break;
    }
    case WO_KIND_MAP:
    case WO_KIND_SET: {
      wo_table *table = ((wo_map *)owner)->table;
      for (uint32_t i = 0; table && i < table->used; i++) {
        wo_table_entry *entry = &wo_table_entries(table)[i];
        if (names(entry->key, child)) {
          path_text(p, owner->kind == WO_KIND_SET ? " (an element)" : " (a key)");
          return;
        }
        if (owner->kind != WO_KIND_MAP || !names(entry->value, child)) continue;
        path_text(p, ".get(");
        if (wo_is_string(entry->key)) path_string(p, heap, entry->key);
        else path_text(p, "...");
        path_text(p, ")");
        return;
      }
      break;
    }
    case WO_KIND_FUNCTION: {
      wo_function *fn = (wo_function *)owner;
      for (uint32_t i = 0; i < owner->extra && i < fn->proto->capture_count; i++) {
        if (!names(fn->captures[i], child)) continue;
        path_text(p, " > ");
        path_string(p, heap, fn->proto->captures[i].name);
        return;
      }
      if (names(fn->home, child)) {
        path_text(p, " > the object it is a method of");
        return;
      }
      break;
    }
    case WO_KIND_BOUND: {
      wo_bound *bound = (wo_bound *)owner;
      if (names(bound->target, child)) path_text(p, " > bound function");
      else if (names(bound->self, child)) path_text(p, " > bound this");
      else path_text(p, " > bound argument");
      return;
    }
    default: break;
  }
  if (!path_property(p, heap, owner, child)) path_text(p, "[[Prototype]]");
}

static bool is_internal(const wo_cell *cell) {
  return cell->kind == WO_KIND_VECTOR || cell->kind == WO_KIND_TABLE || cell->kind == WO_KIND_BOX ||
         cell->kind == WO_KIND_ACCESSOR;
}

static void path_root(path *p, wo_copy *copy, uint32_t root) {
  if (root >= WO_COPY_SLOT) {
    const wo_message_slot *slot = &copy->slots[root - WO_COPY_SLOT];
    path_string(p, &copy->isolate->heap, slot->image->slots[slot->slot].name);
  } else if (copy->mode == WO_COPY_SPAWN) {
    char text[32];
    snprintf(text, sizeof text, "argument %u", root - WO_COPY_ROOT);
    path_text(p, root == WO_COPY_ROOT ? "the function" : text);
  } else {
    path_text(p, "value");
  }
}

// "cannot send value.items[3].fn". The source is unmarked again.
static void describe(wo_copy *copy, path *p) {
  wo_cell *steps[PATH_STEPS_MAX + 1];
  uint32_t count = 0;
  bool cut = false;
  uint32_t parent = copy->refused_parent;
  wo_cell *last = wo_is_pointer(copy->refused) ? wo_cell_of(copy->refused) : NULL;
  if (last) steps[count++] = last;
  while (parent < WO_COPY_ROOT) {
    const wo_copied *entry = &copy->entries[parent];
    if (!is_internal(entry->from)) {
      if (count <= PATH_STEPS_MAX) steps[count++] = entry->from;
      else cut = true;
    }
    parent = entry->parent;
  }
  path_text(p, copy->mode == WO_COPY_SPAWN ? "cannot spawn: " : "cannot send ");
  if (copy->mode == WO_COPY_TEMPLATE) p->length = 0;
  path_root(p, copy, parent);
  if (cut) path_text(p, "...");
  for (uint32_t i = count; i-- > 1;) {
    path_step(p, &copy->isolate->heap, steps[i], steps[i - 1]);
  }
}

static wo_status throw_refusal(wo_copy *copy) {
  wo_heap *heap = &copy->isolate->heap;
  path where = {.length = 0}, why = {.length = 0};
  describe(copy, &where);
  const char *mark_at = strstr(copy->refusal, "%s");
  if (mark_at) {
    path_put(&why, copy->refusal, (size_t)(mark_at - copy->refusal));
    path_string(&why, heap, copy->refusal_name);
    path_text(&why, mark_at + 2);
  } else {
    path_text(&why, copy->refusal);
  }
  return wo_throw(copy->fiber, WO_B_NotSendableError, "%s: %s", where.text, why.text);
}

// --- the two steps ---

wo_status wo_copy_begin(wo_copy *copy, wo_fiber *fiber, const wo_value *values, uint32_t count,
                        wo_copy_mode mode) {
  copy->fiber = fiber;
  copy->isolate = fiber->isolate;
  copy->mode = mode;
  copy->entries = copy->first_entries;
  copy->capacity = WO_COUNT(copy->first_entries);
  copy->parts = copy->first_parts;
  copy->part_capacity = WO_COUNT(copy->first_parts);
  copy->holds = copy->first_holds;
  copy->hold_capacity = WO_COUNT(copy->first_holds);
  copy->count = copy->current = copy->part_count = copy->open_part = copy->hold_count = 0;
  copy->slots = NULL;
  copy->slot_count = copy->slot_capacity = 0;
  copy->slots_seen = NULL;
  copy->last_root = NULL;
  copy->refusal = NULL;
  copy->refusal_name = WO_UNDEFINED;
  copy->no_memory = false;
  wo_image *loads = mode != WO_COPY_TEMPLATE ? wo_isolate_loads(copy->isolate) : NULL;
  if (loads) {
    // Another isolate is about to see classes of an image still loading.
    if (wo_image_freeze(loads, fiber, true) == WO_THREW) return WO_THREW;
  }
  add_part(copy, false);
  for (uint32_t i = 0; i < count && !copy->refusal && !copy->no_memory; i++) {
    see_value(copy, values[i], WO_COPY_ROOT + i);
  }
  walk(copy);
  if (!copy->refusal && !copy->no_memory) return WO_DONE;
  for (uint32_t i = 0; i < copy->count; i++) unmark(&copy->entries[i]);
  unnumber(copy);
  wo_status status = copy->no_memory ? wo_throw(fiber, WO_B_OutOfMemoryError,
                                                "the system has no memory for a message")
                                     : throw_refusal(copy);
  copy->count = 0;
  wo_copy_end(copy);
  return status;
}

static void *target_of(const wo_copy *copy, const wo_cell *cell) {
  if (cell->kind == WO_KIND_ROPE) {
    cell = wo_pointer(((const wo_rope *)cell)->left);
    if (cell->flags & WO_CELL_SHARED) return (void *)(uintptr_t)cell;
  }
  WO_ASSERT(cell->flags & WO_CELL_MARKED && cell->shape < copy->count);
  uint64_t place = copy->entries[cell->shape].place;
  return (uint8_t *)(copy->parts[place >> 32].chunk + 1) + (uint32_t)place;
}

wo_value wo_copy_value(const wo_copy *copy, wo_value source) {
  if (wo_is_handle(source)) {
    return wo_from_hold((uint32_t)copy->isolate->holds[wo_as_hold(source)].word);
  }
  if (!wo_is_pointer(source) || (wo_cell_of(source)->flags & WO_CELL_SHARED)) return source;
  return wo_from_pointer(wo_tag(source), target_of(copy, wo_cell_of(source)));
}

static void translate_edge(void *ctx, void *slot, bool is_value) {
  const wo_copy *copy = ctx;
  if (is_value) {
    *(wo_value *)slot = wo_copy_value(copy, *(wo_value *)slot);
    return;
  }
  wo_cell *cell = *(wo_cell **)slot;
  if (cell && !(cell->flags & WO_CELL_SHARED)) *(void **)slot = target_of(copy, cell);
}

static void build_cell(wo_copy *copy, const wo_copied *entry) {
  const wo_copy_part *part = &copy->parts[entry->place >> 32];
  wo_cell *to = (wo_cell *)((uint8_t *)(part->chunk + 1) + (uint32_t)entry->place);
  memcpy(to, entry->from, entry->size);
  memcpy(to, &entry->header, sizeof *to);
  to->flags &= (uint8_t) ~(WO_CELL_LARGE | WO_CELL_OLD);
  if (part->large) to->flags |= WO_CELL_LARGE;
  if (to->kind == WO_KIND_STRING || to->kind == WO_KIND_BUFFER) return;
  if (to->kind == WO_KIND_TABLE) ((wo_table *)to)->next_table = NULL;
  wo_cell_edges(to, copy, translate_edge);
}

// Keys that are hashed by where they are (objects, handles) have other places now.
static void rehash(wo_runtime *rt, wo_cell *cell) {
  if (cell->kind == WO_KIND_TABLE && (cell->flags & WO_CELL_FLAG)) {
    wo_table_rehash(&rt->shared, (wo_table *)cell);
  }
}

bool wo_copy_into(wo_copy *copy, wo_chunk *chunk) {
  copy->parts[0].chunk = chunk;
  for (uint32_t i = 1; i < copy->part_count; i++) {
    wo_copy_part *part = &copy->parts[i];
    part->chunk = wo_chunk_new(part->bytes, part->large ? WO_CHUNK_LARGE : 0);
    if (!part->chunk) {
      // A large chunk does not know its size before its cell is there.
      while (--i > 0) {
        part = &copy->parts[i];
        wo_free(part->chunk, wo_chunk_size(part->bytes, WO_CHUNK_LARGE));
      }
      return false;
    }
    if (!part->large) part->chunk->used = (uint32_t)sizeof(wo_chunk) + part->bytes;
  }
  for (uint32_t i = 1; i + 1 < copy->part_count; i++) {
    copy->parts[i].chunk->next = copy->parts[i + 1].chunk;
  }
  if (chunk) chunk->next = copy->part_count > 1 ? copy->parts[1].chunk : NULL;
  for (uint32_t i = 0; i < copy->count; i++) build_cell(copy, &copy->entries[i]);
  for (uint32_t i = 0; i < copy->count; i++) {
    if (copy->entries[i].from->kind == WO_KIND_TABLE) {
      rehash(copy->isolate->heap.runtime, target_of(copy, copy->entries[i].from));
    }
  }
  for (uint32_t i = 0; i < copy->hold_count; i++) {
    wo_handle_count(copy->holds[i].handle, copy->holds[i].direction);
  }
  return true;
}

void wo_copy_end(wo_copy *copy) {
  for (uint32_t i = 0; i < copy->count; i++) unmark(&copy->entries[i]);
  unnumber(copy);
  if (copy->entries != copy->first_entries) {
    wo_free(copy->entries, copy->capacity * sizeof *copy->entries);
  }
  if (copy->parts != copy->first_parts)
    wo_free(copy->parts, copy->part_capacity * sizeof *copy->parts);
  if (copy->holds != copy->first_holds)
    wo_free(copy->holds, copy->hold_capacity * sizeof *copy->holds);
  wo_free(copy->slots, copy->slot_capacity * sizeof *copy->slots);
  if (copy->slots_seen) {
    wo_free(copy->slots_seen, (copy->isolate->heap.runtime->entry->slot_count + 7) / 8);
  }
}

// --- messages ---

// The struct with its arrays, in the tail of a chunk with room for `bytes` of cells where there are
// any: one allocation.
static wo_message *message_new(wo_runtime *rt, uint32_t bytes, uint32_t hold_count,
                               uint32_t slot_count) {
  bytes = (bytes + 7) & ~7u;
  size_t tail = sizeof(wo_message) + hold_count * sizeof(wo_message_hold) +
                slot_count * sizeof(wo_message_slot);
  wo_chunk *chunk = NULL;
  wo_message *message;
  if (bytes) {
    chunk = wo_chunk_new(bytes + tail, 0);
    if (!chunk) return NULL;
    chunk->used = (uint32_t)sizeof *chunk + bytes;
    message = (wo_message *)((uint8_t *)chunk + chunk->used);
  } else {
    message = wo_alloc(tail);
    if (!message) return NULL;
  }
  *message = (wo_message){.runtime = rt,
                          .chunks = chunk,
                          .root = WO_UNDEFINED,
                          .hold_count = hold_count,
                          .slot_count = slot_count,
                          .size = bytes ? 0 : (uint32_t)tail};
  message->holds = (wo_message_hold *)(message + 1);
  message->slots = (wo_message_slot *)(message->holds + hold_count);
  return message;
}

static void message_drop(wo_message *message) {
  if (message->size) wo_free(message, message->size);
}

wo_chunk *wo_message_release(wo_message *message) {
  wo_chunk *chunks = message->chunks;
  message_drop(message);
  return chunks;
}

wo_message *wo_message_of_heap(wo_heap *heap, wo_value root, const wo_message_hold *holds,
                               uint32_t hold_count) {
  wo_message *message = message_new(heap->runtime, 0, hold_count, 0);
  if (!message) return NULL;
  message->root = root;
  message->chunks = wo_heap_give(heap);
  if (hold_count) memcpy(message->holds, holds, hold_count * sizeof *holds);
  return message;
}

static wo_message *message_of_copy(wo_copy *copy, wo_value root) {
  wo_message *message = message_new(copy->isolate->heap.runtime, copy->parts[0].bytes,
                                    copy->hold_count, copy->slot_count);
  if (!message) return NULL;
  if (!wo_copy_into(copy, message->chunks)) {
    wo_chunk *chunk = message->chunks;
    message_drop(message);
    if (chunk) wo_free(chunk, chunk->size);
    return NULL;
  }
  if (!message->chunks && copy->part_count > 1) message->chunks = copy->parts[1].chunk;
  message->root = wo_copy_value(copy, root);
  if (copy->hold_count) memcpy(message->holds, copy->holds, copy->hold_count * sizeof *copy->holds);
  for (uint32_t i = 0; i < copy->slot_count; i++) {
    message->slots[i] = copy->slots[i];
    message->slots[i].value = wo_copy_value(copy, copy->slots[i].value);
  }
  return message;
}

static wo_status copy_one(wo_fiber *fiber, wo_value value, wo_copy_mode mode, wo_value *root,
                          wo_message **out) {
  *root = value;
  *out = NULL;
  if (!wo_is_pointer(value) && !wo_is_handle(value)) return WO_DONE;
  wo_copy copy;
  if (wo_copy_begin(&copy, fiber, &value, 1, mode) == WO_THREW) return WO_THREW;
  if (copy.count || copy.hold_count || copy.slot_count) {
    *out = message_of_copy(&copy, value);
    if (*out) {
      *root = (*out)->root;
    } else {
      wo_copy_end(&copy);
      return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for a message");
    }
  }
  wo_copy_end(&copy);
  return WO_DONE;
}

wo_status wo_message_copy(wo_fiber *fiber, const wo_value *values, uint32_t count, wo_value *root,
                          wo_message **out) {
  wo_value value = count == 1 ? values[0] : wo_array_of(&fiber->isolate->heap, values, count);
  return copy_one(fiber, value, WO_COPY_SEND, root, out);
}

wo_status wo_message_item(wo_fiber *fiber, wo_value value, wo_item *out) {
  *out = value;
  if (!wo_is_pointer(value) && !wo_is_handle(value)) return WO_DONE;
  wo_message *message;
  wo_status status = copy_one(fiber, value, WO_COPY_SEND, out, &message);
  if (message) *out = wo_item_of_message(message);
  return status;
}

wo_status wo_message_template(wo_fiber *fiber, const wo_value *values, uint32_t count,
                              wo_message **out) {
  wo_value root;
  return copy_one(fiber, wo_array_of(&fiber->isolate->heap, values, count), WO_COPY_TEMPLATE, &root,
                  out);
}

wo_status wo_message_for_host(wo_fiber *fiber, wo_value value, wo_value *root, wo_message **out) {
  return copy_one(fiber, value, WO_COPY_TEMPLATE, root, out);
}

// Calls visit for every edge of every cell of a message, and puts tables in order after it; roots
// and slots are the caller's.
static void message_edges(const wo_message *message, void *ctx, wo_edge_fn visit) {
  for (wo_chunk *chunk = message->chunks; chunk; chunk = chunk->next) {
    uint8_t *at = (uint8_t *)(chunk + 1);
    if (chunk->flags & WO_CHUNK_LARGE) {
      wo_cell_edges((wo_cell *)at, ctx, visit);
      rehash(message->runtime, (wo_cell *)at);
      continue;
    }
    for (uint8_t *end = (uint8_t *)chunk + chunk->used; at < end;) {
      wo_cell *cell = (wo_cell *)at;
      at += (wo_cell_size(cell) + 7) & ~(size_t)7;
      wo_cell_edges(cell, ctx, visit);
      rehash(message->runtime, cell);
    }
  }
}

typedef struct hold_map {
  const wo_value *to;  // by message index
  uint32_t count;
} hold_map;

static wo_value map_hold(const hold_map *map, wo_value value) {
  if (!wo_is_handle(value)) return value;
  WO_ASSERT(wo_as_hold(value) < map->count);
  return map->to[wo_as_hold(value)];
}

static void map_edge(void *ctx, void *slot, bool is_value) {
  if (is_value) *(wo_value *)slot = map_hold(ctx, *(wo_value *)slot);
}

// Turns the message's holds into entries of the isolate's table and its handle values into theirs.
static void adopt_holds(wo_isolate *isolate, wo_message *message) {
  // The memory of the holds takes the new values: each hold is larger, and read before.
  static_assert(sizeof(wo_message_hold) >= sizeof(wo_value), "values replace holds in place");
  wo_value *to = (wo_value *)message->holds;
  bool same = true;
  for (uint32_t i = 0; i < message->hold_count; i++) {
    wo_message_hold hold = message->holds[i];
    wo_value value = wo_hold_take(isolate, hold.handle, hold.direction);
    if (value == WO_HOLE) {
      // No memory for the table: the end is as good as released.
      wo_handle_uncount(hold.handle, hold.direction, NULL);
      value = WO_UNDEFINED;
    }
    memcpy(&to[i], &value, sizeof value);
    same &= value == wo_from_hold(i);
  }
  if (same) return;
  hold_map map = {to, message->hold_count};
  message_edges(message, &map, map_edge);
  message->root = map_hold(&map, message->root);
  for (uint32_t i = 0; i < message->slot_count; i++) {
    message->slots[i].value = map_hold(&map, message->slots[i].value);
  }
}

wo_value wo_message_adopt(wo_isolate *isolate, wo_value root, wo_message *message) {
  if (!message) return root;
  if (message->hold_count) adopt_holds(isolate, message);
  for (uint32_t i = 0; i < message->slot_count; i++) {
    wo_message_slot *slot = &message->slots[i];
    wo_value *values = wo_isolate_slots(isolate, slot->image);
    if (values && values[slot->slot] == WO_UNSET) values[slot->slot] = slot->value;
  }
  root = message->root;
  wo_chunk *chunks = wo_message_release(message);
  if (chunks) wo_heap_adopt(&isolate->heap, chunks);
  return root;
}

void wo_message_free(wo_message *message) {
  if (!message) return;
  for (uint32_t i = 0; i < message->hold_count; i++) {
    wo_handle_uncount(message->holds[i].handle, message->holds[i].direction, NULL);
  }
  wo_chunk *chunk = message->chunks;
  message_drop(message);
  while (chunk) {
    wo_chunk *next = chunk->next;
    wo_free(chunk, wo_chunk_bytes(chunk));
    chunk = next;
  }
}

// --- clones: the same cells at other addresses ---

typedef struct moved_chunk {
  uintptr_t from, end;
  intptr_t by;
} moved_chunk;
typedef struct relocation {
  moved_chunk *moved;  // ascending by address
  uint32_t count;
} relocation;

static int by_address(const void *a, const void *b) {
  uintptr_t x = ((const moved_chunk *)a)->from, y = ((const moved_chunk *)b)->from;
  return x < y ? -1 : x > y;
}

static void *relocated(const relocation *r, void *p) {
  uint32_t low = 0, high = r->count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if ((uintptr_t)p < r->moved[middle].from) high = middle;
    else low = middle;
  }
  const moved_chunk *m = &r->moved[low];
  bool inside = (uintptr_t)p >= m->from && (uintptr_t)p < m->end;
  return inside ? (void *)((uintptr_t)p + (uintptr_t)m->by) : p;
}

static wo_value relocated_value(const relocation *r, wo_value v) {
  return wo_is_pointer(v) ? wo_from_pointer(wo_tag(v), relocated(r, wo_pointer(v))) : v;
}

static void relocate_edge(void *ctx, void *slot, bool is_value) {
  if (is_value) *(wo_value *)slot = relocated_value(ctx, *(wo_value *)slot);
  else if (*(void **)slot) *(void **)slot = relocated(ctx, *(void **)slot);
}

static bool clone_chunks(const wo_message *message, wo_message *clone, relocation *r) {
  wo_chunk **link = &clone->chunks;
  for (wo_chunk *chunk = message->chunks; chunk; chunk = chunk->next) {
    size_t size = wo_chunk_bytes(chunk);
    wo_chunk *copy = wo_alloc(size);
    if (!copy) return false;
    memcpy(copy, chunk, size);
    copy->next = NULL;
    copy->flags &= ~(uint32_t)WO_CHUNK_INLINE;
    *link = copy;
    link = &copy->next;
    r->moved[r->count++] = (moved_chunk){(uintptr_t)chunk, (uintptr_t)chunk + size,
                                         (intptr_t)((uintptr_t)copy - (uintptr_t)chunk)};
  }
  qsort(r->moved, r->count, sizeof *r->moved, by_address);
  return true;
}

wo_message *wo_message_clone(const wo_message *message) {
  wo_message *clone = message_new(message->runtime, 0, message->hold_count, message->slot_count);
  if (!clone) return NULL;
  uint32_t chunk_count = 0;
  for (wo_chunk *chunk = message->chunks; chunk; chunk = chunk->next) chunk_count++;
  moved_chunk small[8];
  relocation r = {.moved = small};
  if (chunk_count > WO_COUNT(small)) r.moved = wo_alloc(chunk_count * sizeof *r.moved);
  clone->hold_count = 0;  // none counted yet, should it have to be freed
  bool made = r.moved && clone_chunks(message, clone, &r);
  if (made) {
    message_edges(clone, &r, relocate_edge);
    clone->root = chunk_count ? relocated_value(&r, message->root) : message->root;
    clone->hold_count = message->hold_count;
    for (uint32_t i = 0; i < message->hold_count; i++) {
      clone->holds[i] = message->holds[i];
      wo_handle_count(clone->holds[i].handle, clone->holds[i].direction);
    }
    for (uint32_t i = 0; i < message->slot_count; i++) {
      clone->slots[i] = message->slots[i];
      if (chunk_count) clone->slots[i].value = relocated_value(&r, clone->slots[i].value);
    }
  } else {
    wo_message_free(clone);
    clone = NULL;
  }
  if (r.moved && r.moved != small) wo_free(r.moved, chunk_count * sizeof *r.moved);
  return clone;
}

// --- errors ---

// A string of another heap, rebuilt in this one.
static wo_value string_in(wo_heap *heap, wo_heap *from, wo_value value) {
  wo_builder builder;
  wo_builder_init(&builder);
  if (wo_is_string(value)) wo_builder_string(&builder, wo_string_flat(from, value));
  wo_value made = wo_builder_finish(heap, &builder);
  return made == WO_HOLE ? wo_string_from_ascii(heap, "") : made;
}

static wo_value error_text(wo_fiber *fiber, wo_value error, const char *key) {
  wo_heap *heap = &fiber->isolate->heap;
  wo_property found;
  bool there = wo_is_object(error) &&
               wo_lookup(heap, error, wo_intern_ascii(heap->runtime, key), &found) &&
               !(found.attrs & WO_ATTR_ACCESSOR);
  return there ? found.value : WO_UNDEFINED;
}

// A WoError that says of another error what text can say.
static wo_message *error_stand_in(wo_fiber *fiber, wo_value error) {
  wo_heap *from = &fiber->isolate->heap;
  wo_runtime *rt = from->runtime;
  wo_heap heap;
  wo_heap_init(&heap, rt, NULL);
  heap.new_flags = 0;
  wo_value made = wo_error_new(&heap, NULL, WO_B_WoError,
                               string_in(&heap, from, error_text(fiber, error, "message")));
  wo_value name = error_text(fiber, error, "name");
  if (wo_is_string(name)) {
    wo_define(&heap, made, wo_intern_ascii(rt, "name"), string_in(&heap, from, name),
              WO_ATTR_METHOD);
  }
  wo_value stack = error_text(fiber, error, "stack");
  if (wo_is_string(stack)) {
    ((wo_error *)wo_pointer(made))->trace = string_in(&heap, from, stack);
  }
  wo_message *message = wo_message_of_heap(&heap, made, NULL, 0);
  if (!message) wo_heap_free(&heap);
  return message;
}

wo_message *wo_message_error(wo_fiber *fiber, wo_value error) {
  wo_value root, thrown = fiber->thrown;
  wo_message *message;
  if (wo_message_copy(fiber, &error, 1, &root, &message) == WO_THREW) {
    fiber->thrown = thrown;
    return error_stand_in(fiber, error);
  }
  // A crash is kept by the channel whose end was dropped: an end in it could keep that very channel
  // open, and counting it would take the lock its keeper holds.
  if (message && message->hold_count > 0) {
    wo_message_free(message);
    return error_stand_in(fiber, error);
  }
  if (!message) {
    message = message_new(fiber->isolate->heap.runtime, 0, 0, 0);
    if (message) message->root = root;
  }
  return message;
}
