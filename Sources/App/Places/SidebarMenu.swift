// The context menu of the sidebar's rows.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// What can be done with a folder or a search of the sidebar, by a right click, the Menu key or a long press.
final class SidebarMenu {
    private let sidebar: Sidebar
    private let popover: MenuPopover
    /// The folder whose menu is open, or was last.
    private var pointed: Place?
    private let model: PlacesModel
    private let searches: KeptSearches
    private let context: WindowContext
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }

    private static let commands: [WindowCommand] = [
        .placeNewWindow, .placeNewFolder, .placeRename, .placeShowInFiles, .placeForget, .placeProperties,
    ]

    init(of sidebar: Sidebar, _ model: PlacesModel, searches: KeptSearches, _ context: WindowContext) {
        (self.sidebar, self.model, self.searches, self.context) = (sidebar, model, searches, context)
        popover = MenuPopover(in: sidebar.root.widget, actions: nil)
        let actions: [(WindowCommand, (SidebarMenu, Place) -> Void)] = [
            (.placeNewWindow, { $0.openWindow($1) }), (.placeForget, { $0.model.removeFromRecent($1) }),
        ]
        let folderActions: [(WindowCommand, (SidebarMenu, FilePath) -> Void)] = [
            (.placeNewFolder, { $0.context.operations.askForFolder(in: $1) }),
            (.placeRename, { $0.context.operations.askToRename($1) }),
            (.placeShowInFiles, { $0.showInFiles($1) }),
            (.placeProperties, { FolderProperties.show(of: $1, over: $0.window) }),
        ]
        for (command, action) in actions {
            context.actions.add(command) { [weak self] in
                if let self, let place = self.pointed { action(self, place) }
            }
            context.actions.enable(command, false)
        }
        for (command, action) in folderActions {
            context.actions.add(command) { [weak self] in
                if let self, let path = self.pointed?.path { action(self, path) }
            }
            context.actions.enable(command, false)
        }
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, UInt32(GDK_BUTTON_SECONDARY))
        Signal.onPress(click, "pressed") { _, _, _ in
            gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        // Not before: a row whose release goes to the menu looks pressed from then on.
        Signal.onPress(click, "released") { [weak self] _, x, y in _ = self?.open(atX: x, y: y) }
        gtk_widget_add_controller(sidebar.list.cast(), click.opaque)
        let press = made(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(press.opaque, 1)
        Signal.onPoint(press, "pressed") { [weak self] x, y in
            if self?.open(atX: x, y: y) == true { gtk_gesture_set_state(press.opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        gtk_widget_add_controller(sidebar.list.cast(), press)
        let keys = made(gtk_event_controller_key_new())
        Signal.onKey(keys, "key-pressed") { [weak self] key, held in
            let isShift = held.rawValue & GDK_SHIFT_MASK.rawValue != 0
            if key == UInt32(GDK_KEY_F2) { return self?.renameByKey() ?? false }
            if key == UInt32(GDK_KEY_Delete) || key == UInt32(GDK_KEY_KP_Delete) { return self?.removeByKey() ?? false }
            guard key == UInt32(GDK_KEY_Menu) || (key == UInt32(GDK_KEY_F10) && isShift) else { return false }
            return self?.openByKey() ?? false
        }
        gtk_widget_add_controller(sidebar.list.cast(), keys.opaque)
    }

    /// Ends with the window.
    func stop() { popover.close() }

    private func open(atX x: Double, y: Double) -> Bool {
        guard let menu = sidebar.entry(atY: y).flatMap(menu) else { return false }
        let place = Rectangle(x: x, y: y, width: 1, height: 1)
        popover.open(menu, at: place, of: sidebar.list.cast(), isAtPointer: true) {}
        return true
    }

    private func openByKey() -> Bool {
        guard let (entry, widget) = sidebar.focused, let menu = menu(of: entry) else { return false }
        let size = Rectangle(
            x: 0, y: 0, width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
        popover.open(menu, at: size, of: widget, isAtPointer: false) {}
        return true
    }

    /// Returns the menu of a row, whose commands act on that from now on; nil where it has none.
    private func menu(of entry: PlaceEntry) -> GObjectReference? {
        if let search = entry.search {
            searches.point(at: search)
            return KeptSearches.menu()
        }
        guard let place = entry.place else { return nil }
        switch place {
        case .folder, .share: break
        case .sample, .trash, .picsum, .service: return nil
        }
        point(at: place)
        return Self.model(of: place)
    }

    /// Asks for a name for the folder or search whose row has the focus: F2 is not about photos then.
    private func renameByKey() -> Bool {
        if let search = sidebar.focused?.entry.search {
            searches.askToRename(search)
            return true
        }
        guard let path = sidebar.focused?.entry.place?.path else { return false }
        if !model.isFixed(path) { context.operations.askToRename(path) }
        return true
    }

    /// Removes the search whose row has the focus. A folder is not deleted by a key. Delete, with Shift or without, is
    /// not about photos in either case.
    private func removeByKey() -> Bool {
        guard let entry = sidebar.focused?.entry else { return false }
        if let search = entry.search { searches.remove(search) }
        return true
    }

    /// Has the actions act on a folder, here or on a share, from now on.
    func point(at place: Place) {
        pointed = place
        for command in Self.commands {
            let isPossible =
                switch command {
                case .placeForget: model.isRecent(place)
                case .placeNewWindow: true
                case .placeRename: place.path.map { !model.isFixed($0) } ?? false
                default: place.path != nil
                }
            context.actions.enable(command, isPossible)
        }
    }

    /// Makes the menu of a folder's row.
    private static func model(of place: Place) -> GObjectReference {
        let forget = MenuEntry(.placeForget, hidesWhenDisabled: true)
        guard place.path != nil else { return MenuModel.make([[MenuEntry(.placeNewWindow)], [forget]]) }
        return MenuModel.make([
            [MenuEntry(.placeNewWindow)], [MenuEntry(.placeNewFolder), MenuEntry(.placeRename)],
            [MenuEntry(.placeShowInFiles), forget], [MenuEntry(.placeProperties)],
        ])
    }

    private func openWindow(_ place: Place) {
        guard let application = gtk_window_get_application(window) else { return }
        let file: OpaquePointer?
        switch place {
        case .folder(let path): file = path.withC { g_file_new_for_path($0) }
        case .share(let address): file = g_file_new_for_uri(address.uri)
        case .sample, .trash, .picsum, .service: return
        }
        var files = [file]
        g_application_open(application.cast(to: GApplication.self), &files, 1, SharedProcess.newWindow)
        for case let file? in files { g_object_unref(file.object) }
    }

    private func showInFiles(_ path: FilePath) {
        OtherPrograms.show(file: path, over: window) { [weak context] in context?.say($0) }
    }
}
