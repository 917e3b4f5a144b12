// Rows of the preferences that show one preference each, and change it.
import CGTK
import Desktop

/// Rows that follow the preferences for as long as this object lives: a preference that is changed elsewhere shows at
/// once.
final class PreferenceRows {
    private let preferences: Preferences
    private var bindings: [Any] = []

    init(_ preferences: Preferences) { self.preferences = preferences }

    /// Makes a group of rows.
    static func group(_ title: String, _ description: String? = nil, _ rows: [Widget]) -> Widget {
        let group = made(adw_preferences_group_new())
        adw_preferences_group_set_title(group.cast(), title)
        adw_preferences_group_set_description(group.cast(), description)
        for row in rows { adw_preferences_group_add(group.cast(), row) }
        return group
    }

    /// Makes a row with a title, and perhaps a line below it.
    static func row(_ title: String, _ subtitle: String? = nil, suffix: Widget? = nil) -> Widget {
        describe(made(adw_action_row_new()), title, subtitle, suffix: suffix)
    }

    @discardableResult
    private static func describe(_ row: Widget, _ title: String, _ subtitle: String?, suffix: Widget? = nil) -> Widget {
        adw_preferences_row_set_title(row.cast(), title)
        adw_action_row_set_subtitle(row.cast(), subtitle ?? "")
        if let suffix {
            gtk_widget_set_valign(suffix, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.cast(), suffix)
            adw_action_row_set_activatable_widget(row.cast(), suffix)
        }
        return row
    }

    /// Makes a row with a switch.
    func toggle(
        _ title: String, _ subtitle: String? = nil, _ path: ReferenceWritableKeyPath<Preferences, Bool>
    ) -> Widget {
        let toggle = made(gtk_switch_new())
        let row = Self.row(title, subtitle, suffix: toggle)
        follow(path, on: row) { gtk_switch_set_active(toggle.opaque, $0 ? 1 : 0) }
        Signal.onChange(of: "active", toggle) { [preferences] in
            preferences[keyPath: path] = gtk_switch_get_active(toggle.opaque) != 0
        }
        return row
    }

    /// Makes a row with a list of values, of which one is chosen.
    func choice<Value: Equatable>(
        _ title: String, _ subtitle: String? = nil, _ values: [(value: Value, name: String)],
        _ path: ReferenceWritableKeyPath<Preferences, Value>
    ) -> Widget {
        let row = Self.describe(made(adw_combo_row_new()), title, subtitle)
        let names = made(gtk_string_list_new(nil))
        for (_, name) in values { gtk_string_list_append(names, name) }
        adw_combo_row_set_model(row.cast(), names)
        g_object_unref(names.object)
        follow(path, on: row) { value in
            guard let index = values.firstIndex(where: { $0.value == value }) else { return }
            adw_combo_row_set_selected(row.cast(), guint(index))
        }
        Signal.onChange(of: "selected", row) { [preferences] in
            let index = Int(adw_combo_row_get_selected(row.cast()))
            if values.indices.contains(index) { preferences[keyPath: path] = values[index].value }
        }
        return row
    }

    /// Makes a row with a number.
    func number(
        _ title: String, _ subtitle: String? = nil, _ range: ClosedRange<Int>,
        _ path: ReferenceWritableKeyPath<Preferences, Int>
    ) -> Widget {
        let button = made(gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1))
        let row = Self.row(title, subtitle, suffix: button)
        follow(path, on: row) { gtk_spin_button_set_value(button.opaque, Double($0)) }
        Signal.on(button, "value-changed") { [preferences] in
            preferences[keyPath: path] = Int(gtk_spin_button_get_value_as_int(button.opaque))
        }
        return row
    }

    /// Shows a preference on a row, now and whenever it changes.
    private func follow<Value>(_ path: KeyPath<Preferences, Value>, on row: Widget, show: @escaping (Value) -> Void) {
        let held = WidgetReference(row)
        bindings.append(
            ModelBinding({ [preferences] in preferences[keyPath: path] }) { value in
                withExtendedLifetime(held) { show(value) }
            })
    }
}
