// Pixels of 16 bits into pixels of 32 bits.
#include "tessera_mosaic.h"

static inline guint32 opaque(guint16 packed) {
    guint32 red = packed >> 11, green = packed >> 5 & 63, blue = packed & 31;
    // The lowest bits repeat the highest ones, so that white stays white.
    return 0xff000000u | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2);
}

void tessera_mosaic_put(const TesseraMosaicPlace *place, const guint16 *pixels, int columns, int rows) {
    if (columns < 1 || rows < 1) return;
    for (int y = 0; y < place->height; y++) {
        guint32 *out = place->pixels + (gsize)y * place->stride;
        const guint16 *line = pixels + (gsize)(y * rows / place->height) * (gsize)columns;
        if (place->width == columns) {
            for (int x = 0; x < columns; x++) out[x] = opaque(line[x]);
        } else {
            for (int x = 0; x < place->width; x++) out[x] = opaque(line[x * columns / place->width]);
        }
    }
}

void tessera_mosaic_fill(const TesseraMosaicPlace *place, guint32 pixel) {
    for (int y = 0; y < place->height; y++) {
        guint32 *out = place->pixels + (gsize)y * place->stride;
        for (int x = 0; x < place->width; x++) out[x] = pixel;
    }
}

static inline guint32 mixed(guint32 below, guint32 above, guint32 opacity) {
    return (below * (256 - opacity) + above * opacity) >> 8;
}

void tessera_mosaic_tint(const TesseraMosaicPlace *place, guint32 colour, guint32 opacity) {
    guint32 above[4] = {colour & 255, colour >> 8 & 255, colour >> 16 & 255, 255};
    for (int y = 0; y < place->height; y++) {
        guint32 *out = place->pixels + (gsize)y * place->stride;
        for (int x = 0; x < place->width; x++) {
            guint32 pixel = out[x], result = 0;
            for (int c = 0; c < 4; c++) result |= mixed(pixel >> (8 * c) & 255, above[c], opacity) << (8 * c);
            out[x] = result;
        }
    }
}
