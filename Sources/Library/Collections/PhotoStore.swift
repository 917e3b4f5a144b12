// The photos of one collection by slot.
import Photos

/// All photos that a collection has ever listed, packed, in the order in which they came. Slots are only ever added: a photo
/// that is gone leaves a tombstone. A value: a copy is cheap, and stays as it is while the original grows.
///
/// Memory: six bytes for a photo whose file is numbered, 15 for one that is named by its time, its name's bytes and
/// six for one that has nothing in common with the photo before it.
public struct PhotoStore: Sendable {
    private var blocks: ContiguousArray<PackedPhotos> = []
    /// The photos behind the last full block.
    private var tail: ContiguousArray<Photo> = []
    /// The slots of photos that are gone.
    public private(set) var tombstones = SlotSet()

    /// An empty store.
    public init() {}

    /// Slots in use, those of tombstones among them.
    public var slotCount: Int { blocks.count * PackedPhotos.capacity + tail.count }
    /// Photos that are there.
    public var count: Int { slotCount - tombstones.count }

    /// Adds the photos of `page` behind the others. Takes microseconds where the store and all pages before this one have
    /// whole blocks, as those of a folder have; else its photos are packed anew, a microsecond each.
    mutating func append(_ page: PackedPage) {
        if tail.isEmpty {
            blocks += page.blocks
            tail += page.rest
        } else {
            for photo in page.photos { append(photo) }
        }
    }

    private mutating func append(_ photo: Photo) {
        tail.append(photo)
        guard tail.count == PackedPhotos.capacity else { return }
        blocks.append(PackedPhotos(tail))
        tail.removeAll(keepingCapacity: true)
    }

    /// Lays tombstones. Takes time in proportion to a 64th of the slots.
    mutating func remove(_ slots: [UInt32]) { tombstones.insert(slots) }

    /// Puts other photos into slots that are in use. Blocks that are touched are packed anew, each once.
    mutating func replace(_ photos: [UInt32: Photo]) {
        for (block, changes) in Dictionary(grouping: photos, by: { Int($0.key) / PackedPhotos.capacity }) {
            var unpacked = photosOfBlock(block)
            for (slot, photo) in changes { unpacked[Int(slot) % PackedPhotos.capacity] = photo }
            if block < blocks.count { blocks[block] = PackedPhotos(unpacked) } else { tail = unpacked }
        }
    }

    /// The block of packed photos with this number; nil for the one that is not full yet.
    func block(_ number: Int) -> PackedPhotos? { number < blocks.count ? blocks[number] : nil }

    /// A photo behind the last full block.
    func tailPhoto(_ place: Int) -> Photo { tail[place] }

    /// The photos of a block, or of the part of one at the end.
    func photosOfBlock(_ number: Int) -> ContiguousArray<Photo> { block(number)?.unpacked() ?? tail }

    /// Blocks, the part of one at the end counted.
    var blockCount: Int { blocks.count + (tail.isEmpty ? 0 : 1) }

    /// Bytes of all packed photos; tests and figures ask.
    var packedBytes: Int { blocks.reduce(0) { $0 + $1.byteCount } }
}
