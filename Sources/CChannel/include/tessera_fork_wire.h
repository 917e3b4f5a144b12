// Protocol between tessera and the fork server in tessera-decode: structs of fixed size as messages of a channel, in native
// byte order, since both run on one machine.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Descriptor of the fork server's end of the channel.
enum { TESSERA_FORK_CHANNEL = 0 };

/// Exit status of a process that got no memory.
enum { TESSERA_FORK_OUT_OF_MEMORY_STATUS = 4 };

/// What confines a process, as bits of its first message: those of tessera_confinement.h, which links libseccomp.
typedef enum {
    TESSERA_FORK_CONFINED_BY_FILTER = 1,
    TESSERA_FORK_CONFINED_BY_LANDLOCK = 2,
    TESSERA_FORK_CONFINED_BY_ROOT = 4,
} TesseraForkConfinement;

typedef enum {
    /// Forks a process that serves the channel whose end comes with this message.
    TESSERA_FORK_STARTS = 1,
    /// Kills a process that was forked, if it has not ended, and waits for its end. Its number is taken until then.
    TESSERA_FORK_ENDS = 2,
    /// Loads what pictures of a MIME type take; processes that are forked from then on have it.
    TESSERA_FORK_LOADS = 3,
} TesseraForkKind;

typedef struct {
    guint32 kind;
    /// TESSERA_FORK_ENDS: the process.
    gint32 process;
    /// TESSERA_FORK_LOADS: the MIME type.
    char type[64];
} TesseraForkRequest;

typedef struct {
    /// TESSERA_FORK_STARTS: the new process, or −errno.
    gint32 process;
    /// TESSERA_FORK_ENDS: the status as waitpid(2) gives it.
    gint32 status;
} TesseraForkAnswer;

G_END_DECLS
