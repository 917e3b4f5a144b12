// Text from outside, made safe to show in a line: of limited length, with room to break it, and without control and
// formatting characters.

/// Text from a service, a file or its name, made fit for a label.
public enum DisplayText {
    /// The longest line that is shown, in UTF-8 bytes: a file name of 255 bytes that are all escaped fits. A label lays
    /// out its whole text on the main thread, and a megabyte takes minutes.
    public static let longestLine = 1024

    /// Returns whether `scalar` affects the text or the terminal around it instead of being visible: control characters
    /// (C0, DEL, C1), separators of lines and paragraphs, and characters that change the direction of text (UAX #9,
    /// table 4, and the implicit marks).
    public static func isFormatting(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The most characters in a row between which a line cannot be broken: those of the longest file name. To lay out
    /// one word of 8,000 letters in a panel takes seconds on the main thread, the same letters in words of this length
    /// a tenth.
    public static let longestWord = 256

    /// Returns `text` in one line of at most `limit` UTF-8 bytes, with an ellipsis where it was cut, and where a word
    /// is longer than `longestWord`. Line breaks and tabs become spaces; other characters of `isFormatting` are left
    /// out. Takes time in proportion to `limit`, however long `text` is.
    /// - Parameter keepsIsolates: Whether marks stay that keep the order of a part (U+2066 to U+2069), for a sentence
    ///   from right to left whose values have been through this already.
    public static func line(_ text: String, limit: Int = longestLine, keepsIsolates: Bool = false) -> String {
        if isPlain(text, limit: limit) { return text }
        var line = String.UnicodeScalarView()
        var length = 0, seen = 0, isCut = false
        var word = Word()
        for scalar in text.unicodeScalars {
            seen += 1
            // A text that consists mostly of characters that are not shown is not read to its end.
            guard seen <= 4 * limit else {
                isCut = true
                break
            }
            guard let character = keepsIsolates && isolates.contains(scalar.value) ? scalar : shown(scalar),
                let shown = word.take(character)
            else { continue }
            guard length + UTF8.width(shown) <= limit else {
                isCut = true
                break
            }
            length += UTF8.width(shown)
            line.append(shown)
        }
        guard isCut else { return String(line) }
        while length > limit - UTF8.width(ellipsis), let last = line.popLast() { length -= UTF8.width(last) }
        // The last word may have been cut already.
        if line.last != ellipsis { line.append(ellipsis) }
        return String(line)
    }

    private static let ellipsis: Unicode.Scalar = "…"
    private static let isolates: ClosedRange<UInt32> = 0x2066...0x2069

    /// The characters since a line could be broken.
    private struct Word {
        private var length = 0
        private var last: Unicode.Scalar = " "

        /// Letters between which lines break without a space: of Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean.
        private static let unspaced: [ClosedRange<UInt32>] = [
            0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
            0xFF01...0xFF60, 0x20000...0x3FFFF,
        ]

        /// Returns what is shown for the next character: itself, an ellipsis for the first that is too many, nil for
        /// the others.
        mutating func take(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
            defer { last = scalar }
            let isBreak =
                scalar == " " || scalar == "\u{3000}" || scalar == "\u{200B}"
                // Behind one of these a line breaks in front of a letter (UAX #14, classes SY and HY).
                || (last == "-" || last == "/") && scalar.properties.isAlphabetic
                || Self.unspaced.contains { $0.contains(scalar.value) }
            length = isBreak ? 0 : length + 1
            return length < longestWord ? scalar : length == longestWord ? ellipsis : nil
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028...0x2029: " "
        default: isFormatting(scalar) ? nil : scalar
        }
    }

    /// Returns whether the text needs no change, as nearly always; it is called for each photo that is unpacked. Looks
    /// at bytes, and so also returns false for some letters that share their first byte with a formatting character,
    /// and for some words that are not too long.
    private static func isPlain(_ text: String, limit: Int) -> Bool {
        var count = 0, word = 0
        for byte in text.utf8 {
            count += 1
            word = byte == 0x20 ? 0 : word + 1
            switch byte {
            case 0...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: return false
            default: if count > limit || word >= longestWord { return false }
            }
        }
        return true
    }
}
