// Filter weights: a tent as wide as the reduction, which equals linear interpolation of averages over an output pixel.
// On a zone plate it passes a third of the aliasing of a plain area average.
#include "resample_axis.h"

#include <math.h>
#include <string.h>

enum { ONE = 1 << TESSERA_AXIS_BITS };

// Returns the unnormalized weight of source position `i` for an output position at `centre`, with a tent that ends
// `reach` from it.
static double share(double centre, double reach, int i) { return MAX(0, 1 - fabs(i + 0.5 - centre) / reach); }

static void fill(TesseraAxis *axis, int position, double centre, double reach, int length) {
    int first = MAX(0, (int)floor(centre - reach));
    int end = MIN(length, (int)ceil(centre + reach));
    gint16 *weights = axis->weights + (gsize)position * axis->stride;
    double total = 0;
    for (int i = first; i < end; i++) total += share(centre, reach, i);
    // Rounds the running sum, not each weight: errors do not accumulate, and the weights add up to ONE.
    double sum = 0;
    int given = 0;
    int from = end - first, to = 0;
    for (int i = 0; i < end - first; i++) {
        sum += share(centre, reach, first + i) / total * ONE;
        int reached = i == end - first - 1 ? ONE : MIN(ONE, (int)(sum + 0.5));
        weights[i] = (gint16)(reached - given);
        given = reached;
        if (weights[i] == 0) continue;
        from = MIN(from, i);
        to = i + 1;
    }
    if (from > 0) {
        memmove(weights, weights + from, sizeof *weights * (gsize)(to - from));
        memset(weights + to - from, 0, sizeof *weights * (gsize)from);
    }
    axis->first[position] = first + from;
    axis->count[position] = to - from;
}

gboolean tessera_axis_init(TesseraAxis *axis, int length, double origin, double extent, int steps) {
    double scale = extent / steps;
    double reach = MAX(1, scale);
    // A tent touches one position more than its width, and an odd count is padded with a zero.
    int stride = ((int)ceil(2 * reach) + 3) & ~1;
    *axis = (TesseraAxis){g_try_new(int, steps), g_try_new(int, steps), g_try_new0(gint16, (gsize)steps * stride), stride};
    if (axis->first == NULL || axis->count == NULL || axis->weights == NULL) return FALSE;
    for (int i = 0; i < steps; i++) fill(axis, i, origin + (i + 0.5) * scale, reach, length);
    return TRUE;
}

void tessera_axis_clear(TesseraAxis *axis) {
    g_free(axis->first);
    g_free(axis->count);
    g_free(axis->weights);
}
