// The window's actions of order and groups.
import CGTK
import Desktop
import Library

/// The order and groups of the shown photos as actions of the window, which scripts may call as well: `win.sort` and
/// `win.group` with the names of the command line, `win.descending` with a boolean, and `win.default-order`.
final class OrderActions {
    /// Called when the user has chosen another order or other groups; the search is empty.
    var onChoose: (Query) -> Void = { _ in }
    /// Called when the shown order is to be that of all folders without one of their own.
    var onMakeUsual: () -> Void = {}
    /// Called when another order is shown.
    var onShow: (Query) -> Void = { _ in }

    private let actions: ActionMap
    /// Order and groups as they are shown; the search is empty.
    private(set) var shown = Query()

    /// - Parameter actions: Gets the actions.
    init(_ actions: ActionMap) {
        self.actions = actions
        actions.add(.sort, state: made(g_variant_new_string(shown.order.rawValue))) { [weak self] name in
            if let order = Self.text(of: name).flatMap(Query.Order.init) { self?.choose { $0.order = order } }
        }
        actions.add(.group, state: made(g_variant_new_string(shown.grouping.rawValue))) { [weak self] name in
            if let group = Self.text(of: name).flatMap(Query.Grouping.init) { self?.choose { $0.grouping = group } }
        }
        actions.add(.descending, state: made(g_variant_new_boolean(0))) { [weak self] isDescending in
            self?.choose { $0.isDescending = g_variant_get_boolean(isDescending) != 0 }
        }
        actions.add(.defaultOrder) { [weak self] in self?.onMakeUsual() }
    }

    /// Shows order and groups as chosen.
    func show(_ query: Query) {
        shown = query
        shown.search = ""
        actions.set(.sort, state: made(g_variant_new_string(query.order.rawValue)))
        actions.set(.descending, isOn: query.isDescending)
        actions.set(.group, state: made(g_variant_new_string(query.grouping.rawValue)))
        onShow(shown)
    }

    private func choose(_ change: (inout Query) -> Void) {
        var query = shown
        change(&query)
        guard query != shown else { return }
        show(query)
        onChoose(query)
    }

    private static func text(of value: OpaquePointer) -> String? {
        g_variant_get_string(value, nil).map { String(cString: $0) }
    }
}
