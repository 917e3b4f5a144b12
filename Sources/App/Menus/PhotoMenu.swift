// The menu of photos: one list of entries for the headers and for the context menus of grid and viewer.
import Desktop
import Photos

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
    static func model(in place: Place) -> GObjectReference {
        let groups =
            [opening(in: place), marks, copying] + (place == .viewer ? [files, turning + view] : [turning, files])
        return MenuModel.make(groups)
    }

    private static func opening(in place: Place) -> [MenuEntry] {
        let here =
            switch place {
            case .grid:
                [
                    MenuEntry(MenuText.open, "win.open-photo", hidesWhenDisabled: true),
                    MenuEntry(MenuText.select, "win.select-focused"),
                ]
            case .heading: [MenuEntry(MenuText.selectGroup, "win.select-section")]
            case .viewer: [command(.info)]
            }
        return here + [
            MenuEntry(MenuText.tryAgain, "win.try-again", hidesWhenDisabled: true),
            // In the grid its key opens files.
            place == .viewer
                ? command(.openElsewhere) : MenuEntry(PhotoActions.Command.openElsewhere.label, "win.open-elsewhere"),
            sharing(.openWith), command(.showInFiles), MenuEntry(SlideshowText.action, "win.slideshow"),
        ]
    }

    private static let marks = [
        MenuEntry(MarkText.favourite, "win.favourite"),
        MenuEntry(
            MarkText.stars,
            submenu: [(0...PhotoMarks.mostStars).map { MenuEntry(MarkText.entry($0), "win.rate(\($0))") }]),
    ]

    private static let copying = [
        command(.copyPhoto), command(.copyLink), sharing(.copyPlace), sharing(.openInMaps), command(.saveAs),
        MenuEntry(PrintText.action, "win." + PhotoPrinting.action), sharing(.email), sharing(.wallpaper),
    ]

    /// What is done with the photos' files.
    private static let files = [
        MenuEntry(OperationText.cut, "win.cut", key: "<Control>x", hidesWhenDisabled: true),
        MenuEntry(OperationText.copyTo, "win.copy-to", hidesWhenDisabled: true),
        MenuEntry(OperationText.moveTo, "win.move-to", hidesWhenDisabled: true),
        MenuEntry(OperationText.rename, "win.rename", key: "F2", hidesWhenDisabled: true),
        MenuEntry(OperationText.trash, "win.trash", key: "Delete", hidesWhenDisabled: true),
    ]

    private static let turning = [
        MenuEntry(MenuText.rotateLeft, "win.rotate-left", hidesWhenDisabled: true),
        MenuEntry(MenuText.rotateRight, "win.rotate-right", hidesWhenDisabled: true),
    ]

    /// What is done with the view of the opened photo, for those without a keyboard.
    private static let view = [
        MenuEntry(
            MenuText.zoom,
            submenu: [
                [
                    MenuEntry(MenuText.zoomIn, "win.zoom-in", key: "plus"),
                    MenuEntry(MenuText.zoomOut, "win.zoom-out", key: "minus"),
                    MenuEntry(MenuText.wholePhoto, "win.zoom-whole", key: "0"),
                    MenuEntry(MenuText.everyPixel, "win.zoom-pixels", key: "1"),
                ]
            ]),
        MenuEntry(MenuText.fullscreen, "win.fullscreen"),
    ]

    private static func sharing(_ command: SharingActions.Command) -> MenuEntry {
        MenuEntry(command.label, "win." + command.rawValue, hidesWhenDisabled: true)
    }

    /// The keys are not accelerators of the window, so GTK does not find them by itself.
    private static func command(_ command: PhotoActions.Command) -> MenuEntry {
        MenuEntry(command.label, "win." + command.rawValue, key: command.keys[0])
    }
}
