// One tile of the grid: a leaf widget that paints a square picture, a placeholder or a failure.
//
// Why a shim: a widget is a GObject subclass with virtual functions, which C says in a page and Swift in pointer
// arithmetic. The widget knows nothing of photos or loading; it shows what it is told and only ever queues a redraw,
// so that a picture that arrives causes no layout.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_TILE (tessera_tile_get_type())
G_DECLARE_FINAL_TYPE(TesseraTile, tessera_tile, TESSERA, TILE, GtkWidget)

/// All functions: main thread only.

/// A new floating tile, square at every width it is given.
GtkWidget *tessera_tile_new(void);

/// Side of the painted picture in logical pixels; it is centred in the tile on whole device pixels.
void tessera_tile_set_side(TesseraTile *self, double side);

/// Shows `texture` (transfer none; NULL: the placeholder) in the picture's square, and takes any failure away. Does nothing
/// when it is shown already.
void tessera_tile_set_texture(TesseraTile *self, GdkTexture *texture);

/// The same for a picture that comes late: it appears from under the placeholder within 0.15 s, slower toward the end.
/// At once when another picture or a failure was shown, while the tile is not mapped, or when animations are off. It
/// goes on when another texture is set, and ends early without one.
void tessera_tile_fade_in(TesseraTile *self, GdkTexture *texture);

/// Whether the picture is drawn elsewhere meanwhile, and the placeholder in its place here.
void tessera_tile_set_lent(TesseraTile *self, gboolean is_lent);

/// Whether all of the picture is shown within the square, or as much of it as covers the square, which is what a new tile
/// does. With `moves` a picture that is shown grows or shrinks into its new place within 0.2 s: one that was loaded cropped
/// begins when a whole one takes its place. At once while the tile is not mapped, or when animations are off.
void tessera_tile_set_fit(TesseraTile *self, gboolean fits, gboolean moves);

/// Sets `bounds` to where the picture is drawn, in the tile's coordinates, without what is cut off.
/// Returns: FALSE for a placeholder or a failure.
gboolean tessera_tile_get_picture(TesseraTile *self, graphene_rect_t *bounds);

/// The placeholder's colour, 0xRRGGBB, opaque; -1 for the neutral one, a little of the text colour on the window's. A
/// failure takes it away.
void tessera_tile_set_color(TesseraTile *self, gint32 color);
gint32 tessera_tile_get_color(TesseraTile *self);

/// The texture shown, borrowed; NULL for a placeholder or a failure.
GdkTexture *tessera_tile_get_texture(TesseraTile *self);

/// Shows `label` (copied) instead of a picture; NULL goes back to the placeholder. Keeps no texture.
void tessera_tile_set_failure(TesseraTile *self, const char *label);

/// TRUE while the tile shows a failure.
gboolean tessera_tile_is_failed(TesseraTile *self);

/// Names the tile's grid cell for assistive technology (copied). At GTK 4.8 the name belongs to the cell around the
/// tile, which exists from bind on; without a parent nothing happens.
void tessera_tile_set_accessible_name(TesseraTile *self, const char *name);

/// Says of the tile's grid cell that its picture is still to come. A picture, a failure and `tessera_tile_set_texture` with
/// NULL take it back. Costs something only when it changes; without a parent nothing happens.
void tessera_tile_set_busy(TesseraTile *self, gboolean busy);

/// Tiles alive right now, those in which a picture fades in or changes its fit, and what was asked of tiles since the program started:
/// changes of the busy state, measures, and allocations of another size or after a request (a tile that only moves is not asked). Tests count them.
gint tessera_tile_live_count(void);
gint tessera_tile_fading_count(void);
gint tessera_tile_refitting_count(void);
guint64 tessera_tile_busy_update_count(void);
guint64 tessera_tile_measure_count(void);
guint64 tessera_tile_allocate_count(void);

G_END_DECLS
