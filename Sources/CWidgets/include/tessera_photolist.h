// List model of any length whose items exist only while they are referenced.
//
// Why a shim: GListModel is an interface, and the items are GObjects; so that a million of them cost nothing, each is
// created when the grid asks for it, and the same object is returned while it lives.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_LIST (tessera_photo_list_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoList, tessera_photo_list, TESSERA, PHOTO_LIST, GObject)

/// All functions: main thread only.

/// Returns the slot at a position that is less than the list's length.
typedef guint32 (*TesseraPhotoSlotFunc)(guint position, gpointer context);

/// Creates an empty list (transfer full). An item is the same object for as long as it lives, wherever its slot moves.
/// `slot_at` is called whenever an item is asked for; NULL for lists whose slots are their positions. `context` belongs
/// to the list, which frees it with `destroy_context`.
TesseraPhotoList *tessera_photo_list_new(TesseraPhotoSlotFunc slot_at, gpointer context, GDestroyNotify destroy_context);

/// Replaces `removed` items at `position` by `added` others, with one items-changed. `slot_at` has to answer for the new
/// list already.
void tessera_photo_list_splice(TesseraPhotoList *self, guint position, guint removed, guint added);

/// The slot of an item of a list (borrowed).
guint32 tessera_photo_item_get_slot(gpointer item);

/// Number of items alive now, over all lists, for tests.
gint tessera_photo_list_live_items(void);

G_END_DECLS
