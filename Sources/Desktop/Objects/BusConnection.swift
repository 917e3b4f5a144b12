// The connection to a message bus, for calls that wait for their answers.
import CGLib
import Codecs

/// Connecting to D-Bus, on a thread that may wait.
enum BusConnection {
    /// Connects to a bus (transfer full); nil if there is none.
    /// - Parameter address: Nil for the session's bus, whose connection the process shares.
    static func open(_ address: String?) -> OpaquePointer? {
        if let address {
            let flags =
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
            return g_dbus_connection_new_for_address_sync(
                address, GDBusConnectionFlags(rawValue: flags), nil, nil, nil)
        }
        // Without a bus, GLib would start one.
        let session = takeText(g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, nil))
        return session == nil || session == "autolaunch:" ? nil : g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
    }
}
