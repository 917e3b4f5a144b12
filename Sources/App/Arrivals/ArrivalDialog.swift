// The dialog that copies new photos: from which card, where to, into which folders.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// A dialog that reads a card while it is open, shows the choices of the last time and keeps those that are made.
final class ArrivalDialog {
    private let cards: [PlaceVolume]
    private let preferences: Preferences
    private let facts: any FactsReader
    private let message: UnsafeMutablePointer<AdwMessageDialog>
    private let folderRow = WidgetReference(made(adw_action_row_new()))
    private let patternRow = WidgetReference(made(adw_entry_row_new()))
    private let preview = WidgetReference(made(gtk_label_new(nil)))
    private let state = WidgetReference(made(gtk_label_new(nil)))
    private var folder: FilePath?
    private var reading: Task<Void, Never>?
    /// What is on the chosen card; nil until it is read.
    private var contents: CardContents?

    private static let accept = Question.Answer(id: "copy", label: ArrivalText.accept, isSuggested: true)
    /// In logical pixels.
    private static let leastWidth: Int32 = 280

    /// - Parameters:
    ///   - cards: At least one.
    ///   - facts: Reads when photos were taken.
    ///   - answered: Called with what is to be copied, and the folder below which it goes; with nothing where the user
    ///     has cancelled.
    init(
        _ cards: [PlaceVolume], _ preferences: Preferences, facts: any FactsReader,
        over window: UnsafeMutablePointer<GtkWindow>,
        answered: @escaping ([FileOperation.Arrival], FilePath) -> Void
    ) {
        (self.cards, self.preferences, self.facts) = (cards, preferences, facts)
        let pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { FilePath(FilePath.text($0)) }
        folder = preferences.arrivalFolder ?? pictures
        let content = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        gtk_widget_set_size_request(content, Self.leastWidth, -1)
        weak var whole: ArrivalDialog?
        message = Question.ask(
            ArrivalText.heading(DisplayText.line(cards[0].name)), body: "", [Self.accept], over: window,
            content: content
        ) { id in
            whole?.reading?.cancel()
            guard id == Self.accept.id, let dialog = whole, let folder = dialog.folder else { return answered([], "") }
            preferences.arrivalFolder = folder
            preferences.arrivalPattern = dialog.written
            answered(dialog.arrivals(below: folder), folder)
        }
        whole = self
        fill(content)
        read(cards[0])
    }

    isolated deinit { reading?.cancel() }

    private func fill(_ content: Widget) {
        FolderRow.fill(folderRow.widget) { [weak self] in self?.chooseFolder() }
        adw_preferences_row_set_title(patternRow.widget.cast(), ArrivalText.folders)
        gtk_editable_set_text(patternRow.widget.opaque, preferences.arrivalPattern)
        Signal.on(patternRow.widget, "changed") { [weak self] in self?.update() }
        let list = made(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        gtk_widget_add_css_class(list, "boxed-list")
        if cards.count > 1 { gtk_list_box_append(list.opaque, cardRow) }
        for row in [folderRow, patternRow] { gtk_list_box_append(list.opaque, row.widget) }
        gtk_box_append(content.cast(), list)
        for label in [preview, state] {
            gtk_label_set_wrap(label.widget.opaque, 1)
            gtk_label_set_wrap_mode(label.widget.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_widget_add_css_class(label.widget, "caption")
            gtk_box_append(content.cast(), label.widget)
        }
    }

    private var cardRow: Widget {
        let row = made(adw_combo_row_new()), names = made(gtk_string_list_new(nil))
        adw_preferences_row_set_title(row.cast(), ArrivalText.card)
        for card in cards { gtk_string_list_append(names, DisplayText.line(card.name)) }
        adw_combo_row_set_model(row.cast(), names)
        g_object_unref(names.object)
        Signal.onChange(of: "selected", row) { [weak self] in
            let index = Int(adw_combo_row_get_selected(row.cast()))
            if let self, self.cards.indices.contains(index) { self.read(self.cards[index]) }
        }
        return row
    }

    private func chooseFolder() {
        PathChooser.chooseFolder(
            over: message.cast(), in: [folder?.text], title: ExportText.chooseFolder, accept: ExportText.choose
        ) { [weak self] path in
            self?.folder = FilePath(path)
            self?.update()
        }
    }

    private func read(_ card: PlaceVolume) {
        reading?.cancel()
        contents = nil
        adw_message_dialog_set_heading(message, ArrivalText.heading(DisplayText.line(card.name)))
        update()
        guard let path = card.path else { return }
        reading = Task { [weak self, facts] in
            let contents = await CardContents(of: path, facts: facts)
            guard let self, !Task.isCancelled else { return }
            self.contents = contents
            self.update()
        }
    }

    private var written: String { String(cString: gtk_editable_get_text(patternRow.widget.opaque)) }
    private var pattern: FolderPattern { FolderPattern(written) }

    /// The photos of the card, each with its folder.
    private func arrivals(below folder: FilePath) -> [FileOperation.Arrival] {
        let pattern = pattern
        return (contents?.photos ?? []).map {
            FileOperation.Arrival($0.photo, to: pattern.folder(of: $0, below: folder))
        }
    }

    /// Shows what is known, and whether it can be carried out.
    private func update() {
        adw_action_row_set_subtitle(
            folderRow.widget.cast(), folder.map { PlaceText.shown(path: $0) } ?? ExportText.noFolder)
        let flaw = pattern.flaw
        let example = contents?.photos.first.flatMap { first in
            folder.map { pattern.folder(of: first, below: $0).appending(first.photo.name) }
        }
        gtk_label_set_text(
            preview.widget.opaque,
            flaw.map(OperationText.words) ?? example.map { PlaceText.shown(path: $0) } ?? "")
        gtk_label_set_text(
            state.widget.opaque, contents.map { ArrivalText.found($0.photos.count) } ?? ArrivalText.reading)
        let isPossible = flaw == nil && folder != nil && contents?.photos.isEmpty == false
        adw_message_dialog_set_response_enabled(message, Self.accept.id, isPossible ? 1 : 0)
    }
}
