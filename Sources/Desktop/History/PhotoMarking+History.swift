// Marks as acts of the history: given to many photos at once, and taken back.
public import Photos
import Synchronization

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
    /// Gives a mark to photos. What the history knows of each is written as soon as it is done.
    /// - Returns: The result for each, in their order, and whether that can be undone.
    public func give(
        _ mark: PhotoMarks.Mark, to photos: [PhotoToMark], in history: History, at ticket: ActTicket
    ) async -> (outcomes: [Outcome], isUndoable: Bool) {
        guard let first = photos.first else { return ([], false) }
        let planned = photos.enumerated().map { index, photo in
            let part = ActPart.MarkPart(path: photo.path, gives: photo.marks.mark(like: mark), takes: mark)
            return Act.Part(number: index, name: photo.path.name, part: .mark(part))
        }
        let act = await run(at: first.path) { _ in history.begin(ActKind(mark), at: ticket, planned: planned) }
        let outcomes = await map(Array(zip(planned, photos)), at: \.1.path) { marker, each in
            let (part, photo) = each
            let outcome = marker.set(mark, of: photo.path.text, before: photo.marks)
            history.settle(part.settled(by: outcome, mark), number: part.number, of: act)
            return outcome
        }
        return (outcomes, await run(at: first.path) { _ in history.finish(act) })
    }

    /// Gives photos back the marks that they had, or takes those away again.
    func reverse(
        _ act: Act, in history: History, _ control: OperationControl
    ) async -> ([MarkedPhoto], failures: [FileFailure]) {
        await reverse(act, control) { marker, part throws(FileFailure) -> MarkedPhoto? in
            guard case .mark(let mark) = part.part else { return nil }
            let (photo, other) = try marker.reverse(mark)
            history.reverse([(part, .mark(other))], of: act)
            return photo
        }
    }

    /// Reverses the parts of an act, those that are not begun before `control` is cancelled left out.
    /// - Parameter reverse: Reverses one; nil for one of another kind.
    func reverse<Photo: Sendable>(
        _ act: Act, _ control: OperationControl,
        by reverse: @escaping @Sendable (PhotoMarker, Act.Part) throws(FileFailure) -> Photo?
    ) async -> ([Photo], failures: [FileFailure]) {
        let report = Mutex(OperationReport(count: act.parts.count, control: control))
        let results = await map(act.parts, at: \.part.path) { marker, part -> Result<Photo?, FileFailure> in
            if control.isCancelled { return .success(nil) }
            let result = Result { () throws(FileFailure) in try reverse(marker, part) }
            report.withLock { $0.finishPhoto() }
            return result
        }
        report.withLock { $0.end() }
        var reversed: [Photo] = [], failures: [FileFailure] = []
        for result in results {
            do throws(FileFailure) {
                if let photo = try result.get() { reversed.append(photo) }
            } catch {
                failures.append(error)
            }
        }
        return (reversed, failures)
    }
}

extension PhotoMarker {
    /// Changes back what was written; where somebody else has changed that since, only the mark.
    fileprivate func reverse(_ part: ActPart.MarkPart) throws(FileFailure) -> (MarkedPhoto, ActPart.MarkPart) {
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
