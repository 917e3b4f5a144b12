// Turns of the opened photo, which wait to be written while it is turned.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The turns of the opened photo: shown at once, written once the user has stopped turning it for a moment, or leaves
/// it. Photos that are no files, and videos, turn on the screen alone.
final class OpenedTurns {
    /// The turns of the opened photo that are not written.
    private struct Waiting {
        let path: FilePath
        let photo: PhotoID
        let source: SourceID
        var quarters = 0
    }

    private let detail: DetailPage
    private let work: FileWork
    private let toasts: Toasts
    private var waiting: Waiting?
    private var settling: Task<Void, Never>?
    /// What is being written of the turns that the page shows already, by path.
    private var writing: [FilePath: [Waiting]] = [:]
    /// Ends when the turns that were begun last are written.
    private var latest: Task<Void, Never>?

    /// Time for which the opened photo has to keep its turn before that is written.
    var patience = Duration.milliseconds(600)

    init(of detail: DetailPage, work: FileWork, toasts: Toasts) {
        (self.detail, self.work, self.toasts) = (detail, work, toasts)
        detail.observe { [weak self] event in
            switch event {
            case .rotated(let quarters): self?.noteRotation(by: quarters)
            case .leaving: self?.write()
            case .shown, .ended, .turning, .play: break
            }
        }
        detail.picture.isBeingTurned = { [weak self] in self?.writing[$0] != nil }
        work.news.turns.set(for: self) { [weak self] in self?.take($0) }
        work.line.postponed.set(for: self) { [weak self] _ in self?.write() }
    }

    /// Ends with the window; what waits is written.
    func stop() {
        write()
        work.news.turns.set(for: self, nil)
        work.line.postponed.set(for: self, nil)
    }

    /// Whether turns wait to be written.
    var isWaiting: Bool { waiting.map { $0.quarters & 3 != 0 } ?? false }

    /// What undo says of them; nil where none wait.
    var waitingTitle: ActTitle? {
        isWaiting ? waiting.map { ActTitle(kind: .turn, count: 1, name: $0.path.name) } : nil
    }

    private func noteRotation(by quarters: Int) {
        guard let photo = detail.shownPhoto, let source = detail.shownSource, !photo.isVideo,
            case .file(let path) = source.original(of: photo)
        else { return }
        if waiting?.path != path {
            write()
            waiting = Waiting(path: path, photo: photo.id, source: source.identity)
        }
        waiting?.quarters += quarters
        settling?.cancel()
        settling = Task { [weak self, patience] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            self?.write()
        }
        work.noteWaiting()
    }

    /// Writes what waits.
    func write() {
        guard let turned = waiting else { return }
        waiting = nil
        settling?.cancel()
        defer { work.noteWaiting() }
        guard turned.quarters & 3 != 0 else { return }
        writing[turned.path, default: []].append(turned)
        let operation = FileOperation.turn([PhotoFiles(path: turned.path)], by: turned.quarters)
        let control = OperationControl()
        latest = work.line.add(.files(departure: nil), control) { [weak self, work] ticket in
            let outcome = await work.perform(operation, at: ticket, control)
            guard let self else { return }
            // Its own place in the line; none where it was turned.
            if outcome.turns.isEmpty { self.end(turned.path) }
            self.tell(outcome)
        }
    }

    /// Turns the photo back as far as that waits to be written.
    /// - Returns: False where nothing waits.
    func takeBack() -> Bool {
        guard isWaiting, let turned = waiting else { return false }
        waiting = nil
        settling?.cancel()
        if detail.shownPhoto?.id == turned.photo { detail.picture.rotate(by: -turned.quarters) }
        work.noteWaiting()
        return true
    }

    /// Takes the next of the turns of a file that are being written out of the line.
    @discardableResult
    private func end(_ path: FilePath) -> Waiting? {
        guard var line = writing[path], !line.isEmpty else { return nil }
        let first = line.removeFirst()
        writing[path] = line.isEmpty ? nil : line
        detail.picture.endTurning(of: first.photo)
        return first
    }

    // MARK: Outcomes

    /// Takes in which photos were turned, by this window or another one. The opened photo has that turn by now, or gets
    /// it.
    private func take(_ turns: [PhotoTurn]) {
        for turn in turns {
            let path = FilePath(turn.path)
            if let line = writing[path]?.first {
                detail.picture.wrote(turn, of: line.photo, from: line.source)
                end(path)
            } else if let photo = detail.shownPhoto, let source = detail.shownSource,
                source.original(of: photo) == .file(path)
            {
                detail.picture.rotate(by: turn.quarters)
                detail.picture.wrote(turn, of: photo.id, from: source.identity)
            }
        }
    }

    /// Shows the result of turning the opened photo. A turn that was written into the file needs no words: the user
    /// sees it.
    private func tell(_ outcome: OperationOutcome) {
        let kept = outcome.turns.filter { $0.place != .file }
        toasts.say(
            [kept.isEmpty ? nil : TurnText.done(kept, count: kept.count), OperationText.failed(outcome.failures)],
            isUndoable: outcome.isUndoable, isOfOpened: outcome.failures.isEmpty)
    }

    // MARK: Copies

    /// Waits until the turns of photos are where they are kept.
    func settle() async {
        write()
        await latest?.value
    }

    /// Turns a copy of a photo as the photo itself is shown.
    /// - Returns: What there is to say of that; nil for nothing.
    func turnCopy(of subject: PhotoSubject, at path: String) async -> String? {
        guard case .file(let original) = subject.original, !subject.photo.isVideo else {
            let isTurned = detail.shownPhoto?.id == subject.photo.id && detail.zoom.quarterTurns != 0
            return isTurned ? TurnText.viewOnly : nil
        }
        guard let turn = await work.turnCopy(of: original.text, at: path) else { return nil }
        return turn.place == .file ? TurnText.savedTurned : TurnText.keptElsewhere(turn)
    }
}
