// The frames of an animated GIF or WebP, one after the other, each as the whole picture.
//
// Why a shim: gdk-pixbuf's iterator takes its times in a structure that GLib has deprecated, and libwebpdemux is inline
// functions over versioned ones. GIF goes through gdk-pixbuf. WebP does not: of three frames of 120 ms, the iterator of
// webp-pixbuf-loader 0.2.1 shows the first twice and the last never.
#pragma once
#include "tessera_pixels.h"

G_BEGIN_DECLS

typedef struct _TesseraAnimation TesseraAnimation;

typedef enum {
    TESSERA_ANIMATION_GIF,
    TESSERA_ANIMATION_WEBP,
} TesseraAnimationFormat;

/// All functions: any thread, one at a time for one animation.

/// The animation in `bytes`: of a GIF, everything up to the end of the last frame that is wanted, of a WebP the whole
/// file. Decodes no frame yet. Keeps a reference to the bytes of a WebP, and of a GIF its own copy. The caller has held
/// the sizes of canvas and frames, and the sum of a GIF's delays, to limits: when the sum overflows, gdk-pixbuf ends the
/// program. NULL when it cannot be read. Transfer full: tessera_animation_free.
TesseraAnimation *tessera_animation_new(GBytes *bytes, TesseraAnimationFormat format);

/// Decodes the next frame: composed with those before it, straight alpha, the size of the canvas. `*frame` is borrowed
/// until the next call. FALSE when a frame is damaged beyond decoding. The caller counts: behind the last frame there is
/// none, or the first again.
gboolean tessera_animation_next(TesseraAnimation *animation, TesseraPicture *frame);

/// The next frame is the first again.
void tessera_animation_rewind(TesseraAnimation *animation);

/// NULL is nothing.
void tessera_animation_free(TesseraAnimation *animation);

G_END_DECLS
