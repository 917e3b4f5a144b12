// Where the handle of a timeline lies, and which place on the track a pointer holds.

/// The pointer on a timeline: over it, or holding the handle.
///
/// Lengths are logical pixels from the track's upper end. The track's length comes with each question, because the
/// window may be resized while the handle is held.
public struct TimelineGrip: Hashable, Sendable {
    /// Length of the handle, and no more than this part of the track.
    private static let longest = (length: 48.0, part: 0.5)

    /// Where the pointer is; nil where it is elsewhere and holds nothing.
    public private(set) var pointer: Double?
    /// What the pointer holds; nil for nothing.
    private var hold: Hold?

    private enum Hold: Hashable {
        /// The handle, so far below its upper end.
        case handle(Double)
        /// The place under it.
        case place
    }

    /// Creates a pointer that is elsewhere.
    public init() {}

    /// Whether the handle is held.
    public var isHeld: Bool { hold != nil }

    /// Returns the upper end and the length of the handle. The place that it stands for lies within it, at its upper
    /// end where the list is at its top, and at its lower end at the bottom; so a handle that is held anywhere
    /// reaches both.
    public static func handle(at place: Double, onTrack track: Double) -> (y: Double, length: Double) {
        let length = length(onTrack: track)
        return (track > 0 ? min(max(0, place / track), 1) * (track - length) : 0, length)
    }

    /// Returns the place on the track that is held; nil where none is.
    public func place(onTrack track: Double) -> Double? {
        guard let pointer, let hold else { return nil }
        guard case .handle(let below) = hold else { return min(max(0, pointer), track) }
        let way = track - Self.length(onTrack: track)
        return way > 0 ? min(max(0, (pointer - below) / way), 1) * track : 0
    }

    /// Takes in where the pointer is, nil for elsewhere. While the handle is held, only `drag` moves it.
    public mutating func hover(at y: Double?) {
        if !isHeld { pointer = y }
    }

    /// Holds the handle. Where the pointer is on it, it stays where it is; else it comes under the pointer, and stands
    /// for the place there as long as it is held.
    /// - Parameter place: The place for which the handle stands.
    public mutating func press(at y: Double, handleAt place: Double, onTrack track: Double) {
        let here = Self.handle(at: place, onTrack: track)
        let isOnHandle = y >= here.y && y <= here.y + here.length
        (pointer, hold) = (y, isOnHandle ? .handle(y - here.y) : .place)
    }

    /// Moves the held handle with the pointer, which may be beyond the track's ends.
    public mutating func drag(to y: Double) {
        if isHeld, y.isFinite { pointer = y }
    }

    /// Lets the handle go.
    /// - Parameter y: Where the pointer is then; nil for elsewhere.
    public mutating func release(at y: Double?) { (pointer, hold) = (y, nil) }

    private static func length(onTrack track: Double) -> Double { min(longest.length, max(0, track) * longest.part) }
}
