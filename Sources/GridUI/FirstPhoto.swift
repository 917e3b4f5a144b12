// The search for the photo with which the program was opened, while its source is listed.
import Browse
import Desktop
import Photos

/// A search for one photo in a growing list. Ends with its last reference.
final class FirstPhoto {
    private let first: Opening.First
    private let model: GalleryModel
    private let found: (Int) -> Void
    private var listing: ModelBinding<GalleryProgress>?
    private var asking: Task<Void, Never>?
    private var place: Int?

    /// - Parameter found: Called once with the index of the photo; never if the source does not list it.
    init(_ first: Opening.First, in model: GalleryModel, found: @escaping (Int) -> Void) {
        self.first = first
        self.model = model
        self.found = found
        listing = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.listed($0.count) }
    }

    isolated deinit { asking?.cancel() }

    private func listed(_ count: Int) {
        if let place {
            guard count > place else { return }
            listing = nil
            self.place = nil
            found(place)
        } else if count > 0, asking == nil {
            asking = Task { [weak self, first] in
                guard let place = await first.place(), let self, !Task.isCancelled else { return }
                self.place = place
                self.listed(self.model.photos.count)
            }
        }
    }
}
