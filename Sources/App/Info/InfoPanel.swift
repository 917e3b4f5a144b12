// The info panel beside the opened photo or the grid, or below it.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// A panel with the facts about a photo, or about several, at the side of a page, or at its lower edge. Reads no file
/// while it is hidden; cancels a read when another photo is shown. What a panel contains that does not slide in is made
/// when it is revealed for the first time.
final class InfoPanel {
    let root: WidgetReference
    private let revealer: OpaquePointer
    /// Nil before it is needed.
    private var contents: InfoContents?
    private let makeContents: () -> InfoContents
    let onGo: (PhotoFact.Target) -> Void
    /// The pixels whose tones are shown while the panel is.
    private var pixels: PixelBuffer?
    private let read: FileFactsQuestion
    private var shown: (photo: Photo, original: ImageLocation)?
    /// The photos whose words are edited in the panel, for the editor that is not made yet.
    private var editing: WordsSubject?
    private var reading: Task<Void, Never>?

    /// Reads the facts of the file at an absolute path; nil if there are none.
    typealias FileFactsQuestion = @Sendable (String) async throws -> FileFacts?

    /// - Parameters:
    ///   - slides: Whether the panel slides in and out, or is there at once: each width of a grid is laid out.
    ///   - makeEditor: Makes the part in which words are edited; returns nil for a panel that only shows them.
    ///   - onCopy: Called to copy the value of a row.
    ///   - onGo: Called to open the place that a row names.
    init(
        slides: Bool = true, makeEditor: @escaping () -> WordsEditor? = { nil }, read: @escaping FileFactsQuestion,
        onCopy: @escaping (PhotoFact) -> Void, onGo: @escaping (PhotoFact.Target) -> Void
    ) {
        (self.read, self.onGo) = (read, onGo)
        makeContents = { InfoContents(editor: makeEditor(), onCopy: onCopy, onGo: onGo) }
        let revealer = made(gtk_revealer_new())
        root = WidgetReference(revealer)
        self.revealer = revealer.opaque
        if !slides { gtk_revealer_set_transition_duration(self.revealer, 0) }
        // Rows request all available width, which belongs to the picture.
        gtk_widget_set_hexpand(revealer, 0)
        lay()
        // Hidden, so that the Tab key does not enter it.
        gtk_widget_set_visible(revealer, 0)
        Signal.onChange(of: "child-revealed", revealer) { [weak self] in self?.revealChanged() }
        // In what slides in for the first time GTK (4.8) leaves an empty text without height.
        if slides { prepare() }
    }

    isolated deinit { reading?.cancel() }

    /// Makes what the panel contains, unless it is there.
    private func prepare() {
        guard contents == nil else { return }
        let contents = makeContents()
        self.contents = contents
        gtk_revealer_set_child(revealer, contents.root.widget)
        lay()
        contents.editor?.show(editing)
    }

    /// The part in which words are edited; nil before it is needed, and where nothing is edited.
    var editor: WordsEditor? { contents?.editor }

    /// Called when the panel comes, goes, or takes another place.
    var onRoom: () -> Void = {}
    /// Width in logical pixels that the panel takes from the photo.
    var widthBeside: Int32 { isRevealed && !isSheet ? InfoContents.width : 0 }

    /// Whether the panel comes from below: in a window without room for it beside the photo.
    var isSheet = false {
        didSet {
            guard isSheet != oldValue else { return }
            lay()
            onRoom()
        }
    }

    private func lay() {
        gtk_revealer_set_transition_type(
            revealer, isSheet ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP : GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT)
        contents?.lay(asSheet: isSheet)
    }

    /// Whether the panel is shown or sliding in.
    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(revealer) != 0 }
        set {
            guard newValue != isRevealed else { return }
            if newValue {
                prepare()
                gtk_widget_set_visible(root.widget, 1)
            }
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
        edit(editing)
        guard shown?.photo != photo || shown?.original != original else { return }
        shown = (photo, original)
        if isRevealed { load() }
        countTones()
    }

    private func edit(_ subject: WordsSubject?) {
        editing = subject
        editor?.show(subject)
    }

    /// Shows the tones of the picture that is shown of the photo, above its facts.
    /// - Parameter pixels: Nil while there is none.
    func show(tonesOf pixels: PixelBuffer?) {
        guard pixels !== self.pixels else { return }
        self.pixels = pixels
        countTones()
    }

    private func countTones() {
        contents?.show(tonesOf: isRevealed && shown != nil ? pixels : nil, isThere: shown != nil)
    }

    /// Shows what there is to say of something else than one photo. Call while the panel is revealed.
    /// - Parameter editing: The photos with their words; nil where those cannot be edited.
    func show(_ facts: [PhotoFactGroup], editing: (subject: WordsSubject, words: SharedWords)? = nil) {
        (shown, pixels) = (nil, nil)
        countTones()
        reading?.cancel()
        edit(editing?.subject)
        if let editing { editor?.show(editing.words) }
        contents?.show(facts)
    }

    /// Reads the facts of the shown photo again.
    func reload() {
        if isRevealed, shown != nil { load() }
    }

    /// Hides the panel and drops the photo: the page is closed.
    func clear() {
        isRevealed = false
        edit(nil)
        (shown, pixels) = (nil, nil)
        countTones()
        reading?.cancel()
    }

    /// The shown tones; nil while they are not known, or the panel is hidden.
    var tones: ToneHistogram? { contents?.tones }
    /// The titles of the groups.
    var titles: [String] { contents?.titles ?? [] }
    /// The shown keywords.
    var keywords: [String] { contents?.keywords ?? [] }
    /// The shown rows, by group.
    var rows: [[FactRow]] { contents?.rows ?? [] }

    private func revealChanged() {
        if !isRevealed { gtk_widget_set_visible(root.widget, 0) }
    }

    /// Shows what the listing knows at once, then adds what the file contains, usually before the next frame.
    private func load() {
        reading?.cancel()
        guard let (photo, original) = shown else { return }
        let isEdited = editor?.subject != nil
        contents?.show(InfoRows.groups(of: photo, original: original, file: nil))
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
            self.contents?.show(
                InfoRows.groups(
                    of: photo, original: original, file: facts, companions: lengths, withWords: !isEdited))
        }
    }
}
