// One run of the application: its window, and what the options request.
import Browse
import CGTK
import Desktop
import Photos
import Resources

/// The window with the run's instruments. Lives as long as the application runs.
final class Run {
    private let options: LaunchOptions
    private let instruments: (any RunInstruments)?
    private var window: MainWindow?
    private var composition: Composition?
    private var busName: BusName?
    /// The failure to report in the exit status and on the standard error; nil on success.
    private(set) var failure: String?

    init(options: LaunchOptions, instruments: (any RunInstruments)?) {
        self.options = options
        self.instruments = instruments
    }

    func activate(_ application: UnsafeMutablePointer<GtkApplication>) {
        if let window {
            gtk_window_present(window.window)
            return
        }
        // A run that is measured or photographed is not the one that others mean.
        let isAlone = options.profile || options.naive || options.floor || options.screenshot != nil
        if !isAlone { busName = BusName(of: application.cast(to: GApplication.self)) }
        StyleSheet.install()
        WindowActions.register(with: application)
        switch options.colorScheme {
        case .light: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_LIGHT)
        case .dark: adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
        case nil: break
        }
        let remembered = RememberedWindow(options: options)
        let options = remembered?.completing(options) ?? options
        let composition = Composition(options: options, makePage: instruments?.makePage)
        self.composition = composition
        let memory = remembered == nil ? nil : PlacesMemory(schema: AppIdentity.id)
        let window = MainWindow(application: application, composition: composition, memory: memory)
        self.window = window
        instruments?.attach(to: window, of: composition)
        window.onClosed = { [weak self] in self?.window = nil }
        if let remembered, remembered.isMaximized, self.options.windowSize == nil { gtk_window_maximize(window.window) }
        window.onClosing = { [weak instruments, weak main = window] window in
            instruments?.windowWillClose()
            remembered?.store(
                window, tileSize: main?.tileSize ?? composition.tileSize, layout: main?.layout ?? .squares,
                captions: main?.showsCaptions ?? false, scrollPosition: main?.gallery?.scrollPosition)
        }
        window.firstPosition = remembered?.scrollPosition
        if let remembered { window.arranging.remember(in: remembered.orders) }
        window.openFirst()
        gtk_window_present(window.window)
        instruments?.start { [weak self] failure in
            if let failure { self?.failure = failure }
            // In the next main-loop iteration: a frame is being drawn now.
            Task { @MainActor in g_application_quit(application.cast(to: GApplication.self)) }
        }
    }

    /// Opens what another program has asked for in the window, which may have to be made first.
    func open(_ subject: LaunchOptions.Subject?, of application: UnsafeMutablePointer<GtkApplication>) {
        activate(application)
        if let subject { window?.open(subject) }
    }

    /// Reports the measurements and destroys the window, after the application's main loop has ended.
    func end(say: (String) -> Void) {
        busName = nil
        if let window { window.onClosing(window.window) }
        if let problem = instruments?.finish(say: say) { failure = problem }
        if let window { gtk_window_destroy(window.window) }
        window = nil
        composition?.close()
    }
}

/// The embedded style sheet, added to the display once.
enum StyleSheet {
    /// Adds the style to the default display, above the theme and below the user's own.
    static func install() {
        let provider = made(gtk_css_provider_new())
        gtk_css_provider_load_from_data(provider, Resources.styleSheet, -1)
        if let display = gdk_display_get_default() {
            gtk_style_context_add_provider_for_display(
                display, provider.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        g_object_unref(provider.object)
    }
}
