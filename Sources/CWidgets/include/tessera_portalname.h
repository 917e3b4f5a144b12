// Name of a window for the desktop's portal.
//
// Why a shim: the functions are those of GDK's backends, which a GTK may lack, and whose headers bring Xlib's macros.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Gets a window's name: `x11:` and the XID, or `wayland:` and the compositor's handle; NULL where it has none.
typedef void (*TesseraPortalNameFunc)(const char *name, gpointer data);

/// Asks for the name by which the portal puts its dialogs over `window`, a window that is shown (transfer none). On X11
/// `answer` is called before this returns, on Wayland when the compositor has answered or the window is gone; once in
/// each case. The name is valid as long as the window is. To be called once for a window: GTK before 4.12 forgets the
/// first of two questions. Main thread.
void tessera_window_ask_portal_name(GtkWindow *window, TesseraPortalNameFunc answer, gpointer data);

G_END_DECLS
