// Words of the questions about photos that a drive does not take as they are.
import Desktop
import Library
import Photos

/// Headings, texts and answers of `WithheldQuestions`.
enum WithheldText {
    static func heading(_ consent: ClashAnswers.Consent, _ count: Int) -> String {
        switch consent {
        case .otherNames:
            localized(
                "{count} photo can't keep its name there", many: "{count} photos can't keep their names there",
                count: count)
        case .lostAttributes:
            localized(
                "Move {count} photo without its attributes?", many: "Move {count} photos without their attributes?",
                count: count)
        }
    }

    /// Says what the drive does not take of the first photo.
    static func body(_ failure: FileFailure) -> String {
        let file = Message.Value.text(FilePath.shown(FilePath.name(of: failure.path)))
        switch failure.reason {
        case .nameNotAllowed(let character?, let instead?):
            return localized(
                "The drive doesn't support “{character}” in names. “{file}” would become “{name}”.",
                ["character": .text(character), "file": file, "name": .text(instead.shown)])
        case .attributesLost(let names):
            return localized(
                "The other drive can't store {names} of “{file}”. The originals were left in place.",
                ["names": .text(names.joined(separator: ", ")), "file": file])
        default: return ""
        }
    }

    static func answer(_ consent: ClashAnswers.Consent) -> String {
        switch consent {
        case .otherNames: localized("Use Other Names")
        case .lostAttributes: localized("Move Anyway")
        }
    }
}
