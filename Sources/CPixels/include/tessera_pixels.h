// The pixel kernel: from a loader's rows to a tile's pixels in one pass over the picture.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
//
// Everything that is made here and kept is premultiplied BGRA, 8 bits each: the order in memory of CAIRO_FORMAT_ARGB32
// and of GDK_MEMORY_B8G8R8A8_PREMULTIPLIED on little-endian machines, which no renderer converts (OpenGL takes it as
// GL_BGRA).
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// A picture as a loader leaves it: 8 bits a channel, RGB (3) or RGBA with straight alpha (4). Borrowed.
typedef struct {
    const guint8 *pixels;
    gsize stride;
    int width;
    int height;
    int channels;
} TesseraPicture;

/// The part of a picture to take, in its pixels; may lie between them.
typedef struct {
    double x;
    double y;
    double width;
    double height;
} TesseraRegion;

/// Resamples `region` of `picture` to `columns` × `rows`, turns it upright by the EXIF `orientation` (1…8) and writes
/// premultiplied BGRA to `out`: `columns` × `rows` pixels for orientations 1…4, `rows` × `columns` for 5…8.
///
/// Filter: a tent as wide as the reduction, which does not alias; nothing is changed at scale 1 with whole-numbered
/// origin. Alpha is premultiplied before filtering, so that transparent pixels lend no colour. Each sample is within
/// 0.6 of the exact value, within 1.1 where there is alpha. Any thread; does not keep or free anything. `region` must
/// lie inside the picture. FALSE when there is no memory for it; nothing is written then.
gboolean tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                                 int orientation, guint8 *out, gsize out_stride);

/// The same for an upright picture that is premultiplied BGRA already, rows without gaps; `out` is such a one.
gboolean tessera_pixels_reduce(const guint8 *pixels, int width, int height, const TesseraRegion *region, int columns,
                               int rows, guint8 *out);

/// The colours of `count` pixels of premultiplied BGRA as RGB, 3 bytes each, in `rgb`. FALSE when some pixel is not
/// opaque; what was written is of no use then. Any thread.
gboolean tessera_pixels_opaque(const guint8 *pixels, gsize count, guint8 *rgb);

G_END_DECLS
