// The process that other starts hand what they are to open to.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// The application on the session bus. One process has its name, and opens the windows of all starts that say nothing
/// but what is to be opened. A start with other options is a process of its own.
enum SharedProcess {
    /// The outcome of looking for the process.
    enum Outcome {
        /// This process is to run.
        case own
        /// Another process has been told.
        case told
        /// The bus refused; the text says why.
        case failed(String)
    }

    /// The hint of a request to open a folder in a window of its own, also where another one shows it.
    static let newWindow = "new-window"

    /// Returns the flags of the application for a command line.
    static func flags(for options: LaunchOptions) -> GApplicationFlags {
        // Without G_APPLICATION_NON_UNIQUE where it is shared; with G_APPLICATION_HANDLES_OPEN.
        GApplicationFlags(rawValue: (options.isShared ? 0 : 1 << 5) | 1 << 2)
    }

    /// Registers the application, and hands the subject to the process that runs already. Without a session bus there
    /// is no such process.
    static func find(
        for options: LaunchOptions, _ application: UnsafeMutablePointer<GApplication>
    ) -> Outcome {
        // A service registers when it runs.
        guard options.isShared, !options.isService else { return .own }
        var error: UnsafeMutablePointer<GError>?
        guard g_application_register(application, nil, &error) != 0 else {
            return .failed(GLibError(adopting: error).message)
        }
        guard g_application_get_is_remote(application) != 0 else { return .own }
        var files: [OpaquePointer?] =
            switch options.subject {
            case .paths(let paths): paths.map { path in path.withC { g_file_new_for_path($0) } }
            case .share(let address): [g_file_new_for_uri(address.uri)]
            default: []
            }
        if !files.isEmpty {
            g_application_open(application, &files, Int32(files.count), "")
            for case let file? in files { g_object_unref(file.object) }
        } else {
            g_application_activate(application)
        }
        if let bus = g_application_get_dbus_connection(application) { g_dbus_connection_flush_sync(bus, nil, nil) }
        return .told
    }

    /// Runs the main loop. A service waits for what it is asked to open.
    static func run(_ application: UnsafeMutablePointer<GApplication>, for options: LaunchOptions) -> Int32 {
        guard options.isService else { return g_application_run(application, 0, nil) }
        let arguments = ["tessera", "--gapplication-service"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { (word: String) in g_strdup(word) }
        words.append(nil)
        defer { for word in words { g_free(word) } }
        return words.withUnsafeMutableBufferPointer { g_application_run(application, 2, $0.baseAddress) }
    }
}
