// Photo of the detail page: the tile's texture at first, the full image faded in over it, and a backdrop behind both.
//
// Why a shim: a widget with its own drawing is a GObject subclass. It draws and fades; its owner loads the images and
// sets the photo's place.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_VIEW (tessera_photo_view_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoView, tessera_photo_view, TESSERA, PHOTO_VIEW, GtkWidget)

/// All functions: main thread only.

/// Creates a view (floating), which expands in both directions.
GtkWidget *tessera_photo_view_new(void);

/// Starts with a photo that has no place yet. `preview` (transfer none, may be NULL) is a centre crop of it. Without a
/// preview, `color` (0xRRGGBB) fills the photo's place, or a darker shade of it fills the view while that place is
/// unknown; -1 fills nothing. Drops the previous photo; its backdrop stays until another is set.
void tessera_photo_view_show(TesseraPhotoView *self, GdkTexture *preview, gint32 color);

/// Places the whole photo: `place` in logical pixels of the view, after rotation by `quarter_turns` clockwise. Until the
/// first call neither preview nor picture is drawn.
void tessera_photo_view_set_bounds(TesseraPhotoView *self, const graphene_rect_t *place, int quarter_turns);

/// Sets a better preview (transfer none): the whole photo or a centre crop of it, drawn at once in place of the
/// previous preview. Does nothing once the picture is set.
void tessera_photo_view_set_preview(TesseraPhotoView *self, GdkTexture *preview);

/// Sets the full picture (transfer none). It fades in over the preview or the colour within 250 ms, or appears at once
/// when there is neither or animations are off. A second one (after a resize of the window) replaces the first without
/// a fade.
void tessera_photo_view_set_picture(TesseraPhotoView *self, GdkTexture *picture);

/// Rectangle of pixels of a photo that is not rotated and measures `whole_width` × `whole_height`.
typedef struct {
    int x;
    int y;
    int width;
    int height;
    int whole_width;
    int whole_height;
} TesseraPhotoPart;

/// Sets the same photo at a higher resolution (transfer none), for a magnified view. With `part` NULL it is drawn
/// instead of the picture; otherwise it is `part` of the photo (borrowed for the call), drawn over the picture in the
/// part's place. It is not drawn where that would be at less than three quarters of its size. `sharper` NULL removes
/// it.
void tessera_photo_view_set_sharper(TesseraPhotoView *self, GdkTexture *sharper, const TesseraPhotoPart *part);

/// Returns the high-resolution texture, borrowed, or NULL.
GdkTexture *tessera_photo_view_get_sharper(TesseraPhotoView *self);

/// Sets the backdrop (transfer none), scaled to cover the whole view. With `fades` it fades in over the previous one as
/// the picture does; otherwise it appears at once, and NULL removes it.
void tessera_photo_view_set_backdrop(TesseraPhotoView *self, GdkTexture *backdrop, gboolean fades);

/// Returns the backdrop, borrowed, or NULL.
GdkTexture *tessera_photo_view_get_backdrop(TesseraPhotoView *self);

/// Returns the full picture if it is set, else the preview, borrowed; NULL when there is neither.
GdkTexture *tessera_photo_view_get_shown(TesseraPhotoView *self);

/// Stores the place that was set last in `place`. Returns FALSE while there is none.
gboolean tessera_photo_view_get_bounds(TesseraPhotoView *self, graphene_rect_t *place);

/// Sets whether photo and backdrop are drawn elsewhere for now, and therefore not here. Fades continue.
void tessera_photo_view_set_hidden_for_transition(TesseraPhotoView *self, gboolean is_hidden_for_transition);

/// Drops all textures.
void tessera_photo_view_clear(TesseraPhotoView *self);

/// Signal "resized": the size available to the photo has changed. Emitted during layout, so a handler may place the
/// photo, and must postpone everything else.

G_END_DECLS
