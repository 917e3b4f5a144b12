// Joins libdispatch's main queue to the GLib main loop, so that Swift's main actor runs inside GTK.
//
// Why a shim: Swift cannot fill in a GSourceFuncs, and the two libdispatch functions are exported without a header.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Attaches the source that runs main-queue jobs to `context` (NULL: the default one) at G_PRIORITY_HIGH_IDLE: after
/// input, before layout and redraw, so neither starves the other. Main thread only. Returns the source's id; it is
/// owned by the context and removed with g_source_remove. Returns 0 if libdispatch gives no handle.
guint tessera_mainloop_attach(GMainContext *context);

/// How often the source has been dispatched since the program started. Main thread only. An idle loop must not move it.
guint64 tessera_mainloop_dispatch_count(void);

/// Microseconds for which the source has run jobs since the program started; two reads of the clock each time. Main
/// thread only. A job that runs the loop itself counts with all that ran inside.
gint64 tessera_mainloop_dispatch_time(void);

G_END_DECLS
