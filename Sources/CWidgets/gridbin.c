// Wrapper that sets the grid's minimum and maximum to the columns that fit, during allocation.
#include "tessera_gridbin.h"

struct _TesseraGridBin {
    GtkWidget parent_instance;
    GtkWidget *scroller;
    GtkGridView *grid;
    TesseraColumnsForWidth columns_for_width;
    gpointer context;
    GDestroyNotify destroy;
    int width, height, columns;
    gboolean stale;
};

G_DEFINE_FINAL_TYPE(TesseraGridBin, tessera_grid_bin, GTK_TYPE_WIDGET)

static guint geometry_changed;
static guint64 allocate_count;

static void tessera_grid_bin_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                     int *natural, int *minimum_baseline, int *natural_baseline) {
    gtk_widget_measure(TESSERA_GRID_BIN(widget)->scroller, orientation, for_size, minimum, natural, minimum_baseline,
                       natural_baseline);
}

static void pin(TesseraGridBin *self, int columns) {
    guint wanted = (guint)columns;
    // The grid requires minimum <= maximum at every step, so growing starts with the maximum and shrinking with the
    // minimum.
    if (wanted > gtk_grid_view_get_max_columns(self->grid)) {
        gtk_grid_view_set_max_columns(self->grid, wanted);
        gtk_grid_view_set_min_columns(self->grid, wanted);
    } else {
        gtk_grid_view_set_min_columns(self->grid, wanted);
        gtk_grid_view_set_max_columns(self->grid, wanted);
    }
}

static void tessera_grid_bin_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    TesseraGridBin *self = TESSERA_GRID_BIN(widget);
    gboolean changed = width != self->width || height != self->height;
    allocate_count += 1;
    if (self->stale || width != self->width) {
        int columns = MAX(1, self->columns_for_width(width, self->context));
        if (columns != self->columns) {
            self->columns = columns;
            pin(self, columns);
            changed = TRUE;
        }
        changed |= self->stale;
        self->stale = FALSE;
    }
    self->width = width;
    self->height = height;
    gtk_widget_allocate(self->scroller, width, height, baseline, NULL);
    if (!changed) return;
    g_signal_emit(self, geometry_changed, 0);
    // A handler may have scrolled, which leaves the scrolled window without an allocation. There is no further
    // allocation in this frame, and it would be drawn empty.
    gtk_widget_allocate(self->scroller, width, height, baseline, NULL);
}

static void tessera_grid_bin_dispose(GObject *object) {
    TesseraGridBin *self = TESSERA_GRID_BIN(object);
    g_clear_pointer(&self->scroller, gtk_widget_unparent);
    g_clear_object(&self->grid);
    G_OBJECT_CLASS(tessera_grid_bin_parent_class)->dispose(object);
}

static void tessera_grid_bin_finalize(GObject *object) {
    TesseraGridBin *self = TESSERA_GRID_BIN(object);
    if (self->destroy != NULL) self->destroy(self->context);
    G_OBJECT_CLASS(tessera_grid_bin_parent_class)->finalize(object);
}

static void tessera_grid_bin_class_init(TesseraGridBinClass *class) {
    G_OBJECT_CLASS(class)->dispose = tessera_grid_bin_dispose;
    G_OBJECT_CLASS(class)->finalize = tessera_grid_bin_finalize;
    GTK_WIDGET_CLASS(class)->measure = tessera_grid_bin_measure;
    GTK_WIDGET_CLASS(class)->size_allocate = tessera_grid_bin_size_allocate;
    geometry_changed = g_signal_new("geometry-changed", TESSERA_TYPE_GRID_BIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void tessera_grid_bin_init(TesseraGridBin *self) { self->stale = TRUE; }

GtkWidget *tessera_grid_bin_new(GtkWidget *scroller, GtkGridView *grid, TesseraColumnsForWidth columns, gpointer context,
                                GDestroyNotify destroy) {
    TesseraGridBin *self = g_object_new(TESSERA_TYPE_GRID_BIN, NULL);
    self->scroller = scroller;
    self->grid = g_object_ref(grid);
    self->columns_for_width = columns;
    self->context = context;
    self->destroy = destroy;
    gtk_widget_set_parent(scroller, GTK_WIDGET(self));
    return GTK_WIDGET(self);
}

void tessera_grid_bin_invalidate(TesseraGridBin *self) {
    self->stale = TRUE;
    // Not queue_allocate: changing the columns queues a resize, which marks every ancestor. Only those that are being
    // allocated clear the mark afterwards; the others would stay marked, and never be drawn.
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

guint64 tessera_grid_bin_allocate_count(void) { return allocate_count; }
