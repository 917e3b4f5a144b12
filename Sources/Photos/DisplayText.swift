// Text from outside, made safe to show in a line: of limited length, and without control and formatting characters.

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

    /// Returns `text` in one line of at most `limit` UTF-8 bytes, with an ellipsis where it was cut. Line breaks and
    /// tabs become spaces; other characters of `isFormatting` are left out. Takes time in proportion to `limit`,
    /// however long `text` is.
    public static func line(_ text: String, limit: Int = longestLine) -> String {
        if isPlain(text, limit: limit) { return text }
        var line = String.UnicodeScalarView()
        var length = 0, seen = 0, isCut = false
        for scalar in text.unicodeScalars {
            seen += 1
            // A text that consists mostly of formatting characters is not read to its end.
            guard seen <= 4 * limit else {
                isCut = true
                break
            }
            guard let shown = shown(scalar) else { continue }
            guard length + UTF8.width(shown) <= limit else {
                isCut = true
                break
            }
            length += UTF8.width(shown)
            line.append(shown)
        }
        guard isCut else { return String(line) }
        while length > limit - ellipsis.utf8.count, let last = line.popLast() { length -= UTF8.width(last) }
        return String(line) + ellipsis
    }

    private static let ellipsis = "…"

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028...0x2029: " "
        default: isFormatting(scalar) ? nil : scalar
        }
    }

    /// Returns whether the text needs no change, as nearly always; it is called for each photo that is unpacked. Looks
    /// at bytes, and so also returns false for some letters that share their first byte with a formatting character.
    private static func isPlain(_ text: String, limit: Int) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count += 1
            switch byte {
            case 0...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: return false
            default: if count > limit { return false }
            }
        }
        return true
    }
}
