// Order and groups of photos as values of GSettings.
import CGLib

/// The order and groups of a source as they are stored: by the names of the command line, which a later version may not
/// know.
public struct StoredOrder: Hashable, Sendable {
    public var sort: String
    public var isDescending: Bool
    public var group: String

    public init(sort: String, isDescending: Bool, group: String) {
        self.sort = sort
        self.isDescending = isDescending
        self.group = group
    }

    /// The GVariant types of one order, and of a table of orders by the name of their source.
    static let type = "(sbs)", tableType = "a(ssbs)"

    /// Reads an order from a tuple, from its element at `index` on.
    init(in tuple: OpaquePointer, at index: Int = 0) {
        sort = Self.text(in: tuple, at: index)
        let flag = g_variant_get_child_value(tuple, gsize(index + 1))
        isDescending = g_variant_get_boolean(flag) != 0
        g_variant_unref(flag)
        group = Self.text(in: tuple, at: index + 2)
    }

    /// Returns a floating tuple.
    func variant(after first: [OpaquePointer?] = []) -> OpaquePointer? {
        let values =
            first + [
                g_variant_new_string(sort), g_variant_new_boolean(isDescending ? 1 : 0), g_variant_new_string(group),
            ]
        return values.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    /// Reads a table.
    static func table(in array: OpaquePointer) -> [(source: String, order: StoredOrder)] {
        (0..<g_variant_n_children(array)).compactMap { index in
            guard let entry = g_variant_get_child_value(array, index) else { return nil }
            defer { g_variant_unref(entry) }
            return (text(in: entry, at: 0), StoredOrder(in: entry, at: 1))
        }
    }

    /// Returns a floating table.
    static func table(_ entries: [(source: String, order: StoredOrder)]) -> OpaquePointer? {
        let rows = entries.map { $0.order.variant(after: [g_variant_new_string($0.source)]) }
        let type = g_variant_type_new("(ssbs)")
        defer { g_variant_type_free(type) }
        return rows.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize($0.count)) }
    }

    private static func text(in tuple: OpaquePointer, at index: Int) -> String {
        let child = g_variant_get_child_value(tuple, gsize(index))
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
    }
}
