// The program's own actions, and the keys that act everywhere.
import CGTK
import Desktop

/// New Window and Quit.
enum ApplicationActions {
    /// Adds the program's own actions, and registers the keys that act everywhere.
    /// - Parameters:
    ///   - isBusy: Returns whether files are being moved or copied: then quitting closes the windows, and the program
    ///     ends after that.
    ///   - onNewWindow: Called to open another window.
    static func register(
        with application: UnsafeMutablePointer<GtkApplication>, isBusy: @escaping () -> Bool = { false },
        onNewWindow: @escaping () -> Void = {}
    ) {
        CommandKeys.register(with: application)
        let actions = ActionMap(of: application)
        actions.add(.newWindow, run: onNewWindow)
        actions.add(.quit) {
            guard isBusy() else { return g_application_quit(UnsafeMutableRawPointer(application).cast()) }
            var windows: [UnsafeMutableRawPointer] = [], node = gtk_application_get_windows(application)
            while let current = node {
                if let window = current.pointee.data { windows.append(window) }
                node = current.pointee.next
            }
            for window in windows { gtk_window_close(window.assumingMemoryBound(to: GtkWindow.self)) }
        }
    }
}
