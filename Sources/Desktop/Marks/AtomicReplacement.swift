// The replacement of a file by one with other bytes: whole before and whole after, whatever fails between.
import CGLib
import Codecs
import Glibc
import Photos

/// The calls of the system by which a file is replaced, each of which a test may have fail.
struct ReplacementCalls: Sendable {
    /// The calls in the order in which they happen.
    enum Step: CaseIterable, Sendable {
        case open, write, mode, attributes, sync, close, rename, syncFolder
    }

    /// Asked before each call; an error number in place of the call, or 0 to make it.
    var failure: @Sendable (Step) -> Int32 = { _ in 0 }
}

/// Writes a file beside another and gives it that one's name.
///
/// The new file has the old one's permissions, and where that is possible its owner and its extended attributes. It is on
/// the disk before it gets the name, and the name before this returns. Nothing is left beside where something fails.
struct AtomicReplacement {
    /// The reason why the file is what it was.
    struct Failure: Error, Hashable {
        let code: Int32
        /// Whether the folder, or the disk, can only be read.
        var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
        var reason: String { systemMessage(code) }
    }

    var calls = ReplacementCalls()

    /// Replaces the file at an absolute path, following links, or creates it.
    /// - Throws: `Failure`.
    func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let target = FilePath.withC(path) { FilePath.take(realpath($0, nil)) } ?? path
        let folder = FilePath.folder(of: target), old = FilePath.status(of: target)
        let draft = FilePath.draft(in: folder)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let file = try checked(.open) { FilePath.withC(draft) { open($0, flags, 0o666) } }
        var isOpen = true, isRenamed = false
        defer {
            if isOpen { close(file) }
            if !isRenamed { _ = FilePath.withC(draft, unlink) }
        }
        try checked(.write) { bytes.withUnsafeBytes { writeAll($0, to: file, at: 0) } ? 0 : -1 }
        if let old {
            // Another user's file stays readable for those who could read it; only the superuser gives files away.
            _ = fchown(file, old.st_uid, old.st_gid)
            try checked(.mode) { fchmod(file, old.st_mode & 0o7777) }
            try checked(.attributes) { FilePath.withC(target) { Self.copyAttributes(of: $0, to: file) } }
        }
        try checked(.sync) { fsync(file) }
        isOpen = false
        do {
            try checked(.close) { close(file) }
        } catch {
            if calls.failure(.close) != 0 { close(file) }
            throw error
        }
        try checked(.rename) { FilePath.withC(draft) { draft in FilePath.withC(target) { rename(draft, $0) } } }
        isRenamed = true
        // The file has its name; a folder that cannot be synchronised, as on some network disks, does not undo that.
        let directory = FilePath.withC(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard directory >= 0 else { return }
        if calls.failure(.syncFolder) == 0 { fsync(directory) }
        close(directory)
    }

    @discardableResult
    private func checked(_ step: ReplacementCalls.Step, _ call: () -> Int32) throws(Failure) -> Int32 {
        let scripted = calls.failure(step)
        if scripted != 0 { throw Failure(code: scripted) }
        let result = call()
        if result < 0 { throw Failure(code: errno) }
        return result
    }

    /// Copies the attributes that a user may set, and who may do what with the file. A file system without them has none to copy.
    private static func copyAttributes(of path: UnsafePointer<CChar>, to file: Int32) -> Int32 {
        let length = listxattr(path, nil, 0)
        guard length > 0 else { return 0 }
        var names = [CChar](repeating: 0, count: length)
        let got = listxattr(path, &names, names.count)
        guard got > 0 else { return 0 }
        for name in names[..<got].split(separator: 0) {
            let name = Array(name) + [0]
            let words = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard words.hasPrefix("user.") || words == "system.posix_acl_access" else { continue }
            var value = [UInt8](repeating: 0, count: max(0, getxattr(path, name, nil, 0)))
            let count = getxattr(path, name, &value, value.count)
            if count < 0 { continue }
            if fsetxattr(file, name, value, count, 0) != 0, errno != ENOTSUP { return -1 }
        }
        return 0
    }
}
