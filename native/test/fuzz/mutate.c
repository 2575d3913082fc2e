// What both fuzzers share: mutations that know an image is words and that its header must fit, so
// that inputs get past the checksum. libFuzzer finds LLVMFuzzerCustomMutator by its name; driver.c
// calls it.
#include "../image_writer.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

static uint32_t next(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static uint32_t get_word(const uint8_t *data, size_t at) {
  uint32_t word;
  memcpy(&word, data + at, 4);
  return word;
}

static void put_word(uint8_t *data, size_t at, uint32_t word) { memcpy(data + at, &word, 4); }

// The sample image, where there is nothing to start from.
static size_t start_over(uint8_t *data, size_t max) {
  image_spec spec = image_sample();
  image_bytes bytes = image_write(&spec);
  size_t size = bytes.length <= max ? bytes.length : 0;
  memcpy(data, bytes.data, size);
  free(bytes.data);
  return size;
}

// Changes one word, as a number, an instruction or an operand of one.
static void change_word(uint8_t *data, size_t at, size_t size, uint32_t *state) {
  static const uint32_t numbers[] = {0,    1,      2,       3,          0x7F,
                                     0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF};
  uint32_t word = get_word(data, at), r = next(state), shift = (r >> 8 & 3) * 8;
  switch (r % 8) {
    case 0: word += (r >> 16 & 15) - 8; break;
    case 1: word = numbers[(r >> 16) % WO_COUNT(numbers)]; break;
    case 2:  // another instruction with the same operands
      word = (word & ~0xFFu) | (r >> 16) % WO_OP_COUNT;
      break;
    case 3:  // another operand
    case 4: word = (word & ~(0xFFu << shift)) | (r >> 16 & 15) << shift; break;
    case 5: word ^= 1u << (r >> 16 & 31); break;
    case 6:  // a word from elsewhere
      word = get_word(data, IMAGE_HEADER + (r >> 4) % ((size - IMAGE_HEADER) / 4) * 4);
      break;
    default: word = (word & ~(0xFFu << shift)) | (r >> 16 & 0xFF) << shift;
  }
  put_word(data, at, word);
}

static size_t insert_word(uint8_t *data, size_t at, size_t size, size_t max, uint32_t *state) {
  if (size + 4 > max) return size;
  memmove(data + at + 4, data + at, size - at);
  put_word(data, at, next(state) % 8 == 0 ? next(state) : get_word(data, at + 4));
  return size + 4;
}

static size_t delete_word(uint8_t *data, size_t at, size_t size) {
  memmove(data + at, data + at + 4, size - at - 4);
  return size - 4;
}

static void swap_words(uint8_t *data, size_t at, size_t size, uint32_t *state) {
  size_t other = IMAGE_HEADER + next(state) % ((size - IMAGE_HEADER) / 4) * 4;
  uint32_t word = get_word(data, at);
  put_word(data, at, get_word(data, other));
  put_word(data, other, word);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
  uint32_t state = seed * 2654435761u | 1;
  if (size < IMAGE_HEADER + 64) size = start_over(data, max);
  if (size == 0) return 0;
  for (uint32_t i = next(&state) % 4; i < 4; i++) {
    size_t at = IMAGE_HEADER + next(&state) % ((size - IMAGE_HEADER) / 4) * 4;
    uint32_t kind = next(&state) % 16;
    if (kind == 0) size = insert_word(data, at, size, max, &state);
    else if (kind == 1 && size > IMAGE_HEADER + 64) size = delete_word(data, at, size);
    else if (kind == 2) swap_words(data, at, size, &state);
    else if (kind == 3) data[28] ^= 1;  // with an entry or without
    else if (kind == 4 && LLVMFuzzerMutate != NULL) size = LLVMFuzzerMutate(data, size, max);
    else change_word(data, at, size, &state);
    if (size < IMAGE_HEADER + 64) return start_over(data, max);
  }
  image_seal(data, size);
  return size;
}
