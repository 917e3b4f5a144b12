// Back and forward between the pages of a window, by action, key and the pointer's side buttons.
import Browse
import CGTK
import Desktop

/// The actions that lead between the pages of a window.
final class NavigationActions: WindowFeature {
    private let context: WindowContext

    /// The pointer's buttons that X and Wayland alike number so.
    private static let backButton: UInt32 = 8, forwardButton: UInt32 = 9

    /// - Parameter content: The widget that fills the window; gets the pointer's buttons.
    init(_ context: WindowContext, content: Widget) {
        self.context = context
        context.actions.add(.back) { [weak context] in context?.router.escape() }
        context.actions.add(.forward) { [weak self] in self?.forward() }
        for (button, command) in [(Self.backButton, WindowCommand.back), (Self.forwardButton, .forward)] {
            let click = made(gtk_gesture_click_new())
            gtk_gesture_single_set_button(click.opaque, button)
            // Before tiles and pictures, which take any button for a press.
            gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
            Signal.onPress(click, "pressed") { _, _, _ in
                gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
                gtk_widget_activate_action_variant(content, command.rawValue, nil)
            }
            gtk_widget_add_controller(content, click)
        }
    }

    /// Opens the photo again that was left last, if it is still there.
    private func forward() {
        guard let model = context.page?.model else { return }
        context.router.forward { route in
            if case .detail(let ref) = route { model.position(of: ref) != nil } else { false }
        }
    }
}
