// The drawing in a compressed SVG (`.svgz`).
import CGLib
import ImagePipeline
import Photos

/// Unpacking of gzip data, bounded because a few kilobytes unpack to gigabytes.
enum UnpackedDrawing {
    /// Most bytes of a drawing. Maps of cities have some ten million.
    static let limit = 32 << 20
    private static let piece = 64 << 10

    /// The reason why there is no drawing.
    enum Failure: Error {
        case tooLarge
        case damaged(Message)
    }

    /// Whether bytes begin as gzip data do.
    static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Unpacks gzip data. What follows their end does not matter.
    /// - Throws: `Failure`, or `CancellationError`.
    static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int = Self.limit) throws -> [UInt8] {
        let decompressor = GObjectOwner(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP))
        var drawing: [UInt8] = [], offset = 0
        var room = [UInt8](repeating: 0, count: piece)
        while true {
            try Cancellation.check()
            var read: gsize = 0, written: gsize = 0
            var error: UnsafeMutablePointer<GError>?
            let rest = UnsafeRawBufferPointer(rebasing: packed[offset...])
            let result = g_converter_convert(
                decompressor.pointer, rest.baseAddress, UInt(rest.count), &room, UInt(room.count),
                G_CONVERTER_INPUT_AT_END, &read, &written, &error)
            if result == G_CONVERTER_ERROR { throw Failure.damaged(.verbatim(GLibError(adopting: error).message)) }
            drawing.append(contentsOf: room.prefix(Int(written)))
            offset += Int(read)
            if drawing.count > limit { throw Failure.tooLarge }
            if result == G_CONVERTER_FINISHED { return drawing }
            if read == 0, written == 0 { throw Failure.damaged(Message("its end is missing")) }
        }
    }

    /// One reference to an object, used on one thread.
    private struct GObjectOwner: ~Copyable {
        let pointer: OpaquePointer?
        init(_ pointer: OpaquePointer?) { self.pointer = pointer }
        deinit { if let pointer { g_object_unref(UnsafeMutableRawPointer(pointer)) } }
    }
}
