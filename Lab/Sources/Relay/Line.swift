// The time that bytes take on a line.

/// Nanoseconds of the monotonic clock.
package typealias Instant = Int64

/// One direction of a line that all connections share: its bytes leave one after the other and arrive a delay later.
package struct Line: Sendable {
    /// How long bytes wait at most for those of other connections before them. Longer, and what is asked for next would
    /// wait for what a fast server has sent already; a router's queue is of that size.
    static let queue: Instant = 20_000_000

    private let delay: Instant
    /// Nanoseconds a byte; 0 where the line is as fast as the machine.
    private let perByte: Double
    /// When the last byte that was taken has left.
    private var free: Instant = 0

    /// - Parameters:
    ///   - milliseconds: From end to end.
    ///   - megabits: A second, of 1,000,000 bits; nil for as many as the machine carries.
    package init(milliseconds: Double, megabits: Double?) {
        delay = Instant(milliseconds * 1_000_000)
        perByte = megabits.map { 8_000 / $0 } ?? 0
    }

    /// Takes bytes to the line, and returns when the last of them arrives.
    package mutating func take(_ count: Int, at now: Instant) -> Instant {
        free = max(free, now) + Instant((Double(count) * perByte).rounded(.up))
        return free + delay
    }

    /// The first time at which the line takes bytes. In the past where it does now.
    package var opens: Instant { free - Self.queue }
}
