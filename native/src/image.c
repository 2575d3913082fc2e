// Loading: bytes -> structures (read), verify.c, structures -> a live image (link). Reading trusts
// nothing: every count is held against the bytes that are left before anything is allocated for it,
// so an image takes memory in proportion to its size. Linking cannot meet a bad index any more.
#include "image.h"

#include <stdarg.h>
#include <stdio.h>

#include "alloc.h"
#include "builtin.h"
#include "message.h"
#include "ops.h"
#include "prelude.h"
#include "shard.h"
#include "string.h"
#include "tables_hash.gen.h"
#include "verify.h"

static_assert(WO_TABLES_OP_COUNT == WO_OP_COUNT && WO_TABLES_BUILTIN_COUNT == WO_B_COUNT,
              "the tables changed: run node scripts/gen-tables.mjs");

const uint64_t wo_tables_hash = WO_TABLES_HASH;

#define IMAGE_MAGIC 0x4D494F57u
#define IMAGE_VERSION 1u
#define HEADER_BYTES 32u
#define NONE 0xFFFFFFFFu
enum { HEADER_ENTRY = 1, HEADER_LIBRARY = 2 };

// --- arena: all memory of an image but its cells; zeroed, freed at once ---

typedef struct block {
  struct block *next;
  size_t size, used;
  max_align_t data[];
} block;

struct wo_arena {
  block *blocks;
};

#define BLOCK_BYTES ((size_t)32 * 1024)

static void *arena_alloc(struct wo_arena *arena, size_t size) {
  size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
  block *b = arena->blocks;
  if (b == NULL || b->size - b->used < size) {
    size_t room = size > BLOCK_BYTES / 4 ? size : BLOCK_BYTES;
    b = wo_alloc_zero(sizeof(block) + room);
    if (b == NULL) return NULL;
    b->size = room;
    // A block made for one big piece goes behind the current one, which still has room.
    block **link = room == size && arena->blocks != NULL ? &arena->blocks->next : &arena->blocks;
    b->next = *link;
    *link = b;
  }
  void *p = (uint8_t *)b->data + b->used;
  b->used += size;
  return p;
}

static void arena_free(struct wo_arena *arena) {
  block *next;
  for (block *b = arena->blocks; b != NULL; b = next) {
    next = b->next;
    wo_free(b, sizeof(block) + b->size);
  }
  arena->blocks = NULL;
}

// --- reader: sticky failure; after it every read answers 0 and every count is 0 ---

typedef struct reader {
  const uint8_t *start, *at, *end;
  struct wo_arena arena;
  wo_unlinked program;
  const char *part;  // what is being read, for refusals
  uint32_t item;
  bool failed;
} reader;

WO_COLD WO_PRINTF(2, 3) static void refuse(reader *r, const char *format, ...) {
  if (r->failed) return;
  r->failed = true;
  char text[160];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (r->part == NULL) {
    snprintf(r->program.error, r->program.error_size, "%s", text);
  } else {
    snprintf(r->program.error, r->program.error_size, "%s %u, byte %zu: %s", r->part, r->item,
             (size_t)(r->at - r->start), text);
  }
}

static void *take(reader *r, size_t count, size_t size) {
  void *p = r->failed ? NULL : arena_alloc(&r->arena, count * size);
  if (p == NULL) refuse(r, "out of memory");
  return p;
}

static uint32_t peek_u32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t read_u32(reader *r) {
  if (r->failed || r->end - r->at < 4) {
    refuse(r, "the image is cut off");
    return 0;
  }
  r->at += 4;
  return peek_u32(r->at - 4);
}

static uint64_t read_u64(reader *r) {
  uint64_t low = read_u32(r);
  return low | (uint64_t)read_u32(r) << 32;
}

// A number that must be below `end`.
static uint32_t read_below(reader *r, uint32_t end, const char *what) {
  uint32_t value = read_u32(r);
  if (value < end || r->failed) return r->failed ? 0 : value;
  refuse(r, "%s %u is not below %u", what, value, end);
  return 0;
}

// A count of items of at least `bytes` each; so at most as many as can follow.
static uint32_t read_count(reader *r, uint32_t most, uint32_t bytes, const char *what) {
  uint32_t count = read_u32(r);
  if (r->failed) return 0;
  if (count > most) {
    refuse(r, "%u %s are above %u", count, what, most);
    return 0;
  }
  if (count > (size_t)(r->end - r->at) / bytes) {
    refuse(r, "%u %s do not fit the image", count, what);
    return 0;
  }
  return count;
}

// A string, not yet linked; NONE is allowed where the text is for people.
static wo_value read_string(reader *r, bool required) {
  uint32_t index = read_u32(r);
  if (r->failed || (index == NONE && !required)) return WO_UNDEFINED;
  if (index < r->program.string_count) return WO_UNLINKED_STRING(index);
  refuse(r, "string %u of %u", index, r->program.string_count);
  return WO_UNDEFINED;
}

// --- sections ---

static uint64_t checksum(const uint8_t *bytes, size_t length) {
  uint64_t hash = 0xCBF29CE484222325ull;
  for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
  return hash;
}

static void read_header(reader *r, size_t length) {
  wo_image *image = r->program.image;
  if (length < HEADER_BYTES) {
    refuse(r, "%zu bytes are no image", length);
    return;
  }
  uint32_t magic = read_u32(r), version = read_u32(r);
  uint64_t tables = read_u64(r);
  image->hash = read_u64(r);
  uint32_t total = read_u32(r), flags = read_u32(r);
  if (magic != IMAGE_MAGIC) {
    refuse(r, "not an image: magic 0x%08X", magic);
  } else if (version != IMAGE_VERSION) {
    refuse(r, "image version %u, this core reads %u", version, IMAGE_VERSION);
  } else if (tables != wo_tables_hash) {
    refuse(r, "made for another version of the core: tables hash 0x%016llX, here 0x%016llX",
           (unsigned long long)tables, (unsigned long long)wo_tables_hash);
  } else if (total != length || length > WO_IMAGE_BYTES_MAX) {
    refuse(r, "the header says %u bytes, there are %zu", total, length);
  } else if (image->hash != checksum(r->at, length - HEADER_BYTES)) {
    refuse(r, "the checksum does not match the content");
  } else if (flags & ~(uint32_t)(HEADER_ENTRY | HEADER_LIBRARY)) {
    refuse(r, "unknown header flags 0x%x", flags);
  }
  image->has_entry = flags & HEADER_ENTRY;
  r->program.library = flags & HEADER_LIBRARY;
}

static void read_strings(reader *r) {
  r->part = "string";
  uint32_t count = read_count(r, NONE - 1, 4, "strings");
  wo_image_string *strings = take(r, count, sizeof *strings);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = i;
    uint32_t head = read_u32(r), length = head & 0x7FFFFFFF;
    bool wide = head >> 31;
    size_t bytes = (((size_t)length << wide) + 3) & ~(size_t)3;
    if (length > WO_STRING_LENGTH_MAX || bytes > (size_t)(r->end - r->at)) {
      refuse(r, "%u code units do not fit the image", length);
      break;
    }
    strings[i] = (wo_image_string){.bytes = r->at, .length = length, .wide = wide};
    r->at += bytes;
  }
  r->program.strings = strings;
  r->program.string_count = r->failed ? 0 : count;
}

static void read_templates(reader *r) {
  r->part = "template";
  wo_image *image = r->program.image;
  uint32_t count = read_count(r, 65536, 4, "templates");
  image->templates = take(r, count, sizeof *image->templates);
  image->template_counts = take(r, count, sizeof *image->template_counts);
  r->program.template_keys = take(r, count, sizeof *r->program.template_keys);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = i;
    uint32_t keys = read_count(r, 65535, 4, "keys");
    uint32_t *list = take(r, keys, sizeof *list);
    for (uint32_t k = 0; k < keys && !r->failed; k++) {
      list[k] = read_below(r, r->program.string_count, "string");
    }
    image->template_counts[i] = (uint16_t)keys;
    r->program.template_keys[i] = list;
  }
  image->template_count = r->failed ? 0 : count;
}

static void read_slots(reader *r) {
  r->part = "module slot";
  wo_image *image = r->program.image;
  uint32_t count = read_count(r, 65535, 8, "module slots");
  image->slots = take(r, count, sizeof *image->slots);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = i;
    image->slots[i].name = read_string(r, false);
    image->slots[i].flags = (uint8_t)read_below(r, 256, "flags");
    image->slots[i].shared = WO_UNSET;
  }
  image->slot_count = r->failed ? 0 : count;
}

static wo_value read_constant(reader *r) {
  uint32_t tag = read_u32(r);
  uint64_t payload = read_u64(r);
  double number;
  if (tag == 0) return wo_from_int((int32_t)payload);
  if (tag == 1) {
    memcpy(&number, &payload, sizeof number);
    return wo_from_foreign_double(number);
  }
  if (tag == 4 && payload <= 3) return WO_SPECIAL(payload);
  if ((tag == 2 || tag == 3) && payload < r->program.string_count) {
    r->program.strings[payload].constant |= tag == 2;
    return tag == 2 ? WO_UNLINKED_STRING(payload) : WO_UNLINKED_PRIVATE(payload);
  }
  refuse(r, "constant with tag %u and payload %llu", tag, (unsigned long long)payload);
  return WO_UNDEFINED;
}

static void read_captures(reader *r, wo_proto *proto) {
  uint32_t count = read_count(r, 255, 16, "captures");
  wo_capture *captures = take(r, count, sizeof *captures);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    captures[i].from = (uint8_t)read_below(r, 2, "capture origin");
    captures[i].index = (uint16_t)read_below(r, 256, "capture index");
    captures[i].boxed = (uint8_t)read_below(r, 2, "capture form");
    captures[i].name = read_string(r, false);
  }
  proto->captures = captures;
  proto->capture_count = (uint16_t)count;
}

static void read_catches(reader *r, wo_proto *proto) {
  uint32_t count = read_count(r, NONE, 20, "catch ranges");
  wo_catch *catches = take(r, count, sizeof *catches);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    catches[i].start = read_u32(r);
    catches[i].end = read_u32(r);
    catches[i].handler = read_u32(r);
    catches[i].kind = (uint8_t)read_below(r, WO_CATCH_DROP + 1, "catch kind");
    catches[i].reg = (uint8_t)read_below(r, 256, "register");
  }
  proto->catches = catches;
  proto->catch_count = count;
}

static void read_snapshot(reader *r, wo_proto *proto) {
  uint32_t count = read_count(r, 65535, 4, "snapshot slots");
  uint16_t *slots = take(r, count, sizeof *slots);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    slots[i] = (uint16_t)read_below(r, r->program.image->slot_count, "module slot");
  }
  proto->snapshot = slots;
  proto->snapshot_count = count;
}

static void read_debug_tables(reader *r, wo_proto *proto) {
  uint32_t count = read_count(r, NONE, 12, "lines");
  wo_line *lines = take(r, count, sizeof *lines);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    lines[i].pc = read_u32(r);
    lines[i].line = read_u32(r);
    lines[i].column = read_u32(r);
  }
  proto->lines = lines;
  proto->line_count = count;
  count = read_count(r, NONE, 16, "locals");
  wo_local *locals = take(r, count, sizeof *locals);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    locals[i].start = read_u32(r);
    locals[i].end = read_u32(r);
    locals[i].reg = (uint8_t)read_below(r, 256, "register");
    locals[i].name = read_string(r, false);
  }
  proto->locals = locals;
  proto->local_count = count;
  count = read_count(r, NONE, 8, "call names");
  wo_callname *names = take(r, count, sizeof *names);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    names[i].pc = read_u32(r);
    names[i].text = read_string(r, false);
  }
  proto->callnames = names;
  proto->callname_count = count;
}

static void read_function(reader *r, wo_proto *proto) {
  proto->image = r->program.image;
  proto->static_function = WO_UNDEFINED;
  proto->name = read_string(r, false);
  proto->file = read_string(r, false);
  proto->line = read_u32(r);
  proto->column = read_u32(r);
  proto->flags = (uint16_t)read_below(r, 65536, "flags");
  uint32_t sizes = read_u32(r);
  proto->registers = (uint8_t)sizes;
  proto->params = (uint8_t)(sizes >> 8);
  proto->length = (uint8_t)(sizes >> 16);
  proto->inline_hint = (uint8_t)(sizes >> 24);
  proto->window = wo_call_window(proto);
  proto->ic_count = (uint16_t)read_below(r, 65536, "inline cache count");
  uint32_t count = read_count(r, 65535, 12, "constants");
  wo_value *constants = take(r, count, sizeof *constants);
  for (uint32_t i = 0; i < count && !r->failed; i++) constants[i] = read_constant(r);
  proto->constants = constants;
  proto->constant_count = (uint16_t)count;
  read_captures(r, proto);
  proto->code_length = read_count(r, INT32_MAX, 4, "words of code");
  uint32_t *code = take(r, proto->code_length, sizeof *code);
  for (uint32_t i = 0; i < proto->code_length && !r->failed; i++) code[i] = read_u32(r);
  proto->code = code;
  read_catches(r, proto);
  read_snapshot(r, proto);
  read_debug_tables(r, proto);
}

static void read_functions(reader *r) {
  r->part = "function";
  r->item = 0;
  wo_image *image = r->program.image;
  uint32_t count = read_count(r, 65536, 60, "functions");
  image->protos = take(r, count, sizeof *image->protos);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = image->protos[i].index = i;
    read_function(r, &image->protos[i]);
  }
  image->proto_count = r->failed ? 0 : count;
}

static void read_modules(reader *r) {
  r->part = "module";
  wo_image *image = r->program.image;
  uint32_t count = read_count(r, 65535, 16, "modules");
  image->modules = take(r, count, sizeof *image->modules);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = i;
    image->modules[i].path = read_string(r, false);
    image->modules[i].body = &image->protos[read_below(r, image->proto_count, "function")];
    image->modules[i].slot_start = (uint16_t)read_below(r, 65536, "first slot");
    image->modules[i].slot_count = (uint16_t)read_below(r, 65536, "slot count");
  }
  image->module_count = r->failed ? 0 : count;
}

static void read_exports(reader *r) {
  r->part = "export";
  wo_image *image = r->program.image;
  uint32_t count = read_count(r, 65535, 12, "exports");
  image->exports = take(r, count, sizeof *image->exports);
  for (uint32_t i = 0; i < count && !r->failed; i++) {
    r->item = i;
    image->exports[i].name = read_string(r, true);
    image->exports[i].kind = (uint8_t)read_below(r, 2, "kind");
    image->exports[i].index = read_u32(r);
    if (!r->failed) r->program.strings[WO_UNLINKED_INDEX(image->exports[i].name)].key = true;
  }
  image->export_count = r->failed ? 0 : count;
}

// Reads and verifies `bytes` into r->program, which lives in r->arena. The strings of the program
// point into `bytes`.
static bool read_image(reader *r, const uint8_t *bytes, size_t length, char *error,
                       size_t error_size) {
  *r = (reader){.start = bytes, .at = bytes, .end = bytes + length};
  r->program.error = error;
  r->program.error_size = error_size;
  if (error_size > 0) error[0] = 0;
  r->program.image = take(r, 1, sizeof(wo_image));
  if (r->failed) return false;
  read_header(r, length);
  if (r->failed) return false;
  read_strings(r);
  read_templates(r);
  read_slots(r);
  read_functions(r);
  read_modules(r);
  read_exports(r);
  if (!r->failed && r->at != r->end) {
    r->part = NULL;
    refuse(r, "%zu bytes follow the last section", (size_t)(r->end - r->at));
  }
  return !r->failed && wo_verify(&r->program);
}

bool wo_image_check(const uint8_t *bytes, size_t length, char *error, size_t error_size) {
  reader r;
  bool fine = read_image(&r, bytes, length, error, error_size);
  arena_free(&r.arena);
  return fine;
}

// --- linking ---

typedef struct linker {
  wo_runtime *rt;
  wo_image *image;
  const wo_unlinked *program;
  wo_value *strings;   // by string index
  wo_value *privates;  // private names by string index; WO_HOLE until made
  wo_value empty;      // ""
} linker;

// Constants that look like names are interned too: keys of computed accesses and of methods then
// are in the form shapes want, and comparing them is comparing pointers.
static bool looks_like_name(const wo_image_string *string) {
  if (string->wide || string->length == 0 || string->length > 32) return false;
  if (string->bytes[0] >= '0' && string->bytes[0] <= '9') return false;
  for (uint32_t i = 0; i < string->length; i++) {
    uint8_t c = string->bytes[i];
    bool letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
    if (!letter && c != '_' && c != '$' && c != '-') return false;
  }
  return true;
}

static wo_value make_string(wo_heap *heap, const wo_image_string *string) {
  if (!string->wide) return wo_string_from_latin1(heap, string->bytes, string->length);
  size_t bytes = (size_t)string->length * 2;
  uint16_t *units = wo_alloc(bytes);
  if (units == NULL) return WO_HOLE;
  for (uint32_t i = 0; i < string->length; i++) {
    units[i] = (uint16_t)(string->bytes[2 * i] | string->bytes[2 * i + 1] << 8);
  }
  wo_value made = wo_string_from_units(heap, units, string->length);
  wo_free(units, bytes);
  return made;
}

static bool link_strings(linker *l) {
  const wo_unlinked *program = l->program;
  wo_heap scratch;  // of the strings to be interned, which the name table copies
  bool fine = true;
  wo_heap_init(&scratch, l->rt, NULL);
  l->empty = wo_intern_ascii(l->rt, "");
  for (uint32_t i = 0; fine && i < program->string_count; i++) {
    const wo_image_string *string = &program->strings[i];
    bool name = string->key || (string->constant && looks_like_name(string));
    wo_value made = make_string(name ? &scratch : l->image->heap, string);
    if (wo_is_string(made) && name) {
      made = wo_intern(l->rt, wo_string_flat(&scratch, made));
    } else if (wo_is_string(made)) {
      wo_string_hash(l->image->heap, wo_string_flat(l->image->heap, made));
    }
    fine = wo_is_string(made);
    l->strings[i] = made;
    l->privates[i] = WO_HOLE;
  }
  wo_heap_free(&scratch);
  return fine;
}

static void link_string(const linker *l, wo_value *value) {
  *value = wo_is_undefined(*value) ? l->empty : l->strings[WO_UNLINKED_INDEX(*value)];
}

static void link_constant(linker *l, wo_value *value) {
  uint32_t index = WO_UNLINKED_INDEX(*value);
  if (wo_is_string(*value)) {
    *value = l->strings[index];
  } else if (wo_is_cell(*value)) {
    if (l->privates[index] == WO_HOLE) {
      l->privates[index] = wo_symbol_new(l->image->heap, l->strings[index]);
      wo_cell_of(l->privates[index])->flags |= WO_CELL_FLAG;
    }
    *value = l->privates[index];
  }
}

// The tables of a proto are const to everyone but this file, in whose arena they are.
static void link_proto(linker *l, wo_proto *proto) {
  wo_value *constants = (wo_value *)proto->constants;
  wo_capture *captures = (wo_capture *)proto->captures;
  wo_local *locals = (wo_local *)proto->locals;
  wo_callname *callnames = (wo_callname *)proto->callnames;
  link_string(l, &proto->name);
  link_string(l, &proto->file);
  for (uint32_t i = 0; i < proto->constant_count; i++) link_constant(l, &constants[i]);
  for (uint32_t s = 0; proto->constant_count && s < l->rt->shard_count; s++) {
    memcpy(proto->pools[s], constants, proto->constant_count * sizeof *constants);
  }
  for (uint32_t i = 0; i < proto->capture_count; i++) link_string(l, &captures[i].name);
  for (uint32_t i = 0; i < proto->local_count; i++) link_string(l, &locals[i].name);
  for (uint32_t i = 0; i < proto->callname_count; i++) link_string(l, &callnames[i].text);
  // What is not a class in the library is no constructor: it behaves as a native function does.
  if (l->program->library) {
    proto->flags = (uint16_t)((proto->flags | WO_PROTO_LIBRARY) & ~WO_PROTO_CONSTRUCTOR);
  }
}

// Where the next pool of a run has its constants, given where the last one ends.
static size_t place_pool(const wo_proto *proto, size_t *end) {
  size_t at = *end + proto->ic_count * sizeof(wo_ic);
  size_t room = at + proto->constant_count * sizeof(wo_value);
  *end = (room + sizeof(wo_ic) - 1) / sizeof(wo_ic) * sizeof(wo_ic);
  return at;
}

// One run of pools per shard for the whole image, a cache line apart from other shards' writes.
static bool link_pools(linker *l, struct wo_arena *arena) {
  wo_image *image = l->image;
  size_t bytes = 0;
  for (uint32_t i = 0; i < image->proto_count; i++) place_pool(&image->protos[i], &bytes);
  for (uint32_t s = 0; s < l->rt->shard_count; s++) {
    uint8_t *run = arena_alloc(arena, bytes + 128);
    if (run == NULL) return false;
    run = (uint8_t *)(((uintptr_t)run + 63) & ~(uintptr_t)63);
    size_t end = 0;
    for (uint32_t i = 0; i < image->proto_count; i++) {
      image->protos[i].pools[s] = (wo_value *)(run + place_pool(&image->protos[i], &end));
    }
  }
  return true;
}

static bool link_templates(linker *l, char *error, size_t error_size) {
  wo_image *image = l->image;
  if (image->template_count == 0) return true;
  wo_value proto = wo_builtin_value(l->rt, WO_B_Object_prototype);
  for (uint32_t i = 0; i < image->template_count; i++) {
    wo_shape *shape = wo_shape_root(l->rt, proto);
    for (uint32_t k = 0; shape != NULL && k < image->template_counts[i]; k++) {
      wo_value key = l->strings[l->program->template_keys[i][k]];
      uint8_t attrs;
      if (wo_shape_find(shape, key, &attrs) >= 0) {
        snprintf(error, error_size, "template %u: a key twice", i);
        return false;
      }
      shape = wo_shape_add(l->rt, shape, key, WO_ATTR_PLAIN);
    }
    if (shape == NULL) {
      snprintf(error, error_size, "template %u: the runtime has no shapes left", i);
      return false;
    }
    image->templates[i] = shape;
  }
  return true;
}

static void link_functions(linker *l) {
  for (uint32_t i = 0; i < l->image->proto_count; i++) {
    wo_proto *proto = &l->image->protos[i];
    // A class object is made by CLASS, when its superclass is known.
    if (!(proto->flags & (WO_PROTO_TOPLEVEL | WO_PROTO_MODULE))) continue;
    if (proto->flags & WO_PROTO_CLASS) continue;
    proto->static_function = wo_function_new(l->image->heap, proto);
    if (proto->flags & WO_PROTO_CONSTRUCTOR) {
      wo_function_make_prototype(l->image->heap, wo_pointer(proto->static_function));
    }
  }
}

static bool link_image(linker *l, reader *r, char *error, size_t error_size) {
  wo_image *image = l->image;
  size_t bytes = ((size_t)l->program->string_count + 1) * sizeof(wo_value);
  image->runtime = l->rt;
  image->heap = arena_alloc(&r->arena, sizeof(wo_heap));
  l->strings = wo_alloc(bytes);
  l->privates = wo_alloc(bytes);
  bool fine = image->heap != NULL && l->strings != NULL && l->privates != NULL;
  if (fine) {
    wo_heap_init(image->heap, l->rt, NULL);
    fine = link_strings(l) && link_pools(l, &r->arena);
  }
  if (!fine) snprintf(error, error_size, "out of memory");
  if (fine) {
    for (uint32_t i = 0; i < image->proto_count; i++) link_proto(l, &image->protos[i]);
    for (uint32_t i = 0; i < image->slot_count; i++) link_string(l, &image->slots[i].name);
    for (uint32_t i = 0; i < image->module_count; i++) link_string(l, &image->modules[i].path);
    for (uint32_t i = 0; i < image->export_count; i++) link_string(l, &image->exports[i].name);
    fine = link_templates(l, error, error_size);
  }
  if (fine) link_functions(l);
  if (l->strings != NULL) wo_free(l->strings, bytes);
  if (l->privates != NULL) wo_free(l->privates, bytes);
  return fine;
}

static void register_image(wo_runtime *rt, wo_image *image) {
  pthread_mutex_lock(&rt->image_lock);
  image->id = rt->image_count++;
  image->next = rt->images;
  rt->images = image;
  pthread_mutex_unlock(&rt->image_lock);
}

static void unregister_image(wo_runtime *rt, wo_image *image) {
  pthread_mutex_lock(&rt->image_lock);
  wo_image **link = &rt->images;
  while (*link != NULL && *link != image) link = &(*link)->next;
  if (*link != NULL) *link = image->next;
  pthread_mutex_unlock(&rt->image_lock);
}

// Frees what the arena holds the image with, and the image itself with it.
static void discard(wo_image *image, struct wo_arena *arena) {
  struct wo_arena last = *arena;
  if (image != NULL && image->heap != NULL) wo_heap_free(image->heap);
  arena_free(&last);
}

wo_image *wo_image_load(wo_runtime *rt, const uint8_t *bytes, size_t length, char *error,
                        size_t error_size) {
  reader r;
  bool fine = read_image(&r, bytes, length, error, error_size);
  wo_image *image = r.program.image;
  // Library code may name internals and hides its frames: only the core's own is believed.
  if (fine && r.program.library && bytes != wo_prelude_image) {
    snprintf(error, error_size, "a library image that is not the core's own");
    fine = false;
  }
  linker l = {.rt = rt, .image = image, .program = &r.program};
  fine = fine && link_image(&l, &r, error, error_size);
  if (fine) {
    image->arena = arena_alloc(&r.arena, sizeof r.arena);
    if (image->arena == NULL) snprintf(error, error_size, "out of memory");
    fine = image->arena != NULL;
  }
  if (!fine) {
    discard(image, &r.arena);
    return NULL;
  }
  *image->arena = r.arena;
  register_image(rt, image);
  return image;
}

void wo_image_free(wo_image *image) {
  if (image == NULL) return;
  unregister_image(image->runtime, image);
  for (uint32_t i = 0; i < image->slot_count; i++) {
    if (image->slots[i].owns_template) wo_message_free(image->slots[i].template);
  }
  if (image->export_names != NULL) wo_free(image->export_names, image->export_names_size);
  if (image->classes != NULL) {
    wo_free(image->classes, image->class_capacity * sizeof *image->classes);
  }
  discard(image, image->arena);
}

bool wo_proto_position(const wo_proto *proto, uint32_t pc, uint32_t *line, uint32_t *column) {
  uint32_t low = 0, high = proto->line_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (proto->lines[middle].pc <= pc) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return false;
  *line = proto->lines[low - 1].line;
  *column = proto->lines[low - 1].column;
  return true;
}
