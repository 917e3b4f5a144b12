// Marks on the time line of a Sysprof recording: what the program did, beside what the processor and GTK did.
//
// Why a shim: libsysprof-capture is there on some machines only, when the program is built. Without it nothing is recorded.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// All functions: any thread.

/// Whether a recorder listens, as under `sysprof-cli`. It stays so for the life of the process.
gboolean tessera_mark_is_recording(void);

/// Records that `name` (copied) took from `began` to `ended`, microseconds of the monotonic clock. Without a recorder
/// nothing happens. Takes no lock; the first call of a thread asks the recorder for a buffer.
void tessera_mark(const char *name, gint64 began, gint64 ended);

G_END_DECLS
