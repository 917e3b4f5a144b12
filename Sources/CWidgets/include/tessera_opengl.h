// What the OpenGL of a display calls itself.
//
// Why a shim: glGetString is a macro over libepoxy's function pointer, which Swift's importer does not see.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// GL_RENDERER of the OpenGL that GTK uses on `display` (transfer full), or NULL where it has none. Makes a context and
/// gives it up again, but draws nothing. Main thread.
char *tessera_opengl_name(GdkDisplay *display);

G_END_DECLS
