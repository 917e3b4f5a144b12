// The preferences on one main window: what follows them, and the action that shows them.
import Browse
import CGTK
import Desktop
import Library

/// Follows the preferences on one main window.
final class WindowPreferences: WindowFeature {
    private let context: WindowContext
    private var bindings: [Any] = []
    private(set) var dialog: PreferencesWindow?

    init(_ context: WindowContext) {
        self.context = context
        let preferences = context.composition.preferences
        context.actions.add(.preferences) { [weak self] in self?.open() }
        bindings = [
            ModelBinding({ preferences.sharesRows }) { [weak context] in context?.gallery?.setSharesRows($0) },
            ModelBinding({ preferences.showsEmptyStars }) { [weak context] in
                context?.gallery?.setShowsEmptyStars($0)
            },
            ModelBinding({ preferences.playsAnimations }) { [weak context] in
                context?.detail.picture.player.isAllowed = $0
            },
            ModelBinding({ preferences.blursGround }) { [weak context] in context?.detail.picture.isBlurred = $0 },
            ModelBinding({ preferences.allowsNetwork }) { [weak context] in
                // What was refused while the network was off.
                if $0, let page = context?.page, page.model.source.root == nil { page.retry() }
            },
        ]
    }

    func stop() {
        bindings = []
        dialog?.close()
    }

    private func open() {
        if let dialog { return dialog.present() }
        let composition = context.composition
        let dialog = PreferencesWindow(
            composition.preferences, disk: composition.disk, missingConfinement: composition.missingConfinement,
            over: context.window
        ) { [weak self] in
            // In the next main-loop iteration: the closure belongs to what it releases.
            Task { self?.dialog = nil }
            return
        }
        self.dialog = dialog
        dialog.present()
    }
}
