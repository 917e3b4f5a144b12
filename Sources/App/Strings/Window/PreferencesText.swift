// Words of the preferences.
import Browse
import Photos

/// Titles of pages, groups and rows, and the words of their choices.
enum PreferencesText {
    static let action = localized("Preferences")
    static let general = localized("General")
    static let start = localized("Start With")
    static let startHelp = localized("What is shown where nothing is named on the command line")
    static let photos = localized("Photos")
    static let order = localized("Order")
    static let orderHelp = localized("Of folders and services that you have not arranged yourself")
    static let reversed = localized("Last Photos First")
    static let groups = localized("Groups")
    static let layout = localized("Layout")
    static let captionsHelp = localized("Below the photos of the grid")
    static let animations = localized("Play Animated Pictures")
    static let animationsHelp = localized("When they are opened")
    static let network = localized("Network")
    static let allowsNetwork = localized("Fetch Photos from the Network")
    static let allowsNetworkHelp = localized(
        "Where this is off, photo services and addresses are not shown, and nothing is fetched")
    static let decoder = localized("Decoder")
    static let confinedDecoder = localized("Processes that can open no file, reach no network and start no program")
    static let storage = localized("Storage")
    static let cache = localized("Cache")
    static let cacheHelp = localized(
        "Photos that were downloaded, and finished tiles, so that they need not be made again")
    static let cacheSize = localized("Largest Size")
    static let cacheUsed = localized("Used Now")
    static let noCache = localized("This run keeps nothing on the disk")
    static let clear = localized("Clear")
    static let clearName = localized("Clear the Cache")
    static let isCounting = localized("Counting…")

    static func name(_ start: StartChoice) -> String {
        switch start {
        case .last: localized("What Was Shown Last")
        case .pictures: ChoiceText.pictures
        case .welcome: localized("Welcome")
        }
    }

    /// Returns a size such as `280 MB` or `1 GB`.
    static func size(megabytes: Int) -> String {
        localized(message(megabytes: megabytes))
    }

    private static func message(megabytes: Int) -> Message {
        megabytes % 1000 == 0
            ? Message("{number} GB", ["number": .number(Double(megabytes) / 1000, places: 0)])
            : Message("{number} MB", ["number": .number(Double(megabytes), places: 0)])
    }

    /// Returns how much of a limit is used.
    static func used(bytes: Int, ofMegabytes limit: Int) -> String {
        localized(
            "{used} of {size}",
            ["used": .message(FactWords.megabytes(bytes)), "size": .message(message(megabytes: limit))])
    }
}
