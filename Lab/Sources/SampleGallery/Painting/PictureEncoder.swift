// Encoding of pixels, with the EXIF comment of Picsum's images.
import CPixels
import Photos

enum PictureEncoder {
    static func bytes(of picture: PaintedPicture, for request: PictureRequest) throws -> [UInt8] {
        if request.format == .webp, !Painter.canEncodeWebP { throw PaintError.cannotEncode(.webp) }
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        var length = 0
        func save(_ quality: Int32) -> UnsafeMutablePointer<UInt8>? {
            tessera_encode(picture.rgb, width, height, request.format.rawValue, quality, &length)
        }
        let quality = quality(for: request)
        var saved = save(quality)
        if let first = saved, length > heaviest(for: request) {
            tessera_encode_free(first)
            saved = save(quality - 7)
        }
        guard let saved else { throw PaintError.cannotEncode(request.format) }
        defer { tessera_encode_free(saved) }
        let file = UnsafeBufferPointer(start: saved, count: length)
        guard request.format == .jpeg, length > 2 else { return Array(file) }
        // The segment goes between the start-of-image marker and everything else.
        let note = exifSegment(comment: "Picsum ID: \(request.id)")
        return [UInt8](unsafeUninitializedCapacity: length + note.count) { out, count in
            count = out.update(fromContentsOf: file[..<2])
            count = out[count...].update(fromContentsOf: note)
            count = out[count...].update(fromContentsOf: file[2...])
        }
    }

    /// Returns the quality: higher for small pictures, as image hosts do. A tile takes 8–20 KB, twelve megapixels 2–4
    /// MB.
    private static func quality(for request: PictureRequest) -> Int32 {
        switch request.size.area {
        case ..<160_000: 94
        case ..<2_500_000: 85
        default: 88
        }
    }

    /// Returns the size in bytes above which a small picture is encoded again at a lower quality (needed for foliage
    /// and sand).
    private static func heaviest(for request: PictureRequest) -> Int {
        request.size.area < 160_000 ? 2048 + request.size.area * 7 / 16 : .max
    }

    /// Returns an APP1 segment with one EXIF field: UserComment (Exif 2.32, §4.6.5), in ASCII. TIFF byte order "MM".
    /// The comment is cut to what a segment can hold.
    static func exifSegment(comment: String) -> [UInt8] {
        let text = Array("ASCII\0\0\0".utf8) + Array(comment.utf8.prefix(60_000))
        func number<N: FixedWidthInteger>(_ n: N) -> [UInt8] { withUnsafeBytes(of: n.bigEndian) { Array($0) } }
        var tiff = Array("MM".utf8) + number(UInt16(42)) + number(UInt32(8))
        // IFD 0: one entry, the pointer (8769) to the Exif IFD that follows it.
        tiff += number(UInt16(1)) + number(UInt16(0x8769)) + number(UInt16(4)) + number(UInt32(1)) + number(UInt32(26))
        tiff += number(UInt32(0))
        // Exif IFD: one entry, UserComment (9286), type 7 (undefined); its bytes follow at 44.
        tiff += number(UInt16(1)) + number(UInt16(0x9286)) + number(UInt16(7)) + number(UInt32(text.count))
        tiff += number(UInt32(44)) + number(UInt32(0))
        tiff += text
        let body = Array("Exif\0\0".utf8) + tiff
        return [0xff, 0xe1] + number(UInt16(body.count + 2)) + body
    }
}
