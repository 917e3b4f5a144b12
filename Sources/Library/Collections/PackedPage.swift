// A page of photos, made into blocks where it was read.
public import Photos

/// A sequence of consecutive photos in blocks of bytes, to save memory.
public struct PackedPage: Hashable, Sendable {
    let blocks: ContiguousArray<PhotoBlock>
    /// The photos after the last whole block.
    let rest: ContiguousArray<Photo>
    /// The places of videos, in ascending order.
    let videos: [UInt32]
    /// The stamps of the photos, in their order; empty where none is known.
    let stamps: ContiguousArray<FileStamp?>
    /// The sizes of the photos in the listing, in their order; empty if it has no sizes.
    let sizes: ContiguousArray<PixelSize?>

    /// Makes blocks of `photos`, at about a microsecond each.
    public init(_ photos: [Photo]) { self.init(photos, stamps: []) }

    /// Makes blocks of photos whose files are known.
    public init(listed: [ListedPhoto]) {
        self.init(listed.map(\.photo), stamps: ContiguousArray(listed.lazy.map(\.stamp)))
    }

    private init(_ photos: [Photo], stamps: ContiguousArray<FileStamp?>) {
        self.stamps = stamps
        videos = photos.indices.filter { photos[$0].isVideo }.map { UInt32($0) }
        sizes = photos.contains { $0.size != nil } ? ContiguousArray(photos.lazy.map(\.size)) : []
        var blocks: ContiguousArray<PhotoBlock> = []
        var left = photos[...]
        while left.count >= PhotoBlock.capacity {
            blocks.append(PhotoBlock(left.prefix(PhotoBlock.capacity)))
            left = left.dropFirst(PhotoBlock.capacity)
        }
        self.blocks = blocks
        rest = ContiguousArray(left)
    }

    public var count: Int { blocks.count * PhotoBlock.capacity + rest.count }
    public var isEmpty: Bool { blocks.isEmpty && rest.isEmpty }

    /// The photos in their original order.
    public var photos: ContiguousArray<Photo> { blocks.reduce(into: []) { $0 += $1.photos() } + rest }
}
