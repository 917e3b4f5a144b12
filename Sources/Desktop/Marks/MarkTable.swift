// What the program keeps of files itself, in memory.
import Photos

/// The entries of a `MarkStore` by path, and by the files that they are kept of.
struct MarkTable {
    /// A file whatever its name is.
    private struct Node: Hashable {
        let device, inode: UInt64
        init(_ stamp: FileStamp) { (device, inode) = (stamp.device, stamp.inode) }
    }

    private var entries: [FilePath: MarkStore.Entry] = [:]
    /// The paths of the entries by their files, of which a hard link has several.
    private var paths: [Node: [FilePath]] = [:]
    /// Number of entries with a turn.
    private var turnCount = 0

    var hasTurns: Bool { turnCount > 0 }

    init(_ entries: [FilePath: MarkStore.Entry] = [:]) {
        for (path, entry) in entries { put(entry, at: path) }
    }

    subscript(path: FilePath) -> MarkStore.Entry? { entries[path] }

    /// Returns the entries of all files below a folder, with the paths under which they are kept.
    func entries(below folder: FilePath) -> [MarkStore.Row] {
        entries.compactMap { path, entry in path.relative(to: folder).map { _ in (path, entry) } }
    }

    /// The entry that belongs to a file, with the path under which it is kept.
    /// - Parameter birth: Asked where there is an entry that may be the file's.
    func find(
        _ file: FilePath, _ stamp: FileStamp, born birth: () -> Int64
    ) -> MarkStore.Row? {
        if let entry = entries[file], entry.holds(for: stamp, born: birth) { return (file, entry) }
        for path in paths[Node(stamp)] ?? [] {
            if let entry = entries[path], entry.follows(to: stamp, born: birth) { return (path, entry) }
        }
        return nil
    }

    /// Puts an entry in place of the one at its path; an empty one, or nil, removes that.
    mutating func put(_ entry: MarkStore.Entry?, at path: FilePath) {
        if let old = entries.removeValue(forKey: path) {
            let node = Node(old.stamp), others = paths[node]?.filter { $0 != path } ?? []
            paths[node] = others.isEmpty ? nil : others
            if old.quarterTurns != 0 { turnCount -= 1 }
        }
        guard let entry, !entry.isEmpty else { return }
        entries[path] = entry
        paths[Node(entry.stamp), default: []].append(path)
        if entry.quarterTurns != 0 { turnCount += 1 }
    }
}
