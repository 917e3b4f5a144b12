// Files of the program's own, and of the desktop's stores: replaced whole, and the last writer wins.
import Codecs
import Glibc
import Photos

extension FileReplacement {
    /// Writes a file for the user alone, in place of an older one in one step. Nothing is read or compared, and a
    /// link in its place is not followed: what lies in a cache is no statement of the user's.
    /// - Parameters:
    ///   - draft: Absolute path of the file as long as it is not whole. Not recorded: whose folder it is finds such
    ///     names.
    ///   - isSafe: Whether the bytes are on the disk before the file has its name.
    /// - Throws: `Failure`, after which the older file is as it was.
    func store(
        _ bytes: UnsafeRawBufferPointer, at path: String, draft: String, isSafe: Bool
    ) throws(Failure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = try calls.make(.open) { FilePath.withC(draft) { open($0, flags, 0o600) } }
        var isOpen = true, isRenamed = false
        defer {
            if isOpen { close(file) }
            if !isRenamed { _ = FilePath.withC(draft, unlink) }
        }
        try calls.make(.write) { writeAll(bytes, to: file, at: 0) ? 0 : -1 }
        if isSafe { try calls.make(.sync) { fsync(file) } }
        isOpen = false
        try calls.make(.close) { close(file) }
        try calls.make(.rename) { FilePath.withC(draft) { draft in FilePath.withC(path) { rename(draft, $0) } } }
        isRenamed = true
    }
}
