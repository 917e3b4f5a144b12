// What can be done with photos in the trash.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Restores photos, deletes them for good, and empties the trash, while that is shown.
final class TrashActions: WindowFeature {
    private let context: WindowContext
    /// Whether the window is open.
    private var isOpen = true
    private var trash: TrashSource? { context.page?.model.source as? TrashSource }

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.restore) { [weak self] in self?.withPhotos { $0.restore($1) } }
        context.actions.add(.discard) { [weak self] in
            // Where there is no trash, as on a share, it is the way to delete.
            guard let self else { return }
            if self.context.target.trash == nil { return Self.delete(in: self.context) }
            self.withPhotos { $0.ask(OperationText.deleteHeading($1.count), OperationText.deleteBody, for: $1) }
        }
        context.actions.add(.emptyTrash) { [weak self] in self?.empty() }
        context.operations.observeChanges { [weak self] in self?.showBar() }
    }

    private static func delete(in context: WindowContext) {
        gtk_widget_activate_action_variant(context.window.cast(), WindowCommand.delete.rawValue, nil)
    }

    func pageChanged(to page: any BrowsePage) {
        targetChanged()
        showBar()
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { targetChanged() }

    func stop() { isOpen = false }

    func targetChanged() {
        guard isOpen else { return }
        let hasPhotos = context.target.isInTrash && context.target.count > 0
        context.actions.enable(.restore, hasPhotos)
        let isWithoutTrash = context.target.can(.change) && !context.target.can(.trash)
        context.actions.enable(.discard, hasPhotos || isWithoutTrash)
        context.actions.enable(.emptyTrash, trash != nil && (context.page?.model.count ?? 0) > 0)
    }

    private func showBar() {
        guard isOpen, trash != nil else { return }
        context.notice.show(TrashText.bar, choices: [Choice(.restore), Choice(.emptyTrash)])
    }

    /// Calls `body` with the photos that are chosen.
    private func withPhotos(_ body: @escaping (TrashActions, [TrashedPhoto]) -> Void) {
        guard let trash = context.target.trash, let chosen = context.target.photos else { return }
        Task { [weak self] in
            let paths = await chosen.readOriginals().compactMap(\.path)
            let photos = await trash.photos(paths)
            if let self, self.isOpen, !photos.isEmpty { body(self, photos) }
        }
    }

    /// Restores photos, after a question where names are in use.
    private func restore(_ photos: [TrashedPhoto]) {
        Task { [weak self] in
            let taken = await FileOperations.taken(photos)
            guard let self, self.isOpen else { return }
            guard let first = taken.first else { return self.context.operations.run(.restore(photos)) }
            let accept = Question.Answer(id: "restore", label: TrashText.restore, isSuggested: true)
            let isOne = taken.count == 1
            Question.ask(
                isOne ? TrashText.takenHeading(first.0.file.origin.name) : TrashText.takenHeading(taken.count),
                body: isOne ? TrashText.takenBody(first.1) : TrashText.manyBody, [accept], over: self.context.window
            ) { [weak self] in
                if $0 == accept.id { self?.context.operations.run(.restore(photos)) }
            }
        }
    }

    private func empty() {
        guard let trash else { return }
        Task { [weak self] in
            let photos = await trash.all
            guard let self, self.isOpen, !photos.isEmpty else { return }
            self.ask(OperationText.deleteHeading(photos.count), TrashText.emptyBody, TrashText.emptyAnswer, for: photos)
        }
    }

    /// Asks whether photos are to be deleted for good, and deletes them.
    private func ask(
        _ heading: String, _ body: String, _ answer: String = OperationText.deleteAnswer, for photos: [TrashedPhoto]
    ) {
        let delete = Question.Answer(id: "delete", label: answer, isDestructive: true)
        Question.ask(heading, body: body, [delete], over: context.window) { [weak self] in
            if $0 == delete.id { self?.context.operations.run(.discard(photos)) }
        }
    }
}
