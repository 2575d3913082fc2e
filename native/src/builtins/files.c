// fs: whole files, directories, and open files. Every call that touches the file system is a job of
// the pool (errand.h): nothing here blocks the shard's thread but a call made in a cleanup. Paths are
// UTF-8 (WTF-8 is not accepted), at most PATH_MAX bytes.
#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../include/wo.h"
#include "../alloc.h"
#include "../errand.h"
#include "../limits.h"
#include "system.h"

// How long a job waits for a pipe before it looks whether anybody still wants its result.
#define WAIT_MS 20
// The most a File.read answers at once, whatever it is asked for.
#define FILE_READ_MAX (1u << 20)

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- what is read ---

typedef struct content {
  uint8_t *bytes;
  size_t length, capacity;
} content;

static void content_free(content *c) {
  if (c->bytes) wo_free(c->bytes, c->capacity);
  *c = (content){0};
}

// Room for `size` bytes behind what is there.
static bool content_room(content *c, size_t size) {
  if (c->capacity - c->length >= size) return true;
  size_t wider = c->capacity ? c->capacity * 2 : size;
  if (wider - c->length < size) wider = c->length + size;
  uint8_t *bytes = c->bytes ? wo_realloc(c->bytes, c->capacity, wider) : wo_alloc(wider);
  if (!bytes) return false;
  c->bytes = bytes;
  c->capacity = wider;
  return true;
}

typedef struct name_list {
  char **names;
  size_t count, capacity;
} name_list;

static void names_free(name_list *list) {
  for (size_t i = 0; i < list->count; i++) wo_free(list->names[i], strlen(list->names[i]) + 1);
  if (list->names) wo_free(list->names, list->capacity * sizeof(char *));
}

// --- a call and its job ---

typedef struct file file;

// What one call needs and answers. `work` runs on the pool; `error` is an errno, `failed` the system
// call it is of.
typedef struct file_call {
  wo_errand call;
  void (*work)(struct file_call *c);
  int error;
  const char *failed;
  bool recursive, directory;
  int flags;
  int fd;         // opened and not yet handed over; -1: none
  size_t limit;   // more than this is not read; 0: no limit
  size_t length;  // of the file, or written
  content data;   // read, or to be written
  name_list names;
  struct stat info;
  file *file;  // a reference; busy with this call
  int64_t offset;
  size_t size;         // of this block
  char *path, *other;  // NULL, or behind
  char text[];
} file_call;

static void file_unbusy(file *f);

static void call_free(wo_errand *call) {
  file_call *c = WO_CONTAINER(call, file_call, call);
  if (c->fd >= 0) close(c->fd);
  content_free(&c->data);
  names_free(&c->names);
  if (c->file) file_unbusy(c->file);
  wo_free(c, c->size);
}

static void call_run(wo_errand *call) {
  file_call *c = WO_CONTAINER(call, file_call, call);
  c->work(c);
}

static void fail(file_call *c, int error, const char *failed) {
  c->error = error;
  c->failed = failed;
}

typedef struct path {
  char text[PATH_MAX];
} path;

// The path in argument `i`, after the check that files may be touched at all.
static wo_status path_arg(wo_fiber *fiber, const wo_value *args, uint32_t argc, uint32_t i,
                          const char *syscall_name, path *out) {
  wo_runtime *rt = heap_of(fiber)->runtime;
  out->text[0] = 0;
  if (!rt->options || !rt->options->allow_fs) {
    return wo_throw(fiber, WO_B_PermissionError,
                    "files may not be used here; the host grants them with allow: { fs: true }");
  }
  wo_value v = wo_arg(args, argc, i);
  if (!wo_is_string(v)) return wo_throw_type(fiber, "The \"path\" argument must be of type string");
  wo_string *s = wo_string_flat(heap_of(fiber), v);
  size_t length = wo_string_utf8_length(s);
  if (length >= sizeof out->text) return wo_throw_io(fiber, ENAMETOOLONG, syscall_name, NULL);
  wo_string_to_utf8(s, out->text);
  out->text[length] = 0;
  if (strlen(out->text) != length) {
    return wo_throw_type(fiber, "The argument 'path' must be a string without null bytes");
  }
  return WO_DONE;
}

static file_call *call_new(const char *from, const char *to, void (*work)(file_call *)) {
  size_t first = from ? strlen(from) + 1 : 0, second = to ? strlen(to) + 1 : 0;
  size_t size = sizeof(file_call) + first + second;
  file_call *c = wo_alloc_zero(size);
  if (!c) return NULL;
  c->call.run = call_run;
  c->call.free = call_free;
  c->work = work;
  c->size = size;
  c->fd = -1;
  if (from) c->path = memcpy(c->text, from, first);
  if (to) c->other = memcpy(c->text + first, to, second);
  return c;
}

static wo_status no_memory(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

// A call on the path in argument 0, to be begun; NULL after throwing.
static file_call *path_call(wo_fiber *fiber, const wo_value *args, uint32_t argc,
                            const char *syscall_name, void (*work)(file_call *)) {
  path p;
  if (path_arg(fiber, args, argc, 0, syscall_name, &p) != WO_DONE) return NULL;
  file_call *c = call_new(p.text, NULL, work);
  if (!c) no_memory(fiber);
  return c;
}

static file_call *call_over(wo_fiber *fiber) {
  wo_errand *call = wo_errand_over(fiber);
  return call ? WO_CONTAINER(call, file_call, call) : NULL;
}

static void charge(wo_shard *shard, uint64_t bytes) {
  wo_charge(shard, 100 + (bytes >> 8 < 1000000 ? (uint32_t)(bytes >> 8) : 1000000));
}

// Throws what went wrong, with the path where opening did, as Node words it.
static wo_status throw_failed(wo_fiber *fiber, const file_call *c) {
  bool moved = strcmp(c->failed, "read") == 0 || strcmp(c->failed, "write") == 0;
  return wo_throw_io(fiber, c->error, c->failed, moved ? NULL : c->path);
}

// The end of a call that answers nothing but whether it worked.
static wo_status finish(wo_fiber *fiber, wo_value *result) {
  file_call *c = call_over(fiber);
  *result = WO_UNDEFINED;
  wo_status status = c->error ? throw_failed(fiber, c) : WO_DONE;
  wo_errand_end(fiber);
  return status;
}

// A call on one path whose answer is nothing.
static wo_status simple_call(wo_shard *shard, wo_fiber *fiber, file_call *c, wo_value *result) {
  charge(shard, 0);
  wo_status status = wo_errand_job(shard, fiber, &c->call);
  return status == WO_DONE ? finish(fiber, result) : status;
}

// A data property `key` of an options object that is true.
static bool option(wo_fiber *fiber, wo_value options, const char *key) {
  wo_heap *heap = heap_of(fiber);
  wo_property found;
  return wo_is_object(options) &&
         wo_lookup(heap, options, wo_to_key(heap, wo_string_from_ascii(heap, key)), &found) &&
         !(found.attrs & WO_ATTR_ACCESSOR) && wo_truthy(found.value);
}

// --- system calls of jobs. Nothing is opened or read in a way that cannot be given up: pipes and
// terminals are waited for in steps. ---

// 0, or an errno when it is not to be waited any longer.
static int wait_for(file_call *c, int fd, short events) {
  struct pollfd one = {.fd = fd, .events = events};
  for (;;) {
    bool hurry = atomic_load_explicit(&c->call.abandoned, memory_order_relaxed);
    int ready = poll(&one, 1, hurry ? 0 : WAIT_MS);
    if (ready > 0) return 0;
    if (ready < 0 && errno != EINTR) return errno;
    if (hurry) return EAGAIN;
  }
}

// Nobody reads from a pipe yet: a little later, perhaps. False: it is something else.
static bool later(file_call *c, int error) {
  struct stat info;
  if (error == EINTR) return true;
  if (error != ENXIO || stat(c->path, &info) != 0 || !S_ISFIFO(info.st_mode)) return false;
  if (atomic_load_explicit(&c->call.abandoned, memory_order_relaxed)) return false;
  poll(NULL, 0, WAIT_MS);
  return true;
}

// Opens c->path into c->fd and looks what it is; false: failed.
static bool open_path(file_call *c, int flags) {
  do c->fd = open(c->path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  while (c->fd < 0 && later(c, errno));
  if (c->fd < 0) fail(c, errno, "open");
  else if (fstat(c->fd, &c->info) != 0) fail(c, errno, "fstat");
  return c->error == 0;
}

static bool is_regular(const struct stat *info) { return S_ISREG(info->st_mode); }

// At most `size` bytes; a negative errno.
static ssize_t read_some(file_call *c, int fd, bool regular, uint8_t *out, size_t size) {
  for (;;) {
    int error = regular ? 0 : wait_for(c, fd, POLLIN);
    if (error) return -error;
    ssize_t n = read(fd, out, size);
    if (n >= 0) return n;
    if (errno != EINTR && errno != EAGAIN) return -errno;
  }
}

// All of it; 0 or an errno.
static int write_whole(file_call *c, int fd, bool regular, const uint8_t *bytes, size_t length) {
  while (length > 0) {
    int error = regular ? 0 : wait_for(c, fd, POLLOUT);
    if (error) return error;
    ssize_t n = write(fd, bytes, length);
    if (n >= 0) {
      bytes += n;
      length -= (size_t)n;
      c->length += (size_t)n;
    } else if (errno != EINTR && errno != EAGAIN) {
      return errno;
    }
  }
  return 0;
}

static void close_path(file_call *c, const char *failed) {
  int fd = c->fd;
  c->fd = -1;
  if (fd >= 0 && close(fd) != 0 && !c->error && errno != EINTR) fail(c, errno, failed);
}

// --- reading whole files ---

static void work_read(file_call *c) {
  if (!open_path(c, O_RDONLY)) return;
  bool regular = is_regular(&c->info);
  c->length = regular ? (size_t)c->info.st_size : 0;
  size_t wanted = c->length + 1 > 4096 ? c->length + 1 : 4096;
  // What the isolate has no room for is not read: the length says so.
  while (!c->limit || c->length <= c->limit) {
    if (!content_room(&c->data, c->data.length ? WO_READ_BLOCK : wanted)) {
      fail(c, ENOMEM, "read");
      break;
    }
    ssize_t n = read_some(c, c->fd, regular, c->data.bytes + c->data.length,
                          c->data.capacity - c->data.length);
    if (n < 0) fail(c, (int)-n, "read");
    if (n <= 0) break;
    c->data.length += (size_t)n;
    if (c->data.length > c->length) c->length = c->data.length;
    wanted = WO_READ_BLOCK;
  }
  close_path(c, "close");
}

// The content of a file, or its error. `factor`: bytes of heap for each byte read. WO_DONE: `*out` is
// over, to be ended by the caller.
static wo_status read_whole(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            uint32_t factor, file_call **out) {
  file_call *c = *out = call_over(fiber);
  if (!c) {
    c = path_call(fiber, args, argc, "open", work_read);
    if (!c) return WO_THREW;
    c->limit = wo_heap_quota(heap_of(fiber));
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
    c = *out = call_over(fiber);
  }
  wo_status status = WO_DONE;
  if (c->error) status = throw_failed(fiber, c);
  else if (c->length > WO_READ_BLOCK)
    status = wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)c->length * factor);
  if (status == WO_RETRY) return status;
  charge(shard, c->length);
  if (status == WO_THREW) wo_errand_end(fiber);
  return status;
}

wo_status wo_b_fs_read_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  file_call *c;
  wo_status status = read_whole(shard, fiber, args, argc, 2, &c);
  if (status != WO_DONE) return status;
  if (c->data.length > WO_STRING_LENGTH_MAX) {
    status = wo_throw(fiber, WO_B_Error, "Cannot create a string longer than 0x%x characters",
                      WO_STRING_LENGTH_MAX);
  } else {
    *result = wo_string_from_utf8(heap_of(fiber), (const char *)c->data.bytes, c->data.length);
  }
  wo_errand_end(fiber);
  return status;
}

static wo_value bytes_of(wo_heap *heap, const uint8_t *from, size_t length) {
  wo_value v = wo_bytes_new(heap, (uint32_t)length);
  wo_bytes *bytes = wo_pointer(v);
  if (length) memcpy(bytes->buffer->data + bytes->offset, from, length);
  return v;
}

wo_status wo_b_fs_read_bytes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  file_call *c;
  wo_status status = read_whole(shard, fiber, args, argc, 1, &c);
  if (status != WO_DONE) return status;
  if (c->data.length > UINT32_MAX) {
    status = wo_throw_range(fiber, "Array buffer allocation failed");
  } else {
    *result = bytes_of(heap_of(fiber), c->data.bytes, c->data.length);
  }
  wo_errand_end(fiber);
  return status;
}

// --- writing whole files ---

static void work_write(file_call *c) {
  if (!open_path(c, O_WRONLY | O_CREAT | c->flags)) return;
  int error = write_whole(c, c->fd, is_regular(&c->info), c->data.bytes, c->data.length);
  if (error) fail(c, error, "write");
  close_path(c, "close");
}

// Copies what is to be written out of the heap; WO_THREW: it is neither a string nor a Uint8Array.
static wo_status copy_data(wo_fiber *fiber, wo_value v, content *out) {
  wo_output_data data;
  wo_status status = wo_output_data_of(fiber, v, &data);
  if (status != WO_DONE) return status;
  bool copied = content_room(out, data.length ? data.length : 1);
  if (copied) {
    memcpy(out->bytes, data.bytes, data.length);
    out->length = data.length;
  }
  wo_output_data_free(&data);
  return copied ? WO_DONE : no_memory(fiber);
}

static wo_status write_file(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            int flags, wo_value *result) {
  if (call_over(fiber)) return finish(fiber, result);
  file_call *c = path_call(fiber, args, argc, "open", work_write);
  if (!c) return WO_THREW;
  c->flags = flags;
  if (copy_data(fiber, wo_arg(args, argc, 1), &c->data) != WO_DONE) {
    call_free(&c->call);
    return WO_THREW;
  }
  charge(shard, c->data.length);
  return simple_call(shard, fiber, c, result);
}

wo_status wo_b_fs_write(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  return write_file(shard, fiber, args, argc, O_TRUNC, result);
}

wo_status wo_b_fs_append(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  return write_file(shard, fiber, args, argc, O_APPEND, result);
}

// --- directories and entries ---

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool names_add(name_list *list, const char *name) {
  if (list->count == list->capacity) {
    size_t wider = list->capacity ? list->capacity * 2 : 64;
    char **names = wo_realloc(list->names, list->capacity * sizeof(char *), wider * sizeof(char *));
    if (!names) return false;
    list->names = names;
    list->capacity = wider;
  }
  size_t length = strlen(name) + 1;
  char *copy = wo_alloc(length);
  if (!copy) return false;
  memcpy(copy, name, length);
  list->names[list->count++] = copy;
  return true;
}

// All entries but "." and "..", in byte order, so that programs are deterministic whatever the file
// system does.
static void work_list(file_call *c) {
  DIR *dir = opendir(c->path);
  if (!dir) {
    fail(c, errno, "scandir");
    return;
  }
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(dir);
    if (!entry) {
      if (errno) fail(c, errno, "scandir");
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (!names_add(&c->names, entry->d_name)) {
      fail(c, ENOMEM, "scandir");
      break;
    }
  }
  closedir(dir);
  if (c->names.count) qsort(c->names.names, c->names.count, sizeof(char *), compare_names);
}

static wo_status list_names(wo_shard *shard, wo_fiber *fiber, wo_value *result) {
  const file_call *c = call_over(fiber);
  wo_heap *heap = heap_of(fiber);
  wo_status status = WO_DONE;
  if (c->error) status = throw_failed(fiber, c);
  else if (c->names.count > 1000) status = wo_heap_reserve(heap, fiber, c->names.count * 280);
  if (status == WO_RETRY) return status;
  if (status == WO_DONE) {
    *result = wo_array_new(heap, (uint32_t)c->names.count);
    for (size_t i = 0; i < c->names.count; i++) {
      const char *name = c->names.names[i];
      wo_array_push(heap, wo_pointer(*result), wo_string_from_utf8(heap, name, strlen(name)));
    }
    charge(shard, c->names.count * 256);
  }
  wo_errand_end(fiber);
  return status;
}

wo_status wo_b_fs_list(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  if (call_over(fiber)) return list_names(shard, fiber, result);
  file_call *c = path_call(fiber, args, argc, "scandir", work_list);
  if (!c) return WO_THREW;
  charge(shard, 0);
  wo_status status = wo_errand_job(shard, fiber, &c->call);
  return status == WO_DONE ? list_names(shard, fiber, result) : status;
}

static void put(wo_heap *heap, wo_value object, const char *key, wo_value value) {
  wo_define(heap, object, wo_to_key(heap, wo_string_from_ascii(heap, key)), value, WO_ATTR_PLAIN);
}

// Follows links as Node's stat does; a link that leads nowhere answers for itself.
static void work_stat(file_call *c) {
  if (stat(c->path, &c->info) == 0) return;
  int error = errno;
  if (lstat(c->path, &c->info) != 0) fail(c, error, "stat");
}

static wo_value stat_object(wo_heap *heap, const struct stat *info) {
  const char *kind = S_ISREG(info->st_mode) ? "file"
                   : S_ISDIR(info->st_mode) ? "directory"
                   : S_ISLNK(info->st_mode) ? "symlink"
                                            : "other";
  double modified = (double)info->st_mtim.tv_sec * 1e3 + (double)info->st_mtim.tv_nsec / 1e6;
  wo_value object = wo_object_new(heap, 3);
  put(heap, object, "size", wo_from_number((double)info->st_size));
  put(heap, object, "kind", wo_string_from_ascii(heap, kind));
  put(heap, object, "modified", wo_from_number(modified));
  return object;
}

wo_status wo_b_fs_stat(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c) {
    if (!(c = path_call(fiber, args, argc, "stat", work_stat))) return WO_THREW;
    charge(shard, 0);
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
  }
  wo_status status = c->error ? throw_failed(fiber, c) : WO_DONE;
  if (status == WO_DONE) *result = stat_object(heap_of(fiber), &c->info);
  wo_errand_end(fiber);
  return status;
}

static void work_exists(file_call *c) {
  if (access(c->path, F_OK) != 0) fail(c, errno, "access");
}

wo_status wo_b_fs_exists(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c) {
    if (!(c = path_call(fiber, args, argc, "access", work_exists))) return WO_THREW;
    charge(shard, 0);
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
  }
  *result = wo_from_bool(c->error == 0);
  wo_errand_end(fiber);
  return WO_DONE;
}

// mkdir -p: makes each missing directory on the way; 0 or an errno.
static int make_path(char *where) {
  for (char *at = where; *at;) {
    at += strspn(at, "/");
    at += strcspn(at, "/");
    char kept = *at;
    *at = 0;
    int failed = mkdir(where, 0777) != 0 ? errno : 0;
    struct stat info;
    bool there = failed && stat(where, &info) == 0 && S_ISDIR(info.st_mode);
    *at = kept;
    if (failed && !there) return failed;
    if (kept && at[strspn(at, "/")] == 0) break;
  }
  return 0;
}

static void work_mkdir(file_call *c) {
  int error = c->recursive ? make_path(c->path) : mkdir(c->path, 0777) != 0 ? errno : 0;
  if (error) fail(c, error, "mkdir");
}

wo_status wo_b_fs_mkdir(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  if (call_over(fiber)) return finish(fiber, result);
  file_call *c = path_call(fiber, args, argc, "mkdir", work_mkdir);
  if (!c) return WO_THREW;
  c->recursive = option(fiber, wo_arg(args, argc, 1), "recursive");
  return simple_call(shard, fiber, c, result);
}

static int remove_entry(const char *where, const struct stat *info, int type, struct FTW *at) {
  (void)info, (void)at;
  return (type == FTW_DP ? rmdir(where) : unlink(where)) == 0 ? 0 : errno;
}

static void work_remove(file_call *c) {
  if (lstat(c->path, &c->info) != 0) {
    fail(c, errno, "rm");
    return;
  }
  bool directory = S_ISDIR(c->info.st_mode);
  if (directory && c->recursive) {
    // 16: descriptors kept open, whatever the depth.
    int error = nftw(c->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (error) fail(c, error < 0 ? errno : error, "rm");
  } else if ((directory ? rmdir(c->path) : unlink(c->path)) != 0) {
    fail(c, errno, directory ? "rmdir" : "unlink");
  }
}

wo_status wo_b_fs_remove(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  if (call_over(fiber)) return finish(fiber, result);
  file_call *c = path_call(fiber, args, argc, "rm", work_remove);
  if (!c) return WO_THREW;
  c->recursive = option(fiber, wo_arg(args, argc, 1), "recursive");
  return simple_call(shard, fiber, c, result);
}

static void work_rename(file_call *c) {
  if (rename(c->path, c->other) != 0) fail(c, errno, "rename");
}

// "rename 'a' -> 'b'", as Node words it; `path` stays the first.
static wo_status throw_rename(wo_fiber *fiber, const file_call *c) {
  char both[2 * PATH_MAX + 8];
  snprintf(both, sizeof both, "%s' -> '%s", c->path, c->other);
  wo_status status = wo_throw_io(fiber, c->error, "rename", both);
  wo_heap *heap = heap_of(fiber);
  if (!wo_has_kind(fiber->thrown, WO_KIND_ERROR)) return status;
  put(heap, fiber->thrown, "path", wo_string_from_utf8(heap, c->path, strlen(c->path)));
  put(heap, fiber->thrown, "dest", wo_string_from_utf8(heap, c->other, strlen(c->other)));
  return status;
}

wo_status wo_b_fs_rename(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c) {
    path from, to;
    wo_status status = path_arg(fiber, args, argc, 0, "rename", &from);
    if (status == WO_DONE) status = path_arg(fiber, args, argc, 1, "rename", &to);
    if (status != WO_DONE) return status;
    if (!(c = call_new(from.text, to.text, work_rename))) return no_memory(fiber);
    charge(shard, 0);
    status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
  }
  *result = WO_UNDEFINED;
  wo_status status = c->error ? throw_rename(fiber, c) : WO_DONE;
  wo_errand_end(fiber);
  return status;
}

// --- open files ---

// Lines made in one go: with a WO_READ_BLOCK of text they stay within the overdraft.
#define LINES_MAX 512u

// An open file, and what `lines` has read of it but not yet handed out. One call at a time: `busy`
// refuses the others, so a job has the file for itself.
struct file {
  wo_handle handle;
  _Atomic uint32_t busy;
  int fd;
  bool regular, ended;
  bool hidden;            // inside the iterator of fs.lines: released at its end
  bool closed;            // by close(); the descriptor goes when no call is using it
  content ahead;          // unread text is bytes[start..length)
  size_t start, scanned;  // no newline in bytes[start..scanned)
};

static void file_close(file *f) {
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
}

void wo_file_free(wo_handle *handle) {
  file *f = WO_CONTAINER(handle, file, handle);
  file_close(f);
  content_free(&f->ahead);
  wo_free(f, sizeof *f);
}

static void file_unbusy(file *f) {
  atomic_store(&f->busy, 0);
  if (f->closed) file_close(f);
  wo_handle_unref(&f->handle);
}

static void work_open(file_call *c) { open_path(c, c->flags); }

// The opened file as a hold; takes the descriptor.
static wo_status make_file(wo_fiber *fiber, file_call *c, bool hidden, wo_value *result) {
  file *f = wo_alloc_zero(sizeof *f);
  if (!f) return no_memory(fiber);
  f->handle.kind = WO_HANDLE_FILE;
  f->fd = c->fd;
  f->regular = is_regular(&c->info);
  f->hidden = hidden;
  c->fd = -1;
  wo_handle_ref(&f->handle);
  *result = wo_hold_add(fiber->isolate, &f->handle, WO_DIR_RECV);
  wo_handle_unref(&f->handle);
  return *result == WO_HOLE ? no_memory(fiber) : WO_DONE;
}

static wo_status open_file(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           int flags, bool hidden, wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c) {
    if (!(c = path_call(fiber, args, argc, "open", work_open))) return WO_THREW;
    c->flags = flags;
    charge(shard, 0);
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
  }
  wo_status status = c->error ? throw_failed(fiber, c) : make_file(fiber, c, hidden, result);
  wo_errand_end(fiber);
  return status;
}

wo_status wo_b_lines_open(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  return open_file(shard, fiber, args, argc, O_RDONLY, true, result);
}

// Length of the next line with its end, 0 when it is not all there yet.
static size_t next_line(file *f) {
  const content *a = &f->ahead;
  if (f->scanned < f->start) f->scanned = f->start;
  const uint8_t *end =
      f->scanned < a->length ? memchr(a->bytes + f->scanned, '\n', a->length - f->scanned) : NULL;
  if (end) return (size_t)(end - a->bytes) + 1 - f->start;
  f->scanned = a->length;
  return f->ended ? a->length - f->start : 0;
}

// Reads on until a line is there, or the end, or too much.
static void work_lines(file_call *c) {
  file *f = c->file;
  content *a = &f->ahead;
  while (next_line(f) == 0 && !f->ended && a->length - f->start <= WO_STRING_LENGTH_MAX) {
    if (f->start > 0) {
      memmove(a->bytes, a->bytes + f->start, a->length - f->start);
      a->length -= f->start;
      f->scanned -= f->start;
      f->start = 0;
    }
    if (!content_room(a, WO_READ_BLOCK)) {
      fail(c, ENOMEM, "read");
      return;
    }
    ssize_t n = read_some(c, f->fd, f->regular, a->bytes + a->length, WO_READ_BLOCK);
    if (n < 0) {
      fail(c, (int)-n, "read");
      return;
    }
    a->length += (size_t)n;
    c->length += (size_t)n;
    f->ended = n == 0;
  }
}

// Without "\n" or "\r\n".
static wo_value line_text(wo_heap *heap, const uint8_t *bytes, size_t length) {
  if (length && bytes[length - 1] == '\n') {
    length--;
    if (length && bytes[length - 1] == '\r') length--;
  }
  return wo_string_from_utf8(heap, (const char *)bytes, length);
}

// The lines that are there, up to a block of them; of a File one, as its next call may be a read.
static wo_status take_lines(wo_shard *shard, wo_fiber *fiber, file *f, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  size_t line = next_line(f);
  if (!line && !f->ended) return wo_throw_range(fiber, "Invalid string length");
  if (line > WO_READ_BLOCK) {
    wo_status status = wo_heap_reserve(heap, fiber, (uint64_t)line * 2);
    if (status != WO_DONE) return status;
  }
  *result = wo_array_new(heap, 0);
  size_t bytes = 0;
  uint32_t most = f->hidden ? LINES_MAX : 1;
  for (uint32_t n = 0; line && n < most && (n == 0 || bytes + line <= WO_READ_BLOCK); n++) {
    wo_array_push(heap, wo_pointer(*result), line_text(heap, f->ahead.bytes + f->start, line));
    f->start += line;
    bytes += line;
    line = next_line(f);
  }
  wo_charge(shard, (uint32_t)(bytes >> 7));
  return WO_DONE;
}

// The hold in argument 0; NULL when it is none of ours or released.
static file *file_arg(wo_fiber *fiber, const wo_value *args, uint32_t argc) {
  wo_value v = wo_arg(args, argc, 0);
  if (!wo_is_handle(v)) return NULL;
  wo_hold *hold = wo_hold_of(fiber->isolate, v);
  if (!hold->live || hold->kind != WO_HANDLE_FILE) return NULL;
  return WO_CONTAINER(wo_hold_handle(hold), file, handle);
}

// The open file behind `v`; NULL after throwing.
static file *file_this(wo_fiber *fiber, wo_value v, const char *what) {
  const wo_hold *hold = wo_is_handle(v) ? wo_hold_of(fiber->isolate, v) : NULL;
  if (!hold || hold->kind != WO_HANDLE_FILE) {
    wo_throw_type(fiber, "%s needs a file", what);
    return NULL;
  }
  if (!hold->live) {
    wo_throw(fiber, WO_B_StateError, "%s: this hold was released", what);
    return NULL;
  }
  file *f = WO_CONTAINER(wo_hold_handle(hold), file, handle);
  if (!f->closed) return f;
  wo_throw_io(fiber, EBADF, what, NULL);
  return NULL;
}

// Begins a call that has `f` for itself, with a reference.
static wo_status begin_on_file(wo_shard *shard, wo_fiber *fiber, file *f, file_call *c) {
  wo_handle_ref(&f->handle);
  c->file = f;
  return wo_errand_job(shard, fiber, &c->call);
}

static wo_status read_lines(wo_shard *shard, wo_fiber *fiber, file *f, wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c && next_line(f) == 0 && !f->ended) {
    if (!(c = call_new(NULL, NULL, work_lines))) return no_memory(fiber);
    wo_status status = begin_on_file(shard, fiber, f, c);
    if (status != WO_DONE) return status;
  }
  if (c) charge(shard, c->length);
  return c && c->error ? throw_failed(fiber, c) : take_lines(shard, fiber, f, result);
}

wo_status wo_b_lines_read(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  file_call *c = call_over(fiber);
  file *f = c ? c->file : file_arg(fiber, args, argc);
  if (!c && wo_truthy(wo_arg(args, argc, 1)) && !file_this(fiber, args[0], "read")) return WO_THREW;
  if (!f) {
    *result = wo_array_new(heap_of(fiber), 0);
    return WO_DONE;
  }
  if (!c && f->closed) return wo_throw_io(fiber, EBADF, "read", NULL);
  if (!c && atomic_exchange(&f->busy, 1)) {
    return wo_throw(fiber, WO_B_StateError, "another fiber is reading these lines");
  }
  wo_status status = read_lines(shard, fiber, f, result);
  if (status == WO_PARKED || (status == WO_RETRY && call_over(fiber))) return status;
  bool ended = status == WO_DONE && ((wo_array *)wo_pointer(*result))->length == 0;
  bool release = f->hidden && (ended || status == WO_THREW) && file_arg(fiber, args, argc) == f;
  if (call_over(fiber)) wo_errand_end(fiber);
  else atomic_store(&f->busy, 0);
  if (release) wo_hold_release(fiber->isolate, args[0], NULL);
  return status;
}

wo_status wo_b_lines_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  if (file_arg(fiber, args, argc)) wo_hold_release(fiber->isolate, args[0], NULL);
  *result = WO_UNDEFINED;
  return WO_DONE;
}

// --- File: what fs.open answers ---

wo_status wo_b_fs_open(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  static const struct {
    const char *name;
    int flags;
  } modes[] = {{"r", O_RDONLY},
               {"w", O_WRONLY | O_CREAT | O_TRUNC},
               {"a", O_WRONLY | O_CREAT | O_APPEND},
               {"r+", O_RDWR}};
  wo_value mode = wo_arg(args, argc, 1);
  if (mode == WO_UNDEFINED) return open_file(shard, fiber, args, argc, O_RDONLY, false, result);
  wo_heap *heap = heap_of(fiber);
  for (size_t i = 0; i < WO_COUNT(modes) && wo_is_string(mode); i++) {
    if (wo_string_equals(heap, mode, wo_string_from_ascii(heap, modes[i].name))) {
      return open_file(shard, fiber, args, argc, modes[i].flags, false, result);
    }
  }
  return wo_throw_type(fiber, "fs.open: the mode must be \"r\", \"w\", \"a\" or \"r+\"");
}

// A call on the file in `v` that is not under way yet; NULL after throwing.
static file_call *begin_call(wo_fiber *fiber, wo_value v, const char *what,
                             void (*work)(file_call *)) {
  file *f = file_this(fiber, v, what);
  if (!f) return NULL;
  if (atomic_exchange(&f->busy, 1)) {
    wo_throw(fiber, WO_B_StateError, "another call is using this file");
    return NULL;
  }
  file_call *c = call_new(NULL, NULL, work);
  if (!c) {
    atomic_store(&f->busy, 0);
    no_memory(fiber);
    return NULL;
  }
  wo_handle_ref(&f->handle);
  c->file = f;
  return c;
}

// What `lines` has read and not handed out comes first.
static void work_file_read(file_call *c) {
  file *f = c->file;
  size_t ahead = f->ahead.length - f->start, size = c->limit;
  if (!content_room(&c->data, size)) {
    fail(c, ENOMEM, "read");
    return;
  }
  if (ahead) {
    c->data.length = ahead < size ? ahead : size;
    memcpy(c->data.bytes, f->ahead.bytes + f->start, c->data.length);
    f->start += c->data.length;
    return;
  }
  ssize_t n = read_some(c, f->fd, f->regular, c->data.bytes, size);
  if (n < 0) fail(c, (int)-n, "read");
  else c->data.length = (size_t)n;
}

wo_status wo_b_file_read(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  file_call *c = call_over(fiber);
  if (!c) {
    wo_value wanted = wo_arg(args, argc, 0);
    double most = wanted == WO_UNDEFINED ? WO_READ_BLOCK
                : wo_is_number(wanted)   ? wo_number(wanted)
                                         : 0;
    if (!(most >= 1)) return wo_throw_range(fiber, "read: max must be a number, 1 or more");
    if (!(c = begin_call(fiber, args[-1], "read", work_file_read))) return WO_THREW;
    c->limit = most < FILE_READ_MAX ? (size_t)most : FILE_READ_MAX;
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
    c = call_over(fiber);
  }
  wo_status status = WO_DONE;
  if (c->error) status = throw_failed(fiber, c);
  else if (c->data.length > WO_READ_BLOCK)
    status = wo_heap_reserve(heap_of(fiber), fiber, c->data.length);
  if (status == WO_RETRY) return status;
  charge(shard, c->data.length);
  if (status == WO_DONE) {
    size_t length = c->data.length;
    *result = length ? bytes_of(heap_of(fiber), c->data.bytes, length) : WO_UNDEFINED;
  }
  wo_errand_end(fiber);
  return status;
}

// Where the program stands in the file is before what was read ahead.
static bool forget_ahead(file_call *c) {
  file *f = c->file;
  off_t ahead = (off_t)(f->ahead.length - f->start);
  if (ahead && f->regular && lseek(f->fd, -ahead, SEEK_CUR) < 0) {
    fail(c, errno, "lseek");
    return false;
  }
  f->start = f->scanned = f->ahead.length = 0;
  f->ended = false;
  return true;
}

static void work_file_write(file_call *c) {
  file *f = c->file;
  if (!forget_ahead(c)) return;
  int error = write_whole(c, f->fd, f->regular, c->data.bytes, c->data.length);
  if (error) fail(c, error, "write");
}

wo_status wo_b_file_write(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  if (call_over(fiber)) return finish(fiber, result);
  file_call *c = begin_call(fiber, args[-1], "write", work_file_write);
  if (!c) return WO_THREW;
  if (copy_data(fiber, wo_arg(args, argc, 0), &c->data) != WO_DONE) {
    call_free(&c->call);
    return WO_THREW;
  }
  charge(shard, c->data.length);
  return simple_call(shard, fiber, c, result);
}

static void work_seek(file_call *c) {
  if (forget_ahead(c) && lseek(c->file->fd, c->offset, SEEK_SET) < 0) fail(c, errno, "lseek");
}

wo_status wo_b_file_seek(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  if (call_over(fiber)) return finish(fiber, result);
  wo_value v = wo_arg(args, argc, 0);
  double offset = wo_is_number(v) ? wo_number(v) : -1;
  if (!(offset >= 0 && offset <= 0x1p53) || offset != floor(offset)) {
    return wo_throw_range(fiber, "seek: the offset must be an integer, 0 or more");
  }
  file_call *c = begin_call(fiber, args[-1], "lseek", work_seek);
  if (!c) return WO_THREW;
  c->offset = (int64_t)offset;
  return simple_call(shard, fiber, c, result);
}

static void work_sync(file_call *c) {
  if (fsync(c->file->fd) != 0 && errno != EINVAL && errno != EROFS) fail(c, errno, "fsync");
}

wo_status wo_b_file_sync(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)argc;
  if (call_over(fiber)) return finish(fiber, result);
  file_call *c = begin_call(fiber, args[-1], "fsync", work_sync);
  return c ? simple_call(shard, fiber, c, result) : WO_THREW;
}

static void work_size(file_call *c) {
  if (fstat(c->file->fd, &c->info) != 0) fail(c, errno, "fstat");
}

wo_status wo_b_file_size(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  (void)argc;
  file_call *c = call_over(fiber);
  if (!c) {
    if (!(c = begin_call(fiber, args[-1], "fstat", work_size))) return WO_THREW;
    wo_status status = wo_errand_job(shard, fiber, &c->call);
    if (status != WO_DONE) return status;
    c = call_over(fiber);
  }
  wo_status status = c->error ? throw_failed(fiber, c) : WO_DONE;
  *result = wo_from_number((double)c->info.st_size);
  wo_errand_end(fiber);
  return status;
}

wo_status wo_b_file_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  *result = WO_UNDEFINED;
  const wo_hold *hold = wo_is_handle(args[-1]) ? wo_hold_of(fiber->isolate, args[-1]) : NULL;
  if (!hold || hold->kind != WO_HANDLE_FILE) return wo_throw_type(fiber, "close needs a file");
  if (!hold->live) return wo_throw(fiber, WO_B_StateError, "close: this hold was released");
  file *f = WO_CONTAINER(wo_hold_handle(hold), file, handle);
  f->closed = true;
  if (!atomic_load(&f->busy)) file_close(f);
  return WO_DONE;
}

wo_status wo_b_file_release(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  (void)shard, (void)argc;
  *result = WO_UNDEFINED;
  const wo_hold *hold = wo_is_handle(args[-1]) ? wo_hold_of(fiber->isolate, args[-1]) : NULL;
  if (!hold || hold->kind != WO_HANDLE_FILE) return wo_throw_type(fiber, "release needs a file");
  wo_hold_release(fiber->isolate, args[-1], NULL);
  return WO_DONE;
}
