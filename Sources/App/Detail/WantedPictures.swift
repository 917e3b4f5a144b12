// The pictures that a page or a show wants, and the result for each: an image session as the main thread sees it.
import Desktop
import ImagePipeline
import Photos

/// A set of wanted pictures. A picture that leaves the set is let go; one that fails is tried again when it comes back.
final class WantedPictures {
    /// The result for one picture so far.
    struct Picture {
        fileprivate(set) var priority: LoadPriority
        /// The best preview; nil once the picture is there.
        fileprivate(set) var preview: Texture?
        fileprivate(set) var texture: Texture?
        fileprivate(set) var failure: LoadFailure?

        /// Whether there is neither a picture nor a failure yet.
        var isLoading: Bool { texture == nil && failure == nil }
    }

    private let loader: PhotoLoader
    private lazy var session = loader.makeSession { [weak self] in Task { @MainActor in self?.takeDeliveries() } }
    private var pictures: [ImageKey: Picture] = [:]

    private let onDelivery: (PhotoDelivery) -> Void

    /// - Parameter onDelivery: Called for each delivery that brings something new, once `self` has it.
    init(loader: PhotoLoader, onDelivery: @escaping (PhotoDelivery) -> Void) {
        (self.loader, self.onDelivery) = (loader, onDelivery)
    }

    /// The result for a picture; nil if that is not wanted.
    subscript(key: ImageKey) -> Picture? { pictures[key] }

    /// Replaces the set. What memory has of the pictures that are new or become visible is there when this returns, and
    /// is not told again by `onDelivery`.
    /// - Parameter wanted: In the order of loading within one priority. The first of two with the same key counts.
    func want(_ wanted: [(request: ImageRequest, priority: LoadPriority)]) {
        if wanted.isEmpty, pictures.isEmpty { return }
        let before = pictures
        pictures = [:]
        for (request, priority) in wanted where pictures[request.key] == nil {
            let key = request.key
            var picture = before[key] ?? Picture(priority: priority)
            picture.priority = priority
            let asksMemory = before[key].map { $0.priority < priority && priority == .visible } ?? true
            if asksMemory, picture.texture == nil, let texture = stored(key) { picture.take(texture) }
            pictures[key] = picture
            if before[key] == nil, picture.isLoading { session.retry(key) }
        }
        session.want(
            wanted.map { request, priority in
                WantedImage(request: request, priority: priority, isHeld: pictures[request.key]?.texture != nil)
            })
    }

    /// Tries a picture again that has failed.
    func retry(_ key: ImageKey) {
        guard pictures[key]?.failure != nil else { return }
        pictures[key]?.failure = nil
        session.retry(key)
    }

    /// A look first, because only what is there counts as used.
    private func stored(_ key: ImageKey) -> Texture? {
        loader.memory.contains(key) ? loader.memory.image(for: key) : nil
    }

    private func takeDeliveries() {
        for delivery in session.takeDeliveries(limit: .max) where record(delivery) { onDelivery(delivery) }
    }

    /// - Returns: Whether the delivery is news: not if memory had the picture, or if the set has changed meanwhile.
    private func record(_ delivery: PhotoDelivery) -> Bool {
        guard var picture = pictures[delivery.request.key] else { return false }
        switch (delivery.kind, delivery.result) {
        case (.preview, .success(let texture)):
            if picture.texture != nil { return false }
            picture.preview = texture
        case (_, .success(let texture)):
            if picture.texture === texture { return false }
            picture.take(texture)
        case (_, .failure(let failure)):
            if picture.texture != nil { return false }
            picture.failure = failure
        }
        pictures[delivery.request.key] = picture
        return true
    }
}

extension WantedPictures.Picture {
    fileprivate mutating func take(_ texture: Texture) {
        self.texture = texture
        (preview, failure) = (nil, nil)
    }
}
