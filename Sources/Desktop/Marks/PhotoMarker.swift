// What is done with the marks and the words of one photo, on the thread of whoever asks.
import Codecs
import Library
import Photos

/// Writes and takes back marks and edits. Any thread; blocks on the disk.
struct PhotoMarker: Sendable {
    private let writer: MarkWriter
    private let editor: PhotoEditWriter
    private let departures: PhotoDepartures

    init(store: MarkStore, reader: MarkReader, replacement: FileReplacement, departures: PhotoDepartures) {
        self.departures = departures
        writer = MarkWriter(store: store, reader: reader, replacement: replacement)
        editor = PhotoEditWriter(store: store, reader: reader, replacement: replacement)
    }

    /// Gives a mark to the photo at an absolute path.
    /// - Parameter before: The marks that it is known to have, for a result where they cannot be read.
    func set(_ mark: PhotoMarks.Mark, of path: String, before: PhotoMarks = .none) -> PhotoMarking.Outcome {
        if departures.contains(FilePath(path)) {
            return PhotoMarking.Outcome(place: .nowhere(.departing), marks: before)
        }
        return writer.set(mark, of: path, before: before)
    }

    /// The marks that the photo at a path has.
    func marks(of path: FilePath) -> PhotoMarks { writer.marks(of: path.text) }

    /// Edits the photo at a path.
    /// - Parameter reading: What was read of it before; nil for nothing.
    func edit(_ edit: PhotoEdit, of path: FilePath, reading: PhotoEditWriter.Reading? = nil) -> PhotoEditOutcome {
        if departures.contains(path) { return PhotoEditOutcome(.departing) }
        return editor.edit(edit, of: path.text, reading: reading)
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
    func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange { try writer.takeBack(change) }

    /// Takes a mark or an edit back.
    /// - Returns: The change that leads forward again; nil where the world has overtaken the change.
    func taken(back change: KeptChange) throws(FileFailure) -> KeptChange? {
        do {
            return try takeBack(change)
        } catch let error where [.changed, .missing].contains(error.reason) {
            return nil
        }
    }
}
