// The name of a file, compared by its bytes.

/// The name of a file or folder within its folder.
///
/// Two names are equal when their bytes are. Swift's `String` compares by canonical equivalence instead, for which `é`
/// in one code point and in two are the same text; on the disk they are two files. A set, a dictionary and a comparison
/// of names therefore use this type, and a `String` is made of it only where a name is shown.
public struct FileName: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation {
    /// The name as a text of `FilePath`.
    public let text: String

    /// - Parameter text: A text of `FilePath`, without a slash.
    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    /// The name's bytes in the file system.
    public var bytes: [UInt8] { FilePath.bytes(of: text) }

    /// The name as it is shown.
    public var shown: String { FilePath.shown(text) }

    /// What stands before the last dot; all of a name without one, or that begins with its only one.
    public var stem: FileName { dot.map { FileName(String(text[..<$0])) } ?? self }

    /// The last dot and what follows it; empty for a name without one, or that begins with its only one.
    public var ending: String { dot.map { String(text[$0...]) } ?? "" }

    /// What follows the last dot, in lower case; nil for a name without one, or that begins with its only one.
    public var lowercasedExtension: String? { FilePath.nameExtension(of: text) }

    private var dot: String.Index? {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex else { return nil }
        return dot
    }

    /// Returns whether the name begins with the bytes of another.
    public func hasPrefix(_ other: FileName) -> Bool { text.utf8.starts(with: other.text.utf8) }

    /// Returns what follows the bytes of another name with which this one begins; nil where it does not.
    public func dropping(prefix other: FileName) -> String? {
        guard hasPrefix(other) else { return nil }
        return String(Substring(text.utf8.dropFirst(other.text.utf8.count)))
    }

    /// The name with the letters A to Z in lower case.
    public var withoutCase: FileName {
        FileName(String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self))
    }

    /// The name with its first letter of A to Z in the other case; the same where it has none.
    public var withOtherCase: FileName {
        var bytes = Array(text.utf8)
        if let first = bytes.firstIndex(where: { (0x41...0x5A).contains($0 & ~0x20) }) { bytes[first] ^= 0x20 }
        return FileName(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns whether the name is another but for the case of the letters A to Z.
    public func isAlike(_ other: FileName) -> Bool { dropping(alikePrefix: other)?.isEmpty == true }

    /// Returns what follows the bytes of another name with which this one begins but for the case of the letters A to
    /// Z; nil where it does not.
    public func dropping(alikePrefix other: FileName) -> String? {
        let count = other.text.utf8.count
        guard text.utf8.count >= count,
            FileName(String(Substring(text.utf8.prefix(count)))).withoutCase == other.withoutCase
        else { return nil }
        return String(Substring(text.utf8.dropFirst(count)))
    }

    /// Whether the name begins with a dot.
    public var isHidden: Bool { text.utf8.first == UInt8(ascii: ".") }

    /// Returns the name without the bytes at its end; nil where it does not end so, or has nothing before them.
    public func dropping(ending: String) -> FileName? {
        let rest = text.utf8.count - ending.utf8.count
        guard rest > 0, text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
        return FileName(String(Substring(text.utf8.prefix(rest))))
    }

    /// Returns the name with a text behind it.
    public static func + (name: FileName, text: String) -> FileName { FileName(name.text + text) }

    public static func == (a: FileName, b: FileName) -> Bool { ByteText.areEqual(a.text, b.text) }
    public static func < (a: FileName, b: FileName) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
    public func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }
}

/// Comparison of texts by their bytes.
enum ByteText {
    static func areEqual(_ a: String, _ b: String) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        let result = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable { b in
                areEqual(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
            }
        }
        // Texts of C and of Foundation may lie elsewhere.
        return (result ?? nil) ?? a.utf8.elementsEqual(b.utf8)
    }

    /// Compares as many bytes, eight at once: keys of caches are compared for every tile in every frame.
    private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + 8 <= a.count {
            let word = a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard word == b.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
            place += 8
        }
        while place < a.count {
            guard a[place] == b[place] else { return false }
            place += 1
        }
        return true
    }

    static func hash(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
