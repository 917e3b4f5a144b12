// The file in which the program keeps what only the user can know.
import Codecs
import Glibc
import ImagePipeline
import Photos

/// The table of marks and turns in a database of the user's own. For one thread at a time; blocks on the disk.
struct MarkDatabase {
    /// The columns that later versions have added.
    private static let added = ["turn", "birth", "label"]

    private let database: Database

    /// Opens the database, and makes it where it is missing.
    /// - Parameters:
    ///   - path: Absolute; nil for one that ends with the program.
    ///   - patience: Milliseconds to wait for another program that keeps it locked.
    /// - Throws: `DatabaseFailure`.
    init(path: String?, patience: Int) throws {
        let place: Database.Place
        if let path {
            let folder = PrivateFolder(path: FilePath.folder(of: path))
            // SQLite does not create it, because it would be readable for everybody.
            let name = FilePath.name(of: path)
            guard folder.create(), folder.withFile(name, O_RDWR | O_CREAT, { _, _ in true }) == true else {
                throw DatabaseFailure(.unwritable, file: name, reason: systemMessage(errno))
            }
            place = .file(path)
        } else {
            place = .temporary
        }
        database = try Database(place, patience: patience)
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS mark (path BLOB PRIMARY KEY, device INTEGER NOT NULL, inode INTEGER NOT NULL, \
            bytes INTEGER NOT NULL, modified INTEGER NOT NULL, stars INTEGER, favourite INTEGER) STRICT, WITHOUT ROWID
            """)
        // Who only reads takes no lock for writing.
        for column in Self.added where try !has(column) {
            try database.transaction {
                if try !has(column) { try database.execute("ALTER TABLE mark ADD COLUMN \(column) INTEGER") }
            }
        }
    }

    private func has(_ column: String) throws -> Bool {
        try database.number("SELECT count(*) FROM pragma_table_info('mark') WHERE name = '\(column)'") != 0
    }

    /// Returns all rows.
    /// - Throws: `DatabaseFailure`.
    func read() throws -> [FilePath: MarkStore.Entry] {
        var entries: [FilePath: MarkStore.Entry] = [:]
        let rows = try database.statement(
            "SELECT path, device, inode, bytes, modified, stars, favourite, turn, birth, label FROM mark")
        defer { rows.reset() }
        while try rows.step() {
            let path = FilePath(rows.withBytes(0) { FilePath.text($0) })
            let stamp = FileStamp(
                device: UInt64(bitPattern: rows.number(1) ?? 0), inode: UInt64(bitPattern: rows.number(2) ?? 0),
                byteCount: rows.number(3) ?? 0, modified: rows.number(4) ?? 0)
            let stars = rows.number(5).map { Int(min(max($0, -1), 5)) }
            let label = rows.number(9).flatMap { UInt8(exactly: $0) }.flatMap(PhotoLabel.init(rawValue:))
            let stated = StatedMarks(stars: stars, isFavourite: rows.number(6).map { $0 != 0 }, label: label)
            entries[path] = MarkStore.Entry(
                stamp: stamp, birth: rows.number(8) ?? 0, stated: stated, quarterTurns: Int(rows.number(7) ?? 0) & 3)
        }
        return entries
    }

    /// Makes all of some changes, or none. An entry that is nil or empty removes the row of its path.
    /// - Throws: `DatabaseFailure`.
    func write(_ changes: [(path: FilePath, entry: MarkStore.Entry?)]) throws {
        try database.transaction {
            for (path, entry) in changes {
                if let entry, !entry.isEmpty { try write(entry, of: path) } else { try delete(path) }
            }
        }
    }

    private func write(_ entry: MarkStore.Entry, of path: FilePath) throws {
        let row = try database.statement(
            """
            INSERT OR REPLACE INTO mark (path, device, inode, bytes, modified, stars, favourite, turn, birth, label) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, bytes: FilePath.bytes(of: path.text))
        row.bind(2, Int64(bitPattern: entry.stamp.device))
        row.bind(3, Int64(bitPattern: entry.stamp.inode))
        row.bind(4, entry.stamp.byteCount)
        row.bind(5, entry.stamp.modified)
        row.bind(6, entry.stated.stars)
        row.bind(7, entry.stated.isFavourite.map { $0 ? 1 : 0 })
        row.bind(8, entry.quarterTurns == 0 ? nil as Int? : entry.quarterTurns)
        row.bind(9, entry.birth)
        row.bind(10, entry.stated.label.map { Int($0.rawValue) })
        try row.run()
    }

    private func delete(_ path: FilePath) throws {
        let row = try database.statement("DELETE FROM mark WHERE path = ?")
        row.bind(1, bytes: FilePath.bytes(of: path.text))
        try row.run()
    }
}
