// Text about the order and the groups of photos.
import Library

/// Words for orders, their directions and groups, as menu items.
enum OrderText {
    static let sortBy = localized("Sort By")
    static let groupBy = localized("Group By")
    static let usual = localized("Use for Other Folders")

    static func label(_ order: Query.Order) -> String {
        switch order {
        case .listing: localized("Folder Order")
        case .name: localized("Name")
        case .taken: localized("Date Taken")
        case .modified: localized("Date Changed")
        case .size: localized("Size", context: "of a file, as an order")
        }
    }

    static func direction(_ order: Query.Order, isDescending: Bool) -> String {
        switch order {
        case .listing: isDescending ? localized("Reversed") : localized("Original Order")
        case .name: isDescending ? localized("Z to A") : localized("A to Z")
        case .taken, .modified: isDescending ? localized("Newest First") : localized("Oldest First")
        case .size: isDescending ? localized("Largest First") : localized("Smallest First")
        }
    }

    static func label(_ grouping: Query.Grouping) -> String {
        switch grouping {
        case .none: localized("None")
        case .day: localized("Day")
        case .month: localized("Month")
        case .year: localized("Year")
        case .folder: localized("Folder")
        }
    }
}
