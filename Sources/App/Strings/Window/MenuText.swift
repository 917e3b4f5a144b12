// Words of the menus.

/// Labels of menu entries.
enum MenuText {
    static let newWindow = localized("New Window")
    static let open = localized("Open")
    static let select = localized("Select")
    static let selectGroup = localized("Select Group")
    static let tryAgain = localized("Try Again")
    static let rotateLeft = localized("Rotate Left")
    static let rotateRight = localized("Rotate Right")
    static let fullscreen = localized("Fullscreen")
    static let zoomIn = localized("Zoom In")
    static let zoomOut = localized("Zoom Out")
    static let wholePhoto = localized("Whole Photo")
    static let everyPixel = localized("Original Size")
    static let keepZoom = localized("Keep Zoom")
    static let largerTiles = localized("Larger Tiles")
    static let smallerTiles = localized("Smaller Tiles")
    static let usualSize = localized("Normal Size")
    static let refresh = localized("Refresh")
    static let keyboardShortcuts = localized("Keyboard Shortcuts")
    static let about = localized("About Tessera")
    static let openFile = localized("Open File…")
    static let withSubfolders = localized("With Subfolders")
    static let showHidden = localized("Show Hidden Files")
    static let showExcluded = localized("Show Excluded Folders")
    static let view = localized("View")

    /// Name of the button that opens the menu of the selected photos.
    static let selection = localized("Menu of the Selected Photos")
}
