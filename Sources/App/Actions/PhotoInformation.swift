// The information about photos: on the opened photo, and beside the grid.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// `win.info`, and the panel beside the grid: the facts of the focused photo, or what several selected photos have
/// together. The panel follows focus and selection, and stays where it is while a photo is opened over it.
final class PhotoInformation: WindowFeature {
    /// The grid with its panel.
    let root: WidgetReference
    private let context: WindowContext
    private var panel: InfoPanel { context.gridInfo }
    private var binding: ModelBinding<Panel?>?
    private var adding: Task<Void, Never>?
    /// The picture of the focused photo's tile, whose tones the panel shows.
    private let tile: WantedPictures
    private var tileRequest: ImageRequest?
    /// The only photo that the panel shows.
    private var shown: PhotoRef?
    /// Whether photos have changed while they were added up.
    private var isOutdated = false

    /// - Parameter content: The grid, floating or not.
    init(_ context: WindowContext, content: Widget) {
        self.context = context
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        root = WidgetReference(box)
        gtk_widget_set_hexpand(content, 1)
        gtk_box_append(box.cast(), content)
        gtk_box_append(box.cast(), context.gridInfo.root.widget)
        weak var whole: PhotoInformation?
        tile = WantedPictures(loader: context.composition.loader) { _ in whole?.showTones() }
        whole = self
        // The action's state: whether the panel of what is in front is open.
        context.actions.add(.info, isOn: false) { [weak self] in self?.toggle() }
        binding = ModelBinding({ [router = context.router] in router.current == .grid ? nil : router.panel }) {
            [weak self] _ in
            self?.showState()
        }
    }

    isolated deinit { adding?.cancel() }

    private var isInFront: Bool { context.router.current == .grid }

    private func toggle() {
        if !isInFront {
            if !context.router.dismiss() { context.router.present(.info) }
        } else if context.isGridInFront {
            setRevealed(!panel.isRevealed)
        }
    }

    private func setRevealed(_ isRevealed: Bool) {
        let hadFocus = panel.hasFocus
        panel.isRevealed = isRevealed
        if hadFocus, !isRevealed { context.page?.grabFocus() }
        showState()
        follow()
    }

    private func showState() {
        context.actions.set(.info, isOn: isInFront ? panel.isRevealed : context.router.panel == .info)
        enable()
    }

    private func enable() {
        context.actions.enable(.info, context.target.opened() != nil || context.target.count > 0 || panel.isRevealed)
    }

    // MARK: What is shown

    func targetChanged() {
        holdShown()
        enable()
        guard context.target.count == 0, shown != nil else { return follow() }
        // Nothing has the focus while it goes from the grid to the panel.
        Task { [weak self] in
            self?.holdShown()
            self?.follow()
        }
    }

    /// Has the shown photo stay the one that actions act on while the focus is in the panel.
    private func holdShown() { context.target.holdInformed(panel.hasFocus ? shown : nil) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { follow() }

    /// Shows what is focused or selected now. What an opened photo hides is left as it is.
    private func follow() {
        guard panel.isRevealed, context.target.opened() == nil else { return want(nil) }
        shown = context.target.single?.ref
        if let (ref, model) = context.target.single {
            stopAdding()
            let photo = model.photo(ref)
            panel.show(photo, original: model.source.original(of: photo), editing: context.wordsSubject)
            want(context.page?.request(for: ref))
        } else if context.target.count > 1 {
            want(nil)
            addUp()
        } else {
            want(nil)
            stopAdding()
            panel.show([PhotoFactGroup(title: Message("No photo selected"), facts: [])])
        }
    }

    private func want(_ request: ImageRequest?) {
        tileRequest = request
        tile.want(request.map { [($0, .ahead)] } ?? [])
        showTones()
    }

    private func showTones() { panel.show(tonesOf: tileRequest.flatMap { tile[$0.key]?.texture?.pixels }) }

    /// Adds up what is known of the chosen photos, off the main thread: one sum at a time, as a rubber band asks again
    /// with each frame.
    private func addUp() {
        guard adding == nil else { return isOutdated = true }
        isOutdated = false
        guard let photos = context.target.photos else { return }
        let editing = context.wordsSubject
        adding = Task { [weak self, facts = context.composition.facts] in
            let summary = await Self.summary(of: photos)
            var words: (subject: WordsSubject, words: SharedWords)?
            if let editing { words = (editing, await Self.words(of: editing, summary, facts)) }
            guard let self, !Task.isCancelled else { return }
            self.adding = nil
            self.panel.show(InfoRows.groups(of: summary, withWords: words == nil), editing: words)
            if self.isOutdated { self.follow() }
        }
    }

    private func stopAdding() {
        adding?.cancel()
        (adding, isOutdated) = (nil, false)
    }

    @concurrent private nonisolated static func summary(of photos: ActionTarget.Photos) async -> PhotosSummary {
        PhotosSummary(of: photos.refs, in: photos.store)
    }

    /// The words that photos have together. A text that all have is read of one of them.
    @concurrent private nonisolated static func words(
        of subject: WordsSubject, _ summary: PhotosSummary, _ facts: any FactsReader
    ) async -> SharedWords {
        let reader = PhotoReader()
        func description(of ref: PhotoRef?) async -> PhotoDescription? {
            guard let ref,
                let place = subject.source.original(of: reader.photo(ref.slot, of: subject.store)).filePlace
            else { return nil }
            return try? await facts.facts(of: place)?.description
        }
        return SharedWords(
            keywords: summary.keywords,
            title: summary.hasSeveralTitles ? .several : .same(await description(of: summary.titled)?.title),
            caption: summary.hasSeveralCaptions
                ? .several : .same(await description(of: summary.captioned)?.caption))
    }

    // MARK: Window

    func widthChanged(isNarrow: Bool) {
        panel.isSheet = isNarrow
        gtk_orientable_set_orientation(
            root.widget.opaque, isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    }

    var hasFocus: Bool { panel.hasFocus }

    /// Closes the panel. Does nothing while an opened photo is on its way back: Escape is meant for the photo then.
    func escape() -> Bool {
        guard context.isGridInFront, !context.isPhotoClosing, panel.isRevealed else { return false }
        setRevealed(false)
        return true
    }

    func stop() {
        binding = nil
        want(nil)
        stopAdding()
        panel.clear()
    }
}
