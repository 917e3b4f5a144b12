// The parts of a window that tests look at, by their names, and a window without them.
import Browse
import CGTK
import Desktop
import Photos

@testable import App

extension MainWindow {
    var detail: DetailPage { context.detail }
    var target: ActionTarget { context.target }
    var toasts: Toasts { context.toasts }
    var notice: NoticeBar { context.notice }
    var turns: OpenedTurns { context.turns }

    /// The feature of a type; ends the test where the window has none.
    func feature<Feature: WindowFeature>(_: Feature.Type = Feature.self) -> Feature {
        for case let feature as Feature in features { return feature }
        fatalError("the window has no \(Feature.self)")
    }

    var selecting: Selecting { feature() }
    var menus: ContextMenus { feature() }
    var history: HistoryActions { feature() }
    var slideshow: WindowSlideshow { feature() }

    /// Does what the action of a command does.
    func perform(_ command: WindowCommand) {
        gtk_widget_activate_action_variant(window.cast(), command.rawValue, nil)
    }

    func back() { perform(.back) }
    func escape() { perform(.escape) }
    func open(_ subject: LaunchOptions.Subject) { context.open(subject) }
}

/// The core of a window without its features and pages.
final class BareWindow {
    let window: UnsafeMutablePointer<GtkWindow>
    let context: WindowContext

    init(_ composition: Composition = Composition(options: LaunchOptions())) {
        window = made(adw_application_window_new(TestApplication.shared)).cast()
        context = WindowContext(window: window, content: made(gtk_overlay_new()), composition: composition)
        adw_application_window_set_content(window.cast(), context.toasts.overlay.widget)
    }

    func isEnabled(_ command: WindowCommand) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window), command.name)) != 0
    }

    func perform(_ command: WindowCommand) {
        gtk_widget_activate_action_variant(window.cast(), command.rawValue, nil)
    }

    /// The text of the latest toast.
    var said: String? { context.toasts.last }

    func close() { gtk_window_destroy(window) }
}
