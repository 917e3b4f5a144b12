// What tells whether a file is still the same, and whether it has changed.
import Codecs
import Glibc
import Library
import Photos

/// Identity, size and time of change of a file. On a share, which has no number that would be believed, the share
/// stands for the device, and in place of the number there is a negative one that follows from the file's tag.
struct EntryStamp: Hashable, Sendable {
    var device: Int
    var inode: Int
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    /// Whether the number is the file's alone.
    var isNumbered: Bool { inode >= 0 }

    /// Whether both are of one file by its number.
    func isSameEntry(as other: EntryStamp) -> Bool {
        isNumbered && device == other.device && inode == other.inode
    }

    /// Whether both are of one file, with any content. Some file systems give a file another number after a while; then
    /// size and time decide.
    func isSameFile(as other: EntryStamp) -> Bool {
        isSameEntry(as: other)
            || (size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds)
    }

    /// Whether the content is the same, as far as size and time say. A file that was changed and changed back has
    /// another number, and the old time.
    func hasSameContent(as other: EntryStamp) -> Bool {
        size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds
    }

    /// Whether the file is the one that it was under another name: on a share, which may give it another tag with that,
    /// as far as size and time say.
    func isStill(_ other: EntryStamp) -> Bool {
        isNumbered ? self == other : device == other.device && hasSameContent(as: other)
    }

    /// The numbers as one word.
    var text: String { [device, inode, size, seconds, nanoseconds].map(String.init).joined(separator: ":") }

    /// Reads the word.
    init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 5 else { return nil }
        (device, inode, size) = (numbers[0], numbers[1], numbers[2])
        (seconds, nanoseconds) = (numbers[3], numbers[4])
    }

    init(_ status: stat) {
        device = Int(bitPattern: UInt(status.st_dev))
        inode = Int(bitPattern: UInt(status.st_ino))
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

extension EntryStamp {
    /// The stamp of a file on a share.
    init(_ entry: ShareEntry, on share: ShareAddress) {
        device = -1 - Int(share.root.text.utf8.fingerprint)
        // Apache calls a tag weak in the first second after a change.
        let tag = entry.tag.hasPrefix("W/") ? entry.tag.utf8.dropFirst(2) : entry.tag.utf8[...]
        inode = -1 - Int(tag.fingerprint)
        size = Int(entry.byteCount)
        let time = entry.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        (seconds, nanoseconds) = (Int(time.quotient), Int(time.remainder))
    }
}

/// The number of a file.
struct EntryNumber: Hashable, Sendable {
    let device: Int
    let inode: Int
}

extension EntryStamp {
    var number: EntryNumber { EntryNumber(device: device, inode: inode) }
}

/// What the system says of a name.
struct EntryStatus: Sendable {
    enum Kind { case file, folder, link, other }
    let stamp: EntryStamp
    let kind: Kind
    let mode: mode_t
    let owner: uid_t
    var isSticky: Bool { mode & mode_t(S_ISVTX) != 0 }

    /// The status of a file on a share, whose owner and mode are its server's.
    init(_ entry: ShareEntry, on share: ShareAddress) {
        stamp = EntryStamp(entry, on: share)
        kind = entry.isLink ? .link : entry.isFolder ? .folder : entry.isRegular ? .file : .other
        (mode, owner) = (0o600, getuid())
    }

    init(_ status: stat) {
        stamp = EntryStamp(status)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        mode = status.st_mode & 0o7777
        owner = status.st_uid
    }
}
