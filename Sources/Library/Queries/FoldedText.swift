// Text without the differences that a search does not see.

/// Letters in lower case, and Latin ones without their accents, as UTF-8.
///
/// Latin letters with accents are known by their names in Unicode, such as LATIN SMALL LETTER E WITH ACUTE, and
/// combining accents are dropped, so that a name matches however its accents are written. Ligatures become two letters.
/// The letters of other scripts keep their accents.
struct FoldedText {
    /// Scalars from U+00C0 on whose folded form is looked up; those behind are compared as they are where they have no
    /// lower case.
    private static let tabled: Range<UInt32> = 0xC0..<0x2000
    private static let table = FoldedText()

    private var bytes: ContiguousArray<UInt8> = []
    /// Where the form of each scalar starts in `bytes`, and behind the last one.
    private var starts: ContiguousArray<UInt32> = [0]

    private init() {
        for value in Self.tabled {
            if let scalar = Unicode.Scalar(value) { bytes += Self.form(of: scalar) }
            starts.append(UInt32(bytes.count))
        }
    }

    /// Folds a text.
    static func fold(_ text: String) -> ContiguousArray<UInt8> {
        var folded: ContiguousArray<UInt8> = []
        var text = text
        text.withUTF8 { fold($0, into: &folded) }
        return folded
    }

    /// Folds UTF-8 and appends it to `folded`.
    static func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: inout ContiguousArray<UInt8>) {
        for (place, byte) in text.enumerated() {
            guard byte < 0x80 else {
                foldScalars(UnsafeBufferPointer(rebasing: text[place...]), into: &folded)
                return
            }
            folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
    }

    private static func foldScalars(_ text: UnsafeBufferPointer<UInt8>, into folded: inout ContiguousArray<UInt8>) {
        let table = table
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            } else if tabled.contains(scalar.value) {
                let place = Int(scalar.value - tabled.lowerBound)
                folded += table.bytes[Int(table.starts[place])..<Int(table.starts[place + 1])]
            } else if scalar.properties.changesWhenLowercased {
                folded += scalar.properties.lowercaseMapping.utf8
            } else {
                folded += UTF8.encode(scalar) ?? .init()
            }
        }
    }

    private static func form(of scalar: Unicode.Scalar) -> ContiguousArray<UInt8> {
        if (0x300...0x36F).contains(scalar.value) { return [] }
        if let letters = latin(scalar) { return ContiguousArray(letters.utf8) }
        return ContiguousArray(scalar.properties.lowercaseMapping.utf8)
    }

    /// The letters of which a Latin letter is made, without accents; nil for other scripts, and letters of their own.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0xDF, 0x1E9E: return "ss"
        case 0xD0, 0xF0: return "d"
        case 0xDE, 0xFE: return "th"
        case 0x131: return "i"
        case 0x17F: return "s"
        default: break
        }
        guard let name = scalar.properties.name else { return nil }
        let words = name.split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count <= 2 else {
            // The ligatures' names end with their letters.
            return words.count == 4 && words[2] == "LIGATURE" ? words[3].lowercased() : nil
        }
        guard words.count == 4 || words[4] == "WITH" else { return nil }
        return words[3].lowercased()
    }
}
