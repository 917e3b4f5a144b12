// The one place where the desktop's C libraries are included, so that the version ceiling holds for all of them.
// Debian 12 is the floor; a newer function is reached through a run-time gate in CShim, never named here.
#pragma once

#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2
#define SOUP_VERSION_MAX_ALLOWED SOUP_VERSION_3_2

#include <adwaita.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libsoup/soup.h>

#if !GLIB_CHECK_VERSION(2, 74, 0) || !GTK_CHECK_VERSION(4, 8, 0) || !ADW_CHECK_VERSION(1, 2, 0) \
    || !SOUP_CHECK_VERSION(3, 2, 0) || !GDK_PIXBUF_CHECK_VERSION(2, 42, 0)
#error "Tessera needs GLib 2.74, GTK 4.8, libadwaita 1.2, libsoup 3.2 and gdk-pixbuf 2.42, or newer"
#endif
