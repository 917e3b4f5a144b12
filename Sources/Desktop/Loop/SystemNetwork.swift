// Whether what is transferred may cost the user something, as the system says.
import CGLib

/// The connection of this machine to others.
public enum SystemNetwork {
    /// Whether it is metered: a telephone's, for instance. Asks the system the first time, which takes a moment.
    @concurrent public static func isMetered() async -> Bool {
        g_network_monitor_get_network_metered(g_network_monitor_get_default()) != 0
    }
}
