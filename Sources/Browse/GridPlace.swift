// A place in a collection that can be come back to in another run.
public import Photos

/// The first photo in view of a collection.
public struct GridPlace: Hashable, Sendable {
    /// Name of the collection, account included.
    public let source: String
    /// The photo, counted from 0.
    public let index: Int

    /// Photos of a service that are listed at most to come back to a place: ten pages of the usual hundred.
    static let mostListed = 1_000

    public init(source: String, index: Int) {
        self.source = source
        self.index = index
    }

    public init(source: SourceID, index: Int) { self.init(source: source.description, index: index) }

    /// Whether the place is in `source` and near enough to be gone to: a local listing comes by itself, a service's
    /// costs a request a page.
    @MainActor public func isReachable(in model: GalleryModel) -> Bool {
        source == model.source.identity.description && index > 0 && (model.source.isLocal || index < Self.mostListed)
    }
}
