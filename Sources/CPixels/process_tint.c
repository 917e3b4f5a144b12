// Blend of an image with one colour, which takes the alpha of each pixel.
#include "tessera_process.h"

// The functions are inlined, so the calling convention for vectors of 256 bits does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

typedef guint8 Bytes __attribute__((ext_vector_type(16), aligned(1)));
typedef guint16 Words __attribute__((ext_vector_type(16)));

// w/255 rounded to nearest; exact up to 255·255.
static inline __attribute__((always_inline)) Words by_255(Words w) {
    w += 128;
    return (w + (w >> 8)) >> 8;
}

static guint8 mixed(guint32 from, guint32 to, guint32 amount) {
    guint32 w = from * (255 - amount) + to * amount + 128;
    return (guint8)((w + (w >> 8)) >> 8);
}

void tessera_process_tint(const guint8 *pixels, gsize count, guint32 rgb, guint8 amount, guint8 *out) {
    const guint8 colour[3] = {(guint8)rgb, (guint8)(rgb >> 8), (guint8)(rgb >> 16)};
    gsize samples = count * 4, i = 0;
    // A value of 255 in the alpha channel results in the alpha itself.
    Words full;
    for (int j = 0; j < 16; j++) full[j] = j % 4 == 3 ? 255 : colour[j % 4];
    guint16 rest = 255 - amount;
    for (; i + 16 <= samples; i += 16) {
        Words from = __builtin_convertvector(*(const Bytes *)(pixels + i), Words);
        Words alpha = __builtin_shufflevector(from, from, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
        *(Bytes *)(out + i) = __builtin_convertvector(by_255(from * rest + by_255(full * alpha) * amount), Bytes);
    }
    for (; i < samples; i += 4) {
        guint32 alpha = pixels[i + 3];
        for (gsize c = 0; c < 3; c++) out[i + c] = mixed(pixels[i + c], mixed(0, colour[c], alpha), amount);
        out[i + 3] = (guint8)alpha;
    }
}
