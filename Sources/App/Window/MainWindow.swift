// The window: header, notice, the page of the shown source, and the page of the opened photo over them.
package import Browse
package import CGTK
package import Desktop
import ImagePipeline
import Library
import Photos

/// The application's window: puts the parts together, and makes the features. Owned by the application until GTK
/// destroys it.
package final class MainWindow {
    /// Borrowed. GTK owns its windows; it destroys a closed window only if no other reference to it exists.
    package let window: UnsafeMutablePointer<GtkWindow>
    let context: WindowContext
    private let options: LaunchOptions
    private let overlay: OpaquePointer
    let mainMenu: MenuButton
    let places: WindowPlaces
    let arranging: Arranging
    /// How the tiles look, to be remembered and for the next window.
    let look: GridActions
    let routes: PhotoRoutes
    private let stage: SourceStage
    package let compare: WindowCompare
    /// In the order in which Escape goes through them.
    let features: [any WindowFeature]

    /// Six columns and three rows of tiles of the default size; fits a small laptop's screen.
    private static let defaultSize = LaunchOptions.WindowSize(width: 1280, height: 800)

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
        let options = options ?? composition.options
        self.options = options
        let size = options.windowSize ?? Self.defaultSize
        let root = made(adw_application_window_new(application))
        window = root.cast()
        gtk_window_set_default_size(window, Int32(size.width), Int32(size.height))
        gtk_window_set_title(window, AppIdentity.name)
        gtk_window_set_icon_name(window, AppIdentity.id)

        let frame = WindowFrame()
        overlay = frame.overlay.opaque
        context = WindowContext(window: window, content: frame.overlay, composition: composition)
        CommandKeys.install(.window, on: window.cast())
        look = GridActions(context, tileSize: options.tileSize)
        weak var whole: MainWindow?
        places = WindowPlaces(
            context, width: size.width, header: frame.header.opaque, pages: frame.pages, column: frame.column,
            options: options, memory: memory,
            onFold: { isNarrow in whole?.features.forEach { $0.widthChanged(isNarrow: isNarrow) } })
        arranging = Arranging(context, request: options.query, pages: frame.pages.cast())
        routes = PhotoRoutes(context, over: overlay, browse: places.frame.root.widget) {
            [search = arranging.search] in search.hasFocus
        }
        gtk_overlay_add_overlay(overlay, context.detail.root.widget)
        let history = HistoryActions(context), reports = SourceNotices(context)
        let dates = DateReading(context), previews = PreviewKeeping(context)
        let targets = TargetMenus(), primary = PrimaryMenu.model(history: history.menu, report: reports.menu)
        mainMenu = MenuButton(
            icon: "open-menu-symbolic", name: ButtonText.mainMenu, tooltip: ButtonText.mainMenuHelp,
            content: .menu(primary))
        let menus = ContextMenus.Models(targets: targets)
        let information = PhotoInformation(context, content: frame.pages.cast())
        let selecting = Selecting(context, header: frame.header, menu: menus.photos, targets: targets)
        let navigation = NavigationActions(context, content: frame.overlay)
        compare = WindowCompare(context, over: overlay)
        features = [
            WindowSlideshow(context, over: overlay), WindowCulling(context), compare,
            WordActions(context), selecting, information, arranging,
            ProgramActions(context), places,
            look,
            ContextMenus(context, models: menus), PhotoTools(context, menu: menus.opened),
            PhotoActions(context, loader: composition.loader, saver: PictureSaver(drafts: composition.drafts)),
            ViewActions(context), ZoomLock(context), MarkActions(context), DateActions(context), EmbedActions(context),
            FileActions(context, targets: targets, memory: memory), history, TurnActions(context),
            SharingActions(context, facts: composition.facts), PhotoExport(context),
            CardArrivals(context) { [places] in places.volumes }, PhotoPrinting(context),
            TrashActions(context), RejectedPhotos(context), InterruptedWork(context, work: composition.files),
            reports, dates, previews, CatalogueNotices(context), WindowPreferences(context),
            HeldKeys(context), navigation, SurfaceFollowing(context, part: arranging.view.button.root.widget),
        ]
        stage = SourceStage(
            context, content: frame.pages, spinner: frame.spinner, places: places, arranging: arranging, look: look,
            routes: routes, features: features, opensFirstPhoto: !options.conditions.staysInGrid)
        context.show(on: stage)
        whole = self
        frame.pack(
            start: navigation.buttons, end: [mainMenu.root, arranging.view.button.root, arranging.searchButton],
            top: [
                selecting.headers.root, arranging.search.root, arranging.filterBar.root, context.notice.root,
                reports.bar.root, dates.bar.root, previews.bar.root,
            ],
            content: information.root.widget, browse: places.frame.root)
        adw_application_window_set_content(root.cast(), context.toasts.overlay.widget)
        connect()
    }

    private func connect() {
        let actions = context.actions
        actions.add(.escape) { [weak self] in
            if let self, !self.features.escape() { self.context.router.escape() }
        }
        actions.add(.openMenu) { [weak self] in
            if let self, !self.context.router.isComparing { (self.features.menuInFront ?? self.mainMenu).open() }
        }
        actions.add(.profileOverlay) { [weak self] in self?.onToggleProfileOverlay() }
        for button in menuButtons {
            button.onToggled = { [target = context.target, places] isOpen in
                target.holdFocused(isOpen)
                // What the menu offers of cards is known a moment later.
                if isOpen { places.lookForVolumes() }
            }
        }
        context.target.onChange = { [weak self] in self?.features.forEach { $0.targetChanged() } }
        context.target.changed()
        for feature in features { feature.widthChanged(isNarrow: places.frame.isFolded) }
        Signal.onChange(of: "focus-widget", window) { [weak context] in context?.target.changed() }
        // What a key has selected is told in the next turn of the loop, and the key after it may come before.
        let keys = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        Signal.onKey(keys, "key-pressed") { [weak context] _, _ in
            context?.target.changed()
            return false
        }
        gtk_widget_add_controller(window.cast(), keys)
        Signal.onQuestion(window, "close-request") { [weak self] in
            if let self { self.onClosing(self.window) }
            return false
        }
        Signal.onChange(of: "is-active", window) { [weak self] in
            guard let self, gtk_window_is_active(self.window) != 0 else { return }
            self.page?.model.refresh(.lookedAt)
            // Another process may have done something.
            self.context.composition.files.noteHistory()
        }
        Signal.on(window, "destroy") { [weak self] in self?.closed() }
    }

    /// The headers' buttons that open menus.
    private var menuButtons: [MenuButton] { [mainMenu] + features.flatMap(\.menuButtons) }

    private func closed() {
        for feature in features { feature.stop() }
        for button in menuButtons { button.close() }
        routes.stop()
        context.detail.close()
        stage.close()
        onClosed()
    }

    // MARK: What is shown

    /// The shown page; nil before the first one, and once the window is closed.
    package var page: (any BrowsePage)? { stage.page }
    /// The shown page, where it is the application's own, and with it tile sizes, fit, and a position to return to.
    var gallery: GalleryPage? { context.gallery }

    /// Opens the subject of the command line.
    /// - Parameter position: The position at which the page opens, if that page shows its collection.
    func openFirst(at position: ScrollPosition? = nil) {
        stage.firstPosition = position
        if options.subject == .lastShown {
            places.open(context.composition.preferences.start)
        } else {
            stage.open(options.subject)
        }
    }

    /// Sets the closure that is called when another page is shown.
    package func observePages(_ observer: @escaping (any BrowsePage) -> Void) { stage.onPage = observer }

    /// Adds a widget over everything else, in the lower end corner: the profile overlay.
    package func overlay(_ widget: Widget) {
        gtk_widget_set_halign(widget, GTK_ALIGN_END)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        gtk_overlay_add_overlay(overlay, widget)
    }

    /// Whether the window has nothing to show but ways to go.
    package var isWelcoming: Bool { places.welcome.isShown }
    /// Whether the detail page is shown.
    package var isShowingDetail: Bool { context.isShowingDetail }
    /// Whether the photo on the detail page has arrived in the window's size or has failed.
    package var hasPhotoEnded: Bool { context.detail.hasEnded }

    /// Whether files or marks are still being written.
    package var isSaving: Bool { context.composition.files.isBusy }

    /// A direction between tile and page.
    package enum TransitionDirection { case opening, closing }
    /// The direction of the zoom transition, or of the fade in its place, that runs now; nil where none does.
    package var transition: TransitionDirection? {
        guard routes.transition.isRunning else { return nil }
        return routes.transition.isClosing ? .closing : .opening
    }
}
