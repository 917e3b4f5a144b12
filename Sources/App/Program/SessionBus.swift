// Whether there is a session bus to speak to other programs on.
import CGLib

/// The desktop session's message bus.
enum SessionBus {
    /// Whether the environment names a bus, or the user's runtime folder contains its socket. Connects to nothing.
    static var isReachable: Bool {
        if g_getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = g_getenv("XDG_RUNTIME_DIR") else { return false }
        return g_file_test(String(cString: folder) + "/bus", G_FILE_TEST_EXISTS) != 0
    }
}
