// Renderer of SVG in a process of its own (tessera-draw), which may run out of memory or time without harm.
//
// Why a shim: limits and sockets are macros and structs that differ by platform, and every exit path has to close, kill and
// reap in one place.
#pragma once
#include "tessera_pixbuf.h"

G_BEGIN_DECLS

/// Resource limits of the process.
typedef struct {
    /// Bytes of memory in addition to what the pixels need (TESSERA_DRAWING_PIXEL_BYTES for each).
    guint64 memory;
    /// Bytes of memory with them.
    guint64 most;
    /// Seconds of processor time; the limit of wall-clock time is twice this.
    guint32 seconds;
} TesseraDrawingLimits;

typedef enum {
    TESSERA_DRAWING_OUTCOME_DRAWN,
    /// `prepare` returned FALSE.
    TESSERA_DRAWING_OUTCOME_REFUSED,
    TESSERA_DRAWING_OUTCOME_CANCELLED,
    /// The image is damaged, or its loader is missing: see the error.
    TESSERA_DRAWING_OUTCOME_FAILED,
    /// The process could not be started: see the error.
    TESSERA_DRAWING_OUTCOME_NOT_STARTED,
    TESSERA_DRAWING_OUTCOME_OUT_OF_TIME,
    TESSERA_DRAWING_OUTCOME_OUT_OF_MEMORY,
    /// The process asked the kernel for something that it is confined from, and was ended for it.
    TESSERA_DRAWING_OUTCOME_FORBIDDEN,
    /// The process ended without a message, or sent an invalid one.
    TESSERA_DRAWING_OUTCOME_ENDED,
} TesseraDrawingOutcome;

/// Draws `count` bytes by starting `program`. Blocks, and calls `hooks->cancelled` every few milliseconds; any thread
/// that may block. The bytes are borrowed for the call. `hooks->prepare` is called once with the natural size, and the
/// time that it takes is not counted. The process has ended, and left nothing behind, when this returns. Says once in the
/// log where the kernel cannot confine the process. Returns a
/// pixbuf (transfer full) exactly when `*outcome` is DRAWN; `*error` is set exactly when it is FAILED or NOT_STARTED.
GdkPixbuf *tessera_drawing_load(const char *program, const guint8 *bytes, gsize count, const TesseraDrawingLimits *limits,
                                const TesseraPixbufHooks *hooks, TesseraDrawingOutcome *outcome, GError **error);

G_END_DECLS
