// Subjects without a horizon: light on a wall, a coast from above, woods in fog, and the defocused backdrop.
#pragma once
#include "sky.h"

/// Paints a plain wall lit through a window, with shadows of its bars and of a plant outside.
static Colour8 wallLight(const TesseraScene *s, F8 x, F8 y, float pitch, F8 *texture) {
    F8 plaster = fbm8(x * 9, y * 9, s->seed + 500, 6, pitch * 9);
    F8 trowel = fbm8(x * 3 + plaster * 0.2f, y * 7, s->seed + 507, 5, pitch * 7);
    F8 cloudy = fbm8(x * 1.1f, y * 1.1f, s->seed + 510, 3, pitch);
    F8 u = x - s->sunX * 0.45f * (y + 0.3f), v = y + s->sunY * 0.5f * x;
    F8 soft = splat(0.012f + 0.03f * s->groundMist) + 0.02f * clamp8(v + 0.5f, 0, 1);
    float bars = s->silhouetteScale;
    F8 pu = u * bars + 0.5f, pv = v * bars * 0.72f + 0.35f;
    F8 mask;
    if (s->silhouetteLayers < 1.5f) {
        F8 iu = fract8(pu) - 0.5f, iv = fract8(pv) - 0.5f;
        F8 pane = smooth8(-soft, soft, (0.44f - abs8(iu)) / bars) * smooth8(-soft, soft, (0.45f - abs8(iv)) / bars);
        F8 whole = smooth8(-soft, soft, 0.46f - abs8(u)) * smooth8(-soft, soft, 0.52f - abs8(v + 0.05f));
        mask = pane * whole;
    } else if (s->silhouetteLayers < 2.5f) {
        F8 slat = sinturn8(v * bars * 3.1f);
        F8 whole = smooth8(-soft, soft, 0.5f - abs8(u)) * smooth8(-soft, soft, 0.62f - abs8(v));
        mask = smooth8(splat(-0.45f), splat(0.45f), slat) * whole;
    } else {
        F8 beam =
            smooth8(-soft * 2, soft * 2, u + 0.25f + 0.1f * v) * smooth8(-soft * 2, soft * 2, 0.3f + 0.35f * v - u);
        mask = beam;
    }
    if (s->roughness > 0) {
        F8 wx = x + 0.10f * fbm8(x * 3, y * 3, s->seed + 520, 3, pitch * 3), wy = y;
        F8 leaf = fbm8(wx * 7 + wy * 2, wy * 4 - wx * 3, s->seed + 525, 3, pitch * 7);
        F8 crown = fbm8(x * 1.7f, y * 1.7f, s->seed + 530, 2, pitch * 2) + (x * (s->sunX > 0 ? -0.5f : 0.5f)) - 0.12f;
        mask = mask * (1 - s->roughness * step8(-0.06f, 0.10f, leaf + 0.35f * crown) * step8(-0.25f, 0.15f, crown));
    }
    F8 slope = 1 + 0.16f * plaster + 0.12f * trowel;
    Colour8 wall = mix3(of(s->ground), of(s->rock), clamp8(0.5f + 0.8f * cloudy, 0, 1));
    F8 fall = 0.75f + 0.35f * exp8(-1.4f * ((x - s->sunX * 0.3f) * (x - s->sunX * 0.3f) + y * y)) - 0.22f * y;
    Colour8 light = add3(scale3(of(s->ambient), fall * (0.9f + 0.3f * cloudy)), scale3(of(s->sun), mask * fall));
    F8 skirting = smooth8(splat(-0.003f), splat(0.003f), y - s->horizon);
    wall = mix3(wall, scale3(of(s->growth), 0.8f + 0.5f * fbm8(x * 2, y * 22, s->seed + 540, 5, pitch * 22)), skirting);
    F8 corner = 1 - 0.30f * exp8(-abs8(y - s->horizon) * 22);
    *texture = splat(0.35f);
    return mul3(scale3(wall, slope * corner), light);
}

/// Paints the sea off a shore: shoals, chop, surf with patterns of foam. `wx`, `wy`: the warp that the shore follows.
static Colour8 coastSea(const TesseraScene *s, F8 x, F8 y, F8 wx, F8 wy, F8 depth, float pitch, F8 *foam) {
    F8 shoal = fbm8(x * 3 + wx * 2, y * 3 + wy * 2, s->seed + 620, 6, pitch * 4);
    Colour8 sea = mix3(of(s->cloudLit), of(s->waterDeep), step8(-0.02f, 0.42f, depth + 0.16f * shoal));
    sea = mix3(of(s->ground), sea, step8(-0.03f, 0.09f, depth));
    F8 chop = fbm8(x * 26 + wx * 5, y * 17 + wy * 5, s->seed + 630, 5, pitch * 26);
    sea = scale3(sea, 1 + 0.26f * chop);
    F8 surf = splat(0);
    for (int i = 0; i < 3; i++) {
        F8 line = depth - 0.012f - 0.045f * (float)i - 0.03f * noise8(x * 2.2f, y * 2.2f, s->seed + 650 + (uint32_t)i);
        F8 wave = exp8(-max8(line, splat(0)) * (70 - 12 * (float)i)) * step8(-0.012f, 0.002f, line);
        surf = max8(surf, wave * (1 - 0.25f * (float)i));
    }
    if (__builtin_reduce_max(surf) < 0.02f) return sea;
    F8 lace = ridged8(x * 13 + wx * 6, y * 13 + wy * 6, s->seed + 640, 5, pitch * 13);
    *foam = clamp8(surf * 1.3f * step8(0.40f, 0.78f, lace + 0.32f * surf), 0, 1) * s->waves;
    return mix3(sea, colour8(0.92f, 0.95f, 0.96f), *foam);
}

/// Paints the land behind a shore: wet and dry sand, then woods. `shore`: distance inland.
static Colour8 coastLand(const TesseraScene *s, F8 x, F8 y, F8 shore, float pitch) {
    F8 grit = fbm8(x * 34, y * 34, s->seed + 660, 5, pitch * 34);
    F8 wet = 1 - 0.42f * exp8(-max8(shore, splat(0)) * 38);
    Colour8 sand = scale3(of(s->ground), wet * (1 + 0.22f * grit));
    F8 edge = shore - 0.10f + 0.22f * fbm8(x * 2.6f, y * 2.6f, s->seed + 690, 5, pitch * 3);
    if (__builtin_reduce_max(edge) < -0.07f) return sand;
    // Crowns are round, with dark creases between them. Two samples a step apart light them from one side.
    F8 crown = 1 - ridged8(x * 30 + grit * 0.3f, y * 30, s->seed + 670, 5, pitch * 30);
    F8 lean = 1 - ridged8((x + 0.006f) * 30 + grit * 0.3f, (y + 0.005f) * 30, s->seed + 670, 5, pitch * 30);
    F8 crowns = clamp8(0.62f + 0.9f * (crown - 0.4f) + 1.5f * (crown - lean) + 0.35f * grit, 0.12f, 1.5f);
    F8 kind = fbm8(x * 4, y * 4, s->seed + 680, 4, pitch * 4);
    Colour8 wood = scale3(mix3(of(s->growth), of(s->rock), step8(0.05f, 0.5f, kind + 0.2f * crown)), crowns);
    F8 inland = edge + 0.06f * (crown - 0.5f);
    F8 shadow = 1 - 0.5f * step8(-0.035f, 0.005f, inland);
    return mix3(scale3(sand, shadow), wood, step8(0, 0.02f, inland));
}

/// Paints a shore from above: land, surf and shoals follow one warped field.
static Colour8 aerialLight(const TesseraScene *s, F8 x, F8 y, float pitch, F8 *texture) {
    float k = 1.1f * s->roughness;
    F8 tilt = x * s->sunX * 0.9f + y * (s->sunY * 0.9f);
    F8 wx = fbm8(x * k, y * k, s->seed + 600, 5, pitch * k), wy = fbm8(x * k + 9, y * k, s->seed + 606, 5, pitch * k);
    F8 shore = tilt + s->horizon + 0.55f * fbm8(x * k + wx, y * k + wy, s->seed + 612, 7, pitch * k * 2);
    F8 dry = smooth8(splat(-0.002f), splat(0.004f) + pitch, shore), foam = splat(0);
    Colour8 c = colour8(0, 0, 0);
    if (__builtin_reduce_min(dry) < 1) c = coastSea(s, x, y, wx, wy, -shore, pitch, &foam);
    if (__builtin_reduce_max(dry) > 0) c = mix3(c, coastLand(s, x, y, shore, pitch), dry);
    *texture = mix8(splat(0.3f) + 0.5f * foam, splat(0.8f), dry);
    return mul3(c, add3(of(s->sun), of(s->ambient)));
}

/// Paints the inside of a wood: trunks in planes, the farther the paler; light through the crowns.
static Colour8 woodsLight(const TesseraScene *s, F8 x, F8 y, float pitch, F8 *texture) {
    F8 dx = x - s->sunX, dy = y - s->sunY;
    F8 angle = dx * rsqrt8(dx * dx + dy * dy + 1e-4f);
    F8 away = sqrt8(dx * dx + dy * dy);
    Colour8 fog = add3(scale3(of(s->haze), splat(0.62f)), scale3(of(s->sun), sunHalo(s, x, y) * 0.6f));
    fog = mix3(fog, of(s->zenith), step8(0.1f, -0.7f, y) * 0.35f);
    Colour8 sum = colour8(0, 0, 0);
    F8 clear = splat(1); // share not covered by the planes painted so far
    *texture = splat(0.1f);
    enum { PLANES = 6 };
    for (int l = PLANES - 1; l >= 0; l--) {
        float near = (float)(l + 1) / PLANES, dense = near * near;
        uint32_t seed = s->seed + 710 + (uint32_t)l * 17;
        float veil = 1 - (0.10f + 0.90f * dense) * (1 - 0.25f * s->groundMist);
        float spacing = s->silhouetteScale * (0.055f + 0.34f * dense);
        float girth = spacing * (0.085f + 0.03f * near);
        // Crowns
        F8 hang = (-0.20f - 0.05f * near - y) * 0.75f - 0.10f + 0.25f * s->roughness;
        if (__builtin_reduce_max(hang) > -0.5f) {
            F8 mass = fbm8(x * (7 - 3.4f * near), y * (6 - 2.8f * near), seed + 8, l < 3 ? 4 : 5, pitch * 6);
            F8 ragged = mass + hang + 0.13f * noise8(x * 46 + 9 * mass, y * 46, seed + 10) * octaveWeight(40, pitch);
            F8 crown = step8(0.02f, 0.09f, ragged) * 0.94f;
            if (__builtin_reduce_max(crown) > 0) {
                F8 leaves = clamp8(0.85f +
                                       2.6f * fbm8((x + 0.03f * mass) * (70 - 38 * near), y * (80 - 42 * near),
                                                   seed + 9, l < 3 ? 2 : 4, pitch * 70) +
                                       0.8f * mass,
                                   0.06f, 3.2f);
                F8 through = 0.35f + 0.9f * clamp8(1 - away * 0.9f, 0, 1);
                Colour8 foliage = mul3(scale3(of(s->rock), leaves), add3(of(s->ambient), scale3(of(s->sun), through)));
                sum = add3(sum, scale3(mix3(foliage, fog, splat(veil * 0.93f)), crown * clear));
                clear = clear * (1 - crown);
            }
        }
        // Ground of this plane
        float foot = s->horizon + 0.30f * dense;
        F8 ground = foot + 0.05f * near * noise8(x * (4 - 2.2f * near), splat((float)l), seed) +
                    0.02f * near * fbm8(x * 22, y * 8, seed + 1, l < 3 ? 1 : 3, pitch * 22);
        // Trunks
        F8 sway = x + 0.05f * spacing * noise8(y * 2.2f, splat((float)l * 5), seed + 4);
        F8 at = sway / spacing + 11.3f * (float)l;
        I8 lot = floori8(at);
        F8 a = cell8(lot, (I8)l, seed + 5), b = cell8(lot, (I8)l, seed + 6);
        F8 mid = 0.25f + 0.5f * a + (b - 0.5f) * 0.22f * (y - foot);
        F8 off = (at - __builtin_convertvector(lot, F8) - mid) * spacing;
        F8 half = girth * (0.30f + 0.75f * b) *
                  (1 + 0.35f * (y - s->horizon) + 0.30f * exp8(-abs8(y - ground) * 30 / (0.3f + near)));
        F8 soft = splat(pitch * 0.8f + 0.0007f * (1 + 2 * near * near));
        F8 outside = abs8(off) - half - 0.07f * girth;
        F8 onGround = smooth8(splat(-0.006f), splat(0.006f), y - ground);
        bool hit = __builtin_reduce_min(outside) < 0;
        if (!hit && __builtin_reduce_max(onGround) <= 0) continue;
        F8 kind = fbm8(x * 3.3f, y * 7, seed + 3, l < 3 ? 1 : 2, pitch * 7);
        F8 trunk = splat(0);
        if (hit) {
            F8 bark =
                fbm8(off * (1.1f / girth) + a * 40, y * (0.25f / girth), seed + 7, l < 2 ? 2 : 7, pitch * 2 / girth);
            trunk = smooth8(-soft, soft, half + 0.10f * girth * bark - abs8(off)) *
                    smooth8(splat(0.012f), splat(-0.012f), y - ground - 0.03f * near) *
                    select8(b > 0.18f, splat(1), splat(0));
            F8 round = clamp8(0.5f + 0.5f * off / (half + 1e-4f) * (s->sunX > 0 ? 1.0f : -1.0f), 0, 1);
            F8 moss = step8(0.05f, 0.4f, bark + 0.3f * kind + 0.25f * (y - s->horizon));
            Colour8 wood = mix3(of(s->silhouetteColour), scale3(of(s->growth), splat(0.5f)), moss * 0.6f);
            wood = scale3(wood, clamp8(1 + 1.6f * bark, 0.15f, 2.5f));
            wood = mul3(wood, add3(of(s->ambient), scale3(of(s->sun), round * round * 0.8f)));
            sum = add3(sum, scale3(mix3(wood, fog, splat(veil)), trunk * clear));
            *texture = max8(*texture, trunk * clear * (1 - veil));
            clear = clear * (1 - trunk);
        }
        if (__builtin_reduce_max(onGround) > 0) {
            F8 litter = fbm8(x * (60 - 38 * near), y * (150 - 90 * near), seed + 2, l < 3 ? 3 : 5, pitch * 90);
            Colour8 soil = scale3(mix3(of(s->ground), of(s->growth), clamp8(0.5f + 1.4f * kind, 0, 1)),
                                  clamp8(1 + 1.9f * litter, 0.08f, 3));
            soil = mul3(soil, add3(of(s->ambient), scale3(of(s->sun), 0.5f * clamp8(1 - away, 0, 1) +
                                                                          0.25f * clamp8(0.5f + 2 * kind, 0, 1))));
            sum = add3(sum, scale3(mix3(soil, fog, splat(veil)), onGround * clear));
            *texture = max8(*texture, onGround * clear * (1 - veil));
            clear = clear * (1 - onGround);
        }
        if (__builtin_reduce_max(clear) < 0.004f) break;
    }
    if (__builtin_reduce_max(clear) > 0.004f) {
        F8 blotch = fbm8(x * 4, y * 4, s->seed + 700, 3, pitch * 4);
        sum = add3(sum, scale3(fog, clear * (1 + 0.25f * blotch)));
    }
    F8 ray = 0.5f + 0.9f * noise8(angle * 9, splat(0.5f), s->seed + 790) +
             0.5f * noise8(angle * 23, splat(0.5f), s->seed + 791);
    F8 shaft = clamp8(ray, 0, 1.4f) * exp8(-away * 1.5f) * step8(0.02f, 0.25f, away) * s->sunGlow;
    return add3(sum, scale3(of(s->sun), shaft * 0.22f * s->bloom));
}

/// Paints a background too far out of focus to have shapes.
static Colour8 backdrop(const TesseraScene *s, F8 x, F8 y, float pitch) {
    F8 t = clamp8((y - s->horizon) * 1.1f + 0.5f + 0.35f * noise8(x * 0.9f, y * 0.9f, s->seed + 801), 0, 1);
    Colour8 c = mix3(of(s->zenith), of(s->skyline), step8(0, 0.55f, t));
    c = mix3(c, of(s->ground), step8(0.5f, 1, t));
    F8 soft = fbm8(x * 1.7f, y * 1.7f, s->seed + 802, 3, pitch);
    c = scale3(c, clamp8(1 + 1.5f * soft, 0.15f, 3));
    F8 patch = step8(0.0f, 0.5f, noise8(x * 2.3f + 4, y * 2.3f, s->seed + 806));
    c = mix3(c, of(s->growth), patch * 0.55f);
    return add3(c, scale3(of(s->sun), sunHalo(s, x, y) * 0.5f));
}
