// The keys of GTK's own lists, pressed without a keyboard.
import CGTK
import Desktop

/// The key bindings of a widget's class, such as End of a grid view, without a keyboard.
enum ClassKeyBinding {
    /// Activates the binding for a key without modifiers.
    /// - Returns: Whether there is such a binding and it did not decline.
    @discardableResult
    static func activate(_ key: UInt32, of widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        let controllers = GObjectReference(adopting: gtk_widget_observe_controllers(widget).object)
        return items(of: controllers.pointer.opaque).contains { controller in
            // A shortcut controller is the list of its shortcuts.
            guard isA(controller, gtk_shortcut_controller_get_type()) else { return false }
            return items(of: controller.pointer.opaque).contains { activate($0.pointer.opaque, if: key, on: widget) }
        }
    }

    private static func activate(
        _ shortcut: OpaquePointer, if key: UInt32, on widget: UnsafeMutablePointer<GtkWidget>
    ) -> Bool {
        guard let trigger = gtk_shortcut_get_trigger(shortcut).map({ GObjectReference(retaining: $0.object) }),
            isA(trigger, gtk_keyval_trigger_get_type()), gtk_keyval_trigger_get_keyval(trigger.pointer.opaque) == key,
            gtk_keyval_trigger_get_modifiers(trigger.pointer.opaque).rawValue == 0
        else { return false }
        return gtk_shortcut_action_activate(
            gtk_shortcut_get_action(shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE, widget,
            gtk_shortcut_get_arguments(shortcut)) != 0
    }

    private static func isA(_ object: GObjectReference, _ type: GType) -> Bool {
        g_type_check_instance_is_a(object.pointer.cast(), type) != 0
    }

    private static func items(of list: OpaquePointer) -> [GObjectReference] {
        (0..<g_list_model_get_n_items(list)).compactMap { index in
            g_list_model_get_item(list, index).map { GObjectReference(adopting: $0) }
        }
    }
}
