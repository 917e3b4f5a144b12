// A label whose changes assistive technology reads out when it has nothing else to say.
import CGTK
import Desktop

enum StatusLabel {
    /// Makes a label (floating) of the role of a status, which is a live region: told politely. GTK (4.8) gives a label
    /// a role only when that is made. A status has no name for GTK 4.18, whatever it is given; what is read is its
    /// text.
    static func make() -> Widget {
        var role = GValue()
        g_value_init(&role, gtk_accessible_role_get_type())
        g_value_set_enum(&role, Int32(GTK_ACCESSIBLE_ROLE_STATUS.rawValue))
        defer { g_value_unset(&role) }
        let label = "accessible-role".withCString { name in
            var name: UnsafePointer<CChar>? = name
            return g_object_new_with_properties(gtk_label_get_type(), 1, &name, &role)
        }
        return made(label).cast()
    }
}
