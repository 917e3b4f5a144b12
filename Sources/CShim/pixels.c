// Crop, resample, turn upright, premultiply and put in the renderer's order: columns first, because rows lie along
// vectors.
#include "tessera_pixels.h"

#include "resample_axis.h"
#include "resample_loops.h"

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

// The columns that are looked at, of a picture in which they make less than a block: copied, with room behind them.
static guint8 *widened(const guint8 *pixels, gsize stride, int height, gsize samples) {
    guint8 *copy = g_new0(guint8, (gsize)height * BLOCK);
    for (int i = 0; i < height; i++) memcpy(copy + (gsize)i * BLOCK, pixels + (gsize)i * stride, samples);
    return copy;
}

// `loaded`: as a loader leaves it, red first and with straight alpha; otherwise as tessera_pixels_resample leaves it.
static void resample(const TesseraPicture *picture, gboolean loaded, const TesseraRegion *region, int columns, int rows,
                     int orientation, guint8 *out, gsize out_stride) {
    TesseraAxis across = tessera_axis_new(picture->width, region->x, region->width, columns);
    TesseraAxis down = tessera_axis_new(picture->height, region->y, region->height, rows);
    int channels = picture->channels;
    int left = across.first[0];
    gsize samples = (gsize)(across.first[columns - 1] + across.count[columns - 1] - left) * channels;
    const guint8 *pixels = picture->pixels + (gsize)left * channels;
    gsize stride = picture->stride;
    guint8 *copy = NULL;
    if (samples < BLOCK) {
        pixels = copy = widened(pixels, stride, picture->height, samples);
        stride = samples = BLOCK;
    }
    // A run reads up to two pixels behind the last.
    gint16 *line = g_new0(gint16, samples + 8);
    Placement place = placement(orientation, columns, rows, out, out_stride);
    for (int i = 0; i < rows; i++) {
        const guint8 *row = pixels + (gsize)down.first[i] * stride;
        const gint16 *weights = down.weights + (gsize)i * down.stride;
        if (channels == 4 && loaded)
            sum_rows(row, stride, samples, down.count[i], weights, TRUE, line);
        else
            sum_rows(row, stride, samples, down.count[i], weights, FALSE, line);
        guint8 *to = place.start + place.row * i;
        for (int k = 0; k < columns; k++, to += place.column) {
            const gint16 *pixel = line + (gsize)(across.first[k] - left) * channels;
            const gint16 *run = across.weights + (gsize)k * across.stride;
            guint32 value = !loaded         ? sum_run(pixel, across.count[k], run, 4, SAME_ORDER)
                            : channels == 4 ? sum_run(pixel, across.count[k], run, 4, TURNED_ORDER)
                                            : sum_run(pixel, across.count[k], run, 3, TURNED_ORDER) | 0xFF000000u;
            memcpy(to, &value, sizeof value);
        }
    }
    g_free(line);
    g_free(copy);
    tessera_axis_clear(&down);
    tessera_axis_clear(&across);
}

void tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                             int orientation, guint8 *out, gsize out_stride) {
    resample(picture, TRUE, region, columns, rows, orientation, out, out_stride);
}

void tessera_pixels_reduce(const guint8 *pixels, int width, int height, const TesseraRegion *region, int columns, int rows,
                           guint8 *out) {
    TesseraPicture picture = {pixels, (gsize)width * 4, width, height, 4};
    resample(&picture, FALSE, region, columns, rows, 1, out, (gsize)columns * 4);
}

gboolean tessera_pixels_opaque(const guint8 *pixels, gsize count, guint8 *rgb) {
    guint8 opacity = 255;
    for (gsize i = 0; i < count; i++, pixels += 4, rgb += 3) {
        rgb[0] = pixels[2];
        rgb[1] = pixels[1];
        rgb[2] = pixels[0];
        opacity &= pixels[3];
    }
    return opacity == 255;
}
