// Conversion of colours to luma. A weighted sum commutes with the multiplication by alpha, so transparent pixels need
// no special case.
#include "tessera_process.h"

// Weights of BT.709 in units of 2^-16; their sum is 2^16, so that grey stays grey.
enum { RED = 13933, GREEN = 46871, BLUE = 4732 };

static inline guint8 luma(const guint8 *pixel) {
    return (guint8)((pixel[2] * RED + pixel[1] * GREEN + pixel[0] * BLUE + (1u << 15)) >> 16);
}

void tessera_process_greyscale(const guint8 *pixels, gsize count, guint8 *out) {
    for (gsize i = 0; i < count; i++, pixels += 4, out += 4) {
        guint8 alpha = pixels[3];
        out[0] = out[1] = out[2] = luma(pixels);
        out[3] = alpha;
    }
}
