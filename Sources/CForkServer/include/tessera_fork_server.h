// The fork server of tessera-decode: a process with one thread that has loaded what decoding takes, reads no picture, and forks
// the processes that do. A fork takes a millisecond where a start takes thirty, and what was loaded lies in memory once.
//
// Why C: fork(2) is not imported into Swift, and between the fork and the confinement nothing may run that takes a lock.
#pragma once
#include <glib.h>

G_BEGIN_DECLS

/// Limits of each process.
typedef struct {
    /// Bytes of private memory (RLIMIT_DATA).
    guint64 memory;
    /// Bytes of address space beside them: libraries, stacks, and the shared memory of a picture.
    guint64 reserved;
} TesseraForkLimits;

/// Serves the channel on TESSERA_FORK_CHANNEL until tessera closes it, then ends this process and with it those that were
/// forked. `load` is called in this process with a MIME type. `serve` is called in a forked process, confined, with the
/// descriptor of its channel, what confines it and the descriptor of who is asked for its threads, which it closes
/// (tessera_confinement.h); the process ends when it returns. Only from a process with a single thread.
G_NORETURN void tessera_fork_server_run(const TesseraForkLimits *limits, void (*load)(const char *type),
                                        void (*serve)(int channel, guint32 confined, int listener));

/// Gives the free memory of the calling process back to the system.
void tessera_fork_idle(void);

/// Limits the descriptors that the calling process may have. To be called once it has sent the last one: a process without
/// privileges may send none while all processes of its user have more on their way than this limit (unix(7), ETOOMANYREFS),
/// those of other programs among them.
void tessera_fork_limit_descriptors(void);

/// Limits the processor time that the calling process may take from now on. A process that takes more is ended by SIGXCPU.
void tessera_fork_limit_time(guint32 seconds);

G_END_DECLS
