// Loading of encoded bytes by gdk-pixbuf, with callbacks at the header and between chunks.
//
// Why a shim: the loader reports the header by a signal, and stopping a load halfway takes several calls in a fixed
// order.
#pragma once
#include "../../CCodecs/ccodecs.h"

G_BEGIN_DECLS

/// Callbacks during a load, on the loading thread; `context` is passed on.
typedef struct {
    gpointer context;
    /// Called when the header has been read: `*width` × `*height`, before EXIF rotation. Change them to have the loader
    /// scale; return FALSE to refuse the image before its pixels are allocated.
    gboolean (*prepare)(gpointer context, int *width, int *height);
    /// Called before each chunk; TRUE ends the load.
    gboolean (*cancelled)(gpointer context);
    /// Called between two pieces; TRUE passes over all that follow but the last, with which the picture ends.
    gboolean (*late)(gpointer context);
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

/// Loads the image, or the first frame of an animation, from `count` consecutive pieces, in chunks of at most `chunk`
/// bytes. `mime_type` names the loader: bytes of another format fail, so that they never reach a loader whose header
/// was not checked. With `cut`, the file ends too early, and what is not there of its picture is grey, or clear where it has
/// alpha. Any thread; the pieces are borrowed for the call. Returns a pixbuf (transfer full) exactly when
/// `*outcome` is LOADED; `*error` is set exactly when it is FAILED.
GdkPixbuf *tessera_pixbuf_load(const char *mime_type, const TesseraPixbufPiece *pieces, gsize count, gsize chunk,
                               gboolean cut, const TesseraPixbufHooks *hooks, TesseraPixbufOutcome *outcome, GError **error);

G_END_DECLS
