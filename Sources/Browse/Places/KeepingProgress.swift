// How far the keeping of previews has come.

/// What has come so far of keeping the previews of a list of photos.
public struct KeepingProgress: Hashable, Sendable {
    /// Why it has ended before the last photo.
    public enum End: Hashable, Sendable {
        /// The limit of what is kept is reached.
        case full
        /// The photos are out of reach.
        case away
    }

    /// Photos that there are.
    public let count: Int
    /// Photos that were looked at.
    public private(set) var done = 0
    public private(set) var kept = 0
    /// Photos that could not be read.
    public private(set) var failed = 0
    /// Nil while it goes on, and when every photo was looked at.
    public private(set) var end: End?

    private var failuresInARow = 0
    /// Failures in a row after which the photos are out of reach.
    private static let mostFailures = 20

    public init(of count: Int) { self.count = count }

    /// Takes in the result for one photo: whether its preview is kept, which not every photo has.
    public mutating func take(isKept: Bool) {
        done += 1
        failuresInARow = 0
        if isKept { kept += 1 }
    }

    /// Takes in that nothing more fits in.
    public mutating func takeFull() {
        done += 1
        end = .full
    }

    /// Takes in that a photo could not be read.
    public mutating func takeFailure() {
        done += 1
        failed += 1
        failuresInARow += 1
        if failuresInARow == Self.mostFailures { end = .away }
    }
}
