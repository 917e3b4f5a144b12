// The order, the groups and the part in which a collection is to be shown.

/// A question to a collection: which of its photos are to be shown, in which order, and under which headings.
public struct Query: Hashable, Sendable {
    /// By what photos are ordered.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// As the source lists them.
        case listing
        /// By title, as people expect names with numbers to be sorted.
        case name
        /// By the time at which they were taken; those of unknown time come last.
        case taken
        /// By the time of the last change of the file.
        case modified
        /// By the length of the file in bytes.
        case size
    }

    /// By what photos are put under headings.
    public enum Grouping: String, CaseIterable, Hashable, Sendable {
        case none
        /// By the calendar's day, month or year of the time at which they were taken, or of the last change where they
        /// are ordered by that.
        case day, month, year
        /// By the folder that holds them.
        case folder
    }

    public var order: Order
    /// From the last to the first.
    public var isDescending: Bool
    public var grouping: Grouping
    /// The words that a photo has to match, as the user wrote them. Empty for all photos.
    public var search: String
    /// What photos are narrowed to beside these words.
    public var filter: PhotoFilter

    public init(
        order: Order = .listing, isDescending: Bool = false, grouping: Grouping = .none, search: String = "",
        filter: PhotoFilter = .none
    ) {
        self.order = order
        self.isDescending = isDescending
        self.grouping = grouping
        self.search = search
        self.filter = filter
    }

    /// Whether it is for a part of the photos.
    public var isNarrowed: Bool { !search.utf8.allSatisfy { $0 == 0x20 } || !filter.isEmpty }

    /// How a folder is shown for which the user has chosen nothing: the latest photos first, by month.
    public static let usual = Query(order: .taken, isDescending: true, grouping: .month)
}
