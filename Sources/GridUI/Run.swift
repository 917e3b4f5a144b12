// One run of the application: its window, and what the options request.
import Browse
import CGTK
import Desktop
import Photos
import Resources

/// The window with profiling, screenshot and scenario. Lives as long as the application runs.
final class Run {
    private let options: LaunchOptions
    private let renderer: RendererChoice
    private let start: Int64
    private let say: (String) -> Void
    private let warn: (String) -> Void
    private var window: MainWindow?
    private var composition: Composition?
    private var profile: ProfileSession?
    private var screenshot: ScreenshotTask?
    /// The failure to report in the exit status and on the standard error; nil on success.
    private(set) var failure: String?

    /// - Parameters:
    ///   - renderer: The choice of renderer, with its reason.
    ///   - start: Time at which the program began, in microseconds of the monotonic clock.
    init(
        options: LaunchOptions, renderer: RendererChoice, start: Int64, say: @escaping (String) -> Void,
        warn: @escaping (String) -> Void
    ) {
        self.options = options
        self.renderer = renderer
        self.start = start
        self.say = say
        self.warn = warn
    }

    func activate(_ application: UnsafeMutablePointer<GtkApplication>) {
        if let window {
            gtk_window_present(window.window)
            return
        }
        StyleSheet.install()
        WindowActions.register(with: application)
        switch options.colorScheme {
        case .light: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_LIGHT)
        case .dark: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
        case nil: break
        }
        let remembered = RememberedWindow(options: options)
        let options = remembered?.completing(options) ?? options
        let composition = Composition(options: options)
        self.composition = composition
        let window = MainWindow(application: application, composition: composition)
        self.window = window
        let profile = ProfileSession(
            window: window, options: options, disk: composition.disk, rendererReason: renderer.reason, start: start)
        self.profile = profile
        window.onPage = { [weak profile] page in profile?.follow(page) }
        window.onToggleReadout = { [weak profile] in profile?.toggleReadout() }
        window.onClosed = { [weak self] in self?.window = nil }
        if let remembered, remembered.isMaximized, self.options.windowSize == nil { gtk_window_maximize(window.window) }
        // The last moment at which page and renderer exist, however the window is closed.
        window.onClosing = { [weak profile, weak main = window] window in
            profile?.collect()
            remembered?.store(
                window, tileSize: main?.tileSize ?? composition.tileSize, fit: main?.fit ?? .fill, place: main?.page?.place)
        }
        window.firstPlace = remembered?.place
        window.fit = remembered?.fit ?? .fill
        window.openFirst()
        gtk_window_present(window.window)
        if let file = options.screenshot {
            screenshot = ScreenshotTask(
                window: window.window, file: file, frames: { [weak window] in window.flatMap(ScreenshotTask.frames) }
            ) { [weak self] result in
                if case .failure(let problem) = result { self?.failure = problem.description }
                self?.quit(application)
            }
        }
        if let scenario = options.scenario {
            profile.play(scenario) { [weak self] in self?.quit(application) }
        }
    }

    private func quit(_ application: UnsafeMutablePointer<GtkApplication>) {
        // In the next main-loop iteration: a frame is being drawn now.
        Task { @MainActor in g_application_quit(application.cast(to: GApplication.self)) }
    }

    /// Reports the measurements and destroys the window, after the application's main loop has ended.
    func end() {
        if let window { window.onClosing(window.window) }
        if options.profile, let profile {
            say(profile.summary)
            if let file = options.profileFile, let problem = profile.writeJSON(to: file) { failure = problem }
        }
        profile?.close()
        if let window { gtk_window_destroy(window.window) }
        window = nil
        composition?.close()
    }
}
