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
        /// Those of a replacement by the file's own bytes, which `write` goes on for.
        case read, time, compare
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
        /// Another program has changed the file meanwhile.
        static let changed = Failure(code: ESTALE)
        /// Whether the folder, or the disk, can only be read.
        var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
        var reason: String { systemMessage(code) }
    }

    var calls = ReplacementCalls()
    private static let chunkLength = 1 << 20
    /// UTIME_OMIT, a macro that Swift does not import.
    private static let keepsTime = 1 << 30 - 2

    /// Replaces the file at an absolute path, following links, or creates it.
    /// - Throws: `Failure`.
    func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let target = FilePath.withC(path) { FilePath.take(realpath($0, nil)) } ?? path
        try replace(target, old: FilePath.status(of: target)) { file throws(Failure) in
            try checked(.write) { bytes.withUnsafeBytes { writeAll($0, to: file, at: 0) } ? 0 : -1 }
        }
    }

    /// Puts bytes in the place of some of those of the file at an absolute path, following links. All others stay as they
    /// are. The file that comes of it has another time of change, or another length.
    /// - Parameter expected: The state in which the file has to be, up to the moment of its replacement.
    /// - Throws: `Failure`, `Failure.changed` among them.
    func splice(_ bytes: [UInt8], in range: Range<Int>, of path: String, expected: FileStamp) throws(Failure) {
        let target = FilePath.withC(path) { FilePath.take(realpath($0, nil)) } ?? path
        let source = try checked(.read) {
            FilePath.withC(target) { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
        }
        defer { Glibc.close(source) }
        var old = stat()
        guard fstat(source, &old) == 0, FileStamp(old) == expected else { throw .changed }
        let end = Int(old.st_size)
        guard range.lowerBound >= 0, range.upperBound <= end else { throw .changed }
        let status = old
        try replace(target, old: old) { file throws(Failure) in
            try copy(0..<range.lowerBound, of: source, to: file, at: 0)
            try checked(.write) { bytes.withUnsafeBytes { writeAll($0, to: file, at: range.lowerBound) } ? 0 : -1 }
            try copy(range.upperBound..<end, of: source, to: file, at: range.lowerBound + bytes.count)
            try age(file, beyond: status)
        } unless: {
            FilePath.status(of: target).map { FileStamp($0) } != expected
        }
    }

    /// Replaces a file.
    /// - Parameters:
    ///   - old: Its status; nil where there is none.
    ///   - fill: Writes the new file.
    ///   - isOther: Whether the file is not the one that is to be replaced any more.
    private func replace(
        _ target: String, old: stat?, fill: (Int32) throws(Failure) -> Void, unless isOther: () -> Bool = { false }
    ) throws(Failure) {
        let folder = FilePath.folder(of: target)
        let draft = FilePath.draft(in: folder)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        // Nobody may read what is not whole, and who may read it then is not known before.
        let file = try checked(.open) { FilePath.withC(draft) { open($0, flags, old == nil ? 0o666 : 0o600) } }
        var isOpen = true, isRenamed = false
        defer {
            if isOpen { close(file) }
            if !isRenamed { _ = FilePath.withC(draft, unlink) }
        }
        try fill(file)
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
        if calls.failure(.compare) != 0 || isOther() { throw .changed }
        try checked(.rename) { FilePath.withC(draft) { draft in FilePath.withC(target) { rename(draft, $0) } } }
        isRenamed = true
        // The file has its name; a folder that cannot be synchronised, as on some network disks, does not undo that.
        let directory = FilePath.withC(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard directory >= 0 else { return }
        if calls.failure(.syncFolder) == 0 { fsync(directory) }
        close(directory)
    }

    /// Copies bytes from one open file to another. A file that ends before them was changed.
    private func copy(_ range: Range<Int>, of source: Int32, to file: Int32, at start: Int) throws(Failure) {
        var room = [UInt8](repeating: 0, count: min(range.count, Self.chunkLength))
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = min(room.count, range.upperBound - offset)
            var count = 0
            try checked(.read) {
                repeat { count = pread(source, &room, wanted, off_t(offset)) } while count < 0 && errno == EINTR
                return count < 0 ? -1 : 0
            }
            if count == 0 { throw .changed }
            try checked(.write) {
                let isWritten = room.withUnsafeBytes {
                    writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: file, at: start + offset - range.lowerBound)
                }
                return isWritten ? 0 : -1
            }
            offset += count
        }
    }

    /// Gives a new file a time of change by which it is known from the old one, where the clock has not gone on since: it may
    /// tick four milliseconds apart, and what is stored on a memory card two seconds.
    private func age(_ file: Int32, beyond old: stat) throws(Failure) {
        for seconds in [0, 2] {
            var new = stat()
            try checked(.time) { fstat(file, &new) }
            guard new.st_size == old.st_size, new.st_mtim.tv_sec == old.st_mtim.tv_sec,
                new.st_mtim.tv_nsec == old.st_mtim.tv_nsec
            else { return }
            var later = old.st_mtim
            later.tv_sec += seconds
            later.tv_nsec = (later.tv_nsec + 1_000_000) % 1_000_000_000
            let times = [timespec(tv_sec: 0, tv_nsec: Self.keepsTime), later]
            try checked(.time) { futimens(file, times) }
        }
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
