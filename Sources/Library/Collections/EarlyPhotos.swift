// The photos of a collection that are shown before its source has listed them.
import Photos

/// The photo that the user has opened, or the first photos of a large collection by what was known of them in an
/// earlier run. They have the first slots, out of the order of the listing, until and after the listing has come to
/// them.
struct EarlyPhotos {
    /// The photos that are asked for: some screens of small tiles. Each costs a look at its file.
    static let count = 256

    /// The slots of all of them.
    private(set) var slots: Range<UInt32> = 0..<0
    /// Those that have not been listed.
    private var unlisted: [PhotoID: UInt32] = [:]

    /// The photos of a source that came first by a query in an earlier run, as far as they are what they were then. A
    /// whole number of blocks, so that those of the pages behind them need not be made anew.
    static func find(
        by query: Query, in source: some PhotoSource, below root: String, _ indexing: some PhotoIndexing
    ) async -> [ListedPhoto] {
        let known = await indexing.first(count, by: query, below: root)
        guard known.count >= PhotoBlock.capacity else { return [] }
        let stamps = Dictionary(known.map { (PhotoID($0.path), $0.stamp) }) { first, _ in first }
        let photos = await source.look(for: known.map { PhotoID($0.path) }).filter { listed in
            guard let now = listed.stamp, let then = stamps[listed.photo.id] else { return false }
            return now.inode == then.inode && now.byteCount == then.byteCount && now.modified == then.modified
        }
        return Array(photos.prefix(photos.count / PhotoBlock.capacity * PhotoBlock.capacity))
    }

    /// None.
    init() {}

    /// Photos that have the first slots in their order.
    init(_ photos: some Sequence<Photo>) {
        for photo in photos { unlisted[photo.id] = UInt32(unlisted.count) }
        slots = 0..<UInt32(unlisted.count)
    }

    var isEmpty: Bool { slots.isEmpty }
    var isListed: Bool { unlisted.isEmpty }

    /// Whether a photo that came early has not been listed.
    func awaits(_ slot: UInt32) -> Bool { unlisted.values.contains(slot) }

    /// The slot of a photo that has now been listed; nil for one that was not shown before.
    mutating func list(_ name: PhotoID) -> UInt32? { unlisted.removeValue(forKey: name) }

    /// Takes out those that were not listed, with their slots.
    mutating func takeUnlisted() -> [PhotoID: UInt32] {
        defer { unlisted = [:] }
        return unlisted
    }
}
