// GLib, GObject and GIO, as imported by Swift. Their version ceiling is a define of the build, like those of the other
// system modules: see Package.swift. Debian 12 is the floor; a newer function is reached through a run-time gate in C,
// never named here.
#pragma once

#include <gio/gio.h>
#include <glib-unix.h>
// Extended attributes, which Swift's own module of the C library leaves out.
#include <sys/xattr.h>
// gettext, likewise.
#include <libintl.h>

#if !defined(GLIB_VERSION_MIN_REQUIRED) || !defined(GLIB_VERSION_MAX_ALLOWED)
#error "Compile with the version ceilings of Package.swift"
#endif
#if !GLIB_CHECK_VERSION(2, 74, 0)
#error "Tessera needs GLib 2.74 or newer"
#endif
