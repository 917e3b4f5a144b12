// The dialog of an export: where to, under which names, in which form.
import CGTK
import Desktop
import Library
import Photos

/// A dialog that shows the choices of the last export and keeps those that are made.
final class ExportDialog {
    private let items: [NamePattern.Item]
    private let preferences: Preferences
    private let message: UnsafeMutablePointer<AdwMessageDialog>
    private let window: UnsafeMutablePointer<GtkWindow>
    /// The folder that the window shows; nil where it shows none.
    private let shown: FilePath?
    private let folderRow = WidgetReference(made(adw_action_row_new()))
    private let nameRow = WidgetReference(made(adw_entry_row_new()))
    private let preview = WidgetReference(made(gtk_label_new(nil)))
    private let side = WidgetReference(number(ExportRecipe.longSides))
    private let quality = WidgetReference(number(ExportRecipe.qualities))
    private let sideRow: WidgetReference
    private let qualityRow: WidgetReference
    private var folder: FilePath?

    /// In logical pixels.
    private static let leastWidth: Int32 = 280
    /// Longest sides that are offered.
    private static let sides = [2048, 1600, 1280]
    private static let accept = Question.Answer(id: "export", label: ExportText.accept, isSuggested: true)
    /// Photos of which all names are made while a pattern is typed: 2 ms.
    private static let mostPreviewed = 2000

    /// - Parameters:
    ///   - items: What the names of the photos are made of; at least one.
    ///   - preferences: Keeps the choices.
    ///   - answered: Called with the folder, once the choices are kept; with nil where nothing is to be exported.
    init(
        _ items: [NamePattern.Item], _ preferences: Preferences, shown: FilePath?,
        over window: UnsafeMutablePointer<GtkWindow>, answered: @escaping (FilePath?) -> Void
    ) {
        (self.items, self.preferences, self.window, self.shown) = (items, preferences, window, shown)
        folder = preferences.exportFolder
        let recipe = preferences.exportRecipe
        gtk_spin_button_set_value(side.widget.opaque, Double(recipe.longSide ?? Self.sides[0]))
        gtk_spin_button_set_value(quality.widget.opaque, Double(recipe.quality))
        sideRow = WidgetReference(PreferenceRows.row(ExportText.otherSide, suffix: side.widget))
        qualityRow = WidgetReference(PreferenceRows.row(ExportText.quality, suffix: quality.widget))
        let content = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        // As wide as the narrowest window lets it be: the dialog is as high as what is in it is at its least width.
        gtk_widget_set_size_request(content, Self.leastWidth, -1)
        weak var whole: ExportDialog?
        message = Question.ask(
            ExportText.heading(items.count), body: "", [Self.accept], over: window, content: content
        ) { id in
            guard id == Self.accept.id, let dialog = whole, let folder = dialog.folder else { return answered(nil) }
            dialog.preferences.exportFolder = folder
            answered(folder)
        }
        whole = self
        fill(content)
        Signal.on(side.widget, "value-changed") { [weak self] in
            guard let self else { return }
            self.change { $0.longSide = Self.value(of: self.side) }
        }
        Signal.on(quality.widget, "value-changed") { [weak self] in
            guard let self else { return }
            self.change { $0.quality = Self.value(of: self.quality) }
        }
        update()
    }

    private static func value(of button: WidgetReference) -> Int {
        Int(gtk_spin_button_get_value_as_int(button.widget.opaque))
    }

    private static func number(_ range: ClosedRange<Int>) -> Widget {
        made(gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1))
    }

    // MARK: Rows

    private func fill(_ content: Widget) {
        let place = Self.list([folderRow.widget, nameRow.widget])
        FolderRow.fill(folderRow.widget) { [weak self] in self?.chooseFolder() }
        adw_preferences_row_set_title(nameRow.widget.cast(), ExportText.name)
        gtk_editable_set_text(nameRow.widget.opaque, preferences.exportPattern)
        Signal.on(nameRow.widget, "changed") { [weak self] in self?.update() }
        gtk_box_append(content.cast(), place)
        let fields = NamePattern.Field.offered.map { (OperationText.field($0), $0.text) }
        gtk_box_append(content.cast(), Question.buttons(fields, of: nameRow.widget))
        gtk_label_set_wrap(preview.widget.opaque, 1)
        gtk_label_set_wrap_mode(preview.widget.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_widget_add_css_class(preview.widget, "caption")
        gtk_box_append(content.cast(), preview.widget)
        let sizes = [nil] + Self.sides.map(Optional.some)
        let recipe = preferences.exportRecipe
        let rows = [
            choice(ExportText.format, ExportRecipe.Format.allCases.map { ($0, ExportText.name($0)) }, recipe.format) {
                $0.format = $1
            },
            choice(
                ExportText.size,
                sizes.map { (Size.listed($0), $0.map(ExportText.size) ?? ExportText.originalSize) }
                    + [(.other, ExportText.otherSize)],
                sizes.contains(recipe.longSide) ? .listed(recipe.longSide) : .other
            ) { [weak self] recipe, size in
                guard let self else { return }
                gtk_widget_set_visible(self.sideRow.widget, size == .other ? 1 : 0)
                switch size {
                case .listed(let side): recipe.longSide = side
                case .other: recipe.longSide = Self.value(of: self.side)
                }
            },
            sideRow.widget, qualityRow.widget,
            choice(
                ExportText.metadata, ExportRecipe.Metadata.allCases.map { ($0, ExportText.name($0)) }, recipe.metadata
            ) { $0.metadata = $1 },
        ]
        gtk_widget_set_visible(sideRow.widget, sizes.contains(recipe.longSide) ? 0 : 1)
        gtk_box_append(content.cast(), Self.list(rows))
        if items.contains(where: { Self.mayBeCopied($0.name) }) {
            let note = made(gtk_label_new(ExportText.copiedNote))
            gtk_label_set_wrap(note.opaque, 1)
            gtk_widget_add_css_class(note, "caption")
            gtk_box_append(content.cast(), note)
        }
    }

    private enum Size: Equatable { case listed(Int?), other }

    private static func list(_ rows: [Widget]) -> Widget {
        let list = made(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        gtk_widget_add_css_class(list, "boxed-list")
        for row in rows { gtk_list_box_append(list.opaque, row) }
        return list
    }

    /// Makes a row with a list of values, of which one is chosen.
    private func choice<Value: Equatable>(
        _ title: String, _ values: [(value: Value, name: String)], _ chosen: Value,
        set: @escaping (inout ExportRecipe, Value) -> Void
    ) -> Widget {
        let row = made(adw_combo_row_new()), names = made(gtk_string_list_new(nil))
        adw_preferences_row_set_title(row.cast(), title)
        for (_, name) in values { gtk_string_list_append(names, name) }
        adw_combo_row_set_model(row.cast(), names)
        g_object_unref(names.object)
        adw_combo_row_set_selected(row.cast(), guint(values.firstIndex { $0.value == chosen } ?? 0))
        Signal.onChange(of: "selected", row) { [weak self] in
            let index = Int(adw_combo_row_get_selected(row.cast()))
            if values.indices.contains(index) { self?.change { set(&$0, values[index].value) } }
        }
        return row
    }

    /// Whether a file of this name may be one that is copied as it is.
    private static func mayBeCopied(_ name: FileName) -> Bool {
        VideoFile.covers(name.text) || [".gif", ".webp"].contains(name.ending.lowercased())
    }

    // MARK: Choices

    private func change(_ body: (inout ExportRecipe) -> Void) {
        var recipe = preferences.exportRecipe
        body(&recipe)
        preferences.exportRecipe = recipe
        update()
    }

    private func chooseFolder() {
        PathChooser.chooseFolder(
            over: message.cast(), in: [folder?.text, shown?.text], title: ExportText.chooseFolder,
            accept: ExportText.choose
        ) { [weak self] path in
            self?.folder = FilePath(path)
            self?.update()
        }
    }

    /// Shows what the choices come to, and whether they can be carried out.
    private func update() {
        adw_action_row_set_subtitle(
            folderRow.widget.cast(), folder.map { PlaceText.shown(path: $0) } ?? ExportText.noFolder)
        let text = String(cString: gtk_editable_get_text(nameRow.widget.opaque))
        let names = ExportNames(text, preferences.exportRecipe)
        // The last one has its own number only among all; few are made anew at each key.
        let all =
            items.count > Self.mostPreviewed ? names.all(Array(items.prefix(2) + items.suffix(1))) : names.all(items)
        let flaw = text.isEmpty ? .empty : all.lazy.compactMap(FileName.flaw).first
        gtk_label_set_text(
            preview.widget.opaque,
            flaw.map(OperationText.words)
                ?? ExportText.preview(all.count < 3 ? all : [all[0], all[1], all[all.count - 1]]))
        if flaw == nil { preferences.exportPattern = text }
        gtk_widget_set_sensitive(qualityRow.widget, preferences.exportRecipe.format == .png ? 0 : 1)
        adw_message_dialog_set_response_enabled(message, Self.accept.id, flaw == nil && folder != nil ? 1 : 0)
    }
}
