// The profile overlay's face.
#include "tessera_readout.h"

#include <math.h>

#define FRAMES 120

struct _TesseraReadout {
    GtkWidget parent_instance;
    PangoLayout *layout;
    float frames[FRAMES];
    float budget;
    int next;
};

G_DEFINE_FINAL_TYPE(TesseraReadout, tessera_readout, GTK_TYPE_WIDGET)

// Logical pixels. Two pixels a bar for FRAMES frames, and room for the lines of text below.
static const int readout_width = 2 * FRAMES + 16, readout_height = 188, graph_height = 40, inset = 8;
// The graph's top, in budgets: a frame of twice the budget reaches it.
static const float graph_budgets = 2;

static void tessera_readout_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                    int *natural, int *minimum_baseline, int *natural_baseline) {
    (void)widget;
    (void)for_size;
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? readout_width : readout_height;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_readout_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraReadout *self = TESSERA_READOUT(widget);
    static const GdkRGBA ground = {0, 0, 0, 0.72f}, words = {1, 1, 1, 0.95f}, line = {1, 1, 1, 0.35f},
                         good = {0.35f, 0.85f, 0.5f, 1}, late = {1, 0.45f, 0.3f, 1};
    float width = (float)gtk_widget_get_width(widget), height = (float)gtk_widget_get_height(widget);
    gtk_snapshot_append_color(snapshot, &ground, &GRAPHENE_RECT_INIT(0, 0, width, height));
    float base = (float)(inset + graph_height);
    if (self->budget > 0) {
        float unit = (float)graph_height / (graph_budgets * self->budget);
        for (int i = 0; i < FRAMES; i++) {
            float milliseconds = self->frames[(self->next + i) % FRAMES];
            if (milliseconds <= 0) continue;
            float bar = fmaxf(1, fminf((float)graph_height, milliseconds * unit));
            gtk_snapshot_append_color(snapshot, milliseconds > self->budget ? &late : &good,
                                      &GRAPHENE_RECT_INIT((float)(inset + 2 * i), base - bar, 2, bar));
        }
        gtk_snapshot_append_color(snapshot, &line,
                                  &GRAPHENE_RECT_INIT((float)inset, base - self->budget * unit, 2 * FRAMES, 1));
    }
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)inset, base + 4));
    gtk_snapshot_append_layout(snapshot, self->layout, &words);
    gtk_snapshot_restore(snapshot);
}

static void tessera_readout_dispose(GObject *object) {
    g_clear_object(&TESSERA_READOUT(object)->layout);
    G_OBJECT_CLASS(tessera_readout_parent_class)->dispose(object);
}

static void tessera_readout_class_init(TesseraReadoutClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = tessera_readout_dispose;
    widget_class->measure = tessera_readout_measure;
    widget_class->snapshot = tessera_readout_snapshot;
    gtk_widget_class_set_css_name(widget_class, "readout");
}

static void tessera_readout_init(TesseraReadout *self) {
    self->layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), "");
    PangoFontDescription *font = pango_font_description_from_string("Monospace 8");
    pango_layout_set_font_description(self->layout, font);
    pango_font_description_free(font);
    gtk_widget_set_can_target(GTK_WIDGET(self), FALSE);
}

GtkWidget *tessera_readout_new(void) { return g_object_new(TESSERA_TYPE_READOUT, NULL); }

void tessera_readout_set_text(TesseraReadout *self, const char *text) {
    pango_layout_set_text(self->layout, text, -1);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_readout_add_frame(TesseraReadout *self, double milliseconds, double budget) {
    self->frames[self->next] = (float)milliseconds;
    self->next = (self->next + 1) % FRAMES;
    self->budget = (float)budget;
}
