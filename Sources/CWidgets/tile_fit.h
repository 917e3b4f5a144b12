// How a tile's picture lies in its square: over all of it, cut off, or whole within it; and the way from one to the other.
//
// All functions: main thread only. `shown` is the tile's texture, borrowed, or NULL.
#pragma once
#include <gtk/gtk.h>

typedef struct {
    GtkWidget *tile;      // borrowed: the tile that this is a part of
    gboolean fits;        // whole within the square
    double cover;         // how far the picture is drawn from within the square (0) to over all of it (1)
    double start_cover;   // the same when it began to change
    gint64 start_time;    // frame time, microseconds
    guint tick;           // 0 while nothing changes
    GdkTexture *leaving;  // owned; drawn until the change ends, in place of a cropped picture that looks as it will then
} TesseraTileFit;

// Covering, for `tile`. `tessera_tile_fit_end` has to be called before it is gone.
void tessera_tile_fit_init(TesseraTileFit *self, GtkWidget *tile);

// As `tessera_tile_set_fit`.
void tessera_tile_fit_set(TesseraTileFit *self, GdkTexture *shown, gboolean fits, gboolean moves);

// `next` (borrowed, or NULL for none) is about to take the place of `shown`.
void tessera_tile_fit_replace(TesseraTileFit *self, GdkTexture *shown, GdkTexture *next);

// Ends a change that is under way, at its end.
void tessera_tile_fit_end(TesseraTileFit *self);

// Where the whole picture is drawn, what is cut off included. `shown` is not NULL.
graphene_rect_t tessera_tile_fit_place(TesseraTileFit *self, GdkTexture *shown, const graphene_rect_t *square);

// Draws the picture. `shown` is not NULL.
void tessera_tile_fit_append(TesseraTileFit *self, GdkTexture *shown, GtkSnapshot *snapshot, const graphene_rect_t *square);
