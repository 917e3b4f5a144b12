// Whether what a decode process has said may still be kept.
import Synchronization

/// The credit of whoever stated facts or made pixels. It is lost when a process turns out not to be what it should, and
/// what it has said before is not stored then. Equal to any other, because it is no part of what was said. Any thread.
public struct Credit: Hashable, Sendable {
    private final class Loss: Sendable {
        let isLost = Atomic<Bool>(false)
    }
    private let loss: Loss?

    private init(_ loss: Loss?) { self.loss = loss }

    /// That of this program itself, which is never lost.
    public init() { self.init(nil) }

    /// Returns one that may be lost, and is lost by all copies together.
    public static func revocable() -> Credit { Credit(Loss()) }

    /// Whether it has not been lost.
    public var holds: Bool { loss?.isLost.load(ordering: .relaxed) != true }

    public func revoke() { loss?.isLost.store(true, ordering: .relaxed) }

    public static func == (a: Credit, b: Credit) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}
