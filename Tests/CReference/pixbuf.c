// Decoding of any format, and encoding of PNG, with gdk-pixbuf alone.
#include "tessera_reference.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int columns;
    int rows;
    TesseraReferenceScale scale;
    gboolean is_jpeg;
} Wish;

static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
    const Wish *wish = data;
    if (wish->scale == TESSERA_REFERENCE_SCALED) {
        double scale = fmin(1, fmax((double)wish->columns / width, (double)wish->rows / height));
        if (scale < 1) gdk_pixbuf_loader_set_size(loader, (int)ceil(width * scale), (int)ceil(height * scale));
        return;
    }
    int power = wish->is_jpeg ? 3 : 0;
    int columns = width, rows = height;
    for (; power > 0; power--) {
        columns = (width + (1 << power) - 1) >> power;
        rows = (height + (1 << power) - 1) >> power;
        if (columns >= wish->columns && rows >= wish->rows) break;
    }
    if (power > 0) gdk_pixbuf_loader_set_size(loader, columns, rows);
}

size_t tessera_reference_pixbuf_decode(const uint8_t *bytes, size_t count, int columns, int rows,
                                       TesseraReferenceScale scale) {
    Wish wish = {columns, rows, scale, count > 1 && bytes[0] == 0xFF && bytes[1] == 0xD8};
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &wish);
    size_t area = 0;
    gboolean written = gdk_pixbuf_loader_write(loader, bytes, count, NULL);
    // A failed write closes the loader.
    if (written && gdk_pixbuf_loader_close(loader, NULL)) {
        GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
        if (pixbuf != NULL) area = (size_t)gdk_pixbuf_get_width(pixbuf) * gdk_pixbuf_get_height(pixbuf);
    }
    g_object_unref(loader);
    return area;
}

uint8_t *tessera_reference_png_encode(const uint8_t *rgb, int width, int height, size_t *length) {
    GdkPixbuf *picture =
        gdk_pixbuf_new_from_data(rgb, GDK_COLORSPACE_RGB, FALSE, 8, width, height, width * 3, NULL, NULL);
    gchar *bytes = NULL;
    gsize size = 0;
    // Level 3 writes three times as fast as the default, and reads as fast.
    gboolean done = gdk_pixbuf_save_to_buffer(picture, &bytes, &size, "png", NULL, "compression", "3", NULL);
    g_object_unref(picture);
    if (!done) return NULL;
    *length = size;
    // Since GLib 2.46, GLib allocates with the C library's malloc.
    return (uint8_t *)bytes;
}
