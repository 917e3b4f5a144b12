// Drawing of one frame of the zoom transition.
#include "tessera_zoomlayer.h"

#include <math.h>

#include "photo/framing.h"
#include "tessera_texture.h"

struct _TesseraZoomLayer {
    GtkWidget parent_instance;
    GdkTexture *tile, *picture, *blur;
    TesseraZoomFrame frame;
};

G_DEFINE_FINAL_TYPE(TesseraZoomLayer, tessera_zoom_layer, GTK_TYPE_WIDGET)

// Opacities below and above which eight-bit pixels look fully transparent or opaque.
static const double nothing = 0.5 / 255, opaque = 254.5 / 255;

static void append(TesseraZoomLayer *self, GtkSnapshot *snapshot, GdkTexture *texture, const graphene_rect_t *rect,
                   double opacity) {
    if (opacity < nothing) return;
    gboolean is_group = opacity < opaque;
    if (is_group) gtk_snapshot_push_opacity(snapshot, opacity);
    tessera_texture_append(texture, GTK_WIDGET(self), snapshot, rect);
    if (is_group) gtk_snapshot_pop(snapshot);
}

// Rounds to whole device pixels: cairo clips those by rows, but other rectangles by a mask.
static graphene_rect_t snapped(const graphene_rect_t *rect, float scale) {
    float left = roundf(rect->origin.x * scale), top = roundf(rect->origin.y * scale);
    float right = roundf((rect->origin.x + rect->size.width) * scale);
    float bottom = roundf((rect->origin.y + rect->size.height) * scale);
    return GRAPHENE_RECT_INIT(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale);
}

static void append_ground(TesseraZoomLayer *self, GtkSnapshot *snapshot) {
    GtkWidget *widget = GTK_WIDGET(self);
    if (self->frame.ground >= nothing) {
        GdkRGBA color;
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
        color.alpha *= (float)self->frame.ground;
        graphene_rect_t all =
            GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget));
        gtk_snapshot_append_color(snapshot, &color, &all);
    }
    if (self->blur == NULL) return;
    graphene_rect_t rect = framing_cover(&self->frame.view, framing_ratio(self->blur));
    gtk_snapshot_push_clip(snapshot, &self->frame.view);
    append(self, snapshot, self->blur, &rect, self->frame.blur);
    gtk_snapshot_pop(snapshot);
}

static void append_photo(TesseraZoomLayer *self, GtkSnapshot *snapshot) {
    const graphene_rect_t *whole = &self->frame.whole;
    graphene_rect_t visible = self->frame.visible;
    if (self->frame.angle == 0) visible = snapped(&visible, (float)gtk_widget_get_scale_factor(GTK_WIDGET(self)));
    if (visible.size.width <= 0 || visible.size.height <= 0) return;
    gboolean is_cropped = !graphene_rect_contains_rect(&visible, whole);
    if (is_cropped) gtk_snapshot_push_clip(snapshot, &visible);
    gboolean is_covered = self->picture != NULL && self->frame.picture >= opaque;
    if (self->tile != NULL && !is_covered) {
        graphene_rect_t part = framing_crop(whole, framing_ratio(self->tile));
        append(self, snapshot, self->tile, &part, 1);
    }
    if (self->picture != NULL) append(self, snapshot, self->picture, whole, self->frame.picture);
    if (is_cropped) gtk_snapshot_pop(snapshot);
}

static void tessera_zoom_layer_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraZoomLayer *self = TESSERA_ZOOM_LAYER(widget);
    append_ground(self, snapshot);
    if (self->frame.angle == 0) {
        append_photo(self, snapshot);
        return;
    }
    graphene_point_t middle;
    graphene_rect_get_center(&self->frame.whole, &middle);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &middle);
    gtk_snapshot_rotate(snapshot, (float)self->frame.angle);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-middle.x, -middle.y));
    append_photo(self, snapshot);
    gtk_snapshot_restore(snapshot);
}

static void drop(TesseraZoomLayer *self) {
    g_clear_object(&self->tile);
    g_clear_object(&self->picture);
    g_clear_object(&self->blur);
}

static void tessera_zoom_layer_dispose(GObject *object) {
    drop(TESSERA_ZOOM_LAYER(object));
    G_OBJECT_CLASS(tessera_zoom_layer_parent_class)->dispose(object);
}

static void tessera_zoom_layer_class_init(TesseraZoomLayerClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = tessera_zoom_layer_dispose;
    widget_class->snapshot = tessera_zoom_layer_snapshot;
    gtk_widget_class_set_css_name(widget_class, "zoomlayer");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void tessera_zoom_layer_init(TesseraZoomLayer *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    gtk_widget_set_can_target(widget, FALSE);
    gtk_widget_set_can_focus(widget, FALSE);
    gtk_widget_set_visible(widget, FALSE);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
}

GtkWidget *tessera_zoom_layer_new(void) { return g_object_new(TESSERA_TYPE_ZOOM_LAYER, NULL); }

void tessera_zoom_layer_draw(TesseraZoomLayer *self, GdkTexture *tile, GdkTexture *picture, GdkTexture *blur,
                             const TesseraZoomFrame *frame) {
    g_set_object(&self->tile, tile);
    g_set_object(&self->picture, picture);
    g_set_object(&self->blur, blur);
    self->frame = *frame;
    gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_zoom_layer_clear(TesseraZoomLayer *self) {
    drop(self);
    gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

int tessera_zoom_layer_picture_count(TesseraZoomLayer *self) {
    return (self->tile != NULL) + (self->picture != NULL && self->frame.picture >= nothing);
}
