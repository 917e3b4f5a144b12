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

    /// Edits photos, one after another. What the history knows of each is written as soon as it is done.
    /// - Returns: The result for each, in their order, and whether that can be undone.
    public func apply(
        _ edit: PhotoEdit, to photos: [FilePath], in history: History, at ticket: ActTicket
    ) -> (outcomes: [PhotoEditOutcome], isUndoable: Bool) {
        var readings: [Int: PhotoEditWriter.Reading] = [:]
        let planned = photos.enumerated().compactMap { number, path in
            opposite(of: edit, of: path).map { opposite in
                if readings.count < Self.mostReadings { readings[number] = opposite.reading }
                let part = ActPart.EditPart(path: path, gives: opposite.edit, takes: edit)
                return Act.Part(number: number, name: path.name, part: .edit(part))
            }
        }
        let act = history.begin(ActKind(edit), at: ticket, planned: planned)
        var outcomes: [PhotoEditOutcome] = [], rest = planned[...]
        for (number, path) in photos.enumerated() {
            let outcome = self.edit(edit, of: path, reading: readings.removeValue(forKey: number))
            if let part = rest.first, part.number == number {
                rest.removeFirst()
                history.settle(part.settled(by: outcome), number: number, of: act)
            }
            outcomes.append(outcome)
        }
        return (outcomes, history.finish(act))
    }

    /// Says of photos again what was said of them before an edit, or after it.
    func reverseEdits(
        _ act: Act, in history: History, _ control: OperationControl
    ) -> (edited: [EditedPhoto], failures: [FileFailure]) {
        var edited: [EditedPhoto] = [], failures: [FileFailure] = []
        let report = OperationReport(count: act.parts.count, control: control)
        for part in act.parts {
            if control.isCancelled { break }
            guard case .edit(let edit) = part.part else { continue }
            do throws(FileFailure) {
                let (photo, other) = try reverse(edit)
                history.reverse([(part, .edit(other))], of: act)
                edited.append(photo)
            } catch {
                failures.append(error)
            }
            report.finishPhoto()
        }
        report.end()
        return (edited, failures)
    }

    /// Changes back what was written; where somebody else has changed that since, only what the edit was about.
    private func reverse(_ part: ActPart.EditPart) throws(FileFailure) -> (EditedPhoto, ActPart.EditPart) {
        var other = part
        (other.gives, other.takes, other.change) = (part.takes, part.gives, nil)
        if let change = part.change, let back = try taken(back: change), let facts = facts(of: part.path) {
            other.change = back
            return (EditedPhoto(path: part.path, facts: facts), other)
        }
        let outcome = edit(part.gives, of: part.path.text)
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
