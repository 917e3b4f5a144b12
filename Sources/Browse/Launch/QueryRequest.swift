// The order, groups and search of the command line.
public import Library

/// What the command line asks for. It takes precedence over what is remembered of a source, and is not remembered
/// itself.
public struct QueryRequest: Hashable, Sendable {
    /// By what photos are ordered; nil where it is not said.
    public var order: Query.Order?
    /// Whether the last photo comes first.
    public var isDescending: Bool
    /// By what photos are grouped; nil where it is not said.
    public var grouping: Query.Grouping?
    /// Words that photos have to match; empty for all photos.
    public var search: String

    public init(
        order: Query.Order? = nil, isDescending: Bool = false, grouping: Query.Grouping? = nil, search: String = ""
    ) {
        self.order = order
        self.isDescending = isDescending
        self.grouping = grouping
        self.search = search
    }

    /// Returns the query for a source of which `remembered` is known. Order, direction and groups belong together:
    /// where one of them is asked for, none is taken from memory.
    public func completed(by remembered: Query) -> Query {
        let isOrdered = order != nil || isDescending || grouping != nil
        var query =
            isOrdered
            ? Query(order: order ?? .listing, isDescending: isDescending, grouping: grouping ?? .none) : remembered
        query.search = search
        return query
    }
}
