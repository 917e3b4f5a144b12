// Turning photos for good: the window's actions, and the turns of the opened photo that wait to be written.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.rotate-left` and `win.rotate-right`, on the opened photo, on what a context menu is on, on the selection or on
/// the focused photo.
///
/// The opened photo turns on the screen at once. Its file is written once the user has stopped turning it for a moment,
/// or leaves it. Photos that are no files, and videos, turn on the screen alone.
final class TurnActions {
    /// The turns of the opened photo that are not written.
    private struct Waiting {
        let path: FilePath
        let photo: PhotoID
        let source: SourceID
        var quarters = 0
    }

    private let map: OpaquePointer
    private let detail: DetailPage
    private let target: ActionTarget
    private let work: FileWork
    private let toasts: Toasts
    private var waiting: Waiting?
    private var settling: Task<Void, Never>?
    /// What is being written of the turns that the page shows already, by path.
    private var writing: [FilePath: [Waiting]] = [:]
    /// Ends when the turns that were begun last are written.
    private var latest: Task<Void, Never>?

    /// Runs an operation on the chosen photos, and tells of it.
    var run: (_ operation: @escaping ([PhotoFiles]) -> FileOperation?) -> Void = { _ in }
    /// Called when turns begin to wait, or wait no more.
    var onWaiting: () -> Void = {}
    /// Called with the files of photos that look otherwise now.
    var onTurned: ([String]) -> Void = { _ in }

    /// Time for which the opened photo has to keep its turn before that is written.
    var patience = Duration.milliseconds(600)

    private static let commands = [("rotate-left", -1), ("rotate-right", 1)]
    /// Accelerators by detailed action name. With a modifier, because they change files.
    static let accelerators: [(action: String, keys: [String])] = [
        ("win.rotate-right", ["<Control>r"]), ("win.rotate-left", ["<Control><Shift>r"]),
    ]

    /// - Parameter window: Borrowed; gets the actions, and outlives this object.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, detail: DetailPage, target: ActionTarget, work: FileWork,
        toasts: Toasts
    ) {
        (map, self.detail, self.target, self.work, self.toasts) = (OpaquePointer(window), detail, target, work, toasts)
        for (name, quarters) in Self.commands {
            WindowActions.add(name, to: map) { [weak self] in self?.turn(by: quarters) }
        }
        detail.onRotate = { [weak self] in self?.noteRotation(by: $0) }
        detail.onLeave = { [weak self] in self?.write() }
        detail.picture.isBeingTurned = { [weak self] in self?.writing[$0] != nil }
        work.observeTurns(for: self) { [weak self] in self?.take($0) }
        work.observeEnd(for: self) { [weak self] in self?.write() }
    }

    /// Ends with the window; what waits is written.
    func stop() {
        write()
        work.observeTurns(for: self, nil)
        work.observeEnd(for: self, nil)
    }

    /// Enables the actions where there is something to turn. Call when that is something else.
    func update() {
        let isOfUse = target.opened() != nil || target.hasFiles
        for (name, _) in Self.commands {
            if let action = g_action_map_lookup_action(map, name) {
                g_simple_action_set_enabled(action, isOfUse ? 1 : 0)
            }
        }
    }

    private func turn(by quarters: Int) {
        if target.opened() != nil {
            _ = detail.run(.rotate(quarters))
        } else {
            run { [weak self] files in
                let photos = files.filter { !VideoFile.covers($0.path.text) }
                if photos.isEmpty { self?.toasts.say(TurnText.videos) }
                return photos.isEmpty ? nil : .turn(photos, by: quarters)
            }
        }
    }

    // MARK: The opened photo

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
        onWaiting()
    }

    /// Writes what waits.
    func write() {
        guard let turned = waiting else { return }
        waiting = nil
        settling?.cancel()
        defer { onWaiting() }
        guard turned.quarters & 3 != 0 else { return }
        writing[turned.path, default: []].append(turned)
        let operation = FileOperation.turn([PhotoFiles(path: turned.path)], by: turned.quarters)
        latest = work.start {
            operation
        } done: { [weak self] _, outcome in
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
        onWaiting()
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
        onTurned(turns.map(\.path))
    }

    /// Says what came of the turn of the opened photo. One that is in its file needs no words: it is seen.
    private func tell(_ outcome: OperationOutcome) {
        let kept = outcome.turns.filter { $0.place != .file }
        toasts.say(
            [kept.isEmpty ? nil : TurnText.done(kept, count: kept.count), OperationText.failed(outcome.failures)],
            isUndoable: outcome.isUndoable)
    }

    // MARK: Copies

    /// Waits until the turns of photos are where they are kept.
    func settle() async {
        write()
        await latest?.value
    }

    /// Turns a copy of a photo as the photo itself is shown.
    /// - Returns: What there is to say of that; nil for nothing.
    func turnCopy(of subject: PhotoActions.Subject, at path: String) async -> String? {
        guard case .file(let original) = subject.original, !subject.photo.isVideo else {
            let isTurned = detail.shownPhoto?.id == subject.photo.id && detail.zoom.quarterTurns != 0
            return isTurned ? TurnText.viewOnly : nil
        }
        guard let turn = await work.turnCopy(of: original.text, at: path) else { return nil }
        return turn.place == .file ? TurnText.savedTurned : TurnText.keptElsewhere(turn)
    }
}
