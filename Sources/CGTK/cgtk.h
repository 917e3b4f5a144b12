// GTK and libadwaita, with GLib, as imported by Swift.
#pragma once

// As a module, so that GLib's types are declared once for all of them.
#include "../CGLib/cglib.h"

#include <adwaita.h>
#include <gtk/gtk.h>

#if !defined(GDK_VERSION_MIN_REQUIRED) || !defined(GDK_VERSION_MAX_ALLOWED) || !defined(ADW_VERSION_MIN_REQUIRED) \
    || !defined(ADW_VERSION_MAX_ALLOWED)
#error "Compile with the version ceilings of Package.swift"
#endif
#if !GTK_CHECK_VERSION(4, 8, 0) || !ADW_CHECK_VERSION(1, 2, 0)
#error "Tessera needs GTK 4.8 and libadwaita 1.2, or newer"
#endif
