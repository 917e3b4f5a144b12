// Undo and redo: the actions of the window, and their names in the menu.
import CGTK
import Desktop
import Photos

/// `win.undo` and `win.redo`, for whatever the user has done last with photos: files, turns, marks.
final class HistoryActions: WindowFeature {
    private let context: WindowContext
    private var work: FileWork { context.composition.files }
    /// The section of the primary menu, whose entries name the acts.
    let menu = GObjectReference(adopting: made(g_menu_new()).object)
    private var isOpen = true
    /// The labels in the menu.
    private(set) var shown: [String] = []

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.undo) { [weak context] in
            if context?.turns.takeBack() == false { context?.operations.reverse(.undo) }
        }
        context.actions.add(.redo) { [weak context] in context?.operations.reverse(.redo) }
        work.observe(for: self) { [weak self] in self?.update() }
        update()
    }

    func stop() {
        isOpen = false
        work.observe(for: self, nil)
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
