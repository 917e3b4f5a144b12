// Marks in a Sysprof recording, or stubs where its library is missing.
#include "tessera_mark.h"

#if __has_include(<sysprof-capture.h>)
#include <sysprof-capture.h>

gboolean tessera_mark_is_recording(void) { return sysprof_collector_is_active(); }

void tessera_mark(const char *name, gint64 began, gint64 ended) {
    // Sysprof counts nanoseconds of the same clock.
    sysprof_collector_mark(began * 1000, (ended - began) * 1000, "Tessera", name, NULL);
}
#else
gboolean tessera_mark_is_recording(void) { return FALSE; }

void tessera_mark(const char *name, gint64 began, gint64 ended) {
    (void)name;
    (void)began;
    (void)ended;
}
#endif
