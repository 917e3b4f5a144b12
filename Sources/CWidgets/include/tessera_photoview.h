// The picture of the detail page: the tile's own texture at once, the full picture faded in over it, a backdrop behind.
//
// Why a shim: a widget with its own drawing is a GObject subclass. It draws and fades; it knows nothing of loading, and
// is told where the photo lies.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_VIEW (tessera_photo_view_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoView, tessera_photo_view, TESSERA, PHOTO_VIEW, GtkWidget)

/// All functions: main thread only.

/// A new floating view. It is given all the room there is.
GtkWidget *tessera_photo_view_new(void);

/// Starts with a photo that has no place yet: `preview` (transfer none, may be NULL) is a centre crop of it. Without it
/// the photo's place is filled with `color`, 0xRRGGBB, or a darker shade of it fills the view while that place is not
/// known; -1: nothing is. Drops the photo that was shown before; its backdrop stays until another one comes.
void tessera_photo_view_show(TesseraPhotoView *self, GdkTexture *preview, gint32 color);

/// Where the whole photo lies, in logical pixels of the view, and how it is turned: by `turns` quarters clockwise. `place`
/// is that of the turned photo. Until the first call neither preview nor picture is drawn.
void tessera_photo_view_place(TesseraPhotoView *self, const graphene_rect_t *place, int turns);

/// A better stand-in for the picture has come (transfer none): the whole photo or a centre crop of it, drawn as the one
/// before it at once. Once the picture is there, nothing changes.
void tessera_photo_view_set_preview(TesseraPhotoView *self, GdkTexture *preview);

/// The full picture has come (transfer none): fades in over what stands for it within 250 ms, at once when nothing does or
/// when animations are off; a second one (the window was resized) replaces the first without a fade.
void tessera_photo_view_set_picture(TesseraPhotoView *self, GdkTexture *picture);

/// A rectangle of the pixels of a photo that is not turned and has `whole_width` × `whole_height` of them.
typedef struct {
    int x;
    int y;
    int width;
    int height;
    int whole_width;
    int whole_height;
} TesseraPhotoPart;

/// The same picture in more pixels (transfer none), for a magnified view: drawn in the picture's place, or of `part` alone
/// (borrowed for the call; NULL for the whole) over the picture in the part's place, unless that were at less than three
/// quarters of its size. NULL lets go of it.
void tessera_photo_view_set_sharper(TesseraPhotoView *self, GdkTexture *sharper, const TesseraPhotoPart *part);

/// The sharper picture, borrowed; NULL without one.
GdkTexture *tessera_photo_view_get_sharper(TesseraPhotoView *self);

/// What lies behind the picture (transfer none): drawn as large as covers the whole view, whatever the original's size.
/// Where it `fades`, it does so as the picture does, over the one before it; else it is there at once, and NULL is none.
void tessera_photo_view_set_backdrop(TesseraPhotoView *self, GdkTexture *backdrop, gboolean fades);

/// The backdrop, borrowed; NULL when none is there.
GdkTexture *tessera_photo_view_get_backdrop(TesseraPhotoView *self);

/// The full picture if it has come, else the preview, borrowed; NULL when neither is there.
GdkTexture *tessera_photo_view_get_shown(TesseraPhotoView *self);

/// Where the whole photo lies, as it was placed last. FALSE while it has no place.
gboolean tessera_photo_view_get_place(TesseraPhotoView *self, graphene_rect_t *place);

/// Whether photo and backdrop are drawn elsewhere meanwhile, and nothing here. Fades go on.
void tessera_photo_view_set_lent(TesseraPhotoView *self, gboolean is_lent);

/// Drops all textures.
void tessera_photo_view_clear(TesseraPhotoView *self);

/// Signal "resized": the room for the picture has changed; emitted during layout. A handler may place the picture, and
/// only takes note of all else.

G_END_DECLS
