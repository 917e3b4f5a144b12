// A folder of files that only the user can access: created so, opened without following links, locked between
// processes.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Photos

/// File system operations of the caches. Every call blocks.
struct PrivateFolder: Sendable {
    let path: String

    /// Largest file size that is reported, so that sums of sizes cannot overflow whatever lies in the folder.
    private static let toldSize = 1 << 40

    /// Calls `body` with the path of the file `name`.
    func withPath<Result>(_ name: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        FilePath.withC(path + "/" + name, body)
    }

    /// Time of modification in nanoseconds since 1970; 0 when the folder is missing.
    var modified: Int {
        FilePath.status(of: path).map(Self.time) ?? 0
    }

    /// Creates the folder if it is missing, with its parents, all for the user alone.
    /// - Returns: whether the folder exists.
    func create() -> Bool { FilePath.withC(path) { g_mkdir_with_parents($0, 0o700) } == 0 }

    /// Returns the regular files whose names are valid UTF-8.
    func files() -> [PackFile] {
        var files: [PackFile] = []
        forEachEntry { name, status in
            guard status.isRegular else { return }
            files.append(
                PackFile(name: name, size: min(Int(status.st_size), Self.toldSize), modified: Self.time(status)))
        }
        return files
    }

    /// Opens a regular file, created for the user alone if `flags` create it, calls `body` and closes it. Nil when it
    /// cannot be opened. A symbolic link in its place is not one of the folder's own files, and a pipe would block.
    func withFile<Result>(_ name: String, _ flags: Int32, _ body: (Int32, stat) -> Result) -> Result? {
        let file = withPath(name) { open($0, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.isRegular else { return nil }
        return body(file, status)
    }

    /// Locks the file `name`, which is created if it is missing, in a folder that exists. The lock ends when the
    /// descriptor is closed.
    /// - Parameter waits: Whether to wait for another holder; otherwise returns nil while there is one.
    func lock(_ name: String, waits: Bool) -> Int32? {
        while true {
            let lock = withPath(name) { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
            guard lock >= 0 else { return nil }
            var result: Int32
            repeat { result = flock(lock, waits ? LOCK_EX : LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
            guard result == 0 else {
                close(lock)
                return nil
            }
            // Another process may have deleted the file while this one waited.
            if isFile(lock, name) { return lock }
            close(lock)
        }
    }

    /// Creates a file to which this process alone appends, under a name of its own and locked until the process ends.
    /// - Returns: Its descriptor and name; nil where it could not be made, or another process has taken it for an
    ///   abandoned one before it was locked: the next try may succeed.
    func makeRecord(_ ending: String) -> (file: Int32, name: String)? {
        guard create() else { return nil }
        let name = "\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))\(ending)"
        let file = withPath(name) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600) }
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0, isFile(file, name) else {
            close(file)
            return nil
        }
        return (file, name)
    }

    /// Opens and locks a file that a process has made for itself; nil while that runs, or where the file is gone.
    func lockAbandoned(_ name: String) -> Int32? {
        let file = withPath(name) { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        if flock(file, LOCK_EX | LOCK_NB) == 0, isFile(file, name) { return file }
        close(file)
        return nil
    }

    /// Returns whether the open file is still the one called `name`.
    func isFile(_ file: Int32, _ name: String) -> Bool {
        var open = stat(), named = stat()
        return fstat(file, &open) == 0 && withPath(name) { lstat($0, &named) } == 0 && open.st_dev == named.st_dev
            && open.st_ino == named.st_ino
    }

    /// Calls `body` for every entry with a name in UTF-8.
    private func forEachEntry(_ body: (String, stat) -> Void) {
        guard let stream = FilePath.withC(path, opendir) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            // The name ends with a zero byte within the array that C declares.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            var status = stat()
            if let name, fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 { body(name, status) }
        }
    }

    private static func time(_ status: stat) -> Int {
        let (nanoseconds, overflows) = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? 0 : nanoseconds &+ status.st_mtim.tv_nsec
    }
}

/// Writes all bytes at an offset of an open file.
/// - Returns: whether all were written; if not, any part may have been.
func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
        let written = pwrite(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
        if written < 0, errno == EINTR { continue }
        if written <= 0 { return false }
        done += written
    }
    return true
}
