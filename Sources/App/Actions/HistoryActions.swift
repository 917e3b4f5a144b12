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
    /// Where the user was when the latest reversal was asked for; nil where the photo there has gone since, and the
    /// window has shown another one of itself.
    private var asked: Standpoint?
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
        asked = Standpoint(in: context)
        context.operations.reverse(reversal) { [weak self] outcome in
            self?.awaited = outcome.files
            self?.showAwaited()
            if let marked = outcome.marks.first { self?.follow(marked) }
        }
    }

    func pageChanged(to page: any BrowsePage) { (awaited, asked) = ([], nil) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        if let photo = asked?.photo, update.snapshot.position(of: photo) == nil { asked = nil }
        showAwaited()
    }

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
                return self.lead { $0.goOn(from: ref) }
            }
        }
    }

    /// Leads to a photo that has other marks since a reversal, where photos are culled or compared.
    private func follow(_ marked: MarkedPhoto) {
        guard let model = context.page?.model, let id = model.source.id(of: marked.path) else { return }
        Task { [weak self] in
            guard let ref = await model.ref(of: id), let self, self.context.page?.model === model else { return }
            self.lead { $0.reversedMarks.tell(ref) }
        }
    }

    /// Leads the user elsewhere, unless they have gone on by themselves since the reversal was asked for: a share may
    /// answer late, and their keys act on what they see.
    private func lead(_ show: (WindowContext) -> Void) {
        guard asked == nil || asked == Standpoint(in: context) else { return }
        show(context)
        asked = Standpoint(in: context)
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

/// What the user's keys act on in a window.
private struct Standpoint: Equatable {
    /// The opened photo, the active one of those that are compared, or the one that had the focus of the grid last.
    let photo: PhotoRef?
    private let isOpened: Bool, isCompared: Bool, isCulled: Bool, isCovered: Bool

    init(in context: WindowContext) {
        (isCulled, isCovered) = (context.culling.isOn, context.isCovered)
        switch context.router.current {
        case .grid: (photo, isOpened, isCompared) = (context.gallery?.grid.focus.latestPhoto, false, false)
        case .detail(let opened): (photo, isOpened, isCompared) = (opened, true, false)
        case .compare: (photo, isOpened, isCompared) = (context.target.compared, false, true)
        }
    }
}
