// The threads of a confined process, each of which waits for leave (tessera_confine_supervised).
//
// Why a shim: the requests and structures of seccomp_unotify(2) are macros and unions that Swift does not import.
#pragma once
#include <sys/types.h>

#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef struct {
    /// The descriptor that asks; -1 where no process does.
    int listener;
    /// The process whose threads they are. It has not been waited for, so that the number is still its own.
    pid_t process;
    /// Threads that have got leave so far.
    guint started;
} TesseraThreads;

/// Waits as tessera_channel_wait does, and gives leave meanwhile to those threads that a decoder may need: 96 at a
/// time. Others are refused with EAGAIN, as where a user has too many processes. Any thread that may block; one at a
/// time.
gboolean tessera_threads_wait(TesseraThreads *threads, int socket, int milliseconds);

G_END_DECLS
