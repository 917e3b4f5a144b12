// Decoder of an animation: gdk-pixbuf's iterator driven by the file's own delays, or libwebpdemux's decoder.
#include "tessera_animation.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <webp/demux.h>

// gdk-pixbuf's iterator takes its time as a GTimeVal, which GLib has deprecated, and in no other form.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

struct _TesseraAnimation {
    // GIF
    GdkPixbufAnimation *gif;
    // NULL before the first frame.
    GdkPixbufAnimationIter *iterator;
    // Time of the last decoded frame: the sum of the file's delays from 0, never the time of day.
    GTimeVal time;
    // WebP
    GBytes *bytes;
    WebPAnimDecoder *webp;
};

static GdkPixbufAnimation *gif_new(GBytes *bytes) {
    static const guint8 trailer[] = {0x3B};
    gsize count;
    const guint8 *data = g_bytes_get_data(bytes, &count);
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type("gif", NULL);
    if (loader == NULL) return NULL;
    gboolean open = gdk_pixbuf_loader_write(loader, data, count, NULL);
    if (open) open = gdk_pixbuf_loader_write(loader, trailer, sizeof trailer, NULL);
    GdkPixbufAnimation *animation = NULL;
    // A failed write has closed the loader.
    if (open && gdk_pixbuf_loader_close(loader, NULL)) animation = gdk_pixbuf_loader_get_animation(loader);
    if (animation != NULL) g_object_ref(animation);
    g_object_unref(loader);
    return animation;
}

static WebPAnimDecoder *webp_new(GBytes *bytes) {
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) return NULL;
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    WebPData data = {NULL, 0};
    data.bytes = g_bytes_get_data(bytes, &data.size);
    return WebPAnimDecoderNew(&data, &options);
}

TesseraAnimation *tessera_animation_new(GBytes *bytes, TesseraAnimationFormat format) {
    TesseraAnimation *self = g_new0(TesseraAnimation, 1);
    if (format == TESSERA_ANIMATION_GIF) {
        self->gif = gif_new(bytes);
    } else {
        self->bytes = g_bytes_ref(bytes);
        self->webp = webp_new(bytes);
    }
    if (self->gif != NULL || self->webp != NULL) return self;
    tessera_animation_free(self);
    return NULL;
}

static gboolean gif_step(TesseraAnimation *self) {
    if (self->iterator == NULL) {
        self->time = (GTimeVal){0, 0};
        self->iterator = gdk_pixbuf_animation_get_iter(self->gif, &self->time);
        return self->iterator != NULL;
    }
    int delay = gdk_pixbuf_animation_iter_get_delay_time(self->iterator);
    if (delay < 0) return FALSE;
    glong ahead = self->time.tv_usec + (glong)delay * 1000;
    self->time.tv_sec += ahead / G_USEC_PER_SEC;
    self->time.tv_usec = ahead % G_USEC_PER_SEC;
    gdk_pixbuf_animation_iter_advance(self->iterator, &self->time);
    return TRUE;
}

static gboolean gif_next(TesseraAnimation *self, TesseraPicture *frame) {
    if (!gif_step(self)) return FALSE;
    GdkPixbuf *canvas = gdk_pixbuf_animation_iter_get_pixbuf(self->iterator);
    if (canvas == NULL) return FALSE;
    *frame = (TesseraPicture){
        gdk_pixbuf_read_pixels(canvas), (gsize)gdk_pixbuf_get_rowstride(canvas), gdk_pixbuf_get_width(canvas),
        gdk_pixbuf_get_height(canvas), gdk_pixbuf_get_n_channels(canvas),
    };
    return TRUE;
}

static gboolean webp_next(TesseraAnimation *self, TesseraPicture *frame) {
    WebPAnimInfo info;
    guint8 *canvas;
    int end;
    if (!WebPAnimDecoderGetInfo(self->webp, &info) || !WebPAnimDecoderGetNext(self->webp, &canvas, &end)) return FALSE;
    *frame = (TesseraPicture){canvas, (gsize)info.canvas_width * 4, (int)info.canvas_width, (int)info.canvas_height, 4};
    return TRUE;
}

gboolean tessera_animation_next(TesseraAnimation *self, TesseraPicture *frame) {
    return self->gif != NULL ? gif_next(self, frame) : webp_next(self, frame);
}

void tessera_animation_rewind(TesseraAnimation *self) {
    g_clear_object(&self->iterator);
    if (self->webp != NULL) WebPAnimDecoderReset(self->webp);
}

void tessera_animation_free(TesseraAnimation *self) {
    if (self == NULL) return;
    g_clear_object(&self->iterator);
    g_clear_object(&self->gif);
    if (self->webp != NULL) WebPAnimDecoderDelete(self->webp);
    g_clear_pointer(&self->bytes, g_bytes_unref);
    g_free(self);
}

G_GNUC_END_IGNORE_DEPRECATIONS
