// Messages with descriptors between this program and the processes that decode for it.
//
// Why a shim: ancillary data are built with macros that Swift does not import, and a descriptor that comes with a message
// has to be closed on every path.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

enum {
    /// Most bytes of a message: the durations of ten thousand frames, and the longest caption.
    TESSERA_CHANNEL_BYTES = 64 << 10,
    /// Most descriptors that come with a message; more are closed.
    TESSERA_CHANNEL_DESCRIPTORS = 3,
};

/// Creates two connected sockets that keep messages apart (SOCK_SEQPACKET), closed by exec and above the standard streams.
/// Any thread. Returns FALSE with errno set on failure; the caller closes both otherwise.
gboolean tessera_channel_pair(int ends[2]);

/// Sends one message with `count` descriptors, which stay the caller's. Never waits: a receiver that lets its socket run
/// full is not served. Any thread. Returns FALSE with errno set on failure.
gboolean tessera_channel_send(int socket, const void *bytes, gsize length, const int *descriptors, gsize count);

/// Receives one message, waiting for it. `descriptors` has room for TESSERA_CHANNEL_DESCRIPTORS, which are closed by exec;
/// the caller closes the first `*count` of them. Any thread. Returns the length; 0 at the end of the connection, and -1 with
/// errno set on failure, a message longer than `room` among them (EMSGSIZE).
gssize tessera_channel_receive(int socket, void *bytes, gsize room, int *descriptors, gsize *count);

/// Waits until there is a message or the connection has ended. Any thread that may block. Returns FALSE after
/// `milliseconds`, which may be 0.
gboolean tessera_channel_wait(int socket, int milliseconds);

G_END_DECLS
