// Pictures for the tests: painted and encoded with gdk-pixbuf where it can, tiny ready-made files where it cannot.
import CCodecs
import CGLib
public import Codecs
import ImagePipeline
package import Photos

public struct Colour: Equatable, Sendable, CustomStringConvertible {
    public var r: UInt8
    public var g: UInt8
    public var b: UInt8
    public var a: UInt8 = 255

    public init(r: UInt8, g: UInt8, b: UInt8, a: UInt8 = 255) { (self.r, self.g, self.b, self.a) = (r, g, b, a) }

    public static let red = Colour(r: 255, g: 0, b: 0)
    public static let green = Colour(r: 0, g: 255, b: 0)
    public static let blue = Colour(r: 0, g: 0, b: 255)
    public static let white = Colour(r: 255, g: 255, b: 255)
    public static let black = Colour(r: 0, g: 0, b: 0)

    public func isNear(_ other: Colour, within tolerance: Int = 12) -> Bool {
        abs(Int(r) - Int(other.r)) <= tolerance && abs(Int(g) - Int(other.g)) <= tolerance
            && abs(Int(b) - Int(other.b)) <= tolerance && abs(Int(a) - Int(other.a)) <= tolerance
    }
    public var description: String { "(\(r) \(g) \(b) \(a))" }
}

/// A picture in memory whose pixels a closure gives.
public struct Painting {
    package let width: Int
    package let height: Int
    package let pixel: (_ x: Int, _ y: Int) -> Colour

    public init(_ width: Int, _ height: Int, _ pixel: @escaping (_ x: Int, _ y: Int) -> Colour) {
        self.width = width
        self.height = height
        self.pixel = pixel
    }

    /// Quarters of four colours: red, green / blue, white.
    public static func quarters(_ width: Int, _ height: Int) -> Painting {
        Painting(width, height) { x, y in
            y * 2 < height ? (x * 2 < width ? .red : .green) : (x * 2 < width ? .blue : .white)
        }
    }

    /// What lies in a file that says `orientation` and shows this picture upright.
    package func stored(_ orientation: Int) -> Painting {
        let (w, h) = (width, height)
        let turned = orientation >= 5
        return Painting(turned ? h : w, turned ? w : h) { x, y in
            switch orientation {
            case 2: pixel(w - 1 - x, y)
            case 3: pixel(w - 1 - x, h - 1 - y)
            case 4: pixel(x, h - 1 - y)
            case 5: pixel(y, x)
            case 6: pixel(w - 1 - y, x)
            case 7: pixel(w - 1 - y, h - 1 - x)
            case 8: pixel(y, h - 1 - x)
            default: pixel(x, y)
            }
        }
    }

    public func encoded(_ format: String, alpha: Bool = false, options: [String: String] = [:]) -> [UInt8] {
        let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, alpha ? 1 : 0, 8, Int32(width), Int32(height))!
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let pixels = gdk_pixbuf_get_pixels(pixbuf)!
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let channels = alpha ? 4 : 3
        for y in 0..<height {
            for x in 0..<width {
                let colour = pixel(x, y)
                let target = pixels + y * stride + x * channels
                target[0] = colour.r
                target[1] = colour.g
                target[2] = colour.b
                if alpha { target[3] = colour.a }
            }
        }
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        var keys: [UnsafeMutablePointer<CChar>?] = options.keys.sorted().map { g_strdup($0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = options.keys.sorted().map { g_strdup(options[$0]) } + [nil]
        defer { for text in keys + values { g_free(text) } }
        let saved = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format, &keys, &values, nil)
        precondition(saved != 0, "gdk-pixbuf cannot write \(format)")
        defer { g_free(buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    }
}

package enum TestPictures {
    /// `jpeg` with an EXIF segment that says `orientation`, in either byte order.
    package static func oriented(_ jpeg: [UInt8], orientation: Int, bigEndian: Bool = false) -> [UInt8] {
        let tiff: [UInt8] =
            bigEndian
            ? [
                0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0,
                0,
            ]
            : [
                0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
                0,
            ]
        let content = Array("Exif\0\0".utf8) + tiff
        let length = content.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg.dropFirst(2)
    }

    package static func base64(_ text: String) -> [UInt8] {
        var count: gsize = 0
        let bytes = g_base64_decode(text, &count)
        defer { g_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    // The following were written by ImageMagick, because gdk-pixbuf writes none of these kinds.

    /// 8 × 8, four channels, all of magenta and yellow: red on paper. With Adobe's marker, that is, inverted.
    package static let cmykJPEG = base64(
        "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAgJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAcJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBEHNKpVN//2Q=="
    )
    /// 8 × 8, one channel, from white above to black below.
    package static let grayJPEG = base64(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/EABcQAAMBAAAAAAAAAAAAAAAAAAAZZaP/2gAIAQEAAD8AGn19D//Z"
    )
    /// 4 × 4, 16 bits a channel, #ff8000.
    package static let deepPNG = base64(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAEEAIAAAB2A9VqAAAAFklEQVQI12P8/7+hgQELYGLAAUiXAAAmvgMGTlh+BwAAAABJRU5ErkJggg==")
    /// 4 × 4, 16 bits a channel, red at half opacity.
    package static let deepAlphaPNG = base64(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAEEAYAAAD5YUI9AAAAGklEQVQI12P8/5+BgYGhoYEBB2BiIAAoVwAAgx4DBrIhrXIAAAAASUVORK5CYII="
    )
    /// 4 × 4, a red frame, then a blue one.
    package static let animatedGIF = base64(
        "R0lGODlhBAAEAPAAAP8AAAAAACH5BAAKAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAABAAEAAACBISPCQUAIfkEAAoAAAAsAAAAAAQABACAAAD/AAAAAgSEjwkFADs="
    )
    /// 16 × 12, frames of red, blue and green; written by libwebpmux.
    package static let animatedWebP = base64(
        "UklGRrQAAABXRUJQVlA4WAoAAAACAAAADwAACwAAQU5JTQYAAAD/////AABBTk1GKAAAAAAAAAAAAA8AAAsAAGQAAAJWUDhMDwAAAC8PwAIABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAA8AAAsAAGQAAABWUDhMDwAAAC8PwAIABxDR//4HIqL/AQBBTk1GKAAAAAAAAAAAAA8AAAsAAGQAAABWUDhMDwAAAC8PwAIAB9D/iP4HIqL/AQA="
    )
    /// 5 × 3, green, lossless.
    package static let webP = base64("UklGRhwAAABXRUJQVlA4TA8AAAAvBIAAAAfQ/4j+ByKi/wEA")
    /// 5 × 3, green.
    package static let tiff = base64(
        "SUkqAGIAAAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAAAP//AAAPAAABAwABAAAABQAAAAEBAwABAAAAAwAAAAIBAwADAAAAHAEAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAAAoBAwABAAAAAQAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAwAAABYBAwABAAAAAwAAABcBBAABAAAAWgAAABwBAwABAAAAAQAAACkBAwACAAAAAAABAD4BBQACAAAAUgEAAD8BBQAGAAAAIgEAAAAAAAAQABAAEACF61EAAACAAMP1qAAAAAACzcxMAAAAAAHNzEwAAACAAM3MTAAAAAACj8L1AAAAABA3GqAAAAAAAiuHCgAAACAA"
    )

    package static let svg = Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='5'><rect width='10' height='5' fill='#f00'/></svg>"
            .utf8)
}

extension PixelBuffer {
    /// The stored, premultiplied pixel.
    public func colour(_ x: Int, _ y: Int) -> Colour {
        var colour = Colour.black
        withBytes { bytes in
            let offset = y * stride + x * 4
            colour = Colour(r: bytes[offset + 2], g: bytes[offset + 1], b: bytes[offset], a: bytes[offset + 3])
        }
        return colour
    }
}

extension PixbufDecoder {
    package func pixels(_ bytes: [UInt8], _ width: Int, _ height: Int, _ fit: Fit = .fill) async throws -> PixelBuffer {
        try await decodePixels(
            EncodedBytes(bytes), title: "Sea", size: PixelSize(width: width, height: height), fit: fit)
    }

    /// Why the decode fails; nil when it does not.
    package func reason(_ bytes: [UInt8], _ side: Int = 100) async -> LoadFailure.Reason? {
        do {
            _ = try await pixels(bytes, side, side)
            return nil
        } catch let failure as LoadFailure {
            return failure.stage == .decode && failure.culprit == "Sea" ? failure.reason : nil
        } catch {
            return nil
        }
    }
}
