// Has an SVG drawn by a process of its own (tessera-decode), which may run out of memory or time without harm.
//
// Why a shim: posix_spawn, limits and sockets are macros and structs that differ by platform, and every way out has to
// close, kill and reap in one place.
#pragma once
#include "tessera_pixbuf.h"

G_BEGIN_DECLS

/// What the process may take.
typedef struct {
    /// Bytes of memory beside what the pixels need (TESSERA_DRAWING_PIXEL_BYTES for each).
    guint64 memory;
    /// Seconds of a processor; twice as many by the clock.
    guint32 seconds;
    /// Pixels of the largest drawing.
    guint64 pixels;
} TesseraDrawingLimits;

typedef enum {
    TESSERA_DRAWING_OUTCOME_DRAWN,
    /// `prepare` said no.
    TESSERA_DRAWING_OUTCOME_REFUSED,
    TESSERA_DRAWING_OUTCOME_CANCELLED,
    /// The picture is damaged, or its loader missing: see the error.
    TESSERA_DRAWING_OUTCOME_FAILED,
    /// The process cannot be started: see the error.
    TESSERA_DRAWING_OUTCOME_NOT_STARTED,
    TESSERA_DRAWING_OUTCOME_OUT_OF_TIME,
    TESSERA_DRAWING_OUTCOME_OUT_OF_MEMORY,
    /// The process has ended without a word, or said what cannot be.
    TESSERA_DRAWING_OUTCOME_ENDED,
} TesseraDrawingOutcome;

/// The folder where the installed tessera-decode is. Static; any thread.
const char *tessera_drawing_folder(void);

/// Draws `count` bytes by starting `program`. Blocks, asking `hooks->cancelled` every few milliseconds; any thread that may
/// block. The bytes are borrowed for the call. `hooks->prepare` is asked once with the natural size, and the time that it
/// takes does not count. When this returns the process has ended and left nothing. Returns a pixbuf (transfer full) exactly
/// when `*outcome` is DRAWN; `*error` is set exactly when it is FAILED or NOT_STARTED.
GdkPixbuf *tessera_drawing_load(const char *program, const guint8 *bytes, gsize count, const TesseraDrawingLimits *limits,
                                const TesseraPixbufHooks *hooks, TesseraDrawingOutcome *outcome, GError **error);

G_END_DECLS
