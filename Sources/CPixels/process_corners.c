// Rounded corners: the share of each pixel that lies inside, and multiplication of colours and alpha by it.
#include "tessera_process.h"

#include <math.h>
#include <string.h>

// Scan lines per pixel row, on each of which the circle's edge is exact. The number is set by the circle's top, where
// the edge runs along the row: with 16 some pixels were 2 levels off.
enum { LINES = 64 };

// Computes where the inside begins on each line of row `y` of a corner, from the left.
static void insets(int y, double radius, double *inset) {
    for (int i = 0; i < LINES; i++) {
        double rise = fmax(0, radius - (y + (i + 0.5) / LINES));
        inset[i] = radius - sqrt(radius * radius - rise * rise);
    }
}

// Returns the covered share, 0…255, of the pixel at `x` in a row of `width`.
static guint32 coverage(int x, int width, const double *inset) {
    double inside = 0;
    for (int i = 0; i < LINES; i++) {
        double from = fmax(x, inset[i]), to = fmin(x + 1, width - inset[i]);
        inside += fmax(0, to - from);
    }
    return (guint32)lround(inside / LINES * 255);
}

// c·a/255 rounded to nearest, without a division.
static guint8 scaled_by(guint32 c, guint32 a) {
    guint32 product = c * a + 128;
    return (guint8)((product + (product >> 8)) >> 8);
}

static void cut(guint8 *pixel, guint32 share) {
    for (int i = 0; i < 4; i++) pixel[i] = scaled_by(pixel[i], share);
}

void tessera_process_corners(const TesseraRaster *picture, int radius, guint8 *out) {
    int width = picture->width, height = picture->height;
    gsize count = (gsize)width * (gsize)height;
    memcpy(out, picture->pixels, count * 4);
    double r = fmin(radius, MIN(width, height) / 2.0);
    int reach = (int)ceil(r);
    double inset[LINES];
    for (int y = 0; y < reach; y++) {
        insets(y, r, inset);
        // The middle row of an odd height contains both corners: its lower half mirrors its upper half.
        int below = height - 1 - y;
        if (below == y)
            for (int i = 0; i < LINES / 2; i++) inset[LINES - 1 - i] = inset[i];
        guint8 *upper = out + (gsize)y * width * 4, *lower = out + (gsize)below * width * 4;
        // The first line has the largest inset: to the right of it every pixel is inside.
        for (int x = 0; x < reach && x < inset[0]; x++) {
            guint32 share = coverage(x, width, inset);
            int right = width - 1 - x;
            cut(upper + 4 * x, share);
            if (right != x) cut(upper + 4 * right, share);
            if (below == y) continue;
            cut(lower + 4 * x, share);
            if (right != x) cut(lower + 4 * right, share);
        }
    }
}
