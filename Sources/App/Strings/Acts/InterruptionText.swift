// Words about operations that the end of the program has interrupted.
import Desktop
import Photos

/// The notice at the next start, and its buttons.
enum InterruptionText {
    static let goOn = localized("Continue")
    static let dismiss = localized("Dismiss")

    /// Says what was done and what was not; nil for an operation that has nothing left.
    static func notice(_ work: InterruptedOperation) -> String? {
        let count = work.done + work.left
        let values: [String: Message.Value] = [
            "folder": .text(work.folder?.name.shown ?? ""), "done": .count(work.done), "left": .count(work.left),
        ]
        switch work.rest {
        case .copy, .copyNew:
            return localized(
                "Copying {count} photo to “{folder}” was interrupted: {done} is there, {left} is not.",
                many: "Copying {count} photos to “{folder}” was interrupted: {done} are there, {left} are not.",
                count: count, values)
        case .export:
            return localized(
                "Exporting {count} photo to “{folder}” was interrupted: {done} is there, {left} is not.",
                many: "Exporting {count} photos to “{folder}” was interrupted: {done} are there, {left} are not.",
                count: count, values)
        case .move:
            return localized(
                "Moving {count} photo to “{folder}” was interrupted: {done} is there, {left} is not.",
                many: "Moving {count} photos to “{folder}” was interrupted: {done} are there, {left} are not.",
                count: count, values)
        case .trash:
            return localized(
                "Moving {count} photo to the trash was interrupted: {done} is there, {left} is not.",
                many: "Moving {count} photos to the trash was interrupted: {done} are there, {left} are not.",
                count: count, values)
        case .rename:
            return localized(
                "Renaming {count} photo was interrupted: {done} has its new name, {left} has not.",
                many: "Renaming {count} photos was interrupted: {done} have their new names, {left} have not.",
                count: count, values)
        case .delete, .makeFolder, .renameFolder, .restore, .discard, .turn, .embed: return nil
        }
    }

    /// Says that a journal is not carried out.
    static func notice(_ journal: LeftJournal) -> String {
        let values: [String: Message.Value] = ["file": .text(journal.name)]
        switch journal.reason {
        case .newer:
            return localized(
                "A newer version of Tessera was interrupted while working with files. Start that version to finish.",
                values)
        case .foreign:
            return localized(
                "The log “{file}” was not written by Tessera and was ignored.", values)
        }
    }
}
