// What only the user can know of photos whose folder cannot be written: kept in a database of the user's own.
import CGLib
import Codecs
import Glibc
public import Photos
import Synchronization

/// Marks by path and identity of the file, in memory and in one database, which is opened at the first use.
///
/// Not the catalogue: that is made anew from the files whenever it is lost, and this is not. A row belongs to the file that
/// has its path and either its inode or its length and time of change, so that it follows neither another file of the same
/// name nor gets lost when a card has other inodes the next time. Any thread; blocks on the disk.
public final class MarkStore: Sendable {
    /// The file's name in the folder for data that programs keep.
    public static let fileName = "marks.sqlite"
    private static let patience = 5_000

    /// What is kept of one file.
    struct Entry: Hashable {
        var stamp: FileStamp
        var stated: StatedMarks

        var isEmpty: Bool { stated == StatedMarks() }

        /// Whether it was kept of the file that has this stamp now.
        func holds(for now: FileStamp) -> Bool {
            stamp.inode == now.inode || (stamp.byteCount == now.byteCount && stamp.modified == now.modified)
        }
    }

    private struct State {
        var entries: [String: Entry]?
        var database: Database?
    }

    private let path: String?
    private let state = Mutex(State())

    /// - Parameter path: Absolute; nil for marks that end with the program.
    public init(path: String?) { self.path = path }

    /// The absolute path of the user's own.
    public static func userPath(_ folder: String) -> String {
        FilePath.text(g_get_user_data_dir()) + "/" + folder + "/" + fileName
    }

    /// What is kept of the file at an absolute path.
    public func stated(of file: String, _ stamp: FileStamp) -> StatedMarks {
        entry(of: file, stamp)?.stated ?? StatedMarks()
    }

    func entry(of file: String, _ stamp: FileStamp) -> Entry? {
        state.withLock { state in
            load(&state)
            return state.entries?[file].flatMap { $0.holds(for: stamp) ? $0 : nil }
        }
    }

    /// Keeps a mark of the file at an absolute path.
    /// - Throws: `DatabaseFailure`, after which nothing is kept.
    func keep(_ mark: PhotoMarks.Mark, of file: String, _ stamp: FileStamp) throws {
        try change(file, stamp) { entry in
            switch mark {
            case .stars(let stars): entry.stated.stars = stars
            case .favourite(let isFavourite): entry.stated.isFavourite = isFavourite
            }
        }
    }

    /// Forgets what is kept of a mark, because it is kept beside the file now.
    func forget(_ mark: PhotoMarks.Mark, of file: String, _ stamp: FileStamp) {
        guard entry(of: file, stamp) != nil else { return }
        try? change(file, stamp) { entry in
            switch mark {
            case .stars: entry.stated.stars = nil
            case .favourite: entry.stated.isFavourite = nil
            }
        }
    }

    private func change(_ file: String, _ stamp: FileStamp, _ body: (inout Entry) -> Void) throws {
        try state.withLock { state in
            load(&state)
            let known = state.entries?[file].flatMap { $0.holds(for: stamp) ? $0 : nil }
            var entry = known ?? Entry(stamp: stamp, stated: StatedMarks())
            entry.stamp = stamp
            body(&entry)
            try write(entry, of: file, to: open(&state))
            state.entries?[file] = entry.isEmpty ? nil : entry
        }
    }

    // MARK: The database

    private func load(_ state: inout State) {
        guard state.entries == nil else { return }
        // Where there is no file yet there is nothing to read, and none is made before there is something to keep.
        guard let path, FilePath.status(of: path) != nil, let database = try? open(&state) else {
            state.entries = [:]
            return
        }
        state.entries = (try? read(database)) ?? [:]
    }

    private func open(_ state: inout State) throws -> Database {
        if let database = state.database { return database }
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
        let database = try Database(place, patience: Self.patience)
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS mark (path BLOB PRIMARY KEY, device INTEGER NOT NULL, inode INTEGER NOT NULL, \
            bytes INTEGER NOT NULL, modified INTEGER NOT NULL, stars INTEGER, favourite INTEGER) STRICT, WITHOUT ROWID
            """)
        state.database = database
        return database
    }

    private func read(_ database: Database) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        let rows = try database.statement("SELECT path, device, inode, bytes, modified, stars, favourite FROM mark")
        defer { rows.reset() }
        while try rows.step() {
            let path = rows.withBytes(0) { FilePath.text($0) }
            let stamp = FileStamp(
                device: UInt64(bitPattern: rows.number(1) ?? 0), inode: UInt64(bitPattern: rows.number(2) ?? 0),
                byteCount: rows.number(3) ?? 0, modified: rows.number(4) ?? 0)
            let stars = rows.number(5).map { Int(min(max($0, -1), 5)) }
            let stated = StatedMarks(stars: stars, isFavourite: rows.number(6).map { $0 != 0 })
            entries[path] = Entry(stamp: stamp, stated: stated)
        }
        return entries
    }

    private func write(_ entry: Entry, of file: String, to database: Database) throws {
        if entry.isEmpty {
            let row = try database.statement("DELETE FROM mark WHERE path = ?")
            row.bind(1, bytes: FilePath.bytes(of: file))
            return try row.run()
        }
        let row = try database.statement("INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?, ?, ?, ?)")
        row.bind(1, bytes: FilePath.bytes(of: file))
        row.bind(2, Int64(bitPattern: entry.stamp.device))
        row.bind(3, Int64(bitPattern: entry.stamp.inode))
        row.bind(4, entry.stamp.byteCount)
        row.bind(5, entry.stamp.modified)
        row.bind(6, entry.stated.stars)
        row.bind(7, entry.stated.isFavourite.map { $0 ? 1 : 0 })
        try row.run()
    }
}
