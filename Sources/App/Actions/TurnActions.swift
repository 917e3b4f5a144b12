// Turning photos for good: the window's actions.
import Browse
import Desktop
import Library
import Photos

/// `win.rotate-left` and `win.rotate-right`, on the opened photo, on what a context menu is on, on the selection or on
/// the focused photo.
final class TurnActions: WindowFeature {
    private let context: WindowContext
    private static let commands: [(command: WindowCommand, quarters: Int)] = [(.rotateLeft, -1), (.rotateRight, 1)]

    init(_ context: WindowContext) {
        self.context = context
        for (command, quarters) in Self.commands {
            context.actions.add(command) { [weak self] in self?.turn(by: quarters) }
        }
        // Photos that look otherwise now, turned by this window or another one.
        context.composition.files.news.turns.set(for: self) { [weak context] turns in
            guard let source = context?.page?.model.source else { return }
            Task { await source.lookAgain(at: turns.map(\.path)) }
        }
    }

    func stop() {
        context.turns.stop()
        context.composition.files.news.turns.set(for: self, nil)
    }

    func targetChanged() {
        let isOfUse = context.target.can(.turn)
        for (command, _) in Self.commands { context.actions.enable(command, isOfUse) }
    }

    private func turn(by quarters: Int) {
        if context.target.opened() != nil {
            _ = context.detail.run(.rotate(quarters))
        } else {
            context.operations.runChosen(.turn) { [weak context] files in
                let photos = files.filter { !VideoFile.covers($0.path.text) }
                if photos.isEmpty { context?.say(TurnText.videos) }
                return photos.isEmpty ? nil : .turn(photos, by: quarters)
            }
        }
    }
}
