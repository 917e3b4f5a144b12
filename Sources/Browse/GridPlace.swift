// A remembered place in a collection, to which a later run can return.
public import Photos

/// Place of a grid in a collection: the first photo in view.
public struct GridPlace: Hashable, Sendable {
    /// Name of the collection, including its account.
    public let source: String
    /// Index of the photo, counted from 0.
    public let index: Int

    /// Limit of the photos that are listed from a service to return to a place: ten pages of the usual hundred.
    static let mostListed = 1_000

    public init(source: String, index: Int) {
        self.source = source
        self.index = index
    }

    public init(source: SourceID, index: Int) { self.init(source: source.description, index: index) }

    /// Returns whether the place is in the model's source and near enough to return to. A local listing loads all its
    /// pages anyway; a service needs a request for each.
    @MainActor public func isReachable(in model: GalleryModel) -> Bool {
        source == model.source.identity.description && index > 0 && (model.source.isLocal || index < Self.mostListed)
    }
}
