// Recognition of image files by name, from the loaders of the installed gdk-pixbuf.
import CCodecs
import CGLib
import Photos

/// The file name extensions, in lower case, that an installed loader reads, and those of camera raw. A file without an
/// extension does not count as an image: reading every file of a large folder would cost more than it finds.
package struct ReadableFormats: Sendable {
    package let extensions: Set<String>

    /// Queries gdk-pixbuf. Any thread.
    package init() {
        // Extensions that shared-mime-info lists for a format and gdk-pixbuf does not.
        let synonyms = [
            // Pairs of pictures (CIPA DC-007, JPS) and Insta360's photos are JPEGs, of which the first picture is
            // shown.
            "image/jpeg": ["jfif", "jpe", "jif", "pjpeg", "pjp", "mpo", "jps", "insp"],
            "image/png": ["apng"],
            "image/heif": ["heics", "heifs", "hif"],
        ]
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
        // Their previews need no loader but that of JPEG.
        self.extensions = extensions.union(CameraRaw.extensions)
    }

    /// Returns whether a file of this name counts as an image.
    package func covers(_ name: String) -> Bool {
        FilePath.nameExtension(of: name).map(extensions.contains) ?? false
    }

    /// Returns the strings of a NULL-terminated array in lower case and frees both (transfer full).
    private static func takeTexts(_ texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let texts else { return [] }
        defer { g_strfreev(texts) }
        var result: [String] = []
        while let text = texts[result.count] { result.append(String(cString: text).lowercased()) }
        return result
    }
}
