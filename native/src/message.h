// Messages: a graph copied out of one heap into a self-contained chunk that another heap adopts
// without a second copy (W28). Cycles and sharing inside one message survive. Shared cells (names,
// constants, top-level functions, classes) are not copied; handles travel as holds of the message.
//
// A value that needs no memory (number, boolean, null, undefined, shared string or function) has a
// NULL message. Channels pass both as one word, an item.
#ifndef WO_MESSAGE_H
#define WO_MESSAGE_H

#include "handle.h"
#include "heap.h"

// What a channel passes: a value that needs no memory, or a message, told apart by a tag that no value
// of a heap or register has.
typedef wo_value wo_item;
#define WO_TAG_MESSAGE 0xFFFFull
WO_INLINE wo_message *wo_item_message(wo_item item) {
  return wo_tag(item) == WO_TAG_MESSAGE ? wo_pointer(item) : NULL;
}
WO_INLINE wo_item wo_item_of_message(const wo_message *message) {
  return wo_from_pointer(WO_TAG_MESSAGE, message);
}

typedef struct wo_message_hold {
  wo_handle *handle;
  uint8_t direction;
  uint32_t source;  // while copying: the entry of the source isolate
} wo_message_hold;

struct wo_message {
  wo_runtime *runtime;
  wo_chunk *chunks;  // adopted by the receiver; several only for large cells
  wo_value root;     // handle values inside index `holds` until adoption
  wo_message_hold *holds;
  uint32_t hold_count;
  // Module variables the functions and classes inside may reach (proto->snapshot): (image, slot,
  // value) triples; set in the receiver where still unset.
  struct wo_message_slot *slots;
  uint32_t slot_count;
  uint32_t size;  // of this struct's own allocation; 0: it sits in the unused tail of
                  // the first chunk and goes with it
};
typedef struct wo_message_slot {
  wo_image *image;
  uint32_t slot;
  wo_value value;
} wo_message_slot;

// Copies `count` values as one graph (so that sharing between arguments survives) out of
// `isolate`. On success WO_DONE: *out is the message, its root the value (count 1) or an array
// (count != 1); *out is NULL and *root the value when one immediate needs no memory. WO_THREW:
// NotSendableError naming the path ("value.items[3].fn: ...") is in fiber->thrown.
wo_status wo_message_copy(wo_fiber *fiber, const wo_value *values, uint32_t count, wo_value *root,
                          wo_message **out);
// The same for one value, as an item.
wo_status wo_message_item(wo_fiber *fiber, wo_value value, wo_item *out);
// Moves it into `isolate`: adopts chunks, turns holds into hold-table entries, sets module slots.
// Answers the root as a value of that isolate and frees the message. NULL message: `root` itself.
wo_value wo_message_adopt(wo_isolate *isolate, wo_value root, wo_message *message);
// A copy of a message (templates of module slots are copied into each isolate that touches them).
wo_message *wo_message_clone(const wo_message *message);
// Its chunks, when root and holds have been taken; the message is gone.
wo_chunk *wo_message_release(wo_message *message);
void wo_message_free(wo_message *message);  // drops holds; NULL is fine
WO_INLINE wo_value wo_item_adopt(wo_isolate *isolate, wo_item item) {
  wo_message *message = wo_item_message(item);
  return WO_LIKELY(!message) ? item : wo_message_adopt(isolate, WO_UNDEFINED, message);
}
WO_INLINE void wo_item_free(wo_item item) {
  if (wo_item_message(item)) wo_message_free(wo_item_message(item));
}
// An error as a message; when it cannot be copied, a WoError with its name, message and stack.
// NULL only when the process is out of memory.
wo_message *wo_message_error(wo_fiber *fiber, wo_value error);

// --- the two steps of a copy, for those who bring the memory (isolate.c) or choose what may cross
// (publish.c). wo_copy_begin walks the graph and knows its size; then either wo_copy_into, which
// builds the ordinary cells at `chunk` (wo_copy_bytes of room behind the header), or
// wo_copy_message; then wo_copy_end. From begin to end the source cells are marked: nothing may run
// or collect on that isolate in between. ---
typedef enum wo_copy_mode {
  WO_COPY_SEND,      // what may cross between isolates
  WO_COPY_SPAWN,     // the same; value 0 is the function, the others its arguments (for messages)
  WO_COPY_TEMPLATE,  // module state: closures with their variables and everything else too
} wo_copy_mode;
typedef struct wo_copied {
  wo_cell *from;
  uint64_t header;  // of the source cell, which carries a mark and the index of this entry
  uint64_t place;   // part << 32 | offset behind the chunk header
  uint32_t parent;  // entry it was reached from, or WO_COPY_ROOT + index of the value
  uint32_t size;
} wo_copied;
typedef struct wo_copy_part {
  wo_chunk *chunk;
  uint32_t bytes;
  bool large;
} wo_copy_part;
typedef struct wo_copy {
  wo_fiber *fiber;
  wo_isolate *isolate;
  wo_copy_mode mode;
  wo_copied *entries;
  uint32_t count, capacity;
  uint32_t current;     // entry whose edges are being walked
  wo_copy_part *parts;  // part 0: the first ordinary chunk
  uint32_t part_count, part_capacity, open_part;
  wo_message_hold *holds;  // by message index; hold entries point back while marked
  uint32_t hold_count, hold_capacity;
  wo_message_slot *slots;  // value: of the source until built
  uint32_t slot_count, slot_capacity;
  uint8_t *slots_seen;        // bitmap over the slots of the entry image
  const wo_shape *last_root;  // class whose snapshot was looked at last
  // Why it cannot be copied; NULL while it can.
  const char *refusal;
  wo_value refused, refusal_name;
  uint32_t refused_parent;  // as wo_copied.parent
  bool no_memory;
  wo_copied first_entries[16];
  wo_copy_part first_parts[2];
  wo_message_hold first_holds[4];
} wo_copy;
#define WO_COPY_ROOT 0x80000000u  // a value of the copy
#define WO_COPY_SLOT 0xC0000000u  // a module variable copied along
// WO_THREW: refused; nothing is left to end.
wo_status wo_copy_begin(wo_copy *copy, wo_fiber *fiber, const wo_value *values, uint32_t count,
                        wo_copy_mode mode);
WO_INLINE uint32_t wo_copy_bytes(const wo_copy *copy) { return copy->parts[0].bytes; }
// False: out of memory. Parts beyond the first get chunks of their own, linked through `next`.
bool wo_copy_into(wo_copy *copy, wo_chunk *chunk);
wo_value wo_copy_value(const wo_copy *copy, wo_value source);  // a value of the graph, after into
void wo_copy_end(wo_copy *copy);                               // unmarks the source

// Module state as a message whose root is an array of `values` (publish.c).
wo_status wo_message_template(wo_fiber *fiber, const wo_value *values, uint32_t count,
                              wo_message **out);
// A value on its way to the host, which sees all of it and runs none of it.
wo_status wo_message_for_host(wo_fiber *fiber, wo_value value, wo_value *root, wo_message **out);
// Everything in a private heap (packet.c) as a message, with its counted holds; the heap is empty
// then. NULL: no memory, nothing happened.
wo_message *wo_message_of_heap(wo_heap *heap, wo_value root, const wo_message_hold *holds,
                               uint32_t hold_count);

#endif
