// The keys that act on photos while they are culled.
import CGTK
import Desktop

/// Keys without a modifier on the page of a photo, before its own: digits magnify there otherwise.
enum CullingKeys {
    /// Adds the keys of the table to `widget`.
    /// - Parameters:
    ///   - isOn: Returns whether photos are being culled.
    ///   - act: Takes the detailed name of a key's action, and returns whether that acts; nil to activate it on the
    ///     widget.
    static func install(
        on widget: Widget, isOn: @escaping () -> Bool, act: ((_ action: String) -> Bool)? = nil
    ) {
        let keys = CommandKeys.all(.culling).flatMap { action, keys in keys.map { (value($0), action) } }
        let controller = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Signal.onKey(controller, "key-pressed") { _, modifiers in
            let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            guard isOn(), modifiers.rawValue & others == 0, !isElsewhere(widget),
                let event = gtk_event_controller_get_current_event(controller)
            else { return false }
            // As GTK matches keys: X is found on a keyboard of other letters, and a digit on one that has it above
            // others.
            guard let (_, action) = keys.first(where: { matches(event, $0.0) }) else { return false }
            return act?(action) ?? activate(action, on: widget)
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Activates an action by its detailed name, and returns whether there is one.
    @discardableResult
    static func activate(_ action: String, on widget: Widget) -> Bool {
        let detailed = parsed(action)
        return gtk_widget_activate_action_variant(widget, detailed.name, detailed.parameter) != 0
    }

    private static func matches(_ event: OpaquePointer, _ key: UInt32) -> Bool {
        gdk_key_event_matches(event, key, GdkModifierType(rawValue: 0)) != GDK_KEY_MATCH_NONE
    }

    private static func value(_ key: String) -> UInt32 {
        var value: UInt32 = 0
        gtk_accelerator_parse(key, &value, nil)
        return value
    }

    /// Returns a detailed name's action, and its parameter (floating).
    private static func parsed(_ action: String) -> (name: String, parameter: OpaquePointer?) {
        var name: UnsafeMutablePointer<CChar>?, parameter: OpaquePointer?
        g_action_parse_detailed_name(action, &name, &parameter, nil)
        defer { g_free(name) }
        return (name.map { String(cString: $0) } ?? action, parameter)
    }

    /// Whether the focus is in a menu, or in a text that is being written.
    private static func isElsewhere(_ widget: Widget) -> Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
        let instance = UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GTypeInstance.self)
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
            || g_type_check_instance_is_a(instance, gtk_text_get_type()) != 0
            || g_type_check_instance_is_a(instance, gtk_text_view_get_type()) != 0
    }
}
