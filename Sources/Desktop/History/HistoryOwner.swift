// Which process is busy with an act, and whether it still runs.
import Glibc
import Synchronization

/// The mark of a process in the history: a file that it keeps locked while it runs.
final class HistoryOwner: Sendable {
    private static let start = "history-", ending = ".lock"

    let name: String
    private let folder: PrivateFolder?
    private let lock = Mutex<Int32?>(nil)

    /// - Parameter folder: Of the history; nil for one that no other process has.
    init(folder: String?) {
        name = "\(Self.start)\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))\(Self.ending)"
        self.folder = folder.map { PrivateFolder(path: $0) }
    }

    deinit {
        guard let file = lock.withLock({ $0 }) else { return }
        _ = folder?.withPath(name, unlink)
        close(file)
    }

    /// Locks the file from now on.
    func begin() {
        guard let folder else { return }
        lock.withLock { lock in
            if lock == nil { lock = folder.lock(name, waits: false) }
        }
    }

    /// Whether the process of a name runs.
    func isAlive(_ other: String) -> Bool {
        if other == name { return true }
        guard let folder, other.hasPrefix(Self.start), !other.contains("/") else { return false }
        guard let file = folder.lock(other, waits: false) else { return true }
        _ = folder.withPath(other, unlink)
        close(file)
        return false
    }
}
