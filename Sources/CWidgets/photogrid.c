// Scrollable container whose children are placed by its owner.
#include "tessera_photogrid.h"

#include <math.h>

struct _TesseraPhotoGrid {
    GtkWidget parent_instance;
    // NULL before the grid is connected and after it has been disposed of.
    const TesseraPhotoGridFunctions *functions;
    gpointer context;
    GtkAdjustment *horizontal, *vertical;
    GtkScrollablePolicy horizontal_policy, vertical_policy;
    gboolean is_allocating;
};

G_DEFINE_FINAL_TYPE_WITH_CODE(TesseraPhotoGrid, tessera_photo_grid, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

enum { PROP_0, PROP_HADJUSTMENT, PROP_VADJUSTMENT, PROP_HSCROLL_POLICY, PROP_VSCROLL_POLICY };

static void scrolled(TesseraPhotoGrid *self) {
    // What is queued during a layout is never laid out in that frame, and then not drawn.
    if (!self->is_allocating) gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void set_adjustment(TesseraPhotoGrid *self, GtkAdjustment **slot, GtkAdjustment *adjustment) {
    if (adjustment != NULL && adjustment == *slot) return;
    if (*slot != NULL) g_signal_handlers_disconnect_by_data(*slot, self);
    g_clear_object(slot);
    if (adjustment == NULL) return;
    *slot = g_object_ref_sink(adjustment);
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(scrolled), self);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void tessera_photo_grid_set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(object);
    switch (property) {
        case PROP_HADJUSTMENT: set_adjustment(self, &self->horizontal, g_value_get_object(value)); break;
        case PROP_VADJUSTMENT: set_adjustment(self, &self->vertical, g_value_get_object(value)); break;
        case PROP_HSCROLL_POLICY: self->horizontal_policy = g_value_get_enum(value); break;
        case PROP_VSCROLL_POLICY: self->vertical_policy = g_value_get_enum(value); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
    }
}

static void tessera_photo_grid_get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(object);
    switch (property) {
        case PROP_HADJUSTMENT: g_value_set_object(value, self->horizontal); break;
        case PROP_VADJUSTMENT: g_value_set_object(value, self->vertical); break;
        case PROP_HSCROLL_POLICY: g_value_set_enum(value, self->horizontal_policy); break;
        case PROP_VSCROLL_POLICY: g_value_set_enum(value, self->vertical_policy); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
    }
}

static void tessera_photo_grid_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                       int *natural, int *minimum_baseline, int *natural_baseline) {
    (void)widget, (void)orientation, (void)for_size;
    *minimum = *natural = 1;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_photo_grid_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(widget);
    self->is_allocating = TRUE;
    if (self->horizontal != NULL) gtk_adjustment_configure(self->horizontal, 0, 0, width, 1, width, width);
    if (self->functions != NULL) self->functions->allocate(self->context, width, height);
    self->is_allocating = FALSE;
}

static void tessera_photo_grid_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(widget);
    if (self->functions != NULL) self->functions->snapshot(self->context, snapshot);
}

static gboolean tessera_photo_grid_focus(GtkWidget *widget, GtkDirectionType direction) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(widget);
    return self->functions != NULL && self->functions->focus(self->context, direction);
}

static gboolean tessera_photo_grid_grab_focus(GtkWidget *widget) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(widget);
    if (self->functions != NULL && self->functions->grab_focus(self->context)) return TRUE;
    // Without a photo the grid itself takes the focus, so that the keys of the page work.
    return GTK_WIDGET_CLASS(tessera_photo_grid_parent_class)->grab_focus(widget);
}

static void tessera_photo_grid_dispose(GObject *object) {
    TesseraPhotoGrid *self = TESSERA_PHOTO_GRID(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(child);
    set_adjustment(self, &self->horizontal, NULL);
    set_adjustment(self, &self->vertical, NULL);
    const TesseraPhotoGridFunctions *functions = self->functions;
    gpointer context = self->context;
    self->functions = NULL;
    self->context = NULL;
    if (functions != NULL) functions->destroy(context);
    G_OBJECT_CLASS(tessera_photo_grid_parent_class)->dispose(object);
}

static void tessera_photo_grid_class_init(TesseraPhotoGridClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = tessera_photo_grid_set_property;
    object_class->get_property = tessera_photo_grid_get_property;
    object_class->dispose = tessera_photo_grid_dispose;
    widget_class->measure = tessera_photo_grid_measure;
    widget_class->size_allocate = tessera_photo_grid_size_allocate;
    widget_class->snapshot = tessera_photo_grid_snapshot;
    widget_class->focus = tessera_photo_grid_focus;
    widget_class->grab_focus = tessera_photo_grid_grab_focus;
    g_object_class_override_property(object_class, PROP_HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object_class, PROP_VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
    g_object_class_override_property(object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
    gtk_widget_class_set_css_name(widget_class, "photogrid");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GRID);
}

static void tessera_photo_grid_init(TesseraPhotoGrid *self) {
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
}

GtkWidget *tessera_photo_grid_new(void) { return g_object_new(TESSERA_TYPE_PHOTO_GRID, NULL); }

void tessera_photo_grid_connect(TesseraPhotoGrid *self, const TesseraPhotoGridFunctions *functions, gpointer context) {
    self->functions = functions;
    self->context = context;
}

gpointer tessera_photo_grid_get_context(TesseraPhotoGrid *self) { return self->context; }

void tessera_photo_grid_add(TesseraPhotoGrid *self, GtkWidget *child) {
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_insert_before(child, GTK_WIDGET(self), NULL);
}

void tessera_photo_grid_add_below(TesseraPhotoGrid *self, GtkWidget *child) {
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_insert_after(child, GTK_WIDGET(self), NULL);
}

void tessera_photo_grid_place(GtkWidget *child, double x, double y, int width, int height) {
    gtk_widget_set_child_visible(child, TRUE);
    GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x, (float)y));
    gtk_widget_allocate(child, width, height, -1, transform);
}

void tessera_photo_grid_snapshot_children(TesseraPhotoGrid *self, GtkSnapshot *snapshot) {
    GtkWidget *widget = GTK_WIDGET(self);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (gtk_widget_get_child_visible(child)) gtk_widget_snapshot_child(widget, child, snapshot);
    }
}

void tessera_photo_grid_set_extent(TesseraPhotoGrid *self, double value, double height, double page) {
    if (self->vertical == NULL) return;
    // A click of the wheel scrolls by the step as GtkScrolledWindow computes it from the page; the step of the keys and of
    // the scroll bar's buttons is a tenth of it, as GTK's own lists have it.
    gtk_adjustment_configure(self->vertical, value, 0, MAX(height, page), page * 0.1, page * 0.9, page);
}
