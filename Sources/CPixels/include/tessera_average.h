// Mean colour of an image, computed from a bounded number of its rows.
//
// Why a shim: the loop must be vectorised in every build, debug ones included.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Maximum number of rows read, evenly spaced. With it, a tile of 208 pixels takes half a microsecond.
#define TESSERA_AVERAGE_ROWS 16

/// Computes the mean of `height` rows of `width` pixels of premultiplied BGRA without gaps, as red, green and blue in
/// `colour`. Each pixel is weighted by its alpha. Returns FALSE, and leaves `colour` untouched, when there are no
/// pixels or when less than half of what is read is opaque. Any thread; keeps and frees nothing.
gboolean tessera_average(const guint8 *pixels, int width, int height, guint8 colour[3]);

G_END_DECLS
