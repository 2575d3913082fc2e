// io, args, env: what the system gives a program directly.
#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../../include/wo.h"

#include "../alloc.h"
#include "../table.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- output ---

wo_status wo_output_data_of(wo_fiber *fiber, wo_value v, wo_output_data *out) {
  *out = (wo_output_data){0};
  if (wo_has_kind(v, WO_KIND_BYTES)) {
    wo_bytes *bytes = wo_pointer(v);
    out->bytes = bytes->buffer ? (const char *)bytes->buffer->data + bytes->offset : "";
    out->length = bytes->length;
    return WO_DONE;
  }
  if (!wo_is_string(v)) {
    return wo_throw_type(fiber, "The \"data\" argument must be of type string or Uint8Array");
  }
  wo_string *s = wo_string_flat(heap_of(fiber), v);
  out->length = wo_string_utf8_length(s);
  out->owned = wo_alloc(out->length + 1);
  if (!out->owned) return wo_throw(fiber, WO_B_OutOfMemoryError, "out of memory");
  wo_string_to_utf8(s, out->owned);
  out->bytes = out->owned;
  return WO_DONE;
}

void wo_output_data_free(wo_output_data *p) {
  if (p->owned) wo_free(p->owned, p->length + 1);
}

static wo_status io_write(wo_shard *shard, wo_fiber *fiber, wo_value data, int fd,
                          wo_value *result) {
  wo_output_data p;
  int error = 0;
  wo_status status;
  *result = WO_UNDEFINED;
  if (wo_output_waited(fiber)) {
    status = wo_output_again(fiber, fd, &error);
  } else {
    status = wo_output_data_of(fiber, data, &p);
    if (status != WO_DONE) return status;
    wo_charge(shard, 50 + (uint32_t)(p.length >> 8));
    status = wo_output_begin(fiber, fd, p.bytes, p.length, &error);
    wo_output_data_free(&p);
  }
  if (status != WO_DONE) return status;
  return error ? wo_throw_io(fiber, error, "write", NULL) : WO_DONE;
}

wo_status wo_b_io_stdout(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  return io_write(shard, fiber, wo_arg(args, argc, 0), 1, result);
}

wo_status wo_b_io_stderr(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  return io_write(shard, fiber, wo_arg(args, argc, 0), 2, result);
}

// Whether standard output or error is a terminal; false when the host takes the output itself.
wo_status wo_b_io_is_terminal(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  wo_value fd = wo_arg(args, argc, 0);
  if (!wo_is_number(fd) || (wo_number(fd) != 1 && wo_number(fd) != 2)) {
    return wo_throw_range(fiber, "io.isTerminal takes 1 (stdout) or 2 (stderr)");
  }
  const wo_options *options = shard->runtime->options;
  bool taken = options && options->output;
  *result = wo_from_bool(!taken && isatty((int)wo_number(fd)));
  return WO_DONE;
}

// --- args and env ---

// A string of the shared heap, with its hash from the start as shared strings have it.
static wo_value shared_text(wo_runtime *rt, const char *text, size_t length) {
  wo_value v = wo_string_from_utf8(&rt->shared, text, length);
  wo_string_hash(&rt->shared, wo_pointer(v));
  return v;
}

static wo_value make_args(wo_runtime *rt) {
  wo_value v = wo_array_new(&rt->shared, 4);
  const char *const *args = rt->options ? rt->options->args : NULL;
  for (; args && *args; args++) {
    wo_array_push(&rt->shared, wo_pointer(v), shared_text(rt, *args, strlen(*args)));
  }
  return v;
}

extern char **environ;

// Without the grant `env` is there and empty, so that a program that only looks for an option runs.
static void fill_env(wo_runtime *rt, wo_value env) {
  if (!rt->options || !rt->options->allow_env) return;
  for (char **entry = environ; entry && *entry; entry++) {
    const char *equals = strchr(*entry, '=');
    if (!equals) continue;
    wo_value key = wo_to_key(&rt->shared, shared_text(rt, *entry, (size_t)(equals - *entry)));
    wo_define(&rt->shared, env, key, shared_text(rt, equals + 1, strlen(equals + 1)),
              WO_ATTR_ENUMERABLE);
  }
}

void wo_system_init(wo_runtime *rt) {
  rt->builtin_values[WO_B_args] = make_args(rt);
  fill_env(rt, rt->builtin_values[WO_B_env]);
}
