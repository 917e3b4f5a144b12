// The window: header, notice, the page of the shown source, and the detail page over them.
package import Browse
package import CGTK
import Codecs
package import Desktop
import ImagePipeline
import Library
import Logging
import Photos

/// The application's window. Owned by the application until GTK destroys it.
package final class MainWindow {
    /// Borrowed. GTK owns its windows; it destroys a closed window only if no other reference to it exists.
    package let window: UnsafeMutablePointer<GtkWindow>
    private let composition: Composition
    /// What is missing of the confinement of pictures; nil where nothing is.
    var missingConfinement: Message? { composition.missingConfinement }
    private let options: LaunchOptions
    private let overlay: OpaquePointer
    private let browse: Widget
    private let content: OpaquePointer
    let places: WindowPlaces
    private let spinner: OpaquePointer
    private(set) var mainMenu: MenuButton?
    let notice = NoticeBar()
    let detail: DetailPage
    let transitionController: ZoomTransitionController
    private let router = Router()
    let tools: PhotoTools
    let marks: MarkActions
    let turns: TurnActions
    /// What the actions on photos act on.
    let target = ActionTarget()
    let sharing: SharingActions
    let printing: PhotoPrinting
    let menus: ContextMenus
    let arranging: Arranging
    let selecting: Selecting
    let files: FileActions
    let history: HistoryActions
    private let interruptedWork: InterruptedWork
    let reports: SourceNotices
    let toasts: Toasts
    private let catalogueNotices: CatalogueNotices
    private var firstPhoto: FirstPhoto?
    private(set) var preferences: WindowPreferences?
    private(set) var slideshow: WindowSlideshow?
    package private(set) var page: (any BrowsePage)?
    /// The shown page, where it is the application's own, and with it tile sizes, fit, and a position to return to.
    var gallery: GalleryPage? { page as? GalleryPage }
    private var titleBinding: ModelBinding<GalleryProgress>?
    private var routeBinding: ModelBinding<Route>?
    private var sourceTask: Task<Void, Never>?
    private var sidebarConnection: Signal.Connection?
    private var following: WindowVisibility.Following?
    private var drawing: FrameHeap.Following?
    private let log = Logger(label: "window")
    /// Whether the built-in gallery is shown because the service could not be reached.
    private var isShowingSample = false

    /// Six columns and three rows of tiles of the default size; fits a small laptop's screen.
    private static let defaultSize = LaunchOptions.WindowSize(width: 1280, height: 800)

    /// The position at which the first page opens, if that page shows its collection.
    var firstPosition: ScrollPosition?

    /// Called when another page is shown.
    package var onPage: (any BrowsePage) -> Void = { _ in }
    /// Called when the user wants the profile overlay shown or hidden.
    package var onToggleProfileOverlay: () -> Void = {}
    /// Called when the user closes the window, before GTK destroys it.
    var onClosing: (UnsafeMutablePointer<GtkWindow>) -> Void = { _ in }
    /// Called when GTK has destroyed the window.
    var onClosed: () -> Void = {}

    /// - Parameter options: Those of this window; nil for those of the program.
    package init(
        application: UnsafeMutablePointer<GtkApplication>, composition: Composition, options: LaunchOptions? = nil,
        memory: PlacesMemory? = nil
    ) {
        self.composition = composition
        let options = options ?? composition.options
        self.options = options
        layout = composition.preferences.layout
        showsCaptions = composition.preferences.showsCaptions
        let window = made(adw_application_window_new(application))
        self.window = window.cast()
        let size = options.windowSize ?? Self.defaultSize
        gtk_window_set_default_size(self.window, Int32(size.width), Int32(size.height))
        gtk_window_set_title(self.window, AppIdentity.name)
        gtk_window_set_icon_name(self.window, AppIdentity.id)

        let overlay = made(gtk_overlay_new())
        gtk_widget_add_css_class(overlay, "window-content")
        self.overlay = overlay.opaque
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), header = made(adw_header_bar_new())
        content = made(gtk_stack_new()).opaque
        places = WindowPlaces(
            window: self.window, width: size.width, header: header.opaque, content: content.cast(), column: column,
            options: options, memory: memory)
        browse = places.frame.root.widget
        spinner = made(gtk_spinner_new()).opaque
        detail = DetailPage(loader: composition.loader, router: router, facts: composition.facts)
        transitionController = ZoomTransitionController(
            page: detail, pictures: TransitionPictures(loader: composition.loader), over: overlay.opaque)
        let toasts = Toasts(over: overlay)
        self.toasts = toasts
        catalogueNotices = CatalogueNotices { [weak toasts] in toasts?.say($0) }
        tools = PhotoTools(
            on: detail, router: router, target: target,
            info: InfoPanel { [facts = composition.facts] in try await facts.facts(of: $0) },
            actions: PhotoActions(
                window: self.window, loader: composition.loader, saver: PictureSaver(drafts: composition.drafts)
            ) { [weak toasts] in toasts?.say($0) })
        marks = MarkActions(
            on: self.window, target: target, work: composition.files,
            forget: { [indexer = composition.indexer] in await indexer.forget($0, below: $1) }
        ) { [weak toasts] in toasts?.say($0, isUndoable: $1) }
        sharing = SharingActions(on: self.window, target: target, facts: composition.facts) { [weak toasts] in
            toasts?.say($0)
        }
        printing = PhotoPrinting(on: self.window, target: target, loader: composition.loader) { [weak toasts] in
            toasts?.say($0)
        }
        arranging = Arranging(on: self.window, request: options.query)
        menus = ContextMenus(on: self.window, of: detail, target: target, opened: tools.menu)
        selecting = Selecting(on: self.window, header: header, target: target, menu: menus.photos) { [weak toasts] in
            toasts?.say($0)
        }
        files = FileActions(
            on: self.window, work: composition.files, target: target, toasts: toasts, notice: notice)
        history = HistoryActions(on: self.window, work: composition.files, toasts: toasts)
        interruptedWork = InterruptedWork(on: self.window, work: composition.files, notice: notice) {
            [weak files = files] in
            files?.run($0)
        }
        turns = TurnActions(
            on: self.window, detail: detail, target: target, work: composition.files, toasts: toasts)
        reports = SourceNotices(on: self.window)
        adw_application_window_set_content(window.cast(), toasts.overlay.widget)
        layOut(column, header: header)
        WindowActions.install(on: self)
        ViewActions.install(on: self)
        NavigationActions.install(on: self, content: overlay)
        PlaceActions.install(on: self, places)
        preferences = WindowPreferences(composition, on: self)
        slideshow = WindowSlideshow(on: self, over: self.overlay, composition)
        GivenContent.installDrop(on: overlay) { [weak self] in
            self?.open($0)
        } refuse: { [weak toasts] in
            toasts?.say(PlaceNotice.otherMachine($0))
        }
        files.folder = { [weak self] in self?.page?.model.source.root }
        files.onChanged = { [weak self] in self?.page?.model.refresh(.lookedAt) }
        history.takeBack = { [weak turns] in turns?.takeBack() ?? false }
        history.waiting = { [weak turns] in turns?.waitingTitle }
        history.control = { [weak files = files] in FileActions.control($0, files) }
        history.onBegin = { [weak files = files] in files?.begin($0) }
        history.onEnd = { [weak files = files] in files?.finish($0) }
        turns.run = { [weak files = files] in files?.runChosen(.turn, $0) }
        turns.onWaiting = { [weak history] in history?.update() }
        turns.onTurned = { [weak self] paths in
            guard let source = self?.page?.model.source else { return }
            Task { await source.lookAgain(at: paths) }
        }
        tools.actions.settle = { [weak turns] in await turns?.settle() }
        tools.actions.finishCopy = { [weak turns] in await turns?.turnCopy(of: $0, at: $1) }
        places.open = { [weak self] in self?.open($0) }
        places.focusContent = { [weak self] in self?.page?.grabFocus() }
        places.say = { [weak toasts] in toasts?.say($0) }
        places.onShowsHidden = { [weak self] in self?.page?.model.setShowsHidden($0) }
        places.onShowsExcluded = { [weak self] in self?.page?.model.setShowsExcluded($0) }
        places.onFold = { [weak arranging, weak selecting, weak info = tools.info] in
            arranging?.fit(isNarrow: $0)
            selecting?.headers.isNarrow = $0
            info?.isSheet = $0
        }
        places.onFold(places.frame.isFolded)
        arranging.install(on: content.cast()) { [weak self] in self?.isGridInFront ?? false }
        selecting.isAvailable = { [weak self] in self?.isGridInFront ?? false }

        detail.onState = { [weak self] in self?.target.changed() }
        marks.onKept = { [weak self] in self?.tools.info.reload() }
        tools.actions.onCopySeveral = { [weak selecting] in selecting?.copy() }
        detail.onPlay = { [weak self] in self?.play($0) }
        transitionController.onClosed = { [weak self] in self?.focusPhotos() }
        detail.onTurn = { [weak self] in self?.transitionController.willTurn() }
        transitionController.onPulledOff = { [weak self] in self?.router.back() }
        PullGesture.install(on: detail.view.cast(), controller: transitionController)
        PinchGesture.install(on: detail.view.cast(), zoom: detail.zoom, controller: transitionController)
        routeBinding = ModelBinding({ [router] in router.current }) { [weak self] in self?.show($0) }
        Signal.onQuestion(self.window, "close-request") { [weak self] in
            if let self { self.onClosing(self.window) }
            return false
        }
        Signal.onChange(of: "is-active", self.window) { [weak self] in
            guard let self, gtk_window_is_active(self.window) != 0 else { return }
            self.page?.model.refresh(.lookedAt)
            // Another process may have done something.
            self.composition.files.noteHistory()
        }
        Signal.on(self.window, "realize") { [weak self] in self?.realized() }
        Signal.on(self.window, "unrealize") { [weak self] in self?.unrealized() }
        Signal.on(self.window, "destroy") { [weak self] in self?.closed() }
    }

    /// Follows visibility and frames of the window's surface, which exists from here on.
    private func realized() {
        sidebarConnection = places.follow()
        following = composition.visibility.follow(window, part: arranging.menu.button.root.widget)
        drawing = composition.heap?.follow(window)
    }

    private func unrealized() {
        sidebarConnection?.disconnect()
        sidebarConnection = nil
        if let following { composition.visibility.forget(following) }
        following = nil
        if let drawing { composition.heap?.forget(drawing) }
        drawing = nil
    }

    private func layOut(_ column: Widget, header: Widget) {
        adw_header_bar_pack_start(header.opaque, spinner.cast())
        let primary = PrimaryMenu.model(order: arranging.menu.model, history: history.menu, report: reports.menu)
        let menu = MenuButton(
            icon: "open-menu-symbolic", name: ButtonText.mainMenu, tooltip: ButtonText.mainMenuHelp, model: primary)
        mainMenu = menu
        adw_header_bar_pack_end(header.opaque, menu.root.widget)
        menus.background = primary
        adw_header_bar_pack_end(header.opaque, arranging.menu.button.root.widget)
        adw_header_bar_pack_end(header.opaque, arranging.searchButton.widget)
        gtk_box_append(column.cast(), selecting.headers.root.widget)
        for bar in [arranging.search.root, notice.root, reports.bar.root] { gtk_box_append(column.cast(), bar.widget) }
        gtk_widget_set_vexpand(content.cast(), 1)
        gtk_box_append(column.cast(), places.content)
        for button in menuButtons { button.onToggled = { [weak target] in target?.holdFocused($0) } }
        gtk_overlay_set_child(overlay, browse)
        gtk_overlay_add_overlay(overlay, detail.root.widget)
    }

    /// Adds a widget over everything else, in the lower end corner: the profile overlay.
    package func overlay(_ widget: Widget) {
        gtk_widget_set_halign(widget, GTK_ALIGN_END)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        gtk_overlay_add_overlay(overlay, widget)
    }

    // MARK: Sources

    /// Opens the subject of the command line.
    func openFirst() {
        let subject = options.subject
        if subject == .lastShown { places.open(composition.preferences.start) } else { open(subject) }
    }

    /// Opens a source in place of the shown one.
    func open(_ input: LaunchOptions.Subject) {
        isShowingSample = false
        notice.hide()
        sourceTask?.cancel()
        sourceTask = Task { [weak self, composition] in
            do {
                let isDeep = self?.places.showsSubfolders ?? true, withHidden = self?.places.showsHidden ?? false
                let opened = try await composition.openedSource(
                    for: input, withSubfolders: isDeep, withHidden: withHidden)
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
        slideshow?.player.end()
        log.debug("source", metadata: ["identity": "\(source.identity)", "title": "\(source.title)"])
        router.backToGrid()
        detail.enter(source.identity)
        places.show(source, as: input, isReplacement: isShowingSample)
        let before = page
        let model = GalleryModel(
            source: source, by: arranging.enter(source.identity), collation: FileNameCollation(),
            clock: SystemLocalClock(), words: CalendarWords(),
            indexing: source.root == nil ? nil : composition.indexer)
        // The switch may have been moved since the source was made.
        model.setShowsHidden(places.showsHidden)
        model.setShowsExcluded(places.showsExcluded)
        let page = composition.page(for: model, tileSize: tileSize, layout: layout, captions: showsCaptions)
        page.onOpen = { [weak self, weak model] in if let model { self?.activate($0, of: model) } }
        page.onUpdate = { [weak self] in
            self?.detail.take($0, $1)
            self?.marks.update()
            self?.slideshow?.player.take($0)
        }
        if let before { takeFocus(from: before) }
        gtk_stack_add_child(content, page.root.widget)
        gtk_stack_set_visible_child(content, page.root.widget)
        self.page = page
        arranging.follow(page)
        target.page = gallery
        menus.follow(gallery)
        selecting.follow(gallery)
        reports.follow(page)
        if source.root != nil { catalogueNotices.follow(composition.catalogue) }
        titleBinding = ModelBinding({ GalleryProgress(model) }) { [weak self] in
            self?.show($0, of: page, input: input)
        }
        if let before {
            before.close()
            gtk_stack_remove(content, before.root.widget)
        }
        onPage(page)
        if let gallery { places.follow(gallery.grid.adjustment) }
        page.grabFocus()
        firstPhoto = nil
        if let first = opened.first, options.scenario == nil {
            show(first, of: page)
        } else if let firstPosition {
            gallery?.open(at: firstPosition)
        }
        firstPosition = nil
    }

    /// Leaves the window without a focus if a page has it. GTK (4.8 and 4.18) never frees what is removed from a stack
    /// while the focus is on its way out of it.
    private func takeFocus(from page: any BrowsePage) {
        guard let focus = gtk_window_get_focus(window), gtk_widget_is_ancestor(focus, page.root.widget) != 0 else {
            return
        }
        gtk_window_set_focus(window, nil)
    }

    /// Plays a video in another program, and opens any other photo.
    private func activate(_ ref: PhotoRef, of model: GalleryModel) {
        let photo = model.photo(ref)
        guard photo.isVideo else { return router.navigate(to: .detail(ref)) }
        play(model.source.original(of: photo))
    }

    private func play(_ video: ImageLocation) {
        OtherPrograms.play(video, over: window) { [weak toasts] in toasts?.say($0) }
    }

    /// Opens the photo that the user named, before its source is listed. Once its index in `page` is known, the detail
    /// page continues from there.
    private func show(_ first: OpenedSource.First, of page: any BrowsePage) {
        let tile = PixelGrid(scale: DeviceScale.of(window.cast())).size(
            width: Double(tileSize), height: Double(tileSize))
        let source = page.model.source
        let single = SinglePhotoGallery(first.photo, of: source, tileSize: tile.width)
        router.navigate(to: .detail(single.ref))
        detail.open(in: single)
        setBrowseIsTarget(false)
        firstPhoto = FirstPhoto(first, in: page.model) { [weak self, weak page, shown = single.ref] ref in
            guard let self, let page, let index = page.model.position(of: ref) else { return }
            (page as? GalleryPage)?.open(
                at: ScrollPosition(source: source.identity, photo: first.photo.id, index: index))
            guard self.router.current == .detail(shown) else {
                // The photo was left before it was listed.
                if self.router.current == .grid, !self.arranging.search.hasFocus { self.gallery?.focus(ref) }
                return
            }
            self.router.replace(with: .detail(ref))
            self.detail.follow(in: page)
        }
    }

    private func show(_ progress: GalleryProgress, of page: any BrowsePage, input: LaunchOptions.Subject) {
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
        sourceTask?.cancel()
        sourceTask = Task { [weak self, composition] in
            guard let opened = try? await composition.openedSource(for: .sample), let self, !Task.isCancelled else {
                return
            }
            self.show(opened, input: .sample)
            self.notice.show(
                StatusText.builtInGallery(insteadOf: failure),
                choices: [.standardService, .openFolder()])
        }
    }

    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { gallery?.tileSize ?? options.tileSize ?? GridMetrics.defaultTileSize }

    /// Makes the tiles larger or smaller by `steps`, or resets them to the default size where it is nil. While a photo
    /// is open, zooms that instead.
    func resizeTiles(by steps: Int?) {
        if router.current != .grid {
            _ = detail.run(steps.map { .zoom(Double($0)) } ?? .fit)
            return
        }
        gallery?.setTileSize(steps.map { GridMetrics.tileSize(tileSize, steps: $0) } ?? GridMetrics.defaultTileSize)
    }

    /// How the photos are laid out.
    var layout: LayoutKind {
        didSet {
            guard layout != oldValue else { return }
            composition.preferences.layout = layout
            gallery?.setLayout(layout)
            WindowActions.show(layout, on: window)
        }
    }

    /// Whether names and dates are shown under the pictures.
    var showsCaptions: Bool {
        didSet {
            guard showsCaptions != oldValue else { return }
            composition.preferences.showsCaptions = showsCaptions
            gallery?.setShowsCaptions(showsCaptions)
            WindowActions.setState(of: "captions", on: window, to: showsCaptions)
        }
    }

    /// Retries all that has failed on the page.
    func retry() { page?.retry() }

    // MARK: Routes

    private func show(_ route: Route) {
        switch route {
        case .grid:
            setBrowseIsTarget(true)
            transitionController.close()
        case .detail(let ref):
            guard let page, page.model.position(of: ref) != nil else { return }
            setBrowseIsTarget(false)
            let isOpening = !isShowingDetail || transitionController.isClosing
            let origin = page as? any TransitionOrigin
            if isOpening {
                detail.open(in: page)
                transitionController.open(ref, from: origin)
            } else {
                detail.follow(in: page)
                transitionController.follow(photo: ref, of: origin)
            }
        }
    }

    /// Goes on with the photo at which a slideshow has ended: opens it where another one is open, else gives it the
    /// focus.
    func goOn(from ref: PhotoRef?) {
        if router.current == .grid { page?.grabFocus() } else { gtk_widget_grab_focus(detail.view.cast()) }
        guard let ref, let page, page.model.position(of: ref) != nil else { return }
        if router.current == .grid { gallery?.grid.focus.move(to: ref) } else { router.replace(with: .detail(ref)) }
    }

    /// Sets whether the grid takes pointer and keyboard input. It keeps its state under the detail page, but takes no
    /// input there.
    private func setBrowseIsTarget(_ isTarget: Bool) {
        gtk_widget_set_can_target(browse, isTarget ? 1 : 0)
        gtk_widget_set_can_focus(browse, isTarget ? 1 : 0)
    }

    /// Gives the focus to the photos after the detail page has closed, unless it is on one of them or in the search.
    private func focusPhotos() {
        guard let page, !arranging.search.hasFocus else { return }
        let focus = gtk_window_get_focus(window)
        if let focus, gtk_widget_is_ancestor(focus, page.root.widget) != 0 { return }
        page.grabFocus()
    }

    /// Whether the detail page is shown.
    package var isShowingDetail: Bool { gtk_widget_get_visible(detail.root.widget) != 0 }

    /// Whether nothing lies over the page of photos.
    private var isGridInFront: Bool { !isShowingDetail && slideshow?.player.isRunning != true }

    /// Whether the photo on the detail page has arrived in the window's size or has failed.
    package var hasPhotoEnded: Bool { detail.hasEnded }

    /// The direction of the zoom transition, or of the fade in its place, that runs now; nil where none does.
    package var transition: TransitionDirection? {
        guard transitionController.isRunning else { return nil }
        return transitionController.isClosing ? .closing : .opening
    }

    /// A direction between tile and page.
    package enum TransitionDirection { case opening, closing }

    /// Handles Alt+Left: closes the panel, or else the page.
    func back() { router.escape() }

    /// Handles Alt+Right: opens the photo again that was left last, if it is still there.
    func forward() {
        guard let model = page?.model else { return }
        router.forward { route in
            if case .detail(let ref) = route { model.position(of: ref) != nil } else { false }
        }
    }

    /// The headers' buttons that open menus.
    private var menuButtons: [MenuButton] {
        [mainMenu, arranging.menu.button, selecting.headers.menuButton, tools.menuButton].compactMap(\.self)
    }

    /// Handles F10: opens the menu in the header of what is in front.
    func openMenu() {
        if router.current != .grid {
            detail.controls.wake()
            tools.menuButton.open()
        } else if let button = selecting.headers.isShown ? selecting.headers.menuButton : mainMenu {
            button.open()
        }
    }

    /// Handles Escape: ends the selection or the search, whichever has the focus first; leaves full-screen mode, or
    /// else does what Alt+Left does.
    func escape() {
        if slideshow?.player.end() == true { return }
        if router.current == .grid {
            if !arranging.search.hasFocus, selecting.leave() { return }
            if arranging.endSearch() || selecting.leave() { return }
        }
        if gtk_window_is_fullscreen(window) != 0 {
            gtk_window_unfullscreen(window)
        } else if router.current != .grid || !places.escape() {
            back()
        }
    }

    private func closed() {
        sourceTask?.cancel()
        titleBinding = nil
        routeBinding = nil
        preferences?.stop()
        slideshow?.stop()
        arranging.stop()
        selecting.stop()
        marks.stop()
        turns.stop()
        files.stop()
        history.stop()
        menus.stop()
        for button in menuButtons { button.close() }
        reports.stop()
        transitionController.stop()
        firstPhoto = nil
        detail.close()
        page?.close()
        page = nil
        onClosed()
    }
}
