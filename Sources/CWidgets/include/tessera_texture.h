// Textures over a worker's pixels, drawn in the fastest way for each renderer and released on the thread that GTK
// needs.
//
// Why a shim: GTK 4.8 detaches the renderer's data from a texture being finalized without a lock, so the last reference
// must be dropped on the main thread, whichever thread releases it; a GSource that does this for many textures at once
// is plain C.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Creates a texture over `pixels`: `height` rows of `width` pixels of premultiplied BGRA without gaps. Keeps a
/// reference to the bytes. `translucent`: whether they are drawn over a ground of their own. Any thread. Transfer full:
/// release it with tessera_texture_release and nothing else.
GdkTexture *tessera_texture_new(int width, int height, GBytes *pixels, gboolean translucent);

/// Draws `texture` (borrowed) over `rect`, as gtk_snapshot_append_texture does, for a snapshot of `widget`. Main thread.
///
/// The cairo renderer of GTK 4.8 copies every texture in every frame, with a conversion by way of floating point where
/// it is not packed RGB: 28 tiles of 204 pixels took 6.9 ms as BGRA and 1.0 ms as RGB. For it, the bytes are appended
/// as a cairo surface instead, which takes 0.45 ms. A texture that was not created by tessera_texture_new is drawn by
/// GTK.
///
/// Under a translucent texture lies a checkerboard of two greys, one of whose squares has its middle in that of `rect`:
/// black and white drawings differ from both of them, whatever is around. Squares are 8 logical pixels. Other textures cost nothing more.
void tessera_texture_append(GdkTexture *texture, GtkWidget *widget, GtkSnapshot *snapshot, const graphene_rect_t *rect);

/// Draws the ground of a translucent texture (borrowed) alone over `rect`, for a snapshot of `widget`: where more of the
/// picture will be seen than the texture shows. Main thread.
/// Returns FALSE, without drawing, for any other texture.
gboolean tessera_texture_append_ground(GdkTexture *texture, GtkWidget *widget, GtkSnapshot *snapshot,
                                       const graphene_rect_t *rect);

/// Drops one reference: at once on the main thread; from another thread by the default main context, many per
/// iteration. Any thread. Without a running default loop, a texture released on another thread stays until
/// tessera_texture_drain.
void tessera_texture_release(GdkTexture *texture);

/// Drops the references that other threads have released so far. Main thread only.
void tessera_texture_drain(void);

G_END_DECLS
