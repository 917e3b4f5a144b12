// Labels and states of widgets for assistive technology.
//
// Why a shim: GTK's functions for this are variadic.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Sets the accessible label of `accessible` (copied). Main thread only.
static inline void tessera_accessible_set_label(gpointer accessible, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// Sets whether `accessible` is busy: what it shows is still loading. Main thread only.
static inline void tessera_accessible_set_busy(gpointer accessible, gboolean busy) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

/// Sets whether `accessible`, which can be selected, is. Main thread only.
static inline void tessera_accessible_set_selected(gpointer accessible, gboolean selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/// Whether the selected state of `accessible` is set to `selected`. For tests: needs GTK_A11Y=test. Main thread only.
static inline gboolean tessera_accessible_is_selected(gpointer accessible, gboolean selected) {
    char *difference =
        gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_SELECTED, selected);
    gboolean equal = difference == NULL;
    g_free(difference);
    return equal;
}

/// Whether the busy state of `accessible` is set. For tests: needs GTK_A11Y=test. Main thread only.
static inline gboolean tessera_accessible_is_busy(gpointer accessible) {
    char *difference = gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_BUSY, TRUE);
    gboolean busy = difference == NULL;
    g_free(difference);
    return busy;
}

/// Whether the accessible label of `accessible` is `label`. For tests: needs GTK_A11Y=test, GTK's backend that only
/// records. Main thread only.
static inline gboolean tessera_accessible_has_label(gpointer accessible, const char *label) {
    char *difference =
        gtk_test_accessible_check_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
    gboolean equal = difference == NULL;
    g_free(difference);
    return equal;
}

G_END_DECLS
