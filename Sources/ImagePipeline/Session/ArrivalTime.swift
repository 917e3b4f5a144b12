// The time that it takes to fetch and decode an image, estimated from the last ones.
import Photos

/// An estimate of the time that the next image of a source takes: a high percentile of the last ones, smoothed, so that
/// one outlier changes little and a source of another speed is known within a screen.
///
/// Waits for a slot and images from memory are left out: both follow from the plan that is made of the estimate.
struct ArrivalTime: Sendable {
    /// Seconds assumed before anything has arrived.
    static let unknown = 0.2
    /// The least, because an image is seen two frames after it is planned at the earliest; the most, because slower
    /// images are no reason to leave out what is on the screen.
    static let bounds = 0.033...0.5
    /// Images that are looked at: about a screen of them.
    private static let memory = 32
    /// So many of a hundred images take no longer.
    private static let percentile = 75
    /// The part of the way to the new percentile that each image moves the estimate.
    private static let step = 0.125

    private var last = Ring<Double>(capacity: memory)
    private var smoothed: Double?

    /// The estimate in seconds, within the bounds.
    var seconds: Double {
        guard let smoothed else { return Self.unknown }
        return min(max(smoothed, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Adds an image that took `seconds`.
    mutating func note(_ seconds: Double) {
        last.append(seconds)
        let now = last.unordered.sorted()[(last.count - 1) * Self.percentile / 100]
        smoothed = smoothed.map { $0 + (now - $0) * Self.step } ?? now
    }
}
