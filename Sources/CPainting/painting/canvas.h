// What a painting in progress holds. Shared by the kernels of every instruction set.
#pragma once
#include "tessera_paint.h"

enum { BLOOM_SIDE = 48, BAND_ROWS = 32, BAND_COLUMNS = 128 };

struct TesseraCanvas {
    TesseraScene scene;
    TesseraView view;
    TesseraSprite *sprites;
    int spriteCount;
    int stride;                ///< floats a row: the width rounded up to whole vectors
    float *red, *green, *blue; ///< scene-linear
    float *texture;            ///< 0…1: how much fine structure this place would have in a sharper picture
    float *distance;           ///< of the terrain, 0 where there is sky; NULL without terrain
    float *coverage;           ///< share of a pixel that belongs to the nearer surface below it; NULL without terrain
    float *ring;               ///< developed rows that are being enlarged: 4 rows of RGBA
    int ringRow[4];
    int wide;         ///< width that the next four were made for
    int32_t *taps;    ///< enlarging: the second of the four columns that a pixel is made from
    float *weights;   ///< enlarging: the weights of the four
    float *blend;     ///< enlarging: four rows made one
    float *structure; ///< enlarging: fine structure of one row
    float bloom[3][BLOOM_SIDE * BLOOM_SIDE];
    bool bloomReady;
};

/// One instruction set's kernels.
typedef struct {
    void (*march)(TesseraCanvas *canvas, int firstColumn, int lastColumn);
    void (*paintRow)(TesseraCanvas *canvas, int row);
    void (*developRow)(TesseraCanvas *canvas, int row, float *rgba);
    void (*gatherBloom)(TesseraCanvas *canvas);
    void (*structureRow)(const TesseraCanvas *canvas, int row, float *out, int count);
} TesseraKernels;
