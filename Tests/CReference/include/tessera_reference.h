// Reference decoders and encoders, with which benchmarks and tests compare the decoder. A separate target, because
// code that only measures and tests has no place in the application.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a JPEG with libjpeg at 1/1, 1/2, 1/4 or 1/8, the smallest scale that still has `columns` × `rows` pixels,
/// with libjpeg's own settings, into packed RGB that is released before it returns. Any thread. Returns the number of
/// pixels, 0 on failure.
size_t tessera_reference_jpeg_decode(const uint8_t *bytes, size_t count, int columns, int rows);

/// The way in which gdk-pixbuf is asked for a smaller image.
typedef enum {
    /// At exactly the size of libjpeg's own reduction; other formats at full size: nothing is resampled.
    TESSERA_REFERENCE_REDUCED,
    /// At the smallest size of the image's ratio that covers the box: what an application requests.
    TESSERA_REFERENCE_SCALED,
} TesseraReferenceScale;

/// Decodes with a GdkPixbufLoader that is given all bytes at once and is asked, at its header, for a size that covers
/// `columns` × `rows`; the image is released before it returns. Any thread. Returns the number of pixels, 0 on failure.
size_t tessera_reference_pixbuf_decode(const uint8_t *bytes, size_t count, int columns, int rows,
                                       TesseraReferenceScale scale);

/// Encodes packed RGB as JPEG, 4:2:0, with libjpeg's standard scans if `progressive`. Any thread. Returns bytes that
/// are released with free(), or NULL on failure.
uint8_t *tessera_reference_jpeg_encode(const uint8_t *rgb, int width, int height, int quality, bool progressive,
                                       size_t *length);

/// The form of a JPEG of inks.
typedef struct {
    /// Luminance, colours and black, as Adobe's programs write, in place of cyan, magenta, yellow and black.
    bool ycck;
    /// With Adobe's marker, without which a decoder takes the components for CMYK.
    bool marked;
    /// With libjpeg's standard scans.
    bool progressive;
} TesseraReferenceInks;

/// Encodes four samples a pixel as JPEG, in the best quality and as they are: nothing is inverted. Any thread. Returns bytes
/// that are released with free(), or NULL on failure.
uint8_t *tessera_reference_jpeg_encode_inks(const uint8_t *inks, int width, int height, const TesseraReferenceInks *form,
                                            size_t *length);

/// Encodes packed RGB as PNG. Any thread. Returns bytes that are released with free(), or NULL on failure.
uint8_t *tessera_reference_png_encode(const uint8_t *rgb, int width, int height, size_t *length);
