// Canvas of the painter: memory, choice of kernels, scaling up with fine structure and grain, blur and grey.
#include "tessera_paint.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "painting/canvas.h"

typedef float Pixel __attribute__((ext_vector_type(4), aligned(4)));

extern const TesseraKernels tessera_paint_kernels_baseline;
#if defined(__x86_64__)
extern const TesseraKernels tessera_paint_kernels_avx2;
#endif

static const TesseraKernels *kernels(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &tessera_paint_kernels_avx2;
#endif
    return &tessera_paint_kernels_baseline;
}

TesseraCanvas *tessera_canvas_new(const TesseraScene *scene, const TesseraSprite *sprites, int count,
                                  const TesseraView *view) {
    TesseraCanvas *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->scene = *scene;
    c->view = *view;
    c->stride = (view->width + 7) / 8 * 8;
    size_t pixels = (size_t)c->stride * (size_t)view->height;
    bool land = scene->subject == TesseraSubjectLandscape && scene->terrain != TesseraTerrainNone;
    c->red = malloc(pixels * sizeof(float));
    c->green = malloc(pixels * sizeof(float));
    c->blue = malloc(pixels * sizeof(float));
    c->texture = malloc(pixels * sizeof(float));
    c->ring = malloc((size_t)c->stride * 16 * sizeof(float));
    if (land) {
        c->distance = calloc(pixels, sizeof(float));
        c->coverage = calloc(pixels, sizeof(float));
    }
    if (count > 0) {
        c->sprites = malloc((size_t)count * sizeof *sprites);
        if (c->sprites) memcpy(c->sprites, sprites, (size_t)count * sizeof *sprites);
        c->spriteCount = count;
    }
    for (int i = 0; i < 4; i++) c->ringRow[i] = -1;
    bool whole = c->red && c->green && c->blue && c->texture && c->ring && (!land || (c->distance && c->coverage)) &&
                 (count <= 0 || c->sprites);
    if (!whole) {
        tessera_canvas_free(c);
        return NULL;
    }
    return c;
}

void tessera_canvas_free(TesseraCanvas *c) {
    if (!c) return;
    free(c->red);
    free(c->green);
    free(c->blue);
    free(c->texture);
    free(c->ring);
    free(c->distance);
    free(c->coverage);
    free(c->taps);
    free(c->weights);
    free(c->blend);
    free(c->structure);
    free(c->sprites);
    free(c);
}

static int landBands(const TesseraCanvas *c) { return c->distance ? (c->stride + BAND_COLUMNS - 1) / BAND_COLUMNS : 0; }

int tessera_canvas_bands(const TesseraCanvas *c) { return landBands(c) + (c->view.height + BAND_ROWS - 1) / BAND_ROWS; }

void tessera_canvas_paint(TesseraCanvas *c, int band) {
    int land = landBands(c);
    if (band < land) {
        int first = band * BAND_COLUMNS, last = first + BAND_COLUMNS;
        kernels()->march(c, first, last < c->stride ? last : c->stride);
        return;
    }
    int first = (band - land) * BAND_ROWS, last = first + BAND_ROWS;
    for (int row = first; row < last && row < c->view.height; row++) kernels()->paintRow(c, row);
}

static uint32_t mixed(uint32_t h) {
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ (h >> 16);
}

/// Returns a developed row of the canvas; kept while the rows around it are needed.
static const Pixel *developed(TesseraCanvas *c, int row) {
    row = row < 0 ? 0 : row >= c->view.height ? c->view.height - 1 : row;
    int slot = row & 3;
    float *rgba = c->ring + (size_t)slot * (size_t)c->stride * 4;
    if (c->ringRow[slot] != row) {
        kernels()->developRow(c, row, rgba);
        c->ringRow[slot] = row;
    }
    return (const Pixel *)rgba;
}

/// Computes the weights of Keys' cubic convolution (a = −½) for a sample `t` after the second of four.
static void cubic(float t, float w[4]) {
    float t2 = t * t, t3 = t2 * t;
    w[0] = -0.5f * t3 + t2 - 0.5f * t;
    w[1] = 1.5f * t3 - 2.5f * t2 + 1;
    w[2] = -1.5f * t3 + 2 * t2 + 0.5f * t;
    w[3] = 0.5f * t3 - 0.5f * t2;
}

/// Returns the grain of one pixel: the sum of four uniform bytes, close to a normal distribution of deviation 1.
static float grainAt(uint32_t h) {
    return ((float)((h & 255) + ((h >> 8) & 255) + ((h >> 16) & 255) + (h >> 24)) - 510) * (1.0f / 147.8f);
}

/// Prepares scaling up to results `width` wide. Returns false when out of memory.
static bool prepareEnlarging(TesseraCanvas *c, int width) {
    if (c->wide == width) return true;
    size_t count = ((size_t)width + 7) / 8 * 8;
    free(c->taps);
    free(c->weights);
    free(c->blend);
    free(c->structure);
    c->taps = malloc(count * sizeof *c->taps);
    c->weights = malloc(count * 4 * sizeof(float));
    c->blend = malloc((size_t)c->stride * 4 * sizeof(float));
    c->structure = malloc(count * sizeof(float));
    if (!c->taps || !c->weights || !c->blend || !c->structure) return false;
    float scale = (float)width / (float)c->view.width;
    for (int x = 0; x < width; x++) {
        float from = ((float)x + 0.5f) / scale - 0.5f;
        int tap = (int)floorf(from);
        c->taps[x] = tap;
        cubic(from - (float)tap, c->weights + (size_t)x * 4);
    }
    c->wide = width;
    return true;
}

static int within(int at, int count) { return at < 0 ? 0 : at >= count ? count - 1 : at; }

bool tessera_canvas_develop(TesseraCanvas *c, uint8_t *rgb, int width, int first, int last) {
    const TesseraView *v = &c->view;
    bool enlarge = width != v->width;
    if (enlarge && !prepareEnlarging(c, width)) return false;
    if (!c->bloomReady) {
        kernels()->gatherBloom(c);
        c->bloomReady = true;
    }
    float scale = (float)width / (float)v->width, strength = c->scene.grain;
    // Fine structure increases with the scale: none at 1:1, all of it from twice the canvas's size on.
    float detail = 0.16f * (scale >= 2 ? 1 : scale - 1);
    for (int row = first; row < last; row++) {
        uint8_t *to = rgb + (size_t)row * (size_t)width * 3;
        const Pixel *source;
        if (enlarge) {
            float from = ((float)row + 0.5f) / scale - 0.5f + (float)v->above;
            int tap = (int)floorf(from);
            float w[4];
            cubic(from - (float)tap, w);
            const Pixel *rows[4];
            for (int i = 0; i < 4; i++) rows[i] = developed(c, tap - 1 + i);
            Pixel *blend = (Pixel *)c->blend;
            for (int x = 0; x < v->width; x++)
                blend[x] = w[0] * rows[0][x] + w[1] * rows[1][x] + w[2] * rows[2][x] + w[3] * rows[3][x];
            source = blend;
            kernels()->structureRow(c, row, c->structure, width);
        } else {
            source = developed(c, row + v->above);
        }
        uint32_t salt = mixed((uint32_t)row + c->scene.seed * 31u);
        for (int x = 0; x < width; x++) {
            Pixel p;
            if (enlarge) {
                int tap = c->taps[x];
                const float *w = c->weights + (size_t)x * 4;
                if (tap >= 1 && tap + 2 < v->width)
                    p = w[0] * source[tap - 1] + w[1] * source[tap] + w[2] * source[tap + 1] + w[3] * source[tap + 2];
                else
                    p = w[0] * source[within(tap - 1, v->width)] + w[1] * source[within(tap, v->width)] +
                        w[2] * source[within(tap + 1, v->width)] + w[3] * source[within(tap + 2, v->width)];
                p *= 1 + detail * p.w * c->structure[x];
            } else {
                p = source[x];
            }
            float luma = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
            uint32_t h = mixed((uint32_t)x * 0x9e3779b9u ^ salt);
            float g = grainAt(h) * strength * (0.35f + 2.6f * luma * (1 - luma));
            float chroma = ((float)(h & 0xffff) - 32768) * (strength * 0.25f / 32768);
            Pixel out = (p + g + (Pixel){chroma, 0, -chroma, 0}) * 255 + 0.5f;
            for (int k = 0; k < 3; k++) to[x * 3 + k] = out[k] <= 0 ? 0 : out[k] >= 255 ? 255 : (uint8_t)out[k];
        }
    }
    return true;
}

/// Applies one box filter of `2 · radius + 1` along a line of `count` samples `step` apart, edges repeated.
static void box(const uint16_t *from, uint16_t *to, int count, int radius) {
    uint32_t size = (uint32_t)(2 * radius + 1), sum = 0;
    uint32_t reciprocal = (1u << 16) / size;
    for (int i = -radius; i <= radius; i++) sum += from[i < 0 ? 0 : i >= count ? count - 1 : i];
    for (int i = 0; i < count; i++) {
        to[i] = (uint16_t)(((uint64_t)sum * reciprocal + (1u << 15)) >> 16);
        int out = i - radius, in = i + radius + 1;
        sum += from[in >= count ? count - 1 : in];
        sum -= from[out < 0 ? 0 : out];
    }
}

/// Computes the radii of three boxes whose variances add up to that of the Gaussian (Kovesi 2010).
static void boxRadii(float sigma, int radii[3]) {
    float ideal = sqrtf(12 * sigma * sigma / 3 + 1);
    int low = (int)ideal;
    if (low % 2 == 0) low--;
    float m = (12 * sigma * sigma - 3.0f * (float)(low * low) - 12.0f * (float)low - 9) / (-4.0f * (float)low - 4);
    int small = (int)(m + 0.5f);
    for (int i = 0; i < 3; i++) radii[i] = ((i < small ? low : low + 2) - 1) / 2;
}

bool tessera_paint_blur(uint8_t *rgb, int width, int height, float sigma) {
    int radii[3], longer = width > height ? width : height;
    boxRadii(sigma, radii);
    uint16_t *a = malloc((size_t)longer * sizeof *a), *b = malloc((size_t)longer * sizeof *b);
    if (a && b) {
        for (int axis = 0; axis < 2; axis++) {
            int count = axis == 0 ? width : height, lines = axis == 0 ? height : width;
            size_t step = axis == 0 ? 3 : (size_t)width * 3, across = axis == 0 ? (size_t)width * 3 : 3;
            for (int line = 0; line < lines; line++) {
                for (int channel = 0; channel < 3; channel++) {
                    uint8_t *at = rgb + (size_t)line * across + (size_t)channel;
                    for (int i = 0; i < count; i++) a[i] = (uint16_t)(at[(size_t)i * step] << 7);
                    box(a, b, count, radii[0]);
                    box(b, a, count, radii[1]);
                    box(a, b, count, radii[2]);
                    for (int i = 0; i < count; i++) at[(size_t)i * step] = (uint8_t)((b[i] + 64) >> 7);
                }
            }
        }
    }
    bool done = a && b;
    free(a);
    free(b);
    return done;
}

void tessera_paint_grey(uint8_t *rgb, size_t pixels) {
    for (size_t i = 0; i < pixels; i++, rgb += 3) {
        uint32_t luma = (19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 32768u) >> 16;
        rgb[0] = rgb[1] = rgb[2] = (uint8_t)luma;
    }
}
