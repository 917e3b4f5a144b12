// The popover with everything that says how the photos are shown.
import Browse
import CGTK
import CWidgets
import Desktop
import Library

/// Order, direction, groups, layout, size of tiles, captions, what of a folder is shown, and culling, in a popover that
/// stays open while one chooses. Each widget runs an action of the window and shows its state.
final class ViewOptions {
    /// The button that opens the popover; in the header.
    let button: MenuButton

    private let parts = ViewOptionsParts()

    /// - Parameter shown: Returns order and groups as they are shown.
    init(shown: @escaping () -> Query) {
        button = MenuButton(
            icon: "view-sort-descending-symbolic", name: ButtonText.viewOptions, tooltip: ButtonText.viewOptions,
            content: .widgets { [parts] in parts.make(shown()) })
    }

    /// Shows another order or other groups.
    func show(_ query: Query) { parts.show(query) }

    /// Opens the popover.
    func open() { button.open() }
}

/// The widgets of the popover, while it is open.
private final class ViewOptionsParts {
    /// The two directions, whose words follow from the order, ascending first; none while the popover is closed.
    private var directions: [WidgetReference] = []

    private static let spacing: Int32 = 6
    /// Distance between the groups of widgets.
    private static let distance: Int32 = 9
    /// Symbols of the layouts.
    private static func icon(_ layout: LayoutKind) -> String {
        switch layout {
        case .squares: "view-grid-symbolic"
        case .whole: "zoom-fit-best-symbolic"
        case .justified: "format-justify-fill-symbolic"
        }
    }

    /// Makes the widgets (floating).
    func make(_ query: Query) -> Widget {
        let column = Self.box(GTK_ORIENTATION_VERTICAL, Self.distance)
        gtk_widget_add_css_class(column, "view-options")
        let lists = Self.box(GTK_ORIENTATION_HORIZONTAL, Self.distance)
        gtk_box_set_homogeneous(lists.cast(), 1)
        Self.add(
            [
                Self.radios(OrderText.sortBy, .sort, Query.Order.allCases.map { ($0.rawValue, OrderText.label($0)) }),
                Self.radios(
                    OrderText.groupBy, .group, Query.Grouping.allCases.map { ($0.rawValue, OrderText.label($0)) }),
            ], to: lists)
        Self.add(
            [lists, makeDirections(), Self.separator, Self.look, Self.content, Self.separator, Self.ways],
            to: column)
        show(query)
        return column
    }

    /// Gives the directions their words.
    func show(_ query: Query) {
        for (button, isDescending) in zip(directions, [false, true]) {
            gtk_button_set_label(
                button.widget.cast(), OrderText.direction(query.order, isDescending: isDescending))
        }
    }

    private func makeDirections() -> Widget {
        let row = Self.box(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_widget_add_css_class(row, "linked")
        gtk_box_set_homogeneous(row.cast(), 1)
        directions = [false, true].map { isDescending in
            let button = made(gtk_toggle_button_new_with_label(""))
            gtk_actionable_set_detailed_action_name(button.opaque, WindowCommand.descending.with(isDescending))
            gtk_box_append(row.cast(), button)
            return WidgetReference(button)
        }
        Signal.on(row, "destroy") { [weak self] in self?.directions = [] }
        return row
    }

    /// Layouts, and the size of the tiles.
    private static var look: Widget {
        let row = box(GTK_ORIENTATION_HORIZONTAL, distance)
        let layouts = box(GTK_ORIENTATION_HORIZONTAL, 0), sizes = box(GTK_ORIENTATION_HORIZONTAL, 0)
        for group in [layouts, sizes] { gtk_widget_add_css_class(group, "linked") }
        for layout in LayoutKind.allCases {
            let name = LayoutText.name(layout)
            gtk_box_append(
                layouts.cast(),
                CommandButton.make(
                    .layout, action: WindowCommand.layout.with(layout.rawValue), icon: icon(layout), name: name,
                    tooltip: name, isToggle: true))
        }
        for (command, icon, name) in [
            (WindowCommand.smallerTiles, "zoom-out-symbolic", MenuText.smallerTiles),
            (.usualTiles, "zoom-original-symbolic", MenuText.usualSize),
            (.largerTiles, "zoom-in-symbolic", MenuText.largerTiles),
        ] {
            gtk_box_append(sizes.cast(), CommandButton.make(command, icon: icon, name: name, tooltip: name))
        }
        gtk_widget_set_hexpand(sizes, 1)
        gtk_widget_set_halign(sizes, GTK_ALIGN_END)
        add([layouts, sizes], to: row)
        return row
    }

    /// What is shown beside the photos, and which photos of a folder are.
    private static var content: Widget {
        let column = box(GTK_ORIENTATION_VERTICAL, 0), beside = box(GTK_ORIENTATION_HORIZONTAL, distance)
        gtk_box_set_homogeneous(beside.cast(), 1)
        add([WindowCommand.captions, .filterBar].map { check($0) }, to: beside)
        add([beside] + [WindowCommand.withSubfolders, .showHidden, .showExcluded].map { check($0) }, to: column)
        return column
    }

    private static var usual: Widget {
        let button = made(gtk_button_new_with_label(OrderText.usual))
        gtk_actionable_set_detailed_action_name(button.opaque, WindowCommand.defaultOrder.rawValue)
        return button
    }

    /// What is done with the choice, and the way to the photos one by one.
    private static var ways: Widget {
        let row = box(GTK_ORIENTATION_HORIZONTAL, distance), usual = usual
        gtk_widget_set_hexpand(usual, 1)
        add([usual, cull], to: row)
        return row
    }

    /// A button for which the popover closes.
    private static var cull: Widget {
        let button = CommandButton.make(
            .cull, icon: "view-paged-symbolic", name: CullingText.action, tooltip: CullingText.help)
        Signal.on(button, "clicked") {
            if let popover = gtk_widget_get_ancestor(button, gtk_popover_get_type()) {
                gtk_popover_popdown(popover.cast())
            }
        }
        return button
    }

    private static var separator: Widget { made(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)) }

    /// Makes a list of the values of a command, one of which is chosen.
    private static func radios(_ title: String, _ command: WindowCommand, _ values: [(name: String, label: String)])
        -> Widget
    {
        let column = box(GTK_ORIENTATION_VERTICAL, 0), heading = made(gtk_label_new(title))
        gtk_label_set_xalign(heading.opaque, 0)
        gtk_widget_add_css_class(heading, "heading")
        gtk_widget_set_margin_bottom(heading, spacing)
        tessera_accessible_set_label(column.object, title)
        add([heading] + values.map { check(command, action: command.with($0.name), label: $0.label) }, to: column)
        return column
    }

    private static func check(_ command: WindowCommand, action: String? = nil, label: String? = nil) -> Widget {
        let check = made(gtk_check_button_new_with_label(label ?? command.definition.label))
        gtk_actionable_set_detailed_action_name(check.opaque, action ?? command.rawValue)
        return check
    }

    private static func box(_ orientation: GtkOrientation, _ spacing: Int32) -> Widget {
        made(gtk_box_new(orientation, spacing))
    }

    private static func add(_ children: [Widget], to box: Widget) {
        for child in children { gtk_box_append(box.cast(), child) }
    }
}
