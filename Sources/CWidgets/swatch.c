// Tile of one plain colour.
#include "tessera_swatch.h"

struct _TesseraSwatch {
    GtkWidget parent_instance;
    GdkRGBA color;
    int gap;
};

G_DEFINE_FINAL_TYPE(TesseraSwatch, tessera_swatch, GTK_TYPE_WIDGET)

static GtkSizeRequestMode tessera_swatch_get_request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tessera_swatch_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                   int *minimum_baseline, int *natural_baseline) {
    (void)widget;
    *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL && for_size > 0 ? for_size : 1;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_swatch_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraSwatch *self = TESSERA_SWATCH(widget);
    int before = self->gap / 2;
    gtk_snapshot_append_color(snapshot, &self->color,
                              &GRAPHENE_RECT_INIT((float)before, (float)before,
                                                  (float)(gtk_widget_get_width(widget) - self->gap),
                                                  (float)(gtk_widget_get_height(widget) - self->gap)));
}

static void tessera_swatch_class_init(TesseraSwatchClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    widget_class->get_request_mode = tessera_swatch_get_request_mode;
    widget_class->measure = tessera_swatch_measure;
    widget_class->snapshot = tessera_swatch_snapshot;
}

static void tessera_swatch_init(TesseraSwatch *self) { (void)self; }

GtkWidget *tessera_swatch_new(guint number, int gap) {
    TesseraSwatch *self = g_object_new(TESSERA_TYPE_SWATCH, NULL);
    // Eight colours, in an order that gives neighbours different ones.
    self->color = (GdkRGBA){(float)(number * 3 % 8) / 7, (float)(number * 5 % 8) / 7, (float)(number % 8) / 7, 1};
    self->gap = gap;
    return GTK_WIDGET(self);
}
