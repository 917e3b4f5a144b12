// The question for the dates of photos.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A dialog with a date to set, a time to add, or two zones, and what becomes of one of the photos.
final class DateDialog {
    private let message: UnsafeMutablePointer<AdwMessageDialog>
    private let stack: OpaquePointer
    private let date: OpaquePointer
    private let spins: [OpaquePointer]
    private let zones: [OpaquePointer]
    private let preview: OpaquePointer
    private let example: (name: String, taken: TakenTime?)
    private let isPlausible: (WrittenTime) -> Bool
    private let count: Int

    private static let pages = ["date", "shift", "zone"], change = "change"
    private static let sortedZones = DateChange.zones.sorted()
    /// The most that is added by one part: a century of days, and what makes no larger part.
    private static let ranges: [(String, Double)] = [
        (DateChangeText.days, 36_525), (DateChangeText.hours, 23), (DateChangeText.minutes, 59),
    ]

    /// Asks over `window`.
    /// - Parameters:
    ///   - count: How many photos are changed.
    ///   - example: The name of one of them, and when it was taken.
    ///   - zone: The minutes by which the clock of this machine is ahead of UTC.
    ///   - isPlausible: Whether a photo can have been taken at a time.
    ///   - chosen: Called with the edit; not where the user cancels.
    static func ask(
        over window: UnsafeMutablePointer<GtkWindow>, count: Int, example: (name: String, taken: TakenTime?),
        zone: Int, isPlausible: @escaping (WrittenTime) -> Bool, chosen: @escaping (PhotoEdit) -> Void
    ) {
        let dialog = DateDialog(over: window, count, example, zone, isPlausible)
        // The dialog's signals keep it as long as there is one.
        Signal.onPointer(dialog.message, "response") { id in
            guard let id, String(cString: id.assumingMemoryBound(to: CChar.self)) == change else { return }
            if let edit = dialog.asked.edit { chosen(edit) }
        }
    }

    private init(
        over window: UnsafeMutablePointer<GtkWindow>, _ count: Int, _ example: (name: String, taken: TakenTime?),
        _ zone: Int, _ isPlausible: @escaping (WrittenTime) -> Bool
    ) {
        (self.example, self.isPlausible, self.count) = (example, isPlausible, count)
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)), stack = made(gtk_stack_new())
        self.stack = stack.opaque
        gtk_stack_set_vhomogeneous(self.stack, 1)
        let switcher = made(gtk_stack_switcher_new())
        gtk_stack_switcher_set_stack(switcher.opaque, self.stack)
        gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER)
        let date = made(gtk_entry_new())
        self.date = date.opaque
        gtk_entry_set_activates_default(date.cast(), 1)
        gtk_entry_set_max_length(date.cast(), 40)
        gtk_entry_set_placeholder_text(date.cast(), "1975-06-14 18:30")
        spins = Self.ranges.map { _, most in
            let spin = made(gtk_spin_button_new_with_range(-most, most, 1)).opaque
            gtk_spin_button_set_numeric(spin, 1)
            gtk_spin_button_set_value(spin, 0)
            return spin
        }
        zones = (0..<2).map { _ in
            let names = made(gtk_string_list_new(nil))
            for zone in Self.sortedZones { gtk_string_list_append(names, DateChangeText.zone(zone)) }
            // The list is the widget's from now on.
            let list = made(gtk_drop_down_new(names, nil)).opaque
            gtk_drop_down_set_selected(list, UInt32(Self.sortedZones.firstIndex(of: zone) ?? 0))
            return list
        }
        let preview = made(gtk_label_new(nil))
        self.preview = preview.opaque
        gtk_label_set_wrap(self.preview, 1)
        gtk_label_set_wrap_mode(self.preview, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_justify(self.preview, GTK_JUSTIFY_CENTER)
        gtk_widget_add_css_class(preview, "caption")
        let answer = Question.Answer(id: Self.change, label: DateChangeText.answer, isSuggested: true)
        message = Question.ask(DateChangeText.heading(count), body: "", [answer], over: window, content: box) { _ in }
        let fields = [
            Self.column([(nil, date)], note: DateChangeText.dateHint),
            Self.column(zip(Self.ranges.map(\.0), spins).map { ($0, $1.cast()) }, note: DateChangeText.shiftHint),
            Self.column(
                zip([DateChangeText.cameraZone, DateChangeText.placeZone], zones).map { ($0, $1.cast()) },
                note: DateChangeText.zoneHint),
        ]
        for (field, (name, title)) in zip(
            fields, zip(Self.pages, [DateChangeText.date, DateChangeText.shift, DateChangeText.zoneTitle]))
        {
            gtk_stack_add_titled(self.stack, field, name, title)
        }
        tessera_accessible_set_label(date.object, DateChangeText.date)
        for child in [switcher, stack, preview] { gtk_box_append(box.cast(), child) }
        Signal.on(date, "changed") { [weak self] in self?.show() }
        for spin in spins { Signal.on(spin, "value-changed") { [weak self] in self?.show() } }
        for list in zones { Signal.onChange(of: "selected", list) { [weak self] in self?.show() } }
        Signal.onChange(of: "visible-child", self.stack) { [weak self] in self?.show() }
        show()
        gtk_widget_grab_focus(date)
    }

    /// A column of fields with their names before them, and a sentence below (floating).
    private static func column(_ fields: [(name: String?, widget: Widget)], note: String) -> Widget {
        let grid = made(gtk_grid_new())
        gtk_grid_set_row_spacing(grid.cast(), 6)
        gtk_grid_set_column_spacing(grid.cast(), 12)
        for (row, field) in fields.enumerated() {
            gtk_widget_set_hexpand(field.widget, 1)
            if let name = field.name {
                let label = made(gtk_label_new(name))
                gtk_label_set_xalign(label.opaque, 0)
                gtk_label_set_wrap(label.opaque, 1)
                gtk_grid_attach(grid.cast(), label, 0, Int32(row), 1, 1)
                tessera_accessible_set_label(field.widget.object, name)
            }
            gtk_grid_attach(
                grid.cast(), field.widget, field.name == nil ? 0 : 1, Int32(row), field.name == nil ? 2 : 1, 1)
        }
        let label = made(gtk_label_new(note))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_max_width_chars(label.opaque, 36)
        gtk_widget_add_css_class(label, "caption")
        gtk_widget_add_css_class(label, "dim-label")
        gtk_grid_attach(grid.cast(), label, 0, Int32(fields.count), 2, 1)
        return grid
    }

    /// What is asked for now.
    private var asked: DateChange {
        let page = gtk_stack_get_visible_child_name(stack).map { String(cString: $0) }
        switch page {
        case "shift":
            let parts = spins.map { Int(gtk_spin_button_get_value_as_int($0)) }
            return .shift(days: parts[0], hours: parts[1], minutes: parts[2])
        case "zone":
            let chosen = zones.map { Self.sortedZones[Int(gtk_drop_down_get_selected($0))] }
            return .zone(from: chosen[0], to: chosen[1])
        default: return .date(gtk_editable_get_text(date).map { String(cString: $0) } ?? "")
        }
    }

    /// Shows what becomes of the example, or why nothing does.
    private func show() {
        let result = asked.preview(of: example.taken, isPlausible: isPlausible)
        let isGood =
            switch result {
            case .success?: true
            // Others of several may have what the example lacks.
            case .failure(let refusal)?: count > 1 && refusal != .implausibleDate
            case nil: false
            }
        gtk_label_set_text(preview, DateChangeText.preview(of: example.name, example.taken, result))
        adw_message_dialog_set_response_enabled(message, Self.change, isGood ? 1 : 0)
    }
}
