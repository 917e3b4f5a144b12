// Resampling kernel: crop, resample, rotate upright, premultiply and convert to the renderer's byte order. Vertical
// sums come first, because rows are contiguous for vectors.
#include "tessera_pixels.h"

#include "resample_axis.h"
#include "resample_loops.h"

// Address of the image's first pixel in the output, and the steps to its next column and row.
typedef struct {
    guint8 *start;
    gssize column;
    gssize row;
} Placement;

// Returns the placement for an orientation. EXIF 2.32, 4.6.4 A, tag 0112H, defines which edges of the image are row 0
// and column 0.
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

// Copies the columns in use into rows of one block, for an image in which they make less than a block. Returns NULL
// when out of memory.
static guint8 *widened(const guint8 *pixels, gsize stride, int height, gsize samples) {
    guint8 *copy = g_try_new0(guint8, (gsize)height * BLOCK);
    if (copy == NULL) return NULL;
    for (int i = 0; i < height; i++) memcpy(copy + (gsize)i * BLOCK, pixels + (gsize)i * stride, samples);
    return copy;
}

// Buffers of a resampling. Their lengths depend on the image, and so on a file.
typedef struct {
    TesseraAxis across;
    TesseraAxis down;
    // Copy by widened(); NULL where the image's own rows are used.
    guint8 *copy;
    // One row of sums.
    gint16 *line;
} Workspace;

static void workspace_clear(Workspace *self) {
    g_free(self->line);
    g_free(self->copy);
    tessera_axis_clear(&self->down);
    tessera_axis_clear(&self->across);
}

// Fills the workspace, and sets `*left` to the first column in use and `*samples` to the number of samples in use per
// row. Returns FALSE when out of memory.
static gboolean workspace_fill(Workspace *self, const TesseraPicture *picture, const TesseraRegion *region, int columns,
                               int rows, int *left, gsize *samples) {
    if (!tessera_axis_init(&self->across, picture->width, region->x, region->width, columns) ||
        !tessera_axis_init(&self->down, picture->height, region->y, region->height, rows))
        return FALSE;
    const TesseraAxis *across = &self->across;
    *left = across->first[0];
    *samples = (gsize)(across->first[columns - 1] + across->count[columns - 1] - *left) * picture->channels;
    if (*samples < BLOCK) {
        self->copy = widened(picture->pixels + (gsize)*left * picture->channels, picture->stride, picture->height, *samples);
        if (self->copy == NULL) return FALSE;
        *samples = BLOCK;
    }
    // sum_run() reads up to two pixels past the last.
    self->line = g_try_new0(gint16, *samples + 8);
    return self->line != NULL;
}

// Resamples `picture`. `loaded`: RGB or RGBA with straight alpha, as a loader leaves it; otherwise four channels of any
// meaning, each for itself.
static gboolean resample(const TesseraPicture *picture, gboolean loaded, const TesseraRegion *region, int columns, int rows,
                         int orientation, guint8 *out, gsize out_stride) {
    Workspace space = {0};
    int left = 0, channels = picture->channels;
    gsize samples = 0;
    if (!workspace_fill(&space, picture, region, columns, rows, &left, &samples)) {
        workspace_clear(&space);
        return FALSE;
    }
    TesseraAxis across = space.across, down = space.down;
    const guint8 *pixels = space.copy != NULL ? space.copy : picture->pixels + (gsize)left * channels;
    gsize stride = space.copy != NULL ? BLOCK : picture->stride;
    gint16 *line = space.line;
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
    workspace_clear(&space);
    return TRUE;
}

gboolean tessera_pixels_resample(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                                 int orientation, guint8 *out, gsize out_stride) {
    return resample(picture, TRUE, region, columns, rows, orientation, out, out_stride);
}

gboolean tessera_pixels_resample_inks(const TesseraPicture *picture, const TesseraRegion *region, int columns, int rows,
                                      int orientation, guint8 *out, gsize out_stride) {
    return resample(picture, FALSE, region, columns, rows, orientation, out, out_stride);
}

gboolean tessera_pixels_reduce(const guint8 *pixels, int width, int height, const TesseraRegion *region, int columns,
                               int rows, guint8 *out) {
    TesseraPicture picture = {pixels, (gsize)width * 4, width, height, 4};
    return resample(&picture, FALSE, region, columns, rows, 1, out, (gsize)columns * 4);
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

gboolean tessera_pixels_cover(const guint8 *pixels, gsize count) {
    // Few enough for a picture with alpha to be told by its first rows, and enough for the loop to be vectorised.
    enum { BATCH = 4096 };
    guint8 opacity = 255;
    for (gsize done = 0; done < count && opacity == 255; done += BATCH)
        for (gsize i = done; i < MIN(count, done + BATCH); i++) opacity &= pixels[i * 4 + 3];
    return opacity == 255;
}
