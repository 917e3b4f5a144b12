// Loops of the resampler on vectors of 16 bytes: from rows of bytes to one line of 9.7 fixed point, and from a run of
// that line to a pixel. Products of 16-bit numbers are summed in pairs, for which every x86-64 has one instruction.
// Wider vectors were measured: they save a seventh of the kernel, and a hundredth of a decode.
#pragma once
#include <glib.h>
#include <string.h>

#include "resample_axis.h"

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN);

enum {
    BLOCK = 16,
    // Fraction bits of a line; a sample with its sign still fits in 16 bits.
    LINE_BITS = 7,
    ROW_SHIFT = TESSERA_AXIS_BITS - LINE_BITS,
    RUN_SHIFT = TESSERA_AXIS_BITS + LINE_BITS,
};

typedef guint8 Bytes __attribute__((vector_size(16)));
typedef guint16 Words __attribute__((vector_size(16)));
typedef gint16 Shorts __attribute__((vector_size(16)));
typedef gint32 Sums __attribute__((vector_size(16)));

// Returns a0·b0 + a1·b1, a2·b2 + a3·b3, …
static inline Sums pair_sums(Shorts a, Shorts b) {
#if defined(__SSE2__)
    return (Sums)__builtin_ia32_pmaddwd128(a, b);
#else
    typedef gint16 Half __attribute__((vector_size(8)));
    Half a0 = __builtin_shufflevector(a, a, 0, 2, 4, 6), a1 = __builtin_shufflevector(a, a, 1, 3, 5, 7);
    Half b0 = __builtin_shufflevector(b, b, 0, 2, 4, 6), b1 = __builtin_shufflevector(b, b, 1, 3, 5, 7);
    return __builtin_convertvector(a0, Sums) * __builtin_convertvector(b0, Sums) +
           __builtin_convertvector(a1, Sums) * __builtin_convertvector(b1, Sums);
#endif
}

// Concatenates sums that fit in 16 bits.
static inline Shorts narrowed(Sums a, Sums b) {
#if defined(__SSE2__)
    return (Shorts)__builtin_ia32_packssdw128(a, b);
#else
    return __builtin_shufflevector((Shorts)a, (Shorts)b, 0, 2, 4, 6, 8, 10, 12, 14);
#endif
}

// Returns two weights, repeated.
static inline Shorts two_weights(const gint16 *weights) {
    gint32 pair;
    memcpy(&pair, weights, sizeof pair);
    return (Shorts)(Sums){pair, pair, pair, pair};
}

static inline Bytes bytes_at(const guint8 *at) {
    Bytes bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static inline Words first_words(Bytes b) {
    Bytes zero = {0};
    return (Words)__builtin_shufflevector(b, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
static inline Words last_words(Bytes b) {
    Bytes zero = {0};
    return (Words)__builtin_shufflevector(b, zero, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

static inline Shorts first_pairs(Words a, Words b) {
    return (Shorts)__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
static inline Shorts last_pairs(Words a, Words b) {
    return (Shorts)__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

// c·a/255 rounded to nearest, without a division, for two pixels; alpha times 255 stays alpha.
static inline Words premultiplied(Words pixels) {
    Words full = {255, 255, 255, 255, 255, 255, 255, 255};
    Words alpha = __builtin_shufflevector(pixels, full, 3, 3, 3, 8, 7, 7, 7, 8);
    Words product = pixels * alpha + 128;
    return (product + (product >> 8)) >> 8;
}

// Computes the weighted sums of sixteen columns over `count` rows.
static inline __attribute__((always_inline)) void sum_block(const guint8 *at, gsize stride, int count,
                                                            const gint16 *weights, gboolean straight, gint16 *line) {
    Sums half = (Sums){0} + (1 << (ROW_SHIFT - 1)), s0 = half, s1 = half, s2 = half, s3 = half;
    for (int i = 0; i < count; i += 2, at += 2 * stride) {
        Shorts pair = two_weights(weights + i);
        // An odd last row is paired with itself; the padded weight is zero.
        Bytes upper = bytes_at(at), lower = bytes_at(i + 1 < count ? at + stride : at);
        Words u0 = first_words(upper), u1 = last_words(upper), l0 = first_words(lower), l1 = last_words(lower);
        if (straight) {
            u0 = premultiplied(u0);
            u1 = premultiplied(u1);
            l0 = premultiplied(l0);
            l1 = premultiplied(l1);
        }
        s0 += pair_sums(first_pairs(u0, l0), pair);
        s1 += pair_sums(last_pairs(u0, l0), pair);
        s2 += pair_sums(first_pairs(u1, l1), pair);
        s3 += pair_sums(last_pairs(u1, l1), pair);
    }
    Shorts first = narrowed(s0 >> ROW_SHIFT, s1 >> ROW_SHIFT), last = narrowed(s2 >> ROW_SHIFT, s3 >> ROW_SHIFT);
    memcpy(line, &first, sizeof first);
    memcpy(line + 8, &last, sizeof last);
}

// Computes the weighted sums of `samples` columns, at least a block, over `count` rows from `row` on. `straight`: the
// pixels have straight alpha, which is multiplied in first.
static inline __attribute__((always_inline)) void sum_rows(const guint8 *row, gsize stride, gsize samples, int count,
                                                           const gint16 *weights, gboolean straight, gint16 *line) {
    gsize i = 0;
    for (; i + BLOCK <= samples; i += BLOCK) sum_block(row + i, stride, count, weights, straight, line + i);
    if (i == samples) return;
    // The last block overlaps the one before it, so that it does not read past the row.
    i = samples - BLOCK;
    sum_block(row + i, stride, count, weights, straight, line + i);
}

// Order of a run's output channels: unchanged, or with red and blue exchanged.
typedef enum { SAME_ORDER, TURNED_ORDER } Order;

// Returns the weighted sum of `count` pixels as one pixel of four bytes; with three channels the fourth is unspecified.
// Reads up to two pixels past the last.
static inline __attribute__((always_inline)) guint32 sum_run(const gint16 *pixel, int count, const gint16 *weights,
                                                             int channels, Order order) {
    Sums sums = (Sums){0} + (1 << (RUN_SHIFT - 1));
    for (int i = 0; i < count; i += 2, pixel += 2 * channels) {
        Shorts next;
        memcpy(&next, pixel, sizeof next);
        Shorts two = order == SAME_ORDER ? __builtin_shufflevector(next, next, 0, 4, 1, 5, 2, 6, 3, 7)
                     : channels == 4     ? __builtin_shufflevector(next, next, 2, 6, 1, 5, 0, 4, 3, 7)
                                         : __builtin_shufflevector(next, next, 2, 5, 1, 4, 0, 3, 6, 7);
        sums += pair_sums(two, two_weights(weights + i));
    }
    typedef guint8 Pixel __attribute__((vector_size(4)));
    Pixel narrow = __builtin_convertvector(sums >> RUN_SHIFT, Pixel);
    guint32 result;
    memcpy(&result, &narrow, sizeof result);
    return result;
}
