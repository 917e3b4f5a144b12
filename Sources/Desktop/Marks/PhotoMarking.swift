// The giving of stars and favourites, on threads of its own.
import CGLib
public import Codecs
public import Photos

/// Writes marks of files, and edits of their words and dates, on threads of its own, because it waits for the disk.
///
/// What is done with one photo is done in the order in which it was asked for. Photos of the disk are written one after
/// the other, those of a share beside each other: each waits for ten answers of the server.
public final class PhotoMarking: Sendable {
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
        /// The photo is being moved, renamed or deleted.
        case departing
        /// The folder can only be read, and it is kept nowhere else.
        case readOnly
        /// It cannot be of this photo.
        case refused(EditRefusal)
    }

    private let marker: PhotoMarker
    private let lanes: MarkLanes
    private let departures = PhotoDepartures()
    /// Most photos of shares that are marked at once: as many as are read of one (`ShareAddress.width`).
    private static let sharesAtOnce = 8

    /// - Parameters:
    ///   - store: Keeps what cannot be kept beside photos.
    ///   - reader: Reads files and sidecars.
    ///   - drafts: Remembers what is being written.
    public convenience init(store: MarkStore, reader: MarkReader, drafts: DraftRecord? = nil) {
        self.init(store: store, reader: reader, replacement: FileReplacement(drafts: drafts))
    }

    /// Creates what marks the photos on shares, beside what marks those of this machine: a share that does not answer
    /// holds its own threads alone.
    package convenience init(store: MarkStore, engine: (any DecodeEngine)?, shares: ShareMarkPlace) {
        self.init(
            store: store, reader: MarkReader(engine: engine, place: shares),
            replacement: FileReplacement(shares: ShareReplacement(shares)),
            lanes: MarkLanes(name: "share-marks", count: Self.sharesAtOnce))
    }

    init(
        store: MarkStore, reader: MarkReader = MarkReader(), replacement: FileReplacement = FileReplacement(),
        lanes: MarkLanes = MarkLanes(name: "marks", count: 1)
    ) {
        marker = PhotoMarker(store: store, reader: reader, replacement: replacement, departures: departures)
        self.lanes = lanes
    }

    /// Does something with the photo at a path, in its turn.
    func run<Result: Sendable>(
        at path: FilePath, _ body: @Sendable (PhotoMarker) -> Result
    ) async -> Result {
        await lanes.run(at: path) { [marker] in body(marker) }
    }

    /// Does something with each of some photos, in their turn.
    /// - Returns: The results, in the order of the photos.
    func map<Photo: Sendable, Result: Sendable>(
        _ photos: [Photo], at path: (Photo) -> FilePath,
        _ body: @escaping @Sendable (PhotoMarker, Photo) -> Result
    ) async -> [Result] {
        await lanes.map(photos, at: path) { [marker] in body(marker, $0) }
    }

    /// Refuses marks and edits of photos that are about to leave their places, and returns when what was being written
    /// of them is done.
    /// - Returns: The number for `endDeparture`.
    func beginDeparture(of photos: DepartingPhotos) async -> Int {
        let number = departures.begin(photos)
        await lanes.settle(photos.lanes(of: lanes))
        return number
    }

    /// Ends a departure: its photos are elsewhere, or have stayed.
    func endDeparture(_ number: Int) { departures.end(number) }

    /// Whether a photo is on its way to another place.
    func isDeparting(_ path: FilePath) -> Bool { departures.contains(path) }
}
