// Names of many photos by one pattern.
public import Photos

/// A pattern of a name: number signs stand for the number of a photo (`Crete ##`), words in braces for what is known of
/// it (`{date} {camera}`). One without any of them gets the number at its end.
public struct NamePattern: Hashable, Sendable {
    /// What a word in braces stands for.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The name that the photo has.
        case name
        /// The day on which it was taken, as 2023-06-14; as much of it as is known.
        case date
        /// The time of day, as 18-30-05; nothing where it is not known.
        case time
        case year, month, day
        /// Maker and model of the camera.
        case camera

        /// Those for which a dialog has buttons.
        public static let offered: [Field] = [.name, .date, .time, .camera]

        /// The word as it is written in a pattern.
        public var text: String { "{\(rawValue)}" }
    }

    /// A photo that gets a name.
    public struct Item: Sendable {
        public let name: FileName
        public let taken: LocalMoment?
        public let camera: String?

        public init(_ name: FileName, taken: LocalMoment? = nil, camera: String? = nil) {
            (self.name, self.taken, self.camera) = (name, taken, camera)
        }
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case number(digits: Int)
        case field(Field)
    }

    private let parts: [Part]

    public init(_ text: String) {
        var parts: [Part] = [], rest = text[...], plain = ""
        func endText() {
            if !plain.isEmpty { parts.append(.text(plain)) }
            plain = ""
        }
        while let first = rest.first {
            if first == "#" {
                let digits = rest.prefix { $0 == "#" }.count
                endText()
                parts.append(.number(digits: digits))
                rest = rest.dropFirst(digits)
            } else if first == "{", let end = rest.firstIndex(of: "}"),
                let field = Field(rawValue: rest[rest.index(after: rest.startIndex)..<end].lowercased())
            {
                endText()
                parts.append(.field(field))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        endText()
        let isPlain = parts.allSatisfy { if case .text = $0 { true } else { false } }
        self.parts = isPlain ? parts + [.text(" "), .number(digits: 1)] : parts
    }

    /// Returns the names of photos in their order; the extensions of their files stay. Of those that would have one
    /// name the first gets it, and the others a number behind it.
    public func names(_ items: [Item]) -> [String] {
        // Some drives take upper and lower case for the same. By the name without case: the next number to try.
        var taken: [FileName: Int] = [:]
        return items.enumerated().map { index, item in
            let stem = stem(index + 1, of: item), ending = item.name.ending
            func key(_ stem: String) -> FileName { FileName((stem + ending).lowercased()) }
            guard var number = taken[key(stem)] else {
                taken[key(stem)] = 2
                return stem + ending
            }
            while taken[key("\(stem) \(number)")] != nil { number += 1 }
            taken[key(stem)] = number + 1
            taken[key("\(stem) \(number)")] = 2
            return "\(stem) \(number)" + ending
        }
    }

    private func stem(_ number: Int, of item: Item) -> String {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .number(let digits): Self.padded(number, digits)
            case .field(let field): Self.value(of: field, item)
            }
        }.joined()
        let hasFields = parts.contains { if case .field = $0 { true } else { false } }
        guard hasFields else { return text }
        // What is not known leaves no gap.
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? item.name.stem.text : words
    }

    private static func value(of field: Field, _ item: Item) -> String {
        guard let moment = item.taken, let time = moment.time else {
            return switch field {
            case .name: item.name.stem.text
            case .camera: camera(item)
            case .date, .time, .year, .month, .day: ""
            }
        }
        let parts = [padded(time.year, 4), padded(time.month, 2), padded(time.day, 2)]
        return switch field {
        case .name: item.name.stem.text
        case .camera: camera(item)
        case .date: parts.prefix(1 + Int(min(moment.precision, .day).rawValue)).joined(separator: "-")
        case .time:
            moment.precision < .exact
                ? "" : [time.hour, time.minute, time.second].map { padded($0, 2) }.joined(separator: "-")
        case .year: parts[0]
        case .month: moment.precision < .month ? "" : parts[1]
        case .day: moment.precision < .day ? "" : parts[2]
        }
    }

    /// A slash would be a folder.
    private static func camera(_ item: Item) -> String { (item.camera ?? "").replacing("/", with: "-") }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
