// Words of the window's own buttons, dialogs and notices.
import Library
import Photos

/// Names of buttons, and their tooltips, which name their keys.
enum ButtonText {
    static let mainMenu = localized("Main Menu")
    static let mainMenuHelp = localized("Main Menu (F10)")
    static let sidebar = localized("Sidebar")
    static let sidebarHelp = localized("Sidebar (F9)")
    static let openFolder = localized("Open Folder")
    static let openFolderHelp = localized("Open Folder (Ctrl+O)")
    static let close = localized("Close")
    static let search = localized("Search")
    static let searchHelp = localized("Search (Ctrl+F)")
    static let searchPhotos = localized("Search Photos")
    /// What can be searched for, in the empty entry.
    static let searchHint = localized("Name, date, stars, camera…")
    static let viewOptions = localized("View Options")
    static let cancelSelection = localized("Cancel Selection")
    static let cancelSelectionHelp = localized("Cancel Selection (Escape)")
    static let selectAll = localized("Select All")
    static let selectAllHelp = localized("Select All (Ctrl+A)")
    static let favouriteHelp = localized("Favourite (Alt+F)")
    static let trashHelp = localized("Move to Trash (Delete)")
    static let copyHelp = localized("Copy (Ctrl+C)")
    static let goBack = localized("Back")
    static let goBackHelp = localized("Back (Alt+Left)")
    static let goForward = localized("Forward")
    static let goForwardHelp = localized("Forward (Alt+Right)")
    static let back = localized("Back to the Grid")
    static let backHelp = localized("Back to the Grid (Escape)")
    static let previousPhoto = localized("Previous Photo")
    static let nextPhoto = localized("Next Photo")
    static let previousPage = localized("Previous Page")
    static let previousPageHelp = localized("Previous Page (Ctrl+Page Up)")
    static let nextPage = localized("Next Page")
    static let nextPageHelp = localized("Next Page (Ctrl+Page Down)")
    static let playVideo = localized("Play Video")
    static let playVideoHelp = localized("Play Video (Space)")
    static let photoMenu = localized("Photo Menu")
    static let photoMenuHelp = localized("Photo Menu (F10)")
    static let keepZoomHelp = localized("Keep Zoom From Photo to Photo (L)")
    static let photoInformationHelp = localized("Photo Information (I)")
    static let eject = localized("Eject")

    static func eject(_ volume: String) -> String { localized("Eject {volume}", ["volume": .text(volume)]) }

    static func previousPhotoHelp(isRightToLeft: Bool) -> String {
        isRightToLeft ? localized("Previous Photo (Right)") : localized("Previous Photo (Left)")
    }

    static func nextPhotoHelp(isRightToLeft: Bool) -> String {
        isRightToLeft ? localized("Next Photo (Left)") : localized("Next Photo (Right)")
    }
}

/// Buttons that lead out of a state.
enum ChoiceText {
    static let openFolder = localized("Open Folder…")
    static let builtInGallery = localized("Show Sample Photos")
    static let clearSearch = localized("Clear Search")
    static let show = localized("Show")
    static let pictures = localized("Pictures")
    static let picsum = localized("Lorem Picsum")
}

/// What the window says in place of photos, and below them.
enum StatusText {
    static let noHits = localized("No Photos Found")
    static let empty = localized("No Photos Here")
    static let loading = localized("Loading photos…")

    static func noHits(for words: String, in source: String) -> String {
        let sentence = localized(
            "No photo in “{source}” matches “{words}”.", ["source": .text(source), "words": .text(words)])
        return ([sentence, ""] + searchExamples).joined(separator: "\n")
    }

    /// What a search understands, a line each.
    static let searchExamples = [
        localized("Names and folders: beach, \"north sea\""),
        localized("Dates: 6 june 2021, june 2021, last year, before 2022"),
        localized("Marks and shapes: 4 stars, favourite, portrait, raw"),
        localized("Camera: canon, f/2.8, iso 3200, 1/250, 50mm"),
        localized("Words: tag:greece, caption:\"north sea\", city:berlin"),
    ]

    /// Returns the sentence for a search that shows what was meant in place of what was written.
    static func corrected(_ correction: SearchCorrection) -> String {
        localized(
            "No photo matches “{written}”; showing “{shown}”",
            ["written": .text(correction.written), "shown": .text(correction.shown)])
    }

    static func empty(_ source: String) -> String {
        localized("“{source}” has no photos.", ["source": .text(source)])
    }

    static func failed(_ source: String) -> String { localized("Can't Open “{source}”", ["source": .text(source)]) }

    static func ended(after count: Int, _ failure: LoadFailure) -> String {
        localized(
            "No more photos after {count}: {reason}", many: "No more photos after {count}: {reason}", count: count,
            ["reason": .text(localized(failure))])
    }

    static func builtInGallery(insteadOf failure: LoadFailure) -> String {
        localized("{reason} Showing sample photos instead.", ["reason": .text(localized(failure))])
    }

    static func photos(of source: String) -> String { localized("Photos of {source}", ["source": .text(source)]) }
}

/// Titles and buttons of file dialogs.
enum DialogText {
    static let openFiles = localized("Open Files")
    static let savePhoto = localized("Save Photo")
    static let open = localized("_Open")
    static let save = localized("_Save")
    static let cancel = localized("_Cancel")
    static let pictures = localized("Pictures")
    static let allFiles = localized("All Files")
}

/// The result of a request to go somewhere.
enum PlaceNotice {
    static let noPictures = localized("No Pictures folder found")
    static let dropOnTitle = localized("Drop it on the title to open it")
    static let nothingToOpen = localized("The clipboard has nothing to open")
    static let mountable = localized("Not mounted. Open to mount.")
    static let someVolume = localized("The drive")

    static func otherMachine(_ machine: String) -> String {
        localized(
            "The file is on another computer, “{machine}”. Open it from a folder that is mounted here.",
            ["machine": .text(DisplayText.line(machine))])
    }

    static func notMounted(_ volume: String, because problem: String) -> String {
        localized("{volume} was not mounted: {reason}", ["volume": .text(volume), "reason": .text(problem)])
    }

    static func notEjected(_ volume: String, because problem: String) -> String {
        localized("{volume} was not ejected: {reason}", ["volume": .text(volume), "reason": .text(problem)])
    }
}
