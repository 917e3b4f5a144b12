// The window's actions that are about no photo: full screen, reading again, help.
import CGTK
import Desktop

/// Full screen, Refresh, keyboard shortcuts and About.
final class ProgramActions: WindowFeature {
    private let context: WindowContext

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.retry) { [weak context] in context?.page?.retry() }
        context.actions.add(.fullscreen) { [window = context.window] in
            if gtk_window_is_fullscreen(window) != 0 {
                gtk_window_unfullscreen(window)
            } else {
                gtk_window_fullscreen(window)
            }
        }
        context.actions.add(.about) { [weak context] in
            guard let context else { return }
            AboutDialog.present(over: context.window, warning: context.composition.missingConfinement)
        }
        context.actions.add(.shortcuts) { [window = context.window] in ShortcutsDialog.present(over: window) }
    }

    /// Leaves full screen.
    func escape() -> Bool {
        guard gtk_window_is_fullscreen(context.window) != 0 else { return false }
        gtk_window_unfullscreen(context.window)
        return true
    }
}
