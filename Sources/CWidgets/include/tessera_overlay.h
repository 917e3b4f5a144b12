// Widget of the profile overlay: lines of text and a bar per frame, drawn without layout.
//
// Why a shim: a label would request a new layout of the window at every change of its text, and so disturb the frames
// that it reports on. This widget has a fixed size and only queues redraws.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_OVERLAY (tessera_overlay_get_type())
G_DECLARE_FINAL_TYPE(TesseraOverlay, tessera_overlay, TESSERA, OVERLAY, GtkWidget)

/// All functions: main thread only.

/// Creates an overlay (floating) of fixed size: `bars` bars, a line across them at `budget` of their maximum height (0
/// to 1), and below them `lines` lines of `columns` monospaced characters.
GtkWidget *tessera_overlay_new(int bars, double budget, int lines, int columns);

/// Shows `text` (copied) in a line, counted from 0. If the text has changed, queues a redraw, never a layout, and
/// returns TRUE.
gboolean tessera_overlay_set_line(TesseraOverlay *self, int line, const char *text);

/// Sets the bar at `position`, counted from 0 at the left, which becomes the newest one: its height as a share of the
/// maximum, and whether it is over the budget. The bars after it are blanked out, so that the newest one stands out. A
/// bar stays in place until its position comes round again, so a frame changes only a strip of the graph. Queues no
/// redraw: the overlay must not cause the frames that it counts.
void tessera_overlay_set_bar(TesseraOverlay *self, int position, double height, gboolean is_late);

/// Returns the microseconds that snapshots of the widget have taken since the last call. The renderer's work is not
/// included.
gint64 tessera_overlay_take_snapshot_time(TesseraOverlay *self);

G_END_DECLS
