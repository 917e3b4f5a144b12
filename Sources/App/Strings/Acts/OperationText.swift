// Words about operations on files.
import Browse
import Codecs
import Desktop
import Library
import Photos

/// Labels, questions and messages of operations on files.
enum OperationText {
    static let trash = localized("Move to Trash")
    static let delete = localized("Delete Permanently…")
    static let undo = localized("Undo")
    static let cut = localized("Cut")
    static let copyTo = localized("Copy To")
    static let moveTo = localized("Move To")
    static let otherFolder = localized("Other Folder…")
    static let rename = localized("Rename…")
    static let newFolder = localized("New Folder…")
    static let cancel = localized("Cancel")

    /// Says what was done; nil where nothing was.
    static func done(_ outcome: OperationOutcome, in folder: String?) -> String? {
        let count = outcome.done
        let values: [String: Message.Value] = ["folder": .text(folder.map(shownName) ?? "")]
        guard count > 0 else { return doneWithOthers(outcome, values) }
        switch outcome.kind {
        case .trash:
            return localized(
                "{count} photo moved to the trash", many: "{count} photos moved to the trash", count: count)
        case .delete:
            return localized(
                "{count} photo deleted permanently", many: "{count} photos deleted permanently", count: count)
        case .copy:
            return localized(
                "{count} photo copied to “{folder}”", many: "{count} photos copied to “{folder}”", count: count, values)
        case .move:
            return localized(
                "{count} photo moved to “{folder}”", many: "{count} photos moved to “{folder}”", count: count, values)
        case .export: return ExportText.done(count, values)
        case .rename: return localized("{count} photo renamed", many: "{count} photos renamed", count: count)
        case .makeFolder: return localized("Folder “{folder}” created", values)
        case .renameFolder: return renamed(outcome)
        case .turn: return TurnText.done(outcome.turns, count: count)
        case .embed: return EmbedText.done(count)
        case .restore: return restored(count)
        case .stars, .favourite, .label: return nil
        case .keywords, .title, .caption, .date: return EditText.done(outcome.kind, count)
        }
    }

    /// Says what was done with files that belong to no photo, where there was no photo among them.
    private static func doneWithOthers(_ outcome: OperationOutcome, _ values: [String: Message.Value]) -> String? {
        let count = outcome.others
        guard count > 0 else { return nil }
        return switch outcome.kind {
        case .copy:
            localized(
                "{count} file copied to “{folder}”", many: "{count} files copied to “{folder}”", count: count, values)
        case .move:
            localized(
                "{count} file moved to “{folder}”", many: "{count} files moved to “{folder}”", count: count, values)
        default: nil
        }
    }

    /// Says what was undone.
    static func undone(_ outcome: OperationOutcome) -> String {
        let count = outcome.done
        switch outcome.kind {
        case .trash: return restored(count)
        case .restore:
            return localized(
                "{count} photo moved to the trash", many: "{count} photos moved to the trash", count: count)
        case .copy:
            return localized(
                "The copy of {count} photo moved to the trash", many: "The copies of {count} photos moved to the trash",
                count: count)
        case .export: return ExportText.undone(count)
        case .move: return localized("{count} photo moved back", many: "{count} photos moved back", count: count)
        case .rename: return localized("{count} photo renamed back", many: "{count} photos renamed back", count: count)
        case .makeFolder: return localized("Folder removed")
        case .renameFolder: return renamed(outcome)
        case .turn: return TurnText.undone(count)
        case .embed: return EmbedText.undone(count)
        case .stars:
            return localized("Stars of {count} photo restored", many: "Stars of {count} photos restored", count: count)
        case .favourite:
            return localized(
                "Favourite of {count} photo restored", many: "Favourite of {count} photos restored", count: count)
        case .label:
            return localized("Label of {count} photo restored", many: "Label of {count} photos restored", count: count)
        case .keywords, .title, .caption, .date: return EditText.undone(outcome.kind, count) ?? ""
        case .delete: return localized("Nothing can be undone")
        }
    }

    private static func restored(_ count: Int) -> String {
        localized("{count} photo restored from the trash", many: "{count} photos restored from the trash", count: count)
    }

    static func skipped(_ count: Int) -> String {
        localized(
            "{count} photo skipped: the name is already used there",
            many: "{count} photos skipped: the names are already used there",
            count: count)
    }
    static let cancelled = localized("Cancelled. What was already done can be undone.")

    /// Says why some photos stay where they are.
    static func failed(_ failures: [FileFailure]) -> String? {
        guard let first = failures.first else { return nil }
        let values: [String: Message.Value] = [
            "file": .text(shownName(first.path)), "reason": .text(words(first.reason, of: shownName(first.path))),
        ]
        // The sentence names the photo.
        if case .notExported = first.reason, failures.count == 1 {
            return words(first.reason, of: shownName(first.path))
        }
        guard failures.count > 1 else { return localized("{file}: {reason}", values) }
        return localized(
            "{count} file was not changed. {file}: {reason}", many: "{count} files were not changed. {file}: {reason}",
            count: failures.count, values)
    }

    private static func words(_ reason: FileFailure.Reason, of name: String) -> String {
        switch reason {
        case .noTrash: localized("Its drive has no trash.")
        case .noAnswer: localized("The share does not answer, or is not connected any more.")
        case .missing: localized("The file or its folder no longer exists.")
        case .nameIsTaken: localized("Another file already has this name.")
        case .changed: localized("The file has changed in the meantime and was left as it is.")
        case .isFolder: localized("Folders can't be moved or copied here.")
        case .isNoFile: localized("Links and devices can't be copied.")
        case .isAlreadyThere: localized("It is already in that folder.")
        case .noSpace: localized("The drive is full.")
        case .notAllowed: localized("The folder is read-only.")
        case .readOnly: localized("The drive is read-only.")
        case .nameTooLong: localized("The name is too long.")
        case .nameNotAllowed(let character?, let instead?):
            localized(
                "The drive doesn't support “{character}” in names; “{name}” would work.",
                ["character": .text(character), "name": .text(instead.shown)])
        case .nameNotAllowed: localized("The drive doesn't support that name.")
        case .attributesLost(let names):
            localized(
                "Not moved: the other drive can't store its attributes ({names}).",
                ["names": .text(names.joined(separator: ", "))])
        case .notExported(let reason): localized(LoadFailure(stage: .decode, culprit: name, reason: reason))
        case .notEmpty: localized("The folder is no longer empty.")
        case .noJournal(let code):
            localized(
                "Nothing was changed, because the operation can't be logged: {reason}.",
                ["reason": .text(systemMessage(code))])
        case .notEmbedded(let reason): EmbedText.reason(reason)
        case .notMarked(let reason): MarkText.sentence(reason)
        case .notKept(let reason): localized("The rotation could not be saved: {reason}.", ["reason": .message(reason)])
        case .cancelled: localized("Cancelled.")
        case .system(let code): localized("{reason}.", ["reason": .text(systemMessage(code))])
        }
    }

    /// Says what is wrong with a name.
    static func words(_ flaw: FileName.Flaw) -> String {
        switch flaw {
        case .empty: localized("Enter a name")
        case .hasSlash: localized("Names can't contain “/”")
        case .isReserved: localized("This name is reserved")
        case .tooLong: localized("The name is too long")
        }
    }

    static func progress(_ kind: ActKind, _ progress: OperationProgress) -> String {
        if progress.isWaiting { return localized("The share does not answer. Waiting for it…") }
        let (count, part) = (progress.count, ["number": Message.Value.count(progress.photos)])
        switch kind {
        case .trash:
            return localized(
                "Moving to the trash: {number} of {count} photo",
                many: "Moving to the trash: {number} of {count} photos",
                count: count, part)
        case .delete:
            return localized(
                "Deleting: {number} of {count} photo", many: "Deleting: {number} of {count} photos", count: count, part)
        case .copy:
            let values = part.merging(["size": .message(FactWords.bytes(progress.bytes))]) { first, _ in first }
            return localized(
                "Copying: {number} of {count} photo, {size}", many: "Copying: {number} of {count} photos, {size}",
                count: count, values)
        case .export: return ExportText.progress(progress, part)
        case .move, .restore:
            return localized(
                "Moving: {number} of {count} photo", many: "Moving: {number} of {count} photos", count: count, part)
        case .rename, .makeFolder, .renameFolder:
            return localized(
                "Renaming: {number} of {count} photo", many: "Renaming: {number} of {count} photos", count: count, part)
        case .turn:
            return localized(
                "Rotating: {number} of {count} photo", many: "Rotating: {number} of {count} photos", count: count, part)
        case .embed: return EmbedText.progress(count, part)
        case .stars, .favourite, .label:
            return localized(
                "Marking: {number} of {count} photo", many: "Marking: {number} of {count} photos", count: count, part)
        case .keywords, .title, .caption, .date:
            return localized(
                "Changing: {number} of {count} photo", many: "Changing: {number} of {count} photos", count: count, part)
        }
    }

    // MARK: Questions

    static func deleteHeading(_ count: Int) -> String {
        localized("Delete {count} photo permanently?", many: "Delete {count} photos permanently?", count: count)
    }
    static let deleteBody = localized("What is deleted for good can't be restored.")
    static let noTrashBody = localized("Their drive has no trash. Deleted photos can't be restored.")
    static let deleteAnswer = localized("Delete")

    static func clashHeading(_ clash: NameClash) -> String {
        localized("“{file}” is already in this folder", ["file": .text(clash.photo.name.shown)])
    }
    static func clashBody(_ clash: NameClash) -> String {
        func facts(_ file: NameClash.File) -> [String: Message.Value] {
            let size = FactWords.bytes(file.bytes)
            let both = file.changed.map {
                Message("{size}, changed {time}", ["size": .message(size), "time": .time($0)])
            }
            return ["facts": .message(both ?? size)]
        }
        return [
            localized("In the folder: {facts}", facts(clash.other)), localized("This one: {facts}", facts(clash.own)),
            localized("The replaced file is moved to the trash."),
        ].joined(separator: "\n")
    }
    /// Says that the answer is for the photos after this one, too.
    static func forAll(_ others: Int) -> String {
        localized("Do the same for {count} more photo", many: "Do the same for {count} more photos", count: others)
    }
    static let keepBoth = localized("Keep Both")
    static let replace = localized("Replace")
    static let skip = localized("Skip")

    static func chooseHeading(_ count: Int, moves: Bool) -> String {
        moves
            ? localized("Move {count} photo to", many: "Move {count} photos to", count: count)
            : localized("Copy {count} photo to", many: "Copy {count} photos to", count: count)
    }
    static let moveHere = localized("_Move")
    static let copyHere = localized("_Copy")

    static let renameOne = localized("Rename Photo")
    static func renameMany(_ count: Int) -> String {
        localized("Rename {count} photo", many: "Rename {count} photos", count: count)
    }
    static let patternBody = localized(
        "Use # for the photo's number: “Crete ##” becomes Crete 01, Crete 02, …")
    static func field(_ field: NamePattern.Field) -> String {
        switch field {
        case .name: localized("Name")
        case .date: localized("Date")
        case .time: localized("Time", context: "time of day in the name of a photo")
        case .year: localized("Year")
        case .month: localized("Month")
        case .day: localized("Day")
        case .camera: localized("Camera")
        }
    }
    static let renameAnswer = localized("Rename")
    static let renameFolder = localized("Rename Folder")
    static let newFolderHeading = localized("New Folder")
    static let newFolderAnswer = localized("Create")
    static let cutDone = localized("Paste into another folder to move")

    private static func renamed(_ outcome: OperationOutcome) -> String {
        localized("Folder renamed to “{folder}”", ["folder": .text(outcome.movedFolders.first?.to.name.shown ?? "")])
    }

    private static func shownName(_ path: String) -> String { FilePath.shown(FilePath.name(of: path)) }
}
