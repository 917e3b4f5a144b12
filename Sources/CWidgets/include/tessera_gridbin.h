// Wrapper widget around the scrolled grid that sets its number of columns.
//
// Why a shim: GtkGridView keeps 32 × max-columns cells alive whatever it shows, so minimum and maximum must both be the
// number that fits, and that is known only in size_allocate, a virtual function.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_GRID_BIN (tessera_grid_bin_get_type())
G_DECLARE_FINAL_TYPE(TesseraGridBin, tessera_grid_bin, TESSERA, GRID_BIN, GtkWidget)

/// Returns the number of columns that fit `width` logical pixels. Called during layout; must not touch widgets.
typedef int (*TesseraColumnsForWidth)(int width, gpointer context);

/// Creates a bin (floating) around `scroller` (transfer floating), a scrolled window whose child is `grid`. `columns`
/// is called in every allocation whose width changed; `destroy` is called with `context` once, when the bin is
/// finalized. Main thread only.
///
/// Signal "geometry-changed": width, height or columns have changed. Emitted during layout, so a handler may record the
/// change and scroll, but nothing else.
GtkWidget *tessera_grid_bin_new(GtkWidget *scroller, GtkGridView *grid, TesseraColumnsForWidth columns, gpointer context,
                                GDestroyNotify destroy);

/// Calls `columns` again, because the wanted tile size has changed.
void tessera_grid_bin_invalidate(TesseraGridBin *self);

/// Number of allocations of all bins since the program started, for tests.
guint64 tessera_grid_bin_allocate_count(void);

G_END_DECLS
