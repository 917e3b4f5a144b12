// Text about the order and the groups of photos.
import Library

/// Words for orders, their directions and groups, as menu items.
enum OrderText {
    static func label(_ order: Query.Order) -> String {
        switch order {
        case .listing: "Folder Order"
        case .name: "Name"
        case .taken: "Date Taken"
        case .modified: "Date Changed"
        case .size: "Size"
        }
    }

    static func direction(_ order: Query.Order, isDescending: Bool) -> String {
        switch order {
        case .listing: isDescending ? "Reversed" : "As Listed"
        case .name: isDescending ? "Z to A" : "A to Z"
        case .taken, .modified: isDescending ? "Newest First" : "Oldest First"
        case .size: isDescending ? "Largest First" : "Smallest First"
        }
    }

    static func label(_ grouping: Query.Grouping) -> String {
        switch grouping {
        case .none: "None"
        case .day: "Day"
        case .month: "Month"
        case .year: "Year"
        case .folder: "Folder"
        }
    }
}
