// The pixel kernel: from a loader's rows to a tile's pixels in one pass over the picture.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
#pragma once
#include <glib.h>

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
/// premultiplied RGBA to `out`: `columns` × `rows` pixels for orientations 1…4, `rows` × `columns` for 5…8.
///
/// Filter: a tent as wide as the reduction, which does not alias; nothing is changed at scale 1 with whole-numbered
/// origin. Alpha is premultiplied before filtering, so that transparent pixels lend no colour. Each sample is within
/// 0.6 of the exact value, within 1.1 where there is alpha. Any thread; does not keep or free anything. `region` must
/// lie inside the picture.
void tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                             int orientation, guint8 *out, gsize out_stride);

/// The same for an upright picture whose alpha, if it has any, is multiplied in already.
void tessera_pixels_reduce(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows, guint8 *out,
                           gsize out_stride);

G_END_DECLS
