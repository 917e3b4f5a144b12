// The primary menu of the window.
import Browse
import CGTK
import Desktop

/// The menu of what is shown, and of the program.
enum PrimaryMenu {
    /// Makes the menu.
    /// - Parameters:
    ///   - view: The entries for how the grid looks.
    ///   - history: The entries of undo and redo, which change.
    ///   - report: The section about what is not shown, which may change.
    static func model(
        view: [[MenuEntry]], history: GObjectReference, report: GObjectReference
    ) -> GObjectReference {
        let menu = MenuModel.make([
            entries([.newWindow, .openFolder, .openFile]),
            [MenuEntry(MenuText.view, submenu: view)] + entries([.find, .selectMode, .slideshow]),
            entries([.preferences, .shortcuts, .about]),
        ])
        g_menu_insert_section(menu.pointer.opaque, 1, nil, report.pointer.cast())
        g_menu_insert_section(menu.pointer.opaque, 2, nil, history.pointer.cast())
        return menu
    }

    /// The entries for how the grid looks.
    /// - Parameter order: The menu of orders and groups.
    static func view(order: GObjectReference) -> [[MenuEntry]] {
        let layouts = LayoutKind.allCases.map {
            // Its key switches to whole photos and back.
            MenuEntry(
                LayoutText.name($0), action: WindowCommand.layout.with($0.rawValue), key: $0 == .whole ? .fitTiles : nil
            )
        }
        return [
            [MenuEntry(ButtonText.orderAndGroups, model: order)],
            layouts + entries([.captions]), entries([.largerTiles, .smallerTiles, .usualTiles]),
            entries([.withSubfolders, .showHidden, .showExcluded]), entries([.fullscreen, .retry]),
        ]
    }

    private static func entries(_ commands: [WindowCommand]) -> [MenuEntry] { commands.map { MenuEntry($0) } }
}
