// libsoup, with GLib, as imported by Swift.
#pragma once

// As a module, so that GLib's types are declared once for all of them.
#include "../CGLib/cglib.h"

#include <libsoup/soup.h>

#if !defined(SOUP_VERSION_MIN_REQUIRED) || !defined(SOUP_VERSION_MAX_ALLOWED)
#error "Compile with the version ceilings of Package.swift"
#endif
#if !SOUP_CHECK_VERSION(3, 2, 0)
#error "Tessera needs libsoup 3.2 or newer"
#endif
