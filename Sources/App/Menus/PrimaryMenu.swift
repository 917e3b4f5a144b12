// The primary menu of the window, which a click beside the photos opens too.
import Browse
import CGTK
import Desktop

/// The menu of what is shown, and of the program.
enum PrimaryMenu {
    /// Makes the menu.
    /// - Parameters:
    ///   - order: The menu of orders and groups, for windows without room for its button; nil for none.
    ///   - history: The entries of undo and redo, which change; nil for none.
    ///   - report: The section about what is not shown, which may change; nil for none.
    static func model(
        order: GObjectReference? = nil, history: GObjectReference? = nil, report: GObjectReference? = nil
    ) -> GObjectReference {
        let sections: [[MenuEntry]] = [
            entries([(MenuText.newWindow, "app.new-window")] + PlaceActions.menu),
            [MenuEntry(OperationText.newFolder, "win.new-folder", key: "<Control><Shift>n")],
            entries([
                (MenuText.largerTiles, "win.larger-tiles"), (MenuText.smallerTiles, "win.smaller-tiles"),
                (MenuText.usualSize, "win.usual-tiles"),
            ]),
            entries(
                LayoutKind.allCases.map { (LayoutText.name($0), "win.layout::\($0.rawValue)") }
                    + [(LayoutText.captions, "win.captions")]),
            entries([(ButtonText.search, "win.find"), (SelectionText.selectPhotos, "win.select-mode")]),
            entries([
                (MenuText.refresh, "win.retry"), (SlideshowText.action, "win.slideshow"),
                (MenuText.fullscreen, "win.fullscreen"),
            ]),
            entries([
                (PreferencesText.action, "win.preferences"), (MenuText.keyboardShortcuts, "win.show-help-overlay"),
                (MenuText.about, "win.about"),
            ]),
            [
                MenuEntry(
                    MenuText.developers,
                    submenu: [entries([(MenuText.frameTiming, "win.readout")]), entries(PlaceActions.examples)])
            ],
        ]
        let menu = MenuModel.make(sections)
        if let history { g_menu_insert_section(menu.pointer.opaque, 2, nil, history.pointer.cast()) }
        if let order {
            let part = made(g_menu_new())
            g_menu_append_submenu(part, ButtonText.orderAndGroups, order.pointer.cast())
            g_menu_insert_section(menu.pointer.opaque, 1, nil, part.cast())
            g_object_unref(part.object)
        }
        if let report { g_menu_insert_section(menu.pointer.opaque, 1, nil, report.pointer.cast()) }
        return menu
    }

    private static func entries(_ items: [(label: String, action: String)]) -> [MenuEntry] {
        items.map { label, action in
            // Some keys are not accelerators of the window, so GTK does not find them by itself. One switches to whole
            // photos and back.
            let keyed = action == "win.layout::\(LayoutKind.whole.rawValue)" ? "win.fit-tiles" : action
            return MenuEntry(label, action, key: GridKeys.accelerator(of: keyed) ?? PlaceActions.key(of: keyed))
        }
    }
}
