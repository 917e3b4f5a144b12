// Blocks of 4×4 pixels in 8 bytes, and pixels of 16 bits.
#include "tessera_tiny.h"

#include <math.h>
#include <string.h>

enum { SIDE = TESSERA_TINY_SIDE, BLOCK = 4, PIXELS = BLOCK * BLOCK };

static guint16 packed565(float red, float green, float blue) {
    int r = (int)(CLAMP(red, 0, 255) * 31 / 255 + 0.5f), g = (int)(CLAMP(green, 0, 255) * 63 / 255 + 0.5f);
    int b = (int)(CLAMP(blue, 0, 255) * 31 / 255 + 0.5f);
    return (guint16)(r << 11 | g << 5 | b);
}

static void unpack565(guint16 colour, int rgb[3]) {
    int r = colour >> 11, g = colour >> 5 & 63, b = colour & 31;
    rgb[0] = r << 3 | r >> 2;
    rgb[1] = g << 2 | g >> 4;
    rgb[2] = b << 3 | b >> 2;
}

// The four colours of a block. The first is not less than the second in what is encoded here; other bytes have a third in
// the middle and black, as the format says.
static void palette(guint16 first, guint16 second, int colours[4][3]) {
    unpack565(first, colours[0]);
    unpack565(second, colours[1]);
    for (int i = 0; i < 3; i++) {
        int a = colours[0][i], b = colours[1][i];
        colours[2][i] = first > second ? (2 * a + b) / 3 : (a + b) / 2;
        colours[3][i] = first > second ? (a + 2 * b) / 3 : 0;
    }
}

static void encode_block(const guint8 *pixels, gsize stride, guint8 *block) {
    float values[PIXELS][3], mean[3] = {0, 0, 0};
    for (int i = 0; i < PIXELS; i++) {
        const guint8 *pixel = pixels + (gsize)(i / BLOCK) * stride + (gsize)(i % BLOCK) * 4;
        for (int c = 0; c < 3; c++) mean[c] += values[i][c] = pixel[2 - c];
    }
    for (int c = 0; c < 3; c++) mean[c] /= PIXELS;
    // The line through the mean along which the colours vary most, by power iteration on their covariance.
    float spread[3][3] = {{0}};
    for (int i = 0; i < PIXELS; i++) {
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) spread[a][b] += (values[i][a] - mean[a]) * (values[i][b] - mean[b]);
        }
    }
    float axis[3] = {0.30f, 0.59f, 0.11f};
    for (int turn = 0; turn < 4; turn++) {
        float next[3], length = 0;
        for (int a = 0; a < 3; a++) {
            next[a] = spread[a][0] * axis[0] + spread[a][1] * axis[1] + spread[a][2] * axis[2];
            length += next[a] * next[a];
        }
        if (length < 1e-6f) break;
        length = sqrtf(length);
        for (int a = 0; a < 3; a++) axis[a] = next[a] / length;
    }
    float least = INFINITY, most = -INFINITY, along[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
        along[i] = 0;
        for (int c = 0; c < 3; c++) along[i] += (values[i][c] - mean[c]) * axis[c];
        least = MIN(least, along[i]);
        most = MAX(most, along[i]);
    }
    // The ends lie a little inside, so that fewer pixels are far from one of the four colours.
    float inset = (most - least) / 16;
    least += inset;
    most -= inset;
    guint16 ends[2];
    for (int i = 0; i < 2; i++) {
        float at = i == 0 ? most : least;
        ends[i] = packed565(mean[0] + axis[0] * at, mean[1] + axis[1] * at, mean[2] + axis[2] * at);
    }
    gboolean is_turned = ends[0] < ends[1];
    if (is_turned) {
        guint16 end = ends[0];
        ends[0] = ends[1];
        ends[1] = end;
    }
    guint32 choices = 0;
    if (ends[0] != ends[1]) {
        // Steps from the first end: 0, 1, 2, 3 thirds are the codes 0, 2, 3, 1.
        static const guint32 codes[4] = {0, 2, 3, 1};
        for (int i = 0; i < PIXELS; i++) {
            float part = is_turned ? (along[i] - least) / (most - least) : (most - along[i]) / (most - least);
            choices |= codes[(int)(CLAMP(part, 0, 1) * 3 + 0.5f)] << (2 * i);
        }
    }
    for (int i = 0; i < 2; i++) {
        block[2 * i] = (guint8)(ends[i] & 255);
        block[2 * i + 1] = (guint8)(ends[i] >> 8);
    }
    for (int i = 0; i < 4; i++) block[4 + i] = (guint8)(choices >> (8 * i));
}

void tessera_tiny_encode(const guint8 *pixels, guint8 *blocks) {
    for (int y = 0; y < SIDE; y += BLOCK) {
        for (int x = 0; x < SIDE; x += BLOCK, blocks += 8) {
            encode_block(pixels + ((gsize)y * SIDE + (gsize)x) * 4, SIDE * 4, blocks);
        }
    }
}

void tessera_tiny_decode(const guint8 *blocks, guint8 *pixels) {
    for (int y = 0; y < SIDE; y += BLOCK) {
        for (int x = 0; x < SIDE; x += BLOCK, blocks += 8) {
            int colours[4][3];
            palette((guint16)(blocks[0] | blocks[1] << 8), (guint16)(blocks[2] | blocks[3] << 8), colours);
            guint32 packed[4];
            for (int i = 0; i < 4; i++) {
                packed[i] = 0xff000000u | (guint32)colours[i][0] << 16 | (guint32)colours[i][1] << 8 |
                            (guint32)colours[i][2];
            }
            for (int row = 0; row < BLOCK; row++) {
                guint8 choices = blocks[4 + row];
                guint32 line[BLOCK];
                for (int i = 0; i < BLOCK; i++) line[i] = packed[choices >> (2 * i) & 3];
                memcpy(pixels + ((gsize)(y + row) * SIDE + (gsize)x) * 4, line, sizeof line);
            }
        }
    }
}

void tessera_tiny_pack(const guint8 *pixels, gsize count, guint16 *packed) {
    for (gsize i = 0; i < count; i++, pixels += 4) {
        // Multiplied and shifted: the nearest of 32 and 64 values for each of 256.
        guint32 b = (pixels[0] * 249u + 1014u) >> 11, g = (pixels[1] * 253u + 505u) >> 10;
        guint32 r = (pixels[2] * 249u + 1014u) >> 11;
        packed[i] = (guint16)(r << 11 | g << 5 | b);
    }
}

void tessera_tiny_flatten(guint8 *pixels, gsize count) {
    for (gsize i = 0; i < count; i++, pixels += 4) {
        guint8 ground = (guint8)((255 - pixels[3]) / 2);
        for (int c = 0; c < 3; c++) pixels[c] = (guint8)MIN(255, pixels[c] + ground);
        pixels[3] = 255;
    }
}
