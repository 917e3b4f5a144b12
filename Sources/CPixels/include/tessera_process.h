// Kernels that process decoded pixels: blur and tint.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
//
// Pixels are premultiplied BGRA, 8 bits each, row after row without gaps. All functions: any thread; they borrow their
// arguments, keep nothing, and cannot fail. No colour of the result exceeds its alpha if none did in the input.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Input image, borrowed.
typedef struct {
    const guint8 *pixels;
    int width;
    int height;
} TesseraRaster;

/// Called from time to time on the working thread; TRUE ends the work.
typedef gboolean (*TesseraCancelCheck)(void);

/// Upper limit of standard deviations, so that sums of 32 bits hold the widest box.
#define TESSERA_BLUR_SIGMA_MAX 2048

/// Blurs `picture` into `out`, of the same size. `sigma`: 1…TESSERA_BLUR_SIGMA_MAX pixels. Edge pixels are repeated
/// outwards. Returns FALSE when `cancelled` returned TRUE; the contents of `out` are then unspecified.
///
/// Three box filters in each direction approximate a Gaussian. Boxes have fractional ends, so that their variance is
/// exact: P. Gwosdek, S. Grewenig, A. Bruhn, J. Weickert, "Theoretical Foundations of Gaussian Convolution by Extended
/// Box Filtering", SSVM 2011. Sums slide, so a pixel costs the same at any sigma; but the repeated edges are processed
/// as well, about `sigma` lines on each side.
gboolean tessera_process_blur(const TesseraRaster *picture, int sigma, TesseraCancelCheck cancelled, guint8 *out);

/// Mixes `count` pixels with the opaque colour `rgb`, 0xRRGGBB: the colour's share is `amount` / 255. Alpha is
/// unchanged. `out` may be `pixels`.
void tessera_process_tint(const guint8 *pixels, gsize count, guint32 rgb, guint8 amount, guint8 *out);

G_END_DECLS
