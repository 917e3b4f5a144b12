// The mean colour of a picture.
#include "tessera_average.h"

// Pixels that are added at a time, each byte to a sum of its own: neighbours in memory go into neighbours in a register.
#define BLOCK 16
// Blocks after which a 16-bit sum might not take another.
#define BLOCKS 256

static inline __attribute__((always_inline)) void add_row(const guint8 *restrict row, int width, int channels,
                                                          guint64 *restrict sums) {
    int x = 0;
    while (width - x >= BLOCK) {
        guint16 block[BLOCK * 4] = {0};
        int end = x + MIN((width - x) / BLOCK, BLOCKS) * BLOCK;
        for (; x < end; x += BLOCK) {
            for (int i = 0; i < BLOCK * channels; i++) block[i] = (guint16)(block[i] + row[x * channels + i]);
        }
        for (int i = 0; i < BLOCK; i++) {
            for (int c = 0; c < channels; c++) sums[c] += block[i * channels + c];
        }
    }
    for (; x < width; x++) {
        for (int c = 0; c < channels; c++) sums[c] += row[x * channels + c];
    }
}

gboolean tessera_average(const guint8 *pixels, int width, int height, int channels, guint8 colour[3]) {
    if (width <= 0 || height <= 0) return FALSE;
    guint64 sums[4] = {0};
    int rows = MIN(height, TESSERA_AVERAGE_ROWS);
    for (int i = 0; i < rows; i++) {
        // The middle row of each of `rows` equal bands.
        gint64 y = (gint64)(2 * i + 1) * height / (2 * rows);
        const guint8 *row = pixels + (gsize)y * (gsize)width * (gsize)channels;
        // Each with its number of channels known, so that the compiler can make registers of the block.
        if (channels == 4)
            add_row(row, width, 4, sums);
        else
            add_row(row, width, 3, sums);
    }
    if (channels == 3) sums[3] = 255 * (guint64)width * (guint64)rows;
    if (2 * sums[3] < 255 * (guint64)width * (guint64)rows) return FALSE;
    for (int i = 0; i < 3; i++) colour[i] = (guint8)MIN(255, (sums[i] * 255 + sums[3] / 2) / sums[3]);
    return TRUE;
}
