// Vectors of eight floats, and the arithmetic of the painter's kernels.
//
// Included once per instruction set (see kernels.h), so everything is static. No libm, whose functions would be called
// lane by lane. Products and sums are fused where the processor can, so two kinds of processor may differ in a pixel's
// last bit; two runs on one never do.
#pragma once
#include <stdint.h>
#pragma clang fp contract(fast)

#define INLINE static inline __attribute__((always_inline, unused))

typedef float F8 __attribute__((ext_vector_type(8), aligned(4)));
typedef int32_t I8 __attribute__((ext_vector_type(8), aligned(4)));
typedef uint32_t U8 __attribute__((ext_vector_type(8), aligned(4)));

/// Scene-linear colours of eight pixels.
typedef struct {
    F8 r, g, b;
} Colour8;

INLINE F8 splat(float value) { return (F8)value; }
INLINE F8 load8(const float *from) { return *(const F8 *)from; }
INLINE void store8(float *to, F8 value) { *(F8 *)to = value; }
INLINE F8 select8(I8 mask, F8 yes, F8 no) { return (F8)(((I8)yes & mask) | ((I8)no & ~mask)); }
INLINE F8 min8(F8 a, F8 b) { return select8(a < b, a, b); }
INLINE F8 max8(F8 a, F8 b) { return select8(a > b, a, b); }
INLINE F8 clamp8(F8 a, float low, float high) { return min8(max8(a, splat(low)), splat(high)); }
INLINE F8 abs8(F8 a) { return (F8)((I8)a & (I8)0x7fffffff); }
INLINE F8 mix8(F8 a, F8 b, F8 t) { return a + (b - a) * t; }
INLINE I8 floori8(F8 a) {
    I8 whole = __builtin_convertvector(a, I8);
    return whole + (__builtin_convertvector(whole, F8) > a);
}
INLINE F8 floor8(F8 a) { return __builtin_convertvector(floori8(a), F8); }
INLINE F8 fract8(F8 a) { return a - floor8(a); }
INLINE F8 smooth8(F8 low, F8 high, F8 a) {
    F8 t = clamp8((a - low) / (high - low), 0, 1);
    return t * t * (3 - 2 * t);
}
INLINE F8 step8(float low, float high, F8 a) { return smooth8(splat(low), splat(high), a); }

/// Returns 1/√a by Newton's method from the well-known bit trick; relative error below 5e-6 after two steps.
INLINE F8 rsqrt8(F8 a) {
    F8 y = (F8)((I8)0x5f3759df - ((I8)a >> 1));
    y = y * (1.5f - 0.5f * a * y * y);
    return y * (1.5f - 0.5f * a * y * y);
}
INLINE F8 sqrt8(F8 a) {
    a = max8(a, splat(1e-12f));
    return a * rsqrt8(a);
}

/// Returns 2^a, relative error below 1e-4: the exponent's bits plus a cubic for the fraction.
INLINE F8 exp2_8(F8 a) {
    a = clamp8(a, -60, 60);
    I8 whole = floori8(a);
    F8 f = a - __builtin_convertvector(whole, F8);
    F8 mantissa = 1 + f * (0.69570f + f * (0.22617f + f * 0.07813f));
    return (F8)((I8)mantissa + (whole << 23));
}
INLINE F8 exp8(F8 a) { return exp2_8(a * 1.442695f); }

/// Returns log2 a for a > 0, absolute error below 1e-3.
INLINE F8 log2_8(F8 a) {
    I8 bits = (I8)a;
    F8 exponent = __builtin_convertvector((bits >> 23) - 127, F8);
    F8 m = (F8)((bits & 0x7fffff) | 0x3f800000);
    return exponent + (-2.153620718f + m * (3.047884161f + m * (-1.051875031f + m * 0.158248316f)));
}
INLINE F8 pow8(F8 a, float power) { return exp2_8(log2_8(max8(a, splat(1e-9f))) * power); }

/// Returns sin 2πa by a parabola with one correction (error below 1.1e-3).
INLINE F8 sinturn8(F8 a) {
    F8 t = fract8(a) * 2 - 1;
    F8 y = 4 * t * (1 - abs8(t));
    return -(0.225f * (y * abs8(y) - y) + y);
}

INLINE Colour8 colour8(float r, float g, float b) { return (Colour8){splat(r), splat(g), splat(b)}; }
INLINE Colour8 add3(Colour8 a, Colour8 b) { return (Colour8){a.r + b.r, a.g + b.g, a.b + b.b}; }
INLINE Colour8 mul3(Colour8 a, Colour8 b) { return (Colour8){a.r * b.r, a.g * b.g, a.b * b.b}; }
INLINE Colour8 scale3(Colour8 a, F8 by) { return (Colour8){a.r * by, a.g * by, a.b * by}; }
INLINE Colour8 mix3(Colour8 a, Colour8 b, F8 t) {
    return (Colour8){mix8(a.r, b.r, t), mix8(a.g, b.g, t), mix8(a.b, b.b, t)};
}
