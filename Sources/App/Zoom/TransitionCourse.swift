// The states of a photo between its tile and its page, and the two ends of its way.
import Browse

/// What moves the photo, and between which places.
struct TransitionCourse {
    /// What is under way.
    private enum State {
        /// Nothing: the photo is in its tile or on its page.
        case atRest
        /// The photo moves, or a gesture holds it.
        case moving(ZoomTransition)
        /// The page fades, and with it a photo whose movement has ended on the way.
        case fading(PageFade, over: ZoomTransition?)
    }

    private var state = State.atRest
    /// The last known placement of the photo in its tile.
    var tile: ZoomPlacement?
    /// The last known placement on the page, before the photo's rotation.
    private(set) var page: ZoomPlacement?
    /// Bounds of the page's view of the photo.
    private(set) var view = Rectangle(x: 0, y: 0, width: 0, height: 0)
    /// Clockwise rotation of the photo on its page, in degrees.
    private(set) var angle = 0.0

    /// The movement, also one that has ended in a fade; nil where there is none.
    var transition: ZoomTransition? {
        switch state {
        case .atRest: nil
        case .moving(let transition): transition
        case .fading(_, let transition): transition
        }
    }

    var fade: PageFade? { if case .fading(let fade, _) = state { fade } else { nil } }

    /// Whether the photo goes to its tile, or the page fades out.
    var isLeaving: Bool { fade?.isClosing ?? (transition?.phase == .closing) }
    /// Whether a gesture holds the photo.
    var isHeld: Bool { transition?.phase == .underGesture }
    /// Progress of the movement, 0 in the tile and 1 on the page; 0 where there is none.
    var progress: Double { transition?.progress ?? 0 }
    /// Where the photo is on its way, before its rotation; nil where it does not move.
    var placement: ZoomPlacement? { transition?.placement }
    /// Clockwise rotation of the photo on its way, in degrees.
    var angleOnTheWay: Double { angle * progress }

    /// Both ends; nil before they are known.
    var ends: (tile: ZoomPlacement, page: ZoomPlacement)? {
        guard let tile, let page else { return nil }
        return (tile, page)
    }

    // MARK: Steps

    /// Moves the photo to its page: out of its tile, or from where it is.
    mutating func open(from tile: ZoomPlacement, ratio: Double) {
        self.tile = tile
        var transition = transition ?? ZoomTransition(at: tile, ratio: ratio, toward: .opening)
        transition.redirect(to: .opening)
        state = .moving(transition)
    }

    /// Takes the photo off its page, unless it moves already.
    /// - Returns: Whether it was on its page.
    mutating func leave(_ geometry: DetailPage.PhotoGeometry, to tile: ZoomPlacement) -> Bool {
        self.tile = tile
        follow(geometry)
        guard transition == nil else { return false }
        state = .moving(ZoomTransition(at: geometry.unrotated, ratio: geometry.ratio, toward: .underGesture))
        return true
    }

    /// Has the page fade. One that comes up takes the place of a photo that moves.
    mutating func start(_ fade: PageFade) { state = .fading(fade, over: fade.isClosing ? transition : nil) }

    /// Goes on with the movement that a fade has ended.
    mutating func endFade() {
        guard case .fading(_, let transition) = state else { return }
        state = transition.map { .moving($0) } ?? .atRest
    }

    mutating func end() { state = .atRest }

    /// Changes the movement, if there is one.
    mutating func move(_ change: (inout ZoomTransition) -> Void) {
        guard var transition else { return }
        change(&transition)
        state = fade.map { .fading($0, over: transition) } ?? .moving(transition)
    }

    /// Changes the movement, if there is one and both ends are known.
    mutating func move(_ change: (inout ZoomTransition, _ tile: ZoomPlacement, _ page: ZoomPlacement) -> Void) {
        guard let (tile, page) = ends else { return }
        move { change(&$0, tile, page) }
    }

    /// Advances the fade to the time of a frame.
    mutating func advanceFade(to time: Int64) {
        guard case .fading(var fade, let transition) = state else { return }
        fade.advance(to: time)
        state = .fading(fade, over: transition)
    }

    /// Takes the place that the photo has on its page.
    mutating func follow(_ geometry: DetailPage.PhotoGeometry) {
        (page, view, angle) = (geometry.unrotated, geometry.view, geometry.angle)
    }
}
