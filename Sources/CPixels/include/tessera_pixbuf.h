// Feeds encoded bytes to a gdk-pixbuf loader, with a say at the header and between chunks.
//
// Why a shim: the loader asks by a signal, and stopping in the middle has an order that must be kept.
#pragma once
#include "../../CCodecs/ccodecs.h"

G_BEGIN_DECLS

/// Questions asked during a load, on the loading thread; `context` is passed on.
typedef struct {
    gpointer context;
    /// The header says `*width` × `*height`, before EXIF rotation. Change them to have the loader scale; return FALSE
    /// to refuse the picture before its pixels are allocated.
    gboolean (*prepare)(gpointer context, int *width, int *height);
    /// Asked before each chunk; TRUE ends the load.
    gboolean (*cancelled)(gpointer context);
} TesseraPixbufHooks;

/// Encoded bytes. Borrowed.
typedef struct {
    const guint8 *bytes;
    gsize count;
} TesseraPixbufPiece;

typedef enum {
    TESSERA_PIXBUF_LOADED,
    TESSERA_PIXBUF_REFUSED,
    TESSERA_PIXBUF_CANCELLED,
    TESSERA_PIXBUF_FAILED,
} TesseraPixbufOutcome;

/// Loads the picture, or the first frame of an animation, from `count` pieces that follow each other, in chunks of at
/// most `chunk` bytes. `mime_type` names the loader: bytes of another format fail instead of reaching a loader whose
/// header nobody judged. Any thread; the pieces are borrowed for the call. Returns a pixbuf (transfer full) exactly when
/// `*outcome` is LOADED; `*error` is set exactly when it is FAILED.
GdkPixbuf *tessera_pixbuf_load(const char *mime_type, const TesseraPixbufPiece *pieces, gsize count, gsize chunk,
                               const TesseraPixbufHooks *hooks, TesseraPixbufOutcome *outcome, GError **error);

G_END_DECLS
