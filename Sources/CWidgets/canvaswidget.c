// Leaf widget that calls its owner's functions.
#include "tessera_canvaswidget.h"

struct _TesseraCanvasWidget {
    GtkWidget parent_instance;
    // NULL before the canvas is connected and after it has been disposed of.
    const TesseraCanvasFunctions *functions;
    gpointer context;
    GtkSizeRequestMode mode;
};

G_DEFINE_FINAL_TYPE(TesseraCanvasWidget, tessera_canvas_widget, GTK_TYPE_WIDGET)

static GtkSizeRequestMode tessera_canvas_widget_get_request_mode(GtkWidget *widget) {
    return TESSERA_CANVAS_WIDGET(widget)->mode;
}

static void tessera_canvas_widget_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                          int *natural, int *minimum_baseline, int *natural_baseline) {
    TesseraCanvasWidget *self = TESSERA_CANVAS_WIDGET(widget);
    *minimum = *natural = self->functions != NULL ? self->functions->measure(self->context, orientation, for_size) : 0;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_canvas_widget_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    TesseraCanvasWidget *self = TESSERA_CANVAS_WIDGET(widget);
    GTK_WIDGET_CLASS(tessera_canvas_widget_parent_class)->size_allocate(widget, width, height, baseline);
    if (self->functions != NULL) self->functions->allocated(self->context);
}

static void tessera_canvas_widget_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraCanvasWidget *self = TESSERA_CANVAS_WIDGET(widget);
    if (self->functions != NULL) self->functions->snapshot(self->context, snapshot);
}

static void tessera_canvas_widget_unmap(GtkWidget *widget) {
    TesseraCanvasWidget *self = TESSERA_CANVAS_WIDGET(widget);
    GTK_WIDGET_CLASS(tessera_canvas_widget_parent_class)->unmap(widget);
    if (self->functions != NULL) self->functions->unmapped(self->context);
}

static void tessera_canvas_widget_dispose(GObject *object) {
    TesseraCanvasWidget *self = TESSERA_CANVAS_WIDGET(object);
    const TesseraCanvasFunctions *functions = self->functions;
    gpointer context = self->context;
    self->functions = NULL;
    self->context = NULL;
    if (functions != NULL) functions->destroy(context);
    G_OBJECT_CLASS(tessera_canvas_widget_parent_class)->dispose(object);
}

static void tessera_canvas_widget_class_init(TesseraCanvasWidgetClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = tessera_canvas_widget_dispose;
    widget_class->get_request_mode = tessera_canvas_widget_get_request_mode;
    widget_class->measure = tessera_canvas_widget_measure;
    widget_class->size_allocate = tessera_canvas_widget_size_allocate;
    widget_class->snapshot = tessera_canvas_widget_snapshot;
    widget_class->unmap = tessera_canvas_widget_unmap;
}

static void tessera_canvas_widget_init(TesseraCanvasWidget *self) { self->mode = GTK_SIZE_REQUEST_CONSTANT_SIZE; }

GtkWidget *tessera_canvas_widget_new(const char *css_name, GtkAccessibleRole role, GtkSizeRequestMode mode) {
    TesseraCanvasWidget *self =
        g_object_new(TESSERA_TYPE_CANVAS_WIDGET, "css-name", css_name, "accessible-role", role, NULL);
    self->mode = mode;
    return GTK_WIDGET(self);
}

void tessera_canvas_widget_connect(TesseraCanvasWidget *self, const TesseraCanvasFunctions *functions,
                                   gpointer context) {
    self->functions = functions;
    self->context = context;
}

gpointer tessera_canvas_widget_get_context(GtkWidget *widget) {
    return TESSERA_IS_CANVAS_WIDGET(widget) ? TESSERA_CANVAS_WIDGET(widget)->context : NULL;
}
