// What a file has beside its bytes, for the file that takes its place.
import CGLib
import Codecs
import Glibc
import Photos

/// Owner, permissions, and the attributes that a user may set.
enum FileAttributes {
    /// Gives a new file what the file at a path has. Another user's file stays readable for those who could read it;
    /// only the superuser gives files away.
    /// - Throws: `Failure`.
    static func copy(
        of path: String, _ status: stat, to file: Int32, _ calls: FileReplacementCalls
    ) throws(FileReplacement.Failure) {
        _ = fchown(file, status.st_uid, status.st_gid)
        try calls.make(.mode) { fchmod(file, status.st_mode & 0o7777) }
        try calls.make(.attributes) { FilePath.withC(path) { copyExtended(of: $0, to: file) } }
    }

    /// Copies the attributes that a user may set, and who may do what with the file. A file system without them has
    /// none to copy.
    private static func copyExtended(of path: UnsafePointer<CChar>, to file: Int32) -> Int32 {
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

    /// UTIME_OMIT, a macro that Swift does not import.
    private static let keepsTime = 1 << 30 - 2

    /// Sets a new file's time of change.
    static func setTime(
        _ time: timespec, of file: Int32, _ calls: FileReplacementCalls
    ) throws(FileReplacement.Failure) {
        let times = [timespec(tv_sec: 0, tv_nsec: keepsTime), time]
        try calls.make(.time) { futimens(file, times) }
    }

    /// Gives a new file a time of change by which it is known from the old one, where the clock has not gone on
    /// since: it may tick four milliseconds apart, and what is stored on a memory card two seconds.
    static func age(
        _ file: Int32, beyond old: stat, _ calls: FileReplacementCalls
    ) throws(FileReplacement.Failure) {
        for seconds in [0, 2] {
            var new = stat()
            try calls.make(.time) { fstat(file, &new) }
            guard new.st_size == old.st_size, new.st_mtim.tv_sec == old.st_mtim.tv_sec,
                new.st_mtim.tv_nsec == old.st_mtim.tv_nsec
            else { return }
            var later = old.st_mtim
            later.tv_sec += seconds
            later.tv_nsec = (later.tv_nsec + 1_000_000) % 1_000_000_000
            try setTime(later, of: file, calls)
        }
    }
}
