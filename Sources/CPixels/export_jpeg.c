// Encoding as JPEG through libjpeg-turbo, row by row.
#include "tessera_export.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <lcms2.h>

// The most bytes of a segment behind its length.
static const gsize longest = 65533;
// From this quality on colours keep their resolution.
static const int fine = 90;

typedef struct {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    jmp_buf leave;
    // Of malloc, which libjpeg replaces as it grows.
    unsigned char *bytes;
    unsigned long length;
    guint8 *row;
} Encode;

static void fail(j_common_ptr codec) { longjmp(((Encode *)codec->client_data)->leave, 1); }
static void be_silent(j_common_ptr codec) { (void)codec; }
static void be_silent_of(j_common_ptr codec, int level) { (void)codec, (void)level; }

static void write_segment(Encode *self, int marker, const char *name, gsize name_length, TesseraExportPart part) {
    if (part.count == 0 || name_length + part.count > longest) return;
    jpeg_write_m_header(&self->codec, marker, (unsigned)(name_length + part.count));
    for (gsize i = 0; i < name_length; i++) jpeg_write_m_byte(&self->codec, (guint8)name[i]);
    for (gsize i = 0; i < part.count; i++) jpeg_write_m_byte(&self->codec, part.bytes[i]);
}

// Lays premultiplied pixels over white.
static void cover(const guint8 *pixels, int width, guint8 *row) {
    for (int i = 0; i < width; i++, pixels += 4, row += 4) {
        int rest = 255 - pixels[3];
        for (int channel = 0; channel < 3; channel++) row[channel] = (guint8)MIN(255, pixels[channel] + rest);
        row[3] = 255;
    }
}

static void write_rows(Encode *self, const TesseraExport *picture) {
    gsize stride = (gsize)picture->width * 4;
    while (self->codec.next_scanline < self->codec.image_height) {
        if (self->codec.next_scanline % 16 == 0 && picture->cancelled()) longjmp(self->leave, 1);
        const guint8 *pixels = picture->pixels + stride * self->codec.next_scanline;
        JSAMPROW row = (JSAMPROW)pixels;
        if (self->row != NULL) {
            cover(pixels, picture->width, self->row);
            row = self->row;
        }
        jpeg_write_scanlines(&self->codec, &row, 1);
    }
}

static void encode(Encode *self, const TesseraExport *picture) {
    struct jpeg_compress_struct *codec = &self->codec;
    jpeg_create_compress(codec);
    jpeg_mem_dest(codec, &self->bytes, &self->length);
    codec->image_width = (JDIMENSION)picture->width;
    codec->image_height = (JDIMENSION)picture->height;
    codec->input_components = 4;
    codec->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, picture->quality, TRUE);
    codec->optimize_coding = TRUE;
    if (picture->quality >= fine) codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = 1;
    // EXIF has to come first.
    if (picture->exif.count > 0) codec->write_JFIF_header = FALSE;
    jpeg_start_compress(codec, TRUE);
    static const char exif[] = "Exif\0", xmp[] = "http://ns.adobe.com/xap/1.0/";
    write_segment(self, JPEG_APP0 + 1, exif, sizeof exif, picture->exif);
    write_segment(self, JPEG_APP0 + 1, xmp, sizeof xmp, picture->xmp);
    write_segment(self, JPEG_APP0 + 13, "", 0, picture->resources);
    if (picture->profile.count > 0)
        jpeg_write_icc_profile(codec, picture->profile.bytes, (unsigned)picture->profile.count);
    write_rows(self, picture);
    jpeg_finish_compress(codec);
}

guint8 *tessera_export_jpeg(const TesseraExport *picture, gsize *length) {
    if (MAX(picture->width, picture->height) > JPEG_MAX_DIMENSION) return NULL;
    Encode *self = g_try_new0(Encode, 1);
    if (self == NULL) return NULL;
    if (picture->translucent) {
        self->row = g_try_malloc((gsize)picture->width * 4);
        if (self->row == NULL) {
            g_free(self);
            return NULL;
        }
    }
    self->codec.err = jpeg_std_error(&self->errors);
    self->codec.client_data = self;
    self->errors.error_exit = fail;
    self->errors.output_message = be_silent;
    self->errors.emit_message = be_silent_of;
    gboolean failed = setjmp(self->leave) != 0;
    if (!failed) encode(self, picture);
    jpeg_destroy_compress(&self->codec);
    guint8 *bytes = failed ? NULL : self->bytes;
    if (failed) free(self->bytes);
    *length = self->length;
    g_free(self->row);
    g_free(self);
    return bytes;
}

guint8 *tessera_export_srgb(gsize *length) {
    // Of the version that every program reads, and the same bytes each time: without the date of its making.
    static const guint8 date[] = {0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    enum { DATE = 24 };
    cmsHPROFILE profile = cmsCreate_sRGBProfile();
    if (profile == NULL) return NULL;
    cmsSetProfileVersion(profile, 2.1);
    cmsUInt32Number count = 0;
    guint8 *bytes = NULL;
    if (cmsSaveProfileToMem(profile, NULL, &count)) {
        bytes = g_try_malloc(count);
        if (bytes != NULL && !cmsSaveProfileToMem(profile, bytes, &count)) g_clear_pointer(&bytes, g_free);
    }
    cmsCloseProfile(profile);
    if (bytes != NULL && count > DATE + sizeof date) memcpy(bytes + DATE, date, sizeof date);
    *length = count;
    return bytes;
}
