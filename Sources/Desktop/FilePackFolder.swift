// A folder of pack files in the file system, claimed by a lock that ends with its holder.
import CDesktop
import Glibc
public import ImagePipeline
import Synchronization

/// Reads and writes files in place, each call with a descriptor of its own. Nothing is flushed to the disk: a pack finds
/// out by checksums what the loss of power took. Every call blocks. Files and the folder are the user's alone.
///
/// The claim is a lock on a file called `lock`, which the system takes back when the process ends, in whatever way.
public final class FilePackFolder: PackFolder {
    private let path: String
    /// The descriptor that holds the lock.
    private let claimed = Mutex<Int32?>(nil)

    /// `path` is absolute. Nothing is created before `claim`.
    public init(path: String) { self.path = path }

    deinit { if let lock = claimed.withLock({ $0 }) { close(lock) } }

    public func claim() -> Bool {
        claimed.withLock { claimed in
            if claimed != nil { return true }
            g_mkdir_with_parents(path, 0o700)
            let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard lock >= 0 else { return false }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                close(lock)
                return false
            }
            claimed = lock
            return true
        }
    }

    public func files() -> [PackFile] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var files: [PackFile] = []
        while let entry = readdir(stream) {
            // The name ends with a zero byte inside the array that C declares.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard let name, fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
            files.append(PackFile(name: name, size: Int(status.st_size), modified: modified))
        }
        return files
    }

    public func read(_ name: String, at offset: Int, count: Int) -> [UInt8] {
        withFile(name, O_RDONLY) { file in
            [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                length = 0
                while length < count {
                    let read = pread(file, buffer.baseAddress.map { $0 + length }, count - length, off_t(offset + length))
                    if read < 0, errno == EINTR { continue }
                    if read <= 0 { break }
                    length += read
                }
            }
        } ?? []
    }

    public func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool {
        withFile(name, offset == 0 ? O_WRONLY | O_CREAT : O_WRONLY) { file in
            bytes.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let written = pwrite(
                        file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
                    if written < 0, errno == EINTR { continue }
                    if written <= 0 { return false }
                    done += written
                }
                return true
            }
        } ?? false
    }

    public func truncate(_ name: String, to size: Int) -> Bool {
        withFile(name, O_WRONLY) { ftruncate($0, off_t(size)) == 0 } ?? false
    }

    public func delete(_ name: String) { unlink(path + "/" + name) }

    public func touch(_ name: String) { utimensat(AT_FDCWD, path + "/" + name, nil, 0) }

    private func withFile<Result>(_ name: String, _ flags: Int32, _ body: (Int32) -> Result) -> Result? {
        // A symbolic link in the place of a file is somebody else's.
        let file = open(path + "/" + name, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return body(file)
    }
}
