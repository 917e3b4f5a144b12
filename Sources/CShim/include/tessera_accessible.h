// Words for assistive technology.
//
// Why a shim: gtk_accessible_update_property is variadic.
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Names `accessible` (copied). Main thread only.
static inline void tessera_accessible_set_label(gpointer accessible, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

G_END_DECLS
