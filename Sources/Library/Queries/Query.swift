// The order in which a collection is to be shown.

/// A question to a collection: which order its photos are to have.
public struct Query: Hashable, Sendable {
    /// By what photos are ordered.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// As the source lists them.
        case listing
        /// By title, as people expect names with numbers to be sorted.
        case name
    }

    public var order: Order
    /// From the last to the first.
    public var isDescending: Bool

    public init(order: Order = .listing, isDescending: Bool = false) {
        self.order = order
        self.isDescending = isDescending
    }
}
