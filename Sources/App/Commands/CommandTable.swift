// The table of commands: each one's word in menus, its keys with where they act, and its line in the shortcuts window.
import Browse
import Photos

extension WindowCommand {
    /// The command's row of the table. No plain letter or digit is a key in the grid: those begin a search.
    var definition: CommandDefinition {
        switch self {
        // Grid
        case .screenDown: row(nil, .grid("space"), line: ShortcutLine(.grid, localized("Scroll by a Page")))
        case .screenUp: row(nil, .grid("<Shift>space"), line: ShortcutLine(.grid, localized("Scroll by a Page")))
        case .nextSection:
            row(
                nil, .grid("<Control>Page_Down", "<Control>KP_Page_Down"),
                line: ShortcutLine(.grid, localized("Next Group")))
        case .previousSection:
            row(
                nil, .grid("<Control>Page_Up", "<Control>KP_Page_Up"),
                line: ShortcutLine(.grid, localized("Previous Group")))
        case .largerTiles:
            row(
                MenuText.largerTiles, .program("<Control>plus", "<Control>equal", "<Control>KP_Add"),
                line: ShortcutLine(.grid, localized("Larger and Smaller Tiles")))
        case .smallerTiles:
            row(
                MenuText.smallerTiles, .program("<Control>minus", "<Control>KP_Subtract"),
                line: ShortcutLine(.grid, localized("Larger and Smaller Tiles")))
        case .usualTiles:
            row(
                MenuText.usualSize, .program("<Control>0", "<Control>KP_0"),
                line: ShortcutLine(.grid, localized("Normal Tile Size")))
        case .fitTiles:
            row(
                nil, .grid("<Control><Shift>l"),
                line: ShortcutLine(.grid, LayoutText.name(.whole)))
        case .layout, .sort, .descending, .group: row(nil)
        case .captions: row(LayoutText.captions)
        case .defaultOrder: row(OrderText.usual)
        case .viewOptions: row(ButtonText.viewOptions)

        // Selection
        case .selectMode: row(SelectionText.selectPhotos)
        case .selectFocused:
            row(
                MenuText.select, .grid("<Control>space"),
                line: ShortcutLine(.selection, localized("Select or Deselect Photo")))
        case .selectSection:
            row(
                MenuText.selectGroup, .grid("<Control><Shift>space"),
                line: ShortcutLine(.selection, localized("Select or Deselect Group")))
        case .selectAll:
            row(ButtonText.selectAll, .grid("<Control>a"), line: ShortcutLine(.selection, ButtonText.selectAll))
        case .selectNone:
            row(nil, .grid("<Control><Shift>a"), line: ShortcutLine(.selection, localized("Select None")))
        case .invertSelection:
            row(nil, .grid("<Control><Shift>i"), line: ShortcutLine(.selection, localized("Invert Selection")))
        case .copySelected: row(PhotoActionText.copy)

        // View of the opened photo
        case .openPhoto: row(MenuText.open)
        case .tryAgain: row(MenuText.tryAgain)
        case .zoomIn:
            row(MenuText.zoomIn, .photoItself("plus"), line: ShortcutLine(.photo, localized("Zoom In and Out")))
        case .zoomOut:
            row(MenuText.zoomOut, .photoItself("minus"), line: ShortcutLine(.photo, localized("Zoom In and Out")))
        case .zoomWhole: row(MenuText.wholePhoto, .photoItself("0"), line: ShortcutLine(.photo, MenuText.wholePhoto))
        case .zoomPixels: row(MenuText.everyPixel, .photoItself("1"), line: ShortcutLine(.photo, MenuText.everyPixel))
        case .toggleZoom:
            row(nil, .culling("z"), line: ShortcutLine(.culling, localized("Original Size or Whole Photo")))
        case .keepZoom: row(MenuText.keepZoom, .photo("l"), line: ShortcutLine(.photo, MenuText.keepZoom))

        // Photos. What changes files has a modifier.
        case .rotateRight:
            row(
                MenuText.rotateRight, .program("<Control>r"),
                line: ShortcutLine(.photos, localized("Rotate Right and Left")))
        case .rotateLeft:
            row(
                MenuText.rotateLeft, .program("<Control><Shift>r"),
                line: ShortcutLine(.photos, localized("Rotate Right and Left")))
        case .rate:
            row(
                nil,
                keys: (0...PhotoMarks.mostStars).map { .program("<Alt>\($0)", "<Alt>KP_\($0)", parameter: $0) },
                line: ShortcutLine(.marks, localized("Give Stars"), keys: "<Alt>0...5"))
        case .favourite:
            row(MarkText.favourite, .program("<Alt>f"), line: ShortcutLine(.marks, localized("Toggle Favourite")))
        case .reject: row(MarkText.reject, .program("<Alt>x"), line: ShortcutLine(.marks, MarkText.reject))
        case .label:
            // The digits that Lightroom has for them; it has none for purple.
            row(
                nil,
                keys: zip(6...9, PhotoLabel.colours).map { digit, label in
                    .program("<Alt>\(digit)", "<Alt>KP_\(digit)", parameter: Int(label.rawValue))
                },
                line: ShortcutLine(.marks, localized("Give a Label"), keys: "<Alt>6...9"))
        case .trashRejected: row(MarkText.trashRejected)
        case .changeDate: row(DateChangeText.action)
        case .writeIntoFiles: row(EmbedText.action)
        case .editKeywords:
            row(
                WordsText.editKeywords, .program("<Control>t"),
                line: ShortcutLine(.marks, WordsText.editKeywords))
        case .info:
            row(
                PhotoActionText.information, .grid("<Alt>Return"), .photo("i", "<Alt>Return"),
                line: ShortcutLine(.photos, PhotoActionText.information))
        case .copyPhoto:
            row(
                PhotoActionText.copy, .grid("<Control>c"), .photo("<Control>c"),
                line: ShortcutLine(.photos, PhotoActionText.copy))
        case .copyLink:
            row(
                PhotoActionText.copyLink, .grid("<Control><Shift>c"), .photo("<Control><Shift>c"),
                line: ShortcutLine(.photos, PhotoActionText.copyLink))
        case .saveAs:
            row(
                PhotoActionText.saveAs, .grid("<Control>s"), .photo("<Control>s"),
                line: ShortcutLine(.photos, PhotoActionText.saveAs))
        case .print: row(PrintText.action, .program("<Control>p"), line: ShortcutLine(.photos, PrintText.action))
        case .slideshow:
            row(SlideshowText.action, .program("<Control>l"), line: ShortcutLine(.photos, SlideshowText.action))

        // Culling. Only here do letters and digits alone act on a photo: on its page they begin no search.
        case .cull:
            row(CullingText.action, .program("<Control>k"), line: ShortcutLine(.culling, CullingText.action))
        case .cullStars:
            row(
                nil, keys: (0...PhotoMarks.mostStars).map { .culling("\($0)", "KP_\($0)", parameter: $0) },
                line: ShortcutLine(.culling, localized("Give Stars, Next Photo"), keys: "0...5"))
        case .cullReject:
            row(nil, .culling("x"), line: ShortcutLine(.culling, localized("Reject, Next Photo")))
        case .cullFavourite:
            row(
                nil, .culling("f", "p"),
                line: ShortcutLine(.culling, localized("Favourite, Next Photo"), keys: "f p"))
        case .cullLabel:
            row(
                nil,
                keys: zip(6...9, PhotoLabel.colours).map { digit, label in
                    .culling("\(digit)", "KP_\(digit)", parameter: Int(label.rawValue))
                },
                line: ShortcutLine(.culling, localized("Give a Label, Next Photo"), keys: "6...9"))

        case .compare:
            row(
                CompareText.action, .grid("<Control>Return", "<Control>KP_Enter"),
                line: ShortcutLine(.selection, CompareText.action))

        // Other programs
        case .openElsewhere:
            row(
                PhotoActionText.openElsewhere, .photo("<Control><Shift>o"),
                line: ShortcutLine(.photos, PhotoActionText.openElsewhere))
        case .openWith: row(SharingText.openWith)
        case .showInFiles:
            row(
                PhotoActionText.showInFiles, .grid("<Control><Shift>e"), .photo("<Control><Shift>e"),
                line: ShortcutLine(.files, PhotoActionText.showInFiles))
        case .copyPlace: row(SharingText.copyPlace)
        case .openInMaps: row(SharingText.openInMaps)
        case .setWallpaper: row(SharingText.wallpaper)
        case .sendByEmail: row(SharingText.email)

        // Files
        case .cut: row(OperationText.cut, .window("<Control>x"), line: ShortcutLine(.files, OperationText.cut))
        case .paste: row(localized("Paste"), .window("<Control>v"), line: ShortcutLine(.files, localized("Paste")))
        case .copyTo: row(OperationText.copyTo)
        case .moveTo: row(OperationText.moveTo)
        case .copyToFolder, .moveToFolder: row(nil)
        case .rename: row(OperationText.rename, .window("F2"), line: ShortcutLine(.files, OperationText.rename))
        case .copyNew: row(ArrivalText.action)
        case .export: row(ExportText.action, .window("<Control>e"), line: ShortcutLine(.files, ExportText.action))
        case .newFolder:
            row(
                OperationText.newFolder, .window("<Control><Shift>n"),
                line: ShortcutLine(.files, OperationText.newFolder))
        case .trash:
            row(OperationText.trash, .window("Delete", "KP_Delete"), line: ShortcutLine(.files, OperationText.trash))
        case .delete:
            row(nil, .window("<Shift>Delete"), line: ShortcutLine(.files, localized("Delete Permanently")))
        case .undo: row(nil, .window("<Control>z"), line: ShortcutLine(.files, localized("Undo and Redo")))
        case .redo: row(nil, .window("<Control><Shift>z"), line: ShortcutLine(.files, localized("Undo and Redo")))
        case .cancelOperation: row(OperationText.cancel)
        case .resumeOperation: row(InterruptionText.goOn)
        case .dismissOperation: row(InterruptionText.dismiss)

        // Places
        case .openFolder:
            row(ChoiceText.openFolder, .program("<Control>o"), line: ShortcutLine(.places, ChoiceText.openFolder))
        case .openFile:
            row(MenuText.openFile, .window("<Control><Shift>o"), line: ShortcutLine(.places, MenuText.openFile))
        case .openAddress: row(AddressText.action)
        case .sidebar: row(ButtonText.sidebar, .program("F9"), line: ShortcutLine(.places, ButtonText.sidebar))
        case .goUp: row(nil, .program("<Alt>Up"), line: ShortcutLine(.places, localized("Parent Folder")))
        case .back: row(nil, .program("<Alt>Left"), line: ShortcutLine(.places, localized("Back and Forward")))
        case .forward: row(nil, .program("<Alt>Right"), line: ShortcutLine(.places, localized("Back and Forward")))
        case .escape: row(nil, .program("Escape"), line: ShortcutLine(.places, localized("Cancel or Go Back")))
        case .retry: row(MenuText.refresh, .program("F5"), line: ShortcutLine(.places, MenuText.refresh))
        case .withSubfolders: row(MenuText.withSubfolders)
        case .showHidden:
            row(MenuText.showHidden, .program("<Control>h"), line: ShortcutLine(.places, MenuText.showHidden))
        case .showExcluded: row(MenuText.showExcluded)
        case .pictures: row(ChoiceText.pictures)
        case .sample: row(PlaceText.builtInGallery)
        case .picsum: row(ChoiceText.picsum)
        case .restore: row(TrashText.restore)
        // Never there together with the trash, whose keys these are.
        case .discard: row(OperationText.delete, .window("Delete", "KP_Delete"))
        case .emptyTrash: row(TrashText.empty)
        case .placeNewWindow: row(PlaceText.newWindow)
        case .placeNewFolder: row(OperationText.newFolder)
        case .placeShowInFiles: row(PhotoActionText.showInFiles)
        case .placeForget: row(PlaceText.forget)
        case .placeRename: row(OperationText.rename)
        case .placeProperties: row(FolderText.properties)
        case .keepSearch:
            row(SearchText.keep, .program("<Control>d"), line: ShortcutLine(.places, SearchText.keepHeading))
        case .renameSearch: row(OperationText.rename)
        case .removeSearch: row(SearchText.remove)
        case .restoreSearch: row(OperationText.undo)
        case .keepPreviews: row(PreviewText.keep)
        case .stopPreviews: row(PreviewText.stop)
        case .unshownFiles, .unreadableFolders, .readDates, .pauseDates, .stopDates: row(nil)

        // Window and program
        case .find: row(ButtonText.search, .program("<Control>f"), line: ShortcutLine(.general, ButtonText.search))
        case .searchMode: row(ButtonText.search)
        case .clearSearch: row(ChoiceText.clearSearch)
        case .filterBar:
            row(FilterText.bar, .program("<Control><Shift>f"), line: ShortcutLine(.selection, FilterText.bar))
        case .clearFilter: row(FilterText.clear)
        case .openMenu: row(ButtonText.mainMenu, .program("F10"), line: ShortcutLine(.general, localized("Open Menu")))
        case .contextMenu:
            row(
                nil, .grid("Menu", "<Shift>F10"), .photo("Menu", "<Shift>F10"),
                line: ShortcutLine(.general, localized("Context Menu"), keys: "Menu <Shift>F10"))
        case .fullscreen: row(MenuText.fullscreen, .program("F11"), line: ShortcutLine(.general, MenuText.fullscreen))
        case .profileOverlay: row(nil, .program("F12"))
        case .preferences:
            row(
                PreferencesText.action, .program("<Control>comma"),
                line: ShortcutLine(.general, PreferencesText.action))
        case .shortcuts:
            row(
                MenuText.keyboardShortcuts, .program("<Control>question"),
                line: ShortcutLine(.general, MenuText.keyboardShortcuts))
        case .about: row(MenuText.about)
        case .newWindow:
            row(MenuText.newWindow, .program("<Control>n"), line: ShortcutLine(.general, MenuText.newWindow))
        case .closeWindow:
            row(nil, .program("<Control>w"), line: ShortcutLine(.general, localized("Close Window")))
        case .quit: row(nil, .program("<Control>q"), line: ShortcutLine(.general, localized("Quit")))
        }
    }

    private func row(_ label: String?, _ keys: CommandKeys..., line: ShortcutLine? = nil) -> CommandDefinition {
        CommandDefinition(label: label, keys: keys, line: line)
    }

    private func row(_ label: String?, keys: [CommandKeys], line: ShortcutLine? = nil) -> CommandDefinition {
        CommandDefinition(label: label, keys: keys, line: line)
    }
}
