// Words about printing.
import Photos

/// Names in the print dialog, and what is said of a print.
enum PrintText {
    static let action = localized("Print…")
    static let tab = localized("Photos")
    static let perPage = localized("Photos per Page")

    static func job(photos: Int, first title: String) -> String { photos == 1 ? title : GalleryTitle.photos(photos) }

    static func notPrinted(photos: Int, because problem: String) -> String {
        localized(
            "The photo was not printed: {reason}", many: "The {count} photos were not printed: {reason}", count: photos,
            ["reason": .text(problem)])
    }

    static func leftOut(_ count: Int) -> String {
        localized(
            "One photo could not be read and was not printed.",
            many: "{count} photos could not be read and were not printed.", count: count)
    }
}
