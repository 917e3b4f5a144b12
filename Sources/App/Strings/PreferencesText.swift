// Words of the preferences.
import Browse

/// Titles of pages, groups and rows, and the words of their choices.
enum PreferencesText {
    static let action = "Preferences"
    static let general = "General"
    static let start = "Start With"
    static let startHelp = "What is shown where nothing is named on the command line"
    static let photos = "Photos"
    static let order = "Order"
    static let orderHelp = "Of folders and services that you have not arranged yourself"
    static let reversed = "Last Photos First"
    static let groups = "Groups"
    static let layout = "Layout"
    static let captionsHelp = "Below the photos of the grid"
    static let animations = "Play Animated Pictures"
    static let animationsHelp = "When they are opened"
    static let network = "Network"
    static let allowsNetwork = "Fetch Photos from the Network"
    static let allowsNetworkHelp = "Where this is off, photo services and addresses are not shown, and nothing is fetched"
    static let storage = "Storage"
    static let cache = "Cache"
    static let cacheHelp = "Photos that were downloaded, and finished tiles, so that they need not be made again"
    static let cacheSize = "Largest Size"
    static let cacheUsed = "Used Now"
    static let noCache = "This run keeps nothing on the disk"
    static let clear = "Clear"
    static let clearName = "Clear the Cache"
    static let isCounting = "Counting…"

    static func name(_ start: StartChoice) -> String {
        switch start {
        case .last: "What Was Shown Last"
        case .pictures: "Pictures"
        case .welcome: "Welcome"
        }
    }

    /// Returns a size such as `280 MB` or `1 GB`.
    static func size(megabytes: Int) -> String {
        megabytes % 1000 == 0 ? "\(megabytes / 1000) GB" : "\(megabytes) MB"
    }

    /// Returns how much of a limit is used.
    static func used(bytes: Int, ofMegabytes limit: Int) -> String {
        "\(FactWords.megabytes(bytes)) of \(size(megabytes: limit))"
    }
}
