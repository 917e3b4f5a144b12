// The names of a photo's files together: another stem for all of them, and names that are free.
public import Photos

extension FileName {
    /// Returns the names of a photo's files after another stem took the place of the one that they have in common. A
    /// file whose name does not begin with it keeps what it has.
    /// - Parameter names: The file that is shown comes first.
    public static func renamed(_ names: [FileName], to stem: FileName) -> [FileName] {
        guard let first = names.first else { return [] }
        let old = common(of: first, among: names)
        return names.map { name in
            name.dropping(prefix: old).map { stem + $0 }
                ?? CompanionTable.renamed(name, from: first, to: stem + first.ending) ?? name
        }
    }

    /// Returns what the names of a photo's files have in common: the stem of the first one, or what a phone gives its
    /// pair.
    public static func common(of name: FileName, among names: [FileName]) -> FileName {
        let stem = name.stem
        guard let pair = RawPairs.stem(of: name), names.contains(where: { !$0.hasPrefix(stem) }) else { return stem }
        return pair
    }

    /// Returns the names of a photo's files with a number that makes them free together: `IMG_1 (2).jpg`. Where one
    /// would be too long, what they have in common loses its last characters.
    /// - Parameter isTaken: Whether a name is in use.
    public static func free(_ names: [FileName], isTaken: (FileName) throws -> Bool) rethrows -> [FileName] {
        guard let first = names.first, try names.contains(where: isTaken) else { return names }
        let stem = common(of: first, among: names)
        var number = 2
        while true {
            let suffix = " (\(number))"
            var candidates = renamed(names, to: stem + suffix)
            let excess = candidates.map(\.excess).max() ?? 0
            if excess > 0 { candidates = renamed(names, to: stem.shortened(by: excess) + suffix) }
            // A name outside the stem would be taken for ever.
            let changed = zip(candidates, names).filter { $0 != $1 }.map { $0.0 }
            if try !changed.contains(where: isTaken) { return candidates }
            number += 1
        }
    }

    /// The bytes that the name has more than Linux file systems take; negative for a shorter one.
    private var excess: Int { bytes.count - Self.longest }

    /// Returns the name without its last characters, of so many bytes at least. The first one stays.
    private func shortened(by count: Int) -> FileName {
        let most = bytes.count - count
        var text = text
        while text.count > 1, FilePath.bytes(of: text).count > most { text.removeLast() }
        return FileName(text)
    }

    /// Returns a name with a text between its stem and its ending, whose stem loses its last characters where the name
    /// with `addition` behind it would be longer than Linux file systems take.
    public func inserting(_ text: String, withRoomFor addition: String) -> FileName {
        let excess = (self + text + addition).excess
        return (excess > 0 ? stem.shortened(by: excess) : stem) + text + ending
    }

    /// Why a text is not the name of a file.
    public enum Flaw: Hashable, Sendable {
        case empty, hasSlash, isReserved, tooLong
    }

    /// The longest name in bytes that Linux file systems take.
    private static let longest = 255

    /// Returns what is wrong with a name that somebody typed; nil for a good one.
    public static func flaw(of name: String) -> Flaw? {
        if name.isEmpty { return .empty }
        if name.utf8.contains(UInt8(ascii: "/")) || name.utf8.contains(0) { return .hasSlash }
        if name == "." || name == ".." { return .isReserved }
        return FilePath.bytes(of: name).count > longest ? .tooLong : nil
    }
}
