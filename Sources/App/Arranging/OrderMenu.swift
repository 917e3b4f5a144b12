// The menu of orders and groups, and the window's actions behind its items.
import CGTK
import Desktop
import Library

/// The order and groups of the shown photos as actions of the window, which scripts may call as well, and as a menu:
/// `win.sort` and `win.group` with the names of the command line, `win.descending` with a boolean, and
/// `win.default-order`.
final class OrderMenu {
    /// The button that opens the menu; in the header.
    let button: MenuButton
    /// The menu's GMenu.
    let model: GObjectReference
    /// Called when the user has chosen another order or other groups; the search is empty.
    var onChoose: (Query) -> Void = { _ in }
    /// Called when the shown order is to be that of all sources without one of their own.
    var onMakeUsual: () -> Void = {}

    private let actions: ActionMap
    /// The two directions, whose words follow from the order.
    private let directions: GObjectReference
    private var shown = Query()

    /// - Parameter actions: Gets the menu's.
    init(_ actions: ActionMap) {
        self.actions = actions
        directions = GObjectReference(adopting: made(g_menu_new()).object)
        model = Self.menu(directions: directions.pointer.cast())
        button = MenuButton(
            icon: "view-sort-descending-symbolic", name: ButtonText.orderAndGroups, tooltip: ButtonText.orderAndGroups,
            model: model)
        actions.add(.sort, state: made(g_variant_new_string(Query.Order.listing.rawValue))) { [weak self] name in
            if let order = Self.text(of: name).flatMap(Query.Order.init) { self?.choose { $0.order = order } }
        }
        actions.add(.group, state: made(g_variant_new_string(Query.Grouping.none.rawValue))) { [weak self] name in
            if let group = Self.text(of: name).flatMap(Query.Grouping.init) { self?.choose { $0.grouping = group } }
        }
        actions.add(.descending, state: made(g_variant_new_boolean(0))) { [weak self] isDescending in
            self?.choose { $0.isDescending = g_variant_get_boolean(isDescending) != 0 }
        }
        actions.add(.defaultOrder) { [weak self] in self?.onMakeUsual() }
        show(Query())
    }

    /// Shows order and groups as chosen.
    func show(_ query: Query) {
        shown = query
        shown.search = ""
        actions.set(.sort, state: made(g_variant_new_string(query.order.rawValue)))
        actions.set(.descending, isOn: query.isDescending)
        actions.set(.group, state: made(g_variant_new_string(query.grouping.rawValue)))
        let menu = directions.pointer.opaque
        g_menu_remove_all(menu)
        for isDescending in [false, true] {
            let label = OrderText.direction(query.order, isDescending: isDescending)
            Self.append(label, .descending, g_variant_new_boolean(isDescending ? 1 : 0), to: menu)
        }
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

    private static func menu(directions: UnsafeMutablePointer<GMenuModel>) -> GObjectReference {
        let menu = made(g_menu_new())
        let orders = made(g_menu_new()), groups = made(g_menu_new()), usual = made(g_menu_new())
        for order in Query.Order.allCases {
            append(OrderText.label(order), .sort, g_variant_new_string(order.rawValue), to: orders)
        }
        for grouping in Query.Grouping.allCases {
            append(OrderText.label(grouping), .group, g_variant_new_string(grouping.rawValue), to: groups)
        }
        append(OrderText.usual, .defaultOrder, nil, to: usual)
        g_menu_append_section(menu, OrderText.sortBy, orders.cast())
        g_menu_append_section(menu, nil, directions)
        g_menu_append_section(menu, OrderText.groupBy, groups.cast())
        g_menu_append_section(menu, nil, usual.cast())
        for part in [orders, groups, usual] { g_object_unref(part.object) }
        return GObjectReference(adopting: menu.object)
    }

    private static func append(
        _ label: String, _ command: WindowCommand, _ target: OpaquePointer?, to menu: OpaquePointer
    ) {
        let item = made(g_menu_item_new(label, nil))
        g_menu_item_set_action_and_target_value(item, command.rawValue, target)
        g_menu_append_item(menu, item)
        g_object_unref(item.object)
    }
}
