// The file that remembers what is being done with files, for whoever has to finish it.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Photos

/// The journal of one process, in a folder that all processes of the program share. It is locked while its process
/// runs; a journal that nobody locks is one of a process that ended in the middle.
final class OperationJournal {
    private let folder: PrivateFolder
    private let calls: FileSystemCalls
    private var name = ""
    private var file: Int32?
    /// What is to be written before the first group of an operation.
    private var header: String?
    /// Whether the file may hold groups that are not settled, so that it must stay.
    private(set) var holdsUnsettled = false

    private static let ending = ".journal"
    /// What follows the name of one that this program has not written.
    private static let refusedEnding = ".refused"

    init(folder: String, calls: FileSystemCalls) {
        self.folder = PrivateFolder(path: folder)
        self.calls = calls
    }

    deinit {
        guard let file else { return }
        if !holdsUnsettled { _ = folder.withPath(name, unlink) }
        close(file)
    }

    /// Begins an operation, of which nothing is written before its first group.
    func begin(_ header: JournalHeader?) { self.header = header.map(JournalText.lines) }

    /// Writes lines.
    /// - Parameter isSafe: Whether they are on the disk when this returns.
    func write(_ text: String, isSafe: Bool) throws(SystemFailure) {
        let file = try opened()
        // After a line that a full disk has cut off, too.
        try calls.write(file, "\n" + (header ?? "") + text)
        if isSafe { try calls.synchronise(file) }
        header = nil
    }

    /// Tells that a group could be neither finished nor taken back: the next start tries again.
    func keep() { holdsUnsettled = true }

    /// Ends an operation, and empties the file where nothing in it is unsettled.
    func clear() {
        let hasWritten = header == nil
        header = nil
        guard let file else { return }
        if !holdsUnsettled {
            ftruncate(file, 0)
        } else if hasWritten {
            try? write(JournalText.ended, isSafe: false)
        }
    }

    /// Leaves what is written of an operation that goes on after the next start.
    func interrupt() { holdsUnsettled = true }

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
    /// - Parameters:
    ///   - permits: Whether this program can have written an operation.
    ///   - settle: Gets the operations of one journal; returns whether nothing is left to be done.
    /// - Returns: The journals that are left as they are.
    static func settleAbandoned(
        in path: String, permits: (JournalRecord) -> Bool, _ settle: ([JournalRecord]) -> Bool
    ) -> [LeftJournal] {
        let folder = PrivateFolder(path: path)
        var left: [LeftJournal] = []
        for found in folder.files() where found.name.hasSuffix(ending) {
            guard let lock = folder.lockAbandoned(found.name) else { continue }
            defer { close(lock) }
            var content = JournalText.Content.foreign
            if isOurs(lock, in: path) {
                var bytes = [UInt8](repeating: 0, count: found.size)
                let count = bytes.withUnsafeMutableBytes { pread(lock, $0.baseAddress, $0.count, 0) }
                guard count >= 0 else { continue }
                content = JournalText.read(Array(bytes.prefix(count)))
            }
            switch content {
            case .records(let records) where records.allSatisfy(permits):
                if settle(records) { _ = folder.withPath(found.name, unlink) }
            case .newer: left.append(LeftJournal(name: found.name, reason: .newer))
            case .records, .foreign:
                // Reported once.
                let refused = found.name + refusedEnding
                _ = folder.withPath(found.name) { old in folder.withPath(refused) { rename(old, $0) } }
                left.append(LeftJournal(name: refused, reason: .foreign))
            }
        }
        return left
    }

    /// Whether nobody else can have written a file in the folder.
    private static func isOurs(_ file: Int32, in path: String) -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0, let folder = FilePath.status(of: path) else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o077 == 0 && folder.st_uid == getuid()
            && folder.st_mode & 0o022 == 0
    }
}
