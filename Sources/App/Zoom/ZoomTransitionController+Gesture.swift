// The zoom transition under a gesture: the photo is pulled off its page, and goes to its tile or back on release.
import Browse
import CGTK
import Desktop

extension ZoomTransitionController {
    /// Dismiss threshold: fraction of the way to the tile, after projecting the release velocity 100 ms ahead.
    private static let meant = 0.25
    /// Least fraction of the way to the tile for any dismissal, whatever the release velocity: less is accidental.
    private static let slip = 0.05

    /// Puts the photo under the control of a gesture, from its page or from a running transition. It rests until it is
    /// dragged.
    /// - Returns: False where it cannot be pulled: it is magnified, controlled by another gesture, without a tile to go
    ///   to, or animations are off.
    func grab() -> Bool {
        guard gtk_widget_get_visible(page.root.widget) != 0, areAnimated, fade == nil, transition?.phase != .underGesture,
            let geometry = page.geometry(in: overlay), geometry.isWhole
        else { return false }
        if let shown = page.shownRef { follow(photo: shown, of: origin) }
        if let photo { origin?.reveal(photo) }
        guard hold(geometry) else { return false }
        transition?.grab()
        depart(showing: .departing)
        return true
    }

    /// Moves the photo by a fraction of the way, toward the page where positive.
    func drag(by part: Double) {
        guard transition?.phase == .underGesture, let tile, let target else { return }
        transition?.drag(by: part, tile: tile, page: target)
    }

    /// Converts a relative change of size into transition progress.
    var progressPerRelativeScale: Double {
        guard let tile, let target else { return 0 }
        // Bounded for a photo that is hardly larger on the page than in its tile.
        return target.whole.width / max(target.whole.width - tile.whole.width, target.whole.width / 2)
    }

    /// Releases the photo with the gesture's velocity in fractions of the way per second, positive toward the page.
    func letGo(velocity: Double) {
        guard transition?.phase == .underGesture, let tile, let target else { return }
        let isMeant = progress < 1 - Self.slip && progress + velocity * 0.1 < 1 - Self.meant
        transition?.letGo(toward: isMeant ? .closing : .opening, velocity: velocity, tile: tile, page: target)
        if isMeant { onPulledOff() } else { page.show(.arriving) }
    }

    /// Puts the photo back on its page and ends the gesture's control, for a gesture that goes on with something else.
    func putBack() {
        guard transition?.phase == .underGesture else { return }
        drag(by: 1)
        letGo(velocity: 0)
        // Where the photo has not left the page, no animation is needed.
        if let transition, let tile, let target, transition.hasArrived(tile: tile, page: target) { land() }
    }
}
