// Gaussian blur by three extended box filters in each direction.
#include "tessera_process.h"

#include <math.h>

// Samples have 8 fraction bits between passes.
enum { CHANNELS = 4, ONE = 256, HALF = 128 };

typedef guint16 Samples __attribute__((ext_vector_type(CHANNELS)));
typedef gint32 Sums __attribute__((ext_vector_type(CHANNELS)));
typedef float Means __attribute__((ext_vector_type(CHANNELS)));

// 2·reach + 1 whole samples and, at each end, `end` of another; `scale` is one divided by the total weight.
typedef struct {
    int reach;
    float end;
    float scale;
} Box;

// The box whose three passes have the wanted variance.
static Box box_for(int sigma) {
    double variance = (double)sigma * sigma / 3;
    double reach = floor(sqrt(12 * variance + 1) / 2 - 0.5);
    double end = (2 * reach + 1) * (reach * (reach + 1) - 3 * variance) /
                 (6 * (variance - (reach + 1) * (reach + 1)));
    return (Box){(int)reach, (float)end, (float)(1 / (2 * reach + 1 + 2 * end))};
}

static Sums sums_of(Samples samples) { return __builtin_convertvector(samples, Sums); }

// Filters `line` in place to `count` samples. The first output is centred `reach` + 1 samples from the start, and samples
// before an output are not read again. A float holds a sum to 1 in 2^24, so a uniform area is unchanged.
static void filter(Samples *line, int count, const Box *box) {
    int whole = 2 * box->reach + 1;
    Sums sums = {0};
    for (int i = 1; i <= whole; i++) sums += sums_of(line[i]);
    for (int i = 0; i < count; i++) {
        Sums before = sums_of(line[i]), after = sums_of(line[i + whole + 1]);
        Means means = __builtin_convertvector(sums, Means) + box->end * __builtin_convertvector(before + after, Means);
        line[i] = __builtin_convertvector(__builtin_convertvector(means * box->scale + 0.5f, Sums), Samples);
        sums += after - sums_of(line[i + 1]);
    }
}

// Blurs `count` pixels that are `step` apart. `line` has room for them and for the repeated edges.
static void blur_line(const guint8 *from, guint8 *to, gsize step, int count, const Box *box, Samples *line) {
    int margin = box->reach + 1, beyond = 3 * margin;
    for (int i = 0; i < count + 2 * beyond; i++) {
        const guint8 *pixel = from + (gsize)CLAMP(i - beyond, 0, count - 1) * step;
        line[i] = (Samples){pixel[0], pixel[1], pixel[2], pixel[3]} * (Samples)ONE;
    }
    filter(line, count + 4 * margin, box);
    filter(line, count + 2 * margin, box);
    filter(line, count, box);
    for (int i = 0; i < count; i++)
        for (int channel = 0; channel < CHANNELS; channel++)
            to[(gsize)i * step + channel] = (guint8)((line[i][channel] + HALF) / ONE);
}

gboolean tessera_process_blur(const TesseraRaster *picture, int sigma, TesseraCancelCheck cancelled, guint8 *out) {
    Box box = box_for(CLAMP(sigma, 1, TESSERA_BLUR_SIGMA_MAX));
    int width = picture->width, height = picture->height;
    gsize row = (gsize)width * CHANNELS;
    Samples *line = g_try_new(Samples, (gsize)MAX(width, height) + 6 * ((gsize)box.reach + 1));
    gboolean goes_on = line != NULL;
    for (int x = 0; x < width && goes_on && (goes_on = !cancelled()); x++)
        blur_line(picture->pixels + (gsize)x * CHANNELS, out + (gsize)x * CHANNELS, row, height, &box, line);
    for (int y = 0; y < height && goes_on && (goes_on = !cancelled()); y++)
        blur_line(out + (gsize)y * row, out + (gsize)y * row, CHANNELS, width, &box, line);
    g_free(line);
    return goes_on;
}
