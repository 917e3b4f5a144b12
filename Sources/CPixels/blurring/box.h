// Box filter of a blur, and the functions that apply three of them to an image.
#pragma once
#include "tessera_process.h"

// 2·reach + 1 whole samples and, at each end, `end` of another; `scale` is one divided by the total weight.
typedef struct {
    int reach;
    float end;
    float scale;
} Box;

// Implementations of tessera_process_blur.
gboolean tessera_process_blur_baseline(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled,
                                       guint8 *out);
gboolean tessera_process_blur_avx2(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled,
                                   guint8 *out);
