// The names of all actions of the program.

/// An action of a window or of the program, by its detailed name without a parameter. The names are a contract: GTK
/// exports the actions over D-Bus (docs/command-line.md).
///
/// What each is called, which keys it has and where they act is in `WindowCommand.definition`; what it does is added to
/// the window's `ActionMap` by the feature that it belongs to.
package enum WindowCommand: String, CaseIterable {
    // Grid
    case screenDown = "win.screen-down", screenUp = "win.screen-up"
    case nextSection = "win.next-section", previousSection = "win.previous-section"
    case largerTiles = "win.larger-tiles", smallerTiles = "win.smaller-tiles", usualTiles = "win.usual-tiles"
    case fitTiles = "win.fit-tiles", layout = "win.layout", captions = "win.captions"
    case sort = "win.sort", descending = "win.descending", group = "win.group", defaultOrder = "win.default-order"
    case viewOptions = "win.view-options"
    // Selection
    case selectMode = "win.select-mode", selectFocused = "win.select-focused", selectSection = "win.select-section"
    case selectAll = "win.select-all", selectNone = "win.select-none", invertSelection = "win.invert-selection"
    case copySelected = "win.copy-selected"
    // View of the opened photo
    case openPhoto = "win.open-photo", tryAgain = "win.try-again"
    case zoomIn = "win.zoom-in", zoomOut = "win.zoom-out", zoomWhole = "win.zoom-whole", zoomPixels = "win.zoom-pixels"
    case toggleZoom = "win.toggle-zoom", keepZoom = "win.keep-zoom"
    // Photos
    case rotateRight = "win.rotate-right", rotateLeft = "win.rotate-left"
    case rate = "win.rate", favourite = "win.favourite", reject = "win.reject", label = "win.label"
    case trashRejected = "win.trash-rejected"
    case editKeywords = "win.edit-keywords", changeDate = "win.change-date"
    case writeIntoFiles = "win.write-into-files"
    case info = "win.info", copyPhoto = "win.copy-photo", copyLink = "win.copy-link", saveAs = "win.save-as"
    case print = "win.print", slideshow = "win.slideshow"
    // Culling
    case cull = "win.cull", cullStars = "win.cull-stars", cullReject = "win.cull-reject"
    case cullFavourite = "win.cull-favourite", cullLabel = "win.cull-label"
    // Comparing
    case compare = "win.compare"
    // Other programs
    case openElsewhere = "win.open-elsewhere", openWith = "win.open-with", showInFiles = "win.show-in-files"
    case copyPlace = "win.copy-place", openInMaps = "win.open-in-maps"
    case setWallpaper = "win.set-wallpaper", sendByEmail = "win.send-by-email"
    // Files
    case cut = "win.cut", paste = "win.paste", copyTo = "win.copy-to", moveTo = "win.move-to", rename = "win.rename"
    case export = "win.export", copyNew = "win.copy-new"
    case copyToFolder = "win.copy-to-folder", moveToFolder = "win.move-to-folder"
    case newFolder = "win.new-folder", trash = "win.trash", delete = "win.delete"
    case undo = "win.undo", redo = "win.redo"
    case cancelOperation = "win.cancel-operation", resumeOperation = "win.resume-operation"
    case dismissOperation = "win.dismiss-operation"
    // Places
    case openFolder = "win.open-folder", openFile = "win.open-file", openAddress = "win.open-address"
    case sidebar = "win.sidebar", goUp = "win.go-up"
    case back = "win.back", forward = "win.forward", escape = "win.escape", retry = "win.retry"
    case withSubfolders = "win.with-subfolders", showHidden = "win.show-hidden", showExcluded = "win.show-excluded"
    case pictures = "win.pictures", sample = "win.sample", picsum = "win.picsum"
    case restore = "win.restore", discard = "win.discard", emptyTrash = "win.empty-trash"
    case placeNewWindow = "win.place-new-window", placeNewFolder = "win.place-new-folder"
    case placeShowInFiles = "win.place-show-in-files", placeForget = "win.place-forget"
    case placeRename = "win.place-rename", placeProperties = "win.place-properties"
    case keepSearch = "win.keep-search", renameSearch = "win.rename-search", removeSearch = "win.remove-search"
    case restoreSearch = "win.restore-search"
    case keepPreviews = "win.keep-previews", stopPreviews = "win.stop-previews"
    case unshownFiles = "win.unshown-files", unreadableFolders = "win.unreadable-folders"
    case readDates = "win.read-dates", pauseDates = "win.pause-dates", stopDates = "win.stop-dates"
    // Window and program
    case find = "win.find", searchMode = "win.search-mode", clearSearch = "win.clear-search"
    case filterBar = "win.filter-bar", clearFilter = "win.clear-filter"
    case openMenu = "win.open-menu", contextMenu = "win.context-menu"
    case fullscreen = "win.fullscreen", profileOverlay = "win.profile-overlay"
    case preferences = "win.preferences", shortcuts = "win.show-help-overlay", about = "win.about"
    case newWindow = "app.new-window", closeWindow = "window.close", quit = "app.quit"

    /// The name in the map of the window's or the program's actions.
    var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// The detailed name with a parameter as text, such as a number or a name in the command line's words.
    func with(_ parameter: String) -> String { "\(rawValue)::\(parameter)" }
    func with(_ parameter: Int) -> String { "\(rawValue)(\(parameter))" }
    func with(_ parameter: Bool) -> String { "\(rawValue)(\(parameter))" }
}
