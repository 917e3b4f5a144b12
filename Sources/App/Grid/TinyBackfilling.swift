// The tiny pictures of photos that nobody has looked at yet, made while a grid rests.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The making of a gallery's missing tiny pictures. It begins when the grid rests and ends when it wakes: at the first
/// scroll, delivery or change of the list. Releasing it ends it.
final class TinyBackfilling {
    private let backfill: TinyBackfill
    private var task: Task<Void, Never>?

    /// Returns nil where the loader would not store them.
    init?(_ loader: PhotoLoader) {
        guard let backfill = loader.makeTinyBackfill() else { return nil }
        self.backfill = backfill
    }

    isolated deinit { task?.cancel() }

    /// Whether it is under way or waits for the loader to have nothing else to do.
    var isUnderWay: Bool { task != nil }

    /// Makes what is missing, from a place outwards.
    /// - Parameter preload: What is read of the store first.
    func begin(
        around place: Range<Int>, of listing: MosaicListing, _ snapshot: CollectionSnapshot,
        after preload: TinyPreloading?
    ) {
        end()
        let wish = TinyWish(listing: listing, from: place, of: snapshot.count, reach: snapshot.count)
        task = Task(priority: .background) { [backfill] in
            await preload?.end()
            _ = await backfill.run(wish)
        }
    }

    /// Ends it after the picture that is being made.
    func end() {
        task?.cancel()
        task = nil
    }

    /// Whether it makes the tiny picture of a photo: of those in files, which cost no transfer.
    func makes(_ request: ImageRequest) -> Bool { if case .file = request.location { true } else { false } }

    /// Makes the pictures of photos that a quick scroll passes, until it is slower.
    func pass(_ positions: [Int], of listing: @autoclosure () -> MosaicListing) {
        if positions.isEmpty { backfill.stopPassing() } else { backfill.pass(positions, of: listing()) }
    }

    /// Looks at photos anew that have changed.
    func forget(_ refs: [PhotoRef]) { backfill.forget(refs) }
}
