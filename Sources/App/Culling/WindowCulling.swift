// Culling: the opened photo with a film strip below it, and plain keys that decide on each photo.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.cull`: goes through the selected photos where there are several, else through all from the opened or focused
/// one on. Magnification and place are kept from photo to photo, and arrows lead to other photos from a magnified one
/// too. The actions of marks give them, and go on.
final class WindowCulling: WindowFeature {
    private let context: WindowContext
    private var state: CullingState { context.culling }
    private var detail: DetailPage { context.detail }
    /// The strip; also while the page is on its way back to the grid.
    private(set) var panel: CullingPanel?
    private var route: ModelBinding<Route>?
    /// The style of toasts that are shown above the panel.
    private static let overPanel = "over-culling"
    /// Whether the photo was opened before.
    private var beganOnPage = false
    /// Actions of keys that came before the first photo was opened, in the next turn of the loop: the grid has the keys
    /// until then, and would search for a digit.
    private var early: [String] = []

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.cull, isOn: false) { [weak self] in self?.toggle() }
        CullingKeys.install(on: context.detail.root.widget) { [culling = context.culling] in culling.isOn }
        CullingKeys.install(on: context.window.cast()) { [weak self] in
            self?.waitsForPhoto ?? false
        } act: { [weak self] in
            self?.early.append($0)
            return true
        }
        context.reversedMarks.set(for: self) { [weak self] in self?.follow($0) }
        route = ModelBinding({ [router = context.router] in router.current }) { [weak self] in self?.take($0) }
    }

    func stop() {
        context.reversedMarks.set(for: self, nil)
        route = nil
        panel = nil
    }

    // MARK: Begin and end

    private func toggle() {
        if state.isOn { leave() } else if !context.isCovered, !context.router.isComparing { begin() }
    }

    private func begin() {
        guard let page = context.page, canCull(page.model) else { return }
        let target = context.target, first: PhotoRef?
        var chosen: [PhotoRef]?
        if case .detail(let ref) = context.router.current {
            (beganOnPage, first) = (true, ref)
        } else {
            beganOnPage = false
            if target.count > 1, target.count < page.model.count { chosen = target.photos?.refs }
            let focused = context.gallery?.grid.focus.seenPhoto
            if let chosen {
                first = focused.flatMap { chosen.contains($0) ? $0 : nil } ?? chosen.first
            } else {
                first = focused ?? page.model.firstInView(of: context.gallery)
            }
        }
        guard let first else { return }
        state.isOn = true
        detail.arrowsNavigate = true
        detail.zoom.keepsZoom = true
        detail.narrow(to: chosen)
        show(CullingPanel(over: page, context, course: detail.course))
        context.router.navigate(to: .detail(first))
        changed()
    }

    /// Leaves it for where it was begun.
    private func leave() {
        if beganOnPage { end() } else { context.router.back() }
    }

    /// Ends it; the page shows the photo as any other.
    private func end() {
        stopDeciding()
        show(nil)
        if case .detail = context.router.current { gtk_widget_grab_focus(detail.view.cast()) }
    }

    /// Ends it, but for what is seen of it.
    private func stopDeciding() {
        guard state.isOn else { return }
        state.isOn = false
        early = []
        detail.arrowsNavigate = false
        detail.narrow(to: nil)
        changed()
    }

    private func changed() {
        context.actions.set(.cull, isOn: state.isOn)
        context.target.changed()
    }

    private func show(_ panel: CullingPanel?) {
        if let old = self.panel { gtk_box_remove(detail.widgets.footer.cast(), old.root.widget) }
        self.panel = panel
        if let panel { gtk_box_append(detail.widgets.footer.cast(), panel.root.widget) }
        gtk_widget_set_visible(detail.widgets.footer, panel == nil ? 0 : 1)
        let toasts = context.toasts.overlay.widget
        if panel == nil {
            gtk_widget_remove_css_class(toasts, Self.overPanel)
        } else {
            gtk_widget_add_css_class(toasts, Self.overPanel)
        }
    }

    private func canCull(_ model: GalleryModel) -> Bool { model.count > 0 && model.source.keepsMarks }

    // MARK: What is shown

    private func take(_ route: Route) {
        switch route {
        case .grid, .compare: stopDeciding()  // The strip fades with the page.
        case .detail: if !state.isOn, panel != nil { show(nil) }
        }
    }

    /// Goes to a photo whose marks were undone, or given again.
    private func follow(_ ref: PhotoRef) {
        guard state.isOn, detail.shownModel?.position(of: ref) != nil else { return }
        context.router.replace(with: .detail(ref))
    }

    func pageChanged(to page: any BrowsePage) { end() }

    func targetChanged() {
        enable()
        if !state.isOn, panel != nil, !context.isShowingDetail { show(nil) }
        guard state.isOn, let shown = detail.shownRef, let model = detail.shownModel else { return }
        // Undo may lead to photos that are not among the chosen ones.
        if detail.course.photos != nil, detail.course.position(of: shown, in: model) == nil { detail.narrow(to: nil) }
        panel?.show(shown)
        // Once all features know the photo: the actions of marks are enabled for it then.
        if !early.isEmpty { Task { [weak self] in self?.actEarly() } }
    }

    /// Whether the first photo is on its way, or keys that came before it are still to be acted on. A slideshow over
    /// the photo has its own keys.
    private var waitsForPhoto: Bool {
        state.isOn && !context.isCovered && (context.target.shown() == nil || !early.isEmpty)
    }

    /// Does what the keys were for that came before the first photo was opened.
    private func actEarly() {
        guard context.target.opened() != nil else { return }
        let actions = early
        early = []
        for action in actions { CullingKeys.activate(action, on: detail.root.widget) }
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        enable()
        panel?.collectionChanged(by: update)
    }

    private func enable() {
        context.actions.enable(.cull, state.isOn || context.page.map { canCull($0.model) } ?? false)
    }

    // MARK: Escape

    /// Closes the information first, if that is open.
    func escape() -> Bool {
        guard state.isOn else { return false }
        if !context.router.dismiss() { leave() }
        return true
    }
}
