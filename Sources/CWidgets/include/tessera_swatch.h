// Leaf widget that paints a square of one plain colour: the tile of the bare grid that Tessera is measured against.
//
// Why a shim: a widget is a GObject subclass with virtual functions, which takes a page of C, or pointer arithmetic in
// Swift.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_SWATCH (tessera_swatch_get_type())
G_DECLARE_FINAL_TYPE(TesseraSwatch, tessera_swatch, TESSERA, SWATCH, GtkWidget)

/// Creates a swatch (floating), square at every width, painted except for a border of `gap` / 2 logical pixels.
/// `number` selects the colour, which is opaque. Never fails. Main thread only.
GtkWidget *tessera_swatch_new(guint number, int gap);

G_END_DECLS
