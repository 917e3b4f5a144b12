// Reading of single photos from a store, with a memory for those around the last ones.
public import Photos

/// Reads photos by slot. A photo near one that was asked for lately takes some 30 ns, any other the reading of its
/// block, some 15 µs. Not `Sendable`: reading changes what is kept.
public final class PhotoReader {
    /// Blocks whose photos are kept: enough for some screens around the viewport at the smallest tiles, and for another
    /// place.
    private static let keptBlocks = 64

    /// A block lies at its number modulo the count, so that neighbours never displace each other.
    private var kept = ContiguousArray<Kept?>(repeating: nil, count: keptBlocks)

    private struct Kept {
        let number: Int
        /// By which one that was replaced meanwhile is recognised.
        let block: PhotoBlock
        let photos: ContiguousArray<Photo>
    }

    public init() {}

    /// The photo in `slot` of `store`, which has to be in use. That of a tombstone is what it was.
    public func photo(_ slot: UInt32, of store: PhotoStore) -> Photo {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: PhotoBlock.capacity)
        guard let block = store.block(number) else { return store.tailPhoto(place) }
        let index = number % Self.keptBlocks
        // Equal blocks share their storage, which the comparison looks at first.
        if let kept = kept[index], kept.number == number, kept.block == block { return kept.photos[place] }
        let photos = block.photos()
        kept[index] = Kept(number: number, block: block, photos: photos)
        return photos[place]
    }
}
