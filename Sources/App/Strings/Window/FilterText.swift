// Text of the filter bar.
import Browse
import Library
import Photos

enum FilterText {
    static let bar = localized("Filter Bar")
    static let clear = localized("Clear Filter")
    static let stars = localized("Stars")
    static let favourites = localized("Favourites")
    static let label = localized("Label", context: "a colour, as a condition")
    static let kind = localized("Kind", context: "of a photo, as a condition")
    static let year = localized("Year")
    static let camera = localized("Camera")
    static let keywords = localized("Keywords")
    /// The choice that asks for nothing.
    static let all = localized("All", context: "photos, whatever they are")

    static func noHits(in source: String) -> String {
        localized("No photo in “{source}” meets all conditions of the filter.", ["source": .text(source)])
    }

    static func stars(atLeast count: Int) -> String {
        count == PhotoMarks.mostStars
            ? MarkText.entry(count) : localized("{stars} or More", ["stars": .text(MarkText.entry(count))])
    }

    static func rejected(_ rejected: PhotoFilter.Rejected) -> String {
        switch rejected {
        case .shown: localized("Rejected Shown")
        case .hidden: localized("Rejected Hidden")
        case .alone: localized("Rejected Only")
        }
    }

    static func kind(_ kind: PhotoFilter.Kind) -> String {
        switch kind {
        case .picture: localized("Pictures", context: "a kind of photos")
        case .raw: localized("Camera Raw")
        case .video: localized("Videos")
        case .panorama: localized("Panoramas")
        case .animation: localized("Animations")
        }
    }

    static func label(_ label: PhotoLabel) -> String {
        label == .other ? localized("Another Label") : MarkText.label(label)
    }
}
