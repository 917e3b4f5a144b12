// Blur of a whole image, compiled once for each kind of processor: BLUR names the function. The arithmetic is bit-exact
// everywhere (no fused multiplication), so the result does not depend on the machine.
#include "box.h"

#include <string.h>

// The helpers below are inlined, so the calling convention for vectors of 512 bits does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

// A strip is a column of lines. Each line has this many independent samples, which come either from one row of the
// image (vertical blur) or from one column of 16 rows (horizontal blur).
enum { CHANNELS = 4, ROWS = 16, LANES = CHANNELS * ROWS };

// Samples have 8 fraction bits between passes; the sum of a box has 32 bits.
enum { ONE = 256, HALF = 128 };

// Number of lanes processed at a time, whose sums stay in registers.
enum { BLOCK = 16 };
typedef guint16 Samples __attribute__((ext_vector_type(BLOCK), aligned(2)));
typedef gint32 Sums __attribute__((ext_vector_type(BLOCK)));
typedef float Means __attribute__((ext_vector_type(BLOCK)));

INLINE Sums load(const guint16 *line) { return __builtin_convertvector(*(const Samples *)line, Sums); }

// Number of lines that an output depends on beyond itself, on either side.
static int margin(const Box *box) { return box->reach + 1; }

// Filters `lines` in place to `count` of them. The first output is centred `margin` lines from the start, and lines
// before an output are not read again. A float holds a sum to 1 in 2^24, so a uniform area is unchanged.
static void filter(guint16 *lines, int count, const Box *box) {
    int whole = 2 * box->reach + 1;
    for (int lane = 0; lane < LANES; lane += BLOCK) {
        guint16 *low = lines + lane, *high = low + LANES;
        Sums sums = {0};
        for (int i = 0; i < whole; i++, high += LANES) sums += load(high);
        Sums before = load(low);
        for (int i = 0; i < count; i++) {
            Sums after = load(high);
            Means means = __builtin_convertvector(sums, Means) + box->end * __builtin_convertvector(before + after, Means);
            *(Samples *)low = __builtin_convertvector(__builtin_convertvector(means * box->scale + 0.5f, Sums), Samples);
            low += LANES;
            high += LANES;
            before = load(low);
            sums += after - before;
        }
    }
}

// Memory for one strip of `length` lines, and for the repeated lines before and after them. `lines` is NULL when out of
// memory.
typedef struct {
    guint16 *lines;
    int length;
    int beyond;
} Strip;

static Strip strip_new(int length, const Box *box) {
    int beyond = 3 * margin(box);
    return (Strip){g_try_new0(guint16, ((gsize)length + 2 * (gsize)beyond) * LANES), length, beyond};
}

// Returns the place of the image's own lines.
static guint16 *strip_room(const Strip *strip) { return strip->lines + (gsize)strip->beyond * LANES; }

// Repeats the first and last line outwards, and blurs; the result begins at `lines`.
static void strip_blur(Strip *strip, const Box *box) {
    gsize line = LANES * sizeof(guint16);
    guint16 *first = strip_room(strip), *end = first + (gsize)strip->length * LANES;
    for (int i = 0; i < strip->beyond; i++) {
        memcpy(strip->lines + (gsize)i * LANES, first, line);
        memcpy(end + (gsize)i * LANES, end - LANES, line);
    }
    int step = 2 * margin(box);
    filter(strip->lines, strip->length + 2 * step, box);
    filter(strip->lines, strip->length + step, box);
    filter(strip->lines, strip->length, box);
}

INLINE void widen(const guint8 *restrict from, guint16 *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] = (guint16)(from[i] * ONE);
}

INLINE void narrow(const guint16 *restrict from, guint8 *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] = (guint8)((from[i] + HALF) / ONE);
}

static gboolean blur_down(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled, guint8 *out) {
    Strip strip = strip_new(picture->height, box);
    int row = picture->width * CHANNELS;
    gboolean goes_on = strip.lines != NULL;
    for (int left = 0; goes_on && left < row && (goes_on = !cancelled()); left += LANES) {
        int count = MIN(LANES, row - left);
        for (int y = 0; y < picture->height; y++)
            widen(picture->pixels + (gsize)y * row + left, strip_room(&strip) + (gsize)y * LANES, count);
        strip_blur(&strip, box);
        for (int y = 0; y < picture->height; y++)
            narrow(strip.lines + (gsize)y * LANES, out + (gsize)y * row + left, count);
    }
    g_free(strip.lines);
    return goes_on;
}

// Copies between `rows` rows of pixels and a strip whose lines are their columns, in tiles, so that neither side is
// traversed across its cache lines.
INLINE void columns_in(const guint8 *pixels, int width, int rows, guint16 *lines) {
    for (int left = 0; left < width; left += ROWS) {
        int end = MIN(width, left + ROWS);
        for (int y = 0; y < rows; y++)
            for (int x = left; x < end; x++)
                widen(pixels + ((gsize)y * width + x) * CHANNELS, lines + (gsize)x * LANES + y * CHANNELS, CHANNELS);
    }
}

INLINE void columns_out(const guint16 *lines, int width, int rows, guint8 *pixels) {
    for (int left = 0; left < width; left += ROWS) {
        int end = MIN(width, left + ROWS);
        for (int y = 0; y < rows; y++)
            for (int x = left; x < end; x++)
                narrow(lines + (gsize)x * LANES + y * CHANNELS, pixels + ((gsize)y * width + x) * CHANNELS, CHANNELS);
    }
}

// Blurs horizontally in place, 16 rows at a time.
static gboolean blur_across(guint8 *pixels, int width, int height, const Box *box, TesseraCancelCheck cancelled) {
    Strip strip = strip_new(width, box);
    gboolean goes_on = strip.lines != NULL;
    for (int top = 0; goes_on && top < height && (goes_on = !cancelled()); top += ROWS) {
        int rows = MIN(ROWS, height - top);
        guint8 *band = pixels + (gsize)top * width * CHANNELS;
        columns_in(band, width, rows, strip_room(&strip));
        strip_blur(&strip, box);
        columns_out(strip.lines, width, rows, band);
    }
    g_free(strip.lines);
    return goes_on;
}

gboolean BLUR(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled, guint8 *out) {
    return blur_down(picture, box, cancelled, out) &&
           blur_across(out, picture->width, picture->height, box, cancelled);
}
