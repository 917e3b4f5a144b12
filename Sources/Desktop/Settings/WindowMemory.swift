// The window state that lasts from one run to the next, if the settings schema is installed.
import CGLib

/// The window's size, the tile size and the place in GSettings. A key that an installed schema lacks is not remembered.
@MainActor
public final class WindowMemory {
    private let settings: CheckedSettings

    /// Returns nil when no schema called `id` is installed.
    /// - Parameter folder: a folder of compiled schemas that is searched first, or nil for the system's only.
    public init?(schema id: String, folder: String? = nil) {
        guard let settings = CheckedSettings(schema: id, folder: folder) else { return nil }
        self.settings = settings
    }

    /// Width in logical pixels when the window was last closed, not maximised.
    public var width: Int? {
        get { settings.number("window-width") }
        set { settings.store(newValue, "window-width") }
    }
    /// Height in logical pixels when the window was last closed, not maximised.
    public var height: Int? {
        get { settings.number("window-height") }
        set { settings.store(newValue, "window-height") }
    }
    /// Desired side of a tile in logical pixels.
    public var tileSize: Int? {
        get { settings.number("tile-size") }
        set { settings.store(newValue, "tile-size") }
    }
    /// Whether the window was maximised when it was last closed.
    public var isMaximized: Bool {
        get { settings.isOn("maximized") ?? false }
        set { settings.store(newValue, "maximized") }
    }

    /// Name of the layout of the photos.
    public var layout: String? {
        get { settings.text("layout") }
        set { settings.store(newValue ?? "", "layout") }
    }

    /// Whether names and dates are shown under the pictures.
    public var showsCaptions: Bool {
        get { settings.isOn("captions") ?? false }
        set { settings.store(newValue, "captions") }
    }

    /// Name of the collection that was shown when the window was last closed, and name and position, counted from 0, of
    /// the first photo in view.
    public var place: (source: String, photo: String, index: Int)? {
        get {
            guard let source = settings.text("place-source"), !source.isEmpty,
                let index = settings.number("place-index")
            else { return nil }
            return (source, settings.text("place-photo") ?? "", index)
        }
        set {
            settings.store(newValue?.source ?? "", "place-source")
            settings.store(newValue?.photo ?? "", "place-photo")
            settings.store(newValue?.index, "place-index")
        }
    }

    /// Order and groups of the sources that the user has arranged, the latest first.
    public var orders: [(source: String, order: StoredOrder)] {
        get {
            guard let stored = settings.value("orders", type: StoredOrder.tableType) else { return [] }
            defer { g_variant_unref(stored) }
            return StoredOrder.table(in: stored)
        }
        set { settings.store(StoredOrder.table(newValue), "orders") }
    }

    /// Order and groups of all other sources.
    public var usualOrder: StoredOrder? {
        get {
            guard let stored = settings.value("default-order", type: StoredOrder.type) else { return nil }
            defer { g_variant_unref(stored) }
            return StoredOrder(in: stored)
        }
        set { if let newValue { settings.store(newValue.variant(), "default-order") } }
    }
}
