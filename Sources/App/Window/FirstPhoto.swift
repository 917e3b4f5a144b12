// The search for the photo with which the program was opened, while its source is listed.
import Browse
import Desktop
import Library
import Photos

/// A search for one photo in a growing list. Ends with its last reference.
final class FirstPhoto {
    private let first: OpenedSource.First
    private let model: GalleryModel
    private let found: (PhotoRef) -> Void
    private var listing: ModelBinding<GalleryProgress>?
    private var asking: Task<Void, Never>?
    private var index: Int?

    /// - Parameter found: Called once with the photo in the model's collection; never if the source does not list it.
    init(_ first: OpenedSource.First, in model: GalleryModel, found: @escaping (PhotoRef) -> Void) {
        self.first = first
        self.model = model
        self.found = found
        listing = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.listed($0.count) }
    }

    isolated deinit { asking?.cancel() }

    private func listed(_ count: Int) {
        if let index {
            // Photos have the slots in which they were listed, whatever their order.
            guard model.snapshot.store.slotCount > index else { return }
            listing = nil
            self.index = nil
            found(PhotoRef(model.snapshot.collection, slot: UInt32(index)))
        } else if count > 0, asking == nil {
            asking = Task { [weak self, first] in
                guard let index = await first.index(), let self, !Task.isCancelled else { return }
                self.index = index
                self.listed(self.model.count)
            }
        }
    }
}
