// The window's actions for how a photo is shown, which menus offer to those without a keyboard.
import Browse
import CGTK
import Desktop

/// Opening, trying again and zooming as actions of the window.
final class ViewActions: WindowFeature {
    private let context: WindowContext

    /// The actions for the view of the opened photo.
    private static let ofOpened: [(command: WindowCommand, step: DetailCommand)] = [
        (.zoomIn, .zoom(1)), (.zoomOut, .zoom(-1)), (.zoomWhole, .fit), (.zoomPixels, .pixels),
        (.toggleZoom, .toggleZoom),
    ]

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.openPhoto) { [weak context] in
            if let context, context.router.current == .grid, let ref = context.target.single?.ref {
                context.activate(ref)
            }
        }
        context.actions.add(.tryAgain) { [weak self] in self?.tryAgain() }
        for (command, step) in Self.ofOpened {
            context.actions.add(command) { [weak context] in
                if let context, context.target.opened() != nil { _ = context.detail.run(step) }
            }
        }
    }

    func targetChanged() {
        let isOpened = context.target.opened() != nil
        context.actions.enable(.openPhoto, !isOpened && context.target.single != nil)
        context.actions.enable(.tryAgain, canTryAgain)
        for (command, _) in Self.ofOpened { context.actions.enable(command, isOpened) }
    }

    /// Whether the opened or the only chosen photo has failed, and another try may end otherwise.
    private var canTryAgain: Bool {
        if context.target.opened() != nil { return context.detail.canRetry }
        guard let ref = context.target.single?.ref else { return false }
        return context.gallery?.canRetry(ref) ?? false
    }

    /// Loads that photo once more.
    private func tryAgain() {
        if context.target.opened() != nil {
            context.detail.picture.retry()
        } else if let ref = context.target.single?.ref {
            context.gallery?.scheduler.retry(ref)
        }
    }
}
