// The desktop's C libraries, as imported by Swift. Their version ceilings are defines of the build: see Package.swift.
// Debian 12 is the floor; a newer function is reached through a run-time gate in CShim, never named here.
#pragma once

#include <adwaita.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libsoup/soup.h>

#if !defined(GLIB_VERSION_MAX_ALLOWED) || !defined(GDK_VERSION_MAX_ALLOWED) || !defined(ADW_VERSION_MAX_ALLOWED) \
    || !defined(SOUP_VERSION_MAX_ALLOWED) || !defined(GDK_PIXBUF_VERSION_MAX_ALLOWED)
#error "Compile with the version ceilings of Package.swift"
#endif
#if !GLIB_CHECK_VERSION(2, 74, 0) || !GTK_CHECK_VERSION(4, 8, 0) || !ADW_CHECK_VERSION(1, 2, 0) \
    || !SOUP_CHECK_VERSION(3, 2, 0) || !GDK_PIXBUF_CHECK_VERSION(2, 42, 0)
#error "Tessera needs GLib 2.74, GTK 4.8, libadwaita 1.2, libsoup 3.2 and gdk-pixbuf 2.42, or newer"
#endif
