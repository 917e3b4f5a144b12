// A titled group of rows, or of keywords, of the info panel.
import Browse
import CGTK
import Desktop

/// One group. Its rows are reused for the next photo.
final class FactGroupView {
    let widget: Widget
    private let group: UnsafeMutablePointer<AdwPreferencesGroup>
    private var rows: [FactRow] = []
    private var chips: KeywordChips?
    private let onCopy: (PhotoFact) -> Void
    private let onGo: (PhotoFact.Target) -> Void

    init(onCopy: @escaping (PhotoFact) -> Void, onGo: @escaping (PhotoFact.Target) -> Void) {
        widget = made(adw_preferences_group_new())
        group = widget.cast()
        self.onCopy = onCopy
        self.onGo = onGo
    }

    /// The title of the shown group; nil while none is.
    private(set) var title: String?
    var shownRows: [FactRow] { rows.filter { $0.fact != nil } }

    /// Shows the facts of a group; nil hides it.
    func show(_ facts: PhotoFactGroup?) {
        gtk_widget_set_visible(widget, facts == nil ? 0 : 1)
        title = facts.map { localized($0.title) }
        if let title { adw_preferences_group_set_title(group, title) }
        show(keywords: facts?.keywords ?? [])
        let facts = facts?.facts ?? []
        while rows.count < facts.count {
            let row = FactRow(onCopy: onCopy, onGo: onGo)
            adw_preferences_group_add(group, row.widget)
            rows.append(row)
        }
        for (index, row) in rows.enumerated() { row.show(index < facts.count ? facts[index] : nil) }
        // Without a row that is shown, the list around them is a line.
        if let list = rows.first.flatMap({ gtk_widget_get_parent($0.widget) }) {
            gtk_widget_set_visible(list, facts.isEmpty ? 0 : 1)
        }
    }

    /// The shown keywords.
    var keywords: [String] { chips?.keywords ?? [] }

    private func show(keywords: [String]) {
        guard !keywords.isEmpty || chips != nil else { return }
        let chips = chips ?? KeywordChips(onGo: onGo)
        if self.chips == nil { adw_preferences_group_add(group, chips.widget) }
        self.chips = chips
        chips.show(keywords)
    }
}
