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

    private let actions: [Name: OpaquePointer]
    /// The two directions, whose words follow from the order.
    private let directions: GObjectReference
    private var shown = Query()

    private enum Name: String, CaseIterable {
        case sort, descending, group
        case usual = "default-order"
    }

    /// - Parameter window: Gets the actions.
    init(on window: UnsafeMutablePointer<GtkWindow>) {
        var actions: [Name: OpaquePointer] = [:]
        for name in Name.allCases {
            let action = Self.action(name)
            actions[name] = action
            g_action_map_add_action(OpaquePointer(window), action)
            // The window keeps it.
            g_object_unref(action.object)
        }
        self.actions = actions
        directions = GObjectReference(adopting: made(g_menu_new()).object)
        model = Self.menu(directions: directions.pointer.cast())
        button = MenuButton(
            icon: "view-sort-descending-symbolic", name: ButtonText.orderAndGroups, tooltip: ButtonText.orderAndGroups,
            model: model)
        for (name, action) in actions {
            Signal.onPointer(action, "activate") { [weak self] in self?.activated(name, $0.map(\.opaque)) }
        }
        show(Query())
    }

    /// Shows order and groups as chosen.
    func show(_ query: Query) {
        shown = query
        shown.search = ""
        set(.sort, g_variant_new_string(query.order.rawValue))
        set(.descending, g_variant_new_boolean(query.isDescending ? 1 : 0))
        set(.group, g_variant_new_string(query.grouping.rawValue))
        let menu = directions.pointer.opaque
        g_menu_remove_all(menu)
        for isDescending in [false, true] {
            let label = OrderText.direction(query.order, isDescending: isDescending)
            Self.append(label, .descending, g_variant_new_boolean(isDescending ? 1 : 0), to: menu)
        }
    }

    private func set(_ name: Name, _ state: OpaquePointer?) {
        if let action = actions[name] { g_simple_action_set_state(action, state) }
    }

    private func activated(_ name: Name, _ argument: OpaquePointer?) {
        var query = shown
        let text = argument.flatMap(Self.text(of:))
        switch name {
        case .sort: query.order = text.flatMap(Query.Order.init) ?? query.order
        case .group: query.grouping = text.flatMap(Query.Grouping.init) ?? query.grouping
        case .descending: query.isDescending = argument.map { g_variant_get_boolean($0) != 0 } ?? query.isDescending
        case .usual: return onMakeUsual()
        }
        guard query != shown else { return }
        show(query)
        onChoose(query)
    }

    private static func text(of value: OpaquePointer) -> String? {
        guard String(cString: g_variant_get_type_string(value)) == "s" else { return nil }
        return g_variant_get_string(value, nil).map { String(cString: $0) }
    }

    /// Makes an action; the caller owns it.
    private static func action(_ name: Name) -> OpaquePointer {
        let (type, state): (String, OpaquePointer?) =
            switch name {
            case .sort: ("s", g_variant_new_string(Query.Order.listing.rawValue))
            case .group: ("s", g_variant_new_string(Query.Grouping.none.rawValue))
            case .descending: ("b", g_variant_new_boolean(0))
            case .usual: ("", nil)
            }
        guard let state else { return made(g_simple_action_new(name.rawValue, nil)) }
        let parameter = g_variant_type_new(type)
        defer { g_variant_type_free(parameter) }
        return made(g_simple_action_new_stateful(name.rawValue, parameter, state))
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
        append(OrderText.usual, .usual, nil, to: usual)
        g_menu_append_section(menu, OrderText.sortBy, orders.cast())
        g_menu_append_section(menu, nil, directions)
        g_menu_append_section(menu, OrderText.groupBy, groups.cast())
        g_menu_append_section(menu, nil, usual.cast())
        for part in [orders, groups, usual] { g_object_unref(part.object) }
        return GObjectReference(adopting: menu.object)
    }

    private static func append(
        _ label: String, _ name: Name, _ target: OpaquePointer?, to menu: OpaquePointer
    ) {
        let item = made(g_menu_item_new(label, nil))
        g_menu_item_set_action_and_target_value(item, "win." + name.rawValue, target)
        g_menu_append_item(menu, item)
        g_object_unref(item.object)
    }
}
