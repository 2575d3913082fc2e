#include "inspect.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../include/wo.h"
#include "alloc.h"
#include "builtin.h"
#include "channel.h"
#include "table.h"

// --- text ---

typedef struct writer {
  char *out;
  size_t size, length;  // length: never more than size - 1
} writer;

static void put_bytes(writer *w, const char *bytes, size_t length) {
  size_t room = w->size - 1 - w->length;
  if (length > room) {
    length = room;
    // Not through the middle of a character.
    while (length > 0 && ((uint8_t)bytes[length] & 0xC0) == 0x80) length--;
  }
  memcpy(w->out + w->length, bytes, length);
  w->length += length;
  w->out[w->length] = '\0';
}

static void put_text(writer *w, const char *text) { put_bytes(w, text, strlen(text)); }

static WO_PRINTF(2, 3) void put_format(writer *w, const char *format, ...) {
  char text[64];
  va_list rest;
  va_start(rest, format);
  vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  put_text(w, text);
}

char *wo_text_whole(wo_heap *heap, wo_value string, size_t *size) {
  const wo_string *s = wo_is_string(string) ? wo_string_flat(heap, string) : NULL;
  size_t length = s ? wo_string_utf8_length(s) : 0;
  *size = length + 1;
  char *text = wo_alloc(*size);
  if (!text) return NULL;
  if (s) wo_string_to_utf8(s, text);
  text[length] = '\0';
  return text;
}

// UTF-8, NUL-terminated, cut to `size` where it does not fit. Not a string: "".
static void text_of(wo_heap *heap, wo_value string, char *out, size_t size) {
  writer w = {out, size, 0};
  out[0] = '\0';
  size_t whole;
  char *text = wo_is_string(string) ? wo_text_whole(heap, string, &whole) : NULL;
  if (!text) return;
  put_text(&w, text);
  wo_free(text, whole);
}

void wo_place_text(const wo_proto *proto, uint32_t pc, char *out, size_t size) {
  out[0] = '\0';
  if (!proto) return;
  uint32_t line = proto->line, column = proto->column;
  wo_proto_position(proto, pc, &line, &column);
  char file[400];
  wo_heap *heap = proto->image->heap;
  text_of(heap, proto->file, file, sizeof file);
  snprintf(out, size, "%s:%u:%u", file, line, column);
}

// --- previews ---

static void preview(writer *w, wo_isolate *isolate, wo_value v, int depth);

static void preview_string(writer *w, wo_heap *heap, wo_value v, bool quoted) {
  char text[48];
  text_of(heap, v, text, sizeof text);
  for (char *c = text; *c; c++) {
    if ((uint8_t)*c < ' ') *c = ' ';
  }
  bool whole = wo_string_utf8_length(wo_string_flat(heap, v)) < sizeof text;
  put_text(w, quoted ? "\"" : "");
  put_text(w, text);
  put_text(w, whole ? "" : "...");
  put_text(w, quoted ? "\"" : "");
}

static void preview_array(writer *w, wo_isolate *isolate, wo_array *array, int depth) {
  put_text(w, "[");
  for (uint32_t i = 0; i < array->length; i++) {
    if (i) put_text(w, ", ");
    if (i == 3 || depth > 1 || !wo_array_is_dense(array)) {
      put_format(w, "... %u items", array->length);
      break;
    }
    wo_value item = wo_array_get(array, i);
    if (item == WO_HOLE) put_text(w, "hole");
    else preview(w, isolate, item, depth + 1);
  }
  put_text(w, "]");
}

static wo_value own_text(wo_heap *heap, wo_value object, const char *key) {
  wo_property found;
  bool there = wo_lookup(heap, object, wo_intern_ascii(heap->runtime, key), &found) &&
               !(found.attrs & WO_ATTR_ACCESSOR) && wo_is_string(found.value);
  return there ? found.value : WO_UNDEFINED;
}

static void preview_object(writer *w, wo_isolate *isolate, wo_value v, int depth) {
  wo_heap *heap = &isolate->heap;
  wo_property made_by;
  wo_value proto = wo_prototype_of(heap, v);
  if (wo_is_object(proto) &&
      wo_lookup(heap, proto, wo_intern_ascii(heap->runtime, "constructor"), &made_by) &&
      wo_is_callable(made_by.value) &&
      made_by.value != wo_builtin_value(heap->runtime, WO_B_Object)) {
    preview_string(w, heap, wo_function_name(heap, made_by.value), false);
    put_text(w, " ");
  }
  put_text(w, "{");
  wo_array *keys = wo_pointer(wo_own_keys(heap, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE));
  for (uint32_t i = 0; i < keys->length; i++) {
    put_text(w, i ? ", " : " ");
    if (i == 3 || depth > 1) {
      put_text(w, "...");
      break;
    }
    wo_value key = wo_array_get(keys, i);
    wo_property found;
    preview_string(w, heap, key, false);
    put_text(w, ": ");
    if (!wo_lookup_own(heap, v, wo_to_key(heap, key), &found) || found.attrs & WO_ATTR_ACCESSOR) {
      put_text(w, "...");
    } else {
      preview(w, isolate, found.value, depth + 1);
    }
  }
  put_text(w, keys->length ? " }" : "}");
}

static void preview_handle(writer *w, wo_isolate *isolate, wo_value v) {
  static const char *const names[] = {"", "Send", "Recv", "Chan"};
  const wo_hold *hold = wo_hold_of(isolate, v);
  if (hold->kind != WO_HANDLE_CHANNEL) {
    static const char *const others[] = {"", "File", "Conn", "Listener"};
    put_text(w, others[hold->kind]);
    if (!hold->live) put_text(w, " (released)");
    return;
  }
  put_text(w, names[hold->direction & 3]);
  if (hold->live) put_format(w, " %" PRIu64, ((const wo_channel *)wo_hold_handle(hold))->id);
  else put_text(w, " (released)");
}

static void preview_cell(writer *w, wo_isolate *isolate, wo_value v, int depth) {
  wo_heap *heap = &isolate->heap;
  wo_cell *cell = wo_cell_of(v);
  switch ((wo_kind)cell->kind) {
    case WO_KIND_ARRAY: preview_array(w, isolate, (wo_array *)cell, depth); break;
    case WO_KIND_FUNCTION:
    case WO_KIND_BUILTIN:
    case WO_KIND_BOUND:
      put_text(w, cell->flags & WO_CELL_CLASS ? "class " : "function ");
      preview_string(w, heap, wo_function_name(heap, v), false);
      break;
    case WO_KIND_ERROR: {
      wo_value name = own_text(heap, v, "name"), message = own_text(heap, v, "message");
      if (wo_is_string(name)) preview_string(w, heap, name, false);
      put_text(w, ": ");
      if (wo_is_string(message)) preview_string(w, heap, message, false);
      break;
    }
    case WO_KIND_MAP:
    case WO_KIND_SET: {
      const wo_map *map = (wo_map *)cell;
      put_format(w, "%s(%u)", cell->kind == WO_KIND_MAP ? "Map" : "Set",
                 map->table ? map->table->live : 0);
      break;
    }
    case WO_KIND_BYTES: put_format(w, "Uint8Array(%u)", ((wo_bytes *)cell)->length); break;
    case WO_KIND_OBJECT: preview_object(w, isolate, v, depth); break;
    case WO_KIND_SYMBOL: {
      put_text(w, "Symbol(");
      wo_value description = ((wo_symbol *)cell)->description;
      if (wo_is_string(description)) preview_string(w, heap, description, false);
      put_text(w, ")");
      break;
    }
    case WO_KIND_BOX: preview(w, isolate, ((wo_box *)cell)->value, depth); break;
    case WO_KIND_PRIMITIVE: preview(w, isolate, ((wo_primitive *)cell)->value, depth); break;
    case WO_KIND_ITERATOR: put_text(w, "iterator"); break;
    default: put_text(w, "..."); break;
  }
}

static void preview(writer *w, wo_isolate *isolate, wo_value v, int depth) {
  if (wo_is_number(v)) {
    char text[WO_NUMBER_TEXT_MAX];
    put_bytes(w, text, wo_number_to_text(wo_number(v), text));
  } else if (wo_is_string(v)) {
    preview_string(w, &isolate->heap, v, true);
  } else if (wo_is_handle(v)) {
    preview_handle(w, isolate, v);
  } else if (wo_is_pointer(v)) {
    preview_cell(w, isolate, v, depth);
  } else {
    put_text(w, v == WO_UNDEFINED ? "undefined"
                : v == WO_NULL    ? "null"
                : v == WO_TRUE    ? "true"
                : v == WO_FALSE   ? "false"
                                  : "uninitialized");
  }
}

void wo_preview(wo_isolate *isolate, wo_value value, char out[WO_PREVIEW_MAX]) {
  writer w = {out, WO_PREVIEW_MAX, 0};
  out[0] = '\0';
  preview(&w, isolate, value, 0);
}

// --- fibers ---

#define FRAMES_SHOWN_MAX 64
#define FRAME_TEXT 240

static void park_text(const wo_fiber *fiber, char *out, size_t size) {
  switch ((wo_park_reason)fiber->park_reason) {
    case WO_REASON_RECV:
    case WO_REASON_RECV_FOR:
    case WO_REASON_SEND: {
      const wo_channel *channel = fiber->wait.channel;
      snprintf(out, size, "%s on channel %" PRIu64,
               fiber->park_reason == WO_REASON_SEND ? "send" : "receive",
               channel ? channel->id : 0);
      break;
    }
    case WO_REASON_SELECT: snprintf(out, size, "select of %u", fiber->rare->select->count); break;
    case WO_REASON_HOST: snprintf(out, size, "host call"); break;
    case WO_REASON_FD:
      snprintf(out, size, "fd %d %s", fiber->park_fd,
               fiber->park_events & WO_IO_WRITE ? "writable" : "readable");
      break;
    case WO_REASON_DEADLINE: {
      int64_t left = fiber->io.timer.at_ns - wo_plane_now(fiber->isolate->shard->plane);
      snprintf(out, size, "deadline in %" PRId64 " ms", left > 0 ? (left + 999999) / 1000000 : 0);
      break;
    }
    case WO_REASON_ERRAND: snprintf(out, size, "a call that blocks"); break;
    case WO_REASON_NEVER: snprintf(out, size, "never"); break;
    case WO_REASON_NONE: out[0] = '\0'; break;
  }
}

static void fiber_name(wo_isolate *isolate, const wo_fiber *fiber, char *out, size_t size) {
  wo_value fn = fiber->frame_count ? fiber->regs[fiber->frames[0].base - 1] : WO_UNDEFINED;
  if (fiber->flags & WO_FIBER_FLAG_MAIN) snprintf(out, size, "main");
  else if (wo_has_kind(fn, WO_KIND_BUILTIN) && wo_isolate_loads(isolate))
    snprintf(out, size, "load");
  else if (wo_is_callable(fn)) {
    text_of(&isolate->heap, wo_function_name(&isolate->heap, fn), out, size);
  } else snprintf(out, size, "%s", "");
}

// Bytecode frames, innermost first, as error stacks show them.
static uint32_t frames_of(wo_fiber *fiber, wo_frame_info *infos, char (*texts)[2][FRAME_TEXT]) {
  wo_heap heap;
  wo_heap_init(&heap, fiber->isolate->heap.runtime, NULL);
  heap.new_flags = 0;
  wo_value trace = fiber->frame_count ? wo_fiber_trace(&heap, fiber) : WO_UNDEFINED;
  uint32_t count = 0;
  if (wo_is_cell(trace)) {
    const wo_buffer *buffer = wo_pointer(trace);
    const wo_trace_entry *entries = (const wo_trace_entry *)buffer->data;
    for (; count < buffer->length / sizeof *entries && count < FRAMES_SHOWN_MAX; count++) {
      const wo_proto *proto = entries[count].proto;
      wo_frame_info *info = &infos[count];
      text_of(&heap, proto->name, texts[count][0], FRAME_TEXT);
      text_of(&heap, proto->file, texts[count][1], FRAME_TEXT);
      *info = (wo_frame_info){.function = texts[count][0], .file = texts[count][1]};
      wo_proto_position(proto, entries[count].pc, &info->line, &info->column);
    }
  }
  wo_heap_free(&heap);
  return count;
}

static const char *state_text(const wo_shard *shard, const wo_fiber *fiber) {
  static const char *const names[] = {
#define WO_STATE(name, text) [WO_FIBER_##name] = text,
#include "states.def"
#undef WO_STATE
  };
  return shard->fiber == fiber ? "running" : names[fiber->state];
}

wo_result wo_each_fiber(wo_runtime *rt, void *context,
                        void (*visit)(void *context, const wo_fiber_info *info)) {
  if (!rt || !visit) return WO_E_ARGUMENT;
  if (!rt->inline_mode || wo_this_shard()) return WO_E_STATE;
  wo_frame_info *infos = wo_alloc(FRAMES_SHOWN_MAX * sizeof *infos);
  char(*texts)[2][FRAME_TEXT] = wo_alloc(FRAMES_SHOWN_MAX * sizeof *texts);
  wo_result result = infos && texts ? WO_OK : WO_E_MEMORY;
  wo_shard *shard = &rt->shards[0];
  wo_shard_settle(shard);
  for (wo_isolate *i = shard->all; i && result == WO_OK; i = i->all_next) {
    wo_fiber *fiber = &i->fiber;
    char name[120], park[80], place[480];
    fiber_name(i, fiber, name, sizeof name);
    park_text(fiber, park, sizeof park);
    wo_place_text(fiber->spawn_proto, fiber->spawn_pc, place, sizeof place);
    uint32_t frames = frames_of(fiber, infos, texts);
    wo_fiber_info info = {.id = fiber->id,
                          .shard = shard->index,
                          .isolate = fiber->id,
                          .name = name,
                          .state = state_text(shard, fiber),
                          .park = park[0] ? park : NULL,
                          .spawned_at = place,
                          .reductions = fiber->reductions,
                          .heap_bytes = wo_heap_bytes(&i->heap),
                          .frames = infos,
                          .frame_count = frames};
    visit(context, &info);
  }
  if (infos) wo_free(infos, FRAMES_SHOWN_MAX * sizeof *infos);
  if (texts) wo_free(texts, FRAMES_SHOWN_MAX * sizeof *texts);
  return result;
}

// --- roots ---

typedef struct root_walk {
  wo_isolate *isolate;
  void *context;
  void (*visit)(void *context, const wo_root_info *info);
} root_walk;

static wo_value local_name(const wo_frame *frame, uint32_t reg) {
  if (frame->flags & WO_FRAME_BUILTIN) return WO_UNDEFINED;
  const wo_proto *proto = frame->proto;
  for (uint32_t i = 0; i < proto->local_count; i++) {
    const wo_local *local = &proto->locals[i];
    if (local->reg == reg && frame->pc >= local->start && frame->pc < local->end)
      return local->name;
  }
  return WO_UNDEFINED;
}

static wo_value root_name(const wo_root *root) {
  if (root->kind == WO_ROOT_REGISTER)
    return local_name(&root->fiber->frames[root->frame], root->index);
  if (root->kind != WO_ROOT_MODULE || !root->image || root->index == UINT32_MAX)
    return WO_UNDEFINED;
  return root->image->slots[root->index].name;
}

static const char *type_text(wo_value v) {
  static const char *const kinds[] = {
#define WO_KIND(name, tag, text) [WO_KIND_##name] = text,
#include "kinds.def"
#undef WO_KIND
  };
  if (wo_is_number(v)) return "number";
  if (wo_is_bool(v)) return "boolean";
  if (v == WO_UNDEFINED) return "undefined";
  if (v == WO_NULL) return "null";
  if (wo_is_handle(v)) return "handle";
  return wo_is_pointer(v) ? kinds[wo_cell_of(v)->kind] : "marker";
}

static void visit_root(void *ctx, const wo_root *root) {
  static const char *const kinds[] = {
      [WO_ROOT_REGISTER] = "register", [WO_ROOT_FRAME] = "frame",     [WO_ROOT_CATCH] = "catch",
      [WO_ROOT_PARK] = "park",         [WO_ROOT_MESSAGE] = "message", [WO_ROOT_HOST] = "host",
      [WO_ROOT_MODULE] = "module",
  };
  const root_walk *w = ctx;
  wo_value v = *root->slot;
  // Empty slots hold nothing a reader looks for.
  if (v == WO_UNDEFINED || v == WO_HOLE || v == WO_UNSET) return;
  char shown[WO_PREVIEW_MAX], name[120];
  wo_preview(w->isolate, v, shown);
  text_of(&w->isolate->heap, root_name(root), name, sizeof name);
  bool framed = root->fiber && root->fiber->frame_count;
  bool indexed = root->kind == WO_ROOT_REGISTER || root->kind == WO_ROOT_MODULE;
  wo_root_info info = {.fiber = w->isolate->fiber.id,
                       .kind = kinds[root->kind],
                       .frame = framed ? (int32_t)(root->fiber->frame_count - 1 - root->frame) : -1,
                       .index = indexed && root->index != UINT32_MAX ? (int32_t)root->index : -1,
                       .name = name[0] ? name : NULL,
                       .type = type_text(v),
                       .preview = shown,
                       .shallow_bytes = wo_is_pointer(v) ? wo_cell_size(wo_cell_of(v)) : 0};
  w->visit(w->context, &info);
}

wo_result wo_each_root(wo_runtime *rt, uint32_t fiber, void *context,
                       void (*visit)(void *context, const wo_root_info *info)) {
  if (!rt || !visit) return WO_E_ARGUMENT;
  if (!rt->inline_mode || wo_this_shard()) return WO_E_STATE;
  wo_shard *shard = &rt->shards[0];
  wo_shard_settle(shard);
  for (wo_isolate *i = shard->all; i; i = i->all_next) {
    if (fiber != UINT32_MAX && i->fiber.id != fiber) continue;
    root_walk w = {i, context, visit};
    wo_roots(i, &w, visit_root);
  }
  return WO_OK;
}
