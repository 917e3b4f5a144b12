// Text about one photo in the grid: the caption under it, its tooltip, and its name for assistive technology.
import Browse
import Desktop
import Library
import Photos

/// The lines under a picture.
struct PhotoCaption: Hashable {
    let name: String
    /// The date at which the photo was taken, in the short form of the locale; nil where it is not known.
    let date: String?
}

/// Text about a photo as its listing and its facts give it.
enum PhotoText {
    static func caption(_ photo: Photo, taken: LocalMoment?) -> PhotoCaption {
        PhotoCaption(name: photo.title, date: taken.map { date($0, day: "%x") })
    }

    /// Returns the name that a screen reader says: the photo's name and date, its size where the listing knows it,
    /// its badge, stars and favourite.
    static func spoken(_ photo: Photo, taken: LocalMoment?, badge: PhotoBadge?, marks: PhotoMarks = .none) -> String {
        let parts: [String?] = [
            photo.title, taken.map { date($0) }, photo.size.map { "\($0.width) × \($0.height)" },
            badge.map(BadgeText.spoken), FactWords.marks(marks).map(localized),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns name, date and size line by line, and the failure of the picture.
    static func tooltip(
        _ photo: Photo, taken: LocalMoment?, size: PixelSize?, byteCount: Int64?, failure: LoadFailure?
    ) -> String {
        let sizes = [size.map(FactWords.size), byteCount.map { FactWords.bytes(Int($0)) }].compactMap {
            $0.map(localized)
        }
        let lines: [String?] = [
            photo.title, taken.map { date($0) }, sizes.isEmpty ? nil : sizes.joined(separator: ", "),
            (failure?.label).map(localized),
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// - Parameter day: The pattern of a day that is known.
    private static func date(_ taken: LocalMoment, day: String = DatePattern.user.day) -> String {
        let pattern =
            switch taken.precision {
            case .year: DatePattern.user.year
            case .month: DatePattern.user.month
            case .day, .exact: day
            }
        return taken.time.map { DateText.date($0.year, $0.month, $0.day, pattern) } ?? ""
    }
}
