// Decoder of a region of a JPEG by libjpeg-turbo, without decoding the remaining pixels, and of the inks of a JPEG.
//
// Why a shim: gdk-pixbuf decodes whole images only, and makes RGB of inks before a profile can; libjpeg reports errors by longjmp, which must not cross Swift
// frames.
#pragma once
#include "tessera_pixbuf.h"

G_BEGIN_DECLS

/// Callbacks during a decode, on the decoding thread; `context` is passed on.
typedef struct {
    gpointer context;
    /// Called at most once, when the header has been read: `pixels` bytes are needed for the region, and `coefficients`
    /// bytes for the whole of an image that is coded in several scans, 0 for others. FALSE refuses the decode before
    /// either is allocated.
    gboolean (*reserve)(gpointer context, gsize pixels, gsize coefficients);
    /// Called before each 32 KB; TRUE ends the decode.
    gboolean (*cancelled)(gpointer context);
    /// Called between two pieces; TRUE passes over all that follow but the last, with which the picture ends.
    gboolean (*late)(gpointer context);
} TesseraJpegHooks;

/// Rectangle of at least one pixel, all inside the image.
typedef struct {
    int x;
    int y;
    int width;
    int height;
} TesseraJpegRegion;

/// Decodes `region` of the image reduced to 1 / `denominator` (1, 2, 4 or 8), in pixels of the reduced image before
/// EXIF rotation. The result equals that rectangle of gdk-pixbuf's decode at the same reduction. Rows above the region
/// are entropy-decoded only; rows below it are not read. Allocates the region, slightly wider, and a few more rows; for
/// several scans, all their coefficients as well.
///
/// The encoded bytes are `count` consecutive pieces. With `inks`, returns the four components of a CMYK or YCCK image as
/// they are written, that is, after Adobe's marker with 255 for no ink, in the channels of a pixbuf with alpha.
///
/// Any thread; the pieces are borrowed for the call. Returns RGB, or inks (transfer full), exactly when `*outcome` is
/// LOADED. The outcome is also REFUSED when the colours are not of the kind that was asked for: grey or derived from RGB,
/// or inks; when less than the whole is asked for of an image whose colours have less than half of its resolution in either
/// direction, and when the region does not lie inside the image.
GdkPixbuf *tessera_jpeg_region(const TesseraPixbufPiece *pieces, gsize count, int denominator,
                               const TesseraJpegRegion *region, gboolean inks, const TesseraJpegHooks *hooks,
                               TesseraPixbufOutcome *outcome);

G_END_DECLS
