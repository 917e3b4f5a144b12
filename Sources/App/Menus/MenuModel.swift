// Menus as lists of entries, from which GMenu models are made.
import CGTK
import Desktop

/// One entry of a menu.
struct MenuEntry {
    let label: String
    /// Detailed name of the action; nil for a submenu.
    let action: String?
    /// The key beside the label, in GTK's notation; nil where GTK finds the accelerator by itself, or there is none.
    let key: String?
    /// Whether the entry is left out of the menu while its action is disabled.
    let hidesWhenDisabled: Bool
    let submenu: [[MenuEntry]]

    init(_ label: String, _ action: String, key: String? = nil, hidesWhenDisabled: Bool = false) {
        (self.label, self.action, self.key, self.hidesWhenDisabled) = (label, action, key, hidesWhenDisabled)
        submenu = []
    }

    /// A submenu of sections.
    init(_ label: String, submenu: [[MenuEntry]]) {
        (self.label, action, key, hidesWhenDisabled, self.submenu) = (label, nil, nil, false, submenu)
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
        for entry in section {
            let item = made(g_menu_item_new(entry.label, entry.action))
            if entry.action == nil {
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
        return menu
    }
}
