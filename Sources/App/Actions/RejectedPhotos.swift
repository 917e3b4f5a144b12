// The trash for photos that were rejected.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.trash-rejected`: all rejected photos that are listed, after a question that counts them.
final class RejectedPhotos: WindowFeature {
    private let context: WindowContext
    private var counting: Task<Void, Never>?

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.trashRejected) { [weak self] in self?.ask() }
        context.actions.enable(.trashRejected, false)
    }

    isolated deinit { counting?.cancel() }

    func stop() { counting?.cancel() }

    func pageChanged(to page: any BrowsePage) { count() }
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { count() }

    /// Enables the action where there is something to throw away.
    private func count() {
        counting?.cancel()
        // Most libraries have no marks; while they are indexed, a step follows the other.
        guard let model = context.page?.model, model.source.root != nil, !(model.source is TrashSource),
            model.snapshot.store.hasMarks
        else {
            return context.actions.enable(.trashRejected, false)
        }
        counting = Task { [weak self, snapshot = model.snapshot] in
            let isOfUse = await Self.rejected(in: snapshot, most: 1).isEmpty == false
            if let self, !Task.isCancelled { self.context.actions.enable(.trashRejected, isOfUse) }
        }
    }

    private func ask() {
        guard let model = context.page?.model else { return }
        let snapshot = model.snapshot, source = model.source
        Task { [weak self] in
            let refs = await Self.rejected(in: snapshot)
            guard let self, self.context.page?.model === model else { return }
            guard !refs.isEmpty else { return self.context.say(MarkText.noneRejected) }
            let photos = ActionTarget.Photos(refs: refs, store: snapshot.store, source: source)
            let trash = Question.Answer(id: "trash", label: OperationText.trash, isDestructive: true)
            Question.ask(MarkText.trashHeading(refs.count), body: "", [trash], over: self.context.window) {
                [weak self] answer in
                guard answer == trash.id else { return }
                Task { [weak self] in
                    let files = await photos.readFiles()
                    if !files.isEmpty { self?.context.operations.run(.trash(files)) }
                }
            }
        }
    }

    /// Returns the rejected photos of a list in its order, up to a number of them. A few nanoseconds a photo.
    @concurrent private nonisolated static func rejected(
        in snapshot: CollectionSnapshot, most: Int = .max
    ) async -> [PhotoRef] {
        var found: [PhotoRef] = []
        for position in 0..<snapshot.count where found.count < most {
            if position & 0xFFF == 0, Task.isCancelled { break }
            let ref = snapshot.ref(at: position)
            if snapshot.store.marks(ref.slot).isRejected { found.append(ref) }
        }
        return found
    }
}
