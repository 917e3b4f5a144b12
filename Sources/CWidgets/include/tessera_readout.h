// The profile overlay's face: some lines of text and a bar a frame, drawn without layout.
//
// Why a shim: a label would ask for a new layout of the window at every change of its text, and so spoil the frames
// that it reports on. This widget has one size and only queues redraws.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_READOUT (tessera_readout_get_type())
G_DECLARE_FINAL_TYPE(TesseraReadout, tessera_readout, TESSERA, READOUT, GtkWidget)

/// All functions: main thread only.

/// A new floating readout of fixed size: room for `bars` bars, a line across them at `budget` of their greatest height
/// (0 to 1), and below them `lines` lines of `columns` characters of equal width.
GtkWidget *tessera_readout_new(int bars, double budget, int lines, int columns);

/// Shows `text` (copied) in a line, counted from 0. If it is another text than before, queues a redraw, never a layout,
/// and returns TRUE.
gboolean tessera_readout_set_line(TesseraReadout *self, int line, const char *text);

/// Sets the bar at `position`, counted from 0 at the left, the newest one from now on: its height as a share of the
/// greatest, and whether it is over the budget. The bars after it are blanked out, so that the newest one is seen: a bar
/// stays where it is until its turn comes again, and a frame changes a strip of the graph and no more. Queues no redraw
/// of its own: a readout must not cause the frames that it counts.
void tessera_readout_set_bar(TesseraReadout *self, int position, double height, gboolean is_late);

/// Microseconds that snapshots of the widget have taken since this was last asked. What the renderer does with them is
/// not in it.
gint64 tessera_readout_take_snapshot_time(TesseraReadout *self);

G_END_DECLS
