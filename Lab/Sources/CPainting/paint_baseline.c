// The painter's kernels for any processor. Vectors of 256 bits are passed only between static functions of this file,
// so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define KERNELS tessera_paint_kernels_baseline
#include "painting/kernels.h"
