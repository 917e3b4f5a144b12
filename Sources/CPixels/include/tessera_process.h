// The kernels that work on decoded pixels: blur, corners, tint, grey.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
//
// Pixels are BGRA whose colours are multiplied by alpha, 8 bits each, row after row without gaps. All functions: any
// thread; they borrow what they are given, keep nothing, and cannot fail. No colour ever exceeds its alpha afterwards
// if none did before.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// A picture, borrowed.
typedef struct {
    const guint8 *pixels;
    int width;
    int height;
} TesseraRaster;

/// Asked now and then on the working thread; TRUE ends the work.
typedef gboolean (*TesseraCancelCheck)(void);

/// Standard deviations are cut to this, so that sums of 32 bits hold the widest box.
#define TESSERA_BLUR_SIGMA_MAX 2048

/// Blurs `picture` into `out`, of the same size. `sigma`: 1…TESSERA_BLUR_SIGMA_MAX pixels. Edges repeat.
/// Returns FALSE when `cancelled` said so; `out` is then of no use.
///
/// Three box filters in each direction come near a Gaussian. Boxes have fractional ends, so that their variance is
/// exact: P. Gwosdek, S. Grewenig, A. Bruhn, J. Weickert, "Theoretical Foundations of Gaussian Convolution by Extended
/// Box Filtering", SSVM 2011. Sums slide, so a pixel costs the same at any sigma; but the edges' repetitions are worked
/// on as well, about `sigma` lines on each side.
gboolean tessera_process_blur(const TesseraRaster *picture, int sigma, TesseraCancelCheck cancelled, guint8 *out);

/// Writes `picture` to `out`, transparent outside of quarter circles of `radius` pixels (at most half of the
/// shorter side) in its corners. An edge pixel keeps the share of it that lies inside, to within 1/255.
void tessera_process_corners(const TesseraRaster *picture, int radius, guint8 *out);

/// Mixes `count` pixels with the opaque colour `rgb`, 0xRRGGBB: `amount` of 255 parts are the colour's. Alpha stays.
/// `out` may be `pixels`.
void tessera_process_tint(const guint8 *pixels, gsize count, guint32 rgb, guint8 amount, guint8 *out);

/// Gives `count` pixels their luma in all three colours: 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709, 3.2) of the
/// gamma-coded values as they are, which is what screens and video call grey. Alpha stays. `out` may be `pixels`.
void tessera_process_greyscale(const guint8 *pixels, gsize count, guint8 *out);

G_END_DECLS
