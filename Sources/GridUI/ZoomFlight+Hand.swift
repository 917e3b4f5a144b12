// The flight in the user's hand: the photo is pulled off its page, and goes home or back when it is let go.
import Browse
import CDesktop
import Desktop

extension ZoomFlight {
    /// Which part of the way home a pull must have gone to be meant, with a tenth of a second of its velocity.
    private static let meant = 0.25
    /// Which part of the way a fling must have gone: less is a slip of the hand, however quick.
    private static let slip = 0.05

    /// Takes the photo in hand, landed or in the air. It stays where it is until it is dragged.
    /// - Returns: false where it cannot be pulled: it is enlarged, in another hand, has no tile to go to, or nothing is to
    ///   move.
    func grab() -> Bool {
        guard gtk_widget_get_visible(page.root.widget) != 0, areAnimated, fade == nil, transition?.phase != .byHand,
            let place = page.place(in: overlay), place.isWhole
        else { return false }
        turn(to: page.shownIndex ?? position, of: ground)
        ground?.reveal(position)
        guard hold(place) else { return false }
        transition?.grab()
        depart(showing: .departing)
        return true
    }

    /// Moves it by a part of the way, toward the page where positive.
    func drag(by part: Double) {
        guard transition?.phase == .byHand, let tile, let target else { return }
        transition?.drag(by: part, tile: tile, page: target)
    }

    /// The part of the way by which a photo moves that is made larger by a part of its size on the page.
    var wayOfItsWidth: Double {
        guard let tile, let target else { return 0 }
        // One that is hardly larger on the page than in its tile gets there all the same.
        return target.whole.width / max(target.whole.width - tile.whole.width, target.whole.width / 2)
    }

    /// Lets it go with the hand's velocity in parts of the way a second, positive toward the page.
    func letGo(velocity: Double) {
        guard transition?.phase == .byHand, let tile, let target else { return }
        let isMeant = progress < 1 - Self.slip && progress + velocity * 0.1 < 1 - Self.meant
        transition?.letGo(toward: isMeant ? .closing : .opening, velocity: velocity, tile: tile, page: target)
        if isMeant { onPulledOff() } else { page.show(.arriving) }
    }

    /// The hand has brought it back to its page and does something else there.
    func putBack() {
        guard transition?.phase == .byHand else { return }
        drag(by: 1)
        letGo(velocity: 0)
        // From a page that it was taken from it has no way to go.
        if let transition, let tile, let target, transition.hasArrived(tile: tile, page: target) { land() }
    }
}
