// The preferences on one main window: what follows them, and the action that shows them.
import Browse
import CGTK
import Desktop
import Library

/// Follows the preferences on one main window.
final class WindowPreferences {
    private let composition: Composition
    private var bindings: [Any] = []
    private(set) var dialog: PreferencesWindow?

    /// Keys in the form of `WindowActions.accelerators`.
    static let accelerators: [(action: String, keys: [String])] = [("win.preferences", ["<Control>comma"])]

    /// Adds the action to `window`.
    init(_ composition: Composition, on window: MainWindow) {
        self.composition = composition
        let preferences = composition.preferences
        WindowActions.add("preferences", to: OpaquePointer(window.window)) { [weak self, weak window] in
            if let window { self?.open(over: window.window) }
        }
        window.arranging.onUsual = { preferences.usualOrder = $0 }
        bindings = [
            ModelBinding({ preferences.layout }) { [weak window] in window?.layout = $0 },
            ModelBinding({ preferences.showsCaptions }) { [weak window] in window?.showsCaptions = $0 },
            ModelBinding({ preferences.usualOrder }) { [weak window] in window?.arranging.usual = $0 },
            ModelBinding({ preferences.playsAnimations }) { [weak window] in
                window?.detail.picture.player.isAllowed = $0
            },
            ModelBinding({ preferences.allowsNetwork }) { [weak window] in
                if $0 { window?.networkCameBack() }
            },
        ]
    }

    /// Ends with the window.
    func stop() {
        bindings = []
        dialog?.close()
    }

    private func open(over window: UnsafeMutablePointer<GtkWindow>) {
        if let dialog { return dialog.present() }
        let dialog = PreferencesWindow(
            composition.preferences, disk: composition.disk, missingConfinement: composition.missingConfinement,
            over: window)
        self.dialog = dialog
        // In the next main-loop iteration: the closure belongs to what it releases.
        dialog.onClosed = { [weak self] in
            Task { self?.dialog = nil }
            return
        }
        dialog.present()
    }
}

extension MainWindow {
    /// Tries again what was refused while the network was off.
    fileprivate func networkCameBack() {
        if let page, page.model.source.root == nil { page.retry() }
    }
}
