// The turns and revisions of photos that the program itself keeps, for those who list and read files.
import CGLib
import Codecs
public import Photos

/// What is known of kept turns, and of contents that length and time do not tell apart. Any thread; blocks on the disk
/// at the first question.
public struct KeptTurns: Sendable {
    /// Knows of none.
    public static let none = KeptTurns(store: nil)

    private let store: MarkStore?
    private let revisions: FileRevisions?

    /// - Parameters:
    ///   - store: Where turns are kept; nil for nowhere.
    ///   - revisions: Those of contents; nil for none.
    public init(store: MarkStore?, revisions: FileRevisions? = nil) {
        self.store = store
        self.revisions = revisions
    }

    /// The revision of the content of the file at an absolute path (`FileStamp.fingerprint`); 0 for the first.
    func revision(of path: @autoclosure () -> String, _ status: stat) -> UInt32 {
        revisions?.revision(of: path, { FileStamp(status) }) ?? 0
    }

    /// Notes that the file at an absolute path has got another content than the versions of its length and time so far.
    func noteRevision(of path: String, _ status: stat) {
        let stamp = FileStamp(status)
        revisions?.note(stamp.entryState, of: path, stamp)
    }

    /// What is listed of the file at an absolute path.
    func fileStatus(_ status: stat, sidecar: UInt32, of path: @autoclosure () -> String) -> FileStatus {
        FileStatus(
            status, sidecar: sidecar, quarterTurns: quarters(of: path(), status), revision: revision(of: path(), status)
        )
    }

    /// The clockwise quarter turns of the photo in the file at an absolute path, 0…3.
    public func quarters(of path: @autoclosure () -> String, _ stamp: @autoclosure () -> FileStamp) -> Int {
        store?.quarterTurns(of: path, stamp) ?? 0
    }

    func quarters(of path: @autoclosure () -> String, _ status: stat) -> Int {
        quarters(of: path(), FileStamp(status))
    }
}
