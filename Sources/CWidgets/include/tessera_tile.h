// Leaf widget for one tile of the grid: paints a square picture, a placeholder or a failure.
//
// Why a shim: a widget is a GObject subclass with virtual functions, which takes a page of C, or pointer arithmetic in
// Swift. The widget knows nothing of photos or loading; it shows what it is given and only queues redraws, so that the
// arrival of a picture causes no layout.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_TILE (tessera_tile_get_type())
G_DECLARE_FINAL_TYPE(TesseraTile, tessera_tile, TESSERA, TILE, GtkWidget)

/// All functions: main thread only.

/// Creates a tile (floating), square at every width.
GtkWidget *tessera_tile_new(void);

/// Sets the side of the painted picture in logical pixels; it is centred in the tile on whole device pixels.
void tessera_tile_set_side(TesseraTile *self, double side);

/// Shows `texture` (transfer none; NULL: the placeholder) in the picture's square, and clears any failure. Does nothing
/// if it is shown already.
void tessera_tile_set_texture(TesseraTile *self, GdkTexture *texture);

/// Shows `texture` likewise, but fades it in over the placeholder within 0.15 s, easing out. Shows it at once when
/// another picture or a failure was shown, while the tile is not mapped, or when animations are off. The fade continues
/// when another texture is set, and ends when the texture is set to NULL.
void tessera_tile_fade_in(TesseraTile *self, GdkTexture *texture);

/// Sets whether the picture is drawn elsewhere for now; the tile then draws the placeholder in its place.
void tessera_tile_set_hidden_for_transition(TesseraTile *self, gboolean is_hidden_for_transition);

/// Sets whether the whole picture is shown within the square, instead of as much of it as covers the square (the
/// default). With `moves`, a picture that is shown animates to its new place within 0.2 s; one that was loaded cropped
/// starts when a whole one replaces it. At once while the tile is not mapped, or when animations are off.
void tessera_tile_set_fit(TesseraTile *self, gboolean fits, gboolean moves);

/// Sets `bounds` to the rectangle of the visible part of the picture, in the tile's coordinates. Returns FALSE for a
/// placeholder or a failure.
gboolean tessera_tile_get_picture(TesseraTile *self, graphene_rect_t *bounds);

/// Sets the placeholder's colour, 0xRRGGBB, opaque; -1 for the neutral one, the text colour at low opacity over the
/// window's. A failure resets it.
void tessera_tile_set_color(TesseraTile *self, gint32 color);
gint32 tessera_tile_get_color(TesseraTile *self);

/// Returns the texture shown, borrowed; NULL for a placeholder or a failure.
GdkTexture *tessera_tile_get_texture(TesseraTile *self);

/// Shows `label` (copied) instead of a picture, and drops the texture; NULL goes back to the placeholder.
void tessera_tile_set_failure(TesseraTile *self, const char *label);

/// Whether the tile shows a failure.
gboolean tessera_tile_is_failed(TesseraTile *self);

/// Sets the accessible name of the tile's grid cell (copied). At GTK 4.8 the name belongs to the cell around the tile,
/// which exists from bind on. Does nothing without a parent.
void tessera_tile_set_accessible_name(TesseraTile *self, const char *name);

/// Sets the accessible busy state of the tile's grid cell, which means that its picture is still loading. A picture, a
/// failure and `tessera_tile_set_texture` with NULL clear it. Costs something only when it changes; does nothing
/// without a parent.
void tessera_tile_set_busy(TesseraTile *self, gboolean busy);

/// Counters for tests: tiles alive, tiles in which a picture fades in or changes its fit, and, since the program
/// started, changes of the busy state, measures, and allocations of another size or after a request (GTK does not
/// allocate a tile that only moves).
gint tessera_tile_live_count(void);
gint tessera_tile_fading_count(void);
gint tessera_tile_refitting_count(void);
guint64 tessera_tile_busy_update_count(void);
guint64 tessera_tile_measure_count(void);
guint64 tessera_tile_allocate_count(void);

G_END_DECLS
