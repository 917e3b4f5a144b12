// The window's action that copies new photos from a card, a camera or a phone.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Knows which volumes have photos as cameras keep them, asks where theirs go, and has them copied.
final class CardArrivals: WindowFeature {
    private let context: WindowContext
    private let volumes: () -> [PlaceVolume]
    /// The volumes that were looked at.
    private var seen: [PlaceVolume] = []
    private(set) var cards: [PlaceVolume] = []
    private var looking: Task<Void, Never>?
    private(set) var dialog: ArrivalDialog?

    /// - Parameter volumes: Returns the volumes that the desktop shows.
    init(_ context: WindowContext, volumes: @escaping () -> [PlaceVolume]) {
        (self.context, self.volumes) = (context, volumes)
        context.actions.add(.copyNew) { [weak self] in self?.ask() }
        context.actions.enable(.copyNew, false)
    }

    func stop() { looking?.cancel() }

    func targetChanged() {
        let now = volumes()
        guard now != seen else { return }
        seen = now
        looking?.cancel()
        looking = Task { [weak self] in
            var cards: [PlaceVolume] = []
            for volume in now {
                if let path = volume.path, await CardContents.isCard(path) { cards.append(volume) }
            }
            guard let self, !Task.isCancelled else { return }
            self.cards = cards
            self.context.actions.enable(.copyNew, !cards.isEmpty)
        }
    }

    private func ask() {
        guard !cards.isEmpty else { return }
        dialog = ArrivalDialog(
            cards, context.composition.preferences, facts: context.composition.facts, over: context.window
        ) { [weak self] arrivals, folder in
            self?.dialog = nil
            if !arrivals.isEmpty { self?.context.operations.run(.copyNew(arrivals, to: folder.text)) }
        }
    }
}
