// Words of the menus.

/// Labels of menu entries.
enum MenuText {
    static let newWindow = "New Window"
    static let open = "Open"
    static let select = "Select"
    static let selectGroup = "Select Group"
    static let tryAgain = "Try Again"
    static let rotateLeft = "Rotate Left"
    static let rotateRight = "Rotate Right"
    static let fullscreen = "Fullscreen"
    static let zoom = "Zoom"
    static let zoomIn = "Zoom In"
    static let zoomOut = "Zoom Out"
    static let wholePhoto = "Whole Photo"
    static let everyPixel = "Original Size"
    static let developers = "For Developers"

    /// Name of the button that opens the menu of the selected photos.
    static let selection = "Menu of the Selected Photos"
}
