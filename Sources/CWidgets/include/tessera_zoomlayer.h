// The photo in flight between its tile and its page, over the grid and under the page.
//
// Why a shim: a widget with its own drawing is a GObject subclass. It draws one frame as it is told and knows nothing of
// springs or pages; it is never a target of the pointer and asks for no room.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_ZOOM_LAYER (tessera_zoom_layer_get_type())
G_DECLARE_FINAL_TYPE(TesseraZoomLayer, tessera_zoom_layer, TESSERA, ZOOM_LAYER, GtkWidget)

/// One frame: rectangles in logical pixels of the layer, opacities from 0 to 1.
typedef struct {
    /// Where the whole photo is or would be.
    graphene_rect_t whole;
    /// The part of it that is seen.
    graphene_rect_t visible;
    /// The page's view of the photo, which `blur` fills.
    graphene_rect_t view;
    /// Degrees clockwise that `whole` and `visible` are turned by, around the middle of `whole`.
    double angle;
    /// Of what lies behind the photo: the layer's CSS colour, all over, and the blur over that.
    double ground, blur;
    /// Of the picture over the tile's.
    double picture;
} TesseraZoomFrame;

/// All functions: main thread only.

/// A new floating layer, hidden until a frame is drawn.
GtkWidget *tessera_zoom_layer_new(void);

/// Draws a frame from now on (textures: transfer none). `tile` is a centre crop of the photo, drawn where that crop lies
/// in it; `picture` is the whole photo; `blur` covers the view. Any of them may be NULL. Only what is not opaque needs
/// a layer of its own to be drawn in: under the cairo renderer that doubles the cost of its area.
void tessera_zoom_layer_draw(TesseraZoomLayer *self, GdkTexture *tile, GdkTexture *picture, GdkTexture *blur,
                             const TesseraZoomFrame *frame);

/// Hides the layer and drops its textures.
void tessera_zoom_layer_clear(TesseraZoomLayer *self);

/// Pictures among the textures of the last frame: 0 means that nothing of the photo is drawn.
int tessera_zoom_layer_picture_count(TesseraZoomLayer *self);

G_END_DECLS
