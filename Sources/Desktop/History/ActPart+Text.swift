// A part of an act as text, by which the history keeps it.
import Library
import Photos

/// Words separated by spaces, the kind first. The tasks of files, and the change of bytes, are on lines of their own.
extension ActPart {
    var text: String {
        switch self {
        case .files(let tasks, let before, let after):
            (["files"] + tasks.map(\.text) + before.map { Self.before + $0.text } + after.map { Self.after + $0.text })
                .joined(separator: "\n")
        case .mark(let part):
            Self.lines(["mark", part.path.word, Self.word(part.gives), Self.word(part.takes)], part.change)
        case .edit(let part):
            Self.lines(["edit", part.path.word, part.gives.word, part.takes.word], part.change)
        case .embed(let part): Self.lines(["embed", part.path.word], part.change)
        case .turn(let part):
            Self.lines(
                ["turn", part.path.word, String(part.quarters), "at:" + part.now, "to:" + part.later], part.change)
        }
    }

    /// Reads a text; nil for one that this version has not written.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard let words = lines.first?.split(separator: " ").map(String.init), let kind = words.first else {
            return nil
        }
        let change = lines.count > 1 ? KeptChange(lines[1]) : nil
        switch (kind, words.count) {
        case ("files", 1):
            func changes(_ start: String) -> [KeptChange] {
                lines.filter { $0.hasPrefix(start) }.compactMap { KeptChange($0.dropFirst(start.count)) }
            }
            let tasks = lines.dropFirst().filter { !$0.hasPrefix(Self.before) && !$0.hasPrefix(Self.after) }
            let read = tasks.compactMap { ExpectedTask($0) }
            guard read.count == tasks.count, !read.isEmpty else { return nil }
            self = .files(read, before: changes(Self.before), after: changes(Self.after))
        case ("mark", 4):
            guard let gives = Self.mark(words[2]), let takes = Self.mark(words[3]) else { return nil }
            self = .mark(MarkPart(path: FilePath(word: words[1]), gives: gives, takes: takes, change: change))
        case ("edit", 4):
            guard let gives = PhotoEdit(word: words[2]), let takes = PhotoEdit(word: words[3]) else { return nil }
            self = .edit(EditPart(path: FilePath(word: words[1]), gives: gives, takes: takes, change: change))
        case ("embed", 2):
            guard let change else { return nil }
            self = .embed(EmbedPart(path: FilePath(word: words[1]), change: change))
        case ("turn", 5):
            guard let quarters = Int(words[2]) else { return nil }
            let (now, later) = (String(words[3].dropFirst(3)), String(words[4].dropFirst(3)))
            self = .turn(
                TurnPart(path: FilePath(word: words[1]), quarters: quarters & 3, now: now, later: later, change: change)
            )
        default: return nil
        }
    }

    private static let before = "before ", after = "after "

    private static func lines(_ words: [String], _ change: KeptChange?) -> String {
        words.joined(separator: " ") + (change.map { "\n" + $0.text } ?? "")
    }

    private static func word(_ mark: PhotoMarks.Mark) -> String {
        switch mark {
        case .stars(let stars): "stars:\(stars)"
        case .favourite(let isFavourite): "favourite:\(isFavourite ? 1 : 0)"
        case .label(let label): "label:\(label.rawValue)"
        }
    }

    private static func mark(_ word: String) -> PhotoMarks.Mark? {
        let parts = word.split(separator: ":")
        guard parts.count == 2, let value = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "stars": return .stars(value)
        case "favourite": return .favourite(value != 0)
        case "label": return UInt8(exactly: value).flatMap(PhotoLabel.init(rawValue:)).map { .label($0) }
        default: return nil
        }
    }
}

extension FilePath {
    /// The path as one word of ASCII.
    fileprivate var word: String { PercentText.escaped(text) }
    fileprivate init(word: String) { self.init(PercentText.text(word)) }
}

extension PhotoEdit {
    /// The edit as one word of ASCII.
    fileprivate var word: String {
        func word(_ name: String, _ value: String?) -> String {
            value.map { name + ":" + PercentText.escaped($0) } ?? name
        }
        return switch self {
        // No keyword has a line break in it.
        case .addKeywords(let keywords): word("add", keywords.joined(separator: "\n"))
        case .removeKeywords(let keywords): word("remove", keywords.joined(separator: "\n"))
        case .title(let text): word("title", text)
        case .caption(let text): word("caption", text)
        case .date(let time): word("date", time?.written)
        case .shift(let seconds, let zone):
            word("shift", ([seconds] + (zone.map { [$0] } ?? [])).map(String.init).joined(separator: ","))
        }
    }

    fileprivate init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = parts.count > 1 ? PercentText.text(parts[1]) : nil
        switch (parts.first, value) {
        case ("add", let keywords?): self = .addKeywords(keywords.split(separator: "\n").map(String.init))
        case ("remove", let keywords?): self = .removeKeywords(keywords.split(separator: "\n").map(String.init))
        case ("title", _): self = .title(value)
        case ("caption", _): self = .caption(value)
        case ("date", let text?):
            guard let time = WrittenTime(numbers: text) else { return nil }
            self = .date(time)
        case ("date", nil): self = .date(nil)
        case ("shift", let text?):
            let numbers = text.split(separator: ",").map { Int($0) }
            guard let seconds = numbers.first ?? nil, numbers.count < 3 else { return nil }
            self = .shift(seconds: seconds, zone: numbers.count > 1 ? numbers[1] : nil)
        default: return nil
        }
    }
}
