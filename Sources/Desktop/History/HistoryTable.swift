// The history's tables: acts, and the parts of each.
import Photos

/// The rows of the history in one database. Blocks; every call throws `DatabaseFailure`.
///
/// `@unchecked Sendable`: `History` uses it behind its lock alone.
final class HistoryTable: @unchecked Sendable {
    /// What happens with an act now.
    enum State: Int64 {
        /// It is being done.
        case running = 0
        /// It can be undone, or done again.
        case settled = 1
        case undoing = 2
        case redoing = 3
    }

    /// A row without its parts.
    struct Row {
        let number: Int64
        let kind: ActKind
        let state: State
        /// The process that is busy with it; nil for none.
        let owner: String?
    }

    private static let version: Int64 = 1
    let database: Database

    /// Makes the tables if there are none.
    init(_ database: Database) throws {
        self.database = database
        try database.execute("PRAGMA journal_mode = WAL")
        // What a killed process has written is there all the same; only a power failure loses the last acts.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.transaction {
            let version = try database.number("PRAGMA user_version") ?? 0
            if version > Self.version {
                throw DatabaseFailure(.newer, file: database.name, reason: "version \(version)")
            }
            if version == 0 { try make() }
        }
    }

    private func make() throws {
        try database.execute(
            """
            CREATE TABLE act (
                number INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                state INTEGER NOT NULL,
                owner TEXT
            ) STRICT;
            CREATE TABLE part (
                act INTEGER NOT NULL,
                number INTEGER NOT NULL,
                name BLOB NOT NULL,
                photos INTEGER NOT NULL,
                text TEXT NOT NULL,
                undone INTEGER NOT NULL,
                PRIMARY KEY (act, number)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX undone ON part (act) WHERE undone = 1;
            CREATE TRIGGER parts AFTER DELETE ON act BEGIN DELETE FROM part WHERE act = OLD.number; END;
            PRAGMA user_version = \(Self.version);
            """)
    }

    // MARK: Acts

    /// The largest number of an act; 0 without one.
    var latest: Int64 { get throws { try database.number("SELECT max(number) FROM act") ?? 0 } }

    /// Adds an act if there is none of its number.
    func add(_ number: Int64, _ kind: ActKind, owner: String) throws {
        let row = try database.statement("INSERT OR IGNORE INTO act (number, kind, state, owner) VALUES (?, ?, 0, ?)")
        row.bind(1, number)
        row.bind(2, kind.rawValue)
        row.bind(3, owner)
        try row.run()
    }

    func has(_ number: Int64) throws -> Bool {
        let row = try database.statement("SELECT 1 FROM act WHERE number = ?")
        row.bind(1, number)
        defer { row.reset() }
        return try row.step()
    }

    func set(_ state: State, owner: String?, of number: Int64) throws {
        let row = try database.statement("UPDATE act SET state = ?, owner = nullif(?, '') WHERE number = ?")
        row.bind(1, state.rawValue)
        row.bind(2, owner ?? "")
        row.bind(3, number)
        try row.run()
    }

    func remove(_ number: Int64) throws {
        let row = try database.statement("DELETE FROM act WHERE number = ?")
        row.bind(1, number)
        try row.run()
    }

    /// The acts of which something can be undone, or done again, and those that somebody is busy with: the one that is
    /// taken first in front.
    func rows(for reversal: Reversal, limit: Int) throws -> [Row] {
        let isUndo = reversal == .undo
        let rows = try database.statement(
            """
            SELECT number, kind, state, owner FROM act WHERE state <> 1 \
            OR EXISTS (SELECT 1 FROM part WHERE act = act.number AND undone = \(isUndo ? 0 : 1)) \
            ORDER BY number \(isUndo ? "DESC" : "ASC") LIMIT \(limit)
            """)
        return try read(rows)
    }

    /// The acts that somebody is busy with.
    func busy() throws -> [Row] {
        try read(database.statement("SELECT number, kind, state, owner FROM act WHERE state <> 1 ORDER BY number"))
    }

    private func read(_ rows: DatabaseStatement) throws -> [Row] {
        defer { rows.reset() }
        var found: [Row] = []
        while try rows.step() {
            guard let number = rows.number(0), let kind = rows.text(1).flatMap({ ActKind(rawValue: $0) }),
                let state = rows.number(2).flatMap({ State(rawValue: $0) })
            else { continue }
            found.append(Row(number: number, kind: kind, state: state, owner: rows.text(3)))
        }
        return found
    }

    // MARK: Parts

    /// Puts a part in place of the one of its number.
    func put(_ part: Act.Part, isUndone: Bool, of act: Int64) throws {
        let row = try database.statement(
            "INSERT OR REPLACE INTO part (act, number, name, photos, text, undone) VALUES (?, ?, ?, ?, ?, ?)")
        row.bind(1, act)
        row.bind(2, part.number)
        row.bind(3, bytes: part.name.bytes)
        row.bind(4, part.photos)
        row.bind(5, part.part.text)
        row.bind(6, isUndone ? 1 : 0)
        try row.run()
    }

    func removePart(_ number: Int, of act: Int64) throws {
        let row = try database.statement("DELETE FROM part WHERE act = ? AND number = ?")
        row.bind(1, act)
        row.bind(2, number)
        try row.run()
    }

    /// The parts of an act that are done, or undone, in the order in which they were done. One that is not understood
    /// is left out.
    func parts(of act: Int64, areUndone: Bool) throws -> [Act.Part] {
        let rows = try database.statement(
            "SELECT number, name, text, photos FROM part WHERE act = ? AND undone = ? ORDER BY number")
        rows.bind(1, act)
        rows.bind(2, areUndone ? 1 : 0)
        defer { rows.reset() }
        var parts: [Act.Part] = []
        while try rows.step() {
            guard let number = rows.number(0), let part = rows.text(2).flatMap({ ActPart($0) }) else { continue }
            let name = FileName(rows.withBytes(1) { FilePath.text($0) })
            parts.append(Act.Part(number: Int(number), name: name, photos: Int(rows.number(3) ?? 1), part: part))
        }
        return parts
    }

    /// The number of an act's photos, and the name of one.
    func count(of act: Int64, areUndone: Bool) throws -> (count: Int, name: FileName?) {
        let row = try database.statement("SELECT total(photos), max(name) FROM part WHERE act = ? AND undone = ?")
        row.bind(1, act)
        row.bind(2, areUndone ? 1 : 0)
        defer { row.reset() }
        guard try row.step(), let count = row.number(0), count > 0 else { return (0, nil) }
        return (Int(count), FileName(row.withBytes(1) { FilePath.text($0) }))
    }

    /// The number that the next part of an act gets.
    func nextPart(of act: Int64) throws -> Int {
        let row = try database.statement("SELECT max(number) FROM part WHERE act = ?")
        row.bind(1, act)
        defer { row.reset() }
        return try row.step() ? row.number(0).map { Int($0) + 1 } ?? 0 : 0
    }

    // MARK: Forgetting

    /// Forgets what was undone: nothing leads there after a new act.
    func dropUndone() throws {
        try database.execute("DELETE FROM part WHERE undone = 1 AND act IN (SELECT number FROM act WHERE state = 1)")
        try dropEmpty()
    }

    /// Forgets acts without parts.
    func dropEmpty() throws {
        try database.execute(
            "DELETE FROM act WHERE state = 1 AND NOT EXISTS (SELECT 1 FROM part WHERE act = act.number)")
    }

    /// Forgets all but the latest acts.
    func dropOld(beyond count: Int) throws {
        try database.execute(
            """
            DELETE FROM act WHERE state = 1 \
            AND number <= (SELECT number FROM act ORDER BY number DESC LIMIT 1 OFFSET \(count))
            """)
    }
}
