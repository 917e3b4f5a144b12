// What the parts of one window share.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The core of one window, from which its features are made. One for the life of the window.
final class WindowContext {
    /// Borrowed; outlives the context.
    let window: UnsafeMutablePointer<GtkWindow>
    let composition: Composition
    let actions: ActionMap
    let router = Router()
    /// What the actions on photos act on.
    let target: ActionTarget
    let toasts: Toasts
    let notice = NoticeBar()
    /// Whether the opened photo is one of those that are being culled.
    let culling = CullingState()
    /// The page of the opened photo.
    let detail: DetailPage
    /// The panel beside the opened photo.
    private(set) lazy var info = panel(slides: true)
    /// The panel beside the grid.
    private(set) lazy var gridInfo = panel(slides: false)
    /// The operations on files that this window has asked for.
    private(set) lazy var operations = OperationRunner(
        on: window, work: composition.files, target: target, toasts: toasts, notice: notice)
    /// The edits of words and dates that this window has asked for.
    private(set) lazy var edits = PhotoEdits(work: composition.files, target: target, toasts: toasts) { [weak self] in
        for panel in [self?.info, self?.gridInfo] { panel?.reload() }
    }
    /// The turns of the opened photo.
    private(set) lazy var turns = OpenedTurns(of: detail, work: composition.files, toasts: toasts)
    /// Told of the first photo whose marks an undo or redo of this window has changed, unless the user has gone on
    /// since that was asked for.
    let reversedMarks = Observers<PhotoRef>()
    /// What shows the pages of sources; nil before the window is put together.
    private weak var stage: (any PageStage)?
    /// Whether something that is not a page lies over the window: the slideshow.
    var isCovered = false

    /// - Parameters:
    ///   - window: Borrowed; gets the actions.
    ///   - content: The widget over which toasts are shown.
    init(window: UnsafeMutablePointer<GtkWindow>, content: Widget, composition: Composition) {
        (self.window, self.composition) = (window, composition)
        actions = ActionMap(of: window)
        toasts = Toasts(over: content)
        detail = DetailPage(loader: composition.loader, router: router, facts: composition.facts)
        target = ActionTarget { [weak detail, router] in
            // A photo on its way back to its tile is no longer acted on: the focus is in the grid.
            guard router.current != .grid, let detail, let ref = detail.shownRef, let model = detail.shownModel else {
                return nil
            }
            return (ref, model)
        }
    }

    private func panel(slides: Bool) -> InfoPanel {
        InfoPanel(
            slides: slides, makeEditor: { [weak self] in self?.wordsEditor() },
            read: { [facts = composition.facts] in try await facts.facts(of: $0) },
            onCopy: { [weak self] in self?.copy($0) }, onGo: { [weak self] in self?.go(to: $0) })
    }

    /// Shows pages on a stage from now on.
    func show(on stage: any PageStage) { self.stage = stage }

    /// The shown page; nil before the first one, and once the window is closed.
    var page: (any BrowsePage)? { stage?.page }
    /// The shown page, where it is the application's own.
    var gallery: GalleryPage? { page?.gallery }
    /// The folder that is shown; nil where something else is, such as a list of files, whose root is that of all paths.
    var folder: String? { page.flatMap { Place($0.model.source.identity.text)?.filePath?.text } }

    /// The same, where files may come to it; nil for any other.
    var changeableFolder: String? { page?.model.source.capabilities.contains(.change) == true ? folder : nil }

    /// Opens a source in place of the shown one.
    func open(_ subject: LaunchOptions.Subject, narrowedTo narrowing: Narrowing = .none) {
        stage?.open(subject, narrowedTo: narrowing)
    }

    /// Leaves the opened photo and shows the photos of the shown page that a search and a filter find.
    func narrow(to narrowing: Narrowing) { stage?.narrow(to: narrowing) }

    /// The way to the places that were shown before; nil before the window is put together.
    var history: (any PageStage)? { stage }

    /// Opens a photo of the shown page; a video is played by another program.
    func activate(_ ref: PhotoRef) { stage?.activate(ref) }

    /// Leaves the opened photo and shows the photos that a search finds, with the search bar open.
    func search(for text: String) { stage?.search(for: text) }

    /// Tells the user something.
    func say(_ text: String) { toasts.say(text) }

    /// Tells the user something about the photos that are acted on: about the opened one, until that is left.
    func sayOfPhotos(_ text: String) { toasts.say(text, isOfOpened: true) }

    /// Whether the page of the opened photo is shown.
    var isShowingDetail: Bool { gtk_widget_get_visible(detail.root.widget) != 0 }

    /// Whether a photo that was left is on its way back to its tile.
    var isPhotoClosing: Bool { router.current == .grid && isShowingDetail }

    /// Whether there is a page of photos, and nothing lies over it, nor will in the next turn of the loop. A photo on
    /// its way back to its tile takes no input.
    var isGridInFront: Bool { page != nil && router.current == .grid && !isCovered }

    /// Enables commands that act on a page while there is one; it is called when the target has changed.
    func enableOnPage(_ commands: WindowCommand...) {
        for command in commands { actions.enable(command, page != nil) }
    }

    /// Goes on with the photo at which a slideshow has ended: opens it where another one is open, else gives it the
    /// focus.
    func goOn(from ref: PhotoRef?) {
        if router.current == .grid { page?.grabFocus() } else { gtk_widget_grab_focus(detail.view.cast()) }
        guard let ref, let page, page.model.position(of: ref) != nil else { return }
        if router.current == .grid { gallery?.grid.focus.move(to: ref) } else { router.replace(with: .detail(ref)) }
    }

    /// Plays a video in another program.
    func play(_ video: ImageLocation) {
        OtherPrograms.play(video, over: window) { [weak toasts] in toasts?.say($0) }
    }
}
