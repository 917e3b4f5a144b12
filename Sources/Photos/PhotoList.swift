// The photos of a library in about ten bytes each: packed, but for the few that somebody looks at.

/// A list of photos that only grows. A million photos of a folder take about ten megabytes.
///
/// Photos come out as they went in. A photo near one that was asked for lately takes some 30 ns, any other the unpacking
/// of its block, some 50 µs. Not `Sendable`: reading changes what is unpacked.
public final class PhotoList: RandomAccessCollection {
    /// Unpacked blocks: enough for some screens around the viewport at the smallest tiles, and for another place.
    private static let unpackedBlocks = 64

    private var packed: ContiguousArray<PackedPhotos> = []
    /// The photos after the last full block.
    private var tail: ContiguousArray<Photo> = []
    /// A block lies at its number modulo the count, so that neighbours never displace each other.
    private var unpacked = ContiguousArray<Unpacked?>(repeating: nil, count: unpackedBlocks)

    private struct Unpacked {
        let block: Int
        let photos: ContiguousArray<Photo>
    }

    /// An empty list.
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

    /// Adds the photos of `page` at the end. Takes microseconds where the list and all pages before this one have whole
    /// blocks, as those of a folder have; else its photos are packed anew, a microsecond each.
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

    /// Bytes of all packed photos; tests and figures ask.
    var packedBytes: Int { packed.reduce(0) { $0 + $1.byteCount } }
}
