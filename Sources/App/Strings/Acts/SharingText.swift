// Words about handing photos to other programs.
import Photos

/// Labels of the actions, and what is said of them.
enum SharingText {
    static let share = localized("Share")
    static let openWith = localized("Open With…")
    static let copyPlace = localized("Copy Location")
    static let openInMaps = localized("Open in Maps")
    static let wallpaper = localized("Set as Wallpaper")
    static let email = localized("Send by Email")
    static let placeCopied = localized("Location copied")

    static func notSetAsWallpaper(because problem: String) -> String {
        problem.isEmpty
            ? localized("The wallpaper was not set.")
            : localized("The wallpaper was not set: {reason}", ["reason": .text(problem)])
    }

    static func notSent(because problem: String) -> String {
        problem.isEmpty
            ? localized("The email could not be created.")
            : localized("The email could not be created: {reason}", ["reason": .text(problem)])
    }

    static func tooManyToSend(limit: Int) -> String {
        localized(
            "An email can hold {count} photo at most.",
            many: "An email can hold {count} photos at most.", count: limit)
    }

    static func chooseProgram(photos: Int) -> String {
        localized(
            "Choose an app to open the photo.", many: "Choose an app to open {count} photos.", count: photos)
    }

    static func notOpened(photos: Int, by program: String, because problem: String) -> String {
        localized(
            "{program} did not open the photo: {reason}", many: "{program} did not open the {count} photos: {reason}",
            count: photos, ["program": .text(program), "reason": .text(problem)])
    }
}
