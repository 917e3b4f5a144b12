// Tiny pictures: their stored form, blocks of 4×4 pixels in 8 bytes each, and their form in memory, 5-6-5 bits a pixel.
//
// Why a shim: the loops must be vectorised in every build, debug ones included.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Pixels a side of a stored picture: a multiple of 4.
#define TESSERA_TINY_SIDE 48
/// Bytes of a stored picture: 12 × 12 blocks of 8.
#define TESSERA_TINY_BYTES 1152

/// Encodes TESSERA_TINY_SIDE² pixels of premultiplied BGRA without gaps as TESSERA_TINY_BYTES bytes: the format that
/// OpenGL calls RGB_S3TC_DXT1 (BC1), in which each block has two colours of 5-6-5 bits and each pixel chooses one of
/// four between them. Alpha is ignored. Any thread; keeps and frees nothing; cannot fail.
void tessera_tiny_encode(const guint8 *pixels, guint8 *blocks);

/// Decodes such bytes, whatever they are, to opaque BGRA. Any thread; keeps and frees nothing; cannot fail.
void tessera_tiny_decode(const guint8 *blocks, guint8 *pixels);

/// Writes `count` pixels of BGRA with 5 bits of red, 6 of green and 5 of blue each, from the highest down, to the nearest
/// value. Alpha is ignored. Any thread.
void tessera_tiny_pack(const guint8 *pixels, gsize count, guint16 *packed);

/// Lays premultiplied BGRA over a grey of 128, in place, so that it is opaque. Any thread.
void tessera_tiny_flatten(guint8 *pixels, gsize count);

G_END_DECLS
