// Loaders of gdk-pixbuf, made ready before the process is confined.
//
// Why a shim: what some loaders open only when they read a picture has to be found by name in their libraries.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Loads the loader of a MIME type, and what its library opens when it is used first. Does nothing if there is none. Any
/// thread.
void tessera_loader_prepare(const char *mime_type);

G_END_DECLS
