// The photos of a library at about ten bytes each: packed, except for blocks in recent use.

/// A list of photos that only grows. A million photos of a folder take about ten megabytes.
///
/// Photos are returned as they were added. Access to a photo near a recently used one takes some 30 ns; any other
/// access unpacks a block, which takes some 50 µs. Not `Sendable`, because reading changes which blocks are unpacked.
public final class PhotoList: RandomAccessCollection {
    /// Number of unpacked blocks: enough for a few screens around the viewport at the smallest tile size, and for
    /// another place.
    private static let unpackedBlocks = 64

    private var packed: ContiguousArray<PackedPhotos> = []
    /// The photos after the last full block.
    private var tail: ContiguousArray<Photo> = []
    /// A block is kept at its number modulo the count, so that neighbours never displace each other.
    private var unpacked = ContiguousArray<Unpacked?>(repeating: nil, count: unpackedBlocks)

    private struct Unpacked {
        let block: Int
        let photos: ContiguousArray<Photo>
    }

    /// Creates an empty list.
    public init() {}

    public var startIndex: Int { 0 }
    public var endIndex: Int { packed.count * PackedPhotos.capacity + tail.count }

    public subscript(index: Int) -> Photo {
        let (block, place) = index.quotientAndRemainder(dividingBy: PackedPhotos.capacity)
        if block == packed.count { return tail[place] }
        let slot = block % Self.unpackedBlocks
        if let held = unpacked[slot], held.block == block { return held.photos[place] }
        let photos = packed[block].unpacked()
        unpacked[slot] = Unpacked(block: block, photos: photos)
        return photos[place]
    }

    /// Appends the photos of `page`. Takes microseconds where the list and all pages before this one consist of whole
    /// blocks, as those of a folder do; otherwise its photos are packed again, at a microsecond each.
    public func append(_ page: PackedPage) {
        if tail.isEmpty {
            packed += page.blocks
            tail += page.rest
        } else {
            for photo in page.photos { append(photo) }
        }
    }

    private func append(_ photo: Photo) {
        tail.append(photo)
        guard tail.count == PackedPhotos.capacity else { return }
        packed.append(PackedPhotos(tail))
        tail.removeAll(keepingCapacity: true)
    }

    /// Bytes of all packed photos, for tests and measurements.
    var packedBytes: Int { packed.reduce(0) { $0 + $1.byteCount } }
}
