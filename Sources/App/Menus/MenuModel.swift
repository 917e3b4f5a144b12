// Menus as lists of entries, from which GMenu models are made.
import CGTK
import Desktop

/// One entry of a menu.
struct MenuEntry {
    /// Where a menu is opened, which says which of a command's keys act there.
    enum Place {
        /// Over the grid, or in a header.
        case window
        /// Over the opened photo.
        case photo
    }

    let label: String
    /// Detailed name of the action; nil for a submenu.
    let action: String?
    /// The key beside the label, in GTK's notation; nil where GTK finds the accelerator by itself, or there is none.
    let key: String?
    /// Whether the entry is left out of the menu while its action is disabled.
    let hidesWhenDisabled: Bool
    let submenu: [[MenuEntry]]
    /// A row of buttons in place of an entry; nil for none.
    private(set) var row: MenuRow?
    /// A submenu that changes, borrowed; nil for none.
    private(set) var model: GObjectReference?

    /// An entry for a command.
    /// - Parameter label: The command's own word where it is nil.
    init(_ command: WindowCommand, label: String? = nil, in place: Place = .window, hidesWhenDisabled: Bool = false) {
        self.label = label ?? command.definition.label ?? command.name
        action = command.rawValue
        key = command.key(in: place == .photo ? [.photo, .photoItself, .window] : [.grid, .window])
        self.hidesWhenDisabled = hidesWhenDisabled
        submenu = []
    }

    /// An entry for a command with a parameter.
    /// - Parameter key: A command with a key of its own that leads to the same.
    init(_ label: String, action: String, key: WindowCommand? = nil) {
        (self.label, self.action, hidesWhenDisabled, submenu) = (label, action, false, [])
        self.key = key?.key(in: [.grid, .window])
    }

    /// A submenu of sections.
    init(_ label: String, submenu: [[MenuEntry]]) {
        (self.label, action, key, hidesWhenDisabled, self.submenu) = (label, nil, nil, false, submenu)
    }

    /// A submenu of a model.
    init(_ label: String, model: GObjectReference) {
        self.init(label, submenu: [])
        self.model = model
    }

    /// A row of buttons.
    init(_ row: MenuRow) {
        self.init("", submenu: [])
        self.row = row
    }
}

/// Menus of entries.
enum MenuModel {
    /// Makes the GMenu of sections of entries.
    static func make(_ sections: [[MenuEntry]]) -> GObjectReference {
        GObjectReference(adopting: menu(sections).object)
    }

    /// Makes the GMenu of one section.
    static func make(_ section: [MenuEntry]) -> GObjectReference {
        GObjectReference(adopting: menu(section).object)
    }

    /// Returns a reference of the caller's.
    private static func menu(_ sections: [[MenuEntry]]) -> OpaquePointer {
        let menu = made(g_menu_new())
        for section in sections where !section.isEmpty {
            let part = self.menu(section)
            g_menu_append_section(menu, nil, part.cast())
            g_object_unref(part.object)
        }
        return menu
    }

    /// Returns a reference of the caller's.
    private static func menu(_ section: [MenuEntry]) -> OpaquePointer {
        let menu = made(g_menu_new())
        for entry in section { append(entry, to: menu) }
        return menu
    }

    /// Adds an entry to a GMenu.
    static func append(_ entry: MenuEntry, to menu: OpaquePointer) {
        let item = made(g_menu_item_new(entry.label, entry.action))
        if let row = entry.row {
            g_menu_item_set_attribute_value(item, "custom", g_variant_new_string(row.rawValue))
        } else if let model = entry.model {
            g_menu_item_set_submenu(item, model.pointer.cast())
        } else if entry.action == nil {
            let submenu = self.menu(entry.submenu)
            g_menu_item_set_submenu(item, submenu.cast())
            g_object_unref(submenu.object)
        }
        if let key = entry.key { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
        if entry.hidesWhenDisabled {
            g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string("action-disabled"))
        }
        g_menu_append_item(menu, item)
        g_object_unref(item.object)
    }
}
