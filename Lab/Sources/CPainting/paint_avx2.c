// The painter's kernels for x86 processors with AVX2 and FMA; about three times as fast as the baseline.
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define KERNELS tessera_paint_kernels_avx2
#include "painting/kernels.h"
#pragma clang attribute pop
#else
typedef int tessera_paint_avx2_is_for_x86;
#endif
