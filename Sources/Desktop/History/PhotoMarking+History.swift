// Marks as acts of the history: given to many photos at once, and taken back.
public import Photos

/// A photo that is to get a mark.
public struct PhotoToMark: Sendable {
    /// Absolute path of its file.
    public let path: FilePath
    /// The marks that it has now.
    public let marks: PhotoMarks

    public init(path: FilePath, marks: PhotoMarks) {
        self.path = path
        self.marks = marks
    }
}

/// A photo that has other marks than before.
public struct MarkedPhoto: Hashable, Sendable {
    public let path: FilePath
    public let marks: PhotoMarks
    /// Whether they are kept in the user's own database.
    public let isInDatabase: Bool
}

extension PhotoMarking {
    /// Gives a mark to photos, one after another. What the history knows of each is written as soon as it is done.
    /// - Returns: The result for each, in their order, and whether that can be undone.
    public func give(
        _ mark: PhotoMarks.Mark, to photos: [PhotoToMark], in history: History, at ticket: ActTicket
    ) -> (outcomes: [Outcome], isUndoable: Bool) {
        let planned = photos.enumerated().map { index, photo in
            let part = ActPart.MarkPart(path: photo.path, gives: photo.marks.mark(like: mark), takes: mark)
            return Act.Part(number: index, name: photo.path.name, part: .mark(part))
        }
        let act = history.begin(ActKind(mark), at: ticket, planned: planned)
        var outcomes: [Outcome] = []
        for (part, photo) in zip(planned, photos) {
            let outcome = set(mark, of: part.part.path.text, before: photo.marks)
            history.settle(part.settled(by: outcome, mark), number: part.number, of: act)
            outcomes.append(outcome)
        }
        return (outcomes, history.finish(act))
    }

    /// Gives photos back the marks that they had, or takes those away again.
    func reverse(
        _ act: Act, in history: History, _ control: OperationControl
    ) -> (marked: [MarkedPhoto], failures: [FileFailure]) {
        var marked: [MarkedPhoto] = [], failures: [FileFailure] = []
        let report = OperationReport(count: act.parts.count, control: control)
        for part in act.parts {
            if control.isCancelled { break }
            guard case .mark(let mark) = part.part else { continue }
            do throws(FileFailure) {
                let (photo, other) = try reverse(mark)
                history.reverse([(part, .mark(other))], of: act)
                marked.append(photo)
            } catch {
                failures.append(error)
            }
            report.finishPhoto()
        }
        report.end()
        return (marked, failures)
    }

    /// Changes back what was written; where somebody else has changed that since, only the mark.
    private func reverse(_ part: ActPart.MarkPart) throws(FileFailure) -> (MarkedPhoto, ActPart.MarkPart) {
        var other = part
        (other.gives, other.takes, other.change) = (part.takes, part.gives, nil)
        if let change = part.change, let back = try taken(back: change) {
            other.change = back
            return (MarkedPhoto(path: part.path, marks: marks(of: part.path), isInDatabase: back.row != nil), other)
        }
        let outcome = set(part.gives, of: part.path.text)
        switch outcome.place {
        case .sidecar, .database: other.change = outcome.change
        case .nowhere(.missing): throw FileFailure(part.path.text, .missing)
        case .nowhere(let reason): throw FileFailure(part.path.text, .notMarked(reason))
        }
        return (MarkedPhoto(path: part.path, marks: outcome.marks, isInDatabase: outcome.place == .database), other)
    }

    /// Returns nil where the world has overtaken the change.
    func taken(back change: KeptChange) throws(FileFailure) -> KeptChange? {
        do {
            return try takeBack(change)
        } catch let error where [.changed, .missing].contains(error.reason) {
            return nil
        }
    }
}

extension Act.Part {
    /// The part after the mark was given; nil where that has changed nothing.
    fileprivate func settled(by outcome: PhotoMarking.Outcome, _ mark: PhotoMarks.Mark) -> Act.Part? {
        guard case .mark(var part) = self.part, let change = outcome.change else { return nil }
        part.change = change
        var settled = self
        settled.part = .mark(part)
        return settled
    }
}

extension PhotoMarks {
    /// The mark of the same kind that these marks have.
    fileprivate func mark(like mark: Mark) -> Mark {
        switch mark {
        case .stars: .stars(rating)
        case .favourite: .favourite(isFavourite)
        case .label: .label(label)
        }
    }
}
