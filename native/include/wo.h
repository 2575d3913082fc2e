// libwo: the public C API. A runtime runs images of fiber code; the host spawns functions of them,
// pumps an inline runtime or lets shard threads run, and learns of ended fibers as events.
//
// Threads: unless a function says otherwise it may be called from one host thread at a time. With
// shard threads running, the functions marked [any] are safe from every thread.
// Failure: functions answer a wo_result; where text is wanted they write a NUL-terminated message
// into the `error` buffer given. Nothing here aborts or prints, whatever the arguments.
#ifndef WO_H
#define WO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wo_runtime wo_runtime;
typedef struct wo_image wo_image;
typedef struct wo_packet wo_packet;  // a value on its way in or out: a graph outside every heap

typedef enum wo_result {
  WO_OK = 0,
  WO_E_MEMORY,    // the process is out of memory
  WO_E_ARGUMENT,  // an argument is out of range; `error` names it
  WO_E_IMAGE,     // an image was refused; `error` names the broken rule
  WO_E_STATE,     // not possible now (stopped, still loading, not inline)
  WO_E_SYSTEM,    // a system call failed; `error` names it
} wo_result;

struct wo_report;

typedef struct wo_options {
  uint32_t shards;      // OS threads, 1..16; 0: inline, pumped by wo_run
  uint32_t reductions;  // per slice; 0: WO_REDUCTIONS from the environment, else 4000
  uint64_t seed;        // of hashing and select order; 0: random
  uint64_t heap_quota;  // bytes per isolate; 0: the default
  uint32_t frames_max;  // call depth per fiber; 0: the default
  bool allow_fs, allow_env;
  bool allow_run;                // processes
  bool allow_net;                // everything; else
  const char *const *net_hosts;  // these hosts and socket paths, NULL-terminated; NULL: none
  const char
      *io;  // "uring" or "epoll"; NULL or "": WO_IO from the environment, else what works here
  const char *const *args;  // what std's `args` answers; NULL-terminated; NULL: none
  // Where console and io.stdout/stderr go; NULL: write(2) to the descriptor. `fd` is 1 or 2.
  void (*output)(void *context, int fd, const char *bytes, size_t length);
  // An unhandled error of a fiber nobody waits for (Z23); NULL: printed on stderr. Any shard thread.
  void (*report)(void *context, const struct wo_report *report);
  void *context;
} wo_options;

typedef struct wo_report {
  uint32_t fiber;
  const char *name;  // of the error class
  const char *message;
  const char *stack;       // "    at ..." lines, may be empty
  const char *spawned_at;  // file:line:column, may be empty
  const char *text;        // all of it as printed on stderr
} wo_report;

wo_result wo_runtime_new(const wo_options *options, wo_runtime **out, char *error,
                         size_t error_size);
// Stops what still runs, unwinds every fiber, frees everything. NULL is fine.
void wo_runtime_free(wo_runtime *rt);

// Verifies and loads an image. Its module bodies have not run yet: wo_start does that.
wo_result wo_load(wo_runtime *rt, const uint8_t *bytes, size_t length, wo_image **out, char *error,
                  size_t error_size);
// Starts a fiber that runs the bodies of all modules but an entry, and freezes the image when it has
// no entry. Its end is an event with this handle; functions can be spawned after it ended well.
wo_result wo_start(wo_runtime *rt, wo_image *image, uint32_t *handle);
// Runs an image with an entry as the program: fiber 0 runs the module bodies, the entry's top level,
// then its exported `main`, if any, with `args` (packet of an array, taken; NULL: none). When it
// ends every other fiber is unwound (Z25, W11). Once per runtime.
wo_result wo_main(wo_runtime *rt, wo_image *image, wo_packet *args, uint32_t *handle);

// Functions exported by the last module: how many, the name of one (valid as long as the image), its
// parameter count; -1 when there is no such export or it is not a function.
uint32_t wo_export_count(const wo_image *image);
const char *wo_export_name(const wo_image *image, uint32_t index, bool *is_function);
int32_t wo_export_find(const wo_image *image, const char *name);

// Spawns an exported function in an isolate of its own. `args`: packet of an array (taken, also on
// failure), NULL: none. `handle` (may be NULL: detached) is what the end event carries. `shard`: -1
// any. [any]
wo_result wo_spawn(wo_runtime *rt, wo_image *image, uint32_t export_index, wo_packet *args,
                   int32_t shard, uint32_t *handle, uint32_t *fiber_id, char *error,
                   size_t error_size);

// Inline runtimes: runs at most `slices` slices (0: until nothing is runnable).
typedef enum wo_run_status {
  WO_RUN_IDLE,      // nothing runnable, something waits for the host or the kernel
  WO_RUN_DRAINED,   // no fiber left
  WO_RUN_MORE,      // slices spent, more is runnable
  WO_RUN_DEADLOCK,  // fibers left, none can ever run again; parked handles were rejected
} wo_run_status;
wo_result wo_run(wo_runtime *rt, uint64_t slices, wo_run_status *status, uint64_t *done);
// As wo_run, but where nothing can run and something waits for a file or a deadline, blocks for it:
// until no fiber is left that it could be for, and at most `wait_ms` (negative: without end).
wo_result wo_poll(wo_runtime *rt, double wait_ms, wo_run_status *status, uint64_t *done);
// For inline runtimes in a host with an event loop of its own. After WO_RUN_IDLE wo_run is to be called
// again when this descriptor is readable, which it then stays until wo_run is called, or after as many
// milliseconds as wo_poll_ms says. -1: not inline; nothing has a deadline.
int wo_poll_fd(wo_runtime *rt);
double wo_poll_ms(wo_runtime *rt);
// What fibers wait on in the kernel, "uring", "epoll" or "sim", and why. Good as long as the runtime.
const char *wo_io_plane(const wo_runtime *rt, const char **reason);
// Threaded runtimes: blocks until no fiber is left or the runtime has stopped.
wo_result wo_wait(wo_runtime *rt);
// Asks every fiber to unwind (W12). [any]
void wo_stop(wo_runtime *rt);

// Ended handles, in order. False when there is none. The packet is the caller's.
typedef enum wo_final { WO_ENDED_RETURNED, WO_ENDED_ERROR, WO_ENDED_STOPPED } wo_final;
typedef struct wo_event {
  uint32_t handle;
  uint32_t fiber;
  wo_final final;
  wo_packet *value;  // result, or the error (a packet of an error); NULL for undefined
} wo_event;
bool wo_next_event(wo_runtime *rt, wo_event *event);

// --- packets: values across the boundary, built and read without any heap of a fiber ---
// A wo_node is one value of a packet; good until the packet is freed or given away. Strings are
// UTF-16 or Latin-1 as they are inside.
typedef uint64_t wo_node;
typedef enum wo_type {
  WO_TYPE_UNDEFINED,
  WO_TYPE_NULL,
  WO_TYPE_BOOLEAN,
  WO_TYPE_NUMBER,
  WO_TYPE_STRING,
  WO_TYPE_ARRAY,
  WO_TYPE_OBJECT,
  WO_TYPE_MAP,
  WO_TYPE_SET,
  WO_TYPE_BYTES,
  WO_TYPE_ERROR,
  WO_TYPE_FUNCTION,
  WO_TYPE_OTHER,  // cannot be shown outside (symbols, channels in this version)
} wo_type;
wo_packet *wo_packet_new(wo_runtime *rt);  // NULL: no memory
void wo_packet_free(wo_packet *packet);
void wo_packet_set_root(wo_packet *packet, wo_node node);
wo_node wo_packet_root(const wo_packet *packet);
wo_node wo_make_undefined(void);
wo_node wo_make_null(void);
wo_node wo_make_boolean(bool b);
wo_node wo_make_number(double d);
wo_node wo_make_latin1(wo_packet *packet, const uint8_t *bytes, uint32_t length);
wo_node wo_make_utf16(wo_packet *packet, const uint16_t *units, uint32_t length);
wo_node wo_make_bytes(wo_packet *packet, const uint8_t *bytes, uint32_t length);
wo_node wo_make_array(wo_packet *packet, uint32_t capacity);
wo_node wo_make_object(wo_packet *packet);
wo_node wo_make_map(wo_packet *packet);
wo_node wo_make_set(wo_packet *packet);
wo_node wo_make_error(wo_packet *packet, const char *name, wo_node message, const char *stack);
void wo_array_add(wo_packet *packet, wo_node array, wo_node item);
void wo_array_add_hole(wo_packet *packet, wo_node array);
void wo_object_set(wo_packet *packet, wo_node object, wo_node key, wo_node value);
void wo_map_set(wo_packet *packet, wo_node map, wo_node key, wo_node value);
void wo_set_add(wo_packet *packet, wo_node set, wo_node value);
wo_type wo_node_type(const wo_packet *packet, wo_node node);
bool wo_node_boolean(wo_node node);
double wo_node_number(wo_node node);
// Text of a string: exactly one of *latin1, *utf16 is set.
uint32_t wo_node_string(const wo_packet *packet, wo_node node, const uint8_t **latin1,
                        const uint16_t **utf16);
const uint8_t *wo_node_bytes(const wo_packet *packet, wo_node node, uint32_t *length);
uint32_t wo_array_length(const wo_packet *packet, wo_node array);
bool wo_array_item(const wo_packet *packet, wo_node array, uint32_t index,
                   wo_node *item);  // false: hole
// Entries of an object (own enumerable string keys, in order), map, set (key == value) or error
// (`name`, `message`, `stack`, `code`, `cause` where present, then own properties). A walk: *cursor
// starts 0; false at the end.
bool wo_next_entry(const wo_packet *packet, wo_node node, uint64_t *cursor, wo_node *key,
                   wo_node *value);
// Identity of a node that can be shared or cyclic (arrays, objects, ...): equal for the same one.
uint64_t wo_node_identity(wo_node node);

// --- looking in ---
typedef struct wo_stats {
  uint64_t slices, preemptions, parks, wakes, messages, collections, collect_ns, heap_bytes;
  uint64_t spawned, done, collected_bytes;
  uint32_t runnable, parked, shards;
} wo_stats;
void wo_get_stats(wo_runtime *rt, wo_stats *out);  // [any]
// How long collections have stopped an isolate, all shards together; of the median and the 99th
// percentile an upper bound that is at most a quarter too high. Between runs.
typedef struct wo_pauses {
  uint64_t count, median_ns, p99_ns, max_ns;
} wo_pauses;
void wo_get_pauses(wo_runtime *rt, wo_pauses *out);

typedef struct wo_frame_info {
  const char *function, *file;
  uint32_t line, column;
} wo_frame_info;
typedef struct wo_fiber_info {
  uint32_t id, shard, isolate;
  const char *name;        // of the function spawned
  const char *state;       // runnable, running, parked, done
  const char *park;        // "receive on channel 3", ...; NULL when not parked
  const char *spawned_at;  // file:line:column or ""
  uint64_t reductions, heap_bytes;
  const wo_frame_info *frames;  // innermost first
  uint32_t frame_count;
} wo_fiber_info;
// Calls back once a fiber; strings are good during the call. Inline runtimes, between runs.
wo_result wo_each_fiber(wo_runtime *rt, void *context,
                        void (*visit)(void *context, const wo_fiber_info *info));

typedef struct wo_root_info {
  uint32_t fiber;
  const char *kind;      // register, frame, catch, park, message, host, module
  int32_t frame, index;  // frame from the innermost (0); register or module slot; -1: none
  const char *name;      // source variable or NULL
  const char *type;      // "string", "array", ...
  const char *preview;   // at most some 60 characters
  uint64_t shallow_bytes;
} wo_root_info;
// Every root of fiber `id` (UINT32_MAX: of all). Inline runtimes, between runs.
wo_result wo_each_root(wo_runtime *rt, uint32_t fiber, void *context,
                       void (*visit)(void *context, const wo_root_info *info));
// Collects every isolate now. Inline runtimes, between runs. For tests and tools.
wo_result wo_collect_all(wo_runtime *rt);

// Text of an image's code; caller frees with wo_free_text. NULL: no memory.
char *wo_disassemble_image(const wo_image *image);
void wo_free_text(char *text);
// Version "major.minor.patch" and the hash that images must carry.
const char *wo_version(void);
uint64_t wo_image_tables_hash(void);

#ifdef __cplusplus
}
#endif

#endif
