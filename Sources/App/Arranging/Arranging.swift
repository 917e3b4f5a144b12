// The order, the groups and the search of the shown photos: what is chosen, remembered, and asked of the model.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The query of the window's source, from command line, memory, menu and search bar to the model of the shown page.
final class Arranging: WindowFeature {
    private let orderActions: OrderActions
    let view: ViewOptions
    let search: SearchBar
    private let filtering: Filtering
    var filterBar: FilterBar { filtering.bar }
    /// Opens and closes the search bar; in the header.
    let searchButton: WidgetReference
    private let context: WindowContext
    private var memory = OrderMemory(nil)
    /// The command line's query, for the first source.
    private var request: QueryRequest?
    /// The query of the shown source.
    private(set) var query = Query()
    private weak var page: (any BrowsePage)?
    /// The place in the grid to which the end of the search returns; nil for the top.
    private var place: GridPlace?
    private var progress: ModelBinding<GalleryProgress>?
    private var usualOrder: ModelBinding<Query>?
    /// The last query on its way to the photos.
    private var arranging: Task<Void, Never>?

    private var indexing = IndexingNotice()

    /// - Parameters:
    ///   - request: What the command line asks for.
    ///   - pages: The widget of the pages, which gets the keys that begin a search.
    init(_ context: WindowContext, request: QueryRequest, pages: Widget) {
        self.context = context
        self.request = request
        weak var whole: Arranging?
        let view = ViewOptions { whole?.orderActions.shown ?? Query() }
        self.view = view
        orderActions = OrderActions(
            context.actions, onChoose: { whole?.choose($0) }, onMakeUsual: { whole?.makeUsual() },
            onShow: { view.show($0) })
        search = SearchBar(
            onSearch: { whole?.find($0) }, onToggle: { whole?.toggled($0) }, onEnter: { whole?.page?.grabFocus() })
        filtering = Filtering { whole?.narrow(by: $0) }
        searchButton = WidgetReference(
            CommandButton.make(
                .searchMode, icon: "system-search-symbolic", name: ButtonText.search, tooltip: ButtonText.searchHelp,
                isToggle: true))
        whole = self
        context.actions.add(.viewOptions) { [weak self] in
            if let self, self.context.isGridInFront { self.view.open() }
        }
        context.actions.add(.find) { [weak self] in self?.toggleSearch() }
        context.actions.add(.clearSearch) { [weak self] in self?.endSearch() }
        context.actions.add(.searchMode, isOn: false) { [weak self] in
            if let self { self.setSearching(!self.search.isOpen) }
        }
        context.actions.add(.filterBar, isOn: false) { [weak self] in self?.toggleFilterBar() }
        context.actions.add(.clearFilter) { [weak self] in self?.narrow(by: .none) }
        TypeToSearch.install(on: pages) { [weak self] in self?.begin(with: $0) ?? false }
        usualOrder = ModelBinding({ [preferences = context.composition.preferences] in preferences.usualOrder }) {
            [weak self] in self?.usual = $0
        }
    }

    private var preferences: Preferences { context.composition.preferences }

    /// Remembers orders in the settings from now on. Call before the first source is opened.
    func remember(in memory: OrderMemory) {
        self.memory = memory
        usual = memory.usual
        preferences.usualOrder = usual
    }

    /// Order and groups of the sources that have none of their own. If the shown source is one of them, it is arranged
    /// by them at once.
    var usual = Query() {
        didSet {
            guard usual != oldValue else { return }
            // Windows share what is remembered.
            if usual != memory.usual { memory.rememberAsUsual(usual) }
            guard let page else { return }
            let wanted = memory[page.model.source.identity]
            guard
                (query.order, query.isDescending, query.grouping)
                    != (wanted.order, wanted.isDescending, wanted.grouping)
            else { return }
            (query.order, query.isDescending, query.grouping) = (wanted.order, wanted.isDescending, wanted.grouping)
            orderActions.show(query)
            arrange()
        }
    }

    // MARK: Sources

    /// Order and groups that are remembered of a source.
    func order(of source: SourceID) -> Query { memory[source] }

    /// Returns the query of a source that is about to be opened, and ends the search in the one before.
    /// - Parameter narrowing: The search and the filter with which it is opened.
    func enter(_ source: SourceID, _ narrowing: Narrowing) -> Query {
        page = nil
        progress = nil
        place = nil
        query = request?.completed(by: memory[source]) ?? memory[source]
        request = nil
        if !narrowing.isEmpty { query.narrowing = narrowing }
        orderActions.show(query)
        filtering.follow(nil)
        showBars()
        return query
    }

    /// Opens the bars that say what the photos are narrowed to, and closes the others.
    private func showBars() {
        search.isOpen = !query.search.isEmpty
        if search.isOpen { search.text = query.search }
        filterBar.show(query.filter)
        setFilterBar(isOpen: !query.filter.isEmpty)
    }

    /// Shows what a search and a filter find in place of what is shown, with the bars that say so.
    func narrow(to narrowing: Narrowing) {
        var wanted = query
        wanted.narrowing = narrowing
        // The bars find the query as they would make it.
        narrow(to: wanted)
        showBars()
    }

    /// Arranges the photos of a page from now on, which shows them by the query that `enter` has returned.
    func pageChanged(to page: any BrowsePage) {
        self.page = page
        progress = ModelBinding({ [model = page.model] in GalleryProgress(model) }) { [weak self] in
            self?.search.show(hits: GalleryTitle.hits($0), note: $0.correction.map(StatusText.corrected) ?? "")
        }
        filtering.follow(page.model)
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { filtering.countLater() }

    func targetChanged() {
        context.enableOnPage(.find, .searchMode, .viewOptions, .filterBar)
        gtk_widget_set_sensitive(view.button.root.widget, context.page == nil ? 0 : 1)
    }

    func stop() {
        progress = nil
        usualOrder = nil
        filtering.stop()
    }

    var hasFocus: Bool { search.hasFocus || filterBar.hasFocus }
    var menuButtons: [MenuButton] { [view.button] }

    func escape() -> Bool { context.router.current == .grid && (endSearch() || setFilterBar(isOpen: false)) }

    /// Returns the line under the window's title: how many photos there are, and how far they are indexed, unless a
    /// notice over the grid says that.
    func subtitle(_ progress: GalleryProgress) -> String {
        guard page?.model.source.readsFactsUnasked != false else { return GalleryTitle.subtitle(progress) }
        let shown = indexing.take(progress.indexing, at: Int64(g_get_monotonic_time()))
        return [GalleryTitle.subtitle(progress), shown.map(GalleryTitle.indexing) ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private var grid: TileGrid? { page?.gallery?.grid }

    // MARK: Order

    private func makeUsual() {
        memory.rememberAsUsual(query)
        preferences.usualOrder = memory.usual
    }

    private func choose(_ chosen: Query) {
        guard let page else { return }
        let isOther = (chosen.order, chosen.isDescending) != (query.order, query.isDescending)
        (query.order, query.isDescending, query.grouping) = (chosen.order, chosen.isDescending, chosen.grouping)
        memory.remember(query, of: page.model.source.identity)
        // What comes first in another order is what was asked for. Other groups leave the photos where they are.
        if isOther { grid?.layouts.returnToTop() }
        arrange()
    }

    private func arrange() {
        guard let model = page?.model else { return }
        arranging = Task { [weak self, query = self.query] in
            await model.arrange(by: query)
            // An order in which nothing moves has made no step.
            guard let self, self.query == query else { return }
            self.grid?.layouts.forgetTop()
            self.filtering.count()
        }
    }

    // MARK: Search

    /// Opens the search bar, or gives it the focus. Closes it where it has the focus already.
    func toggleSearch() {
        guard context.isGridInFront else { return }
        if search.isOpen, search.hasFocus { endSearch() } else { search.open() }
    }

    /// Searches for a text, which the bar shows.
    func search(for text: String) {
        guard page != nil else { return }
        search.isOpen = true
        search.text = text
    }

    /// Begins a search with the key that `controller` handles, or goes on with it: the bar that has just been opened
    /// has the focus in the next frame, and a quick hand types before.
    func begin(with controller: OpaquePointer) -> Bool {
        context.isGridInFront && search.begin(with: controller)
    }

    /// Closes the search bar; all photos are shown again.
    /// - Returns: False where it is closed.
    @discardableResult
    func endSearch() -> Bool {
        guard search.isOpen else { return false }
        let hadFocus = search.hasFocus
        search.isOpen = false
        guard hadFocus else { return true }
        // Afterwards: searching may have put a status page in place of the grid, which cannot take the focus yet, and
        // GTK scrolls to a focused hit when all photos come back.
        Task { [weak self, arranging] in
            await arranging?.value
            if let self, !self.search.isOpen { self.page?.grabFocus() }
        }
        return true
    }

    /// Opens or closes the bar, as its button does.
    func setSearching(_ isOn: Bool) {
        guard isOn != search.isOpen, context.isGridInFront || !isOn else { return }
        if isOn { search.open() } else { endSearch() }
    }

    private func toggled(_ isOpen: Bool) {
        context.actions.set(.searchMode, isOn: isOpen)
        if !isOpen { find("") }
    }

    private func find(_ text: String) {
        var wanted = query
        wanted.search = text
        narrow(to: wanted)
    }

    // MARK: Filter

    private func toggleFilterBar() {
        guard context.isGridInFront else { return }
        setFilterBar(isOpen: !filterBar.isOpen)
        if filterBar.isOpen { filterBar.grabFocus() }
    }

    /// Opens the filter bar, or closes it; then all photos are shown again that match the search.
    /// - Returns: False where that is so already.
    @discardableResult
    private func setFilterBar(isOpen: Bool) -> Bool {
        guard isOpen != filterBar.isOpen else { return false }
        let hadFocus = filterBar.hasFocus
        filterBar.isOpen = isOpen
        context.actions.set(.filterBar, isOn: isOpen)
        if isOpen { filtering.count() } else { narrow(by: .none) }
        if hadFocus { page?.grabFocus() }
        return true
    }

    private func narrow(by filter: PhotoFilter) {
        var wanted = query
        wanted.filter = filter
        narrow(to: wanted)
        filterBar.show(query.filter)
    }

    private func narrow(to wanted: Query) {
        guard page != nil, wanted != query else { return }
        if !query.isNarrowed { place = grid?.layouts.topPlace }
        query = wanted
        // The first hits are what was asked for.
        if query.isNarrowed { grid?.layouts.returnToTop() } else { keepPlace() }
        arrange()
    }

    /// Chooses what the end of the search keeps in its place: the hit that the user has come to, or else what was there
    /// before.
    private func keepPlace() {
        guard let grid else { return }
        if let hit = grid.layouts.focusedPlace {
            grid.layouts.returnTo(hit)
        } else if let place, !grid.layouts.isScrolled {
            grid.layouts.returnTo(place)
        }
        place = nil
    }
}
