// The page of a start that has nothing to show: the first one, or one whose folder is gone.
import CGTK
import Desktop
import Photos

/// A heading, a sentence and ways to go, in place of photos until something is opened.
final class WelcomePage {
    private let pages: OpaquePointer
    /// Nil where the page was never shown.
    private(set) var status: StatusPage?

    /// - Parameter pages: The GtkStack of the window's pages, borrowed.
    init(in pages: OpaquePointer) { self.pages = pages }

    /// Whether the page is what the window shows.
    var isShown: Bool { status.map { gtk_stack_get_visible_child(pages) == $0.root.widget } ?? false }

    /// Shows the page until that of a source takes its place.
    /// - Parameter missing: The path of the folder that was to be shown and is gone; nil at the first start.
    func show(missing: FilePath?, choices: [Choice]) {
        let status = StatusPage()
        self.status = status
        status.show(
            icon: "folder-pictures-symbolic", title: missing.map(WelcomeText.title(missing:)) ?? WelcomeText.title,
            detail: missing.map(WelcomeText.detail(missing:)) ?? WelcomeText.detail, choices: choices)
        gtk_stack_add_child(pages, status.root.widget)
        gtk_stack_set_visible_child(pages, status.root.widget)
        status.grabFocus()
    }
}
