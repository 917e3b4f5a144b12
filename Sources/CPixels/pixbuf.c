// Load of one image through GdkPixbufLoader.
#include "tessera_pixbuf.h"

typedef struct {
    const TesseraPixbufHooks *hooks;
    gboolean refused;
} Load;

static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
    Load *load = data;
    int wanted_width = width, wanted_height = height;
    if (!load->hooks->prepare(load->hooks->context, &wanted_width, &wanted_height)) {
        load->refused = TRUE;
        // JPEG and PNG stop here by themselves; the other loaders stop because nothing more is written to them.
        gdk_pixbuf_loader_set_size(loader, 0, 0);
    } else if (wanted_width != width || wanted_height != height) {
        gdk_pixbuf_loader_set_size(loader, wanted_width, wanted_height);
    }
}

// The loader's memory is as malloc gives it.
static void area_prepared(GdkPixbufLoader *loader, gpointer data) {
    (void)data;
    GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
    if (pixbuf != NULL) gdk_pixbuf_fill(pixbuf, gdk_pixbuf_get_has_alpha(pixbuf) ? 0 : 0x808080FF);
}

// Writes a piece in chunks. Returns whether the loader is still open: a failed write closes it.
static gboolean feed(GdkPixbufLoader *loader, const TesseraPixbufPiece *piece, gsize chunk, const Load *load,
                     gboolean *cancelled, GError **failure) {
    for (gsize done = 0, length; done < piece->count && !load->refused; done += length) {
        length = MIN(chunk, piece->count - done);
        *cancelled = load->hooks->cancelled(load->hooks->context);
        if (*cancelled) break;
        if (!gdk_pixbuf_loader_write(loader, piece->bytes + done, length, failure)) return FALSE;
    }
    return TRUE;
}

GdkPixbuf *tessera_pixbuf_load(const char *mime_type, const TesseraPixbufPiece *pieces, gsize count, gsize chunk,
                               gboolean cut, const TesseraPixbufHooks *hooks, TesseraPixbufOutcome *outcome, GError **error) {
    Load load = {hooks, FALSE};
    *outcome = TESSERA_PIXBUF_FAILED;
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_mime_type(mime_type, error);
    if (loader == NULL) return NULL;
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &load);
    if (cut) g_signal_connect(loader, "area-prepared", G_CALLBACK(area_prepared), NULL);
    GError *failure = NULL;
    gboolean open = TRUE, cancelled = FALSE;
    for (gsize i = 0; i < count && open && !cancelled && !load.refused; i++) {
        if (i > 0 && i + 1 < count && hooks->late(hooks->context)) i = count - 1;
        open = feed(loader, &pieces[i], chunk, &load, &cancelled, &failure);
    }
    GdkPixbuf *pixbuf = NULL;
    if (open) {
        gboolean stopped = cancelled || load.refused;
        open = gdk_pixbuf_loader_close(loader, stopped ? NULL : &failure);
        // TIFF reads its header only at close, and may be refused then.
        if (open && !stopped && !load.refused) pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
    }
    if (pixbuf != NULL) {
        g_object_ref(pixbuf);
        *outcome = TESSERA_PIXBUF_LOADED;
    } else if (load.refused) {
        *outcome = TESSERA_PIXBUF_REFUSED;
    } else if (cancelled) {
        *outcome = TESSERA_PIXBUF_CANCELLED;
    } else {
        *outcome = TESSERA_PIXBUF_FAILED;
        if (failure == NULL)
            g_set_error_literal(&failure, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_CORRUPT_IMAGE, "it holds no picture");
    }
    if (*outcome == TESSERA_PIXBUF_FAILED)
        g_propagate_error(error, failure);
    else
        g_clear_error(&failure);
    g_object_unref(loader);
    return pixbuf;
}
