// No bytes make the loader or the verifier crash, read outside the image, or take memory out of
// proportion to it.
#include <stdio.h>

#include "../../src/alloc.h"
#include "../image_writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const uint8_t *data, size_t size) {
  char error[256] = "";
  size_t before = wo_alloc_bytes();
  bool accepted = wo_image_check(data, size, error, sizeof error);
  if (!accepted && error[0] == 0) {
    fprintf(stderr, "refused without a reason\n");
    abort();
  }
  if (wo_alloc_bytes() != before) {
    fprintf(stderr, "kept %zu bytes\n", wo_alloc_bytes() - before);
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check(data, size);
  if (size < IMAGE_HEADER) return 0;
  uint8_t *sealed = malloc(size);
  memcpy(sealed, data, size);
  image_seal(sealed, size);
  check(sealed, size);
  free(sealed);
  return 0;
}
