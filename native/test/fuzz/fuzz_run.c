// No image that the verifier accepts makes the interpreter leave its memory, hang or leak: each is
// run with few reductions, few frames and little memory, and its fibers are torn down wherever they
// are. Nothing it prints is shown and it may touch no file.
#include <stdio.h>

#include "../../include/wo.h"
#include "../image_writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What one input may do. Where every safepoint collects, a reduction costs a collection.
#ifdef WO_STRESS
enum { SLICES = 8, REDUCTIONS = 40, QUOTA = 512 << 10 };
#else
enum { SLICES = 64, REDUCTIONS = 200, QUOTA = 4 << 20 };
#endif

static void discard_output(void *context, int fd, const char *bytes, size_t length) {
  (void)context, (void)fd, (void)bytes, (void)length;
}

static void discard_report(void *context, const struct wo_report *report) {
  (void)context, (void)report;
}

static void drain(wo_runtime *rt) {
  wo_run_status status;
  uint64_t done;
  wo_event event;
  wo_run(rt, SLICES, &status, &done);
  while (wo_next_event(rt, &event)) wo_packet_free(event.value);
}

static void run_image(wo_runtime *rt, wo_image *image, bool entry) {
  uint32_t handle, fiber;
  if (entry) {
    wo_main(rt, image, NULL, &handle);
    drain(rt);
    return;
  }
  if (wo_start(rt, image, &handle) != WO_OK) return;
  drain(rt);
  for (uint32_t i = 0; i < wo_export_count(image) && i < 4; i++) {
    char error[256];
    wo_spawn(rt, image, i, NULL, -1, &handle, &fiber, error, sizeof error);
  }
  drain(rt);
  wo_collect_all(rt);
  drain(rt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char error[256] = "";
  wo_options options = {.reductions = REDUCTIONS,
                        .seed = 1,
                        .heap_quota = QUOTA,
                        .frames_max = 200,
                        .output = discard_output,
                        .report = discard_report};
  wo_runtime *rt;
  wo_image *image;
  if (size < IMAGE_HEADER) return 0;
  uint8_t *sealed = malloc(size);
  memcpy(sealed, data, size);
  image_seal(sealed, size);
  // Most inputs are refused: look before a runtime is made for one.
  if (wo_image_check(sealed, size, error, sizeof error) &&
      wo_runtime_new(&options, &rt, error, sizeof error) == WO_OK) {
    bool loaded = wo_load(rt, sealed, size, &image, error, sizeof error) == WO_OK;
    bool entry = sealed[28] & 1;
    memset(sealed, 0xAA, size);
    if (loaded) run_image(rt, image, entry);
    wo_runtime_free(rt);
  }
  free(sealed);
  return 0;
}
