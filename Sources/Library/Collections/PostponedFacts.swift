// Photos whose facts are not found out before something depends on them.
import Photos

/// Photos of a source whose facts are read only when they are asked for.
struct PostponedFacts {
    /// The most photos whose facts are found out although nothing depends on them.
    private static let mostUnasked = 1_000

    private var photos: [UnindexedPhoto] = []
    /// The slots of photos whose facts were found out although nothing depended on them.
    private var unasked: Set<UInt32> = []

    var isEmpty: Bool { photos.isEmpty }

    /// Puts off what nothing depends on.
    /// - Returns: The photos with sidecars, in which a person has said something, as far as they are few.
    mutating func add(_ photos: [UnindexedPhoto]) -> [UnindexedPhoto] {
        var due: [UnindexedPhoto] = []
        for photo in photos {
            if photo.stamp.sidecar != 0, unasked.count < Self.mostUnasked || unasked.contains(photo.slot) {
                unasked.insert(photo.slot)
                due.append(photo)
            } else {
                self.photos.append(photo)
            }
        }
        return due
    }

    /// Takes the photos out, because something depends on their facts now.
    mutating func take() -> [UnindexedPhoto] {
        defer { photos = [] }
        return photos
    }
}
