// A list model of any length whose items exist only while somebody looks at them.
//
// Why a shim: GListModel is an interface, and the items are GObjects; a million of them must cost nothing, so they are
// made when the grid asks and found again while they live.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_LIST (tessera_photo_list_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoList, tessera_photo_list, TESSERA, PHOTO_LIST, GObject)

/// All functions: main thread only.

/// A new, empty list (transfer full). An item says nothing but its position, which the list item reports as well.
TesseraPhotoList *tessera_photo_list_new(void);

/// Makes the list `count` long, with one items-changed for what came or went at the end. What is on screen stays.
void tessera_photo_list_set_count(TesseraPhotoList *self, guint count);

/// Items alive right now, over all lists; tests count them.
gint tessera_photo_list_live_items(void);

G_END_DECLS
