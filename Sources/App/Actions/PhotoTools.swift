// The tools around the opened photo: info panel, menu, keys, and drag and drop.
import Browse
import CGTK
import Desktop
import Photos

/// Panel and actions of the detail page. Updates them when another photo is shown.
final class PhotoTools {
    private let detail: DetailPage
    private let router: Router
    private let target: ActionTarget
    /// The menu of the opened photo.
    let menu = PhotoMenu.model(in: .viewer)
    /// The button of that menu.
    let menuButton: MenuButton
    let info: InfoPanel
    let actions: PhotoActions
    private var panelBinding: ModelBinding<Panel?>?

    init(on detail: DetailPage, router: Router, target: ActionTarget, info: InfoPanel, actions: PhotoActions) {
        self.detail = detail
        self.router = router
        self.target = target
        self.info = info
        self.actions = actions
        menuButton = MenuButton(
            icon: "view-more-symbolic", name: ButtonText.photoMenu, tooltip: ButtonText.photoMenuHelp, model: menu)
        gtk_box_append(detail.widgets.content.cast(), info.root.widget)
        addButtons(to: detail.widgets.header)
        PhotoActions.installKeys(on: detail.root.widget)
        PictureDrag.install(on: detail.view.cast()) { [weak detail] in detail.flatMap(Self.drag) }
        target.opened = { [weak detail] in
            guard let detail, let ref = detail.shownRef, let model = detail.shownModel else { return nil }
            return (ref, model)
        }
        actions.subject = { [weak target] in
            target?.single.map { PhotoActions.Subject(photo: $1.photo($0), source: $1.source) }
        }
        actions.isOpened = { [weak target] in target?.opened() != nil }
        actions.count = { [weak target] in target?.count ?? 0 }
        actions.texture = { [weak detail] in detail?.widgets.picture.shown }
        actions.onInfo = { [weak router] in
            if router?.dismiss() == false { router?.present(.info) }
        }
        info.onRoom = { [weak self] in self?.makeRoom() }
        info.onCopy = { [weak actions] in actions?.copy($0) }
        info.onGo = { [weak actions] in actions?.go(to: $0) }
        detail.onShow = { [weak self] in self?.photoChanged() }
        detail.controls.areHeld = { [weak info] in info?.isRevealed ?? false }
        panelBinding = ModelBinding({ [router] in router.panel }) { [weak self] in self?.show($0) }
    }

    private func addButtons(to header: OpaquePointer) {
        adw_header_bar_pack_end(header, menuButton.root.widget)
        let button = made(gtk_toggle_button_new())
        gtk_button_set_icon_name(button.cast(), "help-about-symbolic")
        DetailWidgets.name(button, PhotoActionText.information, tooltip: ButtonText.photoInformationHelp)
        gtk_actionable_set_detailed_action_name(button.opaque, "win." + PhotoActions.Command.info.rawValue)
        adw_header_bar_pack_end(header, button)
    }

    /// Lays the panel beside the photo or below it, and the title over the middle of the photo.
    private func makeRoom() {
        let content = detail.widgets.content
        gtk_orientable_set_orientation(
            content, info.isSheet ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        detail.widgets.setWidthBesideStage(info.widthBeside)
    }

    private static func subject(_ detail: DetailPage) -> PhotoActions.Subject? {
        guard let photo = detail.shownPhoto, let source = detail.shownSource else { return nil }
        return PhotoActions.Subject(photo: photo, source: source)
    }

    private static func drag(_ detail: DetailPage) -> PictureDrag.Subject? {
        // Dragging pans a magnified picture.
        guard !detail.zoom.canPan, let subject = subject(detail),
            let texture = detail.widgets.picture.shown
        else { return nil }
        return PictureDrag.Subject(location: subject.original, link: subject.link, texture: texture)
    }

    private func photoChanged() {
        target.changed()
        if let subject = Self.subject(detail) {
            info.show(subject.photo, original: subject.original)
        } else {
            info.clear()
        }
    }

    private func show(_ panel: Panel?) {
        let isShown = panel == .info
        // A hidden panel would take the focus with it: the picture gets it instead.
        if !isShown, info.hasFocus { gtk_widget_grab_focus(detail.view.cast()) }
        info.isRevealed = isShown
        actions.isInfoShown = isShown
    }
}
