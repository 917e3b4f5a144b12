// Row kernels of the painter, compiled once per instruction set. The including file defines KERNELS, the table's name.
#include "silhouette.h"
#include "sprites.h"
#include "surfaces.h"
#include "water.h"

static void paintLandscapeRow(TesseraCanvas *c, int row) {
    const TesseraScene *s = &c->scene;
    const TesseraView *v = &c->view;
    float y = v->top + v->pitch * (float)row;
    bool below = y > s->horizon;
    F8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    int shore = (int)((s->horizon - v->top) / v->pitch);
    int finished = shore < 1 ? 1 : shore > row ? row : shore;
    for (int column = 0; column < v->width; column += 8) {
        size_t at = (size_t)row * (size_t)c->stride + (size_t)column;
        F8 x = v->left + v->pitch * (lanes + (float)column), yy = splat(y), texture = splat(0.04f);
        F8 z = c->distance ? load8(c->distance + at) : splat(0);
        Colour8 out = colour8(0, 0, 0);
        F8 land = splat(0), under = splat(1);
        if (c->distance && __builtin_reduce_max(z) > 0) {
            land = select8(z > 0, splat(1), splat(0));
            out = landLight(s, x, yy, max8(z, splat(nearestDistance)), v->pitch, &under, &texture);
        }
        bool open = __builtin_reduce_min(land) < 1;
        if (open && (!below || !s->water)) {
            Colour8 sky = skyLight(s, x, min8(yy, splat(s->horizon)), v->pitch);
            out = mix3(sky, out, land);
            texture = mix8(splat(0.04f), texture, land);
        }
        if (s->silhouette == TesseraSilhouetteCity && !below) out = city(s, out, x, yy, v->pitch, &texture);
        if (s->water && below && row > 0) {
            F8 wet = max8(1 - land, step8(0, 0.012f, under));
            if (__builtin_reduce_max(wet) > 0) {
                out = mix3(out, waterLight(c, x, y, finished, select8(land > 0, under, splat(9))), wet);
                texture = mix8(texture, splat(0.35f), wet);
            }
        }
        if (s->silhouette == TesseraSilhouetteConifers) out = conifers(s, out, x, yy, v->pitch, &texture);
        store8(c->red + at, out.r);
        store8(c->green + at, out.g);
        store8(c->blue + at, out.b);
        store8(c->texture + at, texture);
        if (c->distance && row > 0) {
            // The row above contains the edge: blends in the share of its pixels that this row's surface covers.
            size_t above = at - (size_t)c->stride;
            F8 part = load8(c->coverage + above);
            store8(c->red + above, mix8(load8(c->red + above), out.r, part));
            store8(c->green + above, mix8(load8(c->green + above), out.g, part));
            store8(c->blue + above, mix8(load8(c->blue + above), out.b, part));
        }
    }
}

static void paintRow(TesseraCanvas *c, int row) {
    const TesseraScene *s = &c->scene;
    if (s->subject == TesseraSubjectLandscape) {
        paintLandscapeRow(c, row);
    } else {
        const TesseraView *v = &c->view;
        F8 lanes = {0, 1, 2, 3, 4, 5, 6, 7}, y = splat(v->top + v->pitch * (float)row);
        for (int column = 0; column < v->width; column += 8) {
            size_t at = (size_t)row * (size_t)c->stride + (size_t)column;
            F8 x = v->left + v->pitch * (lanes + (float)column), texture = splat(0.05f);
            Colour8 out;
            if (s->subject == TesseraSubjectWall)
                out = wallLight(s, x, y, v->pitch, &texture);
            else if (s->subject == TesseraSubjectAerial)
                out = aerialLight(s, x, y, v->pitch, &texture);
            else if (s->subject == TesseraSubjectWoods)
                out = woodsLight(s, x, y, v->pitch, &texture);
            else
                out = backdrop(s, x, y, v->pitch);
            store8(c->red + at, out.r);
            store8(c->green + at, out.g);
            store8(c->blue + at, out.b);
            store8(c->texture + at, texture);
        }
    }
    paintSprites(c, row);
}

/// Averages the canvas into the coarse grid from which bloom is computed.
static void gatherBloom(TesseraCanvas *c) {
    const TesseraView *v = &c->view;
    const float *planes[3] = {c->red, c->green, c->blue};
    for (int p = 0; p < 3; p++) {
        for (int gy = 0; gy < BLOOM_SIDE; gy++) {
            int y0 = gy * v->height / BLOOM_SIDE, y1 = (gy + 1) * v->height / BLOOM_SIDE;
            if (y1 <= y0) y1 = y0 + 1;
            int skip = 1 + (y1 - y0) / 8;
            for (int gx = 0; gx < BLOOM_SIDE; gx++) {
                int x0 = gx * v->width / BLOOM_SIDE, x1 = (gx + 1) * v->width / BLOOM_SIDE;
                if (x1 <= x0) x1 = x0 + 1;
                float sum = 0;
                int n = 0;
                for (int y = y0; y < y1; y += skip)
                    for (int x = x0; x < x1; x += skip, n++) {
                        float value = planes[p][(size_t)y * (size_t)c->stride + (size_t)x];
                        sum += value > 4 ? 4 : value;
                    }
                c->bloom[p][gy * BLOOM_SIDE + gx] = sum / (float)n;
            }
        }
        float *g = c->bloom[p], line[BLOOM_SIDE];
        for (int pass = 0; pass < 4; pass++) {
            for (int axis = 0; axis < 2; axis++) {
                int step = axis == 0 ? 1 : BLOOM_SIDE, across = axis == 0 ? BLOOM_SIDE : 1;
                for (int k = 0; k < BLOOM_SIDE; k++) {
                    for (int i = 0; i < BLOOM_SIDE; i++) line[i] = g[k * across + i * step];
                    for (int i = 0; i < BLOOM_SIDE; i++) {
                        int a = i > 0 ? i - 1 : 0, b = i < BLOOM_SIDE - 1 ? i + 1 : i;
                        g[k * across + i * step] = (line[a] + line[i] + line[b]) * (1.0f / 3);
                    }
                }
            }
        }
    }
}

/// Film curve with a soft shoulder and toe that ends in display gamma (Hejl and Burgess-Dawson, 2010).
INLINE F8 film(F8 a) {
    a = max8(a - 0.004f, splat(0));
    return (a * (6.2f * a + 0.5f)) / (a * (6.2f * a + 1.7f) + 0.06f);
}

static void developRow(TesseraCanvas *c, int row, float *rgba) {
    const TesseraScene *s = &c->scene;
    const TesseraView *v = &c->view;
    float y = v->top + v->pitch * (float)row;
    float fy = ((float)row + 0.5f) / (float)v->height * BLOOM_SIDE - 0.5f;
    fy = fy < 0 ? 0 : fy > BLOOM_SIDE - 1.001f ? BLOOM_SIDE - 1.001f : fy;
    int gy = (int)fy;
    fy -= (float)gy;
    float bloom[3][BLOOM_SIDE];
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < BLOOM_SIDE; i++) {
            const float *g = c->bloom[p] + gy * BLOOM_SIDE + i;
            bloom[p][i] = g[0] + (g[BLOOM_SIDE] - g[0]) * fy;
        }
    F8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    float reach = 1 / (v->halfWidth * v->halfWidth + v->halfHeight * v->halfHeight);
    float glow = 0.16f * s->bloom;
    for (int column = 0; column < v->width; column += 8) {
        size_t at = (size_t)row * (size_t)c->stride + (size_t)column;
        Colour8 a = {load8(c->red + at), load8(c->green + at), load8(c->blue + at)}, b;
        F8 fx = clamp8((lanes + (float)column + 0.5f) * ((float)BLOOM_SIDE / (float)v->width) - 0.5f, 0,
                       BLOOM_SIDE - 1.001f);
        for (int i = 0; i < 8; i++) {
            int gx = (int)fx[i];
            float tx = fx[i] - (float)gx;
            b.r[i] = bloom[0][gx] + (bloom[0][gx + 1] - bloom[0][gx]) * tx;
            b.g[i] = bloom[1][gx] + (bloom[1][gx + 1] - bloom[1][gx]) * tx;
            b.b[i] = bloom[2][gx] + (bloom[2][gx + 1] - bloom[2][gx]) * tx;
        }
        F8 x = v->left + v->pitch * (lanes + (float)column);
        F8 corner = (x * x + y * y) * reach;
        F8 fall = (1 - s->vignette * corner * (0.35f + 0.65f * corner)) * s->exposure;
        a = add3(scale3(a, splat(1 - 0.5f * glow)), scale3(b, splat(glow)));
        a = scale3(a, fall);
        Colour8 d = {film(a.r * (1 + s->warmth)), film(a.g), film(a.b * (1 - s->warmth))};
        F8 luma = 0.299f * d.r + 0.587f * d.g + 0.114f * d.b;
        Colour8 grey = {luma, luma, luma};
        d = mix3(grey, d, splat(s->saturation));
        Colour8 tint = mix3(of(s->shadowTint), of(s->lightTint), step8(0.15f, 0.75f, luma));
        d = add3(d, scale3(tint, 4 * luma * (1 - luma) * 0.5f + 0.12f));
        // Levels: a white wall is near white, the deepest shadow black. Contrast is a blend with the smoothstep curve;
        // fade lifts the blacks.
        F8 k = splat(s->contrast);
        d.r = clamp8(d.r * 1.09f - 0.022f, 0, 1);
        d.g = clamp8(d.g * 1.09f - 0.022f, 0, 1);
        d.b = clamp8(d.b * 1.09f - 0.022f, 0, 1);
        d.r = mix8(d.r, d.r * d.r * (3 - 2 * d.r), k) * (1 - s->fade) + s->fade;
        d.g = mix8(d.g, d.g * d.g * (3 - 2 * d.g), k) * (1 - s->fade) + s->fade;
        d.b = mix8(d.b, d.b * d.b * (3 - 2 * d.b), k) * (1 - s->fade) + s->fade;
        F8 fine = load8(c->texture + at);
        for (int i = 0; i < 8; i++) {
            float *to = rgba + (size_t)(column + i) * 4;
            to[0] = d.r[i];
            to[1] = d.g[i];
            to[2] = d.b[i];
            to[3] = fine[i];
        }
    }
}

/// Computes fine structure between the canvas's pixels for scaling up: noise of two and a half to seven pixels'
/// wavelength. `out` has space for whole vectors.
static void structureRow(const TesseraCanvas *c, int row, float *out, int count) {
    F8 lanes = {0, 1, 2, 3, 4, 5, 6, 7}, y = splat((float)row);
    for (int x = 0; x < count; x += 8) {
        F8 at = lanes + (float)x;
        F8 fine = noise8(at * 0.41f + y * 0.05f, y * 0.41f - at * 0.05f, c->scene.seed + 901);
        F8 broad = noise8(at * 0.17f - y * 0.06f, y * 0.17f + at * 0.06f, c->scene.seed + 902);
        store8(out + x, fine * (0.75f + 0.5f * broad) + 0.9f * broad);
    }
}

const TesseraKernels KERNELS = {march, paintRow, developRow, gatherBloom, structureRow};
