// The tiny pictures of a gallery, read before anybody scrolls to them.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// One reading of the tiny pictures around a place of a gallery. Releasing it ends it.
final class TinyPreloading {
    private let around: Range<Int>
    private let snapshot: CollectionSnapshot
    private let task: Task<Void, Never>
    /// Photos that are looked for: as many as the loader's memory of tiny pictures holds.
    private let limit: Int
    private let memory: TinyMemory?
    /// The trims of the memory when the reading began.
    private let trims: Int

    /// - Parameter onArrival: Called once at the end, if any picture has come.
    init(
        around: Range<Int>, of listing: MosaicListing, _ snapshot: CollectionSnapshot, _ loader: PhotoLoader,
        onArrival: @escaping () -> Void
    ) {
        (self.around, self.snapshot) = (around, snapshot)
        memory = loader.tinyPictures
        trims = memory?.trims ?? 0
        let limit = memory?.capacity ?? 0
        self.limit = limit
        let wish = TinyWish(listing: listing, from: around, of: snapshot.count, reach: limit)
        task = Task(priority: .utility) {
            if await loader.preloadTinyPictures(wish, atMost: limit) > 0 { onArrival() }
        }
    }

    isolated deinit { task.cancel() }

    /// Waits for the end of the reading.
    func end() async { await task.value }

    /// Whether what lies around a place of a collection has been looked for, or will be, and is still there.
    func covers(_ place: Range<Int>, of snapshot: CollectionSnapshot) -> Bool {
        guard memory?.trims == trims, snapshot.count == self.snapshot.count,
            abs(place.lowerBound - around.lowerBound) < limit / 4
        else { return false }
        // The same photos in the same order, or most of them: what lies at these has been looked for.
        return [0, min(around.lowerBound, snapshot.count - 1), snapshot.count - 1].allSatisfy {
            snapshot.ref(at: $0) == self.snapshot.ref(at: $0)
        }
    }
}
