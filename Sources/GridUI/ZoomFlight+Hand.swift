// The flight in the user's hand: the photo is pulled off its page, and goes home or back when it is let go.
import Browse
import CDesktop
import Desktop

extension ZoomFlight {
    /// Which part of the way home a pull must have gone to be meant, with a tenth of a second of its velocity.
    private static let meant = 0.25

    /// Takes the photo in hand, landed or in the air.
    /// - Returns: false where it cannot be pulled: it is enlarged, has no tile to go to, or nothing is to move.
    func grab() -> Bool {
        guard gtk_widget_get_visible(page.root.widget) != 0, adw_get_enable_animations(overlay) != 0,
            let place = page.place(in: overlay), place.whole.width <= place.view.width + 1, place.whole.height <= place.view.height + 1
        else { return false }
        turn(to: page.shownIndex ?? position, of: ground)
        ground?.reveal(position)
        guard rest == nil, hold(place) else { return false }
        transition?.grab()
        depart(showing: .departing)
        return true
    }

    /// Moves it by a part of the way, toward the page where positive.
    func drag(by part: Double) {
        if let tile, let target { transition?.drag(by: part, tile: tile, page: target) }
    }

    /// Lets it go with the hand's velocity in parts of the way a second, positive toward the page.
    func letGo(velocity: Double) {
        guard transition?.phase == .byHand, let tile, let target else { return }
        let isMeant = progress + velocity * 0.1 < 1 - Self.meant
        transition?.letGo(toward: isMeant ? .closing : .opening, velocity: velocity, tile: tile, page: target)
        if isMeant { onPulledOff() } else { page.show(.arriving) }
    }
}
