// The selection of the shown page as the window has it: header, actions, and the clipboard.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The window's side of the selection. The page that is shown has the selection itself.
final class Selecting {
    let headers: SelectionHeader
    private let window: UnsafeMutablePointer<GtkWindow>
    private let say: (String) -> Void
    private weak var page: GalleryPage?
    private var binding: ModelBinding<SelectionSummary>?
    private var copying: Task<Void, Never>?
    private let target: ActionTarget

    /// Whether the photos are shown, so that they can be selected.
    var isAvailable: () -> Bool = { true }

    /// - Parameters:
    ///   - window: Gets the actions.
    ///   - header: The usual header, floating.
    ///   - target: What actions act on.
    ///   - menu: The menu of the selected photos.
    ///   - say: Tells the user something.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, header: Widget, target: ActionTarget, menu: GObjectReference,
        say: @escaping (String) -> Void
    ) {
        self.window = window
        self.say = say
        self.target = target
        headers = SelectionHeader(inPlaceOf: header, menu: menu)
        let map = OpaquePointer(window)
        for (name, step) in [
            ("select-all", .all), ("select-none", .none), ("invert-selection", .inversion),
        ] as [(String, SelectionStep)] {
            WindowActions.add(name, to: map) { [weak self] in self?.apply(step) }
        }
        WindowActions.add("select-focused", to: map) { [weak self] in
            guard let self, self.isAvailable() else { return }
            if case .photo(let ref) = self.target.pointed {
                self.apply(.toggle(ref))
            } else {
                self.page?.selection.toggleFocused()
            }
        }
        WindowActions.add("select-section", to: map) { [weak self] in
            guard let self, self.isAvailable() else { return }
            if case .section(let section) = self.target.pointed {
                self.apply(.section(section))
            } else {
                self.page?.selection.toggleSection()
            }
        }
        WindowActions.add("select-mode", to: map, state: false) { [weak self] in
            if self?.leave() == false { self?.apply(.enter) }
        }
        WindowActions.add("copy-selected", to: map) { [weak self] in self?.copy() }
    }

    isolated deinit { copying?.cancel() }

    /// Shows the selection of a page from now on; nil for a page without one.
    func follow(_ page: GalleryPage?) {
        self.page = page
        guard let model = page?.selection.model else {
            binding = nil
            return show(SelectionSummary())
        }
        binding = ModelBinding({ model.summary }) { [weak self] in self?.show($0) }
    }

    /// Ends with the window.
    func stop() { binding = nil }

    /// Gives a rubber band or the selection up.
    /// - Returns: False where there is none.
    @discardableResult
    func leave() -> Bool {
        guard let model = page?.selection.model, model.isActive, isAvailable() else { return false }
        model.apply(.leave)
        return true
    }

    private func apply(_ step: SelectionStep) {
        guard isAvailable(), let model = page?.selection.model else { return }
        model.apply(step)
    }

    private func show(_ summary: SelectionSummary) {
        headers.show(summary)
        WindowActions.setState(of: "select-mode", on: window, to: summary.isActive)
        if let copy = g_action_map_lookup_action(OpaquePointer(window), "copy-selected") {
            g_simple_action_set_enabled(copy, summary.count > 0 ? 1 : 0)
        }
        target.changed()
    }

    /// Puts the chosen photos into the clipboard.
    func copy() {
        guard isAvailable(), let chosen = target.photos else { return }
        copying?.cancel()
        copying = Task { [weak self] in
            let photos = await SelectedPhotos.read(chosen.refs, of: chosen.store, from: chosen.source)
            guard let self, !Task.isCancelled else { return }
            guard let content = photos.clipboardContent() else { return self.say(SelectionText.notCopied) }
            defer { g_object_unref(content) }
            gdk_clipboard_set_content(gtk_widget_get_clipboard(self.window.cast()), content)
            self.say(SelectionText.copied(chosen.refs.count))
        }
    }
}
