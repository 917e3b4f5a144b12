// A connection to a SQLite database.
import CSQLite
import Codecs
import Photos

/// A connection to one database, for one thread at a time. Every call may block on the disk, and on other connections
/// up to the busy timeout.
final class Database {
    /// The place of a database.
    enum Place {
        /// An existing file at an absolute path.
        case file(String)
        /// Memory, and beyond the page cache a file in the system's temporary folder that has no name.
        case temporary
    }

    /// Bytes of pages that a connection keeps in memory. Whole folders are read in one sequence, for which a file needs
    /// few; a temporary database of 100,000 files fits.
    private static let cacheSize = 2 << 20, temporaryCacheSize = 16 << 20

    /// Name of the file for messages; empty for a temporary database.
    let name: String
    private let connection: OpaquePointer
    private var statements: [String: DatabaseStatement] = [:]

    /// Opens a connection.
    /// - Parameter patience: the busy timeout in milliseconds.
    /// - Throws: `DatabaseFailure`.
    init(_ place: Place, patience: Int) throws {
        let path: String
        switch place {
        case .file(let file): (path, name) = (file, FilePath.shown(FilePath.name(of: file)))
        case .temporary: (path, name) = ("", "")
        }
        var opened: OpaquePointer?
        // One thread at a time; a file that is missing by now is not created, because it would be readable for
        // everybody.
        let create = path.isEmpty ? SQLITE_OPEN_CREATE : 0
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | create
        let code = FilePath.withC(path) { sqlite3_open_v2($0, &opened, flags, nil) }
        guard code == SQLITE_OK, let opened else {
            let failure = DatabaseFailure(code, of: opened, file: name)
            sqlite3_close_v2(opened)
            throw failure
        }
        connection = opened
        sqlite3_busy_timeout(connection, Int32(clamping: patience))
        // A page that is mapped and then cut off by another program ends this one.
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA cache_size = -\((path.isEmpty ? Self.temporaryCacheSize : Self.cacheSize) >> 10)")
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA cell_size_check = ON")
    }

    deinit {
        statements = [:]
        // Closes once all statements have ended.
        sqlite3_close_v2(connection)
    }

    /// Whether the file can only be read.
    var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    /// Runs statements that have no result, or whose result does not matter.
    /// - Throws: `DatabaseFailure`.
    func execute(_ sql: String) throws {
        try check(sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// Returns the number that a statement gives in its first row; nil without one.
    /// - Throws: `DatabaseFailure`.
    func number(_ sql: String) throws -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.number(0) : nil
    }

    /// Returns a statement, which is compiled once for a connection. It is reset and has no values.
    /// - Throws: `DatabaseFailure`.
    func statement(_ sql: String) throws -> DatabaseStatement {
        if let known = statements[sql] { return known }
        var handle: OpaquePointer?
        try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
        guard let handle else { throw DatabaseFailure(.other, file: name, reason: "an empty statement") }
        let statement = DatabaseStatement(handle, of: self.connection, file: name)
        statements[sql] = statement
        return statement
    }

    /// Runs `body` in a transaction that may write: all of its changes are made, or none if anything throws.
    /// - Throws: `DatabaseFailure`, and what `body` throws.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Fails where the error has ended the transaction already.
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseFailure(code, of: connection, file: name) }
    }
}
