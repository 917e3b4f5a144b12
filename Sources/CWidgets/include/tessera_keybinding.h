// The keys that a widget class is born with, for scripts: pressed without a keyboard.
//
// Why a shim: the bindings lie in a list of shortcuts whose items are told apart by type macros.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Does what the key binding of `widget`'s class for `key` without modifiers does, such as GDK_KEY_End on a grid view.
/// Returns FALSE when there is no such binding or it declined. Main thread only.
gboolean tessera_keybinding_activate(GtkWidget *widget, guint key);

G_END_DECLS
