// Vectorised mean colour of an image.
#include "tessera_average.h"

// Pixels that are added at a time, each byte to a sum of its own, so that adjacent bytes in memory add to adjacent
// lanes of a register.
#define BLOCK 16
// Number of blocks after which a 16-bit sum could overflow.
#define BLOCKS 256
#define CHANNELS 4

static void add_row(const guint8 *restrict row, int width, guint64 *restrict sums) {
    int x = 0;
    while (width - x >= BLOCK) {
        guint16 block[BLOCK * CHANNELS] = {0};
        int end = x + MIN((width - x) / BLOCK, BLOCKS) * BLOCK;
        for (; x < end; x += BLOCK) {
            for (int i = 0; i < BLOCK * CHANNELS; i++) block[i] = (guint16)(block[i] + row[x * CHANNELS + i]);
        }
        for (int i = 0; i < BLOCK; i++) {
            for (int c = 0; c < CHANNELS; c++) sums[c] += block[i * CHANNELS + c];
        }
    }
    for (; x < width; x++) {
        for (int c = 0; c < CHANNELS; c++) sums[c] += row[x * CHANNELS + c];
    }
}

gboolean tessera_average(const guint8 *pixels, int width, int height, guint8 colour[3]) {
    if (width <= 0 || height <= 0) return FALSE;
    guint64 sums[CHANNELS] = {0};
    int rows = MIN(height, TESSERA_AVERAGE_ROWS);
    for (int i = 0; i < rows; i++) {
        // The middle row of each of `rows` equal bands.
        gint64 y = (gint64)(2 * i + 1) * height / (2 * rows);
        add_row(pixels + (gsize)y * (gsize)width * CHANNELS, width, sums);
    }
    guint64 opacity = sums[3];
    if (2 * opacity < 255 * (guint64)width * (guint64)rows) return FALSE;
    for (int i = 0; i < 3; i++) colour[i] = (guint8)MIN(255, (sums[2 - i] * 255 + opacity / 2) / opacity);
    return TRUE;
}
