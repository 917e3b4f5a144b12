// Activation of the key bindings of a widget class without a keyboard, for scenarios.
//
// Why a shim: the bindings are in a list of shortcuts whose items can be distinguished only by type macros.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Activates the binding of `widget`'s class for `key` without modifiers, such as GDK_KEY_End on a grid view. Returns
/// FALSE when there is no such binding or it declined. Main thread only.
gboolean tessera_keybinding_activate(GtkWidget *widget, guint key);

G_END_DECLS
