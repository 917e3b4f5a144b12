// The giving of stars and favourites, one after another on a thread of its own.
import CGLib
public import Codecs
public import Photos

/// Writes marks of files, and edits of their words and dates. An actor on a thread of its own, because it waits for the
/// disk; marks of hundreds of photos are written one after the other in the order in which they were given.
public actor PhotoMarking {
    /// The result for the mark of one photo.
    public struct Outcome: Hashable, Sendable {
        /// Where it is kept.
        public enum Place: Hashable, Sendable {
            /// In the sidecar beside the photo, or it was stated there before.
            case sidecar
            /// In the user's own database, because the folder can only be read.
            case database
            /// Nowhere.
            case nowhere(Failure)
        }

        public let place: Place
        /// The marks that the photo has now.
        public let marks: PhotoMarks
        /// What was changed, to take it back; nil for nothing.
        public let change: KeptChange?

        init(place: Place, marks: PhotoMarks, change: KeptChange? = nil) {
            self.place = place
            self.marks = marks
            self.change = change
        }
    }

    /// The reasons why a mark is not kept.
    public enum Failure: Hashable, Sendable {
        /// The sidecar is left as it is, because it is not what it seems.
        case sidecar(SidecarFailure)
        /// The system refuses to write it; with the reason in words.
        case unwritable(Message)
        /// The photo's file is gone.
        case missing
        /// The folder can only be read, and it is kept nowhere else.
        case readOnly
        /// It cannot be of this photo.
        case refused(EditRefusal)
    }

    private let writer: MarkWriter
    private let editor: PhotoEditWriter
    private nonisolated let executor: LoopExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - store: Keeps what cannot be kept beside photos.
    ///   - reader: Reads files and sidecars.
    ///   - drafts: Remembers what is being written.
    public init(store: MarkStore, reader: MarkReader, drafts: DraftRecord? = nil) {
        self.init(store: store, reader: reader, replacement: FileReplacement(drafts: drafts))
    }

    /// Creates what marks the photos on shares, beside what marks those of this machine: a share that does not answer
    /// holds its own thread alone.
    package init(store: MarkStore, engine: (any DecodeEngine)?, shares: ShareMarkPlace) {
        self.init(
            store: store, reader: MarkReader(engine: engine, place: shares),
            replacement: FileReplacement(shares: ShareReplacement(shares)), thread: "share-marks")
    }

    init(
        store: MarkStore, reader: MarkReader = MarkReader(), replacement: FileReplacement = FileReplacement(),
        thread: String = "marks"
    ) {
        executor = LoopExecutor(name: thread, niceness: 5)
        writer = MarkWriter(store: store, reader: reader, replacement: replacement)
        editor = PhotoEditWriter(store: store, reader: reader, replacement: replacement)
    }

    /// Gives a mark to the photo at an absolute path.
    /// - Parameter before: The marks that it is known to have, for a result where they cannot be read.
    public func set(_ mark: PhotoMarks.Mark, of path: String, before: PhotoMarks = .none) -> Outcome {
        writer.set(mark, of: path, before: before)
    }

    /// The marks that the photo at a path has.
    func marks(of path: FilePath) -> PhotoMarks { writer.marks(of: path.text) }

    /// Edits the photo at an absolute path.
    public func edit(_ edit: PhotoEdit, of path: String) -> PhotoEditOutcome { editor.edit(edit, of: path) }

    /// Does the same with what was read of the photo before.
    func edit(_ edit: PhotoEdit, of path: FilePath, reading: PhotoEditWriter.Reading?) -> PhotoEditOutcome {
        editor.edit(edit, of: path.text, reading: reading)
    }

    /// What takes an edit of a photo back, and what was read of the photo for that; nil where it changes nothing.
    func opposite(
        of edit: PhotoEdit, of path: FilePath
    ) -> (edit: PhotoEdit, reading: PhotoEditWriter.Reading)? { editor.opposite(of: edit, of: path.text) }

    /// What is said of the photo at a path.
    func facts(of path: FilePath) -> EditedFacts? { editor.facts(of: path.text) }

    /// Takes a mark or an edit back, byte for byte.
    /// - Returns: The change that leads forward again.
    /// - Throws: `FileFailure`, `.changed` where sidecar or database are no longer what the mark has made of them.
    public func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange { try writer.takeBack(change) }
}
