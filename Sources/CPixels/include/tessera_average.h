// The mean colour of a picture, out of a bounded number of its rows.
//
// Why a shim: the loop must be vectorised in every build, debug ones included.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Looks at no more rows than this, evenly spaced: a tile of 208 pixels takes half a microsecond.
#define TESSERA_AVERAGE_ROWS 16

/// The mean of `height` rows of `width` pixels that lie without gaps, of premultiplied BGRA, as red, green and blue in
/// `colour`. Each pixel counts as much as it is opaque. FALSE, and `colour` untouched, when there are no pixels or less
/// than half of what is looked at is opaque. Any thread; keeps and frees nothing.
gboolean tessera_average(const guint8 *pixels, int width, int height, guint8 colour[3]);

G_END_DECLS
