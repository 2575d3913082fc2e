// Inside of packets (wo.h): a private heap with a root and the holds its handle values index. Packets
// and messages turn into each other without copying a cell.
#ifndef WO_PACKET_H
#define WO_PACKET_H

#include "../include/wo.h"
#include "message.h"

// Takes `packet` (NULL: *message is NULL and *root undefined). False: no memory; the packet is freed.
bool wo_packet_to_message(wo_packet *packet, wo_value *root, wo_message **message);
// Takes `message`, also on failure. NULL: no memory.
wo_packet *wo_packet_of_message(wo_runtime *rt, wo_value root, wo_message *message);

#endif
