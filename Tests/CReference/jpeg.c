// Decoding and encoding of JPEG with libjpeg alone.
#include "tessera_reference.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf leave;
} Errors;

static void leave(j_common_ptr codec) { longjmp(((Errors *)codec->err)->leave, 1); }
static void be_silent(j_common_ptr codec) { (void)codec; }

static void errors_init(Errors *errors) {
    jpeg_std_error(&errors->base);
    errors->base.error_exit = leave;
    errors->base.output_message = be_silent;
}

static bool covers(const struct jpeg_decompress_struct *codec, unsigned denominator, int columns, int rows) {
    return (codec->image_width + denominator - 1) / denominator >= (unsigned)columns &&
           (codec->image_height + denominator - 1) / denominator >= (unsigned)rows;
}

size_t tessera_reference_jpeg_decode(const uint8_t *bytes, size_t count, int columns, int rows) {
    struct jpeg_decompress_struct codec;
    Errors errors;
    errors_init(&errors);
    codec.err = &errors.base;
    uint8_t *volatile pixels = NULL;
    jpeg_create_decompress(&codec);
    if (setjmp(errors.leave)) {
        jpeg_destroy_decompress(&codec);
        free(pixels);
        return 0;
    }
    jpeg_mem_src(&codec, bytes, count);
    jpeg_read_header(&codec, TRUE);
    codec.out_color_space = JCS_RGB;
    unsigned denominator = 8;
    while (denominator > 1 && !covers(&codec, denominator, columns, rows)) denominator /= 2;
    codec.scale_num = 1;
    codec.scale_denom = denominator;
    jpeg_start_decompress(&codec);
    size_t stride = (size_t)codec.output_width * 3, area = (size_t)codec.output_width * codec.output_height;
    pixels = malloc(stride * codec.output_height);
    if (pixels == NULL) longjmp(errors.leave, 1);
    while (codec.output_scanline < codec.output_height) {
        JSAMPROW row = pixels + stride * codec.output_scanline;
        jpeg_read_scanlines(&codec, &row, 1);
    }
    jpeg_finish_decompress(&codec);
    jpeg_destroy_decompress(&codec);
    free(pixels);
    return area;
}

// Says what the samples are, after jpeg_set_defaults(), which needs to know their number.
typedef void (*Setting)(struct jpeg_compress_struct *codec, const void *data);

static uint8_t *encode(const uint8_t *samples, int width, int height, int components, J_COLOR_SPACE space, int quality,
                       bool progressive, Setting set, const void *data, size_t *length) {
    struct jpeg_compress_struct codec;
    Errors errors;
    errors_init(&errors);
    codec.err = &errors.base;
    // Changed through libjpeg's pointers, and read after a longjmp.
    unsigned char *volatile bytes = NULL;
    unsigned long size = 0;
    jpeg_create_compress(&codec);
    if (setjmp(errors.leave)) {
        jpeg_destroy_compress(&codec);
        free(bytes);
        return NULL;
    }
    jpeg_mem_dest(&codec, (unsigned char **)&bytes, &size);
    codec.image_width = (JDIMENSION)width;
    codec.image_height = (JDIMENSION)height;
    codec.input_components = components;
    codec.in_color_space = space;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, quality, TRUE);
    if (set != NULL) set(&codec, data);
    if (progressive) jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        JSAMPROW row = (JSAMPROW)samples + (size_t)codec.next_scanline * (size_t)(width * components);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    *length = size;
    return bytes;
}

uint8_t *tessera_reference_jpeg_encode(const uint8_t *rgb, int width, int height, int quality, bool progressive,
                                       size_t *length) {
    return encode(rgb, width, height, 3, JCS_RGB, quality, progressive, NULL, NULL, length);
}

static void set_inks(struct jpeg_compress_struct *codec, const void *data) {
    const TesseraReferenceInks *form = data;
    if (form->ycck) jpeg_set_colorspace(codec, JCS_YCCK);
    codec->write_Adobe_marker = form->marked;
}

uint8_t *tessera_reference_jpeg_encode_inks(const uint8_t *inks, int width, int height, const TesseraReferenceInks *form,
                                            size_t *length) {
    return encode(inks, width, height, 4, JCS_CMYK, 100, form->progressive, set_inks, form, length);
}
