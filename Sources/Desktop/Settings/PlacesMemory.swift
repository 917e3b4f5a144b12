// What the window remembers of the places that it has shown, if the settings schema is installed.
public import Photos

/// The place that was shown last, the recent folders, and how folders and the sidebar are shown, in GSettings. A key
/// that an installed schema lacks is not remembered.
@MainActor
public final class PlacesMemory {
    private let settings: CheckedSettings

    /// Returns nil when no schema called `id` is installed.
    /// - Parameter folder: a folder of compiled schemas that is searched first, or nil for the system's only.
    public init?(schema id: String, folder: String? = nil) {
        guard let settings = CheckedSettings(schema: id, folder: folder) else { return nil }
        self.settings = settings
    }

    /// Text of the place that was shown last; empty where none was ever shown.
    public var lastShown: String {
        get { settings.text("last-shown") ?? "" }
        set { settings.store(newValue, "last-shown") }
    }

    /// Absolute paths of the folders to which photos were copied or moved last, the latest first.
    public var recentTargets: [FilePath] {
        get { (settings.texts("recent-targets") ?? []).map { FilePath($0) } }
        set { settings.store(newValue.map(\.text), "recent-targets") }
    }

    /// Texts of the recently opened folders, the latest first: absolute paths, and addresses of those on shares.
    public var recentFolders: [String] {
        get { settings.texts("recent-folders") ?? [] }
        set { settings.store(newValue, "recent-folders") }
    }

    /// Texts of the stored searches; nil where an installed schema does not have them.
    public var searches: [String]? {
        get { settings.texts("searches") }
        set { settings.store(newValue ?? [], "searches") }
    }

    /// Texts of the places among the examples that have been opened: no others are in the sidebar.
    public var openedExamples: [String] {
        get { settings.texts("opened-examples") ?? [] }
        set { settings.store(newValue, "opened-examples") }
    }

    /// Whether a folder is shown with its subfolders.
    public var showsSubfolders: Bool {
        get { settings.isOn("with-subfolders") ?? true }
        set { settings.store(newValue, "with-subfolders") }
    }

    /// Whether the hidden files and folders in a folder are shown.
    public var showsHidden: Bool {
        get { settings.isOn("show-hidden") ?? false }
        set { settings.store(newValue, "show-hidden") }
    }

    /// Whether the folders that are marked to be left out are shown.
    public var showsExcluded: Bool {
        get { settings.isOn("show-excluded") ?? false }
        set { settings.store(newValue, "show-excluded") }
    }

    /// Whether the user has the sidebar shown; nil where the user has not said.
    public var showsSidebar: Bool? {
        get {
            switch settings.text("sidebar") {
            case "shown": true
            case "hidden": false
            default: nil
            }
        }
        set { settings.store(newValue.map { $0 ? "shown" : "hidden" } ?? "automatic", "sidebar") }
    }

    /// Width of the sidebar in logical pixels; nil where the user has not changed it.
    public var sidebarWidth: Int? {
        get { settings.number("sidebar-width").flatMap { $0 > 0 ? $0 : nil } }
        set { settings.store(newValue ?? 0, "sidebar-width") }
    }
}
