// The photos that are compared: two to six beside each other, of which one is acted on.
public import Library
public import Photos

/// Photos beside each other, each of them once, in the order in which they are shown.
public struct ComparedPhotos: Hashable, Sendable {
    /// How many photos can be compared.
    public static let numbers = 2...6

    public private(set) var photos: [PhotoRef]
    /// The place of the active one.
    public private(set) var index: Int

    /// Creates a comparison; nil for too few or too many photos, and for one that is there twice.
    /// - Parameter active: The photo that is acted on; the first one where it is none of them.
    public init?(_ photos: [PhotoRef], active: PhotoRef? = nil) {
        guard Self.numbers.contains(photos.count), Set(photos).count == photos.count else { return nil }
        self.photos = photos
        index = active.flatMap(photos.firstIndex) ?? 0
    }

    /// The photo that is acted on.
    public var active: PhotoRef { photos[index] }

    /// Acts on another one of the photos from now on.
    /// - Returns: False where it is none of them.
    @discardableResult
    public mutating func activate(_ ref: PhotoRef) -> Bool {
        guard let place = photos.firstIndex(of: ref) else { return false }
        index = place
        return true
    }

    /// Acts on the photo so many places further on, from the last one to the first one and back.
    public mutating func move(by steps: Int) { index = ((index + steps) % photos.count + photos.count) % photos.count }

    /// The photo that comes next to the active one in a list, past those that are compared; nil at the end of the list.
    /// - Parameter isForward: Whether it is behind the active one.
    public func neighbour(isForward: Bool, in list: CollectionSnapshot) -> PhotoRef? {
        guard let position = list.position(of: active) else { return nil }
        return first(in: list, from: position, by: isForward ? 1 : -1)
    }

    /// Compares another photo in place of the active one.
    public mutating func replaceActive(with ref: PhotoRef) {
        if !photos.contains(ref) { photos[index] = ref }
    }

    /// Takes in a step of the collection. A photo that is gone gives way to the one that has followed it and is not
    /// compared, else to one before it, else to none.
    /// - Returns: False where fewer than two are left; the photos are then those that are.
    public mutating func collectionChanged(to list: CollectionSnapshot, from before: CollectionSnapshot) -> Bool {
        for ref in photos where list.position(of: ref) == nil {
            guard let place = photos.firstIndex(of: ref) else { continue }
            let next = before.successor(of: ref, in: list).flatMap(list.position(of:)).flatMap { position in
                first(in: list, from: position, by: 1) ?? first(in: list, from: position, by: -1)
            }
            if let next {
                photos[place] = next
            } else {
                photos.remove(at: place)
                if index > place || index == photos.count { index = max(0, index - 1) }
            }
        }
        return Self.numbers.contains(photos.count)
    }

    /// The first photo of a list, from a position on, that is not compared.
    private func first(in list: CollectionSnapshot, from position: Int, by step: Int) -> PhotoRef? {
        var position = position
        while (0..<list.count).contains(position) {
            let ref = list.ref(at: position)
            if !photos.contains(ref) { return ref }
            position += step
        }
        return nil
    }
}
