// Edits of words and dates as acts of the history: made in many photos at once, and taken back.
public import Photos

/// A photo of which something else is said than before.
public struct EditedPhoto: Hashable, Sendable {
    public let path: FilePath
    public let facts: EditedFacts
}

extension PhotoMarking {
    /// Photos whose facts are remembered from when an act is planned until it is done: some megabytes. The others are
    /// read twice.
    private static let mostReadings = 2_000

    /// Edits photos. What the history knows of each is written as soon as it is done.
    /// - Returns: The result for each, in their order, and whether that can be undone.
    public func apply(
        _ edit: PhotoEdit, to photos: [FilePath], in history: History, at ticket: ActTicket
    ) async -> (outcomes: [PhotoEditOutcome], isUndoable: Bool) {
        guard let first = photos.first else { return ([], false) }
        let numbered = Array(photos.enumerated())
        let read = await map(numbered, at: \.element) { marker, photo -> Planned? in
            marker.opposite(of: edit, of: photo.element).map { opposite in
                let part = ActPart.EditPart(path: photo.element, gives: opposite.edit, takes: edit)
                return Planned(
                    part: Act.Part(number: photo.offset, name: photo.element.name, part: .edit(part)),
                    reading: photo.offset < Self.mostReadings ? opposite.reading : nil)
            }
        }
        let act = await run(at: first) { _ in
            history.begin(ActKind(edit), at: ticket, planned: read.compactMap { $0?.part })
        }
        let outcomes = await map(Array(zip(photos, read)), at: \.0) { marker, each in
            let (path, planned) = each
            let outcome = marker.edit(edit, of: path, reading: planned?.reading)
            if let part = planned?.part { history.settle(part.settled(by: outcome), number: part.number, of: act) }
            return outcome
        }
        return (outcomes, await run(at: first) { _ in history.finish(act) })
    }

    /// What takes an edit of one photo back.
    private struct Planned: Sendable {
        let part: Act.Part
        /// What was read of the photo for that, of one of the first.
        let reading: PhotoEditWriter.Reading?
    }

    /// Says of photos again what was said of them before an edit, or after it.
    func reverseEdits(
        _ act: Act, in history: History, _ control: OperationControl
    ) async -> ([EditedPhoto], failures: [FileFailure]) {
        await reverse(act, control) { marker, part throws(FileFailure) -> EditedPhoto? in
            guard case .edit(let edit) = part.part else { return nil }
            let (photo, other) = try marker.reverse(edit)
            history.reverse([(part, .edit(other))], of: act)
            return photo
        }
    }
}

extension PhotoMarker {
    /// Changes back what was written; where somebody else has changed that since, only what the edit was about.
    fileprivate func reverse(_ part: ActPart.EditPart) throws(FileFailure) -> (EditedPhoto, ActPart.EditPart) {
        var other = part
        (other.gives, other.takes, other.change) = (part.takes, part.gives, nil)
        if let change = part.change, let back = try taken(back: change), let facts = facts(of: part.path) {
            other.change = back
            return (EditedPhoto(path: part.path, facts: facts), other)
        }
        let outcome = edit(part.gives, of: part.path)
        guard outcome.failure == nil, let facts = outcome.facts else {
            let failure = outcome.failure ?? .missing
            throw FileFailure(part.path.text, failure == .missing ? .missing : .notMarked(failure))
        }
        other.change = outcome.change
        return (EditedPhoto(path: part.path, facts: facts), other)
    }
}

extension Act.Part {
    /// The part after the edit; nil where that has changed nothing.
    fileprivate func settled(by outcome: PhotoEditOutcome) -> Act.Part? {
        guard case .edit(var part) = self.part, let change = outcome.change else { return nil }
        part.change = change
        var settled = self
        settled.part = .edit(part)
        return settled
    }
}
