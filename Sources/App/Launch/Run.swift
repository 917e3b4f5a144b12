// One run of the application: its windows, and what the options request.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The windows, and the run's instruments. Lives as long as the application runs.
final class Run {
    /// A window with what measures it.
    private struct Opened {
        let window: MainWindow
        let instruments: any RunInstruments
    }

    private let start: RunStart
    private var options: LaunchOptions { start.options }
    private let makeInstruments: (RunStart) -> any RunInstruments
    /// Those of the command line, which serve the first window.
    private let instruments: any RunInstruments
    private var opened: [Opened] = []
    private var composition: Composition?
    private var remembered: RememberedWindow?
    private var orders: OrderMemory?
    private var places: PlacesMemory?
    private var busName: BusName?
    /// The failure to report in the exit status and on the standard error; nil on success.
    private(set) var failure: String?

    init(_ start: RunStart, instruments: @escaping (RunStart) -> any RunInstruments) {
        self.start = start
        makeInstruments = instruments
        self.instruments = instruments(start)
    }

    /// Presents the window that was used last, or opens the first one.
    func activate(_ application: UnsafeMutablePointer<GtkApplication>) {
        if let window = front(of: application)?.window {
            gtk_window_present(window)
        } else {
            openWindow(of: application)
        }
    }

    /// Opens what another program has asked for, each folder and all files together in windows of their own.
    /// - Parameter inNewWindow: Whether a folder that a window shows already is opened once more; else that window
    ///   comes to the front.
    func open(
        _ subject: LaunchOptions.Subject?, inNewWindow: Bool = false,
        of application: UnsafeMutablePointer<GtkApplication>
    ) {
        guard let subject else { return activate(application) }
        // A service would end before its first window.
        g_application_hold(application.cast())
        Task { [weak self] in
            let subjects = await WindowSubjects.split(subject)
            for subject in subjects {
                if !inNewWindow, let shown = self?.window(showing: subject) {
                    gtk_window_present(shown.window)
                } else {
                    self?.openWindow(of: application, showing: subject)
                }
            }
            g_application_release(application.cast())
        }
    }

    /// The window that shows the folder that is asked for; nil where none does.
    private func window(showing subject: LaunchOptions.Subject) -> MainWindow? {
        guard case .paths(let paths) = subject, paths.count == 1, let path = paths.first?.trimmed else { return nil }
        return opened.first { $0.window.places.shownFolder == path }?.window
    }

    /// Stops operations on files, because the program has to end.
    func interrupt() { composition?.files.interrupt() }

    /// The window that was used last.
    private func front(of application: UnsafeMutablePointer<GtkApplication>) -> MainWindow? {
        let active = gtk_application_get_active_window(application)
        return (opened.first { $0.window.window == active } ?? opened.last)?.window
    }

    /// Makes what all windows share.
    private func begin(_ application: UnsafeMutablePointer<GtkApplication>) -> Composition {
        // A shared one has the name already.
        if !options.conditions.isAlone, !options.isShared {
            busName = BusName(of: application.cast(to: GApplication.self))
        }
        StyleSheet.install()
        ApplicationActions.register(with: application) { [weak self] in
            self?.composition?.files.beginLast() ?? false
        } onNewWindow: { [weak self] in
            self?.openWindow(of: application)
        }
        switch options.colorScheme {
        case .light: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_LIGHT)
        case .dark: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
        case nil: break
        }
        remembered = RememberedWindow(options: options)
        orders = remembered?.orders ?? OrderMemory(nil, usual: .usual)
        places = remembered == nil ? nil : PlacesMemory(schema: AppIdentity.id)
        var completed = remembered?.completing(options) ?? options
        completed.layout = completed.layout ?? .justified
        let preferences = Preferences(
            completed, memory: remembered == nil ? nil : PreferencesMemory(schema: AppIdentity.id))
        let composition = Composition(options: completed, preferences: preferences, makePage: instruments.makePage)
        if let orders {
            composition.files.news.movedFolders.set(for: orders) { [weak orders] in orders?.follow($0) }
        }
        self.composition = composition
        return composition
    }

    /// Opens a window.
    /// - Parameter subject: What it shows; nil for what the command line names in the first window, and for what was
    ///   shown last in any other.
    private func openWindow(
        of application: UnsafeMutablePointer<GtkApplication>, showing subject: LaunchOptions.Subject? = nil
    ) {
        let isFirst = composition == nil
        let composition = composition ?? begin(application)
        var wanted = isFirst ? composition.options : laterOptions(beside: front(of: application))
        if let subject { wanted.subject = subject }
        let instruments =
            isFirst
            ? instruments
            : makeInstruments(RunStart(options: wanted, rendererReason: start.rendererReason, time: nil))
        let window = MainWindow(application: application, composition: composition, options: wanted, memory: places)
        opened.append(Opened(window: window, instruments: instruments))
        instruments.attach(to: window, of: composition)
        window.onClosed = { [weak self, weak window] in
            self?.opened.removeAll { $0.window === window }
            // Those of the command line end with the run, and report then.
            if !isFirst { _ = instruments.finish { _ in } }
        }
        if isFirst, let remembered, remembered.isMaximized, options.windowSize == nil {
            gtk_window_maximize(window.window)
        }
        let given = wanted.windowSize
        window.onClosing = { [weak instruments, weak main = window, remembered, options] window in
            instruments?.windowWillClose()
            main?.places.windowWillClose()
            // Where the next start goes on.
            let isNext = main?.places.isForTheMoment == false
            remembered?.store(
                window, givenSize: options.windowSize == nil ? nil : given,
                tileSize: main?.look.tileSize ?? composition.tileSize, layout: main?.look.layout ?? .squares,
                captions: main?.look.showsCaptions ?? false,
                scrollPosition: isNext ? main?.gallery?.scrollPosition : remembered?.scrollPosition)
        }
        if let orders { window.arranging.remember(in: orders) }
        window.openFirst(at: subject == nil ? remembered?.scrollPosition : nil)
        gtk_window_present(window.window)
        guard isFirst else { return }
        instruments.start { [weak self] failure in
            if let failure { self?.failure = failure }
            // In the next main-loop iteration: a frame is being drawn now. As a user quits, who loses no mark.
            Task { @MainActor in g_action_group_activate_action(application.opaque, "quit", nil) }
        }
    }

    /// The options of a window beside another one: as that is now, or as the last one was left.
    private func laterOptions(beside front: MainWindow?) -> LaunchOptions {
        var later = LaunchOptions()
        (later.cacheDirectory, later.usesDiskCache) = (options.cacheDirectory, options.usesDiskCache)
        later.decodesInProcess = options.decodesInProcess
        later.windowSize = options.windowSize
        guard let front else { return remembered?.completing(later) ?? later }
        var width: Int32 = 0, height: Int32 = 0
        gtk_window_get_default_size(front.window, &width, &height)
        if later.windowSize == nil, width > 0, height > 0 {
            later.windowSize = LaunchOptions.WindowSize(width: Int(width), height: Int(height))
        }
        let look = front.look
        (later.tileSize, later.layout, later.showsCaptions) = (look.tileSize, look.layout, look.showsCaptions)
        return later
    }

    /// Reports the measurements and destroys the windows, after the application's main loop has ended.
    func end(say: (String) -> Void) {
        busName = nil
        for opened in opened { opened.window.onClosing(opened.window.window) }
        if let problem = instruments.finish(say: say) { failure = problem }
        for opened in opened { gtk_window_destroy(opened.window.window) }
        opened = []
        composition?.close()
    }
}
