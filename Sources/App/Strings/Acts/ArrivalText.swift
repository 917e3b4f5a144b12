// Words about new photos on a card.
import Desktop
import Photos

/// The dialog that copies new photos, and what is said of its end.
enum ArrivalText {
    static let action = localized("Copy New Photos…")

    static func heading(_ card: String) -> String {
        localized("Copy New Photos from “{card}”", ["card": .text(card)])
    }
    static let reading = localized("Reading the card…")
    static func found(_ count: Int) -> String {
        localized(
            "{count} photo is on it. What is in the folder already, whatever its name, is not copied again.",
            many: "{count} photos are on it. What is in the folder already, whatever its name, is not copied again.",
            count: count)
    }
    static let folders = localized("Subfolders")
    static let card = localized("Card")
    static let accept = localized("Copy")

    /// Says how many photos were there already.
    static func known(_ count: Int) -> String {
        localized("{count} photo was there already", many: "{count} photos were there already", count: count)
    }
}
