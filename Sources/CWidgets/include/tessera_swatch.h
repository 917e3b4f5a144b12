// A leaf widget that paints a square of one plain colour: the tile of the bare grid that Tessera is measured against.
//
// Why a shim: a widget is a GObject subclass with virtual functions, which C says in a page and Swift in pointer
// arithmetic.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_SWATCH (tessera_swatch_get_type())
G_DECLARE_FINAL_TYPE(TesseraSwatch, tessera_swatch, TESSERA, SWATCH, GtkWidget)

/// A new floating swatch, square at every width it is given, painted but for a border of `gap` / 2 logical pixels.
/// `number` picks the colour, which is opaque. Never fails. Main thread only.
GtkWidget *tessera_swatch_new(guint number, int gap);

G_END_DECLS
