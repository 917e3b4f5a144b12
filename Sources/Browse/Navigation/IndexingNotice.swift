// The moment from which the progress of indexing is shown, and how often what is on the screen is put first.
public import Library

/// The progress of indexing as the user sees it: not before it has lasted for a second, so that a folder whose photos
/// are known shows none.
public struct IndexingNotice: Sendable {
    /// Microseconds that pass before anything is shown.
    static let delay: Int64 = 1_000_000

    private var since: Int64?

    /// Nothing is indexed.
    public init() {}

    /// Takes the progress at a time in microseconds; nil where nothing is indexed.
    /// - Returns: The progress to show; nil for none.
    public mutating func take(_ progress: IndexingProgress?, at time: Int64) -> IndexingProgress? {
        guard let progress else {
            since = nil
            return nil
        }
        let start = since ?? time
        since = start
        return time - start >= Self.delay ? progress : nil
    }
}

/// The photos on the screen as they are handed to the indexer: each range once, and few of them while the grid scrolls.
public struct IndexingFocus: Sendable {
    /// Microseconds between two ranges.
    static let pause: Int64 = 250_000

    private var last: Range<Int>?
    private var lastTime: Int64 = .min

    public init() {}

    /// Takes the positions on the screen at a time in microseconds.
    /// - Parameter isAtRest: Whether the grid rests there; then it does not have to wait for its turn.
    /// - Returns: The positions to be indexed first now; nil where nothing is to be said.
    public mutating func take(_ visible: Range<Int>, at time: Int64, isAtRest: Bool = false) -> Range<Int>? {
        guard visible != last, isAtRest || time - Self.pause >= lastTime else { return nil }
        (last, lastTime) = (visible, time)
        return visible
    }

    /// Forgets the last range: other photos are at the same positions, or indexing has begun anew.
    public mutating func reset() { last = nil }
}
