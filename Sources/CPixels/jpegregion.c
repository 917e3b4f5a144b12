// Decode of a region of a JPEG through libjpeg-turbo.
#include "tessera_jpegregion.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "tessera_pixelmemory.h"

// Encoded bytes between two checks for cancellation: some milliseconds, also for rows that are skipped.
static const gsize chunk = 32 << 10;
// Margin of pixels decoded around the region: at an edge libjpeg interpolates colours from one side only.
static const int edge = 8;

typedef struct {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    jmp_buf leave;
    TesseraPixbufOutcome outcome;
    const TesseraJpegHooks *hooks;
    // Input that the source has not passed on yet.
    const guint8 *bytes;
    gsize count;
    // Rows of whole blocks; owned until they are passed to the pixbuf.
    guint8 *pixels;
} Decode;

static _Noreturn void leave(Decode *self, TesseraPixbufOutcome outcome) {
    self->outcome = outcome;
    longjmp(self->leave, 1);
}

static void fail(j_common_ptr codec) { leave(codec->client_data, TESSERA_PIXBUF_FAILED); }
static void be_silent(j_common_ptr codec) { (void)codec; }

static void do_nothing(j_decompress_ptr codec) { (void)codec; }

static boolean fill(j_decompress_ptr codec) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    Decode *self = codec->client_data;
    if (self->hooks->cancelled(self->hooks->context)) leave(self, TESSERA_PIXBUF_CANCELLED);
    gsize length = MIN(chunk, self->count);
    codec->src->next_input_byte = length > 0 ? self->bytes : end;
    codec->src->bytes_in_buffer = length > 0 ? length : sizeof end;
    self->bytes += length;
    self->count -= length;
    return TRUE;
}

static void skip_bytes(j_decompress_ptr codec, long length) {
    Decode *self = codec->client_data;
    if (length <= 0) return;
    gsize here = MIN((gsize)length, codec->src->bytes_in_buffer), behind = MIN((gsize)length - here, self->count);
    codec->src->next_input_byte += here;
    codec->src->bytes_in_buffer -= here;
    self->bytes += behind;
    self->count -= behind;
}

static gsize coefficient_bytes(j_decompress_ptr codec) {
    if (!jpeg_has_multiple_scans(codec)) return 0;
    gsize blocks = 0;
    for (int i = 0; i < codec->num_components; i++)
        blocks += (gsize)codec->comp_info[i].width_in_blocks * codec->comp_info[i].height_in_blocks;
    return blocks * DCTSIZE2 * sizeof(JCOEF);
}

static void read_header(Decode *self, int denominator) {
    j_decompress_ptr codec = &self->codec;
    jpeg_read_header(codec, TRUE);
    gboolean is_known = codec->jpeg_color_space == JCS_GRAYSCALE || codec->jpeg_color_space == JCS_YCbCr ||
                        codec->jpeg_color_space == JCS_RGB;
    // libjpeg-turbo 2.1 produces wrong colours when it reduces and crops an image whose colours have a quarter of its
    // width.
    gboolean is_common = codec->max_h_samp_factor <= 2 && codec->max_v_samp_factor <= 2;
    if (!is_known || !is_common) leave(self, TESSERA_PIXBUF_REFUSED);
    codec->out_color_space = JCS_RGB;
    codec->scale_num = 1;
    codec->scale_denom = (unsigned)denominator;
    jpeg_calc_output_dimensions(codec);
}

static gboolean is_inside(const TesseraJpegRegion *region, JDIMENSION width, JDIMENSION height) {
    return region->x >= 0 && region->y >= 0 && region->width > 0 && region->height > 0 &&
           (gint64)region->x + region->width <= (gint64)width && (gint64)region->y + region->height <= (gint64)height;
}

static void free_pixels(guchar *pixels, gpointer memory) {
    (void)pixels;
    tessera_pixel_memory_free(memory);
}

// Decodes into `self`, which the caller owns, because a longjmp leaves the local variables of this function undefined.
static void decode(Decode *self, int denominator, const TesseraJpegRegion *region, JDIMENSION *left, gsize *stride) {
    if (setjmp(self->leave) != 0) return;
    j_decompress_ptr codec = &self->codec;
    jpeg_create_decompress(codec);
    codec->src = &self->source;
    read_header(self, denominator);
    if (!is_inside(region, codec->output_width, codec->output_height)) leave(self, TESSERA_PIXBUF_REFUSED);
    JDIMENSION from = (JDIMENSION)MAX(0, region->x - edge);
    JDIMENSION width = MIN(codec->output_width, (JDIMENSION)region->x + region->width + edge) - from;
    // Upper limit: jpeg_crop_scanline moves the left edge to the previous block boundary.
    gsize most = ((gsize)width + DCTSIZE * MAX_SAMP_FACTOR) * 3 * (gsize)region->height;
    if (!self->hooks->reserve(self->hooks->context, most, coefficient_bytes(codec))) leave(self, TESSERA_PIXBUF_REFUSED);
    jpeg_start_decompress(codec);
    jpeg_crop_scanline(codec, &from, &width);
    *left = (JDIMENSION)region->x - from;
    *stride = (gsize)width * 3;
    self->pixels = tessera_pixel_memory_new(*stride * (gsize)region->height);
    if (self->pixels == NULL) leave(self, TESSERA_PIXBUF_FAILED);
    // A single skip from the first row on: small skips decode what they skip, and one that begins within a row of
    // blocks returns rows from before it (libjpeg-turbo's issue 915).
    jpeg_skip_scanlines(codec, (JDIMENSION)region->y);
    for (int row = 0; row < region->height; row++) {
        JSAMPROW line = self->pixels + (gsize)row * *stride;
        jpeg_read_scanlines(codec, &line, 1);
    }
    self->outcome = TESSERA_PIXBUF_LOADED;
}

GdkPixbuf *tessera_jpeg_region(const guint8 *bytes, gsize count, int denominator, const TesseraJpegRegion *region,
                               const TesseraJpegHooks *hooks, TesseraPixbufOutcome *outcome) {
    Decode self = {.outcome = TESSERA_PIXBUF_FAILED, .hooks = hooks, .bytes = bytes, .count = count};
    self.codec.err = jpeg_std_error(&self.errors);
    self.codec.client_data = &self;
    self.errors.error_exit = fail;
    self.errors.output_message = be_silent;
    self.source = (struct jpeg_source_mgr){NULL, 0, do_nothing, fill, skip_bytes, jpeg_resync_to_restart, do_nothing};
    JDIMENSION left = 0;
    gsize stride = 0;
    decode(&self, denominator, region, &left, &stride);
    jpeg_destroy_decompress(&self.codec);
    *outcome = self.outcome;
    if (self.outcome != TESSERA_PIXBUF_LOADED) {
        tessera_pixel_memory_free(self.pixels);
        return NULL;
    }
    return gdk_pixbuf_new_from_data(self.pixels + (gsize)left * 3, GDK_COLORSPACE_RGB, FALSE, 8, region->width,
                                    region->height, (int)stride, free_pixels, self.pixels);
}
