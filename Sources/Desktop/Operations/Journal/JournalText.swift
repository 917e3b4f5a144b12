// The journal of file operations as lines of text.
import Library
import Photos

/// One operation in a journal: what was asked, and the groups that were begun.
struct JournalRecord: Sendable {
    let header: JournalHeader
    /// In their order, each once: of those of one number the last one counts.
    var groups: [GroupProgress] = []
    /// Whether the operation came to its end, and only some groups are not settled.
    var hasEnded = false
}

/// Lines of words, separated by spaces; the other bytes than letters, digits and some signs are escaped.
///
/// `version N` and `asked …` begin an operation, of which the header says more (`JournalHeader`); `ended` is behind its
/// last group. `begin N` opens a group, its steps follow, `end N` closes it: a group without its end was never begun.
/// `copied N STEP STAMP` tells of a finished draft, `placed N`, `begun N`, `done N` and `takenBack N` of the phase. A
/// line without its end does not count.
enum JournalText {
    /// The version of the format: 1 had no headers.
    static let version = 2

    /// What a journal is.
    enum Content: Sendable {
        case records([JournalRecord])
        /// A newer version of the program has written it.
        case newer
        /// No version has: something is there that is no line of a journal.
        case foreign
    }

    static func lines(of header: JournalHeader) -> String {
        (["version \(version)"] + header.lines).map { $0 + "\n" }.joined()
    }

    static func lines(of group: OperationGroup) -> String {
        (["begin \(group.number)"] + group.steps.map(line) + ["end \(group.number)"]).map { $0 + "\n" }.joined()
    }

    static func copied(_ progress: GroupProgress) -> String {
        progress.copies.map { "copied \(progress.group.number) \($0) \($1.text)\n" }.joined()
    }

    static func phase(_ phase: GroupProgress.Phase, of group: OperationGroup) -> String { "\(phase) \(group.number)\n" }

    static let ended = "ended\n"

    private static func line(_ step: OperationStep) -> String {
        switch step {
        case .note(let path, let text): "note \(word(path)) \(word(FilePath(text)))"
        case .rename(let from, let to, let stamp): "rename \(word(from)) \(word(to)) \(stamp.text)"
        case .copy(let from, let draft, let to, let stamp):
            "copy \(word(from)) \(word(draft)) \(word(to)) \(stamp.text)"
        case .export(let from, let draft, let to, let stamp):
            "export \(word(from)) \(word(draft)) \(word(to)) \(stamp.text)"
        case .makeFolder(let path): "makeFolder \(word(path))"
        case .renameFolder(let from, let to, let stamp): "renameFolder \(word(from)) \(word(to)) \(stamp.text)"
        case .drop(let path, let stamp, let keeps): "drop \(word(path)) \(stamp.text) \(keeps.map(word) ?? nothing)"
        case .removeFolder(let path): "removeFolder \(word(path))"
        }
    }

    static func read(_ bytes: [UInt8]) -> Content {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return .records([]) }
        var reader = Reader()
        for line in bytes[..<last].split(separator: UInt8(ascii: "\n")) {
            reader.read(line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) })
        }
        return reader.content
    }

    fileprivate static func step(_ words: [String]) -> OperationStep? {
        switch (words[0], words.count) {
        case ("note", 3):
            guard let note = path(words[1]), let text = path(words[2]) else { return nil }
            return .note(path: note, text: text.text)
        case ("rename", 4), ("renameFolder", 4):
            guard let from = path(words[1]), let to = path(words[2]), let stamp = EntryStamp(words[3]) else {
                return nil
            }
            return words[0] == "rename" ? .rename(from: from, to: to, stamp) : .renameFolder(from: from, to: to, stamp)
        case ("copy", 5), ("export", 5):
            guard let from = path(words[1]), let draft = path(words[2]), let to = path(words[3]),
                let stamp = EntryStamp(words[4])
            else { return nil }
            return words[0] == "copy"
                ? .copy(from: from, draft: draft, to: to, stamp) : .export(from: from, draft: draft, to: to, stamp)
        case ("makeFolder", 2): return path(words[1]).map { .makeFolder(path: $0) }
        case ("drop", 4):
            guard let dropped = path(words[1]), let stamp = EntryStamp(words[2]) else { return nil }
            if words[3] == nothing { return .drop(path: dropped, stamp, keeps: nil) }
            return path(words[3]).map { .drop(path: dropped, stamp, keeps: $0) }
        case ("removeFolder", 2): return path(words[1]).map { .removeFolder(path: $0) }
        default: return nil
        }
    }

    /// Stands for no path.
    private static let nothing = "%"

    /// Returns a path as a word.
    static func word(_ path: FilePath) -> String { path.text.isEmpty ? nothing : PercentText.escaped(path.text) }

    /// Reads a word; nil for one that stands for no path.
    static func path(_ word: String) -> FilePath? {
        word.isEmpty || word == nothing ? nil : FilePath(PercentText.text(word))
    }
}

/// Reads the lines of a journal one after another.
private struct Reader {
    private var records: [JournalRecord] = []
    /// The header that is being read.
    private var opening: JournalHeader.Reader?
    /// The groups of the latest operation by their number, and the numbers in their order.
    private var found: [Int: GroupProgress] = [:]
    private var order: [Int] = []
    private var opened: (number: Int, steps: [OperationStep])?
    private var hasVersion = false, isNewer = false, isForeign = false

    var content: JournalText.Content {
        if isNewer { return .newer }
        var last = self
        last.close()
        return last.isForeign ? .foreign : .records(last.records)
    }

    mutating func read(_ words: [String]) {
        guard let first = words.first, !isNewer, !isForeign else { return }
        if first == "version" {
            close()
            guard words.count > 1, let version = Int(words[1]), version >= JournalText.version else {
                return isForeign = true
            }
            (hasVersion, isNewer) = (true, version > JournalText.version)
            return
        }
        guard hasVersion else { return isForeign = true }
        if first == "asked" {
            close()
            opening = JournalHeader.Reader(words)
            isForeign = opening == nil
        } else if opening?.read(words) == true {
            return
        } else {
            openRecord()
            if records.isEmpty { isForeign = true } else { readGroup(words) }
        }
    }

    /// Ends the header that is being read.
    private mutating func openRecord() {
        guard let reader = opening else { return }
        opening = nil
        guard let header = reader.header else { return isForeign = true }
        records.append(JournalRecord(header: header))
    }

    /// Ends the operation that is being read.
    private mutating func close() {
        // A header that was cut off was followed by no group.
        opening = nil
        if !records.isEmpty { records[records.count - 1].groups = order.compactMap { found[$0] } }
        (found, order, opened) = ([:], [], nil)
    }

    private mutating func readGroup(_ words: [String]) {
        let number = words.count > 1 ? Int(words[1]) : nil
        switch words[0] {
        case "ended": records[records.count - 1].hasEnded = true
        case "begin": opened = number.map { ($0, []) }
        case "end":
            if let (begun, steps) = opened, begun == number {
                let earlier = found.updateValue(
                    GroupProgress(OperationGroup(number: begun, steps: steps)), forKey: begun)
                if earlier == nil { order.append(begun) }
            }
            opened = nil
        case "copied":
            guard let number, words.count == 4, let index = Int(words[2]), let stamp = EntryStamp(words[3]),
                found[number]?.group.steps.indices.contains(index) ?? false
            else { break }
            found[number]?.copies[index] = stamp
        case "begun": if let number { found[number]?.phase = .begun }
        case "placed": if let number { found[number]?.phase = .placed }
        case "done": if let number { found[number]?.phase = .done }
        case "takenBack": if let number { found[number]?.phase = .takenBack }
        default:
            // A step that is not understood makes its group one that is not: nothing is done with it.
            if let step = JournalText.step(words) { opened?.steps.append(step) } else { opened = nil }
        }
    }
}
