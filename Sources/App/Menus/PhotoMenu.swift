// The menu of photos: one list of entries for the headers and for the context menus of grid and viewer.
import Desktop

/// What can be done with photos, as a menu. The buttons of the headers and the context menus show the same models.
enum PhotoMenu {
    /// Where the menu is opened.
    enum Place {
        /// On a photo of the grid, or on the header of the selection.
        case grid
        /// On the heading of a section.
        case heading
        /// On the opened photo.
        case viewer
    }

    /// Makes the menu for a place.
    /// - Parameter targets: The folders to which photos are copied and moved.
    static func model(in place: Place, targets: TargetMenus) -> GObjectReference {
        let isOpened = place == .viewer
        func entries(_ commands: WindowCommand..., hidden: Bool = false) -> [MenuEntry] {
            commands.map { MenuEntry($0, in: isOpened ? .photo : .window, hidesWhenDisabled: hidden) }
        }
        let opening =
            switch place {
            case .grid: entries(.openPhoto, .tryAgain, .openWith, .compare, hidden: true) + entries(.info)
            case .heading: entries(.selectSection)
            case .viewer: entries(.info) + entries(.tryAgain, .openWith, hidden: true)
            }
        let folders = [
            MenuEntry(OperationText.copyTo, model: targets.copy), MenuEntry(OperationText.moveTo, model: targets.move),
        ]
        let files =
            entries(.cut, hidden: true) + entries(.copyPhoto) + folders + entries(.rename, hidden: true)
        let share =
            entries(.export, .writeIntoFiles, hidden: true) + entries(.saveAs, .print, .copyLink)
            + entries(.sendByEmail, .setWallpaper, hidden: true)
            + entries(.openElsewhere) + entries(.showInFiles, .copyPlace, .openInMaps, hidden: true)
        let zoom = entries(.zoomIn, .zoomOut, .zoomWhole, .zoomPixels, .keepZoom)
        let view =
            isOpened
            ? [MenuEntry(MenuText.view, submenu: [zoom, entries(.cull, hidden: true) + entries(.fullscreen)])] : []
        return MenuModel.make([
            opening, files, [MenuEntry(.marks), MenuEntry(.labelsAndTurns)], entries(.trash, .discard, hidden: true),
            view + [MenuEntry(SharingText.share, submenu: [share]), MenuEntry(.slideshow)],
        ])
    }
}
