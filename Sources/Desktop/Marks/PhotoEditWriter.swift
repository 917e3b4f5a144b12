// The writing of words and dates into the sidecar beside a photo.
import CGLib
import Codecs
import Library
import PhotoFormats
public import Photos

/// The result of an edit of one photo.
public struct PhotoEditOutcome: Hashable, Sendable {
    /// Why nothing was written; nil where it is as was asked for.
    public let failure: PhotoMarking.Failure?
    /// What is said of the photo now; nil where that cannot be read.
    public let facts: EditedFacts?
    /// What was changed, to take it back; nil for nothing.
    public let change: KeptChange?

    init(_ failure: PhotoMarking.Failure? = nil, facts: EditedFacts? = nil, change: KeptChange? = nil) {
        (self.failure, self.facts, self.change) = (failure, facts, change)
    }
}

/// What edits change of the facts of a photo.
public struct EditedFacts: Hashable, Sendable {
    public let words: [PhotoWord]
    public let taken: TakenTime?

    init(_ facts: FileFacts) { (words, taken) = (facts.description.words, facts.taken) }
}

/// Edits photos. Any thread; blocks on the disk.
///
/// What is said is stated in sidecars alone, as stars are. Where the folder can only be read nothing is kept: the
/// user's own database has no room for words (docs/decisions.md).
struct PhotoEditWriter: Sendable {
    private let reader: MarkReader
    private let replacement: FileReplacement
    private let store: MarkStore
    private let sidecars: SidecarWriter

    init(store: MarkStore, reader: MarkReader, replacement: FileReplacement) {
        (self.reader, self.replacement, self.store) = (reader, replacement, store)
        sidecars = SidecarWriter(reader: reader, replacement: replacement)
    }

    /// What an edit asks for of one photo.
    private enum Wish {
        /// It is so already.
        case nothing
        case statement(SidecarStatement)
        case refused(EditRefusal)
    }

    /// What was read of a photo, and of which state of its files.
    struct Reading: Sendable {
        fileprivate let files: MarkedFiles
        fileprivate let stamp: FileStamp
        fileprivate let statements: PhotoStatements
    }

    /// Edits the photo at an absolute path. A sidecar that another program writes meanwhile is read again, and changed
    /// as it is then.
    /// - Parameter reading: What was read of it before; nil to read it now.
    func edit(_ edit: PhotoEdit, of path: String, reading: Reading? = nil) -> PhotoEditOutcome {
        var written: [FileChange] = [], reading = reading
        for _ in 0..<FileReplacement.mostTries {
            do throws(PlaceFailure) {
                if let outcome = try editOnce(edit, of: path, reading.take(), &written) { return outcome }
            } catch {
                return PhotoEditOutcome(.unwritable(error.reason), change: KeptChange(written, []))
            }
        }
        let failure = PhotoMarking.Failure.unwritable(Message("another app keeps changing it"))
        return PhotoEditOutcome(failure, facts: facts(of: path), change: KeptChange(written, []))
    }

    /// What is said of the photo at an absolute path; nil where it cannot be read.
    func facts(of path: String) -> EditedFacts? { (try? read(path)).map { EditedFacts($0.statements.whole) } }

    /// Reads the photo at an absolute path; nil where it cannot be read.
    /// - Parameter last: What was read of it before, which is still so where its files have not changed.
    /// - Throws: `PlaceFailure`.
    private func read(_ path: String, last: Reading? = nil) throws(PlaceFailure) -> Reading? {
        // A folder in which sidecars come is read again each time that somebody asks for a photo's files.
        let files = try sidecars.files(of: path)
        guard let stamp = try reader.place.stamp(of: FilePath(path)) else { return nil }
        if let last, last.stamp == stamp, last.files == files { return last }
        guard let statements = try? reader.statements(of: files) else { return nil }
        return Reading(files: files, stamp: stamp, statements: statements)
    }

    /// What takes an edit of a photo back where its bytes cannot be, and what was read of the photo for that; nil where
    /// the edit changes nothing.
    func opposite(of edit: PhotoEdit, of path: String) -> (edit: PhotoEdit, reading: Reading)? {
        guard let reading = try? read(path), case .statement = wish(edit, reading.statements) else { return nil }
        let stated = reading.statements, present = stated.whole.description.keywords
        let opposite: PhotoEdit =
            switch edit {
            case .addKeywords(let keywords): .removeKeywords(keywords.filter { !present.contains($0) })
            case .removeKeywords(let keywords): .addKeywords(keywords.filter(present.contains))
            case .title: .title(stated.whole.description.title)
            case .caption: .caption(stated.whole.description.caption)
            case .date, .shift: .date(stated.sidecars.lazy.compactMap(\.date).first)
            }
        return (opposite, reading)
    }

    func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange {
        try change.takenBack(by: replacement, store)
    }

    /// - Returns: Nil where a sidecar was changed meanwhile.
    /// - Throws: `PlaceFailure`.
    private func editOnce(
        _ edit: PhotoEdit, of path: String, _ last: Reading?, _ written: inout [FileChange]
    ) throws(PlaceFailure) -> PhotoEditOutcome? {
        guard let reading = try read(path, last: last) else {
            return PhotoEditOutcome(.missing, change: KeptChange(written, []))
        }
        let files = reading.files, stated = reading.statements
        let before = EditedFacts(stated.whole)
        let statement: SidecarStatement
        switch wish(edit, stated) {
        case .nothing: return PhotoEditOutcome(facts: before, change: KeptChange(written, []))
        case .refused(let reason):
            return PhotoEditOutcome(.refused(reason), facts: before, change: KeptChange(written, []))
        case .statement(let wanted): statement = wanted
        }
        let look = try sidecars.look(statement, of: path, known: files)
        if look.sidecars.isEmpty, let failure = look.failure {
            return PhotoEditOutcome(.sidecar(failure), facts: before, change: KeptChange(written, []))
        }
        let contents: [FilePath: [UInt8]]
        do {
            contents = try sidecars.write(statement, look, isNew: true, &written)
        } catch let error where error == .changed {
            return nil
        } catch {
            let failure = error.isReadOnly ? .readOnly : PhotoMarking.Failure.unwritable(error.message)
            return PhotoEditOutcome(failure, facts: before, change: KeptChange(written, []))
        }
        // The photo's own file was not written, and of the sidecars it is known what they say now.
        let now = try? reader.statements(
            stated, of: files.sidecars.isEmpty ? files.withNewSidecar : files, after: contents)
        return PhotoEditOutcome(facts: now.map { EditedFacts($0.whole) }, change: KeptChange(written, []))
    }

    // MARK: What is to be stated

    private func wish(_ edit: PhotoEdit, _ stated: PhotoStatements) -> Wish {
        let now = stated.whole.description, own = stated.own.description
        switch edit {
        case .addKeywords(let keywords):
            if keywords.contains(where: Keyword.isTooLong) { return .refused(.tooLong) }
            let new = keywords.filter { !now.keywords.contains($0) }
            let bytes = (now.keywords + new).reduce(0) { $0 + $1.utf8.count }
            guard now.keywords.count + new.count <= KeywordList.most || new.isEmpty,
                bytes <= KeywordList.longestTogether || new.isEmpty
            else { return .refused(.tooManyKeywords) }
            // Once the first is stated, the others are.
            return Self.wish(new.enumerated().map { .addKeyword($1, others: $0 == 0 ? now.keywords : []) })
        case .removeKeywords(let keywords):
            let gone = keywords.filter(now.keywords.contains), leavesBlank = !own.keywords.isEmpty
            return Self.wish(
                gone.enumerated().map {
                    .removeKeyword($1, others: $0 == 0 ? now.keywords : [], leavesBlank: leavesBlank)
                })
        case .title(let text?) where text.utf8.count > PhotoDescription.longest,
            .caption(let text?) where text.utf8.count > PhotoDescription.longest:
            return .refused(.tooLong)
        case .title(let text):
            return text == now.title ? .nothing : .statement(.title(text, leavesBlank: own.title != nil))
        case .caption(let text):
            return text == now.caption ? .nothing : .statement(.caption(text, leavesBlank: own.caption != nil))
        case .date(let time): return wish(time, stated)
        case .shift(let seconds, let zone):
            switch stated.whole.taken.map({ $0.shifted(by: seconds, zone: zone) }) {
            case .success(let time): return wish(time, stated)
            case .failure(let refusal): return .refused(refusal)
            case nil: return .refused(.noDate)
            }
        }
    }

    private static func wish(_ statements: [SidecarStatement]) -> Wish {
        guard let first = statements.first else { return .nothing }
        return .statement(statements.count == 1 ? first : .all(statements))
    }

    private func wish(_ time: WrittenTime?, _ stated: PhotoStatements) -> Wish {
        if let time, !FileFactsReader.isPlausible(time) { return .refused(.implausibleDate) }
        return stated.sidecars.first?.date == time ? .nothing : .statement(.date(time))
    }
}
