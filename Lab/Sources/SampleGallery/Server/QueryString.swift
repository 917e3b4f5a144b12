// Queries and percent encoding in the way of Go's net/url, because the service is written in Go.

/// Parameters of a URL in their original order.
struct QueryString {
    private(set) var items: [(name: String, value: String)] = []

    init() {}

    /// Parses a query. Pairs that are wrongly escaped or contain a semicolon are ignored, as in Go.
    init(_ text: String) {
        for pair in text.split(separator: "&") where !pair.utf8.contains(UInt8(ascii: ";")) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(parts[0], plusIsSpace: true),
                let value = percentDecoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
            else { continue }
            items.append((name, value))
        }
    }

    /// Returns the first value of the name, or nil.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

    mutating func removeAll(named name: String) { items.removeAll { $0.name == name } }

    /// Encoded query, sorted by name; an empty value is written without its equals sign.
    var encoded: String {
        items.sorted { $0.name < $1.name }.map { item in
            let name = percentEncoded(item.name)
            return item.value.isEmpty ? name : name + "=" + percentEncoded(item.value)
        }.joined(separator: "&")
    }
}

/// Decodes percent encoding; nil when a percent sign is not followed by two hexadecimal digits.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
        default: bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Encodes everything except letters, digits and `-._~`; a space becomes a plus sign.
private func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        case UInt8(ascii: " "): result += "+"
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            result += "%" + (digits.count == 1 ? "0" : "") + digits
        }
    }
    return result
}

private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
