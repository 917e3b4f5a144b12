// Words about handing photos to other programs.

/// Labels of the actions, and what is said of them.
enum SharingText {
    static let openWith = "Open With…"
    static let copyPlace = "Copy Place"
    static let openInMaps = "Open in Maps"
    static let wallpaper = "Set as Wallpaper"
    static let email = "Send by E-Mail"
    static let placeCopied = "Place copied"

    static func notSetAsWallpaper(because problem: String) -> String {
        problem.isEmpty ? "The wallpaper was not set." : "The wallpaper was not set: \(problem)"
    }

    static func notSent(because problem: String) -> String {
        problem.isEmpty ? "The e-mail was not begun." : "The e-mail was not begun: \(problem)"
    }

    static func tooManyToSend(limit: Int) -> String { "No more than \(limit) photos can be sent by one e-mail." }

    static func chooseProgram(photos: Int) -> String {
        photos == 1 ? "Choose a program to open the photo." : "Choose a program to open \(photos) photos."
    }

    static func notOpened(photos: Int, by program: String, because problem: String) -> String {
        photos == 1
            ? "\(program) did not open the photo: \(problem)" : "\(program) did not open the \(photos) photos: \(problem)"
    }
}
