// The window's actions with their keys: accelerators, primary menu, shortcuts window, about window.
import Browse
import CGTK
import Desktop
import Photos

/// The window's actions. All of them can be reached from the keyboard.
enum WindowActions {
    /// Accelerators by detailed action name. The keys that move in the grid are in `GridKeyboard`.
    static let accelerators: [(action: String, keys: [String])] = [
        ("win.escape", ["Escape"]),
        ("win.back", ["<Alt>Left"]),
        ("win.retry", ["F5", "<Control>r"]),
        ("win.find", ["<Control>f"]),
        ("win.larger-tiles", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
        ("win.smaller-tiles", ["<Control>minus", "<Control>KP_Subtract"]),
        ("win.usual-tiles", ["<Control>0", "<Control>KP_0"]),
        ("win.readout", ["F12"]),
        ("win.fullscreen", ["F11"]),
        ("win.show-help-overlay", ["<Control>question"]),
        ("window.close", ["<Control>w"]),
        ("app.quit", ["<Control>q"]),
    ] + PlaceActions.accelerators

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
            if gtk_window_is_fullscreen(window) != 0 { gtk_window_unfullscreen(window) } else { gtk_window_fullscreen(window) }
        }
        add("about", to: map) { [weak window] in
            if let window { showAbout(over: window.window) }
        }
        let builder = made(gtk_builder_new_from_string(ShortcutsText.interface, -1))
        if let help = gtk_builder_get_object(builder, "help") {
            gtk_application_window_set_help_overlay(window.window.cast(), help.opaque)
        }
        g_object_unref(builder.object)
    }

    /// Registers the accelerators with the application.
    static func register(with application: UnsafeMutablePointer<GtkApplication>) {
        for (action, keys) in accelerators {
            withCStrings(keys) { gtk_application_set_accels_for_action(application, action, $0) }
        }
        add("quit", to: OpaquePointer(application)) { g_application_quit(UnsafeMutableRawPointer(application).cast()) }
    }

    /// Passes the primary menu's model to `body`, borrowed.
    /// - Parameters:
    ///   - order: The menu of orders and groups, for windows without room for its button; nil for none.
    ///   - report: The section about what is not shown, which may change; nil for none.
    static func withPrimaryMenu(
        order: UnsafeMutablePointer<GMenuModel>? = nil, report: UnsafeMutablePointer<GMenuModel>? = nil,
        _ body: (UnsafeMutablePointer<GMenuModel>?) -> Void
    ) {
        let menu = made(g_menu_new())
        for section in [
            PlaceActions.menu,
            [
                ("Larger Tiles", "win.larger-tiles"), ("Smaller Tiles", "win.smaller-tiles"),
                ("Usual Size", "win.usual-tiles"),
            ],
            LayoutKind.allCases.map { (LayoutText.name($0), "win.layout::\($0.rawValue)") },
            [(LayoutText.captions, "win.captions")],
            [("Search", "win.find"), ("Select Photos", "win.select-mode")],
            [("Refresh", "win.retry"), ("Frame Timing", "win.readout"), ("Fullscreen", "win.fullscreen")],
            [("Keyboard Shortcuts", "win.show-help-overlay"), ("About \(AppIdentity.name)", "win.about")],
        ] {
            let part = made(g_menu_new())
            for (label, action) in section {
                let item = made(g_menu_item_new(label, action))
                // Some keys are not accelerators of the window, so GTK does not find them by itself. F switches to whole
                // photos and back.
                let keyed = action == "win.layout::\(LayoutKind.whole.rawValue)" ? "win.fit-tiles" : action
                if let key = GridKeys.accelerator(of: keyed) ?? PlaceActions.key(of: keyed) {
                    g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key))
                }
                g_menu_append_item(part, item)
                g_object_unref(item.object)
            }
            g_menu_append_section(menu, nil, part.cast())
            g_object_unref(part.object)
        }
        if let order {
            let part = made(g_menu_new())
            g_menu_append_submenu(part, "Order and Groups", order)
            g_menu_insert_section(menu, 1, nil, part.cast())
            g_object_unref(part.object)
        }
        if let report { g_menu_insert_section(menu, 1, nil, report) }
        body(menu.cast())
        g_object_unref(menu.object)
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

    /// Adds the layout as an action with the names of the command line.
    private static func addLayout(to map: OpaquePointer?, of window: MainWindow) {
        let type = made(g_variant_type_new("s"))
        let action = made(
            g_simple_action_new_stateful("layout", type, g_variant_new_string(window.layout.rawValue)))
        g_variant_type_free(type)
        Signal.onPointer(action, "activate") { [weak window] argument in
            guard let argument, let layout = LayoutKind(rawValue: String(cString: g_variant_get_string(argument.opaque, nil)))
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

    private static func showAbout(over window: UnsafeMutablePointer<GtkWindow>) {
        let about = made(adw_about_window_new())
        let dialog = about.opaque
        adw_about_window_set_application_name(dialog, AppIdentity.name)
        adw_about_window_set_application_icon(dialog, AppIdentity.id)
        adw_about_window_set_version(dialog, AppIdentity.version)
        adw_about_window_set_developer_name(dialog, "The Tessera authors")
        adw_about_window_set_website(dialog, AppIdentity.website)
        adw_about_window_set_license_type(dialog, GTK_LICENSE_MIT_X11)
        gtk_window_set_transient_for(about.cast(), window)
        gtk_window_set_modal(about.cast(), 1)
        gtk_window_present(about.cast())
    }

    /// Passes `strings` to `body` as a NULL-terminated array of C strings, valid during the call.
    private static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = strings.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        (copies + [nil]).withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }
}
