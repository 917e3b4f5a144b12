// Drawing layer of the zoom transition: the photo between its tile and its page, over the grid and under the page.
//
// Why a shim: a widget with its own drawing is a GObject subclass. It draws one given frame and knows nothing of
// springs or pages; it takes no pointer events and requests no size.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_ZOOM_LAYER (tessera_zoom_layer_get_type())
G_DECLARE_FINAL_TYPE(TesseraZoomLayer, tessera_zoom_layer, TESSERA, ZOOM_LAYER, GtkWidget)

/// One frame of the transition: rectangles in logical pixels of the layer, opacities from 0 to 1.
typedef struct {
    /// Place of the whole photo, including what is cropped.
    graphene_rect_t whole;
    /// Visible part of it.
    graphene_rect_t visible;
    /// Bounds of the page's photo view, which `blur` fills.
    graphene_rect_t view;
    /// Rotation of `whole` and `visible` in degrees clockwise, around the centre of `whole`.
    double angle;
    /// Opacities behind the photo: `ground` of the layer's CSS colour over the whole layer, `blur` of the blurred
    /// texture over that.
    double ground, blur;
    /// Opacity of the picture over the tile's texture.
    double picture;
} TesseraZoomFrame;

/// All functions: main thread only.

/// Creates a layer (floating), hidden until a frame is drawn.
GtkWidget *tessera_zoom_layer_new(void);

/// Sets the frame to draw (textures: transfer none). `tile` is a centre crop of the photo, drawn at the crop's place in
/// it; `picture` is the whole photo; `blur` covers the view. Any of them may be NULL. Only what is not fully opaque
/// needs an intermediate layer: under the cairo renderer that doubles the cost of its area.
void tessera_zoom_layer_draw(TesseraZoomLayer *self, GdkTexture *tile, GdkTexture *picture, GdkTexture *blur,
                             const TesseraZoomFrame *frame);

/// Hides the layer and drops its textures.
void tessera_zoom_layer_clear(TesseraZoomLayer *self);

/// Number of textures of the photo in the last frame: 0 means that nothing of the photo is drawn.
int tessera_zoom_layer_picture_count(TesseraZoomLayer *self);

G_END_DECLS
