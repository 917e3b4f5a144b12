// Gradient noise (Perlin 2002, quintic fade) on a hashed lattice, and sums of its octaves.
#pragma once
#include "vector.h"

INLINE U8 hash8(U8 h) {
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    return h ^ (h >> 15);
}
/// Returns a uniform number in 0…1 for a lattice cell.
INLINE F8 cell8(I8 x, I8 y, uint32_t seed) {
    U8 h = hash8((U8)x * 0x8da6b343u ^ ((U8)y * 0xd8163841u + seed * 0x9e3779b9u));
    return __builtin_convertvector((I8)(h >> 8), F8) * (1.0f / 16777216.0f);
}

INLINE U8 corner8(U8 h) {
    h ^= h >> 15;
    return h * 0x2c1b3c6du;
}
INLINE F8 gradx8(U8 h) { return __builtin_convertvector((I8)(h << 11) >> 16, F8); }
INLINE F8 grady8(U8 h) { return __builtin_convertvector((I8)h >> 16, F8); }

/// Returns noise of about −1…1, zero at lattice points. `dx`, `dy`: its derivatives.
INLINE F8 noised8(F8 x, F8 y, uint32_t seed, F8 *dx, F8 *dy) {
    I8 ix = floori8(x), iy = floori8(y);
    F8 fx = x - __builtin_convertvector(ix, F8), fy = y - __builtin_convertvector(iy, F8);
    U8 hx0 = (U8)ix * 0x8da6b343u, hx1 = hx0 + 0x8da6b343u;
    U8 hy0 = (U8)iy * 0xd8163841u + seed * 0x9e3779b9u, hy1 = hy0 + 0xd8163841u;
    U8 h00 = corner8(hx0 ^ hy0), h10 = corner8(hx1 ^ hy0), h01 = corner8(hx0 ^ hy1), h11 = corner8(hx1 ^ hy1);
    F8 gx = fx - 1, gy = fy - 1;
    F8 ax = gradx8(h00), ay = grady8(h00), bx = gradx8(h10), by = grady8(h10);
    F8 cx = gradx8(h01), cy = grady8(h01), ex = gradx8(h11), ey = grady8(h11);
    F8 a = ax * fx + ay * fy, b = bx * gx + by * fy, c = cx * fx + cy * gy, d = ex * gx + ey * gy;
    F8 u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    F8 du = 30 * fx * fx * (fx * (fx - 2) + 1), dv = 30 * fy * fy * (fy * (fy - 2) + 1);
    const float scale = 1.45f / 32768;
    F8 k = a - b - c + d;
    *dx = scale * (ax + u * (bx - ax) + v * (cx - ax) + u * v * (ax - bx - cx + ex) + du * (b - a + v * k));
    *dy = scale * (ay + u * (by - ay) + v * (cy - ay) + u * v * (ay - by - cy + ey) + dv * (c - a + u * k));
    return scale * (a + u * (b - a) + v * (c - a) + u * v * k);
}
INLINE F8 noise8(F8 x, F8 y, uint32_t seed) {
    I8 ix = floori8(x), iy = floori8(y);
    F8 fx = x - __builtin_convertvector(ix, F8), fy = y - __builtin_convertvector(iy, F8);
    U8 hx0 = (U8)ix * 0x8da6b343u, hx1 = hx0 + 0x8da6b343u;
    U8 hy0 = (U8)iy * 0xd8163841u + seed * 0x9e3779b9u, hy1 = hy0 + 0xd8163841u;
    U8 h00 = corner8(hx0 ^ hy0), h10 = corner8(hx1 ^ hy0), h01 = corner8(hx0 ^ hy1), h11 = corner8(hx1 ^ hy1);
    F8 gx = fx - 1, gy = fy - 1;
    F8 a = gradx8(h00) * fx + grady8(h00) * fy, b = gradx8(h10) * gx + grady8(h10) * fy;
    F8 c = gradx8(h01) * fx + grady8(h01) * gy, d = gradx8(h11) * gx + grady8(h11) * gy;
    F8 u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    F8 low = a + u * (b - a), high = c + u * (d - c);
    return (1.45f / 32768) * (low + v * (high - low));
}

/// Returns the weight of an octave of wavelength `1/frequency` when pixels are `footprint` wide: octaves beyond the
/// resolution fade out instead of aliasing (Nyquist: half a cycle a pixel).
INLINE float octaveWeight(float frequency, float footprint) {
    float w = 2 - 4.6f * frequency * footprint;
    return w < 0 ? 0 : w > 1 ? 1 : w;
}

/// Returns fractional Brownian motion: octaves of half the amplitude and about twice the frequency, each rotated by 37°
/// so that lattice directions do not add up.
static F8 fbm8(F8 x, F8 y, uint32_t seed, int octaves, float footprint) {
    F8 sum = splat(0);
    float amplitude = 0.5f, frequency = 1;
    for (int i = 0; i < octaves; i++) {
        float w = octaveWeight(frequency, footprint);
        if (w <= 0) break;
        sum += amplitude * w * noise8(x, y, seed + (uint32_t)i);
        F8 t = 1.612f * x - 1.214f * y + 17.3f;
        y = 1.214f * x + 1.612f * y + 9.1f;
        x = t;
        amplitude *= 0.5f;
        frequency *= 2.018f;
    }
    return sum;
}

/// Returns octaves of 1 − |noise|, about 0…1: crests, creases, veins.
static F8 ridged8(F8 x, F8 y, uint32_t seed, int octaves, float footprint) {
    F8 sum = splat(0);
    float amplitude = 0.5f, frequency = 1;
    for (int i = 0; i < octaves; i++) {
        float w = octaveWeight(frequency, footprint);
        F8 n = w > 0 ? 1 - abs8(noise8(x, y, seed + (uint32_t)i)) : splat(0.75f);
        sum += amplitude * (0.75f + w * (n * n - 0.75f));
        F8 t = 1.612f * x - 1.214f * y + 17.3f;
        y = 1.214f * x + 1.612f * y + 9.1f;
        x = t;
        amplitude *= 0.5f;
        frequency *= 2.018f;
    }
    return sum;
}
