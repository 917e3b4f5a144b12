// The dividing of large pieces of work among the processors.
import Dispatch
import Glibc
public import Library

/// Does parts of work on the threads of libdispatch, of which there are as many as processors.
public struct ProcessorDivision: WorkDivision {
    public let width: Int

    /// Parts beyond this share the memory bus more than they save.
    private static let most = 8

    public init() { width = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), Self.most) }

    public func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
}
