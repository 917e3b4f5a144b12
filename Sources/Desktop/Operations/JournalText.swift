// The journal of file operations as lines of text.
import Library
import Photos

/// Lines of words, separated by spaces; the other bytes than letters, digits and some signs are escaped.
///
/// `begin N` opens a group, its steps follow, `end N` closes it: a group without its end was never begun. `copied N STEP
/// STAMP` tells of a finished draft, `placed N`, `begun N` and `done N` of the phase. A line without its end does not
/// count.
enum JournalText {
    static func lines(of group: OperationGroup) -> String {
        (["begin \(group.number)"] + group.steps.map(line) + ["end \(group.number)"]).map { $0 + "\n" }.joined()
    }

    static func copied(_ progress: GroupProgress) -> String {
        progress.copies.map { "copied \(progress.group.number) \($0) \($1.text)\n" }.joined()
    }

    static func phase(_ phase: GroupProgress.Phase, of group: OperationGroup) -> String { "\(phase) \(group.number)\n" }

    private static func line(_ step: OperationStep) -> String {
        switch step {
        case .note(let path, let text): "note \(word(path)) \(word(text))"
        case .rename(let from, let to, let stamp): "rename \(word(from)) \(word(to)) \(stamp.text)"
        case .copy(let from, let draft, let to, let stamp):
            "copy \(word(from)) \(word(draft)) \(word(to)) \(stamp.text)"
        case .makeFolder(let path): "makeFolder \(word(path))"
        case .drop(let path, let stamp, let keeps): "drop \(word(path)) \(stamp.text) \(word(keeps))"
        case .removeFolder(let path): "removeFolder \(word(path))"
        }
    }

    /// Returns the groups that were begun, in their order, each once: of those of one number the last one counts.
    static func read(_ bytes: [UInt8]) -> [GroupProgress] {
        var found: [Int: GroupProgress] = [:], order: [Int] = []
        var opened: (number: Int, steps: [OperationStep])?
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        for line in bytes[..<last].split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count > 1 else { continue }
            let number = Int(words[1])
            switch words[0] {
            case "begin": opened = number.map { ($0, []) }
            case "end":
                if let (number, steps) = opened, number == Int(words[1]) {
                    let earlier = found.updateValue(
                        GroupProgress(OperationGroup(number: number, steps: steps)), forKey: number)
                    if earlier == nil { order.append(number) }
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
            default:
                // A step that is not understood makes its group one that is not: nothing is done with it.
                if let step = step(words) { opened?.steps.append(step) } else { opened = nil }
            }
        }
        return order.compactMap { found[$0] }
    }

    private static func step(_ words: [String]) -> OperationStep? {
        switch (words[0], words.count) {
        case ("note", 3): return .note(path: text(words[1]), text: text(words[2]))
        case ("rename", 4):
            return EntryStamp(words[3]).map { .rename(from: text(words[1]), to: text(words[2]), $0) }
        case ("copy", 5):
            return EntryStamp(words[4]).map {
                .copy(from: text(words[1]), draft: text(words[2]), to: text(words[3]), $0)
            }
        case ("makeFolder", 2): return .makeFolder(path: text(words[1]))
        case ("drop", 4): return EntryStamp(words[2]).map { .drop(path: text(words[1]), $0, keeps: text(words[3])) }
        case ("removeFolder", 2): return .removeFolder(path: text(words[1]))
        default: return nil
        }
    }

    /// An empty text is a lone percent sign.
    private static func word(_ text: String) -> String { text.isEmpty ? "%" : PercentText.escaped(text) }
    private static func text(_ word: String) -> String { word == "%" ? "" : PercentText.text(word) }
}
