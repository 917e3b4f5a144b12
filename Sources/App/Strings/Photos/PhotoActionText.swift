// Words about what is done with one photo.
import Photos

/// Labels of the actions for a photo, and their results.
enum PhotoActionText {
    static let information = localized("Photo Information")
    static let saveAs = localized("Save As…")
    static let copy = localized("Copy")
    static let copyLink = localized("Copy Link")
    static let openElsewhere = localized("Open in Default App")
    static let showInFiles = localized("Show in Files")
    static let pathCopied = localized("Path copied")
    static let linkCopied = localized("Link copied")
    static let photoCopied = localized("Photo copied")
    static let noFolder = localized("The photo was not saved: choose a folder on this computer.")

    /// - Parameter note: A sentence about how it was saved.
    static func saved(as file: String, _ note: String? = nil) -> String {
        guard let note else { return localized("Saved as {file}", ["file": .text(file)]) }
        return localized("Saved as {file}. {note}", ["file": .text(file), "note": .text(note)])
    }

    static func notOpened(_ address: String, because problem: String) -> String {
        localized("{address} was not opened: {reason}", ["address": .text(address), "reason": .text(problem)])
    }

    static func notShown(_ path: String) -> String {
        localized("{file} can't be shown: the path is not absolute", ["file": .text(path)])
    }

    /// - Parameter problem: Why; empty where no program plays videos of this kind.
    static func notPlayed(_ video: String, because problem: String) -> String {
        problem.isEmpty
            ? localized("No app is installed that can play {video}. Install a video player.", ["video": .text(video)])
            : localized("{video} was not played: {reason}", ["video": .text(video), "reason": .text(problem)])
    }
}
