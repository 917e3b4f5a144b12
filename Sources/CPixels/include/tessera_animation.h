// Sequential decoder of an animated GIF or WebP; each frame is the complete, composed image.
//
// Why a shim: gdk-pixbuf's iterator takes times as a structure that GLib has deprecated, and the API of libwebpdemux
// consists of inline functions over versioned ones. GIF goes through gdk-pixbuf. WebP does not: given three frames of
// 120 ms, the iterator of webp-pixbuf-loader 0.2.1 shows the first twice and never the last.
#pragma once
#include "tessera_pixels.h"

G_BEGIN_DECLS

typedef struct _TesseraAnimation TesseraAnimation;

typedef enum {
    TESSERA_ANIMATION_GIF,
    TESSERA_ANIMATION_WEBP,
} TesseraAnimationFormat;

/// All functions: any thread, but one call at a time for one animation.

/// Opens the animation in `bytes`: for a GIF, everything up to the end of the last frame that is wanted, for a WebP the
/// whole file. Decodes no frame yet. Keeps a reference to the bytes of a WebP, and its own copy of a GIF's. The caller
/// has limited the sizes of canvas and frames, and the sum of a GIF's delays: gdk-pixbuf aborts the program when that
/// sum overflows. Returns NULL when the animation cannot be read. Transfer full: tessera_animation_free.
TesseraAnimation *tessera_animation_new(GBytes *bytes, TesseraAnimationFormat format);

/// Decodes the next frame: composed with those before it, straight alpha, the size of the canvas. `*frame` is borrowed
/// until the next call. Returns FALSE when a frame is too damaged to decode. The caller counts frames: after the last
/// one this either fails or starts over with the first.
gboolean tessera_animation_next(TesseraAnimation *animation, TesseraPicture *frame);

/// Rewinds, so that the next frame is the first one.
void tessera_animation_rewind(TesseraAnimation *animation);

/// Frees the animation. Does nothing for NULL.
void tessera_animation_free(TesseraAnimation *animation);

G_END_DECLS
