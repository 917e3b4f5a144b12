// List model of any length whose items exist only while they are referenced.
//
// Why a shim: GListModel is an interface, and the items are GObjects; so that a million of them cost nothing, each is
// created when the grid asks for it, and the same object is returned while it lives.
#pragma once
#include <gio/gio.h>

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_LIST (tessera_photo_list_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoList, tessera_photo_list, TESSERA, PHOTO_LIST, GObject)

/// All functions: main thread only.

/// Creates an empty list (transfer full). An item carries only its position, which the GtkListItem reports as well.
TesseraPhotoList *tessera_photo_list_new(void);

/// Sets the length to `count`, with one items-changed for the items added or removed at the end. The items before them
/// are unaffected.
void tessera_photo_list_set_count(TesseraPhotoList *self, guint count);

/// Number of items alive now, over all lists, for tests.
gint tessera_photo_list_live_items(void);

G_END_DECLS
