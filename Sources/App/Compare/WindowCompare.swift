// Comparing: the selected photos beside each other, over the grid.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.compare`: compares two to six selected photos. Actions act on the active one of them.
package final class WindowCompare: WindowFeature {
    let page: ComparePage
    private let context: WindowContext
    private var route: ModelBinding<Route>?
    private var closing: Task<Void, Never>?

    /// - Parameter overlay: The GtkOverlay over which the page lies.
    init(_ context: WindowContext, over overlay: OpaquePointer) {
        self.context = context
        page = ComparePage(
            loader: context.composition.loader, facts: context.composition.facts, router: context.router,
            onActive: { [target = context.target] in target.compared = $0 })
        gtk_overlay_add_overlay(overlay, page.root.widget)
        context.actions.add(.compare) { [weak self] in self?.begin() }
        context.composition.files.news.marks.set(for: self) { [weak self] in self?.follow($0) }
        route = ModelBinding({ [router = context.router] in router.current }) { [weak self] in self?.take($0) }
    }

    /// What there is of the photos that are compared; nil where none are.
    package var pictures: ComparedPictures? { page.isOpen ? page.pictures : nil }

    /// Magnifies the photos to their own pixels.
    package func magnify() { _ = page.run(.toggleZoom) }

    /// Moves the photos by logical pixels.
    package func move(x: Double, y: Double) { page.move(x: x, y: y) }

    func stop() {
        context.composition.files.news.marks.set(for: self, nil)
        route = nil
        closing?.cancel()
        if page.isOpen { page.close() }
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
        guard refs != page.photos?.photos else { return }
        let focused = context.gallery?.grid.focus.photo
        guard let gallery = context.page, let photos = ComparedPhotos(refs, active: focused) else {
            return _ = context.router.back()
        }
        page.open(photos, in: gallery)
    }

    /// Leaves the page for the grid, with the focus on the active photo.
    private func leave() {
        guard page.isOpen, closing == nil else { return }
        let active = page.photos?.active
        // Once the grid takes the focus again, which it gets before the page is empty.
        closing = Task { [weak self] in
            guard let self, !Task.isCancelled else { return }
            self.closing = nil
            self.context.goOn(from: active)
            self.page.close()
        }
    }

    func pageChanged(to page: any BrowsePage) {
        closing?.cancel()
        closing = nil
        if self.page.isOpen { self.page.close() }
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        page.collectionChanged(by: update, from: before)
    }

    func targetChanged() {
        context.actions.enable(.compare, context.target.opened() == nil && context.target.count > 1)
    }

    /// Acts on a photo whose marks were undone, or given again.
    private func follow(_ marked: [MarkedPhoto]) {
        guard page.isOpen, let path = marked.first?.path, let model = context.page?.model,
            let id = model.source.id(of: path)
        else { return }
        Task { [weak self] in
            if let ref = await model.ref(of: id), let self, self.page.isOpen { self.page.activate(ref) }
        }
    }
}
