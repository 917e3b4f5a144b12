// The window's actions of order and groups.
import CGTK
import Desktop
import Library

/// The order and groups of the shown photos as actions of the window, which scripts may call as well: `win.sort` and
/// `win.group` with the names of the command line, `win.descending` with a boolean, and `win.default-order`.
final class OrderActions {
    private let onChoose: (Query) -> Void
    private let onShow: (Query) -> Void
    private let actions: ActionMap
    /// Order and groups as they are shown; the search is empty.
    private(set) var shown = Query()

    /// - Parameters:
    ///   - actions: Gets the actions.
    ///   - onChoose: Called when the user has chosen another order or other groups; the search is empty.
    ///   - onMakeUsual: Called when the shown order is to be that of all folders without one of their own.
    ///   - onShow: Called when another order is shown.
    init(
        _ actions: ActionMap, onChoose: @escaping (Query) -> Void, onMakeUsual: @escaping () -> Void,
        onShow: @escaping (Query) -> Void
    ) {
        (self.actions, self.onChoose, self.onShow) = (actions, onChoose, onShow)
        actions.add(.sort, state: made(g_variant_new_string(shown.order.rawValue))) { [weak self] name in
            if let order = Self.text(of: name).flatMap(Query.Order.init) { self?.choose { $0.order = order } }
        }
        actions.add(.group, state: made(g_variant_new_string(shown.grouping.rawValue))) { [weak self] name in
            if let group = Self.text(of: name).flatMap(Query.Grouping.init) { self?.choose { $0.grouping = group } }
        }
        actions.add(.descending, state: made(g_variant_new_boolean(0))) { [weak self] isDescending in
            self?.choose { $0.isDescending = g_variant_get_boolean(isDescending) != 0 }
        }
        actions.add(.defaultOrder) { onMakeUsual() }
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
