// The page of one opened photo: opening, navigation to other photos, commands.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// Full-window page of one photo. It lies over the grid, which keeps its state underneath.
///
/// Which photo it shows is the router's to say: the page asks it for another one, and shows the one of the route. What
/// it shows of that is decided in `DetailPicture`.
final class DetailPage {
    let widgets = DetailWidgets()
    var root: WidgetReference { widgets.root }
    var view: OpaquePointer { widgets.view }
    let picture: DetailPicture
    var zoom: PictureZoom { picture.zoom }
    let zoomLabel: ZoomLabel
    let controls: IdleControls

    private let router: Router
    /// The photos through which the page leads.
    let course = PhotoCourse()
    /// Whether arrows lead to other photos from a magnified one, too, rather than move over it.
    var arrowsNavigate = false
    private var progress: ModelBinding<GalleryProgress>?
    private var navigatedAt: ContinuousClock.Instant?
    private var direction = 0

    /// What observers of the page are notified of.
    enum Event {
        /// Another photo is shown, or the page has closed.
        case shown
        /// The shown photo has arrived or has failed.
        case ended
        /// Another photo is about to take the place of the shown one.
        case turning
        /// The user has turned the shown photo by so many quarters.
        case rotated(Int)
        /// The shown photo is about to be left, for another one or for the grid.
        case leaving
        /// The shown video is to be played.
        case play(ImageLocation)
    }
    private var observers: [(Event) -> Void] = []

    /// Shortest time between two photos for the second one to be requested at once. A photo that is reached more
    /// quickly is requested only after it has stayed for this long.
    var quickNavigation = Duration.milliseconds(150)
    /// Number of photos that count as one screen when the list is asked to grow (`GalleryModel.screensAhead`).
    private static let photosAhead = 8
    /// Fraction of the view by which an arrow key pans a magnified picture.
    private static let arrowWay = 0.25

    /// - Parameters:
    ///   - facts: Reads the headers of files; nil where none is read.
    ///   - pulse: Frame source of animations and zooms: the frame clock, except in tests.
    init(
        loader: PhotoLoader, router: Router, facts: (any FactsReader)? = nil, pulse: @escaping FramePulse = frameClock
    ) {
        self.router = router
        weak var whole: DetailPage?
        let zoomLabel = ZoomLabel(over: widgets.stage)
        self.zoomLabel = zoomLabel
        picture = DetailPicture(
            in: widgets.picture, loader: loader, facts: facts, course: course, pulse: pulse,
            onScale: { zoomLabel.show($0) }, onState: { whole?.show($0) })
        controls = IdleControls(of: widgets)
        whole = self
        Signal.on(widgets.back, "clicked") { [router] in router.back() }
        Signal.on(widgets.retry, "clicked") { [weak self] in self?.picture.retry() }
        Signal.on(widgets.previous, "clicked") { [weak self] in self?.navigate(.previous) }
        Signal.on(widgets.next, "clicked") { [weak self] in self?.navigate(.next) }
        Signal.on(widgets.pages.previous, "clicked") { [weak self] in self?.picture.turnPage(by: -1) }
        Signal.on(widgets.pages.next, "clicked") { [weak self] in self?.picture.turnPage(by: 1) }
        Signal.on(widgets.play, "clicked") { [weak self] in self?.play() }
        DetailKeys.install(on: root.widget) { [weak self] in self?.run($0) ?? false }
        DetailGestures.install(on: view.cast(), zoom: zoom) { [weak self] in self?.navigate($0) }
    }

    isolated deinit { stop() }

    /// Adds an observer that is called for each event, as long as the page exists.
    func observe(_ observer: @escaping (Event) -> Void) { observers.append(observer) }

    private func tell(_ event: Event) {
        for observer in observers { observer(event) }
    }

    /// Cancels the page's requests, animations and timers.
    private func stop() {
        picture.stop()
        zoomLabel.hide()
        controls.stop()
    }

    /// The shown photo; nil while the page is closed.
    var shownPhoto: Photo? { picture.shown?.state.photo }
    /// Reference of the shown photo.
    var shownRef: PhotoRef? { picture.shown?.ref }
    /// The photos among which the shown one is.
    var shownModel: GalleryModel? { picture.shown?.gallery.model }
    /// The source of the shown photo.
    var shownSource: (any PhotoSource)? { picture.shown?.gallery.model.source }

    /// Whether the shown photo has arrived in the window's size or has failed.
    var hasEnded: Bool { picture.shown.map { $0.state.full != .loading } ?? false }

    /// Whether the shown photo could not be loaded, and another try may end otherwise.
    var canRetry: Bool {
        if case .failed(let failure) = picture.shown?.state.full { !failure.isHopeless } else { false }
    }

    /// Opens the photo of the route, one of `gallery`, which the page keeps alive until it is closed. Does nothing
    /// where that photo is shown: while the page is on its way back to the grid.
    func open(in gallery: any BrowsePage) {
        guard case .detail(let ref) = router.current, ref != shownRef else { return }
        direction = 0
        show(ref, in: gallery)
        navigatedAt = nil
        gtk_widget_set_visible(root.widget, 1)
        gtk_widget_grab_focus(view.cast())
        controls.start()
        listen(to: gallery.model)
    }

    /// Shows the photo of the route, one of `gallery`, in place of the shown one.
    func follow(in gallery: any BrowsePage) {
        guard case .detail(let ref) = router.current, ref != shownRef, let shown = picture.shown else { return }
        if let old = course.position(of: shown.ref, in: gallery.model),
            let new = course.position(of: ref, in: gallery.model)
        {
            direction = (new - old).signum()
        } else {
            direction = 0
        }
        tell(.turning)
        show(ref, in: gallery)
        if gallery !== shown.gallery { listen(to: gallery.model) }
    }

    /// Takes a step of the collection that is shown. A photo that is gone gives way to the one that has followed it,
    /// and the page closes after the last one; one that has changed is loaded anew, in the place and at the zoom that
    /// it has. Where the photo that the user has opened was never there to be shown, the page goes on saying so.
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        guard let shown = picture.shown, shown.ref.collection == update.snapshot.collection else { return }
        let isThere = update.snapshot.position(of: shown.ref) != nil
        if !isThere, before.unlisted == shown.ref, shown.state.full != .shown { return listed() }
        let next = course.successor(of: shown.ref, from: before, in: update.snapshot)
        course.collectionChanged(by: update)
        if next == nil, before.position(of: shown.ref) != nil { return _ = router.back() }
        if let next, next != shown.ref {
            router.replace(with: .detail(next))
            follow(in: shown.gallery)
        } else if update.changed.contains(shown.ref) {
            picture.renew()
            listed()
            tell(.shown)
        } else if update.edit != nil || !update.changed.isEmpty {
            listed()
        }
    }

    private func listen(to model: GalleryModel) {
        progress = ModelBinding({ GalleryProgress(model) }) { [weak self] _ in self?.listed() }
    }

    /// Closes the page and cancels all that it loads.
    func close() {
        tell(.leaving)
        progress = nil
        stop()
        widgets.show(spinner: false)
        gtk_widget_set_visible(root.widget, 0)
        picture.clear()
        tell(.shown)
    }

    /// Has the router navigate to another photo, and shows that.
    /// - Returns: False if there is none.
    @discardableResult
    func navigate(_ step: PhotoStep) -> Bool {
        guard let gallery = picture.shown?.gallery, router.step(step, on: course, in: gallery.model) else {
            return false
        }
        follow(in: gallery)
        return true
    }

    /// Leads through these photos alone from now on; nil for all.
    func narrow(to photos: [PhotoRef]?) {
        course.narrow(to: photos)
        listed()
    }

    /// Plays the shown photo.
    /// - Returns: False where it is no video.
    @discardableResult
    private func play() -> Bool {
        guard let shownPhoto, shownPhoto.isVideo, let shownSource else { return false }
        tell(.play(shownSource.original(of: shownPhoto)))
        return true
    }

    /// Performs the command of a key.
    /// - Returns: Whether the key is consumed.
    func run(_ command: DetailCommand) -> Bool {
        switch command {
        case .navigate(let step): navigate(step)
        case .arrow(let x, let y, let step):
            if zoom.canPan, step == nil || !arrowsNavigate {
                zoom.pan(views: x * Self.arrowWay, y * Self.arrowWay)
            } else if let step {
                navigate(step)
            }
        case .zoom(let steps): zoom.zoom(by: steps)
        case .fit: zoom.fit()
        case .pixels: zoom.zoomToPixels()
        case .toggleZoom: zoom.toggle()
        case .rotate(let quarters): rotate(by: quarters)
        case .page(let step): picture.turnPage(by: step)
        case .play: return play()
        case .playOrNavigate(let step): if !play() { navigate(step) }
        }
        // Also where there is no photo to go to: an unconsumed key would move the focus.
        return true
    }

    /// Rotates the shown photo. The rotation is kept while its source is shown.
    func rotate(by quarters: Int) {
        picture.rotate(by: quarters)
        tell(.rotated(quarters))
    }

    /// Tells the page which source the window shows. Rotations of another source are dropped.
    func enter(_ source: SourceID) { picture.enter(source) }

    private func show(_ ref: PhotoRef, in gallery: any BrowsePage) {
        tell(.leaving)
        let moment = ContinuousClock.now
        let isQuick = navigatedAt.map { moment - $0 < quickNavigation } ?? false
        navigatedAt = moment
        picture.show(ref, in: gallery, direction: direction, delay: isQuick ? quickNavigation : nil)
        listed()
        tell(.shown)
    }

    /// Updates title, buttons and neighbours after the list has grown or another photo is shown.
    private func listed() {
        guard let shown = picture.shown else { return }
        let model = shown.gallery.model, count = course.count(in: model), title = shown.state.photo.title
        // What is beside a photo whose folder is being listed is not known yet.
        guard let index = course.position(of: shown.ref, in: model) else {
            return widgets.show(title: title, position: "", hasPrevious: false, hasNext: false)
        }
        if course.photos == nil { model.loadIfNeeded(lastVisible: index, perScreen: Self.photosAhead) }
        let isComplete = course.photos != nil || GalleryProgress(model).isComplete
        widgets.show(
            title: title, position: GalleryTitle.position(index + 1, of: count, isComplete: isComplete),
            hasPrevious: index > 0, hasNext: index + 1 < count)
        picture.loadNeighbours()
    }

    private static func notice(of lack: PictureLack, in photo: Photo) -> String {
        switch lack {
        case .end: localized(LoadFailure(stage: .decode, culprit: photo.title, reason: .truncated))
        case .detail: localized("Shown with reduced detail: full detail would take too long to load.")
        }
    }

    private func show(_ state: DetailState) {
        // A video that has no thumbnail can be played all the same.
        let failure: LoadFailure? = if case .failed(let failure) = state.full { failure } else { nil }
        let message = failure?.reason == .noThumbnail ? nil : failure.map(localized)
        widgets.show(spinner: state.showsSpinner && !state.photo.isVideo)
        widgets.show(failure: message, canRetry: failure?.isHopeless == false)
        widgets.show(notice: state.lack.map { Self.notice(of: $0, in: state.photo) })
        widgets.pages.show(picture.page + 1, of: picture.pageCount)
        widgets.show(play: state.photo.isVideo && message == nil)
        tell(.ended)
    }
}
