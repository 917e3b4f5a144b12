// Text of stars, rejections, favourites and colours: on tiles, in menus, and about the results of changing them.
import Browse
import Codecs
import Desktop
import Photos

enum MarkText {
    static let favourite = localized("Favourite")
    static let reject = localized("Reject")
    static let rejected = localized("Rejected")
    static let trashRejected = localized("Trash Rejected…")
    static let noneRejected = localized("No photo here is rejected")
    static let marks = localized("Marks")
    static let marksHelp = localized("Stars, favourite and colour (Alt+0…9)")

    static func trashHeading(_ count: Int) -> String {
        localized(
            "Move {count} rejected photo to the trash?", many: "Move {count} rejected photos to the trash?",
            count: count)
    }

    /// Returns the name of a colour.
    static func label(_ label: PhotoLabel) -> String {
        switch label {
        case .none, .other: localized("No Label")
        case .red: localized("Red Label")
        case .yellow: localized("Yellow Label")
        case .green: localized("Green Label")
        case .blue: localized("Blue Label")
        case .purple: localized("Purple Label")
        }
    }

    /// What stands for a colour on a tile, drawn in it.
    static let dot = "●"

    /// Returns the label of a menu entry.
    static func entry(_ stars: Int) -> String {
        stars == 0 ? localized("No Stars") : localized("{count} Star", many: "{count} Stars", count: stars)
    }

    /// Returns what is written on a tile: as short as small tiles need it. Without marks an outlined star.
    static func label(_ marks: PhotoMarks) -> String {
        if marks == .none { return "☆" }
        let rating = marks.isRejected ? "✕" : marks.stars == 0 ? nil : "★ \(marks.stars)"
        return [marks.label == .none ? nil : dot, marks.isFavourite ? "♥" : nil, rating].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Returns what was given to how many photos.
    static func given(_ mark: PhotoMarks.Mark, to count: Int) -> String {
        let what =
            switch mark {
            case .rejection: rejected
            case .stars(let stars): entry(stars)
            case .label(let label): self.label(label)
            case .favourite(true): favourite
            case .favourite(false): localized("Favourite removed")
            }
        guard count > 1 else { return what }
        return localized(
            "{mark}: {count} photo", many: "{mark}: {count} photos", count: count, ["mark": .text(what)])
    }

    /// Returns that marks are kept by the program itself.
    static func keptElsewhere(_ mark: PhotoMarks.Mark, of count: Int) -> String {
        localized(
            "{marked}. Read-only folder: saved in Tessera only.",
            ["marked": .text(given(mark, to: count))])
    }

    /// Returns why marks were not kept.
    /// - Parameters:
    ///   - name: The name of a photo whose mark was not kept.
    ///   - count: How many were not.
    static func failed(_ failure: PhotoMarking.Failure, of name: String, count: Int) -> String {
        let values: [String: Message.Value] = ["photo": .text(name), "reason": .text(reason(failure))]
        guard count > 1 else { return localized("{photo} could not be marked: {reason}.", values) }
        return localized(
            "{count} photo could not be marked. {photo}: {reason}.",
            many: "{count} photos could not be marked. {photo}: {reason}.", count: count, values)
    }

    /// Returns why the marks of a photo stay as they are, as a sentence.
    static func sentence(_ failure: PhotoMarking.Failure) -> String {
        localized("Not saved: {reason}.", ["reason": .text(reason(failure))])
    }

    /// Returns the reason alone.
    static func reason(_ failure: PhotoMarking.Failure) -> String {
        switch failure {
        case .missing: localized("its file is gone")
        case .departing: localized("it is being moved, renamed or deleted")
        case .readOnly: localized("its folder can only be read")
        case .refused(let refusal): EditText.reason(refusal)
        case .unwritable(let reason):
            localized("its sidecar cannot be written ({reason})", ["reason": .message(reason)])
        case .sidecar(.malformed): localized("its sidecar is damaged or not XML; it was left unchanged")
        case .sidecar(.documentType):
            localized("its sidecar has a document type, which XMP does not allow; it was left unchanged")
        case .sidecar(.notXMP): localized("its sidecar is not XMP; it was left unchanged")
        case .sidecar(.tooLarge): localized("its sidecar is larger than 16 MB; it was left unchanged")
        case .sidecar(.stopped): localized("its sidecar crashed the reader; it was left unchanged")
        case .sidecar(.unreadable(let reason)):
            localized("its sidecar cannot be read ({reason})", ["reason": .text(reason)])
        }
    }
}
