// Name of the OpenGL renderer of a display.
//
// Why a shim: glGetString is a macro over libepoxy's function pointer, which Swift's importer does not see.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Returns GL_RENDERER of the OpenGL that GTK uses on `display` (transfer full), or NULL where it has none. Creates a
/// context and releases it again, but draws nothing. Main thread.
char *tessera_opengl_name(GdkDisplay *display);

G_END_DECLS
