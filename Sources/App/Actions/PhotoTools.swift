// The tools around the opened photo: info panel, menu, keys, and drag and drop.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Panel, menu and drag source of the page of a photo. Updates them when another photo is shown.
final class PhotoTools: WindowFeature {
    private let context: WindowContext
    private var detail: DetailPage { context.detail }
    private var info: InfoPanel { context.info }
    /// The button of the menu of the opened photo.
    private let menuButton: MenuButton
    private let favourite = CommandButton.make(
        .favourite, icon: "emblem-favorite-symbolic", name: MarkText.favourite, tooltip: ButtonText.favouriteHelp,
        isToggle: true)
    private let trash = CommandButton.make(
        .trash, icon: "user-trash-symbolic", name: OperationText.trash, tooltip: ButtonText.trashHelp)
    private var isNarrow = false
    private var panelBinding: ModelBinding<Panel?>?

    /// - Parameter menu: The menu of the opened photo.
    init(_ context: WindowContext, menu: GObjectReference) {
        self.context = context
        let detail = context.detail, info = context.info, router = context.router
        menuButton = MenuButton(
            icon: "view-more-symbolic", name: ButtonText.photoMenu, tooltip: ButtonText.photoMenuHelp,
            content: .menu(menu),
            actions: context.actions)
        gtk_box_append(detail.widgets.content.cast(), info.root.widget)
        addButtons(to: detail.widgets.header)
        CommandKeys.install(.photo, on: detail.root.widget)
        PictureDrag.install(on: detail.view.cast()) { [weak detail] in detail.flatMap(Self.drag) }
        info.onRoom = { [weak self] in self?.makeRoom() }
        // Only in full screen does the header lie over the photo.
        Signal.onChange(of: "fullscreened", context.window) { [weak detail, window = context.window] in
            detail?.widgets.isHeaderOver = gtk_window_is_fullscreen(window) != 0
            detail?.controls.wake()
        }
        detail.observe { [weak self, weak context] event in
            switch event {
            case .shown: self?.photoChanged()
            case .ended:
                context?.target.changed()
                self?.showTones()
            case .play(let video): context?.play(video)
            case .turning, .rotated, .leaving: break
            }
        }
        detail.controls.areHeld = { [weak info] in info?.isRevealed ?? false }
        panelBinding = ModelBinding({ router.panel }) { [weak self] in self?.show($0) }
    }

    func targetChanged() {
        showButtons()
        showMarks()
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { showMarks() }

    /// The photo whose marks are shown.
    private var marked: PhotoRef?

    private func showMarks() {
        let ref = detail.shownRef, model = detail.shownModel
        let marks = ref.flatMap { ref in model?.source.keepsMarks == true ? model?.marks(of: ref) : nil }
        detail.widgets.marks.show(marks, isChange: ref != nil && ref == marked)
        marked = ref
    }

    func widthChanged(isNarrow: Bool) {
        info.isSheet = isNarrow
        self.isNarrow = isNarrow
        detail.widgets.marks.isNarrow = isNarrow
        showButtons()
    }

    /// Shows the buttons that act on files, where the photo is one and there is room. The menu has what they do, too.
    private func showButtons() {
        for (button, capability) in [(favourite, PlaceCapabilities.mark), (trash, .trash)] {
            gtk_widget_set_visible(button, !isNarrow && context.target.can(capability) ? 1 : 0)
        }
    }

    var menuButtons: [MenuButton] { [menuButton] }
    var menuInFront: MenuButton? {
        guard case .detail = context.router.current else { return nil }
        detail.controls.wake()
        return menuButton
    }

    func stop() { panelBinding = nil }

    /// Adds the buttons, the last one first.
    private func addButtons(to header: OpaquePointer) {
        adw_header_bar_pack_end(header, menuButton.root.widget)
        let info = CommandButton.make(
            .info, icon: "help-about-symbolic", name: PhotoActionText.information,
            tooltip: ButtonText.photoInformationHelp, isToggle: true)
        for button in [info, trash, favourite] { adw_header_bar_pack_end(header, button) }
    }

    /// Lays the panel beside the photo or below it, and the title over the middle of the photo.
    private func makeRoom() {
        let content = detail.widgets.content
        gtk_orientable_set_orientation(
            content, info.isSheet ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        detail.widgets.setWidthBesideStage(info.widthBeside)
    }

    private static func subject(_ detail: DetailPage) -> PhotoSubject? {
        guard let photo = detail.shownPhoto, let source = detail.shownSource else { return nil }
        return PhotoSubject(photo: photo, source: source)
    }

    private static func drag(_ detail: DetailPage) -> PictureDrag.Subject? {
        // Dragging pans a magnified picture.
        guard !detail.zoom.canPan, let subject = subject(detail),
            let texture = detail.widgets.picture.shown
        else { return nil }
        return PictureDrag.Subject(location: subject.original, link: subject.link, texture: texture)
    }

    private func photoChanged() {
        context.toasts.open(detail.shownRef, detail.shownPhoto)
        context.target.changed()
        if let subject = Self.subject(detail) {
            info.show(subject.photo, original: subject.original, editing: context.wordsSubject)
            showTones()
        } else {
            info.clear()
        }
    }

    /// Shows the tones of the photo once it is there in the window's size.
    private func showTones() { info.show(tonesOf: detail.picture.texture?.pixels) }

    private func show(_ panel: Panel?) {
        let isShown = panel == .info
        // A hidden panel would take the focus with it: the picture gets it instead.
        if !isShown, info.hasFocus { gtk_widget_grab_focus(detail.view.cast()) }
        info.isRevealed = isShown
    }
}
