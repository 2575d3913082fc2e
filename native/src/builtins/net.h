// What the rest of the core needs of net.c: how the handles of sockets end.
#ifndef WO_BUILTINS_NET_H
#define WO_BUILTINS_NET_H

#include "../handle.h"

// The last hold of a connection or a listener is gone: closes it. By wo_handle_unref only.
void wo_socket_free(wo_handle *handle);

#endif
