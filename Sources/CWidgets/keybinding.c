// Key bindings of a widget's class, by key.
#include "tessera_keybinding.h"

static gboolean is_for(GtkShortcut *shortcut, guint key) {
    GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger(shortcut);
    return GTK_IS_KEYVAL_TRIGGER(trigger) && gtk_keyval_trigger_get_keyval(GTK_KEYVAL_TRIGGER(trigger)) == key &&
           gtk_keyval_trigger_get_modifiers(GTK_KEYVAL_TRIGGER(trigger)) == 0;
}

static gboolean activate_in(GListModel *shortcuts, GtkWidget *widget, guint key) {
    gboolean done = FALSE;
    for (guint i = 0; !done && i < g_list_model_get_n_items(shortcuts); i++) {
        GtkShortcut *shortcut = g_list_model_get_item(shortcuts, i);
        if (is_for(shortcut, key))
            done = gtk_shortcut_action_activate(gtk_shortcut_get_action(shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE,
                                                widget, gtk_shortcut_get_arguments(shortcut));
        g_object_unref(shortcut);
    }
    return done;
}

gboolean tessera_keybinding_activate(GtkWidget *widget, guint key) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    gboolean done = FALSE;
    for (guint i = 0; !done && i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        // A shortcut controller is the list of its shortcuts.
        if (GTK_IS_SHORTCUT_CONTROLLER(controller)) done = activate_in(G_LIST_MODEL(controller), widget, key);
        g_object_unref(controller);
    }
    g_object_unref(controllers);
    return done;
}
