// Integration of libdispatch's main queue into the GLib main loop, so that Swift's main actor runs inside GTK.
//
// Why a shim: Swift cannot fill in a GSourceFuncs, and the two libdispatch functions are exported without a header.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Attaches the source that runs main-queue jobs to `context` (NULL: the default one) at G_PRIORITY_HIGH_IDLE: after
/// input, before layout and redraw, so that jobs and the rest of the loop do not starve each other. Main thread only.
/// Returns the source's id; it is owned by the context and removed with g_source_remove. Returns 0 if libdispatch gives
/// no handle.
guint tessera_mainloop_attach(GMainContext *context);

/// Number of dispatches of the source since the program started. Main thread only. Must not increase while the program
/// is idle.
guint64 tessera_mainloop_dispatch_count(void);

/// Microseconds that the source has spent running jobs since the program started, measured by two reads of the clock
/// per dispatch. Main thread only. For a job that runs a nested main loop, everything that ran inside it is included.
gint64 tessera_mainloop_dispatch_time(void);

G_END_DECLS
