// What tells whether a file is still the one that was read.
import CGLib
import Codecs
import Glibc
import Photos

/// The state of an open file: which one it is, and when its content and its properties were changed last.
struct FileState: Hashable, Sendable {
    let stamp: EntryStamp
    /// The time of the last change of content, name or properties, which no program can set.
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
        stamp = EntryStamp(status)
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }

    /// Seconds within which times may be the same for two changes: memory cards store every second one.
    private static let coarseness = 3

    /// Whether a change of the content just now might leave the same times, so that only the content tells.
    var isFresh: Bool {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return true }
        return max(seconds, stamp.seconds) >= now.tv_sec - Self.coarseness
    }
}

/// A file opened for reading, with its state at that moment. Closed with the last reference.
final class ReadFile {
    let descriptor: Int32
    let status: stat
    var state: FileState { FileState(status) }
    var count: Int { Int(status.st_size) }

    /// Opens the regular file at a path, without following a link in its last place.
    /// - Throws: `Failure`.
    init(_ path: String, _ calls: FileReplacementCalls) throws(FileReplacement.Failure) {
        let file = try calls.make(.read) {
            FilePath.withC(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
        }
        var found = stat()
        guard fstat(file, &found) == 0, found.isRegular else {
            let isFolder = found.st_mode & S_IFMT == S_IFDIR
            Glibc.close(file)
            throw FileReplacement.Failure(code: isFolder ? EISDIR : EINVAL)
        }
        (descriptor, status) = (file, found)
    }

    deinit { Glibc.close(descriptor) }

    /// Reads a range.
    /// - Throws: `Failure.changed` where the file ends before it.
    func bytes(_ range: Range<Int>, _ calls: FileReplacementCalls) throws(FileReplacement.Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count), isWhole = true
        errno = 0
        try calls.make(.read) {
            isWhole = readAll(into: &bytes, range.count, of: descriptor, at: range.lowerBound)
            return isWhole || errno == 0 ? 0 : -1
        }
        if !isWhole { throw .changed }
        return bytes
    }
}
