// The one place where `serve` gets its painter from.
import CDesktop
import Photos
import SampleServer

/// What paints for `serve`.
let servingPainter = FlatPainter()

/// One flat colour a photo.
struct FlatPainter: PicturePainting {
    static let canEncodeWebP = false

    struct Failure: Error {}

    func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
        guard let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(request.size.width), Int32(request.size.height))
        else { throw Failure() }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        gdk_pixbuf_fill(pixels, UInt32(truncatingIfNeeded: request.id.hashValue) | 0xff)
        var buffer: UnsafeMutablePointer<CChar>?
        var size: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixels, &buffer, &size, "jpeg", nil, nil, nil) != 0, let buffer else {
            throw Failure()
        }
        defer { g_free(buffer) }
        return buffer.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(size)))
        }
    }
}
