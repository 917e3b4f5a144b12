// Pictures for the desktop's thumbnail store: PNG with texts about the original.
// Source: Thumbnail Managing Standard 0.9, “Thumbnail Attributes”.
import CCodecs
import CGLib
package import ImagePipeline
import PhotoFormats
import Photos

/// Makes the files of the thumbnail store. Blocks for some 20 ms.
package enum ThumbnailPicture {
    /// Limit of the bytes of a picture that becomes a thumbnail.
    package static let longestFile = 16 << 20
    /// Limit of its sides in pixels.
    private static let largestSide = 4096

    /// Returns a picture as PNG with `texts`, reduced to at most `side` pixels on its longer side; nil for what is no
    /// complete PNG or JPEG within the limits.
    package static func png(of picture: EncodedBytes, side: Int, texts: [(keyword: String, text: String)])
        -> EncodedBytes?
    {
        var isAccepted = false
        picture.storage.withBytes { bytes in
            let header = PictureHeader(scanning: bytes)
            isAccepted =
                header.isComplete && (header.format == .png || header.format == .jpeg)
                && header.size.map { $0.longerSide <= largestSide } ?? false
        }
        guard isAccepted, picture.count <= longestFile else { return nil }
        let copy = SharedBytes(copying: picture)
        // The stream has a reference of its own to the bytes.
        guard let stream = withExtendedLifetime(copy, { g_memory_input_stream_new_from_bytes(copy.bytes) }) else {
            return nil
        }
        defer { g_object_unref(stream) }
        guard let pixbuf = gdk_pixbuf_new_from_stream(stream, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let size = PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        guard size.longerSide > side else { return encoded(pixbuf, texts) }
        func reduced(_ length: Int) -> Int32 { Int32(max(1, (length * side + size.longerSide / 2) / size.longerSide)) }
        guard
            let small = gdk_pixbuf_scale_simple(pixbuf, reduced(size.width), reduced(size.height), GDK_INTERP_BILINEAR)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(small)) }
        return encoded(small, texts)
    }

    /// Returns a PNG of one transparent pixel with `texts`, which notes that there is no thumbnail.
    package static func failure(texts: [(keyword: String, text: String)]) -> EncodedBytes? {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, 1, 1) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0)
        return encoded(pixbuf, texts)
    }

    private static func encoded(_ pixbuf: OpaquePointer, _ texts: [(keyword: String, text: String)]) -> EncodedBytes? {
        var keys = texts.map { g_strdup("tEXt::" + $0.keyword) } + [nil]
        var values = texts.map { g_strdup($0.text) } + [nil]
        defer {
            keys.forEach { g_free($0) }
            values.forEach { g_free($0) }
        }
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "png", &keys, &values, nil) != 0,
            let bytes = g_bytes_new_take(buffer, count)
        else { return nil }
        return EncodedBytes(SharedBytes(adopting: bytes))
    }
}
