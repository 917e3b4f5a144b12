// The size at which pictures are requested while the size of the tiles changes.
public import Photos

/// A debounced size: holds the old one until a new one has been stable for a time, so that a resize or a pinch through
/// twenty sizes loads only one of them. Pictures of the old size stay on the tiles, scaled, meanwhile.
public struct DebouncedSize: Sendable {
    /// Microseconds for which a size has to be stable: longer than the pause between two events of a drag or two clicks
    /// of a wheel, and too short to be noticed as a wait.
    static let rest: Int64 = 120_000
    /// Microseconds after which a size is taken although the drag goes on: tiles that have come into view meanwhile
    /// have nothing to show.
    static let longest: Int64 = 500_000

    /// The size at which to request pictures.
    public private(set) var current: PixelSize
    private var pending: (size: PixelSize, since: Int64, first: Int64)?

    public init(_ size: PixelSize) { current = size }

    /// Whether a new size is waiting to become stable.
    public var isPending: Bool { pending != nil }

    /// Takes in the size of the tiles in a frame.
    /// - Parameters:
    ///   - time: The frame clock's time in microseconds.
    ///   - atOnce: Whether to take the size without waiting, because nothing has been requested yet.
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
