// Reading of single photos from a store, with a memory for those around the last ones.
public import Photos

/// Reads photos by slot. A photo near one that was asked for lately takes some 30 ns, any other the unpacking of its
/// block, some 50 µs. Not `Sendable`: reading changes what is unpacked.
public final class PhotoReader {
    /// Unpacked blocks: enough for some screens around the viewport at the smallest tiles, and for another place.
    private static let unpackedBlocks = 64

    /// A block lies at its number modulo the count, so that neighbours never displace each other.
    private var unpacked = ContiguousArray<Unpacked?>(repeating: nil, count: unpackedBlocks)

    private struct Unpacked {
        let number: Int
        /// The packed block, by which one that was replaced meanwhile is recognised.
        let packed: PackedPhotos
        let photos: ContiguousArray<Photo>
    }

    public init() {}

    /// The photo in `slot` of `store`, which has to be in use. That of a tombstone is what it was.
    public func photo(_ slot: UInt32, of store: PhotoStore) -> Photo {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: PackedPhotos.capacity)
        guard let packed = store.block(number) else { return store.tailPhoto(place) }
        let held = number % Self.unpackedBlocks
        // Equal blocks share their storage, which the comparison looks at first.
        if let held = unpacked[held], held.number == number, held.packed == packed { return held.photos[place] }
        let photos = packed.unpacked()
        unpacked[held] = Unpacked(number: number, packed: packed, photos: photos)
        return photos[place]
    }
}
