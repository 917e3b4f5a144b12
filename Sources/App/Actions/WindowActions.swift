// The window's actions with their keys: accelerators, primary menu, shortcuts window, about window.
import Browse
import CGTK
import Desktop
import Photos

/// The window's actions. All of them can be reached from the keyboard.
enum WindowActions {
    /// Accelerators by detailed action name. The keys that move in the grid are in `GridKeyboard`.
    static let accelerators: [(action: String, keys: [String])] =
        [
            ("win.escape", ["Escape"]),
            ("win.back", ["<Alt>Left"]),
            ("win.retry", ["F5"]),
            ("win.find", ["<Control>f"]),
            ("win.larger-tiles", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
            ("win.smaller-tiles", ["<Control>minus", "<Control>KP_Subtract"]),
            ("win.usual-tiles", ["<Control>0", "<Control>KP_0"]),
            ("win.readout", ["F12"]),
            ("win.fullscreen", ["F11"]),
            ("win.show-help-overlay", ["<Control>question"]),
            ("window.close", ["<Control>w"]),
            ("app.new-window", ["<Control>n"]),
            ("app.quit", ["<Control>q"]),
        ] + NavigationActions.accelerators + PlaceActions.accelerators + MarkActions.accelerators
        + TurnActions.accelerators
        + WindowPreferences.accelerators + WindowSlideshow.accelerators + PhotoPrinting.accelerators

    /// Adds the actions to `window`.
    static func install(on window: MainWindow) {
        let map = OpaquePointer(window.window)
        add("escape", to: map) { [weak window] in window?.escape() }
        add("back", to: map) { [weak window] in window?.back() }
        add("retry", to: map) { [weak window] in window?.retry() }
        add("larger-tiles", to: map) { [weak window] in window?.resizeTiles(by: 1) }
        add("smaller-tiles", to: map) { [weak window] in window?.resizeTiles(by: -1) }
        add("usual-tiles", to: map) { [weak window] in window?.resizeTiles(by: nil) }
        add("fit-tiles", to: map, state: window.layout == .whole) { [weak window] in
            guard let window, !window.isShowingDetail else { return }
            window.layout = window.layout == .whole ? .squares : .whole
        }
        addLayout(to: map, of: window)
        add("captions", to: map, state: window.showsCaptions) { [weak window] in window?.showsCaptions.toggle() }
        add("screen-down", to: map) { [weak window] in window?.page?.scroll(byScreens: 1) }
        add("screen-up", to: map) { [weak window] in window?.page?.scroll(byScreens: -1) }
        add("next-section", to: map) { [weak window] in window?.gallery?.goToSection(forward: true) }
        add("previous-section", to: map) { [weak window] in window?.gallery?.goToSection(forward: false) }
        add("readout", to: map) { [weak window] in window?.onToggleProfileOverlay() }
        add("fullscreen", to: map) { [weak window] in
            guard let window = window?.window else { return }
            if gtk_window_is_fullscreen(window) != 0 {
                gtk_window_unfullscreen(window)
            } else {
                gtk_window_fullscreen(window)
            }
        }
        add("about", to: map) { [weak window] in
            if let window { AboutDialog.present(over: window.window, warning: window.missingConfinement) }
        }
        add("show-help-overlay", to: map) { [weak window] in
            if let window { ShortcutsDialog.present(over: window.window) }
        }
    }

    /// Registers the accelerators and the application's own actions with it.
    /// - Parameters:
    ///   - isBusy: Returns whether files are being moved or copied: then quitting closes the windows, and the program
    ///     ends after that.
    ///   - onNewWindow: Called to open another window.
    static func register(
        with application: UnsafeMutablePointer<GtkApplication>, isBusy: @escaping () -> Bool = { false },
        onNewWindow: @escaping () -> Void = {}
    ) {
        for (action, keys) in accelerators {
            withCStrings(keys) { gtk_application_set_accels_for_action(application, action, $0) }
        }
        add("new-window", to: OpaquePointer(application), run: onNewWindow)
        add("quit", to: OpaquePointer(application)) {
            guard isBusy() else { return g_application_quit(UnsafeMutableRawPointer(application).cast()) }
            var windows: [UnsafeMutableRawPointer] = [], node = gtk_application_get_windows(application)
            while let current = node {
                if let window = current.pointee.data { windows.append(window) }
                node = current.pointee.next
            }
            for window in windows { gtk_window_close(window.assumingMemoryBound(to: GtkWindow.self)) }
        }
    }

    /// Sets the state of a toggle action; its menu item shows it.
    static func setState(of name: String, on window: UnsafeMutablePointer<GtkWindow>, to isOn: Bool) {
        guard let action = g_action_map_lookup_action(OpaquePointer(window), name) else { return }
        g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0))
    }

    /// Adds an action.
    /// - Parameter state: Initial state of a toggle action; nil for an action without state.
    static func add(_ name: String, to map: OpaquePointer?, state: Bool? = nil, run: @escaping () -> Void) {
        let action = made(
            state.map { g_simple_action_new_stateful(name, nil, g_variant_new_boolean($0 ? 1 : 0)) }
                ?? g_simple_action_new(name, nil))
        Signal.onPointer(action, "activate") { _ in run() }
        g_action_map_add_action(map, action)
        g_object_unref(action.object)
    }

    /// Adds keys with the actions' detailed names to a widget: they act after the focused widget in it.
    static func addKeys(_ keys: [(key: String, action: String)], to widget: Widget) {
        let controller = made(gtk_shortcut_controller_new())
        for (key, action) in keys {
            gtk_shortcut_controller_add_shortcut(
                controller.opaque,
                gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key), gtk_named_action_new(action)))
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Adds the layout as an action with the names of the command line.
    private static func addLayout(to map: OpaquePointer?, of window: MainWindow) {
        let type = made(g_variant_type_new("s"))
        let action = made(
            g_simple_action_new_stateful("layout", type, g_variant_new_string(window.layout.rawValue)))
        g_variant_type_free(type)
        Signal.onPointer(action, "activate") { [weak window] argument in
            guard let argument,
                let layout = LayoutKind(rawValue: String(cString: g_variant_get_string(argument.opaque, nil)))
            else { return }
            window?.layout = layout
        }
        g_action_map_add_action(map, action)
        g_object_unref(action.object)
    }

    /// Shows a layout as the chosen one.
    static func show(_ layout: LayoutKind, on window: UnsafeMutablePointer<GtkWindow>) {
        setState(of: "fit-tiles", on: window, to: layout == .whole)
        if let action = g_action_map_lookup_action(OpaquePointer(window), "layout") {
            g_simple_action_set_state(action, g_variant_new_string(layout.rawValue))
        }
    }

    /// Passes `strings` to `body` as a NULL-terminated array of C strings, valid during the call.
    static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = strings.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        (copies + [nil]).withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }
}
