// The info panel beside the opened photo or the grid, or below it.
import Browse
import CGTK
import CWidgets
import Codecs
import Desktop
import Photos

/// A panel with the facts about a photo, or about several, at the side of a page, or at its lower edge. Reads no file
/// while it is hidden; cancels a read when another photo is shown.
final class InfoPanel {
    let root: WidgetReference
    private let revealer: OpaquePointer
    private let scrolled: OpaquePointer
    private let column: OpaquePointer
    private let histogram = HistogramView()
    /// The pixels whose tones are shown while the panel is.
    private var pixels: PixelBuffer?
    private var groups: [FactGroupView] = []
    /// Nil for a panel in which nothing is edited.
    let editor: WordsEditor?
    private let read: FileFactsQuestion
    private var shown: (photo: Photo, original: ImageLocation)?
    private var reading: Task<Void, Never>?

    private let onCopy: (PhotoFact) -> Void
    let onGo: (PhotoFact.Target) -> Void

    /// Reads the facts of the file at an absolute path; nil if there are none.
    typealias FileFactsQuestion = @Sendable (String) async throws -> FileFacts?

    /// Width in logical pixels: the path of a file takes two or three lines.
    private static let width: Int32 = 320
    /// Heights of the sheet in logical pixels: the least, and what it takes where there is room for the photo.
    private static let sheetHeight: (least: Int32, most: Int32) = (120, 320)

    /// - Parameters:
    ///   - slides: Whether the panel slides in and out, or is there at once: each width of a grid is laid out.
    ///   - editor: The part in which words are edited; nil for a panel that only shows them.
    ///   - onCopy: Called to copy the value of a row.
    ///   - onGo: Called to open the place that a row names.
    init(
        slides: Bool = true, editor: WordsEditor? = nil, read: @escaping FileFactsQuestion,
        onCopy: @escaping (PhotoFact) -> Void, onGo: @escaping (PhotoFact.Target) -> Void
    ) {
        (self.editor, self.read, self.onCopy, self.onGo) = (editor, read, onCopy, onGo)
        let revealer = made(gtk_revealer_new())
        root = WidgetReference(revealer)
        self.revealer = revealer.opaque
        if !slides { gtk_revealer_set_transition_duration(self.revealer, 0) }
        // Rows request all available width, which belongs to the picture.
        gtk_widget_set_hexpand(revealer, 0)
        let scrolled = made(gtk_scrolled_window_new())
        self.scrolled = scrolled.opaque
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        gtk_widget_add_css_class(scrolled, "info")
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        self.column = column.opaque
        tessera_accessible_set_label(scrolled.object, PhotoActionText.information)
        gtk_scrolled_window_set_child(scrolled.opaque, column)
        gtk_revealer_set_child(self.revealer, scrolled)
        gtk_widget_set_visible(histogram.widget, 0)
        gtk_box_append(column.cast(), histogram.widget)
        if let editor { gtk_box_append(column.cast(), editor.root.widget) }
        lay()
        // Hidden, so that the Tab key does not enter it.
        gtk_widget_set_visible(revealer, 0)
        Signal.onChange(of: "child-revealed", revealer) { [weak self] in self?.revealChanged() }
    }

    isolated deinit { reading?.cancel() }

    /// Called when the panel comes, goes, or takes another place.
    var onRoom: () -> Void = {}
    /// Width in logical pixels that the panel takes from the photo.
    var widthBeside: Int32 { isRevealed && !isSheet ? Self.width : 0 }

    /// Whether the panel comes from below: in a window without room for it beside the photo.
    var isSheet = false {
        didSet {
            guard isSheet != oldValue else { return }
            lay()
            onRoom()
        }
    }

    private func lay() {
        let (least, most) = isSheet ? Self.sheetHeight : (-1, -1)
        gtk_revealer_set_transition_type(
            revealer, isSheet ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP : GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT)
        gtk_widget_set_size_request(scrolled.cast(), isSheet ? -1 : Self.width, least)
        gtk_scrolled_window_set_max_content_height(scrolled, most)
        if isSheet {
            gtk_widget_add_css_class(scrolled.cast(), "sheet")
        } else {
            gtk_widget_remove_css_class(scrolled.cast(), "sheet")
        }
    }

    /// Whether the panel is shown or sliding in.
    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(revealer) != 0 }
        set {
            guard newValue != isRevealed else { return }
            if newValue { gtk_widget_set_visible(root.widget, 1) }
            gtk_revealer_set_reveal_child(revealer, newValue ? 1 : 0)
            if newValue {
                load()
            } else {
                editor?.keep()
                reading?.cancel()
            }
            countTones()
            onRoom()
        }
    }

    /// Whether the keyboard focus is in the panel.
    var hasFocus: Bool {
        guard let root = gtk_widget_get_root(self.root.widget), let focus = gtk_root_get_focus(root) else {
            return false
        }
        return gtk_widget_is_ancestor(focus, self.root.widget) != 0
    }

    /// Shows another photo. `original` is the location of its original.
    /// - Parameter editing: The same photo; nil where its words cannot be edited.
    func show(_ photo: Photo, original: ImageLocation, editing: WordsSubject? = nil) {
        editor?.show(editing)
        guard shown?.photo != photo || shown?.original != original else { return }
        shown = (photo, original)
        if isRevealed { load() }
        countTones()
    }

    /// Shows the tones of the picture that is shown of the photo, above its facts.
    /// - Parameter pixels: Nil while there is none.
    func show(tonesOf pixels: PixelBuffer?) {
        guard pixels !== self.pixels else { return }
        self.pixels = pixels
        countTones()
    }

    private func countTones() {
        gtk_widget_set_visible(histogram.widget, shown == nil ? 0 : 1)
        histogram.show(isRevealed && shown != nil ? pixels : nil)
    }

    /// Shows what there is to say of something else than one photo.
    /// - Parameter editing: The photos with their words; nil where those cannot be edited.
    func show(_ facts: [PhotoFactGroup], editing: (subject: WordsSubject, words: SharedWords)? = nil) {
        (shown, pixels) = (nil, nil)
        countTones()
        reading?.cancel()
        editor?.show(editing?.subject)
        if let editing { editor?.show(editing.words) }
        fill(facts)
    }

    /// Reads the facts of the shown photo again.
    func reload() {
        if isRevealed, shown != nil { load() }
    }

    /// Hides the panel and drops the photo: the page is closed.
    func clear() {
        isRevealed = false
        editor?.show(nil)
        (shown, pixels) = (nil, nil)
        countTones()
        reading?.cancel()
    }

    /// The shown tones; nil while they are not known, or the panel is hidden.
    var tones: ToneHistogram? { histogram.tones }
    /// The titles of the groups.
    var titles: [String] { groups.compactMap(\.title) }
    /// The shown keywords.
    var keywords: [String] { (editor?.keywords ?? []) + groups.flatMap(\.keywords) }
    /// The shown rows, by group.
    var rows: [[FactRow]] { groups.map(\.shownRows).filter { !$0.isEmpty } }

    private func revealChanged() {
        if !isRevealed { gtk_widget_set_visible(root.widget, 0) }
    }

    /// Shows what the listing knows at once, then adds what the file contains, usually before the next frame.
    private func load() {
        reading?.cancel()
        guard let (photo, original) = shown else { return }
        let isEdited = editor?.subject != nil
        fill(InfoRows.groups(of: photo, original: original, file: nil))
        guard let file = original.filePlace else { return }
        reading = Task { [weak self, read] in
            let facts = try? await read(file)
            var lengths: [FileName: Int] = [:]
            for name in photo.companions {
                guard let path = original.path(besides: name) else { continue }
                lengths[name] = try? await read(path.text)?.byteCount
            }
            guard let self, !Task.isCancelled else { return }
            if isEdited { self.editor?.show(SharedWords(facts?.description ?? PhotoDescription())) }
            self.fill(
                InfoRows.groups(
                    of: photo, original: original, file: facts, companions: lengths, withWords: !isEdited))
        }
    }

    private func fill(_ facts: [PhotoFactGroup]) {
        while groups.count < facts.count {
            let group = FactGroupView(onCopy: onCopy, onGo: onGo)
            gtk_box_append(column.cast(), group.widget)
            groups.append(group)
        }
        for (index, group) in groups.enumerated() { group.show(index < facts.count ? facts[index] : nil) }
    }
}
