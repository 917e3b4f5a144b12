// The reading of stored tiny pictures into memory, before anybody scrolls to them.
import Photos

/// A reader of what the store has of a gallery's photos, in batches, until the memory is full. Callable from any task.
struct TinyPreload: Sendable {
    let memory: TinyMemory
    let store: TinyStore

    /// Photos that are looked up in the store at once, in one hop.
    private static let batchSize = 256

    /// Reads what of a wish is not in memory, most urgent first, until the wish's end, the task's end, or as many
    /// photos have been looked at as the memory can hold.
    /// - Parameter limit: photos.
    /// - Returns: the number of pictures that have come.
    @concurrent
    func read(_ wish: TinyWish, atMost limit: Int) async -> Int {
        var left = limit, came = 0
        for range in wish.positions {
            var start = range.lowerBound
            while start < range.upperBound, left > 0 {
                guard !Task.isCancelled else { return came }
                let piece = start..<min(range.upperBound, start + min(left, Self.batchSize))
                (start, left) = (piece.upperBound, left - piece.count)
                came += await read(piece, of: wish.listing)
            }
        }
        return came
    }

    private func read(_ positions: Range<Int>, of listing: any TinyListing) async -> Int {
        let wanted = listing.wanted(at: positions)
        let looked = zip(wanted, listing.photos(of: wanted.map(\.ref))).compactMap { wanted, photo in
            let form = TinyForm(of: wanted.size, wanted.fit), (size, fit) = store.codec.request(for: form)
            let request = ImageRequest(
                source: listing.source, photo: photo,
                location: listing.location(of: photo, atLeast: size, fit: fit), size: size, fit: fit)
            return memory.contains(request.key, form) ? nil : (request: request, form: form)
        }
        guard !looked.isEmpty, !Task.isCancelled else { return 0 }
        let stored = await store.stored(looked)
        var came = 0
        for (bytes, (request, form)) in zip(stored, looked) {
            guard let bytes else { continue }
            memory.insert(bytes, for: request.key, form)
            came += 1
        }
        return came
    }
}
