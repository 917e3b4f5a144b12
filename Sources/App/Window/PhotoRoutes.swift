// The way between grid and opened photo: what the router says, as pages and zoom transitions.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Shows the pages of the router's routes: opens the page of a photo over the grid, and closes it.
final class PhotoRoutes {
    private let context: WindowContext
    private let browse: Widget
    let transition: ZoomTransitionController
    private var binding: ModelBinding<Route>?
    /// Returns whether the focus stays where it is when the photo has gone back to its tile.
    private let keepsFocus: () -> Bool

    /// - Parameters:
    ///   - overlay: The GtkOverlay of the window; gets the layer of the transition. The page of the photo is to be
    ///     added over it.
    ///   - browse: The widget of the grid's page, with header and sidebar.
    ///   - keepsFocus: Returns whether the search has the focus, which it keeps.
    init(
        _ context: WindowContext, over overlay: OpaquePointer, browse: Widget, keepsFocus: @escaping () -> Bool
    ) {
        (self.context, self.browse, self.keepsFocus) = (context, browse, keepsFocus)
        let detail = context.detail
        weak var whole: PhotoRoutes?
        transition = ZoomTransitionController(
            page: detail, pictures: TransitionPictures(loader: context.composition.loader), over: overlay,
            onClosed: { whole?.focusPhotos() }, onPulledOff: { [router = context.router] in router.back() })
        whole = self
        detail.observe { [weak transition] in if case .turning = $0 { transition?.willTurn() } }
        PullGesture.install(on: detail.view.cast(), controller: transition)
        PinchGesture.install(on: detail.view.cast(), zoom: detail.zoom, controller: transition)
        // A key that follows at once is meant for the page to which the one before has led.
        binding = ModelBinding({ [router = context.router] in router.current }, at: .beforeNextEvent) { [weak self] in
            self?.show($0)
        }
    }

    /// Ends with the window.
    func stop() {
        binding = nil
        transition.stop()
    }

    private func show(_ route: Route) {
        switch route {
        case .grid:
            setIsInFront(true, context.page)
            transition.close()
            context.target.changed()
        // A feature of its own shows them.
        case .compare: setIsInFront(false, context.page)
        case .detail(let ref):
            guard let page = context.page, page.model.position(of: ref) != nil else { return }
            setIsInFront(false, page)
            let isOpening = !context.isShowingDetail || transition.isClosing
            let origin = page.gallery
            if isOpening {
                context.detail.open(in: page)
                transition.open(ref, from: origin)
            } else {
                context.detail.follow(in: page)
                transition.follow(photo: ref, of: origin)
            }
        }
    }

    /// Opens a photo of a page that has just come, without a transition.
    func open(_ ref: PhotoRef, of page: any BrowsePage) {
        context.router.navigate(to: .detail(ref))
        context.detail.open(in: page)
        transition.follow(photo: ref, of: page.gallery)
        setIsInFront(false, page)
    }

    /// Sets whether the grid is in front. It keeps its state under the detail page, but takes no input there, and its
    /// pictures are less urgent than that page's.
    private func setIsInFront(_ isInFront: Bool, _ page: (any BrowsePage)?) {
        gtk_widget_set_can_target(browse, isInFront ? 1 : 0)
        gtk_widget_set_can_focus(browse, isInFront ? 1 : 0)
        page?.gallery?.setIsInFront(isInFront)
    }

    /// Gives the focus to the photos after the detail page has closed, unless it is on one of them or in the search.
    private func focusPhotos() {
        guard let page = context.page, !keepsFocus() else { return }
        let focus = gtk_window_get_focus(context.window)
        if let focus, gtk_widget_is_ancestor(focus, page.root.widget) != 0 { return }
        page.grabFocus()
    }
}
