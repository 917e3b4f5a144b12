// State of a painting in progress, shared by the kernels of every instruction set.
#pragma once
#include "tessera_paint.h"

enum { BLOOM_SIDE = 48, BAND_ROWS = 32, BAND_COLUMNS = 128 };

struct TesseraCanvas {
    TesseraScene scene;
    TesseraView view;
    TesseraSprite *sprites;
    int spriteCount;
    int stride;                ///< floats per row: the width rounded up to whole vectors
    float *red, *green, *blue; ///< scene-linear
    float *texture;            ///< 0…1: amount of fine structure that this place has in a sharper picture
    float *distance;           ///< distance of the terrain, 0 for sky; NULL without terrain
    float *coverage;           ///< share of a pixel covered by the nearer surface below it; NULL without terrain
    float *ring;               ///< developed rows for scaling up: 4 rows of RGBA
    int ringRow[4];
    int wide;         ///< width that the next four were computed for
    int32_t *taps;    ///< scaling up: the second of the four source columns of a pixel
    float *weights;   ///< scaling up: weights of the four columns
    float *blend;     ///< scaling up: blend of four rows
    float *structure; ///< scaling up: fine structure of one row
    float bloom[3][BLOOM_SIDE * BLOOM_SIDE];
    bool bloomReady;
};

/// Kernels for one instruction set.
typedef struct {
    void (*march)(TesseraCanvas *canvas, int firstColumn, int lastColumn);
    void (*paintRow)(TesseraCanvas *canvas, int row);
    void (*developRow)(TesseraCanvas *canvas, int row, float *rgba);
    void (*gatherBloom)(TesseraCanvas *canvas);
    void (*structureRow)(const TesseraCanvas *canvas, int row, float *out, int count);
} TesseraKernels;
