// At which size pictures are asked for while the size of the tiles is on the move.
public import Photos

/// Holds the size at which pictures are asked for until a new one has stood still, so that a window or a pinch that is
/// drawn through twenty sizes loads one of them; the pictures of the old size stay up scaled meanwhile.
public struct SettlingSize: Sendable {
    /// Microseconds for which a size has to stand: longer than the pause between two events of a drag or two clicks of
    /// a wheel, shorter than anybody waits.
    static let rest: Int64 = 120_000
    /// Microseconds after which the size of a drag that does not end is taken all the same: what has come into view
    /// meanwhile has nothing to show.
    static let longest: Int64 = 500_000

    /// The size to ask for.
    public private(set) var current: PixelSize
    private var pending: (size: PixelSize, since: Int64, first: Int64)?

    public init(_ size: PixelSize) { current = size }

    /// Whether a new size is being waited for.
    public var isPending: Bool { pending != nil }

    /// Takes in the tiles' size in a frame.
    /// - Parameters:
    ///   - time: The frame clock's time in microseconds.
    ///   - atOnce: Nothing has been asked for yet.
    /// - Returns: Whether `current` has changed.
    public mutating func offer(_ size: PixelSize, at time: Int64, atOnce: Bool) -> Bool {
        guard size != current else {
            pending = nil
            return false
        }
        if pending?.size != size { pending = (size, time, pending?.first ?? time) }
        guard let pending, atOnce || time - pending.since >= Self.rest || time - pending.first >= Self.longest else {
            return false
        }
        current = size
        self.pending = nil
        return true
    }
}
