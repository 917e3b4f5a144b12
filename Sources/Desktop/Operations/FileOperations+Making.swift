// The making of `FileOperations` with what a process has of its parts.
import CGLib
public import Codecs
import Library
import Photos

extension FileOperations {
    /// - Parameters:
    ///   - folder: Where journals and the history are kept.
    ///   - trash: The trash in the home folder; nil for the user's own.
    ///   - marks: Keeps the turns that files do not.
    public init(
        folder: String, trash: String?, marks: MarkStore = MarkStore(path: nil),
        calls: FileSystemCalls = FileSystemCalls()
    ) {
        self.init(folder: folder, trash: trash, turner: PhotoTurner(store: marks), calls: calls)
    }

    init(
        folder: String, trash: String?, turner: PhotoTurner, reader: MarkReader = MarkReader(),
        calls: FileSystemCalls = FileSystemCalls()
    ) {
        self.init(
            folder: folder, trash: trash, turner: turner,
            marking: PhotoMarking(store: turner.store, reader: reader, replacement: turner.replacement),
            history: History(folder: folder), reader: reader, calls: calls)
    }

    /// - Parameters:
    ///   - folder: Where journals are kept.
    ///   - marks: Keeps the turns that files do not.
    ///   - marking: Takes marks back.
    ///   - shareMarking: Takes marks of photos on shares back; nil for `marking`.
    ///   - history: Keeps what can be undone.
    ///   - reader: Reads the files and sidecars to which kept marks go.
    ///   - decoding: Where photos are decoded and encoded; nil for this process.
    ///   - drafts: Remembers what is being written.
    ///   - revisions: Those of contents, which are a part of versions; nil for none.
    ///   - shares: Makes the port to files on shares.
    public init(
        folder: String, marks: MarkStore, marking: PhotoMarking, shareMarking: PhotoMarking? = nil,
        history: History, reader: MarkReader,
        decoding: DecodeProcesses?, drafts: DraftRecord,
        revisions: FileRevisions? = nil,
        shares: @escaping @Sendable (SharePatience) -> any ShareDisk = { MountedShareDisk(patience: $0) }
    ) {
        let turner = PhotoTurner(store: marks, replacement: FileReplacement(drafts: drafts), revisions: revisions)
        self.init(
            folder: folder, trash: nil, turner: turner, marking: marking, shareMarking: shareMarking, history: history,
            reader: reader, decoding: decoding, calls: FileSystemCalls(shares: shares))
    }

    /// Returns the user's own folder for journals.
    public static func userFolder(_ name: String) -> String { FilePath.text(g_get_user_state_dir()) + "/" + name }
}
