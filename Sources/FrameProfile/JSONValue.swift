// JSON output in the form of the contract: fields in a fixed order, unknown values as null.

/// JSON value for output only. The toolchain's encoder omits nil and orders keys by hash or alphabet; these files are
/// read by scripts and by people.
enum JSONValue {
    case null
    case integer(Int)
    case number(Double)
    case string(String)
    case object([(name: String, value: JSONValue)])

    init(_ value: Int?) { self = value.map(JSONValue.integer) ?? .null }
    init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }
    /// Written with at most six decimals; null when it is not a finite number.
    init(_ value: Double?) { self = value.map(JSONValue.number) ?? .null }

    /// Returns the JSON text, indented by two spaces per level.
    func text(indent: String = "") -> String {
        switch self {
        case .null: "null"
        case .integer(let number): String(number)
        case .number(let number): JSONValue.decimal(number)
        case .string(let text): JSONValue.quoted(text)
        case .object(let fields):
            fields.isEmpty
                ? "{}"
                : "{\n"
                    + fields.map { field in
                        "\(indent)  \(JSONValue.quoted(field.name)): \(field.value.text(indent: indent + "  "))"
                    }.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private static func decimal(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let rounded = (number * 1_000_000).rounded() / 1_000_000
        return rounded.isFinite ? "\(rounded == 0 ? 0 : rounded)" : "\(number)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
