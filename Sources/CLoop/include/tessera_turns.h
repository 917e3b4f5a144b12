// How long the turns of the main loop take: the time in which input and frames have to wait.
//
// Why a shim: a GSource is asked before and after each wait of the loop through function pointers, which Swift cannot
// fill in.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// All functions: main thread only.

/// Starts counting the turns of the default main context, by a source of highest priority that is never ready. A turn
/// lasts from the moment at which the loop has stopped waiting for events until it is about to wait again; one that is
/// longer than `limit` microseconds is a stall. Returns the source's id, owned by the context: tessera_turns_stop ends
/// it. One at a time; never fails.
guint tessera_turns_start(gint64 limit);

/// Stops counting. `id` is what tessera_turns_start returned.
void tessera_turns_stop(guint id);

/// The longest turn that has ended since the last call, in microseconds, and into `stalls` (not NULL) how many of those
/// turns were stalls. The present turn belongs to the next call.
gint64 tessera_turns_take(guint *stalls);

G_END_DECLS
