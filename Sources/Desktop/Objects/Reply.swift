// The answer of an asynchronous C function, as a continuation.

/// A continuation behind the context pointer of a C callback.
final class Reply<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the continuation behind `context` and gives back its retain.
    static func take(_ context: UnsafeMutableRawPointer?) -> CheckedContinuation<Value, any Error>? {
        context.map { Unmanaged<Reply<Value>>.fromOpaque($0).takeRetainedValue().continuation }
    }
}
