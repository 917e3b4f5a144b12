// Gaussian blur as three sliding boxes, on strips of the picture that fit into the cache.
#include "tessera_process.h"

#include <math.h>
#include <string.h>

// The helpers below are inlined: how vectors of 512 bits would be passed to a function is nobody's concern.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

// A strip is a column of lines; each line has this many independent samples, whether they come from one row of the
// picture (blurring down) or from one column of 16 rows (blurring across).
enum { LANES = 64, ROWS = 16 };

// Samples have 8 bits behind the point between passes, sums of a box 32 bits in all.
enum { ONE = 256, HALF = 128 };

// Lanes worked on at a time, whose sums stay in registers.
enum { BLOCK = 16 };
typedef guint16 Samples __attribute__((ext_vector_type(BLOCK), aligned(2)));
typedef gint32 Sums __attribute__((ext_vector_type(BLOCK)));
typedef float Means __attribute__((ext_vector_type(BLOCK)));

INLINE Sums load(const guint16 *line) { return __builtin_convertvector(*(const Samples *)line, Sums); }

// 2·reach + 1 whole samples and, at each end, `end` of another.
typedef struct {
    int reach;
    float end;
    float scale;
} Box;

static Box box_for(int sigma) {
    double variance = (double)sigma * sigma / 3;
    double reach = floor(sqrt(12 * variance + 1) / 2 - 0.5);
    double end = (2 * reach + 1) * (reach * (reach + 1) - 3 * variance) /
                 (6 * (variance - (reach + 1) * (reach + 1)));
    return (Box){(int)reach, (float)end, (float)(1 / (2 * reach + 1 + 2 * end))};
}

// Lines that an output looks beyond itself, to either side.
static int margin(const Box *box) { return box->reach + 1; }

// Filters `count` lines; the first output's centre is `margin` lines behind `in`. A float holds a sum to 1 in 2^24,
// so an even stretch stays what it is.
static void filter(const guint16 *restrict in, guint16 *restrict out, int count, const Box *box) {
    int whole = 2 * box->reach + 1;
    for (int lane = 0; lane < LANES; lane += BLOCK) {
        const guint16 *low = in + lane, *high = low + LANES;
        Sums sums = {0};
        for (int i = 0; i < whole; i++, high += LANES) sums += load(high);
        Sums before = load(low);
        guint16 *to = out + lane;
        for (int i = 0; i < count; i++, to += LANES) {
            Sums after = load(high);
            Means means = __builtin_convertvector(sums, Means) + box->end * __builtin_convertvector(before + after, Means);
            *(Samples *)to = __builtin_convertvector(__builtin_convertvector(means * box->scale + 0.5f, Sums), Samples);
            low += LANES;
            high += LANES;
            before = load(low);
            sums += after - before;
        }
    }
}

// Memory for one strip of `length` lines and what lies beyond its ends.
typedef struct {
    guint16 *lines;
    guint16 *other;
    guint16 *first;  // line 0 in `lines`
    int length;
    int beyond;
} Strip;

static Strip strip_new(int length, const Box *box) {
    int beyond = 3 * margin(box);
    gsize samples = ((gsize)length + 2 * (gsize)beyond) * LANES;
    guint16 *lines = g_new0(guint16, samples);
    return (Strip){lines, g_new0(guint16, samples), lines + (gsize)beyond * LANES, length, beyond};
}

static void strip_clear(Strip *strip) {
    g_free(strip->lines);
    g_free(strip->other);
}

// Repeats the first and last line, blurs, and returns where the result lies.
static const guint16 *strip_blur(Strip *strip, const Box *box) {
    gsize line = LANES * sizeof(guint16);
    guint16 *end = strip->first + (gsize)strip->length * LANES;
    for (int i = 0; i < strip->beyond; i++) {
        memcpy(strip->lines + (gsize)i * LANES, strip->first, line);
        memcpy(end + (gsize)i * LANES, end - LANES, line);
    }
    int step = 2 * margin(box);
    filter(strip->lines, strip->other, strip->length + 2 * step, box);
    filter(strip->other, strip->lines, strip->length + step, box);
    filter(strip->lines, strip->other, strip->length, box);
    return strip->other;
}

INLINE void widen(const guint8 *restrict from, guint16 *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] = (guint16)(from[i] * ONE);
}

INLINE void narrow(const guint16 *restrict from, guint8 *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] = (guint8)((from[i] + HALF) / ONE);
}

static gboolean blur_down(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled, guint8 *out) {
    Strip strip = strip_new(picture->height, box);
    int row = picture->width * picture->channels;
    gboolean goes_on = TRUE;
    for (int left = 0; left < row && (goes_on = !cancelled()); left += LANES) {
        int count = MIN(LANES, row - left);
        for (int y = 0; y < picture->height; y++)
            widen(picture->pixels + (gsize)y * row + left, strip.first + (gsize)y * LANES, count);
        const guint16 *blurred = strip_blur(&strip, box);
        for (int y = 0; y < picture->height; y++)
            narrow(blurred + (gsize)y * LANES, out + (gsize)y * row + left, count);
    }
    strip_clear(&strip);
    return goes_on;
}

// Between `rows` rows of pixels and a strip whose lines are their columns, in tiles, so that neither side is walked
// across its cache lines. `channels` is a constant where this is inlined.
INLINE void columns_in(const guint8 *pixels, int width, int rows, const int channels, guint16 *lines) {
    for (int left = 0; left < width; left += ROWS) {
        int end = MIN(width, left + ROWS);
        for (int y = 0; y < rows; y++)
            for (int x = left; x < end; x++)
                widen(pixels + ((gsize)y * width + x) * channels, lines + (gsize)x * LANES + y * channels, channels);
    }
}

INLINE void columns_out(const guint16 *lines, int width, int rows, const int channels, guint8 *pixels) {
    for (int left = 0; left < width; left += ROWS) {
        int end = MIN(width, left + ROWS);
        for (int y = 0; y < rows; y++)
            for (int x = left; x < end; x++)
                narrow(lines + (gsize)x * LANES + y * channels, pixels + ((gsize)y * width + x) * channels, channels);
    }
}

// In place, 16 rows at a time.
static gboolean blur_across(guint8 *pixels, int width, int height, int channels, const Box *box,
                            TesseraCancelCheck cancelled) {
    Strip strip = strip_new(width, box);
    gboolean goes_on = TRUE;
    for (int top = 0; top < height && (goes_on = !cancelled()); top += ROWS) {
        int rows = MIN(ROWS, height - top);
        guint8 *band = pixels + (gsize)top * width * channels;
        if (channels == 4)
            columns_in(band, width, rows, 4, strip.first);
        else
            columns_in(band, width, rows, 3, strip.first);
        const guint16 *blurred = strip_blur(&strip, box);
        if (channels == 4)
            columns_out(blurred, width, rows, 4, band);
        else
            columns_out(blurred, width, rows, 3, band);
    }
    strip_clear(&strip);
    return goes_on;
}

gboolean tessera_process_blur(const TesseraRaster *picture, int sigma, TesseraCancelCheck cancelled, guint8 *out) {
    Box box = box_for(CLAMP(sigma, 1, TESSERA_BLUR_SIGMA_MAX));
    return blur_down(picture, &box, cancelled, out) &&
           blur_across(out, picture->width, picture->height, picture->channels, &box, cancelled);
}
