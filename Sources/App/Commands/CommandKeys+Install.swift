// How the keys of the table reach their commands.
import CGTK
import Desktop

extension CommandKeys {
    /// Registers the keys that act everywhere with the program.
    static func register(with application: UnsafeMutablePointer<GtkApplication>) {
        for (action, keys) in all(.program) {
            withCStrings(keys) { gtk_application_set_accels_for_action(application, action, $0) }
        }
    }

    /// Adds the keys that act in `widget` to it.
    /// - Parameter reach: Any but that of the program.
    static func install(_ reach: Reach, on widget: Widget) {
        let controller = made(gtk_shortcut_controller_new())
        if reach == .grid { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
        for (action, keys) in all(reach) {
            for key in keys {
                gtk_shortcut_controller_add_shortcut(
                    controller.opaque,
                    gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key), gtk_named_action_new(action)))
            }
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// All keys of a reach, by detailed action name.
    static func all(_ reach: Reach) -> [(action: String, keys: [String])] {
        WindowCommand.allCases.flatMap { command in
            command.definition.keys.filter { $0.reach == reach }
                .map { ($0.parameter.map { command.with($0) } ?? command.rawValue, $0.keys) }
        }
    }
}

extension WindowCommand {
    /// Returns the key to show beside the command where keys of `reaches` act; nil for none. Of keys of the program GTK
    /// shows by itself.
    func key(in reaches: [CommandKeys.Reach]) -> String? {
        definition.keys.first { reaches.contains($0.reach) }?.keys.first
    }
}
