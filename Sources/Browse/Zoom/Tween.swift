// A number that moves from one value to another within a fixed time.

/// The course of a timed animation, on any clock. What is drawn is a function of `value`. Times are in microseconds.
public struct Tween: Hashable, Sendable {
    /// The relation between elapsed time and progress.
    public enum Easing: Hashable, Sendable {
        /// Constant speed.
        case linear
        /// Fast at first, and slower toward the end: 1 − (1 − t)³.
        case easeOut

        fileprivate func progress(at share: Double) -> Double {
            let left = 1 - share
            return self == .linear ? share : 1 - left * left * left
        }
    }

    /// The value now.
    public private(set) var value: Double
    /// The value at the end.
    public private(set) var target: Double
    /// Whether the end is not reached yet.
    public private(set) var isRunning = false
    private let duration: Int64
    private let easing: Easing
    private var from: Double
    private var start: Int64?

    /// Creates a value at rest.
    /// - Parameter duration: Time of a whole course, above 0.
    public init(_ value: Double, duration: Int64, easing: Easing = .linear) {
        self.duration = duration
        self.easing = easing
        (self.value, target, from) = (value, value, value)
    }

    /// Starts a course from the present value.
    /// - Parameters:
    ///   - start: Time of its beginning; nil for that of its first frame.
    public mutating func go(to target: Double, since start: Int64? = nil) {
        (from, self.target, self.start) = (value, target, start)
        isRunning = value != target
    }

    /// Sets the value, and ends the course.
    public mutating func jump(to value: Double) {
        (self.value, target, isRunning) = (value, value, false)
    }

    /// Ends the course at its target.
    public mutating func finish() { jump(to: target) }

    /// Advances to the time of a frame. Does nothing at rest.
    public mutating func advance(to time: Int64) {
        guard isRunning else { return }
        let start = start ?? time
        self.start = start
        let share = max(0, Double(time - start) / Double(duration))
        if share >= 1 { return finish() }
        value = from + (target - from) * easing.progress(at: share)
    }
}
