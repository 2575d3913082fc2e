// fs, io, args, env: what the system gives a program directly. Calls block the shard's thread
// in this version; paths are UTF-8 (WTF-8 is not accepted), at most PATH_MAX bytes.
#define _GNU_SOURCE
#include "system.h"

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
#include "../table.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- output ---

// Writes all, waiting for room where the descriptor does not block. Answers 0 or an errno.
static int write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, bytes, length);
    if (n >= 0) {
      bytes += n;
      length -= (size_t)n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd wait = {.fd = fd, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int wo_output(wo_runtime *rt, int fd, const char *bytes, size_t length) {
  if (rt->options && rt->options->output) {
    rt->options->output(rt->options->context, fd, bytes, length);
    return 0;
  }
  return write_all(fd, bytes, length);
}

// Text or bytes to write, outside the heap; `owned` is to be freed.
typedef struct payload {
  const char *bytes;
  char *owned;
  size_t length;
} payload;

// WO_THREW when `v` is neither a string nor a Uint8Array.
static wo_status payload_of(wo_fiber *fiber, wo_value v, payload *out) {
  *out = (payload){0};
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

static void payload_free(payload *p) {
  if (p->owned) wo_free(p->owned, p->length + 1);
}

static wo_status io_write(wo_shard *shard, wo_fiber *fiber, wo_value data, int fd,
                          wo_value *result) {
  payload p;
  wo_status status = payload_of(fiber, data, &p);
  if (status != WO_DONE) return status;
  int error = wo_output(shard->runtime, fd, p.bytes, p.length);
  wo_charge(shard, 50 + (uint32_t)(p.length >> 8));
  payload_free(&p);
  *result = WO_UNDEFINED;
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

// --- paths ---

typedef struct path {
  char text[PATH_MAX];
} path;

// The path in argument `i`, after the check that files may be touched at all.
static wo_status path_arg(wo_fiber *fiber, const wo_value *args, uint32_t argc, uint32_t i,
                          const char *syscall_name, path *out) {
  wo_runtime *rt = heap_of(fiber)->runtime;
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

// Every call of this file has entered the kernel and may have waited.
static void charge_call(wo_shard *shard, uint64_t bytes) {
  wo_charge(shard, 100 + (bytes >> 8 < 1000000 ? (uint32_t)(bytes >> 8) : 1000000));
}

// A data property `key` of an options object that is true.
static bool option(wo_fiber *fiber, wo_value options, const char *key) {
  wo_heap *heap = heap_of(fiber);
  wo_property found;
  return wo_is_object(options) &&
         wo_lookup(heap, options, wo_to_key(heap, wo_string_from_ascii(heap, key)), &found) &&
         !(found.attrs & WO_ATTR_ACCESSOR) && wo_truthy(found.value);
}

// --- reading whole files ---

typedef struct content {
  uint8_t *bytes;
  size_t length, capacity;
} content;

static void content_free(content *c) {
  if (c->bytes) wo_free(c->bytes, c->capacity);
}

// Reads to the end of the file; 0 or an errno. `expected` is what fstat says, 0 for nothing.
static int read_all(int fd, size_t expected, content *out) {
  *out = (content){.capacity = expected + 1 > 4096 ? expected + 1 : 4096};
  out->bytes = wo_alloc(out->capacity);
  if (!out->bytes) return ENOMEM;
  for (;;) {
    if (out->length == out->capacity) {
      uint8_t *wider = wo_realloc(out->bytes, out->capacity, out->capacity * 2);
      if (!wider) return ENOMEM;
      out->bytes = wider;
      out->capacity *= 2;
    }
    ssize_t n = read(fd, out->bytes + out->length, out->capacity - out->length);
    if (n == 0) return 0;
    if (n > 0) out->length += (size_t)n;
    else if (errno != EINTR) return errno;
  }
}

// Opens, asks for the heap the content will take (`factor` bytes a byte), reads, closes. WO_RETRY
// leaves nothing behind.
static wo_status read_file(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           uint32_t factor, content *out) {
  path p;
  *out = (content){0};
  wo_status status = path_arg(fiber, args, argc, 0, "open", &p);
  if (status != WO_DONE) return status;
  int fd = open(p.text, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return wo_throw_io(fiber, errno, "open", p.text);
  struct stat info;
  size_t size = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
  if (size > WO_READ_BLOCK)
    status = wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)size * factor);
  int error = status == WO_DONE ? read_all(fd, size, out) : 0;
  close(fd);
  charge_call(shard, out->length);
  if (error) status = wo_throw_io(fiber, error, "read", NULL);
  if (status != WO_DONE) content_free(out);
  return status;
}

wo_status wo_b_fs_read_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            wo_value *result) {
  content c;
  wo_status status = read_file(shard, fiber, args, argc, 2, &c);
  if (status != WO_DONE) return status;
  if (c.length > WO_STRING_LENGTH_MAX) {
    content_free(&c);
    return wo_throw(fiber, WO_B_Error, "Cannot create a string longer than 0x%x characters",
                    WO_STRING_LENGTH_MAX);
  }
  *result = wo_string_from_utf8(heap_of(fiber), (const char *)c.bytes, c.length);
  content_free(&c);
  return WO_DONE;
}

wo_status wo_b_fs_read_bytes(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  content c;
  wo_status status = read_file(shard, fiber, args, argc, 1, &c);
  if (status != WO_DONE) return status;
  if (c.length > UINT32_MAX) {
    content_free(&c);
    return wo_throw_range(fiber, "Array buffer allocation failed");
  }
  *result = wo_bytes_new(heap_of(fiber), (uint32_t)c.length);
  wo_bytes *bytes = wo_pointer(*result);
  if (c.length) memcpy(bytes->buffer->data + bytes->offset, c.bytes, c.length);
  content_free(&c);
  return WO_DONE;
}

// --- writing whole files ---

static wo_status write_file(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                            int flags, wo_value *result) {
  path p;
  payload data;
  wo_status status = path_arg(fiber, args, argc, 0, "open", &p);
  if (status == WO_DONE) status = payload_of(fiber, wo_arg(args, argc, 1), &data);
  if (status != WO_DONE) return status;
  int fd = open(p.text, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (fd < 0) {
    int error = errno;
    payload_free(&data);
    return wo_throw_io(fiber, error, "open", p.text);
  }
  int error = write_all(fd, data.bytes, data.length);
  if (close(fd) != 0 && !error && errno != EINTR) error = errno;
  charge_call(shard, data.length);
  payload_free(&data);
  *result = WO_UNDEFINED;
  return error ? wo_throw_io(fiber, error, "write", NULL) : WO_DONE;
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

typedef struct name_list {
  char **names;
  size_t count, capacity;
} name_list;

static void names_free(name_list *list) {
  for (size_t i = 0; i < list->count; i++) wo_free(list->names[i], strlen(list->names[i]) + 1);
  if (list->names) wo_free(list->names, list->capacity * sizeof(char *));
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

// All entries but "." and ".."; 0 or an errno.
static int read_names(const char *where, name_list *list) {
  DIR *dir = opendir(where);
  if (!dir) return errno;
  int error = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(dir);
    if (!entry) {
      error = errno;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (!names_add(list, entry->d_name)) {
      error = ENOMEM;
      break;
    }
  }
  closedir(dir);
  return error;
}

// Names in byte order, so that programs are deterministic whatever the file system does.
wo_status wo_b_fs_list(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "scandir", &p);
  if (status != WO_DONE) return status;
  name_list list = {0};
  int error = read_names(p.text, &list);
  wo_heap *heap = heap_of(fiber);
  if (error) status = wo_throw_io(fiber, error, "scandir", p.text);
  else if (list.count > 1000) status = wo_heap_reserve(heap, fiber, list.count * 280);
  if (status == WO_DONE) {
    if (list.count) qsort(list.names, list.count, sizeof(char *), compare_names);
    *result = wo_array_new(heap, (uint32_t)list.count);
    for (size_t i = 0; i < list.count; i++) {
      wo_array_push(heap, wo_pointer(*result),
                    wo_string_from_utf8(heap, list.names[i], strlen(list.names[i])));
    }
    charge_call(shard, list.count * 256);
  }
  names_free(&list);
  return status;
}

static void put(wo_heap *heap, wo_value object, const char *key, wo_value value) {
  wo_define(heap, object, wo_to_key(heap, wo_string_from_ascii(heap, key)), value, WO_ATTR_PLAIN);
}

// Follows links as Node's stat does; a link that leads nowhere answers for itself.
wo_status wo_b_fs_stat(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "stat", &p);
  if (status != WO_DONE) return status;
  struct stat info;
  charge_call(shard, 0);
  if (stat(p.text, &info) != 0) {
    int error = errno;
    if (lstat(p.text, &info) != 0) return wo_throw_io(fiber, error, "stat", p.text);
  }
  const char *kind = S_ISREG(info.st_mode) ? "file"
                   : S_ISDIR(info.st_mode) ? "directory"
                   : S_ISLNK(info.st_mode) ? "symlink"
                                           : "other";
  double modified = (double)info.st_mtim.tv_sec * 1e3 + (double)info.st_mtim.tv_nsec / 1e6;
  wo_heap *heap = heap_of(fiber);
  *result = wo_object_new(heap, 3);
  put(heap, *result, "size", wo_from_number((double)info.st_size));
  put(heap, *result, "kind", wo_string_from_ascii(heap, kind));
  put(heap, *result, "modified", wo_from_number(modified));
  return WO_DONE;
}

wo_status wo_b_fs_exists(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "access", &p);
  if (status != WO_DONE) return status;
  charge_call(shard, 0);
  *result = wo_from_bool(access(p.text, F_OK) == 0);
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

wo_status wo_b_fs_mkdir(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "mkdir", &p);
  if (status != WO_DONE) return status;
  charge_call(shard, 0);
  *result = WO_UNDEFINED;
  int error = option(fiber, wo_arg(args, argc, 1), "recursive") ? make_path(p.text)
            : mkdir(p.text, 0777) != 0                          ? errno
                                                                : 0;
  return error ? wo_throw_io(fiber, error, "mkdir", p.text) : WO_DONE;
}

static int remove_entry(const char *where, const struct stat *info, int type, struct FTW *at) {
  (void)info, (void)at;
  return (type == FTW_DP ? rmdir(where) : unlink(where)) == 0 ? 0 : errno;
}

wo_status wo_b_fs_remove(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "rm", &p);
  if (status != WO_DONE) return status;
  charge_call(shard, 0);
  *result = WO_UNDEFINED;
  struct stat info;
  if (lstat(p.text, &info) != 0) return wo_throw_io(fiber, errno, "rm", p.text);
  bool directory = S_ISDIR(info.st_mode);
  if (directory && option(fiber, wo_arg(args, argc, 1), "recursive")) {
    // 16: descriptors kept open, whatever the depth.
    int error = nftw(p.text, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (error) return wo_throw_io(fiber, error < 0 ? errno : error, "rm", p.text);
    return WO_DONE;
  }
  int failed = directory ? rmdir(p.text) : unlink(p.text);
  return failed ? wo_throw_io(fiber, errno, directory ? "rmdir" : "unlink", p.text) : WO_DONE;
}

// "rename 'a' -> 'b'", as Node words it; `path` stays the first.
static wo_status throw_rename(wo_fiber *fiber, int error, const char *from, const char *to) {
  char both[2 * PATH_MAX + 8];
  snprintf(both, sizeof both, "%s' -> '%s", from, to);
  wo_status status = wo_throw_io(fiber, error, "rename", both);
  wo_heap *heap = heap_of(fiber);
  if (!wo_has_kind(fiber->thrown, WO_KIND_ERROR)) return status;
  put(heap, fiber->thrown, "path", wo_string_from_utf8(heap, from, strlen(from)));
  put(heap, fiber->thrown, "dest", wo_string_from_utf8(heap, to, strlen(to)));
  return status;
}

wo_status wo_b_fs_rename(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  path from, to;
  wo_status status = path_arg(fiber, args, argc, 0, "rename", &from);
  if (status == WO_DONE) status = path_arg(fiber, args, argc, 1, "rename", &to);
  if (status != WO_DONE) return status;
  charge_call(shard, 0);
  *result = WO_UNDEFINED;
  if (rename(from.text, to.text) == 0) return WO_DONE;
  return throw_rename(fiber, errno, from.text, to.text);
}

// --- lines of a file, streamed ---

// Lines made in one go: with WO_READ_BLOCK bytes of text they stay within the overdraft.
#define LINES_MAX 512u

// An open file and what has been read of it but not yet handed out. The handle is hidden inside the
// iterator of fs.lines; should it still come to be used on two threads, `busy` refuses the second.
typedef struct file {
  wo_handle handle;
  _Atomic uint32_t busy;
  int fd;
  bool ended;
  uint8_t *bytes;
  size_t start, end, capacity;  // unread text is bytes[start..end)
  size_t scanned;               // no newline in bytes[start..scanned)
} file;

void wo_file_free(wo_handle *handle) {
  file *f = WO_CONTAINER(handle, file, handle);
  close(f->fd);
  if (f->bytes) wo_free(f->bytes, f->capacity);
  wo_free(f, sizeof *f);
}

wo_status wo_b_lines_open(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  path p;
  wo_status status = path_arg(fiber, args, argc, 0, "open", &p);
  if (status != WO_DONE) return status;
  charge_call(shard, 0);
  int fd = open(p.text, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return wo_throw_io(fiber, errno, "open", p.text);
  file *f = wo_alloc_zero(sizeof *f);
  if (!f) {
    close(fd);
    return wo_throw(fiber, WO_B_OutOfMemoryError, "out of memory");
  }
  f->handle.kind = WO_HANDLE_FILE;
  f->fd = fd;
  *result = wo_hold_add(fiber->isolate, &f->handle, WO_DIR_RECV);
  if (*result != WO_HOLE) return WO_DONE;
  wo_file_free(&f->handle);
  return wo_throw(fiber, WO_B_OutOfMemoryError, "out of memory");
}

// Reads one more block behind what is there; 0 or an errno.
static int file_fill(file *f) {
  if (f->start > 0) {
    memmove(f->bytes, f->bytes + f->start, f->end - f->start);
    f->end -= f->start;
    f->scanned -= f->start;
    f->start = 0;
  }
  if (f->capacity - f->end < WO_READ_BLOCK) {
    size_t wider = f->capacity ? f->capacity * 2 : 2 * WO_READ_BLOCK;
    uint8_t *bytes = wo_realloc(f->bytes, f->capacity, wider);
    if (!bytes) return ENOMEM;
    f->bytes = bytes;
    f->capacity = wider;
  }
  for (;;) {
    ssize_t n = read(f->fd, f->bytes + f->end, WO_READ_BLOCK);
    if (n > 0) f->end += (size_t)n;
    if (n == 0) f->ended = true;
    if (n >= 0) return 0;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd wait = {.fd = f->fd, .events = POLLIN};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

// Length of the next line with its end, 0 when it is not all there yet.
static size_t file_line(file *f) {
  if (f->scanned < f->start) f->scanned = f->start;
  const uint8_t *end =
      f->scanned < f->end ? memchr(f->bytes + f->scanned, '\n', f->end - f->scanned) : NULL;
  if (end) return (size_t)(end - f->bytes) + 1 - f->start;
  f->scanned = f->end;
  return f->ended ? f->end - f->start : 0;
}

// Without "\n" or "\r\n".
static wo_value line_text(wo_heap *heap, const uint8_t *bytes, size_t length) {
  if (length && bytes[length - 1] == '\n') {
    length--;
    if (length && bytes[length - 1] == '\r') length--;
  }
  return wo_string_from_utf8(heap, (const char *)bytes, length);
}

static wo_status file_lines(wo_shard *shard, wo_fiber *fiber, file *f, wo_value *result) {
  wo_heap *heap = heap_of(fiber);
  size_t line;
  while ((line = file_line(f)) == 0 && !f->ended) {
    if (f->end - f->start > WO_STRING_LENGTH_MAX) {
      return wo_throw_range(fiber, "Invalid string length");
    }
    int error = file_fill(f);
    charge_call(shard, WO_READ_BLOCK);
    if (error) return wo_throw_io(fiber, error, "read", NULL);
  }
  if (line > WO_READ_BLOCK) {
    wo_status status = wo_heap_reserve(heap, fiber, (uint64_t)line * 2);
    if (status != WO_DONE) return status;
  }
  *result = wo_array_new(heap, 0);
  size_t bytes = 0;
  for (uint32_t n = 0; line && n < LINES_MAX && (n == 0 || bytes + line <= WO_READ_BLOCK); n++) {
    wo_array_push(heap, wo_pointer(*result), line_text(heap, f->bytes + f->start, line));
    f->start += line;
    bytes += line;
    line = file_line(f);
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

wo_status wo_b_lines_read(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  file *f = file_arg(fiber, args, argc);
  if (!f) {
    *result = wo_array_new(heap_of(fiber), 0);
    return WO_DONE;
  }
  if (atomic_exchange(&f->busy, 1)) {
    return wo_throw(fiber, WO_B_StateError, "another fiber is reading these lines");
  }
  wo_status status = file_lines(shard, fiber, f, result);
  bool ended = status == WO_DONE && ((wo_array *)wo_pointer(*result))->length == 0;
  atomic_store(&f->busy, 0);
  if (ended || status == WO_THREW) wo_hold_release(fiber->isolate, args[0], NULL);
  return status;
}

wo_status wo_b_lines_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard;
  if (file_arg(fiber, args, argc)) wo_hold_release(fiber->isolate, args[0], NULL);
  *result = WO_UNDEFINED;
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
