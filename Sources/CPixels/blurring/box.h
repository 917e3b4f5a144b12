// One of a blur's box filters, and the functions that run three of them over a picture.
#pragma once
#include "tessera_process.h"

// 2·reach + 1 whole samples and, at each end, `end` of another; `scale` is one over the weight of all.
typedef struct {
    int reach;
    float end;
    float scale;
} Box;

// As tessera_process_blur.
gboolean tessera_process_blur_baseline(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled,
                                       guint8 *out);
gboolean tessera_process_blur_avx2(const TesseraRaster *picture, const Box *box, TesseraCancelCheck cancelled,
                                   guint8 *out);
