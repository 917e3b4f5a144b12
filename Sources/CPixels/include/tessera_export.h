// Encoders of finished pictures with their metadata: libjpeg-turbo, libpng, libwebp.
//
// Why C: errors of libjpeg and libpng leave by longjmp, which may not pass frames of Swift; and rows are converted in loops
// that have to be vectorised in every build.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Bytes of metadata; none where `count` is 0. Borrowed.
typedef struct {
    const guint8 *bytes;
    gsize count;
} TesseraExportPart;

/// A picture in sRGB, and what is said of it.
typedef struct {
    /// Premultiplied BGRA, rows without gaps. May be changed by the call.
    guint8 *pixels;
    int width;
    int height;
    /// Whether some pixels let something through. A JPEG has white behind them.
    gboolean translucent;
    /// 1…100, for JPEG and WebP.
    int quality;
    /// From the TIFF header on.
    TesseraExportPart exif;
    TesseraExportPart xmp;
    /// The content of a JPEG's segment with the name of Photoshop's resources.
    TesseraExportPart resources;
    /// An ICC profile that says what the colours are. A PNG says it in another way.
    TesseraExportPart profile;
    /// Asked now and then on the thread of the call; TRUE ends it.
    gboolean (*cancelled)(void);
} TesseraExport;

/// Encodes a picture. Any thread; keeps nothing. Returns bytes for g_free and sets `*length`, or NULL when there is no memory,
/// the picture is too large for the format, or the call was cancelled. What does not fit a segment of JPEG is left out.
guint8 *tessera_export_jpeg(const TesseraExport *picture, gsize *length);
/// `xmp` ends in a zero, which `count` does not include.
guint8 *tessera_export_png(const TesseraExport *picture, gsize *length);
guint8 *tessera_export_webp(const TesseraExport *picture, gsize *length);

/// The bytes of a profile for sRGB, for g_free; NULL when there is no memory.
guint8 *tessera_export_srgb(gsize *length);

enum {
    /// The longest side of a WebP.
    TESSERA_EXPORT_WEBP_SIDE = 16383,
};

/// Divides the colours of premultiplied pixels by their alpha, in place.
void tessera_export_straighten(guint8 *pixels, gsize count);

G_END_DECLS
