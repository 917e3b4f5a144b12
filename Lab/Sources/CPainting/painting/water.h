// Water: waves in perspective, Fresnel reflection of what is painted above, and glints of the sun.
#pragma once
#include "land.h"

/// Computes the slopes of the water at a point of the plane. Returns the variance of the waves that are too fine for
/// the pixel.
static F8 waveSlopes(const TesseraScene *s, F8 wx, F8 z, float across, float along, F8 *sx, F8 *sz) {
    F8 x = wx, y = z;
    *sx = splat(0);
    *sz = splat(0);
    float frequency = 0.9f, slope = s->waves, lost = 0;
    float footprint = __builtin_sqrtf(across * along) * 0.6f;
    for (int i = 0; i < 7; i++) {
        float w = octaveWeight(frequency, footprint);
        float share = slope * slope * 0.16f;
        lost += share * (1 - w * w);
        if (w > 0) {
            F8 dx, dy;
            float turn = i % 2 == 0 ? 0.35f : -0.3f;
            F8 u = (x + turn * y) * frequency * 0.55f, v = (y - turn * x) * frequency;
            (void)noised8(u + 13.7f * (float)i, v, s->seed + 300 + (uint32_t)i, &dx, &dy);
            *sx += (dx * 0.55f - turn * dy) * (w * slope * 0.5f);
            *sz += (dy + turn * 0.55f * dx) * (w * slope * 0.5f);
        }
        frequency *= 1.93f;
        slope *= 0.82f;
    }
    return splat(lost);
}

/// Returns the colour painted at `x`, `y` above the waterline; outside the canvas that of its nearest pixel.
INLINE Colour8 painted(const TesseraCanvas *c, F8 x, F8 y, int rows) {
    Colour8 out;
    const TesseraView *v = &c->view;
    F8 column = (x - v->left) / v->pitch, row = (y - v->top) / v->pitch;
    for (int i = 0; i < 8; i++) {
        float cx = column[i], cy = row[i];
        cx = cx < 0 ? -cx : cx;
        if (cx > (float)(v->width - 1)) cx = 2 * (float)(v->width - 1) - cx;
        cx = cx < 0 ? 0 : cx;
        cy = cy < 0 ? 0 : cy > (float)(rows - 1) ? (float)(rows - 1) : cy;
        int ix = (int)cx, iy = (int)cy;
        float t = cy - (float)iy;
        size_t at = (size_t)iy * (size_t)c->stride + (size_t)ix;
        size_t below = iy + 1 < rows ? at + (size_t)c->stride : at;
        out.r[i] = c->red[at] + (c->red[below] - c->red[at]) * t;
        out.g[i] = c->green[at] + (c->green[below] - c->green[at]) * t;
        out.b[i] = c->blue[at] + (c->blue[below] - c->blue[at]) * t;
    }
    return out;
}

/// Returns the share of the sun that the water reflects: little when it has set or when what was painted at its place
/// is not bright.
static F8 openSun(const TesseraCanvas *c, int rows) {
    const TesseraScene *s = &c->scene;
    const TesseraView *v = &c->view;
    if (s->sunY > s->horizon) return splat(0.08f);
    float row = (s->sunY - v->top) / v->pitch, column = (s->sunX - v->left) / v->pitch;
    if (row < 0 || row >= (float)rows || column < 0 || column >= (float)v->width) return splat(1);
    size_t at = (size_t)row * (size_t)c->stride + (size_t)column;
    float there = c->red[at] + c->green[at] + c->blue[at], sun = s->sun.r + s->sun.g + s->sun.b;
    return step8(0.22f, 0.55f, splat(there / sun));
}

/// Returns the light of the water. `rows`: number of finished rows above. `shallow`: depth below the surface where land
/// is near, else large.
static Colour8 waterLight(const TesseraCanvas *c, F8 x, float y, int rows, F8 shallow) {
    const TesseraScene *s = &c->scene;
    float drop = y - s->horizon;
    drop = drop < 0.25f * c->view.pitch ? 0.25f * c->view.pitch : drop;
    float z = s->focal * s->cameraHeight / drop;
    float across = c->view.pitch * z / s->focal, along = c->view.pitch * z / drop;
    F8 wx = x * (z / s->focal), sx, sz;
    F8 lost = waveSlopes(s, wx, splat(z), across, along, &sx, &sz);
    float e = drop / s->focal;
    F8 gust = 0.7f + 0.6f * fbm8(wx * 0.07f, splat(z * 0.035f), s->seed + 320, 3, across * 0.1f);
    sx = sx * gust;
    sz = sz * gust;
    F8 grazing = clamp8(1 - (e + sz * 0.8f + 0.35f * sqrt8(lost)) * 0.92f, 0, 1);
    F8 g2 = grazing * grazing;
    F8 fresnel = 0.02f + 0.98f * g2 * g2 * grazing;
    F8 lift = abs8(sz) * 1.2f + 0.8f * sqrt8(lost);
    F8 mirrorY = s->horizon - drop - s->focal * (1.6f * sz * (0.25f + e) + lift * 0.45f);
    mirrorY = min8(mirrorY, splat(s->horizon - c->view.pitch));
    F8 mirrorX = x + s->focal * sx * (0.25f + e);
    Colour8 mirror = painted(c, mirrorX, mirrorY, rows);
    Colour8 deep = of(s->waterDeep);
    deep = scale3(deep, 0.75f + 1.6f * clamp8(sz * 2 + 0.2f, 0, 1));
    deep = mix3(scale3(of(s->ground), splat(0.22f)), deep, step8(0, 0.25f, shallow));
    Colour8 out = mix3(deep, mirror, fresnel);
    float sunE = (s->horizon - s->sunY) / s->focal;
    sunE = sunE < 0.02f ? 0.02f : sunE;
    F8 de = e + 2 * sz - sunE, da = (x - s->sunX) / s->focal + 1.7f * sx * (0.5f + e);
    F8 wide = 0.004f + 5.0f * lost * s->sunGlow;
    F8 glint = exp8(-(de * de * 0.55f + da * da * 2.2f) / wide) * (0.0045f / wide) * s->sunGlow;
    out = add3(out, scale3(of(s->sun), min8(glint * 8, splat(4)) * openSun(c, rows)));
    F8 veil = splat(1) - exp8(splat(-z * s->hazeDensity * 0.8f));
    return mix3(out, hazeLight(s, x, splat(s->horizon)), veil * 0.8f);
}
