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

    /// Edits the photo at an absolute path. A sidecar that another program writes meanwhile is read again, and changed
    /// as it is then.
    func edit(_ edit: PhotoEdit, of path: String) -> PhotoEditOutcome {
        var written: [FileChange] = []
        for _ in 0..<FileReplacement.mostTries {
            if let outcome = editOnce(edit, of: path, &written) { return outcome }
        }
        let failure = PhotoMarking.Failure.unwritable(Message("another app keeps changing it"))
        return PhotoEditOutcome(failure, facts: facts(of: path), change: KeptChange(written, []))
    }

    /// What is said of the photo at an absolute path; nil where it cannot be read.
    func facts(of path: String) -> EditedFacts? { statements(of: path).map { EditedFacts($0.whole) } }

    private func statements(of path: String) -> PhotoStatements? {
        try? reader.statements(of: sidecars.files(of: path))
    }

    /// What takes an edit of a photo back where its bytes cannot be; nil where the edit changes nothing.
    func opposite(of edit: PhotoEdit, of path: String) -> PhotoEdit? {
        guard let stated = statements(of: path), case .statement = wish(edit, stated) else { return nil }
        return switch edit {
        case .addKeyword(let keyword): .removeKeyword(keyword)
        case .removeKeyword(let keyword): .addKeyword(keyword)
        case .title: .title(stated.whole.description.title)
        case .caption: .caption(stated.whole.description.caption)
        case .date, .shift: .date(stated.sidecars.lazy.compactMap(\.date).first)
        }
    }

    func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange {
        try change.takenBack(by: replacement, store)
    }

    /// - Returns: Nil where a sidecar was changed meanwhile.
    private func editOnce(_ edit: PhotoEdit, of path: String, _ written: inout [FileChange]) -> PhotoEditOutcome? {
        // A folder in which sidecars come is read again each time that somebody asks for a photo's files.
        let files = sidecars.files(of: path)
        guard let status = FilePath.status(of: path), status.isRegular, let stated = try? reader.statements(of: files)
        else { return PhotoEditOutcome(.missing, change: KeptChange(written, [])) }
        let before = EditedFacts(stated.whole)
        let statement: SidecarStatement
        switch wish(edit, stated) {
        case .nothing: return PhotoEditOutcome(facts: before, change: KeptChange(written, []))
        case .refused(let reason):
            return PhotoEditOutcome(.refused(reason), facts: before, change: KeptChange(written, []))
        case .statement(let wanted): statement = wanted
        }
        let look = sidecars.look(statement, of: path, known: files)
        if look.sidecars.isEmpty, let failure = look.failure {
            return PhotoEditOutcome(.sidecar(failure), facts: before, change: KeptChange(written, []))
        }
        do {
            try sidecars.write(statement, look, isNew: true, &written)
        } catch let error where error == .changed {
            return nil
        } catch {
            let failure = error.isReadOnly ? .readOnly : PhotoMarking.Failure.unwritable(.verbatim(error.reason))
            return PhotoEditOutcome(failure, facts: before, change: KeptChange(written, []))
        }
        let now = try? reader.statements(of: files.sidecars.isEmpty ? files.withNewSidecar : files)
        return PhotoEditOutcome(facts: now.map { EditedFacts($0.whole) }, change: KeptChange(written, []))
    }

    // MARK: What is to be stated

    private func wish(_ edit: PhotoEdit, _ stated: PhotoStatements) -> Wish {
        let now = stated.whole.description, own = stated.own.description
        switch edit {
        case .addKeyword(let keyword):
            if Keyword.isTooLong(keyword) { return .refused(.tooLong) }
            if now.keywords.contains(keyword) { return .nothing }
            let bytes = now.keywords.reduce(keyword.utf8.count) { $0 + $1.utf8.count }
            guard now.keywords.count < KeywordList.most, bytes <= KeywordList.longestTogether else {
                return .refused(.tooManyKeywords)
            }
            return .statement(.addKeyword(keyword, others: now.keywords))
        case .removeKeyword(let keyword):
            guard now.keywords.contains(keyword) else { return .nothing }
            return .statement(
                .removeKeyword(keyword, others: now.keywords, leavesBlank: !own.keywords.isEmpty))
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

    private func wish(_ time: WrittenTime?, _ stated: PhotoStatements) -> Wish {
        if let time, !FileFactsReader.isPlausible(time) { return .refused(.implausibleDate) }
        return stated.sidecars.first?.date == time ? .nothing : .statement(.date(time))
    }
}
