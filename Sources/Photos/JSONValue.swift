// JSON output: fields in a fixed order, unknown values as null.

/// JSON value for output only. The toolchain's encoder omits nil and orders keys by hash or alphabet; this output is
/// read by scripts and by people, or has to equal that of another program.
public enum JSONValue: Sendable {
    case null
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// Layout of the text, and which characters it escapes.
    public enum Style: Sendable {
        /// Two spaces of indentation per level. Escapes only what JSON does not allow in a string.
        case indented
        /// One line, as Go's encoder writes it: also escapes `&`, `<`, `>` and the line separators of Unicode.
        case line
    }

    public init(_ value: Int?) { self = value.map(JSONValue.integer) ?? .null }
    public init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }
    /// Written with at most six decimals; null when it is not a finite number.
    public init(_ value: Double?) { self = value.map(JSONValue.number) ?? .null }

    /// Returns the JSON text, without a line break at its end.
    public func text(_ style: Style = .indented) -> String {
        var text = ""
        write(into: &text, style, indent: "")
        return text
    }

    private func write(into text: inout String, _ style: Style, indent: String) {
        switch self {
        case .null: text += "null"
        case .integer(let number): text += String(number)
        case .number(let number): text += JSONValue.decimal(number)
        case .string(let string): JSONValue.quote(string, into: &text, style)
        case .array(let values):
            JSONValue.list(values, "[", "]", into: &text, style, indent) { $0.write(into: &$1, style, indent: $2) }
        case .object(let fields):
            JSONValue.list(fields, "{", "}", into: &text, style, indent) { field, text, indent in
                JSONValue.quote(field.name, into: &text, style)
                text += style == .line ? ":" : ": "
                field.value.write(into: &text, style, indent: indent)
            }
        }
    }

    /// Writes the elements between brackets. `write` gets the indentation of their level.
    private static func list<Element>(
        _ elements: [Element], _ opening: String, _ closing: String, into text: inout String, _ style: Style,
        _ indent: String, _ write: (Element, inout String, String) -> Void
    ) {
        let inner = indent + "  "
        text += opening
        for (position, element) in elements.enumerated() {
            if position > 0 { text += "," }
            if style == .indented { text += "\n" + inner }
            write(element, &text, inner)
        }
        if style == .indented, !elements.isEmpty { text += "\n" + indent }
        text += closing
    }

    private static func decimal(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let rounded = (number * 1_000_000).rounded() / 1_000_000
        return rounded.isFinite ? "\(rounded == 0 ? 0 : rounded)" : "\(number)"
    }

    private static func quote(_ string: String, into text: inout String, _ style: Style) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1f}": text += escaped(scalar)
            case "&", "<", ">", "\u{2028}", "\u{2029}":
                if style == .line { text += escaped(scalar) } else { text.unicodeScalars.append(scalar) }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
