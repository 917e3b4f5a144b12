// The picture of the detail page: the tile's own texture at once, the full picture faded in over it, a backdrop behind.
//
// Why a shim: a widget with its own drawing is a GObject subclass. It draws and fades; it knows nothing of loading.
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_VIEW (tessera_photo_view_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoView, tessera_photo_view, TESSERA, PHOTO_VIEW, GtkWidget)

/// All functions: main thread only.

/// A new floating view. It is given all the room there is and fits the picture into it.
GtkWidget *tessera_photo_view_new(void);

/// Starts with a photo whose original measures `original_width` x `original_height` device pixels (0 x 0: not known):
/// `preview` (transfer none, may be NULL) is a centre crop of it and is drawn where that crop lies in the fitted
/// picture. Without it the photo's place is filled with `color`, 0xRRGGBB, or a darker shade of it fills the view while
/// that place is not known; -1: nothing is. Nothing is drawn larger than the original. Drops the photo that was shown
/// before; its backdrop stays until another one comes.
void tessera_photo_view_show(TesseraPhotoView *self, GdkTexture *preview, gint32 color, int original_width,
                             int original_height);

/// A better stand-in for the picture has come (transfer none): the whole photo or a centre crop of it, drawn as the one
/// before it at once. Once the picture is there, nothing changes.
void tessera_photo_view_set_preview(TesseraPhotoView *self, GdkTexture *preview);

/// The full picture has come (transfer none): fades in over what stands for it within 250 ms, at once when nothing does or
/// when animations are off; a second one (the window was resized) replaces the first without a fade.
void tessera_photo_view_set_picture(TesseraPhotoView *self, GdkTexture *picture);

/// What lies behind the picture (transfer none): drawn as large as covers the whole view, whatever the original's size.
/// Fades in as the picture does, over the one before it.
void tessera_photo_view_set_backdrop(TesseraPhotoView *self, GdkTexture *backdrop);

/// The backdrop, borrowed; NULL when none is there.
GdkTexture *tessera_photo_view_get_backdrop(TesseraPhotoView *self);

/// The full picture if it has come, else the preview, borrowed; NULL when neither is there.
GdkTexture *tessera_photo_view_get_shown(TesseraPhotoView *self);

/// Where the whole photo lies in the view, logical pixels; where its ratio is not known yet, that of what stands for it is
/// taken. FALSE: before the first layout, or when there is nothing to tell its place from.
gboolean tessera_photo_view_get_place(TesseraPhotoView *self, graphene_rect_t *place);

/// Whether photo and backdrop are drawn elsewhere meanwhile, and nothing here. Fades go on.
void tessera_photo_view_set_lent(TesseraPhotoView *self, gboolean is_lent);

/// Drops all textures.
void tessera_photo_view_clear(TesseraPhotoView *self);

/// Signal "resized": the room for the picture has changed; emitted during layout, so a handler only takes note.

G_END_DECLS
