// Weights of a resampling along one axis.
#pragma once
#include <glib.h>

enum {
    /// What the weights of one output position add up to, so that an even area stays even: they fit in 16 bits.
    TESSERA_AXIS_BITS = 14,
};

/// For each output position the first source position, how many follow, and their weights, with zeros behind them up
/// to an even count.
typedef struct {
    int *first;
    int *count;
    gint16 *weights;
    /// Weights kept per output position; even.
    int stride;
} TesseraAxis;

/// `steps` output positions over the `extent` source positions from `origin` on, of `length` that there are. Any
/// thread. FALSE when there is no memory; to be released with tessera_axis_clear in either case.
gboolean tessera_axis_init(TesseraAxis *axis, int length, double origin, double extent, int steps);
void tessera_axis_clear(TesseraAxis *axis);
