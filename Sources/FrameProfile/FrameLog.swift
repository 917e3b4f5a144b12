// Ring of the latest frames, which allocates nothing per frame, so that measuring does not affect the result.

/// Frame records in a ring buffer that is allocated once.
public struct FrameLog: Sendable {
    /// Ten minutes at 60 Hz: longer than any scenario, so that its figures cover all of its frames. In a longer session
    /// the figures cover its latest frames.
    public static let defaultCapacity = 36_000

    private var ring: ContiguousArray<FrameRecord> = []
    private var oldest = 0
    private let capacity: Int
    /// Number of frames that were overwritten by later ones.
    public private(set) var dropped = 0

    /// Reserves `capacity` records, so that recording allocates nothing.
    public init(capacity: Int = defaultCapacity) {
        self.capacity = max(2, capacity)
        ring.reserveCapacity(self.capacity)
    }

    /// Number of records kept.
    public var count: Int { ring.count }

    /// Appends a frame, replacing the oldest one when the ring is full.
    public mutating func append(_ record: FrameRecord) {
        guard ring.count == capacity else { return ring.append(record) }
        ring[oldest] = record
        oldest = (oldest + 1) % capacity
        dropped += 1
    }

    /// Records kept, oldest first.
    public var frames: ContiguousArray<FrameRecord> { ContiguousArray(ring[oldest...]) + ring[..<oldest] }

    /// Removes all frames, after the warm-up of a scenario.
    public mutating func removeAll() {
        ring.removeAll(keepingCapacity: true)
        oldest = 0
        dropped = 0
    }
}
