// Textures over pixels that a worker made, drawn as each renderer likes them and released where GTK wants it.
//
// Why a shim: at GTK 4.8 the renderer's data is detached from a dying texture without a lock, so the last reference
// must go on the main thread, whoever lets go of it; a GSource that does this for many at once is plain C.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// A texture over `pixels`: `height` rows of `width` pixels, without gaps, of premultiplied BGRA. Shares the bytes, which
/// stay the caller's too. Any thread. Transfer full: give it back with tessera_texture_release and with nothing else.
GdkTexture *tessera_texture_new(int width, int height, GBytes *pixels);

/// Draws `texture` (borrowed) over `rect`, as gtk_snapshot_append_texture does, for a snapshot of `widget`. Main thread.
///
/// The cairo renderer of GTK 4.8 copies every texture in every frame, with a conversion by way of floating point where
/// it is not packed RGB: 28 tiles of 204 pixels took 6.9 ms as BGRA and 1.0 ms as RGB. It is given the bytes as a cairo
/// surface instead, of which it makes 0.45 ms. A texture that tessera_texture_new has not made is drawn by GTK.
void tessera_texture_append(GdkTexture *texture, GtkWidget *widget, GtkSnapshot *snapshot, const graphene_rect_t *rect);

/// Drops one reference: at once on the main thread, from elsewhere by the default main context, many in one turn. Any
/// thread. Without a running default loop a texture released elsewhere stays until tessera_texture_drain.
void tessera_texture_release(GdkTexture *texture);

/// Drops what other threads have released so far. Main thread only.
void tessera_texture_drain(void);

G_END_DECLS
