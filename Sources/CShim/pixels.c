// Crop, resample, turn upright, premultiply and expand to RGBA: vertical sums first, because they run along rows.
#include "tessera_pixels.h"

#include <math.h>
#include <string.h>

// Weights of one axis: for each output position the first source position, how many follow, and their weights, which
// add up to ONE exactly, so that an even area stays even.
enum { ONE = 1 << 16 };

typedef struct {
    int *first;
    int *count;
    guint32 *weights;
    int stride;  // weights kept per output position
} Axis;

// One output position: the stretch of the source that it looks at.
typedef struct {
    double low;
    double high;
    double centre;
    double scale;  // source positions per output position
} Window;

// How much of the source position `i` it takes, before normalisation.
static double share(const Window *window, int i) {
    if (window->scale >= 2) return MAX(0, MIN(window->high, i + 1.0) - MAX(window->low, (double)i));
    return MAX(0, 1 - fabs(i + 0.5 - window->centre) / MAX(1, window->scale));
}

static void axis_fill(Axis *axis, int position, const Window *window, int length) {
    int first = MAX(0, (int)floor(window->low));
    int end = MIN(length, (int)ceil(window->high));
    if (end <= first) {
        first = CLAMP((int)floor(window->centre), 0, length - 1);
        end = first + 1;
    }
    guint32 *weights = axis->weights + (gsize)position * axis->stride;
    double total = 0;
    for (int i = first; i < end; i++) total += share(window, i);
    gint64 rest = ONE;
    int largest = 0;
    for (int i = 0; i < end - first; i++) {
        weights[i] = total > 0 ? (guint32)(share(window, first + i) / total * ONE) : 0;
        rest -= weights[i];
        if (weights[i] > weights[largest]) largest = i;
    }
    weights[largest] += (guint32)rest;
    int from = 0, to = end - first;
    while (to - from > 1 && weights[to - 1] == 0) to -= 1;
    while (to - from > 1 && weights[from] == 0) from += 1;
    if (from > 0) memmove(weights, weights + from, sizeof *weights * (gsize)(to - from));
    axis->first[position] = first + from;
    axis->count[position] = to - from;
}

static Axis axis_new(int length, double origin, double extent, int steps) {
    double scale = extent / steps;
    double reach = scale >= 2 ? scale / 2 : MAX(1, scale);
    Axis axis = {g_new(int, steps), g_new(int, steps), NULL, (int)ceil(2 * reach) + 2};
    axis.weights = g_new(guint32, (gsize)steps * axis.stride);
    for (int i = 0; i < steps; i++) {
        double centre = origin + (i + 0.5) * scale;
        Window window = {centre - reach, centre + reach, centre, scale};
        axis_fill(&axis, i, &window, length);
    }
    return axis;
}

static void axis_clear(Axis *axis) {
    g_free(axis->first);
    g_free(axis->count);
    g_free(axis->weights);
}

// c·a/255 rounded to nearest, without a division.
static guint8 scaled_by(guint32 c, guint32 a) {
    guint32 product = c * a + 128;
    return (guint8)((product + (product >> 8)) >> 8);
}

static void premultiply(const guint8 *restrict row, int width, guint8 *restrict out) {
    for (int i = 0; i < width; i++) {
        guint32 a = row[4 * i + 3];
        out[4 * i] = scaled_by(row[4 * i], a);
        out[4 * i + 1] = scaled_by(row[4 * i + 1], a);
        out[4 * i + 2] = scaled_by(row[4 * i + 2], a);
        out[4 * i + 3] = (guint8)a;
    }
}

static void add_weighted(guint32 *restrict sums, const guint8 *restrict row, gsize count, guint32 weight) {
    for (gsize i = 0; i < count; i++) sums[i] += row[i] * weight;
}

// The sums keep 8 bits below the point, which the horizontal pass rounds away.
static void to_8_8(guint32 *sums, gsize count) {
    for (gsize i = 0; i < count; i++) sums[i] = (sums[i] + 128) >> 8;
}

static inline guint8 rounded(guint32 sum) { return (guint8)((sum + (1u << 23)) >> 24); }

static void write_row(const guint32 *sums, int channels, const Axis *axis, int offset, int columns, guint8 *out,
                      gssize step) {
    for (int i = 0; i < columns; i++, out += step) {
        const guint32 *weights = axis->weights + (gsize)i * axis->stride;
        const guint32 *pixel = sums + (gsize)(axis->first[i] - offset) * channels;
        guint32 r = 0, g = 0, b = 0, a = 0;
        for (int j = 0; j < axis->count[i]; j++, pixel += channels) {
            r += pixel[0] * weights[j];
            g += pixel[1] * weights[j];
            b += pixel[2] * weights[j];
            if (channels == 4) a += pixel[3] * weights[j];
        }
        out[0] = rounded(r);
        out[1] = rounded(g);
        out[2] = rounded(b);
        out[3] = channels == 4 ? rounded(a) : 255;
    }
}

// Where the picture's first pixel goes, and how far apart its columns and rows come to lie.
typedef struct {
    guint8 *start;
    gssize column;
    gssize row;
} Placement;

// EXIF 2.32, 4.6.4 A, tag 0112H: which edges of the picture are row 0 and column 0.
static Placement placement(int orientation, int columns, int rows, guint8 *out, gsize out_stride) {
    gssize line = (gssize)out_stride, last_column = columns - 1, last_row = rows - 1;
    switch (orientation) {
    case 2: return (Placement){out + 4 * last_column, -4, line};
    case 3: return (Placement){out + 4 * last_column + line * last_row, -4, -line};
    case 4: return (Placement){out + line * last_row, 4, -line};
    case 5: return (Placement){out, line, 4};
    case 6: return (Placement){out + 4 * last_row, line, -4};
    case 7: return (Placement){out + 4 * last_row + line * last_column, -line, -4};
    case 8: return (Placement){out + line * last_column, -line, 4};
    default: return (Placement){out, 4, line};
    }
}

static void resample(const TesseraPicture *picture, gboolean straight, const TesseraRegion *region, int columns, int rows,
                     int orientation, guint8 *out, gsize out_stride) {
    Axis across = axis_new(picture->width, region->x, region->width, columns);
    Axis down = axis_new(picture->height, region->y, region->height, rows);
    int channels = picture->channels;
    int left = across.first[0];
    int width = across.first[columns - 1] + across.count[columns - 1] - left;
    gsize samples = (gsize)width * channels;
    guint32 *sums = g_new(guint32, samples);
    guint8 *premultiplied = channels == 4 && straight ? g_new(guint8, samples) : NULL;
    Placement place = placement(orientation, columns, rows, out, out_stride);
    for (int i = 0; i < rows; i++) {
        memset(sums, 0, samples * sizeof *sums);
        for (int j = 0; j < down.count[i]; j++) {
            const guint8 *row =
                picture->pixels + (gsize)(down.first[i] + j) * picture->stride + (gsize)left * channels;
            if (premultiplied != NULL) {
                premultiply(row, width, premultiplied);
                row = premultiplied;
            }
            add_weighted(sums, row, samples, down.weights[(gsize)i * down.stride + j]);
        }
        to_8_8(sums, samples);
        if (channels == 4)
            write_row(sums, 4, &across, left, columns, place.start + place.row * i, place.column);
        else
            write_row(sums, 3, &across, left, columns, place.start + place.row * i, place.column);
    }
    g_free(premultiplied);
    g_free(sums);
    axis_clear(&down);
    axis_clear(&across);
}

void tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                             int orientation, guint8 *out, gsize out_stride) {
    resample(picture, TRUE, region, columns, rows, orientation, out, out_stride);
}

void tessera_pixels_reduce(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows, guint8 *out,
                           gsize out_stride) {
    resample(picture, FALSE, region, columns, rows, 1, out, out_stride);
}
