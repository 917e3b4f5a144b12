// The writing of stars and favourites: into the sidecar beside the photo, or else into the user's own database.
import CGLib
import Codecs
import Glibc
import PhotoFormats
import Photos

/// Gives marks to photos. Any thread; blocks on the disk.
struct MarkWriter: Sendable {
    typealias Outcome = PhotoMarking.Outcome

    let store: MarkStore
    let reader: MarkReader
    let replacement: FileReplacement
    private let sidecars: SidecarWriter

    init(store: MarkStore, reader: MarkReader, replacement: FileReplacement) {
        self.store = store
        self.reader = reader
        self.replacement = replacement
        sidecars = SidecarWriter(reader: reader, replacement: replacement)
    }

    /// Gives a mark to the photo at an absolute path: in all of its sidecars that state one of the kind, else in the
    /// newest, else in a new one, so that no two contradict each other. A sidecar that another program writes
    /// meanwhile is read again, and the mark is stated in what it says then.
    /// - Parameter before: The marks that it is known to have, where they cannot be read.
    func set(_ mark: PhotoMarks.Mark, of path: String, before: PhotoMarks = .none) -> Outcome {
        var written: [FileChange] = []
        for _ in 0..<FileReplacement.mostTries {
            do throws(PlaceFailure) {
                if let outcome = try setOnce(mark, of: path, isKept: false, &written) { return outcome }
            } catch {
                let place = Outcome.Place.nowhere(.unwritable(error.reason))
                return Outcome(place: place, marks: before, change: KeptChange(written, []))
            }
        }
        let failure = PhotoMarking.Failure.unwritable(Message("another app keeps changing it"))
        return Outcome(place: .nowhere(failure), marks: marks(of: path), change: KeptChange(written, []))
    }

    /// The marks that the photo at an absolute path has.
    func marks(of path: String) -> PhotoMarks {
        let marks = try? reader.marks(of: sidecars.files(of: path)) { file in
            (try? reader.place.stamp(of: file)).map { store.stated(of: file.text, $0) } ?? StatedMarks()
        }
        return marks ?? .none
    }

    /// What the sidecars of the photo at an absolute path say otherwise than its file.
    func restated(of path: String) -> RestatedFacts {
        (try? reader.statements(of: sidecars.files(of: path)))?.restated ?? RestatedFacts()
    }

    /// What the file and the sidecars of the photo at an absolute path state; nil where it cannot be read.
    func statements(of path: String) -> PhotoStatements? { try? reader.statements(of: sidecars.files(of: path)) }

    /// Writes what the database keeps of a photo into its sidecar, where that is possible.
    /// - Returns: What was changed.
    func settle(_ path: String) -> [KeptChange] {
        guard let status = FilePath.status(of: path) else { return [] }
        let kept = store.stated(of: path, FileStamp(status))
        var marks: [PhotoMarks.Mark] = []
        if let stars = kept.stars { marks.append(.stars(stars)) }
        if let isFavourite = kept.isFavourite { marks.append(.favourite(isFavourite)) }
        if let label = kept.label { marks.append(.label(label)) }
        return marks.compactMap { mark in
            var written: [FileChange] = []
            for _ in 0..<FileReplacement.mostTries {
                guard let outcome = try? setOnce(mark, of: path, isKept: true, &written) else { continue }
                return outcome.place == .sidecar ? outcome.change : KeptChange(written, [])
            }
            return KeptChange(written, [])
        }
    }

    func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange {
        try change.takenBack(by: replacement, store)
    }

    /// - Parameters:
    ///   - isKept: Whether it is the mark that the database keeps, and is to be kept beside the photo now.
    ///   - written: What was written for the mark so far, in earlier tries too.
    /// - Returns: Nil where a sidecar was changed meanwhile.
    /// - Throws: `PlaceFailure`.
    private func setOnce(
        _ mark: PhotoMarks.Mark, of path: String, isKept: Bool, _ written: inout [FileChange]
    ) throws(PlaceFailure) -> Outcome? {
        guard let stamp = try reader.place.stamp(of: FilePath(path)) else {
            return Outcome(place: .nowhere(.missing), marks: .none, change: KeptChange(written, []))
        }
        let before = try sidecars.look(.mark(mark), of: path)
        var stamps: [(file: FilePath, stamp: FileStamp)] = []
        for file in before.files.files {
            let found = file == FilePath(path) ? stamp : try reader.place.stamp(of: file)
            if let found { stamps.append((file, found)) }
        }
        let kept = stamps.map { store.stated(of: $0.file.text, $0.stamp) }
            .reduce(StatedMarks()) { $0.completed(by: $1) }
        let stated = (before.sidecars.map(\.stated) + before.left).map(\.marks)
            .reduce(kept) { $0.completed(by: $1) }
        let marks = reader.own(of: before.files, isStated: stated != StatedMarks()).overruled(by: stated)
        if before.sidecars.isEmpty, let failure = before.failure {
            return Outcome(place: .nowhere(.sidecar(failure)), marks: marks, change: KeptChange(written, []))
        }
        let after = marks.with(mark)
        do {
            try sidecars.write(.mark(mark), before, isNew: marks != after || isKept, &written)
        } catch let error where error == .changed {
            return nil
        } catch {
            guard error.isReadOnly, !isKept, written.isEmpty else {
                let failure = PhotoMarking.Failure.unwritable(error.message)
                return Outcome(place: .nowhere(failure), marks: marks, change: KeptChange(written, []))
            }
            return keep(mark, of: path, stamp, before: marks)
        }
        if marks == after, !isKept, written.isEmpty { return Outcome(place: .sidecar, marks: after) }
        let rows = stamps.compactMap { store.forget(mark, of: $0.file.text, $0.stamp) }
        return Outcome(place: .sidecar, marks: after, change: KeptChange(written, rows))
    }

    private func keep(
        _ mark: PhotoMarks.Mark, of path: String, _ stamp: FileStamp, before: PhotoMarks
    ) -> Outcome {
        do {
            let change = try store.keep(mark, of: path, stamp)
            return Outcome(place: .database, marks: before.with(mark), change: .database(change))
        } catch {
            return Outcome(place: .nowhere(.unwritable(DatabaseFailure.message(of: error))), marks: before)
        }
    }
}
