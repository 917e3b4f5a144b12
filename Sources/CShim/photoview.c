// The detail page's picture: geometry of a crop inside a fitted picture, and two fades, its own and its backdrop's.
#include "tessera_photoview.h"

#include <math.h>

#include "tessera_texture.h"

typedef struct {
    // Frame time at which it began, microseconds; 0 before its first frame.
    gint64 start;
    // 0…1.
    double progress;
} Fade;

struct _TesseraPhotoView {
    GtkWidget parent_instance;
    // The backdrop before this one, until this one has faded in.
    GdkTexture *old_backdrop;
    GdkTexture *backdrop;
    GdkTexture *preview;
    GdkTexture *picture;
    // 0xRRGGBB in place of a preview; -1 for none.
    gint32 color;
    // Device pixels of the original; 0 when not known.
    double original_width, original_height;
    Fade picture_fade, backdrop_fade;
    // 0 when no fade runs.
    guint tick;
    // The photo is drawn elsewhere.
    gboolean is_lent;
};

G_DEFINE_FINAL_TYPE(TesseraPhotoView, tessera_photo_view, GTK_TYPE_WIDGET)

static guint resized;

// Length of a fade, microseconds.
static const double fade_duration = 250000;
// Of the colour where it fills the whole view: as dark as a backdrop.
static const double backdrop_light = 0.45;

// Where a picture of `ratio` lies: inside the view, in the middle, and never larger than the original.
static graphene_rect_t fitted(TesseraPhotoView *self, double ratio) {
    GtkWidget *widget = GTK_WIDGET(self);
    double limit_width = self->original_width > 0 ? self->original_width : INFINITY;
    double limit_height = self->original_height > 0 ? self->original_height : INFINITY;
    double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    double scale = gtk_widget_get_scale_factor(widget);
    double w = fmin(fmin(width, height * ratio), limit_width / scale);
    double h = w / ratio;
    if (h > limit_height / scale) {
        h = limit_height / scale;
        w = h * ratio;
    }
    // Whole device pixels, so that a picture decoded to this size is drawn one to one.
    w = fmax(1, round(w * scale)) / scale;
    h = fmax(1, round(h * scale)) / scale;
    return GRAPHENE_RECT_INIT((float)(floor((width - w) / 2 * scale) / scale),
                              (float)(floor((height - h) / 2 * scale) / scale), (float)w, (float)h);
}

static double ratio_of(GdkTexture *texture) {
    return (double)gdk_texture_get_width(texture) / (double)gdk_texture_get_height(texture);
}

static void append_preview(TesseraPhotoView *self, GtkSnapshot *snapshot) {
    double crop_ratio = ratio_of(self->preview);
    double ratio = self->original_width > 0   ? self->original_width / self->original_height
                   : self->picture != NULL ? ratio_of(self->picture)
                                           : crop_ratio;
    graphene_rect_t whole = fitted(self, ratio);
    // The largest rectangle of the crop's ratio in the middle of the picture: that is what the tile was cut to.
    double w = fmin(whole.size.width, whole.size.height * crop_ratio);
    double h = w / crop_ratio;
    graphene_rect_t crop = GRAPHENE_RECT_INIT((float)(whole.origin.x + (whole.size.width - w) / 2),
                                              (float)(whole.origin.y + (whole.size.height - h) / 2), (float)w, (float)h);
    tessera_texture_append(self->preview, GTK_WIDGET(self), snapshot, &crop);
}

static void append_picture(TesseraPhotoView *self, GtkSnapshot *snapshot) {
    graphene_rect_t rect = fitted(self, ratio_of(self->picture));
    tessera_texture_append(self->picture, GTK_WIDGET(self), snapshot, &rect);
}

static void append_color(TesseraPhotoView *self, GtkSnapshot *snapshot) {
    gboolean has_place = self->original_width > 0;
    double light = (has_place ? 1 : backdrop_light) / 255;
    GdkRGBA color = {(float)((self->color >> 16 & 255) * light), (float)((self->color >> 8 & 255) * light),
                     (float)((self->color & 255) * light), 1};
    graphene_rect_t rect = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(GTK_WIDGET(self)),
                                              (float)gtk_widget_get_height(GTK_WIDGET(self)));
    if (has_place) rect = fitted(self, self->original_width / self->original_height);
    gtk_snapshot_append_color(snapshot, &color, &rect);
}

// Over the whole view, what sticks out cut away by its overflow.
static void append_cover(TesseraPhotoView *self, GtkSnapshot *snapshot, GdkTexture *texture) {
    double width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
    double ratio = ratio_of(texture);
    double w = fmax(width, height * ratio), h = w / ratio;
    graphene_rect_t rect =
        GRAPHENE_RECT_INIT((float)((width - w) / 2), (float)((height - h) / 2), (float)w, (float)h);
    tessera_texture_append(texture, GTK_WIDGET(self), snapshot, &rect);
}

static void append_backdrop(TesseraPhotoView *self, GtkSnapshot *snapshot) {
    append_cover(self, snapshot, self->backdrop);
}

static void append_faded(TesseraPhotoView *self, GtkSnapshot *snapshot, const Fade *fade,
                         void (*append)(TesseraPhotoView *, GtkSnapshot *)) {
    if (fade->progress < 1) gtk_snapshot_push_opacity(snapshot, fade->progress);
    append(self, snapshot);
    if (fade->progress < 1) gtk_snapshot_pop(snapshot);
}

static void tessera_photo_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraPhotoView *self = TESSERA_PHOTO_VIEW(widget);
    if (self->is_lent) return;
    if (self->old_backdrop != NULL) append_cover(self, snapshot, self->old_backdrop);
    if (self->backdrop != NULL) append_faded(self, snapshot, &self->backdrop_fade, append_backdrop);
    if (self->picture == NULL || self->picture_fade.progress < 1) {
        if (self->preview != NULL)
            append_preview(self, snapshot);
        else if (self->color >= 0)
            append_color(self, snapshot);
    }
    if (self->picture != NULL) append_faded(self, snapshot, &self->picture_fade, append_picture);
}

// Whether it goes on.
static gboolean fade_advance(Fade *fade, gint64 now) {
    if (fade->progress >= 1) return FALSE;
    if (fade->start == 0) fade->start = now;
    fade->progress = fmin(1, (double)(now - fade->start) / fade_duration);
    return fade->progress < 1;
}

static void drop_stand_in(TesseraPhotoView *self) {
    g_clear_object(&self->preview);
    self->color = -1;
}

static gboolean advance_fades(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)data;
    TesseraPhotoView *self = TESSERA_PHOTO_VIEW(widget);
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    gboolean picture = fade_advance(&self->picture_fade, now), backdrop = fade_advance(&self->backdrop_fade, now);
    if (!picture && self->picture != NULL) drop_stand_in(self);
    if (!backdrop) g_clear_object(&self->old_backdrop);
    gtk_widget_queue_draw(widget);
    if (picture || backdrop) return G_SOURCE_CONTINUE;
    self->tick = 0;
    return G_SOURCE_REMOVE;
}

static void start_fade(TesseraPhotoView *self, Fade *fade) {
    gboolean animate = TRUE;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &animate, NULL);
    *fade = (Fade){0, animate ? 0 : 1};
    if (animate && self->tick == 0)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), advance_fades, NULL, NULL);
}

static void drop_photo(TesseraPhotoView *self) {
    self->picture_fade.progress = 1;
    drop_stand_in(self);
    g_clear_object(&self->picture);
}

static void drop_all(TesseraPhotoView *self) {
    if (self->tick != 0) gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
    self->backdrop_fade.progress = 1;
    drop_photo(self);
    g_clear_object(&self->old_backdrop);
    g_clear_object(&self->backdrop);
}

static void tessera_photo_view_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)width;
    (void)height;
    (void)baseline;
    g_signal_emit(widget, resized, 0);
}

static void tessera_photo_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                       int *natural, int *minimum_baseline, int *natural_baseline) {
    (void)widget;
    (void)orientation;
    (void)for_size;
    *minimum = *natural = 1;
    *minimum_baseline = *natural_baseline = -1;
}

static void tessera_photo_view_dispose(GObject *object) {
    drop_all(TESSERA_PHOTO_VIEW(object));
    G_OBJECT_CLASS(tessera_photo_view_parent_class)->dispose(object);
}

static void tessera_photo_view_class_init(TesseraPhotoViewClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = tessera_photo_view_dispose;
    widget_class->measure = tessera_photo_view_measure;
    widget_class->size_allocate = tessera_photo_view_size_allocate;
    widget_class->snapshot = tessera_photo_view_snapshot;
    gtk_widget_class_set_css_name(widget_class, "photoview");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
    resized = g_signal_new("resized", TESSERA_TYPE_PHOTO_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void tessera_photo_view_init(TesseraPhotoView *self) {
    gtk_widget_set_hexpand(GTK_WIDGET(self), TRUE);
    gtk_widget_set_vexpand(GTK_WIDGET(self), TRUE);
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    self->picture_fade.progress = self->backdrop_fade.progress = 1;
    self->color = -1;
}

GtkWidget *tessera_photo_view_new(void) { return g_object_new(TESSERA_TYPE_PHOTO_VIEW, NULL); }

void tessera_photo_view_show(TesseraPhotoView *self, GdkTexture *preview, gint32 color, int original_width,
                             int original_height) {
    // The preview may be what is shown, and nobody else's.
    if (preview != NULL) g_object_ref(preview);
    drop_photo(self);
    self->preview = preview;
    self->color = color;
    self->original_width = original_width;
    self->original_height = original_height;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_set_preview(TesseraPhotoView *self, GdkTexture *preview) {
    if (self->picture != NULL) return;
    g_set_object(&self->preview, preview);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_set_backdrop(TesseraPhotoView *self, GdkTexture *backdrop) {
    if (backdrop == self->backdrop) return;
    // One that is fading in gives way to the next: what is behind it stays.
    if (self->old_backdrop == NULL || self->backdrop_fade.progress >= 1) g_set_object(&self->old_backdrop, self->backdrop);
    g_set_object(&self->backdrop, backdrop);
    start_fade(self, &self->backdrop_fade);
    if (self->backdrop_fade.progress >= 1) g_clear_object(&self->old_backdrop);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

GdkTexture *tessera_photo_view_get_backdrop(TesseraPhotoView *self) { return self->backdrop; }

void tessera_photo_view_set_picture(TesseraPhotoView *self, GdkTexture *picture) {
    gboolean first = self->picture == NULL;
    g_set_object(&self->picture, picture);
    if (first && (self->preview != NULL || self->color >= 0)) start_fade(self, &self->picture_fade);
    if (self->picture_fade.progress >= 1) drop_stand_in(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

GdkTexture *tessera_photo_view_get_shown(TesseraPhotoView *self) {
    return self->picture != NULL ? self->picture : self->preview;
}

gboolean tessera_photo_view_get_place(TesseraPhotoView *self, graphene_rect_t *place) {
    gboolean is_sized = self->original_width > 0 && self->original_height > 0;
    GdkTexture *shown = tessera_photo_view_get_shown(self);
    if (gtk_widget_get_width(GTK_WIDGET(self)) <= 1 || (shown == NULL && !is_sized)) return FALSE;
    *place = fitted(self, self->picture == NULL && is_sized ? self->original_width / self->original_height
                                                            : ratio_of(shown));
    return TRUE;
}

void tessera_photo_view_set_lent(TesseraPhotoView *self, gboolean is_lent) {
    if (self->is_lent == is_lent) return;
    self->is_lent = is_lent;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_clear(TesseraPhotoView *self) {
    drop_all(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}
