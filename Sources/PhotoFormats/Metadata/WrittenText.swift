// Words in untrusted bytes, as one line that can be shown.

/// Text that programs have written into files.
package enum WrittenText {
    /// Returns the words up to a zero byte, with single blanks between them; nil if there are none. What is not UTF-8
    /// is read as Latin-1.
    /// - Parameter isCut: Whether a limit has cut the text, perhaps within a character.
    package static func line(of bytes: some Collection<UInt8>, isCut: Bool = false) -> String? {
        let written = bytes.prefix { $0 != 0 }
        let text =
            String(validating: written, as: UTF8.self) ?? beginning(of: written, isCut: isCut)
            ?? String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) }))
        let printable = text.unicodeScalars.map { $0.value >= 32 && !(127..<160).contains($0.value) ? $0 : " " }
        let words = String(String.UnicodeScalarView(printable)).split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns UTF-8 whose last character is not whole; nil for other text. Writers cut texts at their limits too, but
    /// where all the rest is ASCII, a last letter of Latin-1 is more likely.
    private static func beginning(of bytes: some Collection<UInt8>, isCut: Bool) -> String? {
        let rest = trimmed(bytes)
        return isCut || rest.contains { $0 >= 0x80 } ? String(validating: rest, as: UTF8.self) : nil
    }

    /// Returns UTF-8 without the beginning of a character at its end, where a limit has cut it.
    static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(bytes)
        guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 else { return bytes }
        let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
        if bytes.count - lead < length { bytes.removeSubrange(lead...) }
        return bytes
    }
}
