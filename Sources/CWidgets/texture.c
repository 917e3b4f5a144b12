// Memory textures, drawing of them for each renderer, and batched release.
#include "tessera_texture.h"

#include <pthread.h>

#include "tessera_thread.h"

// Not GLib's, of which the thread sanitizer sees nothing.
static pthread_mutex_t released_lock = PTHREAD_MUTEX_INITIALIZER;
static GPtrArray *released;  // guarded by the lock; NULL while empty

// Key of the cairo surface over the same bytes, which the cairo renderer draws instead of the texture.
static GQuark surface_quark(void) { return g_quark_from_static_string("tessera-surface"); }

static void surface_free(gpointer surface) { cairo_surface_destroy(surface); }

// Key of a mark on that surface: its pixels are drawn over a ground.
static const cairo_user_data_key_t ground_key;

// Side of a square of the ground, in logical pixels, and its greys. Black has a contrast of 4.0 and 6.9 to these, white of
// 5.3 and 3.0 (WCAG 2.1 asks for 3 of graphics), and their mean is the ground of tiny pictures.
#define GROUND_SIDE 8
#define GROUND_DARK 0x6C
#define GROUND_LIGHT 0x94

static void bytes_free(gpointer bytes) { g_bytes_unref(bytes); }

GdkTexture *tessera_texture_new(int width, int height, GBytes *pixels, gboolean translucent) {
    static const cairo_user_data_key_t bytes_key;
    GdkTexture *texture =
        gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, pixels, (gsize)width * 4);
    // The cast drops const: cairo only reads a surface that is used as a source.
    guchar *data = (guchar *)(guintptr)g_bytes_get_data(pixels, NULL);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(data, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    cairo_surface_set_user_data(surface, &bytes_key, g_bytes_ref(pixels), bytes_free);
    if (translucent) cairo_surface_set_user_data(surface, &ground_key, surface, NULL);
    g_object_set_qdata_full(G_OBJECT(texture), surface_quark(), surface, surface_free);
    return texture;
}

// The upper left corner of a square around whose middle `rect` lies. So the ground of a crop is that of the whole picture,
// and a picture that is turned by a quarter has the squares that it had.
static graphene_point_t ground_corner(const graphene_rect_t *rect) {
    return GRAPHENE_POINT_INIT(rect->origin.x + (rect->size.width - GROUND_SIDE) / 2,
                               rect->origin.y + (rect->size.height - GROUND_SIDE) / 2);
}

// Appends the ground for a renderer of render nodes.
static void ground_append(GtkSnapshot *snapshot, const graphene_rect_t *rect) {
    static GskRenderNode *squares;  // two by two of them, for as long as the program runs
    const float side = GROUND_SIDE;
    const graphene_rect_t all = {{0, 0}, {2 * side, 2 * side}};
    if (squares == NULL) {
        const float light = GROUND_LIGHT / 255.0f, dark = GROUND_DARK / 255.0f;
        const graphene_rect_t one = {{0, 0}, {side, side}}, other = {{side, side}, {side, side}};
        GtkSnapshot *made = gtk_snapshot_new();
        gtk_snapshot_append_color(made, &(GdkRGBA){light, light, light, 1}, &all);
        gtk_snapshot_append_color(made, &(GdkRGBA){dark, dark, dark, 1}, &one);
        gtk_snapshot_append_color(made, &(GdkRGBA){dark, dark, dark, 1}, &other);
        squares = gtk_snapshot_free_to_node(made);
    }
    const graphene_point_t corner = ground_corner(rect);
    const graphene_rect_t bounds = {{rect->origin.x - corner.x, rect->origin.y - corner.y}, rect->size};
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &corner);
    gtk_snapshot_push_repeat(snapshot, &bounds, &all);
    gtk_snapshot_append_node(snapshot, squares);
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_restore(snapshot);
}

// Fills `rect` with `pattern` (transfer full).
static void fill(cairo_t *cr, const graphene_rect_t *rect, cairo_pattern_t *pattern) {
    cairo_set_source(cr, pattern);
    cairo_rectangle(cr, (double)rect->origin.x, (double)rect->origin.y, (double)rect->size.width,
                    (double)rect->size.height);
    cairo_fill(cr);
    cairo_pattern_destroy(pattern);
}

// Draws the ground into `cr`, in the same render node as the texture over it.
static void ground_draw(cairo_t *cr, const graphene_rect_t *rect) {
    static guint32 squares[4] = {GROUND_DARK * 0x010101u, GROUND_LIGHT * 0x010101u, GROUND_LIGHT * 0x010101u,
                                 GROUND_DARK * 0x010101u};
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((guchar *)squares, CAIRO_FORMAT_RGB24, 2, 2, 2 * sizeof squares[0]);
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_matrix_t to_squares;
    const graphene_point_t corner = ground_corner(rect);
    cairo_matrix_init_scale(&to_squares, 1.0 / GROUND_SIDE, 1.0 / GROUND_SIDE);
    cairo_matrix_translate(&to_squares, -(double)corner.x, -(double)corner.y);
    cairo_pattern_set_matrix(pattern, &to_squares);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    fill(cr, rect, pattern);
    cairo_surface_destroy(surface);
}

// Whether the window of `widget` is drawn by the cairo renderer.
static gboolean is_drawn_by_cairo(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native != NULL ? gtk_native_get_renderer(native) : NULL;
    return renderer != NULL && GSK_IS_CAIRO_RENDERER(renderer);
}

gboolean tessera_texture_append_ground(GdkTexture *texture, GtkWidget *widget, GtkSnapshot *snapshot,
                                       const graphene_rect_t *rect) {
    cairo_surface_t *surface = g_object_get_qdata(G_OBJECT(texture), surface_quark());
    if (surface == NULL || cairo_surface_get_user_data(surface, &ground_key) == NULL) return FALSE;
    if (is_drawn_by_cairo(widget)) {
        cairo_t *cr = gtk_snapshot_append_cairo(snapshot, rect);
        ground_draw(cr, rect);
        cairo_destroy(cr);
    } else {
        ground_append(snapshot, rect);
    }
    return TRUE;
}

void tessera_texture_append(GdkTexture *texture, GtkWidget *widget, GtkSnapshot *snapshot, const graphene_rect_t *rect) {
    cairo_surface_t *surface = g_object_get_qdata(G_OBJECT(texture), surface_quark());
    if (surface == NULL || !is_drawn_by_cairo(widget)) {
        if (surface != NULL && cairo_surface_get_user_data(surface, &ground_key) != NULL) ground_append(snapshot, rect);
        gtk_snapshot_append_texture(snapshot, texture, rect);
        return;
    }
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, rect);
    if (cairo_surface_get_user_data(surface, &ground_key) != NULL) ground_draw(cr, rect);
    cairo_matrix_t to_pixels;
    cairo_matrix_init_scale(&to_pixels, gdk_texture_get_width(texture) / (double)rect->size.width,
                            gdk_texture_get_height(texture) / (double)rect->size.height);
    cairo_matrix_translate(&to_pixels, -(double)rect->origin.x, -(double)rect->origin.y);
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_pattern_set_matrix(pattern, &to_pixels);
    // Otherwise the edges of an enlarged image would blend with transparent pixels.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    fill(cr, rect, pattern);
    cairo_destroy(cr);
}

void tessera_texture_drain(void) {
    pthread_mutex_lock(&released_lock);
    GPtrArray *batch = released;
    released = NULL;
    pthread_mutex_unlock(&released_lock);
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
    pthread_mutex_lock(&released_lock);
    gboolean first = released == NULL;
    if (first) released = g_ptr_array_new_with_free_func(g_object_unref);
    g_ptr_array_add(released, texture);
    pthread_mutex_unlock(&released_lock);
    // Before redraw, so that a running animation does not keep memory from being freed.
    if (first) g_idle_add_full(G_PRIORITY_HIGH_IDLE, drain_source, NULL, NULL);
}
