// A closure behind the context pointer of a C callback.

/// What is posted to the thread of a main context.
final class PostedBody: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
