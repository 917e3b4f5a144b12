// Keywords, title and caption of the photos that the info panel shows, to be edited.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The part of an info panel in which words are edited. Hidden for photos that cannot be edited.
///
/// What has been written belongs to the photos for which it was written: it is kept for those when others are shown.
final class WordsEditor {
    let root: WidgetReference
    private let chips: KeywordChips
    let entry: KeywordEntry
    private(set) var title: WordsField
    private(set) var caption: WordsField
    private let onEdit: (PhotoEdit, WordsSubject) -> Void
    private(set) var subject: WordsSubject?
    /// Whether the entry of keywords gets the focus as soon as it is there: several photos are added up first.
    private var isFocusWanted = false

    /// - Parameters:
    ///   - counts: Reads how many photos of the library have each keyword.
    ///   - onGo: Called to search for a keyword.
    ///   - onEdit: Called to edit photos.
    init(
        counts: @escaping () async -> [String: Int], onGo: @escaping (PhotoFact.Target) -> Void,
        onEdit: @escaping (PhotoEdit, WordsSubject) -> Void
    ) {
        self.onEdit = onEdit
        weak var whole: WordsEditor?
        chips = KeywordChips(onGo: onGo) { whole?.edit(.removeKeywords([$0])) }
        entry = KeywordEntry(counts: counts) { whole?.edit(.addKeywords($0)) }
        title = WordsField(WordsText.title) { whole?.edit(.title($0)) }
        caption = WordsField(WordsText.caption) { whole?.edit(.caption($0)) }
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        root = WidgetReference(box)
        let keywords = made(adw_preferences_group_new()), texts = made(adw_preferences_group_new())
        adw_preferences_group_set_title(keywords.cast(), WordsText.keywords)
        for child in [chips.widget, entry.widget] { adw_preferences_group_add(keywords.cast(), child) }
        for field in [title, caption] { adw_preferences_group_add(texts.cast(), field.widget) }
        let date = made(gtk_button_new_with_label(DateChangeText.action))
        gtk_actionable_set_action_name(date.opaque, WindowCommand.changeDate.rawValue)
        gtk_widget_add_css_class(date, "flat")
        gtk_widget_set_margin_top(date, 6)
        adw_preferences_group_add(texts.cast(), date)
        let write = made(gtk_button_new_with_label(EmbedText.action))
        gtk_actionable_set_action_name(write.opaque, WindowCommand.writeIntoFiles.rawValue)
        gtk_widget_add_css_class(write, "flat")
        CommandButton.hideWhereDisabled(write)
        adw_preferences_group_add(texts.cast(), write)
        for group in [keywords, texts] { gtk_box_append(box.cast(), group) }
        gtk_widget_set_visible(box, 0)
        whole = self
        // Of the entry, which is mapped after what is around it.
        Signal.on(entry.entry, "map") { [weak self] in
            if self?.isFocusWanted == true { self?.focusKeywords() }
        }
    }

    /// Edits the shown photos.
    func edit(_ edit: PhotoEdit) {
        if let subject { onEdit(edit, subject) }
    }

    // MARK: What is shown

    /// The shown keywords.
    var keywords: [String] { subject == nil ? [] : chips.keywords }

    /// Shows photos, whose keywords are known already and whose texts come later; nil for photos that cannot be
    /// edited.
    func show(_ subject: WordsSubject?) {
        guard subject != self.subject else { return }
        keep()
        self.subject = subject
        gtk_widget_set_visible(root.widget, subject == nil ? 0 : 1)
        entry.clear()
        guard let subject else { return }
        let keywords = subject.refs.count == 1 ? subject.store.keywords(subject.refs[0].slot).sorted() : []
        show(SharedWords(keywords: keywords))
    }

    /// Shows the words of the photos.
    func show(_ words: SharedWords) {
        let hadFocus = chips.hasFocus
        chips.show(words.keywords)
        entry.present = words.keywords
        title.show(words.title)
        caption.show(words.caption)
        // The button that had the focus is gone with the last keyword.
        if hadFocus, !chips.hasFocus { focusKeywords() }
    }

    // MARK: Focus

    /// Gives the entry of keywords the focus, at once or when it is shown.
    func focusKeywords() {
        isFocusWanted = gtk_widget_get_mapped(entry.entry.cast()) == 0
        if !isFocusWanted { gtk_widget_grab_focus(entry.entry.cast()) }
    }

    /// Whether a text has the focus.
    var isWriting: Bool { entry.hasFocus || title.hasFocus || caption.hasFocus }

    /// Keeps what has been written.
    func keep() {
        title.keep()
        caption.keep()
    }

    /// Takes back what is being written.
    func revert() {
        entry.clear()
        if title.hasFocus { title.revert() }
        if caption.hasFocus { caption.revert() }
    }
}
