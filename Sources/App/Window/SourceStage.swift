// The opening of sources: the page of each takes the place of the one before.
import Browse
import CGTK
import Desktop
import Library
import Logging
import Photos

/// Opens sources in a window, and shows the page of the latest one.
final class SourceStage: PageStage {
    private let context: WindowContext
    private let content: OpaquePointer
    private let spinner: OpaquePointer
    private let places: WindowPlaces
    private let arranging: Arranging
    private let look: GridActions
    private let routes: PhotoRoutes
    private let features: [any WindowFeature]
    private let opensFirstPhoto: Bool

    private(set) var page: (any BrowsePage)?
    private var gallery: GalleryPage? { page?.gallery }
    private var titleBinding: ModelBinding<GalleryProgress>?
    private var opening: Task<Void, Never>?
    /// Whether the built-in gallery is shown because the service could not be reached.
    private var isShowingSample = false
    private let log = Logger(label: "window")

    /// A source that was shown, and how its page was left.
    private struct Visit {
        var subject: LaunchOptions.Subject
        /// The search and the filter.
        var narrowing = Narrowing.none
        var position: ScrollPosition?
        /// The photos that were selected.
        var selected: [PhotoID] = []

        /// Takes in that a folder has another path.
        mutating func follow(_ folder: MovedFolder) {
            guard case .paths(let paths) = subject else { return }
            subject = .paths(paths.map { folder.path(of: $0) ?? $0 })
            position = position?.following(folder)
        }
    }

    private var history = PlaceHistory<Visit>()
    /// The shown source; nil before the first one, and for one that stands in for another.
    private var shown: LaunchOptions.Subject?
    /// How the next page is to open.
    private var awaited: Visit?
    private var selecting: ModelBinding<Bool>?
    /// The position at which the first page opens, if that page shows its collection.
    var firstPosition: ScrollPosition?

    /// Most selected photos that are selected again where a page is returned to: each is looked up by its id.
    private static let mostSelected = 1000

    /// Called when another page is shown.
    var onPage: (any BrowsePage) -> Void = { _ in }

    /// - Parameters:
    ///   - content: The GtkStack of the pages.
    ///   - spinner: The GtkSpinner that says that a list grows.
    ///   - features: All features, those that are named here too.
    ///   - opensFirstPhoto: Whether a photo that the user names is opened.
    init(
        _ context: WindowContext, content: OpaquePointer, spinner: OpaquePointer, places: WindowPlaces,
        arranging: Arranging, look: GridActions, routes: PhotoRoutes, features: [any WindowFeature],
        opensFirstPhoto: Bool
    ) {
        (self.context, self.content, self.spinner) = (context, content, spinner)
        (self.places, self.arranging, self.look, self.routes) = (places, arranging, look, routes)
        (self.features, self.opensFirstPhoto) = (features, opensFirstPhoto)
    }

    /// Ends with the window.
    func close() {
        opening?.cancel()
        selecting = nil
        titleBinding = nil
        page?.close()
        page = nil
    }

    func open(_ input: LaunchOptions.Subject, narrowedTo narrowing: Narrowing = .none) {
        if let visit = visit(), visit.subject != input { history.leave(visit) }
        load(Visit(subject: input, narrowing: narrowing))
    }

    // MARK: History

    var canGoBack: Bool { history.canGoBack }
    var canGoForward: Bool { history.canGoForward }

    func goBack() {
        if let shown = visit(), let place = history.back(from: shown) { load(place) }
    }

    func goForward() {
        if let shown = visit(), let place = history.forward(from: shown) { load(place) }
    }

    func follow(_ folder: MovedFolder) {
        history.update { $0.follow(folder) }
        guard var visit = visit() else { return }
        let before = visit.subject
        visit.follow(folder)
        if visit.subject != before { load(visit) }
    }

    /// How the shown page is now.
    private func visit() -> Visit? {
        guard let shown else { return nil }
        var visit = Visit(subject: shown, narrowing: arranging.query.narrowing, position: gallery?.scrollPosition)
        if let gallery, gallery.selection.model.summary.count <= Self.mostSelected {
            visit.selected = gallery.selection.model.refs.map { gallery.model.photo($0).id }
        }
        return visit
    }

    /// Selects the photos again that were selected when the page was left.
    private func select(_ photos: [PhotoID], on page: GalleryPage) {
        guard !photos.isEmpty else { return }
        selecting = ModelBinding({ [model = page.model] in GalleryProgress(model).isComplete }) {
            [weak self, weak page] isListed in
            guard isListed, let page, let self else { return }
            self.selecting = nil
            Task { [weak page] in
                for id in photos {
                    guard let page, let ref = await page.model.ref(of: id) else { continue }
                    if !page.selection.model.contains(ref) { page.selection.model.apply(.toggle(ref)) }
                }
            }
        }
    }

    // MARK: Pages

    private func load(_ visit: Visit) {
        let input = visit.subject
        awaited = visit
        selecting = nil
        isShowingSample = false
        context.notice.hide()
        opening?.cancel()
        opening = Task { [weak self, composition = context.composition, places] in
            do {
                let opened = try await composition.openedSource(
                    for: input, withSubfolders: places.showsSubfolders, withHidden: places.showsHidden)
                if !Task.isCancelled { self?.show(opened, input: input) }
            } catch let failure as LoadFailure {
                self?.show(OpenedSource(source: FailedSource(failure: failure)), input: input)
            } catch {
                // Cancelled: another source has been opened.
            }
        }
    }

    private func show(_ opened: OpenedSource, input: LaunchOptions.Subject) {
        let source = opened.source
        log.debug("source", metadata: ["identity": "\(source.identity)", "title": "\(source.title)"])
        context.router.backToGrid()
        context.detail.enter(source.identity)
        places.show(source, as: input, isReplacement: isShowingSample)
        let model = makeModel(for: source, opened: opensFirstPhoto ? opened.photo : nil)
        let page = makePage(for: model)
        let before = self.page
        present(page)
        for feature in features { feature.pageChanged(to: page) }
        titleBinding = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.show($0, input: input) }
        if let before {
            before.close()
            gtk_stack_remove(content, before.root.widget)
        }
        onPage(page)
        page.grabFocus()
        shown = isShowingSample ? nil : input
        if let ref = model.snapshot.unlisted {
            routes.open(ref, of: page)
            gallery?.open(at: ref)
        } else if let position = awaited?.position ?? firstPosition {
            gallery?.open(at: position)
        }
        firstPosition = nil
        if let awaited, let gallery { select(awaited.selected, on: gallery) }
        awaited = nil
    }

    private func makeModel(for source: any PhotoSource, opened: ListedPhoto?) -> GalleryModel {
        let model = GalleryModel(
            source: source, opened: opened, by: arranging.enter(source.identity, awaited?.narrowing ?? .none),
            collation: FileNameCollation(),
            clock: SystemLocalClock(), words: CalendarWords(), division: ProcessorDivision(),
            indexing: context.composition.indexer(of: source))
        // The switch may have been moved since the source was made.
        model.setShowsHidden(places.showsHidden)
        model.setShowsExcluded(places.showsExcluded)
        return model
    }

    private func makePage(for model: GalleryModel) -> any BrowsePage {
        let events = PageEvents(
            open: { [weak self] in self?.activate($0) },
            update: { [weak self, weak model] update, before in
                // A step may still come of a page that has been left, or whose window is closed.
                guard let self, let model, self.page?.model === model else { return }
                self.context.detail.collectionChanged(by: update, from: before)
                for feature in self.features { feature.collectionChanged(by: update, from: before) }
            })
        return context.composition.page(
            for: model, tileSize: look.tileSize, layout: look.layout, captions: look.showsCaptions, events: events)
    }

    private func present(_ page: any BrowsePage) {
        if let shown = self.page { takeFocus(from: shown) }
        gtk_stack_add_child(content, page.root.widget)
        gtk_stack_set_visible_child(content, page.root.widget)
        self.page = page
        context.target.page = gallery
    }

    /// Leaves the window without a focus if a page has it. GTK (4.8 and 4.18) never frees what is removed from a stack
    /// while the focus is on its way out of it.
    private func takeFocus(from page: any BrowsePage) {
        guard let focus = gtk_window_get_focus(context.window), gtk_widget_is_ancestor(focus, page.root.widget) != 0
        else { return }
        gtk_window_set_focus(context.window, nil)
    }

    func search(for text: String) {
        context.router.backToGrid()
        arranging.search(for: text)
    }

    func narrow(to narrowing: Narrowing) {
        context.router.backToGrid()
        arranging.narrow(to: narrowing)
        page?.grabFocus()
    }

    func activate(_ ref: PhotoRef) {
        guard let model = page?.model else { return }
        let photo = model.photo(ref)
        guard photo.isVideo else { return context.router.navigate(to: .detail(ref)) }
        context.play(model.source.original(of: photo))
    }

    private func show(_ progress: GalleryProgress, input: LaunchOptions.Subject) {
        places.show(progress, subtitle: arranging.subtitle(progress))
        let isLoadingMore: gboolean = progress.phase == .loadingMore ? 1 : 0
        gtk_spinner_set_spinning(spinner, isLoadingMore)
        gtk_widget_set_visible(spinner.cast(), isLoadingMore)
        if case .failed(let failure, _) = progress.phase { log.debug("listing failed: \(failure)") }
        if case .failed(let failure, atStart: true) = progress.phase, input == .picsum, !isShowingSample {
            showSampleGallery(insteadOf: failure)
        }
    }

    /// Shows the built-in gallery after the service could not be reached, with a notice that says so.
    private func showSampleGallery(insteadOf failure: LoadFailure) {
        isShowingSample = true
        opening?.cancel()
        opening = Task { [weak self, composition = context.composition] in
            guard let opened = try? await composition.openedSource(for: .sample), let self, !Task.isCancelled else {
                return
            }
            self.show(opened, input: .sample)
            self.context.notice.show(
                StatusText.builtInGallery(insteadOf: failure),
                choices: [Choice(.picsum, label: MenuText.tryAgain), Choice(.openFolder)])
        }
    }
}
