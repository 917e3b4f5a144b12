// A page of photos packed where it was read, so that the main thread need not do it.
public import Photos

/// A sequence of consecutive photos, packed to save memory.
public struct PackedPage: Hashable, Sendable {
    let blocks: ContiguousArray<PackedPhotos>
    /// The photos after the last whole block.
    let rest: ContiguousArray<Photo>
    /// The places of videos, in ascending order.
    let videos: [UInt32]
    /// The stamps of the photos, in their order; empty where none is known.
    let stamps: ContiguousArray<FileStamp?>
    /// The sizes that the listing tells of the photos, in their order; empty where it tells of none.
    let sizes: ContiguousArray<PixelSize?>

    /// Packs `photos`, at about a microsecond each; the property `photos` unpacks them.
    public init(_ photos: [Photo]) { self.init(photos, stamps: []) }

    /// Packs photos whose files are known.
    public init(listed: [ListedPhoto]) {
        self.init(listed.map(\.photo), stamps: ContiguousArray(listed.lazy.map(\.stamp)))
    }

    private init(_ photos: [Photo], stamps: ContiguousArray<FileStamp?>) {
        self.stamps = stamps
        videos = photos.indices.filter { photos[$0].isVideo }.map { UInt32($0) }
        sizes = photos.contains { $0.size != nil } ? ContiguousArray(photos.lazy.map(\.size)) : []
        var blocks: ContiguousArray<PackedPhotos> = []
        var left = photos[...]
        while left.count >= PackedPhotos.capacity {
            blocks.append(PackedPhotos(left.prefix(PackedPhotos.capacity)))
            left = left.dropFirst(PackedPhotos.capacity)
        }
        self.blocks = blocks
        rest = ContiguousArray(left)
    }

    public var count: Int { blocks.count * PackedPhotos.capacity + rest.count }
    public var isEmpty: Bool { blocks.isEmpty && rest.isEmpty }

    /// The photos in their original order.
    public var photos: ContiguousArray<Photo> { blocks.reduce(into: []) { $0 += $1.unpacked() } + rest }
}
