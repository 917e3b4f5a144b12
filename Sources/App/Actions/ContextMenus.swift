// The context menus of grid and viewer: which part of the window opens which menu, by pointer, key and long press.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The context menus of one window. They show the models of the headers' menus.
final class ContextMenus: WindowFeature {
    /// The menus by what they are opened on.
    struct Models {
        /// The menu of the selected photos and of a photo in the grid; the selection's header shows it too.
        let photos: GObjectReference
        /// The menu of the opened photo; its header shows it too.
        let opened: GObjectReference
        /// The menu of a section's heading.
        let section: GObjectReference
        /// The menu for a point where there is no photo.
        let ground: GObjectReference
        /// The menu of photos in the trash.
        let trashed: GObjectReference

        /// - Parameter targets: The entries for the folders to which photos are copied and moved.
        init(targets: TargetMenus) {
            photos = PhotoMenu.model(in: .grid, targets: targets)
            opened = PhotoMenu.model(in: .viewer, targets: targets)
            section = PhotoMenu.model(in: .heading, targets: targets)
            ground = GroundMenu.model()
            trashed = TrashMenu.model()
        }
    }

    private let context: WindowContext
    private let models: Models
    private var target: ActionTarget { context.target }
    private let overPhoto: MenuPopover
    private var overGrid: MenuPopover?
    private var page: GalleryPage? { context.gallery }

    init(_ context: WindowContext, models: Models) {
        (self.context, self.models) = (context, models)
        overPhoto = MenuPopover(in: context.detail.widgets.content.cast(), actions: context.actions)
        context.actions.add(.contextMenu) { [weak self] in self?.openByKey() }
        let view: Widget = context.detail.view.cast()
        Self.onSecondary(view) { [weak self] in self?.openOverPhoto(atX: $0, y: $1) }
        Self.onLongPress(view) { [weak self] x, y in
            self?.openOverPhoto(atX: x, y: y)
            return true
        }
    }

    func pageChanged(to page: any BrowsePage) {
        overGrid?.close()
        target.pointed = nil
        let page = page.gallery
        overGrid = page.map { MenuPopover(in: $0.root.widget, actions: context.actions) }
        guard let page else { return }
        Self.onSecondary(page.grid.view) { [weak self] in self?.open(atX: $0, y: $1) }
        // A finger that rests on a photo selects it.
        Self.onLongPress(page.grid.view) { [weak self, weak page] x, y in
            guard let self, page?.grid.heading(atX: x, y: y) != nil else { return false }
            self.open(atX: x, y: y)
            return true
        }
    }

    func stop() {
        overGrid?.close()
        overPhoto.close()
    }

    /// Whether a menu is open.
    var isOpen: Bool { overPhoto.isOpen || overGrid?.isOpen == true }

    // MARK: Grid

    /// Opens the menu of what lies at a point of the grid's viewport: a photo, a heading, or neither.
    func open(atX x: Double, y: Double) {
        guard let page else { return }
        let grid = page.grid, place = Rectangle(x: x, y: y, width: 1, height: 1)
        grid.stopFling()
        if let section = grid.heading(atX: x, y: y)?.section {
            open(.section(section), at: place, isAtPointer: true)
        } else if let ref = grid.photo(atX: x, y: y) {
            grid.focus.press(ref)
            grid.focus.endPress(ref)
            open(.photo(ref), at: place, isAtPointer: true)
        } else {
            open(nil, at: place, isAtPointer: true)
        }
    }

    private func open(_ pointed: ActionTarget.Pointed?, at place: Rectangle, isAtPointer: Bool) {
        guard let page, let overGrid else { return }
        let model =
            switch pointed {
            case .photo where target.isInTrash: models.trashed
            case .photo: models.photos
            case .section: models.section
            case nil: models.ground
            }
        target.pointed = pointed
        overGrid.open(model, at: place, of: page.grid.view, isAtPointer: isAtPointer) { [weak self, weak overGrid] in
            // Another menu may have been opened in its place.
            if overGrid?.isOpen != true { self?.target.pointed = nil }
        }
    }

    // MARK: Viewer

    private func openOverPhoto(atX x: Double, y: Double) {
        overPhoto.open(
            models.opened, at: Rectangle(x: x, y: y, width: 1, height: 1), of: context.detail.view.cast(),
            isAtPointer: true
        ) {}
    }

    // MARK: Input

    /// Opens the menu of the opened photo or of the focused one.
    private func openByKey() {
        if target.opened() != nil {
            let view: Widget = context.detail.view.cast()
            let width = Double(gtk_widget_get_width(view)), height = Double(gtk_widget_get_height(view))
            return openOverPhoto(atX: width / 2, y: height / 2)
        }
        guard let grid = page?.grid else { return }
        if let ref = grid.focus.photo, let position = grid.snapshot.position(of: ref) {
            grid.reveal(position)
            open(.photo(ref), at: grid.cell(at: position), isAtPointer: false)
        } else {
            let top = Rectangle(x: Double(grid.layout.room.width) / 2, y: 0, width: 1, height: 1)
            open(nil, at: top, isAtPointer: false)
        }
    }

    private static func onSecondary(_ widget: Widget, _ open: @escaping (Double, Double) -> Void) {
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, UInt32(GDK_BUTTON_SECONDARY))
        Signal.onPress(click, "pressed") { _, x, y in
            gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            open(x, y)
        }
        gtk_widget_add_controller(widget, click.opaque)
    }

    /// Adds a long press of a finger, which `open` may leave to others.
    private static func onLongPress(_ widget: Widget, _ open: @escaping (Double, Double) -> Bool) {
        let press = made(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(press.opaque, 1)
        Signal.onPoint(press, "pressed") { x, y in
            if open(x, y) { gtk_gesture_set_state(press.opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        gtk_widget_add_controller(widget, press)
    }
}
