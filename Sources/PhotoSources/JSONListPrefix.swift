// The first items of a JSON list, cut before decoding, because a decoder's memory grows with the number of values.

/// A JSON list (RFC 8259) cut after a number of items. Only brackets, strings and commas are looked at; the decoder
/// checks the rest.
struct JSONListPrefix {
    /// The error for a text that is JSON of another kind.
    struct NoList: Error {}

    /// A complete list: the original text, or its beginning and a closing bracket.
    let bytes: ArraySlice<UInt8>

    /// Cuts a list.
    /// - Parameter mostItems: at least 1.
    /// - Throws: `NoList` when the text begins with an object. Of a text that begins with anything else nothing is
    ///   kept, so that the decoder reports the error.
    init(_ text: [UInt8], mostItems: Int) throws(NoList) {
        let start = text.firstIndex { !JSONListPrefix.isBlank($0) } ?? text.endIndex
        guard start < text.endIndex, text[start] == UInt8(ascii: "[") else {
            if start < text.endIndex, text[start] == UInt8(ascii: "{") { throw NoList() }
            bytes = []
            return
        }
        guard let end = JSONListPrefix.end(ofItem: mostItems, in: text, from: start) else {
            bytes = text[start...]
            return
        }
        bytes = text[start..<end] + [UInt8(ascii: "]")]
    }

    /// Returns the index of the comma after this item, counted from 1; nil when no item follows it.
    private static func end(ofItem number: Int, in text: [UInt8], from start: Int) -> Int? {
        var depth = 0, items = 0, isInString = false, isEscaped = false
        return text.withUnsafeBufferPointer { text in
            for index in start..<text.count {
                let byte = text[index]
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                case UInt8(ascii: ",") where depth == 1:
                    items += 1
                    if items == number { return index }
                default: break
                }
            }
            return nil
        }
    }

    /// Returns whether the byte is JSON white space, or one of the three bytes of a byte order mark, which some servers
    /// send.
    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: true
        default: false
        }
    }
}
