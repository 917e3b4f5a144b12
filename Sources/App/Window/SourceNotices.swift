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
    private let connections: ShareConnections
    private var source = ""
    /// Whether that is the sample gallery.
    private var isSample = false
    private var isSeenWhileAway = false
    /// The share that the photos are on; nil for photos elsewhere.
    private var share: ShareAddress?
    private var report = SourceReport()
    private var binding: ModelBinding<State>?

    private struct State {
        var report: SourceReport
        /// Whether the share is being connected.
        var isConnecting = false
    }

    /// Adds the actions that show dialogs.
    /// - Parameter connections: The shares that are being connected; nil for those of the program.
    init(_ context: WindowContext, connections: ShareConnections? = nil) {
        self.context = context
        self.connections = connections ?? context.composition.connections
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
        share = page.model.source.indexRoot.flatMap { ShareAddress($0) }
        let state = context.composition.sampleState
        binding = ModelBinding({ [isSample, share, connections, model = page.model] in
            var report = model.report
            if isSample { report.isAway = state.isAway }
            return State(report: report, isConnecting: share.map(connections.isConnecting) ?? false)
        }) { [weak self, weak page] state in
            let report = state.report
            let isBack = report.reached > self?.report.reached ?? 0
            self?.show(report, isConnecting: state.isConnecting)
            page?.gallery?.waitsFor = state.isConnecting ? self?.share.map(ReportText.connecting) : nil
            if isBack { page?.gallery?.retryPictures() }
            page?.gallery?.isAway = report.isAway && page?.model.source.isSeenWhileAway == false
        }
    }

    func stop() { binding = nil }

    private func show(_ report: SourceReport, isConnecting: Bool) {
        self.report = report
        if report.isAway, isConnecting, let share {
            bar.show(ReportText.connecting(share), choices: [])
        } else if report.isAway {
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
        ReportDialog.show(
            heading: heading, rows: report.unreadable.map { ($0.path, ReportText.reason($0)) }, over: context.window)
    }
}
