// Runs or shows an image without Node, through wo.h alone: for the corpus under sanitizers, for
// valgrind and perf, and as the smallest example of a host.
//
//   wo_run [--shards N] [--reductions N] [--seed N] [--quota BYTES] [--frames N] [--gc-stats]
//          IMAGE [args]
//   wo_run --disasm IMAGE
//   wo_run --verify IMAGE
//   wo_run --plane
//
// --plane says what fibers wait on in the kernel here, and why (WO_IO chooses).
// Exit code: 0; 1 an uncaught error in main, printed with its stack; 2 the image or the command
// line was refused. Everything is freed, so a leak checker has the last word.
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/wo.h"

typedef struct command {
  const char *image;
  char **args;
  int arg_count;
  bool disassemble, verify, pauses, plane;
  wo_options options;
} command;

__attribute__((format(printf, 1, 2))) static int usage(const char *why, ...) {
  va_list values;
  va_start(values, why);
  fputs("wo_run: ", stderr);
  vfprintf(stderr, why, values);
  va_end(values);
  fputs(
      "\n"
      "usage: wo_run [--shards N] [--reductions N] [--seed N] [--quota BYTES] [--frames N]\n"
      "              [--gc-stats] IMAGE [args]\n"
      "       wo_run --disasm|--verify IMAGE\n"
      "       wo_run --plane\n",
      stderr);
  return 2;
}

static bool read_number(const char *text, uint64_t most, uint64_t *out) {
  char *end;
  if (text == NULL || text[0] < '0' || text[0] > '9') return false;
  *out = strtoull(text, &end, 10);
  return *end == 0 && *out <= most;
}

// Options that a number follows: which field of the options it is for.
typedef struct number_option {
  const char *name;
  uint64_t most;
  size_t offset, size;
} number_option;

#define OPTION(field) offsetof(wo_options, field), sizeof((wo_options *)0)->field
static const number_option number_options[] = {
    {"--shards", 16, OPTION(shards)},
    {"--reductions", INT32_MAX, OPTION(reductions)},
    {"--seed", UINT64_MAX >> 1, OPTION(seed)},
    {"--quota", UINT64_MAX >> 1, OPTION(heap_quota)},
    {"--frames", INT32_MAX, OPTION(frames_max)},
};

// Reads the option `name` with the number in `text`, NULL where nothing follows. 0, or 2.
static int read_number_option(wo_options *options, const char *name, const char *text) {
  for (size_t i = 0; i < sizeof number_options / sizeof *number_options; i++) {
    const number_option *one = &number_options[i];
    if (strcmp(one->name, name) != 0) continue;
    uint64_t n = 0;
    if (!read_number(text, one->most, &n)) {
      return usage("%s needs a number from 0 to %" PRIu64, name, one->most);
    }
    void *field = (char *)options + one->offset;
    if (one->size == sizeof(uint32_t)) *(uint32_t *)field = (uint32_t)n;
    else *(uint64_t *)field = n;
    return 0;
  }
  return usage("unknown option %s", name);
}

// Answers 0, or 2 after saying what is wrong.
static int read_command(command *c, int argc, char **argv) {
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    if (strcmp(argv[i], "--disasm") == 0) {
      c->disassemble = true;
      continue;
    }
    if (strcmp(argv[i], "--verify") == 0) {
      c->verify = true;
      continue;
    }
    if (strcmp(argv[i], "--plane") == 0) {
      c->plane = true;
      continue;
    }
    if (strcmp(argv[i], "--gc-stats") == 0) {
      c->pauses = true;
      continue;
    }
    const char *name = argv[i];
    if (read_number_option(&c->options, name, i + 1 < argc ? argv[++i] : NULL) != 0) return 2;
  }
  if (c->plane) return i < argc ? usage("--plane takes no image") : 0;
  if (i >= argc) return usage("no image given");
  c->image = argv[i];
  c->args = argv + i + 1;
  c->arg_count = argc - i - 1;
  return 0;
}

// The whole file; NULL after saying why not.
static uint8_t *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  size_t capacity = 0;
  *length = 0;
  while (file != NULL && !feof(file) && !ferror(file)) {
    if (*length == capacity) {
      capacity = capacity == 0 ? 65536 : capacity * 2;
      uint8_t *more = realloc(bytes, capacity);
      if (more == NULL) break;
      bytes = more;
    }
    *length += fread(bytes + *length, 1, capacity - *length, file);
  }
  if (file == NULL || ferror(file) || !feof(file)) {
    perror(path);
    free(bytes);
    bytes = NULL;
  }
  if (file != NULL) fclose(file);
  return bytes;
}

// Decodes one character of UTF-8; what is none becomes U+FFFD, a byte at a time.
static uint32_t next_character(const char **text) {
  const uint8_t *p = (const uint8_t *)*text;
  uint32_t more = p[0] >= 0xF5 ? 0 : p[0] >= 0xF0 ? 3 : p[0] >= 0xE0 ? 2 : p[0] >= 0xC2 ? 1 : 0;
  uint32_t c = more == 0 ? p[0] : p[0] & (0x3Fu >> more);
  for (uint32_t i = 1; i <= more; i++) {
    if ((p[i] & 0xC0) != 0x80) more = 0;
    else c = c << 6 | (p[i] & 0x3F);
  }
  bool good = more == 0 ? p[0] < 0x80 : c >= (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u);
  good = good && c <= 0x10FFFF && !(c >= 0xD800 && c < 0xE000);
  *text += good ? more + 1 : 1;
  return good ? c : 0xFFFD;
}

static wo_node make_string(wo_packet *packet, const char *text) {
  uint16_t *units = malloc((strlen(text) + 1) * sizeof *units);
  uint32_t length = 0;
  if (units == NULL) return wo_make_undefined();
  while (*text != 0) {
    uint32_t c = next_character(&text);
    if (c > 0xFFFF) units[length++] = (uint16_t)(0xD7C0 + (c >> 10));
    units[length++] = (uint16_t)(c > 0xFFFF ? 0xDC00 | (c & 0x3FF) : c);
  }
  wo_node node = wo_make_utf16(packet, units, length);
  free(units);
  return node;
}

static wo_packet *make_args(wo_runtime *rt, const command *c) {
  wo_packet *packet = wo_packet_new(rt);
  if (packet == NULL) return NULL;
  wo_node array = wo_make_array(packet, (uint32_t)c->arg_count);
  for (int i = 0; i < c->arg_count; i++) {
    wo_array_add(packet, array, make_string(packet, c->args[i]));
  }
  wo_packet_set_root(packet, array);
  return packet;
}

// --- an uncaught error as text ---

// UTF-8; a lone surrogate becomes U+FFFD.
static void print_string(const wo_packet *packet, wo_node node) {
  const uint8_t *latin1 = NULL;
  const uint16_t *units = NULL;
  uint32_t length = wo_node_string(packet, node, &latin1, &units);
  for (uint32_t i = 0; i < length; i++) {
    uint32_t c = units != NULL ? units[i] : latin1[i];
    if (c >= 0xD800 && c < 0xE000) {
      bool pair = c < 0xDC00 && i + 1 < length && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000;
      c = pair ? 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00u) : 0xFFFD;
    }
    if (c < 0x80) {
      fputc((int)c, stderr);
    } else if (c < 0x800) {
      fprintf(stderr, "%c%c", 0xC0 | c >> 6, 0x80 | (c & 63));
    } else if (c < 0x10000) {
      fprintf(stderr, "%c%c%c", 0xE0 | c >> 12, 0x80 | (c >> 6 & 63), 0x80 | (c & 63));
    } else {
      fprintf(stderr, "%c%c%c%c", 0xF0 | c >> 18, 0x80 | (c >> 12 & 63), 0x80 | (c >> 6 & 63),
              0x80 | (c & 63));
    }
  }
}

static bool key_is(const wo_packet *packet, wo_node key, const char *text) {
  const uint8_t *latin1 = NULL;
  const uint16_t *units = NULL;
  uint32_t length = wo_node_string(packet, key, &latin1, &units);
  return latin1 != NULL && length == strlen(text) && memcmp(latin1, text, length) == 0;
}

// A string entry of an error; false when it has none.
static bool find_entry(const wo_packet *packet, wo_node node, const char *name, wo_node *value) {
  uint64_t cursor = 0;
  wo_node key;
  while (wo_next_entry(packet, node, &cursor, &key, value)) {
    if (key_is(packet, key, name)) return wo_node_type(packet, *value) == WO_TYPE_STRING;
  }
  return false;
}

static bool is_empty(const wo_packet *packet, wo_node string) {
  const uint8_t *latin1;
  const uint16_t *units;
  return wo_node_string(packet, string, &latin1, &units) == 0;
}

// Name, message and stack. A stack may or may not begin with the first two.
static void print_error(const wo_packet *packet, wo_node error) {
  wo_node name, message, stack;
  bool named = find_entry(packet, error, "name", &name);
  bool told = find_entry(packet, error, "message", &message) && !is_empty(packet, message);
  bool traced = find_entry(packet, error, "stack", &stack) && !is_empty(packet, stack);
  const uint8_t *latin1 = NULL;
  const uint16_t *units = NULL;
  uint32_t length = traced ? wo_node_string(packet, stack, &latin1, &units) : 0;
  bool frames_only = length >= 7 && latin1 != NULL && memcmp(latin1, "    at ", 7) == 0;
  if (!traced || frames_only) {
    if (named) print_string(packet, name);
    if (named && told) fputs(": ", stderr);
    if (told) print_string(packet, message);
    if (traced) fputc('\n', stderr);
  }
  if (traced) print_string(packet, stack);
}

// The fewest digits that read back as the same number.
static void print_number(double d) {
  char text[32];
  int digits = 1;
  do snprintf(text, sizeof text, "%.*g", digits, d);
  while (strtod(text, NULL) != d && ++digits <= 17);
  fputs(text, stderr);
}

static void print_value(const wo_packet *packet) {
  wo_node node = packet == NULL ? wo_make_undefined() : wo_packet_root(packet);
  fputs("Uncaught ", stderr);
  switch (packet == NULL ? WO_TYPE_UNDEFINED : wo_node_type(packet, node)) {
    case WO_TYPE_UNDEFINED: fputs("undefined", stderr); break;
    case WO_TYPE_NULL: fputs("null", stderr); break;
    case WO_TYPE_BOOLEAN: fputs(wo_node_boolean(node) ? "true" : "false", stderr); break;
    case WO_TYPE_NUMBER: print_number(wo_node_number(node)); break;
    case WO_TYPE_STRING: print_string(packet, node); break;
    case WO_TYPE_ERROR: print_error(packet, node); break;
    default: fputs("a value that is no error", stderr);
  }
  fputc('\n', stderr);
}

// --- running ---

// Runs until main has ended and nothing is left. 0 or 1.
static int run(wo_runtime *rt, wo_image *image, const command *c) {
  uint32_t handle;
  wo_packet *args = make_args(rt, c);
  wo_result result = args == NULL ? WO_E_MEMORY : wo_main(rt, image, args, &handle);
  if (result == WO_OK && c->options.shards > 0) {
    result = wo_wait(rt);
  } else if (result == WO_OK) {
    wo_run_status status;
    uint64_t done;
    result = wo_poll(rt, -1, &status, &done);
  }
  if (result != WO_OK) {
    fprintf(stderr, "wo_run: %s\n",
            result == WO_E_MEMORY ? "out of memory" : "the image has no entry");
    return 2;
  }
  int code = 1;
  bool ended = false;
  wo_event event;
  while (wo_next_event(rt, &event)) {
    if (event.handle == handle) {
      ended = true;
      code = event.final == WO_ENDED_RETURNED ? 0 : 1;
      if (event.final == WO_ENDED_ERROR) print_value(event.value);
    }
    wo_packet_free(event.value);
  }
  if (!ended) fprintf(stderr, "wo_run: main waits for what cannot come\n");
  return code;
}

static int show(const wo_image *image) {
  char *text = wo_disassemble_image(image);
  if (text == NULL) {
    fputs("wo_run: out of memory\n", stderr);
    return 2;
  }
  fputs(text, stdout);
  wo_free_text(text);
  return 0;
}

// How long collections stopped the program, a measurement a line.
static void show_pauses(wo_runtime *rt) {
  wo_pauses p;
  wo_get_pauses(rt, &p);
  printf("%.4f ms-pause-median\n%.4f ms-pause-p99\n%.4f ms-pause-max\n%llu collections\n",
         (double)p.median_ns / 1e6, (double)p.p99_ns / 1e6, (double)p.max_ns / 1e6,
         (unsigned long long)p.count);
}

static int show_plane(const command *c) {
  char error[512] = "";
  wo_runtime *rt;
  if (wo_runtime_new(&c->options, &rt, error, sizeof error) != WO_OK) {
    fprintf(stderr, "wo_run: %s\n", error);
    return 2;
  }
  const char *reason, *name = wo_io_plane(rt, &reason);
  printf("%s: %s\n", name, reason);
  wo_runtime_free(rt);
  return 0;
}

int main(int argc, char **argv) {
  command c = {
      .options = {.allow_fs = true, .allow_env = true, .allow_net = true, .allow_run = true}};
  int code = read_command(&c, argc, argv);
  if (code != 0) return code;
  if (c.plane) return show_plane(&c);
  size_t length;
  uint8_t *bytes = read_file(c.image, &length);
  if (bytes == NULL) return 2;
  char error[512] = "";
  wo_runtime *rt = NULL;
  wo_image *image;
  c.options.args = (const char *const *)c.args;
  if (wo_runtime_new(&c.options, &rt, error, sizeof error) != WO_OK ||
      wo_load(rt, bytes, length, &image, error, sizeof error) != WO_OK) {
    fprintf(stderr, "wo_run: %s: %s\n", c.image, error);
    code = 2;
  } else if (c.disassemble) {
    code = show(image);
  } else if (!c.verify) {
    code = run(rt, image, &c);
    if (c.pauses) show_pauses(rt);
  }
  wo_runtime_free(rt);
  free(bytes);
  return code;
}
