// Undo and redo: the actions of the window, and their names in the menu.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.undo` and `win.redo`, for whatever the user has done last with photos: files, turns, marks.
final class HistoryActions: WindowFeature {
    private let context: WindowContext
    private var work: FileWork { context.composition.files }
    /// The section of the primary menu, whose entries name the acts.
    let menu = GObjectReference(adopting: made(g_menu_new()).object)
    private var isOpen = true
    /// The files of the photo that a reversal has brought back, until it is shown.
    private var awaited: [FilePath] = []
    /// The labels in the menu.
    private(set) var shown: [String] = []

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.undo) { [weak self, weak context] in
            if context?.turns.takeBack() == false { self?.reverse(.undo) }
        }
        context.actions.add(.redo) { [weak self] in self?.reverse(.redo) }
        work.historyChanges.set(for: self) { [weak self] _ in self?.update() }
        update()
    }

    func stop() {
        isOpen = false
        work.historyChanges.set(for: self, nil)
    }

    private func reverse(_ reversal: Reversal) {
        context.operations.reverse(reversal) { [weak self] outcome in
            self?.awaited = outcome.files
            self?.showAwaited()
        }
    }

    func pageChanged(to page: any BrowsePage) { awaited = [] }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { showAwaited() }

    /// Shows the photo that a reversal has brought back, once it is listed: opens it where a photo is open, else gives
    /// it the focus.
    private func showAwaited() {
        guard !awaited.isEmpty, let model = context.page?.model else { return }
        let ids = awaited.compactMap { model.source.id(of: $0) }
        Task { [weak self] in
            for id in ids {
                guard let ref = await model.ref(of: id), model.position(of: ref) != nil else { continue }
                guard let self, self.context.page?.model === model, !self.awaited.isEmpty else { return }
                self.awaited = []
                return self.context.goOn(from: ref)
            }
        }
    }

    /// Enables the actions, and names the acts in the menu.
    private func update() {
        guard isOpen else { return }
        let waiting = context.turns.waitingTitle
        context.actions.enable(.undo, work.canReverse(.undo) || waiting != nil)
        context.actions.enable(.redo, work.canReverse(.redo))
        let section: OpaquePointer = menu.pointer.opaque
        let labels = [HistoryText.entry(.undo, waiting ?? work.next.undo), HistoryText.entry(.redo, work.next.redo)]
        guard labels != shown else { return }
        shown = labels
        g_menu_remove_all(section)
        for (label, command) in zip(labels, [WindowCommand.undo, .redo]) {
            MenuModel.append(
                MenuEntry(command, label: label.replacing("_", with: "__"), in: .window), to: section)
        }
    }
}
