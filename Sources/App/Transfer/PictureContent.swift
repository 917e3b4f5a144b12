// The opened picture as data for other programs, by clipboard or by drag: the file or its address, and the pixels.
import CGTK
import Codecs
import Desktop
import Photos

/// Content providers for the clipboard and for drags.
enum PictureContent {
    /// Makes a provider for a photo.
    /// - Parameters:
    ///   - location: A file, here or on a share, is offered as a file, so that a file manager copies it; an address as
    ///     a list of URIs and as text.
    ///   - link: Address that is offered as text for a remote photo, and as URI where its location has no address that
    ///     other programs can open.
    ///   - texture: The pixels, borrowed; nil leaves them out.
    /// - Returns: A new provider (transfer full); nil where there is nothing to offer.
    static func provider(
        of location: ImageLocation, link: String?, texture: OpaquePointer?
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = []
        if let file = location.filePath {
            parts.append(files([file.text]))
        } else {
            if let address = location.webAddress ?? link { parts.append(bytes("text/uri-list", address + "\r\n")) }
            if let text = link ?? location.webAddress { parts.append(self.text(text)) }
        }
        if let texture {
            parts.append(value(of: gdk_texture_get_type()) { g_value_set_object(&$0, texture.object) })
        }
        return parts.isEmpty ? nil : union(parts)
    }

    /// Makes a provider of all that several others provide, which it takes over (transfer full).
    static func union(
        _ parts: [UnsafeMutablePointer<GdkContentProvider>?]
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        var parts = parts
        return gdk_content_provider_new_union(&parts, gsize(parts.count))
    }

    /// Makes a provider of a file's path as text, or of its URI where the path is not valid UTF-8, which other programs
    /// expect (transfer full).
    static func path(_ path: String) -> UnsafeMutablePointer<GdkContentProvider>? {
        text(FilePath.isEscaped(path) ? FilePath.uri(of: path) ?? FilePath.shown(path) : path)
    }

    /// Makes a provider of text (transfer full).
    static func text(_ text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
        value(of: g_type_from_name("gchararray")) { g_value_set_string(&$0, text) }
    }

    /// Makes a provider of a list of files (transfer full).
    static func files(_ paths: [String]) -> UnsafeMutablePointer<GdkContentProvider>? {
        var files: [OpaquePointer?] = paths.compactMap(MountedShares.file)
        guard !files.isEmpty else { return nil }
        defer { for file in files.compactMap(\.self) { g_object_unref(file.object) } }
        let list = gdk_file_list_new_from_array(&files, gsize(files.count))
        return value(of: gdk_file_list_get_type()) { g_value_take_boxed(&$0, list?.object) }
    }

    /// Makes a provider of text in a type of its own (transfer full).
    static func bytes(_ type: String, _ text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
        let bytes = g_bytes_new(text, gsize(text.utf8.count))
        defer { g_bytes_unref(bytes) }
        return gdk_content_provider_new_for_bytes(type, bytes)
    }

    private static func value(
        of type: GType, _ fill: (inout GValue) -> Void
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        fill(&value)
        return gdk_content_provider_new_for_value(&value)
    }
}
