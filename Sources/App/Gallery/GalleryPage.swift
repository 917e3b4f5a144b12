// The page of one source: its grid, or its status instead of one.
package import Browse
import CGTK
import CWidgets
package import Desktop
package import ImagePipeline
import Library
package import Photos

/// The grid of one source, with spinner, status page and notice around it.
package final class GalleryPage: BrowsePage {
    package let root: WidgetReference
    package var gallery: GalleryPage? { self }
    package let model: GalleryModel
    let grid: TileGrid
    let scheduler: GridScheduler
    let selection: GridSelection
    private let tileLoader: PhotoLoader
    private let frame: GalleryFrame
    let bubble: PositionBubble
    let timeline: GridTimeline
    private let shade: Widget
    private var focus = IndexingFocus()
    private var binding: ModelBinding<GalleryProgress>?

    package var events: PageEvents

    package init(
        model: GalleryModel, loader: PhotoLoader, tileSize: Int, layout: LayoutKind = .squares, captions: Bool = false,
        events: PageEvents
    ) {
        (self.model, self.events) = (model, events)
        tileLoader = loader
        weak var whole: GalleryPage?
        grid = TileGrid(model.snapshot, tileSize: tileSize, kind: layout) { whole?.activated($0) }
        scheduler = GridScheduler(
            grid: grid, model: model, loader: loader, onFrame: { whole?.moved($0, at: $1) },
            onRest: { whole?.rested() })
        selection = GridSelection(of: model, in: grid)
        let title = model.source.title
        tessera_accessible_set_label(grid.view.object, StatusText.photos(of: title))
        tessera_accessible_set_multi_selectable(grid.view.object, 1)
        TileSizing.install(on: grid)
        CommandKeys.install(.grid, on: grid.root.widget)
        bubble = PositionBubble(over: grid.root.widget)
        shade = Self.shade(over: bubble.root.widget.opaque)
        timeline = GridTimeline(over: bubble.root.widget, of: grid) { SectionTitle.text($0, of: title) }
        frame = GalleryFrame(content: bubble.root.widget)
        root = frame.root
        whole = self
        titleSections()
        setShowsCaptions(captions)
        GridTooltip.install(on: grid) { [weak self] in self?.tooltip(of: $0) }
        model.onUpdate = { [weak self] in self?.collectionChanged(by: $0, from: $1) }
        binding = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.show($0) }
        model.loadMore()
    }

    /// The position at which the page is to open; nil once it is shown or the user has scrolled.
    private var awaited: ScrollPosition?
    /// The photo at which the page is to open, until the listing has come to it or the user has scrolled.
    private var awaitedPhoto: PhotoRef?

    /// Opens the page at a position, if it is in the page's source and can be reached.
    func open(at position: ScrollPosition) {
        guard position.isReachable(in: model) else { return }
        awaited = position
        goOn(GalleryProgress(model))
    }

    /// Opens the page at a photo whose place is not known yet.
    func open(at ref: PhotoRef) { awaitedPhoto = ref }

    /// Scrolls to the awaited photo once its place is known, and again while that may become another one: what dates
    /// decide is not known with the listing.
    private func goToPhoto(after update: CollectionUpdate) {
        guard let ref = awaitedPhoto, update.snapshot.unlisted != ref else { return }
        if grid.scrollOffset == 0, let position = model.position(of: ref) { grid.scroll(toTop: position) }
        if update.isListed, update.progress == nil { awaitedPhoto = nil }
    }

    /// The position of the page, to which a later run can return: the first photo in view, and at the end of the list
    /// the last one, so that the end is where it was. Nil where nothing is in view.
    var scrollPosition: ScrollPosition? {
        let visible = grid.visibleRange
        guard let first = visible.first else { return nil }
        let index = grid.isAtEnd ? visible.upperBound - 1 : first
        return ScrollPosition(source: model.source.identity, photo: model.photo(model.ref(at: index)).id, index: index)
    }

    /// Scrolls to the awaited position once it is listed.
    private func goOn(_ progress: GalleryProgress) {
        guard let position = awaited else { return }
        guard grid.scrollOffset == 0, !progress.isComplete || progress.count > position.index else {
            awaited = nil
            return
        }
        if progress.count > position.index {
            awaited = nil
            scroll(to: position)
        } else {
            model.loadMore()
        }
    }

    /// Scrolls to the photo of a position, or to where it was when it is not there any more.
    private func scroll(to position: ScrollPosition) {
        guard model.photo(model.ref(at: position.index)).id != position.photo else {
            return grid.scroll(toTop: position.index)
        }
        Task { [weak self, model] in
            let found = await model.ref(of: position.photo).flatMap(model.position(of:))
            guard let self, self.grid.scrollOffset == 0, model.count > 0 else { return }
            self.grid.scroll(toTop: found ?? min(position.index, model.count - 1))
        }
    }

    /// Takes a step of the collection in the iteration in which the model has taken it.
    private func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        if update.movesPhotos { focus.reset() }
        grid.collectionChanged(by: update)
        selection.collectionChanged(by: update)
        scheduler.collectionChanged(by: update)
        goToPhoto(after: update)
        events.update(update, before)
    }

    /// Whether dates are still being read, for which photos lie together that may have one.
    private var isIndexing = false {
        didSet { if isIndexing != oldValue { titleSections() } }
    }

    private func titleSections() {
        grid.sectionTitle = { [isIndexing, title = model.source.title] in
            SectionTitle.text($0.key, of: title, isIndexing: isIndexing)
        }
    }

    private func show(_ progress: GalleryProgress) {
        goOn(progress)
        isIndexing = progress.indexing != nil
        if progress.isWithoutHits, progress.isComplete {
            frame.showNoHits(for: model.query, in: model.source.title)
        } else {
            frame.show(
                progress.phase, source: model.source.title, count: progress.count,
                isTrash: model.source is TrashSource)
        }
        if frame.isFocusOwed { grid.focus.resume() }
        if progress.indexing == nil { focus.reset() } else { prioritize(isAtRest: !scheduler.isAwake) }
    }

    /// Has the photos in view indexed before the others, while there is something to index.
    private func prioritize(isAtRest: Bool) {
        guard model.progress != nil,
            let visible = focus.take(grid.visibleRange, at: Int64(g_get_monotonic_time()), isAtRest: isAtRest)
        else { return }
        model.prioritize(visible.map(model.ref(at:)))
    }

    private func rested() {
        bubble.hide()
        grid.layouts.settle()
        grid.tellPlaces()
        timeline.rested()
        prioritize(isAtRest: true)
    }

    /// The section at the top of the viewport.
    private var section: ArrangedSection? {
        let sections = grid.layout.sections(scroll: grid.scrollOffset, pageHeight: max(1, grid.viewportHeight))
        return sections.first.map { model.snapshot.arrangement.sections[$0] }
    }

    /// Goes to the first photo of the next section, or of the one before; from within a section back to its own first
    /// photo. Begins at the focused tile if it is in view, else at the section in view.
    func goToSection(forward: Bool) {
        let position = grid.focus.position ?? section?.start
        guard let position, let here = model.snapshot.section(at: position) else { return }
        let start = forward ? here.start + here.count : position > here.start ? here.start : here.start - 1
        guard (0..<model.count).contains(start), let there = model.snapshot.section(at: start) else { return }
        grid.focus.move(to: model.ref(at: there.start))
        grid.scroll(toTop: there.start)
    }

    /// What is waited for before the first photos, in words; nil for nothing that has to be said.
    var waitsFor: String? {
        didSet { if waitsFor != oldValue { frame.say(waitsFor) } }
    }

    /// Whether the source is away: its photos are greyed.
    var isAway = false {
        didSet { gtk_widget_set_visible(shade, isAway ? 1 : 0) }
    }

    /// Makes the veil over the photos of a source that is away. A plain colour costs less than an opacity of the grid.
    private static func shade(over overlay: OpaquePointer) -> Widget {
        let shade = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_add_css_class(shade, "away")
        gtk_widget_set_can_target(shade, 0)
        gtk_widget_set_visible(shade, 0)
        gtk_overlay_add_overlay(overlay, shade)
        return shade
    }

    private func moved(_ viewport: Viewport, at time: Int64) {
        prioritize(isAtRest: false)
        let height = max(1, grid.viewportHeight)
        let speed = abs(viewport.velocity) * grid.layout.density(of: viewport.visible).pitch / height
        timeline.moved(screensPerSecond: speed)
        // It says the date itself.
        if timeline.isActive { return bubble.hide() }
        let section = section
        let extent = grid.layout.height - height
        bubble.follow(
            viewport.visible, of: viewport.count,
            in: section.map { SectionTitle.text($0.key, of: model.source.title, isIndexing: isIndexing) }, at: time,
            screensPerSecond: speed,
            fraction: extent > 0 ? grid.scrollOffset / extent : 0)
    }

    private func activated(_ ref: PhotoRef) {
        grid.scaling.end()
        // A video is played without a picture, too.
        if canRetry(ref), !model.photo(ref).isVideo { scheduler.retry(ref) } else { events.open(ref) }
    }

    package func preview(of ref: PhotoRef) -> OpaquePointer? { grid.tiles[ref]?.texture }

    package func request(for ref: PhotoRef) -> ImageRequest? { scheduler.request(ref) }

    /// Whether the picture of a photo could not be shown, and another try may end otherwise.
    func canRetry(_ ref: PhotoRef) -> Bool { scheduler.failure(of: ref).map { !$0.isHopeless } ?? false }

    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { grid.tileSize }

    /// Sets the wanted side of the tiles. The focused photo, or else the one in the middle, stays in its place.
    func setTileSize(_ size: Int) { grid.scaling.go(to: size) }

    /// Sets how the photos are laid out.
    func setLayout(_ layout: LayoutKind) { grid.kind = layout }

    /// Sets whether small groups stand beside each other.
    func setSharesRows(_ sharesRows: Bool) { grid.sharesRows = sharesRows }

    /// Sets whether photos without marks show it always, or under the pointer alone.
    func setShowsEmptyStars(_ isAlways: Bool) {
        scheduler.emptyStar = !model.source.keepsMarks ? .never : isAlways ? .always : .underPointer
    }

    /// Sets whether names and dates are shown under the pictures.
    func setShowsCaptions(_ showsCaptions: Bool) {
        scheduler.showsCaptions = showsCaptions
        grid.showsCaptions = showsCaptions
    }

    /// The text of the tooltip of a photo; nil while something is dragged.
    func tooltip(of ref: PhotoRef) -> String? {
        guard !selection.isDragging else { return nil }
        let facts = model.facts(of: ref)
        return PhotoText.tooltip(
            model.photo(ref), taken: facts.taken, size: model.pixelSize(of: ref), byteCount: facts.byteCount,
            failure: scheduler.failure(of: ref))
    }

    package func scroll(byScreens screens: Int) { grid.scroll(byScreens: screens) }

    package func grabFocus() {
        if !frame.grabFocus() { grid.focus.grab() }
    }

    package func retry() {
        if case .failed = model.phase { model.retry() }
        model.refresh(.requested)
        grid.layouts.layOutAnew()
        retryPictures()
    }

    /// Sets whether the page is what the user looks at, and not a photo that was opened over it.
    func setIsInFront(_ isInFront: Bool) { scheduler.isInFront = isInFront }

    /// Tries the pictures again that have failed.
    func retryPictures() { scheduler.retryAll() }

    package func close() {
        binding = nil
        timeline.close()
        model.cancel()
        scheduler.close()
    }
}

extension GalleryPage: GridProbe {
    package var view: OpaquePointer { grid.view.opaque }
    package func press(_ key: GridStep) { grid.focus.move(key) }
    package func activate(_ position: Int) { grid.onActivate(grid.snapshot.ref(at: position)) }
    package var tileStates: TileStates { scheduler.tileStates }
    package var counters: GridCounters {
        var counters = GridCounters(binds: grid.binds, deliveries: scheduler.deliveries)
        counters.work = scheduler.work
        counters.isAnimating = scheduler.isAwake
        return counters
    }
    package var loader: PhotoLoader? { tileLoader }
    package func select(_ use: ScriptedSelection) { selection.perform(use) }
    package func dragTimeline(to fraction: Double?) -> Bool { timeline.drag(toFraction: fraction) }
    package var isQuiet: Bool {
        let counters = tileLoader.counters
        return !isListing && !scheduler.isAwake && counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
    }
}
