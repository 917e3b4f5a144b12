// Lazy list model: a count, and a weak table of the items in use.
#include "tessera_photolist.h"

#define TESSERA_TYPE_PHOTO_ITEM (tessera_photo_item_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoItem, tessera_photo_item, TESSERA, PHOTO_ITEM, GObject)

struct _TesseraPhotoItem {
    GObject parent_instance;
    guint32 slot;
    GHashTable *owner_table;
};

struct _TesseraPhotoList {
    GObject parent_instance;
    guint count;
    TesseraPhotoSlotFunc slot_at;
    gpointer context;
    GDestroyNotify destroy_context;
    // slot -> item, borrowed; an item removes itself when it is finalized.
    GHashTable *items;
};

static gint live_items;

G_DEFINE_FINAL_TYPE(TesseraPhotoItem, tessera_photo_item, G_TYPE_OBJECT)

static void tessera_photo_item_finalize(GObject *object) {
    TesseraPhotoItem *self = (TesseraPhotoItem *)object;
    // Its slot may have been given to another item since its position went.
    gpointer slot = GUINT_TO_POINTER(self->slot);
    if (g_hash_table_lookup(self->owner_table, slot) == self) g_hash_table_remove(self->owner_table, slot);
    g_hash_table_unref(self->owner_table);
    live_items -= 1;
    G_OBJECT_CLASS(tessera_photo_item_parent_class)->finalize(object);
}

static void tessera_photo_item_class_init(TesseraPhotoItemClass *class) {
    G_OBJECT_CLASS(class)->finalize = tessera_photo_item_finalize;
}

static void tessera_photo_item_init(TesseraPhotoItem *self) {
    (void)self;
    live_items += 1;
}

static GType tessera_photo_list_get_item_type(GListModel *model) {
    (void)model;
    return TESSERA_TYPE_PHOTO_ITEM;
}

static guint tessera_photo_list_get_n_items(GListModel *model) { return ((TesseraPhotoList *)model)->count; }

static gpointer tessera_photo_list_get_item(GListModel *model, guint position) {
    TesseraPhotoList *self = (TesseraPhotoList *)model;
    if (position >= self->count) return NULL;
    guint32 slot = self->slot_at != NULL ? self->slot_at(position, self->context) : position;
    gpointer known = g_hash_table_lookup(self->items, GUINT_TO_POINTER(slot));
    if (known != NULL) return g_object_ref(known);
    TesseraPhotoItem *item = g_object_new(TESSERA_TYPE_PHOTO_ITEM, NULL);
    item->slot = slot;
    item->owner_table = g_hash_table_ref(self->items);
    g_hash_table_insert(self->items, GUINT_TO_POINTER(slot), item);
    return item;
}

static void tessera_photo_list_model_init(GListModelInterface *interface) {
    interface->get_item_type = tessera_photo_list_get_item_type;
    interface->get_n_items = tessera_photo_list_get_n_items;
    interface->get_item = tessera_photo_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(TesseraPhotoList, tessera_photo_list, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, tessera_photo_list_model_init))

static void tessera_photo_list_finalize(GObject *object) {
    TesseraPhotoList *self = (TesseraPhotoList *)object;
    g_hash_table_unref(self->items);
    if (self->destroy_context != NULL) self->destroy_context(self->context);
    G_OBJECT_CLASS(tessera_photo_list_parent_class)->finalize(object);
}

static void tessera_photo_list_class_init(TesseraPhotoListClass *class) {
    G_OBJECT_CLASS(class)->finalize = tessera_photo_list_finalize;
}

static void tessera_photo_list_init(TesseraPhotoList *self) { self->items = g_hash_table_new(NULL, NULL); }

TesseraPhotoList *tessera_photo_list_new(TesseraPhotoSlotFunc slot_at, gpointer context, GDestroyNotify destroy_context) {
    TesseraPhotoList *self = g_object_new(TESSERA_TYPE_PHOTO_LIST, NULL);
    self->slot_at = slot_at;
    self->context = context;
    self->destroy_context = destroy_context;
    return self;
}

void tessera_photo_list_splice(TesseraPhotoList *self, guint position, guint removed, guint added) {
    g_return_if_fail(position <= self->count && removed <= self->count - position);
    self->count += added - removed;
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
}

guint32 tessera_photo_item_get_slot(gpointer item) { return ((TesseraPhotoItem *)item)->slot; }

gint tessera_photo_list_live_items(void) { return live_items; }
