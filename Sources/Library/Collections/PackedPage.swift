// A page of photos packed where it was read, so that the main thread need not do it.
public import Photos

/// A sequence of consecutive photos, packed to save memory.
public struct PackedPage: Hashable, Sendable {
    let blocks: ContiguousArray<PackedPhotos>
    /// The photos after the last whole block.
    let rest: ContiguousArray<Photo>

    /// Packs `photos`, at about a microsecond each; the property `photos` unpacks them.
    public init(_ photos: some RandomAccessCollection<Photo>) {
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
