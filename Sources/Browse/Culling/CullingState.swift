// Culling: going through photos, one after the other, to decide which of them are kept.
public import Library
public import Observation
public import Photos

/// Whether the photos of one window are being culled.
@Observable @MainActor
public final class CullingState {
    /// Whether they are.
    public var isOn = false

    /// Creates one that is off.
    public init() {}
}

extension PhotoMarks {
    /// Whether a photo is kept: it has stars or is a favourite, and is not rejected.
    public var isKept: Bool { !isRejected && (stars > 0 || isFavourite) }
}

/// The number of photos that are kept.
public enum CullingCount {
    /// Counts among chosen photos, or all of a collection if there are none. Takes some nanoseconds a photo.
    public static func kept(of photos: [PhotoRef]?, in snapshot: CollectionSnapshot) -> Int {
        let store = snapshot.store
        guard let photos else {
            return (0..<snapshot.count).count { store.marks(snapshot.ref(at: $0).slot).isKept }
        }
        return photos.count { store.marks($0.slot).isKept }
    }
}
