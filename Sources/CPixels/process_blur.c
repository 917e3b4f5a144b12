// Gaussian blur: the box whose three passes have the wanted variance, and the choice of the code for the processor.
#include "tessera_process.h"

#include <math.h>

#include "blurring/box.h"

static Box box_for(int sigma) {
    double variance = (double)sigma * sigma / 3;
    double reach = floor(sqrt(12 * variance + 1) / 2 - 0.5);
    double end = (2 * reach + 1) * (reach * (reach + 1) - 3 * variance) /
                 (6 * (variance - (reach + 1) * (reach + 1)));
    return (Box){(int)reach, (float)end, (float)(1 / (2 * reach + 1 + 2 * end))};
}

gboolean tessera_process_blur(const TesseraRaster *picture, int sigma, TesseraCancelCheck cancelled, guint8 *out) {
    Box box = box_for(CLAMP(sigma, 1, TESSERA_BLUR_SIGMA_MAX));
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return tessera_process_blur_avx2(picture, &box, cancelled, out);
#endif
    return tessera_process_blur_baseline(picture, &box, cancelled, out);
}
