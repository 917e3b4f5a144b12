// The zoom of photos that are compared: what moves one of the pictures moves the others.
import Browse
import Photos

/// Keeps the pictures of several views together. One of them leads at a time: the one on which a gesture or a command
/// has begun last.
final class CompareZoom {
    /// One of the views. Its picture asks it where it lies, and tells it where it was moved.
    final class Part: ZoomLink {
        private weak var group: CompareZoom?
        /// The photo that the view shows.
        var ref: PhotoRef?
        weak var picture: DetailPicture?

        init(of group: CompareZoom) { self.group = group }

        func placement(of picture: PixelSize, isGuess: Bool, in view: PixelSize) -> ZoomState {
            guard let ref, let group else { return ZoomState(picture, in: view) }
            return group.linked.placement(of: ref, picture, isGuess: isGuess, in: view)
        }

        func moved(to zoomState: ZoomState) { group?.moved(self, to: zoomState) }
        func aimed(at zoomState: ZoomState) { group?.aimed(self, at: zoomState) }

        /// Returns where the picture lies by `linked`; nil while that is not known.
        fileprivate func placement(in linked: inout LinkedZoom) -> ZoomState? {
            guard let ref, let zoom = picture?.zoom, let state = zoom.zoomState else { return nil }
            return linked.placement(of: ref, state.picture, isGuess: zoom.isGuess, in: state.view)
        }
    }

    private var linked = LinkedZoom()
    private var parts: [Part] = []
    private weak var lead: Part?
    private var isAlone = false

    /// Adds a view.
    func add() -> Part {
        let part = Part(of: self)
        parts.append(part)
        return part
    }

    func remove(_ part: Part) { parts.removeAll { $0 === part } }

    /// Takes note that a gesture or a command on a view begins. One that runs on another view ends.
    /// - Parameter isAlone: Whether the other pictures stay where they are.
    func begin(on part: Part, isAlone: Bool) {
        if let lead, lead !== part { lead.picture?.zoom.hold() }
        (lead, self.isAlone) = (part, isAlone)
    }

    /// Forgets photos that are not shown any more.
    func showsOthers() { linked.keep(only: parts.compactMap(\.ref)) }

    /// Takes in that the views have other sizes, by one of them.
    func resized(by part: Part) {
        guard let ref = part.ref, let state = part.picture?.zoom.zoomState else { return }
        linked.move(ref, to: state, alone: false)
    }

    /// Whether a photo was moved alone.
    func isApart(_ ref: PhotoRef) -> Bool { linked.isApart(ref) }

    private func movesAlone(_ part: Part) -> Bool { isAlone || lead.map { $0 !== part } ?? false }

    private func moved(_ part: Part, to state: ZoomState) {
        guard let ref = part.ref else { return }
        linked.move(ref, to: state, alone: movesAlone(part))
        guard !movesAlone(part) else { return }
        for other in parts where other !== part {
            if let place = other.placement(in: &linked) { other.picture?.zoom.follow(to: place) }
        }
    }

    /// Has the others load what they will show, too.
    private func aimed(_ part: Part, at state: ZoomState) {
        guard let ref = part.ref, !movesAlone(part) else { return }
        var next = linked
        next.move(ref, to: state, alone: false)
        for other in parts where other !== part {
            if let place = other.placement(in: &next) { other.picture?.sharpen(place) }
        }
    }
}
