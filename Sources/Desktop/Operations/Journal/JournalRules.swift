// Whether this program can have written a journal: only then is it carried out.
import Codecs
import Library
import Photos

/// The forms that the groups of an operation have. A journal with another one is somebody else's, or was changed.
struct JournalRules {
    /// The trash in the home folder.
    let homeTrash: FilePath

    /// Whether all groups of an operation are ones that the planner makes for it.
    func permit(_ record: JournalRecord) -> Bool {
        record.groups.allSatisfy { permits($0.group, record.header) }
    }

    private func permits(_ group: OperationGroup, _ header: JournalHeader) -> Bool {
        let names = group.steps.flatMap(Self.paths)
        guard names.allSatisfy(Self.isPlain) else { return false }
        var notes: [FilePath: FilePath] = [:]
        for (index, step) in group.steps.enumerated() {
            switch step {
            case .note(let note, let text):
                // Of the file that the next step brings there.
                guard ![.rename, .makeFolder, .renameFolder].contains(header.kind), index + 1 < group.steps.count,
                    case .rename(let from, let to, _) = group.steps[index + 1], file(of: note) == to,
                    TrashNote.name(in: text) == from.name
                else { return false }
            case .rename(let from, let to, _):
                guard permitsRename(from, to, index, group, header) else { return false }
                if let note = note(of: from) { notes[note] = to }
            case .copy(let from, let draft, let to, _):
                guard [.copy, .copyNew, .move, .export, .reversal].contains(header.kind),
                    permitsDraft(draft, from, to, header)
                else { return false }
            case .export(let from, let draft, let to, _):
                guard header.kind == .export, permitsDraft(draft, from, to, header) else { return false }
            case .makeFolder(let path):
                guard [.makeFolder, .reversal].contains(header.kind), header.folders.contains(path.parent) else {
                    return false
                }
            case .renameFolder(let from, let to, _):
                guard [.renameFolder, .reversal].contains(header.kind), from.parent == to.parent,
                    header.folders.contains(from.parent)
                else { return false }
            case .drop(let path, let stamp, let keeps):
                // What was copied, and the note about a file that has left the trash.
                let isCopied = group.steps.contains {
                    if case .copy(path, _, let to, stamp) = $0 { to == keeps } else { false }
                }
                guard
                    isCopied && ![.copy, .copyNew, .export].contains(header.kind)
                        || keeps != nil && notes[path] == keeps
                else {
                    return false
                }
            case .removeFolder: return false
            }
        }
        return true
    }

    private func permitsDraft(_ draft: FilePath, _ from: FilePath, _ to: FilePath, _ header: JournalHeader) -> Bool {
        header.folders.contains(from.parent) && header.folders.contains(to.parent) && draft.parent == to.parent
            && FilePath.isDraft(draft.name, ending: OperationStep.draftEnding)
    }

    private func permitsRename(
        _ from: FilePath, _ to: FilePath, _ index: Int, _ group: OperationGroup, _ header: JournalHeader
    ) -> Bool {
        if note(of: to) != nil {
            // Into a trash, with its note before it.
            guard index > 0, case .note(let note, _) = group.steps[index - 1] else { return false }
            return note == self.note(of: to) && header.folders.contains(from.parent)
        }
        if note(of: from) != nil, !header.folders.contains(from.parent) {
            return header.kind == .reversal && header.folders.contains(to.parent)
        }
        guard header.folders.contains(from.parent), header.folders.contains(to.parent) else { return false }
        switch header.kind {
        case .move, .reversal: return true
        case .rename: return from.parent == to.parent
        case .trash, .copy, .copyNew, .export, .makeFolder, .renameFolder: return false
        }
    }

    /// Returns the note that belongs to a file of a trash; nil for a file that is in no trash.
    private func note(of file: FilePath) -> FilePath? {
        let files = file.parent, trash = files.parent
        guard files.name == "files", isTrash(trash) else { return nil }
        return trash.appending("info").appending(file.name + TrashPlace.noteEnding)
    }

    /// Returns the file in a trash that a note is about; nil for what is no note.
    private func file(of note: FilePath) -> FilePath? {
        let info = note.parent, trash = info.parent, name = note.name.text
        guard info.name == "info", isTrash(trash), name.utf8.count > TrashPlace.noteEnding.utf8.count,
            name.utf8.reversed().starts(with: TrashPlace.noteEnding.utf8.reversed())
        else { return nil }
        let stem = String(Substring(name.utf8.dropLast(TrashPlace.noteEnding.utf8.count)))
        return trash.appending("files").appending(FileName(stem))
    }

    /// Whether a folder is one that `TrashPlaces` makes.
    private func isTrash(_ folder: FilePath) -> Bool {
        folder == homeTrash || TrashPlaces.isTop(folder)
    }

    private static func paths(_ step: OperationStep) -> [FilePath] {
        switch step {
        case .note(let path, _), .makeFolder(let path), .removeFolder(let path): [path]
        case .rename(let from, let to, _), .renameFolder(let from, let to, _): [from, to]
        case .copy(let from, let draft, let to, _), .export(let from, let draft, let to, _): [from, draft, to]
        case .drop(let path, _, let keeps): [path] + (keeps.map { [$0] } ?? [])
        }
    }

    /// Whether a path is absolute, or one on a share, and names an entry of its folder.
    private static func isPlain(_ path: FilePath) -> Bool {
        let bytes = FilePath.bytes(of: path.text)
        return (path.isAbsolute || ShareAddress(path)?.path == path) && !bytes.contains(0)
            && !["", ".", ".."].contains(path.name)
    }
}
