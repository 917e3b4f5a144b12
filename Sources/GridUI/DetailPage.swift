// The page of one opened photo: opening, navigation to other photos, commands.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Logging
import Photos

/// Full-window page of one photo. It lies over the grid, which keeps its state underneath.
/// What the page shows of its photo is decided in `DetailPage+Loading.swift`.
final class DetailPage {
    /// The shown photo: its gallery, its reference there, and the state of its picture.
    struct Shown {
        let gallery: any OpenGallery
        let ref: PhotoRef
        let state: DetailState
    }

    let widgets = DetailWidgets()
    var root: WidgetReference { widgets.root }
    var view: OpaquePointer { widgets.view }
    var picture: PhotoView { widgets.picture }
    let loader: ImageLoader
    let player: AnimationPlayer
    let around: PhotosAround
    let zoom: PictureZoom
    let sharper: SharperPicture
    let readout: ZoomReadout
    let controls: IdleControls
    /// Rotations of photos of the shown source.
    private(set) var rotations = PhotoRotations()
    let log = Logger(label: "detail")

    // Internal rather than private for the extension that loads, which is in a file of its own.
    var shown: Shown?
    /// The size at which the picture was requested; nil before the first request.
    var requestedSize: PixelSize?
    /// Waits for the first layout, for the window's size to settle, or for the end of quick navigation.
    var settling: Task<Void, Never>?
    var decorating: Task<Void, Never>?
    private var progress: ModelBinding<GalleryProgress>?
    private var turnedAt: ContinuousClock.Instant?
    private var direction = 0

    /// Called when the user wants to go back to the grid.
    var onBack: () -> Void = {}
    /// Called when another photo is shown, and when the page has closed.
    var onShow: () -> Void = {}
    /// Called when the user has navigated to another photo, which is shown by then.
    var onTurn: (_ ref: PhotoRef) -> Void = { _ in }
    /// Called when the picture has arrived in the view's size.
    var onPicture: (Texture, ImageRequest) -> Void = { _, _ in }

    /// Shortest time between two photos for the second one to be requested at once. A photo that is reached more
    /// quickly is requested only after it has stayed for this long.
    var quickTurn = Duration.milliseconds(150)
    /// Number of photos that count as one screen when the list is asked to grow (`GalleryModel.screensAhead`).
    private static let photosAhead = 8
    /// Fraction of the view by which an arrow key pans a magnified picture.
    private static let arrowWay = 0.25

    /// - Parameter pulse: Frame source of animations and zooms: the frame clock, except in tests.
    init(loader: ImageLoader, pulse: @escaping FramePulse = frameClock) {
        self.loader = loader
        around = PhotosAround(loader: loader)
        let picture = widgets.picture
        player = AnimationPlayer(on: widgets.view, pulse: pulse) { picture.setPicture($0.pointer) }
        zoom = PictureZoom(of: picture, pulse: pulse)
        sharper = SharperPicture(for: picture, loader: loader)
        readout = ZoomReadout(over: widgets.stage)
        controls = IdleControls(of: widgets)
        zoom.onRest = { [weak self] in self?.sharpen($0) }
        zoom.onAim = { [weak self] in self?.sharpen($0) }
        zoom.onMove = { [weak self] in self?.moved($0) }
        zoom.onScale = { [readout] in readout.show($0) }
        around.onTile = { [weak self] in self?.standIn($1, for: $0) }
        Signal.on(widgets.back, "clicked") { [weak self] in self?.onBack() }
        Signal.on(widgets.retry, "clicked") { [weak self] in self?.retry() }
        Signal.on(widgets.previous, "clicked") { [weak self] in self?.turn(.previous) }
        Signal.on(widgets.next, "clicked") { [weak self] in self?.turn(.next) }
        picture.onResize = { [weak self] in self?.resized() }
        DetailKeys.install(on: root.widget) { [weak self] in self?.run($0) ?? false }
        DetailGestures.install(on: view.cast(), zoom: zoom) { [weak self] in self?.turn($0) }
    }

    isolated deinit { stop() }

    /// Cancels the page's requests, animations and timers.
    private func stop() {
        settling?.cancel()
        decorating?.cancel()
        around.cancel()
        player.stop()
        zoom.stop()
        readout.hide()
        controls.stop()
        sharper.drop()
    }

    /// The shown photo; nil while the page is closed.
    var shownPhoto: Photo? { shown?.state.photo }
    /// Reference of the shown photo in its gallery.
    var shownRef: PhotoRef? { shown?.ref }
    /// The source of the shown photo.
    var shownSource: (any PhotoSource)? { shown?.gallery.model.source }

    /// Whether the shown photo has arrived in the window's size or has failed.
    var hasEnded: Bool { shown.map { $0.state.full != .loading } ?? false }

    /// Opens a photo of `gallery`. The page keeps the gallery alive until it is closed.
    func open(_ ref: PhotoRef, in gallery: any OpenGallery) {
        direction = 0
        show(ref, in: gallery)
        turnedAt = nil
        gtk_widget_set_visible(root.widget, 1)
        gtk_widget_grab_focus(view.cast())
        controls.start()
        follow(gallery.model)
    }

    /// Replaces the gallery of the shown photo by `gallery`, where the same photo is `ref`. Its picture stays, or goes on
    /// loading. Does nothing if `ref` is another photo.
    func adopt(_ ref: PhotoRef, of gallery: any OpenGallery) {
        guard let shown, gallery.model.photo(ref).id == shown.state.photo.id else { return }
        around.rename(shown.ref, to: ref)
        self.shown = Shown(gallery: gallery, ref: ref, state: shown.state)
        if requestedSize != nil, shown.state.full == .loading { load() }
        follow(gallery.model)
    }

    /// Takes a step of the collection that is shown. A photo that is gone gives way to the one that has followed it, and
    /// the page closes after the last one; one that has changed is loaded anew.
    func take(_ update: CollectionUpdate, _ before: CollectionSnapshot) {
        guard let shown, shown.ref.collection == update.snapshot.collection else { return }
        guard let next = before.successor(of: shown.ref, in: update.snapshot) else {
            if before.position(of: shown.ref) != nil { onBack() }
            return
        }
        if next != shown.ref {
            direction = 0
            show(next, in: shown.gallery)
            onTurn(next)
        } else if update.changed.contains(shown.ref) {
            show(next, in: shown.gallery)
        } else if !update.edits.isEmpty {
            listed()
        }
    }

    private func follow(_ model: GalleryModel) {
        progress = ModelBinding({ GalleryProgress(model) }) { [weak self] _ in self?.listed() }
    }

    /// Closes the page and cancels all that it loads.
    func close() {
        progress = nil
        stop()
        shown = nil
        requestedSize = nil
        widgets.show(spinner: false)
        gtk_widget_set_visible(root.widget, 0)
        picture.clear()
        onShow()
    }

    /// Navigates to another photo.
    /// - Returns: False where there is none.
    @discardableResult
    func turn(_ step: PhotoStep) -> Bool {
        guard let shown, let position = shown.gallery.model.position(of: shown.ref),
            let next = step.index(from: position, count: shown.gallery.model.count)
        else { return false }
        direction = (next - position).signum()
        let ref = shown.gallery.model.ref(at: next)
        show(ref, in: shown.gallery)
        onTurn(ref)
        return true
    }

    /// Performs the command of a key.
    /// - Returns: Always true: the key is consumed.
    func run(_ command: DetailCommand) -> Bool {
        switch command {
        case .turn(let step): turn(step)
        case .arrow(let x, let y, let step):
            if zoom.canPan {
                zoom.pan(views: x * Self.arrowWay, y * Self.arrowWay)
            } else if let step {
                turn(step)
            }
        case .zoom(let steps): zoom.zoom(by: steps)
        case .fit: zoom.fit()
        case .pixels: zoom.zoomToPixels()
        case .rotate(let quarters): rotate(by: quarters)
        }
        // Also where there is no photo to go to: an unconsumed key would move the focus.
        return true
    }

    /// Rotates the shown photo. The rotation is kept while its source is shown.
    func rotate(by quarters: Int) {
        guard let photo = shownPhoto, let source = shownSource else { return }
        zoom.turn(by: quarters)
        rotations[photo.id, of: source.identity] = zoom.turns
    }

    /// Tells the page which source the window shows. Rotations of another source are dropped.
    func enter(_ source: SourceID) { rotations.enter(source) }

    private func show(_ ref: PhotoRef, in gallery: any OpenGallery) {
        let photo = gallery.model.photo(ref)
        rotations.enter(gallery.model.source.identity)
        let moment = ContinuousClock.now
        let isQuick = turnedAt.map { moment - $0 < quickTurn } ?? false
        turnedAt = moment
        settling?.cancel()
        decorating?.cancel()
        player.stop()
        requestedSize = nil
        around.turn(to: ref, of: gallery)
        showStandIn(ref, of: gallery, photo)
        around.loadTiles(after: ref, direction: direction, of: gallery)
        if isQuick, !isAtHand(ref, of: gallery) {
            settling = Task { [weak self, quickTurn] in
                guard (try? await Task.sleep(for: quickTurn)) != nil else { return }
                self?.load()
            }
        } else {
            load()
        }
        listed()
        onShow()
    }

    /// Updates title, buttons and neighbours after the list has grown or another photo is shown.
    private func listed() {
        guard let shown else { return }
        let model = shown.gallery.model
        guard let index = model.position(of: shown.ref) else { return }
        model.loadIfNeeded(lastVisible: index, perScreen: Self.photosAhead)
        let count = model.count
        let position = GalleryTitle.position(index + 1, of: count)
        widgets.show(
            title: shown.state.photo.title,
            position: shown.gallery is LonePhoto ? "" : GalleryProgress(model).isComplete ? position : position + " so far",
            hasPrevious: index > 0, hasNext: index + 1 < count)
        loadNeighbours()
    }

    func stateChanged() {
        guard let state = shown?.state else { return }
        widgets.show(spinner: state.showsSpinner)
        if case .failed(let failure) = state.full {
            widgets.show(failure: failure.description)
        } else {
            widgets.show(failure: nil)
        }
    }
}
