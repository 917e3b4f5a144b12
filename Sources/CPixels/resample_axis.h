// Weights of a resampling along one axis.
#pragma once
#include <glib.h>

enum {
    /// Binary logarithm of the sum of weights of one output position. The constant sum keeps an even area even, and the
    /// weights fit in 16 bits.
    TESSERA_AXIS_BITS = 14,
};

/// For each output position: the first source position, the number of source positions, and their weights, padded with
/// zeros to an even count.
typedef struct {
    int *first;
    int *count;
    gint16 *weights;
    /// Weights kept per output position; even.
    int stride;
} TesseraAxis;

/// Computes weights for `steps` output positions over `extent` source positions from `origin` on, of `length` in all.
/// Any thread. Returns FALSE when out of memory; release with tessera_axis_clear in either case.
gboolean tessera_axis_init(TesseraAxis *axis, int length, double origin, double extent, int steps);
void tessera_axis_clear(TesseraAxis *axis);
