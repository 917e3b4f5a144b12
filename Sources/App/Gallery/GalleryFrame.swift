// The surroundings of the photos: a spinner before the first page, a status page in place of an empty or failed
// listing, a notice when a later page fails.
package import Browse
import CGTK
import CWidgets
package import Desktop
import Library
import Photos

/// A gallery's content, or the state that keeps it from being shown.
package final class GalleryFrame {
    package let root: WidgetReference
    private let stack: OpaquePointer
    private let spinner: OpaquePointer
    /// What is waited for, below the spinner.
    private let words: OpaquePointer
    /// Spinner and words. It has the focus while the photos are not there: GTK (4.8 and 4.18) ends the way of a key at
    /// a widget that was never realized, as the grid is then, and the window's own keys come later on that way.
    private let waiting: Widget
    private let status = StatusPage()
    private let notice = NoticeBar()

    /// - Parameter content: The grid; a floating or an owned reference.
    package init(content: Widget) {
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(column)
        let stack = made(gtk_stack_new())
        self.stack = stack.opaque
        let spinner = made(gtk_spinner_new())
        self.spinner = spinner.opaque
        gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner, 32, 32)
        let words = made(gtk_label_new(nil))
        self.words = words.opaque
        gtk_label_set_wrap(self.words, 1)
        gtk_label_set_wrap_mode(self.words, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_justify(self.words, GTK_JUSTIFY_CENTER)
        gtk_widget_add_css_class(words, "dim-label")
        for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(words, 12) }
        waiting = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        // What is no group has no name for GTK 4.18.
        tessera_accessible_set_role(waiting.object, GTK_ACCESSIBLE_ROLE_GROUP)
        gtk_widget_set_focusable(waiting, 1)
        gtk_widget_set_valign(waiting, GTK_ALIGN_CENTER)
        for widget in [spinner, words] { gtk_box_append(waiting.cast(), widget) }
        gtk_widget_set_vexpand(stack, 1)
        gtk_widget_set_hexpand(content, 1)
        gtk_widget_set_vexpand(content, 1)
        for (face, widget) in [
            (Face.loading, waiting), (.photos, content), (.status, status.root.widget),
        ] { gtk_stack_add_named(self.stack, widget, face.rawValue) }
        gtk_box_append(column.cast(), stack)
        gtk_box_append(column.cast(), notice.root.widget)
        say(nil)
    }

    /// Shows that no photo of a source matches the words of a search.
    func showNoHits(for query: Query, in source: String) {
        gtk_spinner_set_spinning(spinner, 0)
        notice.hide()
        status.show(
            icon: "system-search-symbolic", title: StatusText.noHits,
            detail: query.filter.isEmpty
                ? StatusText.noHits(for: DisplayText.line(query.search, limit: Self.longestQuote), in: source)
                : FilterText.noHits(in: source),
            choices: [Choice(query.filter.isEmpty ? .clearSearch : .clearFilter, isSuggested: true)])
        turn(to: .status)
    }

    /// Says below the spinner what is waited for; nil for nothing.
    func say(_ words: String?) {
        gtk_label_set_text(self.words, words ?? "")
        gtk_widget_set_visible(self.words.cast(), words == nil ? 0 : 1)
        // A screen reader says it when the box has the focus.
        tessera_accessible_set_label(waiting.object, words ?? StatusText.loading)
    }

    /// Whether the focus was on what stood in place of the photos, which are there now. True once.
    var isFocusOwed: Bool {
        guard owesFocus, face == .photos else { return false }
        owesFocus = false
        return true
    }

    /// Whether what is not shown any more had the focus: GTK gives it to the first button of the window then.
    private var owesFocus = false

    /// What is shown.
    private enum Face: String { case loading, photos, status }
    private var face = Face.loading

    private func turn(to face: Face) {
        if face != self.face { noteFocus() }
        self.face = face
        gtk_stack_set_visible_child_name(stack, face.rawValue)
        if face != .photos, owesFocus || hasFocusOrNothingHas {
            owesFocus = false
            _ = grabFocus()
        }
    }

    /// Takes note of where the focus is before what stands in place of the photos goes.
    private func noteFocus() {
        guard let focus else { return }
        if [waiting, status.root.widget].contains(where: { $0 == focus || gtk_widget_is_ancestor(focus, $0) != 0 }) {
            owesFocus = true
        }
    }

    /// Gives the focus to what stands in place of the photos.
    /// - Returns: Whether something does.
    func grabFocus() -> Bool {
        switch face {
        case .photos: return false
        case .loading: gtk_widget_grab_focus(waiting)
        case .status: status.grabFocus()
        }
        return true
    }

    /// Whether no other part of the window has the focus: where nothing has it, the keys of the window act on nothing.
    private var hasFocusOrNothingHas: Bool {
        gtk_widget_get_root(root.widget) != nil && focus.map { gtk_widget_is_ancestor($0, root.widget) != 0 } ?? true
    }

    /// What has the focus in the window; nil for nothing.
    private var focus: Widget? { gtk_widget_get_root(root.widget).flatMap { gtk_root_get_focus($0) } }

    /// Limit of the quoted words of a search in bytes.
    private static let longestQuote = 80

    /// Shows what belongs to `phase`.
    /// - Parameter isTrash: Whether the source is the trash, which is meant to be empty.
    package func show(_ phase: GalleryPhase, source: String, count: Int, isTrash: Bool = false) {
        var face = Face.photos
        var isLoading = false
        notice.hide()
        switch phase {
        case .idle, .loadingFirst:
            face = .loading
            isLoading = true
        case .loadingMore, .loaded:
            break
        case .empty where isTrash:
            face = .status
            status.show(icon: "user-trash-symbolic", title: TrashText.isEmpty, detail: "", choices: [])
        case .empty:
            face = .status
            status.show(
                icon: "image-x-generic-symbolic", title: StatusText.empty,
                detail: StatusText.empty(source),
                choices: [Choice(.openFolder, isSuggested: true), Choice(.sample, label: ChoiceText.builtInGallery)])
        case .failed(let failure, atStart: true):
            face = .status
            status.show(
                icon: "dialog-warning-symbolic", title: StatusText.failed(source), detail: localized(failure),
                choices: [
                    Choice(.retry, label: MenuText.tryAgain, isSuggested: true), Choice(.openFolder),
                    Choice(.sample, label: ChoiceText.builtInGallery),
                ])
        case .failed(let failure, atStart: false):
            notice.show(StatusText.ended(after: count, failure), choices: [Choice(.retry, label: MenuText.tryAgain)])
        }
        // A spinner that spins while hidden would still cause frames.
        gtk_spinner_set_spinning(spinner, isLoading ? 1 : 0)
        turn(to: face)
    }
}
