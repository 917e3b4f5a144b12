// A folder of cached files in the file system, shared by several processes.
import CGLib
public import FoundationEssentials
import Glibc
public import ImagePipeline
import Synchronization

/// A folder whose files are read and replaced whole, each call with a descriptor of its own. Files and folders are
/// created with access for the user alone. A symbolic link in the place of a file is never followed.
///
/// Processes take turns by a lock on a file called `lock`, which the system releases when a process ends, in whatever
/// way. The file holds a count that increases with every turn in which something was changed, so that each process
/// notices changes of the others.
public final class FileCacheFolder: CacheFolder {
    private static let lockName = "lock"

    private struct State {
        /// The count, and the folder's time of modification, at the end of the last turn; nil before the first.
        var seen: Mark?
        /// Whether something was changed in this turn.
        var isTouched = false
    }
    private struct Mark: Equatable {
        var count: UInt64
        var modified: Int
    }

    private let folder: PrivateFolder
    private let replacement = FileReplacement()
    private let state = Mutex(State())

    /// `path` is absolute. Nothing is created before the first `replace`.
    public init(path: String) { folder = PrivateFolder(path: path) }

    public func files() -> [PackFile] { folder.files() }

    public func contents(_ name: String, limit: Int) -> Data? {
        folder.withFile(name, O_RDONLY) { file, status -> Data? in
            let size = Int(status.st_size)
            guard size <= limit else { return nil }
            guard size > 0 else { return Data() }
            guard let room = malloc(size) else { return nil }
            var count = 0
            while count < size {
                let read = pread(file, room + count, size - count, off_t(count))
                if read < 0, errno == EINTR { continue }
                if read <= 0 { break }
                count += read
            }
            return Data(bytesNoCopy: room, count: count, deallocator: .free)
        } ?? nil
    }

    public func replace(_ name: String, with data: Data) -> Bool {
        state.withLock { $0.isTouched = true }
        return write(name, data) || (folder.create() && write(name, data))
    }

    public func delete(_ name: String) {
        state.withLock { $0.isTouched = true }
        _ = folder.withPath(name, unlink)
    }

    public func setModified(_ name: String, at time: Double) {
        let seconds = time.rounded(.down)
        guard let whole = Int(exactly: seconds) else { return }
        let now = timespec(tv_sec: whole, tv_nsec: Int((time - seconds) * 1e9))
        _ = folder.withPath(name) { utimensat(AT_FDCWD, $0, [now, now], AT_SYMLINK_NOFOLLOW) }
    }

    public func exclusively<Result>(_ body: (_ isChanged: Bool) -> Result) -> Result {
        // Opened anew for every turn, so that a folder that was deleted in between does no harm.
        guard let lock = folder.lock(Self.lockName, waits: true) else {
            state.withLock { $0.seen = nil }
            return body(true)
        }
        defer { close(lock) }
        let count = Self.count(lock)
        let before = Mark(count: count, modified: folder.modified)
        let isChanged = state.withLock { state in
            state.isTouched = false
            return state.seen != before
        }
        let result = body(isChanged)
        let isTouched = state.withLock(\.isTouched)
        if isTouched { Self.setCount(lock, count &+ 1) }
        let after = Mark(count: isTouched ? count &+ 1 : count, modified: folder.modified)
        state.withLock { $0.seen = after }
        return result
    }

    private static func count(_ lock: Int32) -> UInt64 {
        var count: UInt64 = 0
        return pread(lock, &count, MemoryLayout.size(ofValue: count), 0) == MemoryLayout.size(ofValue: count)
            ? count : 0
    }

    private static func setCount(_ lock: Int32, _ count: UInt64) {
        var count = count
        _ = pwrite(lock, &count, MemoryLayout.size(ofValue: count), 0)
    }

    private func write(_ name: String, _ data: Data) -> Bool {
        let draft = "\(folder.path)/.dat.nosync\(String(getpid(), radix: 16)).\(Self.draftSuffix())"
        do {
            try data.withUnsafeBytes {
                try replacement.store($0, at: folder.path + "/" + name, draft: draft, isSafe: true)
            }
            return true
        } catch {
            return false
        }
    }

    /// Returns six letters and digits, by which `DiskFolder` knows drafts that an interrupted write has left.
    private static func draftSuffix() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return String((0..<6).compactMap { _ in letters.randomElement() })
    }
}
