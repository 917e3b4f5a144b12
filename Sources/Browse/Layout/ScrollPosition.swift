// A remembered place in a collection, to which a later run can return.
import Library
public import Photos

/// Place of a grid in a collection: the first photo in view.
public struct ScrollPosition: Hashable, Sendable {
    /// Name of the collection.
    public let source: String
    /// Name of the photo.
    public let photo: PhotoID
    /// Position that the photo had, counted from 0: where it is looked for first, and what remains when it is gone.
    public let index: Int

    /// Limit of the photos that are listed from a service to return to a place: ten pages of the usual hundred.
    static let mostListed = 1_000

    public init(source: String, photo: PhotoID, index: Int) {
        self.source = source
        self.photo = photo
        self.index = index
    }

    public init(source: SourceID, photo: PhotoID, index: Int) {
        self.init(source: source.description, photo: photo, index: index)
    }

    /// Returns the position in a source that has another path now.
    public func following(_ folder: MovedFolder) -> ScrollPosition {
        ScrollPosition(source: SourceID(source).following(folder), photo: photo, index: index)
    }

    /// Returns whether the place is in the model's source and near enough to return to. A local listing loads all its
    /// pages anyway; a service needs a request for each.
    @MainActor public func isReachable(in model: GalleryModel) -> Bool {
        source == model.source.identity.description && index > 0 && (model.source.isLocal || index < Self.mostListed)
    }
}
