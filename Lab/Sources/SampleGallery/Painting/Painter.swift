// Painter of the built-in gallery: from a request to the bytes of a generated photo.
import CPainting
import CPixels
public import Photos

/// Reason why there is no picture.
public enum PaintError: Error, Hashable, Sendable {
    /// No installed gdk-pixbuf module writes the format, or the module failed.
    case cannotEncode(PictureRequest.Format)
    case cancelled
    case outOfMemory
}

/// Pixels before encoding: packed 8-bit RGB, rows without padding.
public struct PaintedPicture: Sendable {
    /// Width and height.
    public let size: PixelSize
    /// Rows from top to bottom, three bytes a pixel, packed.
    public let rgb: [UInt8]
}

/// Painter of the built-in gallery's pictures. Every result is a pure function of the request: no clock, no global
/// state.
///
/// Up to 0.72 megapixels every pixel is painted; above that, structure is painted at a lower resolution and scaled up,
/// and fine texture and grain are added at the result's own scale. The bytes are the same on every run and thread of
/// one machine. The frame of the original is composed once; a request of another ratio shows the part of that frame
/// that a centre crop would show, so a test can compare crop and fit pixel by pixel.
public struct Painter: PicturePainting {
    /// Creates a painter, which has no state.
    public init() {}

    /// Whether an installed gdk-pixbuf module can write WebP.
    public static var canEncodeWebP: Bool { tessera_encode_can_write("webp") }

    /// Returns the encoded picture. Blocks while it paints, so call it on a worker thread. `isCancelled` is called
    /// between bands of rows.
    public func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
        let picture = try pixels(for: request, isCancelled: isCancelled)
        return try PictureEncoder.bytes(of: picture, for: request)
    }

    /// Returns the picture's pixels. A grey picture still has three equal channels, because gdk-pixbuf supports no
    /// other format.
    public func pixels(for request: PictureRequest, isCancelled: () -> Bool) throws -> PaintedPicture {
        let composition = Composition(id: request.id, original: request.original)
        var view = Frame(of: request).view(for: composition)
        var scene = composition.scene
        scene.grain *= Frame.grain(for: request.size)
        guard let canvas = tessera_canvas_new(&scene, composition.sprites, Int32(composition.sprites.count), &view)
        else {
            throw PaintError.outOfMemory
        }
        defer { tessera_canvas_free(canvas) }
        for band in 0..<tessera_canvas_bands(canvas) {
            if isCancelled() { throw PaintError.cancelled }
            tessera_canvas_paint(canvas, band)
        }
        let (width, height) = (request.size.width, request.size.height)
        var failure: PaintError?
        let rgb = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            var row = 0
            while row < height {
                let end = min(height, row + 64)
                if isCancelled() { failure = .cancelled }
                if failure != nil { return }
                if !tessera_canvas_develop(canvas, buffer.baseAddress, Int32(width), Int32(row), Int32(end)) {
                    failure = .outOfMemory
                }
                row = end
            }
            if let sigma = request.blur,
                !tessera_paint_blur(buffer.baseAddress, Int32(width), Int32(height), Float(sigma))
            {
                failure = .outOfMemory
            }
            if request.grayscale { tessera_paint_grey(buffer.baseAddress, width * height) }
            if failure == nil { count = width * height * 3 }
        }
        if let failure { throw failure }
        return PaintedPicture(size: request.size, rgb: rgb)
    }
}
