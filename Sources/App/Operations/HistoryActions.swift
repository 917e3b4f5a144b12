// Undo and redo: the actions of the window, their names in the menu, and what is said of them.
import Browse
import CGTK
import Desktop
import Photos

/// `win.undo` and `win.redo`, for whatever the user has done last with photos: files, turns, marks.
final class HistoryActions {
    /// Keys that belong to the focused widget first: an entry takes back what was typed in it.
    static let keys = [("<Control>z", "win.undo"), ("<Control><Shift>z", "win.redo")]

    private let map: OpaquePointer
    private let work: FileWork
    private let toasts: Toasts
    /// The section of the primary menu, whose entries name the acts.
    let menu = GObjectReference(adopting: made(g_menu_new()).object)
    private var isOpen = true

    /// Takes back what is not done yet but seems to be; returns whether there was something.
    var takeBack: () -> Bool = { false }
    /// Returns what is of that kind; nil for nothing.
    var waiting: () -> ActTitle? = { nil }
    /// Called before a reversal and after it.
    var onBegin: (OperationControl) -> Void = { _ in }
    var onEnd: (OperationControl) -> Void = { _ in }
    /// Makes the handle of a reversal.
    var control: (ActKind) -> OperationControl = { _ in OperationControl() }

    /// - Parameter window: Borrowed; gets the actions and their keys, and outlives this object.
    init(on window: UnsafeMutablePointer<GtkWindow>, work: FileWork, toasts: Toasts) {
        (map, self.work, self.toasts) = (OpaquePointer(window), work, toasts)
        WindowActions.add("undo", to: map) { [weak self] in self?.undo() }
        WindowActions.add("redo", to: map) { [weak self] in self?.reverse(.redo) }
        WindowActions.addKeys(Self.keys, to: window.cast())
        work.observe(for: self) { [weak self] in self?.update() }
        update()
    }

    /// Ends with the window.
    func stop() {
        isOpen = false
        work.observe(for: self, nil)
    }

    /// Enables the actions, and names the acts in the menu. Call when something else can be taken back.
    func update() {
        guard isOpen else { return }
        let waiting = waiting()
        enable("undo", work.canReverse(.undo) || waiting != nil)
        enable("redo", work.canReverse(.redo))
        let section: OpaquePointer = menu.pointer.opaque
        let labels = [HistoryText.entry(.undo, waiting ?? work.next.undo), HistoryText.entry(.redo, work.next.redo)]
        guard labels != shown else { return }
        shown = labels
        g_menu_remove_all(section)
        for (label, (key, action)) in zip(labels, Self.keys) {
            let item = made(g_menu_item_new(label.replacing("_", with: "__"), action))
            g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key))
            g_menu_append_item(section, item)
            g_object_unref(item.object)
        }
    }

    /// The labels in the menu.
    private(set) var shown: [String] = []

    private func enable(_ name: String, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    private func undo() {
        if !takeBack() { reverse(.undo) }
    }

    private func reverse(_ reversal: Reversal) {
        let control = self.control(work.next[reversal]?.kind ?? .move)
        onBegin(control)
        work.reverse(reversal, control) { [weak self] outcome in
            guard let self, self.isOpen else { return }
            self.onEnd(control)
            guard let outcome else { return }
            let isShown = outcome.folder.map(self.work.shows) ?? true
            self.toasts.say(HistoryText.words(outcome, isShown: isShown), isUndoable: false)
        }
    }
}
