// Marks in a Sysprof recording, which show the program's own operations beside those of the processor and of GTK.
//
// Why a shim: libsysprof-capture is optional when the program is built. Without it nothing is recorded.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// All functions: any thread.

/// Whether a recorder is attached, as under `sysprof-cli`. The answer does not change during the life of the process.
gboolean tessera_mark_is_recording(void);

/// Records an operation `name` (copied) that lasted from `began` to `ended`, in microseconds of the monotonic clock.
/// Does nothing without a recorder. Takes no lock; the first call of a thread asks the recorder for a buffer.
void tessera_mark(const char *name, gint64 began, gint64 ended);

G_END_DECLS
