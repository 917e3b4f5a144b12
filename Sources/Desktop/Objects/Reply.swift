// The answer of an asynchronous C function, as a continuation.

/// A continuation behind the context pointer of a C callback.
public final class Reply<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>

    public init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

    /// The context pointer, which keeps the continuation until it is taken.
    public func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the continuation behind `context` and gives back its retain.
    public static func take(_ context: UnsafeMutableRawPointer?) -> CheckedContinuation<Value, any Error>? {
        context.map { Unmanaged<Reply<Value>>.fromOpaque($0).takeRetainedValue().continuation }
    }
}
