// JSON in the way of Go's encoder: keys in order, `&`, `<` and `>` escaped, everything else raw UTF-8.

/// Writer of one line of JSON. The caller balances the brackets.
struct JSONWriter {
    private(set) var text = ""

    mutating func raw(_ fragment: String) { text += fragment }

    /// Writes `"key":` after a comma, unless the object was just opened.
    mutating func key(_ name: String) {
        if text.utf8.last != UInt8(ascii: "{") { text += "," }
        string(name)
        text += ":"
    }

    mutating func field(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func field(_ name: String, _ value: Int) {
        key(name)
        text += String(value)
    }

    mutating func string(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "&", "<", ">", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
