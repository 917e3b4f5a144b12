// The changes that a source reports, and the sequence of them.
public import Photos

/// A change of what a source holds.
public enum SourceChange: Hashable, Sendable {
    /// A photo whose name has changed and whose content is the same.
    public struct Renaming: Hashable, Sendable {
        public let before: PhotoID
        public let after: ListedPhoto

        public init(_ before: PhotoID, to after: ListedPhoto) {
            self.before = before
            self.after = after
        }
    }

    /// Photos that were not there; where the source is listed by path they have their places by their names, else
    /// behind those that were. `isLast`: all that the source holds now has been listed.
    case added(PackedPage, isLast: Bool)
    /// Photos that are gone.
    case removed([PhotoID])
    /// Photos that have the same name and other content or facts.
    case changed([ListedPhoto])
    /// Photos that have another name.
    case renamed([Renaming])
    /// What the source has to say beside its photos is something else now.
    case reported(SourceReport)

    /// Whether there are names after it that were not there before.
    var bringsNames: Bool {
        switch self {
        case .added(let page, _): !page.isEmpty
        case .renamed: true
        case .removed, .changed, .reported: false
        }
    }
}

/// The changes of one source from its first photos on, read one at a time.
///
/// A call of `next()` that has thrown may be repeated: it tries the same step again, and nothing is lost. The sequence
/// ends when the source will report nothing more. One reader at a time.
public struct SourceChanges: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let read: @Sendable () async throws -> SourceChange?

        /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`.
        public func next() async throws -> SourceChange? { try await read() }
    }

    private let read: @Sendable () async throws -> SourceChange?

    /// Changes that are asked for one by one.
    public init(_ read: @escaping @Sendable () async throws -> SourceChange?) { self.read = read }

    /// Changes that come by themselves.
    public init(_ stream: AsyncStream<SourceChange>) {
        self.init {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }
}
