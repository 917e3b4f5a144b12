// Which files are pictures, by name: whatever the installed gdk-pixbuf has a loader for.
import CDesktop

/// The file name extensions that some installed loader reads, in lower case. A file without one is no picture here:
/// looking into every file of a large folder would cost more than it finds.
struct ReadableFormats: Sendable {
    let extensions: Set<String>

    /// Asks gdk-pixbuf. Any thread.
    init() {
        // Names that shared-mime-info gives to formats under which gdk-pixbuf lists fewer.
        let synonyms = ["image/jpeg": ["jfif", "jpe", "jif"], "image/heif": ["heics", "heifs", "hif"]]
        var extensions: Set<String> = []
        let formats = gdk_pixbuf_get_formats()
        defer { g_slist_free(formats) }
        var node = formats
        while let format = node?.pointee.data.map({ OpaquePointer($0) }) {
            node = node?.pointee.next
            if gdk_pixbuf_format_is_disabled(format) != 0 { continue }
            extensions.formUnion(Self.takeTexts(gdk_pixbuf_format_get_extensions(format)))
            for type in Self.takeTexts(gdk_pixbuf_format_get_mime_types(format)) {
                extensions.formUnion(synonyms[type] ?? [])
            }
        }
        self.extensions = extensions
    }

    /// Whether a file of this name is taken for a picture.
    func covers(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The texts of a NULL-terminated array, which is freed with them (transfer full).
    private static func takeTexts(_ texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let texts else { return [] }
        defer { g_strfreev(texts) }
        var result: [String] = []
        while let text = texts[result.count] { result.append(String(cString: text).lowercased()) }
        return result
    }
}
