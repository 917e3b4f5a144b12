// What the window says of its source beside the photos: files that are not shown, folders that cannot be read, a folder
// that is away.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The notice bar, the menu item and the dialogs of the shown source's report.
final class SourceNotices {
    /// The bar under the header.
    let bar = NoticeBar()
    /// A section of the main menu: empty, or how many files are not shown.
    let menu: GObjectReference
    private let window: UnsafeMutablePointer<GtkWindow>
    private var source = ""
    private var report = SourceReport()
    private var binding: ModelBinding<SourceReport>?

    /// - Parameter window: Gets the actions `win.unshown-files` and `win.unreadable-folders`, which show dialogs.
    init(on window: UnsafeMutablePointer<GtkWindow>) {
        self.window = window
        menu = GObjectReference(adopting: made(g_menu_new()).object)
        let map = OpaquePointer(window)
        WindowActions.add("unshown-files", to: map) { [weak self] in self?.showUnshown() }
        WindowActions.add("unreadable-folders", to: map) { [weak self] in self?.showUnreadable() }
    }

    /// Follows the report of a page's source. While the source is away, the page is greyed.
    func follow(_ page: any BrowsePage) {
        source = page.model.source.title
        binding = ModelBinding({ [model = page.model] in model.report }) { [weak self, weak page] report in
            self?.show(report)
            (page as? GalleryPage)?.isAway = report.isAway
        }
    }

    /// Ends with the window.
    func stop() { binding = nil }

    private func show(_ report: SourceReport) {
        self.report = report
        if report.isAway {
            bar.show(ReportText.away(source), choices: [.tryAgain()])
        } else if let text = ReportText.unreadable(report) {
            bar.show(text, choices: [Choice(label: ChoiceText.show, action: "win.unreadable-folders")])
        } else {
            bar.hide()
        }
        let items = menu.pointer.opaque
        g_menu_remove_all(items)
        if let text = ReportText.unshownEntry(report) { g_menu_append(items, text, "win.unshown-files") }
    }

    private func showUnshown() {
        guard let heading = ReportText.unshown(report) else { return }
        ReportDialog.show(
            heading: heading,
            rows: ReportText.kinds(report).map { (ReportText.row($0), $0.reason) }, over: window)
    }

    private func showUnreadable() {
        guard let heading = ReportText.unreadable(report) else { return }
        ReportDialog.show(heading: heading, rows: report.unreadable.map { ($0, "") }, over: window)
    }
}
