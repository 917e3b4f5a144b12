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
    /// The order and groups of a folder that has none of its own, nor one above it. Other sources, whose order means
    /// something, are shown as they list their photos.
    public var usual: Query

    /// - Parameter entries: The latest first; those beyond the limit are dropped.
    public init(_ entries: [Entry] = [], usual: Query = Query()) {
        self.entries = Array(entries.prefix(Self.mostSources))
        self.usual = usual
    }

    /// Order and groups of a source: its own, those of the nearest folder above it that has its own, or the usual ones.
    public subscript(source: SourceID) -> Query {
        entry(of: source)?.query ?? (source.isFolder ? usual : Query())
    }

    private func entry(of source: SourceID) -> Entry? {
        entries.first { $0.source == source }
            ?? entries.filter { $0.source.isFolder(above: source) }
            .max { $0.source.text.utf8.count < $1.source.text.utf8.count }
    }

    /// Remembers order and groups of a source, and forgets the one that was arranged the longest time ago where there
    /// are too many. Search and filter are not remembered.
    public mutating func remember(_ query: Query, of source: SourceID) {
        var query = query
        query.search = ""
        query.filter = .none
        let others = entries.filter { $0.source != source }
        entries = [Entry(source: source, query: query)] + others.prefix(Self.mostSources - 1)
    }

    /// Takes in that a folder has another path. What was remembered of it is that of the folder.
    public mutating func follow(_ folder: MovedFolder) {
        entries = entries.map { Entry(source: $0.source.following(folder), query: $0.query) }
    }
}

extension SourceID {
    /// Returns the identity that a folder has now; the same for one that has not moved, and for any other source.
    public func following(_ folder: MovedFolder) -> SourceID {
        guard isFolder,
            let path = folder.path(of: FilePath(String(Substring(text.utf8.dropFirst(Self.folder.utf8.count)))))
        else { return self }
        return SourceID(Self.folder + path.text)
    }

    /// What the identities of folders begin with, before the path.
    private static let folder = "folder:"

    fileprivate var isFolder: Bool { text.utf8.starts(with: Self.folder.utf8) }

    /// Returns whether this is a folder, and the other one a folder somewhere in it.
    fileprivate func isFolder(above other: SourceID) -> Bool {
        let path = text.utf8, inside = other.text.utf8
        guard path.starts(with: Self.folder.utf8), inside.starts(with: path) else { return false }
        let slash = UInt8(ascii: "/")
        return path.last == slash ? inside.count > path.count : inside.dropFirst(path.count).first == slash
    }
}
