// The file of the catalogue: created for the user alone, opened, and moved aside when it is damaged.
import CGLib
import Codecs
import Glibc
import Photos
import Synchronization

/// The file that all connections of a catalogue share, also those of other programs. Every call blocks on the disk.
///
/// Opening, migrating and moving aside happen under a lock on a file beside it, so that two programs that find the same
/// damage move the file aside once. The database itself is never opened here by other means than SQLite's: closing a
/// second descriptor of it would end the locks that SQLite holds on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
final class CatalogueFile: Sendable {
    /// An open connection, and the file that it had when it was opened.
    struct Opened {
        let tables: CatalogueTables
        let identity: Identity?
        /// Whether what is written is lost at the end.
        var isTemporary: Bool { identity == nil }
    }

    /// The file behind a name.
    struct Identity: Hashable, Sendable {
        let device: UInt
        let inode: UInt
    }

    private struct State {
        var isTemporary: Bool
        var told: Set<String> = []
        /// Files moved aside in this run.
        var asides = 0
    }

    /// A new file that is damaged again has another reason than its content; then no other file is begun.
    private static let asidesTolerated = 3
    /// Names for damaged files; beyond them the last is replaced.
    private static let asideNames = 1...9
    private static let lockSuffix = ".lock"
    /// Files that SQLite has beside a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    private let folder: PrivateFolder
    private let name: String
    private let schema: CatalogueSchema
    private let patience: Int
    private let limit: Int?
    private let state: Mutex<State>
    private let tell: @Sendable (CatalogueNotice) -> Void

    /// - Parameters:
    ///   - path: absolute path; nil for a temporary catalogue.
    ///   - patience: milliseconds to wait for other programs.
    ///   - limit: bytes of the file that are not exceeded; nil for as many as the disk has.
    ///   - tell: called on any thread.
    init(
        path: String?, schema: CatalogueSchema, patience: Int, limit: Int?,
        tell: @escaping @Sendable (CatalogueNotice) -> Void
    ) {
        folder = PrivateFolder(path: path.map(FilePath.folder(of:)) ?? "")
        name = path.map(FilePath.name(of:)) ?? ""
        self.schema = schema
        self.patience = patience
        self.limit = limit
        self.tell = tell
        state = Mutex(State(isTemporary: path == nil))
    }

    /// Whether everything happens in a temporary database, which one connection has for itself.
    var isTemporary: Bool { state.withLock(\.isTemporary) }

    /// The file that has the name now; nil if there is none.
    var identity: Identity? {
        FilePath.status(of: path).map { Identity(device: UInt($0.st_dev), inode: UInt($0.st_ino)) }
    }

    /// Opens a connection to the file, which is created or moved aside if need be, or to a temporary database of the
    /// connection's own.
    /// - Throws: `DatabaseFailure`; see `takeBack`.
    func open() throws -> Opened {
        guard !isTemporary else {
            let database = try Database(.temporary, patience: patience)
            _ = try schema.migrate(database)
            return Opened(tables: CatalogueTables(database), identity: nil)
        }
        guard folder.create() else { throw unwritable(errno) }
        let lock = try lock()
        defer { close(lock) }
        do {
            return try openFile()
        } catch let failure as DatabaseFailure where failure.kind == .damaged {
            try moveAside(after: failure)
            return try openFile()
        }
    }

    /// Decides what follows from an error with the file, and tells it.
    /// - Parameter identity: the file with which it happened; nil when it could not be opened.
    /// - Returns: whether to try again with a new connection.
    func recover(from failure: DatabaseFailure, with identity: Identity?) -> Bool {
        switch failure.kind {
        case .damaged:
            guard let identity else { return giveUp(.unwritable(reason: failure.reason)) }
            do {
                let lock = try lock()
                defer { close(lock) }
                // Another connection, or another program, may have come first.
                if self.identity == identity { try moveAside(after: failure) }
                return true
            } catch {
                return giveUp(.unwritable(reason: failure.reason))
            }
        case .locked: return giveUp(.locked)
        case .newer: return giveUp(.newer)
        case .unwritable, .other: return giveUp(.unwritable(reason: failure.reason))
        case .full:
            say(.full)
            return false
        }
    }

    /// Tells that the file was deleted while it was open.
    func noteLoss() { say(.lost) }

    // MARK: Opening

    private var path: String { folder.path + "/" + name }

    private func openFile() throws -> Opened {
        try createFile()
        let database = try Database(.file(path), patience: patience)
        guard !database.isReadOnly else { throw unwritable(EACCES) }
        // Reads the header, before anything is written.
        _ = try database.number("PRAGMA user_version")
        try database.execute("PRAGMA synchronous = NORMAL")
        switch try schema.migrate(database) {
        case .current: break
        case .foreign: throw DatabaseFailure(.damaged, file: database.name, reason: "not a catalogue")
        case .newer: throw DatabaseFailure(.newer, file: database.name, reason: "written by a newer version")
        }
        // Where shared memory is not to be had, as on some network file systems, the mode stays as it was.
        try database.execute("PRAGMA journal_mode = WAL")
        try database.execute("PRAGMA journal_size_limit = \(4 << 20)")
        if let limit {
            let page = try database.number("PRAGMA page_size") ?? 4096
            try database.execute("PRAGMA max_page_count = \(max(1, Int64(limit) / page))")
        }
        guard let identity else { throw unwritable(ENOENT) }
        return Opened(tables: CatalogueTables(database), identity: identity)
    }

    /// Makes sure that there is a file, which only the user can read.
    private func createFile() throws {
        var status = stat()
        if folder.withPath(name, { lstat($0, &status) }) == 0 {
            guard FilePath.status(of: path)?.isRegular == true else {
                throw DatabaseFailure(.damaged, file: FilePath.shown(name), reason: "not a file")
            }
            // What a link leads to was put there by the user.
            let isOpenToOthers = status.isRegular && status.st_mode & 0o077 != 0
            if isOpenToOthers { _ = folder.withPath(name) { chmod($0, 0o600) } }
            return
        }
        // A log without its database belongs to one that was deleted, and would be taken for the new one's. Programs
        // that have the old ones open keep them.
        for companion in Self.companions { _ = folder.withPath(name + companion, unlink) }
        let file = folder.withPath(name) { Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard file >= 0 else { throw unwritable(errno) }
        close(file)
    }

    private func lock() throws -> Int32 {
        var waited = 0
        while true {
            if let lock = folder.lock(name + Self.lockSuffix, waits: false) { return lock }
            guard errno == EWOULDBLOCK else { throw unwritable(errno) }
            guard waited < patience else {
                throw DatabaseFailure(.locked, file: FilePath.shown(name), reason: "locked by another program")
            }
            g_usleep(5_000)
            waited += 5
        }
    }

    private func unwritable(_ number: Int32) -> DatabaseFailure {
        DatabaseFailure(
            [ENOSPC, EDQUOT].contains(number) ? .full : .unwritable, file: FilePath.shown(name),
            reason: systemMessage(number))
    }

    // MARK: Moving aside

    /// Gives the file, whatever it is, another name.
    /// - Throws: `DatabaseFailure` when the folder does not allow it, or too many were damaged already.
    private func moveAside(after failure: DatabaseFailure) throws {
        let isTooOften = state.withLock { state in
            state.asides += 1
            return state.asides > Self.asidesTolerated
        }
        guard !isTooOften else { throw DatabaseFailure(.unwritable, file: failure.file, reason: failure.reason) }
        let aside = asideName
        // The log goes with its database. The next opening makes the log's index anew.
        let log = rename(name + "-wal", to: aside + "-wal")
        guard rename(name, to: aside) else {
            let number = errno
            if log { _ = rename(aside + "-wal", to: name + "-wal") }
            throw unwritable(number)
        }
        _ = folder.withPath(name + "-shm", unlink)
        _ = folder.withPath(name + "-journal", unlink)
        say(.rebuilt(kept: folder.path + "/" + aside))
    }

    private var asideName: String {
        let names = Self.asideNames.map { "\(name).damaged-\($0)" }
        var status = stat()
        let free = names.first { folder.withPath($0) { lstat($0, &status) } != 0 }
        return free ?? names[names.count - 1]
    }

    private func rename(_ before: String, to after: String) -> Bool {
        folder.withPath(before) { before in folder.withPath(after) { Glibc.rename(before, $0) } } == 0
    }

    // MARK: Notices

    private func giveUp(_ kind: CatalogueNotice.Kind) -> Bool {
        state.withLock { $0.isTemporary = true }
        say(kind)
        return true
    }

    private func say(_ kind: CatalogueNotice.Kind) {
        let label =
            switch kind {
            case .rebuilt: "rebuilt"
            case .lost: "lost"
            case .newer: "newer"
            case .unwritable: "unwritable"
            case .locked: "locked"
            case .full: "full"
            }
        let isNew = state.withLock { $0.told.insert(label).inserted }
        if isNew { tell(CatalogueNotice(kind, path: path)) }
    }
}
