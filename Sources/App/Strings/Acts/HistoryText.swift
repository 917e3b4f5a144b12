// Words about undo and redo.
import Desktop
import Photos

/// Names of acts in the menu, and what is said of a reversal.
enum HistoryText {
    static let redo = localized("Redo")

    /// Longest name in the menu in characters.
    private static let longestName = 40

    /// Returns the label of the menu's entry; that of the action alone where there is no act.
    static func entry(_ reversal: Reversal, _ title: ActTitle?) -> String {
        guard let title else { return reversal == .undo ? OperationText.undo : redo }
        let values: [String: Message.Value] = ["act": .text(name(title))]
        return reversal == .undo ? localized("Undo {act}", values) : localized("Redo {act}", values)
    }

    /// Returns the name of an act.
    private static func name(_ title: ActTitle) -> String {
        if let name = title.name { return self.name(title.kind, of: shown(name, title.kind)) }
        let count = title.count
        return switch title.kind {
        case .trash: localized("Deletion of {count} Photo", many: "Deletion of {count} Photos", count: count)
        case .delete: localized("Deletion of {count} Photo", many: "Deletion of {count} Photos", count: count)
        case .copy: localized("Copy of {count} Photo", many: "Copy of {count} Photos", count: count)
        case .export: ExportText.act(count)
        case .embed: EmbedText.act(count)
        case .move: localized("Move of {count} Photo", many: "Move of {count} Photos", count: count)
        case .rename: localized("Renaming of {count} Photo", many: "Renaming of {count} Photos", count: count)
        case .makeFolder: localized("New Folder")
        case .renameFolder: OperationText.renameFolder
        case .turn: localized("Rotation of {count} Photo", many: "Rotation of {count} Photos", count: count)
        case .stars: localized("Stars of {count} Photo", many: "Stars of {count} Photos", count: count)
        case .restore:
            localized("Restoration of {count} Photo", many: "Restoration of {count} Photos", count: count)
        case .label: localized("Label of {count} Photo", many: "Label of {count} Photos", count: count)
        case .favourite: localized("Favourite of {count} Photo", many: "Favourite of {count} Photos", count: count)
        case .keywords: localized("Keywords of {count} Photo", many: "Keywords of {count} Photos", count: count)
        case .title: localized("Title of {count} Photo", many: "Title of {count} Photos", count: count)
        case .caption: localized("Caption of {count} Photo", many: "Caption of {count} Photos", count: count)
        case .date: localized("Date of {count} Photo", many: "Date of {count} Photos", count: count)
        }
    }

    private static func name(_ kind: ActKind, of photo: String) -> String {
        let values: [String: Message.Value] = ["photo": .text(photo)]
        return switch kind {
        case .trash, .delete: localized("Delete “{photo}”", values)
        case .copy: localized("Copy “{photo}”", values)
        case .export: localized("Export “{photo}”", values)
        case .move: localized("Move “{photo}”", values)
        case .rename, .renameFolder: localized("Rename “{photo}”", values)
        case .makeFolder: localized("New Folder “{photo}”", values)
        case .turn: localized("Rotate “{photo}”", values)
        case .embed: localized("Write into “{photo}”", values)
        case .stars: localized("Stars of “{photo}”", values)
        case .restore: localized("Restore “{photo}”", values)
        case .favourite: localized("Favourite of “{photo}”", values)
        case .label: localized("Label of “{photo}”", values)
        case .keywords: localized("Keywords of “{photo}”", values)
        case .title: localized("Title of “{photo}”", values)
        case .caption: localized("Caption of “{photo}”", values)
        case .date: localized("Date of “{photo}”", values)
        }
    }

    /// A photo is named without its extension.
    private static func shown(_ name: FileName, _ kind: ActKind) -> String {
        let text = (kind == .makeFolder || kind == .renameFolder ? name : name.stem).shown
        return text.count > longestName ? String(text.prefix(longestName)) + "…" : text
    }

    // MARK: Results

    /// Says what was undone or done again, and what was not.
    /// - Parameter isShown: Whether a window shows the folder in which it has happened.
    static func words(_ outcome: OperationOutcome, isShown: Bool) -> [String?] {
        let folder = outcome.folder.map { FilePath.shown(FilePath.name(of: $0.text)) } ?? ""
        return [
            outcome.done == 0 ? nil : isShown ? done(outcome) : done(outcome, in: folder),
            outcome.isCancelled ? OperationText.cancelled : nil, OperationText.failed(outcome.failures),
        ]
    }

    private static func done(_ outcome: OperationOutcome) -> String {
        switch (outcome.kind, outcome.reversal) {
        case (.stars, .redo?):
            localized(
                "Stars changed for {count} photo", many: "Stars changed for {count} photos", count: outcome.done)
        case (.favourite, .redo?):
            localized(
                "Favourite changed for {count} photo", many: "Favourite changed for {count} photos",
                count: outcome.done)
        case (.label, .redo?):
            localized(
                "Label changed for {count} photo", many: "Label changed for {count} photos", count: outcome.done)
        case (_, .redo?): OperationText.done(outcome, in: outcome.folder?.text) ?? ""
        default: OperationText.undone(outcome)
        }
    }

    private static func done(_ outcome: OperationOutcome, in folder: String) -> String {
        let values: [String: Message.Value] = ["folder": .text(folder), "result": .text(done(outcome))]
        switch (outcome.kind, outcome.reversal) {
        case (.trash, .undo?), (.move, .undo?):
            return localized(
                "Undone: {count} photo is back in “{folder}”", many: "Undone: {count} photos are back in “{folder}”",
                count: outcome.done, values)
        case (_, .redo?): return localized("Redone in “{folder}”: {result}", values)
        default: return localized("Undone in “{folder}”: {result}", values)
        }
    }
}
