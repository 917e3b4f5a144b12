// The profile overlay's face: some lines of text and a bar a frame, drawn without layout.
//
// Why a shim: a label would ask for a new layout of the window at every change of its text, and so spoil the frames
// that it reports on. This widget has one size and only queues redraws.
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TESSERA_TYPE_READOUT (tessera_readout_get_type())
G_DECLARE_FINAL_TYPE(TesseraReadout, tessera_readout, TESSERA, READOUT, GtkWidget)

/// All functions: main thread only.

/// A new floating readout of fixed size.
GtkWidget *tessera_readout_new(void);

/// Shows `text` (copied, newline-separated).
void tessera_readout_set_text(TesseraReadout *self, const char *text);

/// Adds the bar of one frame: its main-thread time and the budget it is held against, milliseconds. The last 120 are
/// kept. Queues no redraw of its own: a readout must not cause the frames that it counts.
void tessera_readout_add_frame(TesseraReadout *self, double milliseconds, double budget);

G_END_DECLS
