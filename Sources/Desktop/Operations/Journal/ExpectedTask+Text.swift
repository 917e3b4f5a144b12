// A task on a file as one line of words, by which the history keeps it over a restart.
import Photos

extension ExpectedTask {
    /// One line without its end, in the words of the journal: what is done, with which files, what has to be true of
    /// the first of them.
    var text: String { (task.words + [expectation.word]).joined(separator: " ") }

    /// Reads a line; nil for one that no task has.
    init?(_ text: some StringProtocol) {
        let words = String(text).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let last = words.last, let expectation = Expectation(word: last),
            let task = FileTask(words: words.dropLast())
        else { return nil }
        self.init(task, expectation)
    }
}

extension FileTask {
    fileprivate var words: [String] {
        switch self {
        case .move(let from, let to): ["move", JournalText.word(from), JournalText.word(to)]
        case .copy(let from, let to): ["copy", JournalText.word(from), JournalText.word(to)]
        case .export(let from, let to): ["export", JournalText.word(from), JournalText.word(to)]
        case .trash(let path): ["trash", JournalText.word(path)]
        case .restore(let trashed, let note, let to):
            ["restore", JournalText.word(trashed), JournalText.word(note), JournalText.word(to)]
        case .delete(let path): ["delete", JournalText.word(path)]
        case .makeFolder(let path): ["makeFolder", JournalText.word(path)]
        case .removeFolder(let path): ["removeFolder", JournalText.word(path)]
        case .renameFolder(let from, let to): ["renameFolder", JournalText.word(from), JournalText.word(to)]
        }
    }

    fileprivate init?(words: [String]) {
        guard let kind = words.first else { return nil }
        let paths = words.dropFirst().compactMap(JournalText.path)
        switch (kind, words.count, paths.count) {
        case ("move", 3, 2): self = .move(from: paths[0], to: paths[1])
        case ("copy", 3, 2): self = .copy(from: paths[0], to: paths[1])
        case ("export", 3, 2): self = .export(from: paths[0], to: paths[1])
        case ("trash", 2, 1): self = .trash(path: paths[0])
        case ("restore", 4, 3): self = .restore(trashed: paths[0], note: paths[1], to: paths[2])
        case ("delete", 2, 1): self = .delete(path: paths[0])
        case ("makeFolder", 2, 1): self = .makeFolder(path: paths[0])
        case ("removeFolder", 2, 1): self = .removeFolder(path: paths[0])
        case ("renameFolder", 3, 2): self = .renameFolder(from: paths[0], to: paths[1])
        default: return nil
        }
    }
}

extension ExpectedTask.Expectation {
    fileprivate var word: String {
        switch self {
        case .any: "any"
        case .same(let stamp): "same:" + stamp.text
        case .unchanged(let stamp): "unchanged:" + stamp.text
        }
    }

    fileprivate init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1)
        switch (parts.first, parts.count) {
        case ("any", 1): self = .any
        case ("same", 2):
            guard let stamp = EntryStamp(parts[1]) else { return nil }
            self = .same(stamp)
        case ("unchanged", 2):
            guard let stamp = EntryStamp(parts[1]) else { return nil }
            self = .unchanged(stamp)
        default: return nil
        }
    }
}
