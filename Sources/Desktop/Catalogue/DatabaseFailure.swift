// An error of a database, with what can be done about it.
import CSQLite
import Codecs
import Glibc
import Photos

/// An error that SQLite has reported.
struct DatabaseFailure: Error, CustomStringConvertible {
    /// The kinds that are treated differently.
    enum Kind {
        /// The file is no database, or its content contradicts itself.
        case damaged
        /// Another connection has kept the database locked for longer than the busy timeout.
        case locked
        /// A later version of the program has written the file.
        case newer
        /// There is no space left for a change.
        case full
        /// The file cannot be opened, or not be written.
        case unwritable
        /// The system has failed to read or write, or anything else.
        case other
    }

    let kind: Kind
    /// The file's name; empty for a temporary database.
    let file: String
    /// The reason in one line, in English.
    let reason: String

    /// The reason for the user, as half a sentence.
    var message: Message {
        switch kind {
        case .damaged: Message("Tessera's database is damaged")
        case .locked: Message("another app has locked Tessera's database")
        case .newer: Message("the database was written by a newer version of Tessera")
        case .full: Message("the drive is full and Tessera's database can't grow")
        case .unwritable, .other: Message("Tessera's database can't be written")
        }
    }

    /// The reason of any error of a database for the user.
    static func message(of error: any Error) -> Message {
        (error as? DatabaseFailure)?.message ?? .verbatim("\(error)")
    }

    var description: String { file.isEmpty ? reason : "\(file): \(reason)" }

    init(_ kind: Kind, file: String, reason: String) {
        self.kind = kind
        self.file = file
        self.reason = reason
    }

    /// The last error of a connection, which may be nil where there was no memory for one.
    init(_ code: Int32, of connection: OpaquePointer?, file: String) {
        let number = connection.map { sqlite3_system_errno($0) } ?? 0
        self.init(
            Self.kind(of: code, number), file: file,
            reason: String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)))
    }

    /// - Parameters:
    ///   - code: an extended result code (https://www.sqlite.org/rescode.html).
    ///   - number: the system's error number at the last failure, which need not be this one.
    private static func kind(of code: Int32, _ number: Int32) -> Kind {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
        // The statements are the program's own: a table or a column that they do not find is not the program's.
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unwritable
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(number): .full
        default: .other
        }
    }
}
