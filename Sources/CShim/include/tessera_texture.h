// Textures over pixels that a worker made, and their release where GTK wants it.
//
// Why a shim: at GTK 4.8 the renderer's data is detached from a dying texture without a lock, so the last reference
// must go on the main thread, whoever lets go of it; a GSource that does this for many at once is plain C.
#pragma once
#include <gdk/gdk.h>

G_BEGIN_DECLS

/// A texture over `pixels`: `height` rows of `width` pixels, without gaps, of premultiplied RGBA (`channels` 4) or RGB
/// (3). Shares the bytes, which stay the caller's too. Any thread. Transfer full: give it back with
/// tessera_texture_release and with nothing else.
GdkTexture *tessera_texture_new(int width, int height, int channels, GBytes *pixels);

/// The RGB of RGBA `pixels` in a copy of 3 bytes a pixel, which costs the cairo renderer least; NULL when some pixel is
/// not opaque, or when there is no memory. Any thread. Transfer full.
GBytes *tessera_texture_pack(GBytes *pixels);

/// Drops one reference: at once on the main thread, from elsewhere by the default main context, many in one turn. Any
/// thread. Without a running default loop a texture released elsewhere stays until tessera_texture_drain.
void tessera_texture_release(GdkTexture *texture);

/// Drops what other threads have released so far. Main thread only.
void tessera_texture_drain(void);

G_END_DECLS
