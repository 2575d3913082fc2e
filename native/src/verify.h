// Between reading an image and making anything of it: image.c reads the bytes into wo_image and
// wo_proto structures whose strings are still indices, verify.c judges those, and only then does
// image.c intern names, make shapes and functions. So a refused image leaves no trace.
#ifndef WO_VERIFY_H
#define WO_VERIFY_H

#include "image.h"

typedef struct wo_image_string {
  const uint8_t *bytes;  // in the image's bytes; units little-endian
  uint32_t length;       // code units
  bool wide;
  bool constant;  // in some constant table
  bool key;       // set by the verifier: names a property
} wo_image_string;

// Until linked, a string value holds its index in `strings` instead of a pointer, and so does a
// private name; the tags tell them apart. NONE is WO_UNDEFINED.
typedef struct wo_unlinked {
  wo_image *image;
  wo_image_string *strings;
  uint32_t string_count;
  uint32_t **template_keys;  // string indices, in range
  bool library;              // of the core: may name what only the prelude may
  char *error;               // the first refusal
  size_t error_size;
} wo_unlinked;

#define WO_UNLINKED_STRING(index) (WO_TAG_BITS(WO_TAG_STRING) | (index))
#define WO_UNLINKED_PRIVATE(index) (WO_TAG_BITS(WO_TAG_CELL) | (index))
#define WO_UNLINKED_INDEX(value) ((uint32_t)(value))

// Whether dispatch may run it. On refusal the broken rule is in `error`, naming function and pc.
bool wo_verify(wo_unlinked *program);

#endif
