// The pixels of one block of a mosaic, while tiny pictures are drawn into them.
import CGLib
import CPixels
public import ImagePipeline
public import Photos

/// Pixels that are drawn into until they are finished; transparent at first. Coordinates are pixels; what lies outside
/// is left out.
public struct MosaicPixels: ~Copyable {
    /// A rectangle of pixels.
    public struct Place: Hashable, Sendable {
        public var x, y, width, height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// Returns the four edges of a width, inside of this place.
        fileprivate func edges(_ width: Int) -> [Place] {
            let inner = max(0, height - 2 * width)
            return [
                Place(x: x, y: y, width: self.width, height: min(width, height)),
                Place(x: x, y: y + height - min(width, height), width: self.width, height: min(width, height)),
                Place(x: x, y: y + width, width: min(width, self.width), height: inner),
                Place(
                    x: x + self.width - min(width, self.width), y: y + width, width: min(width, self.width),
                    height: inner),
            ]
        }
    }

    private let size: PixelSize
    private let memory: UnsafeMutablePointer<UInt32>
    private let storage: SharedBytes

    /// Creates transparent pixels; nil when there is no memory.
    public init?(size: PixelSize) {
        let count = size.area * PixelBuffer.bytesPerPixel
        guard let memory = tessera_pixel_memory_new(UInt(count)) else { return nil }
        self.size = size
        self.memory = memory.bindMemory(to: UInt32.self, capacity: size.area)
        self.memory.update(repeating: 0, count: size.area)
        storage = SharedBytes(adopting: tessera_pixel_memory_bytes(memory, UInt(count)))
    }

    /// Draws a picture, one to one or scaled to the place.
    public mutating func put(_ picture: TinyPicture, in place: Place) {
        guard var target = target(place) else { return }
        picture.pixels.withUnsafeBufferPointer {
            tessera_mosaic_put(&target, $0.baseAddress, Int32(picture.size.width), Int32(picture.size.height))
        }
    }

    /// Fills a place with a pixel of premultiplied 0xAARRGGBB.
    public mutating func fill(_ place: Place, _ pixel: UInt32) {
        guard var target = target(place) else { return }
        tessera_mosaic_fill(&target, pixel)
    }

    /// Lays a colour (0xRRGGBB) over a place.
    /// - Parameter opacity: 0 to 1.
    public mutating func tint(_ place: Place, _ colour: UInt32, opacity: Double) {
        guard var target = target(place) else { return }
        tessera_mosaic_tint(&target, colour, UInt32(min(max(0, opacity), 1) * 256))
    }

    /// Draws a band of a width along the inner side of a place's edge.
    public mutating func ring(_ place: Place, width: Int, _ pixel: UInt32) {
        for edge in place.edges(width) { fill(edge, pixel) }
    }

    /// Returns the pixels, which nothing changes any more.
    public consuming func finish() -> PixelBuffer { PixelBuffer(size: size, storage: storage) }

    /// Returns the memory of a place; nil where it is not wholly inside, or empty.
    private func target(_ place: Place) -> TesseraMosaicPlace? {
        guard place.width > 0, place.height > 0, place.x >= 0, place.y >= 0, place.x + place.width <= size.width,
            place.y + place.height <= size.height
        else { return nil }
        return TesseraMosaicPlace(
            pixels: memory + place.y * size.width + place.x, stride: gsize(size.width), width: Int32(place.width),
            height: Int32(place.height))
    }
}
