// Placement of a tile's picture in its square: covering it, cropped, or whole within it; and the animation between the
// two.
//
// All functions: main thread only. `shown` is the tile's texture, borrowed, or NULL.
#pragma once
#include <gtk/gtk.h>

typedef struct {
    GtkWidget *tile;      // borrowed: the tile that this is a part of
    gboolean fits;        // whole within the square
    double cover;         // from the picture whole within the square (0) to covering it (1)
    double start_cover;   // the value of `cover` when the animation began
    gint64 start_time;    // frame time, microseconds
    guint tick;           // 0 while no animation runs
    GdkTexture *leaving;  // owned; drawn until the animation ends, in place of a cropped picture that looks as it will
} TesseraTileFit;

// Initializes the state for `tile`, covering. Call `tessera_tile_fit_end` before the tile is finalized.
void tessera_tile_fit_init(TesseraTileFit *self, GtkWidget *tile);

// Sets the fit as `tessera_tile_set_fit` does.
void tessera_tile_fit_set(TesseraTileFit *self, GdkTexture *shown, gboolean fits, gboolean moves);

// Call before `next` (borrowed, or NULL for none) replaces `shown`.
void tessera_tile_fit_replace(TesseraTileFit *self, GdkTexture *shown, GdkTexture *next);

// Ends a running animation at its final state.
void tessera_tile_fit_end(TesseraTileFit *self);

// Returns the place of the whole picture, including what is cropped. `shown` is not NULL.
graphene_rect_t tessera_tile_fit_bounds(TesseraTileFit *self, GdkTexture *shown, const graphene_rect_t *square);

// Draws the picture. `shown` is not NULL.
void tessera_tile_fit_append(TesseraTileFit *self, GdkTexture *shown, GtkSnapshot *snapshot, const graphene_rect_t *square);
