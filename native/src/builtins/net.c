// net: TCP and Unix sockets. A call is tried, waits on the plane when it would block, and is tried
// again when its wait is answered (W13); its timeout is a deadline of the same wait (W16).
#define _GNU_SOURCE  // accept4
#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../include/wo.h"
#include "../alloc.h"
#include "../builtin.h"
#include "../channel.h"
#include "../limits.h"
#include "../work.h"

#define ADDRESSES_MAX 8
// Host names: the longest that DNS has, and its end.
#define HOST_MAX 256

static wo_heap *heap_of(const wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- addresses ---

typedef struct address {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
  };
  socklen_t size;
} address;

typedef struct addresses {
  uint32_t count, next;
  address list[ADDRESSES_MAX];
} addresses;

static bool add_number(addresses *all, const char *host, uint16_t port) {
  address *a = &all->list[all->count];
  memset(a, 0, sizeof *a);
  if (inet_pton(AF_INET, host, &a->v4.sin_addr) == 1) {
    a->v4.sin_family = AF_INET;
    a->v4.sin_port = htons(port);
    a->size = sizeof a->v4;
  } else if (inet_pton(AF_INET6, host, &a->v6.sin6_addr) == 1) {
    a->v6.sin6_family = AF_INET6;
    a->v6.sin6_port = htons(port);
    a->size = sizeof a->v6;
  } else {
    return false;
  }
  all->count++;
  return true;
}

// What needs no name server: numbers, and the name of this machine. False: it is another name.
static bool known_addresses(const char *host, uint16_t port, addresses *all) {
  all->count = all->next = 0;
  if (strcmp(host, "localhost") != 0) return add_number(all, host, port);
  return add_number(all, "127.0.0.1", port) && add_number(all, "::1", port);
}

static bool path_address(const char *path, addresses *all) {
  address *a = &all->list[0];
  memset(a, 0, sizeof *a);
  all->count = 1;
  all->next = 0;
  a->local.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof a->local.sun_path) return false;
  memcpy(a->local.sun_path, path, strlen(path) + 1);
  a->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path) + 1);
  return true;
}

// --- handles ---

typedef struct resolution resolution;

// A connection, a listener, or a connection in the making: then `io` is what it waits for next, the end
// of a name resolution or that of one attempt.
typedef struct socket_handle {
  wo_handle handle;
  _Atomic uint8_t lock;     // of what has been read ahead
  _Atomic uint8_t drained;  // by the last read: the next one waits first (wo_io_drained)
  uint32_t start, end, capacity;
  uint8_t *ahead;  // read by `lines` and not handed out: bytes[start..end)
  wo_io io;
  addresses *targets;      // while connecting
  resolution *resolution;  // before that
} socket_handle;

// A name being resolved: shared by the job and the connection that waits for it.
struct resolution {
  wo_job job;
  _Atomic uint32_t references;
  int event_fd;  // written when it is done; the connection's `io` is a duplicate
  int error;     // EAI_*
  uint16_t port;
  addresses found;
  char host[HOST_MAX];
};

static void resolution_unref(resolution *r) {
  if (atomic_fetch_sub_explicit(&r->references, 1, memory_order_acq_rel) != 1) return;
  close(r->event_fd);
  wo_free(r, sizeof *r);
}

static void free_io(wo_io *io) {
  socket_handle *s = WO_CONTAINER(io, socket_handle, io);
  if (s->ahead) wo_free(s->ahead, s->capacity);
  if (s->targets) wo_free(s->targets, sizeof *s->targets);
  if (s->resolution) resolution_unref(s->resolution);
  wo_free(s, sizeof *s);
}

static wo_plane *plane_here(void) { return wo_this_shard() ? wo_this_shard()->plane : NULL; }

void wo_socket_free(wo_handle *handle) {
  wo_io_retire(plane_here(), &WO_CONTAINER(handle, socket_handle, handle)->io);
}

// A handle around `fd`, which it takes, and a hold on it; WO_HOLE: no memory.
static wo_value socket_new(wo_fiber *fiber, int fd, wo_handle_kind kind, socket_handle **out) {
  socket_handle *s = wo_alloc_zero(sizeof *s);
  if (!s) {
    close(fd);
    return WO_HOLE;
  }
  s->handle.kind = (uint8_t)kind;
  wo_io_init(&s->io, fd, WO_IO_SOCKET, free_io);
  *out = s;
  wo_handle_ref(&s->handle);
  wo_value value = wo_hold_add(fiber->isolate, &s->handle, WO_DIR_BOTH);
  wo_handle_unref(&s->handle);
  return value;
}

static wo_status throw_no_memory(wo_fiber *fiber) {
  return wo_throw(fiber, WO_B_OutOfMemoryError, "the system has no memory for this");
}

// The socket behind `v`; NULL after throwing.
static socket_handle *socket_of(wo_fiber *fiber, wo_value v, wo_handle_kind kind,
                                const char *what) {
  const wo_hold *hold = wo_is_handle(v) ? wo_hold_of(fiber->isolate, v) : NULL;
  if (!hold || hold->kind != kind) {
    wo_throw_type(fiber, "%s needs a %s", what, kind == WO_HANDLE_CONN ? "connection" : "listener");
    return NULL;
  }
  if (!hold->live) {
    wo_throw(fiber, WO_B_StateError, "%s: this hold was released", what);
    return NULL;
  }
  return WO_CONTAINER(wo_hold_handle(hold), socket_handle, handle);
}

// --- options and waiting ---

// A data property `key` of an object; undefined where there is none.
static wo_value option(wo_fiber *fiber, wo_value options, const char *key) {
  wo_heap *heap = heap_of(fiber);
  wo_property found;
  bool there = wo_is_object(options) &&
               wo_lookup(heap, options, wo_to_key(heap, wo_string_from_ascii(heap, key)), &found) &&
               !(found.attrs & WO_ATTR_ACCESSOR);
  return there ? found.value : WO_UNDEFINED;
}

// One run of a call: whether its wait has just been answered, and until when it may wait.
typedef struct attempt {
  const char *what;
  bool again, timed_out;
  int64_t deadline_ns;
} attempt;

// A call has one deadline, that of its first try.
static wo_status begin(wo_shard *shard, wo_fiber *fiber, const char *what, wo_value options,
                       attempt *a) {
  *a = (attempt){.what = what, .deadline_ns = WO_NEVER};
  wo_charge(shard, 50);
  if (fiber->answered) {
    a->again = true;
    a->timed_out = fiber->answered == WO_ANSWER_TIMEOUT;
    a->deadline_ns = fiber->deadline_ns;
    fiber->answered = WO_ANSWER_NONE;
    return WO_DONE;
  }
  fiber->park_wr_at = 0;
  wo_value timeout = option(fiber, options, "timeout");
  double ms;
  if (timeout == WO_UNDEFINED) return WO_DONE;
  if (wo_duration(fiber, timeout, what, &ms) != WO_DONE) return WO_THREW;
  a->deadline_ns = wo_deadline_in(shard, ms);
  a->timed_out = ms <= 0;
  return WO_DONE;
}

// The call would block: WO_PARKED, or WO_THREW with its timeout or why it may not wait.
static wo_status wait_for(wo_fiber *fiber, const attempt *a, wo_io *io, uint8_t events) {
  if (a->timed_out) return wo_throw(fiber, WO_B_TimeoutError, "%s: the time is over", a->what);
  if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
  int status = wo_wait_io(fiber, io, events, a->deadline_ns);
  return status ? wo_throw_io(fiber, -status, a->what, NULL) : WO_PARKED;
}

// --- where to: { host, port } or { path } ---

typedef struct where {
  char host[HOST_MAX];
  char path[sizeof(((struct sockaddr_un *)0)->sun_path) + 1];
  uint16_t port;
  bool is_path;
} where;

static wo_status text_option(wo_fiber *fiber, wo_value v, const char *what, const char *key,
                             char *out, size_t size) {
  if (!wo_is_string(v)) return wo_throw_type(fiber, "%s: %s must be a string", what, key);
  wo_string *s = wo_string_flat(heap_of(fiber), v);
  size_t length = wo_string_utf8_length(s);
  if (length >= size) return wo_throw_io(fiber, ENAMETOOLONG, what, NULL);
  wo_string_to_utf8(s, out);
  out[length] = 0;
  return strlen(out) == length ? WO_DONE
                               : wo_throw_type(fiber, "%s: %s has a null byte", what, key);
}

static bool granted(const wo_options *options, const char *name) {
  if (!options) return false;
  if (options->allow_net) return true;
  for (const char *const *host = options->net_hosts; host && *host; host++) {
    if (strcmp(*host, name) == 0) return true;
  }
  return false;
}

static wo_status where_of(wo_fiber *fiber, wo_value v, const char *what, const char *host,
                          where *out) {
  *out = (where){0};
  if (!wo_is_object(v)) return wo_throw_type(fiber, "%s needs { host, port } or { path }", what);
  wo_value path = option(fiber, v, "path"), named = option(fiber, v, "host");
  wo_status status = WO_DONE;
  if (path != WO_UNDEFINED) {
    out->is_path = true;
    status = text_option(fiber, path, what, "path", out->path, sizeof out->path);
  } else {
    wo_value port = option(fiber, v, "port");
    double number = wo_is_number(port) ? wo_number(port) : -1;
    if (!(number >= 0 && number <= 65535) || number != floor(number)) {
      return wo_throw_range(fiber, "%s: port must be an integer from 0 to 65535", what);
    }
    out->port = (uint16_t)number;
    if (named == WO_UNDEFINED && host) strcpy(out->host, host);
    else status = text_option(fiber, named, what, "host", out->host, sizeof out->host);
  }
  if (status != WO_DONE) return status;
  const char *name = out->is_path ? out->path : out->host;
  if (granted(heap_of(fiber)->runtime->options, name)) return WO_DONE;
  return wo_throw(fiber, WO_B_PermissionError,
                  "the network may not be used for \"%s\" here; the host grants it with allow: "
                  "{ net: true } or { net: [\"%s\"] }",
                  name, name);
}

// "127.0.0.1:80", for errors.
static const char *shown(const where *to, char *out, size_t size) {
  if (to->is_path) return to->path;
  snprintf(out, size, "%s:%u", to->host, to->port);
  return out;
}

// --- listening ---

// 0, or a negative errno; *fd is the caller's.
static int open_listener(const address *at, int backlog, bool reuse_port, bool both, int *fd) {
  int on = 1, off = 0;
  *fd = socket(at->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (*fd < 0) return -errno;
  if (at->any.sa_family != AF_UNIX) setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  bool done = !reuse_port || setsockopt(*fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0;
  if (both) setsockopt(*fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  done = done && bind(*fd, &at->any, at->size) == 0 && listen(*fd, backlog) == 0;
  if (done) return 0;
  int error = errno;
  close(*fd);
  return -error;
}

// Without a host: both families where the machine has IPv6.
static int open_anywhere(uint16_t port, int backlog, bool reuse_port, int *fd) {
  addresses all = {0};
  add_number(&all, "::", port);
  add_number(&all, "0.0.0.0", port);
  int status = open_listener(&all.list[0], backlog, reuse_port, true, fd);
  bool no_v6 = status == -EAFNOSUPPORT || status == -EADDRNOTAVAIL;
  return no_v6 ? open_listener(&all.list[1], backlog, reuse_port, false, fd) : status;
}

wo_status wo_b_net_listen(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  where to;
  wo_value options = wo_arg(args, argc, 0);
  if (where_of(fiber, options, "listen", "", &to) != WO_DONE) return WO_THREW;
  wo_charge(shard, 100);
  wo_value wanted = option(fiber, options, "backlog");
  double number = wanted == WO_UNDEFINED ? 511 : wo_is_number(wanted) ? wo_number(wanted) : -1;
  if (!(number >= 1)) return wo_throw_range(fiber, "listen: backlog must be a positive number");
  int backlog = number < 65535 ? (int)number : 65535;
  bool reuse_port = wo_truthy(option(fiber, options, "reusePort"));
  addresses all;
  char text[HOST_MAX + 8];
  int fd, status = -EADDRNOTAVAIL;
  if (to.is_path) {
    status = path_address(to.path, &all) ? open_listener(&all.list[0], backlog, false, false, &fd)
                                         : -ENAMETOOLONG;
  } else if (!to.host[0]) {
    status = open_anywhere(to.port, backlog, reuse_port, &fd);
  } else if (known_addresses(to.host, to.port, &all)) {
    status = open_listener(&all.list[0], backlog, reuse_port, false, &fd);
  }
  if (status < 0) return wo_throw_io(fiber, -status, "listen", shown(&to, text, sizeof text));
  socket_handle *s;
  *result = socket_new(fiber, fd, WO_HANDLE_LISTENER, &s);
  return *result == WO_HOLE ? throw_no_memory(fiber) : WO_DONE;
}

static void set_no_delay(int fd) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // refused by a Unix socket
}

// Errors of a connection that went before it was accepted are not the listener's.
static bool is_of_peer(int error) {
  switch (error) {
    case ECONNABORTED:
    case EPROTO:
    case ENETDOWN:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case EOPNOTSUPP:
    case ENETUNREACH: return true;
    default: return false;
  }
}

static wo_status accept_one(wo_shard *shard, wo_fiber *fiber, wo_value listener, wo_value options,
                            bool ends, wo_value *result) {
  attempt a;
  if (begin(shard, fiber, "accept", options, &a) != WO_DONE) return WO_THREW;
  socket_handle *s = socket_of(fiber, listener, WO_HANDLE_LISTENER, "accept");
  if (!s) return WO_THREW;
  int fd;
  do fd = wo_io_accept(shard->plane, &s->io);
  while (fd < 0 && is_of_peer(-fd));
  if (fd == -EAGAIN) return wait_for(fiber, &a, &s->io, WO_IO_READ | WO_IO_DRAINED);
  if (fd == -EBADF && ends && wo_io_closed(&s->io)) {
    *result = WO_UNDEFINED;
    return WO_DONE;
  }
  bool full = fd == -EMFILE || fd == -ENFILE;
  if (full && !a.timed_out && wo_collect_for_descriptor(heap_of(fiber))) return WO_RETRY;
  if (fd < 0) return wo_throw_io(fiber, -fd, "accept", NULL);
  wo_got_descriptor(heap_of(fiber));
  wo_charge(shard, 100);
  set_no_delay(fd);
  *result = socket_new(fiber, fd, WO_HANDLE_CONN, &s);
  return *result == WO_HOLE ? throw_no_memory(fiber) : WO_DONE;
}

wo_status wo_b_listener_accept(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  return accept_one(shard, fiber, args[-1], wo_arg(args, argc, 0), false, result);
}

// Of for...of: undefined once the listener is closed.
wo_status wo_b_listener_next(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  return accept_one(shard, fiber, wo_arg(args, argc, 0), WO_UNDEFINED, true, result);
}

// --- connecting. What is being made takes the place of the call's first argument: it is there when
// the call is run again, and released with the fiber's holds when that never happens. ---

static void run_resolution(wo_job *job) {
  resolution *r = WO_CONTAINER(job, resolution, job);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *found = NULL;
  char port[8];
  snprintf(port, sizeof port, "%u", r->port);
  r->error = getaddrinfo(r->host, port, &hints, &found);
  for (struct addrinfo *one = found; one && r->found.count < ADDRESSES_MAX; one = one->ai_next) {
    address *a = &r->found.list[r->found.count];
    if (one->ai_addrlen > sizeof(struct sockaddr_in6)) continue;
    memcpy(&a->any, one->ai_addr, one->ai_addrlen);
    a->size = one->ai_addrlen;
    r->found.count++;
  }
  if (found) freeaddrinfo(found);
}

static void end_resolution(wo_plane *plane, wo_job *job, bool cancelled) {
  (void)plane, (void)cancelled;
  resolution *r = WO_CONTAINER(job, resolution, job);
  uint64_t one = 1;
  ssize_t n = write(r->event_fd, &one, sizeof one);
  (void)n;
  resolution_unref(r);
}

static wo_status wait_to_connect(wo_fiber *fiber, const attempt *a, socket_handle *s, wo_value held,
                                 uint8_t events) {
  wo_status status = wait_for(fiber, a, &s->io, events);
  if (status == WO_THREW) wo_hold_release(fiber->isolate, held, NULL);
  return status;
}

static wo_status begin_resolution(wo_shard *shard, wo_fiber *fiber, const where *to,
                                  const attempt *a, wo_value *place) {
  resolution *r = wo_alloc_zero(sizeof *r);
  if (!r) return throw_no_memory(fiber);
  atomic_init(&r->references, 1);
  r->job = (wo_job){.run = run_resolution, .done = end_resolution, .slow = true};
  r->port = to->port;
  memcpy(r->host, to->host, sizeof r->host);
  r->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  int fd = r->event_fd < 0 ? -1 : dup(r->event_fd);
  socket_handle *s;
  wo_value held = fd < 0 ? WO_HOLE : socket_new(fiber, fd, WO_HANDLE_CONN, &s);
  if (held == WO_HOLE || !wo_work_submit(shard->runtime->work, shard->plane, &r->job)) {
    if (held != WO_HOLE) wo_hold_release(fiber->isolate, held, NULL);
    resolution_unref(r);
    return throw_no_memory(fiber);
  }
  atomic_fetch_add_explicit(&r->references, 1, memory_order_relaxed);
  s->resolution = r;
  *place = held;
  return wait_to_connect(fiber, a, s, held, WO_IO_READ);
}

// Begins the next attempt. 0: it has begun, or is done (*done); a negative errno: the last one failed.
static int next_attempt(addresses *targets, int *fd, bool *done) {
  int failed = -EADDRNOTAVAIL;
  *done = false;
  while (targets->next < targets->count) {
    const address *a = &targets->list[targets->next++];
    *fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (*fd < 0) {
      failed = -errno;
      continue;
    }
    set_no_delay(*fd);
    int status = connect(*fd, &a->any, a->size);
    *done = status == 0;
    if (*done || errno == EINPROGRESS || errno == EINTR) return 0;
    failed = -errno;
    close(*fd);
  }
  return failed;
}

// Goes on with the addresses of `targets`, which it takes.
static wo_status try_targets(wo_fiber *fiber, const attempt *a, addresses *targets, int failed,
                             wo_value *place, wo_value *result) {
  int fd;
  bool done;
  int status = next_attempt(targets, &fd, &done);
  if (status < 0) {
    if (status == -EADDRNOTAVAIL && failed) status = -failed;
    wo_free(targets, sizeof *targets);
    return wo_throw_io(fiber, -status, "connect", NULL);
  }
  socket_handle *s;
  wo_value held = socket_new(fiber, fd, WO_HANDLE_CONN, &s);
  if (held == WO_HOLE) {
    wo_free(targets, sizeof *targets);
    return throw_no_memory(fiber);
  }
  s->targets = targets;
  *place = held;
  if (!done) return wait_to_connect(fiber, a, s, held, WO_IO_WRITE);
  *result = held;
  return WO_DONE;
}

static addresses *copy_addresses(const addresses *from) {
  addresses *copy = wo_alloc(sizeof *copy);
  if (copy) *copy = *from;
  return copy;
}

static wo_status resolved(wo_fiber *fiber, const attempt *a, resolution *r, wo_value *place,
                          wo_value *result) {
  wo_value waited = *place;
  wo_status status;
  if (r->error || r->found.count == 0) {
    int error = r->error == EAI_AGAIN ? EAGAIN : r->error == EAI_MEMORY ? ENOMEM : ENOENT;
    status = wo_throw_io(fiber, error, "getaddrinfo", r->host);
  } else {
    addresses *targets = copy_addresses(&r->found);
    status = targets ? try_targets(fiber, a, targets, 0, place, result) : throw_no_memory(fiber);
  }
  wo_hold_release(fiber->isolate, waited, NULL);
  return status;
}

// A wait of the connection in `place` has been answered.
static wo_status connect_on(wo_fiber *fiber, const attempt *a, wo_value *place, wo_value *result) {
  wo_value waited = *place;
  socket_handle *s = socket_of(fiber, waited, WO_HANDLE_CONN, "connect");
  if (!s) return WO_THREW;
  int error = ETIMEDOUT;
  socklen_t size = sizeof error;
  int fd = wo_io_enter(&s->io);
  bool ready = false;
  if (s->resolution) {
    uint64_t count;
    ready = fd >= 0 && read(fd, &count, sizeof count) == (ssize_t)sizeof count;
  } else if (fd >= 0 && !a->timed_out) {
    ready = getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0;
  }
  if (fd >= 0) wo_io_leave(&s->io);
  if (a->timed_out) {
    wo_hold_release(fiber->isolate, waited, NULL);
    return wo_throw(fiber, WO_B_TimeoutError, "connect: the time is over");
  }
  if (s->resolution) {
    return ready ? resolved(fiber, a, s->resolution, place, result)
                 : wait_to_connect(fiber, a, s, waited, WO_IO_READ | WO_IO_DRAINED);
  }
  addresses *targets = s->targets;
  s->targets = NULL;
  if (ready && error == 0) {
    wo_free(targets, sizeof *targets);
    *result = waited;
    return WO_DONE;
  }
  wo_status status = try_targets(fiber, a, targets, error, place, result);
  wo_hold_release(fiber->isolate, waited, NULL);
  return status;
}

wo_status wo_b_net_connect(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  attempt a;
  if (begin(shard, fiber, "connect", wo_arg(args, argc, 1), &a) != WO_DONE) return WO_THREW;
  if (a.again) return connect_on(fiber, &a, &args[0], result);
  where to;
  if (where_of(fiber, wo_arg(args, argc, 0), "connect", NULL, &to) != WO_DONE) return WO_THREW;
  if (wo_may_park(fiber) != WO_DONE) return WO_THREW;
  wo_charge(shard, 100);
  addresses all;
  if (to.is_path) {
    if (!path_address(to.path, &all)) return wo_throw_io(fiber, ENAMETOOLONG, "connect", to.path);
  } else if (!known_addresses(to.host, to.port, &all)) {
    return begin_resolution(shard, fiber, &to, &a, &args[0]);
  }
  addresses *targets = copy_addresses(&all);
  return targets ? try_targets(fiber, &a, targets, 0, &args[0], result) : throw_no_memory(fiber);
}

// --- reading ---

static void lock(socket_handle *s) {
  while (atomic_exchange_explicit(&s->lock, 1, memory_order_acquire)) sched_yield();
}

static void unlock(socket_handle *s) { atomic_store_explicit(&s->lock, 0, memory_order_release); }

static wo_value bytes_of(wo_heap *heap, const uint8_t *from, size_t length) {
  wo_value v = wo_bytes_new(heap, (uint32_t)length);
  wo_bytes *bytes = wo_pointer(v);
  if (length) memcpy(bytes->buffer->data + bytes->offset, from, length);
  return v;
}

// What `lines` has read and not handed out comes first.
static size_t take_ahead(socket_handle *s, uint8_t *out, size_t most) {
  if (!s->ahead) return 0;
  lock(s);
  size_t n = s->end - s->start < most ? s->end - s->start : most;
  memcpy(out, s->ahead + s->start, n);
  s->start += (uint32_t)n;
  unlock(s);
  return n;
}

wo_status wo_b_conn_read(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  attempt a;
  if (begin(shard, fiber, "read", wo_arg(args, argc, 1), &a) != WO_DONE) return WO_THREW;
  socket_handle *s = socket_of(fiber, args[-1], WO_HANDLE_CONN, "read");
  if (!s) return WO_THREW;
  wo_value wanted = wo_arg(args, argc, 0);
  double most = wanted == WO_UNDEFINED ? WO_READ_BLOCK
              : wo_is_number(wanted)   ? wo_number(wanted)
                                       : 0;
  if (!(most >= 1)) return wo_throw_range(fiber, "read: max must be a number, 1 or more");
  size_t size = most < WO_READ_BLOCK ? (size_t)most : WO_READ_BLOCK;
  if (!shard->read_buffer && !(shard->read_buffer = wo_alloc(WO_READ_BLOCK))) {
    return throw_no_memory(fiber);
  }
  ssize_t n = (ssize_t)take_ahead(s, shard->read_buffer, size);
  bool ahead = n > 0;
  if (!ahead && !a.again && !a.timed_out && s->drained) {
    return wait_for(fiber, &a, &s->io, WO_IO_READ);
  }
  if (!ahead) {
    n = wo_io_read(shard->plane, &s->io, shard->read_buffer, size);
    bool partly = n > 0 && (size_t)n < size;
    s->drained = partly && wo_io_drained(shard->plane, &s->io);
  }
  if (n == -EAGAIN) return wait_for(fiber, &a, &s->io, WO_IO_READ | WO_IO_DRAINED);
  if (n < 0) return wo_throw_io(fiber, (int)-n, "read", NULL);
  *result = n == 0 ? WO_UNDEFINED : bytes_of(heap_of(fiber), shard->read_buffer, (size_t)n);
  wo_charge(shard, (uint32_t)(n >> 8));
  return WO_DONE;
}

// Room for one more block behind what has been read ahead; under the lock.
static bool make_room(socket_handle *s) {
  if (s->start > 0) {
    memmove(s->ahead, s->ahead + s->start, s->end - s->start);
    s->end -= s->start;
    s->start = 0;
  }
  enum { FIRST = 4096 };
  if (s->capacity - s->end >= FIRST) return true;
  uint32_t wider = s->capacity ? s->capacity * 2 : 2 * FIRST;
  uint8_t *bytes = wo_realloc(s->ahead, s->capacity, wider);
  if (!bytes) return false;
  s->ahead = bytes;
  s->capacity = wider;
  return true;
}

// Length of the next line with its end, 0: there is none yet. `seen`: no line end before.
static size_t line_length(const socket_handle *s, size_t seen) {
  if (!s->ahead || s->start + seen >= s->end) return 0;
  const uint8_t *from = s->ahead + s->start + seen;
  const uint8_t *end = memchr(from, '\n', s->end - s->start - seen);
  return end ? (size_t)(end - (s->ahead + s->start)) + 1 : 0;
}

// Under the lock: reads until a line is there. Its length; 0: the end; a negative errno.
static ssize_t read_line(wo_shard *shard, socket_handle *s) {
  size_t seen = 0, line;
  s->drained = 0;
  while ((line = line_length(s, seen)) == 0) {
    seen = s->end - s->start;
    if (seen > WO_STRING_LENGTH_MAX) return -EMSGSIZE;
    if (!make_room(s)) return -ENOMEM;
    ssize_t n = wo_io_read(shard->plane, &s->io, s->ahead + s->end, s->capacity - s->end);
    if (n < 0) return n;
    if (n == 0) return (ssize_t)seen;
    s->end += (uint32_t)n;
    wo_charge(shard, 50 + (uint32_t)(n >> 8));
  }
  return (ssize_t)line;
}

// The next line without its end; undefined after the last.
wo_status wo_b_conn_line(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  attempt a;
  if (begin(shard, fiber, "read", WO_UNDEFINED, &a) != WO_DONE) return WO_THREW;
  socket_handle *s = socket_of(fiber, wo_arg(args, argc, 0), WO_HANDLE_CONN, "lines");
  if (!s) return WO_THREW;
  *result = WO_UNDEFINED;
  lock(s);
  ssize_t n = read_line(shard, s);
  if (n > 0) {
    const uint8_t *text = s->ahead + s->start;
    size_t length = (size_t)n;
    s->start += (uint32_t)n;
    if (text[length - 1] == '\n') length--;
    if (length < (size_t)n && length && text[length - 1] == '\r') length--;
    *result = wo_string_from_utf8(heap_of(fiber), (const char *)text, length);
  }
  unlock(s);
  if (n == -EAGAIN) return wait_for(fiber, &a, &s->io, WO_IO_READ | WO_IO_DRAINED);
  return n < 0 ? wo_throw_io(fiber, (int)-n, "read", NULL) : WO_DONE;
}

// --- writing ---

// The bytes to write: of a Uint8Array, or of text that is ASCII, as they lie in the heap. Other text
// is encoded once: the bytes take its place among the arguments.
static wo_status payload(wo_fiber *fiber, wo_value *place, const uint8_t **bytes, size_t *length) {
  wo_heap *heap = heap_of(fiber);
  if (wo_is_string(*place)) {
    wo_string *s = wo_string_flat(heap, *place);
    *length = wo_string_utf8_length(s);
    if (!wo_string_is_wide(s) && *length == s->length) {
      *bytes = s->data;
      return WO_DONE;
    }
    if (*length > WO_READ_BLOCK) {
      wo_status status = wo_heap_reserve(heap, fiber, *length);
      if (status != WO_DONE) return status;
    }
    wo_value encoded = wo_bytes_new(heap, (uint32_t)*length);
    wo_string_to_utf8(s, (char *)((wo_bytes *)wo_pointer(encoded))->buffer->data);
    *place = encoded;
  }
  if (!wo_has_kind(*place, WO_KIND_BYTES)) {
    return wo_throw_type(fiber, "The \"data\" argument must be of type string or Uint8Array");
  }
  const wo_bytes *b = wo_pointer(*place);
  *bytes = b->buffer ? b->buffer->data + b->offset : NULL;
  *length = b->length;
  return WO_DONE;
}

wo_status wo_b_conn_write(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  attempt a;
  const uint8_t *bytes = NULL;
  size_t length = 0;
  wo_value none = WO_UNDEFINED;
  // First, as it may ask to be run again: then nothing has happened yet.
  wo_status status = payload(fiber, argc ? &args[0] : &none, &bytes, &length);
  if (status != WO_DONE) return status;
  if (begin(shard, fiber, "write", wo_arg(args, argc, 1), &a) != WO_DONE) return WO_THREW;
  socket_handle *s = socket_of(fiber, args[-1], WO_HANDLE_CONN, "write");
  if (!s) return WO_THREW;
  *result = WO_UNDEFINED;
  if (length > UINT32_MAX) return wo_throw_range(fiber, "write: at most 4 GB at once");
  while (fiber->park_wr_at < length) {
    size_t left = length - fiber->park_wr_at;
    ssize_t n = wo_io_write(shard->plane, &s->io, bytes + fiber->park_wr_at, left);
    if (n == -EAGAIN) return wait_for(fiber, &a, &s->io, WO_IO_WRITE | WO_IO_DRAINED);
    if (n < 0) return wo_throw_io(fiber, (int)-n, "write", NULL);
    fiber->park_wr_at += (uint32_t)n;
    wo_charge(shard, 50 + (uint32_t)(n >> 8));
  }
  // Nothing to write to what is closed is an error too.
  return length == 0 && wo_io_closed(&s->io) ? wo_throw_io(fiber, EBADF, "write", NULL) : WO_DONE;
}

// --- ends ---

wo_status wo_b_conn_close_write(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)argc;
  *result = WO_UNDEFINED;
  socket_handle *s = socket_of(fiber, args[-1], WO_HANDLE_CONN, "closeWrite");
  if (!s) return WO_THREW;
  int fd = wo_io_enter(&s->io);
  if (fd < 0) return WO_DONE;
  int error = shutdown(fd, SHUT_WR) == 0 ? 0 : errno;
  wo_io_leave(&s->io);
  return error && error != ENOTCONN ? wo_throw_io(fiber, error, "shutdown", NULL) : WO_DONE;
}

static wo_status close_socket(wo_shard *shard, wo_fiber *fiber, wo_value v, wo_handle_kind kind) {
  socket_handle *s = socket_of(fiber, v, kind, "close");
  if (!s) return WO_THREW;
  wo_io_close(shard->plane, &s->io);
  return WO_DONE;
}

wo_status wo_b_conn_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)argc;
  *result = WO_UNDEFINED;
  return close_socket(shard, fiber, args[-1], WO_HANDLE_CONN);
}

// A listener at a path takes the path away with it, as Node does.
wo_status wo_b_listener_close(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)argc;
  *result = WO_UNDEFINED;
  socket_handle *s = socket_of(fiber, args[-1], WO_HANDLE_LISTENER, "close");
  if (!s) return WO_THREW;
  address at = {.size = sizeof at.local};
  int fd = wo_io_enter(&s->io);
  if (fd >= 0) {
    bool known = getsockname(fd, &at.any, &at.size) == 0 && at.any.sa_family == AF_UNIX;
    if (known && at.local.sun_path[0]) unlink(at.local.sun_path);
    wo_io_leave(&s->io);
  }
  return close_socket(shard, fiber, args[-1], WO_HANDLE_LISTENER);
}

wo_status wo_b_socket_release(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard, (void)argc;
  *result = WO_UNDEFINED;
  const wo_hold *hold = wo_is_handle(args[-1]) ? wo_hold_of(fiber->isolate, args[-1]) : NULL;
  if (!hold || (hold->kind != WO_HANDLE_CONN && hold->kind != WO_HANDLE_LISTENER)) {
    return wo_throw_type(fiber, "release needs a connection or a listener");
  }
  wo_hold_release(fiber->isolate, args[-1], NULL);
  return WO_DONE;
}

// --- names ---

static wo_value shown_address(wo_heap *heap, const address *a) {
  wo_value object = wo_object_new(heap, 2);
  char text[INET6_ADDRSTRLEN] = "";
  if (a->any.sa_family == AF_UNIX) {
    bool named = a->size > offsetof(struct sockaddr_un, sun_path);
    const char *path = named ? a->local.sun_path : "";
    wo_define(heap, object, wo_intern_ascii(heap->runtime, "path"),
              wo_string_from_utf8(heap, path, strnlen(path, sizeof a->local.sun_path)),
              WO_ATTR_PLAIN);
    return object;
  }
  bool v6 = a->any.sa_family == AF_INET6;
  inet_ntop(a->any.sa_family, v6 ? (const void *)&a->v6.sin6_addr : &a->v4.sin_addr, text,
            sizeof text);
  wo_define(heap, object, wo_intern_ascii(heap->runtime, "host"), wo_string_from_ascii(heap, text),
            WO_ATTR_PLAIN);
  wo_define(heap, object, wo_intern_ascii(heap->runtime, "port"),
            wo_from_int(ntohs(v6 ? a->v6.sin6_port : a->v4.sin_port)), WO_ATTR_PLAIN);
  return object;
}

static wo_status name_of(wo_fiber *fiber, socket_handle *s, bool remote, wo_value *result) {
  if (!s) return WO_THREW;
  const char *what = remote ? "getpeername" : "getsockname";
  address a = {.size = sizeof a.local};
  int fd = wo_io_enter(&s->io);
  if (fd < 0) return wo_throw_io(fiber, -fd, what, NULL);
  int status = remote ? getpeername(fd, &a.any, &a.size) : getsockname(fd, &a.any, &a.size);
  int error = errno;
  wo_io_leave(&s->io);
  if (status != 0) return wo_throw_io(fiber, error, what, NULL);
  *result = shown_address(heap_of(fiber), &a);
  return WO_DONE;
}

wo_status wo_b_conn_remote(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  (void)shard, (void)argc;
  return name_of(fiber, socket_of(fiber, args[-1], WO_HANDLE_CONN, "remote"), true, result);
}

wo_status wo_b_conn_local(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                          wo_value *result) {
  (void)shard, (void)argc;
  return name_of(fiber, socket_of(fiber, args[-1], WO_HANDLE_CONN, "local"), false, result);
}

wo_status wo_b_listener_local(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  (void)shard, (void)argc;
  return name_of(fiber, socket_of(fiber, args[-1], WO_HANDLE_LISTENER, "local"), false, result);
}
