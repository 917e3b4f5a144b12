// What the window says of its source beside the photos: files that are not shown, folders that cannot be read, a folder
// that is away.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The notice bar, the menu item and the dialogs of the shown source's report.
final class SourceNotices: WindowFeature {
    /// The bar under the header.
    let bar = NoticeBar()
    /// A section of the main menu: empty, or how many files are not shown.
    let menu: GObjectReference
    private let context: WindowContext
    private var source = ""
    /// Whether that is the sample gallery.
    private var isSample = false
    private var isSeenWhileAway = false
    private var report = SourceReport()
    private var binding: ModelBinding<SourceReport>?

    /// Adds the actions that show dialogs.
    init(_ context: WindowContext) {
        self.context = context
        menu = GObjectReference(adopting: made(g_menu_new()).object)
        context.actions.add(.unshownFiles) { [weak self] in self?.showUnshown() }
        context.actions.add(.unreadableFolders) { [weak self] in self?.showUnreadable() }
    }

    /// Follows the report of a page's source. While the source is away, the page is greyed.
    func pageChanged(to page: any BrowsePage) {
        source = page.model.source.title
        report = SourceReport()
        isSample = page.model.source.identity == SampleSource.identity
        isSeenWhileAway = page.model.source.isSeenWhileAway
        binding = ModelBinding({ [isSample, model = page.model, state = context.composition.sampleState] in
            var report = model.report
            if isSample { report.isAway = state.isAway }
            return report
        }) { [weak self, weak page] report in
            let isBack = report.reached > self?.report.reached ?? 0
            self?.show(report)
            if isBack { page?.gallery?.retryPictures() }
            page?.gallery?.isAway = report.isAway && page?.model.source.isSeenWhileAway == false
        }
    }

    func stop() { binding = nil }

    private func show(_ report: SourceReport) {
        self.report = report
        if report.isAway {
            let text =
                isSample
                ? ReportText.stopped(source) : isSeenWhileAway ? ReportText.offline(source) : ReportText.away(source)
            bar.show(text, choices: [Choice(.retry, label: MenuText.tryAgain)])
        } else if let text = ReportText.unreadable(report) {
            bar.show(text, choices: [Choice(.unreadableFolders, label: ChoiceText.show)])
        } else {
            bar.hide()
        }
        let items = menu.pointer.opaque
        g_menu_remove_all(items)
        if let text = ReportText.unshownEntry(report) {
            g_menu_append(items, text, WindowCommand.unshownFiles.rawValue)
        }
    }

    private func showUnshown() {
        guard let heading = ReportText.unshown(report) else { return }
        ReportDialog.show(
            heading: heading,
            rows: ReportText.kinds(report).map { (ReportText.row($0), $0.reason) }, over: context.window)
    }

    private func showUnreadable() {
        guard let heading = ReportText.unreadable(report) else { return }
        ReportDialog.show(heading: heading, rows: report.unreadable.map { ($0, "") }, over: context.window)
    }
}
