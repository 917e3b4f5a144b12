// The menu of the grid where there is no photo.
import Desktop

/// What can be done with the shown folder.
enum GroundMenu {
    /// Makes the menu.
    /// - Parameter view: The entries for how the grid looks.
    static func model(view: [[MenuEntry]]) -> GObjectReference {
        MenuModel.make([
            [.paste, .newFolder].map { MenuEntry($0) }, [MenuEntry(.selectAll)],
            [MenuEntry(MenuText.view, submenu: view), MenuEntry(.slideshow), MenuEntry(.retry)],
        ])
    }
}
