// The files of a folder tree that come first by one of their facts.
import Library
import Photos

extension CatalogueTables {
    /// Reads which files below a folder, whose bytes have no slash at their end, come first. Takes half a microsecond
    /// for each file below it.
    /// - Throws: `DatabaseFailure`.
    func first(
        _ count: Int, by order: Query.Order, isDescending: Bool, below root: [UInt8]
    ) throws -> [(path: String, stamp: FileStamp)] {
        let column: String
        switch order {
        case .taken: column = "taken"
        case .modified: column = "modified"
        case .size: column = "bytes"
        case .listing, .name: return []
        }
        let slash = UInt8(ascii: "/")
        let prefix = root == [slash] ? root : root + [slash]
        // Folders below the root are those between its path with a slash and that with the next byte.
        let rows = try database.statement(
            """
            SELECT (SELECT path FROM folder WHERE id = found.folder), name, device, inode, bytes, modified, changed FROM ( \
            SELECT folder, name, device, inode, bytes, modified, changed, \(column) AS fact FROM file \
            WHERE folder IN (SELECT id FROM folder WHERE path = ?1 OR path >= ?2 AND path < ?3) AND \(column) > 0 \
            ORDER BY fact \(isDescending ? "DESC" : "ASC"), name LIMIT ?4) AS found
            """)
        defer { rows.reset() }
        rows.bind(1, bytes: root)
        rows.bind(2, bytes: prefix)
        rows.bind(3, bytes: prefix.dropLast() + [slash + 1])
        rows.bind(4, count)
        var found: [(path: String, stamp: FileStamp)] = []
        while try rows.step() {
            guard let device = rows.number(2), let inode = rows.number(3), let bytes = rows.number(4),
                let modified = rows.number(5)
            else { continue }
            var path = rows.withBytes(0) { Array($0.dropFirst(prefix.count)) }
            if !path.isEmpty { path.append(slash) }
            rows.withBytes(1) { path += $0 }
            let stamp = FileStamp(
                device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), byteCount: bytes,
                modified: modified,
                changed: rows.number(6) ?? 0)
            found.append((FilePath.text(path), stamp))
        }
        return found
    }
}
