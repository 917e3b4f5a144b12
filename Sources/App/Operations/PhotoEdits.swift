// The edits of words and dates that one window asks for.
import Browse
import Desktop
import Library
import Photos

/// Has the program's `FileWork` edit photos, shows what is said of them then, and says what could not be done. Edits go
/// on when the window is closed.
final class PhotoEdits {
    private let work: FileWork
    private let target: ActionTarget
    private let toasts: Toasts
    private let onChange: () -> Void
    private var isOpen = true

    /// - Parameter onChange: Called when the words of photos may be others.
    init(work: FileWork, target: ActionTarget, toasts: Toasts, onChange: @escaping () -> Void) {
        (self.work, self.target, self.toasts, self.onChange) = (work, target, toasts, onChange)
        work.news.edits.set(for: self) { [weak self] in self?.take($0) }
    }

    /// Ends with the window.
    func stop() {
        isOpen = false
        work.news.edits.set(for: self, nil)
    }

    /// Edits photos.
    func make(_ edit: PhotoEdit, in photos: ActionTarget.Photos) {
        let model = target.model
        work.edit(edit, in: WritingPlace(of: photos)) {
            await photos.readPaths().map(\.path)
        } done: { [weak self] outcomes, isUndoable in
            let result = await Result(outcomes, of: photos)
            await model?.take(edited: result.edited)
            guard let self, self.isOpen else { return }
            self.target.changed()
            self.onChange()
            let words = result.failure.map { EditText.failed($0.reason, of: $0.name, count: result.failures) }
            // What is said of one photo is seen.
            let isSaid = result.changes > 1 || edit.kind == .date && result.changes > 0
            self.toasts.say(
                [isSaid ? EditText.done(edit, in: result.changes) : nil, words], isUndoable: isUndoable,
                isOfOpened: result.failure == nil)
        }
    }

    /// Shows what is said of photos after a reversal, where this window shows them.
    private func take(_ edited: [EditedPhoto]) {
        guard isOpen, let model = target.model else { return }
        Task { [weak self] in
            var shown: [(ref: PhotoRef, words: [PhotoWord], taken: TakenTime?)] = []
            for photo in edited {
                guard let id = model.source.id(of: photo.path), let ref = await model.ref(of: id) else { continue }
                shown.append((ref, photo.facts.words, photo.facts.taken))
            }
            if !shown.isEmpty { await model.take(edited: shown) }
            self?.target.changed()
            self?.onChange()
        }
    }

    /// The result of an edit of some photos.
    private struct Result: Sendable {
        var edited: [(ref: PhotoRef, words: [PhotoWord], taken: TakenTime?)] = []
        var changes = 0
        var failure: (reason: PhotoMarking.Failure, name: String)?
        var failures = 0

        @concurrent nonisolated init(_ outcomes: [PhotoEditOutcome], of photos: ActionTarget.Photos) async {
            for (outcome, photo) in zip(outcomes, await photos.readPaths()) {
                if let facts = outcome.facts { edited.append((photo.ref, facts.words, facts.taken)) }
                if outcome.change != nil { changes += 1 }
                guard let reason = outcome.failure else { continue }
                failure = failure ?? (reason, photo.path.name.shown)
                failures += 1
            }
        }
    }
}

extension ActionTarget.Photos {
    /// Reads the photos that are files, here or on a share, off the main thread.
    @concurrent nonisolated func readPaths() async -> [(ref: PhotoRef, path: FilePath)] {
        let reader = PhotoReader()
        return refs.compactMap { ref in
            source.original(of: reader.photo(ref.slot, of: store)).filePath.map { (ref, $0) }
        }
    }
}
