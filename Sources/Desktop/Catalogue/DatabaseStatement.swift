// A compiled statement, its values and its rows.
import CSQLite

/// A statement of one connection, used by the thread that uses the connection. Parameters count from 1, columns from 0.
final class DatabaseStatement {
    /// SQLite copies the value during the call (SQLITE_TRANSIENT, a cast that Swift does not import).
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let file: String

    /// Takes over `handle`, which is finalized at the end.
    init(_ handle: OpaquePointer, of connection: OpaquePointer, file: String) {
        self.handle = handle
        self.connection = connection
        self.file = file
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Values. A value that is too large for SQLite leaves NULL.

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, _ value: Int?) { bind(index, value.map(Int64.init)) }

    func bind(_ index: Int32, _ value: Double?) {
        if let value { sqlite3_bind_double(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { text in
            _ = text.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(handle, index, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
            }
        }
    }

    func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) {
        // An empty value without an address would be NULL.
        guard let address = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        sqlite3_bind_blob64(handle, index, address, UInt64(bytes.count), Self.copied)
    }

    func bind(_ index: Int32, bytes: [UInt8]) { bytes.withUnsafeBytes { bind(index, bytes: $0) } }

    // MARK: Rows

    /// Goes to the next row.
    /// - Returns: whether there is one.
    /// - Throws: `DatabaseFailure`; the statement is reset.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let failure = DatabaseFailure(code, of: connection, file: file)
            reset()
            throw failure
        }
    }

    /// Runs the statement to its end and resets it.
    /// - Throws: `DatabaseFailure`.
    func run() throws {
        while try step() {}
        reset()
    }

    /// Ends the reading of rows, so that other connections need not keep what this one might still read. Values stay.
    func reset() { sqlite3_reset(handle) }

    /// The number in a column of this row; nil for NULL. Other types become numbers as SQLite casts them.
    func number(_ column: Int32) -> Int64? { isNull(column) ? nil : sqlite3_column_int64(handle, column) }

    /// The number in a column of this row; nil for NULL.
    func real(_ column: Int32) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }

    /// The text in a column of this row, repaired where it is not UTF-8; nil for NULL.
    func text(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Calls `body` with the bytes in a column of this row, which are valid during the call; NULL has none.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let address = sqlite3_column_blob(handle, column)
        return try body(UnsafeRawBufferPointer(start: address, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}
