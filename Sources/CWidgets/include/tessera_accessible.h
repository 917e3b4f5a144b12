// Labels and states of widgets for assistive technology.
//
// Why a shim: GTK's functions for this are variadic.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

/// Gives `widget`, of which nothing has been told yet, a role. Main thread only.
static inline void tessera_accessible_set_role(gpointer widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

/// Sets the accessible label of `accessible` (copied). Main thread only.
static inline void tessera_accessible_set_label(gpointer accessible, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// Sets the accessible description of `accessible` (copied). Main thread only.
static inline void tessera_accessible_set_description(gpointer accessible, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/// Sets the level of `accessible`, a heading, counted from 1. Main thread only.
static inline void tessera_accessible_set_level(gpointer accessible, int level) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
}

/// Sets whether more than one child of `accessible`, a grid, can be selected. Main thread only.
static inline void tessera_accessible_set_multi_selectable(gpointer accessible, gboolean multiple) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_MULTI_SELECTABLE, multiple, -1);
}

/// Sets the place of `accessible`, a cell: its number in a set of `size`, its row and its column, all counted from 1.
/// Main thread only.
static inline void tessera_accessible_set_place(gpointer accessible, int position, int size, int row, int column) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_RELATION_POS_IN_SET, position,
                                   GTK_ACCESSIBLE_RELATION_SET_SIZE, size, GTK_ACCESSIBLE_RELATION_ROW_INDEX, row,
                                   GTK_ACCESSIBLE_RELATION_COL_INDEX, column, -1);
}

/// Sets how many rows and columns `accessible`, a grid, has. Main thread only.
static inline void tessera_accessible_set_extent(gpointer accessible, int rows, int columns) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_RELATION_ROW_COUNT, rows,
                                   GTK_ACCESSIBLE_RELATION_COL_COUNT, columns, -1);
}

/// Sets whether the check of `accessible` is set, not set, or set for a part. Main thread only.
static inline void tessera_accessible_set_checked(gpointer accessible, GtkAccessibleTristate checked) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_CHECKED, checked, -1);
}

/// Sets whether the rows below `accessible`, a row of a tree, are shown; a negative number if there are none. Main
/// thread only.
static inline void tessera_accessible_set_expanded(gpointer accessible, int expanded) {
    if (expanded < 0) {
        gtk_accessible_reset_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_EXPANDED);
    } else {
        gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_EXPANDED, expanded > 0, -1);
    }
}

/// Says of `accessible`, a button, that it opens a menu. Main thread only.
static inline void tessera_accessible_set_has_menu(gpointer accessible) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE, -1);
}

/// Sets whether `accessible` is left out of what assistive technology is shown. Main thread only.
static inline void tessera_accessible_set_hidden(gpointer accessible, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

/// Sets the value of `accessible` in words (copied), and as its description: GTK tells a value only of its own ranges,
/// and of other widgets from 4.10 on. Main thread only.
static inline void tessera_accessible_set_value_text(gpointer accessible, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/// Sets whether `accessible` is busy: what it shows is still loading. Main thread only.
static inline void tessera_accessible_set_busy(gpointer accessible, gboolean busy) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

/// Sets whether `accessible`, which can be selected, is. Main thread only.
static inline void tessera_accessible_set_selected(gpointer accessible, gboolean selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

G_END_DECLS
