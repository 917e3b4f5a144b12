// Widget of the profile overlay. Render nodes are kept between frames, so a snapshot only appends them.
#include "tessera_overlay.h"

struct _TesseraOverlay {
    GtkWidget parent_instance;
    PangoLayout **lines;
    // Node of all lines; NULL after one of them has changed.
    GskRenderNode *words;
    GskRenderNode **bars;
    int line_count, bar_count, newest, width, height, line_height;
    float budget;
    gint64 snapshot_time;
};

G_DEFINE_FINAL_TYPE(TesseraOverlay, tessera_overlay, GTK_TYPE_WIDGET)

// Logical pixels.
static const int bar_width = 2, graph_height = 40, inset = 8, gap = 4;
// Number of bars that are blanked out after the newest.
static const int blanked = 4;

static void tessera_overlay_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                    int *natural, int *minimum_baseline, int *natural_baseline) {
    (void)for_size;
    TesseraOverlay *self = TESSERA_OVERLAY(widget);
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
    *minimum_baseline = *natural_baseline = -1;
}

static GskRenderNode *words_node(TesseraOverlay *self) {
    static const GdkRGBA ink = {1, 1, 1, 0.95f};
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)inset, (float)(inset + graph_height + gap)));
    for (int i = 0; i < self->line_count; i++) {
        gtk_snapshot_append_layout(snapshot, self->lines[i], &ink);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(0, (float)self->line_height));
    }
    return gtk_snapshot_free_to_node(snapshot);
}

static void tessera_overlay_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    gint64 start = g_get_monotonic_time();
    TesseraOverlay *self = TESSERA_OVERLAY(widget);
    static const GdkRGBA ground = {0, 0, 0, 0.72f}, line = {1, 1, 1, 0.6f};
    gtk_snapshot_append_color(snapshot, &ground,
                              &GRAPHENE_RECT_INIT(0, 0, (float)self->width, (float)self->height));
    for (int i = 0; i < self->bar_count; i++) {
        int age = (self->newest - i + self->bar_count) % self->bar_count;
        if (self->bars[i] && age < self->bar_count - blanked) gtk_snapshot_append_node(snapshot, self->bars[i]);
    }
    float level = (float)(inset + graph_height) - self->budget * (float)graph_height;
    gtk_snapshot_append_color(snapshot, &line,
                              &GRAPHENE_RECT_INIT((float)inset, level, (float)(bar_width * self->bar_count), 1));
    if (!self->words) self->words = words_node(self);
    // Empty lines produce no node.
    if (self->words) gtk_snapshot_append_node(snapshot, self->words);
    self->snapshot_time += g_get_monotonic_time() - start;
}

static void tessera_overlay_dispose(GObject *object) {
    TesseraOverlay *self = TESSERA_OVERLAY(object);
    for (int i = 0; i < self->line_count; i++) g_object_unref(self->lines[i]);
    for (int i = 0; i < self->bar_count; i++) g_clear_pointer(&self->bars[i], gsk_render_node_unref);
    self->line_count = self->bar_count = 0;
    g_clear_pointer(&self->lines, g_free);
    g_clear_pointer(&self->bars, g_free);
    g_clear_pointer(&self->words, gsk_render_node_unref);
    G_OBJECT_CLASS(tessera_overlay_parent_class)->dispose(object);
}

static void tessera_overlay_class_init(TesseraOverlayClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = tessera_overlay_dispose;
    widget_class->measure = tessera_overlay_measure;
    widget_class->snapshot = tessera_overlay_snapshot;
    gtk_widget_class_set_css_name(widget_class, "profile-overlay");
}

static void tessera_overlay_init(TesseraOverlay *self) { gtk_widget_set_can_target(GTK_WIDGET(self), FALSE); }

GtkWidget *tessera_overlay_new(int bars, double budget, int lines, int columns) {
    TesseraOverlay *self = g_object_new(TESSERA_TYPE_OVERLAY, NULL);
    PangoFontDescription *font = pango_font_description_from_string("Monospace 8");
    self->budget = (float)budget;
    self->bar_count = bars;
    self->bars = g_new0(GskRenderNode *, bars);
    self->line_count = lines;
    self->lines = g_new0(PangoLayout *, lines);
    for (int i = 0; i < lines; i++) {
        self->lines[i] = gtk_widget_create_pango_layout(GTK_WIDGET(self), "");
        pango_layout_set_font_description(self->lines[i], font);
    }
    // The only measurement: the text's size follows the desktop's, and every later text fits into this width.
    char *widest = g_strnfill((gsize)columns, '0');
    PangoLayout *sample = gtk_widget_create_pango_layout(GTK_WIDGET(self), widest);
    pango_layout_set_font_description(sample, font);
    int text_width;
    pango_layout_get_pixel_size(sample, &text_width, &self->line_height);
    g_object_unref(sample);
    g_free(widest);
    pango_font_description_free(font);
    self->width = 2 * inset + MAX(text_width, bar_width * bars);
    self->height = 2 * inset + graph_height + gap + lines * self->line_height;
    return GTK_WIDGET(self);
}

gboolean tessera_overlay_set_line(TesseraOverlay *self, int line, const char *text) {
    g_return_val_if_fail(line >= 0 && line < self->line_count, FALSE);
    if (g_str_equal(pango_layout_get_text(self->lines[line]), text)) return FALSE;
    pango_layout_set_text(self->lines[line], text, -1);
    g_clear_pointer(&self->words, gsk_render_node_unref);
    gtk_widget_queue_draw(GTK_WIDGET(self));
    return TRUE;
}

void tessera_overlay_set_bar(TesseraOverlay *self, int position, double height, gboolean is_late) {
    static const GdkRGBA good = {0.35f, 0.85f, 0.5f, 1}, late = {1, 0.45f, 0.3f, 1};
    g_return_if_fail(position >= 0 && position < self->bar_count);
    // Whole pixels, at least one: a bar's edge is not blended, and even the cheapest frame shows.
    int pixels = CLAMP((int)(height * graph_height + 0.5), 1, graph_height);
    g_clear_pointer(&self->bars[position], gsk_render_node_unref);
    self->bars[position] = gsk_color_node_new(
        is_late ? &late : &good, &GRAPHENE_RECT_INIT((float)(inset + bar_width * position),
                                                     (float)(inset + graph_height - pixels), (float)bar_width,
                                                     (float)pixels));
    self->newest = position;
}

gint64 tessera_overlay_take_snapshot_time(TesseraOverlay *self) {
    gint64 time = self->snapshot_time;
    self->snapshot_time = 0;
    return time;
}
