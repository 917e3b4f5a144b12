// Comparing: the selected photos beside each other, over the grid.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.compare`: compares two to six selected photos. Actions act on the active one of them.
package final class WindowCompare: WindowFeature {
    /// Made when photos are compared for the first time; nil before.
    private(set) var page: ComparePage?
    private let context: WindowContext
    private let overlay: OpaquePointer
    private var route: ModelBinding<Route>?
    private var closing: Task<Void, Never>?

    /// - Parameter overlay: The GtkOverlay over which the page lies.
    init(_ context: WindowContext, over overlay: OpaquePointer) {
        (self.context, self.overlay) = (context, overlay)
        context.actions.add(.compare) { [weak self] in self?.begin() }
        context.reversedMarks.set(for: self) { [weak self] in self?.openPage?.activate($0) }
        route = ModelBinding({ [router = context.router] in router.current }) { [weak self] in self?.take($0) }
    }

    /// The page while photos are compared; nil where none are.
    private var openPage: ComparePage? { page.flatMap { $0.isOpen ? $0 : nil } }

    private func makePage() -> ComparePage {
        let page = ComparePage(
            loader: context.composition.loader, facts: context.composition.facts, router: context.router,
            onActive: { [target = context.target] in target.compared = $0 })
        gtk_overlay_add_overlay(overlay, page.root.widget)
        // Below what may lie over it: a slideshow, the profile overlay.
        gtk_widget_insert_after(page.root.widget, overlay.cast(), context.detail.root.widget)
        self.page = page
        return page
    }

    /// What there is of the photos that are compared; nil where none are.
    package var pictures: ComparedPictures? { openPage?.pictures }

    /// Magnifies the photos to their own pixels.
    package func magnify() { _ = openPage?.run(.toggleZoom) }

    /// Moves the photos by logical pixels.
    package func move(x: Double, y: Double) { openPage?.move(x: x, y: y) }

    func stop() {
        context.reversedMarks.set(for: self, nil)
        route = nil
        closing?.cancel()
        openPage?.close()
    }

    private func begin() {
        guard context.isGridInFront, let refs = context.target.photos?.refs else { return }
        guard ComparedPhotos(refs) != nil else { return context.say(CompareText.number) }
        context.router.navigate(to: .compare(refs))
    }

    private func take(_ route: Route) {
        guard case .compare(let refs) = route else { return leave() }
        closing?.cancel()
        closing = nil
        guard refs != page?.photos?.photos else { return }
        let focused = context.gallery?.grid.focus.photo
        guard let gallery = context.page, let photos = ComparedPhotos(refs, active: focused) else {
            return _ = context.router.back()
        }
        (page ?? makePage()).open(photos, in: gallery)
    }

    /// Leaves the page for the grid, with the focus on the active photo.
    private func leave() {
        guard let page = openPage, closing == nil else { return }
        let active = page.photos?.active
        // Once the grid takes the focus again, which it gets before the page is empty.
        closing = Task { [weak self] in
            guard let self, !Task.isCancelled else { return }
            self.closing = nil
            self.context.goOn(from: active)
            page.close()
        }
    }

    func pageChanged(to page: any BrowsePage) {
        closing?.cancel()
        closing = nil
        openPage?.close()
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        page?.collectionChanged(by: update, from: before)
    }

    func targetChanged() {
        context.actions.enable(.compare, context.target.opened() == nil && context.target.count > 1)
    }
}
