// What other code makes of the same bytes: the measure that the decoder is held against, in benches and tests only.
//
// Why apart: what only measures and tests has no place in the application.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a JPEG with libjpeg at 1/1, 1/2, 1/4 or 1/8, the smallest that still has `columns` × `rows` pixels, with
/// libjpeg's own settings, into packed RGB that is released before it returns. Any thread. Gives the number of pixels,
/// 0 on failure.
size_t tessera_reference_jpeg_decode(const uint8_t *bytes, size_t count, int columns, int rows);

/// How gdk-pixbuf is asked for a smaller picture.
typedef enum {
    /// At exactly the size of libjpeg's own reduction; other formats at full size: nothing is resampled.
    TESSERA_REFERENCE_REDUCED,
    /// At the smallest size of the picture's ratio that covers the box: what an application asks for.
    TESSERA_REFERENCE_SCALED,
} TesseraReferenceScale;

/// Decodes with a GdkPixbufLoader that is given all bytes at once and asked, at its header, for a size that covers
/// `columns` × `rows`; the picture is released before it returns. Any thread. Gives the number of pixels, 0 on failure.
size_t tessera_reference_pixbuf_decode(const uint8_t *bytes, size_t count, int columns, int rows,
                                       TesseraReferenceScale scale);

/// Encodes packed RGB as JPEG, 4:2:0, with libjpeg's standard scans if `progressive`. Any thread. NULL on failure;
/// otherwise bytes that are released with free().
uint8_t *tessera_reference_jpeg_encode(const uint8_t *rgb, int width, int height, int quality, bool progressive,
                                       size_t *length);

/// Encodes packed RGB as PNG. Any thread. NULL on failure; otherwise bytes that are released with free().
uint8_t *tessera_reference_png_encode(const uint8_t *rgb, int width, int height, size_t *length);
