// The painter's kernels for any processor.
// Vectors of 256 bits are passed between static functions of this file only: their calling convention is nobody's
// concern.
#pragma clang diagnostic ignored "-Wpsabi"
#define KERNELS tessera_paint_kernels_baseline
#include "painting/kernels.h"
