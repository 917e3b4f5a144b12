// Tile widget: snapshot, fade-in, failure text and accessible state.
#include "tessera_tile.h"

#include <adwaita.h>
#include <math.h>

#include "tessera_texture.h"
#include "tile_fit.h"

struct _TesseraTile {
    GtkWidget parent_instance;
    GdkTexture *texture;
    PangoLayout *failure;
    double side;
    gint32 color;       // 0xRRGGBB of the placeholder, or -1 for the neutral one
    guint fade_tick;    // 0 while nothing fades
    gint64 fade_start;  // frame time, microseconds
    double veil;        // opacity of the placeholder over the picture, 0…1
    gboolean is_hidden_for_transition;   // the picture is drawn elsewhere for now
    TesseraTileFit fit;
    gboolean busy;      // as last set on the cell
};

G_DEFINE_FINAL_TYPE(TesseraTile, tessera_tile, GTK_TYPE_WIDGET)

static gint live_count;
static gint fading_count;
static guint64 busy_update_count;
static guint64 measure_count;
static guint64 allocate_count;

// Opacity of the placeholder over the window's background: visible as a square, but quieter than a photo.
static const float placeholder_opacity = 0.07f;
// Duration of the fade from the placeholder to a late picture, microseconds.
static const gint64 fade_duration = 150 * 1000;
// Opacity of a failure's text: readable, but less prominent than the pictures around it.
static const float failure_opacity = 0.75f;
// Opacity of the outline of a tile without a picture in high contrast: libadwaita's own value for such lines.
static const float edge_opacity = 0.5f;
// Margin between a failure's text and the square's edge, logical pixels.
static const double failure_margin = 12;

static GtkSizeRequestMode tessera_tile_get_request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tessera_tile_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                 int *minimum_baseline, int *natural_baseline) {
    (void)widget;
    measure_count += 1;
    // Square for the width that the fixed columns give; the grid decides the width.
    *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL && for_size > 0 ? for_size : 1;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_tile_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    GTK_WIDGET_CLASS(tessera_tile_parent_class)->size_allocate(widget, width, height, baseline);
    allocate_count += 1;
}

static gboolean wants_contrast(TesseraTile *self) {
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
    return adw_style_manager_get_high_contrast(adw_style_manager_get_for_display(display));
}

static void append_edge(GtkSnapshot *snapshot, const graphene_rect_t *square, GdkRGBA color) {
    color.alpha *= edge_opacity;
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, square, 0);
    gtk_snapshot_append_border(snapshot, &outline, (float[]){1, 1, 1, 1}, (GdkRGBA[]){color, color, color, color});
}

static void append_failure(TesseraTile *self, GtkSnapshot *snapshot, const graphene_rect_t *square, GdkRGBA color) {
    int width, height;
    pango_layout_set_width(self->failure, (int)(fmax(1, self->side - 2 * failure_margin) * PANGO_SCALE));
    pango_layout_get_pixel_size(self->failure, &width, &height);
    if (!wants_contrast(self)) color.alpha *= failure_opacity;
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT(square->origin.x + (float)failure_margin,
                                       square->origin.y + floorf((square->size.height - (float)height) / 2)));
    gtk_snapshot_append_layout(snapshot, self->failure, &color);
    gtk_snapshot_restore(snapshot);
}

// Returns the placeholder's colour. Opaque, so that it can fade over a picture without the window showing through.
static GdkRGBA placeholder_color(TesseraTile *self) {
    if (self->color >= 0) {
        return (GdkRGBA){(float)(self->color >> 16 & 255) / 255, (float)(self->color >> 8 & 255) / 255,
                         (float)(self->color & 255) / 255, 1};
    }
    GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(self));
    GdkRGBA text, ground;
    gtk_style_context_get_color(style, &text);
    float part = placeholder_opacity * text.alpha;
    // Without a background colour in the theme, the placeholder is translucent.
    if (!gtk_style_context_lookup_color(style, "window_bg_color", &ground))
        return (GdkRGBA){text.red, text.green, text.blue, part};
    return (GdkRGBA){ground.red + (text.red - ground.red) * part, ground.green + (text.green - ground.green) * part,
                     ground.blue + (text.blue - ground.blue) * part, 1};
}

static void end_fade(TesseraTile *self) {
    if (self->fade_tick == 0) return;
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->fade_tick);
    self->fade_tick = 0;
    self->veil = 0;
    fading_count -= 1;
}

static gboolean fade(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)data;
    TesseraTile *self = TESSERA_TILE(widget);
    double left = 1 - (double)(gdk_frame_clock_get_frame_time(clock) - self->fade_start) / (double)fade_duration;
    gtk_widget_queue_draw(widget);
    if (left > 0) {
        self->veil = fmin(1, left * left * left);
    } else {
        end_fade(self);
    }
    return G_SOURCE_CONTINUE;
}

static graphene_rect_t picture_square(TesseraTile *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    double scale = gtk_widget_get_scale_factor(widget);
    double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    double side = self->side > 0 ? self->side : fmin(width, height);
    return GRAPHENE_RECT_INIT((float)(floor((width - side) / 2 * scale) / scale),
                              (float)(floor((height - side) / 2 * scale) / scale), (float)side, (float)side);
}

static void tessera_tile_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraTile *self = TESSERA_TILE(widget);
    graphene_rect_t square = picture_square(self);
    if (self->texture != NULL && !self->is_hidden_for_transition) {
        tessera_tile_fit_append(&self->fit, self->texture, snapshot, &square);
        if (self->fade_tick == 0) return;
        GdkRGBA veil = placeholder_color(self);
        veil.alpha *= (float)self->veil;
        gtk_snapshot_append_color(snapshot, &veil, &square);
        return;
    }
    // While the picture is drawn elsewhere, only its own place is left empty, not the whole square.
    if (self->texture != NULL) tessera_tile_get_picture(self, &square);
    GdkRGBA ground = placeholder_color(self);
    gtk_snapshot_append_color(snapshot, &ground, &square);
    GdkRGBA text;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &text);
    if (wants_contrast(self)) append_edge(snapshot, &square, text);
    if (self->failure != NULL) append_failure(self, snapshot, &square, text);
}

// An unmapped tile is not visible, so its animations end at once.
static void tessera_tile_unmap(GtkWidget *widget) {
    end_fade(TESSERA_TILE(widget));
    tessera_tile_fit_end(&TESSERA_TILE(widget)->fit);
    GTK_WIDGET_CLASS(tessera_tile_parent_class)->unmap(widget);
}

static void tessera_tile_dispose(GObject *object) {
    TesseraTile *self = TESSERA_TILE(object);
    end_fade(self);
    tessera_tile_fit_end(&self->fit);
    g_clear_object(&self->texture);
    g_clear_object(&self->failure);
    G_OBJECT_CLASS(tessera_tile_parent_class)->dispose(object);
}

static void tessera_tile_finalize(GObject *object) {
    live_count -= 1;
    G_OBJECT_CLASS(tessera_tile_parent_class)->finalize(object);
}

static void tessera_tile_class_init(TesseraTileClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    object_class->dispose = tessera_tile_dispose;
    object_class->finalize = tessera_tile_finalize;
    widget_class->get_request_mode = tessera_tile_get_request_mode;
    widget_class->measure = tessera_tile_measure;
    widget_class->size_allocate = tessera_tile_size_allocate;
    widget_class->snapshot = tessera_tile_snapshot;
    widget_class->unmap = tessera_tile_unmap;
    gtk_widget_class_set_css_name(widget_class, "tile");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void tessera_tile_init(TesseraTile *self) {
    self->color = -1;
    tessera_tile_fit_init(&self->fit, GTK_WIDGET(self));
    live_count += 1;
}

GtkWidget *tessera_tile_new(void) { return g_object_new(TESSERA_TYPE_TILE, NULL); }

void tessera_tile_set_side(TesseraTile *self, double side) {
    if (self->side == side) return;
    self->side = side;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_tile_set_texture(TesseraTile *self, GdkTexture *texture) {
    tessera_tile_set_busy(self, FALSE);
    if (self->texture == texture && self->failure == NULL) return;
    if (texture == NULL) end_fade(self);
    tessera_tile_fit_replace(&self->fit, self->texture, texture);
    g_clear_object(&self->failure);
    g_set_object(&self->texture, texture);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_tile_fade_in(TesseraTile *self, GdkTexture *texture) {
    GtkWidget *widget = GTK_WIDGET(self);
    gboolean was_blank = self->texture == NULL && self->failure == NULL;
    tessera_tile_set_texture(self, texture);
    if (!was_blank || !gtk_widget_get_mapped(widget) || !adw_get_enable_animations(widget)) return;
    self->fade_start = gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(widget));
    self->veil = 1;
    self->fade_tick = gtk_widget_add_tick_callback(widget, fade, NULL, NULL);
    fading_count += 1;
}

void tessera_tile_set_hidden_for_transition(TesseraTile *self, gboolean is_hidden_for_transition) {
    if (self->is_hidden_for_transition == is_hidden_for_transition) return;
    self->is_hidden_for_transition = is_hidden_for_transition;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_tile_set_fit(TesseraTile *self, gboolean fits, gboolean moves) {
    tessera_tile_fit_set(&self->fit, self->texture, fits, moves);
}

gboolean tessera_tile_get_picture(TesseraTile *self, graphene_rect_t *bounds) {
    if (self->texture == NULL) return FALSE;
    graphene_rect_t square = picture_square(self);
    graphene_rect_t place = tessera_tile_fit_bounds(&self->fit, self->texture, &square);
    return graphene_rect_intersection(&place, &square, bounds);
}

void tessera_tile_set_color(TesseraTile *self, gint32 color) {
    if (self->color == color) return;
    self->color = color;
    if (self->texture == NULL) gtk_widget_queue_draw(GTK_WIDGET(self));
}

gint32 tessera_tile_get_color(TesseraTile *self) { return self->color; }

GdkTexture *tessera_tile_get_texture(TesseraTile *self) { return self->texture; }

void tessera_tile_set_failure(TesseraTile *self, const char *label) {
    if (label == NULL) {
        if (self->failure == NULL) return;
        g_clear_object(&self->failure);
    } else {
        end_fade(self);
        tessera_tile_fit_end(&self->fit);
        tessera_tile_set_busy(self, FALSE);
        g_clear_object(&self->texture);
        // Text is shown on the neutral placeholder.
        self->color = -1;
        if (self->failure == NULL) {
            self->failure = gtk_widget_create_pango_layout(GTK_WIDGET(self), label);
            pango_layout_set_alignment(self->failure, PANGO_ALIGN_CENTER);
            pango_layout_set_wrap(self->failure, PANGO_WRAP_WORD_CHAR);
            pango_layout_set_ellipsize(self->failure, PANGO_ELLIPSIZE_END);
            // At most six lines (negative: lines, not pixels): name, reason and remedy, each perhaps wrapped.
            pango_layout_set_height(self->failure, -6);
        } else {
            pango_layout_set_text(self->failure, label, -1);
        }
    }
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

gboolean tessera_tile_is_failed(TesseraTile *self) { return self->failure != NULL; }

void tessera_tile_set_accessible_name(TesseraTile *self, const char *name) {
    GtkWidget *cell = gtk_widget_get_parent(GTK_WIDGET(self));
    if (cell == NULL) return;
    gtk_accessible_update_property(GTK_ACCESSIBLE(cell), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void tessera_tile_set_busy(TesseraTile *self, gboolean busy) {
    GtkWidget *cell = gtk_widget_get_parent(GTK_WIDGET(self));
    if (self->busy == busy || cell == NULL) return;
    self->busy = busy;
    busy_update_count += 1;
    gtk_accessible_update_state(GTK_ACCESSIBLE(cell), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

gint tessera_tile_live_count(void) { return live_count; }
gint tessera_tile_fading_count(void) { return fading_count; }
guint64 tessera_tile_busy_update_count(void) { return busy_update_count; }
guint64 tessera_tile_measure_count(void) { return measure_count; }
guint64 tessera_tile_allocate_count(void) { return allocate_count; }
