// Sky: scattered light, sun, clouds, stars, aurora.
#pragma once
#include "canvas.h"
#include "noise.h"

INLINE Colour8 of(TesseraColour c) { return colour8(c.r, c.g, c.b); }

/// Returns the light scattered forwards around the sun: a wide and a narrow lobe.
INLINE F8 sunHalo(const TesseraScene *s, F8 x, F8 y) {
    F8 dx = x - s->sunX, dy = y - s->sunY;
    F8 d = sqrt8(dx * dx + dy * dy);
    return s->sunGlow * (0.55f * exp8(-2.6f * d) + 0.9f * exp8(-11 * d) + 0.05f * exp8(-1.1f * d));
}

static Colour8 clearSky(const TesseraScene *s, F8 x, F8 y) {
    F8 elevation = max8((s->horizon - y) / s->focal, splat(0));
    Colour8 sky = mix3(of(s->skyline), of(s->zenith), 1 - exp8(-3.4f * elevation));
    F8 away = abs8(x - s->sunX);
    F8 band = exp8(-7 * elevation - 0.9f * away) * (0.55f * s->sunGlow);
    return add3(sky, scale3(of(s->sun), sunHalo(s, x, y) * 0.5f + band * 0.35f));
}

static Colour8 starField(const TesseraScene *s, Colour8 sky, F8 x, F8 y, float pitch) {
    F8 along = x * 0.8f + y * 0.6f, across = y * 0.8f - x * 0.6f + 0.12f;
    F8 warp = fbm8(x * 2.3f, y * 2.3f, s->seed + 71, 4, pitch * 2.3f);
    F8 lane = across + 0.12f * warp;
    F8 band = exp8(-22 * lane * lane) * s->milkyWay;
    if (s->milkyWay > 0) {
        F8 cloud = fbm8(along * 5, across * 7, s->seed + 72, 6, pitch * 7);
        F8 dust = step8(0.0f, 0.45f, ridged8(along * 3 + warp, across * 6, s->seed + 73, 5, pitch * 6) - 0.55f) *
                  exp8(-90 * lane * lane);
        F8 light = band * max8(0.5f + 1.1f * cloud, splat(0)) * (1 - 0.85f * dust);
        sky = add3(sky, mul3(scale3(colour8(0.060f, 0.056f, 0.066f), light),
                             mix3(colour8(0.8f, 0.9f, 1.3f), colour8(1.4f, 1, 0.8f), clamp8(0.5f + cloud, 0, 1))));
    }
    for (int layer = 0; layer < 3; layer++) {
        float cells = layer == 0 ? 26 : layer == 1 ? 62 : 150;
        float spread = pitch * 0.6f > 0.0007f ? pitch * 0.6f : 0.0007f;
        float peak = (layer == 0 ? 3.0f : layer == 1 ? 0.6f : 0.16f) * 0.0007f * 0.0007f / (spread * spread);
        F8 cx = x * cells, cy = y * cells;
        I8 ix = floori8(cx), iy = floori8(cy);
        uint32_t seed = s->seed + 80 + (uint32_t)layer * 3;
        F8 chance = cell8(ix, iy, seed);
        F8 px = (cx - __builtin_convertvector(ix, F8) - 0.15f - 0.7f * cell8(ix, iy, seed + 1)) / cells;
        F8 py = (cy - __builtin_convertvector(iy, F8) - 0.15f - 0.7f * fract8(chance * 57)) / cells;
        F8 d = (px * px + py * py) * (1 / (spread * spread));
        F8 lit = step8(0.72f, 1, chance + 0.12f * band) * exp8(-d) * (peak * s->stars);
        F8 hue = fract8(chance * 191);
        sky = add3(sky, scale3(mix3(colour8(1, 0.86f, 0.7f), colour8(0.75f, 0.87f, 1.1f), hue), lit));
    }
    return sky;
}

static Colour8 auroraLight(const TesseraScene *s, Colour8 sky, F8 x, F8 y, float pitch) {
    F8 up = max8(s->horizon - y, splat(0));
    int curtains = 1 + (int)(s->seed % 3);
    for (int i = 0; i < curtains; i++) {
        uint32_t seed = s->seed + 120 + (uint32_t)i * 5;
        float level = 0.16f + 0.13f * (float)i;
        F8 fold = fbm8(x * (1.3f + 0.5f * i) + 0.6f * up, up * 0.5f + (float)i * 4, seed, 4, pitch * 2);
        F8 foot = level + 0.34f * fold + 0.10f * sinturn8(x * 0.45f + (float)i * 0.31f);
        F8 above = up - foot;
        F8 rays = 0.45f + 0.75f * noise8(x * 16 + fold * 16, up * 0.7f, seed + 2) * octaveWeight(16, pitch) +
                  0.3f * noise8(x * 41 + fold * 30, up * 1.2f, seed + 3) * octaveWeight(41, pitch);
        F8 curtain = step8(-0.035f, 0.015f, above) * exp8(-5.2f * max8(above, splat(0))) * clamp8(rays, 0, 2);
        F8 height = clamp8(above * 2.4f, 0, 1);
        Colour8 tint = mix3(colour8(0.16f, 0.95f, 0.42f), colour8(0.34f, 0.16f, 0.52f), height * height);
        sky = add3(sky, scale3(tint, curtain * (0.5f * s->aurora)));
    }
    return sky;
}

/// Paints cumulus: a stack of thinning slices above one flat base, seen from below in perspective, nearest slice first.
/// Each slice is lit according to the density above it.
static Colour8 cumulus(const TesseraScene *s, Colour8 sky, F8 x, F8 y, float pitch) {
    F8 e = max8((s->horizon - y) / s->focal, splat(0)) + 0.035f;
    Colour8 sum = colour8(0, 0, 0);
    F8 clear = splat(1);
    float lowest = __builtin_reduce_min(e);
    F8 dx = x - s->sunX, dy = y - s->sunY;
    F8 near = exp8(-3 * (dx * dx + dy * dy)) * s->sunGlow;
    F8 lean = clamp8(-0.4f * dx, -0.10f, 0.10f);
    enum { SLICES = 9 };
    for (int k = 0; k < SLICES; k++) {
        float h = (float)k / (SLICES - 1);
        F8 reach = (1 + 0.42f * h) / e * (0.62f * s->cloudScale);
        F8 u = (x / s->focal) * reach, v = reach;
        float footprint = pitch * 0.62f * s->cloudScale / (lowest * s->focal) * (1 + 0.3f / lowest) * 0.6f;
        F8 base = fbm8(u * 0.75f, v * 0.75f, s->seed + 31, 3, footprint * 0.75f);
        // The inverse of ridged noise has creases instead of crests, which gives billows.
        F8 fine = 0.66f - ridged8(u * 2.2f + 1.3f * h, v * 2.2f - 0.9f * h, s->seed + 35, 5, footprint * 2.2f);
        F8 body = base * 1.35f + (0.40f + 0.55f * h) * fine - (0.50f - s->cloudCover) - h * h * 0.42f + 0.03f;
        F8 here = step8(0, 0.07f + 0.05f * h, body) * clear;
        if (__builtin_reduce_max(here) < 0.004f) continue;
        F8 depth = clamp8(body * 2.2f, 0, 1);
        F8 lit = clamp8(0.22f + 0.80f * h + 1.7f * fine + lean - 0.55f * depth * (1 - h), 0, 1);
        Colour8 c = mix3(of(s->cloudShade), of(s->cloudLit), lit);
        c = add3(c, scale3(of(s->sun), near * (1 - depth) * 0.5f));
        sum = add3(sum, scale3(c, here));
        clear = clear - here;
        if (__builtin_reduce_max(clear) < 0.02f) break;
    }
    F8 far = step8(0.03f, 0.12f, e); // the farthest clouds fade into the haze
    return mix3(sky, add3(sum, scale3(sky, clear)), far);
}

/// Paints a layer of cloud (altocumulus, stratus) or streaks of ice (cirrus), lit by comparing densities towards the
/// sun.
static Colour8 sheet(const TesseraScene *s, Colour8 sky, F8 x, F8 y, float pitch) {
    F8 e = max8((s->horizon - y) / s->focal, splat(0)) + 0.05f;
    float lowest = __builtin_reduce_min(e);
    bool ice = s->clouds == TesseraCloudsCirrus;
    float k = s->cloudScale * (ice ? 0.5f : 0.8f);
    F8 u = x / s->focal / e * k, v = k / e;
    if (ice) {
        F8 t = u * 0.9f + v * 0.43f;
        v = (v * 0.9f - u * 0.43f) * 2.6f;
        u = t * 0.55f;
    }
    float footprint = pitch * k / (s->focal * lowest) * (0.5f + 0.25f / lowest);
    F8 wx = fbm8(u * 0.9f, v * 0.9f, s->seed + 41, 3, footprint),
       wy = fbm8(u * 0.9f + 7, v * 0.9f, s->seed + 42, 3, footprint);
    F8 pu = u + wx * (ice ? 1.4f : 0.7f), pv = v + wy * (ice ? 1.6f : 0.7f);
    F8 density = fbm8(pu * 1.2f, pv * 1.2f, s->seed + 43, 7, footprint * 1.2f) +
                 0.35f * fbm8(u * 0.25f, v * 0.25f, s->seed + 44, 2, footprint);
    F8 tx = s->sunX - x, ty = s->sunY - y;
    F8 inv = rsqrt8(tx * tx + ty * ty + 0.02f);
    F8 towards = fbm8(pu * 1.2f + tx * inv * 0.22f, pv * 1.2f + ty * inv * 0.22f, s->seed + 43, 4, footprint * 1.2f);
    F8 body = density * 1.4f + s->cloudCover - 0.45f;
    F8 alpha = step8(0, ice ? 0.75f : 0.42f, body) * (ice ? 0.75f : 0.97f);
    F8 lit = clamp8(0.55f + 1.5f * (density - towards) - 0.30f * clamp8(body, 0, 1) + (ice ? 0.3f : 0), 0, 1);
    F8 dx = x - s->sunX, dy = y - s->sunY;
    F8 near = exp8(-2.2f * sqrt8(dx * dx + dy * dy)) * s->sunGlow;
    Colour8 c = mix3(of(s->cloudShade), of(s->cloudLit), lit);
    c = add3(c, scale3(of(s->sun), near * (0.25f + 0.75f * lit) * 0.55f));
    alpha = alpha * step8(0.0f, 0.16f, e - 0.05f);
    return mix3(sky, c, alpha);
}

static Colour8 skyLight(const TesseraScene *s, F8 x, F8 y, float pitch) {
    Colour8 sky = clearSky(s, x, y);
    if (s->stars > 0) sky = starField(s, sky, x, y, pitch);
    if (s->aurora > 0) sky = auroraLight(s, sky, x, y, pitch);
    if (s->sunSize > 0) {
        F8 dx = x - s->sunX, dy = y - s->sunY;
        F8 d = sqrt8(dx * dx + dy * dy);
        F8 disc = smooth8(splat(s->sunSize + pitch), splat(s->sunSize - pitch * 0.5f - 0.004f), d);
        sky = mix3(sky, add3(sky, scale3(of(s->sun), splat(5))), disc);
    }
    if (s->clouds == TesseraCloudsCumulus)
        sky = cumulus(s, sky, x, y, pitch);
    else if (s->clouds != TesseraCloudsNone)
        sky = sheet(s, sky, x, y, pitch);
    return sky;
}
