// Widget that draws the detail page's photo: placement, rotation, preview and full picture, and the fades of picture
// and backdrop.
#include "tessera_photoview.h"

#include "photo/fade.h"
#include "photo/framing.h"
#include "tessera_texture.h"

struct _TesseraPhotoView {
    GtkWidget parent_instance;
    // Previous backdrop, until the current one has faded in.
    GdkTexture *old_backdrop;
    GdkTexture *backdrop;
    GdkTexture *preview;
    GdkTexture *picture;
    GdkTexture *sharper;
    // Region of the photo that `sharper` shows.
    TesseraPhotoPart sharper_part;
    // Placeholder colour 0xRRGGBB instead of a preview; -1 for none.
    gint32 color;
    // Place of the photo after rotation; width 0 while it is unknown.
    graphene_rect_t place;
    // Quarters clockwise, 0…3.
    int quarter_turns;
    Fade picture_fade, backdrop_fade;
    // 0 when no fade runs.
    guint tick;
    // Whether the photo is drawn elsewhere for now.
    gboolean is_hidden_for_transition;
};

G_DEFINE_FINAL_TYPE(TesseraPhotoView, tessera_photo_view, GTK_TYPE_WIDGET)

static guint resized;

// Factor on the placeholder colour where it fills the whole view: as dark as a backdrop.
static const double backdrop_light = 0.45;
// The sharper picture is drawn at no less than this share of its size. The reason is given in Swift, where the same
// number is PictureLevel.smallestScale.
static const double smallest_scale = 0.75;

static graphene_rect_t bounds(TesseraPhotoView *self) {
    return GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(GTK_WIDGET(self)),
                              (float)gtk_widget_get_height(GTK_WIDGET(self)));
}

// Draws the preview as the centre crop of the photo, which is how the tile was cropped.
static void append_preview(TesseraPhotoView *self, GtkSnapshot *snapshot, const graphene_rect_t *whole) {
    graphene_rect_t crop = framing_crop(whole, framing_ratio(self->preview));
    tessera_texture_append(self->preview, GTK_WIDGET(self), snapshot, &crop);
}

static void append_color(TesseraPhotoView *self, GtkSnapshot *snapshot, const graphene_rect_t *rect, double light) {
    GdkRGBA color = {(float)((self->color >> 16 & 255) * light / 255), (float)((self->color >> 8 & 255) * light / 255),
                     (float)((self->color & 255) * light / 255), 1};
    gtk_snapshot_append_color(snapshot, &color, rect);
}

// Draws a texture that covers the whole view; the view's overflow setting clips it.
static void append_cover(TesseraPhotoView *self, GtkSnapshot *snapshot, GdkTexture *texture) {
    graphene_rect_t all = bounds(self), rect = framing_cover(&all, framing_ratio(texture));
    tessera_texture_append(texture, GTK_WIDGET(self), snapshot, &rect);
}

static void push_fade(GtkSnapshot *snapshot, const Fade *fade) {
    if (fade->progress < 1) gtk_snapshot_push_opacity(snapshot, fade->progress);
}

static void pop_fade(GtkSnapshot *snapshot, const Fade *fade) {
    if (fade->progress < 1) gtk_snapshot_pop(snapshot);
}

// Computes the place of the sharper picture. Returns FALSE when there is none, or when it would be drawn too small.
static gboolean sharper_place(TesseraPhotoView *self, const graphene_rect_t *place, graphene_rect_t *result) {
    const TesseraPhotoPart *part = &self->sharper_part;
    double device = gtk_widget_get_scale_factor(GTK_WIDGET(self));
    if (self->sharper == NULL || place->size.width * device < smallest_scale * part->whole_width) return FALSE;
    // In double precision: a large photo has large coordinates, and its pixels must align with device pixels.
    double across = (double)place->size.width / part->whole_width, down = (double)place->size.height / part->whole_height;
    *result = GRAPHENE_RECT_INIT((float)(place->origin.x + part->x * across), (float)(place->origin.y + part->y * down),
                                 (float)(part->width * across), (float)(part->height * down));
    return TRUE;
}

// Draws the photo. `place` and `sight`, the visible rectangle, are in the coordinates of the photo, which may be
// rotated.
static void append_photo(TesseraPhotoView *self, GtkSnapshot *snapshot, const graphene_rect_t *place,
                         const graphene_rect_t *sight) {
    if (self->picture == NULL || self->picture_fade.progress < 1) {
        if (self->preview != NULL)
            append_preview(self, snapshot, place);
        else if (self->color >= 0)
            append_color(self, snapshot, place, 1);
    }
    if (self->picture == NULL) return;
    push_fade(snapshot, &self->picture_fade);
    graphene_rect_t sharper, seen;
    gboolean is_sharper = sharper_place(self, place, &sharper);
    gboolean is_seen = graphene_rect_intersection(place, sight, &seen);
    // A region is decoded only of opaque photos, so it may be drawn over the picture; a whole sharper picture, which
    // may have transparent pixels, replaces it.
    if (!is_sharper || (is_seen && !graphene_rect_contains_rect(&sharper, &seen)))
        tessera_texture_append(self->picture, GTK_WIDGET(self), snapshot, place);
    if (is_sharper) tessera_texture_append(self->sharper, GTK_WIDGET(self), snapshot, &sharper);
    pop_fade(snapshot, &self->picture_fade);
}

// Converts a rectangle of the view to coordinates around `middle` that rotate with the photo.
static graphene_rect_t rotated(const graphene_rect_t *rect, const graphene_point_t *middle, int quarter_turns) {
    float x = rect->origin.x - middle->x, y = rect->origin.y - middle->y;
    float width = rect->size.width, height = rect->size.height;
    switch (quarter_turns) {
    case 1: return GRAPHENE_RECT_INIT(y, -x - width, height, width);
    case 2: return GRAPHENE_RECT_INIT(-x - width, -y - height, width, height);
    case 3: return GRAPHENE_RECT_INIT(-y - height, x, height, width);
    default: return GRAPHENE_RECT_INIT(x, y, width, height);
    }
}

static void tessera_photo_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TesseraPhotoView *self = TESSERA_PHOTO_VIEW(widget);
    if (self->is_hidden_for_transition) return;
    graphene_rect_t sight = bounds(self);
    if (self->old_backdrop != NULL) append_cover(self, snapshot, self->old_backdrop);
    if (self->backdrop != NULL) {
        push_fade(snapshot, &self->backdrop_fade);
        append_cover(self, snapshot, self->backdrop);
        pop_fade(snapshot, &self->backdrop_fade);
    }
    if (self->place.size.width <= 0) {
        if (self->color >= 0) append_color(self, snapshot, &sight, backdrop_light);
        return;
    }
    if (self->quarter_turns == 0) {
        append_photo(self, snapshot, &self->place, &sight);
        return;
    }
    graphene_point_t middle;
    graphene_rect_get_center(&self->place, &middle);
    graphene_rect_t place = rotated(&self->place, &middle, self->quarter_turns);
    graphene_rect_t rotated_sight = rotated(&sight, &middle, self->quarter_turns);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &middle);
    gtk_snapshot_rotate(snapshot, (float)(90 * self->quarter_turns));
    append_photo(self, snapshot, &place, &rotated_sight);
    gtk_snapshot_restore(snapshot);
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
    fade_start(fade, GTK_WIDGET(self));
    if (fade->progress < 1 && self->tick == 0)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), advance_fades, NULL, NULL);
}

static void drop_photo(TesseraPhotoView *self) {
    self->picture_fade.progress = 1;
    self->place = GRAPHENE_RECT_INIT(0, 0, 0, 0);
    self->quarter_turns = 0;
    drop_stand_in(self);
    g_clear_object(&self->picture);
    g_clear_object(&self->sharper);
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

void tessera_photo_view_show(TesseraPhotoView *self, GdkTexture *preview, gint32 color) {
    // The preview may be the texture that is shown, with no other reference to it.
    if (preview != NULL) g_object_ref(preview);
    drop_photo(self);
    self->preview = preview;
    self->color = color;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_set_bounds(TesseraPhotoView *self, const graphene_rect_t *place, int quarter_turns) {
    if (quarter_turns == self->quarter_turns && graphene_rect_equal(place, &self->place)) return;
    self->place = *place;
    self->quarter_turns = quarter_turns;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_set_preview(TesseraPhotoView *self, GdkTexture *preview) {
    if (self->picture != NULL) return;
    g_set_object(&self->preview, preview);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_set_backdrop(TesseraPhotoView *self, GdkTexture *backdrop, gboolean fades) {
    if (backdrop == self->backdrop) return;
    if (!fades) {
        g_clear_object(&self->old_backdrop);
        self->backdrop_fade.progress = 1;
        g_set_object(&self->backdrop, backdrop);
        gtk_widget_queue_draw(GTK_WIDGET(self));
        return;
    }
    // A backdrop that is still fading in is replaced by the next; the one behind it stays.
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

void tessera_photo_view_set_sharper(TesseraPhotoView *self, GdkTexture *sharper, const TesseraPhotoPart *part) {
    if (!g_set_object(&self->sharper, sharper)) return;
    gtk_widget_queue_draw(GTK_WIDGET(self));
    if (sharper == NULL) return;
    int width = gdk_texture_get_width(sharper), height = gdk_texture_get_height(sharper);
    self->sharper_part = part != NULL ? *part : (TesseraPhotoPart){0, 0, width, height, width, height};
}

GdkTexture *tessera_photo_view_get_sharper(TesseraPhotoView *self) { return self->sharper; }

GdkTexture *tessera_photo_view_get_shown(TesseraPhotoView *self) {
    return self->picture != NULL ? self->picture : self->preview;
}

gboolean tessera_photo_view_get_bounds(TesseraPhotoView *self, graphene_rect_t *place) {
    if (self->place.size.width <= 0) return FALSE;
    *place = self->place;
    return TRUE;
}

void tessera_photo_view_set_hidden_for_transition(TesseraPhotoView *self, gboolean is_hidden_for_transition) {
    if (self->is_hidden_for_transition == is_hidden_for_transition) return;
    self->is_hidden_for_transition = is_hidden_for_transition;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tessera_photo_view_clear(TesseraPhotoView *self) {
    drop_all(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}
