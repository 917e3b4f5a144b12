// The scroll velocity of the grid, from its position at each frame. The planner looks ahead by it.

/// An estimate of the scroll velocity. Updated once a frame; keeps an eighth of a second of history in a reused buffer.
public struct ScrollTracker: Sendable {
    /// Length of the history in microseconds. At 60 Hz these are seven frames, which hold three to four clicks of a
    /// quickly turned wheel (30 a second), so that the pauses between them do not count as stops. A stop is noticed
    /// after seven frames.
    static let window: Int64 = 120_000

    private struct Sample {
        var time: Int64
        var value: Double
    }

    private var samples: ContiguousArray<Sample> = []

    /// Scroll velocity in logical pixels a second; positive toward higher indices.
    public private(set) var velocity = 0.0
    /// The latest scroll position.
    public private(set) var value = 0.0

    /// Creates a tracker at rest at the top.
    public init() { samples.reserveCapacity(64) }

    /// Records the scroll position of a frame.
    /// - Parameter frameTime: The frame clock's time in microseconds. A second value for one frame replaces the first.
    public mutating func record(frameTime: Int64, value: Double) {
        guard value.isFinite else { return }
        self.value = value
        if let last = samples.last, frameTime <= last.time { samples.removeLast() }
        guard let last = samples.last else {
            samples.append(Sample(time: frameTime, value: value))
            velocity = 0
            return
        }
        let oldest = frameTime - ScrollTracker.window
        if last.time < oldest {
            // No frames were drawn because nothing moved: the position has been constant until now.
            samples.removeAll(keepingCapacity: true)
            samples.append(Sample(time: oldest, value: last.value))
        } else if reverses(to: value) {
            // Samples from before the reversal would hide it for the length of the history.
            samples.removeFirst(samples.count - 1)
        } else {
            samples.removeFirst(samples.firstIndex { $0.time >= oldest } ?? 0)
        }
        samples.append(Sample(time: frameTime, value: value))
        let first = samples[0]
        velocity = (value - first.value) / (Double(frameTime - first.time) / 1_000_000)
    }

    /// Smallest step that counts as a movement, in logical pixels. A frame after the wheel has set the position, GTK
    /// rounds it to a whole pixel, which is a step back by a fraction of one.
    private static let leastStep = 1.0

    /// Returns whether a step to `value` is against the movement so far.
    private func reverses(to value: Double) -> Bool {
        guard let first = samples.first, let last = samples.last else { return false }
        let travelled = last.value - first.value
        let step = value - last.value
        guard abs(step) >= Self.leastStep else { return false }
        return travelled * step < 0
    }
}
