// Record of the latest frames, which allocates nothing per frame, so that measuring does not affect the result.
import Photos

/// Frame records in a ring buffer that is allocated once.
public struct FrameLog: Sendable {
    /// Ten minutes at 60 Hz: longer than any scenario, so that its figures cover all of its frames. In a longer session
    /// the figures cover its latest frames.
    public static let defaultCapacity = 36_000

    private var ring: Ring<FrameRecord>
    /// Number of frames that were overwritten by later ones.
    public private(set) var dropped = 0

    /// Reserves `capacity` records, so that recording allocates nothing.
    public init(capacity: Int = defaultCapacity) { ring = Ring(capacity: max(2, capacity), isReserved: true) }

    /// Number of records kept.
    public var count: Int { ring.count }

    /// Appends a frame, replacing the oldest one when the ring is full.
    public mutating func append(_ record: FrameRecord) {
        if ring.append(record) != nil { dropped += 1 }
    }

    /// Records kept, oldest first.
    public var frames: ContiguousArray<FrameRecord> { ring.all }

    /// Removes all frames, after the warm-up of a scenario.
    public mutating func removeAll() {
        ring.removeAll()
        dropped = 0
    }
}
