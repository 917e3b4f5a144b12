// What of the window outlives the run: its size, whether it was maximised, the size of its tiles, how photos
// lie in them, the place.
import Browse
import CDesktop
import Desktop
import Photos

/// The window as it was left. Options win over it.
final class RememberedWindow {
    private let memory: WindowMemory

    /// Nil where nothing is remembered: no schema is installed, or nobody is there to store for. A scripted run neither
    /// depends on the last run nor changes the next one.
    convenience init?(options: LaunchOptions) {
        // The usual store is behind the session bus, and complains on the terminal when it cannot be reached.
        guard options.screenshot == nil, options.scenario == nil,
            SessionBus.isReachable || g_getenv("GSETTINGS_BACKEND") != nil,
            let memory = WindowMemory(schema: AppIdentity.id)
        else { return nil }
        self.init(memory: memory)
    }

    init(memory: WindowMemory) { self.memory = memory }

    /// Whether the window opens maximised.
    var isMaximized: Bool { memory.isMaximized }

    /// The options, with what they leave open as it was at the end of the last run.
    func completing(_ options: LaunchOptions) -> LaunchOptions {
        var options = options
        if options.windowSize == nil, let width = memory.width, let height = memory.height {
            options.windowSize = LaunchOptions.WindowSize(width: width, height: height)
        }
        options.tileSize = options.tileSize ?? memory.tileSize
        return options
    }

    /// How photos lie in their tiles.
    var fit: Fit { memory.fitsTiles ? .fit : .fill }

    /// The place at which the window was left.
    var place: GridPlace? { memory.place.map { GridPlace(source: $0.source, index: $0.index) } }

    /// Takes note of a window that is about to go. Main thread; returns when it is stored.
    func store(_ window: UnsafeMutablePointer<GtkWindow>, tileSize: Int, fit: Fit, place: GridPlace?) {
        memory.isMaximized = gtk_window_is_maximized(window) != 0
        // GTK keeps the size before maximising as the default one.
        var width: Int32 = 0, height: Int32 = 0
        gtk_window_get_default_size(window, &width, &height)
        memory.width = Int(width)
        memory.height = Int(height)
        memory.tileSize = tileSize
        memory.fitsTiles = fit == .fit
        memory.place = place.map { ($0.source, $0.index) }
        g_settings_sync()
    }
}
