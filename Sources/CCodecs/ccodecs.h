// The libraries that decode and encode, as imported by Swift: gdk-pixbuf. libjpeg, libpng, libwebp and lcms2 are called by C
// alone, and this module only links them.
#pragma once

// As a module, so that GLib's types are declared once for all of them.
#include "../CGLib/cglib.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

#if !defined(GDK_PIXBUF_VERSION_MIN_REQUIRED) || !defined(GDK_PIXBUF_VERSION_MAX_ALLOWED)
#error "Compile with the version ceilings of Package.swift"
#endif
#if !GDK_PIXBUF_CHECK_VERSION(2, 42, 0)
#error "Tessera needs gdk-pixbuf 2.42 or newer"
#endif
