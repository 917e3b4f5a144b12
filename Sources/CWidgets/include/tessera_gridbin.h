// The wrapper around the scrolled grid that pins its columns.
//
// Why a shim: GtkGridView keeps 32 x max-columns cells alive whatever it shows, so minimum and maximum must both be the
// number that fits, and that is known only in size_allocate, a virtual function.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_GRID_BIN (tessera_grid_bin_get_type())
G_DECLARE_FINAL_TYPE(TesseraGridBin, tessera_grid_bin, TESSERA, GRID_BIN, GtkWidget)

/// Columns that fit `width` logical pixels; called in layout, must not touch widgets.
typedef int (*TesseraColumnsForWidth)(int width, gpointer context);

/// A new floating bin around `scroller` (transfer floating), a scrolled window whose child is `grid`. `columns` is
/// asked in every allocation whose width changed; `destroy` gets `context` once, when the bin dies.
/// Signal "geometry-changed": width, height or columns are new; emitted during layout, so a handler takes note, and
/// scrolls at most.
/// Main thread only.
GtkWidget *tessera_grid_bin_new(GtkWidget *scroller, GtkGridView *grid, TesseraColumnsForWidth columns, gpointer context,
                                GDestroyNotify destroy);

/// Asks for the columns again: the wanted tile size has changed.
void tessera_grid_bin_invalidate(TesseraGridBin *self);

/// Allocations of all bins since the program started; tests count them.
guint64 tessera_grid_bin_allocate_count(void);

G_END_DECLS
