// The state of the window that is kept between runs: its size, whether it was maximised, tile size, layout, captions,
// and scroll position.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The window's state at the end of the last run. Options take precedence over it.
final class RememberedWindow {
    private let memory: WindowMemory

    /// Nil where nothing is remembered: without an installed schema or a store, and in scripted runs, which neither
    /// depend on the last run nor affect the next.
    convenience init?(options: LaunchOptions) {
        // The default store is behind the session bus and prints warnings if there is none.
        guard !options.conditions.remembersNothing,
            SessionBus.isReachable || g_getenv("GSETTINGS_BACKEND") != nil,
            let memory = WindowMemory(schema: AppIdentity.id)
        else { return nil }
        self.init(memory: memory)
    }

    init(memory: WindowMemory) { self.memory = memory }

    /// Whether to open the window maximised.
    var isMaximized: Bool { memory.isMaximized }

    /// Returns the options, completed from the last run where they are nil.
    func completing(_ options: LaunchOptions) -> LaunchOptions {
        var options = options
        if options.windowSize == nil, let width = memory.width, let height = memory.height {
            options.windowSize = LaunchOptions.WindowSize(width: width, height: height)
        }
        options.tileSize = options.tileSize ?? memory.tileSize
        options.layout = options.layout ?? memory.layout.flatMap(LayoutKind.init)
        options.showsCaptions = memory.showsCaptions
        return options
    }

    /// The orders in which the sources were left; the memory of this run.
    var orders: OrderMemory { OrderMemory(memory, usual: .usual) }

    /// The position in the grid at the end of the last run.
    var scrollPosition: ScrollPosition? {
        memory.place.map { ScrollPosition(source: $0.source, photo: PhotoID($0.photo), index: $0.index) }
    }

    /// Stores the state of a window that is about to close. Main thread; returns when the state is written.
    /// - Parameter givenSize: The size that the command line has given it; nil for none. It is not remembered while the
    ///   user has not changed it.
    func store(
        _ window: UnsafeMutablePointer<GtkWindow>, givenSize: LaunchOptions.WindowSize? = nil, tileSize: Int,
        layout: LayoutKind, captions: Bool, scrollPosition: ScrollPosition?
    ) {
        let isMaximized = gtk_window_is_maximized(window) != 0
        // The default size is that of the window before it was maximised.
        var width: Int32 = 0, height: Int32 = 0
        gtk_window_get_default_size(window, &width, &height)
        let size = LaunchOptions.WindowSize(width: Int(width), height: Int(height))
        if isMaximized || size != givenSize { memory.isMaximized = isMaximized }
        if size != givenSize { (memory.width, memory.height) = (size.width, size.height) }
        memory.tileSize = tileSize
        memory.layout = layout.rawValue
        memory.showsCaptions = captions
        memory.place = scrollPosition.map { ($0.source, $0.photo.text, $0.index) }
        g_settings_sync()
    }
}
