// A folder of pack files in the file system, claimed by one process at a time.
import CGLib
import Glibc
public import ImagePipeline
import Synchronization

/// A folder whose files are read and written in place, each call with a descriptor of its own. Nothing is flushed to
/// the disk: a pack detects by checksums what a power failure destroyed. Every call blocks. Files and folder are
/// accessible to the user alone.
///
/// The claim is a lock on a file called `lock`, which the system releases when the process ends, in whatever way. It
/// also ends when that file is deleted: a folder without the file can be claimed again.
public final class FilePackFolder: PackFolder {
    private static let lockName = "lock"

    private let folder: PrivateFolder
    /// The descriptor that holds the lock.
    private let claimed = Mutex<Int32?>(nil)

    /// Creates the adapter for the folder at the absolute `path`. Nothing is created on disk before `claim`.
    public init(path: String) { folder = PrivateFolder(path: path) }

    deinit { if let lock = claimed.withLock({ $0 }) { close(lock) } }

    public func claim() -> Bool {
        claimed.withLock { claimed in
            if let lock = claimed {
                if folder.isFile(lock, Self.lockName) { return true }
                close(lock)
                claimed = nil
            }
            guard folder.create(), let lock = folder.lock(Self.lockName, waits: false) else { return false }
            claimed = lock
            return true
        }
    }

    public var isClaimed: Bool {
        claimed.withLock { claimed in claimed.map { folder.isFile($0, Self.lockName) } ?? false }
    }

    public func files() -> [PackFile] { folder.files() }

    public func read(_ name: String, at offset: Int, count: Int) -> [UInt8] {
        folder.withFile(name, O_RDONLY) { file, status in
            // A damaged index must not make this allocate more memory than the file has bytes.
            let there = max(0, min(count, Int(status.st_size) - offset))
            return [UInt8](unsafeUninitializedCapacity: there) { buffer, length in
                length = 0
                while length < there {
                    let read = pread(
                        file, buffer.baseAddress.map { $0 + length }, there - length, off_t(offset + length))
                    if read < 0, errno == EINTR { continue }
                    if read <= 0 { break }
                    length += read
                }
            }
        } ?? []
    }

    public func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool {
        folder.withFile(name, offset == 0 ? O_WRONLY | O_CREAT : O_WRONLY) { file, _ in
            bytes.withUnsafeBytes { writeAll($0, to: file, at: offset) }
        } ?? false
    }

    public func truncate(_ name: String, to size: Int) -> Bool {
        folder.withFile(name, O_WRONLY) { file, _ in ftruncate(file, off_t(size)) == 0 } ?? false
    }

    public func delete(_ name: String) { _ = folder.withPath(name, unlink) }

    public func touch(_ name: String) {
        _ = folder.withPath(name) { utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) }
    }

}
