// The history of all acts of the user: what can be undone, and done again.
import CGLib
import Codecs
import Glibc
import Logging
import Photos
import Synchronization

/// The acts of all processes of the program, in the order in which the user asked for them, in a database of the user's
/// own.
///
/// An act has a row from its beginning and gets its parts as they are done, so that a process which is killed leaves
/// what it has done. A part is undone or not by itself: what cannot be reversed stays, and is tried again by the next
/// undo. Any thread; blocks on the disk. Where the database cannot be used, the history is one of this process alone.
public final class History: Sendable {
    /// The file's name in the user's folder.
    public static let fileName = "history.sqlite"
    /// Acts that are remembered.
    static let longest = 100
    private static let patience = 5_000

    private struct Opened: Sendable {
        let table: HistoryTable
        /// What is added to the numbers of tickets, after a clock was set back.
        let offset: Int64
    }

    private struct State {
        var opened: Opened?
        /// Whether the file could not be used.
        var isTemporary = false
    }

    private let folder: String?
    private let owner: HistoryOwner
    private let state = Mutex(State())
    private let executor = LoopExecutor(name: "history", niceness: 5)
    private let log = Logger(label: "history")

    /// - Parameter folder: The user's folder for it; nil for a history that ends with the program.
    public init(folder: String?) {
        self.folder = folder
        owner = HistoryOwner(folder: folder)
    }

    // MARK: An act that is done

    /// Begins an act: it has its place from now on, and cannot be undone before it has ended.
    /// - Parameter planned: What reverses it as far as that is known before it is done, for a process that is killed.
    func begin(_ kind: ActKind, at ticket: ActTicket, planned: [Act.Part] = []) -> Act.Entry {
        use { opened in
            let table = opened.table
            return try table.database.transaction {
                var number = ticket.order + opened.offset
                while try table.has(number) { number += 1 }
                try table.add(number, kind, owner: owner.name)
                for part in planned { try table.put(part, isUndone: false, of: number) }
                return Act.Entry(number: number, kind: kind)
            }
        } ?? Act.Entry(number: ticket.order, kind: kind)
    }

    /// Adds parts that are done by now, or that are about to be done (`settle`).
    /// - Returns: The number of the first.
    @discardableResult
    func add(_ parts: [Act.NewPart], to entry: Act.Entry) -> Int {
        guard !parts.isEmpty else { return 0 }
        return use { opened in
            let table = opened.table
            return try table.database.transaction {
                try table.add(entry.number, entry.kind, owner: owner.name)
                let first = try table.nextPart(of: entry.number)
                var number = first
                for part in parts {
                    let placed = Act.Part(number: number, name: part.name, photos: part.photos, part: part.part)
                    try table.put(placed, isUndone: false, of: entry.number)
                    number += 1
                }
                return first
            }
        } ?? 0
    }

    /// Puts what is known now in place of a planned part; nil where nothing was done.
    func settle(_ part: Act.Part?, number: Int, of entry: Act.Entry) {
        use { opened in
            if let part {
                try opened.table.put(part, isUndone: false, of: entry.number)
            } else {
                try opened.table.removePart(number, of: entry.number)
            }
        }
    }

    /// Ends an act. One that has changed nothing leaves no trace; any other forgets what was undone before it.
    /// - Returns: Whether it can be undone.
    @discardableResult
    func finish(_ entry: Act.Entry) -> Bool {
        use { opened in
            let table = opened.table
            return try table.database.transaction {
                guard try table.nextPart(of: entry.number) > 0 else {
                    try table.remove(entry.number)
                    return false
                }
                try table.set(.settled, owner: nil, of: entry.number)
                try table.dropUndone()
                try table.dropOld(beyond: Self.longest)
                return true
            }
        } ?? false
    }

    // MARK: An act that is reversed

    /// What a question for the next act is answered with.
    enum Taken {
        case act(Act)
        /// There is none, or another process is busy with it.
        case nothing
        /// A process that has ended was busy with it: what it has left is to be settled first.
        case abandoned
    }

    /// Takes the next act out to be reversed.
    func take(_ reversal: Reversal) -> Taken {
        use { opened in
            let table = opened.table
            return try table.database.transaction {
                for row in try table.rows(for: reversal, limit: Self.longest) {
                    if row.state != .settled {
                        if let owner = row.owner, !self.owner.isAlive(owner) { return .abandoned }
                        // Another process undoes it, and nothing is left out for that; what runs is not done yet.
                        if row.state == .running { continue }
                        return .nothing
                    }
                    let parts = try table.parts(of: row.number, areUndone: reversal == .redo)
                    guard !parts.isEmpty else { continue }
                    try table.set(reversal == .undo ? .undoing : .redoing, owner: owner.name, of: row.number)
                    let entry = Act.Entry(number: row.number, kind: row.kind)
                    return .act(
                        Act(entry: entry, reversal: reversal, parts: reversal == .undo ? parts.reversed() : parts))
                }
                return .nothing
            }
        } ?? .nothing
    }

    /// Takes in that parts were reversed, with what reverses them again; nil where nothing does.
    func reverse(_ parts: [(part: Act.Part, by: ActPart?)], of act: Act) {
        guard !parts.isEmpty else { return }
        use { opened in
            try opened.table.database.transaction {
                for (part, other) in parts {
                    guard let other else {
                        try opened.table.removePart(part.number, of: act.entry.number)
                        continue
                    }
                    try opened.table.put(
                        Act.Part(number: part.number, name: part.name, photos: part.photos, part: other),
                        isUndone: act.reversal == .undo,
                        of: act.entry.number)
                }
            }
        }
    }

    /// Puts an act back after its reversal. What could not be reversed is taken again by the next one.
    func putBack(_ act: Act) {
        use { opened in
            try opened.table.database.transaction {
                try opened.table.set(.settled, owner: nil, of: act.entry.number)
                try opened.table.dropEmpty()
            }
        }
    }

    // MARK: What is next

    /// The acts that undo and redo would take.
    func next() -> NextActs {
        use { opened in
            var next = NextActs()
            next.undo = try title(for: .undo, opened.table)
            next.redo = try title(for: .redo, opened.table)
            return next
        } ?? NextActs()
    }

    /// The same, read off the caller's thread.
    public func readNext() async -> NextActs {
        await withCheckedContinuation { continuation in
            executor.post { [self] in continuation.resume(returning: next()) }
        }
    }

    private func title(for reversal: Reversal, _ table: HistoryTable) throws -> ActTitle? {
        for row in try table.rows(for: reversal, limit: Self.longest) where row.state == .settled {
            let (count, name) = try table.count(of: row.number, areUndone: reversal == .redo)
            if count > 0 { return ActTitle(kind: row.kind, count: count, name: count == 1 ? name : nil) }
        }
        return nil
    }

    // MARK: What was left

    /// Takes in the finished groups of a process that has ended in the middle of an operation, as its journal has them:
    /// those that the history does not have yet.
    func absorb(_ finished: [GroupProgress]) {
        guard !finished.isEmpty else { return }
        use { opened in
            try opened.table.database.transaction {
                let left = try opened.table.busy().filter { row in !(row.owner.map(self.owner.isAlive) ?? false) }
                let absorption = HistoryAbsorption(table: opened.table)
                for progress in finished { try absorption.take(progress, of: left) }
            }
        }
    }

    /// Settles the acts of processes that have ended.
    func settleAbandoned() {
        use { opened in
            let table = opened.table
            try table.database.transaction {
                var hasNew = false
                for row in try table.busy() where !(row.owner.map(owner.isAlive) ?? false) {
                    if row.state == .running, try table.nextPart(of: row.number) > 0 { hasNew = true }
                    try table.set(.settled, owner: nil, of: row.number)
                }
                if hasNew { try table.dropUndone() } else { try table.dropEmpty() }
                try table.dropOld(beyond: Self.longest)
            }
        }
    }

    // MARK: The database

    /// Calls `body` with the tables, again with others after an error.
    @discardableResult
    private func use<Result: Sendable>(_ body: (Opened) throws -> Result) -> Result? {
        state.withLock { state in
            // The file, one in place of a damaged file, and memory.
            for _ in 0..<3 {
                do {
                    let opened = try state.opened ?? open(isTemporary: state.isTemporary)
                    state.opened = opened
                    return try body(opened)
                } catch {
                    log.notice("\(error)")
                    state.opened = nil
                    guard !state.isTemporary else { return nil }
                    let isDamaged = (error as? DatabaseFailure)?.kind == .damaged
                    if !isDamaged || !removeFile() { state.isTemporary = true }
                }
            }
            return nil
        }
    }

    private func open(isTemporary: Bool) throws -> Opened {
        var place = Database.Place.temporary
        if let folder, !isTemporary {
            let own = PrivateFolder(path: folder)
            // SQLite does not create it, because it would be readable for everybody.
            guard own.create(), own.withFile(Self.fileName, O_RDWR | O_CREAT, { _, _ in true }) == true else {
                throw DatabaseFailure(.unwritable, file: Self.fileName, reason: systemMessage(errno))
            }
            owner.begin()
            place = .file(folder + "/" + Self.fileName)
        }
        let table = try HistoryTable(try Database(place, patience: Self.patience))
        let latest = try table.latest, now = ActTicket().order
        // The clock was set back since: what is done from now on is later all the same.
        return Opened(table: table, offset: latest < now ? 0 : latest - now + Self.margin)
    }

    /// An hour in microseconds: tickets that were taken before the file was opened are later, too.
    private static let margin: Int64 = 3_600_000_000

    private func removeFile() -> Bool {
        guard let folder else { return false }
        let own = PrivateFolder(path: folder)
        for ending in ["-wal", "-shm"] { _ = own.withPath(Self.fileName + ending, unlink) }
        return own.withPath(Self.fileName, unlink) == 0
    }
}
