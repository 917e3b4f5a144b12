// Pixel kernels that turn a loader's rows into a tile's pixels in one pass over the image.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
//
// All pixels that are produced here and kept are premultiplied BGRA, 8 bits each: the order in memory of
// CAIRO_FORMAT_ARGB32 and of GDK_MEMORY_B8G8R8A8_PREMULTIPLIED on little-endian machines, which no renderer converts
// (OpenGL takes it as GL_BGRA).
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Pixels as a loader leaves them: 8 bits a channel, RGB (3) or RGBA with straight alpha (4). Borrowed.
typedef struct {
    const guint8 *pixels;
    gsize stride;
    int width;
    int height;
    int channels;
} TesseraPicture;

/// Region to take, in pixels of the image; may begin and end between pixels.
typedef struct {
    double x;
    double y;
    double width;
    double height;
} TesseraRegion;

/// Resamples `region` of `picture` to `columns` × `rows`, rotates it upright by the EXIF `orientation` (1…8) and writes
/// premultiplied BGRA to `out`: `columns` × `rows` pixels for orientations 1…4, `rows` × `columns` for 5…8.
///
/// Filter: a tent as wide as the reduction, which does not alias; at scale 1 with an integral origin it changes
/// nothing. Alpha is premultiplied before filtering, so that transparent pixels contribute no colour. Each sample is
/// within 0.6 of the exact value, within 1.1 where there is alpha. Any thread; keeps and frees nothing. `region` must
/// lie inside the image. Returns FALSE, with nothing written, when out of memory.
gboolean tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                                 int orientation, guint8 *out, gsize out_stride);

/// Does the same with four channels that are not alpha's: each is resampled for itself, and their order is kept.
gboolean tessera_pixels_resample_inks(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                                      int orientation, guint8 *out, gsize out_stride);

/// Resamples likewise an upright image that is premultiplied BGRA already, rows without gaps; so is `out`.
gboolean tessera_pixels_reduce(const guint8 *pixels, int width, int height, const TesseraRegion *region, int columns,
                               int rows, guint8 *out);

/// Writes the colours of `count` pixels of premultiplied BGRA to `rgb`, 3 bytes each. Returns FALSE when a pixel is not
/// opaque; the contents of `rgb` are then unspecified. Any thread.
gboolean tessera_pixels_opaque(const guint8 *pixels, gsize count, guint8 *rgb);

/// Whether none of `count` pixels of premultiplied BGRA lets anything through. Any thread; keeps and frees nothing.
gboolean tessera_pixels_cover(const guint8 *pixels, gsize count);

G_END_DECLS
