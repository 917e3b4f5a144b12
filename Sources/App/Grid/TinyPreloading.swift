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

    /// Photos that are looked for: about as many as the loader's memory of tiny pictures holds.
    private static let limit = 6000
    /// Photos below the screen and above it that take turns.
    private static let stride = 512

    /// - Parameter onArrival: Called once at the end, if any picture has come.
    init(
        around: Range<Int>, of listing: MosaicListing, _ snapshot: CollectionSnapshot, _ loader: PhotoLoader,
        onArrival: @escaping () -> Void
    ) {
        (self.around, self.snapshot) = (around, snapshot)
        var turns: [Range<Int>] = []
        var (above, below) = (around.lowerBound, around.upperBound)
        let count = snapshot.count
        while above > 0 || below < count, above > around.lowerBound - Self.limit || below < around.upperBound + Self.limit {
            turns.append(below..<min(count, below + Self.stride))
            turns.append(max(0, above - Self.stride)..<above)
            (above, below) = (max(0, above - Self.stride), min(count, below + Self.stride))
        }
        let wish = TinyWish(listing: listing, visible: around, around: turns)
        task = Task(priority: .utility) {
            if await loader.preloadTinyPictures(wish, atMost: Self.limit) > 0 { onArrival() }
        }
    }

    isolated deinit { task.cancel() }

    /// Whether what lies around a place of a collection has been looked for, or will be.
    func covers(_ place: Range<Int>, of snapshot: CollectionSnapshot) -> Bool {
        guard snapshot.count == self.snapshot.count, abs(place.lowerBound - around.lowerBound) < Self.limit / 4 else {
            return false
        }
        // The same photos in the same order, or most of them: what lies at these has been looked for.
        return [0, min(around.lowerBound, snapshot.count - 1), snapshot.count - 1].allSatisfy {
            snapshot.ref(at: $0) == self.snapshot.ref(at: $0)
        }
    }
}
