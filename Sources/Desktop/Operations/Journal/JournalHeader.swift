// What the journal says of an operation before its groups: what was asked, and in which folders.
import Library
import Photos

/// The beginning of an operation in the journal.
struct JournalHeader: Hashable, Sendable {
    /// What an operation does, and so which steps it may have.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case trash, copy, copyNew, move, export, rename, makeFolder, renameFolder
        /// What reverses an earlier operation.
        case reversal
    }

    let kind: Kind
    /// What the user has asked for; nil for a reversal, which the history knows.
    let operation: FileOperation?
    /// The folders in which files are, and those in which they are to be. Trashes are not among them.
    let folders: Set<FilePath>

    /// Returns the header of an operation; nil for one that is not journaled.
    init?(_ operation: FileOperation) {
        switch operation {
        case .trash(let photos): self.init(.trash, operation, photos.map(\.path.parent))
        case .copy(let photos, let folder, _):
            self.init(.copy, operation, photos.map(\.path.parent) + [Self.folder(folder)])
        case .move(let photos, let folder, _):
            self.init(.move, operation, photos.map(\.path.parent) + [Self.folder(folder)])
        case .export(let exports, let folder, _, _):
            self.init(.export, operation, exports.map(\.photo.path.parent) + [Self.folder(folder)])
        case .copyNew(let arrivals, let folder):
            self.init(
                .copyNew, operation,
                arrivals.map(\.photo.path.parent) + arrivals.map(\.folder) + [Self.folder(folder)])
        case .rename(let renamings): self.init(.rename, operation, renamings.map(\.photo.path.parent))
        case .makeFolder(let path): self.init(.makeFolder, operation, [FilePath(path).parent])
        case .renameFolder(let path, _): self.init(.renameFolder, operation, [path.parent])
        // The same steps as where an act of the trash is undone.
        case .restore(let photos): self.init(.reversal, nil, photos.map(\.folder))
        case .delete, .discard, .turn, .embed: return nil
        }
    }

    /// Returns the header of what reverses an operation.
    init(reversing tasks: some Sequence<ExpectedTask>) {
        var folders: [FilePath] = []
        for task in tasks {
            switch task.task {
            case .restore(_, _, let to): folders.append(to.parent)
            case .move(let from, let to), .copy(let from, let to), .export(let from, let to),
                .renameFolder(let from, let to):
                folders += [from.parent, to.parent]
            case .trash(let path), .delete(let path), .makeFolder(let path), .removeFolder(let path):
                folders.append(path.parent)
            }
        }
        self.init(.reversal, nil, folders)
    }

    private init(_ kind: Kind, _ operation: FileOperation?, _ folders: [FilePath]) {
        self.kind = kind
        self.operation = operation
        self.folders = Set(folders)
    }

    /// A folder as the files in it name it.
    private static func folder(_ path: String) -> FilePath { FilePath(path).appending("file").parent }

    // MARK: Text

    /// One line of words each: the kind, the folder and the answer; the photos; the folders of a reversal.
    var lines: [String] {
        switch operation {
        case .copy(let photos, let folder, let answers), .move(let photos, let folder, let answers):
            ["asked \(kind.rawValue) \(JournalText.word(FilePath(folder))) \(answers.text)"]
                + photos.map { Self.line($0, Self.answer(answers, $0)) }
        case .export(let exports, let folder, let recipe, let answers):
            ["asked \(kind.rawValue) \(JournalText.word(FilePath(folder))) \(answers.text) \(recipe.text)"]
                + exports.map { Self.line($0.photo, Self.own($0, answers)) }
        case .copyNew(let arrivals, let folder):
            ["asked \(kind.rawValue) \(JournalText.word(FilePath(folder)))"]
                + arrivals.map { Self.line($0.photo, JournalText.word($0.folder)) }
        case .trash(let photos): ["asked \(kind.rawValue)"] + photos.map { Self.line($0, nil) }
        case .rename(let renamings):
            ["asked \(kind.rawValue)"] + renamings.map { Self.line($0.photo, JournalText.word(FilePath($0.name.text))) }
        case .makeFolder(let path): ["asked \(kind.rawValue) \(JournalText.word(FilePath(path)))"]
        case .renameFolder(let path, let name):
            ["asked \(kind.rawValue) \(JournalText.word(path)) \(JournalText.word(FilePath(name.text)))"]
        case nil, .delete, .restore, .discard, .turn, .embed:
            ["asked \(kind.rawValue)"] + folders.sorted().map { "folder \(JournalText.word($0))" }
        }
    }

    /// A photo: what is asked of it alone, its path, the names of its other files.
    private static func line(_ photo: PhotoFiles, _ own: String?) -> String {
        (["photo", own ?? usual, JournalText.word(photo.path)]
            + photo.companions.map { JournalText.word(FilePath($0.text)) })
            .joined(separator: " ")
    }

    private static func answer(_ answers: ClashAnswers, _ photo: PhotoFiles) -> String? {
        answers.hasOwn(photo) ? answers.answer(for: photo).rawValue : nil
    }

    /// The name of an exported photo, and behind a slash the answer for it alone.
    private static func own(_ export: FileOperation.Export, _ answers: ClashAnswers) -> String {
        JournalText.word(FilePath(export.name.text)) + (answer(answers, export.photo).map { "/" + $0 } ?? "")
    }

    /// Stands for what is asked of all.
    private static let usual = "-"

    /// Reads the lines of a header.
    struct Reader {
        private let kind: Kind
        private let words: [String]
        private var photos: [(photo: PhotoFiles, own: String)] = []
        private var folders: [FilePath] = []

        /// - Parameter words: The first line; nil for one that begins no operation.
        init?(_ words: [String]) {
            guard words.count > 1, words[0] == "asked", let kind = Kind(rawValue: words[1]) else { return nil }
            self.kind = kind
            self.words = words
        }

        /// Takes in a further line; returns whether it is one of a header.
        mutating func read(_ words: [String]) -> Bool {
            switch (words[0], words.count) {
            case ("photo", 3...):
                let paths = words[2...].compactMap(JournalText.path)
                guard paths.count == words.count - 2 else { return false }
                photos.append((PhotoFiles(path: paths[0], companions: paths[1...].map { FileName($0.text) }), words[1]))
            case ("folder", 2):
                guard let path = JournalText.path(words[1]) else { return false }
                folders.append(path)
            default: return false
            }
            return true
        }

        /// The header; nil where the lines make none.
        var header: JournalHeader? {
            let photos = photos.map(\.photo)
            switch (kind, words.count) {
            case (.reversal, 2): return JournalHeader(.reversal, nil, folders)
            case (.trash, 2): return JournalHeader(.trash(photos))
            case (.makeFolder, 3): return JournalText.path(words[2]).flatMap { JournalHeader(.makeFolder($0.text)) }
            case (.renameFolder, 4):
                guard let path = JournalText.path(words[2]), let name = JournalText.path(words[3]) else { return nil }
                return JournalHeader(.renameFolder(path, to: FileName(name.text)))
            case (.rename, 2):
                let renamings = self.photos.compactMap { photo, own in
                    JournalText.path(own).map { FileOperation.Renaming(photo, to: FileName($0.text)) }
                }
                return JournalHeader(.rename(renamings))
            case (.export, 5): return export
            case (.copyNew, 3):
                guard let folder = JournalText.path(words[2])?.text else { return nil }
                let arrivals = self.photos.compactMap { photo, own in
                    JournalText.path(own).map { FileOperation.Arrival(photo, to: $0) }
                }
                return JournalHeader(.copyNew(arrivals, to: folder))
            case (.copy, 4), (.move, 4):
                guard let folder = JournalText.path(words[2])?.text else { return nil }
                let own = self.photos.compactMap { photo, own in
                    ClashAnswers.Answer(rawValue: own).map { (photo.path, $0) }
                }
                guard let answers = ClashAnswers(text: words[3], except: Dictionary(own) { $1 }) else { return nil }
                return JournalHeader(
                    kind == .copy ? .copy(photos, to: folder, answers) : .move(photos, to: folder, answers))
            default: return nil
            }
        }

        private var export: JournalHeader? {
            var exports: [FileOperation.Export] = [], own: [FilePath: ClashAnswers.Answer] = [:]
            for (photo, words) in photos {
                let parts = words.split(separator: "/", maxSplits: 1).map(String.init)
                guard let first = parts.first, let name = JournalText.path(first) else { return nil }
                exports.append(FileOperation.Export(photo, as: FileName(name.text)))
                if parts.count > 1 { own[photo.path] = ClashAnswers.Answer(rawValue: parts[1]) }
            }
            guard let folder = JournalText.path(words[2])?.text, let recipe = ExportRecipe(text: words[4]),
                let answers = ClashAnswers(text: words[3], except: own)
            else { return nil }
            return JournalHeader(.export(exports, to: folder, recipe, answers))
        }
    }
}
