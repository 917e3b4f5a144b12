// The orders in which the user has left the sources, up to a limit.
public import Library
public import Photos

/// The order and groups of each of the last sources that the user has arranged, and those of all others.
public struct RememberedOrders: Hashable, Sendable {
    /// The order and groups of one source. Its query has no search.
    public struct Entry: Hashable, Sendable {
        public let source: SourceID
        public let query: Query

        public init(source: SourceID, query: Query) {
            self.source = source
            self.query = query
        }
    }

    /// Limit of the sources that are remembered: about 20 KB of settings with paths of a hundred bytes.
    public static let mostSources = 200

    /// The sources, the one that was arranged last first.
    public private(set) var entries: [Entry]
    /// The order and groups of a source that has none of its own.
    public var usual: Query

    /// - Parameter entries: The latest first; those beyond the limit are dropped.
    public init(_ entries: [Entry] = [], usual: Query = Query()) {
        self.entries = Array(entries.prefix(Self.mostSources))
        self.usual = usual
    }

    /// Order and groups of a source.
    public subscript(source: SourceID) -> Query { entries.first { $0.source == source }?.query ?? usual }

    /// Whether the user has arranged a source.
    public func isArranged(_ source: SourceID) -> Bool { entries.contains { $0.source == source } }

    /// Remembers order and groups of a source, and forgets the one that was arranged the longest time ago where there
    /// are too many. The search is not remembered.
    public mutating func remember(_ query: Query, of source: SourceID) {
        var query = query
        query.search = ""
        let others = entries.filter { $0.source != source }
        entries = [Entry(source: source, query: query)] + others.prefix(Self.mostSources - 1)
    }
}
