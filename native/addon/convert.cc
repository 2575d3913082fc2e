#include "convert.h"

#include <cstring>
#include <string>
#include <unordered_map>

namespace wo {
namespace {

enum Tag : uint8_t {
  kUndefined,
  kNull,
  kFalse,
  kTrue,
  kInt,
  kDouble,
  kLatin1,
  kUtf16,
  kArray,
  kObject,
  kMap,
  kSet,
  kBytes,
  kError,
  kReference,
  kFunction,
  kOther,
  kHole,
};

class Reader {
 public:
  Reader(const uint8_t *bytes, size_t length) : at_(bytes), end_(bytes + length) {}

  bool ok() const { return ok_; }
  bool done() const { return at_ == end_; }

  template <typename T>
  T take() {
    T value{};
    if (const uint8_t *p = span(sizeof value)) std::memcpy(&value, p, sizeof value);
    return value;
  }

  const uint8_t *span(size_t size) {
    if (!ok_ || static_cast<size_t>(end_ - at_) < size) {
      ok_ = false;
      return nullptr;
    }
    const uint8_t *p = at_;
    at_ += size;
    return p;
  }

 private:
  const uint8_t *at_, *end_;
  bool ok_ = true;
};

// A container whose items are being read.
struct Open {
  wo_node node;
  Tag tag;
  uint64_t left;  // items; a key and its value count as two
  wo_node key;
};

wo_node read_text(Reader &in, wo_packet *packet, Tag tag) {
  uint32_t length = in.take<uint32_t>();
  if (tag == kLatin1) {
    const uint8_t *p = in.span(length);
    return p ? wo_make_latin1(packet, p, length) : wo_make_undefined();
  }
  const uint8_t *p = in.span(size_t{length} * 2);
  if (!p) return wo_make_undefined();
  std::vector<uint16_t> units(length);
  std::memcpy(units.data(), p, size_t{length} * 2);
  return wo_make_utf16(packet, units.data(), length);
}

wo_node read_string(Reader &in, wo_packet *packet) {
  Tag tag = static_cast<Tag>(in.take<uint8_t>());
  return read_text(in, packet, tag == kUtf16 ? kUtf16 : kLatin1);
}

std::string ascii(const wo_packet *packet, wo_node text) {
  const uint8_t *latin1 = nullptr;
  const uint16_t *utf16 = nullptr;
  uint32_t length = wo_node_string(packet, text, &latin1, &utf16);
  std::string out;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t unit = latin1 ? latin1[i] : utf16[i];
    out.push_back(unit < 0x80 ? static_cast<char>(unit) : '?');
  }
  return out;
}

void add(wo_packet *packet, Open &parent, wo_node item, bool hole) {
  bool is_key =
      (parent.tag == kObject || parent.tag == kError || parent.tag == kMap) && parent.left % 2 == 0;
  parent.left--;
  if (is_key) {
    parent.key = item;
    return;
  }
  switch (parent.tag) {
    case kArray:
      hole ? wo_array_add_hole(packet, parent.node) : wo_array_add(packet, parent.node, item);
      break;
    case kMap: wo_map_set(packet, parent.node, parent.key, item); break;
    case kSet: wo_set_add(packet, parent.node, item); break;
    default: wo_object_set(packet, parent.node, parent.key, item);
  }
}

wo_node read_error(Reader &in, wo_packet *packet) {
  std::string name = ascii(packet, read_string(in, packet));
  wo_node message = read_string(in, packet);
  std::string stack = ascii(packet, read_string(in, packet));
  return wo_make_error(packet, name.c_str(), message, stack.c_str());
}

}  // namespace

wo_packet *decode(wo_runtime *rt, const uint8_t *bytes, size_t length) {
  wo_packet *packet = wo_packet_new(rt);
  if (!packet) return nullptr;
  Reader in(bytes, length);
  std::vector<Open> open;
  std::vector<wo_node> seen;
  bool rooted = false;
  while (in.ok() && !(rooted && open.empty())) {
    Tag tag = static_cast<Tag>(in.take<uint8_t>());
    wo_node node = wo_make_undefined();
    uint64_t items = 0;
    bool container = false;
    switch (tag) {
      case kUndefined:
      case kHole: break;
      case kNull: node = wo_make_null(); break;
      case kFalse:
      case kTrue: node = wo_make_boolean(tag == kTrue); break;
      case kInt: node = wo_make_number(in.take<int32_t>()); break;
      case kDouble: node = wo_make_number(in.take<double>()); break;
      case kLatin1:
      case kUtf16: node = read_text(in, packet, tag); break;
      case kBytes: {
        uint32_t size = in.take<uint32_t>();
        if (const uint8_t *p = in.span(size)) node = wo_make_bytes(packet, p, size);
        seen.push_back(node);
        break;
      }
      case kReference: {
        uint32_t index = in.take<uint32_t>();
        if (index >= seen.size()) {
          wo_packet_free(packet);
          return nullptr;
        }
        node = seen[index];
        break;
      }
      case kArray:
        node = wo_make_array(packet, 0);
        container = true;
        break;
      case kObject:
        node = wo_make_object(packet);
        container = true;
        break;
      case kMap:
        node = wo_make_map(packet);
        container = true;
        break;
      case kSet:
        node = wo_make_set(packet);
        container = true;
        break;
      case kError:
        node = read_error(in, packet);
        container = true;
        break;
      default: wo_packet_free(packet); return nullptr;
    }
    if (container) {
      items = in.take<uint32_t>();
      if (tag == kObject || tag == kMap || tag == kError) items *= 2;
      seen.push_back(node);
    }
    if (!open.empty()) {
      add(packet, open.back(), node, tag == kHole);
    } else {
      wo_packet_set_root(packet, node);
      rooted = true;
    }
    if (container) open.push_back({node, tag, items, wo_make_undefined()});
    while (!open.empty() && open.back().left == 0) open.pop_back();
  }
  if (in.ok() && rooted) return packet;
  wo_packet_free(packet);
  return nullptr;
}

namespace {

class Writer {
 public:
  explicit Writer(const wo_packet *packet) : packet_(packet) {}

  void run() {
    value(wo_packet_root(packet_));
    while (!open_.empty()) {
      Walk walk = open_.back();
      if (!step(walk)) {
        open_.pop_back();
        continue;
      }
    }
  }

  std::vector<uint8_t> out;

 private:
  // A container being written: `cursor` counts items of arrays, else is wo_next_entry's.
  struct Walk {
    wo_node node;
    wo_type type;
    uint64_t cursor;
  };

  void byte(uint8_t b) { out.push_back(b); }
  template <typename T>
  void raw(T v) {
    const uint8_t *p = reinterpret_cast<const uint8_t *>(&v);
    out.insert(out.end(), p, p + sizeof v);
  }

  void text(const char *ascii) {
    byte(kLatin1);
    raw<uint32_t>(static_cast<uint32_t>(std::strlen(ascii)));
    out.insert(out.end(), ascii, ascii + std::strlen(ascii));
  }

  void string(wo_node node) {
    const uint8_t *latin1 = nullptr;
    const uint16_t *utf16 = nullptr;
    uint32_t length = wo_node_string(packet_, node, &latin1, &utf16);
    byte(utf16 ? kUtf16 : kLatin1);
    raw(length);
    const uint8_t *p = utf16 ? reinterpret_cast<const uint8_t *>(utf16) : latin1;
    out.insert(out.end(), p, p + (utf16 ? size_t{length} * 2 : length));
  }

  void number(double d) {
    int32_t i = d >= -2147483648.0 && d <= 2147483647.0 ? static_cast<int32_t>(d) : 0;
    double back = i;
    if (std::memcmp(&back, &d, sizeof d) == 0) {
      byte(kInt);
      raw(i);
    } else {
      byte(kDouble);
      raw(d);
    }
  }

  static bool is_head(const std::string &key) {
    return key == "name" || key == "message" || key == "stack";
  }

  std::string key_text(wo_node key) {
    if (wo_node_type(packet_, key) != WO_TYPE_STRING) return "";
    return ascii(packet_, key);
  }

  uint32_t entries(wo_node node, wo_type type) {
    uint32_t count = 0;
    uint64_t cursor = 0;
    wo_node key, item;
    while (wo_next_entry(packet_, node, &cursor, &key, &item))
      if (type != WO_TYPE_ERROR || !is_head(key_text(key))) count++;
    return count;
  }

  // The three strings every error starts with.
  void head(wo_node node) {
    static const char *const names[] = {"name", "message", "stack"};
    for (const char *name : names) {
      uint64_t cursor = 0;
      wo_node key, item;
      bool found = false;
      while (!found && wo_next_entry(packet_, node, &cursor, &key, &item))
        found = key_text(key) == name && wo_node_type(packet_, item) == WO_TYPE_STRING;
      found ? string(item) : text("");
    }
  }

  void container(wo_node node, wo_type type) {
    auto known = seen_.emplace(wo_node_identity(node), static_cast<uint32_t>(seen_.size()));
    if (!known.second) {
      byte(kReference);
      raw(known.first->second);
      return;
    }
    switch (type) {
      case WO_TYPE_BYTES: {
        uint32_t length = 0;
        const uint8_t *p = wo_node_bytes(packet_, node, &length);
        byte(kBytes);
        raw(length);
        out.insert(out.end(), p, p + length);
        return;
      }
      case WO_TYPE_ARRAY:
        byte(kArray);
        raw(wo_array_length(packet_, node));
        break;
      case WO_TYPE_ERROR:
        byte(kError);
        head(node);
        raw(entries(node, type));
        break;
      default:
        byte(type == WO_TYPE_MAP ? kMap : type == WO_TYPE_SET ? kSet : kObject);
        raw(entries(node, type));
    }
    open_.push_back({node, type, 0});
  }

  void value(wo_node node) {
    wo_type type = wo_node_type(packet_, node);
    switch (type) {
      case WO_TYPE_UNDEFINED: byte(kUndefined); break;
      case WO_TYPE_NULL: byte(kNull); break;
      case WO_TYPE_BOOLEAN: byte(wo_node_boolean(node) ? kTrue : kFalse); break;
      case WO_TYPE_NUMBER: number(wo_node_number(node)); break;
      case WO_TYPE_STRING: string(node); break;
      case WO_TYPE_FUNCTION:
        byte(kFunction);
        text("function");
        break;
      case WO_TYPE_OTHER:
        byte(kOther);
        text("handle or symbol");
        break;
      default: container(node, type);
    }
  }

  // Writes the next item of the innermost container; false when it has no more.
  bool step(Walk walk) {
    if (walk.type == WO_TYPE_ARRAY) {
      if (walk.cursor >= wo_array_length(packet_, walk.node)) return false;
      open_.back().cursor++;
      wo_node item;
      bool present = wo_array_item(packet_, walk.node, static_cast<uint32_t>(walk.cursor), &item);
      present ? value(item) : byte(kHole);
      return true;
    }
    wo_node key, item;
    do {
      if (!wo_next_entry(packet_, walk.node, &open_.back().cursor, &key, &item)) return false;
    } while (walk.type == WO_TYPE_ERROR && is_head(key_text(key)));
    if (walk.type == WO_TYPE_MAP) {
      // The key may itself be a container: it is written whole before its value.
      size_t depth = open_.size();
      value(key);
      while (open_.size() > depth)
        if (!step(open_.back())) open_.pop_back();
    } else if (walk.type != WO_TYPE_SET) {
      string(key);
    }
    value(item);
    return true;
  }

  const wo_packet *packet_;
  std::vector<Walk> open_;
  std::unordered_map<uint64_t, uint32_t> seen_;
};

}  // namespace

std::vector<uint8_t> encode(const wo_packet *packet) {
  if (!packet) return {kUndefined};
  Writer writer(packet);
  writer.run();
  return std::move(writer.out);
}

}  // namespace wo
