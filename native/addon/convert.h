// Values between JavaScript and libwo, as bytes: lib/internal/codec.ts is the other half and states
// the format. Decoding trusts nothing: any bytes give a packet or a failure, never an overrun.
#ifndef WO_ADDON_CONVERT_H
#define WO_ADDON_CONVERT_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../include/wo.h"

namespace wo {

// The packet, owned by the caller, or nullptr when the bytes are malformed or memory ran out.
wo_packet *decode(wo_runtime *rt, const uint8_t *bytes, size_t length);

// The bytes of a packet; nullptr reads as undefined.
std::vector<uint8_t> encode(const wo_packet *packet);

}  // namespace wo

#endif
