// What tells contents of a file apart that have the same length and the same time of modification.
import Photos
import Synchronization

/// The revisions of files that were changed while their time was kept, in memory: few files have one. They are read
/// from the catalogue at the first question, which blocks on the disk. Any thread.
public final class FileRevisions: Sendable {
    /// A file of the catalogue.
    typealias Row = (path: String, byteCount: Int64, modified: Int64, revision: UInt32)

    /// Nil until they were read.
    private let table = Mutex<[Int: UInt32]?>(nil)
    private let read: @Sendable () -> [Row]

    /// - Parameter read: reads what is kept; nothing where that cannot be read.
    init(read: @escaping @Sendable () -> [Row]) { self.read = read }

    /// The revision of the content that the file at an absolute path has with a stamp; 0 for the first one. Takes
    /// nanoseconds if no file has one.
    func revision(of path: () -> String, _ stamp: () -> FileStamp) -> UInt32 {
        table.withLock { table in
            let known = load(&table)
            return known.isEmpty ? 0 : known[Self.key(path(), stamp())] ?? 0
        }
    }

    /// Notes the revision of a file's content. What keeps it between runs is the catalogue.
    func note(_ revision: UInt32, of path: String, _ stamp: FileStamp) {
        table.withLock { table in
            _ = load(&table)
            table?[Self.key(path, stamp)] = revision == 0 ? nil : revision
        }
    }

    private func load(_ table: inout [Int: UInt32]?) -> [Int: UInt32] {
        if let table { return table }
        var known: [Int: UInt32] = [:]
        for row in read() { known[Self.key(row.path, row.byteCount, row.modified)] = row.revision }
        table = known
        return known
    }

    private static func key(_ path: String, _ stamp: FileStamp) -> Int { key(path, stamp.byteCount, stamp.modified) }

    /// 64 bits, by which two files are taken for one in 2⁶⁴.
    private static func key(_ path: String, _ byteCount: Int64, _ modified: Int64) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(byteCount)
        hasher.combine(modified)
        return hasher.finalize()
    }
}
