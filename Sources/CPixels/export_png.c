// Encoding as PNG through libpng, row by row.
#include "tessera_export.h"

#include <png.h>
#include <string.h>

#include "tessera_pixels.h"

void tessera_export_straighten(guint8 *pixels, gsize count) {
    for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
        int alpha = pixel[3];
        if (alpha == 0 || alpha == 255) continue;
        for (int channel = 0; channel < 3; channel++)
            pixel[channel] = (guint8)MIN(255, (pixel[channel] * 255 + alpha / 2) / alpha);
    }
}

typedef struct {
    guint8 *bytes;
    gsize count;
    gsize room;
} Output;

static void put(png_structp png, png_bytep bytes, png_size_t count) {
    Output *output = png_get_io_ptr(png);
    if (output->room - output->count < count) {
        gsize room = MAX(output->count + count, output->room + output->room / 2);
        guint8 *grown = g_try_realloc(output->bytes, room);
        if (grown == NULL) png_error(png, "no memory");
        output->bytes = grown;
        output->room = room;
    }
    memcpy(output->bytes + output->count, bytes, count);
    output->count += count;
}

static void flush(png_structp png) { (void)png; }
static G_NORETURN void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}
static void be_silent(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void write_picture(png_structp png, png_infop info, const TesseraExport *picture) {
    static char keyword[] = "XML:com.adobe.xmp", none[] = "";
    png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8,
                 picture->translucent ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
    // Borrowed for as long as the structures live, which only read it.
    if (picture->exif.count > 0)
        png_set_eXIf_1(png, info, (png_uint_32)picture->exif.count, (png_bytep)picture->exif.bytes);
    if (picture->xmp.count > 0) {
        png_text text = {.compression = PNG_ITXT_COMPRESSION_NONE, .key = keyword, .text = (char *)picture->xmp.bytes,
                         .itxt_length = picture->xmp.count, .lang = none, .lang_key = none};
        png_set_text(png, info, &text, 1);
    }
    png_write_info(png, info);
    png_set_bgr(png);
    if (!picture->translucent) png_set_filler(png, 0, PNG_FILLER_AFTER);
    gsize stride = (gsize)picture->width * 4;
    for (int row = 0; row < picture->height; row++) {
        if (row % 16 == 0 && picture->cancelled()) png_error(png, "cancelled");
        guint8 *pixels = picture->pixels + stride * (gsize)row;
        if (picture->translucent) tessera_export_straighten(pixels, (gsize)picture->width);
        png_write_row(png, pixels);
    }
    // With the information it would write EXIF once more.
    png_write_end(png, NULL);
}

guint8 *tessera_export_png(const TesseraExport *picture, gsize *length) {
    // On the heap, because the jump back may not find what a register holds.
    Output *output = g_try_new0(Output, 1);
    if (output == NULL) return NULL;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, be_silent);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    gboolean done = FALSE;
    if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_set_write_fn(png, output, put, flush);
        write_picture(png, info, picture);
        done = TRUE;
    }
    png_destroy_write_struct(&png, &info);
    guint8 *bytes = done ? output->bytes : NULL;
    if (!done) g_free(output->bytes);
    *length = output->count;
    g_free(output);
    return bytes;
}
