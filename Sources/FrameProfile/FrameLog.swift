// The latest frames, kept without an allocation a frame, so that measuring does not change what is measured.

/// A ring of frame records in memory that is taken once.
public struct FrameLog: Sendable {
    /// Ten minutes at 60 Hz: longer than any scenario, so that its figures are over all of its frames. In a session
    /// that goes on longer the figures are those of its latest frames.
    public static let defaultCapacity = 36_000

    private var ring: ContiguousArray<FrameRecord> = []
    private var oldest = 0
    private let capacity: Int
    /// Frames that were overwritten by later ones.
    public private(set) var dropped = 0

    /// Room for `capacity` frames is reserved now, so that recording allocates nothing until then.
    public init(capacity: Int = defaultCapacity) {
        self.capacity = max(2, capacity)
        ring.reserveCapacity(self.capacity)
    }

    /// Records that are kept.
    public var count: Int { ring.count }

    /// Takes in the next frame, in place of the oldest one when the ring is full.
    public mutating func append(_ record: FrameRecord) {
        guard ring.count == capacity else { return ring.append(record) }
        ring[oldest] = record
        oldest = (oldest + 1) % capacity
        dropped += 1
    }

    /// The records that are kept, oldest first.
    public var frames: ContiguousArray<FrameRecord> { ContiguousArray(ring[oldest...]) + ring[..<oldest] }

    /// Starts again: after the warm-up of a scenario.
    public mutating func removeAll() {
        ring.removeAll(keepingCapacity: true)
        oldest = 0
        dropped = 0
    }
}
