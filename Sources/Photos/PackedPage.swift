// A page of photos on its way to the list, packed where it was read, so that the main thread need not.

/// Some consecutive photos in little memory.
public struct PackedPage: Hashable, Sendable {
    let blocks: ContiguousArray<PackedPhotos>
    /// The photos after the last whole block.
    let rest: ContiguousArray<Photo>

    /// Packs `photos`, about a microsecond each; `photos` gives them back.
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

    /// The photos as they were given.
    public var photos: ContiguousArray<Photo> { blocks.reduce(into: []) { $0 += $1.unpacked() } + rest }
}
