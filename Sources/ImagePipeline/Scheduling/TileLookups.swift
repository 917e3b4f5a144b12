// The questions to the store of finished tiles, and what it is given to keep.
import Photos

/// Asks for finished tiles of local files before the files are read, one question for each image job, and offers new
/// ones afterwards. Questions hold no slot.
final class TileLookups {
    /// Pixels a side up to which a cropped image is a tile. Larger ones are worth their decode, and a whole image may
    /// be an animation, which is played from its file.
    static let largestTile = 512

    private let store: (any TileStore)?
    private let outbox: Outbox
    private var questions: [Subscriber.ID: Task<Void, Never>] = [:]

    init(store: (any TileStore)?, outbox: Outbox) {
        self.store = store
        self.outbox = outbox
    }

    /// Whether no question is open.
    var isIdle: Bool { questions.isEmpty }

    /// Asks the store, if the image is one of those that it keeps.
    /// - Returns: whether it was asked.
    func ask(for request: ImageRequest, _ job: Subscriber.ID) -> Bool {
        guard let store, Self.isTile(request) else { return false }
        questions[job] = outbox.run {
            let tile = await store.tile(for: request)
            return .tileAnswered(request.key, job, tile)
        }
        return true
    }

    /// - Returns: whether the answer is still waited for.
    func answered(_ job: Subscriber.ID) -> Bool { questions.removeValue(forKey: job) != nil }

    func cancel(_ job: Subscriber.ID) { questions.removeValue(forKey: job)?.cancel() }

    /// Offers an image that was decoded from its file. A finished tile does not say that its file is an animation, so
    /// that of one is not kept.
    func keep(_ image: any DecodedImage, for request: ImageRequest) {
        guard let store, Self.isTile(request), !image.isAnimated else { return }
        Task(priority: .low) { @concurrent in await store.keep(image, for: request) }
    }

    private static func isTile(_ request: ImageRequest) -> Bool {
        guard case .file = request.location, request.key.processors.isEmpty, request.key.fit == .fill else {
            return false
        }
        return max(request.key.size.width, request.key.size.height) <= largestTile
    }
}
