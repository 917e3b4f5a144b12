// A filter as named values, and back.
import Photos

extension PhotoFilter {
    /// Keywords that a filter may ask for at once.
    static let mostKeywords = 64
    /// Years that a filter may ask for.
    private static let years = 0...9999

    private static let labelNames: [(label: PhotoLabel, name: String)] = [
        (.none, "none"), (.red, "red"), (.yellow, "yellow"), (.green, "green"), (.blue, "blue"), (.purple, "purple"),
        (.other, "other"),
    ]
    private static let kindNames: [(kind: Kind, name: String)] = [
        (.picture, "picture"), (.raw, "raw"), (.video, "video"), (.panorama, "panorama"),
        (.animation, "animation"),
    ]
    private static let rejectedNames: [(rejected: Rejected, name: String)] = [
        (.shown, "shown"), (.hidden, "hidden"), (.alone, "alone"),
    ]

    /// The conditions, always in one order. A year that is none of a photo is left out.
    var fields: [FieldText.Field] {
        var fields: [FieldText.Field] = []
        func add(_ name: String, _ value: String) { fields.append(.init(name, value)) }
        if stars > 0 { add("stars", "\(stars)") }
        if isFavourite { add("favourite", "yes") }
        for row in Self.labelNames where labels.contains(row.label) { add("label", row.name) }
        if rejected != .shown {
            for row in Self.rejectedNames where row.rejected == rejected { add("rejected", row.name) }
        }
        for row in Self.kindNames where row.kind == kind { add("kind", row.name) }
        if let year, Self.years.contains(year) { add("year", "\(year)") }
        if let camera { add("camera", camera) }
        for keyword in keywords.sorted() { add("keyword", keyword) }
        return fields
    }

    /// Takes in a condition.
    /// - Returns: False for one that is not known, or that has a value that it cannot have.
    mutating func take(_ field: FieldText.Field) -> Bool {
        let value = field.value
        switch field.name {
        case "stars":
            guard let stars = Int(value), (0...PhotoMarks.mostStars).contains(stars) else { return false }
            self.stars = stars
        case "favourite":
            guard value == "yes" else { return false }
            isFavourite = true
        case "label":
            guard let row = Self.labelNames.first(where: { $0.name == value }) else { return false }
            labels.insert(row.label)
        case "rejected":
            guard let row = Self.rejectedNames.first(where: { $0.name == value }) else { return false }
            rejected = row.rejected
        case "kind":
            guard let row = Self.kindNames.first(where: { $0.name == value }) else { return false }
            kind = row.kind
        case "year":
            guard let year = Int(value), Self.years.contains(year) else { return false }
            self.year = year
        case "camera": camera = value
        case "keyword":
            guard keywords.count < Self.mostKeywords else { return false }
            keywords.insert(value)
        default: return false
        }
        return true
    }
}
