// The application's name on the session bus.
import CGLib
import CGTK
import Desktop

/// The application id as a name on the session bus, by which scripts and the desktop reach the window's actions.
///
/// A start with options is a process of its own. The first one has the name, if no shared process has it; the others
/// wait for it and take it over in the order in which they were started.
final class BusName {
    private let owner: guint

    /// Asks for the name.
    /// - Parameter application: Registered. Its objects are on the bus already.
    /// - Returns: Nil where there is no bus.
    init?(of application: UnsafeMutablePointer<GApplication>) {
        guard let bus = g_application_get_dbus_connection(application) else { return nil }
        owner = g_bus_own_name_on_connection(bus, AppIdentity.id, G_BUS_NAME_OWNER_FLAGS_NONE, nil, nil, nil, nil)
    }

    isolated deinit { g_bus_unown_name(owner) }
}
