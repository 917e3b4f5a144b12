// The port to the processors among which a large piece of work is divided.

/// A way of doing the parts of a large piece of work.
///
/// Isolation: callable from any thread; blocks it until all parts are done.
public protocol WorkDivision: Sendable {
    /// The number of parts that are done at once.
    var width: Int { get }

    /// Calls `body` with each number below `count`, in any order and several at once.
    func perform(_ count: Int, _ body: @Sendable (Int) -> Void)
}

/// Does one part after the other.
public struct UndividedWork: WorkDivision {
    public init() {}
    public var width: Int { 1 }
    public func perform(_ count: Int, _ body: @Sendable (Int) -> Void) { for part in 0..<count { body(part) } }
}
