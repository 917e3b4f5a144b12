// Memory textures, their packing and their batched release.
#include "tessera_texture.h"

#include "tessera_pixelmemory.h"
#include "tessera_thread.h"

static GMutex released_lock;
static GPtrArray *released;  // guarded by the lock; NULL while empty

GdkTexture *tessera_texture_new(int width, int height, int channels, GBytes *pixels) {
    GdkMemoryFormat format = channels == 3 ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_R8G8B8A8_PREMULTIPLIED;
    return gdk_memory_texture_new(width, height, format, pixels, (gsize)width * (gsize)channels);
}

GBytes *tessera_texture_pack(GBytes *pixels) {
    gsize length;
    const guint8 *from = g_bytes_get_data(pixels, &length);
    gsize count = length / 4;
    guint8 *packed = tessera_pixel_memory_new(count * 3);
    if (packed == NULL) return NULL;
    guint8 *to = packed;
    guint8 opacity = 255;
    for (gsize i = 0; i < count; i++, from += 4, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        opacity &= from[3];
    }
    if (opacity == 255) return tessera_pixel_memory_bytes(packed, count * 3);
    tessera_pixel_memory_free(packed);
    return NULL;
}

void tessera_texture_drain(void) {
    g_mutex_lock(&released_lock);
    GPtrArray *batch = released;
    released = NULL;
    g_mutex_unlock(&released_lock);
    if (batch != NULL) g_ptr_array_unref(batch);
}

static gboolean drain_source(gpointer data) {
    (void)data;
    tessera_texture_drain();
    return G_SOURCE_REMOVE;
}

void tessera_texture_release(GdkTexture *texture) {
    if (tessera_thread_is_main()) {
        g_object_unref(texture);
        return;
    }
    g_mutex_lock(&released_lock);
    gboolean first = released == NULL;
    if (first) released = g_ptr_array_new_with_free_func(g_object_unref);
    g_ptr_array_add(released, texture);
    g_mutex_unlock(&released_lock);
    // Before redraw, so that steady animation does not keep memory from coming back.
    if (first) g_idle_add_full(G_PRIORITY_HIGH_IDLE, drain_source, NULL, NULL);
}
