// Placement of a tile's picture in its square, and its animation.
#include "tile_fit.h"

#include <adwaita.h>
#include <math.h>

#include "tessera_texture.h"
#include "tessera_tile.h"

// Duration of the animation between covering the square and lying within it, microseconds.
static const gint64 duration = 200 * 1000;

static gint moving_count;

static gboolean is_square(GdkTexture *texture) {
    return gdk_texture_get_width(texture) == gdk_texture_get_height(texture);
}

static double goal(const TesseraTileFit *self) { return self->fits ? 0 : 1; }

void tessera_tile_fit_init(TesseraTileFit *self, GtkWidget *tile) { *self = (TesseraTileFit){.tile = tile, .cover = 1}; }

graphene_rect_t tessera_tile_fit_bounds(TesseraTileFit *self, GdkTexture *shown, const graphene_rect_t *square) {
    GdkTexture *texture = self->leaving != NULL ? self->leaving : shown;
    // A picture that was loaded to cover is exactly square.
    if (is_square(texture)) return *square;
    double width = gdk_texture_get_width(texture), height = gdk_texture_get_height(texture);
    double side = square->size.width, within = side / fmax(width, height), over = side / fmin(width, height);
    double scale = within + (over - within) * self->cover;
    double left = (side - width * scale) / 2, top = (side - height * scale) / 2;
    if (self->cover == 0) {
        // At fractions of a device pixel the picture would be blurred.
        double device = gtk_widget_get_scale_factor(self->tile);
        left = floor(left * device) / device;
        top = floor(top * device) / device;
    }
    return GRAPHENE_RECT_INIT((float)(square->origin.x + left), (float)(square->origin.y + top), (float)(width * scale),
                              (float)(height * scale));
}

void tessera_tile_fit_append(TesseraTileFit *self, GdkTexture *shown, GtkSnapshot *snapshot,
                             const graphene_rect_t *square) {
    GdkTexture *texture = self->leaving != NULL ? self->leaving : shown;
    graphene_rect_t place = tessera_tile_fit_bounds(self, shown, square);
    // A clip doubles the cost of a picture under software rendering, so it is pushed only where needed.
    gboolean is_cut = self->cover > 0 && !is_square(texture);
    if (is_cut) gtk_snapshot_push_clip(snapshot, square);
    tessera_texture_append(texture, self->tile, snapshot, &place);
    if (is_cut) gtk_snapshot_pop(snapshot);
}

void tessera_tile_fit_end(TesseraTileFit *self) {
    self->cover = goal(self);
    g_clear_object(&self->leaving);
    if (self->tick == 0) return;
    gtk_widget_remove_tick_callback(self->tile, self->tick);
    self->tick = 0;
    moving_count -= 1;
}

static gboolean move(GtkWidget *tile, GdkFrameClock *clock, gpointer data) {
    TesseraTileFit *self = data;
    double left = 1 - (double)(gdk_frame_clock_get_frame_time(clock) - self->start_time) / (double)duration;
    gtk_widget_queue_draw(tile);
    if (left > 0) {
        self->cover = goal(self) + (self->start_cover - goal(self)) * fmin(1, left * left * left);
    } else {
        tessera_tile_fit_end(self);
    }
    return G_SOURCE_CONTINUE;
}

static gboolean may_move(const TesseraTileFit *self) {
    return gtk_widget_get_mapped(self->tile) && adw_get_enable_animations(self->tile);
}

static void begin(TesseraTileFit *self) {
    self->start_cover = self->cover;
    self->start_time = gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(self->tile));
    if (self->tick != 0) return;
    self->tick = gtk_widget_add_tick_callback(self->tile, move, self, NULL);
    moving_count += 1;
}

void tessera_tile_fit_set(TesseraTileFit *self, GdkTexture *shown, gboolean fits, gboolean moves) {
    if (self->fits == fits) return;
    self->fits = fits;
    if (shown == NULL || !moves || !may_move(self)) {
        tessera_tile_fit_end(self);
    } else if (self->leaving != NULL || !is_square(shown)) {
        begin(self);
    }
    // A square picture looks the same either way; the animation begins when it is replaced.
    gtk_widget_queue_draw(self->tile);
}

void tessera_tile_fit_replace(TesseraTileFit *self, GdkTexture *shown, GdkTexture *next) {
    if (shown == NULL || next == NULL || !may_move(self)) {
        tessera_tile_fit_end(self);
    } else if (self->tick != 0) {
        // While the picture grows, showing the cropped one at once would jump to the final state, so the old one stays
        // until the end. On the way back the whole picture takes over at the current size.
        if (is_square(next)) {
            if (self->leaving == NULL && !is_square(shown)) self->leaving = g_object_ref(shown);
        } else {
            g_clear_object(&self->leaving);
        }
    } else if (self->cover != goal(self) && !is_square(next)) {
        begin(self);
    }
}

gint tessera_tile_refitting_count(void) { return moving_count; }
