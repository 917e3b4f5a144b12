// The port to the system's watches of folders, and what they tell.
import Photos

/// Something that has happened in a watched folder.
struct WatchEvent: Equatable {
    let watch: Int32
    let kinds: Kinds
    /// Joins the two halves of a move; else 0.
    let cookie: UInt32
    /// The entry's name; empty where the folder itself is meant.
    let name: FileName

    /// The bits of inotify(7), which may come together.
    struct Kinds: OptionSet {
        let rawValue: UInt32

        static let modified = Kinds(rawValue: 0x2)
        static let attributes = Kinds(rawValue: 0x4)
        static let written = Kinds(rawValue: 0x8)
        static let movedFrom = Kinds(rawValue: 0x40)
        static let movedTo = Kinds(rawValue: 0x80)
        static let created = Kinds(rawValue: 0x100)
        static let deleted = Kinds(rawValue: 0x200)
        static let selfDeleted = Kinds(rawValue: 0x400)
        static let selfMoved = Kinds(rawValue: 0x800)
        static let unmounted = Kinds(rawValue: 0x2000)
        static let overflow = Kinds(rawValue: 0x4000)
        /// The watch has ended.
        static let ended = Kinds(rawValue: 0x8000)
        static let isFolder = Kinds(rawValue: 0x4000_0000)

        /// What a folder of photos is watched for.
        static let ofFolder: Kinds = [
            .modified, .attributes, .written, .movedFrom, .movedTo, .created, .deleted, .selfDeleted, .selfMoved,
        ]
        /// What a folder is watched for whose entry is missed.
        static let ofParent: Kinds = [.movedTo, .created, .attributes, .selfDeleted, .selfMoved]
    }
}

/// Watches of folders and the queue of their events. Not `Sendable`; each call takes microseconds, but for `add`, which
/// may wait for the disk.
protocol WatchQueue: AnyObject {
    /// Readable while events wait. The queue keeps it; its poller takes a duplicate.
    var descriptor: Int32 { get }
    /// Watches the folder at an absolute path.
    /// - Returns: the number of the watch, the same for the same folder; nil if no watches are left, or it cannot be
    ///   read.
    func add(_ path: FilePath, for kinds: WatchEvent.Kinds) -> Int32?
    func remove(_ watch: Int32)
    /// Takes the events that wait, or some of them. Does not wait.
    func read() -> [WatchEvent]
}
