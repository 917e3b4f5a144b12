// Words of the preferences.
import Browse
import Photos

/// Titles of pages, groups and rows, and the words of their choices.
enum PreferencesText {
    static let action = localized("Preferences")
    static let general = localized("General")
    static let start = localized("Show at Start")
    static let startHelp = localized("Shown when the app starts")
    static let photos = localized("Photos")
    static let order = localized("Order")
    static let orderHelp = localized("For folders without their own setting")
    static let reversed = localized("Reverse Order")
    static let groups = localized("Groups")
    static let emptyStars = localized("Stars on All Photos")
    static let emptyStarsHelp = localized("On those without stars too, not under the pointer alone")
    static let sharesRows = localized("Share Rows Between Small Groups")
    static let sharesRowsHelp = localized("Groups of a few photos stand side by side")
    static let layout = localized("Layout")
    static let captionsHelp = localized("Below the photos of the grid")
    static let animations = localized("Play Animations")
    static let animationsHelp = localized("When opened")
    static let keepsZoomHelp = localized("An opened photo is magnified as the one before it")
    static let blursGround = localized("Blurred Background")
    static let blursGroundHelp = localized("Behind an opened photo")
    static let network = localized("Network")
    static let allowsNetwork = localized("Load Photos from the Internet")
    static let allowsNetworkHelp = localized(
        "When off, nothing is downloaded")
    static let decoder = localized("Security")
    static let confinedDecoder = localized("Pictures are opened in a sandbox")
    static let storage = localized("Storage")
    static let cache = localized("Cache")
    static let cacheHelp = localized(
        "Downloaded photos and thumbnails")
    static let cacheSize = localized("Largest Size")
    static let cacheUsed = localized("Used Now")
    static let noCache = localized("Nothing is stored in this session")
    static let clear = localized("Clear")
    static let clearName = localized("Clear the Cache")
    static let shares = localized("Shares")
    static let sharesHelp = localized("Previews of photos on servers, phones and cameras")
    static let clearSharesName = localized("Clear the Previews of Shares")
    static let isCounting = localized("Counting…")

    static func name(_ start: StartChoice) -> String {
        switch start {
        case .last: localized("Last Folder")
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
