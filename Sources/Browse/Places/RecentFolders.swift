// The folders that were opened last, in the settings and in the sidebar of one run.
public import Photos

/// The recently opened folders by their absolute paths.
///
/// The stored list has the latest folder first. The listed order changes less: a folder that is opened again keeps its
/// row, so that no row moves under the pointer.
public struct RecentFolders: Hashable, Sendable {
    /// Limit of the stored folders.
    public static let most = 10

    /// The folders for the settings, the latest first.
    public private(set) var stored: [FilePath]
    /// The folders as they are listed in this run.
    public private(set) var listed: [FilePath]

    /// Creates the list that was stored, without repetitions and without texts that are no absolute path.
    public init(_ stored: [FilePath] = []) {
        var seen: Set<FilePath> = []
        let paths = stored.filter(\.isAbsolute).map(\.trimmed).filter { seen.insert($0).inserted }
        self.stored = Array(paths.prefix(Self.most))
        listed = self.stored
    }

    /// Takes a folder out.
    public mutating func remove(_ path: FilePath) {
        let path = path.trimmed
        stored.removeAll { $0 == path }
        listed.removeAll { $0 == path }
    }

    /// Takes in that a folder has another path.
    public mutating func follow(_ folder: MovedFolder) {
        func followed(_ paths: [FilePath]) -> [FilePath] {
            // One that had the new path before is gone.
            paths.filter { $0 != folder.to }.map { folder.path(of: $0) ?? $0 }
        }
        (stored, listed) = (followed(stored), followed(listed))
    }

    /// Adds a folder that was opened.
    public mutating func add(_ path: FilePath) {
        let path = path.trimmed
        stored.removeAll { $0 == path }
        stored.insert(path, at: 0)
        stored = Array(stored.prefix(Self.most))
        guard !listed.contains(path) else { return }
        listed.insert(path, at: 0)
        // The row that goes is that of the folder that is not stored any more.
        listed.removeAll { !stored.contains($0) }
    }
}
