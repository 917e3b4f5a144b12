// Tiny pictures: what a grid of very small tiles is drawn from, in memory and in their stored form.
public import Photos

/// A picture of some hundred pixels, as it is drawn: opaque, 5 bits of red, 6 of green and 5 of blue from the highest
/// down, rows from top to bottom without gaps.
public struct TinyPicture: Sendable, Equatable {
    /// Size in device pixels.
    public let size: PixelSize
    public let pixels: ContiguousArray<UInt16>

    /// Creates a picture; nil where `pixels` are not as many as the size says.
    public init?(size: PixelSize, pixels: ContiguousArray<UInt16>) {
        guard pixels.count == size.area else { return nil }
        (self.size, self.pixels) = (size, pixels)
    }

    /// Memory in bytes, with that of the array's header.
    var cost: Int { pixels.count * MemoryLayout<UInt16>.stride + 32 }
}

/// What a stored tiny picture shows of its photo.
public enum TinyForm: UInt8, Sendable, CaseIterable {
    /// The largest square in its middle, as equal squares show it.
    case square = 1
    /// All of it, squeezed into a square; its ratio is kept beside it.
    case whole = 2

    /// The form that a tile needs.
    /// - Parameters:
    ///   - size: Size of the picture in the tile.
    ///   - fit: How the photo lies in that.
    public init(of size: PixelSize, _ fit: Fit) { self = fit == .fill && size.width == size.height ? .square : .whole }
}

/// The codec of stored tiny pictures. A stored picture has `side` pixels a side, from which any smaller one is made:
/// that takes less time than reading another one.
///
/// Isolation: callable from any thread; each call takes microseconds.
public protocol TinyCodec: Sendable {
    /// Returns the stored form of an image.
    /// - Parameter isCertain: Whether the image was made of the photo itself. A thumbnail in the photo's file may show
    ///   another picture.
    /// - Returns: Nil where the image is too small for it, or its pixels cannot be read.
    func encode(_ image: any DecodedImage, _ form: TinyForm, isCertain: Bool) -> [UInt8]?

    /// Returns whether the bytes say that they were made of the photo itself.
    func isCertain(_ stored: EncodedBytes) -> Bool

    /// Returns the picture for a tile. Of a photo that does not have the tile's ratio, `.fill` shows the middle; `.fit`
    /// gives a picture with the photo's own ratio inside of `size`.
    /// - Returns: Nil if `encode` has not made the bytes.
    func decode(_ stored: EncodedBytes, for size: PixelSize, _ fit: Fit) -> TinyPicture?

    /// Size and fit at which an image is asked for that is to be encoded.
    func request(for form: TinyForm) -> (size: PixelSize, fit: Fit)
}

extension TinyCodec {
    /// Returns the stored form of an image that was made of the photo itself.
    public func encode(_ image: any DecodedImage, _ form: TinyForm) -> [UInt8]? {
        encode(image, form, isCertain: true)
    }
}
