// The file that remembers what is being done with files, for whoever has to finish it.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Photos

/// The journal of one process, in a folder that all processes of the program share. It is locked while its process runs;
/// a journal that nobody locks is one of a process that ended in the middle.
final class OperationJournal {
    private let folder: PrivateFolder
    private let calls: FileSystemCalls
    private var name = ""
    private var file: Int32?
    /// Whether the file may hold groups that are not settled, so that it must stay.
    private(set) var holdsUnsettled = false

    private static let ending = ".journal"

    init(folder: String, calls: FileSystemCalls) {
        self.folder = PrivateFolder(path: folder)
        self.calls = calls
    }

    deinit {
        guard let file else { return }
        if !holdsUnsettled { _ = folder.withPath(name, unlink) }
        close(file)
    }

    /// Writes lines.
    /// - Parameter isSafe: Whether they are on the disk when this returns.
    func write(_ text: String, isSafe: Bool) throws(SystemFailure) {
        let file = try opened()
        // After a line that a full disk has cut off, too.
        try calls.write(file, "\n" + text)
        if isSafe { try calls.synchronise(file) }
    }

    /// Tells that a group could be neither finished nor taken back: the next start tries again.
    func keep() { holdsUnsettled = true }

    /// Empties the file where nothing in it is unsettled.
    func clear() {
        guard let file, !holdsUnsettled else { return }
        ftruncate(file, 0)
    }

    private func opened() throws(SystemFailure) -> Int32 {
        if let file { return file }
        guard folder.create() else { throw SystemFailure(errno == 0 ? EIO : errno) }
        while true {
            name = "operations-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))\(Self.ending)"
            let file = try calls.open(folder.path + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
            // Another process may have taken it for an abandoned one before it was locked.
            if flock(file, LOCK_EX) == 0, folder.isFile(file, name) {
                try? calls.synchronise(folder: folder.path)
                self.file = file
                return file
            }
            close(file)
        }
    }

    /// Settles what other processes have left. Journals of those that run are passed over.
    /// - Parameter settle: Gets the groups of one journal; returns whether nothing is left to be done.
    static func settleAbandoned(in path: String, _ settle: ([GroupProgress]) -> Bool) {
        let folder = PrivateFolder(path: path)
        for found in folder.files() where found.name.hasSuffix(ending) {
            guard let lock = lockedJournal(found.name, in: folder) else { continue }
            defer { close(lock) }
            var bytes = [UInt8](repeating: 0, count: found.size)
            let count = bytes.withUnsafeMutableBytes { pread(lock, $0.baseAddress, $0.count, 0) }
            guard count >= 0 else { continue }
            if settle(JournalText.read(Array(bytes.prefix(count)))) { _ = folder.withPath(found.name, unlink) }
        }
    }

    /// Locks a journal that exists; nil where another process has it, or has just deleted it.
    private static func lockedJournal(_ name: String, in folder: PrivateFolder) -> Int32? {
        let file = folder.withPath(name) { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        if flock(file, LOCK_EX | LOCK_NB) == 0, folder.isFile(file, name) { return file }
        close(file)
        return nil
    }
}
