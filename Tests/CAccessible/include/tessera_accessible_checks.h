// What a widget has told assistive technology, which GTK says by functions with variable arguments. They need
// GTK_A11Y=test, GTK's backend that only records.
#pragma once

#include "../../../Sources/CGTK/cgtk.h"

G_BEGIN_DECLS

/// Whether one of GTK's checks has found no difference; frees what it says of one.
static inline gboolean tessera_accessible_agrees(char *difference) {
    gboolean equal = difference == NULL;
    g_free(difference);
    return equal;
}

/// Whether the value of `accessible` in words is `text`. Main thread only.
static inline gboolean tessera_accessible_has_value_text(gpointer accessible, const char *text) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text));
}

/// Whether the selected state of `accessible` is set to `selected`. Main thread only.
static inline gboolean tessera_accessible_is_selected(gpointer accessible, gboolean selected) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_SELECTED, selected));
}

/// Whether the busy state of `accessible` is set. Main thread only.
static inline gboolean tessera_accessible_is_busy(gpointer accessible) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_BUSY, TRUE));
}

/// Whether the place of `accessible` was set to these values. Main thread only.
static inline gboolean tessera_accessible_has_place(gpointer accessible, int position, int size, int row, int column) {
    const GtkAccessibleRelation relations[] = {GTK_ACCESSIBLE_RELATION_POS_IN_SET, GTK_ACCESSIBLE_RELATION_SET_SIZE,
                                               GTK_ACCESSIBLE_RELATION_ROW_INDEX, GTK_ACCESSIBLE_RELATION_COL_INDEX};
    const int values[] = {position, size, row, column};
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        char *difference = gtk_test_accessible_check_relation(GTK_ACCESSIBLE(accessible), relations[i], values[i]);
        if (difference == NULL) continue;
        g_free(difference);
        return FALSE;
    }
    return TRUE;
}

/// Whether the check of `accessible` was set to `checked`. Main thread only.
static inline gboolean tessera_accessible_is_checked(gpointer accessible, GtkAccessibleTristate checked) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_CHECKED, checked));
}

/// Whether `accessible` is left out of what assistive technology is shown. Main thread only.
static inline gboolean tessera_accessible_is_hidden(gpointer accessible) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE));
}

/// Whether the accessible description of `accessible` is `description`. Main thread only.
static inline gboolean tessera_accessible_has_description(gpointer accessible, const char *description) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description));
}

/// Whether the accessible label of `accessible` is `label`. Main thread only.
static inline gboolean tessera_accessible_has_label(gpointer accessible, const char *label) {
    return tessera_accessible_agrees(
        gtk_test_accessible_check_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label));
}

G_END_DECLS
