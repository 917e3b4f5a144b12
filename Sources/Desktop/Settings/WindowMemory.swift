// The window state that lasts from one run to the next, if the settings schema is installed.
import CGLib

/// The window's size, the tile size and the place in GSettings. GSettings ends the process when a schema or key is
/// missing, so both are looked up first: a program that runs from its build folder remembers nothing, but works.
@MainActor
public final class WindowMemory {
    private let settings: OpaquePointer
    private let schema: OpaquePointer

    /// Returns nil when no schema called `id` is installed.
    /// - Parameter folder: a folder of compiled schemas that is searched first, or nil for the system's only.
    public init?(schema id: String, folder: String? = nil) {
        let system: OpaquePointer? = g_settings_schema_source_get_default()
        var source: OpaquePointer?
        if let folder { source = g_settings_schema_source_new_from_directory(folder, system, 0, nil) }
        if source == nil, let system { source = g_settings_schema_source_ref(system) }
        guard let source else { return nil }
        defer { g_settings_schema_source_unref(source) }
        guard let schema = g_settings_schema_source_lookup(source, id, 1) else { return nil }
        self.schema = schema
        // No explicit path: the schema has its own.
        settings = g_settings_new_full(schema, nil, nil).opaque
    }

    isolated deinit {
        g_object_unref(UnsafeMutableRawPointer(settings))
        g_settings_schema_unref(schema)
    }

    /// Width in logical pixels when the window was last closed, not maximised.
    public var width: Int? {
        get { number("window-width") }
        set { store(newValue, "window-width") }
    }
    /// Height in logical pixels when the window was last closed, not maximised.
    public var height: Int? {
        get { number("window-height") }
        set { store(newValue, "window-height") }
    }
    /// Desired side of a tile in logical pixels.
    public var tileSize: Int? {
        get { number("tile-size") }
        set { store(newValue, "tile-size") }
    }
    /// Whether the window was maximised when it was last closed.
    public var isMaximized: Bool {
        get { isOn("maximized") }
        set { switchKey("maximized", newValue) }
    }

    /// Whether tiles show whole photos, rather than squares cut out of them.
    public var fitsTiles: Bool {
        get { isOn("fit-tiles") }
        set { switchKey("fit-tiles", newValue) }
    }

    /// Name of the collection that was shown when the window was last closed, and name and position, counted from 0, of the
    /// first photo in view.
    public var place: (source: String, photo: String, index: Int)? {
        get {
            guard let source = text("place-source"), !source.isEmpty, let index = number("place-index") else { return nil }
            return (source, text("place-photo") ?? "", index)
        }
        set {
            store(newValue?.source ?? "", "place-source")
            store(newValue?.photo ?? "", "place-photo")
            store(newValue?.index, "place-index")
        }
    }

    /// Order and groups of the sources that the user has arranged, the latest first.
    public var orders: [(source: String, order: StoredOrder)] {
        get {
            guard let stored = value("orders", type: StoredOrder.tableType) else { return [] }
            defer { g_variant_unref(stored) }
            return StoredOrder.table(in: stored)
        }
        set { if has("orders") { g_settings_set_value(settings.cast(), "orders", StoredOrder.table(newValue)) } }
    }

    /// Order and groups of all other sources.
    public var usualOrder: StoredOrder? {
        get {
            guard let stored = value("default-order", type: StoredOrder.type) else { return nil }
            defer { g_variant_unref(stored) }
            return StoredOrder(in: stored)
        }
        set {
            guard let newValue, has("default-order") else { return }
            g_settings_set_value(settings.cast(), "default-order", newValue.variant())
        }
    }

    /// Returns a stored value, owned by the caller; nil where the schema has none of this name and type.
    private func value(_ key: String, type: String) -> OpaquePointer? {
        guard has(key), let value = g_settings_get_value(settings.cast(), key) else { return nil }
        guard String(cString: g_variant_get_type_string(value)) == type else {
            g_variant_unref(value)
            return nil
        }
        return value
    }

    private func text(_ key: String) -> String? {
        guard has(key), let text = g_settings_get_string(settings.cast(), key) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func store(_ text: String, _ key: String) {
        if has(key) { g_settings_set_string(settings.cast(), key, text) }
    }

    private func has(_ key: String) -> Bool { g_settings_schema_has_key(schema, key) != 0 }

    private func isOn(_ key: String) -> Bool { has(key) && g_settings_get_boolean(settings.cast(), key) != 0 }

    private func switchKey(_ key: String, _ isOn: Bool) {
        if has(key) { g_settings_set_boolean(settings.cast(), key, isOn ? 1 : 0) }
    }

    private func number(_ key: String) -> Int? { has(key) ? Int(g_settings_get_int(settings.cast(), key)) : nil }

    /// Stores a value, unless it is outside the schema's range; nil removes the stored one.
    private func store(_ value: Int?, _ key: String) {
        guard has(key) else { return }
        guard let value else {
            g_settings_reset(settings.cast(), key)
            return
        }
        let entry = g_settings_schema_get_key(schema, key)
        defer { g_settings_schema_key_unref(entry) }
        let number = g_variant_ref_sink(g_variant_new_int32(Int32(clamping: value)))
        defer { g_variant_unref(number) }
        // GSettings would refuse it too, but with a warning on the terminal.
        guard g_settings_schema_key_range_check(entry, number) != 0 else { return }
        g_settings_set_value(settings.cast(), key, number)
    }
}
