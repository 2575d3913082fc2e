// The public C API: argument checks live here and nowhere else. Also what a runtime is made of, the
// fiber that runs an image's modules, and what becomes of a fiber that has ended.
#include "../include/wo.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "alloc.h"
#include "builtin.h"
#include "builtins/system.h"
#include "cache.h"
#include "channel.h"
#include "inspect.h"
#include "message.h"
#include "packet.h"
#include "work.h"

// Registers and frames main starts with; both grow.
#define MAIN_REGISTERS 256
#define MAIN_FRAMES 32

typedef struct ended {
  struct ended *next;
  wo_event event;
} ended;

typedef struct texts {
  char **list;  // NULL-terminated
  uint32_t count;
} texts;

struct wo_events {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  ended *first, *last;
  bool stuck;    // a verdict found nobody to tell
  bool started;  // wo_main was called
  wo_options options;
  texts args, net_hosts;  // copies of the host's
};

static WO_PRINTF(4, 5) wo_result
    refuse(wo_result why, char *error, size_t size, const char *format, ...) {
  if (error && size) {
    va_list rest;
    va_start(rest, format);
    vsnprintf(error, size, format, rest);
    va_end(rest);
  }
  return why;
}

// --- making and freeing a runtime ---

static uint64_t random_bits(void) {
  uint64_t bits;
  if (getrandom(&bits, sizeof bits, 0) == (ssize_t)sizeof bits) return bits;
  return (uint64_t)(uintptr_t)&bits * 0x9E3779B97F4A7C15ull ^ (uint64_t)getpid();
}

// WO_REDUCTIONS where the options say nothing. 0: it is there and no number.
static uint32_t reductions_of(const wo_options *options) {
  if (options->reductions) return options->reductions;
  const char *text = getenv("WO_REDUCTIONS");
  if (!text || !text[0]) return WO_REDUCTIONS_DEFAULT;
  char *end;
  errno = 0;
  unsigned long n = strtoul(text, &end, 10);
  return *end || errno || text[0] == '-' || n == 0 || n > INT32_MAX ? 0 : (uint32_t)n;
}

static bool copy_texts(const char *const *from, texts *to) {
  while (from && from[to->count]) to->count++;
  to->list = wo_alloc_zero((to->count + 1) * sizeof *to->list);
  if (!to->list) return false;
  for (uint32_t i = 0; i < to->count; i++) {
    size_t size = strlen(from[i]) + 1;
    to->list[i] = wo_alloc(size);
    if (!to->list[i]) return false;
    memcpy(to->list[i], from[i], size);
  }
  return true;
}

static void free_texts(texts *t) {
  for (uint32_t i = 0; t->list && i < t->count; i++) {
    if (t->list[i]) wo_free(t->list[i], strlen(t->list[i]) + 1);
  }
  if (t->list) wo_free(t->list, (t->count + 1) * sizeof *t->list);
}

static struct wo_events *events_new(const wo_options *options) {
  struct wo_events *events = wo_alloc_zero(sizeof *events);
  if (!events) return NULL;
  pthread_mutex_init(&events->lock, NULL);
  pthread_cond_init(&events->changed, NULL);
  events->options = *options;
  // Whoever fails here is freed with the runtime.
  bool copied = copy_texts(options->args, &events->args) &&
                copy_texts(options->net_hosts, &events->net_hosts);
  events->options.args = copied ? (const char *const *)events->args.list : NULL;
  events->options.net_hosts = (const char *const *)events->net_hosts.list;
  events->options.io = NULL;  // said what it had to say
  return events;
}

static void events_free(struct wo_events *events) {
  if (!events) return;
  while (events->first) {
    ended *next = events->first->next;
    wo_packet_free(events->first->event.value);
    wo_free(events->first, sizeof *events->first);
    events->first = next;
  }
  free_texts(&events->args);
  free_texts(&events->net_hosts);
  pthread_cond_destroy(&events->changed);
  pthread_mutex_destroy(&events->lock);
  wo_free(events, sizeof *events);
}

static wo_result init_shards(wo_runtime *rt, const wo_options *options, uint64_t seed, char *error,
                             size_t size) {
  wo_plane_choice choice;
  const char *wanted = options->io ? options->io : getenv("WO_IO");
  if (!wo_plane_choose(wanted, &choice)) {
    return refuse(WO_E_SYSTEM, error, size, "%s", choice.reason);
  }
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    wo_shard *shard = &rt->shards[i];
    shard->index = i;
    shard->runtime = rt;
    shard->rng = seed ^ (i + 1) * 0xD1B54A32D192ED03ull;
    shard->plane = wo_plane_new(&choice, error, size);
    if (!shard->plane) return WO_E_SYSTEM;
  }
  return WO_OK;
}

static wo_result init(wo_runtime *rt, const wo_options *options, char *error, size_t size) {
  rt->inline_mode = options->shards == 0;
  rt->shard_count = rt->inline_mode ? 1 : options->shards;
  rt->reductions = reductions_of(options);
  if (!rt->reductions) {
    return refuse(WO_E_ARGUMENT, error, size,
                  "WO_REDUCTIONS: expected a positive integer, got \"%s\"",
                  getenv("WO_REDUCTIONS"));
  }
  uint64_t seed = options->seed ? options->seed : random_bits();
  rt->hash_seed = seed * 0xBF58476D1CE4E5B9ull;
  rt->frames_max = options->frames_max ? options->frames_max : WO_FRAMES_MAX;
  rt->heap_quota = options->heap_quota ? options->heap_quota : WO_HEAP_QUOTA_DEFAULT;
  atomic_store(&rt->next_fiber_id, 1);
  rt->events = events_new(options);
  if (!rt->events || !rt->events->options.args) {
    return refuse(WO_E_MEMORY, error, size, "out of memory");
  }
  rt->options = &rt->events->options;
  rt->work = wo_work_new();
  if (!rt->work || !wo_outputs_new(rt)) return refuse(WO_E_MEMORY, error, size, "out of memory");
  wo_result made = init_shards(rt, options, seed, error, size);
  if (made != WO_OK) return made;
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    if (!wo_ic_table_new(&rt->shards[i])) return refuse(WO_E_MEMORY, error, size, "out of memory");
  }
  wo_reserve_fill(rt);
  wo_heap_init(&rt->shared, rt, NULL);
  if (!wo_names_init(rt) || !wo_shapes_init(rt)) {
    return refuse(WO_E_MEMORY, error, size, "out of memory");
  }
  if (wo_builtins_init(rt, error, size) != WO_DONE) return WO_E_IMAGE;
  if (!rt->inline_mode && !wo_shards_start(rt)) {
    return refuse(WO_E_SYSTEM, error, size, "no thread for a shard: %s", strerror(errno));
  }
  return WO_OK;
}

wo_result wo_runtime_new(const wo_options *options, wo_runtime **out, char *error,
                         size_t error_size) {
  wo_options none = {0};
  if (!out)
    return refuse(WO_E_ARGUMENT, error, error_size, "out: expected a place for the runtime");
  *out = NULL;
  if (!options) options = &none;
  if (options->shards > WO_SHARDS_MAX) {
    return refuse(WO_E_ARGUMENT, error, error_size, "shards: expected 0 to %u", WO_SHARDS_MAX);
  }
  if (options->reductions > INT32_MAX) {
    return refuse(WO_E_ARGUMENT, error, error_size, "reductions: expected 0 to %d", INT32_MAX);
  }
  wo_runtime *rt = wo_alloc_zero(sizeof *rt);
  if (!rt) return refuse(WO_E_MEMORY, error, error_size, "out of memory");
  pthread_mutex_init(&rt->image_lock, NULL);
  pthread_mutex_init(&rt->laden_lock, NULL);
  wo_result result = init(rt, options, error, error_size);
  if (result == WO_OK) *out = rt;
  else wo_runtime_free(rt);
  return result;
}

// What was spawned too late for any shard to take it.
static void end_leftovers(wo_shard *shard) {
  wo_isolate *isolate = atomic_exchange(&shard->inbox, NULL);
  while (isolate) {
    wo_isolate *next = isolate->fiber.run_next;
    isolate->fiber.final = WO_FINAL_STOPPED;
    wo_isolate_end(isolate);
    isolate = next;
  }
}

void wo_runtime_free(wo_runtime *rt) {
  if (!rt) return;
  if (rt->builtin_values && rt->inline_mode) {
    uint64_t done;
    wo_shards_stop(rt);
    wo_shard_run(&rt->shards[0], 0, WO_PLANE_LOOK, &done);
  } else {
    wo_shards_join(rt);
  }
  for (uint32_t i = 0; i < rt->shard_count; i++) {
    wo_shard *shard = &rt->shards[i];
    end_leftovers(shard);
    wo_chunk_cache_free(shard);
    wo_ic_table_free(shard);
    if (shard->read_buffer) wo_free(shard->read_buffer, WO_READ_BLOCK);
  }
  wo_channels_drain(rt);
  events_free(rt->events);
  while (rt->images) wo_image_free(rt->images);
  wo_builtins_free(rt);
  if (rt->shapes) wo_shapes_free(rt);
  if (rt->names) wo_names_free(rt);
  wo_heap_free(&rt->shared);
  wo_reserve_free(rt);
  // Last: whatever is freed may have been made by any of the shards, and wait on its plane, to which
  // jobs are handed back.
  wo_outputs_free(rt);
  if (rt->work) wo_work_free(rt->work);
  for (uint32_t i = 0; i < rt->shard_count; i++) wo_plane_free(rt->shards[i].plane);
  for (uint32_t i = 0; i < rt->shard_count; i++) wo_slabs_free(&rt->shards[i].slabs);
  pthread_mutex_destroy(&rt->image_lock);
  pthread_mutex_destroy(&rt->laden_lock);
  wo_free(rt, sizeof *rt);
}

// --- images ---

// Names as C strings, good as long as the image: one block of pointers and text.
static bool name_exports(wo_image *image) {
  size_t size = (image->export_count + 1) * sizeof(char *);
  for (uint32_t i = 0; i < image->export_count; i++) {
    size += wo_string_utf8_length(wo_pointer(image->exports[i].name)) + 1;
  }
  image->export_names = wo_alloc(size);
  if (!image->export_names) return false;
  image->export_names_size = size;
  char *text = (char *)(image->export_names + image->export_count + 1);
  for (uint32_t i = 0; i < image->export_count; i++) {
    const wo_string *name = wo_pointer(image->exports[i].name);
    wo_string_to_utf8(name, text);
    image->export_names[i] = text;
    text += wo_string_utf8_length(name);
    *text++ = '\0';
  }
  image->export_names[image->export_count] = NULL;
  return true;
}

wo_result wo_load(wo_runtime *rt, const uint8_t *bytes, size_t length, wo_image **out, char *error,
                  size_t error_size) {
  if (!rt || !out || (!bytes && length)) {
    return refuse(WO_E_ARGUMENT, error, error_size, "load needs a runtime, bytes and a place");
  }
  char why[300] = "";
  *out = wo_image_load(rt, bytes, length, why, sizeof why);
  if (!*out) return refuse(WO_E_IMAGE, error, error_size, "%s", why);
  if (name_exports(*out)) return WO_OK;
  wo_image_free(*out);
  *out = NULL;
  return refuse(WO_E_MEMORY, error, error_size, "out of memory");
}

// --- the fiber that runs modules (builtins.def: program) ---

static wo_value body_of(wo_isolate *isolate, const wo_module *module) {
  wo_value fn = module->body->static_function;
  return wo_is_object(fn) ? fn : wo_function_new(&isolate->heap, module->body);
}

static wo_value exported_main(wo_isolate *isolate, wo_image *image) {
  int32_t index = wo_export_find(image, "main");
  if (index < 0) return WO_UNDEFINED;
  const wo_export *e = &image->exports[index];
  if (e->kind == 1) return image->protos[e->index].static_function;
  const wo_value *slots = wo_isolate_slots(isolate, image);
  return slots ? slots[e->index] : WO_UNDEFINED;
}

static wo_status call_main(wo_fiber *fiber, uint32_t step, wo_value fn, wo_value list) {
  wo_heap *heap = &fiber->isolate->heap;
  uint32_t argc = 0;
  wo_array *array = NULL;
  if (wo_is_array(list)) {
    array = wo_pointer(list);
    argc = array->length;
    for (uint32_t i = 0; i < argc; i++) {
      if (wo_array_get(array, i) == WO_HOLE) wo_array_set(heap, array, i, WO_UNDEFINED);
    }
  }
  return wo_call_array(fiber, step, fn, WO_UNDEFINED, argc, argc ? wo_array_items(array) : NULL);
}

// Step n: n module bodies have run; after the last one main is called, with one step more.
wo_status wo_b_program(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  wo_isolate *isolate = fiber->isolate;
  bool is_main = fiber->flags & WO_FIBER_FLAG_MAIN;
  wo_image *image = is_main ? shard->runtime->entry : wo_isolate_loads(isolate);
  uint32_t step = fiber->step;
  uint32_t imports = image->module_count - (image->has_entry ? 1 : 0);
  uint32_t bodies = is_main ? image->module_count : imports;
  *result = WO_UNDEFINED;
  if (step > bodies) {
    *result = fiber->call.result;
    return WO_DONE;
  }
  if (step == imports || step == bodies) {
    image->bodies_done = step == bodies ? WO_BODIES_ALL : WO_BODIES_IMPORTS;
    // A program of one fiber may keep what could not cross; what a host loads will be spawned.
    if (wo_image_freeze(image, fiber, !is_main) == WO_THREW) return WO_THREW;
  }
  if (step < bodies) {
    return wo_call(fiber, step + 1, body_of(isolate, &image->modules[step]), WO_UNDEFINED, 0);
  }
  wo_value fn = is_main ? exported_main(isolate, image) : WO_UNDEFINED;
  if (!wo_is_callable(fn)) return WO_DONE;
  return call_main(fiber, step + 1, fn, wo_arg(args, argc, 0));
}

static uint32_t new_handle(wo_runtime *rt) {
  return atomic_fetch_add_explicit(&rt->next_handle, 1, memory_order_relaxed);
}

static void going_on(wo_runtime *rt) {
  pthread_mutex_lock(&rt->events->lock);
  rt->events->stuck = false;
  pthread_mutex_unlock(&rt->events->lock);
}

static bool is_stopping(wo_runtime *rt) {
  return atomic_load_explicit(&rt->stopping, memory_order_seq_cst);
}

// Claims an image for its loader, once.
static bool claim_load(wo_runtime *rt, wo_image *image) {
  pthread_mutex_lock(&rt->image_lock);
  bool first = !image->load_claimed;
  image->load_claimed = true;
  pthread_mutex_unlock(&rt->image_lock);
  return first;
}

wo_result wo_start(wo_runtime *rt, wo_image *image, uint32_t *handle) {
  if (!rt || !image || image->runtime != rt) return WO_E_ARGUMENT;
  if (is_stopping(rt) || !claim_load(rt, image)) return WO_E_STATE;
  uint32_t number = new_handle(rt);
  wo_spawn_how how = {.fn = wo_builtin_value(rt, WO_B_program),
                      .shard = (int32_t)(number % rt->shard_count),
                      .exit_hook = handle ? number + 1 : 0,
                      .loads = image};
  if (handle) *handle = number;
  going_on(rt);
  return wo_isolate_spawn(rt, &how, NULL) == WO_DONE ? WO_OK : WO_E_MEMORY;
}

static wo_result start_main(wo_runtime *rt, wo_image *image, wo_value root, wo_message *message,
                            uint32_t *handle) {
  wo_isolate *isolate = &rt->main;
  wo_isolate_init(isolate, rt, &rt->shards[0]);
  wo_fiber *fiber = &isolate->fiber;
  fiber->regs = wo_alloc(MAIN_REGISTERS * sizeof *fiber->regs);
  fiber->frames = wo_alloc(MAIN_FRAMES * sizeof *fiber->frames);
  fiber->regs_capacity = fiber->regs ? MAIN_REGISTERS : 0;
  fiber->frames_capacity = fiber->frames ? MAIN_FRAMES : 0;
  wo_rare *rare = wo_fiber_rare(fiber);
  if (!fiber->regs || !fiber->frames || !rare) {
    wo_fiber_free_arrays(fiber);
    wo_message_free(message);
    return WO_E_MEMORY;
  }
  fiber->flags = WO_FIBER_FLAG_MAIN;
  rare->loads = image;
  wo_image_set_loader(image, isolate);
  rt->entry = image;
  uint32_t number = new_handle(rt);
  if (handle) {
    *handle = number;
    rare->exit_hook = number + 1;
  }
  fiber->regs[0] = wo_builtin_value(rt, WO_B_program);
  fiber->regs[1] = WO_UNDEFINED;
  fiber->regs[2] = wo_message_adopt(isolate, root, message);
  if (wo_fiber_start(fiber, fiber->regs[0], 1) != WO_DONE) return WO_E_MEMORY;
  atomic_store(&rt->main_running, 1);
  going_on(rt);
  wo_shard_queue(&rt->shards[0], isolate);
  return WO_OK;
}

wo_result wo_main(wo_runtime *rt, wo_image *image, wo_packet *args, uint32_t *handle) {
  wo_result result = WO_OK;
  if (!rt || !image || image->runtime != rt) result = WO_E_ARGUMENT;
  else if (args && wo_node_type(args, wo_packet_root(args)) != WO_TYPE_ARRAY)
    result = WO_E_ARGUMENT;
  else if (is_stopping(rt) || rt->events->started || !claim_load(rt, image)) result = WO_E_STATE;
  if (result != WO_OK) {
    wo_packet_free(args);
    return result;
  }
  rt->events->started = true;
  wo_value root;
  wo_message *message;
  if (!wo_packet_to_message(args, &root, &message)) return WO_E_MEMORY;
  return start_main(rt, image, root, message, handle);
}

// --- exports ---

uint32_t wo_export_count(const wo_image *image) { return image ? image->export_count : 0; }

// Exports that can be spawned: functions at module level, and variables that hold one. UNDEFINED:
// none.
static wo_value export_function(const wo_image *image, uint32_t index) {
  const wo_export *e = &image->exports[index];
  if (e->kind == 1) return image->protos[e->index].static_function;
  const wo_module_slot *slot = &image->slots[e->index];
  bool known = atomic_load_explicit(&image->frozen, memory_order_acquire) && slot->has_template;
  return known && !slot->template && wo_is_callable(slot->shared) ? slot->shared : WO_UNDEFINED;
}

const char *wo_export_name(const wo_image *image, uint32_t index, bool *is_function) {
  if (!image || index >= image->export_count) return NULL;
  if (is_function) *is_function = export_function(image, index) != WO_UNDEFINED;
  return image->export_names[index];
}

int32_t wo_export_find(const wo_image *image, const char *name) {
  for (uint32_t i = 0; image && name && i < image->export_count; i++) {
    if (strcmp(image->export_names[i], name) == 0) return (int32_t)i;
  }
  return -1;
}

wo_result wo_spawn(wo_runtime *rt, wo_image *image, uint32_t export_index, wo_packet *args,
                   int32_t shard, uint32_t *handle, uint32_t *fiber_id, char *error,
                   size_t error_size) {
  wo_result result = WO_OK;
  if (!rt || !image || image->runtime != rt) {
    result = refuse(WO_E_ARGUMENT, error, error_size, "spawn needs a runtime and an image of it");
  } else if (shard >= (int32_t)rt->shard_count) {
    result =
        refuse(WO_E_ARGUMENT, error, error_size, "shard: expected -1 to %u", rt->shard_count - 1);
  } else if (args && wo_node_type(args, wo_packet_root(args)) != WO_TYPE_ARRAY) {
    result = refuse(WO_E_ARGUMENT, error, error_size, "args: expected an array");
  } else if (!atomic_load_explicit(&image->frozen, memory_order_acquire)) {
    result = refuse(WO_E_STATE, error, error_size, "the image's modules have not run to their end");
  } else if (is_stopping(rt)) {
    result = refuse(WO_E_STATE, error, error_size, "the runtime has stopped");
  } else if (export_index >= image->export_count ||
             export_function(image, export_index) == WO_UNDEFINED) {
    result = refuse(WO_E_ARGUMENT, error, error_size, "the export is not a function");
  }
  if (result != WO_OK) {
    wo_packet_free(args);
    return result;
  }
  wo_value root;
  wo_message *message;
  if (!wo_packet_to_message(args, &root, &message)) {
    return refuse(WO_E_MEMORY, error, error_size, "out of memory");
  }
  uint32_t number = handle ? new_handle(rt) : 0;
  uint32_t turn = atomic_fetch_add_explicit(&rt->next_shard, 1, memory_order_relaxed);
  wo_spawn_how how = {.fn = export_function(image, export_index),
                      .message = message,
                      .shard = shard >= 0 ? shard : (int32_t)(turn % rt->shard_count),
                      .exit_hook = handle ? number + 1 : 0};
  if (handle) *handle = number;
  going_on(rt);
  if (wo_isolate_spawn(rt, &how, fiber_id) == WO_DONE) return WO_OK;
  return refuse(WO_E_MEMORY, error, error_size, "out of memory");
}

// --- running ---

static wo_result run(wo_runtime *rt, uint64_t slices, double wait_ms, wo_run_status *status,
                     uint64_t *done) {
  static const wo_run_status statuses[] = {
      [WO_LOOP_IDLE] = WO_RUN_IDLE,
      [WO_LOOP_DRAINED] = WO_RUN_DRAINED,
      [WO_LOOP_MORE] = WO_RUN_MORE,
      [WO_LOOP_DEADLOCK] = WO_RUN_DEADLOCK,
  };
  if (!rt) return WO_E_ARGUMENT;
  if (!rt->inline_mode || wo_this_shard()) return WO_E_STATE;
  uint64_t count;
  wo_shard *shard = &rt->shards[0];
  int64_t until_ns = wait_ms < 0  ? WO_NEVER
                   : wait_ms == 0 ? WO_PLANE_LOOK
                                  : wo_deadline_in(shard, wait_ms);
  wo_loop loop = wo_shard_run(shard, slices, until_ns, &count);
  if (status) *status = statuses[loop];
  if (done) *done = count;
  return WO_OK;
}

wo_result wo_run(wo_runtime *rt, uint64_t slices, wo_run_status *status, uint64_t *done) {
  return run(rt, slices, 0, status, done);
}

wo_result wo_poll(wo_runtime *rt, double wait_ms, wo_run_status *status, uint64_t *done) {
  return run(rt, 0, wait_ms == wait_ms ? wait_ms : 0, status, done);
}

int wo_poll_fd(wo_runtime *rt) {
  return rt && rt->inline_mode ? wo_plane_descriptor(rt->shards[0].plane) : -1;
}

double wo_poll_ms(wo_runtime *rt) {
  if (!rt || !rt->inline_mode) return -1;
  wo_shard *shard = &rt->shards[0];
  if (shard->queue_first) return 0;
  int64_t next = wo_plane_next_ns(shard->plane);
  if (next == WO_NEVER) return -1;
  int64_t left = next - wo_plane_now(shard->plane);
  return left > 0 ? (double)left / 1e6 : 0;
}

const char *wo_io_plane(const wo_runtime *rt, const char **reason) {
  const wo_plane *plane = rt ? rt->shards[0].plane : NULL;
  if (reason) *reason = plane ? wo_plane_reason(plane) : "";
  return plane ? wo_plane_name(plane) : "";
}

wo_result wo_wait(wo_runtime *rt) {
  if (!rt) return WO_E_ARGUMENT;
  if (rt->inline_mode || wo_this_shard()) return WO_E_STATE;
  struct wo_events *events = rt->events;
  pthread_mutex_lock(&events->lock);
  while (!events->stuck && (atomic_load(&rt->live_fibers) || atomic_load(&rt->main_running))) {
    pthread_cond_wait(&events->changed, &events->lock);
  }
  bool stuck = events->stuck;
  pthread_mutex_unlock(&events->lock);
  return stuck ? WO_E_STATE : WO_OK;
}

void wo_fibers_drained(wo_runtime *rt, bool stuck) {
  pthread_mutex_lock(&rt->events->lock);
  rt->events->stuck = stuck;
  pthread_cond_broadcast(&rt->events->changed);
  pthread_mutex_unlock(&rt->events->lock);
}

void wo_stop(wo_runtime *rt) {
  if (rt) wo_shards_stop(rt);
}

bool wo_next_event(wo_runtime *rt, wo_event *event) {
  if (!rt || !event) return false;
  pthread_mutex_lock(&rt->events->lock);
  ended *e = rt->events->first;
  if (e) {
    rt->events->first = e->next;
    if (!e->next) rt->events->last = NULL;
  }
  pthread_mutex_unlock(&rt->events->lock);
  if (!e) return false;
  *event = e->event;
  wo_free(e, sizeof *e);
  return true;
}

// --- ended fibers ---

static wo_packet *packet_of(wo_fiber *fiber, wo_value value, bool *refused) {
  wo_value root;
  wo_message *message;
  *refused = wo_message_for_host(fiber, value, &root, &message) == WO_THREW;
  if (*refused) return NULL;
  return wo_packet_of_message(fiber->isolate->heap.runtime, root, message);
}

static wo_packet *packet_of_error(wo_fiber *fiber, wo_value error) {
  bool refused;
  wo_packet *packet = packet_of(fiber, error, &refused);
  if (!refused) return packet;
  wo_message *message = wo_message_error(fiber, error);
  return message ? wo_packet_of_message(fiber->isolate->heap.runtime, message->root, message)
                 : NULL;
}

static void post_event(wo_fiber *fiber) {
  struct wo_events *events = fiber->isolate->heap.runtime->events;
  ended *e = wo_alloc(sizeof *e);
  if (!e) return;  // with no memory for an event there is none for its reader either
  wo_event event = {
      .handle = fiber->rare->exit_hook - 1, .fiber = fiber->id, .final = WO_ENDED_STOPPED};
  if (fiber->final == WO_FINAL_RETURNED) {
    bool refused = false;
    event.final = WO_ENDED_RETURNED;
    if (fiber->result != WO_UNDEFINED) event.value = packet_of(fiber, fiber->result, &refused);
    if (refused) {
      // The result cannot leave: that is how the fiber ended, seen from outside.
      event.final = WO_ENDED_ERROR;
      event.value = packet_of_error(fiber, fiber->thrown);
    }
  } else if (fiber->final == WO_FINAL_ERROR) {
    event.final = WO_ENDED_ERROR;
    event.value = packet_of_error(fiber, fiber->thrown);
  }
  *e = (ended){NULL, event};
  pthread_mutex_lock(&events->lock);
  if (events->last) events->last->next = e;
  else events->first = e;
  events->last = e;
  pthread_mutex_unlock(&events->lock);
}

// The property as text in memory of its own; an empty text where it is no string.
static char *text_property(wo_heap *heap, wo_value error, const char *key, size_t *size) {
  wo_property found;
  bool there = wo_is_object(error) &&
               wo_lookup(heap, error, wo_intern_ascii(heap->runtime, key), &found) &&
               !(found.attrs & WO_ATTR_ACCESSOR) && wo_is_string(found.value);
  return wo_text_whole(heap, there ? found.value : WO_UNDEFINED, size);
}

static void send_report(wo_runtime *rt, const wo_report *report) {
  if (rt->options->report) {
    rt->options->report(rt->options->context, report);
    return;
  }
  // One write, so that reports of several shards do not mix.
  ssize_t n = write(2, report->text, strlen(report->text));
  (void)n;
}

// Z23: once, with the fiber, where it was spawned, the message and the stack.
static void report_error(wo_fiber *fiber) {
  wo_heap *heap = &fiber->isolate->heap;
  wo_value error = fiber->thrown;
  size_t name_size, message_size, stack_size;
  char *name = text_property(heap, error, "name", &name_size);
  char *message = text_property(heap, error, "message", &message_size);
  char *stack = text_property(heap, error, "stack", &stack_size);
  char place[500], shown[WO_PREVIEW_MAX], head[560];
  wo_place_text(fiber->spawn_proto, fiber->spawn_pc, place, sizeof place);
  wo_preview(fiber->isolate, error, shown);
  snprintf(head, sizeof head,
           place[0] ? "Uncaught error in fiber %u (spawned at %s)" : "Uncaught error in fiber %u",
           fiber->id, place);
  const char *body = stack && stack[0] ? stack : shown;
  size_t size = strlen(head) + strlen(body) + 3;
  char *text = wo_alloc(size);
  if (name && message && stack && text) {
    snprintf(text, size, "%s\n%s\n", head, body);
    const char *lines = strstr(stack, "    at ");
    wo_report report = {.fiber = fiber->id,
                        .name = name,
                        .message = message[0] || name[0] ? message : shown,
                        .stack = lines ? lines : "",
                        .spawned_at = place,
                        .text = text};
    send_report(heap->runtime, &report);
  }
  if (name) wo_free(name, name_size);
  if (message) wo_free(message, message_size);
  if (stack) wo_free(stack, stack_size);
  if (text) wo_free(text, size);
}

void wo_fiber_ended(wo_fiber *fiber) {
  const wo_rare *rare = fiber->rare;
  if (rare && rare->exit_hook) post_event(fiber);
  else if (fiber->final == WO_FINAL_ERROR && !(rare && rare->result_channel)) report_error(fiber);
}

// --- looking in ---

void wo_get_stats(wo_runtime *rt, wo_stats *out) {
  if (!out) return;
  *out = (wo_stats){0};
  if (!rt) return;
  out->shards = rt->inline_mode ? 0 : rt->shard_count;
  uint64_t sums[WO_STAT_COUNT] = {0};
  for (uint32_t i = 0; i < rt->shard_count; i++) wo_shard_stats_add(&rt->shards[i], sums);
  out->slices = sums[WO_STAT_slices];
  out->preemptions = sums[WO_STAT_preemptions];
  out->parks = sums[WO_STAT_parks];
  out->wakes = sums[WO_STAT_wakes];
  out->messages = sums[WO_STAT_messages];
  out->spawned = sums[WO_STAT_spawned];
  out->done = sums[WO_STAT_done];
  out->collections = sums[WO_STAT_collections];
  out->collect_ns = sums[WO_STAT_collect_ns];
  out->collected_bytes = sums[WO_STAT_collected_bytes];
  uint64_t live = atomic_load(&rt->live_fibers) + atomic_load(&rt->main_running);
  // A shard publishes its counters between slices, so a sum over shards that run may lag behind.
  uint64_t parked = out->parks > out->wakes ? out->parks - out->wakes : 0;
  out->parked = (uint32_t)(parked < live ? parked : live);
  out->runnable = (uint32_t)(live - out->parked);
  if (!rt->inline_mode) {
    // Heaps belong to their threads; the process's allocator is what can be asked.
    out->heap_bytes = wo_alloc_bytes();
    return;
  }
  for (wo_isolate *i = rt->shards[0].all; i; i = i->all_next)
    out->heap_bytes += wo_heap_bytes(&i->heap);
}

// The upper end of the class in which the pause of this rank lies.
static uint64_t pause_of_rank(const uint64_t *classes, uint64_t rank) {
  uint32_t class = 0;
  while (class < WO_PAUSE_CLASSES - 1 && rank >= classes[class]) rank -= classes[class ++];
  uint64_t ns = 4;
  while (wo_pause_class(ns) <= class && ns < 1ull << 62) ns += (ns + 3) / 4;
  return ns;
}

void wo_get_pauses(wo_runtime *rt, wo_pauses *out) {
  uint64_t classes[WO_PAUSE_CLASSES] = {0};
  *out = (wo_pauses){0};
  for (uint32_t s = 0; s < rt->shard_count; s++) {
    const wo_shard *shard = &rt->shards[s];
    for (uint32_t i = 0; i < WO_PAUSE_CLASSES; i++) {
      classes[i] += shard->pauses[i];
      out->count += shard->pauses[i];
    }
    if (shard->pause_max_ns > out->max_ns) out->max_ns = shard->pause_max_ns;
  }
  if (!out->count) return;
  out->median_ns = pause_of_rank(classes, out->count / 2);
  out->p99_ns = pause_of_rank(classes, out->count * 99 / 100);
  if (out->median_ns > out->max_ns) out->median_ns = out->max_ns;
  if (out->p99_ns > out->max_ns) out->p99_ns = out->max_ns;
}

wo_result wo_collect_all(wo_runtime *rt) {
  if (!rt) return WO_E_ARGUMENT;
  if (!rt->inline_mode || wo_this_shard()) return WO_E_STATE;
  wo_shard_collect_all(&rt->shards[0]);
  return WO_OK;
}

char *wo_disassemble_image(const wo_image *image) {
  size_t length;
  return image ? wo_disassemble(image, &length) : NULL;
}

void wo_free_text(char *text) {
  if (text) wo_free(text, strlen(text) + 1);
}

const char *wo_version(void) { return "0.1.0"; }
uint64_t wo_image_tables_hash(void) { return wo_tables_hash; }
