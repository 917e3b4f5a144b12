// Decode of a region of a JPEG, or of its inks, through libjpeg-turbo.
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
    // Input that the source has not passed on yet: the rest of the piece in hand, and the pieces behind it.
    TesseraPixbufPiece rest;
    const TesseraPixbufPiece *pieces;
    gsize count;
    // Whether decoding has begun, and pieces may be passed over.
    gboolean started;
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

// Goes on to the next piece once the one in hand is used up. Of pieces that are late only the last is taken.
static void advance(Decode *self) {
    while (self->rest.count == 0 && self->count > 0) {
        if (self->started && self->count > 1 && self->hooks->late(self->hooks->context)) {
            self->pieces += self->count - 1;
            self->count = 1;
        }
        self->rest = *self->pieces++;
        self->count--;
    }
}

static boolean fill(j_decompress_ptr codec) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    Decode *self = codec->client_data;
    if (self->hooks->cancelled(self->hooks->context)) leave(self, TESSERA_PIXBUF_CANCELLED);
    advance(self);
    gsize length = MIN(chunk, self->rest.count);
    codec->src->next_input_byte = length > 0 ? self->rest.bytes : end;
    codec->src->bytes_in_buffer = length > 0 ? length : sizeof end;
    self->rest.bytes += length;
    self->rest.count -= length;
    return TRUE;
}

static void skip_bytes(j_decompress_ptr codec, long length) {
    Decode *self = codec->client_data;
    if (length <= 0) return;
    gsize left = (gsize)length, here = MIN(left, codec->src->bytes_in_buffer);
    codec->src->next_input_byte += here;
    codec->src->bytes_in_buffer -= here;
    for (left -= here; left > 0; left -= here) {
        advance(self);
        here = MIN(left, self->rest.count);
        if (here == 0) return;
        self->rest.bytes += here;
        self->rest.count -= here;
    }
}

static gsize coefficient_bytes(j_decompress_ptr codec) {
    if (!jpeg_has_multiple_scans(codec)) return 0;
    gsize blocks = 0;
    for (int i = 0; i < codec->num_components; i++)
        blocks += (gsize)codec->comp_info[i].width_in_blocks * codec->comp_info[i].height_in_blocks;
    return blocks * DCTSIZE2 * sizeof(JCOEF);
}

static gboolean is_known(J_COLOR_SPACE space, gboolean inks) {
    return inks ? space == JCS_CMYK || space == JCS_YCCK
                : space == JCS_GRAYSCALE || space == JCS_YCbCr || space == JCS_RGB;
}

static void read_header(Decode *self, int denominator, gboolean inks) {
    j_decompress_ptr codec = &self->codec;
    jpeg_read_header(codec, TRUE);
    if (!is_known(codec->jpeg_color_space, inks)) leave(self, TESSERA_PIXBUF_REFUSED);
    codec->out_color_space = inks ? JCS_CMYK : JCS_RGB;
    // As gdk-pixbuf: where scans are passed over, libjpeg-turbo 2.1 would smooth mean values, which are all that is needed.
    codec->do_block_smoothing = FALSE;
    codec->scale_num = 1;
    codec->scale_denom = (unsigned)denominator;
    jpeg_calc_output_dimensions(codec);
}

// libjpeg-turbo 2.1 produces wrong colours when it reduces and crops an image whose colours have a quarter of its width.
static gboolean can_be_cut(j_decompress_ptr codec) {
    return codec->max_h_samp_factor <= 2 && codec->max_v_samp_factor <= 2;
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
static void decode(Decode *self, int denominator, const TesseraJpegRegion *region, int channels, JDIMENSION *left,
                   gsize *stride) {
    if (setjmp(self->leave) != 0) return;
    j_decompress_ptr codec = &self->codec;
    jpeg_create_decompress(codec);
    codec->src = &self->source;
    read_header(self, denominator, channels == 4);
    if (!is_inside(region, codec->output_width, codec->output_height)) leave(self, TESSERA_PIXBUF_REFUSED);
    gboolean is_whole = (JDIMENSION)region->width == codec->output_width && (JDIMENSION)region->height == codec->output_height;
    if (!is_whole && !can_be_cut(codec)) leave(self, TESSERA_PIXBUF_REFUSED);
    JDIMENSION from = (JDIMENSION)MAX(0, region->x - edge);
    JDIMENSION width = MIN(codec->output_width, (JDIMENSION)region->x + region->width + edge) - from;
    // Upper limit: jpeg_crop_scanline moves the left edge to the previous block boundary.
    gsize most = ((gsize)width + DCTSIZE * MAX_SAMP_FACTOR) * (gsize)channels * (gsize)region->height;
    if (!self->hooks->reserve(self->hooks->context, most, coefficient_bytes(codec))) leave(self, TESSERA_PIXBUF_REFUSED);
    self->started = TRUE;
    jpeg_start_decompress(codec);
    if (!is_whole) jpeg_crop_scanline(codec, &from, &width);
    *left = (JDIMENSION)region->x - from;
    *stride = (gsize)width * (gsize)channels;
    self->pixels = tessera_pixel_memory_new(*stride * (gsize)region->height);
    if (self->pixels == NULL) leave(self, TESSERA_PIXBUF_FAILED);
    // A single skip from the first row on: small skips decode what they skip, and one that begins within a row of
    // blocks returns rows from before it (libjpeg-turbo's issue 915).
    if (region->y > 0) jpeg_skip_scanlines(codec, (JDIMENSION)region->y);
    for (int row = 0; row < region->height; row++) {
        JSAMPROW line = self->pixels + (gsize)row * *stride;
        jpeg_read_scanlines(codec, &line, 1);
    }
    self->outcome = TESSERA_PIXBUF_LOADED;
}

GdkPixbuf *tessera_jpeg_region(const TesseraPixbufPiece *pieces, gsize count, int denominator,
                               const TesseraJpegRegion *region, gboolean inks, const TesseraJpegHooks *hooks,
                               TesseraPixbufOutcome *outcome) {
    Decode self = {.outcome = TESSERA_PIXBUF_FAILED, .hooks = hooks, .pieces = pieces, .count = count};
    self.codec.err = jpeg_std_error(&self.errors);
    self.codec.client_data = &self;
    self.errors.error_exit = fail;
    self.errors.output_message = be_silent;
    self.source = (struct jpeg_source_mgr){NULL, 0, do_nothing, fill, skip_bytes, jpeg_resync_to_restart, do_nothing};
    int channels = inks ? 4 : 3;
    JDIMENSION left = 0;
    gsize stride = 0;
    decode(&self, denominator, region, channels, &left, &stride);
    jpeg_destroy_decompress(&self.codec);
    *outcome = self.outcome;
    if (self.outcome != TESSERA_PIXBUF_LOADED) {
        tessera_pixel_memory_free(self.pixels);
        return NULL;
    }
    return gdk_pixbuf_new_from_data(self.pixels + (gsize)left * (gsize)channels, GDK_COLORSPACE_RGB, inks, 8, region->width,
                                    region->height, (int)stride, free_pixels, self.pixels);
}
