// The giving of stars and favourites: into the sidecar beside the photo, or else into the user's own database.
import CGLib
public import Codecs
import Glibc
public import Photos

/// Writes marks of files. An actor on a thread of its own, because it waits for the disk; marks of hundreds of photos are
/// written one after the other in the order in which they were given.
public actor PhotoMarking {
    /// What has become of the mark of one photo.
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
    }

    /// The reasons why a mark is not kept.
    public enum Failure: Hashable, Sendable {
        /// The sidecar is left as it is, because it is not what it seems.
        case sidecar(SidecarFailure)
        /// The system refuses to write it; with the reason in words.
        case unwritable(Message)
        /// The photo's file is gone.
        case missing
    }

    private let store: MarkStore
    private let replacement: AtomicReplacement
    private let reader: MarkReader
    private let finder = SidecarFinder()
    private nonisolated let executor = LoopExecutor(name: "marks", niceness: 5)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - store: Keeps what cannot be kept beside photos.
    ///   - reader: Reads files and sidecars.
    public init(store: MarkStore, reader: MarkReader) {
        self.init(store: store, reader: reader, replacement: AtomicReplacement())
    }

    init(store: MarkStore, reader: MarkReader = MarkReader(), replacement: AtomicReplacement = AtomicReplacement()) {
        self.store = store
        self.reader = reader
        self.replacement = replacement
    }

    /// Gives a mark to the photo at an absolute path.
    public func set(_ mark: PhotoMarks.Mark, of path: String) -> Outcome {
        guard let status = FilePath.status(of: path), status.isRegular else {
            return Outcome(place: .nowhere(.missing), marks: .none)
        }
        let stamp = FileStamp(status)
        let own = reader.marks(inFile: path)
        let kept = store.stated(of: path, stamp)
        let sidecar: Sidecar, beside: StatedMarks, restated: [UInt8]?
        do {
            sidecar = try finder.sidecar(of: path)
        } catch {
            return Outcome(place: .nowhere(.sidecar(error)), marks: own.overruled(by: kept))
        }
        do {
            (beside, restated) = try reader.restate(sidecar, with: mark)
        } catch {
            // One that can be read may have to be left as it is all the same.
            let beside = (try? reader.marks(in: sidecar)) ?? StatedMarks()
            return Outcome(place: .nowhere(.sidecar(error)), marks: own.overruled(by: kept.completed(by: beside)))
        }
        let before = own.overruled(by: kept.completed(by: beside)), after = before.with(mark)
        if before == after { return Outcome(place: .sidecar, marks: after) }
        do {
            if let restated { try replacement.write(restated, to: sidecar.path) }
        } catch {
            guard error.isReadOnly else { return Outcome(place: .nowhere(.unwritable(.verbatim(error.reason))), marks: before) }
            return keep(mark, of: path, stamp, before: before)
        }
        store.forget(mark, of: path, stamp)
        return Outcome(place: .sidecar, marks: after)
    }

    private func keep(
        _ mark: PhotoMarks.Mark, of path: String, _ stamp: FileStamp, before: PhotoMarks
    ) -> Outcome {
        do {
            try store.keep(mark, of: path, stamp)
            return Outcome(place: .database, marks: before.with(mark))
        } catch {
            return Outcome(place: .nowhere(.unwritable(DatabaseFailure.message(of: error))), marks: before)
        }
    }
}
