// The primary menu of the window.
import Browse
import CGTK
import Desktop

/// The menu of what is shown, and of the program.
enum PrimaryMenu {
    /// Makes the menu.
    /// - Parameters:
    ///   - history: The entries of undo and redo, which change.
    ///   - report: The section about what is not shown, which may change.
    static func model(history: GObjectReference, report: GObjectReference) -> GObjectReference {
        let menu = MenuModel.make([
            entries([.newWindow, .openFolder, .openFile, .openAddress])
                + [MenuEntry(.copyNew, hidesWhenDisabled: true), MenuEntry(.keepPreviews, hidesWhenDisabled: true)],
            entries([.selectMode]) + [MenuEntry(.keepSearch, hidesWhenDisabled: true)]
                + [MenuEntry(.trashRejected, hidesWhenDisabled: true)]
                + [MenuEntry(.cull, hidesWhenDisabled: true)] + entries([.slideshow, .fullscreen]),
            entries([.preferences, .shortcuts, .about]),
        ])
        g_menu_insert_section(menu.pointer.opaque, 1, nil, report.pointer.cast())
        g_menu_insert_section(menu.pointer.opaque, 2, nil, history.pointer.cast())
        return menu
    }

    private static func entries(_ commands: [WindowCommand]) -> [MenuEntry] { commands.map { MenuEntry($0) } }
}
