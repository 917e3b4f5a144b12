// Silhouettes against the light: rows of conifers that fade into the mist, and the buildings of a city.
#pragma once
#include "sky.h"

/// Paints rows of firs over `behind`, the farthest palest. Painted from near to far, so that hidden rows cost nothing.
static Colour8 conifers(const TesseraScene *s, Colour8 behind, F8 x, F8 y, float pitch, F8 *texture) {
    int layers = (int)s->silhouetteLayers;
    Colour8 fog = add3(of(s->haze), scale3(of(s->sun), sunHalo(s, x, y) * 0.22f));
    Colour8 sum = colour8(0, 0, 0);
    F8 clear = splat(1); // share not covered by nearer rows
    F8 crisp = splat(0);
    for (int l = layers - 1; l >= 0; l--) {
        float near = (float)(l + 1) / (float)layers;
        uint32_t seed = s->seed + 400 + (uint32_t)l * 11;
        float tall = s->silhouetteScale * (0.05f + 0.20f * near * near);
        float foot = s->horizon + 0.06f + 0.42f * near * near - 0.12f * (1 - near);
        float bend = 0.9f + 0.7f * (float)(seed % 3);
        F8 ridge = foot + (0.10f + 0.12f * near) * noise8(x * bend, splat((float)l * 3.7f), seed) * 1.3f;
        if (__builtin_reduce_max(y - ridge) < -1.5f * tall) continue;
        F8 cover = smooth8(splat(-pitch), splat(pitch), y - ridge);
        float spacing = tall * 0.21f;
        F8 at = x / spacing;
        I8 middle = floori8(at);
        for (int k = -1; k <= 1; k++) {
            I8 i = middle + k;
            F8 a = cell8(i, (I8)(l), seed + 1), b = cell8(i, (I8)(l), seed + 2);
            F8 cx = (__builtin_convertvector(i, F8) + 0.5f + 0.8f * (a - 0.5f)) * spacing;
            F8 size = tall * (0.45f + 0.75f * b) * step8(0.08f, 0.16f, a);
            F8 t = (y - ridge + size) / (size + 1e-4f);
            F8 bough = fract8(t * (7 + 5 * a) + 0.06f * noise8(x / spacing * 5, t * 9, seed + 4));
            F8 ragged =
                noise8((x - cx) * (9 / spacing), y * (9 / spacing), seed + 3) * octaveWeight(9 / spacing, pitch);
            F8 half = size * (0.012f + 0.15f * t * (0.62f + 0.55f * bough) + 0.05f * ragged * t);
            F8 soft = max8(splat(pitch * 0.8f), size * 0.006f);
            F8 tree = smooth8(-soft, soft, half - abs8(x - cx)) * step8(0, 0.02f, t);
            cover = max8(cover, tree);
        }
        float depth = near * near * 0.9f + 0.1f * near;
        F8 below = clamp8((y - ridge) / (tall * 1.3f), 0, 1);
        F8 drift = 0.6f + 0.6f * fbm8(x * 1.6f, y * 5, seed + 6, 3, pitch * 3);
        F8 veil = 1 - depth * (1 - s->groundMist * 0.85f * below * drift);
        F8 grain = fbm8(x * 30 / s->silhouetteScale, y * 18 / s->silhouetteScale, seed + 7, 4, pitch * 30);
        Colour8 tree = scale3(of(s->silhouetteColour), clamp8(1 + 1.5f * grain, 0.2f, 3));
        sum = add3(sum, scale3(mix3(tree, fog, clamp8(veil, 0, 1)), cover * clear));
        crisp = crisp + cover * clear * (depth * 0.7f);
        clear = clear * (1 - cover);
        if (__builtin_reduce_max(clear) < 0.004f) break;
    }
    *texture = *texture * clear + crisp;
    return add3(sum, scale3(behind, clear));
}

/// Paints blocks of buildings on the horizon over `behind`, with some windows lit.
static Colour8 city(const TesseraScene *s, Colour8 behind, F8 x, F8 y, float pitch, F8 *texture) {
    F8 above = s->horizon - y;
    for (int l = 0; l < 4; l++) {
        uint32_t seed = s->seed + 450 + (uint32_t)l * 13;
        float near = (float)(l + 1) / 4;
        float wide = s->silhouetteScale * (0.030f + 0.022f * (float)l);
        F8 at = x / wide + 3.3f * (float)l;
        I8 lot = floori8(at);
        F8 in = at - __builtin_convertvector(lot, F8);
        F8 a = cell8(lot, (I8)(l), seed), b = cell8(lot, (I8)(l), seed + 1), d = cell8(lot, (I8)(l), seed + 2);
        F8 place = (__builtin_convertvector(lot, F8) + 0.5f - 3.3f * (float)l) * wide - 0.3f * s->sunX;
        F8 downtown = 0.35f + 0.9f * exp8(-place * place * 3);
        F8 high = s->silhouetteScale * (0.30f - 0.055f * (float)l) * (0.18f + 0.95f * a * a) * downtown;
        F8 edge = 0.04f + 0.16f * b;
        F8 crown = select8(d > 0.7f, splat(0.74f), splat(2.0f));
        F8 inset = edge + 0.18f * step8(0, 0.01f, above / (high + 1e-4f) - crown);
        F8 soft = splat(pitch / wide * 0.7f);
        F8 cover = smooth8(-soft, soft, in - inset) * smooth8(-soft, soft, 1 - inset - in) *
                   smooth8(splat(-pitch), splat(pitch), high - above) * step8(-pitch, 0, above);
        F8 mast = smooth8(splat(0.03f) + soft, splat(0.02f), abs8(in - 0.5f)) *
                  smooth8(splat(-pitch), splat(pitch), high * 1.28f - above) * select8(d > 0.86f, splat(1), splat(0));
        cover = max8(cover, mast * step8(-pitch, 0, above));
        float storey = 0.0072f * s->silhouetteScale * (0.85f + 0.09f * (float)l), bay = storey * 0.85f;
        F8 wx = x / bay, wy = above / storey;
        I8 ix = floori8(wx), iy = floori8(wy);
        F8 lit = cell8(ix, iy, seed + 5), tint = cell8(ix, iy, seed + 6);
        F8 run = cell8(ix >> 2, iy, seed + 7);
        F8 fx = wx - __builtin_convertvector(ix, F8), fy = wy - __builtin_convertvector(iy, F8);
        F8 pane =
            step8(0.12f, 0.22f, fx) * step8(0.12f, 0.22f, 1 - fx) * step8(0.2f, 0.3f, fy) * step8(0.2f, 0.3f, 1 - fy);
        F8 on = step8(0.66f, 0.70f, lit + 0.18f * (run - 0.5f) + 0.12f * (b - 0.5f)) * pane;
        float seen = octaveWeight(1 / storey * 0.35f, pitch);
        F8 glow = (on * seen + 0.09f * (1 - seen)) * (0.35f + 1.3f * fract8(lit * 37));
        Colour8 wall = mix3(of(s->silhouetteColour), of(s->haze), splat(0.78f * (1 - near)));
        F8 side = 0.75f + 0.5f * step8(0.35f, 0.65f, in);
        wall = scale3(wall, side * (0.8f + 0.4f * d));
        F8 street = exp8(-above * 26);
        wall = add3(wall, scale3(of(s->windowLight), street * 0.18f * near));
        Colour8 lamp = mix3(of(s->windowLight), scale3(colour8(0.6f, 0.72f, 0.84f), splat(s->windowLight.r)),
                            step8(0.6f, 0.9f, tint));
        wall = add3(wall, scale3(lamp, glow * (0.35f + 0.65f * near) * select8(mast > 0.5f, splat(0), splat(1))));
        behind = mix3(behind, wall, cover);
        *texture = max8(*texture, cover * 0.3f);
    }
    return behind;
}
