// Paths of files as text, whatever their bytes are.

/// Conversion of the bytes of a path to a `String` and back.
///
/// A file name on Linux may contain any bytes except zero and the slash. Most names are UTF-8, and their text is what
/// they spell. A byte that is not part of a character, as in names from before UTF-8, is represented by the private-use
/// character U+10FE00 plus the byte, so that the text leads back to the same file. In a name that contains one of those
/// characters itself, each of its four bytes is represented that way, so that no two names have the same text.
/// (Python's `surrogateescape` does the same with lone surrogates, which a `String` cannot hold.)
///
/// To open a file, convert the text with `bytes(of:)`; to show it, use `shown(_:)`.
///
/// A value of the type is one path, equal to another when their bytes are (see `FileName`).
public struct FilePath: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation {
    /// The path as a text.
    public let text: String

    /// - Parameter text: As `FilePath.text` returns it.
    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    /// What follows the last slash.
    public var name: FileName { FileName(Self.name(of: text)) }

    /// The path as it is shown.
    public var shown: String { Self.shown(text) }

    public var isEmpty: Bool { text.isEmpty }

    /// Whether the path begins at the root of the file system.
    public var isAbsolute: Bool { text.utf8.first == Self.slash }

    /// The names between the slashes.
    public var names: [FileName] {
        text.utf8.split(separator: Self.slash).map { FileName(String(Substring($0))) }
    }

    /// Returns the path of a file in this folder. That of the empty path is the name.
    public func appending(_ name: FileName) -> FilePath { appending(path: FilePath(name.text)) }

    /// Returns a path below this folder. The empty path changes nothing, on either side.
    public func appending(path relative: FilePath) -> FilePath {
        if isEmpty { return relative }
        if relative.isEmpty { return self }
        return FilePath(text.utf8.last == Self.slash ? text + relative.text : text + "/" + relative.text)
    }

    /// Returns what leads from a folder down to this path; nil where it does not lie below it.
    public func relative(to folder: FilePath) -> FilePath? {
        let start = folder.text.utf8, length = start.last == Self.slash ? start.count : start.count + 1
        guard text.utf8.count > length, text.utf8.starts(with: start),
            text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: length - 1)] == Self.slash
        else { return nil }
        return FilePath(String(Substring(text.utf8.dropFirst(length))))
    }

    /// Returns the path without slashes at its end; the root stays a slash.
    public var trimmed: FilePath {
        var bytes = text.utf8[...]
        while bytes.count > 1, bytes.last == Self.slash { bytes = bytes.dropLast() }
        return bytes.count == text.utf8.count ? self : FilePath(String(Substring(bytes)))
    }

    private static let slash = UInt8(ascii: "/")

    public static func == (a: FilePath, b: FilePath) -> Bool { ByteText.areEqual(a.text, b.text) }
    public static func < (a: FilePath, b: FilePath) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
    public func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }

    private static let escape: UInt32 = 0x10FE00
    private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF
    /// The first byte of all characters in the range of the escapes.
    private static let mark: UInt8 = 0xF4

    /// Returns the text of a path.
    public static func text(_ bytes: some RandomAccessCollection<UInt8>) -> String {
        if !bytes.contains(mark), let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            if let scalar = character(rest.prefix(length(first))), !escapes.contains(scalar.value) {
                scalars.append(scalar)
                rest = rest.dropFirst(length(first))
            } else {
                if let scalar = Unicode.Scalar(escape + UInt32(first)) { scalars.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// Returns the text of a path. The same as for any other collection of bytes, in a twentieth of the time: a listing
    /// calls it for each name.
    public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return "" }
        let buffer = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        if !buffer.contains(mark), let text = String(validating: buffer, as: UTF8.self) { return text }
        return text(Array(buffer))
    }

    /// Returns the path that a text stands for.
    public static func bytes(of text: String) -> [UInt8] {
        guard isEscaped(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            escapes.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(UTF8.encode(scalar) ?? .init())
        }
    }

    /// Returns whether the path that a text stands for has other bytes than the text.
    public static func isEscaped(_ text: String) -> Bool {
        text.utf8.contains(mark) && text.unicodeScalars.contains { escapes.contains($0.value) }
    }

    /// Returns the path as it is shown: bytes that are no character become the replacement character, and control
    /// characters, which would break the line or control a terminal, become their symbols (U+2400 and following).
    public static func shown(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain { return text }
        var shown = String.UnicodeScalarView()
        for scalar in String(decoding: bytes(of: text), as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x00..<0x20: shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: shown.append("\u{2421}")
            case 0x80..<0xA0: shown.append("\u{FFFD}")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// Returns what follows the last slash, or all of a text without one.
    public static func name(of text: String) -> String {
        guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
        return String(text[text.utf8.index(after: slash)...])
    }

    /// Returns what follows the last dot of a file's name, in lower case; nil for a name without one, or that begins
    /// with its only one.
    public static func nameExtension(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Returns the bytes of the character that begins with `first`; 1 where none does.
    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func character(_ bytes: some Collection<UInt8>) -> Unicode.Scalar? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
