// The parts of the window that lead from place to place, joined: sidebar, path, welcome, drops, and what is remembered.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Sidebar, path bar and welcome of one window, and the actions that open something else.
final class WindowPlaces: WindowFeature {
    let path: PathBar
    let frame: SidebarFrame
    let welcome: WelcomePage
    private let model: PlacesModel
    let sidebar: Sidebar
    let menu: SidebarMenu
    let searches: KeptSearches
    private let drops: WindowDrops
    private let context: WindowContext
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }
    /// Whether the first start is welcomed: not in a run that is unattended.
    private let welcomes: Bool

    /// A folder to which the user goes from another place.
    private var visited: Place?
    /// Whether the next start shows something else: for a file that another program had opened, for what stands in for
    /// another source, and for the welcome.
    private(set) var isForTheMoment = false
    /// What is to be remembered once its photos are listed.
    private var unlisted: (place: Place, isRecent: Bool)?
    /// Whether the shown source could not be listed.
    private var hasFailed = false
    private var finding: Task<Void, Never>?
    /// The following of the window's width, while it is realized.
    private var width: Signal.Connection?
    /// Photos of the shown source, once it is listed.
    private var listed: Int?

    private let onFold: (_ isNarrow: Bool) -> Void

    /// - Parameters:
    ///   - width: The width in logical pixels with which the window opens.
    ///   - header: The AdwHeaderBar of the window, to whose start the sidebar's button is added.
    ///   - pages: The GtkStack of the window's pages, which the welcome is one of.
    ///   - column: The part of the window beside which the sidebar appears: header, and the widget `content`.
    ///   - memory: Nil where nothing is remembered between runs.
    ///   - onFold: Called when the window becomes narrow or wide.
    init(
        _ context: WindowContext, width: Int, header: OpaquePointer, pages: OpaquePointer, column: Widget,
        options: LaunchOptions, memory: PlacesMemory?, onFold: @escaping (_ isNarrow: Bool) -> Void
    ) {
        (self.context, self.onFold) = (context, onFold)
        // What the parts tell comes to the whole once that is made.
        weak var whole: WindowPlaces?
        let model = PlacesModel(memory: memory) { whole?.placesChanged() }
        self.model = model
        path = PathBar { whole?.visit(.folder($0)) }
        sidebar = Sidebar(
            onOpen: { whole?.visit($0) }, onSearch: { whole?.open($0) }, onMount: { whole?.mount($0) },
            onEject: { whole?.eject($0) },
            onExpand: { [weak model] in model?.setExpanded($0, $1) })
        welcome = WelcomePage(in: pages)
        let welcomes = !options.conditions.isUnattended
        let showsSidebar = welcomes && options.subject == .lastShown
        self.welcomes = welcomes
        frame = SidebarFrame(
            sidebar: sidebar.root.widget, content: column, header: header, width: model.sidebarWidth,
            reveals: { [weak model] isFolded in !isFolded && model?.showsSidebar ?? showsSidebar },
            onWidth: { [weak model] in model?.sidebarWidth = $0 }, onChange: { whole?.sidebarChanged() })
        searches = KeptSearches(model, context)
        menu = SidebarMenu(of: sidebar, model, searches: searches, context)
        drops = WindowDrops(context, on: pages.cast(), header: header.cast(), sidebar: sidebar)
        whole = self
        adw_header_bar_set_title_widget(header, path.root.widget)
        adw_header_bar_pack_start(header, frame.toggle.widget)
        frame.isRevealed = model.showsSidebar ?? showsSidebar
        // Before the window is measured: both beside each other may be wider than it is to be.
        frame.fit(width: width)
        Signal.onChange(of: "is-active", context.window) { [weak self] in
            guard let self, gtk_window_is_active(self.window) != 0 else { return }
            self.model.refresh()
            self.model.foldersHaveChanged()
        }
        Signal.on(context.window, "realize") { [weak self] in
            if let self { self.width = self.frame.follow(self.window) }
        }
        Signal.on(context.window, "unrealize") { [weak self] in
            self?.width?.disconnect()
            self?.width = nil
        }
        context.operations.observeChanges { [weak model] in model?.foldersHaveChanged() }
        context.composition.files.news.movedFolders.set(for: self) { [weak self] in self?.follow($0) }
        addActions()
        addSwitches()
    }

    private func addActions() {
        let actions = context.actions
        actions.add(.openFolder) { [weak context] in
            guard let context else { return }
            PathChooser.chooseFolder(over: context.window, in: [context.folder]) { [weak context] path in
                context?.open(.paths([FilePath(path)]))
            }
        }
        actions.add(.openFile) { [weak context] in
            guard let context else { return }
            PathChooser.chooseFiles(over: context.window, in: [context.folder]) { [weak context] paths in
                context?.open(.paths(paths.map { FilePath($0) }))
            }
        }
        actions.add(.openAddress) { [weak context] in
            guard let context else { return }
            AddressDialog.ask(over: context.window) { [weak context] in context?.open($0) }
        }
        actions.add(.pictures) { [weak self] in self?.openPictures() }
        actions.add(.sample) { [weak context] in context?.open(.sample) }
        actions.add(.picsum) { [weak context] in context?.open(.picsum) }
        actions.add(.goUp) { [weak self] in self?.climb() }
    }

    private func addSwitches() {
        let actions = context.actions
        actions.add(.sidebar, isOn: frame.isRevealed) { [weak self] in self?.toggleSidebar() }
        actions.add(.withSubfolders, isOn: showsSubfolders) { [weak self] in self?.toggleSubfolders() }
        actions.add(.showHidden, isOn: showsHidden) { [weak self] in self?.toggleHidden() }
        actions.add(.showExcluded, isOn: showsExcluded) { [weak self] in self?.toggleExcluded() }
    }

    func pageChanged(to page: any BrowsePage) { searches.pageChanged(to: page) }

    func stop() {
        menu.stop()
        searches.stop()
        context.composition.files.news.movedFolders.set(for: self, nil)
    }

    isolated deinit { finding?.cancel() }

    /// The folder that was opened and is shown; nil where something else is.
    var shownFolder: FilePath? { isForTheMoment ? nil : model.shown?.path?.trimmed }

    /// Whether folders are shown with their subfolders.
    var showsSubfolders: Bool { model.showsSubfolders }

    /// Whether the hidden files and folders in folders are shown.
    var showsHidden: Bool { model.showsHidden }

    /// Whether the folders that are marked to be left out are shown.
    var showsExcluded: Bool { model.showsExcluded }

    // MARK: What is shown

    /// Opens what a start without arguments shows.
    func open(_ start: StartChoice) {
        switch start {
        case .last:
            // Not opened anew: it is no recent folder for being shown again.
            visited = model.lastShown
            openFirst(model.lastShown)
        case .pictures: openFirst(UserFolders.pictures.map { .folder(FilePath($0)) })
        case .welcome: showWelcome()
        }
    }

    /// Opens a place. Where there is none: the user's pictures, if there are photos among them, else the welcome.
    private func openFirst(_ place: Place?) {
        guard let place else { return openPicturesOrWelcome() }
        guard let path = place.path else { return context.open(place.subject) }
        finding = Task { [weak self, model] in
            let isThere = await model.isFolder(path)
            guard let self, !Task.isCancelled else { return }
            if isThere { self.context.open(place.subject) } else { self.showWelcome(missing: path) }
        }
    }

    private func openPicturesOrWelcome() {
        guard welcomes, let pictures = UserFolders.pictures.map({ FilePath($0) }) else { return showWelcome() }
        finding = Task { [weak self, model] in
            let holdsPhotos = await model.holdsPhotos(pictures)
            guard let self, !Task.isCancelled else { return }
            if holdsPhotos { self.context.open(.paths([pictures])) } else { self.showWelcome() }
        }
    }

    /// Shows the welcome, which offers something to open. Without anybody to choose it opens the sample gallery.
    /// - Parameter path: The folder that was to be shown and is gone; nil at the first start.
    private func showWelcome(missing path: FilePath? = nil) {
        guard welcomes else { return context.open(.sample) }
        isForTheMoment = true
        let pictures = path != nil && UserFolders.pictures != nil ? [Choice(.pictures)] : []
        welcome.show(
            missing: path,
            choices: [Choice(.openFolder, isSuggested: true)] + pictures
                + [Choice(.sample, label: ChoiceText.builtInGallery), Choice(.picsum)])
    }

    /// Takes the source that is shown from now on.
    /// - Parameter isReplacement: Whether it stands in for a source that could not be reached.
    func show(_ source: any PhotoSource, as input: LaunchOptions.Subject, isReplacement: Bool) {
        finding?.cancel()
        let place = Self.place(of: source, input)
        isForTheMoment =
            place == nil || place == .trash || isReplacement || Self.isFile(input, in: place)
        let isRemembered = !isForTheMoment
        unlisted = isRemembered ? place.map { ($0, isRecent: visited != $0) } : nil
        visited = nil
        listed = nil
        model.show(place)
        let title = DisplayText.line(source.title)
        gtk_window_set_title(window, title.isEmpty ? AppIdentity.name : title)
        path.show(title: title, parents: Array(model.steps.dropLast()))
        path.subtitle = ""
    }

    /// Takes how far the shown source is listed, and what the window says of that under its title.
    func show(_ progress: GalleryProgress, subtitle: String) {
        path.subtitle = subtitle
        if progress.isComplete {
            if let listed, listed != progress.total { model.foldersHaveChanged() }
            listed = progress.total
        }
        switch progress.phase {
        case .idle, .loadingFirst: hasFailed = false
        case .failed: hasFailed = true
        case .loadingMore, .loaded, .empty: rememberShown()
        }
    }

    /// Remembers what is shown, before the window goes, even if it is not listed yet.
    func windowWillClose() {
        if !hasFailed { rememberShown() }
    }

    private func rememberShown() {
        guard let unlisted else { return }
        self.unlisted = nil
        model.remember(unlisted.place, isRecent: unlisted.isRecent)
    }

    /// Whether a single file was opened, whose folder is only what lies behind it.
    private static func isFile(_ input: LaunchOptions.Subject, in place: Place?) -> Bool {
        guard case .paths(let paths) = input, paths.count == 1, let folder = place?.path else { return false }
        return paths.first.map { FolderPath.isBelow($0.trimmed, folder) } ?? false
    }

    private static func place(of source: any PhotoSource, _ input: LaunchOptions.Subject) -> Place? {
        switch input {
        case .sample, .lastShown: .sample
        case .trash: .trash
        case .picsum: .picsum
        case .service(let base): .service(base)
        case .share(let address): Place(source.identity.text) ?? .share(address)
        // A folder's identity is its path.
        case .paths: Place(source.identity.text)
        case .images: nil
        }
    }

    /// Takes in that a folder has another path. What is shown of it is shown there, as no recent folder.
    private func follow(_ folder: MovedFolder) {
        model.follow(folder)
        if let path = model.shown?.path, let moved = folder.path(of: path) { visited = .folder(moved) }
        context.history?.follow(folder)
    }

    /// The volumes that the desktop shows and has mounted.
    private(set) var volumes: [PlaceVolume] = []

    /// Reads the volumes, also where the sidebar has not been shown yet.
    func lookForVolumes() { model.lookForVolumes() }

    private func placesChanged() {
        if model.mounted != volumes {
            volumes = model.mounted
            // A card has come or gone.
            context.target.changed()
        }
        // A volume's name may have become known.
        path.show(title: path.title, parents: Array(model.steps.dropLast()))
        if frame.isRevealed { sidebar.show(model.sections) }
    }

    // MARK: Going

    /// Opens a place without making it a recent one.
    private func visit(_ place: Place, narrowedTo narrowing: Narrowing = .none) {
        visited = place
        if frame.isFolded { frame.isRevealed = false }
        context.open(place.subject, narrowedTo: narrowing)
    }

    /// Opens the place of a stored search with its words and its filter. Where it is shown already, it is not read
    /// again.
    private func open(_ search: StoredSearch) {
        guard let place = search.place else { return }
        if place == model.shownPlace, !isForTheMoment, !hasFailed {
            if frame.isFolded { frame.isRevealed = false }
            context.narrow(to: search.narrowing)
        } else {
            visit(place, narrowedTo: search.narrowing)
        }
    }

    /// Opens the user's pictures.
    private func openPictures() {
        if let path = UserFolders.pictures {
            visit(.folder(FilePath(path)))
        } else {
            context.say(PlaceNotice.noPictures)
        }
    }

    /// Opens the folder above the shown one.
    private func climb() {
        if let parent = model.steps.dropLast().last { visit(.folder(parent.path)) }
    }

    /// Mounts a volume and opens it, unless something else is shown by then.
    private func mount(_ id: String) {
        let shown = model.shown
        model.mount(id, over: window) { [weak self] path in
            guard let self, self.model.shown == shown else { return }
            self.visit(.folder(FilePath(path)))
        } failed: { [weak self] in
            self?.context.say($0)
        }
    }

    private func eject(_ id: String) {
        model.eject(id, over: window) { [weak self] in self?.context.say($0) }
    }

    // MARK: Switches

    /// Shows or hides the sidebar, as the user wants it, and gives it the focus: Tab goes through all photos before it
    /// leaves the grid. Beside the content the sidebar is so in later runs too.
    private func toggleSidebar() {
        frame.isRevealed.toggle()
        if frame.isRevealed { sidebar.focusWhenShown() } else { context.page?.grabFocus() }
        if !frame.isFolded { model.showsSidebar = frame.isRevealed }
    }

    private func sidebarChanged() {
        context.actions.set(.sidebar, isOn: frame.isRevealed)
        model.isWatched = frame.isRevealed
        onFold(frame.isFolded)
        placesChanged()
    }

    /// Shows the folder with or without its subfolders from now on.
    private func toggleSubfolders() {
        model.showsSubfolders.toggle()
        context.actions.set(.withSubfolders, isOn: model.showsSubfolders)
        if let shown = model.shown, shown.path != nil { visit(shown) }
    }

    /// Shows or hides hidden files and folders.
    private func toggleHidden() {
        model.showsHidden.toggle()
        context.actions.set(.showHidden, isOn: model.showsHidden)
        context.page?.model.setShowsHidden(model.showsHidden)
    }

    /// Shows or hides the folders that are marked to be left out.
    private func toggleExcluded() {
        model.showsExcluded.toggle()
        context.actions.set(.showExcluded, isOn: model.showsExcluded)
        context.page?.model.setShowsExcluded(model.showsExcluded)
    }

    /// Performs Escape: hides a sidebar that lies over the content.
    func escape() -> Bool {
        guard context.router.current == .grid, frame.isFolded, frame.isRevealed else { return false }
        frame.isRevealed = false
        context.page?.grabFocus()
        return true
    }
}
