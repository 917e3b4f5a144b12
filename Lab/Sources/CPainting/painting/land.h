// Terrain: a height field that is marched column by column from the eye outwards, then shaded pixel by pixel.
#pragma once
#include "sky.h"

/// Range in world units over which the terrain is marched.
static const float nearestDistance = 0.35f, farthestDistance = 90;

/// Returns the height of mountains: octaves that are damped where the slope is already steep, as by erosion (after I.
/// Quilez, 2008); the two broadest are ridged. `slopeX`, `slopeZ`: the derivatives, with the damping taken as constant.
/// `fine`: the contribution of the octaves after the fourth, in units of relief.
static F8 mountains(const TesseraScene *s, F8 x, F8 z, int octaves, float footprint, F8 *slopeX, F8 *slopeZ, F8 *fine) {
    float k = 0.105f * s->roughness;
    F8 px = x * k, pz = z * k, dx = splat(0), dz = splat(0), sum = splat(0), sx = splat(0), sz = splat(0);
    *fine = splat(0);
    float amplitude = 1, frequency = k;
    float xx = k, xz = 0, zx = 0, zz = k; // derivatives of (px, pz) by (x, z)
    for (int i = 0; i < octaves; i++) {
        float w = octaveWeight(frequency * 0.5f, footprint);
        if (w <= 0) break;
        F8 nx, nz;
        F8 n = noised8(px, pz, s->seed + 200 + (uint32_t)i, &nx, &nz);
        if (i < 2) {
            F8 length = sqrt8(n * n + 0.0012f);
            F8 side = -1.25f * n / length;
            n = 0.62f - 1.25f * length;
            nx = nx * side;
            nz = nz * side;
        } else {
            dx += nx * 0.8f;
            dz += nz * 0.8f;
        }
        F8 share = amplitude * w / (1 + dx * dx + dz * dz);
        sum += share * n;
        if (i < 4) *fine = sum;
        sx += share * (nx * xx + nz * zx);
        sz += share * (nx * xz + nz * zz);
        amplitude *= i == 0 ? 0.55f : 0.5f;
        frequency *= 2.02f;
        F8 t = 1.6f * px - 1.2f * pz + 3.1f;
        pz = 1.2f * px + 1.6f * pz + 1.7f;
        px = t;
        float txx = 1.6f * xx - 1.2f * zx, txz = 1.6f * xz - 1.2f * zz;
        zx = 1.2f * xx + 1.6f * zx;
        zz = 1.2f * xz + 1.6f * zz;
        xx = txx;
        xz = txz;
    }
    *fine = sum - *fine;
    F8 rise = step8(3, 17, z);
    F8 scale = s->relief * (0.95f * rise + 0.02f);
    *slopeX = sx * scale;
    *slopeZ = sz * scale;
    return s->relief * (rise * (0.26f + 0.95f * sum) + 0.02f * sum) - 0.10f * (1 - rise) * s->relief;
}

static F8 dunes(const TesseraScene *s, F8 x, F8 z) {
    F8 wx = noise8(x * 0.10f, z * 0.10f, s->seed + 220), wz = noise8(x * 0.10f + 5, z * 0.10f, s->seed + 221);
    F8 u = (x + 3.0f * wx) * 0.13f, v = (z + 3.5f * wz) * 0.17f;
    F8 a = 1 - abs8(noise8(u, v, s->seed + 222));
    F8 b = 1 - abs8(noise8(u * 2.3f + 3, v * 2.1f, s->seed + 223));
    F8 low = noise8(x * 0.05f, z * 0.05f, s->seed + 224);
    return s->relief * (a * a * 0.75f + 0.20f * b * b * a + 0.35f * low - 0.42f) * step8(0.2f, 9, z);
}

/// Returns the density of trees on hills: positive inside a wood.
static F8 woodland(const TesseraScene *s, F8 x, F8 z, float footprint) {
    return fbm8(x * 0.35f, z * 0.28f, s->seed + 245, 4, footprint * 0.35f);
}

static F8 hills(const TesseraScene *s, F8 x, F8 z, F8 wood, float footprint) {
    float k = 0.10f * s->roughness;
    F8 base = fbm8(x * k, z * k * 1.15f, s->seed + 240, 4, footprint * k);
    F8 trees = step8(0.02f, 0.10f, wood) * step8(2.2f, 4.5f, z);
    F8 ground = s->relief * (base * 1.1f * step8(0, 14, z) + 0.28f * step8(7, 40, z));
    if (__builtin_reduce_max(trees) <= 0) return ground;
    F8 crowns = ridged8(x * 5.1f, z * 3.7f, s->seed + 250, 3, footprint * 4.5f) * octaveWeight(1.6f, footprint);
    return ground + trees * (0.05f + 0.22f * crowns);
}

static F8 mesas(const TesseraScene *s, F8 x, F8 z, int octaves, float footprint) {
    float k = 0.095f * s->roughness;
    F8 f = fbm8(x * k, z * k, s->seed + 260, octaves, footprint * k) * 1.5f + 0.45f * step8(8, 30, z) - 0.12f;
    F8 t = f * 3;
    F8 whole = floor8(t);
    F8 rest = t - whole;
    F8 terraced = (whole + step8(0.05f, 0.36f, rest) * 0.86f + 0.14f * rest) * (1.0f / 3);
    F8 rough = fbm8(x * 1.7f, z * 1.7f, s->seed + 270, octaves, footprint * 1.7f);
    return s->relief * max8(terraced, splat(-0.02f)) * step8(3, 12, z) + 0.07f * rough;
}

static F8 landHeight(const TesseraScene *s, F8 x, F8 z, int octaves, float footprint) {
    switch (s->terrain) {
    case TesseraTerrainMountains: return mountains(s, x, z, octaves, footprint, &(F8){0}, &(F8){0}, &(F8){0});
    case TesseraTerrainDunes: return dunes(s, x, z);
    case TesseraTerrainHills: return hills(s, x, z, woodland(s, x, z, footprint), footprint);
    case TesseraTerrainMesas: return mesas(s, x, z, octaves, footprint);
    case TesseraTerrainNone: break;
    }
    return splat(-1);
}

/// Fills `distance` and `coverage` for eight columns at a time. Steps grow with distance; the surface is taken as
/// straight between two samples.
static void march(TesseraCanvas *c, int first, int last) {
    const TesseraScene *s = &c->scene;
    const TesseraView *v = &c->view;
    const int height = v->height;
    float fineness = v->pitch * 6;
    float growth = 1 + (fineness < 0.009f ? 0.009f : fineness > 0.022f ? 0.022f : fineness);
    for (int column = first; column < last; column += 8) {
        F8 x;
        for (int i = 0; i < 8; i++) x[i] = v->left + v->pitch * (float)(column + i);
        F8 slope = x / s->focal;
        int filled[8];
        float lastRow[8], lastZ[8], part[8];
        bool hidden[8];
        for (int i = 0; i < 8; i++) {
            filled[i] = height;
            lastRow[i] = (float)height + 1e5f;
            lastZ[i] = nearestDistance;
            hidden[i] = false;
            part[i] = 0;
        }
        for (float z = nearestDistance; z < farthestDistance; z *= growth) {
            float footprint = v->pitch * z / s->focal;
            F8 h = landHeight(s, slope * z, splat(z), 9, footprint);
            if (s->water) h = max8(h, splat(0));
            F8 row = (s->horizon - s->focal * (h - s->cameraHeight) / z - v->top) / v->pitch;
            for (int i = 0; i < 8; i++) {
                float r = row[i];
                if (r < (float)filled[i]) {
                    int to = r < 0 ? 0 : (int)r + (r > (float)(int)r);
                    bool jump = hidden[i];
                    for (int y = filled[i] - 1; y >= to; y--) {
                        float t = ((float)y - lastRow[i]) / (r - lastRow[i]);
                        size_t at = (size_t)y * (size_t)c->stride + (size_t)(column + i);
                        c->distance[at] = lastZ[i] + (z - lastZ[i]) * (t < 0 ? 0 : t > 1 ? 1 : t);
                        c->coverage[at] = jump && y == filled[i] - 1 ? part[i] : 0;
                    }
                    if (to < filled[i]) filled[i] = to;
                    part[i] = (float)to - r > 0 ? (float)to - r : 0;
                    hidden[i] = false;
                } else if (r > (float)filled[i] + 0.5f) {
                    hidden[i] = true;
                }
                lastRow[i] = r;
                lastZ[i] = z;
            }
        }
        for (int i = 0; i < 8; i++) {
            if (filled[i] > 0) {
                size_t at = (size_t)(filled[i] - 1) * (size_t)c->stride + (size_t)(column + i);
                if (filled[i] < height) c->coverage[at] = part[i];
            }
        }
    }
}

INLINE Colour8 hazeLight(const TesseraScene *s, F8 x, F8 y) {
    // Only the wide lobe: the land hides the sun's own glare.
    F8 dx = x - s->sunX, dy = y - s->sunY;
    F8 glow = exp8(-2.2f * sqrt8(dx * dx + dy * dy)) * s->sunGlow;
    return add3(of(s->haze), scale3(of(s->sun), glow * 0.20f));
}

/// Returns the light that reaches the eye from the terrain at `x`, `y` at distance `z`. `under`: depth below the water
/// level, if any.
static Colour8 landLight(const TesseraScene *s, F8 x, F8 y, F8 z, float pitch, F8 *under, F8 *texture) {
    float nearest = __builtin_reduce_min(z);
    float footprint = pitch * nearest / s->focal;
    F8 wx = x / s->focal * z;
    F8 e = max8(z * (pitch * 0.8f / s->focal), splat(0.002f));
    F8 h, hx, hz, fine = splat(0), wood = splat(-1);
    if (s->terrain == TesseraTerrainMountains) {
        h = mountains(s, wx, z, 11, footprint, &hx, &hz, &fine);
    } else if (s->terrain == TesseraTerrainHills) {
        wood = woodland(s, wx, z, footprint);
        h = hills(s, wx, z, wood, footprint);
        hx = (hills(s, wx + e, z, wood, footprint) - h) / e;
        hz = (hills(s, wx, z + e, wood, footprint) - h) / e;
    } else {
        h = landHeight(s, wx, z, 10, footprint);
        hx = (landHeight(s, wx + e, z, 10, footprint) - h) / e;
        hz = (landHeight(s, wx, z + e, 10, footprint) - h) / e;
    }
    F8 grit = fbm8(wx * 7, z * 4.5f, s->seed + 280, 6, footprint * 7);
    F8 patch = fbm8(wx * 0.6f, z * 0.6f, s->seed + 285, 3, footprint * 0.6f);
    if (s->terrain == TesseraTerrainDunes) {
        F8 ripple = sinturn8(z * 5.5f + wx * 1.1f + 1.5f * noise8(wx * 0.8f, z * 0.8f, s->seed + 287));
        F8 seen = 1 - step8(0.15f, 0.4f, footprint * 5.5f * z * 0.8f);
        hz += 0.16f * ripple * seen;
        hx += 0.03f * ripple * seen;
    } else {
        float bump = s->terrain == TesseraTerrainHills ? 0.20f : 0.17f;
        hx += bump * grit;
        hz += bump * fbm8(wx * 7 + 31, z * 7, s->seed + 281, 5, footprint * 7);
    }
    F8 up = rsqrt8(1 + hx * hx + hz * hz);
    float front = s->sunX > 1.3f || s->sunX < -1.3f ? -0.55f : 1;
    float lx = s->sunX / s->focal, ly = (s->horizon - s->sunY) / s->focal, lz = front;
    ly = ly < 0.05f ? 0.05f : ly;
    F8 norm = rsqrt8(splat(lx * lx + ly * ly + lz * lz));
    F8 facing = max8((ly - hx * lx - hz * lz) * up * norm, splat(0));
    F8 shade = splat(1);
    if (s->terrain != TesseraTerrainHills && __builtin_reduce_max(facing) > 0) {
        F8 travel = 0.14f + z * 0.012f;
        for (int i = 0; i < 3; i++) {
            F8 rise = landHeight(s, wx + travel * lx, z + travel * lz, 3, footprint * 3) - h - travel * ly;
            shade = min8(shade, 1 - step8(-0.02f, 0.09f, rise / (travel + 0.3f)));
            travel = travel * 2.8f;
        }
    }
    // Hollows are lit by less of the sky than crests.
    F8 open = clamp8(0.95f + 2.6f * fine, 0.35f, 1.3f);
    F8 steep = 1 - up;
    Colour8 c;
    if (s->terrain == TesseraTerrainDunes) {
        c = mix3(of(s->ground), of(s->rock), clamp8(0.5f + patch + 0.25f * grit, 0, 1));
    } else if (s->terrain == TesseraTerrainMesas) {
        F8 strata = 0.5f + 0.5f * noise8(h * 9 + 0.6f * patch, patch, s->seed + 290);
        c = mix3(of(s->rock), scale3(of(s->rock), splat(0.62f)), strata * step8(0.08f, 0.3f, steep));
        c = mix3(c, of(s->ground), 1 - step8(0.05f, 0.25f, steep + 0.2f * grit));
        c = mix3(c, of(s->growth), step8(0.05f, 0.3f, patch + 0.6f * grit) * (1 - step8(0.02f, 0.12f, steep)) * 0.7f);
    } else {
        c = mix3(of(s->ground), of(s->growth), clamp8(0.5f + 1.7f * patch + 0.6f * grit, 0, 1));
        float crag = s->terrain == TesseraTerrainHills ? 0.30f : 0.10f;
        F8 bare = smooth8(splat(crag), splat(crag + 0.22f), steep + 0.16f * grit + 0.06f * patch);
        c = mix3(c, scale3(of(s->rock), 1 + 0.5f * grit), bare);
    }
    if (s->terrain == TesseraTerrainHills) {
        F8 trees = step8(0.02f, 0.10f, wood) * step8(2.2f, 4.5f, z);
        c = mix3(c, scale3(of(s->growth), 0.42f + 0.5f * grit), trees * 0.9f);
    }
    F8 snow = step8(0, 0.16f * s->relief + 0.02f, h - s->snowLine + 0.35f * s->relief * patch + 0.15f * grit) *
              (1 - step8(0.30f, 0.52f, steep + 0.1f * grit));
    c = mix3(c, colour8(0.86f, 0.90f, 0.97f), snow);
    c = scale3(c, 1 + 0.35f * grit * (1 - snow));
    Colour8 light =
        add3(scale3(of(s->sun), facing * shade * 1.25f), scale3(of(s->ambient), (0.35f + 0.65f * up) * open));
    light = add3(light, scale3(of(s->sun), 0.05f * (1 - facing)));
    c = mul3(c, light);
    F8 low = exp8(-max8(h, splat(0)) * 2.4f / (0.2f + s->relief));
    F8 veil = 1 - exp8(-z * s->hazeDensity * (0.45f + 0.55f * low));
    F8 drift = 0.75f + 0.5f * fbm8(wx * 0.12f, z * 0.12f + h * 0.8f, s->seed + 295, 2, footprint * 0.12f);
    F8 fog = s->groundMist * (1 - exp8(-0.10f * z)) * exp8(-max8(h, splat(0)) * 5 / (0.2f + s->relief)) * drift;
    veil = 1 - (1 - veil) * (1 - clamp8(fog, 0, 1));
    *under = -h;
    *texture = (1 - veil) * (0.35f + 0.65f * (1 - snow)) * (s->terrain == TesseraTerrainDunes ? 0.4f : 1);
    return mix3(c, hazeLight(s, x, y), veil);
}
