// What only the user can know of photos whose folder cannot be written: kept in a database of the user's own.
import CGLib
import Codecs
import Glibc
public import Photos
import Synchronization

/// Marks and turns by path and identity of the file, in memory and in one database, which is opened at the first use.
///
/// Not the catalogue: that is made anew from the files whenever it is lost, and this is not. A row belongs to the file that
/// has its path and either its inode or its length and time of change, so that it follows neither another file of the same
/// name nor gets lost when a card has other inodes the next time. It also belongs to a file of another path that has all
/// three: one that was renamed. Any thread; blocks on the disk.
public final class MarkStore: Sendable {
    /// The file's name in the folder for data that programs keep.
    public static let fileName = "marks.sqlite"
    private static let patience = 5_000

    /// What is kept of one file.
    struct Entry: Hashable {
        var stamp: FileStamp
        var stated: StatedMarks
        /// Clockwise, 0…3.
        var quarterTurns = 0

        var isEmpty: Bool { stated == StatedMarks() && quarterTurns == 0 }

        /// Whether it was kept of the file that has this stamp now.
        func holds(for now: FileStamp) -> Bool {
            stamp.inode == now.inode || isUnchanged(in: now)
        }

        private func isUnchanged(in now: FileStamp) -> Bool {
            stamp.byteCount == now.byteCount && stamp.modified == now.modified
        }

        /// Whether it was kept of that file under another name.
        func follows(to now: FileStamp) -> Bool { Node(stamp) == Node(now) && isUnchanged(in: now) }
    }

    /// A file whatever its name is.
    private struct Node: Hashable {
        let device, inode: UInt64
        init(_ stamp: FileStamp) { (device, inode) = (stamp.device, stamp.inode) }
    }

    private struct State {
        /// By path; nil before the first use.
        private(set) var entries: [String: Entry]?
        /// The paths of the entries by their files, of which a hard link has several.
        private var paths: [Node: [String]] = [:]
        /// Number of entries with a turn.
        private var turnCount = 0
        var database: Database?

        var hasTurns: Bool { turnCount > 0 }

        /// The entry that belongs to a file, with the path under which it is kept.
        func find(_ file: String, _ stamp: FileStamp) -> (path: String, entry: Entry)? {
            if let entry = entries?[file], entry.holds(for: stamp) { return (file, entry) }
            for path in paths[Node(stamp)] ?? [] {
                if let entry = entries?[path], entry.follows(to: stamp) { return (path, entry) }
            }
            return nil
        }

        /// Begins with what the database holds.
        mutating func begin(with entries: [String: Entry]) {
            self.entries = [:]
            for (path, entry) in entries { put(entry, at: path) }
        }

        /// Puts an entry in place of the one at its path; an empty one removes that.
        mutating func put(_ entry: Entry, at path: String) {
            if let old = entries?.removeValue(forKey: path) {
                let node = Node(old.stamp), others = paths[node]?.filter { $0 != path } ?? []
                paths[node] = others.isEmpty ? nil : others
                if old.quarterTurns != 0 { turnCount -= 1 }
            }
            guard !entry.isEmpty else { return }
            entries?[path] = entry
            paths[Node(entry.stamp), default: []].append(path)
            if entry.quarterTurns != 0 { turnCount += 1 }
        }
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
            return state.find(file, stamp)?.entry
        }
    }

    /// The clockwise quarter turns that are kept of a file, 0…3. Takes nanoseconds where none are kept of any.
    func quarterTurns(of file: () -> String, _ stamp: () -> FileStamp) -> Int {
        state.withLock { state in
            load(&state)
            return state.hasTurns ? state.find(file(), stamp())?.entry.quarterTurns ?? 0 : 0
        }
    }

    /// Keeps the turn of the file at an absolute path: so many clockwise quarters from how it lies in the file.
    /// - Throws: `DatabaseFailure`, after which nothing is kept.
    func keep(quarterTurns: Int, of file: String, _ stamp: FileStamp) throws {
        try change(file, stamp) { $0.quarterTurns = quarterTurns & 3 }
    }

    /// Takes in that the file at an absolute path was replaced by one that is turned itself. Marks stay.
    func noteTurned(_ file: String, from before: FileStamp, to after: FileStamp) {
        guard entry(of: file, before) != nil else { return }
        try? change(file, before) { entry in
            entry.stamp = after
            entry.quarterTurns = 0
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
            let known = state.find(file, stamp)
            var entry = known?.entry ?? Entry(stamp: stamp, stated: StatedMarks())
            entry.stamp = stamp
            body(&entry)
            let database = try open(&state)
            try database.transaction {
                if let known, known.path != file { try delete(known.path, from: database) }
                try write(entry, of: file, to: database)
            }
            if let known { state.put(Entry(stamp: stamp, stated: StatedMarks()), at: known.path) }
            state.put(entry, at: file)
        }
    }

    // MARK: The database

    private func load(_ state: inout State) {
        guard state.entries == nil else { return }
        // Where there is no file yet there is nothing to read, and none is made before there is something to keep.
        guard let path, FilePath.status(of: path) != nil, let database = try? open(&state) else {
            state.begin(with: [:])
            return
        }
        state.begin(with: (try? read(database)) ?? [:])
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
        try database.transaction {
            let hasTurns = try database.number("SELECT count(*) FROM pragma_table_info('mark') WHERE name = 'turn'")
            if hasTurns == 0 { try database.execute("ALTER TABLE mark ADD COLUMN turn INTEGER") }
        }
        state.database = database
        return database
    }

    private func read(_ database: Database) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        let rows = try database.statement("SELECT path, device, inode, bytes, modified, stars, favourite, turn FROM mark")
        defer { rows.reset() }
        while try rows.step() {
            let path = rows.withBytes(0) { FilePath.text($0) }
            let stamp = FileStamp(
                device: UInt64(bitPattern: rows.number(1) ?? 0), inode: UInt64(bitPattern: rows.number(2) ?? 0),
                byteCount: rows.number(3) ?? 0, modified: rows.number(4) ?? 0)
            let stars = rows.number(5).map { Int(min(max($0, -1), 5)) }
            let stated = StatedMarks(stars: stars, isFavourite: rows.number(6).map { $0 != 0 })
            entries[path] = Entry(stamp: stamp, stated: stated, quarterTurns: Int(rows.number(7) ?? 0) & 3)
        }
        return entries
    }

    private func write(_ entry: Entry, of file: String, to database: Database) throws {
        if entry.isEmpty { return try delete(file, from: database) }
        let row = try database.statement(
            """
            INSERT OR REPLACE INTO mark (path, device, inode, bytes, modified, stars, favourite, turn) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, bytes: FilePath.bytes(of: file))
        row.bind(2, Int64(bitPattern: entry.stamp.device))
        row.bind(3, Int64(bitPattern: entry.stamp.inode))
        row.bind(4, entry.stamp.byteCount)
        row.bind(5, entry.stamp.modified)
        row.bind(6, entry.stated.stars)
        row.bind(7, entry.stated.isFavourite.map { $0 ? 1 : 0 })
        row.bind(8, entry.quarterTurns == 0 ? nil as Int? : entry.quarterTurns)
        try row.run()
    }

    private func delete(_ file: String, from database: Database) throws {
        let row = try database.statement("DELETE FROM mark WHERE path = ?")
        row.bind(1, bytes: FilePath.bytes(of: file))
        try row.run()
    }
}
