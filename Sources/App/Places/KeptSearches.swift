// The searches that are kept in the sidebar: the commands that keep, rename and remove them.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// What is done with stored searches in one window. Which there are is known to the places.
final class KeptSearches {
    private let model: PlacesModel
    private let context: WindowContext
    private var narrowing: ModelBinding<Narrowing>?
    /// The search whose menu is open, or was last.
    private var pointed: StoredSearch?
    /// The search that was removed last, and where it was.
    private var removed: (search: StoredSearch, index: Int)?

    init(_ model: PlacesModel, _ context: WindowContext) {
        (self.model, self.context) = (model, context)
        context.actions.add(.keepSearch) { [weak self] in self?.askToKeep() }
        context.actions.add(.renameSearch) { [weak self] in
            if let self, let pointed = self.pointed { self.askToRename(pointed) }
        }
        context.actions.add(.removeSearch) { [weak self] in
            if let self, let pointed = self.pointed { self.remove(pointed) }
        }
        context.actions.add(.restoreSearch) { [weak self] in self?.restore() }
        for command in [WindowCommand.keepSearch, .renameSearch, .removeSearch, .restoreSearch] {
            context.actions.enable(command, false)
        }
    }

    /// Follows what the photos of a page are narrowed to.
    func pageChanged(to page: any BrowsePage) {
        narrowing = ModelBinding({ [model = page.model] in model.query.narrowing }) { [weak self] in
            self?.show($0)
        }
    }

    /// Ends with the window.
    func stop() { narrowing = nil }

    /// Selects the row of what is shown, and enables keeping where there is none.
    private func show(_ narrowing: Narrowing) {
        model.show(narrowing)
        let isKept = model.search(for: narrowing) != nil
        context.actions.enable(.keepSearch, !narrowing.isEmpty && model.shown != nil && !isKept)
    }

    private func searchesChanged() {
        if let narrowing { show(narrowing.value) }
    }

    // MARK: Names

    private func askToKeep() {
        guard let narrowing = narrowing?.value, !narrowing.isEmpty, let place = model.shownPlace else {
            return
        }
        guard !model.searches.isFull else { return context.say(SearchText.full) }
        ask(
            SearchText.keepHeading, body: SearchText.keepBody, answer: SearchText.keepAnswer,
            text: SearchText.suggestedName(narrowing)
        ) { [weak self] name in
            guard let self else { return }
            let search = StoredSearch(name: .own(name), place: place, narrowing: narrowing)
            let isKept = self.model.searches.keep(search)
            self.searchesChanged()
            self.context.say(isKept ? SearchText.kept(name) : SearchText.notKept)
        }
    }

    /// Asks for another name of a search.
    func askToRename(_ search: StoredSearch) {
        let before = SearchText.name(of: search)
        ask(SearchText.renameHeading, answer: OperationText.renameAnswer, text: before, of: search) {
            [weak self] name in
            guard name != before, let self else { return }
            self.model.searches.rename(search.name, to: name)
            self.searchesChanged()
        }
    }

    /// Asks for a name that no other search has.
    /// - Parameter search: The one that gets the name; nil for a new one.
    private func ask(
        _ heading: String, body: String = "", answer: String, text: String, of search: StoredSearch? = nil,
        answered: @escaping (String) -> Void
    ) {
        let names = Set(model.searches.list.filter { $0.name != search?.name }.map(SearchText.name))
        Question.askText(
            heading, body: body, answer: answer, text: text, selected: text.count, over: context.window,
            explain: { text in
                guard let name = StoredSearch.name(text) else { return ("", false) }
                return names.contains(name) ? (SearchText.nameInUse, false) : ("", true)
            },
            answered: { text in if let name = StoredSearch.name(text) { answered(name) } })
    }

    // MARK: Rows

    /// Has the commands act on a search from now on.
    func point(at search: StoredSearch) {
        pointed = search
        context.actions.enable(.renameSearch, true)
        context.actions.enable(.removeSearch, true)
    }

    /// Makes the menu of a row.
    static func menu() -> GObjectReference {
        MenuModel.make([[MenuEntry(.renameSearch), MenuEntry(.removeSearch)]])
    }

    /// Removes a search, and offers to bring it back.
    func remove(_ search: StoredSearch) {
        guard let removed = model.searches.remove(search.name) else { return }
        self.removed = removed
        searchesChanged()
        context.actions.enable(.restoreSearch, true)
        context.toasts.say(
            SearchText.removed(SearchText.name(of: search)),
            button: (OperationText.undo, WindowCommand.restoreSearch.rawValue))
    }

    private func restore() {
        guard let removed else { return }
        self.removed = nil
        context.actions.enable(.restoreSearch, false)
        model.searches.keep(removed.search, at: removed.index)
        searchesChanged()
    }
}
