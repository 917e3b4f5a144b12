// A part of a JPEG, decoded by libjpeg-turbo without the rest of its pixels.
//
// Why a shim: gdk-pixbuf gives whole pictures only, and libjpeg reports errors by a jump, which must not cross Swift.
#pragma once
#include "tessera_pixbuf.h"

G_BEGIN_DECLS

/// Questions asked during a decode, on the decoding thread; `context` is passed on.
typedef struct {
    gpointer context;
    /// The header has been read: `pixels` bytes are needed for the part, and `coefficients` bytes for the whole of a picture
    /// that is coded in several scans, 0 for others. FALSE refuses it before either is allocated. Asked once at most.
    gboolean (*reserve)(gpointer context, gsize pixels, gsize coefficients);
    /// Asked before each 32 KB of `bytes`; TRUE ends the decode.
    gboolean (*cancelled)(gpointer context);
} TesseraJpegHooks;

/// A rectangle of pixels; at least one, all inside the picture.
typedef struct {
    int x;
    int y;
    int width;
    int height;
} TesseraJpegRegion;

/// Decodes `region` of the picture reduced to 1 / `denominator` (1, 2, 4 or 8), in the pixels of the reduced picture as it
/// lies in the file: those that gdk-pixbuf gives there when it reduces by as much. Of the rows above, the codes are read
/// and nothing is computed; the rows below are not read. Holds the part, a little wider, and some rows beside; where there
/// are several scans, all their coefficients.
///
/// Any thread; the `count` bytes are borrowed for the call. Returns RGB (transfer full) exactly when `*outcome` is LOADED;
/// REFUSED also for colours that are neither grey nor made of RGB or have less than half of the picture's resolution either
/// way, and for a region that does not lie inside.
GdkPixbuf *tessera_jpeg_region(const guint8 *bytes, gsize count, int denominator, const TesseraJpegRegion *region,
                               const TesseraJpegHooks *hooks, TesseraPixbufOutcome *outcome);

G_END_DECLS
