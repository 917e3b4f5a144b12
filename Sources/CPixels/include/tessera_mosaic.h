// Drawing of many tiny pictures into the pixels of one texture.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Rectangle of premultiplied BGRA pixels, `stride` pixels from one row to the next. Borrowed; all of it may be written.
typedef struct {
    guint32 *pixels;
    gsize stride;
    int width;
    int height;
} TesseraMosaicPlace;

/// Fills `place` with `columns` × `rows` pixels of 5-6-5 bits: one to one where it has their size, else the nearest of them
/// for each pixel. Any thread; keeps and frees nothing.
void tessera_mosaic_put(const TesseraMosaicPlace *place, const guint16 *pixels, int columns, int rows);

/// Fills `place` with one pixel value. Any thread.
void tessera_mosaic_fill(const TesseraMosaicPlace *place, guint32 pixel);

/// Lays a colour (0xRRGGBB) over `place`, `opacity` of 256 parts of it; opaque pixels stay opaque. Any thread.
void tessera_mosaic_tint(const TesseraMosaicPlace *place, guint32 colour, guint32 opacity);

G_END_DECLS
