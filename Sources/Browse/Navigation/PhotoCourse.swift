// The photos through which the opened one leads: all of its collection, or some that were chosen.
public import Library
public import Photos

/// The way from an opened photo to those beside it. Usually it leads through the whole collection, in its order; while
/// it is narrowed, through chosen photos alone, in the order in which they were given.
@MainActor
public final class PhotoCourse {
    /// The chosen photos and their places among them; nil for all of the collection.
    private var chosen: (order: [PhotoRef], places: [PhotoRef: Int])?

    /// Creates one that leads through whole collections.
    public init() {}

    /// Has the course lead through these photos alone, each of which is there once; nil for all of a collection.
    public func narrow(to photos: [PhotoRef]?) {
        chosen = photos.map { photos in
            (photos, Dictionary(zip(photos, photos.indices)) { first, _ in first })
        }
    }

    /// The chosen photos; nil where it leads through all.
    public var photos: [PhotoRef]? { chosen?.order }

    /// The number of photos on the course.
    public func count(in model: GalleryModel) -> Int { chosen?.order.count ?? model.count }

    /// The place of a photo on the course; nil where it has none, and while it is not known.
    public func position(of ref: PhotoRef, in model: GalleryModel) -> Int? {
        if let chosen { return chosen.places[ref] }
        return model.listedPosition(of: ref)
    }

    /// The photo at a place that is less than `count`.
    public func ref(at position: Int, in model: GalleryModel) -> PhotoRef {
        chosen?.order[position] ?? model.ref(at: position)
    }

    /// The photo `steps` behind another one, before it where negative; nil beyond the ends, and while it is not known.
    public func ref(_ steps: Int, from ref: PhotoRef, in model: GalleryModel) -> PhotoRef? {
        guard let position = position(of: ref, in: model), (0..<count(in: model)).contains(position + steps) else {
            return nil
        }
        return self.ref(at: position + steps, in: model)
    }

    /// The photos beside another one, the next one first.
    public func neighbours(of ref: PhotoRef, in model: GalleryModel) -> [PhotoRef] {
        [1, -1].compactMap { self.ref($0, from: ref, in: model) }
    }

    /// The photo to which a step leads; nil at the ends.
    public func ref(_ step: PhotoStep, from ref: PhotoRef, in model: GalleryModel) -> PhotoRef? {
        guard let position = position(of: ref, in: model),
            let next = step.index(from: position, count: count(in: model))
        else { return nil }
        return self.ref(at: next, in: model)
    }

    /// The photo that takes the place of one after a step of the collection: itself while it is there, else the one
    /// that has followed it; nil for the last one.
    public func successor(
        of ref: PhotoRef, from before: CollectionSnapshot, in after: CollectionSnapshot
    ) -> PhotoRef? {
        guard let chosen, let place = chosen.places[ref] else { return before.successor(of: ref, in: after) }
        return chosen.order[place...].first { after.position(of: $0) != nil }
    }

    /// Leaves out the chosen photos that a step of their collection has taken away.
    public func collectionChanged(by update: CollectionUpdate) {
        guard let chosen, update.edit.map({ $0.removed > 0 }) == true else { return }
        let left = chosen.order.filter { update.snapshot.position(of: $0) != nil }
        if left.count < chosen.order.count { narrow(to: left) }
    }
}
