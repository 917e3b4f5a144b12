// What only the user can know of photos whose files cannot say it: kept in a database of the user's own.
import CGLib
import Codecs
import Glibc
import Logging
public import Photos
import Synchronization

/// Marks and turns by path and identity of the file, in memory and in one database, which is opened at the first use.
///
/// Not the catalogue: that is made anew from the files whenever it is lost, and this is not. A row belongs to the
/// file that has its path, and either its inode and time of birth or its length and time of change (`Entry.holds`),
/// so that it follows neither another file of the same name nor gets lost when a card has other inodes the next time.
/// It also belongs to a file of another path that has all of these: one that was renamed. Any thread; blocks on the
/// disk.
public final class MarkStore: Sendable {
    /// The file's name in the folder for data that programs keep.
    public static let fileName = "marks.sqlite"

    /// An entry with the path under which it is kept.
    typealias Row = (path: FilePath, entry: Entry)

    private struct State {
        /// Nil until it has been read.
        var table: MarkTable?
        var database: MarkDatabase?
        /// When the database could not be read.
        var failed: ContinuousClock.Instant?
    }

    private let path: String?
    private let patience: Int
    private let pause: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: Absolute; nil for marks that end with the program.
    ///   - patience: Milliseconds to wait for another program that keeps the database locked.
    ///   - pause: Time between two attempts to read a database that could not be read.
    init(path: String?, patience: Int, pause: Duration) {
        self.path = path
        self.patience = patience
        self.pause = pause
    }

    /// - Parameter path: Absolute; nil for marks that end with the program.
    public convenience init(path: String?) { self.init(path: path, patience: 5_000, pause: .seconds(2)) }

    /// The absolute path of the user's own.
    public static func userPath(_ folder: String) -> String {
        FilePath.text(g_get_user_data_dir()) + "/" + folder + "/" + fileName
    }

    // MARK: Reading

    /// What is kept of the file at an absolute path.
    public func stated(of file: String, _ stamp: FileStamp) -> StatedMarks {
        entry(of: file, stamp)?.stated ?? StatedMarks()
    }

    func entry(of file: String, _ stamp: FileStamp) -> Entry? { row(of: file, stamp)?.entry }

    /// What is kept of the file at an absolute path, with the path under which it is kept.
    func row(of file: String, _ stamp: FileStamp) -> Row? {
        state.withLock { state in
            load(&state)
            return state.table?.find(FilePath(file), stamp) { Self.birth(of: file) }
        }
    }

    /// The clockwise quarter turns that are kept of a file, 0…3. Takes nanoseconds where none are kept of any.
    func quarterTurns(of file: () -> String, _ stamp: () -> FileStamp) -> Int {
        state.withLock { state in
            load(&state)
            guard let table = state.table, table.hasTurns else { return 0 }
            let file = file()
            return table.find(FilePath(file), stamp()) { Self.birth(of: file) }?.entry.quarterTurns ?? 0
        }
    }

    // MARK: Writing

    /// Keeps the turn of the file at an absolute path: so many clockwise quarters from how it lies in the file.
    /// - Throws: `DatabaseFailure`, after which nothing is kept.
    @discardableResult
    func keep(quarterTurns: Int, of file: String, _ stamp: FileStamp) throws -> RowChange {
        try change(file, stamp) { $0.quarterTurns = quarterTurns & 3 }
    }

    /// Takes in that the file at an absolute path was replaced by one that is turned itself. Marks stay.
    /// - Parameter known: What was kept of the file before.
    @discardableResult
    func noteTurned(_ file: String, _ known: Row?, to after: FileStamp) -> RowChange? {
        guard let known else { return nil }
        return try? change(file, after, known: known) { $0.quarterTurns = 0 }
    }

    /// Takes in that the file at an absolute path was replaced by one that shows the same.
    /// - Parameter known: What was kept of the file before.
    func noteReplaced(_ file: String, _ known: Row?, to after: FileStamp) -> RowChange? {
        guard let known else { return nil }
        return try? change(file, after, known: known) { _ in }
    }

    /// Keeps a mark of the file at an absolute path.
    /// - Throws: `DatabaseFailure`, after which nothing is kept.
    @discardableResult
    func keep(_ mark: PhotoMarks.Mark, of file: String, _ stamp: FileStamp) throws -> RowChange {
        try change(file, stamp) { entry in
            switch mark {
            case .stars(let stars): entry.stated.stars = stars
            case .favourite(let isFavourite): entry.stated.isFavourite = isFavourite
            case .label(let label): entry.stated.label = label
            }
        }
    }

    /// Forgets what is kept of a mark, because it is kept beside the file now.
    @discardableResult
    func forget(_ mark: PhotoMarks.Mark, of file: String, _ stamp: FileStamp) -> RowChange? {
        guard entry(of: file, stamp) != nil else { return nil }
        return try? change(file, stamp) { entry in
            switch mark {
            case .stars: entry.stated.stars = nil
            case .favourite: entry.stated.isFavourite = nil
            case .label: entry.stated.label = nil
            }
        }
    }

    /// Takes a change of a row back.
    /// - Parameters:
    ///   - now: The state of the file; nil where there is none.
    ///   - isReplaced: Whether the file was replaced with the row, and is the one that is meant.
    /// - Returns: The change that leads forward again.
    /// - Throws: `FileFailure`: `.changed` where the row, or the file, is no longer what the change has left.
    func takeBack(
        _ change: RowChange, _ now: FileStamp?, isReplaced: Bool = false
    ) throws(FileFailure) -> RowChange {
        let path = change.path.text
        guard let stamp = now else { throw FileFailure(path, .changed) }
        let birth = Self.birth(of: path)
        do {
            return try state.withLock { state in
                try loadNow(&state)
                let current = state.table?[change.path]
                guard current?.isAlike(change.after) ?? (change.after == nil) else { throw FileFailure(path, .changed) }
                if !isReplaced, let row = current ?? change.before, !row.holds(for: stamp, born: { birth }) {
                    throw FileFailure(path, .changed)
                }
                var restored = change.before
                restored?.stamp = stamp
                restored?.birth = birth
                try put([(change.path, restored)], &state)
                return RowChange(change.path, from: current, to: restored)
            }
        } catch {
            throw error as? FileFailure ?? FileFailure(path, .notKept(DatabaseFailure.message(of: error)))
        }
    }

    /// Gives what is kept of files to those that have come from them, of all at once: files may have changed names.
    /// - Returns: What has changed in the row of each new name; nothing for a file of which nothing is kept.
    /// - Throws: `DatabaseFailure`.
    func carry(_ passages: [KeptPassage]) throws -> [(passage: KeptPassage, row: RowChange)] {
        let passages = passages.compactMap { passage in
            FilePath.status(of: passage.to.text).map { (passage, FileStamp($0), Self.birth(of: passage.to.text)) }
        }
        return try state.withLock { state in
            load(&state)
            guard let table = state.table else { return [] }
            var left: [(path: FilePath, entry: Entry?)] = [], taken = left
            var carried: [(passage: KeptPassage, row: RowChange)] = []
            for (passage, stamp, birth) in passages {
                guard var entry = table[passage.from], passage.original.isSameFile(as: EntryStamp(entry.stamp)) else {
                    continue
                }
                entry.stamp = stamp
                entry.birth = birth
                if passage.isMoved { left.append((passage.from, nil)) }
                taken.append((passage.to, entry))
                carried.append((passage, RowChange(passage.to, from: table[passage.to], to: entry)))
            }
            if !taken.isEmpty { try put(left + taken, &state) }
            return carried
        }
    }

    /// Gives what is kept of the files in a folder the paths that they have now.
    /// - Throws: `DatabaseFailure`.
    func carry(_ folder: MovedFolder) throws {
        try state.withLock { state in
            try loadNow(&state)
            let rows = state.table?.entries(below: folder.from) ?? []
            let left = rows.map { (path: $0.path, entry: nil as Entry?) }
            let taken = rows.compactMap { row in
                folder.path(of: row.path).map { (path: $0, entry: row.entry as Entry?) }
            }
            if !rows.isEmpty { try put(left + taken, &state) }
        }
    }

    private func change(
        _ file: String, _ stamp: FileStamp, known: Row? = nil, _ body: (inout Entry) -> Void
    ) throws -> RowChange {
        let path = FilePath(file), birth = Self.birth(of: file)
        return try state.withLock { state in
            try loadNow(&state)
            let known = known ?? state.table?.find(path, stamp) { birth }
            var entry = known?.entry ?? Entry(stamp: stamp)
            entry.stamp = stamp
            entry.birth = birth
            body(&entry)
            let moved = known.flatMap { $0.path == path ? nil : ($0.path, nil as Entry?) }
            try put((moved.map { [$0] } ?? []) + [(path, entry)], &state)
            return RowChange(path, from: known?.entry, to: entry.isEmpty ? nil : entry)
        }
    }

    // MARK: The database

    /// Puts entries into the database and then into memory.
    private func put(_ changes: [(path: FilePath, entry: Entry?)], _ state: inout State) throws {
        let database = try open(&state)
        try database.write(changes)
        for (path, entry) in changes { state.table?.put(entry, at: path) }
    }

    /// Reads the database where that was not done, and not tried just now: nothing is known of it until it can be read.
    private func load(_ state: inout State) {
        if state.table != nil { return }
        if let failed = state.failed, failed.duration(to: .now) < pause { return }
        do {
            try loadNow(&state)
        } catch {
            if state.failed == nil {
                Logger(label: "marks").warning("kept marks and turns cannot be read now: \(error)")
            }
            state.failed = .now
        }
    }

    private func loadNow(_ state: inout State) throws {
        guard state.table == nil else { return }
        // Where there is no file yet there is nothing to read, and none is made before there is something to keep.
        if let path, FilePath.status(of: path) == nil {
            state.table = MarkTable()
        } else {
            state.table = MarkTable(try open(&state).read())
        }
    }

    private func open(_ state: inout State) throws -> MarkDatabase {
        if let database = state.database { return database }
        // Who lists a folder has waited once.
        let database = try MarkDatabase(path: path, patience: state.failed == nil ? patience : min(patience, 100))
        state.database = database
        return database
    }
}
