// A hand that has the photo: how far it has moved it, and how fast it moves when it lets go.
import Browse

/// One gesture's hold of a flight. Times are in microseconds.
final class FlightHand {
    private weak var flight: ZoomFlight?
    /// Where the hand has been of late, in parts of the way from where it took hold; toward the page where positive.
    private var path: [(time: Int64, part: Double)] = []

    /// Over how long a hand's velocity is measured; one that has rested for as long flings nothing.
    private static let span: Int64 = 100_000

    init(on flight: ZoomFlight) { self.flight = flight }

    /// Whether the photo is in this hand.
    var isHolding: Bool { !path.isEmpty }

    /// Takes the photo.
    /// - Returns: false where it cannot be had.
    func grab(at time: Int64) -> Bool {
        guard !isHolding, flight?.grab() == true else { return false }
        path = [(time, 0)]
        return true
    }

    /// Moves it by a part of the way, toward the page where positive.
    func move(by part: Double, at time: Int64) {
        guard let last = path.last else { return }
        flight?.drag(by: part)
        path.append((time, last.part + part))
        path.removeAll { $0.time < time - Self.span }
    }

    /// Makes it larger by a part of its size on the page, or smaller.
    func grow(by part: Double, at time: Int64) {
        if let flight { move(by: part * flight.wayOfItsWidth, at: time) }
    }

    /// Lets it go as fast as the hand moves.
    func letGo(at time: Int64) {
        guard isHolding else { return }
        path.removeAll { $0.time < time - Self.span }
        var velocity = 0.0
        if let first = path.first, let last = path.last, last.time > first.time {
            velocity = (last.part - first.part) / (Double(last.time - first.time) / 1_000_000)
        }
        path = []
        flight?.letGo(velocity: velocity)
    }

    /// It is back on its page.
    func putBack() {
        guard isHolding else { return }
        path = []
        flight?.putBack()
    }
}
