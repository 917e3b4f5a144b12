// Encoding through gdk_pixbuf_save_to_bufferv.
#include "tessera_encode.h"
#include <gdk-pixbuf/gdk-pixbuf.h>

uint8_t *tessera_encode(const uint8_t *rgb, int width, int height, const char *type, int quality, size_t *length) {
    GdkPixbuf *picture =
        gdk_pixbuf_new_from_data(rgb, GDK_COLORSPACE_RGB, FALSE, 8, width, height, width * 3, NULL, NULL);
    if (!picture) return NULL;
    char number[4];
    g_snprintf(number, sizeof number, "%d", CLAMP(quality, 1, 100));
    char *keys[] = {"quality", NULL}, *values[] = {number, NULL};
    gchar *bytes = NULL;
    gsize size = 0;
    gboolean done = gdk_pixbuf_save_to_bufferv(picture, &bytes, &size, type, keys, values, NULL);
    g_object_unref(picture);
    if (!done) return NULL;
    *length = size;
    return (uint8_t *)bytes;
}

void tessera_encode_free(uint8_t *bytes) { g_free(bytes); }

bool tessera_encode_can_write(const char *type) {
    bool found = false;
    GSList *formats = gdk_pixbuf_get_formats();
    for (GSList *at = formats; at && !found; at = at->next) {
        gchar *name = gdk_pixbuf_format_get_name(at->data);
        found = g_strcmp0(name, type) == 0 && gdk_pixbuf_format_is_writable(at->data);
        g_free(name);
    }
    g_slist_free(formats);
    return found;
}
