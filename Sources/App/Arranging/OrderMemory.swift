// The orders of the sources between runs.
import Browse
import Desktop
import Library
import Photos

/// The order and groups in which the user has left each source, kept in the settings where there are any.
final class OrderMemory {
    private var orders: RememberedOrders
    private let settings: WindowMemory?

    /// - Parameters:
    ///   - settings: nil where nothing is kept between runs; then orders are remembered until the end of this one.
    ///   - usual: Order and groups of folders, where the settings say nothing.
    init(_ settings: WindowMemory?, usual: Query = Query()) {
        self.settings = settings
        let entries = settings?.orders.compactMap { source, order in
            Query(order).map { RememberedOrders.Entry(source: SourceID(source), query: $0) }
        }
        orders = RememberedOrders(entries ?? [], usual: settings?.usualOrder.flatMap(Query.init) ?? usual)
    }

    /// Order and groups of a source.
    subscript(source: SourceID) -> Query { orders[source] }

    /// Order and groups of a folder that has none of its own.
    var usual: Query { orders.usual }

    /// Remembers order and groups of a source.
    func remember(_ query: Query, of source: SourceID) {
        orders.remember(query, of: source)
        store()
    }

    /// Takes in that a folder has another path.
    func follow(_ folder: MovedFolder) {
        orders.follow(folder)
        store()
    }

    private func store() { settings?.orders = orders.entries.map { ($0.source.text, StoredOrder($0.query)) } }

    /// Remembers order and groups for all folders that have none of their own.
    func rememberAsUsual(_ query: Query) {
        orders.usual = query
        orders.usual.search = ""
        settings?.usualOrder = StoredOrder(query)
    }
}

extension Query {
    /// Nil where a name is unknown.
    fileprivate init?(_ stored: StoredOrder) {
        guard let order = Order(rawValue: stored.sort), let grouping = Grouping(rawValue: stored.group) else {
            return nil
        }
        self.init(order: order, isDescending: stored.isDescending, grouping: grouping)
    }
}

extension StoredOrder {
    fileprivate init(_ query: Query) {
        self.init(sort: query.order.rawValue, isDescending: query.isDescending, group: query.grouping.rawValue)
    }
}
