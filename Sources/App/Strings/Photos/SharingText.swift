// Words about handing photos to other programs.
import Photos

/// Labels of the actions, and what is said of them.
enum SharingText {
    static let share = localized("Share")
    static let openWith = localized("Open With…")
    static let copyPlace = localized("Copy Place")
    static let openInMaps = localized("Open in Maps")
    static let wallpaper = localized("Set as Wallpaper")
    static let email = localized("Send by E-Mail")
    static let placeCopied = localized("Place copied")

    static func notSetAsWallpaper(because problem: String) -> String {
        problem.isEmpty
            ? localized("The wallpaper was not set.")
            : localized("The wallpaper was not set: {reason}", ["reason": .text(problem)])
    }

    static func notSent(because problem: String) -> String {
        problem.isEmpty
            ? localized("The e-mail was not begun.")
            : localized("The e-mail was not begun: {reason}", ["reason": .text(problem)])
    }

    static func tooManyToSend(limit: Int) -> String {
        localized(
            "No more than {count} photo can be sent by one e-mail.",
            many: "No more than {count} photos can be sent by one e-mail.", count: limit)
    }

    static func chooseProgram(photos: Int) -> String {
        localized(
            "Choose a program to open the photo.", many: "Choose a program to open {count} photos.", count: photos)
    }

    static func notOpened(photos: Int, by program: String, because problem: String) -> String {
        localized(
            "{program} did not open the photo: {reason}", many: "{program} did not open the {count} photos: {reason}",
            count: photos, ["program": .text(program), "reason": .text(problem)])
    }
}
