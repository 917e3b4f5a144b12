// Named values in one line of ASCII, for the settings.
import Photos

/// Names and values as `name=value&name=value`, with percent escapes in the values.
public enum FieldText {
    /// A value and what it is of.
    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The longest text that is read in bytes: all that a filter can ask for in words of usual length is a tenth.
    public static let longest = 1 << 16

    /// Returns the text of fields, whose names are plain words.
    public static func text(_ fields: [Field]) -> String {
        fields.map { "\($0.name)=\(PercentText.escaped($0.value))" }.joined(separator: "&")
    }

    /// Returns the fields of a text; nil where it is too long, or a part of it is no field.
    public static func fields(_ text: String) -> [Field]? {
        guard text.utf8.count <= longest else { return nil }
        var fields: [Field] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            fields.append(
                Field(String(Substring(part[..<sign])), PercentText.text(String(Substring(part[sign...].dropFirst())))))
        }
        return fields
    }
}
