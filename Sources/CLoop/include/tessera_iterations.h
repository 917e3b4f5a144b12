// Durations of main-loop iterations, during which input and frames have to wait.
//
// Why a shim: a GSource is called before and after each wait of the loop through function pointers, which Swift cannot
// fill in.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// All functions: main thread only.

/// Starts measuring the iterations of the default main context, by a source of highest priority that is never ready. An
/// iteration lasts from the end of one wait for events to the start of the next; one that is longer than `limit`
/// microseconds is a stall. Returns the source's id, owned by the context: tessera_iterations_stop removes it. One at a
/// time; never fails.
guint tessera_iterations_start(gint64 limit);

/// Stops measuring. `id` is the result of tessera_iterations_start.
void tessera_iterations_stop(guint id);

/// Returns the longest iteration that has ended since the last call, in microseconds, and in `stalls` (not NULL) how
/// many of those iterations were stalls. The current iteration counts for the next call.
gint64 tessera_iterations_take(guint *stalls);

G_END_DECLS
