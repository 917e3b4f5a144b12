import CReference
// Images for the decode bench: given files, or painted ones.
import Codecs
import Desktop
import Glibc
import ImagePipeline
import PhotoFormats
import Photos
import SampleGallery

/// Encoded image.
struct DecodeSample: Sendable {
    let name: String
    let bytes: EncodedBytes
    /// Size of the original in pixels.
    let size: PixelSize

    var megapixels: Double { Double(size.area) / 1e6 }
    var isJPEG: Bool { PictureHeader(bytes).format == .jpeg }

    /// First half of the bytes, as in the middle of a download.
    var firstHalf: EncodedBytes {
        var half: [UInt8] = []
        bytes.storage.withBytes { half = Array($0.prefix($0.count / 2)) }
        return EncodedBytes(half)
    }

    /// Creates a sample; nil when its size cannot be read from its header.
    init?(name: String, bytes: EncodedBytes) {
        guard let size = PictureHeader(bytes).size else { return nil }
        self.name = name
        self.bytes = bytes
        self.size = size
    }

    /// Returns painted photos of three sizes as JPEG with a camera's thumbnail; the middle size also as progressive
    /// JPEG, PNG and, where it can be written, WebP.
    static func painted() throws -> [DecodeSample] {
        let sizes = [
            PixelSize(width: 1024, height: 683), PixelSize(width: 4000, height: 3000),
            PixelSize(width: 6000, height: 4000),
        ]
        var samples: [DecodeSample?] = []
        for (number, size) in sizes.enumerated() {
            let jpeg = try picture("\(number)", of: size, size, .jpeg)
            let thumbnail = try picture(
                "\(number)", of: size, size.scaled(toward: PixelSize(square: 160), fit: .fit), .jpeg)
            samples.append(
                DecodeSample(
                    name: "painted JPEG", bytes: EncodedBytes(CameraFile.bytes(photo: jpeg, thumbnail: thumbnail))))
        }
        let size = sizes[1]
        let rgb = try Painter().pixels(for: request("1", of: size, size, .jpeg), isCancelled: { false }).rgb
        let (width, height) = (Int32(size.width), Int32(size.height))
        samples.append(
            DecodeSample(name: "painted progressive JPEG") {
                tessera_reference_jpeg_encode(rgb, width, height, 88, true, &$0)
            })
        samples.append(DecodeSample(name: "painted PNG") { tessera_reference_png_encode(rgb, width, height, &$0) })
        if Painter.canEncodeWebP {
            samples.append(
                DecodeSample(name: "painted WebP", bytes: EncodedBytes(try picture("1", of: size, size, .webp))))
        }
        return samples.compactMap { $0 }
    }

    private init?(name: String, encode: (inout Int) -> UnsafeMutablePointer<UInt8>?) {
        var length = 0
        guard let bytes = encode(&length) else { return nil }
        defer { free(bytes) }
        self.init(name: name, bytes: EncodedBytes(Array(UnsafeBufferPointer(start: bytes, count: length))))
    }

    private static func request(
        _ id: String, of original: PixelSize, _ size: PixelSize, _ format: PictureRequest.Format
    ) -> PictureRequest {
        PictureRequest(id: id, original: original, size: size, blur: nil, grayscale: false, format: format)
    }

    private static func picture(
        _ id: String, of original: PixelSize, _ size: PixelSize, _ format: PictureRequest.Format
    ) throws -> [UInt8] {
        try Painter().encodedPicture(for: request(id, of: original, size, format), isCancelled: { false })
    }
}
