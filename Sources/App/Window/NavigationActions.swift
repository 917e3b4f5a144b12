// Back and forward between the pages of a window and the places that it has shown, by action, key, button and the
// pointer's side buttons.
import Browse
import CGTK
import Desktop
import Library

/// The actions that lead back and forward: from the photo to the grid, and from there through the places.
final class NavigationActions: WindowFeature {
    private let context: WindowContext
    /// The two buttons of the header.
    let buttons: WidgetReference
    private let back: Widget
    private let forward: Widget
    private var route: ModelBinding<Route>?

    /// The pointer's buttons that X and Wayland alike number so.
    private static let backButton: UInt32 = 8, forwardButton: UInt32 = 9

    /// - Parameter content: The widget that fills the window; gets the pointer's buttons.
    init(_ context: WindowContext, content: Widget) {
        self.context = context
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        buttons = WidgetReference(box)
        back = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        forward = made(gtk_button_new_from_icon_name("go-next-symbolic"))
        IconButton.name(back, ButtonText.goBack, tooltip: ButtonText.goBackHelp)
        IconButton.name(forward, ButtonText.goForward, tooltip: ButtonText.goForwardHelp)
        context.actions.add(.back) { [weak self] in self?.goBack() }
        context.actions.add(.forward) { [weak self] in self?.goForward() }
        for (button, command) in [(back, WindowCommand.back), (forward, .forward)] {
            gtk_box_append(box.cast(), button)
            Signal.on(button, "clicked") {
                gtk_widget_activate_action_variant(button, command.rawValue, nil)
            }
        }
        for (number, command) in [(Self.backButton, WindowCommand.back), (Self.forwardButton, .forward)] {
            let click = made(gtk_gesture_click_new())
            gtk_gesture_single_set_button(click.opaque, number)
            // Before tiles and pictures, which take any button for a press.
            gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
            Signal.onPress(click, "pressed") { _, _, _ in
                gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
                gtk_widget_activate_action_variant(content, command.rawValue, nil)
            }
            gtk_widget_add_controller(content, click)
        }
        route = ModelBinding({ [router = context.router] in router.current }) { [weak self] _ in self?.update() }
    }

    func pageChanged(to page: any BrowsePage) { update() }
    func widthChanged(isNarrow: Bool) { gtk_widget_set_visible(buttons.widget, isNarrow ? 0 : 1) }
    func stop() { route = nil }

    /// Makes the buttons sensitive where there is somewhere to go.
    private func update() {
        gtk_widget_set_sensitive(back, context.history?.canGoBack == true ? 1 : 0)
        gtk_widget_set_sensitive(forward, canReopen || context.history?.canGoForward == true ? 1 : 0)
    }

    private func goBack() {
        if !context.router.escape() { context.history?.goBack() }
    }

    private func goForward() {
        if !reopen() { context.history?.goForward() }
    }

    /// Whether the photo that was left last is still there.
    private var canReopen: Bool {
        guard let model = context.page?.model else { return false }
        return context.router.canGoForward { Self.isThere($0, in: model) }
    }

    /// Opens the photo again that was left last, if it is still there.
    private func reopen() -> Bool {
        guard let model = context.page?.model else { return false }
        return context.router.forward { Self.isThere($0, in: model) }
    }

    private static func isThere(_ route: Route, in model: GalleryModel) -> Bool {
        switch route {
        case .grid: false
        case .detail(let ref): model.position(of: ref) != nil
        case .compare(let refs): refs.allSatisfy { model.position(of: $0) != nil }
        }
    }
}
