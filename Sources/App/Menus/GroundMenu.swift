// The menu of the grid where there is no photo.
import Desktop

/// What can be done with the shown folder.
enum GroundMenu {
    /// Makes the menu.
    static func model() -> GObjectReference {
        MenuModel.make([
            [.paste, .newFolder].map { MenuEntry($0) }, [MenuEntry(.selectAll)],
            [.viewOptions, .slideshow, .retry].map { MenuEntry($0) },
        ])
    }
}
