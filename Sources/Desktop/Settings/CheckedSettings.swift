// Settings whose keys may be missing.
import CGLib

/// Access to a GSettings schema, key by key. GSettings ends the process when a schema or key is missing, so both are
/// looked up first: a program that runs from its build folder remembers nothing, but works. A key that is missing reads
/// as nil and is not written.
@MainActor
final class CheckedSettings {
    private let settings: OpaquePointer
    private let schema: OpaquePointer

    /// Returns nil when no schema called `id` is installed.
    /// - Parameter folder: a folder of compiled schemas that is searched first, or nil for the system's only.
    init?(schema id: String, folder: String?) {
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

    private func has(_ key: String) -> Bool { g_settings_schema_has_key(schema, key) != 0 }

    func text(_ key: String) -> String? {
        guard has(key), let text = g_settings_get_string(settings.cast(), key) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    func texts(_ key: String) -> [String]? {
        guard has(key), let texts = g_settings_get_strv(settings.cast(), key) else { return nil }
        defer { g_strfreev(texts) }
        var list: [String] = []
        while let text = texts[list.count] { list.append(String(cString: text)) }
        return list
    }

    func number(_ key: String) -> Int? { has(key) ? Int(g_settings_get_int(settings.cast(), key)) : nil }

    /// Returns a stored value, owned by the caller; nil where the schema has none of this name and type.
    func value(_ key: String, type: String) -> OpaquePointer? {
        guard has(key), let value = g_settings_get_value(settings.cast(), key) else { return nil }
        guard String(cString: g_variant_get_type_string(value)) == type else {
            g_variant_unref(value)
            return nil
        }
        return value
    }

    func isOn(_ key: String) -> Bool? { has(key) ? g_settings_get_boolean(settings.cast(), key) != 0 : nil }

    /// Stores a text, if it is one of the schema's choices.
    func store(_ text: String, _ key: String) { store(g_variant_new_string(text), key) }

    func store(_ texts: [String], _ key: String) {
        let copies = texts.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        store(g_variant_new_strv(copies, copies.count), key)
    }

    func store(_ isOn: Bool, _ key: String) { store(g_variant_new_boolean(isOn ? 1 : 0), key) }

    /// Stores a number, unless it is outside the schema's range; nil removes the stored one.
    func store(_ number: Int?, _ key: String) {
        if let number {
            store(g_variant_new_int32(Int32(clamping: number)), key)
        } else if has(key) {
            g_settings_reset(settings.cast(), key)
        }
    }

    /// Stores a value (floating), unless the schema does not allow it.
    func store(_ value: OpaquePointer?, _ key: String) {
        guard let value = g_variant_ref_sink(value) else { return }
        defer { g_variant_unref(value) }
        guard has(key) else { return }
        let entry = g_settings_schema_get_key(schema, key)
        defer { g_settings_schema_key_unref(entry) }
        // GSettings would refuse it too, but with a warning on the terminal.
        guard g_settings_schema_key_range_check(entry, value) != 0 else { return }
        g_settings_set_value(settings.cast(), key, value)
    }
}
