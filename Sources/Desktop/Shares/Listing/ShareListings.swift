// What folders on shares were found to hold, kept between runs.
import Library
public import Photos

/// A store of listings.
///
/// Isolation: called from the sources' own threads.
public protocol ShareListings: Sendable {
    /// Returns what was kept of the folder at an address and of those below it; nothing where nothing is known.
    func listing(of address: ShareAddress) async -> [ShareFolder]

    /// Keeps the folders that a whole listing of an address has found, in place of what was kept.
    func keep(_ folders: [ShareFolder], of address: ShareAddress) async
}

extension CatalogueTables {
    /// Returns the folders that were kept of an address, in the order of their paths.
    func listing(of address: ShareAddress) throws -> [ShareFolder] {
        let rows = try database.statement(
            """
            SELECT path, name, bytes, modified, tag FROM folder JOIN listing ON listing.folder = folder.id \
            WHERE path = ?1 OR path >= ?2 AND path < ?3 ORDER BY path
            """)
        defer { rows.reset() }
        bind(address, to: rows)
        var folders: [ShareFolder] = []
        var entries: [ShareEntry] = [], path: [UInt8] = []
        func end() {
            guard !path.isEmpty, let address = ShareAddress(String(decoding: path, as: UTF8.self)) else { return }
            folders.append(ShareFolder(address.path(below: root), entries))
        }
        let root = address
        while try rows.step() {
            let isSame = rows.withBytes(0) { $0.elementsEqual(path) }
            if !isSame {
                end()
                (path, entries) = (rows.withBytes(0) { Array($0) }, [])
            }
            let name = rows.withBytes(1) { FileName(FilePath.text($0)) }
            guard !name.text.isEmpty else { continue }
            entries.append(
                ShareEntry(
                    name: name, byteCount: rows.number(2) ?? 0, modified: rows.number(3) ?? 0, tag: rows.text(4) ?? ""))
        }
        end()
        return folders
    }

    /// Keeps folders, in a transaction.
    func keep(_ folders: [ShareFolder], of address: ShareAddress) throws {
        let gone = try database.statement(
            """
            DELETE FROM listing WHERE folder IN (SELECT id FROM folder WHERE path = ?1 OR path >= ?2 AND path < ?3)
            """)
        bind(address, to: gone)
        try gone.run()
        let row = try database.statement(
            "INSERT INTO listing (folder, name, bytes, modified, tag) VALUES (?, ?, ?, ?, ?)")
        let formats = ListedFormats()
        for folder in folders {
            let number = try self.folder(Array(address.appending(path: folder.path).text.utf8))
            for entry in folder.essentials(formats) {
                row.bind(1, number)
                row.bind(2, bytes: entry.name.bytes)
                row.bind(3, entry.byteCount)
                row.bind(4, entry.modified)
                row.bind(5, entry.tag)
                try row.run()
            }
        }
    }

    private func bind(_ address: ShareAddress, to statement: DatabaseStatement) {
        let path = Array(address.text.utf8), slash = UInt8(ascii: "/")
        statement.bind(1, bytes: path)
        statement.bind(2, bytes: path + [slash])
        statement.bind(3, bytes: path + [slash + 1])
    }
}
