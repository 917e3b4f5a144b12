// Text of stars and favourites: on tiles, in menus, and of what has become of them.
import Browse
import Codecs
import Desktop
import Photos

enum MarkText {
    static let stars = "Stars"
    static let favourite = "Favourite"

    /// Returns the label of a menu entry.
    static func entry(_ stars: Int) -> String { stars == 0 ? "No Stars" : stars == 1 ? "1 Star" : "\(stars) Stars" }

    /// Returns what is written on a tile: as short as small tiles need it.
    static func label(_ marks: PhotoMarks) -> String {
        let stars = marks.stars == 0 ? nil : "★ \(marks.stars)"
        return [marks.isFavourite ? "♥" : nil, stars].compactMap(\.self).joined(separator: " ")
    }

    /// Returns what was given to how many photos.
    static func given(_ mark: PhotoMarks.Mark, to count: Int) -> String {
        let what =
            switch mark {
            case .stars(let stars): entry(stars)
            case .favourite(true): favourite
            case .favourite(false): "No Favourite"
            }
        return count == 1 ? what : "\(what): \(GalleryTitle.photos(count))"
    }

    /// Returns that marks are kept by the program itself.
    static func keptElsewhere(_ mark: PhotoMarks.Mark, of count: Int) -> String {
        let reason = "The folder can only be read, so Tessera keeps this itself, and other programs do not see it."
        return "\(given(mark, to: count)). \(reason)"
    }

    /// Returns why marks were not kept.
    /// - Parameters:
    ///   - name: The name of a photo whose mark was not kept.
    ///   - count: How many were not.
    static func failed(_ failure: PhotoMarking.Failure, of name: String, count: Int) -> String {
        let first = "\(name) was not marked: \(reason(failure))."
        return count == 1 ? first : "\(GalleryTitle.photos(count)) were not marked. \(first)"
    }

    private static func reason(_ failure: PhotoMarking.Failure) -> String {
        switch failure {
        case .missing: "its file is gone"
        case .unwritable(let reason): "its sidecar cannot be written (\(reason))"
        case .sidecar(.malformed): "its sidecar is damaged, or is no XML, and stays as it is"
        case .sidecar(.documentType): "its sidecar has a document type, as no XMP has, and stays as it is"
        case .sidecar(.notXMP): "its sidecar is no XMP and stays as it is"
        case .sidecar(.tooLarge): "its sidecar is larger than 16 MB and stays as it is"
        case .sidecar(.unreadable(let reason)): "its sidecar cannot be read (\(reason))"
        }
    }

    /// Keys and titles for the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [
        ("<Alt>0...5", "Stars of the photo, or of the selected ones"), ("<Alt>f", "Favourite, or no more"),
    ]
}
