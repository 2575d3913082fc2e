// What wo-fiber/http (lib/http) does to bytes: reading heads and chunk sizes, looking into field
// lines, and putting heads together. The rules are those of RFC 9110 and 9112, read strictly: where a
// message could be understood in two ways it is refused. All of this is open to any program
// (LIBRARY in builtins.def), so nothing is taken for granted about arguments.
#include <stdio.h>
#include <string.h>

#include "property.h"

// Bytes of a head: far more than a server allows, and it bounds what one call makes.
#define HEAD_BYTES_MAX (1u << 20)
// Content-Length as a number that counts exactly.
#define LENGTH_MAX 9007199254740991.0

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

// --- classes of bytes ---

enum {
  TOKEN = 1,   // of a method or a field name
  TEXT = 2,    // of a field value or a reason: HTAB, SP, VCHAR, obs-text
  TARGET = 4,  // of a request target
  HOST = 8,    // of the Host field
};
// clang-format off
#define T7 (TOKEN | TEXT | TARGET | HOST)  // letters, digits and what is fine anywhere
#define T3 (TOKEN | TEXT | TARGET)
#define T6 (TEXT | TARGET)
#define TH (TEXT | TARGET | HOST)
static const uint8_t classes[256] = {
    ['\t'] = TEXT, [' '] = TEXT, ['!'] = T7, ['"'] = T6, ['#'] = TOKEN | TEXT, ['$'] = T7,
    ['%'] = T7, ['&'] = T7, ['\''] = T7, ['('] = TH, [')'] = TH, ['*'] = T7, ['+'] = T7, [','] = T6,
    ['-'] = T7, ['.'] = T7, ['/'] = T6, ['0' ... '9'] = T7, [':'] = TH, [';'] = TH, ['<'] = T6,
    ['='] = TH, ['>'] = T6, ['?'] = T6, ['@'] = T6, ['A' ... 'Z'] = T7, ['['] = TH, ['\\'] = T6,
    [']'] = TH, ['^'] = T3, ['_'] = T7, ['`'] = T3, ['a' ... 'z'] = T7, ['{'] = T6, ['|'] = T3,
    ['}'] = T6, ['~'] = T7, [0x80 ... 0xFF] = TEXT,
};
// clang-format on

static uint8_t lower(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

// Whether the `n` bytes are `text`, which is in lower case, whatever their case.
static bool is_word(const uint8_t *bytes, size_t n, const char *text) {
  if (strlen(text) != n) return false;
  for (size_t i = 0; i < n; i++) {
    if (lower(bytes[i]) != (uint8_t)text[i]) return false;
  }
  return true;
}

// The first byte from `at` on that is not in `class`.
static const uint8_t *skip(const uint8_t *at, const uint8_t *end, uint8_t class) {
  while (at < end && classes[*at] & class) at++;
  return at;
}

// The same for TEXT, eight bytes at a time while none is a control or DEL.
static const uint8_t *skip_text(const uint8_t *at, const uint8_t *end) {
  const uint64_t ones = 0x0101010101010101ull, tops = 0x8080808080808080ull;
  while (end - at >= 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    uint64_t del = word ^ ones * 0x7F;
    if (((word - ones * 0x20) & ~word & tops) | ((del - ones) & ~del & tops)) break;
    at += 8;
  }
  return skip(at, end, TEXT);
}

static bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\t'; }

// --- scanning a head ---

// What a head says about its message; lib/http/wire.ts has the same numbers.
enum {
  HEAD_11 = 1,  // HTTP/1.1, else 1.0
  HEAD_KEEP = 2,
  HEAD_CHUNKED = 4,
  HEAD_CONTINUE = 8,  // Expect: 100-continue
};
typedef enum head_kind { REQUEST, RESPONSE, TRAILERS } head_kind;

// What a step answers: it went on; the bytes end here; or a status to refuse the message with.
enum { FINE = 1, MORE = 0 };

typedef struct head {
  const uint8_t *at, *end;
  head_kind kind;
  uint32_t fields, fields_max;
  double length;  // -1: not said
  bool minor;     // HTTP/1.1
  bool host, close, keep, expect, unexpected;
  bool coded, chunked, unknown, misplaced;  // Transfer-Encoding
} head;

// CR LF, and nothing else that could end a line.
static int line_end(head *h) {
  if (h->at == h->end) return MORE;
  if (*h->at != '\r') return 400;
  if (h->at + 1 == h->end) return MORE;
  if (h->at[1] != '\n') return 400;
  h->at += 2;
  return FINE;
}

static int one_byte(head *h, uint8_t byte) {
  if (h->at == h->end) return MORE;
  return *h->at++ == byte ? FINE : 400;
}

// "HTTP/1.1"
static int version(head *h) {
  static const char *const text = "HTTP/";
  for (int i = 0; i < 5; i++) {
    int status = one_byte(h, (uint8_t)text[i]);
    if (status != FINE) return status;
  }
  if (h->end - h->at < 3) return MORE;
  uint8_t major = h->at[0], minor = h->at[2];
  if (major < '0' || major > '9' || h->at[1] != '.' || minor < '0' || minor > '9') return 400;
  if (major != '1' || minor > '1') return 505;
  h->minor = minor == '1';
  h->at += 3;
  return FINE;
}

typedef struct range {
  const uint8_t *at;
  uint32_t length;
} range;

static range range_of(const uint8_t *from, const uint8_t *to) {
  return (range){from, (uint32_t)(to - from)};
}

static bool is_method(range r, const char *name) {
  return r.length == strlen(name) && memcmp(r.at, name, r.length) == 0;
}

// origin-form, absolute-form or, for OPTIONS, "*". A tunnel (CONNECT) is not what we are for.
static int check_target(range method, range target) {
  if (is_method(method, "CONNECT")) return 501;
  if (target.at[0] == '/') return FINE;
  if (target.at[0] == '*') return target.length == 1 && is_method(method, "OPTIONS") ? FINE : 400;
  const uint8_t *colon = memchr(target.at, ':', target.length);
  size_t scheme = colon ? (size_t)(colon - target.at) : 0;
  if (!is_word(target.at, scheme, "http") && !is_word(target.at, scheme, "https")) return 400;
  size_t prefix = scheme + 3;
  if (target.length <= prefix || memcmp(colon, "://", 3) != 0) return 400;
  return classes[target.at[prefix]] & HOST ? FINE : 400;
}

static int request_line(head *h, range *method, range *target) {
  // A client may send an empty line after a body.
  while (h->at < h->end && *h->at == '\r') {
    int status = line_end(h);
    if (status != FINE) return status;
  }
  const uint8_t *from = h->at;
  h->at = skip(from, h->end, TOKEN);
  *method = range_of(from, h->at);
  if (h->at == h->end) return MORE;
  if (method->length == 0 || *h->at++ != ' ') return 400;
  from = h->at;
  h->at = skip(from, h->end, TARGET);
  *target = range_of(from, h->at);
  if (h->at == h->end) return MORE;
  if (target->length == 0 || *h->at++ != ' ') return 400;
  int status = version(h);
  if (status == FINE) status = line_end(h);
  return status == FINE ? check_target(*method, *target) : status;
}

// HTTP/1.1 200 OK, where the reason, and then the space, may be missing.
static int status_line(head *h, int *code, range *reason) {
  int status = version(h);
  if (status == FINE) status = one_byte(h, ' ');
  if (status != FINE) return status;
  *code = 0;
  for (int i = 0; i < 3; i++) {
    if (h->at == h->end) return MORE;
    if (*h->at < '0' || *h->at > '9') return 400;
    *code = *code * 10 + (*h->at++ - '0');
  }
  if (*code < 100) return 400;
  if (h->at < h->end && *h->at == ' ') h->at++;
  const uint8_t *from = h->at;
  h->at = skip_text(from, h->end);
  *reason = range_of(from, h->at);
  return line_end(h);
}

// Calls `each` for the elements of a comma separated list.
static void list_items(head *h, range value, void (*each)(head *h, const uint8_t *at, size_t n)) {
  const uint8_t *at = value.at, *end = value.at + value.length;
  while (at < end) {
    const uint8_t *comma = memchr(at, ',', (size_t)(end - at));
    const uint8_t *to = comma ? comma : end;
    while (at < to && is_blank(*at)) at++;
    const uint8_t *last = to;
    while (last > at && is_blank(last[-1])) last--;
    if (last > at) each(h, at, (size_t)(last - at));
    at = to + 1;
  }
}

static void connection_option(head *h, const uint8_t *at, size_t n) {
  if (is_word(at, n, "close")) h->close = true;
  if (is_word(at, n, "keep-alive")) h->keep = true;
}

static void transfer_coding(head *h, const uint8_t *at, size_t n) {
  if (h->chunked) h->misplaced = true;
  if (is_word(at, n, "chunked")) h->chunked = true;
  else h->unknown = true;
}

// Digits only, said once: anything else is read differently by somebody.
static int content_length(head *h, range value) {
  if (h->length >= 0 || value.length == 0 || value.length > 300) return 400;
  double length = 0;
  for (uint32_t i = 0; i < value.length; i++) {
    if (value.at[i] < '0' || value.at[i] > '9') return 400;
    length = length * 10 + (value.at[i] - '0');
  }
  if (length > LENGTH_MAX) return 413;
  h->length = length;
  return FINE;
}

static int note_field(head *h, range name, range value) {
  switch (name.length) {
    case 4:
      if (h->kind != REQUEST || !is_word(name.at, 4, "host")) return FINE;
      if (h->host || skip(value.at, value.at + value.length, HOST) < value.at + value.length) {
        return 400;
      }
      h->host = true;
      return FINE;
    case 6:
      if (h->kind != REQUEST || !is_word(name.at, 6, "expect")) return FINE;
      if (is_word(value.at, value.length, "100-continue")) h->expect = true;
      else h->unexpected = true;
      return FINE;
    case 10:
      if (is_word(name.at, 10, "connection")) list_items(h, value, connection_option);
      return FINE;
    case 14: return is_word(name.at, 14, "content-length") ? content_length(h, value) : FINE;
    case 17:
      if (!is_word(name.at, 17, "transfer-encoding")) return FINE;
      h->coded = true;
      list_items(h, value, transfer_coding);
      return FINE;
    default: return FINE;
  }
}

// One "name: value" line. White space before the colon, a folded line and a bare LF are refused by
// what they start or end with.
static int field_line(head *h, range *name, range *value) {
  const uint8_t *from = h->at;
  h->at = skip(from, h->end, TOKEN);
  *name = range_of(from, h->at);
  if (h->at == h->end) return MORE;
  if (name->length == 0 || *h->at++ != ':') return 400;
  while (h->at < h->end && is_blank(*h->at)) h->at++;
  from = h->at;
  h->at = skip_text(from, h->end);
  const uint8_t *last = h->at;
  while (last > from && is_blank(last[-1])) last--;
  *value = range_of(from, last);
  return line_end(h);
}

// What says where a message ends or goes comes too late behind it.
static int check_trailer(range name) {
  static const char *const early[] = {"content-length", "transfer-encoding", "host"};
  for (size_t i = 0; i < WO_COUNT(early); i++) {
    if (is_word(name.at, name.length, early[i])) return 400;
  }
  return FINE;
}

static int field_lines(head *h) {
  for (;;) {
    if (h->at < h->end && *h->at == '\r') return line_end(h);
    range name, value;
    int status = field_line(h, &name, &value);
    if (status == FINE && ++h->fields > h->fields_max) return 431;
    if (status == FINE) {
      status = h->kind == TRAILERS ? check_trailer(name) : note_field(h, name, value);
    }
    if (status != FINE) return status;
  }
}

// What the fields say together.
static int check_fields(const head *h) {
  if (h->kind == REQUEST && h->minor && !h->host) return 400;
  if (h->coded) {
    if (!h->minor || h->length >= 0 || h->misplaced) return 400;
    if (h->unknown) return 501;
    if (!h->chunked) return 400;
  }
  return h->unexpected && h->minor ? 417 : FINE;
}

static int head_flags(const head *h) {
  bool keep = !h->close && (h->minor || h->keep);
  return (h->minor ? HEAD_11 : 0) | (keep ? HEAD_KEEP : 0) | (h->chunked ? HEAD_CHUNKED : 0) |
         (h->expect && h->minor ? HEAD_CONTINUE : 0);
}

// --- arguments ---

static const uint8_t *data_of(const wo_bytes *b) { return b->buffer->data + b->offset; }

// A number that is an index of at most `most`; false after throwing.
static bool index_arg(wo_fiber *fiber, wo_value v, uint32_t most, uint32_t *out) {
  double d = wo_is_number(v) ? wo_number(v) : -1;
  if (!(d >= 0 && d <= most)) {
    wo_throw_range(fiber, "index out of range");
    return false;
  }
  *out = (uint32_t)d;
  return true;
}

// Arguments `bytes` and from..to in them, from argument `i` on; false after throwing.
static bool range_args(wo_fiber *fiber, const wo_value *args, uint32_t argc, uint32_t i,
                       range *out) {
  wo_value v = wo_arg(args, argc, i);
  if (!wo_has_kind(v, WO_KIND_BYTES)) {
    wo_throw_type(fiber, "bytes must be a Uint8Array");
    return false;
  }
  const wo_bytes *bytes = wo_pointer(v);
  uint32_t from, to;
  if (!index_arg(fiber, wo_arg(args, argc, i + 2), bytes->length, &to) ||
      !index_arg(fiber, wo_arg(args, argc, i + 1), to, &from)) {
    return false;
  }
  *out = (range){data_of(bytes) + from, to - from};
  return true;
}

// The array that takes what a scan finds; NULL after throwing.
static wo_array *out_arg(wo_fiber *fiber, wo_value v) {
  if (wo_is_array(v) && wo_array_is_dense(wo_pointer(v)) &&
      !(wo_cell_of(v)->flags & (WO_CELL_FROZEN | WO_CELL_SEALED | WO_CELL_SHARED))) {
    return wo_pointer(v);
  }
  wo_throw_type(fiber, "out must be an array of its own");
  return NULL;
}

static void charge(wo_shard *shard, size_t bytes) { wo_charge(shard, (uint32_t)(bytes >> 6)); }

static wo_value latin1(wo_heap *heap, range r) { return wo_string_short(heap, r.at, r.length); }

// --- the scans ---

typedef struct limits {
  uint32_t line, bytes;
} limits;

// What a head is refused with when it grows too long; FINE while it does not.
static int check_size(const head *h, const uint8_t *from, limits most, bool whole) {
  size_t size = (size_t)((whole ? h->at : h->end) - from);
  if (size > most.line && h->kind != TRAILERS) {
    const uint8_t *line = memchr(from, '\n', size);
    size_t first = line ? (size_t)(line - from) + 1 : size;
    if (first > most.line + 2u) return h->kind == REQUEST ? 414 : 431;
  }
  return size <= most.bytes ? FINE : 431;
}

static int scan(head *h, limits most, wo_heap *heap, wo_array *out) {
  const uint8_t *start = h->at;
  range first = {0}, second = {0};
  int code = 0, status = FINE;
  if (h->kind == REQUEST) status = request_line(h, &first, &second);
  if (h->kind == RESPONSE) status = status_line(h, &code, &second);
  const uint8_t *fields = h->at;
  if (status == FINE) status = field_lines(h);
  if (status == FINE || status == MORE) {
    int size = check_size(h, start, most, status == FINE);
    if (size != FINE) return size;
  }
  if (status == FINE && h->kind != TRAILERS) status = check_fields(h);
  if (status != FINE) return status;
  wo_value first_value = h->kind == RESPONSE ? wo_from_int(code) : latin1(heap, first);
  wo_array_set(heap, out, 0, first_value);
  wo_array_set(heap, out, 1, latin1(heap, second));
  wo_array_set(heap, out, 2, wo_from_int(head_flags(h)));
  wo_array_set(heap, out, 3, wo_from_number(h->length));
  wo_array_set(heap, out, 4, wo_from_int((int32_t)(fields - start)));
  return FINE;
}

// (kind, bytes, start, fresh, end, lineMax, bytesMax, countMax, out). Answers where the head ends,
// 0 when it is not all there, or minus the status to refuse it with. out: method and target (or
// status and reason), flags, length, and how far behind `start` the fields begin. Of an incomplete
// head nothing is looked at again before a line has ended behind `fresh`.
wo_status wo_b_http_scan_head(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  wo_value range_of_head[3] = {wo_arg(args, argc, 1), wo_arg(args, argc, 2), wo_arg(args, argc, 4)};
  range all;
  uint32_t kind, fresh, fields_max;
  limits most;
  if (!index_arg(fiber, wo_arg(args, argc, 0), TRAILERS, &kind) ||
      !range_args(fiber, range_of_head, 3, 0, &all) ||
      !index_arg(fiber, wo_arg(args, argc, 3), UINT32_MAX, &fresh) ||
      !index_arg(fiber, wo_arg(args, argc, 5), HEAD_BYTES_MAX, &most.line) ||
      !index_arg(fiber, wo_arg(args, argc, 6), HEAD_BYTES_MAX, &most.bytes) ||
      !index_arg(fiber, wo_arg(args, argc, 7), HEAD_BYTES_MAX, &fields_max)) {
    return WO_THREW;
  }
  wo_array *out = out_arg(fiber, wo_arg(args, argc, 8));
  if (!out) return WO_THREW;
  uint32_t start = (uint32_t)wo_number(args[2]);
  uint32_t old = fresh > start ? fresh - start : 0;
  *result = wo_from_int(MORE);
  bool news = old == 0 || (old < all.length && memchr(all.at + old, '\n', all.length - old));
  if (!news && all.length <= most.line && all.length <= most.bytes) return WO_DONE;
  uint32_t looked = all.length > most.bytes + 1 ? most.bytes + 1 : all.length;
  head h = {.at = all.at,
            .end = all.at + looked,
            .kind = (head_kind)kind,
            .fields_max = fields_max,
            .length = -1};
  int status = scan(&h, most, heap_of(fiber), out);
  charge(shard, (size_t)(h.at - all.at));
  if (status == FINE) *result = wo_from_number(start + (double)(h.at - all.at));
  else if (status != MORE) *result = wo_from_int(-status);
  return WO_DONE;
}

// The value of a hexadecimal digit, -1 for any other byte.
static int hex_digit(uint8_t byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  byte = lower(byte);
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

// (bytes, start, end, out): the line before a chunk, "1a;name=value" CR LF. Answers where it ends, 0
// when it is not all there, -400; out[0] is the size. Extensions are passed over, but a line of more
// than CHUNK_LINE_MAX bytes is none.
#define CHUNK_LINE_MAX 1024

// One or more bytes of a token, and a byte behind them.
static int token(head *h) {
  const uint8_t *from = h->at;
  h->at = skip(from, h->end, TOKEN);
  if (h->at == h->end) return MORE;
  return h->at > from ? FINE : 400;
}

static int quoted_string(head *h) {
  for (h->at++; h->at < h->end; h->at++) {
    if (*h->at == '"') {
      h->at++;
      return h->at < h->end ? FINE : MORE;
    }
    if (*h->at == '\\' && ++h->at == h->end) return MORE;
    if (!(classes[*h->at] & TEXT)) return 400;
  }
  return MORE;
}

// name, name=token or name="text".
static int chunk_extension(head *h) {
  int status = token(h);
  if (status != FINE || *h->at != '=') return status;
  if (++h->at == h->end) return MORE;
  return *h->at == '"' ? quoted_string(h) : token(h);
}

static int chunk_line(head *h, double *size) {
  int digits = 0;
  *size = 0;
  for (int digit; h->at < h->end && (digit = hex_digit(*h->at)) >= 0; h->at++) {
    *size = *size * 16 + digit;
    if (++digits > 13) return 400;
  }
  if (h->at == h->end) return MORE;
  if (digits == 0) return 400;
  while (*h->at == ';') {
    h->at++;
    int status = chunk_extension(h);
    if (status != FINE) return status;
  }
  return line_end(h);
}

wo_status wo_b_http_scan_chunk(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  range all;
  if (!range_args(fiber, args, argc, 0, &all)) return WO_THREW;
  wo_array *out = out_arg(fiber, wo_arg(args, argc, 3));
  if (!out) return WO_THREW;
  bool long_enough = all.length > CHUNK_LINE_MAX;
  head h = {.at = all.at, .end = all.at + (long_enough ? CHUNK_LINE_MAX : all.length)};
  double size;
  int status = chunk_line(&h, &size);
  if (status == MORE && long_enough) status = 400;
  charge(shard, (size_t)(h.at - all.at));
  *result = wo_from_int(status == MORE ? 0 : -status);
  if (status != FINE) return WO_DONE;
  wo_array_set(heap_of(fiber), out, 0, wo_from_number(size));
  *result = wo_from_number(wo_number(args[1]) + (double)(h.at - all.at));
  return WO_DONE;
}

// --- looking into field lines ---

// The lines of a head that was accepted, or any bytes: then what is no field line ends them.
static bool next_field(head *h, range *name, range *value) {
  return h->at < h->end && *h->at != '\r' && field_line(h, name, value) == FINE;
}

static bool fields_args(wo_fiber *fiber, const wo_value *args, uint32_t argc, head *out) {
  range all;
  if (!range_args(fiber, args, argc, 0, &all)) return false;
  uint32_t looked = all.length < HEAD_BYTES_MAX ? all.length : HEAD_BYTES_MAX;
  *out = (head){.at = all.at, .end = all.at + looked};
  return true;
}

static bool same_name(range a, const wo_string *b) {
  if (a.length != b->length || wo_string_is_wide(b)) return false;
  for (uint32_t i = 0; i < a.length; i++) {
    if (lower(a.at[i]) != lower(b->data[i])) return false;
  }
  return true;
}

// (bytes, from, to, name): the value, those of several lines joined as a list; null where there is
// none. Cookies are joined by semicolons, as their own field is.
wo_status wo_b_http_field_value(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  head h;
  wo_value wanted = wo_arg(args, argc, 3);
  if (!fields_args(fiber, args, argc, &h)) return WO_THREW;
  if (!wo_is_string(wanted)) return wo_throw_type(fiber, "the name must be a string");
  wo_heap *heap = heap_of(fiber);
  const wo_string *text = wo_string_flat(heap, wanted);
  const uint8_t *from = h.at;
  range name, value;
  *result = WO_NULL;
  while (next_field(&h, &name, &value)) {
    if (!same_name(name, text)) continue;
    wo_value more = latin1(heap, value);
    if (*result == WO_NULL) {
      *result = more;
      continue;
    }
    bool cookie = is_word(name.at, name.length, "cookie");
    wo_value both =
        wo_string_concat(heap, *result, wo_string_from_ascii(heap, cookie ? "; " : ", "));
    *result = wo_string_concat(heap, both, more);
    if (*result == WO_HOLE) return wo_throw_length(fiber);
  }
  charge(shard, (size_t)(h.at - from));
  return WO_DONE;
}

static wo_value lower_name(wo_heap *heap, range name) {
  wo_string *s = wo_string_new(heap, name.length, false);
  for (uint32_t i = 0; i < name.length; i++) s->data[i] = lower(name.at[i]);
  return wo_from_string(s);
}

// (bytes, from, to): [name, value, name, value, ...], names in lower case.
wo_status wo_b_http_field_list(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  head h;
  if (!fields_args(fiber, args, argc, &h)) return WO_THREW;
  wo_heap *heap = heap_of(fiber);
  const uint8_t *from = h.at;
  range name, value;
  *result = wo_array_new(heap, 16);
  while (next_field(&h, &name, &value)) {
    wo_array_push(heap, wo_pointer(*result), lower_name(heap, name));
    wo_array_push(heap, wo_pointer(*result), latin1(heap, value));
  }
  charge(shard, (size_t)(h.at - from) * 4);
  return WO_DONE;
}

// --- fields to send ---

// A string argument as one of Latin-1 units; NULL where it is none.
static wo_string *narrow_arg(wo_fiber *fiber, wo_value v) {
  if (!wo_is_string(v)) return NULL;
  wo_string *s = wo_string_flat(heap_of(fiber), v);
  return wo_string_is_wide(s) ? NULL : s;
}

// (name): the name in lower case; undefined where no field may have it.
wo_status wo_b_http_field_name(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  wo_value v = wo_arg(args, argc, 0);
  const wo_string *s = narrow_arg(fiber, v);
  *result = WO_UNDEFINED;
  if (!s || s->length == 0) return WO_DONE;
  charge(shard, s->length);
  const uint8_t *end = s->data + s->length;
  if (skip(s->data, end, TOKEN) < end) return WO_DONE;
  *result = v;
  for (const uint8_t *at = s->data; at < end; at++) {
    if (lower(*at) != *at) *result = lower_name(heap_of(fiber), range_of(s->data, end));
  }
  return WO_DONE;
}

// (value): the value without blanks at its ends; undefined where it may not be sent.
wo_status wo_b_http_field_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  wo_value v = wo_arg(args, argc, 0);
  const wo_string *s = narrow_arg(fiber, v);
  *result = WO_UNDEFINED;
  if (!s) return WO_DONE;
  charge(shard, s->length);
  const uint8_t *from = s->data, *end = s->data + s->length;
  if (skip_text(from, end) < end) return WO_DONE;
  while (from < end && is_blank(*from)) from++;
  while (end > from && is_blank(end[-1])) end--;
  bool whole = end - from == (ptrdiff_t)s->length;
  *result = whole ? v
                  : wo_string_slice(heap_of(fiber), v, (uint32_t)(from - s->data),
                                    (uint32_t)(end - s->data));
  return WO_DONE;
}

// A flat list of names and values; NULL after throwing.
static wo_array *list_arg(wo_fiber *fiber, wo_value v) {
  if (wo_is_array(v) && wo_array_is_dense(wo_pointer(v))) return wo_pointer(v);
  wo_throw_type(fiber, "the fields must be an array");
  return NULL;
}

static wo_value list_item(wo_array *list, uint32_t i) { return wo_array_get(list, i); }

// (list): which of these are there: 1 content-length, 2 transfer-encoding, 4 connection, 8 date,
// 16 content-type, 32 keep-alive.
wo_status wo_b_http_field_bits(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  static const struct {
    const char *name;
    int bit;
  } known[] = {{"content-length", 1}, {"transfer-encoding", 2}, {"connection", 4},
               {"date", 8},           {"content-type", 16},     {"keep-alive", 32}};
  wo_array *list = list_arg(fiber, wo_arg(args, argc, 0));
  if (!list) return WO_THREW;
  int bits = 0;
  for (uint32_t i = 0; i < list->length; i += 2) {
    const wo_string *s = narrow_arg(fiber, list_item(list, i));
    if (!s) continue;
    for (size_t k = 0; k < WO_COUNT(known); k++) {
      if (is_word(s->data, s->length, known[k].name)) bits |= known[k].bit;
    }
  }
  charge(shard, (size_t)list->length * 16);
  *result = wo_from_int(bits);
  return WO_DONE;
}

// --- putting bytes together ---

// Arguments `to` and `at`; false after throwing.
static bool room_args(wo_fiber *fiber, const wo_value *args, uint32_t argc, uint8_t **to,
                      uint32_t *room) {
  wo_value v = wo_arg(args, argc, 0);
  if (!wo_has_kind(v, WO_KIND_BYTES)) {
    wo_throw_type(fiber, "to must be a Uint8Array");
    return false;
  }
  wo_bytes *bytes = wo_pointer(v);
  if ((bytes->object.cell.flags | bytes->buffer->cell.flags) & WO_CELL_SHARED) {
    wo_throw_type(fiber, "to is shared between isolates and cannot be changed");
    return false;
  }
  uint32_t at;
  if (!index_arg(fiber, wo_arg(args, argc, 1), bytes->length, &at)) return false;
  *to = bytes->buffer->data + bytes->offset + at;
  *room = bytes->length - at;
  return true;
}

// One part in text or bytes: how much it takes.
static bool part_size(wo_fiber *fiber, wo_value part, bool utf8, uint64_t *size) {
  if (wo_is_string(part)) {
    const wo_string *s = wo_string_flat(heap_of(fiber), part);
    if (!utf8 && wo_string_is_wide(s)) return false;
    *size += utf8 ? wo_string_utf8_length(s) : s->length;
    return true;
  }
  if (wo_is_number(part)) {
    char text[WO_NUMBER_TEXT_MAX];
    *size += wo_number_to_text(wo_number(part), text);
    return true;
  }
  if (!wo_has_kind(part, WO_KIND_BYTES)) return false;
  *size += ((wo_bytes *)wo_pointer(part))->length;
  return true;
}

static uint8_t *put_part(wo_fiber *fiber, wo_value part, bool utf8, uint8_t *at) {
  if (wo_is_string(part)) {
    const wo_string *s = wo_string_flat(heap_of(fiber), part);
    if (utf8) {
      wo_string_to_utf8(s, (char *)at);
      return at + wo_string_utf8_length(s);
    }
    wo_text_copy(at, s->data, s->length);
    return at + s->length;
  }
  if (wo_is_number(part)) {
    char text[WO_NUMBER_TEXT_MAX];
    uint32_t n = wo_number_to_text(wo_number(part), text);
    memcpy(at, text, n);
    return at + n;
  }
  // Bytes may be the very ones that are written to.
  const wo_bytes *bytes = wo_pointer(part);
  memmove(at, data_of(bytes), bytes->length);
  return at + bytes->length;
}

// Puts `count` parts at `to`: how much they took, -1 without room for all, -2 after throwing.
static int64_t put_parts(wo_shard *shard, wo_fiber *fiber, const wo_value *parts, uint32_t count,
                         bool utf8, uint8_t *to, uint32_t room) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!part_size(fiber, parts[i], utf8, &size)) {
      wo_throw_type(fiber, "not a string, number or Uint8Array that can be put here");
      return -2;
    }
  }
  charge(shard, size);
  if (size > room) return -1;
  for (uint32_t i = 0; i < count; i++) to = put_part(fiber, parts[i], utf8, to);
  return (int64_t)size;
}

static wo_status put(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc, bool utf8,
                     wo_value *result) {
  uint8_t *to;
  uint32_t room;
  if (!room_args(fiber, args, argc, &to, &room)) return WO_THREW;
  uint32_t count = argc > 2 ? argc - 2 : 0;
  int64_t size = put_parts(shard, fiber, args + 2, count, utf8, to, room);
  if (size < -1) return WO_THREW;
  *result = size < 0 ? wo_from_int(-1) : wo_from_number(wo_number(args[1]) + (double)size);
  return WO_DONE;
}

// A field to send; false where it may not be: this is where it would do harm.
static bool field_of(wo_fiber *fiber, wo_array *list, uint32_t i, wo_string **name,
                     wo_string **value) {
  *name = narrow_arg(fiber, list_item(list, i));
  *value = narrow_arg(fiber, list_item(list, i + 1));
  if (!*name || !*value || (*name)->length == 0) return false;
  const uint8_t *name_end = (*name)->data + (*name)->length;
  const uint8_t *value_end = (*value)->data + (*value)->length;
  return skip((*name)->data, name_end, TOKEN) == name_end &&
         skip_text((*value)->data, value_end) == value_end;
}

// "name: value" CR LF for each pair, and an empty line: where they end, NULL without room for them,
// `to` itself after throwing.
static uint8_t *put_fields(wo_fiber *fiber, wo_array *list, uint8_t *to, const uint8_t *end) {
  uint8_t *at = to;
  for (uint32_t i = 0; i < list->length; i += 2) {
    wo_string *name, *value;
    if (!field_of(fiber, list, i, &name, &value)) {
      wo_throw_type(fiber, "a field that may not be sent");
      return to;
    }
    if ((size_t)(end - at) < (size_t)name->length + value->length + 4) return NULL;
    wo_text_copy(at, name->data, name->length);
    at += name->length;
    *at++ = ':';
    *at++ = ' ';
    wo_text_copy(at, value->data, value->length);
    at += value->length;
    *at++ = '\r';
    *at++ = '\n';
  }
  if (end - at < 2) return NULL;
  *at++ = '\r';
  *at++ = '\n';
  return at;
}

// (to, at, list, ...parts): a head: the parts in Latin-1, the fields, an empty line. Answers where it
// ends, -1 without room for all of it.
wo_status wo_b_http_put_head(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  uint8_t *to;
  uint32_t room;
  if (!room_args(fiber, args, argc, &to, &room)) return WO_THREW;
  wo_array *list = list_arg(fiber, wo_arg(args, argc, 2));
  if (!list) return WO_THREW;
  uint32_t count = argc > 3 ? argc - 3 : 0;
  int64_t size = put_parts(shard, fiber, args + 3, count, false, to, room);
  if (size < -1) return WO_THREW;
  *result = wo_from_int(-1);
  if (size < 0) return WO_DONE;
  uint8_t *fields = to + size, *at = put_fields(fiber, list, fields, to + room);
  if (at == fields) return WO_THREW;
  if (!at) return WO_DONE;
  charge(shard, (size_t)(at - fields) * 2);
  *result = wo_from_number(wo_number(args[1]) + (double)(at - to));
  return WO_DONE;
}

// (to, at, ...parts): each part behind the other. Answers where they end, -1 without room for all.
wo_status wo_b_http_put_latin1(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  return put(shard, fiber, args, argc, false, result);
}

wo_status wo_b_http_put_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                             wo_value *result) {
  return put(shard, fiber, args, argc, true, result);
}

// --- text ---

wo_status wo_b_utf8_length(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                           wo_value *result) {
  wo_value v = wo_arg(args, argc, 0);
  if (!wo_is_string(v)) return wo_throw_type(fiber, "not a string");
  const wo_string *s = wo_string_flat(heap_of(fiber), v);
  charge(shard, s->length);
  *result = wo_from_number((double)wo_string_utf8_length(s));
  return WO_DONE;
}

// (bytes, from, to): what is no UTF-8 becomes U+FFFD, as TextDecoder does.
wo_status wo_b_utf8_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  range all;
  if (!range_args(fiber, args, argc, 0, &all)) return WO_THREW;
  if (all.length >= WO_OVERDRAFT_BYTES / 8) {
    wo_status status = wo_heap_reserve(heap_of(fiber), fiber, (uint64_t)all.length * 2);
    if (status != WO_DONE) return status;
  }
  charge(shard, all.length);
  *result = wo_string_from_utf8(heap_of(fiber), (const char *)all.at, all.length);
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

// (ms): "Tue, 01 Dec 2026 04:05:16 GMT". Years 1970 to 9999: what a clock says.
wo_status wo_b_http_date_text(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                              wo_value *result) {
  static const char days[] = "ThuFriSatSunMonTueWed";
  static const char months[] = "MarAprMayJunJulAugSepOctNovDecJanFeb";
  double ms = wo_is_number(wo_arg(args, argc, 0)) ? wo_number(args[0]) : -1;
  if (!(ms >= 0 && ms < 253402300800000.0)) return wo_throw_range(fiber, "Invalid time value");
  (void)shard;
  uint64_t seconds = (uint64_t)(ms / 1000);
  uint32_t day = (uint32_t)(seconds / 86400), second = (uint32_t)(seconds % 86400);
  // Years that begin in March, counted from the year 0: the leap day comes last.
  uint32_t since = day + 719468;
  uint32_t era = since / 146097, of_era = since % 146097;
  uint32_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  uint32_t of_year = of_era - (365 * year + year / 4 - year / 100);
  uint32_t month = (5 * of_year + 2) / 153;
  uint32_t of_month = of_year - (153 * month + 2) / 5 + 1;
  year += era * 400 + (month >= 10);
  char text[40];
  int n =
      snprintf(text, sizeof text, "%.3s, %02u %.3s %04u %02u:%02u:%02u GMT", days + day % 7 * 3,
               of_month, months + month * 3, year, second / 3600, second / 60 % 60, second % 60);
  *result = wo_string_from_latin1(heap_of(fiber), (const uint8_t *)text, (uint32_t)n);
  return WO_DONE;
}
